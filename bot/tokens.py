"""What a button carries: parts that say what it is about, and a mark that only this log's key can make. Pure.

A token is no state: it names a run and a position in it, and the log says what has become of that. Any process with
the log can verify it, also days later and after a restart.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable

Sign = Callable[..., str]  # sign("approve", run, "12", "3.1", digest) -> the button's value


def signer(key: bytes) -> Sign:
    """A function that makes tokens with this key. Parts are joined with "|", which none of them may hold."""

    def sign(*parts: str) -> str:
        if any("|" in part for part in parts):
            raise ValueError("a token's parts hold no |")
        text = "|".join(parts)
        return f"{text}|{_mark(key, text)}"

    return sign


def verified(key: bytes, token: str) -> tuple[str, ...] | None:
    """The parts of a token made with this key; None for anything else."""
    text, _, mark = token.rpartition("|")
    if not text or not hmac.compare_digest(_bytes(mark), _bytes(_mark(key, text))):
        return None
    return tuple(text.split("|"))


def _mark(key: bytes, text: str) -> str:
    return hmac.new(key, _bytes(text), hashlib.sha256).hexdigest()[:32]


def _bytes(text: str) -> bytes:
    """Half a character, which JSON can hold, is a text like any other: it must neither raise nor pass for another."""
    return text.encode("utf-8", "surrogatepass")
