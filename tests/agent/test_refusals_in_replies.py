"""Refusals as endpoints hide them, over real HTTP: inside a reply, of JSON mode, of a call, of too much at once."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable

import pytest

from agent.models.jsonsteps import ToolsOrSteps
from agent.models.model import CannotWork, Chat, ModelError, RawCall, TooLong, TryAgain
from agent.models.responses import Responses
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
    sends,
    streams,
)

__all__ = ["desk"]  # a fixture
Hearing = Callable[[str], None] | None
both = pytest.mark.parametrize("hear", [None, ignore], ids=["whole", "streamed"])


def first(answer: Answer, then: Rule) -> Rule:
    """This answer once, and then what follows."""
    waiting = [answer]
    return lambda asked: waiting.pop() if waiting else then(asked)


# --- in a stream ------------------------------------------------------------------------------------------------

INVALID = {"message": "Your prompt was flagged.", "type": "invalid_request_error", "code": "invalid_prompt"}
UNSUPPORTED = {
    "message": "Unsupported value.",
    "type": "invalid_request_error",
    "code": "unsupported_value",
    "param": "temperature",
}


@both
@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (INVALID, CannotWork),
        ({**INVALID, "code": "model_not_found"}, CannotWork),
        ({"message": "Overloaded", "type": "overloaded_error"}, TryAgain),
        ({"message": "slow down", "code": "rate_limit_exceeded"}, TryAgain),
        ({"message": "no room", "code": "context_length_exceeded"}, TooLong),
    ],
)
async def test_a_refusal_in_a_stream_is_judged_as_one_with_its_status_and_costs_nothing(
    desk: Desk, error: Json, kind: type[ModelError], hear: Hearing
) -> None:
    model, endpoint = await desk.set(always(streams({"error": error})))
    with pytest.raises(ModelError) as raised:
        await model.reply([USER], on_text=hear)
    assert type(raised.value) is kind and not raised.value.reached and len(endpoint.asked) == 1


async def test_what_comes_after_words_has_to_be_paid_and_is_not_asked_for_again(desk: Desk) -> None:
    for error in (INVALID, UNSUPPORTED):
        model, endpoint = await desk.set(always(streams(delta(content="Te"), {"error": error})))
        with pytest.raises(ModelError) as raised:
            await model.reply([USER], as_json=True, on_text=ignore)
        assert raised.value.reached and len(endpoint.asked) == 1


@both
async def test_a_parameter_that_is_refused_in_a_stream_is_learned(desk: Desk, hear: Hearing) -> None:
    def rule(asked: Json) -> Answer:
        return streams({"error": UNSUPPORTED}) if "temperature" in asked else played({"content": "{}"})(asked)

    model, endpoint = await desk.set(rule)
    assert (await model.reply([USER], as_json=True, on_text=hear)).text == "{}"
    assert ["temperature" in asked for asked in endpoint.asked] == [True, False]


@both
@pytest.mark.parametrize("code", ["invalid_prompt", "cyber_policy"])
async def test_a_failed_response_is_judged_by_its_code(desk: Desk, code: str, hear: Hearing) -> None:
    failed = {"status": "failed", "error": {"code": code, "message": "Your prompt was flagged."}}
    model, _ = await desk.set(always(streams({"type": "response.failed", "response": failed})), kind=Responses)
    with pytest.raises(CannotWork, match="flagged") as raised:
        await model.reply([USER], on_text=hear)
    assert not raised.value.reached


async def test_words_before_a_filter_are_kept(desk: Desk) -> None:
    filtered = {"error": {"message": "Filtered.", "code": "content_filter"}}
    model, _ = await desk.set(always(streams(delta(content="Ten pages"), filtered)))
    reply = await model.reply([USER], on_text=ignore)
    assert (reply.text, reply.refusal, reply.finish) == ("Ten pages", "Filtered.", "content_filter")


ENDS = ["refusal", "content_filter", "content_filtered", "guardrail_intervened", "SAFETY", "PROHIBITED_CONTENT"]


@pytest.mark.parametrize("finish", [*ENDS, "ERROR_TOXIC", "IMAGE_SAFETY", "moderation_blocked", "policy_violation"])
async def test_words_before_a_filter_in_whichever_words_are_kept_and_said_to_be_cut(desk: Desk, finish: str) -> None:
    model, endpoint = await desk.set(played({"content": "Ten pages"}, finish))
    for hear in (None, ignore):
        reply = await model.reply([USER], tools=[TOOL], on_text=hear)
        assert (reply.text, reply.finish) == ("Ten pages", "refusal" if finish == "refusal" else "content_filter")
    assert len(endpoint.asked) == 2


FILTERS: list[Json] = [
    {"message": "litellm.ContentPolicyViolationError: no", "code": "400"},
    {"message": "No.", "code": "1301"},
    {"message": "m-1 requires moderation on X. Your input was flagged for violence.", "code": 403},
    {"message": "Output blocked by content filtering policy", "type": "invalid_request_error"},
]


@both
@pytest.mark.parametrize("error", FILTERS)
async def test_an_error_that_is_a_filter_is_a_refusal_with_the_words_that_had_come(
    desk: Desk, error: Json, hear: Hearing
) -> None:
    counted = {**delta(content="Ten pages"), "usage": {"prompt_tokens": 5, "completion_tokens": 2}}
    model, endpoint = await desk.set(always(streams(counted, {"error": error})))
    reply = await model.reply([USER], on_text=hear)
    assert (reply.text, reply.refusal, reply.finish) == ("Ten pages", error["message"], "content_filter")
    assert reply.usage.prompt == 5 and len(endpoint.asked) == 1


@both
async def test_a_refusal_among_the_parts_is_a_refusal(desk: Desk, hear: Hearing) -> None:
    parts = [{"type": "text", "text": "Ten"}, {"type": "refusal", "refusal": "I will not."}]
    model, _ = await desk.set(played({"content": parts}))
    reply = await model.reply([USER], on_text=hear)
    assert (reply.text, reply.refusal) == ("Ten", "I will not.")


async def test_a_router_s_own_word_hides_no_filter(desk: Desk) -> None:
    choice = {"message": {"content": "Ten"}, "finish_reason": "stop", "native_finish_reason": "SAFETY"}
    model, _ = await desk.set(always(sends({"choices": [choice]})))
    assert (await model.reply([USER])).finish == "content_filter"


@pytest.mark.parametrize("empty", ["data: ", "data:", "event: ping\ndata:"])
async def test_an_event_without_data_is_a_sign_of_life(desk: Desk, empty: str) -> None:
    lines = [empty, *streams(delta(content="Ten."), delta("stop")).lines, empty]
    model, _ = await desk.set(always(Answer(kind="text/event-stream", lines=[*lines[:2], empty, *lines[2:]])))
    assert (await model.reply([USER], on_text=ignore)).text == "Ten."


# --- of JSON mode -----------------------------------------------------------------------------------------------


def invalid(written: str) -> Answer:
    """Groq's answer where the model wrote no JSON that its server takes for such."""
    error = {
        "message": "Failed to generate JSON. Please adjust your prompt. See 'failed_generation' for more details.",
        "type": "invalid_request_error",
        "code": "json_validate_failed",
        "failed_generation": written,
    }
    return sends({"error": error}, 400)


