"""What the stories of the field look at beside the thread: everything that left the bot, and runs that outlive it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from bot.app import slack_bot
from bot.playground.slack import shapes
from tests.stories.office import FREELY, PLACE, Office

Json = dict[str, Any]
_PING = re.compile(r"<!|<@|(?<![A-Za-z0-9/])@(?:channel|here|everyone)\b", re.I)
_CODE = re.compile(r"```.*?```|`[^`\n]*`", re.S)


def sent(at: Office, *methods: str) -> list[Json]:
    """The arguments of every call that wrote something in Slack, in order; `methods` narrows it."""
    wanted = methods or ("chat.postMessage", "chat.update", "chat.postEphemeral")
    return [dict(call.args) for call in at.slack.calls if call.method in wanted]


def kind(body: Json) -> str:
    """What one of our messages about a run is: progress, approval, question, answer, note; "" for any other."""
    return str(((body.get("metadata") or {}).get("event_payload") or {}).get("kind", ""))


def refused(at: Office) -> list[str]:
    """Every write that Slack turned down, with its reason."""
    calls = (call for call in at.slack.calls if call.method.startswith("chat."))
    return [f"{call.method}: {call.response['error']}" for call in calls if not call.response.get("ok", True)]


def texts(value: object) -> Iterator[str]:
    """Every text in a JSON value, keys left out."""
    if isinstance(value, str):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from texts(inner)


def pings(at: Office) -> list[str]:
    """Every text that left the bot and could notify somebody; literal text and code notify nobody in blocks. The one
    word to whoever asked, at the beginning of an answer that comes late, is meant to."""
    found = [body["text"] for body in sent(at) if _PING.search(_untold(body))]
    markdown = (
        block["text"] for body in sent(at) for block in body.get("blocks") or [] if block["type"] == "markdown"
    )
    return [*found, *(text for text in markdown if _PING.search(_CODE.sub("", text)))]


def _untold(body: Json) -> str:
    """The text of a message after the word to whoever asked."""
    told: Json = next((block for block in body.get("blocks") or [] if block.get("block_id") == "told"), {})
    users = [str(one["user_id"]) for part in told.get("elements", []) for one in part["elements"] if "user_id" in one]
    text = str(body.get("text", ""))
    return text.removeprefix(f"<@{users[0]}>") if users else text


def steps(body: Json) -> list[Json]:
    """The messages of one request to the model."""
    return list(body["messages"])


async def press_again(at: Office, user: str, ts: str, element: Json, **changed: object) -> None:
    """A press of a button as it once stood there, with parts of it changed: a client that was slow, or a forger."""
    said = at.slack.world.find(PLACE, ts)
    assert said
    action = {**element, "block_id": "b", "action_ts": at.slack.world.tick(), **changed}
    payload = shapes.block_actions(at.slack.world, user, said, action, f"{at.slack.url}/response/none", {})
    await at.slack.deliver_raw(payload, "interactive")


async def button(at: Office, root: str, label: str, nth: int = 0) -> tuple[str, Json]:
    """(ts of its message, element) of a button in the thread."""
    found = await at.slack.wait_for(lambda: at._buttons(root, label)[nth : nth + 1])
    return found[0]


@asynccontextmanager
async def later(office: Office, clock: Callable[[], float]) -> Any:
    """The same workspace with the bot started once more, by another clock; the first one is away by then."""
    async with slack_bot(office.settings, clock, rates=FREELY) as bot:
        await bot.start()
        await office.slack.wait_for(lambda: office.slack.connections)
        yield replace(office, bot=bot)
