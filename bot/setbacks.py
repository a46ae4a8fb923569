"""What comes after a message could not be written: the same once more, another form of it, or an end."""

from __future__ import annotations

import asyncio
import logging

from slack_sdk.errors import SlackClientError

from agent.log import LogError
from bot.board import NEVER, Board
from bot.posting import Post, Unseen
from bot.refusals import Refusal, refusal
from bot.views.blocks import Card

logger = logging.getLogger(__name__)
TRIES = 8  # of one card that Slack refuses for a reason unknown here, before it waits for the next change or start
LONGEST = 60.0  # seconds between tries
FILES = {"missing_scope", "no_permission", "not_allowed_token_type", "restricted_action"}  # said of files, not of all
REMEDY = {"missing_scope": "; add the scope files:write to the app and install it anew, to have them as files"}


class Setbacks:
    """Decides what a failure means for its message, and says it in the process's log, each thing once.

    `pause` is the first one, in seconds; each further one is twice as long.
    """

    def __init__(self, pause: float) -> None:
        self._pause = pause
        self._told: dict[str, str] = {}  # by run: what was last said of it
        self._fileless: set[str] = set()  # why files are not taken, as far as it was said
        self._log_fails = False

    def met(self, board: Board, post: Post, card: Card, error: Exception) -> None:
        """A message met this error on its way to Slack, or into the log."""
        match error:
            case LogError():
                self.log_failed(error)
                self._later(post)
            case SlackClientError():
                self._refused(board, post, card, refusal(error))
            case Unseen():
                self._again(post, card, str(error))
            case _:
                why = f"Slack could not be reached: {error or type(error).__name__}"
                self._again(post, card, why, away=True)

    def pause(self, tries: int) -> float:
        """Seconds before the next try."""
        return float(min(LONGEST, self._pause * 2 ** min(tries - 1, TRIES)))

    def forget(self, run: str) -> None:
        """The run is settled."""
        self._told.pop(run, None)

    def log_failed(self, error: LogError) -> None:
        if not self._log_fails:
            logger.error("what stands in Slack cannot be written down for now; it is tried again: %s", error)
        self._log_fails = True

    def log_works(self) -> None:
        self._log_fails = False

    def _refused(self, board: Board, post: Post, card: Card, told: Refusal) -> None:
        match told.meaning:
            case "wait":
                post.held = asyncio.get_running_loop().time() + told.seconds
            case "hopeless" | "keyless" if not (card.file and told.code in FILES):
                self._tell(post, f"run {post.row.run} cannot be shown: {told.why}")
                board.verdict = told.meaning == "hopeless"
            case "away":
                self._again(post, card, told.why, away=True)
            case _ if card.file:
                self._without_file(post, told)
            case "gone":
                post.lost()
                self._again(post, card, told.why)
            case "shape" if card.blocks:
                logger.error("Slack refused the blocks of %s (%s): sent as plain text", _named(post), told.code)
                post.form = "plain"
            case _:
                self._again(post, card, told.why)

    def _without_file(self, post: Post, told: Refusal) -> None:
        post.form, post.tries, post.held = "pieces", 0, float("-inf")
        if told.code not in self._fileless:
            remedy = REMEDY.get(told.code, "")
            logger.warning("long arguments are posted as messages and not as a file: %s%s", told.why, remedy)
            self._fileless.add(told.code)

    def _again(self, post: Post, card: Card, why: str, *, away: bool = False) -> None:
        """Once more after a pause. While Slack itself is `away` that has no end: whoever waits for an answer, or is
        to press a button, cannot start the program again. Where it is a file, there is another way."""
        self._later(post)
        if post.tries < TRIES:
            return
        if card.file:
            self._without_file(post, Refusal(why, "unknown", why))
            return
        self._tell(post, f"{_named(post)} could not be shown so far: {why}")
        if not away:
            post.held = NEVER

    def _later(self, post: Post) -> None:
        post.tries += 1
        post.held = asyncio.get_running_loop().time() + self.pause(post.tries)

    def _tell(self, post: Post, what: str) -> None:
        if self._told.get(post.row.run) != what:
            logger.error("%s", what)
            self._told[post.row.run] = what


def _named(post: Post) -> str:
    return f"{post.row.slot} of run {post.row.run}"
