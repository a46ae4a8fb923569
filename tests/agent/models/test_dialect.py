"""What refusals teach, and how an overflow is told from throttling, with bodies as endpoints send them."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.models.dialect import Dialect, wait_asked
from agent.models.refused import refusal
from agent.models.thinking import Think

Json = dict[str, object]
patient = settings(deadline=None)


def openai_error(message: str, code: object = None, param: object = None) -> Json:
    return {"message": message, "type": "invalid_request_error", "param": param, "code": code}


# --- parameters -------------------------------------------------------------------------------------------------

WANTED: Json = {
    "max_tokens": 500,
    "temperature": 0,
    "stream": True,
    "stream_options": {"include_usage": True},
    "response_format": {"type": "json_object"},
}


def fit(dialect: Dialect, think: Think = "off") -> Json:
    """The optional parameters of a request in this dialect."""
    return dialect.options({**WANTED, **dialect.thinking(think)})


def taught(
    dialect: Dialect, message: str, param: object = None, status: int = 400, think: Think = "off"
) -> Dialect | None:
    """What a refusal of a request in this dialect teaches."""
    body = {"messages": [], **fit(dialect, think)}
    return dialect.after(refusal(status, openai_error(message, param=param)), body)


@pytest.mark.parametrize("name", ["temperature", "stream", "stream_options", "response_format"])
@pytest.mark.parametrize("status", [400, 422])
def test_a_parameter_that_is_named_is_left_out_from_then_on(name: str, status: int) -> None:
    dialect = taught(Dialect(), f"Unsupported value: '{name}' is not supported with this model.", status=status)
    assert dialect is not None
    assert name not in dialect.options(WANTED)


def test_the_named_field_of_the_error_counts_before_its_words() -> None:
    dialect = taught(Dialect(), "temperature and such are not for response_format", param="response_format.type")
    assert dialect == Dialect(without=frozenset({"response_format"}))


def test_the_limit_changes_its_name_before_it_is_given_up() -> None:
    renamed = taught(Dialect(), "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
    assert renamed is not None
    assert renamed.options(WANTED)["max_completion_tokens"] == 500
    assert "max_tokens" not in renamed.options(WANTED)
    given_up = taught(renamed, "max_completion_tokens: extra inputs are not permitted")
    assert given_up is not None
    assert not {"max_tokens", "max_completion_tokens"} & set(given_up.options(WANTED))


def test_without_a_stream_nothing_is_said_of_it() -> None:
    dialect = taught(Dialect(), "Your organization must be verified to stream this model.", param="stream")
    assert dialect is not None
    assert not {"stream", "stream_options"} & set(dialect.options(WANTED))


@pytest.mark.parametrize(
    ("message", "status"),
    [
        ("messages must not be empty", 400),
        ("temperature is fine, the key is not", 401),
        ("temperature", 500),
        ("top_p is not supported", 400),
        ("parallel_tool_calls is only allowed with tools", 400),
    ],
)
def test_other_refusals_teach_nothing(message: str, status: int) -> None:
    assert taught(Dialect(), message, status=status) is None


@patient
@given(st.lists(st.sampled_from(sorted(WANTED)), max_size=12))
def test_learning_only_ever_takes_away(named: list[str]) -> None:
    dialect = Dialect(thinks=True, address="http://127.0.0.1/v1")
    for name in [*named, "reasoning_effort", "chat_template_kwargs"]:
        before = set(fit(dialect))
        dialect = taught(dialect, f"'{name}' is not supported") or dialect
        assert set(fit(dialect)) - {"max_completion_tokens"} <= before


def test_thinking_is_only_turned_off_where_there_is_thinking() -> None:
    assert "reasoning_effort" not in fit(Dialect())
    assert fit(Dialect(thinks=True))["reasoning_effort"] == "none"


def test_of_the_efforts_an_endpoint_offers_the_least_is_taken() -> None:
    message = "Unsupported value: 'reasoning_effort' does not support 'none'. Supported values are: 'minimal', 'low'."
    dialect = taught(Dialect(thinks=True), message)
    assert dialect is not None
    assert fit(dialect)["reasoning_effort"] == "minimal"


def test_an_effort_that_is_refused_without_an_offer_is_left_out() -> None:
    dialect = taught(Dialect(thinks=True), "Unrecognized request argument supplied: reasoning_effort")
    assert dialect is not None
    assert "reasoning_effort" not in fit(dialect) and "reasoning_effort" not in fit(dialect, "hard")


def test_hard_thinking_is_asked_for_before_any_was_seen_and_in_the_best_word_that_is_known() -> None:
    assert fit(Dialect(), "hard")["reasoning_effort"] == "high"
    assert "reasoning_effort" not in fit(Dialect(thinks=True), "")
    other = taught(Dialect(), "`reasoning_effort` must be one of 'none' or 'default'", think="hard")
    assert other is not None
    assert fit(other, "hard")["reasoning_effort"] == "default"
    less = taught(Dialect(), "reasoning_effort: 'high' is unknown; use 'low' or 'medium'", think="hard")
    assert less is not None
    assert fit(less, "hard")["reasoning_effort"] == "medium"
    assert fit(replace(less, thinks=True))["reasoning_effort"] == "none", (
        "what is learned of one says nothing of both"
    )


@pytest.mark.parametrize(
    ("address", "off", "hard"),
    [
        ("https://api.openai.com/v1", {"reasoning_effort": "none"}, {"reasoning_effort": "high"}),
        (
            "https://api.deepseek.com",
            {"thinking": {"type": "disabled"}},
            {"thinking": {"type": "enabled"}, "reasoning_effort": "high"},
        ),
        (
            "https://dashscope.aliyuncs.com/compatible-mode/v1",
            {"enable_thinking": False},
            {"enable_thinking": True},
        ),
        ("https://api.anthropic.com/v1", {}, {"thinking": {"type": "enabled", "budget_tokens": 8_000}}),
        (
            "http://10.0.0.5:8000/v1",
            {"reasoning_effort": "none", "chat_template_kwargs": {"enable_thinking": False}},
            {"reasoning_effort": "high", "chat_template_kwargs": {"enable_thinking": True}},
        ),
    ],
)
def test_endpoints_with_a_switch_of_their_own_are_told_by_it(address: str, off: Json, hard: Json) -> None:
    dialect = Dialect(thinks=True, address=address)
    assert (dialect.thinking("off"), dialect.thinking("hard"), dialect.thinking("")) == (off, hard, {})


@pytest.mark.parametrize("address", ["https://notdeepseek.com/v1", "https://deepseek.com.example.test/v1", "", "?"])
def test_no_other_address_is_taken_for_one_of_these(address: str) -> None:
    assert "thinking" not in Dialect(thinks=True, address=address).thinking("hard")


@pytest.mark.parametrize("name", ["thinking", "enable_thinking", "chat_template_kwargs"])
def test_a_switch_that_is_refused_is_left_out(name: str) -> None:
    addresses = {"thinking": "https://api.z.ai/v4", "enable_thinking": "https://api.siliconflow.cn/v1"}
    dialect = taught(
        Dialect(address=addresses.get(name, "http://localhost/v1")), f"Extra inputs: {name}", think="hard"
    )
    assert dialect is not None
    assert name not in fit(dialect, "hard")


# What refusals of thinking say without the name of a parameter; with the value of one; and with its name.
THINKING = [
    ("off", "Reasoning is mandatory for this endpoint and cannot be disabled."),
    ("off", "Budget 0 is invalid. This model only works in thinking mode."),
    ("hard", '"granite4:3b" does not support thinking'),
    ("hard", 'think value "high" is not supported for this model'),
    ("hard", "Thinking level is not supported for this model."),
    ("hard", "Unsupported value: 'reasoning_effort' does not support 'high' with this model."),
]
ADDRESSES = [
    "https://api.openai.com/v1",
    "https://api.deepseek.com",
    "https://dashscope.aliyuncs.com/compatible-mode/v1",
    "http://10.0.0.5:8000/v1",
]


@pytest.mark.parametrize(("think", "message"), THINKING)
@pytest.mark.parametrize("address", ADDRESSES)
def test_thinking_that_is_refused_one_way_is_not_asked_for_that_way_again(
    think: Think, message: str, address: str
) -> None:
    first = Dialect(thinks=True, address=address)
    learned = taught(first, message, think=think)
    while learned is not None and "reasoning_effort" not in message and learned.thinking(think):
        learned = taught(learned, message, think=think)  # an endpoint may have more than one switch
    assert learned is not None and "reasoning_effort" not in learned.thinking(think)
    other: Think = "hard" if think == "off" else "off"
    assert learned.thinking(other) == first.thinking(other), "the other way it may still be taken"


def test_where_no_thinking_is_asked_for_a_word_on_it_teaches_nothing() -> None:
    for _, message in THINKING:
        assert taught(Dialect(thinks=True), message, think="") is None


@pytest.mark.parametrize(
    "message",
    [
        "Model grok-4 does not support parameter reasoningEffort.",
        "Argument not supported on this model: reasoningEffort",
        "Unrecognized request argument supplied: reasoning_effort",
    ],
)
def test_a_switch_that_is_unknown_is_left_out_either_way(message: str) -> None:
    learned = taught(Dialect(thinks=True, address=ADDRESSES[0]), message, think="hard")
    assert learned is not None and learned.options(learned.thinking("off") | learned.thinking("hard")) == {}


def test_an_effort_that_is_offered_without_quotes_is_taken() -> None:
    learned = taught(Dialect(thinks=True), "Invalid reasoning_effort. Supported values are: minimal, low, medium.")
    assert learned is not None and fit(learned)["reasoning_effort"] == "minimal"


# In whichever words, these are refused; "" is none of them.
UNSAID = [
    ("stream", "Streaming is not supported for this model."),
    ("stream", "streaming not allowed"),
    ("stream", "This model doesn't support tool use in streaming mode."),
    ("response_format", "This model does not support JSON output"),
    ("response_format", "Model does not support structured outputs"),
    ("response_format", "JSON mode is not enabled for this model"),
    ("response_format", "Response format json_object is not available"),
    ("", "The request must include at least one user message."),
    ("", "There is no reason to think so, said the budget."),
]


@pytest.mark.parametrize(("name", "message"), UNSAID)
def test_what_is_refused_in_other_words_is_left_out(name: str, message: str) -> None:
    body = {**WANTED, "include": ["x"], "messages": []}
    learned = Dialect().after(refusal(400, openai_error(message)), body)
    assert (learned.without if learned else frozenset()) == ({name} if name else set())


# Each has the name of something that was sent in it, and minds something else.
MENTIONED = [
    "Provider returned error: stream closed unexpectedly",
    "upstream stream error",
    "Failed to parse the request body as JSON: expected a JSON object at messages[1].tool_calls[0]",
    "Service temporarily unavailable: temperature sensor",
    "The temperature of the room",
    "Invalid JSON object in request body",
    "The model is only available in streaming regions",
    "response_format was read, then the connection closed",
    "",
    "400",
    "Bad Request",
]


@pytest.mark.parametrize("message", MENTIONED)
@pytest.mark.parametrize("status", [400, 422])
def test_what_is_only_mentioned_stays(message: str, status: int) -> None:
    body = {**WANTED, "messages": conversation()}
    assert Dialect().after(refusal(status, openai_error(message)), body) is None


@pytest.mark.parametrize("body", ["", None, {}, [], {"error": {}}, {"error": {"code": 400}}, {"error": None}])
def test_a_refusal_without_words_teaches_nothing(body: object) -> None:
    request = {**WANTED, "messages": conversation()}
    assert Dialect().after(refusal(400, body), request) is None


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("temperature", "`temperature` may only be set to 1 when thinking is enabled."),
        ("temperature", "invalid temperature: only 1 is allowed for this model"),
        ("temperature", "`temperature` is deprecated for this model."),
        ("temperature", "Temperature is not supported by reasoning models"),
        ("stream_options", "stream_options must be null"),
        ("response_format", "'response_format' of type 'json_object' is not supported"),
    ],
)
def test_what_is_refused_with_a_condition_is_left_out(name: str, message: str) -> None:
    learned = Dialect().after(refusal(400, openai_error(message)), {**WANTED, "messages": conversation()})
    assert learned == Dialect(without=frozenset({name}))


@pytest.mark.parametrize("message", ["Unknown parameter: 'include'.", "include: Extra inputs are not permitted"])
def test_a_parameter_whose_name_is_a_word_has_to_be_called_so(message: str) -> None:
    learned = Dialect().after(refusal(400, openai_error(message)), {"include": ["x"], "input": []})
    assert learned == Dialect(without=frozenset({"include"}))


# --- what goes back to the Responses API ------------------------------------------------------------------------

SEAL: Json = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "gAAA"}
ITEMS: list[Json] = [
    {"role": "user", "content": "x"},
    SEAL,
    {"role": "assistant", "content": "I look.", "phase": "commentary"},
    {"type": "function_call", "call_id": "A" * 70, "name": "t", "arguments": "{}"},
    {"type": "function_call_output", "call_id": "A" * 70, "output": "y"},
]


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("The encrypted content gAAA for item rs_1 could not be verified.", "invalid_encrypted_content"),
        ("Unknown parameter: 'input[1].encrypted_content'.", "unknown_parameter"),
        ("Input item type 'reasoning' is not supported.", None),
        ("Item 'rs_1' of type 'reasoning' was provided without its required following item.", None),
        ("Item with id 'rs_1' not found. Items are not persisted when `store` is set to false.", None),
    ],
)
def test_sealed_reasoning_that_is_refused_stays_out_and_nothing_else_is_given_up(message: str, code: object) -> None:
    body = {"include": ["reasoning.encrypted_content"], "reasoning": {"effort": "high"}, "input": ITEMS}
    learned = Dialect().after(refusal(400, openai_error(message, code)), body)
    assert learned == Dialect(unsealed=True)
    assert learned.items(ITEMS) == [item for item in ITEMS if item is not SEAL]


def test_sealed_reasoning_that_is_not_there_to_be_had_is_not_asked_for() -> None:
    told = refusal(400, openai_error("Encrypted content is not supported with this model.", param="include"))
    for items in (ITEMS, ITEMS[:1]):
        learned = Dialect().after(told, {"include": ["reasoning.encrypted_content"], "input": items})
        assert learned == Dialect(without=frozenset({"include"}))


def test_a_phase_that_is_refused_is_dropped() -> None:
    told = refusal(400, openai_error("Unknown parameter: 'input[2].phase'.", param="input[2].phase"))
    learned = Dialect().after(told, {"input": ITEMS})
    assert learned is not None and not [item for item in learned.items(ITEMS) if "phase" in item]


def test_ids_of_items_that_are_too_long_become_short() -> None:
    told = refusal(400, openai_error("Invalid 'input[3].call_id': string too long.", param="input[3].call_id"))
    assert Dialect().after(told, {"input": ITEMS}) == Dialect(short_ids=True)


# --- fields of messages -----------------------------------------------------------------------------------------

CALL: Json = {"id": "A", "type": "function", "function": {"name": "t", "arguments": "{}"}}


def turn(**more: object) -> Json:
    return {"role": "assistant", "content": None, "tool_calls": [CALL], **more}


def lesson(message: str, *messages: Json, dialect: Dialect | None = None) -> list[Json] | None:
    """The messages as they go out after this refusal; None where it taught nothing."""
    known = dialect or Dialect()
    learned = known.after(refusal(400, openai_error(message)), {"messages": known.messages(messages)})
    return None if learned is None else learned.messages(messages)


def test_unknown_fields_go_out_as_they_are() -> None:
    messages = [{"role": "user", "content": "x", "odd": 1}, turn(reasoning_content="", other={"a": [1.5]})]
    assert Dialect().messages(messages) == messages


def test_hidden_reasoning_that_is_refused_is_dropped() -> None:
    sent = turn(reasoning_content="hm")
    assert lesson("property 'reasoning_content' is unsupported", sent) == [turn()]


def test_hidden_reasoning_that_is_missed_is_filled_in_where_calls_were_made() -> None:
    plain: Json = {"role": "assistant", "content": "Hello."}
    sent = lesson("The `reasoning_content` in the thinking mode must be passed back.", plain, turn())
    assert sent == [plain, turn(reasoning_content="")]


def test_where_some_messages_have_it_and_some_do_not_the_words_decide() -> None:
    both = turn(reasoning_content="hm"), turn()
    assert lesson("Missing `reasoning_content` at message 1", *both) == [both[0], turn(reasoning_content="")]
    assert lesson("Unexpected field reasoning_content", *both) == [turn(), turn()]


def test_an_endpoint_may_change_its_mind() -> None:
    dropping = Dialect(dropped=frozenset({"reasoning_content"}))
    assert lesson("reasoning_content is missing", turn(), dialect=dropping) == [turn(reasoning_content="")]
    filling = Dialect(filled=True)
    assert lesson("reasoning_content is unsupported", turn(), dialect=filling) == [turn()]


def test_a_field_on_a_call_that_is_refused_is_dropped_there() -> None:
    signed = {**CALL, "extra_content": {"google": {"thought_signature": "c2ln"}}}
    sent = lesson("Unknown name \"extra_content\" at 'messages[0].tool_calls[0]'", turn(tool_calls=[signed]))
    assert sent == [turn()]


def test_a_field_inside_the_function_of_a_call_that_is_refused_is_dropped_there() -> None:
    function = {"name": "t", "arguments": "{}", "thought_signature": "c2ln"}
    sent = lesson("property 'thought_signature' is unsupported", turn(tool_calls=[{**CALL, "function": function}]))
    assert sent == [turn()]


@pytest.mark.parametrize(
    ("message", "then"),
    [
        ("property 'reasoning' is unsupported", [turn()]),
        ("Unexpected field reasoning", [turn()]),
        ("messages.1.reasoning: Extra inputs are not permitted", [turn()]),
        ("There is no reasoning with this request", None),
    ],
)
def test_a_field_whose_name_is_a_word_has_to_be_called_so(message: str, then: list[Json] | None) -> None:
    assert lesson(message, turn(reasoning="hm")) == then


@pytest.mark.parametrize(
    "message",
    [
        "thinking is enabled but reasoning_content is missing in assistant tool call message at index 1",
        "The reasoning_content in the thinking mode must be passed back to the API.",
    ],
)
@pytest.mark.parametrize("address", ADDRESSES)
def test_reasoning_that_is_missed_while_thinking_is_asked_for_is_filled_in(message: str, address: str) -> None:
    known = Dialect(address=address)
    body = {"messages": [turn()], **fit(known, "hard")}
    assert known.after(refusal(400, openai_error(message)), body) == replace(known, filled=True)


def test_reasoning_that_is_wanted_on_calls_and_refused_elsewhere_goes_on_calls_only() -> None:
    """An endpoint that minds both: the third try is what it wants."""
    plain: Json = {"role": "assistant", "content": "Draft.", "reasoning_content": "b"}
    talk = [turn(reasoning_content="a"), plain, turn()]
    known = Dialect()
    for message in ("reasoning_content is not allowed on message 2", "reasoning_content is missing on message 1"):
        learned = known.after(refusal(400, openai_error(message)), {"messages": known.messages(talk)})
        assert learned is not None
        known = learned
    bare = {"role": "assistant", "content": "Draft."}
    assert known.messages(talk) == [turn(reasoning_content="a"), bare, turn(reasoning_content="")]


@pytest.mark.parametrize(
    "message", ["role is unsupported", "content is missing", "no", "reasoning_content was read, then it broke off"]
)
def test_fields_of_the_protocol_are_never_dropped(message: str) -> None:
    assert lesson(message, turn(reasoning_content="hm")) is None


# --- what templates mind --------------------------------------------------------------------------------------


def conversation(id: str = "functions.web_search:0", words: str | None = "") -> list[Json]:
    call = {"id": id, "type": "function", "function": {"name": "t", "arguments": "{}"}}
    return [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "x"},
        {"role": "assistant", "content": words, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": id, "content": "y"},
        {"role": "user", "content": "and z"},
    ]


@pytest.mark.parametrize(
    "message",
    [
        "Tool call id was functions.web_search:0 but must be a-z, A-Z, 0-9, with a length of 9.",
        "Invalid 'messages[2].tool_calls[0].id': string too long. Expected a string with maximum length 40.",
        "messages.2.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    ],
)
@pytest.mark.parametrize("status", [400, 422, 500])
def test_ids_that_are_refused_become_nine_letters_and_stay_paired(message: str, status: int) -> None:
    body = {"messages": conversation()}
    learned = Dialect().after(refusal(status, openai_error(message)), body)
    assert learned is not None
    sent = json.dumps(learned.messages(conversation()))
    [asked], [answered] = re.findall('"id": "([a-zA-Z0-9]{9})"', sent), re.findall('"tool_call_id": "(.*?)"', sent)
    assert asked == answered
    assert learned.messages(conversation("D681PevKs"))[3]["tool_call_id"] == "D681PevKs"
    assert learned.after(refusal(status, openai_error(message)), body) is None, "it is not tried twice"


@pytest.mark.parametrize(
    "message",
    [
        "Unexpected role 'user' after role 'tool'",
        "After the optional system message, conversation roles must alternate user/assistant/user/assistant/...",
    ],
)
def test_where_a_person_may_not_follow_a_result_the_model_has_a_word_between(message: str) -> None:
    assert [m["role"] for m in lesson(message, *conversation()) or []][3:] == ["tool", "assistant", "user"]
    assert lesson(message, *conversation()[:4]) is None, "that is not what it minds"


@pytest.mark.parametrize(
    "message",
    [
        "System role not supported",
        "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
        "Developer instruction is not enabled for models/gemma-3-27b-it",
        "This model does not support system messages.",
        "Only user and assistant roles are supported!",
        "'system' is not one of ['user', 'assistant'] - 'messages.0.role'",
        "Invalid role: system",
    ],
)
def test_what_no_system_may_say_is_said_by_the_first_person(message: str) -> None:
    first, *rest = lesson(message, *conversation()) or []
    assert first == {"role": "user", "content": "Be brief.\n\nx"} and rest == conversation()[2:]


@pytest.mark.parametrize(
    ("words", "message", "then"),
    [
        ("", "messages: text content blocks must be non-empty", None),
        ("", "messages.2: text content blocks must contain non-whitespace text", None),
        (None, "messages.2.content: none is not an allowed value", None),
    ],
)
def test_the_model_s_silence_beside_calls_takes_the_form_that_is_wanted(
    words: str | None, message: str, then: str | None
) -> None:
    told = refusal(400, openai_error(message))
    once = Dialect().after(told, {"messages": conversation(words="")})
    assert once is not None and once.messages(conversation(words=words))[2]["content"] is then
    twice = once.after(told, {"messages": once.messages(conversation())})
    assert twice is not None and twice.messages(conversation())[2]["content"]
    assert twice.after(told, {"messages": twice.messages(conversation())}) is None


@pytest.mark.parametrize(
    "message",
    [
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.",
        "Internal error: the system has no memory left",
        "system message and function mismatch",
        "The system prompt is not a string",
        "System messages with images are not supported",
        "Only user and assistant messages may have images",
        "no healthy upstream; alternate backend unavailable",
        "upstream returned content that was empty",
        "no",
    ],
)
@pytest.mark.parametrize("status", [400, 500])
def test_what_is_minded_otherwise_teaches_nothing(message: str, status: int) -> None:
    assert Dialect().after(refusal(status, openai_error(message)), {"messages": conversation()}) is None


# --- waiting ----------------------------------------------------------------------------------------------------

NOON = 1_764_590_400.0  # 2025-12-01T12:00:00Z


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, 0.0),
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after": "-3"}, 0.0),
        ({"retry-after": "86400"}, 86400.0),
        ({"retry-after": "1e999"}, float("inf")),
        ({"retry-after": "nan"}, 0.0),
        ({"retry-after": "soon"}, 0.0),
        ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5),
        ({"retry-after": "Mon, 01 Dec 2025 12:01:30 GMT"}, 90.0),
        ({"retry-after": "Mon, 01 Dec 2025 11:00:00 GMT"}, 0.0),
    ],
)
def test_the_wait_that_is_asked_for(headers: dict[str, str], seconds: float) -> None:
    assert wait_asked(headers, NOON) == seconds


@pytest.mark.parametrize(
    ("words", "limit"),
    [
        ("max_tokens is too large: 16000. This model supports at most 4096 completion tokens.", 4_096),
        ("Invalid max_tokens value, the valid range of max_tokens is [1, 8192]", 8_192),
        ("max_tokens: 16000 > 4096, which is the maximum for claude-3-haiku-20240307", 4_096),
        ("maxOutputTokens value of 16000 but the supported range is from 1 (inclusive) to 8193 (exclusive)", 8_192),
    ],
)  # fmt: skip
def test_how_long_a_reply_may_be_bounded_is_learned(words: str, limit: int) -> None:
    body = {"messages": [], "max_tokens": 16_000}
    learned = Dialect().after(refusal(400, {"error": {"message": words}}), body)
    assert learned == Dialect(limit=limit) and learned.options(body)["max_tokens"] == limit


def test_what_is_too_long_is_no_matter_of_the_reply() -> None:
    words = "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens."
    assert (
        Dialect().after(refusal(400, {"error": {"message": words}}), {"messages": [], "max_tokens": 16_000}) is None
    )
