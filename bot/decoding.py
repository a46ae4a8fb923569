"""Slack's text as a person reads it. Pure.

After docs.slack.dev/messaging/formatting-message-text: three characters are escaped, and names, channels and links
stand in angle brackets.
"""

from __future__ import annotations

import re

_TOKEN = re.compile(r"<([@#!][^<>\n]+|[A-Za-z][\w+.-]*:[^<>\n]+)>")
_ENTITY = re.compile(r"&(lt|gt|amp);")
_CHARACTER = {"lt": "<", "gt": ">", "amp": "&"}


def decoded(text: str) -> str:
    """Slack's text as a person reads it: tokens resolved, then exactly three entities decoded, once."""
    return _ENTITY.sub(lambda match: _CHARACTER[match.group(1)], _TOKEN.sub(_readable, text))


def _readable(match: re.Match[str]) -> str:
    target, _, label = match.group(1).partition("|")
    if target.startswith("@"):
        return f"@{label.lstrip('@') or target[1:]}"
    if target.startswith("#"):
        return f"#{label} ({target[1:]})" if label else target
    if target.startswith("!"):
        kind, _, rest = target[1:].partition("^")
        return label or f"@{rest if kind == 'subteam' and rest else kind}"
    target = target.removeprefix("mailto:")
    bare = not label or label in target or "://" in label
    return target if bare else f"{label} ({target})"
