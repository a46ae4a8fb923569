"""Where presses and modals arrive: verify the token, let the button say what it means, make that so."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import assert_never

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from agent.run import Run
from bot.buttons import MODALS, SHELF
from bot.buttons.outcome import Again, Open, Outcome, Press, Tell, Word
from bot.conversations import Conversations, Surface
from bot.inbound import Place, Pressed, Submitted, packed, unpacked
from bot.tokens import verified

logger = logging.getLogger(__name__)
FORGED = "I do not know that button."


class Desk:
    """Takes presses. `key` is the log's, `clock` gives Unix seconds."""

    def __init__(
        self, api: AsyncWebClient, talk: Conversations, surface: Surface, key: bytes, clock: Callable[[], float]
    ) -> None:
        self._api, self._talk, self._surface, self._key, self._clock = api, talk, surface, key, clock

    async def pressed(self, pressed: Pressed) -> None:
        """Somebody pressed a button. Every press is answered: by the thread, by a modal, or by a private word."""
        async with self._talk.at(pressed.place):
            press = await self._press(pressed.place, pressed.user, pressed.token)
            outcome = await self._make_so(press, SHELF[press.parts[0]](press)) if press else Word(FORGED)
        if isinstance(outcome, Open):  # the thread is not held up while Slack opens a form
            outcome = await self._open(outcome, pressed)
        if isinstance(outcome, Word):
            await self._surface.say(pressed.place, outcome.text, to=pressed.user)

    async def submitted(self, submitted: Submitted) -> str:
        """Somebody sent a modal. What to say at its field where it changes nothing; "" where it was taken."""
        private = unpacked(submitted.private)
        place = Place(private.get("team", ""), private.get("channel", ""), private.get("thread", ""))
        async with self._talk.at(place):
            press = await self._press(place, submitted.user, private.get("token", ""))
            submit = MODALS.get(submitted.callback)
            if press is None or submit is None:
                return FORGED
            outcome = submit(press, submitted.values)
            if isinstance(outcome, Tell):
                outcome = await self._tell(press, outcome)
        return outcome.text if isinstance(outcome, Word) else ""

    async def _press(self, place: Place, user: str, token: str) -> Press | None:
        """The press a token stands for, if it is ours and its run belongs to this thread."""
        parts = verified(self._key, token)
        if parts is None or len(parts) < 2 or parts[0] not in SHELF:
            return None
        run = await self._talk.run(parts[1])
        return Press(run, parts, user, self._clock(), token) if run and _belongs(run, place) else None

    async def _make_so(self, press: Press, outcome: Outcome) -> Outcome:
        match outcome:
            case Tell():
                return await self._tell(press, outcome)
            case Again():
                return (
                    outcome if await self._talk.again(press.run, press.by) else Word("That was already asked again.")
                )
            case Open() | Word():
                return outcome
            case other:
                assert_never(other)

    async def _tell(self, press: Press, tell: Tell) -> Outcome:
        """The token is the key: the same button counts once, whoever presses and however often."""
        told = await self._talk.tell(press.run, list(tell.facts), once=f"press/{press.token}")
        return tell if told else Word("That was already decided.")

    async def _open(self, modal: Open, pressed: Pressed) -> Outcome:
        """Open first: Slack gives three seconds; what the modal says is appended when it is sent."""
        place = pressed.place
        private = packed(token=pressed.token, team=place.team, channel=place.channel, thread=place.thread)
        view = {**modal.view, "callback_id": modal.callback, "private_metadata": private}
        try:
            await self._api.views_open(trigger_id=pressed.trigger, view=view)
        except (SlackApiError, aiohttp.ClientError, TimeoutError) as error:
            logger.warning("a modal did not open: %s", error)
            return Word("Slack did not open the form. Please press the button again.")
        return modal


def _belongs(run: Run, place: Place) -> bool:
    """A token works only in the thread of its run."""
    return run.thread == place.id
