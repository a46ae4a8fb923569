"""The pace of one workspace: how often the app may write, shared by all live runs, and whose turn it is.

Slack counts calls per method and workspace (docs.slack.dev/apis/web-api/rate-limits). What people wait for goes
first: answers, then cards and first messages, then the closing lines of runs that have ended; progress takes what is
left, the run that was shown longest ago first. Nothing here waits: whoever asks is told for how long to.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Literal

Op = Literal["edit", "post", "delete"]
METHODS: dict[str, Op] = {"chat.update": "edit", "chat.postMessage": "post", "chat.delete": "delete"}
SLOWED = 0.6  # of its rate that a method keeps after Slack has refused it
SLOWEST = 0.2  # of its full rate that it keeps however often that happens
REGAINED = 0.005  # of its full rate that it gets back each second
PAUSE_AT_MOST = 600.0  # seconds; a Retry-After beyond that is tried again before
LOOK_AGAIN = 10.0  # seconds after which who waits asks again at the latest: those before them may have left
SOON = 0.005  # seconds after which who waits asks again at the earliest
LATE = 2.0  # seconds after which somebody who does not come back for a turn has none any more
KEPT = 1_000  # channels and runs that are remembered; of more only those that still matter


class Rank(IntEnum):
    """Who goes first."""

    END = 0
    CARD = 1
    CLOSING = 2
    PROGRESS = 3


@dataclass(frozen=True)
class Rates:
    """What the app may do in any `window` of seconds, a little below what Slack allows.

    chat.update and chat.delete are of Tier 3, "50+ per minute"; chat.postMessage takes about one a second in a
    channel with short bursts, and "several hundred" a minute over all (docs.slack.dev/apis/web-api/rate-limits). Of
    the edits progress and closing lines leave `reserve` to the others. A progress that was not shown for `patience`
    seconds ranks with the closing lines.
    """

    edits: int = 49
    posts: int = 240
    deletes: int = 45
    window: float = 60.0
    reserve: int = 4
    apart: float = 1.0  # seconds between posts in one channel, on average
    burst: int = 3  # of posts in one channel, and of progress edits
    patience: float = 90.0


@dataclass(frozen=True)
class Want:
    """Somebody's wish to write: which run and message, what to do, where, and how urgently."""

    run: str
    slot: str
    op: Op
    channel: str
    rank: Rank


@dataclass
class _Waiting:
    """A wish that has to wait: its place in the order, and when whoever has it comes back at the latest."""

    want: Want
    order: tuple[int, float]
    until: float


class _Window:
    """At most so many calls in any `window` seconds, at whatever moment Slack counts them: one counts from its
    beginning until a window after its end."""

    def __init__(self, window: float) -> None:
        self._window = window
        self._ended: deque[float] = deque()
        self._under_way = 0

    def wait(self, now: float, ahead: int, room: int) -> float:
        """Seconds until one more than `ahead` fit into so much room."""
        while self._ended and self._ended[0] <= now - self._window:
            self._ended.popleft()
        over = len(self._ended) + self._under_way + ahead + 1 - room
        if over <= 0:
            return 0.0
        return self._ended[over - 1] + self._window - now if over <= len(self._ended) else self._window

    def begin(self) -> None:
        self._under_way += 1

    def end(self, now: float) -> None:
        self._under_way -= 1
        self._ended.append(now)

    def back(self) -> None:
        self._under_way -= 1


class _Stream:
    """Calls that are `apart` seconds from each other on average, up to `burst` at once; one under way counts as if it
    arrived last."""

    def __init__(self, apart: float, burst: int) -> None:
        self._apart, self._burst = apart, burst
        self._rested = float("-inf")  # when the whole burst is there again
        self._under_way = 0

    def wait(self, now: float, ahead: int, share: float) -> float:
        """Seconds until there is room for one more than `ahead`, at this share of the rate."""
        over = self._under_way + ahead + 1 - self._burst
        return max(0.0, max(self._rested - now, 0.0) + over * self._apart / share)

    def begin(self) -> None:
        self._under_way += 1

    def end(self, now: float) -> None:
        self._under_way -= 1
        self._rested = max(self._rested, now) + self._apart

    def back(self) -> None:
        self._under_way -= 1

    def idle(self, now: float) -> bool:
        return not self._under_way and self._rested <= now


class _Method:
    """One method of Slack's: its calls, for whom it is paused, and how much it is slowed."""

    def __init__(self, at_most: int, window: float) -> None:
        self.calls, self._at_most = _Window(window), at_most
        self._share, self._share_at = 1.0, float("-inf")
        self._paused: dict[str, float] = {}  # until when, by channel; "" for all

    def share(self, now: float) -> float:
        """How much of its full rate it has now: less after a refusal, more as time passes without one."""
        if self._share < 1.0:
            self._share = min(1.0, self._share + (now - self._share_at) * REGAINED)
        self._share_at = now
        return self._share

    def wait(self, now: float, channel: str, ahead: int, kept_back: int) -> float:
        """Seconds until one more than `ahead` fit, with `kept_back` left for others."""
        room = max(1, int(self._at_most * self.share(now)) - kept_back)
        return max(self.pause(now, channel), self.calls.wait(now, ahead, room))

    def pause(self, now: float, channel: str) -> float:
        return max(0.0, self._paused.get(channel, now) - now, self._paused.get("", now) - now)

    def refused(self, now: float, channel: str, seconds: float) -> None:
        """Calls that were under way together are refused together: that is one reason to slow down."""
        if not self.pause(now, channel):
            self._share = max(SLOWEST, self.share(now) * SLOWED)
        self._paused = {place: until for place, until in self._paused.items() if until > now}
        until = now + min(seconds, PAUSE_AT_MOST)
        self._paused[channel] = max(until, self._paused.get(channel, until))


