"""What exists in the workspace: people, channels, messages, open views, and who watches it change."""

import asyncio
import itertools
import mimetypes
import secrets
import time
from collections.abc import AsyncIterator, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal
from weakref import WeakSet

from bot.playground.slack.wire import Json

TEAM, OTHER_TEAM, APP = "T0FOOTNOTE", "T0OTHER", "AFOOTNOTE"
BOT, BOT_ID = "UFOOTNOTE", "BFOOTNOTE"
SLACKBOT = "USLACKBOT"
PLACE = "C0RESEARCH"


@dataclass(frozen=True)
class User:
    """A person or a bot. `name` is the handle, `real_name` what is shown; is_restricted: a guest; is_stranger: of
    another company; deleted: their account has been closed.

    `tz` is a name of the time zone database, `tz_offset` in seconds east of UTC; `locale` such as "de-DE".
    """

    id: str
    name: str
    real_name: str
    team: str = TEAM
    bot_id: str = ""
    app_id: str = ""
    is_restricted: bool = False
    is_stranger: bool = False
    deleted: bool = False
    locale: str = "en-US"
    tz: str = "Europe/Warsaw"
    tz_label: str = "Central European Time"
    tz_offset: int = 3600


@dataclass
class Channel:
    """A conversation. In an `im` the members are the two who talk, in an `mpim` the few; a `group` is a private
    channel."""

    id: str
    name: str
    members: set[str]
    kind: Literal["channel", "group", "im", "mpim"] = "channel"
    is_archived: bool = False


@dataclass
class Message:
    """One message as it stands now.

    `user` and `bot_id` are "" when absent: posts through a response_url have no user. `thread_ts` is None at
    the root of a thread. `original_blocks` are the blocks exactly as sent, `blocks` as Slack gives them back
    (markdown turned into rich_text, missing ids filled in). `edited` is {"user", "ts"} after an edit; Slack
    shows no "(edited)" where there is a bot_id. `history` holds the earlier (text, original_blocks), oldest
    first. `deleted` with `subtype` "tombstone" is a deleted root whose replies remain. `visible_to` is the
    one person who sees it when it is ephemeral. `notified` are those it named when it was posted: an edit later
    notifies nobody. `inviter` is who brought the one of whom a join notice speaks.
    """

    channel: str
    ts: str
    user: str = ""
    bot_id: str = ""
    text: str = ""
    original_blocks: list[Json] = field(default_factory=list)
    blocks: list[Json] = field(default_factory=list)
    attachments: list[Json] = field(default_factory=list)
    files: list[Json] = field(default_factory=list)
    metadata: Json | None = None
    thread_ts: str | None = None
    subtype: str = ""
    username: str = ""
    edited: Json | None = None
    deleted: bool = False
    history: list[tuple[str, list[Json]]] = field(default_factory=list)
    reactions: dict[str, list[str]] = field(default_factory=dict)
    visible_to: str = ""
    notified: frozenset[str] = frozenset()
    inviter: str = ""

    @property
    def root(self) -> str:
        """The ts of the thread it belongs to, its own when it starts one."""
        return self.thread_ts or self.ts

    @property
    def is_reply(self) -> bool:
        """Does it stand below another message?"""
        return self.thread_ts is not None


@dataclass
class StoredFile:
    """A file and how far its upload is.

    `size` is the number of bytes announced. `content` is None until they came, `is_complete` False until the
    upload was finished; only then does the file exist for anybody. `ticket` is the secret part of the address it
    is sent to.
    """

    id: str
    name: str
    size: int
    user: str
    created: int
    title: str = ""
    content: bytes | None = None
    is_complete: bool = False
    ticket: str = field(default_factory=lambda: secrets.token_hex(16))

    @property
    def mimetype(self) -> str:
        """As its name suggests."""
        return mimetypes.guess_type(self.name)[0] or "application/octet-stream"


@dataclass
class View:
    """A modal that is open before `user`. `payload` is what the app sent, with missing ids filled in."""

    id: str
    user: str
    payload: Json
    hash: str
    root_id: str
    previous_id: str | None = None


@dataclass
class Trigger:
    """A trigger_id: who it was given for, when (by World.seconds), and whether it has been used."""

    user: str
    at: float
    used: bool = False


@dataclass(frozen=True)
class Change:
    """Something a page would redraw; fields that do not apply are ""."""

    kind: Literal["message", "ephemeral", "view", "presence"]
    channel: str = ""
    ts: str = ""
    user: str = ""


DEFAULT_USERS = (
    User(BOT, "footnote", "footnote", bot_id=BOT_ID, app_id=APP),
    User("UANNA", "anna", "Anna Kowalska"),
    User("UBEN", "ben", "Ben Okafor"),
    User("UCLARA", "clara", "Clara Weiss"),
    User("UGUEST", "gwen", "Gwen Marsh", is_restricted=True),
    User("UOTHER", "omar", "Omar Haddad", team=OTHER_TEAM, is_stranger=True),
    User("UALERTS", "alerts", "Alerts", bot_id="BALERTS", app_id="AALERTS"),
)


