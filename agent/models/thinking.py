"""How an endpoint is told to think less or more: what is known of it, by its address. Pure.

OpenAI's `reasoning_effort` is understood by most (OpenAI, Gemini, Groq, Ollama, vLLM, OpenRouter, xAI). Some have a
switch of their own; which one, only their address tells. What is refused all the same is learned (dialect.py).
"""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from typing import Literal
from urllib.parse import urlsplit

Think = Literal["off", "", "hard"]  # as little as can be, as the endpoint has it, as much as can be
THOUGHT_TOKENS = 8_000  # that may be thought with, where a number has to be said
LEAST_THOUGHT = (
    1_024  # a smaller number is refused (https://docs.anthropic.com/en/docs/build-with-claude/extended-thinking)
)
# DeepSeek, Moonshot, Zhipu and Volcengine: https://api-docs.deepseek.com/guides/thinking_mode
_TYPED = ("deepseek.com", "moonshot.cn", "moonshot.ai", "z.ai", "bigmodel.cn", "volces.com")
# DashScope and SiliconFlow: https://www.alibabacloud.com/help/en/model-studio/deep-thinking
_FLAGGED = ("aliyuncs.com", "siliconflow.cn", "siliconflow.com")
_ANTHROPIC = ("anthropic.com",)  # https://docs.anthropic.com/en/api/openai-sdk


def switches(base_url: str, think: Think) -> dict[str, object]:
    """The parameters that ask for this much thinking; `reasoning_effort` is "off" or "hard", whose words are learned.

    Servers at home (vLLM, SGLang, llama.cpp) hand `chat_template_kwargs` to the model's template.
    """
    host = urlsplit(base_url).hostname or ""
    hard = think == "hard"
    if not think:
        return {}
    if _is_of(host, _TYPED):
        more = {"reasoning_effort": think} if hard else {}
        return {"thinking": {"type": "enabled" if hard else "disabled"}, **more}
    if _is_of(host, _FLAGGED):
        return {"enable_thinking": hard}
    if _is_of(host, _ANTHROPIC):
        return {"thinking": {"type": "enabled", "budget_tokens": THOUGHT_TOKENS}} if hard else {}
    home = {"chat_template_kwargs": {"enable_thinking": hard}} if _is_home(host) else {}
    return {"reasoning_effort": think, **home}


def within(options: Mapping[str, object], limit: object) -> dict[str, object]:
    """The options with no more to think with than half of what bounds a reply, which holds its thoughts as well;
    without a word on thinking where that is too little."""
    thinking = options.get("thinking")
    if not isinstance(thinking, Mapping) or not isinstance(limit, int) or "budget_tokens" not in thinking:
        return dict(options)
    budget = min(int(thinking["budget_tokens"]), limit // 2)
    fit = {"thinking": {**thinking, "budget_tokens": budget}} if budget >= LEAST_THOUGHT else {}
    return {name: value for name, value in options.items() if name != "thinking"} | fit


def _is_of(host: str, names: tuple[str, ...]) -> bool:
    return any(host == name or host.endswith(f".{name}") for name in names)


def _is_home(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return "." not in host or host.endswith((".local", ".internal", ".lan"))
