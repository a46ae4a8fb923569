"""A thread as turns: who said what, the newest kept. Reads Slack, decides nothing.

Of our own messages only answers and questions count, without their decorations; they are known by their metadata and
our own bot id together, since metadata alone can be written by anybody.
"""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from agent.facts import Recalled, Source, Turn
from agent.perform import Unread
from agent.run import Run
from bot.inbound import EVENT_TYPE, Me, Place, cleaned, decoded
from bot.people import SOMEONE, People
from bot.reading import all_text, body_text
from bot.views.sources import read_sources

logger = logging.getLogger(__name__)
Raw = Mapping[str, Any]
PAGES_AT_MOST = 5  # calls for one thread; Slack gives threads oldest first, so the newest are on the last page
PER_PAGE = 999
STRETCHES = (30 * 86_400.0, 86_400.0, 3_600.0, 300.0)  # seconds before the end of a thread that has more pages
ROOM = 60_000  # characters of thread that one run looks at, newest first; the first message is always there
MESSAGE_AT_MOST = 12_000  # characters of one message


@dataclass(frozen=True)
class Spot:
    """Where messages about a run stand: in a thread, below the message `asked`."""

    place: Place
    run: str
    asked: str

    @staticmethod
    def of(run: Run) -> Spot:
        return Spot(Place.parse(run.thread), run.id, run.asked.message)


@dataclass(frozen=True)
class Ours:
    """A message of our own: the slot it was posted for, "" where it says none, its files, id by name, and the
    position of the last fact that it shows."""

    ts: str
    slot: str
    files: Mapping[str, str]
    position: int = 0


