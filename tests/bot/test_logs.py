"""No key stands in the log, at any level, in no argument, trace or cause; nor in what ends the program."""

from __future__ import annotations

import logging
import subprocess
import sys

import httpx
import pytest
from slack_sdk.web import WebClient
from slack_sdk.web.slack_response import SlackResponse

from bot.logs import Safely
from bot.settings import Settings

KEY = "sk-test-0123456789abcdef"
BOT = "xoxb-12345-67890-abcdefghij"
HOOK = "https://hooks.slack.com/actions/T1/22/aBcDeFgHiJ0123"
ODD = "a key of no known form 17"


def line(message: str, *arguments: object, error: BaseException | None = None) -> str:
    record = logging.LogRecord(
        "x",
        logging.DEBUG,
        "x.py",
        1,
        message,
        arguments,
        (type(error), error, error.__traceback__) if error else None,
    )
    safely = Safely()
    safely.known = (ODD,)
    return safely.format(record)


@pytest.mark.parametrize(
    ("message", "arguments", "secret"),
    [
        ("Received: %s", ({"token": BOT, "response_url": HOOK},), BOT),
        ("Received: %s", ({"token": "Zq81kLmPv", "response_url": HOOK},), "Zq81kLmPv"),
        ("Received: %s", ({"response_url": HOOK},), "aBcDeFgHiJ0123"),
        ("payload %r", ('{"response_url":"http:\\/\\/127.0.0.1\\/response\\/17"}',), "response\\/17"),
        ("Sending %s", ({"Authorization": f"Bearer {BOT}"},), BOT),
        ("Connected wss://wss.slack.com/link/?ticket=%s&app_id=1", ("aBcDeF017",), "aBcDeF017"),
        ("HTTP Request: GET https://a.test/x?key=%s", ("abc123",), "abc123"),
        ("headers [(b'authorization', b'Bearer %s')]", (KEY,), KEY),
        ("refused %s", (ODD,), ODD),
    ],
)
def test_a_line_holds_no_key(message: str, arguments: tuple[object, ...], secret: str) -> None:
    said = line(message, *arguments)
    assert secret not in said and "[hidden]" in said and said.startswith("DEBUG x: ")


def test_nor_does_a_trace_or_what_it_was_caused_by() -> None:
    try:
        try:
            raise httpx.ConnectError(f"https://a.test/?key={ODD} {KEY}")
        except httpx.ConnectError as error:
            raise ValueError(f"{BOT} https://ann:pass@a.test/") from error
    except ValueError as error:
        said = line("step %s failed", "reply.1", error=error)
    assert "ConnectError" in said and "ValueError" in said and "Traceback" in said
    assert not [secret for secret in (KEY, BOT, ODD, "ann:pass") if secret in said]


def test_a_failed_call_of_slack_s_library_is_logged_without_its_token() -> None:
    response = SlackResponse(
        client=WebClient(), http_verb="POST", api_url="https://slack.com/api/x", req_args={"headers": {"token": BOT}},
        data={"ok": False, "error": BOT}, headers={"Authorization": f"Bearer {BOT}"}, status_code=200,
    )  # fmt: skip
    assert BOT not in line("%s %s", response.req_args, response)


def test_every_key_of_the_settings_is_known() -> None:
    fields = [name for name in Settings.model_fields if name.endswith(("_key", "_token", "_secret"))]
    assert Settings().model_copy(update={name: name for name in fields}).keys == tuple(fields)
    assert len(fields) == 5


def test_what_ends_the_program_holds_no_key() -> None:
    code = f"from bot import logs; logs.begin(); logs.hide(['{ODD}']); raise ValueError('{ODD} {KEY}')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1 and "ValueError: [hidden] [hidden]" in done.stderr
    assert ODD not in done.stderr.replace(code, "") and KEY not in done.stderr.replace(code, "")
