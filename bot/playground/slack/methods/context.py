"""What a method may use."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bot.playground.slack.assistant import Assistant
from bot.playground.slack.sockets import Sockets
from bot.playground.slack.streams import Streams
from bot.playground.slack.views import Views
from bot.playground.slack.wire import Args, Json, MissingScope, SlackError
from bot.playground.slack.world import BOT, Channel, Message, World
from bot.playground.slack.writer import Writer

# Replies to notices that the system itself wrote are refused.
_NOT_REPLIABLE = {"channel_join", "channel_leave", "channel_name", "channel_topic", "channel_purpose"}
_SCOPES = {"channel": "channels", "group": "groups", "im": "im", "mpim": "mpim"}


@dataclass(frozen=True)
class Context:
    """The double as its Web API sees it.

    `url` is its root, without a slash at the end; `page` the most messages a reading method gives at once, None
    where the method itself says; `scopes` are those of the bot's token.
    """

    world: World
    writer: Writer
    views: Views
    sockets: Sockets
    url: str
    streams: Streams
    assistant: Assistant
    page: int | None
    scopes: Collection[str]

    def channel(self, args: Args) -> Channel:
        """The channel argument; a user's id stands for the conversation with them.

        A private channel the bot is not in is channel_not_found, as if it did not exist.
        """
        return self.channel_named(args.text("channel"))

    def own_channel(self, args: Args) -> Channel:
        """The channel argument, which the bot must be in to write there."""
        return self.own_channel_named(args.text("channel"))

    def place_to_post(self, args: Args) -> Channel:
        """The same; with a member of this workspace, named by their user id, the conversation begins by a post."""
        who = self.world.users.get(args.text("channel"))
        if who and not (who.bot_id or who.is_stranger):
            self.world.open_direct(who.id)
        return self.own_channel(args)

    def needs(self, what: Literal["history", "read"], channel: Channel) -> None:
        """missing_scope unless the token may do that in a conversation of this kind."""
        scope = f"{_SCOPES[channel.kind]}:{what}"
        if scope not in self.scopes:
            raise MissingScope(scope, self.scopes)

    def joined_channel(self, args: Args) -> Channel:
        """The channel argument, not_in_channel unless the bot is there."""
        channel = self.channel(args)
        if BOT not in channel.members:
            raise SlackError("not_in_channel")
        return channel

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
