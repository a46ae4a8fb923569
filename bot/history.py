"""A thread as turns: who said what, the newest kept. Reads Slack, decides nothing.

Of our own messages only answers and questions count, without their decorations; they are known by their metadata and
our own bot id together, since metadata alone can be written by anybody.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from agent.facts import Recalled, Source, Speaker, Turn
from agent.run import Run
from bot.inbound import EVENT_TYPE, Me, Place, decoded
from bot.reading import body_text
from bot.views.sources import read_sources

Raw = Mapping[str, Any]
PAGES_AT_MOST = 5  # calls for one thread; Slack gives threads oldest first, so the newest are on the last page
PER_PAGE = 999
ROOM = 60_000  # characters of thread that one run looks at, newest first; the first message is always there
NAME_AT_MOST = 40


class People:
    """Names and standing of people, asked of Slack once per process. Whoever cannot be looked up is an outsider."""

    def __init__(self, api: AsyncWebClient, me: Me) -> None:
        self._api, self._me = api, me
        self._known: dict[str, tuple[str, Speaker]] = {}

    async def who(self, user: str) -> tuple[str, Speaker]:
        """(display name, cleaned; kind of speaker) of a user id."""
        if user not in self._known:
            try:
                answer = await self._api.users_info(user=user)
            except SlackApiError:
                return user, "outsider"
            self._known[user] = self._standing(user, answer.get("user") or {})
        return self._known[user]

    def _standing(self, user: str, info: Raw) -> tuple[str, Speaker]:
        profile = info.get("profile") or {}
        names = (profile.get("real_name"), info.get("real_name"), profile.get("display_name"), info.get("name"))
        name = cleaned(next((one for one in names if one), user))
        if info.get("is_bot"):
            return name, "bot"
        if info.get("is_stranger") or info.get("team_id", self._me.team) != self._me.team:
            return name, "outsider"
        return name, "guest" if info.get("is_restricted") or info.get("is_ultra_restricted") else "member"


def cleaned(name: str) -> str:
    """A display name that cannot pass for markup or instructions: letters, digits, a few signs, capped."""
    plain = "".join(c for c in unicodedata.normalize("NFKC", name) if c.isalnum() or c in " .'-_")
    return " ".join(plain.split())[:NAME_AT_MOST] or "someone"


class History:
    """Reads threads for runs."""

    def __init__(self, api: AsyncWebClient, me: Me, people: People) -> None:
        self._api, self._me, self._people = api, me, people

    async def recall(self, run: Run, step: str) -> Recalled:
        """The thread up to the message that asked. Raises SlackApiError where Slack refuses."""
        place = Place.parse(run.thread)
        raws = await self._thread(place, run.asked.message)
        kept, left_out = _newest(raws)
        turns = [turn for raw in kept for turn in await self._turns(raw)]
        return Recalled(
            step=step,
            turns=tuple(turns),
            sources=self._sources(raws),
            next_number=1 + max((self._highest(raw) for raw in raws), default=0),
            left_out=left_out,
        )

    async def follows_us(self, place: Place, ts: str) -> bool:
        """Whether a message stands right below an answer of ours."""
        raws = [raw for raw in await self._thread(place, ts) if raw.get("ts") != ts]
        return bool(raws) and self._slot(raws[-1]) == "answer"

    async def find(self, place: Place, run: str, slot: str) -> str:
        """The ts of our message about a run in this slot; "" where it was never posted."""
        raws = await self._thread(place, "")
        return next((str(raw["ts"]) for raw in raws if self._payload(raw).get("key") == f"{run}/{slot}"), "")

    async def _thread(self, place: Place, latest: str) -> list[Raw]:
        """Messages of a thread up to `latest`, oldest first, each once, the first one first."""
        found: dict[str, Raw] = {}
        cursor = ""
        for _ in range(PAGES_AT_MOST):
            page = await self._api.conversations_replies(
                channel=place.channel, ts=place.thread, limit=PER_PAGE, inclusive=True, include_all_metadata=True,
                **({"latest": latest} if latest else {}), **({"cursor": cursor} if cursor else {}),
            )  # fmt: skip
            found.update((str(raw.get("ts")), raw) for raw in page.get("messages") or [])
            cursor = (page.get("response_metadata") or {}).get("next_cursor") or ""
            if not cursor:
                break
        return [found[ts] for ts in sorted(found) if not latest or ts <= latest]

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
                text = body_text(blocks)
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
        name, kind = await self._people.who(users[0])
        return [Turn(message=message, speaker=users[0], kind=kind, name=name, text=texts[-1])]

    async def _others(self, raw: Raw) -> list[Turn]:
        user, ts = str(raw.get("user") or ""), str(raw.get("ts"))
        text = said(raw, self._me)
        if not text:
            return []
        if raw.get("bot_id") or not user:
            name = cleaned(str(raw.get("username") or (raw.get("bot_profile") or {}).get("name") or "an app"))
            return [Turn(message=ts, speaker=user or str(raw.get("bot_id") or ""), kind="bot", name=name, text=text)]
        name, kind = await self._people.who(user)
        return [Turn(message=ts, speaker=user, kind=kind, name=name, text=text)]


def said(raw: Raw, me: Me) -> str:
    """What a message says: its text without our name, or what its blocks and attachments say; file names after it."""
    text = decoded(re.sub(rf"<@{re.escape(me.user)}(\|[^<>]*)?>", "", str(raw.get("text") or ""))).strip()
    text = text or body_text(raw.get("blocks") or []) or "\n".join(map(_attachment, raw.get("attachments") or []))
    files = [f"(file: {file.get('name')})" for file in raw.get("files") or [] if file.get("name")]
    return "\n".join(part for part in [text.strip(), *files] if part)


def _attachment(raw: Raw) -> str:
    fields = [f"{field.get('title')}: {field.get('value')}" for field in raw.get("fields") or []]
    parts = [raw.get("title"), raw.get("title_link"), raw.get("text"), *fields]
    return decoded("\n".join(str(part) for part in parts if part) or str(raw.get("fallback") or ""))


def _newest(raws: Sequence[Raw]) -> tuple[list[Raw], int]:
    """The first message and as many of the newest as there is room for; how many were left out between."""
    if not raws:
        return [], 0
    kept: list[Raw] = []
    room = ROOM
    for raw in reversed(raws[1:]):
        room -= len(str(raw.get("text") or "")) + 200
        if room < 0:
            break
        kept.append(raw)
    return [raws[0], *reversed(kept)], len(raws) - 1 - len(kept)
