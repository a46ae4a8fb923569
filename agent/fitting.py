"""What gives way when a conversation becomes longer than there is room for, and in which order. Pure.

It is worked out by living through the conversation from its beginning, by how many characters made a token at each
moment: so what has given way once stays so, much of it goes at once and seldom, and in between what was sent stays
the beginning of what is sent next. Lengths are in characters as agent/tokens.py counts them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from agent.shown import Page

PAGES, PAGES_LEFT = 0.60, 0.40  # of the room: past the one the oldest pages go until the other is left
STEP = 0.10  # so much has to go at once
COMPACT = 0.80  # what came before is put in a few words
FULL, FULL_LEFT = 0.97, 0.70  # the oldest messages of the thread go, then the oldest rounds


@dataclass(frozen=True)
class Piece:
    """What the conversation grew by at one moment: a task with what was said before it, or a `round`. `pages` are its
    opened passages with how much each saves when it goes; what only `passes` is not sent again; `line` is how long
    the lines are that tell of a round that went. `rate` is how many characters make a token from then on."""

    size: int
    rate: float
    pages: tuple[tuple[Page, int], ...] = ()
    round: bool = False
    passes: bool = False
    line: int = 0


@dataclass(frozen=True)
class Plan:
    """What has given way: these `gone` pages, so many of the oldest `turns` that can go, and of the oldest `rounds`.
    `needs` is how long the request would be if only pages had."""

    gone: frozenset[Page] = frozenset()
    turns: int = 0
    rounds: int = 0
    needs: int = 0


def plan(base: int, turns: Sequence[int], pieces: Sequence[Piece], room: float) -> Plan:
    """What gives way in a room of so many tokens. `base` is the length of what always stands there, `turns` those of
    the messages of the thread that can go, the oldest first."""
    state = _State(base + sum(turns), list(turns))
    for piece in pieces:
        state.grow(piece, room * piece.rate)
    return Plan(frozenset(state.gone), state.turns, state.rounds, state.total + state.given)


@dataclass
class _Held:
    """A piece that is still there, and how much its pages saved by going."""

    piece: Piece
    saved: int = 0


@dataclass
class _State:
    total: int
    thread: list[int]
    gone: set[Page] = field(default_factory=set)
    turns: int = 0
    rounds: int = 0
    given: int = 0  # how much the thread and the rounds gave
    pages: list[tuple[Page, int, _Held]] = field(default_factory=list)  # those that are still there, the oldest first
    held: list[_Held] = field(default_factory=list)  # the rounds that are

    def grow(self, piece: Piece, room: float) -> None:
        self.total += piece.size
        held = _Held(piece)
        self.pages += [(page, saves, held) for page, saves in piece.pages]
        self.held += [held] if piece.round else []
        if self.total > PAGES * room and self._worth_it(room):
            self._let_pages_go(PAGES_LEFT * room)
        if self.total > FULL * room:
            self._let_pages_go(FULL_LEFT * room)
            self._let_go(FULL_LEFT * room)
        self.total -= piece.size if piece.passes else 0

    def _worth_it(self, room: float) -> bool:
        """Whether enough can go at once; otherwise one page would go after the other, each with all that follows."""
        return sum(saves for _, saves, _ in self.pages[:-1]) >= STEP * room

    def _let_pages_go(self, left: float) -> None:
        """The oldest first; the newest always stays."""
        while len(self.pages) > 1 and self.total > left:
            page, saves, held = self.pages.pop(0)
            self.gone.add(page)
            held.saved += saves
            self.total -= saves

    def _let_go(self, left: float) -> None:
        """The oldest messages of the thread, then the oldest rounds; never the newest of these."""
        while self.turns < len(self.thread) and self.total > left:
            self._give(self.thread[self.turns])
            self.turns += 1
        while len(self.held) > 1 and self.total > left:
            oldest = self.held.pop(0)
            self.pages = [page for page in self.pages if page[2] is not oldest]
            self._give(oldest.piece.size - oldest.saved - oldest.piece.line)
            self.rounds += 1

    def _give(self, size: int) -> None:
        self.total -= size
        self.given += size
