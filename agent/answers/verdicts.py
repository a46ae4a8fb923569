"""What a draft lists at its end, and whether each condition of the task is met. Pure.

A verdict stands only on words that are in an opened source, to the letter; without them it is unknown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from agent.answers.listing import Item, Listed
from agent.answers.standings import condition_id, standing
from agent.clean import tidy
from agent.documents.words import folded
from agent.facts import Condition, Passage, Standing, Verdict
from agent.grounding.languages import NEGATES, NEGATES_BEHIND, NO_NEGATION
from agent.grounding.negation import polarity
from agent.grounding.quotes import AT_MOST, places, weight
from agent.grounding.telling import shared
from agent.ledger import Ledger
from agent.run import Run

_CLAUSE = re.compile(
    r"[,;:.!?()|—–、。，；\n]|\s(?:but|and|aber|sondern|und|ale|lecz|pero|sino|mais|y|et|i|oraz|while|whereas)\s",
    re.I,
)
_LACKS = re.compile(r"lack(?:s|ed|ing)?|missing|absent|fehl(?:t|en|te)|brak(?:uje)?|carece|manque", re.I)
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


# --- of an answer that is no shortlist ----------------------------------------------------------------------------


def examined(run: Run, listed: Listed) -> tuple[tuple[Verdict, ...], tuple[str, ...]]:
    """One verdict for each condition of the task, and what to mend."""
    wanted = [condition.id for condition in run.intent.conditions] if run.intent else []
    given = claims(list(listed.verdicts or ()))
    said = {one.condition: one for one in given}
    twice = [id for id in said if len({one.standing for one in given if one.condition == id}) > 1]
    said.update({id: Claim(id, "unknown") for id in twice})
    faults = [f"The verdicts block does not list {id}." for id in wanted if id not in said]
    faults += [f"The verdicts block lists {id} twice, and not the same; list it once." for id in twice]
    faults += [
        f"The verdicts block lists {id}, which is no condition of the task." for id in said if id not in wanted
    ]
    conditions = run.intent.conditions if run.intent else ()
    looked = [_examined(run.ledger, said.get(one.id, Claim(one.id, "unknown")), one) for one in conditions]
    told = said_before(run)
    faults += [fault for _, fault in looked if fault and fault not in told]
    return tuple(verdict for verdict, _ in looked), tuple(faults)


def said_before(run: Run) -> frozenset[str]:
    """The faults that this task's drafts had before: what a model did not mend once it will not mend."""
    since = run.intents[-1][0] if run.intents else 0
    earlier = (one.checked for one in run.rounds if one.seq > since and one.checked)
    return frozenset(fault for checked in earlier for fault in checked.faults)


def _examined(ledger: Ledger, said: Claim, condition: Condition) -> tuple[Verdict, str]:
    unknown = Verdict(condition=said.condition, standing="unknown")
    if said.standing == "unknown":
        return unknown, ""
    if not ledger.is_open(said.number):
        return unknown, f"The verdict on {said.condition} names no opened source."
    if fault := unfit(said, f"The verdict on {said.condition}", f"[{said.number}]"):
        return unknown, fault
    about = f"The verdict on {said.condition}"
    found = list(stands(said.words, [said.number], ledger))
    if not found:
        return unknown, not_there(said, about, f"[{said.number}]")
    fault = contrary(said, found, condition, about)
    return (unknown, fault) if fault else (verdict(said, found[0]), "")


def contrary(said: Claim, found: Sequence[Stand], condition: Condition, about: str) -> str:
    """What is wrong where a "not" that the words stand under, in one place or another, is left out of them, or where
    they deny what the verdict states; "" for nothing. Only what is plain: of most words code cannot tell what they
    say."""
    if left_out := next(filter(None, map(_left_out, found)), ""):
        return f"{about}: “{left_out}” stands by these words and changes them. Copy the whole sentence or row."
    if not _is_contrary(said, found[0].words, condition):
        return ""
    means = " Of a must_not, “met” says that it is avoided." if _is_avoided(condition) else ""
    return f"{about}: these words say the contrary of “{said.standing}”.{means} Put the verdict or the words right."


def _left_out(found: Stand) -> str:
    """The word that denies in the clause around words that do not have it."""
    text = found.passage.text
    before = _CLAUSE.split(text[max(0, found.start - 200) : found.start])[-1]
    behind = _CLAUSE.split(text[found.end : found.end + 60])[0]
    within = _denying(found.words)
    return "" if within else _denying(before) or _denying(behind)


def _denying(text: str) -> str:
    text = NO_NEGATION.sub(" ", text)
    words = (
        one[0] for one in re.finditer(r"[^\W\d_]+", text) if folded(one[0]) in NEGATES or _LACKS.fullmatch(one[0])
    )
    behind = NEGATES_BEHIND.search(text)
    return next(words, behind[0] if behind else "")


def _is_avoided(condition: Condition) -> bool:
    return condition.id.startswith("must_not")


def _is_contrary(said: Claim, words: str, condition: Condition) -> bool:
    one, other = polarity(words), polarity(condition.text)
    differs = bool(one.differs(other))
    same = (one.denied & other.denied) | (one.stated & other.stated)
    if not _is_avoided(condition):
        return said.standing == "met" and differs and not same
    if said.standing == "not met":
        return differs and not same
    wish = _long(condition.text)
    return not differs and bool(wish) and shared(wish, _long(words)) == wish and not re.search(r"\d", condition.text)


def _long(text: str) -> frozenset[str]:
    """The words of four letters and more, also those that tell little by themselves ("requires")."""
    return frozenset(folded(word) for word in re.findall(r"[^\W\d_]{4,}", text))


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
