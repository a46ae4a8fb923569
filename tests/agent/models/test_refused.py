"""What an endpoint's error is: an overflow, a filter, an empty account; by its own words and nobody else's."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.models.dialect import Dialect
from agent.models.refused import Refusal, refusal

Json = dict[str, object]
patient = settings(deadline=None)


def openai_error(message: str, code: object = None, param: object = None) -> Json:
    return {"message": message, "type": "invalid_request_error", "param": param, "code": code}


# --- too long, or too much at once ------------------------------------------------------------------------------

OVERFLOWS = {
    "OpenAI's code": (400, openai_error("Too big.", "context_length_exceeded", "messages")),
    "413 with other words": (413, openai_error("Request too large: tokens per minute 6000, requested 9000")),
    "413 of a rate": (413, openai_error("Request too large on tokens per minute (TPM): Limit 6000, Requested 9000")),
    "413 of a proxy": (413, "<html>Request Entity Too Large</html>"),
    "llama.cpp": (
        400,
        {
            "code": 400,
            "type": "exceed_context_size_error",
            "message": "the request exceeds the available context size",
        },
    ),
    "vLLM": (
        400,
        {
            "object": "error",
            "message": "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens "
            "(4000 in the messages, 1000 in the completion).",
        },
    ),
    "vLLM, at least": (
        400,
        openai_error("maximum input is 8192 tokens; this prompt would need, requested or not, at least 9000"),
    ),
    "Anthropic": (400, openai_error("prompt is too long: 210000 tokens > 200000 maximum")),
    "Bedrock": (400, "Input is too long for requested model."),
    "Gemini": (
        400,
        [
            {
                "error": {
                    "code": 400,
                    "message": "The input token count (1200000) exceeds the maximum allowed (1048576).",
                }
            }
        ],
    ),
    "one message alone": (400, openai_error("Invalid 'messages[1].content': string too long.")),
    "in a stream": (0, {"code": "context_length_exceeded", "message": "no room"}),
    "500 of a small server": (500, "the prompt exceeds the context window"),
    "Anthropic, with what is kept for the reply": (
        400,
        "input length and `max_tokens` exceed context limit: 199759 + 8192 > 200000, decrease input length or "
        "`max_tokens` and try again",
    ),
    "OpenAI's Responses": (
        400,
        openai_error(
            "Your input exceeds the context window of this model. Please adjust your input and try again.",
            param="input",
        ),
    ),
    "Zhipu": (400, {"error": {"code": "1261", "message": "Prompt exceeds max length"}}),
    "Zhipu's words": (400, "Prompt exceeds max length"),
    "DashScope": (400, openai_error("<400> InternalError: Range of input length should be [1, 30720]", "invalid")),
    "TGI": (422, {"error": "`inputs` must have less than 1024 tokens. Given: 1032", "error_type": "validation"}),
    "TGI, with what is kept for the reply": (
        422,
        "`inputs` tokens + `max_new_tokens` must be <= 2048. Given: 3000 `inputs` tokens and 100 `max_new_tokens`",
    ),
    "xAI": (400, "This model's maximum prompt length is 131072 but the request contains 537812 tokens."),
    "Moonshot": (400, "Invalid request: Your request exceeded model token limit: 262144 (requested: 300000)"),
    "MiniMax": (400, "invalid params, context window exceeds limit (2013)"),
    "SGLang": (400, "The input (33000 tokens) is longer than the model's context length (32768 tokens)."),
    "Cerebras": (
        400,
        "Please reduce the length of the messages or completion. Current length is 9000 while limit is 8192",
    ),
    "of few words": (400, "inputs tokens 9000 > 8192"),
    "in somebody else's error": (
        400,
        {
            "error": {
                "message": "Provider returned error",
                "metadata": {"raw": '{"error": {"message": "prompt is too long: 210000 tokens > 200000 maximum"}}'},
            }
        },
    ),
}

OVERFLOWS |= {
    "SiliconFlow": (
        400,
        {"code": 20015, "message": "length of prompt_tokens (33333) must be less than max_seq_len (32768)."},
    ),
    "vLLM's decoder": (400, "The decoder prompt (length 40000) is longer than the maximum model length of 32768."),
    "Mistral": (400, "Prompt contains 34000 tokens, too large for model with 32768 maximum context length"),
    "larger than": (400, "Input is larger than what this model was trained for"),
    "a sequence": (400, "The sequence length 9000 exceeds the maximum of 8192"),
    "a window": (400, "Your request (9000 tokens) is over the model's window of 8192"),
    "what is accepted": (400, "You passed 9000 input tokens but the model only accepts 8192"),
    "a fraction": (400, "Too many input tokens: 9000/8192"),
    "less than nothing left": (400, "max_tokens must be at least 1, got -3056."),
    "OpenAI's configured limit": (400, "Input tokens exceed the configured limit of 272000 tokens; you sent 300000."),
    "truncate": (400, "Please truncate your prompt"),
    "Zhipu in Chinese": (400, {"error": {"code": "1210", "message": "输入内容过长"}}),
}
# What an overflow says that the model can read; 0 where it says nothing of the kind.
LIMITS = {
    "SiliconFlow": 32_768,
    "vLLM's decoder": 32_768,
    "Mistral": 32_768,
    "larger than": 0,
    "a sequence": 8_192,
    "a window": 8_192,
    "what is accepted": 8_192,
    "a fraction": 8_192,
    "less than nothing left": 0,
    "OpenAI's configured limit": 272_000,
    "OpenAI's code": 0,
    "413 with other words": 0,
    "413 of a rate": 0,
    "vLLM": 4_096,
    "vLLM, at least": 8_192,
    "Anthropic": 200_000,
    "Anthropic, with what is kept for the reply": 200_000,
    "Bedrock": 0,
    "Gemini": 1_048_576,
    "one message alone": 0,
    "Zhipu": 0,
    "DashScope": 30_720,
    "TGI": 1_024,
    "TGI, with what is kept for the reply": 2_048,
    "xAI": 131_072,
    "Moonshot": 262_144,
    "MiniMax": 0,
    "SGLang": 32_768,
    "Cerebras": 8_192,
    "of few words": 8_192,
    "in somebody else's error": 200_000,
}


@pytest.mark.parametrize("name", LIMITS)
def test_the_limit_is_read_where_an_overflow_names_it(name: str) -> None:
    assert refusal(*OVERFLOWS[name]).limit == LIMITS[name]


NOT_OVERFLOWS = {
    "429 that counts tokens": (429, openai_error("Rate limit reached: too many tokens per minute, limit 30000")),
    "429 of few words": (429, openai_error("Too many tokens")),
    "429 with the code of an overflow": (429, openai_error("slow down", "context_length_exceeded")),
    "503 that throttles by tokens": (503, "ThrottlingException: Too many tokens, please wait before trying again."),
    "a quota of tokens": (400, openai_error("You exceeded your monthly quota of tokens")),
    "a bad key": (401, openai_error("Incorrect API key provided; the prompt is too long too")),
    "some other 400": (400, openai_error("tool_calls must be followed by tool messages")),
    "a 400 that throttles by tokens": (400, "ThrottlingException: Too many tokens, please wait before trying again."),
    "an id of a call": (
        400,
        openai_error(
            "Invalid 'input[1].call_id': string too long. Expected a string with maximum length 64, but got a string "
            "with length 70 instead.",
            "string_above_max_length",
            "input[1].call_id",
        ),
    ),
    "an id of a result": (400, openai_error("Invalid 'messages[2].tool_call_id': string too long. Expected 40.")),
    "a name": (400, openai_error("string too long", "string_above_max_length", "tools[0].function.name")),
    "a limit of replies": (
        400,
        "max_tokens is too large: 32768. This model supports at most 16384 completion tokens.",
    ),
    "too slow": (400, "The request took longer than 60 seconds"),
    "too short": (400, "Message content must be longer than 1 character"),
    "too fast": (400, "Too many tokens, please wait before trying again"),
    "a bad schema": (400, openai_error("Invalid schema for function 'web_search': not of type object")),
}


@pytest.mark.parametrize("name", OVERFLOWS)
def test_an_overflow_is_recognised(name: str) -> None:
    assert refusal(*OVERFLOWS[name]).is_too_long


@pytest.mark.parametrize("name", NOT_OVERFLOWS)
def test_what_is_no_overflow_is_not_taken_for_one(name: str) -> None:
    assert not refusal(*NOT_OVERFLOWS[name]).is_too_long


@pytest.mark.parametrize(
    ("status", "body", "broke"),
    [
        (429, openai_error("You exceeded your current quota", "insufficient_quota"), True),
        (402, "Insufficient Balance", True),
        (400, openai_error("insufficient credits"), True),
        (400, {"error": {"message": "Budget has been exceeded! Max budget: 1.0", "type": "budget_exceeded"}}, True),
        (429, openai_error("Rate limit reached for requests"), False),
        (400, {"error": {"code": 402, "message": "This request requires more credits, or fewer max_tokens."}}, True),
    ],
)
def test_an_empty_account_is_told_from_throttling(status: int, body: object, broke: bool) -> None:
    assert refusal(status, body).is_broke is broke


# --- the shapes of errors ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (openai_error("No."), "No."),
        ({"error": {"message": "No."}}, "No."),
        ({"error": "No."}, "No."),
        ([{"error": {"message": "No."}}], "No."),
        ({"detail": [{"loc": ["body", "x"], "msg": "No."}]}, "No."),
        ({"detail": "No."}, "No."),
        ("No.", "No."),
        ("<html>No.</html>", ""),
        (" <!DOCTYPE html><p>No.", ""),
        ({"error": {"message": "<400> InternalError: No."}}, "<400> InternalError: No."),
        (None, ""),
        ([], ""),
        ({"error": {"code": 1}}, ""),
    ],
)
def test_the_endpoints_sentence_is_found_in_any_shape(body: object, says: str) -> None:
    assert refusal(400, body).says == says


def test_an_error_inside_a_stream_may_bring_its_status_as_its_code() -> None:
    assert refusal(0, {"code": 429, "message": "slow"}).status == 429
    assert refusal(0, {"code": "rate_limited"}).status == 0
    assert refusal(400, {"code": 503}).status == 400


json_bodies = st.recursive(
    st.none() | st.integers() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from(["error", "message", "code", "param", "detail", "type"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@patient
@given(st.integers(0, 599), json_bodies)
def test_no_error_body_whatever_makes_it_raise(status: int, body: object) -> None:
    told = refusal(status, body)
    assert isinstance(told.is_too_long, bool)
    assert isinstance(told.takes_no_tools, bool) and isinstance(told.limit, int)
    Dialect().after(told, {"messages": [], "temperature": 0})


# --- no tools ---------------------------------------------------------------------------------------------------

TOOLLESS = [
    (400, openai_error("llama2 does not support tools")),
    (400, openai_error("Unrecognized request argument supplied: tools")),
    (400, openai_error("Unknown parameter: 'tools'.", "unknown_parameter", "tools")),
    (400, openai_error("Unknown parameter: 'tools'.")),
    (
        422,
        {"detail": [{"type": "extra_forbidden", "loc": ["body", "tools"], "msg": "Extra inputs are not permitted"}]},
    ),
    (400, {"error": {"message": 'json: unknown field "tools"'}}),
    (400, "json: unknown field `tools`"),
    (400, "tools is not supported in this model"),
    (400, "Function calling is not enabled for models/gemma-3"),
    (400, "This model does not support tools."),
    (400, "m-1 does not support function calling with this model version"),
    (400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'),
    (405, "Tool calling is not supported for model x"),
    (400, "unexpected keyword argument 'tools'"),
    (400, "tools: Extra inputs are not permitted"),
    (400, "property 'tools' is unsupported"),
    (400, "The tools parameter is not supported with m-1"),
    (400, "m-1 has no tool support"),
    (404, "No endpoints found that support tool use."),
    (500, "tools param requires --jinja flag"),
]
WITH_TOOLS = [
    (400, openai_error("Invalid schema for function 'web_search': unsupported keyword 'format'", param="tools")),
    (
        400,
        openai_error(
            "Invalid schema for function 't': tools are not supported in arrays", "invalid_function_parameters"
        ),
    ),
    (400, openai_error("Tool 'web_search_preview' is not supported with m-1.", param="tools")),
    (400, "The following tools are not supported: computer_use"),
    (400, "Built-in tools are not supported for this model"),
    (400, "Custom tools are not supported"),
    (400, "Tools are not supported when streaming"),
    (400, "messages with role 'tool' must follow tool_calls; role tool is not supported here"),
    (400, "This model does not support tools with images"),
    (400, "Too many tools are not supported: at most 128"),
    (400, "unknown tool: web_serch"),
    (400, "Tool use is not supported together with JSON mode"),
    (400, "This model does not support tools with response_format"),
    (400, 'Unknown name "strict" in tools: Cannot find field.'),
    (400, "Unsupported schema in one of the tools"),
    (
        400,
        openai_error(
            "Invalid 'tools[3].function.name': string does not match pattern; unsupported characters", param="tools"
        ),
    ),
    (400, "Duplicate tool names are not allowed, tools is not available"),
    (400, openai_error("Unknown parameter: 'tools[0].strict'.", "unknown_parameter", "tools[0].strict")),
    (400, "Unknown name \"strict\" at 'tools.function_declarations[0]': Cannot find field."),
    (400, openai_error("Invalid 'tools': array too long. Expected at most 128.", param="tools")),
    (400, "This model does not support tool_choice"),
    (400, "parallel tool calls are not supported"),
    (401, "llama2 does not support tools"),
]


@pytest.mark.parametrize(("status", "body"), TOOLLESS)
def test_a_model_without_tools_is_told(status: int, body: object) -> None:
    assert refusal(status, body).takes_no_tools


@pytest.mark.parametrize(("status", "body"), WITH_TOOLS)
def test_what_is_minded_of_one_tool_is_no_word_on_tools(status: int, body: object) -> None:
    assert not refusal(status, body).takes_no_tools


# --- whose words these are --------------------------------------------------------------------------------------

# Each would be taken for something else if it were the endpoint that says it.
QUOTED = [
    "What is a context window? The prompt is too long: too many tokens.",
    "It does not support tools.",
    "insufficient_quota, says the invoice; the budget has been exceeded",
    "ResponsibleAIPolicyViolation and content_filter",
    "ThrottlingException: rate limit exceeded, please wait",
    "A stream of thoughts on temperature and on reasoning_content.",
]


def judged(told: Refusal) -> list[object]:
    kinds = [told.is_too_long, told.takes_no_tools, told.is_broke, told.is_filtered, told.is_busy]
    return [told.status, *kinds, told.limit]


@pytest.mark.parametrize("said", QUOTED)
@pytest.mark.parametrize("form", ["FastAPI", "Mistral", "vLLM", "pydantic", "other"])
def test_what_is_quoted_back_from_a_request_is_not_judged(said: str, form: str) -> None:
    place = ("body", "messages", 1, "assistant", "odd")
    detail = {"type": "extra_forbidden", "loc": [*place], "msg": "Extra inputs are not permitted", "input": said}
    printed = f"1 validation error\nodd\n  Extra inputs [type=extra_forbidden, input_value={said!r}, input_type=str]"
    body: object = {
        "FastAPI": {"detail": [detail]},
        "Mistral": {"object": "error", "message": {"detail": [detail]}},
        "vLLM": {"object": "error", "message": str([{**detail, "loc": place}]), "code": 400},
        "pydantic": {"error": {"message": printed}},
        "other": {"error": {"message": "No.", "request": {"messages": [said]}, "failed_generation": said}},
    }[form]
    told = refusal(400, body)
    assert judged(told) == [400, False, False, False, False, False, 0]
    assert said not in told.words and ("messages.1.assistant.odd" in told.param) == (form[0] in "FMv")


@pytest.mark.parametrize("said", QUOTED)
@pytest.mark.parametrize("frame", ['bad text: "{}"', "messages.1.content was '{}'", "in `{}...` at 3", "“{}” is odd"])
def test_nor_is_what_it_quotes_in_its_own_sentence(said: str, frame: str) -> None:
    request = {"messages": [{"role": "user", "content": f"Well. {said}\nAnd so on."}]}
    told = refusal(400, openai_error(frame.format(said)), request)
    assert judged(told) == [400, False, False, False, False, False, 0]


@pytest.mark.parametrize("said", ["max_tokens too large, messages or completion ", " 'a", "prompt + ", "[1, 8192] "])
def test_a_refusal_of_any_length_is_judged_by_its_beginning_and_its_end(said: str) -> None:
    told = refusal(
        400, openai_error(f"The prompt is too long: {said * 60_000}"), {"messages": [{"content": "x" * 900}]}
    )
    assert told.is_too_long and len(told.words) < 15_000
    Dialect().after(told, {"messages": [], "max_tokens": 16_000, "stream": True})
    quoted = f"bad: '{'It does not support tools. ' * 900}'"
    request = {"messages": [{"role": "user", "content": "It does not support tools. " * 900}]}
    assert not refusal(400, openai_error(quoted), request).takes_no_tools


def test_what_stands_in_quotes_and_was_not_said_by_us_is_its_own() -> None:
    wrapped = "Error code: 400 - {'error': {'message': 'The prompt is too long: 9000 tokens > 8192 maximum'}} (proxy)"
    told = refusal(400, wrapped, {"messages": [{"role": "user", "content": "What is too long?"}]})
    assert told.is_too_long and told.limit == 8_192


def test_what_a_web_page_says_is_no_refusal_of_anything() -> None:
    told = refusal(400, f"<html><body>{' '.join(QUOTED)} max_tokens is too large</body></html>")
    assert judged(told) == [400, False, False, False, False, False, 0] and told.words == ""


def test_a_text_that_only_looks_like_an_object_is_a_text() -> None:
    assert refusal(400, "{the prompt is too long}").is_too_long


# --- where it stands --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "body", "means"),
    [
        (0, {"code": "invalid_prompt", "type": "invalid_request_error", "message": "x"}, 400),
        (0, {"code": "invalid_prompt", "message": "x"}, 400),
        (0, {"code": "model_not_found", "type": "invalid_request_error", "message": "x"}, 404),
        (0, {"code": "unsupported_value", "param": "temperature", "message": "x"}, 400),
        (0, {"type": "invalid_request_error", "message": "x"}, 400),
        (0, {"type": "authentication_error", "message": "x"}, 401),
        (0, {"code": "rate_limit_exceeded", "message": "x"}, 429),
        (0, {"code": "server_error", "message": "x"}, 0),
        (0, {"message": "x"}, 0),
        (400, {"code": "rate_limit_exceeded", "message": "x"}, 429),
        (400, "ThrottlingException: Too many tokens, please wait before trying again.", 429),
        (400, {"error": {"code": "Throttling.RateQuota", "message": "Requests rate limit exceeded"}}, 429),
        (503, "ThrottlingException: Too many tokens", 503),
        (400, "Too many tokens, please wait before trying again", 429),
        (400, "The service is overloaded. Please try again later.", 429),
        (400, "max_tokens exceeds 6000 tokens per minute", 429),
        (400, "Input is too long; shorten it and try again.", 400),
    ],
)
def test_an_error_in_a_reply_stands_for_the_status_it_would_have_had(status: int, body: object, means: int) -> None:
    assert refusal(status, body).status == means


# --- filters ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "body", "filtered"),
    [
        (400, {**openai_error("The response was filtered.", "content_filter", "prompt"), "status": 400}, True),
        (400, {"code": "400", "message": "x", "innererror": {"code": "ResponsibleAIPolicyViolation"}}, True),
        (400, {"code": "data_inspection_failed", "message": "Output data may contain inappropriate content."}, True),
        (0, {"code": "content_filter", "message": "The response was filtered."}, True),
        (
            400,
            {"error": {"message": "litellm.ContentPolicyViolationError: AzureException - no", "code": "400"}},
            True,
        ),
        (400, {"error": {"code": "1301", "message": "系统检测到输入或生成内容可能包含不安全或敏感内容"}}, True),
        (400, {"error": {"code": "1301", "message": "No."}}, True),
        (
            403,
            {
                "error": {
                    "code": 403,
                    "message": "m-1 requires moderation on Provider. Your input was flagged for harassment.",
                    "metadata": {"reasons": ["harassment"], "flagged_input": "x"},
                }
            },
            True,
        ),
        (403, "Content violates usage guidelines. Failed check: SAFETY_CHECK_TYPE_BIO", True),
        (400, "The request was rejected because it was considered high risk", True),
        (400, openai_error("Blocked by our content filters", "guardrail_intervened"), True),
        (422, {"detail": {"error": "Violated moderation policy"}}, True),
        (0, {"message": "Output blocked by content filtering policy", "type": "invalid_request_error"}, True),
        (403, "This key may not use m-1: blocked by the policy of your organization", False),
        (404, "No endpoints found matching your data policy", False),
        (429, "Rate limit of the content filter reached", False),
        (400, openai_error("content_filter_results is unknown"), False),
        (500, openai_error("content_filter"), False),
    ],
)
def test_a_filter_before_the_model_is_told_from_other_refusals(status: int, body: object, filtered: bool) -> None:
    assert refusal(status, body).is_filtered is filtered