def default_channels() -> list[Channel]:
    """The channels of the default world, fresh each time since membership changes."""
    everyone = ["UANNA", "UBEN", "UCLARA"]
    return [
        Channel("C0RESEARCH", "research", {BOT, *everyone}),
        Channel("C0GENERAL", "general", {BOT, *everyone}),
        Channel("C0PRIVATE", "private", set(everyone), kind="group"),
        Channel("D0ANNA", "", {BOT, "UANNA"}, kind="im"),
    ]


class World:
    """The state of the workspace, and the one clock its messages are stamped by."""

    def __init__(
        self,
        users: Iterable[User] | None = None,
        channels: Iterable[Channel] | None = None,
        groups: Mapping[str, Collection[str]] | None = None,
    ) -> None:
        # User groups: the ids of those in each.
        self.groups: dict[str, Collection[str]] = dict(groups or {})
        self.users = {user.id: user for user in users or DEFAULT_USERS}
        named = default_channels() if channels is None else channels
        # Membership changes as people join: the caller's own objects stay as they are.
        self.channels = {channel.id: replace(channel, members=set(channel.members)) for channel in named}
        self.ephemeral: list[Message] = []
        # Ephemeral messages Slack accepted and showed to nobody.
        self.unshown: list[Message] = []
        self.open_views: list[View] = []
        self.homes: dict[str, View] = {}
        self.files: dict[str, StoredFile] = {}
        self.triggers: dict[str, Trigger] = {}
        self._messages: dict[tuple[str, str], Message] = {}
        self._watchers: WeakSet[asyncio.Queue[Change | None]] = WeakSet()
        self._numbers = itertools.count(1)
        self._now = 0
        self.ahead = 0  # microseconds by which Slack's clock is ahead of this machine's

    @property
    def bot(self) -> User:
        """The user the app under test acts as."""
        return self.users[BOT]

    def number(self) -> int:
        """A number never given before; ids of all kinds are built from it."""
        return next(self._numbers)

    def tick(self) -> str:
        """A new ts: seconds and microseconds, strictly later than every one before."""
        self._now = max(time.time_ns() // 1000 + self.ahead, self._now + 1)
        return f"{self._now // 1_000_000}.{self._now % 1_000_000:06}"

    def seconds(self) -> float:
        """Slack's clock for durations: monotonic seconds, moved on with the other one."""
        return time.monotonic() + self.ahead / 1_000_000

    def add(self, message: Message) -> None:
        """Put a new message where it belongs."""
        if message.visible_to:
            self.ephemeral.append(message)
        else:
            self._messages[message.channel, message.ts] = message
        self.touched(message)

    def find(self, channel: str, ts: str) -> Message | None:
        """The message, unless it never was or is wholly gone."""
        message = self._messages.get((channel, ts))
        return message if message and (not message.deleted or message.subtype == "tombstone") else None

    def find_ephemeral(self, user: str, ts: str) -> Message | None:
        """The message only that person sees."""
        return next((m for m in self.ephemeral if m.visible_to == user and m.ts == ts and not m.deleted), None)

    def in_channel(self, channel: str) -> list[Message]:
        """Every message ever sent there, oldest first, deleted ones too."""
        return [message for message in self._messages.values() if message.channel == channel]

    def replies(self, root: Message) -> list[Message]:
        """The replies below it that still exist, oldest first."""
        return [m for m in self.in_channel(root.channel) if m.thread_ts == root.ts and not m.deleted]

    def direct(self, user: str) -> Channel | None:
        """The conversation between that person and the bot alone."""
        return next((c for c in self.channels.values() if c.kind == "im" and user in c.members), None)

    def open_direct(self, user: str) -> Channel:
        """The same; it begins when there is none yet."""
        known = self.direct(user)
        if known is None:
            known = Channel(f"D{self.number():09}", "", {BOT, user}, kind="im")
            self.channels[known.id] = known
        return known

    def is_shared(self, channel: Channel) -> bool:
        """Does another company take part in it?"""
        return any(self.users[member].is_stranger for member in channel.members if member in self.users)

    def trigger(self, user: str) -> str:
        """A new trigger_id for what that person just did."""
        trigger_id = f"{self.number()}.{self.number()}.{time.time_ns():x}"
        self.triggers[trigger_id] = Trigger(user, self.seconds())
        return trigger_id

    def touched(self, message: Message) -> None:
        """Tell the watchers that this message is new or different."""
        kind: Literal["ephemeral", "message"] = "ephemeral" if message.visible_to else "message"
        author = message.visible_to or message.user
        self.announce(Change(kind, channel=message.channel, ts=message.ts, user=author))

    def announce(self, change: Change | None) -> None:
        """Tell the watchers; None ends their iteration."""
        for watcher in self._watchers:
            watcher.put_nowait(change)

    def watch(self) -> AsyncIterator[Change]:
        """Every change from this moment on, also those before the first look at the iterator."""
        queue: asyncio.Queue[Change | None] = asyncio.Queue()
        self._watchers.add(queue)
        return _until_none(queue)

    def views_of(self, user: str) -> list[View]:
        """The modals open before that person, the topmost last."""
        return [view for view in self.open_views if view.user == user]


async def _until_none(queue: asyncio.Queue[Change | None]) -> AsyncIterator[Change]:
    while (change := await queue.get()) is not None:
        yield change
