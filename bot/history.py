"""A thread as turns: who said what, the newest kept. Reads Slack, decides nothing.

Of our own messages only answers and questions count, without their decorations; they are known by their metadata and
our own bot id together, since metadata alone can be written by anybody.
"""

from __future__ import annotations

import logging
import math
import re
import secrets
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone, tzinfo
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from agent.facts import Asked, Recalled, Source, Turn
from agent.perform import Unread
from agent.run import Run
from bot.decoding import decoded
from bot.inbound import EVENT_TYPE, cleaned, seconds
from bot.links import Links
from bot.people import SOMEONE, People
from bot.place import Me, Place
from bot.reading import MESSAGE_AT_MOST, body_text, cut, listed, read_question, said
from bot.views.compared import unsigned
from bot.views.sources import read_sources, read_words

logger = logging.getLogger(__name__)
Raw = Mapping[str, Any]
PER_PAGE = 999
PAGES_AT_MOST, LOOKS_AT_MOST = 5, 16  # calls for a thread that is read whole; beside the first, for one that is not
SLOW_PAGES, SLOW_LOOKS = 4, 8  # the same where Slack gives small pages: there it lets us ask once a minute
ROOM = 60_000  # characters of thread that one run looks at, newest first; the first message is always there
ANSWER_AT_MOST = 30_000  # characters of an answer of our own, however many messages it takes
OVERHEAD = 200  # characters that a turn counts beside its words
SPOKEN = ("", "file_share", "thread_broadcast", "me_message", "bot_message")  # subtypes in which somebody speaks
SLACK = "USLACKBOT"
_OF_AN_ANSWER = re.compile(r"(?:progress|answer[.\d]*)(?:\.plain\.\d+)?")  # a slot


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


@dataclass(frozen=True)
class _Said:
    """A turn, the ts of the message it stands in, and whether Slack has still to be asked who its speaker is."""

    ts: str
    turn: Turn
    unknown: bool = False


