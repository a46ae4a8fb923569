"""What endpoints are known to do, each from one description of a reply, streamed and in one piece."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from itertools import pairwise

import pytest

from agent.facts import Usage
from agent.models.model import CannotWork, ModelError, RawCall, TryAgain
from tests.agent.endpoint import (
    CALL,
    TOOL,
    USER,
    Answer,
    Desk,
    Json,
    Rule,
    always,
    delta,
    desk,
    ignore,
    played,
    refuses,
    says,
    sends,
    streams,
)

__all__ = ["desk"]  # a fixture
Hearing = Callable[[str], None] | None
both = pytest.mark.parametrize("hear", [None, ignore], ids=["whole", "streamed"])
RESULT: Json = {"role": "tool", "tool_call_id": "A", "content": "x"}


def sent(asked: Json, at: int) -> Json:
    """One message of a request."""
    messages = asked["messages"]
    assert isinstance(messages, list)
    return dict(messages[at])


def told(call: RawCall, opaque: str) -> Json:
    """A reply with one call as it goes back."""
    kept = json.loads(call.opaque or "{}")
    function = {**kept.get("function", {}), "name": call.name, "arguments": call.arguments}
    made = {**kept, "id": call.id, "type": "function", "function": function}
    return {**json.loads(opaque or "{}"), "role": "assistant", "content": "", "tool_calls": [made]}


# --- what has to come back --------------------------------------------------------------------------------------

FUNCTION = {"name": "web_search", "arguments": '{"q": "x"}'}
SIGNED: list[Json] = [
    {"extra_content": {"google": {"thought_signature": "AY89a18IwQsQ8in/+w==\u2028é"}}},
    {"extra_content": {"vertex": {"thought_signature": "c2ln"}, "other": [1.5, None, {"x": ""}]}},
    {"provider_specific_fields": {"thought_signature": "c2ln"}},
    {"thought_signature": "c2ln"},
    {"function": {**FUNCTION, "thought_signature": "c2ln", "provider_specific_fields": {"a": [1.5, None]}}},
]


@both
@pytest.mark.parametrize("fields", SIGNED)
async def test_what_an_endpoint_adds_to_a_call_goes_back_to_the_letter(
    desk: Desk, fields: Json, hear: Hearing
) -> None:
    model, endpoint = await desk.set(played({"tool_calls": [{**CALL, **fields}]}, "tool_calls"))
    reply = await model.reply([USER], tools=[TOOL], on_text=hear)
    [call] = reply.calls
    await model.reply([USER, told(call, reply.opaque), RESULT], tools=[TOOL], on_text=hear)
    assert sent(endpoint.asked[1], 1)["tool_calls"] == [{**CALL, **fields}]


async def test_a_signature_that_comes_with_every_piece_of_its_call_is_one(desk: Desk) -> None:
    pieces = [
        {"index": 0, "id": "A", "function": {"name": "web_search", "arguments": '{"q"'}, "signature": "c2ln"},
        {"index": 0, "function": {"arguments": ': "x"}'}, "signature": "c2ln"},
        {"index": 0, "function": {}, "extra_content": {"google": {"a": 1}}},
        {"index": 0, "function": {}, "extra_content": {"google": {"b": None}}},
    ]
    model, _ = await desk.set(always(streams(*[delta(tool_calls=[piece]) for piece in pieces], delta("stop"))))
    [call] = (await model.reply([USER], tools=[TOOL], on_text=ignore)).calls
    assert json.loads(call.opaque) == {"signature": "c2ln", "extra_content": {"google": {"a": 1, "b": None}}}


DETAILS: list[Json] = [
    {
        "type": "reasoning.text",
        "text": "Let me see.",
        "format": "anthropic-claude-v1",
        "index": 0,
        "signature": "Et8=",
    },
    {"type": "reasoning.encrypted", "data": "gAAAA=", "id": "rs_1", "format": "openai-responses-v1", "index": 1},
]


async def test_a_signed_thought_that_comes_in_pieces_goes_back_in_one(desk: Desk) -> None:
    cut: list[Json] = [
        {"type": "reasoning.text", "text": "Let me", "format": "anthropic-claude-v1", "index": 0, "signature": None},
        {"type": "reasoning.text", "text": " see.", "format": "anthropic-claude-v1", "index": 0},
        {"type": "reasoning.text", "signature": "Et8=", "format": "anthropic-claude-v1", "index": 0},
        DETAILS[1],
    ]
    chunks = [delta(reasoning_details=[piece]) for piece in cut]
    model, endpoint = await desk.set(always(streams(*chunks, delta(tool_calls=[CALL]), delta("tool_calls"))))
    reply = await model.reply([USER], tools=[TOOL], on_text=ignore)
    await model.reply([USER, told(reply.calls[0], reply.opaque), RESULT], tools=[TOOL], on_text=ignore)
    assert sent(endpoint.asked[1], 1)["reasoning_details"] == DETAILS


@both
async def test_thoughts_without_a_number_stay_as_many_as_they_were(desk: Desk, hear: Hearing) -> None:
    several = [{"type": "reasoning.summary", "summary": "One."}, {"type": "reasoning.summary", "summary": "Two."}]
    model, _ = await desk.set(played({"content": "Ten.", "reasoning_details": several}))
    reply = await model.reply([USER], on_text=hear)
    assert json.loads(reply.opaque) == {"reasoning_details": several} and reply.thought


@both
@pytest.mark.parametrize("id", ["D681PevKs", "functions.web_search:0", "toolu_01", "call_" + "x" * 60])
async def test_ids_of_calls_go_back_as_they_came(desk: Desk, id: str, hear: Hearing) -> None:
    model, endpoint = await desk.set(played({"tool_calls": [{**CALL, "id": id}]}))
    reply = await model.reply([USER], tools=[TOOL], on_text=hear)
    await model.reply([USER, told(reply.calls[0], ""), {**RESULT, "tool_call_id": id}], tools=[TOOL], on_text=hear)
    assert sent(endpoint.asked[1], 2)["tool_call_id"] == id


@both
async def test_an_endpoint_that_wants_nine_letters_gets_them_from_then_on(desk: Desk, hear: Hearing) -> None:
    def rule(asked: Json) -> Answer:
        given = re.findall(r'"(?:tool_call_id|id)": "(.*?)"', json.dumps(asked["messages"]))
        wrong = next((id for id in given if not re.fullmatch("[a-zA-Z0-9]{9}", id)), None)
        if wrong:
            return refuses(400, f"Tool call id was {wrong} but must be a-z, A-Z, 0-9, with a length of 9.", "3280")
        return played({"content": "Ten."})(asked)

    model, endpoint = await desk.set(rule)
    called: Json = {"role": "assistant", "content": "", "tool_calls": [{**CALL, "id": "call_3_1"}]}
    for _ in range(2):
        talk = [USER, called, {**RESULT, "tool_call_id": "call_3_1"}]
        assert (await model.reply(talk, tools=[TOOL], on_text=hear)).text == "Ten."
    assert len(endpoint.asked) == 3


# --- thoughts ---------------------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize(
    "message",
    [
        {
            "content": [
                {"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]},
                {"type": "text", "text": "Ten."},
            ]
        },
        {"content": [{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "Ten."}]},
        {"content": "Hm.\n</think>\n\nTen."},
        {"content": "<think>\nHm.\n</think>\n\nTen."},
        {"reasoning_content": "Hm.", "content": "Ten."},
        {"reasoning": "Hm.", "content": "Ten."},
    ],
)
async def test_thoughts_are_told_from_the_words(desk: Desk, message: Json, hear: Hearing) -> None:
    model, _ = await desk.set(played(message))
    reply = await model.reply([USER], on_text=hear)
    assert (reply.text, reply.thoughts, reply.thought) == ("Ten.", "Hm.", True)


@both
@pytest.mark.parametrize("text", ["Close it with </think> and go on.", "A </think>B", "<b></think>\nx</b><think>"])
async def test_a_mark_that_is_spoken_of_is_text(desk: Desk, text: str, hear: Hearing) -> None:
    model, _ = await desk.set(played({"content": text.replace("</think>\n", "</think>.")}))
    assert (await model.reply([USER], on_text=hear)).thoughts == ""


# --- how much to think ------------------------------------------------------------------------------------------


@both
async def test_hard_thinking_is_asked_for_in_words_that_are_learned_once(desk: Desk, hear: Hearing) -> None:
    def rule(asked: Json) -> Answer:
        if "chat_template_kwargs" in asked:
            return refuses(422, "chat_template_kwargs: extra inputs are not permitted")
        if asked.get("reasoning_effort") not in (None, "medium"):
            return refuses(400, "`reasoning_effort` must be one of `low`, `medium`")
        return played({"content": "Ten."})(asked)

    model, endpoint = await desk.set(rule)
    for _ in range(2):
        await model.reply([USER], think="hard", on_text=hear)
    assert [asked.get("reasoning_effort") for asked in endpoint.asked] == ["high", "high", "medium", "medium"]
    await model.reply([USER], on_text=hear)
    assert "reasoning_effort" not in endpoint.asked[-1]


# --- calls in the wrong place -----------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("finish", ["stop", "tool_calls", ""])
async def test_a_call_that_was_left_in_the_text_is_a_call(desk: Desk, finish: str, hear: Hearing) -> None:
    text = 'I look.\n<tool_call>\n{"name": "web_search", "arguments": {"q": "x"}}\n</tool_call>'
    model, _ = await desk.set(played({"content": text}, finish))
    reply = await model.reply([USER], tools=[TOOL], on_text=hear)
    assert (reply.text, reply.calls) == ("I look.", (RawCall("", "web_search", '{"q": "x"}'),))
    assert (await model.reply([USER], on_text=hear)).calls == (), "no tools were offered"


@both
async def test_a_call_in_the_old_way_is_a_call(desk: Desk, hear: Hearing) -> None:
    model, _ = await desk.set(played({"function_call": {"name": "web_search", "arguments": '{"q": "x"}'}}))
    assert (await model.reply([USER], tools=[TOOL], on_text=hear)).calls == (RawCall("", "web_search", '{"q": "x"}'),)


def unlucky(text: str, streamed: bool) -> Answer:
    """Groq's answer where the model wrote a call that its server could not read."""
    error = {
        "message": "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.",
        "type": "invalid_request_error",
        "code": "tool_use_failed",
        "failed_generation": text,
    }
    return streams(delta(content=""), {"error": error}) if streamed else sends({"error": error}, 400)


