"""`footnote export`: an answer read out of a log, also while a bot holds it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agent.facts import Answer, Answered, Removed, Source, Statement
from bot.export import export
from bot.settings import SettingsError
from tests.bot.test_trace import ANNA, FIRST, LINK, OTHER, SECOND, Printed, asked, at_work, settings, tell

PAGE = "https://e.test/trains"
SAID = Answer(
    text="Trains are quicker \x1b[31m[1].",
    sources=(Source(number=1, address=PAGE, title="Trains", opened="whole page"),),
    statements=(
        Statement(text="Trains are quicker.", numbers=(1,), number=1, excerpt="Trains are quicker", where=""),
    ),
)


async def printed(folder: Path, capsys: Printed, wanted: str, *, as_json: bool = False) -> str:
    assert await export(settings(folder), wanted, as_json=as_json) == 0
    return capsys.readouterr().out


async def test_an_answer_is_printed_with_its_evidence_beside_a_bot_at_work(tmp_path: Path, capsys: Printed) -> None:
    async with at_work(tmp_path) as log:
        await tell(log, "T/C/1.0", "cccc11112222", asked("trains?"), Answered(answer=SAID))
        markdown = await printed(tmp_path, capsys, "cccc")
        assert markdown.startswith("# trains?\n") and "> Trains are quicker" in markdown
        assert f"<{PAGE}#:~:text=Trains%20are%20quicker>" in markdown and "\x1b" not in markdown
        data = json.loads(await printed(tmp_path, capsys, "cccc", as_json=True))
        assert data["annotations"][0]["url"] == PAGE and data["text"].startswith("Trains are quicker")


async def test_of_a_thread_it_is_the_last_answer(tmp_path: Path, capsys: Printed) -> None:
    async with at_work(tmp_path):
        assert "Because." in await printed(tmp_path, capsys, f"{LINK}1700000000000100"), "the second run has none yet"


@pytest.mark.parametrize("wanted", [SECOND, OTHER, "dddd", "https://example.com/"])
async def test_where_there_is_no_answer_one_line_says_so(wanted: str, tmp_path: Path, capsys: Printed) -> None:
    async with at_work(tmp_path):
        assert await export(settings(tmp_path), wanted, as_json=False) == 1
        out, errors = capsys.readouterr()
        assert not out and errors.startswith("footnote: ") and len(errors.splitlines()) == 1


async def test_an_answer_that_was_taken_away_is_not_printed(tmp_path: Path, capsys: Printed) -> None:
    async with at_work(tmp_path) as log:
        await tell(log, "T/C/1.0", "cccc11112222", asked("trains?"), Answered(answer=SAID), Removed(by=ANNA))
        assert await export(settings(tmp_path), "cccc", as_json=True) == 1


async def test_without_a_log_there_is_nothing(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="there is no log yet"):
        await export(settings(tmp_path), FIRST, as_json=False)