@both
@pytest.mark.parametrize("written", ['```json\n{"a": 1}\n```', 'Here: {"a": 1,}', '{"a": 1} and so on'])
async def test_json_that_its_server_does_not_take_is_read(desk: Desk, written: str, hear: Hearing) -> None:
    model, endpoint = await desk.set(always(invalid(written)))
    assert (await model.reply([USER], as_json=True, on_text=hear)).text == written and len(endpoint.asked) == 1


@both
async def test_where_there_is_none_it_is_asked_for_once_without_json_mode(desk: Desk, hear: Hearing) -> None:
    model, endpoint = await desk.set(first(invalid("I cannot."), played({"content": '{"a": 1}'})))
    assert (await model.reply([USER], as_json=True, on_text=hear)).text == '{"a": 1}'
    await model.reply([USER], as_json=True, on_text=hear)
    assert ["response_format" in asked for asked in endpoint.asked] == [True, False, True], "that is nothing to learn"
    model, endpoint = await desk.set(always(invalid("")))
    with pytest.raises(CannotWork):
        await model.reply([USER], as_json=True, on_text=hear)
    assert len(endpoint.asked) == 2


# --- of tools and of streams ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        "This model only support stream mode, please enable the stream parameter to access the model.",
        "Non-streaming requests are not supported for this model",
        "stream must be set to true",
    ],
)
@pytest.mark.parametrize("kind", [Chat, Responses])
async def test_a_model_that_only_streams_is_asked_for_streams_from_then_on(
    desk: Desk, words: str, kind: type[Chat]
) -> None:
    done = {"type": "response.completed", "response": {"status": "completed", "output": []}}
    spoken = streams({"type": "response.output_text.delta", "delta": "Ten."}, done)

    def rule(asked: Json) -> Answer:
        if not asked.get("stream"):
            return refuses(400, words)
        return played({"content": "Ten."})(asked) if kind is Chat else spoken

    model, endpoint = await desk.set(rule, kind=kind)
    for _ in range(2):
        reply = await model.reply([USER], as_json=True)
        assert (reply.text, reply.finish) == ("Ten.", "stop")
    assert [bool(asked.get("stream")) for asked in endpoint.asked] == [False, True, True]