@both
@pytest.mark.parametrize("in_stream", [False, True])
async def test_a_call_that_its_server_could_not_read_is_read(desk: Desk, in_stream: bool, hear: Hearing) -> None:
    model, endpoint = await desk.set(always(unlucky('<function=web_search({"q": "x"})</function>', in_stream)))
    reply = await model.reply([USER], tools=[TOOL], on_text=hear)
    assert reply.calls == (RawCall("", "web_search", '{"q": "x"}'),) and len(endpoint.asked) == 1


@both
async def test_what_cannot_be_read_as_a_call_is_asked_for_once_more_and_then_said(desk: Desk, hear: Hearing) -> None:
    waiting = [unlucky('<function=web_search({"q": ', False)]

    def rule(asked: Json) -> Answer:
        return waiting.pop() if waiting else played({"content": "Ten."})(asked)

    model, endpoint = await desk.set(rule)
    assert (await model.reply([USER], tools=[TOOL], on_text=hear)).text == "Ten."
    assert len(endpoint.asked) == 2
    model, endpoint = await desk.set(always(unlucky("", False)))
    with pytest.raises(TryAgain, match="could not be read"):
        await model.reply([USER], tools=[TOOL], on_text=hear)
    assert len(endpoint.asked) == 2


# --- how a reply ends -------------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize(
    ("said", "means"),
    [
        ("max_tokens", "length"),
        ("model_length", "length"),
        ("MAX_TOKENS", "length"),
        ("end_turn", "stop"),
        ("eos", "stop"),
        ("SAFETY", "content_filter"),
        ("sensitive", "content_filter"),
        ("stop", "stop"),
        ("odd", "odd"),
    ],
)
async def test_the_end_of_a_reply_in_other_words(desk: Desk, said: str, means: str, hear: Hearing) -> None:
    model, _ = await desk.set(played({"content": "Ten."}, said))
    assert (await model.reply([USER], on_text=hear)).finish == means


