"""What no endpoint should do is bounded and said in plain words; and whoever leaves closes the connection."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from agent.models.model import CannotWork, ModelError, TryAgain
from agent.models.wire import LARGEST, LARGEST_PACKED
from tests.agent.endpoint import (
    KEY,
    TOOL,
    USER,
    Answer,
    Desk,
    Json,
    always,
    delta,
    desk,
    ignore,
    in_turn,
    played,
    refuses,
    says,
    sends,
    serving,
    streams,
)

__all__ = ["desk"]  # a fixture
Hearing = Callable[[str], None] | None
both = pytest.mark.parametrize("hear", [None, ignore], ids=["whole", "streamed"])
MEGABYTE = b"x" * 1_000_000
PACKED = gzip.compress(b'data: {"choices": []}\n\n' * 1000)


async def failing(desk: Desk, answer: Answer, hear: Hearing, *, silence: float = 20.0) -> tuple[ModelError, int]:
    """The error that this answer ends in, and how often the endpoint was asked."""
    model, endpoint = await desk.set(always(answer), silence=silence)
    with pytest.raises(ModelError) as raised:
        await model.reply([USER], on_text=hear)
    return raised.value, len(endpoint.asked)


# --- bad input --------------------------------------------------------------------------------------------------

EVENTS = "text/event-stream"
GZIP = {"content-encoding": "gzip"}
BAD = {
    "a web page": (Answer(body="<!doctype html><p>Welcome", kind="text/html"), "web page"),
    "a web page that says it is JSON": (Answer(body="\n <html>Sign in", kind="application/json"), "web page"),
    "a key refused": (refuses(401, f"Incorrect API key provided: {KEY}"), "refused the key"),
    "no such model": (refuses(404, "The model `m-1` does not exist", "model_not_found"), "knows no m-1"),
    "no such address": (Answer(404, "404 page not found", "text/plain"), "its address is wrong"),
    "another method": (Answer(405, '{"detail":"Method Not Allowed"}'), "its address is wrong"),
    "an unknown parameter": (refuses(400, "Unknown parameter: 'frobnicate'."), "refused the request: Unknown param"),
    "half a JSON": (Answer(body='{"choices": [{"message": {"content": "Te'), "could not be read"),
    "half a JSON in a stream": (Answer(kind=EVENTS, lines=['data: {"choices": [{"del']), "could not be read"),
    "JSON that is none": (Answer(body="OK"), "could not be read"),
    "JSON without end": (Answer(body='{"choices": ' + "[" * 100_000), "could not be read"),
    "rubbish that says it is packed": (Answer(raw=b"no gzip", headers=GZIP), "could not be read"),
    "a packed error that is none": (Answer(400, raw=b"no gzip", headers=GZIP), "could not be read"),
    "a reply without end": (Answer(raw=MEGABYTE, times=LARGEST // len(MEGABYTE) + 2), "too long to be read"),
    "a stream of one endless line": (
        Answer(kind=EVENTS, raw=MEGABYTE, times=LARGEST // len(MEGABYTE) + 2), "too long to be read",
    ),
    "an error without end": (Answer(400, raw=MEGABYTE, times=LARGEST // len(MEGABYTE) + 2), "too long to be read"),
    "a reply that unfolds": (
        Answer(
            kind=EVENTS, raw=PACKED, times=LARGEST_PACKED // len(PACKED) + 2, headers=GZIP
        ),
        "too long to be read|could not be read|broke off|nothing",
    ),
    "a move": (Answer(301, headers={"location": "https://new.test/v1/chat"}), "has moved to https://new.test/v1/chat"),
    "a move elsewhere": (Answer(307, headers={"location": "http://evil.test/v1"}), "has moved to http://evil.test/v1"),
}  # fmt: skip


@both
@pytest.mark.parametrize("name", BAD)
async def test_what_cannot_be_worked_with_is_one_plain_sentence(
    desk: Desk, name: str, hear: Hearing, caplog: pytest.LogCaptureFixture
) -> None:
    answer, words = BAD[name]
    caplog.set_level(logging.DEBUG, "agent")
    error, _ = await failing(desk, answer, hear)
    assert re.search(words, error.text) and "\n" not in error.text and len(error.text) < 400
    assert KEY not in error.text + caplog.text
    lines = [record.getMessage() for record in caplog.records if error.ref in record.getMessage()]
    assert len(lines) == 1 and "\n" not in lines[0].strip(), "one line with the reference"


@both
async def test_silence_is_said_after_one_wait(desk: Desk, hear: Hearing) -> None:
    error, asked = await failing(desk, Answer(silent=True), hear, silence=0.3)
    assert type(error) is TryAgain and error.text == "The model did not answer in time." and asked == 1


@both
async def test_comments_without_end_are_silence(desk: Desk, hear: Hearing) -> None:
    error, asked = await failing(desk, Answer(kind=EVENTS, hangs=True), hear, silence=0.3)
    assert error.text == "The model did not answer in time." and asked == 1


@both
async def test_a_reply_that_never_comes_to_its_end_is_silence(desk: Desk, hear: Hearing) -> None:
    error, _ = await failing(desk, Answer(kind="application/json", hangs=True), hear, silence=0.3)
    assert error.text == "The model did not answer in time."


async def test_an_address_that_moved_on_the_same_host_is_followed(desk: Desk) -> None:
    model, endpoint = await desk.set(
        in_turn(Answer(308, headers={"location": "/v1/chat/completions?again"}), says("Ten."))
    )
    assert (await model.reply([USER])).text == "Ten."
    assert [asked["messages"] for asked in endpoint.asked] == [[USER], [USER]]


async def test_a_redirect_in_circles_ends(desk: Desk) -> None:
    error, _ = await failing(desk, Answer(307, headers={"location": "/v1/chat/completions"}), None)
    assert type(error) in (TryAgain, CannotWork)


async def test_no_other_host_gets_the_conversation(desk: Desk) -> None:
    async with serving(always(says())) as elsewhere:
        there = elsewhere.base_url.replace("127.0.0.1", "localhost")
        for status in (301, 302, 303, 307, 308):
            target = f"{there}/chat/completions?key={KEY}"
            error, _ = await failing(desk, Answer(status, headers={"location": target}), None)
            assert type(error) is CannotWork and KEY not in error.text
        assert elsewhere.asked == []


async def test_a_packed_reply_is_read(desk: Desk) -> None:
    body = gzip.compress(
        json.dumps({"choices": [{"message": {"content": "Ten."}, "finish_reason": "stop"}]}).encode()
    )
    model, _ = await desk.set(always(Answer(raw=body, headers=GZIP)))
    assert (await model.reply([USER])).text == "Ten."


# --- waiting ----------------------------------------------------------------------------------------------------


@both
async def test_a_short_wait_is_waited_for(desk: Desk, hear: Hearing) -> None:
    waiting = [refuses(429, "slow down", **{"retry-after": "0.05"})]

    def rule(asked: Json) -> Answer:
        return waiting.pop() if waiting else played({"content": "Ten."})(asked)

    model, endpoint = await desk.set(rule)
    assert (await model.reply([USER], on_text=hear)).text == "Ten." and len(endpoint.asked) == 2


@both
@pytest.mark.parametrize("wait", ["61", "86400", "1e999", "Fri, 01 Jan 2100 00:00:00 GMT"])
async def test_an_absurd_wait_is_said(desk: Desk, wait: str, hear: Hearing) -> None:
    error, asked = await failing(desk, refuses(429, "slow down", **{"retry-after": wait}), hear)
    assert "left alone for" in error.text and asked == 1


# --- leaving ----------------------------------------------------------------------------------------------------


HELD = {
    "before a byte": Answer(silent=True),
    "before a word": Answer(kind=EVENTS, hangs=True),
    "in the middle": streams(delta(content="Ten"), done=False, hangs=True),
    "in one piece": Answer(kind="application/json", lines=['{"choices": ['], hangs=True),
}


@both
@pytest.mark.parametrize("name", HELD)
async def test_a_stop_reaches_the_socket(desk: Desk, name: str, hear: Hearing) -> None:
    model, endpoint = await desk.set(always(HELD[name]))
    task = asyncio.create_task(model.reply([USER], tools=[TOOL], on_text=hear))
    await asyncio.wait_for(endpoint.arrived.wait(), 20)
    assert not endpoint.left.is_set()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.wait_for(endpoint.left.wait(), 20)
    assert len(endpoint.asked) == 1


@both
async def test_a_stop_ends_the_wait_between_two_tries(desk: Desk, hear: Hearing) -> None:
    model, endpoint = await desk.set(always(refuses(503, "overloaded", **{"retry-after": "1"})))
    task = asyncio.create_task(model.reply([USER], on_text=hear))
    await asyncio.wait_for(endpoint.left.wait(), 20)
    await asyncio.sleep(0.1)  # into the wait
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(task, 20)
    assert len(endpoint.asked) == 1


async def test_the_next_call_after_a_stop_works(desk: Desk) -> None:
    model, endpoint = await desk.set(in_turn(replace(HELD["in the middle"]), sends(json.loads(says("Ten.").body))))
    task = asyncio.create_task(model.reply([USER], on_text=ignore))
    await asyncio.wait_for(endpoint.arrived.wait(), 20)
    task.cancel()
    assert (await model.reply([USER])).text == "Ten."
