"""Reading: a channel, its history, a thread."""

import base64
import binascii
from decimal import Decimal, InvalidOperation

from bot.playground.slack import shapes
from bot.playground.slack.methods.context import Context
from bot.playground.slack.wire import Args, Json, SlackError
from bot.playground.slack.world import Message

REPLIES_DEFAULT, REPLIES_MOST = 1000, 1000
HISTORY_DEFAULT, HISTORY_MOST = 100, 999
MEMBERS_DEFAULT, MEMBERS_MOST = 100, 1000


def info(slack: Context, args: Args) -> Json:
    """https://docs.slack.dev/reference/methods/conversations.info"""
    channel = slack.channel(args)
    slack.needs("read", channel)
    body = shapes.channel(slack.world, channel)
    if args.flag("include_num_members"):
        body["num_members"] = len(channel.members)
    return {"channel": body}


def members(slack: Context, args: Args) -> Json:
    """https://docs.slack.dev/reference/methods/conversations.members

    The ids of those who are in a conversation, in pages.
    """
    channel = slack.channel(args)
    slack.needs("read", channel)
    limit = _limit(slack, args, MEMBERS_DEFAULT, MEMBERS_MOST)
    later = sorted(user for user in channel.members if user > _start(args))
    body: Json = {"members": later[:limit], "response_metadata": {"next_cursor": ""}}
    if len(later) > limit:
        body["response_metadata"] = {"next_cursor": _cursor(later[limit - 1])}
    return body


def replies(slack: Context, args: Args) -> Json:
    """https://docs.slack.dev/reference/methods/conversations.replies

    Oldest first; the root comes first on every page and whatever `oldest` says, so readers must expect it
    twice. `ts` may be the root or any reply.
    """
    channel = slack.joined_channel(args)
    slack.needs("history", channel)
    found = slack.world.find(channel.id, args.required("ts"))
    root = slack.world.find(channel.id, found.root) if found else None
    if found is None:
        raise SlackError("thread_not_found")
    if root is None:
        return _page(slack, args, [found], more="")
    window = _window(args, slack.world.replies(root))
    limit = _limit(slack, args, REPLIES_DEFAULT, REPLIES_MOST)
    # The root counts as one of the first page's messages.
    room = limit if args.text("cursor") else max(limit - 1, 1)
    start = _start(args)
    later = [reply for reply in window if reply.ts > start]
    more = later[room - 1].ts if len(later) > room else ""
    return _page(slack, args, [root, *later[:room]], more)


def history(slack: Context, args: Args) -> Json:
    """https://docs.slack.dev/reference/methods/conversations.history

    Newest first, without replies unless they were also sent to the channel.
    """
    channel = slack.joined_channel(args)
    slack.needs("history", channel)
    tops = [m for m in slack.world.in_channel(channel.id) if not m.is_reply or m.subtype == "thread_broadcast"]
    present = [m for m in tops if slack.world.find(channel.id, m.ts)]
    window = _window(args, present)[::-1]
    limit = _limit(slack, args, HISTORY_DEFAULT, HISTORY_MOST)
    before = _start(args)
    later = [message for message in window if not before or message.ts < before]
    more = later[limit - 1].ts if len(later) > limit else ""
    return _page(slack, args, later[:limit], more)


def _page(slack: Context, args: Args, messages: list[Message], more: str) -> Json:
    with_metadata = args.flag("include_all_metadata")
    shown = [shapes.message(slack.world, message, with_metadata=with_metadata) for message in messages]
    body: Json = {"messages": shown, "has_more": bool(more)}
    if more:
        body["response_metadata"] = {"next_cursor": _cursor(more)}
    return body


def _cursor(last: str) -> str:
    return base64.b64encode(f"next_ts:{last}".encode()).decode()


def _start(args: Args) -> str:
    """What the last page ended with, the ts of a message or the id of a member; "" on the first page."""
    cursor = args.text("cursor")
    if not cursor:
        return ""
    try:
        word, _, ts = base64.b64decode(cursor, validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        word, ts = "", ""
    if word != "next_ts":
        raise SlackError("invalid_cursor")
    return ts


def _limit(slack: Context, args: Args, default: int, most: int) -> int:
    limit = args.number("limit", default)
    if limit < 1:
        raise SlackError("invalid_limit")
    return min(limit, most, slack.page or most)


def _window(args: Args, messages: list[Message]) -> list[Message]:
    """Those between `oldest` and `latest`, the two themselves only with `inclusive`."""
    oldest, latest = _moment(args, "oldest"), _moment(args, "latest")
    edges = {bound for bound in (oldest, latest) if bound is not None and args.flag("inclusive")}
    return [
        message
        for message in messages
        if (at := Decimal(message.ts)) in edges
        or ((oldest is None or at > oldest) and (latest is None or at < latest))
    ]


def _moment(args: Args, name: str) -> Decimal | None:
    if not args.text(name):
        return None
    try:
        return Decimal(args.text(name))
    except InvalidOperation:
        raise SlackError(f"invalid_ts_{name}") from None