@both
async def test_a_call_that_the_endpoint_kept_back_is_asked_for_again(desk: Desk, hear: Hearing) -> None:
    waiting = [played({"content": ""}, "function_call_filter: MALFORMED_FUNCTION_CALL")]

    def rule(asked: Json) -> Answer:
        return (waiting.pop() if waiting else played({"content": "Ten."}))(asked)

    model, endpoint = await desk.set(rule)
    assert (await model.reply([USER], tools=[TOOL], on_text=hear)).text == "Ten."
    assert len(endpoint.asked) == 2


FILTERED: Json = {
    "message": "The response was filtered due to the prompt triggering the content management policy.",
    "type": None,
    "param": "prompt",
    "code": "content_filter",
    "status": 400,
    "innererror": {"code": "ResponsibleAIPolicyViolation", "content_filter_result": {"hate": {"filtered": True}}},
}


@both
@pytest.mark.parametrize("answer", [sends({"error": FILTERED}, 400), streams({"error": FILTERED})])
async def test_a_filter_before_the_model_is_a_refusal_in_its_own_words(
    desk: Desk, answer: Answer, hear: Hearing
) -> None:
    model, endpoint = await desk.set(always(answer))
    reply = await model.reply([USER], on_text=hear)
    assert (reply.finish, reply.text, len(endpoint.asked)) == ("content_filter", "", 1)
    assert reply.refusal.startswith("The response was filtered")


