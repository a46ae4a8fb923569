"""Who is in a channel: people and apps come and go, a channel is archived and opened again."""

from bot.playground.slack.feed import Feed
from bot.playground.slack.world import BOT, Channel, Message, User, World
from bot.playground.slack.writer import Content, Writer


class Membership:
    """The acts that change a channel rather than what is said in it."""

    world: World
    _writer: Writer
    _feed: Feed

    def add_user(self, user: User) -> None:
        """Somebody is new in the workspace, or not as before: another language, another company, account closed."""
        self.world.users[user.id] = user

    async def join(self, user: str, channel: str, *, inviter: str = "") -> None:
        """Come into a channel, or be brought there by `inviter`: a notice, and member_joined_channel.

        The bot too can be brought, and then hears the last mention by whoever brought it. Who is there already
        stays. LookupError where nobody can come in.
        """
        where = self._room(channel)
        if user not in self.world.users:
            raise LookupError(f"no such user: {user}")
        if user in where.members:
            return
        where.members.add(user)
        self._notice(where, user, "channel_join", "has joined the channel", inviter=inviter)
        self._feed.joined(where, user, inviter)

    async def leave(self, user: str, channel: str, *, by: str = "") -> None:
        """Go from a channel, or be removed `by` somebody. The app hears of its own removal, then nothing more."""
        where = self._room(channel)
        if user not in where.members:
            raise LookupError(f"{user} is not in {channel}")
        where.members.discard(user)
        self._notice(where, user, "channel_leave", "has left the channel")
        self._feed.left(where, user, by)

    async def archive(self, channel: str, *, by: str) -> None:
        """Nobody can write there any more."""
        where = self._room(channel)
        self._notice(where, by, "channel_archive", "archived the channel")
        where.is_archived = True
        self._feed.archived(where, by)

    async def unarchive(self, channel: str, *, by: str) -> None:
        """The channel opens again, with the members it had."""
        where = self._room(channel)
        where.is_archived = False
        self._notice(where, by, "channel_unarchive", "un-archived the channel")
        self._feed.archived(where, by)

    def _notice(self, where: Channel, user: str, subtype: str, words: str, *, inviter: str = "") -> None:
        bot_id = self.world.bot.bot_id if user == BOT else ""
        notice = Message(where.id, self.world.tick(), user=user, bot_id=bot_id, subtype=subtype, inviter=inviter)
        self._writer.post(notice, Content(f"<@{user}> {words}"))

    def _room(self, channel: str) -> Channel:
        where = self.world.channels.get(channel)
        if where is None or where.kind in ("im", "mpim"):
            raise LookupError(f"no such channel: {channel}")
        return where
