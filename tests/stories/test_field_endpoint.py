"""Endpoints at their worst, through the whole bot: plain words in the thread, one line in the log, and no key."""

import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.agent.endpoint import Answer, Endpoint, Rule, always, delta, played, refuses, sends, serving, streams
from tests.stories.office import ANNA, Office, intent, office

Json = dict[str, Any]
DOCS = {"travel.md": "# Travel policy\n\nFirst class is allowed on trips over three hours.\n"}
GOAL = json.dumps(intent("When is first class allowed?"))
KEY = "sk-proj-abcdefghijklmnop1234"
SEARCH: Json = {
    "id": "",
    "type": "function",
    "function": {"name": "search_docs", "arguments": '{"query": "first class"}'},
}
ANSWER = "First class is allowed on trips over three hours [1]."


def reading(*replies: Rule) -> Rule:
    """An endpoint that understands every question, and then says these one after the other."""
    waiting = list(replies)

    def rule(asked: Json) -> Answer:
        if "response_format" in asked:
            return played({"content": GOAL})(asked)
        return (waiting.pop(0) if len(waiting) > 1 else waiting[0])(asked)

    return rule


@asynccontextmanager
async def placed(folder: Path, rule: Rule) -> AsyncIterator[tuple[Office, Endpoint]]:
    """The bot in a workspace, on a model behind this endpoint."""
    async with (
        serving(rule) as endpoint,
        office(folder, docs=DOCS, model_url=endpoint.base_url, approval="off") as at,
    ):
        yield at, endpoint


async def ask(at: Office) -> str:
    return await at.slack.say(ANNA, "@footnote when is first class allowed?")


ENDS = {
    "a web page": (Answer(body="<!doctype html><p>Sign in", kind="text/html"), "is a web page"),
    "a key refused": (refuses(401, f"Incorrect API key provided: {KEY}"), "refused the key"),
    "no such model": (refuses(404, "The model does not exist"), "knows no scripted"),
    "an unknown parameter": (refuses(400, f"Unknown parameter: 'seed' ({KEY})"), "Unknown parameter: 'seed'"),
    "half a JSON": (Answer(body='{"choices": [{"message": {"con'), "broke off"),
    "a move": (Answer(301, headers={"location": f"https://new.test/v1?api_key={KEY}"}), "moved to https://new.test"),
    "a reply without end": (Answer(raw=b"x" * 1_000_000, times=20), "broke off"),
    "a filter": (
        sends({"error": {"message": "The prompt was filtered.", "code": "content_filter"}}, 400),
        "filtered",
    ),
}


@pytest.mark.parametrize("name", ENDS)
@pytest.mark.parametrize("early", [True, False], ids=["understanding", "answering"])
async def test_an_endpoint_that_cannot_be_worked_with_is_said_in_plain_words(
    tmp_path: Path, name: str, early: bool, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "agent")
    answer, words = ENDS[name]
    async with placed(tmp_path, always(answer) if early else reading(always(answer))) as (at, _):
        root = await ask(at)
        thread = await at.sees(root, words, "[Retry]")
        assert KEY not in thread + caplog.text and "Traceback" not in thread + caplog.text
        if name != "a filter":
            ref = thread.partition("reference ")[2][:8]
            assert (
                sum(ref in record.getMessage() for record in caplog.records if record.name == "agent.models.model")
                == 1
            )


async def test_a_stop_in_the_midst_of_a_long_reply_reaches_the_socket(tmp_path: Path) -> None:
    long = streams(*[delta(content="And then ")] * 5, done=False, hangs=True)
    async with placed(tmp_path, reading(always(long))) as (at, endpoint):
        root = await ask(at)
        await at.slack.wait_for(lambda: len(endpoint.asked) == 2 and endpoint.arrived.is_set())
        endpoint.left.clear()
        await at.press(ANNA, root, "Stop")
        await at.slack.wait_for(endpoint.left.is_set)
        await at.sees(root, "Stopped by")


def calls_of(endpoint: Endpoint, nth: int) -> list[Json]:
    messages = endpoint.asked[nth]["messages"]
    assert isinstance(messages, list)
    return [call for message in messages for call in message.get("tool_calls") or ()]