async def test_the_chunks_of_a_filter_at_work_are_no_reply_and_no_fault(desk: Desk) -> None:
    first = {"choices": [], "prompt_filter_results": [{"prompt_index": 0, "content_filter_results": {}}]}
    last: Json = {"choices": [{"content_filter_offsets": {}, "content_filter_results": {}, "finish_reason": None}]}
    model, _ = await desk.set(always(streams(first, delta(content="Ten."), last, delta("stop"))))
    reply = await model.reply([USER], on_text=ignore)
    assert (reply.text, reply.finish) == ("Ten.", "stop")


async def test_an_endpoint_that_does_not_hang_up_has_said_all(desk: Desk) -> None:
    chunks = [delta(content="Ten."), delta("stop"), {"choices": [], "usage": {"prompt_tokens": 5}}]
    model, endpoint = await desk.set(always(streams(*chunks, done=False, hangs=True)), silence=0.3)
    reply = await model.reply([USER], on_text=ignore)
    assert (reply.text, reply.usage) == ("Ten.", Usage(prompt=5)) and len(endpoint.asked) == 1


# --- errors that say "200" --------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ({"error": {"message": "Provider returned error", "code": 502, "metadata": {"raw": "x"}}}, TryAgain),
        ({"id": "x", "choices": [], "error": {"code": "502", "message": "limit reached (33/32)"}}, TryAgain),
        ({"choices": [{"delta": {"content": ""}, "message": {}, "finish_reason": "error"}]}, TryAgain),
        ({"object": "error", "message": "no such model", "type": "NotFoundError", "code": 404}, CannotWork),
        ({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}, TryAgain),
        ({"base_resp": {"status_code": 1004, "status_msg": "login fail"}, "choices": None}, TryAgain),
        ({"detail": "Not authenticated"}, TryAgain),
        ({"error": {"message": "Compute error."}, "message": "Compute error."}, TryAgain),
        ({"code": 401, "message": "invalid token"}, CannotWork),
    ],
)
async def test_an_error_with_status_200_is_an_error(
    desk: Desk, body: Json, kind: type[ModelError], hear: Hearing
) -> None:
    for answer in (sends(body), streams(delta(content="Te"), body)):
        model, _ = await desk.set(always(answer))
        with pytest.raises(ModelError) as raised:
            await model.reply([USER], on_text=hear)
        assert type(raised.value) is kind


