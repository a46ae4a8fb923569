"""The `footnote` command from outside: what is missing or wrong is one line that says what to do, and exit code 2."""

import os
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

BOT, APP = {"SLACK_BOT_TOKEN": "xoxb-1"}, {"SLACK_APP_TOKEN": "xapp-1"}
KEY = {"OPENAI_API_KEY": "sk-test-key-of-nobody"}
NOWHERE = "http://127.0.0.1:1"


def footnote(
    *arguments: str, given: Mapping[str, str], folder: Path, said: str = ""
) -> subprocess.CompletedProcess[str]:
    ours = ("SLACK", "OPENAI", "TAVILY", "FOOTNOTE")
    clean = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    environment = {**clean, "FOOTNOTE_DATA": str(folder / "data"), **given}
    command = [sys.executable, "-m", "bot", *arguments]
    return subprocess.run(
        command, cwd=folder, env=environment, input=said, capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.parametrize(
    ("arguments", "given", "names"),
    [
        (["run"], {}, "SLACK_BOT_TOKEN is not set"),
        (["run"], {"SLACK_BOT_TOKEN": "xapp-1"}, "SLACK_BOT_TOKEN holds an app-level token"),
        (["run"], {"SLACK_BOT_TOKEN": "xoxp-1"}, "SLACK_BOT_TOKEN holds a user token"),
        (["run"], BOT, "SLACK_APP_TOKEN is not set"),
        (["run"], {**BOT, "SLACK_APP_TOKEN": "xoxb-1"}, "SLACK_APP_TOKEN holds a bot token"),
        (["run"], {**BOT, **APP}, "OPENAI_API_KEY"),
        (["run"], {**BOT, **APP, **KEY, "FOOTNOTE_SLACK_API_URL": NOWHERE + "/"}, "Slack cannot be reached"),
        (["ask", "what?"], {"FOOTNOTE_DOCS": "/no/such/folder"}, "FOOTNOTE_DOCS"),
        (["ask", "what?", "--docs", __file__], {}, "FOOTNOTE_DOCS"),
        (["ask", "what?"], {"FOOTNOTE_APPROVAL": "never"}, "FOOTNOTE_APPROVAL"),
        (["ask", "what?"], {"OPENAI_BASE_URL": NOWHERE}, "OPENAI_BASE_URL"),
        (["ask", "  "], {}, "a question is missing"),
        (["ask", "why " * 25_000], {}, "longer than I can take"),
    ],
)
def test_one_line_names_the_setting_and_the_exit_code_is_two(
    arguments: list[str], given: dict[str, str], names: str, tmp_path: Path
) -> None:
    done = footnote(*arguments, given=given, folder=tmp_path)
    assert done.returncode == 2
    [line] = [line for line in done.stderr.splitlines() if line.startswith("footnote: ")]
    assert names in line
    assert "Traceback" not in done.stderr and "sk-test" not in done.stderr


def test_a_port_in_use_is_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = footnote("try", "--port", str(taken.getsockname()[1]), given={}, folder=tmp_path)
    assert done.returncode == 2
    assert "is in use" in done.stderr and "Traceback" not in done.stderr


def test_a_misspelt_setting_is_reported_with_the_nearest_and_not_fatal(tmp_path: Path) -> None:
    done = footnote("ask", "hello", given={"FOOTNOTE_DOC": "x"}, folder=tmp_path)
    assert done.returncode == 0
    assert "FOOTNOTE_DOC is not a setting; did you mean FOOTNOTE_DOCS?" in done.stderr


def test_a_model_that_cannot_be_reached_is_said_with_a_reference(tmp_path: Path) -> None:
    given = {**KEY, "OPENAI_BASE_URL": NOWHERE, "FOOTNOTE_MODEL": "x"}
    done = footnote("ask", "what?", given=given, folder=tmp_path)
    assert done.returncode == 1
    assert "Reference: " in done.stdout and "Traceback" not in done.stderr
    assert "sk-test" not in done.stdout + done.stderr


class TestDeciding:
    """`ask --approve`, answered from standard input."""

    QUESTION = "How long is a caterer's notice?"

    def ask(self, folder: Path, said: str, *more: str) -> subprocess.CompletedProcess[str]:
        (folder / "docs").mkdir()
        (folder / "docs" / "notice.md").write_text("# Notice\n\nA caterer's notice is twelve days long.\n", "utf-8")
        return footnote("ask", self.QUESTION, "--docs", "docs", *more, given={}, folder=folder, said=said)

    def test_an_approved_call_leads_to_the_answer(self, tmp_path: Path) -> None:
        done = self.ask(tmp_path, "a\na\na\na\n", "--approve")
        assert "twelve days" in done.stdout and "notice.md" in done.stdout.partition("Sources")[2]
        assert 'search_docs {"query": ' in done.stderr, "the call is shown whole before it is decided"

    def test_a_rejection_asks_for_a_comment_and_lists_it(self, tmp_path: Path) -> None:
        done = self.ask(tmp_path, "r\nnot now\nq\n", "--approve")
        assert "not now" in done.stdout

    def test_quitting_and_the_end_of_input_stop_without_an_answer(self, tmp_path: Path) -> None:
        done = self.ask(tmp_path, "", "--approve")
        assert done.returncode == 1 and "Stopped." in done.stdout and "twelve" not in done.stdout

    def test_without_approval_every_call_goes_ahead_and_is_listed(self, tmp_path: Path) -> None:
        done = self.ask(tmp_path, "")
        assert done.returncode == 0
        listed, answer = done.stdout.index("search_docs"), done.stdout.rindex("twelve days")
        assert listed < answer, "the answer comes last"

    def test_anything_else_is_asked_again_and_approves_nothing(self, tmp_path: Path) -> None:
        done = self.ask(tmp_path, "\n?\nmaybe\na\n", "--approve")
        assert done.returncode == 0 and "twelve days" in done.stdout
        assert done.stderr.count("[a/r/q]") == 4


class TestAskedBack:
    """`ask` with a vague wish, answered from standard input."""

    def ask(self, folder: Path, said: str) -> subprocess.CompletedProcess[str]:
        return footnote("ask", "Can you find a cheap e-ink tablet for writing?", given={}, folder=folder, said=said)

    def test_a_number_picks_an_option_and_one_of_none_is_asked_again(self, tmp_path: Path) -> None:
        done = self.ask(tmp_path, "9\n1\n")
        assert "a number from 1 to" in done.stderr
        assert "€100" in done.stdout

    def test_each_question_is_put_once_and_the_end_of_input_takes_the_default(self, tmp_path: Path) -> None:
        done = self.ask(tmp_path, "")
        assert done.stderr.count("What is the most it may cost?") == 1
        assert "**Assumed**" in done.stdout
