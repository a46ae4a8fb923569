"""One message of ours in a thread: posted once, edited in its place, written down before and after.

What Slack has confirmed is written down beside the facts (`shown`), before a post and after it. A post whose outcome
nobody knows is looked for in the thread before it is repeated: by its metadata, a file by its name, since a message
with a file takes no metadata.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, cast

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from agent.log import Log, Shown
from agent.run import Run
from bot.history import History, Spot
from bot.inbound import EVENT_TYPE
from bot.refusals import refusal
from bot.views.blocks import Attached, Card
from bot.views.layout import Form
from bot.views.thread import files
from bot.views.wording import tongue

GONE = "gone"  # in place of a digest: what stood there was taken away


class Unseen(Exception):
    """A file was taken by Slack and does not stand in its thread yet."""


@dataclass
class Post:
    """One message: its row in the log, and what is to be minded when it is written next.

    `form` is the one it has to take; `noted`, whether the log has the row as it is; `unsure`, whether the message may
    stand in the thread unconfirmed; `gone`, where it stood and cannot be edited; `uploaded`, whether Slack has taken
    its file; `held`, not to be tried before (seconds of the event loop); `tries`, how often in vain.
    """

    row: Shown
    form: Form = ""
    noted: bool = False
    unsure: bool = False
    gone: set[str] = field(default_factory=set)
    uploaded: bool = False
    held: float = float("-inf")
    tries: int = 0

    @staticmethod
    def known(row: Shown) -> Post:
        """As the log has it. Without a ts nobody knows what came of it."""
        form, mark, _ = row.digest.rpartition(":")
        return Post(row, cast(Form, form) if mark else "", noted=True, unsure=not row.ts and row.digest != GONE)

    @property
    def there(self) -> bool:
        """Whether the message stands in the thread, or may do so, or the log does not know yet that it does not."""
        return bool(self.row.ts) or self.unsure or self.uploaded or not self.noted

    def behind(self, card: Card, position: int) -> bool:
        """Whether this card, made of the run's facts up to `position`, is still to be written."""
        if not self.row.ts or not self.noted:
            return True
        return card.file is None and position >= self.row.position and self.row.digest != self.digest(card)

    def digest(self, card: Card) -> str:
        """What is confirmed of a message, with its form: a form that had to be taken is kept."""
        file = [card.file.name, card.file.text] if card.file else []
        body = json.dumps([card.text, card.blocks, card.kind, *file], sort_keys=True, ensure_ascii=False)
        mark = hashlib.blake2b(body.encode("utf-8", "replace"), digest_size=16).hexdigest()
        return f"{self.form}:{mark}" if self.form else mark

    def stands(self, card: Card, position: int) -> None:
        self.row.digest, self.row.position, self.noted = self.digest(card), position, False

    def lost(self) -> None:
        """The message cannot be edited any more: another one has to take its place."""
        self.gone.add(self.row.ts)
        self.row.digest = ""
        self.at("")

    def at(self, ts: str) -> None:
        self.row.ts, self.noted = ts, False