class History:
    """Reads threads for runs, `per_page` messages a call."""

    def __init__(self, api: AsyncWebClient, me: Me, people: People, per_page: int = PER_PAGE) -> None:
        self._api, self._me, self._people, self._per_page = api, me, people, per_page

    async def recall(self, run: Run, step: str) -> Recalled:
        """The thread up to the message that asked, and the sources of our answers also below it: a question asked
        again, or one that had to wait, goes on from their numbers. Raises Unread where Slack refuses."""
        try:
            return await self._recalled(run, step)
        except SlackApiError as error:
            code, ref = error.response.get("error") or error.response.status_code, secrets.token_hex(4)
            logger.warning("the thread of run %s could not be read: %s (ref %s)", run.id, code, ref)
            raise Unread(f"Slack did not let me read this thread ({code}).", ref) from error

    async def _recalled(self, run: Run, step: str) -> Recalled:
        place, asked = Place.parse(run.thread), run.asked.message
        raws, unread = await self._thread(place, asked)
        below, _ = await self._page(place, "", oldest=asked)
        kept, left_out = _newest(raws, lambda raw: len(said(raw, self._me)))
        turns = [turn for raw in kept for turn in await self._turns(raw)]
        return Recalled(
            step=step,
            turns=tuple(turns),
            sources=self._sources([*raws, *below]),
            next_number=1 + max((self._highest(raw) for raw in [*raws, *below]), default=0),
            left_out=left_out + unread,
        )

    async def follows_us(self, place: Place, ts: str) -> bool:
        """Whether a message stands right below messages of ours about a run. An answer takes the place of the first
        of these, so that requests and questions may stand between it and what follows it."""
        raws, _ = await self._thread(place, ts)
        above = [raw for raw in raws if raw.get("ts") != ts]
        return bool(above) and bool(self._slot(above[-1]))

    async def ours(self, spot: Spot) -> list[Ours]:
        """Our messages about a run, and our files of whatever run, below the run's question; oldest first."""
        raws, _ = await self._thread(spot.place, "", oldest=spot.asked)
        found = (self._own_message(raw, spot.run) for raw in raws)
        return [one for one in found if one and (one.slot or one.files)]

    def _own_message(self, raw: Raw, run: str) -> Ours | None:
        """A message that carries a file takes no metadata: it is known by our own id and the file's name alone."""
        if raw.get("bot_id") != self._me.bot and raw.get("user") != self._me.user:
            return None
        payload = self._payload(raw)
        whose, _, slot = str(payload.get("key") or "").partition("/")
        position = payload.get("position")
        files = {str(one.get("name")): str(one.get("id")) for one in _listed(raw, "files")}
        at = position if isinstance(position, int) else 0
        return Ours(str(raw.get("ts")), slot if whose == run else "", files, at)

    async def _thread(self, place: Place, latest: str, oldest: str = "") -> tuple[list[Raw], int]:
        """(messages of a thread up to `latest`, oldest first, each once, the first one first; how many are unread).
        With `oldest` those before it are left out.

        Of a thread too long to be read whole its beginning and its end are read, in a bounded number of calls.
        """
        found: dict[str, Raw] = {}
        cursor = ""
        for _ in range(PAGES_AT_MOST):
            raws, cursor = await self._page(place, latest, oldest=oldest, cursor=cursor)
            found.update((str(raw.get("ts")), raw) for raw in raws)
            if not cursor:
                break
        if cursor:
            found.update((str(raw.get("ts")), raw) for raw in await self._end(place, latest))
        listed = [found[ts] for ts in sorted(found) if not latest or ts <= latest]
        replies = listed[0].get("reply_count") if cursor and listed else 0
        return listed, max(0, (replies or 0) + 1 - len(listed))

    async def _end(self, place: Place, latest: str) -> list[Raw]:
        """The last messages of a thread: of the longest stretch of time before its end that one call brings whole."""
        end = float(latest or time.time())
        raws: list[Raw] = []
        for seconds in STRETCHES:
            raws, more = await self._page(place, latest, oldest=f"{end - seconds:.6f}")
            if not more:
                break
        return raws

    async def _page(self, place: Place, latest: str, **where: str) -> tuple[list[Raw], str]:
        """(messages, cursor of the next page or "")."""
        given = {name: value for name, value in {"latest": latest, **where}.items() if value}
        page = await self._api.conversations_replies(
            channel=place.channel, ts=place.thread, limit=self._per_page, inclusive=True, include_all_metadata=True,
            **given,
        )  # fmt: skip
        return page.get("messages") or [], (page.get("response_metadata") or {}).get("next_cursor") or ""

    def _payload(self, raw: Raw) -> Raw:
        """The metadata of a message of our own; empty for anybody else's, whatever it claims."""
        metadata = raw.get("metadata") or {}
        ours = raw.get("bot_id") == self._me.bot or raw.get("user") == self._me.user
        return (metadata.get("event_payload") or {}) if ours and metadata.get("event_type") == EVENT_TYPE else {}

    def _slot(self, raw: Raw) -> str:
        return str(self._payload(raw).get("kind") or "")

    def _highest(self, raw: Raw) -> int:
        highest = self._payload(raw).get("highest")
        return highest if isinstance(highest, int) else 0

    def _sources(self, raws: Iterable[Raw]) -> tuple[Source, ...]:
        answers = [raw for raw in raws if self._slot(raw) == "answer"]
        return tuple({s.number: s for raw in answers for s in read_sources(raw.get("blocks") or [])}.values())

    async def _turns(self, raw: Raw) -> list[Turn]:
        ours = raw.get("user") == self._me.user or raw.get("bot_id") == self._me.bot
        if ours:
            return await self._own(raw)
        return await self._others(raw)

    async def _own(self, raw: Raw) -> list[Turn]:
        blocks, ts = raw.get("blocks") or [], str(raw.get("ts"))
        match self._slot(raw):
            case "answer":
                text = body_text(blocks) if blocks else decoded(str(raw.get("text") or ""))
                return (
                    [Turn(message=ts, speaker=self._me.user, kind="us", name="Footnote", text=text)] if text else []
                )
            case "question":
                return [turn for i, block in enumerate(blocks) for turn in await self._answered(f"{ts}.{i}", block)]
            case _:
                return []

    async def _answered(self, message: str, block: Raw) -> list[Turn]:
        """An answered question reads as the words of the person who answered it."""
        if not re.match(r"answered\.\d+$", str(block.get("block_id"))):
            return []
        elements = [e for section in block.get("elements") or [] for e in section.get("elements") or []]
        users = [str(e.get("user_id")) for e in elements if e.get("type") == "user"]
        texts = [str(e.get("text")) for e in elements if e.get("type") == "text"]
        if not users or not texts:
            return []
        who = await self._people.who(users[0])
        return [Turn(message=message, speaker=users[0], kind=who.kind, name=who.name, text=texts[-1])]

    async def _others(self, raw: Raw) -> list[Turn]:
        user, ts = str(raw.get("user") or ""), str(raw.get("ts"))
        text = said(raw, self._me)
        if not text:
            return []
        if raw.get("bot_id") or not user:
            called = str(raw.get("username") or (raw.get("bot_profile") or {}).get("name") or "an app")
            name = cleaned(called) or SOMEONE
            return [Turn(message=ts, speaker=user or str(raw.get("bot_id") or ""), kind="bot", name=name, text=text)]
        who = await self._people.who(user)
        return [Turn(message=ts, speaker=user, kind=who.kind, name=who.name, text=text)]


