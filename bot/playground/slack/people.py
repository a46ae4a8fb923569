"""What people do in their Slack client, each act as a named user."""

from collections.abc import Iterable
from contextlib import AbstractContextManager
from types import MappingProxyType

from bot.playground.slack import blocks, forms, shapes
from bot.playground.slack.delivery import Delivery, Kind
from bot.playground.slack.feed import Feed, Order
from bot.playground.slack.files import stored_file
from bot.playground.slack.forms import Values
from bot.playground.slack.launches import Launches
from bot.playground.slack.membership import Membership
from bot.playground.slack.responses import Responses
from bot.playground.slack.typed import on_the_wire, rich_text
from bot.playground.slack.views import Views
from bot.playground.slack.wire import Json
from bot.playground.slack.world import PLACE, Message, User, View, World
from bot.playground.slack.writer import Content, Writer


class People(Membership, Launches):
    """The acts of people. Each returns once its delivery was started; deliveries run in the background."""

    url: str

    def __init__(
        self, world: World, writer: Writer, views: Views, feed: Feed, delivery: Delivery, responses: Responses
    ) -> None:
        self.world = world
        self._writer, self._views, self._feed = writer, views, feed
        self._delivery, self._responses = delivery, responses

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
        files: Iterable[str | tuple[str, bytes] | Json] = (),
        blocks: Iterable[Json] = (),
        attachments: Iterable[Json] = (),
        metadata: Json | None = None,
        deliver: bool = True,
    ) -> str:
        """Write a message; returns its ts.

        A person's text is taken as typed: @handle becomes a mention, & < > are escaped, addresses linked. A
        bot's text stands as it is, but for @handles. Who is not in a channel yet joins it, without a notice; nobody
        writes in an archived one (LookupError). Files are names
        (the file is empty then), names with content, or whole file objects. deliver=False tells the app
        nothing; redeliver() then does, when it suits.
        """
        author = self._join(user, channel)
        uploads = [one if isinstance(one, dict) else self._file(user, one) for one in files]
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
        self,
        user: str,
        ts: str,
        action_id: str,
        *,
        value: str | None = None,
        channel: str = PLACE,
        fields: Values = MappingProxyType({}),
    ) -> None:
        """Press a button; `value` tells apart those that share an action_id. LookupError when there is none.

        `fields` is what stands in the message's input blocks at that moment, where not the initial values.
        """
        said = self.world.find_ephemeral(user, ts) or self._find(channel, ts)
        block, element = _button(said.blocks, action_id, value, ts)
        action = forms.pressed(block, element, self.world.tick())
        response_url = self.url + self._responses.path(said, user)
        held = forms.state(said.blocks, fields)
        payload = shapes.block_actions(self.world, user, said, action, response_url, held)
        self._delivery.send("interactive", payload)

    async def submit(self, user: str, view_id: str, values: Values) -> Json | None:
        """Press a modal's submit button with these values in its fields, {block_id: {action_id: …}}.

        A value is a text, the value or label of an option, or a list of those for checkboxes; what is not named
        stays as the modal has it.

        Returns the response_action the app answered with, which is then carried out, or None when the modal
        closed. LookupError for fields that are not there, ValueError for what the client or Slack would
        refuse, Unanswered when the app does not acknowledge in time or refuses (the modal then stays open).
        """
        view = self._view(user, view_id)
        state = forms.filled(view.payload, values)
        payload = shapes.interaction(self.world, "view_submission", user)
        payload |= {"view": shapes.view(view, state), "response_urls": []}
        answer = await self._delivery.send("interactive", payload)
        forms.carry_out(self._views, view, answer)
        return answer if answer.get("response_action") else None

    async def press(self, user: str, view_id: str, action_id: str, *, value: str | None = None) -> None:
        """Press a button inside a modal; LookupError when there is none."""
        view = self._view(user, view_id)
        block, element = _button(view.payload["blocks"], action_id, value, view_id)
        action = forms.pressed(block, element, self.world.tick())
        held = forms.state(view.payload["blocks"], {})
        self._delivery.send("interactive", shapes.view_actions(self.world, view, action, held))

    async def close_view(self, user: str, view_id: str) -> None:
        """Close a modal with its cross; the app hears of it when it asked to (notify_on_close)."""
        view = self._view(user, view_id)
        payload = shapes.interaction(self.world, "view_closed", user)
        payload |= {"view": shapes.view(view), "is_cleared": False}
        self._views.close(view)
        if view.payload.get("notify_on_close"):
            self._delivery.send("interactive", payload)

    async def redeliver(self, ts: str, *, times: int = 1, reason: str = "") -> None:
        """Send the events of that message's posting again, same event_ids, as retry 1, 2, …

        Without a reason it is that the acknowledgement came too late.
        """
        for attempt in range(1, times + 1):
            self._feed.again(ts, attempt, reason)

    def held(self) -> AbstractContextManager[list[Json]]:
        """`with slack.held() as events:` what happens in there the app hears of only at its end.

        It then gets what stands in the list, in that order: turn it round, repeat one or take one out.
        """
        return self._feed.held()

    async def deliver_raw(self, payload: Json, kind: Kind = "events_api") -> None:
        """Send any payload at all as one of that kind."""
        self._delivery.send(kind, payload)

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
        if where is None or (where.kind in ("im", "mpim") and user not in where.members):
            raise LookupError(f"{user} has no channel {channel}")
        if where.is_archived:
            raise LookupError(f"{channel} is archived")
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

    def _file(self, user: str, one: str | tuple[str, bytes]) -> Json:
        name, content = (one, b"") if isinstance(one, str) else one
        stored = stored_file(self.world, name, len(content), user)
        stored.content, stored.is_complete = content, True
        return shapes.file(stored, self.url)


def _button(shown: list[Json], action_id: str, value: str | None, where: str) -> tuple[Json, Json]:
    found = [
        (block, element)
        for block, element in blocks.buttons(shown)
        if element.get("action_id") == action_id and (value is None or element.get("value") == value)
    ]
    if not found:
        there = sorted({str(element.get("action_id")) for _, element in blocks.buttons(shown)})
        raise LookupError(f"no button {action_id!r} with value {value!r} on {where}; there are {there}")
    return found[0]
