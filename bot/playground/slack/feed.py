"""Which events a change brings about, and their way to the app."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Literal

from bot.playground.slack import shapes
from bot.playground.slack.delivery import Delivery
from bot.playground.slack.typed import mentions
from bot.playground.slack.wire import Json
from bot.playground.slack.world import BOT, Channel, Message, World

Order = Literal["message_first", "mention_first"]
# A mention in one of these is a mention; one in a join notice or a topic change is not.
_SPOKEN = {"", "file_share", "thread_broadcast", "bot_message", "me_message"}


class Feed:
    """Turns changes into events of the kinds the app subscribes to.

    Like Slack it tells the app only about channels it is in, its own posts and edits included. `order` says
    which of the two events of a mention leaves first: Slack promises none.
    """

    def __init__(self, world: World, delivery: Delivery, subscriptions: Collection[str]) -> None:
        self.order: Order = "message_first"
        self._world, self._delivery, self._subscriptions = world, delivery, subscriptions
        self._sent: defaultdict[str, list[Json]] = defaultdict(list)
        # The last mention by each person in a channel that the app was not in, {channel: {person: message}}.
        self._missed: defaultdict[str, dict[str, Message]] = defaultdict(dict)
        self._held: list[Json] | None = None

    @contextmanager
    def held(self) -> Iterator[list[Json]]:
        """Events made meanwhile wait in this list, and leave at the end as it then stands."""
        outer, self._held = self._held, []
        held = self._held
        try:
            yield held
        finally:
            self._held = outer
        self._send(held)

    def posted(self, said: Message, *, deliver: bool = True) -> None:
        """A new message: `message`, and `app_mention` beside it when it names the bot in a channel."""
        events = [shapes.message_event(self._world, said)]
        if self._is_mention(said):
            events.append(shapes.mention_event(self._world, said, said.ts))
        if self.order == "mention_first":
            events.reverse()
        if BOT not in self._world.channels[said.channel].members and self._is_mention(said):
            self._missed[said.channel][said.user] = said
        self._sent[said.ts] = self._wrapped(said.channel, events)
        if deliver:
            self._send(self._sent[said.ts])

    def changed(self, said: Message, previous: Json, *, mentioned_now: bool = False) -> None:
        """An edit, an update or an unfurl. `mentioned_now`: the edit itself sets off an app_mention."""
        ts = self._world.tick()
        events = [shapes.changed_event(self._world, said, previous, ts)]
        if mentioned_now and self._is_mention(said):
            events.append(shapes.mention_event(self._world, said, ts))
        if self.order == "mention_first":
            events.reverse()
        self._send(self._wrapped(said.channel, events))

    def deleted(self, said: Message, previous: Json) -> None:
        """A message is gone."""
        event = shapes.deleted_event(self._world, said, previous, self._world.tick())
        self._send(self._wrapped(said.channel, [event]))

    def reacted(self, said: Message, user: str, name: str) -> None:
        """Somebody put an emoji on a message."""
        event = shapes.reaction_event(said, user, name, self._world.tick())
        self._send(self._wrapped(said.channel, [event]))

    def joined(self, where: Channel, user: str, inviter: str) -> None:
        """Somebody, maybe the bot itself, is in a channel now.

        Who mentioned the bot in vain and then brings it in has their mention heard after all
        (https://docs.slack.dev/reference/events/app_mention).
        """
        other = {"inviter": inviter} if inviter else {}
        who = self._world.users[user]
        self._tell(where, shapes.membership_event("member_joined_channel", where, who, other, self._world.tick()))
        said = self._missed.pop(where.id, {}).get(inviter) if user == BOT else None
        if said and not said.deleted:
            mention = shapes.mention_event(self._world, said, said.ts)
            self._sent[said.ts] = self._wrapped(where.id, [mention])
            self._send(self._sent[said.ts])

    def left(self, where: Channel, user: str, by: str) -> None:
        """Somebody is no more. Of its own going the app hears by another event, the last from there."""
        if user == BOT:
            gone = shapes.channel_event(where, "left", by, self._world.tick())
            self._send(self._wanted(where.id, [gone]))
            return
        who = self._world.users[user]
        self._tell(where, shapes.membership_event("member_left_channel", where, who, {}, self._world.tick()))

    def archived(self, where: Channel, by: str) -> None:
        """A channel was archived, or is no longer."""
        what: Literal["archive", "unarchive"] = "archive" if where.is_archived else "unarchive"
        self._tell(where, shapes.channel_event(where, what, by, self._world.tick()))

    def opened_home(self, direct: Channel, user: str, tab: str) -> None:
        """Somebody looks at a tab of the app."""
        self._tell(direct, shapes.home_opened_event(self._world, direct, user, tab, self._world.tick()))

    def again(self, ts: str, attempt: int, reason: str) -> None:
        """The events of that message's posting once more, same event_ids. LookupError if there were none.

        Without a reason it is that an acknowledgement came too late.
        """
        if not self._sent.get(ts):
            raise LookupError(f"no event was made for the message {ts}")
        for payload in self._sent[ts]:
            self._delivery.send("events_api", payload, attempt=attempt, reason=reason or self._delivery.late)

    def _is_mention(self, said: Message) -> bool:
        in_channel = self._world.channels[said.channel].kind not in ("im", "mpim")
        # Slack sends an app no mention of its own making.
        return in_channel and said.user != BOT and said.subtype in _SPOKEN and mentions(said.text, BOT)

    def _wrapped(self, channel: str, events: list[Json]) -> list[Json]:
        if BOT not in self._world.channels[channel].members:
            return []
        return self._wanted(channel, events)

    def _wanted(self, channel: str, events: list[Json]) -> list[Json]:
        wanted = [event for event in events if event["type"] in self._subscriptions]
        return [shapes.callback(self._world, event, channel) for event in wanted]

    def _tell(self, where: Channel, event: Json) -> None:
        self._send(self._wrapped(where.id, [event]))

    def _send(self, payloads: list[Json]) -> None:
        if self._held is not None:
            self._held += payloads
            return
        for payload in payloads:
            self._delivery.send("events_api", payload, retry=True)
