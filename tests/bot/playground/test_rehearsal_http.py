"""The rehearsal model as an endpoint, through the OpenAI client."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import aiohttp
import openai
import pytest
from openai import AsyncOpenAI

from bot.playground.rehearsal import Rehearsal
from bot.playground.rehearsal.tongues import stock
from tests.bot.playground.desk import TOOLS, Body, opening, request, task

GOAL = "When is high tide in Ost Bay?"

NOTHING = stock("nothing", "English")


@pytest.fixture
async def model() -> AsyncIterator[Rehearsal]:
    async with Rehearsal() as running:
        yield running


@pytest.fixture
async def client(model: Rehearsal) -> AsyncIterator[AsyncOpenAI]:
    async with AsyncOpenAI(base_url=model.url, api_key="any", max_retries=0) as given:
        yield given


async def post(model: Rehearsal, body: object, headers: dict[str, str] | None = None) -> tuple[int, Body]:
    """A request as it is, without a client that would mend it: status and error."""
    async with (
        aiohttp.ClientSession() as session,
        session.post(
            f"{model.url}/chat/completions",
            data=body if isinstance(body, str) else json.dumps(body),
            headers={"Authorization": "Bearer any"} if headers is None else headers,
        ) as response,
    ):
        return response.status, (await response.json())["error"]


async def test_it_lists_itself_and_says_what_it_is(model: Rehearsal, client: AsyncOpenAI) -> None:
    [listed] = (await client.models.list()).data
    assert listed.id == "rehearsal-1"
    assert "understands nothing" in (listed.model_extra or {})["description"]
    assert (await client.models.retrieve("rehearsal-1")).id == "rehearsal-1"


async def test_calls_come_whole_when_not_streamed(client: AsyncOpenAI) -> None:
    done = await client.chat.completions.create(**request(opening(task(GOAL))))
    choice = done.choices[0]
    calls = [call for call in choice.message.tool_calls or () if call.type == "function"]
    assert choice.finish_reason == "tool_calls"
    assert [call.function.name for call in calls] == ["search_docs", "search"]
    assert json.loads(calls[0].function.arguments) == {"query": "high tide Ost Bay"}
    assert (
        done.usage is not None
        and done.usage.total_tokens == done.usage.prompt_tokens + done.usage.completion_tokens > 50
    )


async def test_calls_come_in_fragments_when_streamed(client: AsyncOpenAI) -> None:
    body = request(opening(task(GOAL)))
    chunks = [
        c
        async for c in await client.chat.completions.create(
            **body, stream=True, stream_options={"include_usage": True}
        )
    ]
    deltas = [call for c in chunks if c.choices for call in c.choices[0].delta.tool_calls or ()]
    assert chunks[0].choices[0].delta.role == "assistant"
    assert [d.index for d in deltas if d.id] == [0, 1]
    second = "".join(d.function.arguments or "" for d in deltas if d.index == 1 and d.function)
    assert len([d for d in deltas if d.index == 1]) == 3 and json.loads(second) == {"query": "high tide Ost Bay"}
    assert chunks[-2].choices[0].finish_reason == "tool_calls"
    assert chunks[-1].choices == [] and chunks[-1].usage is not None


async def test_words_come_in_several_deltas_and_without_usage_unless_asked(client: AsyncOpenAI) -> None:
    body = request(opening(task(GOAL)), ())
    chunks = [c async for c in await client.chat.completions.create(**body, stream=True)]
    pieces = [c.choices[0].delta.content for c in chunks if c.choices[0].delta.content]
    assert len(pieces) > 1 and "".join(pieces) == NOTHING
    assert chunks[-1].choices[0].finish_reason == "stop" and all(c.usage is None for c in chunks)


async def test_the_client_s_own_accumulator_reads_the_stream(client: AsyncOpenAI) -> None:
    async with client.chat.completions.stream(**request(opening(task(GOAL)))) as stream:
        final = await stream.get_final_completion()
    assert [call.function.name for call in final.choices[0].message.tool_calls or ()] == ["search_docs", "search"]


async def test_json_mode_gives_the_intent(client: AsyncOpenAI) -> None:
    turns = [{"message": "m1", "speaker": "U1", "kind": "member", "name": "Anna", "text": "Find a cheap scanner"}]
    body = json.dumps({"today": "2026-11-29", "asked": "m1", "asked_by": "U1", "open_questions": [], "turns": turns})
    messages: list[Body] = [
        {"role": "system", "content": "# Understand what is asked\n\nReply in JSON."},
        {"role": "user", "content": body},
    ]
    again: list[Body] = [
        *messages,
        {"role": "assistant", "content": "{"},
        {"role": "user", "content": "That was no valid JSON."},
    ]
    for given in (messages, again):
        done = await client.chat.completions.create(
            **request(given, ()), response_format={"type": "json_object"}, temperature=0
        )
        assert json.loads(done.choices[0].message.content or "")["mode"] == "clarify"


async def test_the_bodies_received_are_kept(model: Rehearsal, client: AsyncOpenAI) -> None:
    await client.chat.completions.create(**request(opening(task(GOAL))), temperature=0.5)
    [body] = model.requests
    assert body["temperature"] == 0.5 and len(body["tools"]) == len(TOOLS)  # type: ignore[arg-type]


async def test_an_unknown_model_is_not_found(client: AsyncOpenAI) -> None:
    with pytest.raises(openai.NotFoundError) as error:
        await client.chat.completions.create(**(request(opening(task(GOAL))) | {"model": "gpt-9"}))
    assert error.value.code == "model_not_found"


async def test_without_a_key_nothing_is_said(model: Rehearsal) -> None:
    status, error = await post(model, request(opening(task(GOAL))), headers={})
    assert (status, error["type"]) == (401, "authentication_error")
    assert model.requests == []


CALL: Body = {"id": "c1", "type": "function", "function": {"name": "search", "arguments": "{}"}}
USER: Body = {"role": "user", "content": "hello"}
CALLS: Body = {"role": "assistant", "content": None, "tool_calls": [CALL]}
RESULT: Body = {"role": "tool", "tool_call_id": "c1", "content": "nothing"}


@pytest.mark.parametrize(
    "body",
    [
        "{",
        "[]",
        {},
        {"model": "rehearsal-1"},
        {"model": "rehearsal-1", "messages": []},
        {"model": "rehearsal-1", "messages": [{"role": "robot", "content": "x"}]},
        {"model": "rehearsal-1", "messages": [{"role": "user", "content": 5}]},
        {"model": "rehearsal-1", "messages": [{"role": "user"}]},
        {"model": "rehearsal-1", "messages": [USER], "temperature": 9},
        {"model": "rehearsal-1", "messages": [USER], "tools": []},
        {"model": "rehearsal-1", "messages": [USER], "parallel_tool_calls": True},
        {"model": "rehearsal-1", "messages": [USER], "stream_options": {"include_usage": True}},
        {"model": "rehearsal-1", "messages": [USER], "response_format": {"type": "json_object"}},
        {"model": "rehearsal-1", "messages": [USER, CALLS]},
        {"model": "rehearsal-1", "messages": [USER, CALLS, USER, RESULT]},
        {"model": "rehearsal-1", "messages": [USER, RESULT]},
        {"model": "rehearsal-1", "messages": [USER, {"role": "assistant", "content": None, "tool_calls": [
            CALL | {"function": {"name": "search", "arguments": '{"q": "ab'}}]}, RESULT]},
    ],
)  # fmt: skip
async def test_nonsense_is_a_400_in_openai_s_shape(model: Rehearsal, body: object) -> None:
    status, error = await post(model, body)
    assert status == 400
    assert error["type"] == "invalid_request_error" and set(error) == {"message", "type", "param", "code"}


async def test_an_unknown_path_is_a_404_in_openai_s_shape(model: Rehearsal) -> None:
    async with aiohttp.ClientSession() as session, session.get(f"{model.url}/nowhere") as response:
        assert response.status == 404 and "error" in await response.json()


async def test_a_client_that_goes_away_does_not_keep_it_from_closing(client: AsyncOpenAI) -> None:
    async with (
        Rehearsal(pace=30.0) as slow,
        AsyncOpenAI(base_url=slow.url, api_key="any", max_retries=0) as impatient,
    ):
        stream = await impatient.chat.completions.create(**request(opening(task(GOAL)), ()), stream=True)
        await anext(aiter(stream))
        await stream.close()


async def test_closing_twice_is_closing_once() -> None:
    model = Rehearsal()
    await model.start()
    await model.close()
    await model.close()