async def test_an_error_under_a_name_of_its_own_is_an_error(desk: Desk) -> None:
    event = (
        'event: error\ndata: {"error": {"message": "the request exceeds the available context size", "code": 400}}'
    )
    model, _ = await desk.set(always(Answer(kind="text/event-stream", lines=[event])))
    with pytest.raises(ModelError, match="longer than"):
        await model.reply([USER], on_text=ignore)


async def test_comments_and_pings_are_nothing(desk: Desk) -> None:
    lines = [": OPENROUTER PROCESSING", "event: ping\ndata: {}", *streams(delta(content="Ten."), delta("stop")).lines]
    model, _ = await desk.set(always(Answer(kind="text/event-stream", lines=lines)))
    assert (await model.reply([USER], on_text=ignore)).text == "Ten."


# --- what it cost -----------------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize(
    ("counted", "usage"),
    [
        (
            {
                "prompt_tokens": 90,
                "completion_tokens": 30,
                "prompt_tokens_details": {"cached_tokens": 64},
                "completion_tokens_details": {"reasoning_tokens": 20},
            },
            Usage(prompt=90, completion=30, cached=64, reasoning=20),
        ),
        (
            {
                "prompt_tokens": 90,
                "prompt_cache_hit_tokens": 64,
                "prompt_cache_miss_tokens": 26,
                "completion_tokens": 1,
            },
            Usage(prompt=90, completion=1, cached=64),
        ),
        (
            {"prompt_tokens": 90, "completion_tokens": 1, "cached_tokens": 64},
            Usage(prompt=90, completion=1, cached=64),
        ),
        (
            {"prompt_tokens": 90, "completion_tokens": 1, "cache_read_input_tokens": 64},
            Usage(prompt=90, completion=1, cached=64),
        ),
        (
            {
                "input_tokens": 10,
                "output_tokens": 1,
                "cache_read_input_tokens": 64,
                "cache_creation_input_tokens": 16,
            },
            Usage(prompt=90, completion=1, cached=64),
        ),
        (
            {
                "input_tokens": 90,
                "output_tokens": 30,
                "input_tokens_details": {"cached_tokens": 64},
                "output_tokens_details": {"reasoning_tokens": 20},
            },
            Usage(prompt=90, completion=30, cached=64, reasoning=20),
        ),
        (
            {
                "prompt_tokens": 90,
                "completion_tokens": 10,
                "total_tokens": 120,
                "completion_tokens_details": {"reasoning_tokens": 20},
            },
            Usage(prompt=90, completion=30, reasoning=20),
        ),
        ({"prompt_tokens": 90, "total_tokens": 120}, Usage(prompt=90, completion=30)),
        (
            {"prompt_tokens": 5, "completion_tokens": 2, "prompt_tokens_details": {"cached_tokens": 999}},
            Usage(prompt=5, completion=2, cached=5),
        ),
        (
            {"prompt_tokens": 5, "completion_tokens": 2, "completion_tokens_details": {"reasoning_tokens": 999}},
            Usage(prompt=5, completion=2, reasoning=2),
        ),
        ({"prompt_tokens": -5, "completion_tokens": 2}, Usage(completion=2)),
        ({"prompt_tokens": 10**12, "completion_tokens": 1e300}, Usage()),
        ({"prompt_tokens": "90", "completion_tokens": True}, Usage(prompt=90)),
        ({"prompt_tokens": 5.0, "completion_tokens": None, "prompt_tokens_details": None}, Usage(prompt=5)),
        ({"prompt_tokens": [5], "completion_tokens": {"n": 2}, "prompt_tokens_details": 4}, Usage()),
    ],
)
async def test_tokens_are_counted_under_every_name_and_nonsense_is_not(
    desk: Desk, counted: Mapping[str, object], usage: Usage, hear: Hearing
) -> None:
    model, _ = await desk.set(played({"content": "Ten."}, counted=counted))
    assert (await model.reply([USER], on_text=hear)).usage == usage


