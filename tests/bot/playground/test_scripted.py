"""The scripted model, through the OpenAI client."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import openai
import pytest
from openai import AsyncOpenAI
from openai.types.chat import ChatCompletionChunk

from bot.playground.rehearsal.scripted import Held, Line, Odd, Scripted, Status
from bot.playground.rehearsal.wire import Reply

MESSAGES: list[Any] = [{"role": "user", "content": "reply in json, please"}]
JSON: Any = {"type": "json_object"}


def client(model: Scripted) -> AsyncOpenAI:
    return AsyncOpenAI(base_url=model.url, api_key="any", max_retries=0)


async def ask(model: Scripted, **more: Any) -> Any:
    async with client(model) as given:
        return await given.chat.completions.create(model="whatever", messages=MESSAGES, **more)


async def stream(model: Scripted, **more: Any) -> list[ChatCompletionChunk]:
    async with client(model) as given:
        chunks = await given.chat.completions.create(model="whatever", messages=MESSAGES, stream=True, **more)
        return [chunk async for chunk in chunks]


def words(chunks: list[ChatCompletionChunk]) -> str:
    return "".join(c.choices[0].delta.content or "" for c in chunks if c.choices)


async def test_lines_of_every_sort_are_played_in_order() -> None:
    script: list[Line] = [
        "first words",
        [("search", {"query": "tides"}), ("read_page", '{"url": "half')],
        {"mode": "chat"},
        lambda body: f"{len(body['messages'])} message",  # type: ignore[arg-type]
        Reply("cut off", finish="length"),
    ]
    async with Scripted(script) as model:
        said = [(await ask(model)).choices[0] for _ in range(5)]
        assert said[0].message.content == "first words"
        assert [(c.function.name, c.function.arguments) for c in said[1].message.tool_calls] == [
            ("search", '{"query": "tides"}'), ("read_page", '{"url": "half'),
        ]  # fmt: skip
        assert json.loads(said[2].message.content) == {"mode": "chat"}
        assert said[3].message.content == "1 message"
        assert said[4].finish_reason == "length"
        assert len(model.requests) == 5 and model.left == 0


async def test_a_used_up_script_is_a_500_that_says_so() -> None:
    async with Scripted(["only line"]) as model:
        await ask(model)
        with pytest.raises(openai.InternalServerError, match="used up: 1 lines for reply calls"):
            await ask(model)


async def test_json_calls_have_a_script_of_their_own_where_one_is_given() -> None:
    async with Scripted(["words"], intents=[{"goal": "tides"}]) as model:
        assert (await ask(model)).choices[0].message.content == "words"
        assert json.loads((await ask(model, response_format=JSON)).choices[0].message.content) == {"goal": "tides"}
        assert (len(model.loop_requests), len(model.intent_requests)) == (1, 1)
        with pytest.raises(openai.InternalServerError, match="for intent calls"):
            await ask(model, response_format=JSON)


async def test_a_status_comes_with_its_headers() -> None:
    async with Scripted(
        [Status(429, "slow down", {"Retry-After": "7"}), Status(400, {"error": {"message": "own shape"}})]
    ) as model:
        with pytest.raises(openai.RateLimitError, match="slow down") as limited:
            await ask(model)
        assert limited.value.response.headers["Retry-After"] == "7"
        with pytest.raises(openai.BadRequestError, match="own shape"):
            await ask(model)


async def test_a_held_reply_waits_until_it_is_let_go() -> None:
    held = Held("at last")
    async with Scripted([held]) as model:
        asking = asyncio.create_task(stream(model))
        await held.reached.wait()
        assert not asking.done()
        held.release.set()
        assert words(await asking) == "at last"


async def test_a_stream_can_be_held_in_the_middle() -> None:
    held = Held("one two three four five six seven", after=3)
    async with Scripted([held]) as model, client(model) as given:
        chunks = aiter(await given.chat.completions.create(model="m", messages=MESSAGES, stream=True))
        first = [await anext(chunks) for _ in range(3)]
        assert words(first) == "one two three four five six "
        held.release.set()
        assert words([chunk async for chunk in chunks]) == "seven"


async def test_a_model_that_is_waited_for_can_still_be_closed() -> None:
    held = Held("never")
    async with Scripted([held]) as model:
        asking = asyncio.create_task(ask(model))
        await held.reached.wait()
    with pytest.raises(openai.APIConnectionError):
        await asking


CALLS = [("search", {"query": "a"}), ("search", {"query": "b"})]


async def test_calls_without_an_index() -> None:
    async with Scripted([Odd(CALLS, without_index=True, whole_calls=True)]) as model:
        calls = [c for chunk in await stream(model) for c in (chunk.choices[0].delta.tool_calls or [])]
        assert [c.function and c.function.arguments for c in calls] == ['{"query": "a"}', '{"query": "b"}']
        assert all(getattr(c, "index", None) is None for c in calls) and len({c.id for c in calls}) == 2


async def test_chunks_without_choices_and_empty_deltas() -> None:
    async with Scripted([Odd("word", empty_choices=True, empty_deltas=40), Odd("word", null_choices=True)]) as model:
        chunks = await stream(model, stream_options={"include_usage": True})
        assert chunks[0].choices == [] and words(chunks) == "word" and chunks[-1].usage is not None
        assert sum(1 for c in chunks if c.choices and c.choices[0].delta.content == "") >= 40
        assert (await stream(model))[0].choices is None


async def test_an_error_in_the_middle_of_a_stream() -> None:
    async with Scripted([Odd("some words that are not all of them", error="overloaded")]) as model:
        with pytest.raises(openai.APIError, match="overloaded"):
            await stream(model)


async def test_a_stream_that_just_ends() -> None:
    async with Scripted([Odd("some words that are not all of them", ends=True)]) as model:
        chunks = await stream(model)
        assert 0 < len(words(chunks)) < len("some words that are not all of them")
        assert all(c.choices[0].finish_reason is None for c in chunks)


async def test_a_connection_that_breaks() -> None:
    async with Scripted([Odd("some words that are not all of them", cut=True)]) as model:
        with pytest.raises(Exception, match=r"(?i)closed|incomplete|connection|peer"):
            await stream(model)


async def test_reasoning_refusal_and_a_finish_reason_that_does_not_fit() -> None:
    async with Scripted(
        [Odd(CALLS, finish="stop", reasoning="hmm"), Odd("", refusal="I will not.", finish=""), Odd("x", finish="")]
    ) as model:
        chunks = await stream(model)
        assert chunks[-1].choices[0].finish_reason == "stop"
        assert "hmm" in [getattr(c.choices[0].delta, "reasoning_content", None) for c in chunks]
        said = (await ask(model)).choices[0]
        assert (said.message.refusal, said.message.content, said.finish_reason) == ("I will not.", None, None)
        assert (await stream(model))[-1].choices[0].finish_reason is None


async def test_odd_answers_that_are_not_streamed() -> None:
    async with Scripted([Odd("x", empty_choices=True), Odd("x", null_choices=True)]) as model:
        assert (await ask(model)).choices == []
        assert (await ask(model)).choices is None


async def test_a_request_that_is_none_is_refused_and_uses_up_no_line() -> None:
    async with Scripted(["line"]) as model:
        with pytest.raises(openai.BadRequestError):
            async with client(model) as given:
                await given.chat.completions.create(model="m", messages=[])
        assert model.left == 1
