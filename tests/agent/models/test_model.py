"""The model seam against endpoints that behave as endpoints do, over real HTTP."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import socket
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from agent.facts import Usage
from agent.models.model import CannotWork, ModelError, RawCall, TooLong, TryAgain, first_object
from tests.agent.endpoint import (
    CALL,
    KEY,
    NOW,
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
    in_turn,
    refuses,
    says,
    sends,
    streams,
    usage,
    whole,
)

__all__ = ["desk"]  # a fixture


# --- what is asked and what comes back --------------------------------------------------------------------------


async def test_a_question_goes_out_in_openais_shape_and_the_reply_comes_back(desk: Desk) -> None:
    model, endpoint = await desk.set(always(says()))
    reply = await model.reply([USER])
    assert endpoint.asked == [{"model": "m-1", "messages": [USER]}]
    assert endpoint.keys == [f"Bearer {KEY}"]
    assert (reply.text, reply.finish, reply.model, reply.usage) == (
        "Ten pages.",
        "stop",
        "m-1-b",
        Usage(prompt=5, completion=2),
    )


async def test_tools_go_out_and_calls_come_back(desk: Desk) -> None:
    model, endpoint = await desk.set(always(says(None, tool_calls=[CALL], finish="tool_calls")))
    reply = await model.reply([USER], tools=[TOOL])
    assert endpoint.asked[0]["tools"] == [TOOL]
    assert reply.calls == (RawCall("A", "web_search", '{"q": "x"}'),)


async def test_no_tools_are_no_word_about_tools(desk: Desk) -> None:
    model, endpoint = await desk.set(always(says()))
    await model.reply([USER], tools=[])
    assert not [name for name in endpoint.asked[0] if "tool" in name]


async def test_a_streamed_reply_is_shown_while_it_comes_and_counted(desk: Desk) -> None:
    chunks = [delta(role="assistant", content=""), delta(content="Ten "), delta(content="pages."), delta("stop")]
    model, endpoint = await desk.set(always(streams(*chunks, usage(5, 2))))
    shown: list[str] = []
    reply = await model.reply([USER], on_text=shown.append)
    assert shown == ["Ten ", "pages."]
    assert (reply.text, reply.finish, reply.usage) == ("Ten pages.", "stop", Usage(prompt=5, completion=2))
    assert endpoint.asked[0]["stream_options"] == {"include_usage": True}


async def test_empty_deltas_show_nothing(desk: Desk) -> None:
    model, _ = await desk.set(always(streams(*[delta(content="")] * 300, delta(content="Yes."), delta("stop"))))
    shown: list[str] = []
    await model.reply([USER], on_text=shown.append)
    assert shown == ["Yes."]


async def test_hidden_reasoning_is_not_shown_in_whichever_pieces_it_comes(desk: Desk) -> None:
    text = "<think>Hm, ten or twelve?</think>\n\nTen."
    model, _ = await desk.set(always(streams(*[delta(content=letter) for letter in text], delta("stop"))))
    shown: list[str] = []
    reply = await model.reply([USER], on_text=shown.append)
    assert "".join(shown) == reply.text == "Ten."


async def test_streamed_calls_without_index_are_told_apart(desk: Desk) -> None:
    pieces = [
        [{"id": "A", "function": {"name": "web_search", "arguments": '{"q": '}}],
        [{"function": {"arguments": '"x"}'}}],
        [{"id": "B", "function": {"name": "open_page", "arguments": {"u": "y"}}}],
    ]
    model, _ = await desk.set(always(streams(*[delta(tool_calls=piece) for piece in pieces], delta("stop"))))
    reply = await model.reply([USER], tools=[TOOL], on_text=ignore)
    assert reply.calls == (RawCall("A", "web_search", '{"q": "x"}'), RawCall("B", "open_page", {"u": "y"}))


@pytest.mark.parametrize("finish", ["stop", None, "other", ""])
async def test_calls_count_whatever_the_finish_says(desk: Desk, finish: str | None) -> None:
    model, _ = await desk.set(always(streams(delta(tool_calls=[CALL]), delta(finish))))
    reply = await model.reply([USER], tools=[TOOL], on_text=ignore)
    assert (len(reply.calls), reply.finish) == (1, finish or "")


async def test_tool_calls_announced_but_not_made_are_a_blank_reply(desk: Desk) -> None:
    model, endpoint = await desk.set(always(says(None, finish="tool_calls")))
    reply = await model.reply([USER], tools=[TOOL])
    assert (reply.calls, reply.text, len(endpoint.asked)) == ((), "", 1)


async def test_a_reply_cut_by_the_length_limit_comes_back_with_its_half_call(desk: Desk) -> None:
    half = {"id": "A", "function": {"name": "web_search", "arguments": '{"q": "x'}}
    model, endpoint = await desk.set(always(says(None, tool_calls=[half], finish="length")))
    reply = await model.reply([USER], tools=[TOOL])
    assert (reply.calls[0].arguments, reply.finish, reply.text) == ('{"q": "x', "length", "")
    assert len(endpoint.asked) == 1


@pytest.mark.parametrize(
    ("answer", "text", "refusal", "finish"),
    [
        (says(None, refusal="I will not."), "", "I will not.", "stop"),
        (says(None, finish="content_filter"), "", "", "content_filter"),
        (says("Half an", finish="content_filter"), "Half an", "", "content_filter"),
    ],
)
@pytest.mark.parametrize("as_json", [False, True])
async def test_a_refusal_is_a_reply_and_not_asked_again(
    desk: Desk, answer: Answer, text: str, refusal: str, finish: str, as_json: bool
) -> None:
    model, endpoint = await desk.set(always(answer))
    reply = await model.reply([USER], as_json=as_json)
    assert (reply.text, reply.refusal, reply.finish) == (text, refusal, finish)
    assert len(endpoint.asked) == 1


async def test_unknown_fields_come_back_and_go_out_again_byte_for_byte(desk: Desk) -> None:
    extra: Json = {"reasoning_content": "", "signature": "a+/=\u2028é", "details": [{"n": 1.5, "x": None}]}
    signed = {**CALL, "extra_content": {"google": {"thought_signature": "c2ln"}}}
    model, endpoint = await desk.set(always(whole({"content": None, "tool_calls": [signed], **extra})))
    reply = await model.reply([USER], tools=[TOOL])
    again = {**CALL, **json.loads(reply.calls[0].opaque)}
    told: Json = {"role": "assistant", "content": None, "tool_calls": [again], **json.loads(reply.opaque)}
    await model.reply([USER, told, {"role": "tool", "tool_call_id": "A", "content": "x"}], tools=[TOOL])
    sent = endpoint.asked[1]["messages"]
    assert isinstance(sent, list)
    assert sent[1] == {"role": "assistant", "content": None, "tool_calls": [signed], **extra}


async def test_what_cannot_be_encoded_is_cleaned_before_it_is_sent(desk: Desk) -> None:
    model, endpoint = await desk.set(always(says()))
    tool = {"type": "function", "function": {"name": "t", "description": "half \ud83d"}}
    await model.reply([{"role": "user", "content": "half \ud83d and nothing \0"}], tools=[tool])
    assert endpoint.asked[0]["messages"] == [{"role": "user", "content": "half \ufffd and nothing "}]


async def test_a_stream_that_comes_in_one_piece_is_read_all_the_same(desk: Desk) -> None:
    model, endpoint = await desk.set(always(says("Ten.")))
    shown: list[str] = []
    reply = await model.reply([USER], on_text=shown.append)
    assert (shown, reply.text, len(endpoint.asked)) == (["Ten."], "Ten.", 1)


async def test_one_piece_that_comes_as_a_stream_is_read_all_the_same(desk: Desk) -> None:
    model, endpoint = await desk.set(always(streams(delta(content="Ten."), delta("stop"))))
    assert (await model.reply([USER])).text == "Ten."
    assert len(endpoint.asked) == 1


async def test_an_endpoint_at_home_needs_no_key(desk: Desk) -> None:
    _, endpoint = await desk.set(always(says()))
    assert (await desk.model(endpoint.base_url, key="").reply([USER])).text == "Ten pages."


# --- nothing, and half of something -----------------------------------------------------------------------------

NOTHING = [
    sends({"choices": []}),
    sends({"choices": None}),
    sends({"choices": [{"message": None}]}),
    sends({}),
    sends(None),
    streams({"choices": []}),
    streams(),
    streams(done=False),
    streams(delta(content=" "), delta(reasoning_content="so then"), done=False),
]


@pytest.mark.parametrize("nothing", NOTHING)
async def test_an_answer_of_nothing_is_asked_for_once_more(desk: Desk, nothing: Answer) -> None:
    model, endpoint = await desk.set(in_turn(nothing, says("Ten.")))
    assert (await model.reply([USER])).text == "Ten."
    assert len(endpoint.asked) == 2


@pytest.mark.parametrize("nothing", NOTHING)
async def test_an_answer_of_nothing_twice_is_an_error(desk: Desk, nothing: Answer) -> None:
    model, endpoint = await desk.set(always(nothing))
    with pytest.raises(TryAgain):
        await model.reply([USER], on_text=ignore)
    assert len(endpoint.asked) == 2


async def test_what_the_answer_of_nothing_cost_is_counted(desk: Desk) -> None:
    model, _ = await desk.set(in_turn(sends(usage(3, 1)), says("Ten.")))
    assert (await model.reply([USER])).usage == Usage(prompt=8, completion=3)


@pytest.mark.parametrize(
    ("answer", "finish"),
    [
        (streams(delta(content="Ten."), done=False), "cut"),
        (streams(delta(content="Ten.")), ""),
        (streams(delta(content="Ten."), delta("stop"), done=False), "stop"),
        (says("Ten.", finish=None), ""),
    ],
)
async def test_a_stream_that_just_ends_keeps_its_text_and_is_told_apart(
    desk: Desk, answer: Answer, finish: str
) -> None:
    model, _ = await desk.set(always(answer))
    reply = await model.reply([USER], on_text=ignore)
    assert (reply.text, reply.finish) == ("Ten.", finish)


async def test_a_stream_that_just_ends_in_a_call_is_an_error(desk: Desk) -> None:
    half = {"id": "A", "function": {"name": "web_search", "arguments": '{"q": "x'}}
    model, _ = await desk.set(always(streams(delta(content="Let me see."), delta(tool_calls=[half]), done=False)))
    with pytest.raises(TryAgain, match="broke off"):
        await model.reply([USER], on_text=ignore)


async def test_a_stream_whose_connection_breaks_is_an_error(desk: Desk) -> None:
    model, _ = await desk.set(always(streams(delta(content="Ten"), done=False, drops=True)))
    with pytest.raises(TryAgain):
        await model.reply([USER], on_text=ignore)


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        ({"message": "upstream is gone", "code": 502}, TryAgain),
        ({"message": "slow down", "code": 429}, TryAgain),
        ({"message": "something"}, TryAgain),
        ("something", TryAgain),
        ({"message": "no room", "code": "context_length_exceeded"}, TooLong),
        ({"message": "tools are unknown here", "type": "invalid_request_error"}, CannotWork),
        ({"message": "no", "code": "invalid_api_key"}, CannotWork),
        ({"message": "no credit", "code": 402}, CannotWork),
    ],
)
@pytest.mark.parametrize("streamed", [False, True])
async def test_an_error_inside_a_reply_is_an_error(
    desk: Desk, error: object, kind: type[ModelError], streamed: bool
) -> None:
    answer = streams(delta(content="Ten"), {"error": error}) if streamed else sends({"error": error})
    model, _ = await desk.set(always(answer))
    with pytest.raises(kind):
        await model.reply([USER], on_text=ignore if streamed else None)


async def test_an_error_inside_a_choice_is_an_error(desk: Desk) -> None:
    choice = {"message": {"content": "Ten"}, "finish_reason": "error", "error": {"code": 502, "message": "gone"}}
    model, _ = await desk.set(always(sends({"choices": [choice]})))
    with pytest.raises(TryAgain):
        await model.reply([USER])


@pytest.mark.parametrize(
    "answer",
    [
        Answer(body='{"choices": ['),
        Answer(kind="text/event-stream", lines=["data: {broken"]),
        Answer(body=""),
    ],
)
async def test_what_cannot_be_read_is_an_error(desk: Desk, answer: Answer) -> None:
    model, _ = await desk.set(always(answer))
    with pytest.raises(TryAgain):
        await model.reply([USER])


async def test_a_web_page_instead_of_an_endpoint_is_said_so(desk: Desk) -> None:
    model, _ = await desk.set(always(Answer(body="<!doctype html><p>Welcome", kind="text/html")))
    for on_text in (None, ignore):
        with pytest.raises(CannotWork, match="web page"):
            await model.reply([USER], on_text=on_text)


# --- JSON -------------------------------------------------------------------------------------------------------


async def test_a_json_call_asks_for_json_and_no_variety(desk: Desk) -> None:
    model, endpoint = await desk.set(always(says('{"mode": "chat"}')))
    reply = await model.reply([USER], as_json=True)
    assert first_object(reply.text) == {"mode": "chat"}
    assert endpoint.asked == [
        {"model": "m-1", "messages": [USER], "temperature": 0, "response_format": {"type": "json_object"}}
    ]


@pytest.mark.parametrize("blank", ["", "   \n", None])
async def test_nothing_in_json_mode_is_asked_again_without_it(desk: Desk, blank: str | None) -> None:
    model, endpoint = await desk.set(in_turn(says(blank), says('```json\n{"a": "}"}\n```')))
    reply = await model.reply([USER], as_json=True)
    assert first_object(reply.text) == {"a": "}"}
    assert ["response_format" in asked for asked in endpoint.asked] == [True, False]
    assert reply.usage == Usage(prompt=10, completion=4)


async def test_json_mode_that_never_says_anything_is_given_up(desk: Desk) -> None:
    model, endpoint = await desk.set(lambda asked: says(" " if "response_format" in asked else "{}"))
    for _ in range(4):
        assert (await model.reply([USER], as_json=True)).text == "{}"
    assert ["response_format" in asked for asked in endpoint.asked] == [True, False, True, False, False, False]


async def test_json_mode_that_says_nothing_now_and_then_is_kept(desk: Desk) -> None:
    model, endpoint = await desk.set(in_turn(says(""), says("{}"), says("{}"), says(""), says("{}")))
    for _ in range(4):
        await model.reply([USER], as_json=True)
    assert "response_format" in endpoint.asked[-1]


async def test_nothing_without_json_mode_either_is_a_blank_reply(desk: Desk) -> None:
    model, endpoint = await desk.set(always(says("")))
    assert first_object((await model.reply([USER], as_json=True)).text) is None
    assert len(endpoint.asked) == 2


async def test_a_model_that_was_seen_to_think_is_told_not_to_for_json(desk: Desk) -> None:
    model, endpoint = await desk.set(always(says("{}", reasoning_content="hm")))
    for _ in range(2):
        await model.reply([USER], as_json=True, think="off")
    assert [asked.get("reasoning_effort") for asked in endpoint.asked] == [None, "none"]


async def test_an_endpoint_that_cannot_be_told_so_is_not_told_again(desk: Desk) -> None:
    def rule(asked: Json) -> Answer:
        if "reasoning_effort" in asked:
            return refuses(400, "Unrecognized request argument supplied: reasoning_effort")
        return says("{}", reasoning_content="hm")

    model, endpoint = await desk.set(rule)
    for _ in range(3):
        await model.reply([USER], as_json=True, think="off")
    assert ["reasoning_effort" in asked for asked in endpoint.asked] == [False, True, False, False]


# --- what endpoints refuse --------------------------------------------------------------------------------------


def refusing(*names: str, status: int = 400) -> Rule:
    """An endpoint that takes none of these parameters and says so one at a time."""

    def rule(asked: Json) -> Answer:
        refused = next((name for name in names if name in asked), None)
        if refused:
            return refuses(
                status, f"Unsupported parameter: '{refused}' is not supported with this model.", param=refused
            )
        return says("{}")

    return rule


@pytest.mark.parametrize("status", [400, 422])
@pytest.mark.parametrize(
    "names",
    [
        ("temperature",),
        ("response_format",),
        ("max_tokens", "temperature"),
        ("max_tokens", "max_completion_tokens"),
        ("max_tokens", "temperature", "response_format", "max_completion_tokens"),
    ],
)
async def test_parameters_that_are_refused_are_learned_once(desk: Desk, names: tuple[str, ...], status: int) -> None:
    model, endpoint = await desk.set(refusing(*names, status=status), limit=100)
    assert (await model.reply([USER], as_json=True)).text == "{}"
    assert len(endpoint.asked) == len(names) + 1
    await model.reply([USER], as_json=True)
    assert len(endpoint.asked) == len(names) + 2


async def test_a_limit_is_kept_under_its_other_name(desk: Desk) -> None:
    model, endpoint = await desk.set(refusing("max_tokens"), limit=100)
    await model.reply([USER])
    assert endpoint.asked[-1]["max_completion_tokens"] == 100


async def test_an_endpoint_that_does_not_stream_is_asked_without(desk: Desk) -> None:
    model, endpoint = await desk.set(refusing("stream"))
    shown: list[str] = []
    await model.reply([USER], on_text=shown.append)
    assert shown == ["{}"]
    assert set(endpoint.asked[-1]) == {"model", "messages"}


async def test_usage_in_streams_is_given_up_where_it_is_refused(desk: Desk) -> None:
    def rule(asked: Json) -> Answer:
        if "stream_options" in asked:
            return refuses(400, "stream_options: extra inputs are not permitted")
        return streams(delta(content="Ten."), delta("stop"))

    model, endpoint = await desk.set(rule)
    assert (await model.reply([USER], on_text=ignore)).text == "Ten."
    assert endpoint.asked[-1]["stream"] is True


async def test_as_many_lessons_as_there_are_are_learned_in_one_call(desk: Desk) -> None:
    names = ("stream_options", "max_tokens", "max_completion_tokens", "temperature", "response_format", "stream")
    model, endpoint = await desk.set(refusing(*names), limit=100)
    assert (await model.reply([USER], as_json=True, on_text=ignore)).text == "{}"
    assert len(endpoint.asked) == len(names) + 1


async def test_an_endpoint_that_is_never_content_is_given_up(desk: Desk) -> None:
    """It minds hidden reasoning that is there, and misses it where it is not."""

    def rule(asked: Json) -> Answer:
        there = "reasoning_content" in json.dumps(asked["messages"])
        return refuses(400, f"reasoning_content is {'unsupported' if there else 'missing'}")

    model, endpoint = await desk.set(rule)
    with pytest.raises(CannotWork, match="refused the request"):
        await model.reply(thinking_turn(reasoning_content="a"), tools=[TOOL])
    assert len(endpoint.asked) <= 5


@pytest.mark.parametrize("message", ["tool_calls must be followed by tool messages", "top_p is not supported"])
async def test_other_refusals_are_not_repeated(desk: Desk, message: str) -> None:
    model, endpoint = await desk.set(always(refuses(400, message)))
    with pytest.raises(CannotWork, match=re.escape(message)):
        await model.reply([USER], as_json=True)
    assert len(endpoint.asked) == 1


async def test_a_conversation_too_long_teaches_nothing_about_the_limit(desk: Desk) -> None:
    long = "max_tokens is 100, but the maximum context length is 4096 tokens"
    model, endpoint = await desk.set(in_turn(refuses(400, long), says()), limit=100)
    with pytest.raises(TooLong):
        await model.reply([USER])
    await model.reply([USER])
    assert [asked["max_tokens"] for asked in endpoint.asked] == [100, 100]


def thinking_turn(**more: object) -> list[Json]:
    turn: Json = {"role": "assistant", "content": None, "tool_calls": [CALL], **more}
    return [USER, turn, {"role": "tool", "tool_call_id": "A", "content": "x"}]


def reasoning(*, wanted: bool) -> Rule:
    """An endpoint that insists on hidden reasoning beside calls, or on its absence."""

    def rule(asked: Json) -> Answer:
        messages = asked["messages"]
        assert isinstance(messages, list)
        if ("reasoning_content" in messages[1]) == wanted:
            return says()
        if wanted:
            return refuses(400, "The `reasoning_content` in the thinking mode must be passed back to the API.")
        return refuses(400, "property 'reasoning_content' is unsupported")

    return rule


async def test_hidden_reasoning_that_is_missed_is_sent_empty_from_then_on(desk: Desk) -> None:
    model, endpoint = await desk.set(reasoning(wanted=True))
    for _ in range(2):
        assert (await model.reply(thinking_turn())).text == "Ten pages."
    assert len(endpoint.asked) == 3


async def test_hidden_reasoning_that_is_refused_is_dropped_from_then_on(desk: Desk) -> None:
    model, endpoint = await desk.set(reasoning(wanted=False))
    for _ in range(2):
        assert (await model.reply(thinking_turn(reasoning_content="hm"))).text == "Ten pages."
    assert len(endpoint.asked) == 3


@pytest.mark.parametrize("value", ["", "hm"])
async def test_hidden_reasoning_that_is_there_is_sent_as_it_is(desk: Desk, value: str) -> None:
    model, endpoint = await desk.set(reasoning(wanted=True))
    await model.reply(thinking_turn(reasoning_content=value))
    assert [asked["messages"] for asked in endpoint.asked] == [thinking_turn(reasoning_content=value)]


# --- errors -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (refuses(401, f"Incorrect API key provided: {KEY}"), CannotWork),
        (refuses(403, "not for you"), CannotWork),
        (refuses(404, "The model `m-1` does not exist"), CannotWork),
        (refuses(402, "Insufficient Balance"), CannotWork),
        (refuses(429, "You exceeded your current quota", "insufficient_quota"), CannotWork),
        (refuses(429, "Rate limit reached: too many tokens per minute"), TryAgain),
        (refuses(500, "oops"), TryAgain),
        (refuses(503, "overloaded"), TryAgain),
        (Answer(502, "<html>Bad gateway</html>", "text/html", headers=NOW), TryAgain),
        (refuses(400, "Too big.", "context_length_exceeded"), TooLong),
        (refuses(413, "Request too large"), TooLong),
        (Answer(413, "<html>Request Entity Too Large</html>", "text/html"), TooLong),
    ],
)
@pytest.mark.parametrize("on_text", [None, ignore])
async def test_errors_are_named_after_what_may_be_done_next(
    desk: Desk, answer: Answer, kind: type[ModelError], on_text: Callable[[str], None] | None
) -> None:
    model, _ = await desk.set(always(answer))
    with pytest.raises(ModelError) as raised:
        await model.reply([USER], on_text=on_text)
    assert type(raised.value) is kind


async def test_what_passes_is_waited_out(desk: Desk) -> None:
    model, endpoint = await desk.set(in_turn(refuses(429, "slow down"), refuses(503, "overloaded"), says()))
    assert (await model.reply([USER])).text == "Ten pages."
    assert len(endpoint.asked) == 3


@pytest.mark.parametrize("status", [429, 503])
@pytest.mark.parametrize("wait", ["86400", "61"])
async def test_a_wait_beyond_reason_is_not_waited_for(desk: Desk, status: int, wait: str) -> None:
    model, endpoint = await desk.set(always(refuses(status, "slow down", **{"retry-after": wait})))
    with pytest.raises(TryAgain, match="left alone for") as raised:
        await model.reply([USER])
    assert (len(endpoint.asked), raised.value.after) == (1, float(wait))


async def test_nobody_there_is_worth_another_try(desk: Desk) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        model = desk.model(f"http://127.0.0.1:{unused.getsockname()[1]}/v1")
        with pytest.raises(TryAgain, match="connection"):
            await model.reply([USER])


async def test_an_address_that_is_none_is_said_so(desk: Desk) -> None:
    with pytest.raises(CannotWork, match="address"):
        await desk.model("ftp://127.0.0.1/v1").reply([USER])


@pytest.mark.parametrize("key", ["sk-smart\u2019quote", "sk-two\nlines", "sk-two words"])
async def test_a_key_that_cannot_be_sent_is_said_so(desk: Desk, key: str) -> None:
    _, endpoint = await desk.set(always(says()))
    with pytest.raises(CannotWork, match="key"):
        await desk.model(endpoint.base_url, key=key).reply([USER])
    assert endpoint.asked == []


@pytest.mark.parametrize("lines", [(), (f"data: {json.dumps(delta(content='Ten'))}",)])
async def test_silence_ends_a_call_even_where_comments_keep_the_line_open(desk: Desk, lines: Sequence[str]) -> None:
    hanging = Answer(kind="text/event-stream", lines=lines, hangs=True)
    model, endpoint = await desk.set(always(hanging), silence=0.2)
    with pytest.raises(TryAgain, match="in time"):
        await model.reply([USER], on_text=ignore)
    await asyncio.wait_for(endpoint.left.wait(), 20)


async def test_a_long_reply_is_not_silence(desk: Desk) -> None:
    slow = replace(streams(*[delta(content="and ")] * 6, delta("stop")), pause=0.3)
    model, _ = await desk.set(always(slow), silence=1.5)
    assert (await model.reply([USER], on_text=ignore)).text == "and " * 6


@pytest.mark.parametrize(
    "message",
    [
        f"key {KEY} is no good",
        "key sk-proj-abcdefghijklmnop1234 is no good",
        "cannot reach https://anna:secret-word@proxy.test/v1",
        "Authorization: Bearer abcdef0123456789",
        'line one\nline two\n  File "x.py", line 3',
    ],
)
async def test_errors_are_one_sentence_without_secrets_and_the_log_has_none_either(
    desk: Desk, message: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "agent")
    model, _ = await desk.set(always(refuses(400, message)))
    with pytest.raises(CannotWork) as raised:
        await model.reply([USER])
    for secret in (KEY, "sk-proj-abc", "secret-word", "abcdef0123456789"):
        assert secret not in raised.value.text + str(raised.value) + caplog.text
    assert "\n" not in raised.value.text


async def test_the_key_itself_is_hidden_even_if_it_does_not_look_like_one(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    _, endpoint = await desk.set(always(refuses(400, "what is open-sesame-7 meant to be?")))
    with pytest.raises(CannotWork) as raised:
        await desk.model(endpoint.base_url, key="open-sesame-7").reply([USER])
    assert "sesame" not in raised.value.text + caplog.text


async def test_the_reference_of_an_error_leads_into_the_log(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    model, _ = await desk.set(always(refuses(400, "no such luck", "odd_code")))
    with pytest.raises(CannotWork, match="no such luck") as raised:
        await model.reply([USER])
    assert re.fullmatch("[0-9a-f]{8}", raised.value.ref)
    assert [record for record in caplog.records if raised.value.ref in record.getMessage()]
    assert "odd_code" in caplog.text


async def test_a_long_complaint_is_cut(desk: Desk) -> None:
    model, _ = await desk.set(always(refuses(400, "no " * 5000)))
    with pytest.raises(CannotWork) as raised:
        await model.reply([USER])
    assert len(raised.value.text) < 400


# --- leaving ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lines", [(), (f"data: {json.dumps(delta(content='Ten'))}",)])
async def test_cancelling_closes_the_connection(desk: Desk, lines: Sequence[str]) -> None:
    model, endpoint = await desk.set(always(Answer(kind="text/event-stream", lines=lines, hangs=True)))
    task = asyncio.create_task(model.reply([USER], on_text=ignore))
    await asyncio.wait_for(endpoint.arrived.wait(), 20)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.wait_for(endpoint.left.wait(), 20)
    assert len(endpoint.asked) == 1


async def test_what_the_listener_raises_is_its_own_and_closes_the_connection(desk: Desk) -> None:
    def listener(_: str) -> None:
        raise ValueError("mine")

    model, endpoint = await desk.set(always(streams(delta(content="Ten"), done=False, hangs=True)))
    with pytest.raises(ValueError, match="mine"):
        await model.reply([USER], on_text=listener)
    await asyncio.wait_for(endpoint.left.wait(), 20)


async def test_calls_run_side_by_side_and_learn_together(desk: Desk) -> None:
    model, endpoint = await desk.set(refusing("temperature", "response_format"))
    replies = await asyncio.gather(*[model.reply([USER], as_json=True) for _ in range(5)])
    assert {reply.text for reply in replies} == {"{}"}
    learned = len(endpoint.asked)
    await model.reply([USER], as_json=True)
    assert len(endpoint.asked) == learned + 1
