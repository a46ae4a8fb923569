"""Everything that changes a message, whoever does it: the app over the API or a person in the client."""

import copy
from dataclasses import dataclass, field

from bot.playground.slack import pings, reading, shapes
from bot.playground.slack.feed import Feed
from bot.playground.slack.readback import read_back
from bot.playground.slack.typed import escape
from bot.playground.slack.wire import Json
from bot.playground.slack.world import BOT, SLACKBOT, Message, World

POST_CHARACTERS = 40_000


@dataclass(frozen=True)
class Content:
    """What a message says: text, blocks as sent, attachments."""

    text: str = ""
    blocks: list[Json] = field(default_factory=list)
    attachments: list[Json] = field(default_factory=list)


class Writer:
    """Changes the world and lets the app hear of it."""

    def __init__(self, world: World, feed: Feed) -> None:
        self._world, self._feed = world, feed

    def post(self, said: Message, content: Content, *, deliver: bool = True) -> Message:
        """Put a new message into its channel; its text is cut at 40,000 characters."""
        self._fill(said, content)
        self._notify(said, content)
        self._world.add(said)
        if said.thread_ts and (parent := self._world.find(said.channel, said.thread_ts)):
            self._world.touched(parent)
        if not said.visible_to:
            self._feed.posted(said, deliver=deliver)
        return said

    def whisper(self, said: Message, content: Content) -> None:
        """Show an ephemeral message, unless it is meant for a thread that has no replies yet."""
        parent = self._world.find(said.channel, said.thread_ts or "")
        if parent and not self._world.replies(parent):
            self._fill(said, content)
            self._world.unshown.append(said)
        else:
            self.post(said, content)

    def edit(self, said: Message, content: Content, *, by: str) -> None:
        """Replace what it says. An ephemeral message changes without a word to the app."""
        previous = shapes.message(self._world, said)
        said.history.append((said.text, said.original_blocks))
        self._fill(said, content)
        said.edited = {"user": by, "ts": self._world.tick()}
        self._world.touched(said)
        if not said.visible_to:
            self._feed.changed(said, previous, mentioned_now=by != BOT)

    def grow(self, said: Message, content: Content, *, is_finished: bool = False) -> None:
        """More of a message that is still being written; the app hears of its end alone."""
        previous = shapes.message(self._world, said)
        self._fill(said, content)
        self._world.touched(said)
        if is_finished:
            self._feed.changed(said, previous)

    def unfurl(self, said: Message, attachments: list[Json]) -> None:
        """A link preview appears: the message changed, its words did not."""
        previous = shapes.message(self._world, said)
        said.attachments = [*said.attachments, *attachments]
        self._world.touched(said)
        self._feed.changed(said, previous)

    def delete(self, said: Message) -> None:
        """Take it away. A root with replies stays as a tombstone, and the app sees a change, not a deletion."""
        previous = shapes.message(self._world, said)
        said.deleted = True
        if self._world.replies(said):
            self._entomb(said)
        self._world.touched(said)
        if said.visible_to:
            return
        if said.subtype == "tombstone":
            self._feed.changed(said, previous)
        else:
            self._feed.deleted(said, previous)

    def react(self, said: Message, user: str, name: str) -> bool:
        """Put an emoji on it. False when that person's is already there."""
        users = said.reactions.setdefault(name, [])
        if user in users:
            return False
        users.append(user)
        self._world.touched(said)
        self._feed.reacted(said, user, name)
        return True

    def _fill(self, said: Message, content: Content) -> None:
        said.original_blocks = copy.deepcopy(content.blocks)
        said.blocks = read_back(content.blocks, self._world.number)
        said.attachments = content.attachments
        # Without text Slack builds one from the blocks.
        words = content.text or escape(reading.plain(self._world, said.blocks))
        said.text = words[:POST_CHARACTERS]

    def _notify(self, said: Message, content: Content) -> None:
        """Keep whom it names: nobody when only one person sees it, and never its author."""
        if said.visible_to:
            return
        groups, members = self._world.groups, self._world.channels[said.channel].members
        named = pings.notified(content.text, content.blocks, groups=groups, members=members)
        said.notified = named - {said.user}

    def _entomb(self, said: Message) -> None:
        said.history.append((said.text, said.original_blocks))
        self._fill(said, Content(shapes.TOMBSTONE))
        said.user, said.bot_id, said.subtype, said.files = SLACKBOT, "", "tombstone", []
        said.metadata, said.edited, said.reactions = None, None, {}
