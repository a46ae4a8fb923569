"""Where presses and modals arrive: verify the token, let the button say what it means, make that so."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeGuard, assert_never

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from agent.facts import Removed
from agent.log import NotNow
from agent.run import Run
from bot import speech
from bot.buttons import AT_ONCE, FOR_READERS, MODALS, SHELF
from bot.buttons.outcome import Again, Open, Outcome, Press, Send, Tell, Tools, Word
from bot.conversations import Conversations
from bot.courier import Courier
from bot.doors import Doors, Known, Surface
from bot.inbound import Pressed, Submitted, packed, unpacked, where
from bot.place import Place
from bot.readers import Readers
from bot.speech import Speech
from bot.tokens import verified
from bot.views.blocks import utc
from bot.views.evidence import refusal

logger = logging.getLogger(__name__)


class Desk:
    """Takes presses. `key` is the log's, `clock` gives Unix seconds, `tools_of` the tools of a channel; `closed` says
    when what goes on from a run could begin, None for now and 0 for never."""

    def __init__(
        self,
        api: AsyncWebClient,
        doors: Doors,
        talk: Conversations,
        surface: Surface,
        key: bytes,
        clock: Callable[[], float],
        tools_of: Callable[[str], Tools],
        people: Known,
        closed: Callable[[Run], Awaitable[float | None]],
        readers: Readers,
        courier: Courier,
    ) -> None:
        self._api, self._doors, self._talk, self._surface = api, doors, talk, surface
        self._key, self._clock = key, clock
        self._tools_of, self._people, self._closed = tools_of, people, closed
        self._readers, self._courier = readers, courier

    async def pressed(self, pressed: Pressed) -> None:
        """Somebody pressed a button. Every press is answered: by the thread, by a modal, or by a private word."""
        try:
            outcome = await self._outcome(pressed)
        except NotNow:  # Slack does not repeat a press; whoever pressed can
            outcome = Word((await self._tongue(pressed.user))("not-written"))
        if isinstance(outcome, Send):
            self._courier.send(pressed.place, pressed.user, outcome)
            outcome = outcome.shown
        if isinstance(outcome, Open):  # the thread is not held up while Slack opens a form
            outcome = await self._open(outcome, pressed)
        if isinstance(outcome, Word):
            await self._surface.say(pressed.place, outcome.text, to=pressed.user)

    async def _outcome(self, pressed: Pressed) -> Outcome:
        who = (pressed.user, pressed.name)
        parts = verified(self._key, pressed.token)
        if not _known(parts):
            return Word((await self._tongue(pressed.user))("unknown-button"))
        if parts[0] in AT_ONCE:
            return await self._made(pressed, who)
        async with self._doors.at(pressed.place.id):
            return await self._made(pressed, who)

    async def _made(self, pressed: Pressed, who: tuple[str, str]) -> Outcome:
        press = await self._press(pressed.place, who, pressed.token, pressed.said)
        if isinstance(press, Word):
            return press
        if press.parts[0] in FOR_READERS:  # what they show may be long, and is made off the loop
            refused = await self._unread(press)
            return refused if refused else await asyncio.to_thread(SHELF[press.parts[0]], press)
        return self._noticed(press, await self._make_so(press, SHELF[press.parts[0]](press)))

    async def _unread(self, press: Press) -> Open | None:
        """What is shown to somebody who cannot read the thread, or of whom nobody knows whether they can."""
        may = await self._readers.may_read(press.run, press.by)
        if may:
            return None
        say = await self._tongue(press.by)
        return Open(refusal(say, say("not-checked") if may is None else say("not-a-reader")), "refusal")

    def _noticed(self, press: Press, outcome: Outcome) -> Outcome:
        """What is refused may have come to its time without anybody noticing."""
        if isinstance(outcome, Word):
            self._doors.look(press.run.id)
        return outcome

    async def submitted(self, submitted: Submitted) -> Word | None:
        """Somebody sent a modal. What to say at which field where it changes nothing; None where it was taken."""
        private = unpacked(submitted.private)
        place = where(private)
        try:
            async with self._doors.at(place.id):
                outcome = await self._sent(submitted, place, private.get("token", ""))
        except NotNow:
            outcome = Word((await self._tongue(submitted.user))("not-written"))
        return outcome if isinstance(outcome, Word) else None

    async def _sent(self, submitted: Submitted, place: Place, token: str) -> Outcome:
        press = await self._press(place, (submitted.user, submitted.name), token)
        submit = MODALS.get(submitted.callback)
        if isinstance(press, Word):
            return press
        if submit is None:
            return Word(press.say("unknown-button"))
        outcome = submit(press, submitted.values)
        outcome = await self._tell(press, outcome) if isinstance(outcome, Tell) else outcome
        return self._noticed(press, outcome)

    async def _press(self, place: Place, who: tuple[str, str], token: str, said: str = "") -> Press | Word:
        """The press a token stands for, if it is ours and its run belongs to this thread."""
        parts = verified(self._key, token)
        user, name = who
        if not _known(parts):
            return Word((await self._tongue(user))("unknown-button"))
        run = await self._doors.run(parts[1])
        if run is None:
            return Word((await self._tongue(user))("forgotten"))
        if not _belongs(run, place):
            return Word((await self._tongue(user))("unknown-button"))
        name = run.names.get(user) or await self._people.name(user) or name
        return Press(run, parts, user, run.now(self._clock()), self._tools_of(place.channel), token, name, said)

    async def _make_so(self, press: Press, outcome: Outcome) -> Outcome:
        match outcome:
            case Tell():
                return await self._tell(press, outcome)
            case Again(goes_on=goes_on):
                if goes_on and (until := await self._closed(press.run)) is not None:
                    return Word(press.say("stopped-spent", when=utc(until)) if until else press.say("small-day"))
                again = await self._talk.again(press.run, press.by, goes_on=goes_on)
                return outcome if again else Word(press.say("already-going-on" if goes_on else "already-asked-again"))
            case Open() | Word() | Send():
                return outcome
            case other:
                assert_never(other)

    async def _tell(self, press: Press, tell: Tell) -> Outcome:
        """The token is the key: the same button counts once, whoever presses and however often."""
        told = await self._talk.tell(press.run, list(tell.facts), once=f"press/{press.token}")
        if told and any(isinstance(fact, Removed) for fact in tell.facts):
            self._doors.redraw(press.run.thread, press.run.id)
        return tell if told else Word(press.say("already-decided"))

    async def _tongue(self, user: str) -> Speech:
        """The language of somebody's profile, where no run says which one to use."""
        who = await self._people.glimpse(user)
        return speech.of(who.locale if who else "")

    async def _open(self, modal: Open, pressed: Pressed) -> Outcome:
        """Open first: Slack gives three seconds; what the modal says is appended when it is sent. A button inside a
        modal shows the same one anew."""
        place = pressed.place
        private = packed(token=pressed.token, team=place.team, channel=place.channel, thread=place.thread)
        view = {**modal.view, "callback_id": modal.callback, "private_metadata": private}
        try:
            if pressed.view:
                await self._api.views_update(view_id=pressed.view, view=view)
            else:
                await self._api.views_open(trigger_id=pressed.trigger, view=view)
        except (SlackApiError, aiohttp.ClientError, TimeoutError) as error:
            logger.warning("a modal did not open: %s", error)
            return Word((await self._tongue(pressed.user))("form-not-opened"))
        return modal


def _known(parts: tuple[str, ...] | None) -> TypeGuard[tuple[str, ...]]:
    """Whether a token of ours names a button that there is."""
    return parts is not None and len(parts) >= 2 and parts[0] in SHELF


def _belongs(run: Run, place: Place) -> bool:
    """A token works only in the thread of its run."""
    return run.thread == place.id
