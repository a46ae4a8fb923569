"""response_url: how an app answers an interaction without a token.

https://docs.slack.dev/interactivity/handling-user-interaction: thirty minutes, five times.
"""

import secrets
from dataclasses import dataclass

from aiohttp import web

from bot.playground.slack import blocks
from bot.playground.slack.wire import Args, Json, SlackError, read
from bot.playground.slack.world import BOT, BOT_ID, Message, World
from bot.playground.slack.writer import Content, Writer

SECONDS, USES = 30 * 60, 5


@dataclass
class _Door:
    said: Message | None
    user: str
    channel: str
    at: float
    uses: int = 0


class Responses:
    """The response_urls given out, and what is posted to them."""

    def __init__(self, world: World, writer: Writer) -> None:
        self._world, self._writer = world, writer
        self._doors: dict[str, _Door] = {}

    def path(self, said: Message | None, user: str, channel: str = "") -> str:
        """A new address below the root, for what that person did on that message, or in that channel."""
        key = secrets.token_hex(12)
        self._doors[key] = _Door(said, user, said.channel if said else channel, self._world.seconds())
        return f"/response/{key}"

    def answer(self, user: str, channel: str, body: Json) -> None:
        """Show what a slash command was acknowledged with, if that is anything."""
        if body.get("text") or body.get("blocks") or body.get("attachments"):
            self._respond(_Door(None, user, channel, self._world.seconds()), Args(body))

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """One post to a response_url."""
        args, _ = await read(request)
        try:
            self._respond(self._enter(request.match_info["key"]), args)
        except SlackError as refusal:
            return web.json_response(refusal.answer(), status=404 if "url" in refusal.error else 200)
        return web.json_response({"ok": True})

    def _enter(self, key: str) -> _Door:
        door = self._doors.get(key)
        if door is None or self._world.seconds() - door.at > SECONDS:
            raise SlackError("expired_url")
        if door.uses >= USES:
            raise SlackError("used_url")
        door.uses += 1
        return door

    def _respond(self, door: _Door, args: Args) -> None:
        if args.flag("delete_original") and door.said:
            self._writer.delete(door.said)
            return
        content = _content(args)
        # Behind a slash command there is no original: its answers are new messages.
        if args.flag("replace_original") and door.said:
            self._writer.edit(door.said, content, by=BOT)
            return
        self._writer.post(self._message(door, args), content)

    def _message(self, door: _Door, args: Args) -> Message:
        """Ephemeral unless in_channel is asked for. It has a bot_id and no user, unlike posts over the API."""
        public = args.text("response_type") == "in_channel"
        return Message(
            door.channel,
            self._world.tick(),
            bot_id=BOT_ID,
            subtype="bot_message",
            thread_ts=args.text("thread_ts") or None,
            visible_to="" if public else door.user,
        )


def _content(args: Args) -> Content:
    sent: list[Json] = args.items("blocks", "invalid_blocks_format")
    attachments = args.items("attachments", "invalid_attachments")
    blocks.check_message(sent)
    if not (args.text("text").strip() or sent or attachments):
        raise SlackError("no_text")
    return Content(args.text("text"), sent, attachments)
