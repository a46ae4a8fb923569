"""The thread as the model is shown it: which of its messages stand there, and which of them can give way. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from agent.facts import Intent, Turn
from agent.request.shown import Look, open_number, row
from agent.request.tokens import START, room, size
from agent.run import Run

KEPT = 0.25  # of the room that the newest messages may keep when the older ones are summarized
_ROW = 120  # characters of a row beside the words


@dataclass(frozen=True)
class Thread:
    """Messages in their order: those `shown`, of these the ones that can go (`going`), and those that a summary
    covers (`covered`). `left_out` were never read. `places` are their positions in the thread, counted from 1."""

    shown: tuple[Turn, ...]
    going: tuple[Turn, ...]
    covered: tuple[Turn, ...] = ()
    left_out: int = 0
    places: Mapping[str, int] = field(default_factory=dict)

    def row(self, run: Run, turn: Turn, look: Look) -> str:
        return row(run, turn, look, self.places.get(turn.message, 0))

    def numbers(self, run: Run, gone: int = 0) -> dict[str, int]:
        """The numbers of those that stand there and are open sources, by their places."""
        missing = {turn.message for turn in self.going[:gone]}
        shown = [turn for turn in self.shown if turn.message not in missing]
        found = {str(self.places.get(turn.message, 0)): open_number(run, turn) for turn in shown}
        return {place: number for place, number in found.items() if number}


def thread(run: Run, *, summarized: bool) -> Thread:
    """The thread before this run's own remarks, from the message the task began with; all of it where the task is
    about the thread. The question never goes; while nothing is summarized the first message does not either, and then
    the newest stay beside the summary."""
    turns, start = run.thread_turns, begins(run, run.intent)
    left_out = run.recalled.left_out if run.recalled and not start else 0
    places = {turn.message: place for place, turn in enumerate(turns, 1)}
    turns = turns[start:]
    if not summarized:
        return Thread(turns, _others(turns[1:], run), left_out=left_out, places=places)
    newest = _newest(turns, KEPT * START * room(run.asked.rules.window))
    covered = _others(turns[:newest], run)
    missing = {turn.message for turn in covered}
    shown = tuple(turn for turn in turns if turn.message not in missing)
    return Thread(shown, _others(shown, run), covered, left_out, places)


def begins(run: Run, intent: Intent | None) -> int:
    """Which message of the thread is the first that belongs to a task: all do where it is about the thread."""
    order = [turn.message for turn in run.thread_turns]
    whole = intent is None or intent.mode == "chat" or intent.thread or intent.since not in order
    return 0 if intent is None or whole else order.index(intent.since)


def _others(turns: Sequence[Turn], run: Run) -> tuple[Turn, ...]:
    return tuple(turn for turn in turns if turn.message != run.asked.message)


def _newest(turns: Sequence[Turn], most: float) -> int:
    """Where those begin that have room."""
    sizes = accumulate(_ROW + size(turn.text) for turn in reversed(turns))
    return len(turns) - sum(1 for so_far in sizes if so_far <= most)


def thread_block(run: Run, thread: Thread, look: Look, gone: int = 0) -> str:
    """The messages without so many of the oldest that can go, and how many are missing."""
    missing = {turn.message for turn in thread.going[:gone]}
    rows = [thread.row(run, turn, look) for turn in thread.shown if turn.message not in missing]
    count = thread.left_out + len(thread.covered) + len(missing)
    which = "messages are left out, see the notes" if thread.covered else "messages after the first one are left out"
    note = f"({count} {which})\n" if count else ""
    return f"{note}{look.block('thread', f'[{_LINES.join(rows)}]')}"


_LINES = ",\n"
