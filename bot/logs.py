"""What the process writes about itself: the log on standard error, and the trace it ends with. No key is in either.

Whatever is logged, at whatever level and by whichever library, passes here as it will stand: the message with its
arguments in it, the trace, and what an exception was caused by.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Iterable
from types import TracebackType

from agent.clean import HIDDEN, clean, redacted

FORM = "%(levelname)s %(name)s: %(message)s"
_SHORTEST = 6  # characters of a key; what is shorter stands in other words as well


class Safely(logging.Formatter):
    """Lines without what looks like a key, and without those that are `known` to be one whatever they look like."""

    def __init__(self) -> None:
        super().__init__(FORM)
        self.known: tuple[str, ...] = ()

    def format(self, record: logging.LogRecord) -> str:
        return self.safe(super().format(record))

    def safe(self, text: str) -> str:
        for key in self.known:
            text = text.replace(key, HIDDEN)
        return redacted(clean(text))


def begin() -> Safely:
    """From here on everything that is logged, and what ends the program, is written so on standard error."""
    safely, handler = Safely(), logging.StreamHandler(sys.stderr)
    handler.setFormatter(safely)
    logging.basicConfig(level=logging.WARNING, handlers=[handler])

    def ended(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        sys.stderr.write(safely.safe("".join(traceback.format_exception(kind, error, trace))))

    sys.excepthook = ended
    return safely


def hide(keys: Iterable[str]) -> None:
    """These are keys, the longest first, since one may hold another."""
    known = sorted({key for key in keys if len(key) >= _SHORTEST}, key=len, reverse=True)
    for handler in logging.getLogger().handlers:
        if isinstance(handler.formatter, Safely):
            handler.formatter.known = tuple(known)