def said(raw: Raw, me: Me) -> str:
    """What a message says, without our name: its text, what apps put into blocks and attachments, names of files."""
    text = decoded(re.sub(rf"<@{re.escape(me.user)}(\|[^<>]*)?>", "", str(raw.get("text") or ""))).strip()
    parts = [_words(raw, text), *_attached(raw), *(f"(file: {name})" for name in _files(raw))]
    whole = "\n".join(part for part in map(str.strip, parts) if part)
    return whole if len(whole) <= MESSAGE_AT_MOST else f"{whole[:MESSAGE_AT_MOST]}… (shortened)"


def _words(raw: Raw, text: str) -> str:
    """A person's blocks are their text over again; an app's text may be no more than a title to its blocks."""
    blocks = all_text(_listed(raw, "blocks")) if not raw.get("text") or raw.get("bot_id") else ""
    return blocks if " ".join(text.split()) in " ".join(blocks.split()) else f"{text}\n{blocks}"


def _attached(raw: Raw) -> list[str]:
    """What is attached and was put there by somebody: a forwarded message is, the preview of a link is not."""
    forwarded = ("is_share", "is_msg_unfurl")
    attached = _listed(raw, "attachments")
    return [_attachment(one) for one in attached if not one.get("from_url") or any(map(one.get, forwarded))]


def _attachment(raw: Raw) -> str:
    parts = [
        *(raw.get(name) for name in ("pretext", "author_name", "title", "title_link", "text")),
        *(
            ": ".join(str(one[name]) for name in ("title", "value") if one.get(name))
            for one in _listed(raw, "fields")
        ),
        all_text(_listed(raw, "blocks")),
        *(one.get("url") for one in _listed(raw, "actions")),
    ]
    return decoded("\n".join(str(part) for part in parts if part) or str(raw.get("fallback") or ""))


def _files(raw: Raw) -> list[str]:
    return [str(one["name"]) for one in _listed(raw, "files") if one.get("name")]


def _listed(raw: Raw, name: str) -> list[Raw]:
    value = raw.get(name)
    return [one for one in value if isinstance(one, Mapping)] if isinstance(value, list) else []


def _newest(raws: Sequence[Raw], size: Callable[[Raw], int]) -> tuple[list[Raw], int]:
    """The first message and as many of the newest as there is room for; how many were left out between."""
    if not raws:
        return [], 0
    kept: list[Raw] = []
    room = ROOM
    for raw in reversed(raws[1:]):
        room -= size(raw) + 200
        if room < 0:
            break
        kept.append(raw)
    return [raws[0], *reversed(kept)], len(raws) - 1 - len(kept)
