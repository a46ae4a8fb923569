"""What was read of a text, kept for the next time. Pure, as what is kept is.

Each of several readers takes a draft apart anew, block by block, and a draft that repeats itself has thousands of
blocks that are the same. Of long texts, which take much room, only the last few are kept; `forget()` forgets all, as
what people wrote is to be forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from typing import Concatenate, ParamSpec, TypeVar

SHORT = 300  # characters
_SHORT_ONES = 20_000  # more than a draft has blocks: each reader goes through all of them
_LONG_ONES = 8

_kept: list[Callable[[], None]] = []  # what empties each
_Given = ParamSpec("_Given")
_Read = TypeVar("_Read", bound=Hashable)  # nobody changes what others read, too


def remembered(read: Callable[Concatenate[str, _Given], _Read]) -> Callable[Concatenate[str, _Given], _Read]:
    """The same reader, which knows texts again. All that it is given can be a key."""
    short, long = lru_cache(maxsize=_SHORT_ONES)(read), lru_cache(maxsize=_LONG_ONES)(read)

    _kept.extend((short.cache_clear, long.cache_clear))

    @wraps(read)
    def reading(text: str, /, *more: _Given.args, **further: _Given.kwargs) -> _Read:
        return (short if len(text) <= SHORT else long)(text, *more, **further)  # type: ignore[arg-type]

    return reading


def forget() -> None:
    for empty in _kept:
        empty()
