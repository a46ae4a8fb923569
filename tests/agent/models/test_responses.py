"""The Responses API over real HTTP, streamed and in one piece: what goes out, what comes back, what has to return."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.facts import Hit, Usage
from agent.models.items import Items, fault, input_items, search_tool
from agent.models.model import CannotWork, Model, ModelError, RawCall, TooLong, TryAgain
from agent.models.responses import Responses
from tests.agent.endpoint import (
    TOOL,
    USER,
    Answer,
    Desk,
    Endpoint,
    Json,
    Rule,
    always,
    desk,
    ignore,
    refuses,
    sends,
    streams,
)

__all__ = ["desk"]  # a fixture
Hearing = Callable[[str], None] | None
both = pytest.mark.parametrize("hear", [None, ignore], ids=["whole", "streamed"])

REASONED: Json = {
    "id": "rs_1", "type": "reasoning", "summary": [{"type": "summary_text", "text": "Hm."}],
    "encrypted_content": "gAAAA=é",
}  # fmt: skip
SEARCHED: Json = {
    "id": "ws_1", "type": "web_search_call", "status": "completed",
    "action": {"type": "search", "query": "rail fares", "queries": ["rail fares", "rail prices 2026"]},
}  # fmt: skip
OPENED: Json = {"id": "ws_2", "type": "web_search_call", "action": {"type": "open_page", "url": "https://rail.test/"}}
CALLED: Json = {
    "id": "fc_1", "type": "function_call", "call_id": "call_1", "name": "web_search", "arguments": '{"q": "x"}',
    "status": "completed",
}  # fmt: skip
COUNTED: Json = {
    "input_tokens": 90, "input_tokens_details": {"cached_tokens": 64}, "output_tokens": 30,
    "output_tokens_details": {"reasoning_tokens": 20}, "total_tokens": 120,
}  # fmt: skip


def citing(address: str, title: str = "Fares") -> Json:
    return {"type": "url_citation", "url": address, "title": title, "start_index": 0, "end_index": 3}


def message(text: str, *notes: Json) -> Json:
    part = {"type": "output_text", "text": text, "annotations": list(notes)}
    return {"id": "msg_1", "type": "message", "role": "assistant", "status": "completed", "content": [part]}


def response(items: Sequence[Json], more: Json | None = None) -> Json:
    said: Json = {
        "object": "response",
        "model": "m-1-b",
        "status": "completed",
        "output": list(items),
        "usage": COUNTED,
    }
    return said | (more or {})


def given_out(*items: Json, said_last: bool = True, more: Json | None = None) -> Rule:
    """An endpoint that says these items, streamed where that is asked for; its last event repeats them, or not."""

    def rule(asked: Json) -> Answer:
        if not asked.get("stream"):
            return sends(response(items, more))
        last = response(items if said_last else (), more)
        kind = "response.incomplete" if last["status"] == "incomplete" else "response.completed"
        return streams(
            {"type": "response.created", "response": {"status": "in_progress", "output": [], "error": None}},
            *[event for item in items for event in _events(item)],
            {"type": kind, "response": last},
            done=False,
        )

    return rule


def _events(item: Json) -> list[Json]:
    said = item.get("content") if item["type"] == "message" else None
    text = "".join(str(part.get("text", "")) for part in said) if isinstance(said, list) else ""
    words: list[Json] = [{"type": "response.output_text.delta", "delta": letter} for letter in text]
    begin: Json = {"type": "response.output_item.added"}
    return [begin, *words, {"type": "response.output_item.done", "item": item}]


async def at(desk: Desk, rule: Rule, **more: Any) -> tuple[Model, Endpoint]:
    return await desk.set(rule, kind=Responses, **more)


# --- what goes out ----------------------------------------------------------------------------------------------


async def test_a_question_goes_out_in_the_shape_of_this_api(desk: Desk) -> None:
    model, endpoint = await at(desk, given_out(message("Ten.")), limit=100)
    await model.reply([{"role": "system", "content": "Be brief."}, USER], tools=[TOOL], on_text=ignore)
    assert endpoint.asked == [
        {
            "model": "m-1",
            "input": [
                {"role": "developer", "content": "Be brief."},
                {"role": "user", "content": "How long is the plan?"},
            ],
            "store": False,
            "include": ["reasoning.encrypted_content"],
            "tools": [{"type": "function", "name": "web_search", "parameters": {"type": "object"}, "strict": False}],
            "max_output_tokens": 100,
            "stream": True,
        }
    ]


async def test_a_search_of_the_provider_is_offered_for_as_often_as_it_may(desk: Desk) -> None:
    model, endpoint = await at(desk, given_out(message("Ten.")))
    await model.reply([USER], tools=[TOOL, search_tool(3)])
    await model.reply([USER], tools=[TOOL])
    first, second = endpoint.asked
    assert first["tools"][1:] == [{"type": "web_search"}] and first["max_tool_calls"] == 3  # type: ignore[index]
    assert len(second["tools"]) == 1 and "max_tool_calls" not in second  # type: ignore[arg-type]


async def test_chat_completions_know_no_such_tool(desk: Desk) -> None:
    model, endpoint = await desk.set(always(sends({"choices": [{"message": {"content": "Ten."}}]})))
    await model.reply([USER], tools=[search_tool(3)])
    assert "tools" not in endpoint.asked[0]


async def test_json_and_thinking_in_this_api_s_words(desk: Desk) -> None:
    model, endpoint = await at(desk, given_out(REASONED, message("{}")))
    for think in ("off", "off", "hard"):
        await model.reply([USER], as_json=think == "off", think=think)
    assert [asked.get("reasoning") for asked in endpoint.asked] == [None, {"effort": "none"}, {"effort": "high"}]
    assert endpoint.asked[0]["text"] == {"format": {"type": "json_object"}} and "text" not in endpoint.asked[2]
    assert "chat_template_kwargs" not in endpoint.asked[2]


async def test_what_is_refused_is_learned_once(desk: Desk) -> None:
    def rule(asked: Json) -> Answer:
        reasoning = asked.get("reasoning")
        if isinstance(reasoning, dict) and reasoning["effort"] == "none":
            words = "Unsupported value: 'none'. Supported values are: 'low', 'medium', and 'high'."
            return refuses(400, words, "unsupported_value", "reasoning.effort")
        for name in ("temperature", "max_tool_calls", "include"):
            if name in asked:
                return refuses(400, f"Unsupported parameter: '{name}'", param=name)
        return given_out(REASONED, message("{}"))(asked)

    model, endpoint = await at(desk, rule)
    for _ in range(2):
        await model.reply([USER], as_json=True, think="off", tools=[search_tool(1)])
    assert len(endpoint.asked) == 4 + 2
    assert endpoint.asked[-1]["reasoning"] == {"effort": "low"}


# --- what comes back --------------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("said_last", [True, False])
async def test_words_and_what_they_cost(desk: Desk, said_last: bool, hear: Hearing) -> None:
    model, _ = await at(desk, given_out(REASONED, message("Ten pages. ✓"), said_last=said_last))
    shown: list[str] = []
    reply = await model.reply([USER], on_text=shown.append if hear else None)
    assert (reply.text, reply.finish, reply.model) == ("Ten pages. ✓", "stop", "m-1-b")
    assert reply.usage == Usage(prompt=90, completion=30, cached=64, reasoning=20)
    assert (reply.thought, reply.thoughts) == (True, "Hm.")
    assert not hear or "".join(shown) == reply.text


@both
async def test_calls_come_back_with_the_id_that_pairs_them(desk: Desk, hear: Hearing) -> None:
    model, _ = await at(
        desk, given_out(CALLED, {**CALLED, "id": "fc_2", "call_id": "call_2", "arguments": '{"q": "y'})
    )
    reply = await model.reply([USER], tools=[TOOL], on_text=hear)
    assert reply.calls == (
        RawCall("call_1", "web_search", '{"q": "x"}'),
        RawCall("call_2", "web_search", '{"q": "y'),
    )


@both
async def test_searches_of_the_provider_are_queries_and_their_addresses_leads(desk: Desk, hear: Hearing) -> None:
    notes: list[Json] = [
        citing("https://rail.test/fares?utm_source=openai"),
        citing("https://rail.test/fares?utm_source=openai", "Again"),
        citing("https://b.test/x?y=1&utm_source=openai", "  B\n b "),
        citing("javascript:alert(1)"),
        citing("https://c.test", ""),
        {"type": "file_citation", "file_id": "f"},
    ]
    model, _ = await at(desk, given_out(SEARCHED, OPENED, message("Fares rose.", *notes)))
    reply = await model.reply([USER], tools=[search_tool(2)], on_text=hear)
    assert reply.queries == ("rail fares", "rail prices 2026") and reply.usage.searches == 2
    assert reply.hits == (
        Hit(address="https://rail.test/fares", title="Again"),
        Hit(address="https://b.test/x?y=1", title="B b"),
        Hit(address="https://c.test", title="https://c.test"),
    )


@both
@pytest.mark.parametrize(
    ("more", "finish"),
    [
        ({"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}}, "length"),
        ({"status": "incomplete", "incomplete_details": {"reason": "content_filter"}}, "content_filter"),
    ],
)
async def test_a_reply_that_was_cut_says_why(desk: Desk, more: Json, finish: str, hear: Hearing) -> None:
    model, _ = await at(desk, given_out(message("Ten"), more=more))
    reply = await model.reply([USER], on_text=hear)
    assert (reply.text, reply.finish) == ("Ten", finish)


@both
async def test_a_refusal_is_one(desk: Desk, hear: Hearing) -> None:
    part = {"type": "refusal", "refusal": "I will not."}
    model, _ = await at(desk, given_out({"type": "message", "role": "assistant", "content": [part]}))
    reply = await model.reply([USER], on_text=hear)
    assert (reply.refusal, reply.text) == ("I will not.", "")


# --- what has to return -----------------------------------------------------------------------------------------


@both
async def test_sealed_reasoning_and_searches_return_as_they_came_and_in_their_order(
    desk: Desk, hear: Hearing
) -> None:
    later = {**REASONED, "id": "rs_2", "encrypted_content": "x="}
    model, endpoint = await at(desk, given_out(REASONED, SEARCHED, later, message("I look."), CALLED))
    reply = await model.reply([USER], tools=[TOOL], on_text=hear)
    function = {"name": reply.calls[0].name, "arguments": reply.calls[0].arguments}
    told: Json = {
        **json.loads(reply.opaque),
        "role": "assistant",
        "content": reply.text,
        "tool_calls": [{"id": "call_1", "type": "function", "function": function}],
    }
    result: Json = {"role": "tool", "tool_call_id": "call_1", "content": "y"}
    await model.reply([USER, told, result], tools=[TOOL], on_text=hear)
    assert endpoint.asked[1]["input"] == [
        {"role": "user", "content": "How long is the plan?"},
        REASONED,
        SEARCHED,
        later,
        {"role": "assistant", "content": "I look."},
        {"type": "function_call", "call_id": "call_1", "name": "web_search", "arguments": '{"q": "x"}'},
        {"type": "function_call_output", "call_id": "call_1", "output": "y"},
    ]


def test_messages_of_another_api_become_items_too() -> None:
    call = {"id": "A", "type": "function", "function": {"name": "t", "arguments": "{}"}}
    said: list[Json] = [
        {"role": "assistant", "content": "a"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
    ]
    assert input_items(said) == [
        {"role": "assistant", "content": "a"},
        {"type": "function_call", "call_id": "A", "name": "t", "arguments": "{}"},
    ]


# --- trouble ----------------------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize(
    ("chunk", "kind"),
    [
        ({"type": "error", "code": "server_error", "message": "gone"}, TryAgain),
        ({"type": "response.failed", "response": {"status": "failed", "error": {"code": "server_error"}}}, TryAgain),
        (
            {"type": "response.failed", "response": {"error": {"code": "context_length_exceeded", "message": "no"}}},
            TooLong,
        ),
        ({"status": "failed", "error": {"code": "rate_limit_exceeded", "message": "slow"}, "output": []}, TryAgain),
        ({"error": {"message": "bad", "type": "invalid_request_error"}}, CannotWork),
    ],
)
async def test_an_error_inside_is_an_error(desk: Desk, chunk: Json, kind: type[ModelError], hear: Hearing) -> None:
    for answer in (sends(chunk), streams({"type": "response.output_text.delta", "delta": "Te"}, chunk)):
        model, _ = await at(desk, always(answer))
        with pytest.raises(ModelError) as raised:
            await model.reply([USER], on_text=hear)
        assert type(raised.value) is kind


async def test_an_endpoint_without_this_api_is_said(desk: Desk) -> None:
    model, _ = await at(desk, always(Answer(404, '{"detail": "Not Found"}')))
    with pytest.raises(CannotWork, match="its address is wrong"):
        await model.reply([USER])


async def test_a_stream_that_just_ends_keeps_its_words(desk: Desk) -> None:
    model, _ = await at(desk, always(streams({"type": "response.output_text.delta", "delta": "Ten."}, done=False)))
    reply = await model.reply([USER], on_text=ignore)
    assert (reply.text, reply.finish) == ("Ten.", "cut")


async def test_a_stop_reaches_the_socket(desk: Desk) -> None:
    model, endpoint = await at(desk, always(streams({"type": "response.created"}, done=False, hangs=True)))
    task = asyncio.create_task(model.reply([USER], on_text=ignore))
    await asyncio.wait_for(endpoint.arrived.wait(), 20)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.wait_for(endpoint.left.wait(), 20)


names = st.sampled_from(["type", "item", "response", "output", "content", "action", "queries", "annotations", "url"])
kinds = st.sampled_from(["message", "function_call", "reasoning", "web_search_call", "response.output_item.done"])
anything: st.SearchStrategy[object] = st.recursive(
    st.none() | st.booleans() | st.integers() | kinds | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=4),
    max_leaves=20,
)


@given(st.lists(anything, max_size=5))
def test_no_json_whatever_makes_it_raise(chunks: list[object]) -> None:
    items = Items()
    for chunk in chunks:
        fault(chunk)
        items.add(chunk)
    items.end()
    said = items.completion()
    assert isinstance(json.loads(said.opaque or "{}"), dict)
    assert all(hit.address.startswith("http") for hit in said.hits)


# --- what goes back ---------------------------------------------------------------------------------------------


@both
async def test_thoughts_in_the_text_are_told_from_it(desk: Desk, hear: Hearing) -> None:
    for text in ("<think>Hm.</think>\n\nTen.", "Hm.\n</think>\n\nTen."):
        model, _ = await at(desk, given_out(message(text)))
        reply = await model.reply([USER], on_text=hear)
        assert (reply.text, reply.thoughts, reply.thought) == ("Ten.", "Hm.", True)


def called(id: str, *items: Json) -> list[Json]:
    """A turn of the model with one call under this id, as it goes back."""
    call = {"id": id, "type": "function", "function": {"name": "web_search", "arguments": "{}"}}
    turn: Json = {"role": "assistant", "content": "I look.", "tool_calls": [call], "response_items": [*items]}
    return [USER, turn, {"role": "tool", "tool_call_id": id, "content": "x"}]


def types_in(asked: Json) -> list[object]:
    items = asked["input"]
    assert isinstance(items, list)
    return [item.get("type", item.get("phase")) for item in items]


SEALED: Json = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "gAAA"}
SAID: Json = {"type": "message", "phase": "commentary"}


async def test_the_phase_of_what_was_said_goes_back(desk: Desk) -> None:
    call: Json = {"type": "function_call", "call_id": "A", "name": "web_search", "arguments": "{}"}
    said = {**message("I look."), "phase": "commentary"}
    model, endpoint = await at(desk, given_out(said, call))
    reply = await model.reply([USER], tools=[TOOL])
    kept = json.loads(reply.opaque)["response_items"]
    await model.reply(called("A", *kept), tools=[TOOL])
    assert types_in(endpoint.asked[1]) == [None, "commentary", "function_call", "function_call_output"]


async def test_sealed_reasoning_that_is_refused_stays_out_from_then_on(desk: Desk) -> None:
    def rule(asked: Json) -> Answer:
        refused = refuses(400, "The encrypted content could not be verified.", "invalid_encrypted_content")
        return refused if "reasoning" in types_in(asked) else given_out(message("Ten."))(asked)

    model, endpoint = await at(desk, rule)
    talk = called("A", SEALED, SAID, {"type": "function_call", "call_id": "A"})
    for _ in range(2):
        assert (await model.reply(talk, tools=[TOOL], think="hard")).text == "Ten."
    assert len(endpoint.asked) == 3 and {"include", "reasoning"} <= set(endpoint.asked[2])


async def test_ids_that_are_too_long_become_short_and_keep_their_place(desk: Desk) -> None:
    long = "x" * 70

    def rule(asked: Json) -> Answer:
        wrong = long in json.dumps(asked["input"])
        refused = refuses(400, "Invalid 'input[1].call_id': string too long.", "string_above_max_length")
        return refused if wrong else given_out(message("Ten."))(asked)

    model, endpoint = await at(desk, rule)
    talk = called(long, SEALED, {"type": "function_call", "call_id": long}, {**SEALED, "id": "rs_2"}, SAID)
    assert (await model.reply(talk, tools=[TOOL])).text == "Ten."
    order = [None, "reasoning", "function_call", "reasoning", "commentary", "function_call_output"]
    assert types_in(endpoint.asked[1]) == order
