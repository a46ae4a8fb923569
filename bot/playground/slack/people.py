"""What people do in their Slack client, each act as a named user."""

import mimetypes
from collections.abc import Iterable
from typing import Literal

from bot.playground.slack import blocks, forms, shapes
from bot.playground.slack.feed import Feed, Order
from bot.playground.slack.responses import Responses
from bot.playground.slack.sockets import Reason, Sockets
from bot.playground.slack.typed import on_the_wire, rich_text
from bot.playground.slack.views import Views
from bot.playground.slack.wire import Json
from bot.playground.slack.world import Message, User, View, World
from bot.playground.slack.writer import Content, Writer

PLACE = "C0RESEARCH"
Kind = Literal["events_api", "interactive", "slash_commands"]


class People:
    """The acts of people. Each returns once its delivery was started; deliveries run in the background."""

    url: str

    def __init__(
        self, world: World, writer: Writer, views: Views, feed: Feed, sockets: Sockets, responses: Responses
    ) -> None:
        self.world = world
        self._writer, self._views, self._feed = writer, views, feed
        self._sockets, self._responses = sockets, responses

    @property
    def order(self) -> Order:
        """Which of the two events of a mention leaves first."""
        return self._feed.order

    @order.setter
    def order(self, order: Order) -> None:
        self._feed.order = order

    async def say(
        self,
        user: str,
        text: str,
        *,
        channel: str = PLACE,
        thread: str | None = None,
        subtype: str | None = None,
        files: Iterable[str | Json] = (),
        blocks: Iterable[Json] = (),
        attachments: Iterable[Json] = (),
        metadata: Json | None = None,
        deliver: bool = True,
    ) -> str:
        """Write a message; returns its ts.

        A person's text is taken as typed: @handle becomes a mention, & < > are escaped, addresses linked. A
        bot's text stands as it is, but for @handles. Who is not in a channel yet joins it. Files are names or
        whole file objects. deliver=False tells the app nothing; redeliver() then does, when it suits.
        """
        author = self._join(user, channel)
        uploads = [self._file(user, one) if isinstance(one, str) else one for one in files]
        said = Message(
            channel,
            self.world.tick(),
            user="" if subtype == "bot_message" else user,
            bot_id=author.bot_id,
            thread_ts=self._find(channel, thread).root if thread else None,
            subtype=subtype or ("file_share" if uploads else ""),
            username=author.real_name if subtype == "bot_message" else "",
            files=uploads,
            metadata=metadata,
        )
        content = self._typed(user, text, list(blocks), list(attachments))
        return self._writer.post(said, content, deliver=deliver).ts

    async def edit(self, user: str, ts: str, text: str, *, channel: str = PLACE) -> None:
        """Rewrite one's own message; LookupError when it is not there or not theirs."""
        said = self._own(user, ts, channel)
        self._writer.edit(said, self._typed(user, text, [], said.attachments), by=user)

    async def delete(self, user: str, ts: str, *, channel: str = PLACE) -> None:
        """Delete one's own message; LookupError when it is not there or not theirs."""
        self._writer.delete(self._own(user, ts, channel))

    async def react(self, user: str, ts: str, name: str, *, channel: str = PLACE) -> None:
        """Put an emoji, such as "eyes", on a message; nothing when it is there already."""
        self._writer.react(self._find(channel, ts), user, name)

    async def unfurl(self, ts: str, *, channel: str = PLACE) -> None:
        """A link preview appears under a message: message_changed where only the attachments differ."""
        preview = {"id": 1, "title": "A page", "text": "Its first words.", "from_url": "https://example.com/"}
        self._writer.unfurl(self._find(channel, ts), [{**preview, "fallback": "A page"}])

    async def click(
        self, user: str, ts: str, action_id: str, *, value: str | None = None, channel: str = PLACE
    ) -> None:
        """Press a button; `value` tells apart those that share an action_id. LookupError when there is none."""
        said = self.world.find_ephemeral(user, ts) or self._find(channel, ts)
        block, element = _button(said, action_id, value)
        action = forms.pressed(block, element, self.world.tick())
        response_url = self.url + self._responses.path(said, user)
        payload = shapes.block_actions(self.world, user, said, action, response_url)
        self._sockets.send("interactive", payload)

    async def submit(self, user: str, view_id: str, values: dict[str, dict[str, str]]) -> Json | None:
        """Press a modal's submit button with these texts in its fields, {block_id: {action_id: text}}.

        Returns the response_action the app answered with, which is then carried out, or None when the modal
        closed. LookupError for fields that are not there, ValueError for what the client or Slack would
        refuse, sockets.Unanswered when the app does not acknowledge in time (the modal then stays open).
        """
        view = self._view(user, view_id)
        state = forms.filled(view.payload, values)
        payload = shapes.interaction(self.world, "view_submission", user)
        payload |= {"view": shapes.view(view, state), "response_urls": []}
        answer = await self._sockets.send("interactive", payload)
        forms.carry_out(self._views, view, answer)
        return answer if answer.get("response_action") else None

    async def close_view(self, user: str, view_id: str) -> None:
        """Close a modal with its cross; the app hears of it when it asked to (notify_on_close)."""
        view = self._view(user, view_id)
        payload = shapes.interaction(self.world, "view_closed", user)
        payload |= {"view": shapes.view(view), "is_cleared": False}
        self._views.close(view)
        if view.payload.get("notify_on_close"):
            self._sockets.send("interactive", payload)

    async def redeliver(self, ts: str, *, times: int = 1, reason: str = "timeout") -> None:
        """Send the events of that message's posting again, same event_ids, as retry 1, 2, …"""
        for attempt in range(1, times + 1):
            self._feed.again(ts, attempt, reason)

    async def deliver_raw(self, payload: Json, kind: Kind = "events_api") -> None:
        """Send any payload at all in an envelope of that kind."""
        self._sockets.send(kind, payload)

    async def drop_sockets(self) -> None:
        """All sockets break without a word; the app notices by itself, sooner or later."""
        await self._sockets.drop()

    async def ask_to_reconnect(self, reason: Reason = "refresh_requested") -> None:
        """Ask the app on each socket to come back on a new one."""
        await self._sockets.ask_to_reconnect(reason)

    def _typed(self, user: str, text: str, sent: list[Json], attachments: list[Json]) -> Content:
        handles = {known.name: known.id for known in self.world.users.values()}
        if self.world.users[user].bot_id:
            for handle, user_id in handles.items():
                text = text.replace(f"@{handle}", f"<@{user_id}>")
            return Content(text, sent, attachments)
        return Content(on_the_wire(text, handles), sent or rich_text(text, handles), attachments)

    def _join(self, user: str, channel: str) -> User:
        if user not in self.world.users:
            raise LookupError(f"no such user: {user}")
        where = self.world.channels.get(channel)
        if where is None or (where.kind == "im" and user not in where.members):
            raise LookupError(f"{user} has no channel {channel}")
        where.members.add(user)
        return self.world.users[user]

    def _find(self, channel: str, ts: str) -> Message:
        said = self.world.find(channel, ts)
        if said is None:
            raise LookupError(f"no message {ts} in {channel}")
        return said

    def _own(self, user: str, ts: str, channel: str) -> Message:
        said = self._find(channel, ts)
        bot_id = self.world.users[user].bot_id
        if said.user != user and not (bot_id and said.bot_id == bot_id):
            raise LookupError(f"{user} did not write {ts}")
        return said

    def _view(self, user: str, view_id: str) -> View:
        view = self._views.find(view_id)
        if view is None or view.user != user:
            raise LookupError(f"{user} has no modal {view_id} open")
        return view

    def _file(self, user: str, name: str) -> Json:
        file_id = f"F{self.world.number():09}"
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        address = f"{self.url}/files/{file_id}/{name}"
        return {"id": file_id, "name": name, "title": name, "mimetype": kind, "user": user, "url_private": address}


def _button(said: Message, action_id: str, value: str | None) -> tuple[Json, Json]:
    found = [
        (block, element)
        for block, element in blocks.buttons(said.blocks)
        if element.get("action_id") == action_id and (value is None or element.get("value") == value)
    ]
    if not found:
        there = sorted({str(element.get("action_id")) for _, element in blocks.buttons(said.blocks)})
        raise LookupError(f"no button {action_id!r} with value {value!r} on {said.ts}; there are {there}")
    return found[0]