@pytest.mark.parametrize(
    "chunks",
    [
        [
            {"choices": [], "usage": {"prompt_tokens": 5, "completion_tokens": 2}},
            delta(content="Ten."),
            delta("stop"),
        ],
        [
            {**delta(content="T"), "usage": {"prompt_tokens": 5, "completion_tokens": 0}},
            {**delta(content="en."), "usage": {"prompt_tokens": 5, "completion_tokens": 1}},
            {**delta("stop"), "usage": {"prompt_tokens": 5, "completion_tokens": 2}},
        ],
        [
            {**delta(content="Ten."), "usage": {"prompt_tokens": 5, "completion_tokens": 1}},
            {**delta("stop"), "usage": {"prompt_tokens": 0, "completion_tokens": 2}},
        ],
        [delta(content="Ten."), {**delta("stop"), "x_groq": {"usage": {"prompt_tokens": 5, "completion_tokens": 2}}}],
        [
            delta(content="Ten."),
            {**delta("stop"), "usage": {"prompt_tokens": 5, "completion_tokens": 2}},
            {"usage": None},
        ],
    ],
)
async def test_usage_is_found_wherever_a_stream_says_it_and_counted_once(desk: Desk, chunks: list[Json]) -> None:
    model, _ = await desk.set(always(streams(*chunks)))
    assert (await model.reply([USER], on_text=ignore)).usage == Usage(prompt=5, completion=2)


# --- the conversation -------------------------------------------------------------------------------------------


def strict(rule: Rule) -> Rule:
    """An endpoint with a template that takes turns and objects only."""

    def judged(asked: Json) -> Answer:
        messages = asked["messages"]
        assert isinstance(messages, list)
        roles = [message["role"] for message in messages]
        if "system" in roles[1:] or any(a == b != "tool" for a, b in pairwise(roles)):
            return refuses(400, "roles must alternate, the system comes first")
        for call in (call for message in messages for call in message.get("tool_calls", ())):
            if not isinstance(json.loads(call["function"]["arguments"]), dict):
                return refuses(400, "arguments must be an object")
        return rule(asked)

    return judged


@both
@pytest.mark.parametrize(
    "talk",
    [
        [USER, USER],
        [USER, {"role": "system", "content": "Be brief."}, USER],
        [RESULT, USER],
        [USER, {"role": "assistant", "content": None, "tool_calls": [CALL, {**CALL, "id": "B"}]}, RESULT, USER],
        [
            USER,
            {"role": "assistant", "tool_calls": [{**CALL, "function": {"name": "t", "arguments": '{"q'}}]},
            RESULT,
        ],
        [USER, {"role": "assistant", "tool_calls": [{**CALL, "function": {"name": "t", "arguments": ""}}]}, RESULT],
        [USER, {"role": "assistant", "tool_calls": [{**CALL, "function": {"name": None, "arguments": {"q": 1}}}]}],
    ],
)
async def test_a_strict_endpoint_takes_whatever_conversation_there_is(
    desk: Desk, talk: list[Json], hear: Hearing
) -> None:
    model, endpoint = await desk.set(strict(played({"content": "Ten."})))
    assert (await model.reply(talk, on_text=hear)).text == "Ten."
    assert len(endpoint.asked) == 1


async def test_one_that_knows_no_system_is_told_by_the_first_person(desk: Desk) -> None:
    def rule(asked: Json) -> Answer:
        return refuses(400, "System role not supported") if sent(asked, 0)["role"] == "system" else says("Ten.")

    model, endpoint = await desk.set(rule)
    for _ in range(2):
        await model.reply([{"role": "system", "content": "Be brief."}, USER])
    assert len(endpoint.asked) == 3
    assert endpoint.asked[-1]["messages"] == [{"role": "user", "content": "Be brief.\n\nHow long is the plan?"}]