class Poster:
    """Writes messages. `doubt` is told of each run of which a message may come to stand in its thread twice."""

    def __init__(self, api: AsyncWebClient, log: Log, history: History, doubt: Callable[[Spot], None]) -> None:
        self._api, self._log, self._history, self._doubt = api, log, history, doubt

    async def deliver(self, run: Run, post: Post, card: Card) -> None:
        """Return when Slack has confirmed the card and the log knows it. To be called again after whatever it raises:
        SlackClientError, Unseen, LogError, or what the way to Slack fails with."""
        if not post.row.ts:
            await self._new(run, post, card)
        elif post.row.digest != post.digest(card):
            await self._edit(run, post, card)
        if post.row.digest != post.digest(card):
            post.stands(card, run.length - 1)
        await self.note(post)

    async def remove(self, run: Run, post: Post) -> None:
        """Return when the message stands there no more and the log knows it. Raises what `deliver` does."""
        spot = Spot.of(run)
        file = files(run).get(post.row.slot, "")
        if (post.unsure or post.uploaded) and not post.row.ts:
            self._doubt(spot)
            post.row.ts = await self._found(spot, post, file)
            if post.uploaded and not post.row.ts:
                raise Unseen("Slack has taken the file and does not show it in the thread")
        if post.row.ts and file:
            await self._shred(spot, file)
        if post.row.ts:
            await self._take_away(post, tongue(run)("taken-away"))
        post.at("")
        post.unsure, post.uploaded, post.row.digest = False, False, GONE
        await self.note(post)

    async def _shred(self, spot: Spot, name: str) -> None:
        """A file stays when the message that shared it goes: it goes first. Where Slack refuses that, so be it."""
        for one in await self._history.ours(spot):
            if name in one.files:
                with contextlib.suppress(SlackApiError):
                    await self._api.files_delete(file=one.files[name])

    async def _take_away(self, post: Post, instead: str) -> None:
        """Delete it or, where Slack refuses that, leave nothing in it but these words."""
        channel, ts = post.row.channel, post.row.ts
        try:
            await self._api.chat_delete(channel=channel, ts=ts)
        except SlackApiError as error:
            told = refusal(error)
            if told.code == "message_not_found":
                return
            if told.meaning not in ("unknown", "gone"):
                raise
            await self._api.chat_update(channel=channel, ts=ts, text=instead, blocks=[], metadata={})

    async def note(self, post: Post) -> None:
        """Write the row down, unless the log has it already. Raises LogError."""
        if not post.noted:
            await self._log.show(post.row)
            post.noted = True

    async def _new(self, run: Run, post: Post, card: Card) -> None:
        """Post, unless an earlier try did whose outcome was never known. It is written down first: whoever starts
        after us knows that there is something to look for."""
        await self.note(post)
        spot = Spot.of(run)
        if post.gone:  # what it takes the place of is taken away
            self._doubt(spot)
        if post.unsure:
            self._doubt(spot)
            post.row.ts = await self._found(spot, post, card.file.name if card.file else "")
        if post.row.ts:
            post.noted = False
            await self._edit(run, post, card)
        elif card.file:
            post.at(await self._attach(spot, post, card, card.file))
        else:
            post.at(await self._post(run, post, card))

    async def _post(self, run: Run, post: Post, card: Card) -> str:
        place = Spot.of(run).place
        with _unanswered(post):
            posted = await self._api.chat_postMessage(
                channel=place.channel, thread_ts=place.thread, unfurl_links=False, unfurl_media=False,
                **_body(card, run, post),
            )  # fmt: skip
        return str(posted["ts"])

    async def _edit(self, run: Run, post: Post, card: Card) -> None:
        if card.file:
            return
        try:
            await self._api.chat_update(channel=post.row.channel, ts=post.row.ts, **_body(card, run, post))
        except TimeoutError:  # it may arrive when a later one has
            self._doubt(Spot.of(run))
            raise
        except SlackApiError as error:
            if refusal(error).meaning == "gone":  # it may stand beside the one that takes its place
                self._doubt(Spot.of(run))
            raise

    async def _attach(self, spot: Spot, post: Post, card: Card, file: Attached) -> str:
        """Upload the file, once, and see it in the thread: Slack shares a file some time after it has taken it."""
        if not post.uploaded:
            with _unanswered(post):
                await self._api.files_upload_v2(
                    channel=spot.place.channel, thread_ts=spot.place.thread, filename=file.name, title=file.title,
                    content=file.text.encode("utf-8", "replace"), initial_comment=card.text,
                )  # fmt: skip
            post.uploaded = True
        found = await self._found(spot, post, file.name)
        if not found:
            raise Unseen("Slack has taken the file and does not show it in the thread")
        return found

    async def _found(self, spot: Spot, post: Post, file: str) -> str:
        """Where this message stands already, by its slot or the name of its file, as far as it can still be edited;
        "" where it does not."""
        ours = (one for one in await self._history.ours(spot) if one.ts not in post.gone)
        return next((one.ts for one in ours if file in one.files or one.slot == post.row.slot), "")


@contextmanager
def _unanswered(post: Post) -> Iterator[None]:
    """Until Slack has answered, nobody knows whether this took effect. A plain refusal tells that it did not, which
    says nothing of an earlier try."""
    before, post.unsure = post.unsure, True
    try:
        yield
    except SlackApiError as error:
        post.unsure = before or not refusal(error).without_effect
        raise
    post.unsure = False


def _body(card: Card, run: Run, post: Post) -> dict[str, Any]:
    """The metadata is readable by every app of the workspace: run and slot, the position of the last fact that it
    shows, kind, highest number; no words."""
    key, position = f"{run.id}/{post.row.slot}", run.length - 1
    payload = {"key": key, "position": position, "kind": card.kind, "highest": card.highest}
    metadata = {"event_type": EVENT_TYPE, "event_payload": payload}
    return {"text": card.text, "blocks": list(card.blocks), "metadata": metadata}
