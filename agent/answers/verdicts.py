"""What a draft lists at its end, and whether each condition of the task is met. Pure.

A verdict stands only on words that are in an opened source, to the letter; without them it is unknown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from agent.answers.listing import Item
from agent.answers.standings import condition_id, standing
from agent.clean import tidy
from agent.facts import Passage, Standing, Verdict
from agent.grounding.quotes import AT_MOST, places, weight
from agent.ledger import Ledger

_PLACES = 20  # of the same words in one passage that are looked at
LIGHTEST = 3  # letters and digits of words that show anything


@dataclass(frozen=True)
class Claim:
    """What a draft says of one condition, before it is looked at."""

    condition: str
    standing: Standing
    number: int = 0
    words: str = ""


@dataclass(frozen=True)
class Stand:
    """Where words stand: in which source, in which passage of it, and there from `start` to `end`."""

    number: int
    passage: Passage
    start: int
    end: int

    @property
    def words(self) -> str:
        """As the source has them."""
        return self.passage.text[self.start : self.end]


def claims(value: object) -> tuple[Claim, ...]:
    """Those of a list of verdicts, or of an object that has them by their ids."""
    if isinstance(value, Mapping):
        by_id = [(id, one if isinstance(one, Mapping) else {"verdict": one}) for id, one in value.items()]
        value = [value] if "id" in value and "verdict" in value else [{**one, "id": id} for id, one in by_id]
    given = value if isinstance(value, list) else []
    return tuple(one for item in given if isinstance(item, Mapping) and (one := claim(item)))


def claim(item: Item) -> Claim | None:
    """One object of a list of verdicts; None for what is none."""
    id = condition_id(item.get("id"))
    said_so = standing(item.get("verdict"), id)
    if not id or said_so is None:
        return None
    words = item.get("words")
    said = tidy(words).strip() if isinstance(words, str) else ""
    return Claim(id, said_so, number(item.get("number")), said) if said_so != "unknown" else Claim(id, said_so)


def number(value: object) -> int:
    """A source's number as models write it: 2, 2.0, "2", "[2]"; 0 for none."""
    if isinstance(value, str):
        found = re.fullmatch(r"\s*\[?\s*(\d{1,6})\s*\]?\s*", value, re.A)
        return int(found[1]) if found else 0
    whole = isinstance(value, int | float) and not isinstance(value, bool) and value == value // 1
    return int(value) if whole and isinstance(value, int | float) and 0 < value < 1_000_000 else 0


def stands(words: str, numbers: Iterable[int], ledger: Ledger) -> Iterator[Stand]:
    """The places in these sources where the words stand to the letter."""
    if not words or len(words) > AT_MOST:
        return
    for number in numbers:
        for passage in ledger.passages(number):
            yield from (Stand(number, passage, *span) for span in islice(places(words, passage.text), _PLACES))


def verdict(said: Claim, found: Stand) -> Verdict:
    return Verdict(condition=said.condition, standing=said.standing, number=found.number, words=found.words)


def unfit(said: Claim, about: str, source: str) -> str:
    """What is wrong with the words of a claim by themselves; "" for nothing."""
    if not said.words:
        return f'{about} needs "words": the part of {source} that says so, copied letter by letter.'
    if len(said.words) > AT_MOST:
        return f"{about} rests on more than {AT_MOST} characters: copy only the sentence that says so."
    if weight(said.words) < LIGHTEST:
        return f"{about} rests on words that are too short to show anything: copy more of that sentence or row."
    return ""


def not_there(said: Claim, about: str, source: str) -> str:
    words = " ".join(said.words.split())
    short = words if len(words) <= 100 else words[:99] + "…"
    return f"{about}: “{short}” does not stand in {source}. Copy the words letter by letter, or say unknown."
