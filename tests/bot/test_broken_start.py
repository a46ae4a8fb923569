"""Starting where something is broken: one line that says what, whose fault it is, and what to do."""

import os
import sqlite3
import subprocess
import sys
from contextlib import chdir
from pathlib import Path

import pytest

from agent.log import Log, LogError
from bot.app import slack_bot
from bot.playground.slack import Fault, SlackDouble
from bot.settings import Settings, SettingsError, load

METHODS = ("auth.test", "apps.connections.open")


def settings(slack: SlackDouble, folder: Path, **other: object) -> Settings:
    joined = {
        "slack_bot_token": slack.bot_token,
        "slack_app_token": slack.app_token,
        "slack_api_url": slack.api_url,
        "openai_api_key": "test",
        "data": folder / "data",
    }
    return Settings().model_copy(update={**joined, **other})


async def complaint(given: Settings) -> str:
    with pytest.raises(SettingsError) as failed:
        async with slack_bot(given):
            pass
    return str(failed.value)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "fault", [Fault.status(500), Fault.status(503), Fault.ratelimited(1), Fault.error("internal_error")]
)
async def test_slack_s_own_trouble_is_not_blamed_on_a_token(method: str, fault: Fault, tmp_path: Path) -> None:
    async with SlackDouble() as slack:
        slack.faults.add(method, fault)
        words = await complaint(settings(slack, tmp_path))
        assert "Slack has trouble" in words and "TOKEN" not in words and "None" not in words


@pytest.mark.parametrize("method", METHODS)
async def test_a_connection_that_breaks_is_said(method: str, tmp_path: Path) -> None:
    async with SlackDouble() as slack:
        slack.faults.add(method, Fault.reset_before())
        assert "Slack cannot be reached" in await complaint(settings(slack, tmp_path))


async def test_a_wrong_token_is_named(tmp_path: Path) -> None:
    async with SlackDouble() as slack:
        assert "SLACK_BOT_TOKEN" in await complaint(settings(slack, tmp_path, slack_bot_token="xoxb-other"))
        assert "SLACK_APP_TOKEN" in await complaint(settings(slack, tmp_path, slack_app_token="xapp-other"))


@pytest.mark.parametrize("name", ["SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "OPENAI_API_KEY", "TAVILY_API_KEY"])
@pytest.mark.parametrize("value", ["xoxb-ключ", "xapp-1\nX-Injected: 1", "sk-a b"])
def test_what_no_header_can_carry_is_named_and_not_shown(name: str, value: str, tmp_path: Path) -> None:
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), name: value}
    command = [
        sys.executable,
        "-c",
        f"import sys; sys.path[:0] = {sys.path!r}; from bot.settings import load; load()",
    ]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    last = done.stderr.strip().splitlines()[-1]
    assert f"{name}: it holds a character that no key has" in last and value not in done.stderr


def test_a_dotenv_in_another_encoding_is_said(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes("OPENAI_API_KEY=sk-größe".encode("utf-16"))
    with chdir(tmp_path), pytest.raises(SettingsError, match=r"\.env is not UTF-8"):
        load()


@pytest.mark.parametrize("key", ["schema", "key"])
async def test_a_log_whose_own_marks_are_damaged_is_said(key: str, tmp_path: Path) -> None:
    path = tmp_path / "footnote.db"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)")
        db.execute("INSERT INTO meta VALUES (?, 'nonsense')", (key,))
    log = Log(path)
    with pytest.raises(LogError, match="cannot be used as the log"):
        await log.open()
    await log.close()


async def test_a_log_that_breaks_while_it_is_used_has_a_name_too(tmp_path: Path) -> None:
    path = tmp_path / "footnote.db"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE fact (something TEXT)")
    log = Log(path)
    await log.open()
    with pytest.raises(LogError, match="cannot be used as the log"):
        await log.unsettled()
    await log.close()


@pytest.mark.parametrize("port", ["-1", "65536"])
def test_a_port_that_is_none_is_refused(port: str, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "200"}
    command = [sys.executable, "-m", "bot", "try", "--port", port]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and "--port" in done.stderr and "Traceback" not in done.stderr
