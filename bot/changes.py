"""What becomes of a run when the messages it rests on are edited or deleted.

Only a run that lives changes: an answer that was given stays, whatever its question says by now.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from agent.facts import Anything, Removed, Said, Stopped
from agent.log import Log
from agent.run import Run
from bot.asking import QUESTION_AT_MOST
from bot.doors import Doors
from bot.gestures import is_assent, is_help, is_stop, is_thanks
from bot.inbound import Deleted, Edited, Heard, Mentioned, Spoke, seconds
from bot.place import Place
from bot.views.thread import FIRST, PROGRESS


class Talk(Protocol):
    """What a message leads to that is not about a run already."""

    async def mentioned(self, heard: Mentioned) -> bool:
        """Somebody spoke to us. False where it says anew what a run has heard by now."""

    async def spoke(self, heard: Spoke) -> bool:
        """Somebody spoke in a thread without naming us; the same."""

    async def stopped(self, heard: Heard) -> bool:
        """Stop whatever this person may stop here."""

    async def too_long(self, heard: Heard) -> None:
        """Say that this was more than can be taken."""


@dataclass(frozen=True)
class Part:
    """What one message is to a run, its question or a remark `said` to it; and its words by now, "" for none, since
    `at` (Unix seconds; 0: not known)."""

    run: Run
    said: Said | None
    text: str
    at: float = 0.0

    @property
    def by(self) -> str:
        return self.said.by if self.said else self.run.asked.by

    def now(self, ts: str, text: str, at: str) -> Said:
        """The fact that this message says something else since `at` (a ts)."""
        who = self.said or Said(message=ts, by=self.by, name=self.run.names.get(self.by, ""))
        changed = Said(message=ts, by=who.by, name=who.name, speaker=who.speaker)
        return changed.model_copy(update={"replaces": ts, "text": text, "sent": seconds(at)})


class Changes:
    """Hears of edits and deletions."""

    def __init__(self, log: Log, doors: Doors, talk: Talk) -> None:
        self._log, self._doors, self._talk = log, doors, talk

    async def edited(self, edit: Edited) -> None:
        """The words of a message that a run rests on are other ones; or a message names us that did not."""
        if is_stop(edit.now.text):
            return await self._stop(edit)
        while not await self._corrects(edit) and not await self._said_now(edit):
            pass  # it came to be heard in between: then it is corrected
        return None

    async def _corrects(self, edit: Edited) -> bool:
        """Whether a run has heard this message: the living one is corrected, those that ended only know."""
        now = edit.now
        async with self._doors.at(now.place.id):
            parts = await self._parts(now.place, now.ts)
            part = _living(parts)
            for one in [part] if part else parts:
                await self._correct(one, edit)
        return bool(parts)

    async def _said_now(self, edit: Edited) -> bool:
        """What no run has heard is said by its edit: it names us now, it was only a word before, or the news of it
        comes ahead of the message. An unnamed one counts only below a question of its author's that is at work. False
        where a run has come to hear it meanwhile."""
        before = edit.before
        now = replace(edit.now, edited=edit.at, once=edit.key if before and _only_a_word(before.text) else "")
        if isinstance(now, Mentioned):
            return await self._talk.mentioned(now)
        live = await self._doors.live(now.place.id)
        if any(run.asked.by == now.user and seconds(run.asked.message) < seconds(now.ts) for run in live):
            return await self._talk.spoke(now)
        return True

    async def deleted(self, gone: Deleted) -> None:
        """A message is gone: the run it asked for ends, a remark is taken back, and its words are forgotten."""
        async with self._doors.at(gone.place.id):
            parts = [] if gone.ours else await self._parts(gone.place, gone.ts)
            part = _living(parts)
            for one in [part] if part else parts:
                await self._take_back(one, gone)
            if not parts and not gone.ours:
                await self._log.tell(gone.place.id, "", [], once=gone.message)
            await self._log.forget(gone.place.id, gone.ts)

    async def _stop(self, edit: Edited) -> None:
        """At once, as any other stop. One that was a stop before is none anew."""
        now = edit.now
        parts = await self._parts(now.place, now.ts)
        part = _living(parts)
        if part and part.by == now.user and part.run.may_stop(now.user) and not _stale(part, edit):
            await self._end(part, edit)
        elif part:  # whoever may not stop it takes back what they had said
            await self._correct(part, replace(edit, now=replace(now, text="")))
        elif not parts and edit.before and not is_stop(edit.before.text):
            await self._talk.stopped(replace(now, once=edit.key))

    async def _correct(self, part: Part, edit: Edited) -> None:
        """One that says the same as before is noted as well: the news of an earlier one may still come."""
        now, run = edit.now, part.run
        same = part.text.split() == now.text.split()
        if part.by != now.user or _stale(part, edit) or (same and seconds(edit.at) <= part.at):
            return
        if len(now.text) > QUESTION_AT_MOST and not run.ended:
            await self._talk.too_long(replace(now, once=edit.key))
        elif not now.text and part.said is None and not run.ended:
            await self._end(part, edit)
        else:
            said = part.now(now.ts, part.text if same else now.text, edit.at)
            said = said.model_copy(update={"name": said.name or await self._name(run, now.user)})
            await self._log.tell(run.thread, run.id, [said], once=_of(run, edit.key))

    async def _end(self, part: Part, edit: Edited) -> None:
        fact = Stopped(why="person", by=edit.now.user, name=await self._name(part.run, edit.now.user))
        await self._log.tell(part.run.thread, part.run.id, [fact], once=_of(part.run, edit.key))

    async def _take_back(self, part: Part, gone: Deleted) -> None:
        """The question ends its run, also one whose end nobody has seen yet; of an answer that was given only Retry
        learns that there is nothing to ask again."""
        run = part.run
        fact: Anything = part.now(gone.ts, "", gone.at)
        if part.said is None and not run.ended:
            fact = Stopped(why="deleted", by=gone.user, name=await self._name(run, gone.user))
        await self._log.tell(run.thread, run.id, [fact], once=_of(run, gone.key))
        if part.said is None and run.ended and not await self._seen(run):
            removed = Removed(by=gone.user or run.asked.by, name=await self._name(run, gone.user))
            await self._log.tell(run.thread, run.id, [removed], once=f"{_of(run, gone.key)}/unseen")
            self._doors.redraw(run.thread, run.id)

    async def _seen(self, run: Run) -> bool:
        """Whether the end of a run stands in its thread."""
        rows = (await self._log.shown(run.id)).values()
        return any(row.ts and row.slot in (PROGRESS, FIRST) and row.position >= run.ended_position for row in rows)

    async def _name(self, run: Run, user: str) -> str:
        return run.names.get(user) or (await self._doors.name(user) if user else "")

    async def _parts(self, place: Place, ts: str) -> list[Part]:
        """What a message is to the runs of its thread, oldest first; empty for one that no run has heard."""
        runs = [await self._doors.run(id) for id in await self._log.runs(place.id)]
        return [part for run in runs if run and (part := _part(run, ts))]


def _part(run: Run, ts: str) -> Part | None:
    remarks = [said for _, said in run.said if said.message == ts and said.by]
    at, text = run.edited_at.get(ts, 0.0), run.wording(ts) or ""
    if run.asked.message == ts:
        return Part(run, None, text, max(at, run.asked.sent))
    if remarks:
        return Part(run, remarks[0], text, max(at, remarks[0].sent))
    return Part(run, None, "") if run.unheard(ts) else None


def _of(run: Run, key: str) -> str:
    """The key of what happens to one run of several that have heard a message."""
    return f"{key}/{run.id}"


def _living(parts: Sequence[Part]) -> Part | None:
    return next((part for part in parts if not part.run.ended and not part.run.unknown), None)


def _stale(part: Part, edit: Edited) -> bool:
    """Whether the message was changed once more since, and the news of that came first. What happened in the same
    second is taken in the order in which it is told."""
    return seconds(edit.at) < part.at


def _only_a_word(text: str) -> bool:
    """Whether a message like this asks and corrects nothing: a word that answered it may have taken its key."""
    gestures = (is_help, is_stop, is_thanks, is_assent)
    return not text or len(text) > QUESTION_AT_MOST or any(is_one(text) for is_one in gestures)
