"""What a method may use."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from bot.playground.slack.sockets import Sockets
from bot.playground.slack.views import Views
from bot.playground.slack.wire import Args, Json, SlackError
from bot.playground.slack.world import BOT, Channel, Message, World
from bot.playground.slack.writer import Writer

# Replies to notices that the system itself wrote are refused.
_NOT_REPLIABLE = {"channel_join", "channel_leave", "channel_name", "channel_topic", "channel_purpose"}


@dataclass(frozen=True)
class Context:
    """The double as its Web API sees it; `url` is its root, without a slash at the end."""

    world: World
    writer: Writer
    views: Views
    sockets: Sockets
    url: str

    def channel(self, args: Args) -> Channel:
        """The channel argument; a user's id stands for the conversation with them.

        A private channel the bot is not in is channel_not_found, as if it did not exist.
        """
        return self.channel_named(args.text("channel"))

    def own_channel(self, args: Args) -> Channel:
        """The channel argument, which the bot must be in to write there."""
        return self.own_channel_named(args.text("channel"))

    def channel_named(self, name: str) -> Channel:
        """The channel with that id, or the conversation with that user."""
        channel = self.world.channels.get(name) or self.world.direct(name)
        if channel is None or (channel.kind != "channel" and BOT not in channel.members):
            raise SlackError("channel_not_found")
        return channel

    def own_channel_named(self, name: str) -> Channel:
        """The same, and the bot may write there."""
        channel = self.channel_named(name)
        if channel.is_archived:
            raise SlackError("is_archived")
        if BOT not in channel.members:
            raise SlackError("not_in_channel")
        return channel

    def message(self, channel: Channel, ts: str) -> Message:
        """The message, message_not_found when it is not there."""
        found = self.world.find(channel.id, ts)
        if found is None:
            raise SlackError("message_not_found")
        return found

    def thread(self, channel: Channel, args: Args) -> str | None:
        """The root of the thread that thread_ts means, None when there is no such message (any more)."""
        parent = self.world.find(channel.id, args.text("thread_ts"))
        if parent and parent.subtype in _NOT_REPLIABLE:
            raise SlackError("cannot_reply_to_message")
        return parent.root if parent else None


Method: TypeAlias = Callable[[Context, Args], Json]