class History:
    """Reads threads for runs, `per_page` messages a call."""

    def __init__(self, api: AsyncWebClient, me: Me, people: People, links: Links, per_page: int = PER_PAGE) -> None:
        self._api, self._me, self._people, self._links, self._per_page = api, me, people, links, per_page

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
        place, clock = Place.parse(run.thread), _clock(run.asked)
        raws, unread = await self._thread(place, run.asked.message)
        kept, left_out = newest(self._as_said([raw for raw in raws if _ts(raw) <= run.asked.message]))
        return Recalled(
            step=step,
            turns=tuple([await self._placed(place, clock, one) for one in kept]),
            sources=self._sources(raws),
            next_number=1 + max(map(self._highest, raws), default=0),
            left_out=left_out + unread,
        )

    async def _placed(self, place: Place, clock: tzinfo, one: _Said) -> Turn:
        """The turn with the name and standing of whoever said it, where it stands, and when it was sent by the clock
        of the one who asks."""
        turn = one.turn
        if one.unknown:
            who = await self._people.who(turn.speaker)
            turn = turn.model_copy(update={"name": who.name, "kind": who.kind})
        address = "" if turn.kind == "us" else await self._links.to(place, one.ts)
        sent = f"{datetime.fromtimestamp(seconds(one.ts), clock):%Y-%m-%d %H:%M}"
        return turn.model_copy(update={"address": address, "sent": sent})

    async def follows_us(self, place: Place, ts: str) -> bool:
        """Whether a message stands right below messages of ours about a run: its answer takes the place of the first
        of these, or stands last. Between may stand our files and short words, which name no run."""
        raws, _ = await self._thread(place, ts)
        above = (raw for raw in reversed(raws) if _ts(raw) < ts)
        telling = next((raw for raw in above if self._kind(raw) or not self._is_ours(raw)), {})
        return bool(self._kind(telling))

    async def person_between(self, place: Place, after: str, before: str) -> bool:
        """Whether a person said something in a thread between two messages."""
        raws, _ = await self._thread(place, before)
        between = (raw for raw in raws if after < _ts(raw) < before)
        return any(raw.get("user") and not raw.get("bot_id") and not self._is_ours(raw) for raw in between)

    async def ours(self, spot: Spot) -> list[Ours]:
        """Our messages about a run, and our files of whatever run, below the run's question; oldest first."""
        raws, _ = await self._thread(spot.place, "", oldest=spot.asked)
        found = (self._own_message(raw, spot.run) for raw in raws)
        return [one for one in found if one and (one.slot or one.files)]

    def _own_message(self, raw: Raw, run: str) -> Ours | None:
        """A message that carries a file takes no metadata: it is known by our own id and the file's name alone."""
        if not self._is_ours(raw):
            return None
        payload = self._payload(raw)
        whose, slot = self._key(raw)
        position = payload.get("position")
        files = {str(one.get("name")): str(one.get("id")) for one in listed(raw, "files")}
        at = position if isinstance(position, int) else 0
        return Ours(_ts(raw), slot if whose == run else "", files, at)

    # --- calls ---------------------------------------------------------------------------------------------

    async def _thread(self, place: Place, upto: str, oldest: str = "") -> tuple[list[Raw], int]:
        """(messages of a thread in order, each once, the first one first; how many up to `upto` are unread, at most).
        With `oldest` those before it are left out. One call does for all but long threads.

        Slack gives threads oldest first. Of one too long to be read whole its beginning is read, and its end: the
        last messages up to `upto` and what stands below.
        """
        raws, cursor = await self._page(place, oldest=oldest)
        slow = len(raws) < self._per_page // 2
        most = SLOW_PAGES if slow else PAGES_AT_MOST
        found, pages = list(raws), 1
        while cursor and pages < most and (oldest or _pages(raws) <= most):
            further, cursor = await self._page(place, oldest=oldest, cursor=cursor)
            found, pages = found + further, pages + 1
        if not cursor:
            return _each_once(found), 0
        all_above = upto and _latest(found) > upto
        end = await self._end(place, "" if all_above else upto, raws, SLOW_LOOKS if slow else LOOKS_AT_MOST)
        listed = _each_once(found + end)
        return listed, 0 if all_above else max(0, 1 + _replies(raws) - len(listed))

    async def _end(self, place: Place, upto: str, beginning: Sequence[Raw], looks: int) -> list[Raw]:
        """What was said from some moment on: late enough that one call brings all up to `upto`, and early enough that
        it is not next to nothing. As well as such a moment can be found in so many looks."""
        end = late = seconds(upto) or time.time()
        seen = _moments(beginning) or [seconds(place.thread)]
        unseen = 1 + _replies(beginning) - len(beginning)
        best: list[Raw] = []
        for look in range(looks):
            start = _somewhere_between(seen, late, end, unseen if look % 2 else 0)
            raws, cursor = await self._page(place, oldest=f"{start:.6f}")
            if cursor and not (upto and _latest(raws) > upto):
                seen, unseen = _moments(raws) or seen, unseen - len(raws) + 1
                continue
            best, late = raws, start
            if len(raws) >= len(beginning) // 5:
                break
        return best

    async def _page(self, place: Place, **where: str) -> tuple[list[Raw], str]:
        """(messages, cursor of the next page or "")."""
        given = {name: value for name, value in where.items() if value}
        page = await self._api.conversations_replies(
            channel=place.channel, ts=place.thread, limit=self._per_page, inclusive=True, include_all_metadata=True,
            **given,
        )  # fmt: skip
        return page.get("messages") or [], (page.get("response_metadata") or {}).get("next_cursor") or ""

    # --- our own messages ------------------------------------------------------------------------------------

    def _is_ours(self, raw: Raw) -> bool:
        return raw.get("bot_id") == self._me.bot or raw.get("user") == self._me.user

    def _payload(self, raw: Raw) -> Raw:
        """The metadata of a message of our own; empty for anybody else's, whatever it claims."""
        metadata = raw.get("metadata")
        if not isinstance(metadata, Mapping) or not self._is_ours(raw) or metadata.get("event_type") != EVENT_TYPE:
            return {}
        payload = metadata.get("event_payload")
        return payload if isinstance(payload, Mapping) else {}

    def _kind(self, raw: Raw) -> str:
        return str(self._payload(raw).get("kind") or "")

    def _key(self, raw: Raw) -> tuple[str, str]:
        """(run, slot) of a message of our own."""
        run, _, slot = str(self._payload(raw).get("key") or "").partition("/")
        return run, slot

    def _highest(self, raw: Raw) -> int:
        highest = self._payload(raw).get("highest")
        return highest if isinstance(highest, int) else 0

    def _sources(self, raws: Iterable[Raw]) -> tuple[Source, ...]:
        return tuple({source.number: source for raw in raws for source in self._named_in(raw)}.values())

    def _named_in(self, raw: Raw) -> tuple[Source, ...]:
        """The sources that a message of an answer names; in notes beside one, where Slack took no blocks of it."""
        kind, blocks = self._kind(raw), raw.get("blocks") or []
        if kind == "answer":
            return read_sources(blocks)
        beside = kind == "note" and not blocks and _OF_AN_ANSWER.fullmatch(self._key(raw)[1])
        return read_words(decoded(str(raw.get("text") or ""))) if beside else ()

    # --- who says what ---------------------------------------------------------------------------------------

    def _as_said(self, raws: Sequence[Raw]) -> list[_Said]:
        """What was said, oldest first. An answer in several messages is one turn, where it begins."""
        answers: dict[str, dict[str, Raw]] = {}  # by run and slot: what came to stand twice was said once
        for raw in raws:
            if self._kind(raw) == "answer":
                run, slot = self._key(raw)
                answers.setdefault(run, {})[slot] = raw
        turns: list[_Said] = []
        for raw in raws:
            if self._kind(raw) != "answer":
                turns += self._turns(raw)
            elif parts := answers.pop(self._key(raw)[0], None):
                turns += self._we(_ts(raw), "\n\n".join(map(_answer, parts.values())), ANSWER_AT_MOST)
        return turns

    def _turns(self, raw: Raw) -> Iterator[_Said]:
        if not self._is_ours(raw):
            yield from self._others(raw)
        elif self._kind(raw) == "question":
            yield from self._asked_back(raw)

    def _we(self, ts: str, text: str, at_most: int = MESSAGE_AT_MOST) -> list[_Said]:
        words = cut(unsigned(text), at_most)
        turn = Turn(message=ts, speaker=self._me.user, kind="us", name="Footnote", text=words)
        return [_Said(ts, turn)] if turn.text else []

    def _asked_back(self, raw: Raw) -> Iterator[_Said]:
        """Our questions, and each answer as the words of the person who picked it, where the message names them."""
        ts = _ts(raw)
        ours, picked = read_question(listed(raw, "blocks"))
        yield from self._we(ts, ours)
        for i, who, words in picked:
            turn = Turn(message=f"{ts}.{i}", speaker=who, kind="outsider", name="", text=words)
            yield _Said(ts, turn, unknown=True)

    def _others(self, raw: Raw) -> Iterator[_Said]:
        user, ts, subtype = str(raw.get("user") or ""), _ts(raw), str(raw.get("subtype") or "")
        text = said(raw, self._me)
        if not text or subtype == "tombstone":
            return
        if user == SLACK or subtype not in SPOKEN:
            yield _Said(ts, Turn(message=ts, speaker=SLACK, kind="bot", name="Slack", text=text))
        elif raw.get("bot_id") or not user:
            called = str(raw.get("username") or (raw.get("bot_profile") or {}).get("name") or "an app")
            speaker, name = user or str(raw.get("bot_id") or ""), cleaned(called) or SOMEONE
            yield _Said(ts, Turn(message=ts, speaker=speaker, kind="bot", name=name, text=text))
        else:
            yield _Said(ts, Turn(message=ts, speaker=user, kind="outsider", name="", text=text), unknown=True)


