"""What an app shows around a thread: a status while it works, a title, prompts to begin with."""

from collections.abc import Callable

from bot.playground.slack.wire import Json

# https://docs.slack.dev/reference/methods/assistant.threads.setStatus: without a message it goes by itself.
STATUS_SECONDS = 120.0


class Assistant:
    """Statuses, titles and prompts by (channel, ts of the root); prompts also by (channel, "")."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._statuses: dict[tuple[str, str], tuple[float, str]] = {}
        self.titles: dict[tuple[str, str], str] = {}
        self.prompts: dict[tuple[str, str], list[Json]] = {}

    def set_status(self, channel: str, root: str, status: str) -> None:
        """Show it; "" takes it away."""
        self._statuses[channel, root] = (self._clock(), status)

    def status(self, channel: str, root: str) -> str:
        """What is shown there now, "" when nothing is."""
        at, status = self._statuses.get((channel, root), (0.0, ""))
        return status if self._clock() < at + STATUS_SECONDS else ""

    def answered(self, channel: str, root: str) -> None:
        """The app has written in the thread: its status goes."""
        self._statuses.pop((channel, root), None)
