"""How often the app may call each method: what Slack counts, and when it refuses.

Per method and workspace (https://docs.slack.dev/apis/web-api/rate-limits); the tiers as the methods' own pages have
them. Slack promises "50+" and "100+" a minute; here it is exactly that.
"""

import math
from collections import defaultdict, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

POST, STATUS = "chat.postMessage", "assistant.threads.setStatus"
TIER_2 = frozenset({"chat.startStream", "chat.stopStream"})
TIER_3 = frozenset(
    {
        "chat.update",
        "chat.delete",
        "conversations.replies",
        "conversations.history",
        "conversations.info",
        "reactions.add",
        "usergroups.users.list",
    }
)
TIER_4 = frozenset(
    {
        "users.info",
        "chat.postEphemeral",
        "chat.appendStream",
        "views.open",
        "views.push",
        "views.update",
        "views.publish",
        "files.getUploadURLExternal",
        "files.completeUploadExternal",
        "files.info",
        "assistant.threads.setTitle",
        "assistant.threads.setSuggestedPrompts",
    }
)
READS = frozenset({"conversations.replies", "conversations.history"})
DISTRIBUTED_PAGE = 15


@dataclass(frozen=True)
class Limits:
    """Calls of a method in any `window` seconds, and what chat.postMessage has besides.

    `posts` counts over all channels; in one channel there is one post each `apart` seconds, after a burst of up to
    `burst`. `methods` are rates of single methods where not their tier's, {"chat.update": 5}. To run faster than
    life, shorten `window` and `apart` alike. `distributed`: the app is sold outside the Marketplace, so
    conversations.history and .replies get one call a window, and 15 messages a call at most
    (https://docs.slack.dev/reference/methods/conversations.replies). What setStatus takes is not documented:
    `statuses` is what others have measured.
    """

    window: float = 60.0
    posts: int = 300
    apart: float = 1.0
    burst: int = 3
    tier2: int = 20
    tier3: int = 50
    tier4: int = 100
    statuses: int = 600
    methods: Mapping[str, int] = field(default_factory=dict)
    distributed: bool = False

    def of(self, method: str) -> int | None:
        """Calls of that method in a window, None when nobody counts them."""
        if method in self.methods:
            return self.methods[method]
        if self.distributed and method in READS:
            return 1
        special = (({POST}, self.posts), ({STATUS}, self.statuses))
        tiers = ((TIER_2, self.tier2), (TIER_3, self.tier3), (TIER_4, self.tier4))
        return next((rate for methods, rate in (*special, *tiers) if method in methods), None)

    @property
    def page(self) -> int | None:
        """The most messages that conversations.history and .replies give at once; None where the method says."""
        return DISTRIBUTED_PAGE if self.distributed else None


class Meter:
    """Counts the calls that were let through. `clock` gives seconds that never go back."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self._limits, self._clock = limits, clock
        self._done: defaultdict[str, deque[float]] = defaultdict(deque)
        # For each channel the moment at which its whole burst is there again.
        self._rested: dict[str, float] = {}

    def take(self, method: str, channel: str = "") -> int:
        """0: the call may go ahead and counts. Else whole seconds, at least 1, after which one more fits."""
        now = self._clock()
        wait = max(self._full(method, now), self._crowded(channel, now) if method == POST else 0.0)
        # What floating point leaves over is no wait.
        wait = round(wait, 6)
        if wait > 0:
            return max(1, math.ceil(wait))
        if self._limits.of(method) is not None:
            self._done[method].append(now)
        if method == POST:
            self._rested[channel] = max(self._rested.get(channel, now), now) + self._limits.apart
        return 0

    def _full(self, method: str, now: float) -> float:
        """Seconds until the window has room for one more."""
        most, done = self._limits.of(method), self._done[method]
        while done and done[0] + self._limits.window <= now:
            done.popleft()
        if most is None or len(done) < most:
            return 0.0
        return done[-most] + self._limits.window - now if most else self._limits.window

    def _crowded(self, channel: str, now: float) -> float:
        """Seconds until the channel takes one more post."""
        spare = (self._limits.burst - 1) * self._limits.apart
        return self._rested.get(channel, now) - spare - now