async def test_tools_that_are_refused_only_in_a_stream_are_taken_without_one(desk: Desk) -> None:
    def rule(asked: Json) -> Answer:
        refused = refuses(400, "This model doesn't support tool use in streaming mode.")
        return refused if asked.get("stream") else played({"tool_calls": [CALL]})(asked)

    model, endpoint = await desk.set(rule)
    assert (await ToolsOrSteps(model).reply([USER], tools=[TOOL], on_text=ignore)).calls
    assert ["tools" in asked for asked in endpoint.asked] == [True, True]


@pytest.mark.parametrize(
    "answer",
    [
        refuses(400, "Unrecognized request argument supplied: tools"),
        refuses(400, "Unknown parameter: 'tools'.", "unknown_parameter", "tools"),
        sends({"detail": [{"loc": ["body", "tools"], "msg": "Extra inputs are not permitted", "input": []}]}, 422),
        refuses(400, 'json: unknown field "tools"'),
    ],
)
async def test_a_model_whose_endpoint_knows_no_tools_is_driven_in_steps(desk: Desk, answer: Answer) -> None:
    def rule(asked: Json) -> Answer:
        return answer if "tools" in asked else played({"content": '{"action": "web_search", "q": "x"}'})(asked)

    model, endpoint = await desk.set(rule)
    reply = await ToolsOrSteps(model).reply([USER], tools=[TOOL])
    assert reply.calls[0].name == "web_search" and len(endpoint.asked) == 2


# --- whose words ------------------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("thought", ["A stream of thoughts.", "The context window: too many tokens.", "No tools."])
async def test_what_a_refusal_quotes_teaches_nothing(desk: Desk, thought: str, hear: Hearing) -> None:
    turn: Json = {"role": "assistant", "content": "", "tool_calls": [CALL], "reasoning_content": thought}

    def rule(asked: Json) -> Answer:
        if "reasoning_content" not in json.dumps(asked["messages"]):
            return played({"content": "Ten."})(asked)
        loc = ["body", "messages", 1, "assistant", "reasoning_content"]
        return sends({"detail": [{"loc": loc, "msg": "Extra inputs are not permitted", "input": thought}]}, 422)

    model, endpoint = await desk.set(rule)
    talk: list[Json] = [USER, turn, {"role": "tool", "tool_call_id": "A", "content": "x"}]
    assert (await model.reply(talk, tools=[TOOL], on_text=hear)).text == "Ten."
    assert len(endpoint.asked) == 2 and ("stream" in endpoint.asked[1]) == (hear is not None)


async def test_no_password_of_an_address_stands_in_the_log(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "agent")

    def rule(asked: Json) -> Answer:
        refused = refuses(400, "Unknown parameter: 'stream_options'", param="stream_options")
        return refused if "stream_options" in asked else played({"content": "Ten."})(asked)

    _, endpoint = await desk.set(rule)
    model = desk.model(endpoint.base_url.replace("http://", "http://anna:p@ss@"), key="")
    assert (await model.reply([USER], on_text=ignore)).text == "Ten."
    assert "refused a request" in caplog.text and "p@ss" not in caplog.text and "ss@127" not in caplog.text


# --- too much at once -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "busy"),
    [
        (refuses(429, "slow down"), True),
        (refuses(400, "ThrottlingException: Too many tokens, please wait before trying again."), True),
        (streams({"error": {"message": "Overloaded", "type": "overloaded_error"}}), True),
        (refuses(503, "down for the night"), False),
        (refuses(503, "The model is overloaded. Please try again later."), True),
        (refuses(500, "The engine is currently overloaded"), True),
        (refuses(503, "This model is currently experiencing high demand."), True),
        (streams(delta(content=""), done=False), False),
    ],
)
async def test_who_has_too_much_to_do_is_told_from_who_failed(desk: Desk, answer: Answer, busy: bool) -> None:
    model, _ = await desk.set(always(answer))
    with pytest.raises(TryAgain) as raised:
        await model.reply([USER])
    assert raised.value.busy is busy


