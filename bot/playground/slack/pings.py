"""Whom a new message notifies by name. Pure.

A mention counts in text and mrkdwn, as an element of rich_text, and in Markdown outside code. That Slack also
notifies for `<@…>` in a markdown block is not documented: an app that wants to leave people alone must assume it.
"""

import re
from collections.abc import Collection, Iterator, Mapping

from bot.playground.slack.blocks import objects
from bot.playground.slack.wire import Json

_TOKEN = re.compile(r"<(?:@(?P<user>\w+)|!subteam\^(?P<group>\w+)|!(?P<all>here|channel|everyone))(?:\|[^<>]*)?>")
_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`", re.DOTALL)


def notified(
    text: str, sent: list[Json], *, groups: Mapping[str, Collection[str]], members: Collection[str]
) -> frozenset[str]:
    """The ids of those whom this text and these blocks, as they were sent, name: also by a user group or as
    everybody in the channel, whose `members` they then are."""
    named: set[str] = set()
    for kind, name in [*_in(text), *_in_blocks(sent)]:
        match kind:
            case "user":
                named.add(name)
            case "group":
                named.update(groups.get(name, ()))
            case _:
                named.update(members)
    return frozenset(named)


def _in(text: str) -> Iterator[tuple[str, str]]:
    for found in _TOKEN.finditer(text):
        kind = str(found.lastgroup)
        yield kind, found[kind]


def _in_blocks(sent: list[Json]) -> Iterator[tuple[str, str]]:
    for one in objects(sent):
        match one.get("type"):
            case "user":
                yield "user", str(one.get("user_id", ""))
            case "usergroup":
                yield "group", str(one.get("usergroup_id", ""))
            case "broadcast":
                yield "all", str(one.get("range", ""))
            case "mrkdwn":
                yield from _in(str(one.get("text", "")))
            case "markdown":
                yield from _in(_CODE.sub("", str(one.get("text", ""))))
            case _:
                pass
