"""Which events a change brings about, and their way to the app."""

from collections import defaultdict
from collections.abc import Collection
from typing import Literal

from bot.playground.slack import shapes
from bot.playground.slack.delivery import Delivery
from bot.playground.slack.typed import mentions
from bot.playground.slack.wire import Json
from bot.playground.slack.world import BOT, Message, World

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

    def posted(self, said: Message, *, deliver: bool = True) -> None:
        """A new message: `message`, and `app_mention` beside it when it names the bot in a channel."""
        events = [shapes.message_event(self._world, said)]
        if self._is_mention(said):
            events.append(shapes.mention_event(self._world, said, said.ts))
        if self.order == "mention_first":
            events.reverse()
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

    def again(self, ts: str, attempt: int, reason: str) -> None:
        """The events of that message's posting once more, same event_ids. LookupError if there were none.

        Without a reason it is that an acknowledgement came too late.
        """
        if not self._sent.get(ts):
            raise LookupError(f"no event was made for the message {ts}")
        for payload in self._sent[ts]:
            self._delivery.send("events_api", payload, attempt=attempt, reason=reason or self._delivery.late)

    def _is_mention(self, said: Message) -> bool:
        in_channel = self._world.channels[said.channel].kind != "im"
        # Slack sends an app no mention of its own making.
        return in_channel and said.user != BOT and said.subtype in _SPOKEN and mentions(said.text, BOT)

    def _wrapped(self, channel: str, events: list[Json]) -> list[Json]:
        if BOT not in self._world.channels[channel].members:
            return []
        wanted = [event for event in events if event["type"] in self._subscriptions]
        return [shapes.callback(self._world, event, channel) for event in wanted]

    def _send(self, payloads: list[Json]) -> None:
        for payload in payloads:
            self._delivery.send("events_api", payload, retry=True)
