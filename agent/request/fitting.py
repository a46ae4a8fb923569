"""What gives way when a conversation becomes longer than there is room for, and in which order. Pure.

It is worked out by living through the conversation from its beginning, by how many characters made a token at each
moment: so what has given way once stays so, much of it goes at once and seldom, and in between what was sent stays
the beginning of what is sent next. Lengths are in characters as agent/request/tokens.py counts them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from agent.request.shown import Page

PAGES, PAGES_LEFT = 0.60, 0.40  # of the room: past the one the oldest pages go until the other is left
STEP = 0.10  # so much has to go at once
COMPACT = 0.80  # what came before is put in a few words,
WORTH = 2  # where that is so many times as long as the notes of it may be,
APART = 2  # and so many rounds later again, unless there is no room
FULL, FULL_LEFT = 0.97, 0.70  # the oldest messages of the thread go, older tasks become short, the oldest rounds go


@dataclass(frozen=True)
class Piece:
    """What the conversation grew by at one moment: a `task` with what was said before it, or a `round`. `pages` are
    its opened passages with how much each saves when it goes; what only `passes` is not sent again; `line` is how
    long what stays of it is: the lines that tell of a round that went, an older task in short. `rate` is how many
    characters make a token from then on."""

    size: int
    rate: float
    pages: tuple[tuple[Page, int], ...] = ()
    round: bool = False
    task: bool = False
    passes: bool = False
    line: int = 0


@dataclass(frozen=True)
class Plan:
    """What has given way: these `gone` pages, so many of the oldest `leads` of an earlier run, of the `turns` that
    can go, of the `tasks`, which are told in short then, and of the `rounds`. `needs` is how long the request would
    be if only pages had."""

    gone: frozenset[Page] = frozenset()
    leads: int = 0
    turns: int = 0
    tasks: int = 0
    rounds: int = 0
    needs: int = 0

    @property
    def is_tight(self) -> bool:
        """More than pages had to go."""
        return self.turns + self.tasks + self.rounds > 0


def plan(base: int, turns: Sequence[int], pieces: Sequence[Piece], room: float, leads: Sequence[int] = ()) -> Plan:
    """What gives way in a room of so many tokens. `base` is the length of what always stands there, `turns` those of
    the messages of the thread that can go, the oldest first; so with the `leads`."""
    state = _State(base + sum(leads) + sum(turns), list(leads), list(turns))
    for piece in pieces:
        state.grow(piece, room * piece.rate)
    needs = state.total + state.given
    return Plan(frozenset(state.gone), state.leads, state.turns, state.tasks, state.rounds, needs)


@dataclass
class _Held:
    """A piece that is still there, and how much its pages saved by going."""

    piece: Piece
    saved: int = 0


@dataclass
class _State:
    total: int
    found: list[int]
    thread: list[int]
    gone: set[Page] = field(default_factory=set)
    leads: int = 0
    turns: int = 0
    tasks: int = 0
    rounds: int = 0
    given: int = 0  # how much they gave, the pages aside
    pages: list[tuple[Page, int, _Held]] = field(default_factory=list)  # those that are still there, the oldest first
    held: list[_Held] = field(default_factory=list)  # the rounds that are
    told: list[_Held] = field(default_factory=list)  # the tasks that are told whole

    def grow(self, piece: Piece, room: float) -> None:
        self.total += piece.size
        held = _Held(piece)
        self.pages += [(page, saves, held) for page, saves in piece.pages]
        self.held += [held] if piece.round else []
        self.told += [held] if piece.task else []
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
        """The oldest leads, messages of the thread, tasks, rounds; never the newest of these two."""
        while self.leads < len(self.found) and self.total > left:
            self._give(self.found[self.leads])
            self.leads += 1
        while self.turns < len(self.thread) and self.total > left:
            self._give(self.thread[self.turns])
            self.turns += 1
        while len(self.told) > 1 and self.total > left:
            self._shorten(self.told.pop(0))
            self.tasks += 1
        while len(self.held) > 1 and self.total > left:
            oldest = self.held.pop(0)
            self.pages = [page for page in self.pages if page[2] is not oldest]
            self._shorten(oldest)
            self.rounds += 1

    def _shorten(self, held: _Held) -> None:
        self._give(max(0, held.piece.size - held.saved - held.piece.line))

    def _give(self, size: int) -> None:
        self.total -= size
        self.given += size