def newest(turns: Sequence[_Said]) -> tuple[list[_Said], int]:
    """The first turn and as many of the newest as there is room for; how many were left out between."""
    if not turns:
        return [], 0
    room = ROOM - _size(turns[0])
    kept: list[_Said] = []
    for one in reversed(turns[1:]):
        room -= _size(one)
        if room < 0:
            break
        kept.append(one)
    return [turns[0], *reversed(kept)], len(turns) - 1 - len(kept)


def _size(one: _Said) -> int:
    return len(one.turn.text) + OVERHEAD


# --- messages as Slack gives them ---------------------------------------------------------------------------------


def _ts(raw: Raw) -> str:
    return str(raw.get("ts") or "")


def _each_once(raws: Iterable[Raw]) -> list[Raw]:
    """In the order of their ts; Slack may give the first of a thread on every page."""
    found = {_ts(raw): raw for raw in raws}
    return [found[ts] for ts in sorted(found)]


def _replies(page: Sequence[Raw]) -> int:
    """How many replies a thread has, which its first message says."""
    count = page[0].get("reply_count") if page else 0
    return count if isinstance(count, int) else 0


def _latest(raws: Iterable[Raw]) -> str:
    return max(map(_ts, raws), default="")


def _moments(page: Sequence[Raw]) -> list[float]:
    """When the messages of a page were written; the thread's first stands on each."""
    return [seconds(_ts(raw)) for raw in page[1:] or page]


def _somewhere_between(seen: Sequence[float], late: float, end: float, unseen: int) -> float:
    """A moment between those of the last messages `seen`, after which there are too many, and `late`, after which
    there are too few.

    People ask soon after they talked: it is the middle by how long before the `end` it is. Or, with a number of
    `unseen` messages, it is half a page before the last of these, if they were written at the pace of the last ones.
    """
    half = seen[len(seen) // 2 :]
    pace = (half[-1] - half[0]) / max(1, len(half) - 1)
    paced = seen[-1] + pace * (unseen - len(seen) / 2)
    if unseen and seen[-1] < paced < late:
        return paced
    return end - math.sqrt(max(end - seen[-1], 1.0) * max(end - late, 1.0))


def _pages(first: Sequence[Raw]) -> int:
    """How many calls a thread takes, by its first page."""
    return math.ceil((1 + _replies(first)) / max(1, len(first)))


def _clock(asked: Asked) -> tzinfo:
    """The asker's time zone; where this machine does not know it by name, as it is now."""
    try:
        return ZoneInfo(asked.zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return timezone(timedelta(seconds=asked.offset))


def _answer(raw: Raw) -> str:
    """What an answer says; one without blocks begins with a line of its own where it names whom it is for."""
    blocks, text = listed(raw, "blocks"), str(raw.get("text") or "")
    named, _, rest = text.partition("\n")
    return body_text(blocks) if blocks else decoded(rest if named.startswith("<@") else text)
