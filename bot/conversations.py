"""One thread, one door: everything that happens in a thread goes through here, in order, and is in the log after it.

A thread is a sequence of runs, one carried at a time. While a run lives, what its asker says corrects or answers it;
a mention by somebody else waits behind it or, where the rules say so, corrects it too. After the end a mention is a
new run. Stop waits at no door.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from agent.facts import Answered, Anything, Asked, Rules, Said, Stopped
from agent.log import Log
from agent.run import Run
from bot.config import Policy
from bot.doors import Doors, Known, Surface
from bot.inbound import Heard, Mentioned, Place, Spoke, is_assent, is_stop, is_thanks

logger = logging.getLogger(__name__)
QUESTION_AT_MOST = 12_000  # characters

EMPTY = (
    "What should I find out? Mention me with a question, for example: what does our travel policy say about trains?"
)
TOO_LONG = (
    f"That is longer than I can take ({QUESTION_AT_MOST:,} characters). Please ask the question in fewer words."
)
ONLY_BUTTONS = "Words do not approve a call, whoever writes them: please press a button on the card above."
NOT_HERE = "You may not ask me here. Whoever looks after me can change that."
NOTHING_TO_STOP = "There is nothing of yours to stop in this thread."


class Placed(Protocol):
    """What a thread looks like right now."""

    async def follows_us(self, place: Place, ts: str) -> bool:
        """Whether a message stands right below messages of ours."""


@dataclass(frozen=True)
class House:
    """What holds where: the policy of a channel, what a new run in it lives under, and who people are."""

    policy: Callable[[str], Policy]
    rules: Callable[[str], Rules]
    people: Known


class Conversations:
    """All threads."""

    def __init__(self, log: Log, doors: Doors, surface: Surface, placed: Placed, house: House) -> None:
        self._log, self._doors, self._surface = log, doors, surface
        self._placed, self._house = placed, house

    # --- hearing -------------------------------------------------------------------------------------------

    async def mentioned(self, heard: Mentioned) -> None:
        """Somebody spoke to us."""
        if is_stop(heard.text) and await self._stopped(heard):
            return None
        async with self._doors.at(heard.place.id):
            if is_stop(heard.text):  # what is to be stopped may have been on its way through the door
                return None if await self._stopped(heard) else await self._word(heard, NOTHING_TO_STOP)
            if not heard.text or len(heard.text) > QUESTION_AT_MOST:
                return await self._refuse(heard)
            run = await self._live(heard.place, heard.user) or await self._corrected_by(heard)
            if not await self._only_a_word(run, heard):
                await (self._say(run, heard) if run else self._ask(heard))
        return None

    async def spoke(self, heard: Spoke) -> None:
        """Somebody spoke in a thread without naming us: for us only where it answers, corrects or follows."""
        if is_stop(heard.text) and await self._stopped(heard):
            return None
        async with self._doors.at(heard.place.id):
            run = await self._live(heard.place, heard.user)
            if is_stop(heard.text):  # said a moment too late it is no question either
                await self._stopped(heard)
                return None
            if await self._only_a_word(run, heard):
                return None
            if run and len(heard.text) > QUESTION_AT_MOST:
                return await self._word(heard, TOO_LONG)
            if not heard.text or len(heard.text) > QUESTION_AT_MOST or is_thanks(heard.text):
                return None
            if run:
                await self._say(run, heard)
            elif not await self._after(heard) and await self._follows(heard):
                await self._ask(heard)
        return None

    async def tell(self, run: Run, facts: list[Anything], once: str) -> bool:
        """A click's facts; False where this was told before."""
        return await self._log.tell(run.thread, run.id, facts, once=once)

    async def again(self, run: Run, by: str) -> bool:
        """The same question as a new run, with what its asker said since; False where it was already asked again."""
        rules = self._house.rules(Place.parse(run.thread).channel)
        asked = run.asked.model_copy(update={"again": run.id, "rules": rules})
        said = [
            Said(message=one.message, text=run.words(one), by=one.by, name=one.name, speaker=one.speaker)
            for _, one in run.said
            if one.by
        ]
        place = Place.parse(run.thread)
        return await self._begin(place, asked, f"again/{run.id}", _run_id(run.thread, run.id), said)

    # --- in the door -----------------------------------------------------------------------------------------

    async def _live(self, place: Place, user: str) -> Run | None:
        """The run of this person in this thread that has not ended, the newest first."""
        theirs = [run for run in await self._doors.live(place.id) if run.asked.by == user]
        return theirs[-1] if theirs else None

    async def _corrected_by(self, heard: Mentioned) -> Run | None:
        """The run that a mention by somebody else, who might ask as well, corrects where its rules say so."""
        at_work = (await self._doors.live(heard.place.id))[:1]
        found = next((run for run in at_work if run.asked.rules.others == "correct"), None)
        return found if found and await self._may_ask(heard) else None

    async def _only_a_word(self, run: Run | None, heard: Heard) -> bool:
        """A plain "go ahead" decides nothing, and is no remark either: while calls wait its writer is told so."""
        if not is_assent(heard.text):
            return False
        at_work = [run] if run else (await self._doors.live(heard.place.id))[:1]
        if not any(one.asking is None and one.may_decide(heard.user) for one in at_work):
            return False
        if not any(one.waits for one in at_work):
            return True
        if await self._log.tell(heard.place.id, "", [], once=heard.key):
            await self._privately(heard, ONLY_BUTTONS)
        return True

    async def _follows(self, heard: Spoke) -> bool:
        """An unnamed message follows up right below the answer to the thread's last question: its asker's, or
        anybody's, or nobody's, as the channel has it."""
        follow_ups = self._house.policy(heard.place.channel).follow_ups
        runs = await self._log.runs(heard.place.id) if follow_ups != "mention" else []
        last = await self._doors.run(runs[-1]) if runs else None
        if last is None or not isinstance(last.ended, Answered):
            return False
        theirs = follow_ups == "anyone" or last.asked.by == heard.user
        return theirs and await self._placed.follows_us(heard.place, heard.ts)

    async def _may_ask(self, heard: Heard) -> bool:
        match self._house.policy(heard.place.channel).ask:
            case "anyone":
                return True
            case "members":
                return (await self._house.people.who(heard.user)).kind == "member"
            case named:
                return heard.user in named

    async def _ask(self, heard: Heard) -> None:
        if not await self._may_ask(heard):
            if isinstance(heard, Mentioned) and await self._log.tell(heard.place.id, "", [], once=heard.key):
                await self._privately(heard, NOT_HERE)
        elif not await self._begin(heard.place, self._asked(heard), heard.key, _run_id(heard.place.id, heard.ts)):
            await self._after(heard)

    def _asked(self, heard: Heard) -> Asked:
        return Asked(message=heard.ts, text=heard.text, by=heard.user, rules=self._house.rules(heard.place.channel))

    async def _after(self, heard: Heard) -> bool:
        """What was said to a run that had ended by then is a question of its own, also where the process fell between
        the two and hears of it a second time. False where it was not so."""
        runs = [await self._doors.run(id) for id in await self._log.runs(heard.place.id)]
        if not any(run and run.unheard(heard.ts) for run in runs):
            return False
        once, run = f"{heard.key}/after", _run_id(heard.place.id, heard.ts)
        await self._begin(heard.place, self._asked(heard), once, run)
        return True

    async def _begin(self, place: Place, asked: Asked, once: str, run: str, said: Sequence[Said] = ()) -> bool:
        """False where it was asked before, also where its once-key is forgotten by now."""
        if await self._doors.run(run) or not await self._log.tell(place.id, run, [asked, *said], once=once):
            return False
        self._doors.admit(place.id, run)
        return True

    async def _say(self, run: Run, heard: Heard) -> None:
        said = Said(message=heard.ts, text=heard.text, by=heard.user, name=run.names.get(heard.user, ""))
        if heard.user != run.asked.by:  # the asker's own standing comes with the thread
            who = await self._house.people.who(heard.user)
            said = said.model_copy(update={"name": who.name, "speaker": who.kind})
        await self._log.tell(run.thread, run.id, [said], once=heard.key)
        await self._after(heard)

    async def _stopped(self, heard: Heard) -> bool:
        """Stop the newest run of whoever says so or, for an approver, the one at work. False where there is none."""
        run = await self._live(heard.place, heard.user) or await self._in_their_hands(heard)
        if run is None:
            return False
        fact = Stopped(why="person", by=heard.user, name=run.names.get(heard.user, ""))
        await self._log.tell(run.thread, run.id, [fact], once=heard.key)
        return True

    async def _in_their_hands(self, heard: Heard) -> Run | None:
        at_work = (await self._doors.live(heard.place.id))[:1]
        return next((run for run in at_work if run.may_stop(heard.user)), None)

    async def _privately(self, heard: Heard, text: str) -> None:
        """A word to one person; in the channel where nothing stands below the message yet, since Slack shows no word
        there."""
        alone = heard.ts == heard.place.thread
        await self._surface.say(replace(heard.place, thread="") if alone else heard.place, text, to=heard.user)

    async def _refuse(self, heard: Mentioned) -> None:
        await self._word(heard, TOO_LONG if heard.text else EMPTY)

    async def _word(self, heard: Heard, text: str) -> None:
        """A short word, once for each message, whichever events brought it."""
        if await self._log.tell(heard.place.id, "", [], once=heard.key):
            await self._surface.say(heard.place, text)


def _run_id(thread: str, what: str) -> str:
    """Opaque, short, and the same for the same message: twelve hex digits."""
    return hashlib.blake2b(f"{thread} {what}".encode(), digest_size=6).hexdigest()
