"""What comes after a message could not be written: the same once more, another form of it, or an end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from slack_sdk.errors import SlackClientError

from agent.log import LogError
from bot.board import NEVER, Board
from bot.pace import PAUSE_AT_MOST, Pace
from bot.posting import Post, Unseen
from bot.refusals import Refusal, refusal
from bot.views.blocks import Card

logger = logging.getLogger(__name__)
TRIES = 8  # of one card that Slack refuses for a reason unknown here, before it waits for the next change or start
PLAINER_AFTER = 4  # of them, after which it is tried in another form
LONGEST = 60.0  # seconds between tries
GIVEN_UP = 86_400.0  # seconds after its end that a run is given up whose channel takes nothing
FILES = {"missing_scope", "no_permission", "not_allowed_token_type", "restricted_action"}  # said of files, not of all
REMEDY = {"missing_scope": "; add the scope files:write to the app and install it anew, to have them as files"}


class Setbacks:
    """Decides what a failure means for its message, and says it in the process's log, each thing once.

    `pause` is the first one, in seconds; each further one is twice as long.
    """

    def __init__(self, pause: float, pace: Pace, clock: Callable[[], float]) -> None:
        """`clock` gives Unix seconds."""
        self._pause, self._pace, self._clock = pause, pace, clock
        self._told: dict[str, set[str]] = {}  # by run: what was said of it
        self._fileless: set[str] = set()  # why files are not taken, as far as it was said
        self._log_fails = False

    def met(self, board: Board, post: Post, card: Card | None, error: Exception) -> None:
        """A message met this error on its way to Slack, or into the log; without a card, on its way out of there."""
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

    def _refused(self, board: Board, post: Post, card: Card | None, told: Refusal) -> None:
        match told.meaning:
            case "wait":
                self._limited(post, told)
            case "hopeless" if not (card and card.file and told.code in FILES):
                self._hopeless(board, post, told)
            case "keyless" if not (card and card.file and told.code in FILES):
                self._tell(post, f"run {post.row.run} cannot be shown", told.why)
                board.verdict = False
            case "away":
                self._again(post, card, told.why, away=True)
            case _ if card and card.file:
                self._without_file(post, told)
            case "gone" if card:
                post.lost()
                self._again(post, card, told.why)
            case "shape" if card and card.blocks:
                self._plainer(post, card, told.code)
            case _:
                self._again(post, card, told.why)
                if card and card.blocks and post.tries == PLAINER_AFTER:  # nobody knows what it is about
                    self._plainer(post, card, told.code)
                elif board.latest[0].ended and card and post.held == NEVER and post.row.ts and not post.gone:
                    post.lost()  # an edit that is refused whatever it says: a message of its own
                    post.tries, post.held = 0, float("-inf")

    def _plainer(self, post: Post, card: Card, code: str) -> None:
        """Buttons are kept as long as can be: without them nobody can decide."""
        logger.error("Slack refused the blocks of %s (%s): sent in plainer ones or as text", _named(post), code)
        post.form = "bare" if card.bare and card.blocks != card.bare else "plain"

    def _limited(self, post: Post, told: Refusal) -> None:
        """Too much at once: everybody waits, or this message alone where it was not the writing that was too much."""
        if not self._pace.refused(told.method, post.row.channel, told.seconds):
            post.held = asyncio.get_running_loop().time() + min(told.seconds, PAUSE_AT_MOST)

    def _hopeless(self, board: Board, post: Post, told: Refusal) -> None:
        """Nothing can be shown there as things are. Channels are unarchived and bots invited again: it is tried
        slowly, and given up a day after the end of the run."""
        run, _ = board.latest
        if run.ended and self._clock() - run.at > GIVEN_UP:
            self._tell(post, f"run {post.row.run} is given up, its end could not be shown for a day", told.why)
            board.verdict = True
            return
        self._tell(post, f"run {post.row.run} cannot be shown for now, it is tried again", told.why)
        self._later(post)

    def _without_file(self, post: Post, told: Refusal) -> None:
        post.form, post.tries, post.held = "pieces", 0, float("-inf")
        if told.code not in self._fileless:
            remedy = REMEDY.get(told.code, "")
            logger.warning("long arguments are posted as messages and not as a file: %s%s", told.why, remedy)
            self._fileless.add(told.code)

    def _again(self, post: Post, card: Card | None, why: str, *, away: bool = False) -> None:
        """Once more after a pause. While Slack itself is `away` that has no end: whoever waits for an answer, or is
        to press a button, cannot start the program again. Where it is a file, there is another way."""
        self._later(post)
        if post.tries < TRIES:
            return
        if card and card.file:
            self._without_file(post, Refusal(why, "unknown", why))
            return
        self._tell(post, f"{_named(post)} could not be shown so far", why)
        if not away:
            post.held = NEVER

    def _later(self, post: Post) -> None:
        post.tries += 1
        post.held = asyncio.get_running_loop().time() + self.pause(post.tries)

    def _tell(self, post: Post, what: str, why: str) -> None:
        told = self._told.setdefault(post.row.run, set())
        if what not in told:
            logger.error("%s: %s", what, why)
            told.add(what)


def _named(post: Post) -> str:
    return f"{post.row.slot} of run {post.row.run}"
