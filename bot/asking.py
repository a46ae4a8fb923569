"""Who may ask where, and what their question carries with it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from agent.facts import Asked, Rules, Speaker
from agent.log import Log
from bot.config import Policy
from bot.doors import Doors, Known
from bot.effort import wished, with_wish
from bot.inbound import Heard
from bot.place import Place

logger = logging.getLogger(__name__)
QUESTION_AT_MOST = 12_000  # characters
BOT_AT_MOST = 3  # questions of one bot in one thread without a person's word between: two bots would go on for ever


class Placed(Protocol):
    """What a thread looks like right now."""

    async def follows_us(self, place: Place, ts: str) -> bool:
        """Whether a message stands right below messages of ours."""

    async def person_between(self, place: Place, after: str, before: str) -> bool:
        """Whether a person said something between two messages."""


@dataclass(frozen=True)
class House:
    """What holds where: the policy of a channel, what a new run in it lives under, and who people are."""

    policy: Callable[[str], Policy]
    rules: Callable[[str], Rules]
    people: Known


class Asking:
    """Knows askers by the policy of the channel and by what Slack says of them. Raises where Slack does not say now:
    then nothing is decided, and Slack tells of the message again."""

    def __init__(self, log: Log, doors: Doors, placed: Placed, house: House) -> None:
        self._log, self._doors, self._placed, self._house = log, doors, placed, house

    async def may(self, heard: Heard) -> bool:
        """Whether whoever wrote this may ask here."""
        ask = self._house.policy(heard.place.channel).ask
        if heard.bot:
            listed = not isinstance(ask, str) and bool({heard.bot, heard.user} & {*ask})
            return listed and await self._in_bounds(heard)
        match ask:
            case "anyone":
                return True
            case "guests":
                return await self.standing(heard) in ("member", "guest")
            case "members":
                return await self.standing(heard) == "member"
            case named:
                return heard.user in await self._people(named)

    async def standing(self, heard: Heard) -> Speaker:
        """What the author is here; an event that tells of another company is believed."""
        if heard.bot:
            return "bot"
        return "outsider" if heard.outside else (await self._house.people.who(heard.user)).kind

    async def question(self, heard: Heard) -> Asked:
        """The fact that this message asks."""
        person = None if heard.bot else await self._house.people.glimpse(heard.user)
        profile = {"locale": person.locale, "zone": person.zone, "offset": person.offset} if person else {}
        kind: Speaker = "bot" if heard.bot else "outsider" if heard.outside or not person else person.kind
        asked = Asked(
            message=heard.ts,
            text=heard.text,
            by=heard.user,
            rules=await self.rules(heard.place.channel, heard.text),
            speaker=kind,
            sent=heard.sent,
        )
        return asked.model_copy(update=profile)

    async def rules(self, channel: str, question: str) -> Rules:
        """What a run that begins now lives under, also by the words of its question: the approvers are people, groups
        by those who are in them now."""
        policy = self._house.policy(channel)
        rules = with_wish(
            self._house.rules(channel), wished(question), factor=policy.deep_factor, sources=policy.deep_sources
        )
        approvers = await self._people(rules.approvers)
        return rules.model_copy(update={"approvers": tuple(approvers)})

    async def _people(self, named: Iterable[str]) -> list[str]:
        """User ids for these ids, in their order; a group's by name."""
        found: dict[str, None] = {}
        for id in named:
            group = id.startswith("S")
            found.update(dict.fromkeys(sorted(await self._house.people.group(id)) if group else [id]))
        return list(found)

    async def _in_bounds(self, heard: Heard) -> bool:
        runs = [await self._doors.run(id) for id in await self._log.runs(heard.place.id)]
        last = [run.asked.message for run in runs if run and run.asked.by == heard.user][-BOT_AT_MOST:]
        if len(last) < BOT_AT_MOST or await self._placed.person_between(heard.place, last[0], heard.ts):
            return True
        logger.warning("%s asks on and on in %s, and nobody else: not heard", heard.user, heard.place.id)
        return False