@both
async def test_a_bound_that_is_never_short_enough_is_given_up_after_a_few_and_said(desk: Desk, hear: Hearing) -> None:
    def rule(asked: Json) -> Answer:
        most = int(str(asked["max_tokens"]))
        return refuses(400, f"max_tokens must be <= {most - 100}")

    model, endpoint = await desk.set(rule)
    with pytest.raises(CannotWork, match=r"refused the request: it bounds a reply further each time \(max_"):
        await model.reply([USER], limit=16_000, on_text=hear)
    assert len(endpoint.asked) <= 6


@both
async def test_what_was_learned_of_a_bound_is_not_asked_again(desk: Desk, hear: Hearing) -> None:
    def rule(asked: Json) -> Answer:
        most = int(str(asked.get("max_tokens") or asked.get("max_completion_tokens")))
        if "max_tokens" in asked:
            return refuses(400, "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens'.")
        large = refuses(400, f"max_tokens is too large: {most}. This model supports at most 4096 completion tokens.")
        return large if most > 4_096 else played({"content": "Ten."})(asked)

    model, endpoint = await desk.set(rule)
    for _ in range(3):
        assert (await model.reply([USER], limit=16_000, on_text=hear)).text == "Ten."
    assert [asked.get("max_completion_tokens") for asked in endpoint.asked] == [None, 16_000, *[4_096] * 3]


async def test_an_overflow_brings_the_limit_that_its_endpoint_named(desk: Desk) -> None:
    model, _ = await desk.set(always(refuses(400, "This model's maximum context length is 4096 tokens.")))
    with pytest.raises(TooLong) as raised:
        await model.reply([USER])
    assert raised.value.limit == 4096


# --- announced and not made -------------------------------------------------------------------------------------


@both
async def test_a_call_that_is_announced_and_not_made_is_asked_for_once_more(desk: Desk, hear: Hearing) -> None:
    announced = played({"content": "I will look."}, "tool_calls")
    waiting = [announced, played({"tool_calls": [CALL]}, "tool_calls")]
    model, endpoint = await desk.set(lambda asked: waiting.pop(0)(asked))
    reply = await model.reply([USER], tools=[TOOL], on_text=hear)
    assert reply.calls == (RawCall("A", "web_search", '{"q": "x"}'),) and len(endpoint.asked) == 2
    model, endpoint = await desk.set(announced)
    reply = await model.reply([USER], tools=[TOOL], on_text=hear)
    assert (reply.text, reply.calls, len(endpoint.asked)) == ("", (), 2), "a lead-in is no answer"


@pytest.mark.parametrize(
    "text",
    [
        "Let me check the minutes.",
        "Sure! I'll search for it now",
        "Okay, I am going to open it…",
        "I need to look it up:",
    ],
)
async def test_what_only_leads_to_a_call_is_no_answer(desk: Desk, text: str) -> None:
    model, _ = await desk.set(played({"content": text}, "tool_calls"))
    assert (await model.reply([USER], tools=[TOOL])).text == ""


@pytest.mark.parametrize(
    "text",
    [
        "No.",
        "42",
        "👍",
        "Ten pages.",
        "Hallo! Wie kann ich helfen?",
        "Let me know if you need more.",
        "I will check, but as far as I know it is ten. The minutes say so.",
        "No. I will look no further.",
        "The plan has ten pages: see the minutes",
        "I will be there at nine.",
    ],
)
async def test_a_short_answer_is_an_answer_however_its_end_is_called(desk: Desk, text: str) -> None:
    model, endpoint = await desk.set(played({"content": text}, "tool_calls"))
    assert (await model.reply([USER], tools=[TOOL])).text == text and len(endpoint.asked) <= 2


@both
@pytest.mark.parametrize("text", ["Ten pages [1].", "Ten pages, and here is why: " + "so it goes on " * 20])
async def test_an_answer_whose_end_is_called_wrongly_is_an_answer(desk: Desk, text: str, hear: Hearing) -> None:
    model, endpoint = await desk.set(played({"content": text}, "tool_calls"))
    assert (await model.reply([USER], tools=[TOOL], on_text=hear)).text == text and len(endpoint.asked) == 1
