"""Settings: read from the environment once, and what is missing or wrong is one line that says what to do."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from bot.settings import KNOWN, Settings, SettingsError, for_http, for_slack, for_work, unknown

ROOT = Path(__file__).parents[2]
SOUND = {"slack_bot_token": "xoxb-1", "slack_app_token": "xapp-1", "openai_api_key": "k", "openai_base_url": ""}


SERVED = {**SOUND, "slack_signing_secret": "abc"}


def settings(**given_: object) -> Settings:
    return Settings(_env_file=None).model_copy(update={**SOUND, **given_})


def complaint(**given_: object) -> str:
    with pytest.raises(SettingsError) as refused:
        for_slack(settings(**given_))
    return str(refused.value)


def test_what_a_workspace_needs_is_enough() -> None:
    assert for_slack(settings()).slack_bot_token == "xoxb-1"
    assert for_work(settings(openai_api_key="", openai_base_url="http://127.0.0.1:1/v1")).has_model


@pytest.mark.parametrize(
    ("given_", "words"),
    [
        ({"slack_bot_token": ""}, ("SLACK_BOT_TOKEN is not set", "OAuth & Permissions", "xoxb-")),
        ({"slack_app_token": ""}, ("SLACK_APP_TOKEN is not set", "App-Level Tokens", "xapp-")),
        ({"slack_bot_token": "xapp-1"}, ("SLACK_BOT_TOKEN holds an app-level token", "xoxb-")),
        ({"slack_app_token": "xoxb-1"}, ("SLACK_APP_TOKEN holds a bot token", "xapp-")),
        ({"slack_bot_token": "xoxp-1"}, ("SLACK_BOT_TOKEN holds a user token", "xoxb-")),
        ({"slack_bot_token": "secret"}, ("SLACK_BOT_TOKEN holds something else", "xoxb-")),
        ({"openai_api_key": ""}, ("OPENAI_API_KEY", "OPENAI_BASE_URL")),
    ],
)
def test_what_is_missing_swapped_or_wrong_is_named(given_: Mapping[str, object], words: tuple[str, ...]) -> None:
    said = complaint(**given_)
    assert all(word in said for word in words) and "\n" not in said


@pytest.mark.parametrize(
    ("given_", "words"),
    [
        ({"slack_bot_token": ""}, "SLACK_BOT_TOKEN is not set"),
        ({"slack_signing_secret": ""}, "SLACK_SIGNING_SECRET is not set"),
        ({"slack_signing_secret": "xoxb-1"}, "SLACK_SIGNING_SECRET holds a bot token"),
        ({"openai_api_key": ""}, "OPENAI_API_KEY"),
    ],
)
def test_what_request_urls_need_is_named(given_: Mapping[str, object], words: str) -> None:
    with pytest.raises(SettingsError, match=words):
        for_http(settings(**{**SERVED, **given_}))
    assert for_http(settings(**SERVED)).slack_signing_secret == "abc"


@pytest.mark.parametrize("name", ["slack_bot_token", "slack_app_token"])
@given(value=st.text("0123456789abcdef", min_size=16))
def test_no_complaint_shows_a_token(name: str, value: str) -> None:
    assert value not in complaint(**{name: value})


def test_every_name_that_is_ours_is_known_and_the_nearest_is_offered() -> None:
    assert {"FOOTNOTE_DOCS", "FOOTNOTE_MODEL", "FOOTNOTE_APPROVAL", "FOOTNOTE_DATA"} <= set(KNOWN)
    given_ = {"FOOTNOTE_DOC": "/x", "FOOTNOTE_QQQQQQ": "1", "FOOTNOTE_MODEL": "m", "PATH": "/bin"}
    assert list(unknown(given_)) == [("FOOTNOTE_DOC", "FOOTNOTE_DOCS"), ("FOOTNOTE_QQQQQQ", "")]


@given(st.dictionaries(st.sampled_from([*KNOWN, "FOOTNOTE_", "FOOTNOTE_X", "HOME"]), st.text()))
def test_only_unknown_names_of_ours_are_reported(environment: dict[str, str]) -> None:
    assert {name for name, _ in unknown(environment)} == set(environment) & {"FOOTNOTE_", "FOOTNOTE_X"}


def test_a_dotenv_is_read_and_spaces_around_a_value_do_not_count(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text('SLACK_BOT_TOKEN=" xoxb-1 "\nSLACK_APP_TOKEN="xapp-1"\n', "utf-8")
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "HOME": str(tmp_path)}
    ended = subprocess.run(
        [sys.executable, "-m", "bot", "run"], env=environment, cwd=tmp_path, capture_output=True, text=True
    )
    assert ended.returncode == 2 and "no model" in ended.stderr, (
        "both tokens were taken, the model is what is missing"
    )


@pytest.mark.parametrize("name", ["OPENAI_BASE_URL", "FOOTNOTE_TAVILY_URL", "FOOTNOTE_SLACK_API_URL"])
@pytest.mark.parametrize("value", ["http://[::1", "localhost:8000/v1", "//x", "http://a:99999/", "ftp://a/b"])
def test_an_address_that_is_none_is_refused(name: str, value: str) -> None:
    with pytest.raises(ValidationError, match="it is not a web address"):
        Settings.model_validate({name: value})


def test_an_approval_that_is_none_is_refused() -> None:
    with pytest.raises(ValidationError, match="FOOTNOTE_APPROVAL"):
        Settings.model_validate({"FOOTNOTE_APPROVAL": "never"})


def test_a_setting_that_is_none_is_one_line() -> None:
    environment = {**os.environ, "OPENAI_BASE_URL": "localhost:8000/v1"}
    command = [sys.executable, "-m", "bot", "ask", "x"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 2 and done.stderr.startswith("footnote: OPENAI_BASE_URL: it is not a web address")
    assert done.stderr.count("\n") == 1