async def test_a_signature_on_a_call_goes_back_to_the_letter(tmp_path: Path) -> None:
    inside = {**SEARCH["function"], "thought_signature": "c2ln+/=="}
    outside = {"google": {"thought_signature": "AY89a18I/+w==é"}}
    signed = {**SEARCH, "id": "function-call-1", "function": inside, "extra_content": outside}
    searching = played({"tool_calls": [signed]}, "stop")
    async with placed(tmp_path, reading(searching, played({"content": ANSWER}))) as (at, endpoint):
        await at.sees(await ask(at), "Sources")
    [call] = calls_of(endpoint, 2)
    assert call["extra_content"] == signed["extra_content"] and call["id"] == "function-call-1"
    assert call["function"]["thought_signature"] == inside["thought_signature"]


@pytest.mark.parametrize("text", ['<function=search_docs({"query": "first class"})</function>', "<function=search_d"])
async def test_a_call_that_its_server_could_not_read_does_not_end_the_run(tmp_path: Path, text: str) -> None:
    error = {"message": "Failed to call a function.", "code": "tool_use_failed", "failed_generation": text}
    failed, searching = always(sends({"error": error}, 400)), played({"tool_calls": [SEARCH]})
    replies = [failed, *([] if "query" in text else [searching]), played({"content": ANSWER})]
    async with placed(tmp_path, reading(*replies)) as (at, endpoint):
        await at.sees(await ask(at), "Sources")
    assert calls_of(endpoint, -1)[0]["function"]["name"] == "search_docs"


async def test_the_intent_is_asked_for_without_thought_where_the_model_was_seen_to_think(tmp_path: Path) -> None:
    def rule(asked: Json) -> Answer:
        return played({"content": GOAL if "response_format" in asked else ANSWER, "reasoning_content": "Hm."})(asked)

    async with placed(tmp_path, rule) as (at, endpoint):
        for _ in range(2):
            await at.sees(await ask(at), "could not confirm")
    intents = [asked.get("reasoning_effort") for asked in endpoint.asked if "response_format" in asked]
    assert intents == [None, "none"]
    assert not [asked for asked in endpoint.asked if "response_format" not in asked and "reasoning_effort" in asked]


async def test_an_answer_whose_stream_just_ended_is_asked_for_again_and_never_shown_as_whole(tmp_path: Path) -> None:
    cut = always(streams(delta(content=f"{ANSWER}\n\nAnd also when the"), done=False))
    searching = played({"tool_calls": [SEARCH]})
    async with placed(tmp_path, reading(searching, cut, played({"content": ANSWER}))) as (at, _):
        thread = await at.sees(await ask(at), "Sources")
        assert "And also" not in thread and "broke off" not in thread
    async with placed(tmp_path / "twice", reading(searching, cut)) as (at, _):
        await at.sees(await ask(at), ANSWER.removesuffix(" [1]."), "broke off")


async def test_a_model_that_must_think_answers_every_question(tmp_path: Path) -> None:
    def rule(asked: Json) -> Answer:
        if asked.get("reasoning_effort") == "none":
            return refuses(400, "Reasoning is mandatory for this endpoint and cannot be disabled.")
        said: Json = {"content": GOAL, "reasoning": "Hm."} if "response_format" in asked else {"content": ANSWER}
        return played(said)(asked)

    async with placed(tmp_path, rule) as (at, endpoint):
        for _ in range(3):
            await at.sees(await ask(at), "could not confirm")
    assert sum("reasoning_effort" in asked for asked in endpoint.asked) == 1


async def test_a_call_announced_again_and_again_is_no_answer(tmp_path: Path) -> None:
    async with placed(tmp_path, reading(played({"content": "I will look."}, "tool_calls"))) as (at, _):
        thread = await at.sees(await ask(at), "[Delete]")
        assert "I will look" not in thread


async def test_an_endpoint_with_too_much_to_do_is_waited_for_in_sight_until_somebody_stops_it(tmp_path: Path) -> None:
    busy = Answer(429, json.dumps({"error": {"message": "slow down"}}), headers={"x-should-retry": "false"})
    async with placed(tmp_path, reading(always(busy))) as (at, _):
        root = await ask(at)
        await at.sees(root, "too much to do, waiting")
        await at.press(ANNA, root, "Stop")
        await at.sees(root, "Stopped by")
