"""How far a reply may be bounded is read in whichever words a refusal says it, and from nothing else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.models.bounds import LEAST, Bound, bound
from agent.models.dialect import Dialect, length_of
from agent.models.refused import refusal

Json = dict[str, object]
SENT = 12_000

# No reply may be as long, whatever was asked.
ALONE = {
    "DashScope": ("<400> InternalError.Algo.InvalidParameter: Range of max_tokens should be [1, 6144]", 6_144),
    "less or equal": ("max_tokens must be <= 8192", 8_192),
    "OpenAI": (
        "max_completion_tokens is too large: 12000. This model supports at most 8192 completion tokens",
        8_192,
    ),
    "Responses": (
        "Invalid 'max_output_tokens': integer above maximum value. Expected a value <= 4096, but got 12000 instead.",
        4_096,
    ),
    "Cohere": (
        "invalid request: max_tokens must be less than or equal to 4000, the maximum output length for this model - "
        "received 12000.",
        4_000,
    ),
    "Bedrock": (
        "The maximum tokens you requested exceeds the model limit of 4096. Try again with a maximum tokens value "
        "that "
        "is lower than 4096.",
        4_095,
    ),
    "Bedrock's schema": ("Malformed input request: #/maxTokenCount: 12000 is not less or equal to 8192", 8_192),
    "Groq": ("`max_tokens` must be less than or equal to `8192`, which is below the `context_window`", 8_192),
    "Gemini": (
        "maxOutputTokens value of 12000, the supported range is from 1 (inclusive) to 8193 (exclusive)",
        8_192,
    ),
    "Anthropic": (
        "max_tokens: 12000 > 8192, which is the maximum allowed number of output tokens for c-20241022",
        8_192,
    ),
    "pydantic": ("Input should be less than or equal to 2048\nless_than_equal\nbody.max_tokens", 2_048),
    "a sign": ("max_tokens must be >= 1 and < 8193", 8_192),
    "below": ("max_tokens must be below 4097", 4_096),
    "limited": ("max_tokens is limited to 4000 with this plan", 4_000),
    "half open": ("the value of max_tokens has to be in [1, 4096)", 4_096),
    "a bracket": ("max_tokens (12000) exceeds the model's maximum output tokens (8000)", 8_000),
    "for a model": ("max_tokens for `l-3.1-8b` must be less than or equal to 8000", 8_000),
    "in thousands": ("max_tokens may be at most 8k", 8_000),
    "with commas": ("The output tokens of this model are limited to at most 8,192", 8_192),
    "Zhipu": ("max_tokens参数范围[1, 4095]", 4_095),
    "without a stream": ("Requests with max_tokens > 5000 must have stream=true", 5_000),
    "of two the larger that is smaller": ("max_tokens: maximum is 32000 for the model, your tier allows 7000", 7_000),
    "beside the window": ("The context length is 128,000 and max output 8,000: max_tokens 12000 is too large", 8_000),
    "no number": ("max_tokens is too large", 6_000),
    "other numbers": ("max_tokens too large (see docs v2024 section 1500), request 9000-11, 2026-11-30\n3505", 6_000),
    "a limit that is none": ("max_tokens is too large: 12000", 6_000),
}
# Request and reply together are longer than the window; the request takes so much of it.
SHARED = {
    "Anthropic": (
        "input length and `max_tokens` exceed context limit: 4747 + 12000 > 16384, decrease either",
        16_384,
        4_747,
    ),
    "vLLM": (
        "'max_tokens' or 'max_completion_tokens' is too large: 12000. This model's maximum context length is 16384 "
        "tokens and your request has 5000 input tokens (12000 > 16384 - 5000).",
        16_384,
        5_000,
    ),
    "vLLM of old": (
        "This model's maximum context length is 16384 tokens. However, you requested 17000 tokens (5000 in the "
        "messages, "
        "12000 in the completion). Please reduce the length of the messages or completion.",
        16_384,
        5_000,
    ),
    "OpenAI of old": (
        "This model's maximum context length is 16385 tokens, however you requested 17000 tokens (5000 in your "
        "prompt; "
        "12000 for the completion). Please reduce your prompt; or completion length.",
        16_385,
        5_000,
    ),
    "with functions": (
        "maximum context length is 16385 tokens. However, you requested 17100 tokens (4900 in the messages, 200 in "
        "the "
        "functions, and 12000 in the completion).",
        16_385,
        5_100,
    ),
    "OpenRouter": (
        "This endpoint's maximum context length is 16384 tokens. However, you requested about 17000 tokens (4500 of "
        "text "
        "input, 500 of tool input, 12000 in the output).",
        16_384,
        5_000,
    ),
    "TGI": (
        "`inputs` tokens + `max_new_tokens` must be <= 16384. Given: 5000 `inputs` tokens and 12000 `max_new_tokens`",
        16_384,
        5_000,
    ),
    "SGLang": (
        "Requested token count exceeds the model's maximum context length of 16384 tokens. You requested a total of "
        "17000 "
        "tokens: 5000 tokens from the input messages and 12000 tokens for the completion.",
        16_384,
        5_000,
    ),
    "Mistral": (
        "Prompt contains 5000 tokens and 12000 draft tokens, too large for model with 16384 maximum context length",
        16_384,
        5_000,
    ),
    "the other way round": ("max_tokens + prompt tokens (5000) must not exceed 16384", 16_384, 5_000),
    "one by one": ("context_window: 16384, prompt_tokens: 5000, max_tokens: 12000 do not fit", 16_384, 5_000),
    "counted until it was enough": (
        "This model's maximum context length is 16384 tokens. However, you requested 12000 output tokens and your "
        "prompt "
        "contains at least 4385 input tokens, for a total of at least 16385 tokens.",
        16_384,
        0,
    ),
    "longer than the window alone": ("max_tokens=12000 cannot be greater than max_model_len=8192", 8_192, 0),
    "nobody says": ("'max_tokens' is too large: 12000. The maximum context length is 8192 tokens", 8_192, 0),
}
NEITHER = {
    "the request alone is too long": "'max_tokens' is too large: 12000. This model's maximum context length is 16384 "
    "tokens and your request has 16300 input tokens (12000 > 16384 - 16300).",
    "no word of the reply": "The maximum context length is 8192 tokens. However, your messages resulted in 9000.",
    "another name is wanted": "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
    "another parameter": "temperature must be at most 2",
}


@pytest.mark.parametrize("name", ALONE)
def test_what_no_reply_may_exceed_is_read(name: str) -> None:
    words, most = ALONE[name]
    assert bound(words, SENT) == Bound(most=most)


@pytest.mark.parametrize("name", SHARED)
def test_what_request_and_reply_may_not_exceed_together_is_read(name: str) -> None:
    words, whole, prompt = SHARED[name]
    assert bound(words, SENT) == Bound(whole=whole, prompt=prompt)


@pytest.mark.parametrize("name", NEITHER)
def test_what_minds_something_else_says_nothing_of_it(name: str) -> None:
    assert bound(NEITHER[name], SENT) is None


@settings(max_examples=50)
@given(
    st.sampled_from([*(one[0] for one in ALONE.values()), *(one[0] for one in SHARED.values())]),
    st.integers(0, 64_000),
)
def test_a_reply_is_only_ever_bounded_further(words: str, sent: int) -> None:
    found = bound(words, sent)
    assert found is None or not found.most or LEAST <= found.most < sent


# --- what comes of it -------------------------------------------------------------------------------------------

WINDOWS: dict[str, Callable[[int, int, int], str]] = {
    "the sum": lambda p, m, w: f"input length and `max_tokens` exceed context limit: {p} + {m} > {w}",
    "the parts": lambda p, m, w: (
        f"maximum context length is {w}, you requested {p + m} tokens ({p} in the messages, {m} in the completion)"
    ),
    "the window": lambda p, m, w: f"max_tokens {m} does not fit: the context window is {w} tokens, input included",
    "at least": lambda p, m, w: (
        f"maximum context length is {w}. You requested {m} output tokens and at least {w - m + 1} input tokens"
    ),
}


def asked_until(
    dialect: Dialect, words: Callable[[int, int, int], str], chars: int, rate: float, whole: int
) -> tuple[Dialect, list[int]]:
    """The bounds that were sent until an endpoint with such a window took one; it ends with 0 where none was left."""
    body: Json = {"messages": [{"role": "user", "content": "x" * chars}]}
    prompt, sent = int(length_of(body) / rate), []
    while True:
        request = body | dialect.options({"max_tokens": SENT}, length_of(body))
        most = int(str(request["max_tokens"]))
        sent.append(most)
        if prompt + most <= whole:
            return dialect, sent
        learned = dialect.after(refusal(400, {"error": {"message": words(prompt, most, whole)}}), request)
        if learned is None:
            return dialect, [*sent, 0]
        dialect = learned


@pytest.mark.parametrize("name", WINDOWS)
@pytest.mark.parametrize("rate", [1.5, 3.75, 4.5])
@pytest.mark.parametrize("whole", [8_192, 13_000])
def test_a_reply_gets_what_the_request_leaves_and_later_ones_as_well(name: str, rate: float, whole: int) -> None:
    dialect = Dialect()
    for tokens in (1_200, 2_400, 4_800):
        dialect, sent = asked_until(dialect, WINDOWS[name], int(tokens * rate), rate, whole)
        assert sent[-1] > 0 and whole // 8 <= sent[-1] <= whole - tokens and len(sent) <= 4
        if name in ("the sum", "the parts"):
            assert len(sent) == (2 if tokens == 1_200 else 1), "it is learned once"
            assert sent[-1] >= (whole - tokens) * 0.88


def test_what_leaves_no_room_for_a_reply_is_too_long_itself() -> None:
    _, sent = asked_until(Dialect(), WINDOWS["the sum"], 30_000, 4.0, 8_000)
    assert sent == [SENT, 0]


# None of these says how long a reply may be.
FOREIGN = [
    {"error": {"message": "Request too large: max_tokens 12000 exceeds the limit of 6000 tokens per minute."}},
    {"error": {"message": "This request requires more credits, or fewer max_tokens. You can only afford 1333."}},
    {"detail": [{"loc": ["body", "messages", 1, "odd"], "msg": "no", "input": "max_tokens is at most 512"}]},
    {
        "error": {
            "message": "no such field [type=extra_forbidden, input_value='max_tokens at most 512', input_type=str]"
        }
    },
    {"error": {"message": 'messages[0].content is bad: "They ask for max_tokens, which is at most 512 there"'}},
    {"error": {"message": "bad content ‘They ask for max_tokens, which is at most 512 …’"}},
    {"error": {"message": "No.", "code": 4096}},
    {},
]


@pytest.mark.parametrize("body", FOREIGN)
def test_nothing_else_bounds_a_reply(body: Json) -> None:
    text = "They ask for max_tokens, which is at most 512 there"
    request: Json = {"messages": [{"role": "user", "content": text}], "max_tokens": SENT}
    assert Dialect().after(refusal(400, body, request), request) is None


@pytest.mark.parametrize(("limit", "budget"), [(16_000, 8_000), (4_000, 2_000), (2_048, 1_024), (2_000, None)])
def test_no_more_is_thought_with_than_half_of_what_bounds_the_reply(limit: int, budget: int | None) -> None:
    dialect = Dialect(address="https://api.anthropic.com/v1")
    options = dialect.options({"max_tokens": limit, **dialect.thinking("hard")})
    thinking = options.get("thinking")
    assert (thinking["budget_tokens"] if isinstance(thinking, dict) else None) == budget


def test_where_thinking_takes_more_than_the_bound_it_is_not_asked_for_again_and_the_bound_stays() -> None:
    words = "`max_tokens` must be greater than `thinking.budget_tokens`. See the docs on extended thinking."
    dialect = Dialect(address="https://api.anthropic.com/v1")
    request = dialect.options({"max_tokens": 16_000, **dialect.thinking("hard")})
    learned = dialect.after(refusal(400, {"error": {"message": words}}), request)
    assert learned is not None and learned.thinking("hard") == {}
    assert learned.options({"max_tokens": 16_000, **learned.thinking("hard")}) == {"max_tokens": 16_000}
