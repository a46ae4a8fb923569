"""How much a model can read and write: by its name, by the longest beginning of it that is known. Pure.

The whole window is what genai-prices knows (https://github.com/pydantic/genai-prices, its data comes with the
package); what a model may write, and windows it does not know, stand in the table below. Sources:
https://platform.openai.com/docs/models https://platform.claude.com/docs/en/about-claude/models/overview
https://ai.google.dev/gemini-api/docs/models https://api-docs.deepseek.com/quick_start/pricing
https://ollama.com/library (of its models what they can do; Ollama itself gives them less unless told otherwise, see
https://docs.ollama.com/context-length: then the window has to be set).
"""

from __future__ import annotations

from collections.abc import Mapping

from agent.facts import Window

_UNKNOWN = Window()
KEPT = 16_000  # tokens that are kept for a reply at most: answers are far shorter, and what is kept may cost
THINKING = 32_000  # and for one with its thoughts, where the model thinks hard
# (whole, output); 0 for what holds without a row. The longest beginning of a name wins.
_TABLE: Mapping[str, tuple[int, int]] = {
    "claude-": (200_000, 64_000),
    "claude-3": (200_000, 8_192),
    "claude-opus-4": (200_000, 32_000),
    "deepseek-": (128_000, 8_192),
    "gemini-": (1_048_576, 65_536),
    "gemini-1": (1_000_000, 8_192),
    "gemini-2.0": (1_048_576, 8_192),
    "gemma2": (8_192, 0),
    "gpt-3.5": (16_385, 4_096),
    "gpt-4": (8_192, 2_048),
    "gpt-4-turbo": (128_000, 4_096),
    "gpt-4.1": (1_047_576, 32_768),
    "gpt-4o": (128_000, 16_384),
    "gpt-5": (400_000, 128_000),
    "gpt-5-chat": (128_000, 16_384),
    "gpt-5.1-chat": (128_000, 16_384),
    "gpt-5.2-chat": (128_000, 16_384),
    "llama3:": (8_192, 0),
    "mixtral": (32_768, 0),
    "o1": (200_000, 100_000),
    "o3": (200_000, 100_000),
    "o4": (200_000, 100_000),
    "phi4": (16_384, 0),
    "qwen2.5": (32_768, 8_192),
    "qwen3": (40_960, 0),
}
_MISPRICED = ("gpt-5-chat", "gpt-5.1-chat", "gpt-5.2-chat")  # the price list has the window of their namesakes


def window(model: str, *, whole: int = 0, input: int = 0, output: int = 0) -> Window:
    """The window of a model by name; provider prefixes ("openai/", "models/") do not count. What is given (above 0)
    is taken instead of what is known. The reply never takes more than half of the whole, and what a model could write
    beyond what is kept for a reply is no room to read in."""
    name = model.lower().rpartition("/")[2]
    known = max((row for row in _TABLE if name.startswith(row)), key=len, default="")
    listed, writes = _TABLE.get(known, (0, 0))
    priced = 0 if known in _MISPRICED else _priced(name)
    whole = whole or max(priced or listed or _UNKNOWN.whole, input)
    most = min(output or writes or min(_UNKNOWN.output, whole // 4), whole // 2)
    kept, hard = (most, most) if output else (min(most, KEPT), min(most, THINKING))
    read = min(input, whole) if input else whole - (most if most > kept else 0)
    return Window(whole=whole, input=read, output=kept, thinking=hard if hard > kept else 0)


def _priced(name: str) -> int:
    """The whole window as the price list has it; 0 where it does not."""
    from genai_prices.data_snapshot import get_snapshot  # takes a moment, and not everybody needs it

    try:
        _, model = get_snapshot().find_provider_model(name, None, None, None)
    except LookupError:
        return 0
    return model.context_window or 0
