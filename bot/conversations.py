"""One thread, one door: everything that happens in a thread goes through here, in order, and is in the log after it.

A thread is a sequence of runs, one carried at a time. While a run lives, what its asker says corrects or answers it;
a mention by somebody else waits behind it or, where the rules say so, corrects it too. After the end a mention is a
new run. Stop waits at no door.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import replace

from agent.facts import FORGOTTEN, Answered, Anything, Asked, Said, Stopped
from agent.log import Log
from agent.run import Run
from bot import speech
from bot.asking import QUESTION_AT_MOST, Asking, House, Placed
from bot.doors import Doors, Surface
from bot.effort import is_more, is_only_wish
from bot.gestures import help_language, is_assent, is_help, is_stop, is_thanks
from bot.inbound import Heard, Joined, Mentioned, Spoke
from bot.place import Place
from bot.speech import Speech


class Conversations:
    """All threads."""

    def __init__(self, log: Log, doors: Doors, surface: Surface, placed: Placed, house: House) -> None:
        self._log, self._doors, self._surface = log, doors, surface
        self._placed, self._house = placed, house
        self._asking = Asking(log, doors, placed, house)

    # --- hearing -------------------------------------------------------------------------------------------

    async def mentioned(self, heard: Mentioned) -> bool:
        """Somebody spoke to us. False where it says anew what a run has heard by now."""
        if heard.bot:
            await self._asked_by_bot(heard)
            return True
        if is_stop(heard.text) and await self.stopped(heard):
            return True
        async with self._doors.at(heard.place.id):
            if await self._heard_by_now(heard):
                return False
            await self._to_us(heard)
        return True

    async def spoke(self, heard: Spoke) -> bool:
        """Somebody spoke in a thread without naming us: for us only where it answers, corrects or follows. False
        where it says anew what a run has heard by now."""
        if heard.bot or (is_stop(heard.text) and await self.stopped(heard)):
            return True
        async with self._doors.at(heard.place.id):
            if await self._heard_by_now(heard):
                return False
            await self._among_people(heard)
        return True

    async def joined(self, joined: Joined) -> None:
        """We are in a channel now: what people there can do with us, once; nothing where nobody may ask."""
        if self._house.policy(joined.place.channel).ask and await self._log.tell(
            joined.place.id, "", [], once=joined.key
        ):
            say = await self._speech(joined.inviter)
            await self._surface.say(joined.place, say("talk-joined"))

    async def too_long(self, heard: Heard) -> None:
        """Say that this was more than can be taken."""
        await self._word(heard, "talk-too-long")

    async def tell(self, run: Run, facts: list[Anything], once: str) -> bool:
        """A click's facts; False where this was told before."""
        return await self._log.tell(run.thread, run.id, facts, once=once)

    async def again(self, run: Run, by: str, *, goes_on: bool = False) -> bool:
        """The same question as a new run, with what its asker said since; False where it was already asked again.
        It is asked today, whenever it was sent. One that `goes_on` begins with what the run before had opened."""
        question = run.wording(run.asked.message) or ""
        rules = await self._asking.rules(Place.parse(run.thread).channel, question)
        new = {"again": run.id, "goes_on": goes_on, "rules": rules, "sent": 0.0, "text": question}
        asked = run.asked.model_copy(update=new)
        said = [
            one.model_copy(update={"text": words, "answers": {}, "defaults": False})
            for _, one in run.said
            if one.by and not one.replaces and (words := run.wording(one.message)) not in ("", FORGOTTEN)
        ]
        place = Place.parse(run.thread)
        return await self._begin(place, asked, f"again/{run.id}", _run_id(run.thread, run.id), said)

    # --- in the door -----------------------------------------------------------------------------------------

    async def _to_us(self, heard: Mentioned) -> None:
        if is_stop(heard.text):  # what is to be stopped may have been on its way through the door
            if not await self.stopped(heard):
                await self._nothing_to_stop(heard)
            return
        run = await self._live(heard.place, heard.user) or await self._corrected_by(heard)
        if await self._only_a_word(run, heard) or is_thanks(heard.text):
            return
        if run is None and not await self._asking.may(heard):
            await self._refuse(heard)
        elif word := _word_for(heard):
            await self._word(heard, word)
        else:
            await (self._say(run, heard) if run else self._ask(heard))

    async def _among_people(self, heard: Spoke) -> None:
        run = await self._live(heard.place, heard.user)
        if is_stop(heard.text):  # said a moment too late it is no question either
            await self.stopped(heard)
        elif await self._only_a_word(run, heard):
            return
        elif run and len(heard.text) > QUESTION_AT_MOST:
            await self.too_long(heard)
        elif not heard.text or len(heard.text) > QUESTION_AT_MOST or is_thanks(heard.text):
            return
        elif run:
            await self._say(run, heard)
        elif not await self._after(heard) and await self._follows(heard) and await self._asking.may(heard):
            await self._ask(heard)

    async def _heard_by_now(self, heard: Heard) -> bool:
        """Whether what an edit says first was heard from another event while it waited at the door."""
        runs = [await self._doors.run(id) for id in await self._log.runs(heard.place.id)] if heard.edited else []
        return any(run and (run.wording(heard.ts) is not None or run.unheard(heard.ts)) for run in runs)

    async def _live(self, place: Place, user: str) -> Run | None:
        """The run of this person in this thread that has not ended, the newest first."""
        theirs = [run for run in await self._doors.live(place.id) if run.asked.by == user]
        return theirs[-1] if theirs else None

    async def _corrected_by(self, heard: Mentioned) -> Run | None:
        """The run that a mention by somebody else, who might ask as well, corrects where its rules say so."""
        at_work = (await self._doors.live(heard.place.id))[:1]
        found = next((run for run in at_work if run.asked.rules.others == "correct"), None)
        if found is None or await self._asking.standing(heard) == "outsider":
            return None
        return found if await self._asking.may(heard) else None

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
            await self._privately(heard, "talk-only-buttons")
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

    async def _asked_by_bot(self, heard: Mentioned) -> None:
        """A bot that may ask only asks: it corrects nothing, stops nothing, and no word is said to it."""
        async with self._doors.at(heard.place.id):
            if heard.text and len(heard.text) <= QUESTION_AT_MOST and await self._asking.may(heard):
                await self._ask(heard)

    async def _ask(self, heard: Heard) -> None:
        asked = await self._asking.question(heard)
        if not await self._begin(heard.place, asked, heard.key, _run_id(heard.place.id, heard.ts)):
            await self._after(heard)

    async def _after(self, heard: Heard) -> bool:
        """What was said to a run that had ended by then is a question of its own, also where the process fell between
        the two and hears of it a second time. False where it was not so."""
        runs = [await self._doors.run(id) for id in await self._log.runs(heard.place.id)]
        if not any(run and run.unheard(heard.ts) for run in runs):
            return False
        once, run = f"{heard.key}/after", _run_id(heard.place.id, heard.ts)
        await self._begin(heard.place, await self._asking.question(heard), once, run)
        return True

    async def _begin(self, place: Place, asked: Asked, once: str, run: str, said: Sequence[Said] = ()) -> bool:
        """False where it was asked before, also where its once-key is forgotten by now."""
        if await self._doors.run(run) or not await self._log.tell(place.id, run, [asked, *said], once=once):
            return False
        self._doors.admit(place.id, run)
        return True

    async def _say(self, run: Run, heard: Heard) -> None:
        name = run.names.get(heard.user, "")
        said = Said(message=heard.ts, text=heard.text, by=heard.user, name=name, sent=heard.sent)
        if heard.user != run.asked.by:  # the asker's own standing comes with the thread
            who = await self._house.people.who(heard.user)
            said = said.model_copy(update={"name": who.name, "speaker": who.kind})
        went_in = await self._log.tell(run.thread, run.id, [said], once=heard.key)
        if not await self._after(heard) and went_in and is_more(heard.text):
            await self._privately(heard, "talk-effort-fixed")

    async def stopped(self, heard: Heard) -> bool:
        """Stop the newest run of whoever says so or, for an approver, the one at work. False where there is none."""
        run = await self._live(heard.place, heard.user) or await self._in_their_hands(heard)
        if run is None:
            return False
        name = run.names.get(heard.user) or await self._doors.name(heard.user)
        fact = Stopped(why="person", by=heard.user, name=name)
        await self._log.tell(run.thread, run.id, [fact], once=heard.key)
        return True

    async def _in_their_hands(self, heard: Heard) -> Run | None:
        at_work = (await self._doors.live(heard.place.id))[:1]
        return next((run for run in at_work if run.may_stop(heard.user)), None)

    # --- short words ---------------------------------------------------------------------------------------

    async def _nothing_to_stop(self, heard: Heard) -> None:
        await (self._word(heard, "talk-nothing-to-stop") if await self._asking.may(heard) else self._refuse(heard))

    async def _refuse(self, heard: Heard) -> None:
        """Whoever may not ask is told so, once. Its key is left to an event of it that may ask."""
        if await self._log.tell(heard.place.id, "", [], once=f"{heard.key}/refused"):
            await self._privately(heard, "talk-not-here")

    async def _word(self, heard: Heard, id: str) -> None:
        """A short word, once for each message, whichever events brought it."""
        if await self._log.tell(heard.place.id, "", [], once=heard.key):
            in_theirs = await self._speech(heard.user, help_language(heard.text))
            await self._surface.say(heard.place, in_theirs(id, n=QUESTION_AT_MOST))

    async def _privately(self, heard: Heard, id: str) -> None:
        """A word to one person; in the channel where nothing stands below the message yet, since Slack shows no word
        there."""
        alone = heard.ts == heard.place.thread
        place = replace(heard.place, thread="") if alone else heard.place
        await self._surface.say(place, (await self._speech(heard.user))(id), to=heard.user)

    async def _speech(self, user: str, language: str = "") -> Speech:
        """In the language that they write in, as far as that is known, or in that of their profile."""
        person = await self._house.people.glimpse(user) if user and not language else None
        return speech.of(language, person.locale if person else "")


def _word_for(heard: Mentioned) -> str:
    """The word that answers what is no question, by its id in the catalogue; "" for a question."""
    if not re.search(r"\w", heard.text) or is_help(heard.text) or is_only_wish(heard.text):  # also a dot alone
        return "talk-help"
    return "talk-too-long" if len(heard.text) > QUESTION_AT_MOST else ""


def _run_id(thread: str, what: str) -> str:
    """Opaque, short, and the same for the same message: twelve hex digits."""
    return hashlib.blake2b(f"{thread} {what}".encode(), digest_size=6).hexdigest()