class Pace:
    """Whose turn it is. `clock` gives seconds that never go back, such as the event loop's."""

    def __init__(self, clock: Callable[[], float], rates: Rates | None = None) -> None:
        self._clock, self._rates = clock, rates or Rates()
        at_most: dict[Op, int] = {
            "edit": self._rates.edits, "post": self._rates.posts, "delete": self._rates.deletes,
        }  # fmt: skip
        self._methods = {op: _Method(most, self._rates.window) for op, most in at_most.items()}
        spare = max(1, self._rates.edits - self._rates.reserve + 1 - self._rates.burst)
        self._progress = _Stream(self._rates.window / spare, self._rates.burst)  # with its burst it fits a window
        self._channels: dict[str, _Stream] = {}
        self._waiting: dict[tuple[str, str], _Waiting] = {}
        self._shown: dict[str, float] = {}  # when each run's progress was last written

    def ask(self, want: Want) -> float:
        """0.0: go ahead, until `done` or `back`. Otherwise the seconds after which to ask again; who does not, or
        leaves, has no turn to lose."""
        now = self._clock()
        order = self._order(want, now)
        wait = self._wait(want, now, self._ahead(want, order, now))
        if wait > 0:
            wait = min(max(wait, SOON), LOOK_AGAIN)
            self._waiting[want.run, want.slot] = _Waiting(want, order, now + wait + LATE)
            return wait
        self._waiting.pop((want.run, want.slot), None)
        for calls in self._counted(want):
            calls.begin()
        return 0.0

    def done(self, want: Want) -> None:
        """What was gone ahead with has ended, one way or the other."""
        now = self._clock()
        for calls in self._counted(want):
            calls.end(now)
        if want.slot == "progress":
            self._shown[want.run] = now
            if len(self._shown) > KEPT:
                self._shown = {run: at for run, at in self._shown.items() if at > now - self._rates.patience}

    def back(self, want: Want) -> None:
        """There was nothing to write after all."""
        for calls in self._counted(want):
            calls.back()

    def leave(self, run: str) -> None:
        """This run wants nothing any more."""
        self._waiting = {key: one for key, one in self._waiting.items() if one.want.run != run}

    def refused(self, method: str, channel: str, seconds: float) -> bool:
        """Slack said 429 to this method of its, with this Retry-After: everybody waits, and goes on more slowly.

        Posts are counted by channel, as far as one can tell, so only that one waits. False for a method that is not
        counted here.
        """
        op = METHODS.get(method)
        if op is None:
            return False
        self._methods[op].refused(self._clock(), channel if op == "post" else "", seconds)
        return True

    @property
    def kept(self) -> int:
        """How many runs and channels it remembers, and how many wait."""
        return len(self._shown) + len(self._channels) + len(self._waiting)

    def _order(self, want: Want, now: float) -> tuple[int, float]:
        waiting = self._waiting.get((want.run, want.slot))
        shown = self._shown.get(want.run, waiting.order[1] if waiting else now)
        long_ago = want.rank == Rank.PROGRESS and shown < now - self._rates.patience
        return (Rank.CLOSING if long_ago else want.rank), shown

    def _ahead(self, want: Want, order: tuple[int, float], now: float) -> int:
        """How many who wait for the same come before this one."""
        self._waiting = {key: one for key, one in self._waiting.items() if one.until > now}
        before = [
            one.want
            for key, one in self._waiting.items()
            if one.order < order and key != (want.run, want.slot) and one.want.op == want.op
        ]
        return sum(one.channel == want.channel for one in before) if want.op == "post" else len(before)

    def _wait(self, want: Want, now: float, ahead: int) -> float:
        method, progress = self._methods[want.op], want.rank == Rank.PROGRESS
        kept_back = self._rates.reserve if want.op == "edit" and want.rank >= Rank.CLOSING else 0
        wait = method.wait(now, want.channel, ahead, kept_back)
        if want.op == "post":
            return max(wait, self._channel(want.channel).wait(now, ahead, method.share(now)))
        return max(wait, self._progress.wait(now, ahead, method.share(now))) if progress else wait

    def _counted(self, want: Want) -> list[_Window | _Stream]:
        """What a call counts against."""
        counted: list[_Window | _Stream] = [self._methods[want.op].calls]
        if want.op == "post":
            return [*counted, self._channel(want.channel)]
        return [*counted, self._progress] if want.rank == Rank.PROGRESS else counted

    def _channel(self, channel: str) -> _Stream:
        if channel not in self._channels and len(self._channels) > KEPT:
            now = self._clock()
            self._channels = {id: one for id, one in self._channels.items() if not one.idle(now)}
        return self._channels.setdefault(channel, _Stream(self._rates.apart, self._rates.burst))
