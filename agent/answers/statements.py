"""The statements of a draft and what the opened words make of each: its grade, what to mend, what may stay. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from agent.answers.asides import is_admission, is_aside
from agent.answers.opinion import NONE, Opinion, Opinions, drafts, known
from agent.answers.units import LEAD, LEFT_OUT, Part, Unit, as_said, bare, numbers_in, parts, short
from agent.facts import Statement
from agent.grounding.grading import Found, found, restates
from agent.grounding.passages import Opened
from agent.run import Run

_BEGINS = "The words of "
_SENT_BACK = 2  # drafts that go back for what their sources do not say; after that what stands is shown
_FAULTS_AT_MOST = 12
_NAMED = 8  # lacking words that a fault names
_NEAREST = 300  # characters


@dataclass(frozen=True)
class Judged:
    """A statement and its place in a block, with what was found of it."""

    part: Part
    statement: Statement
    found: Found
    free: bool  # it only says again what was asked, or claims nothing: no source has to carry it

    @property
    def denied(self) -> bool:
        """Code found it in its sources, as far as words tell, and the model's second look did not."""
        return not self.free and not self.unfound and self.statement.seconded == "no"

    @property
    def unfound(self) -> bool:
        """Nothing carries it, or a number, a date or a name that it gives stands nowhere."""
        return self.found.grade == "not found" or (self.found.grade == "weak" and self.found.vetoed)

    @property
    def fails(self) -> bool:
        """It cannot stay."""
        return not self.free and (self.unfound or self.denied)


@dataclass(frozen=True)
class Kept:
    """What stays of a block, None for nothing, with its statements; those that were lost, in words, and of these what
    was looked for in vain; and those that only the model's second look denied."""

    unit: Unit | None
    statements: tuple[Statement, ...] = ()
    lost: tuple[str, ...] = ()
    unfound: tuple[Statement, ...] = ()
    denied: tuple[Statement, ...] = ()
    carried: bool = False


class Grader:
    """Grades statements against the opened words of a run. What was graded once is known. The `opinions` of a model
    count where code leaves something open, and where they deny what it found."""

    def __init__(self, run: Run, units: Iterable[Unit], opinions: Opinions = NONE) -> None:
        cited = {number for unit in units for number in unit.numbers if run.ledger.is_open(number)}
        self._opened = Opened.of({number: run.ledger.passages(number) for number in sorted(cited)})
        self._asked = "\n".join(turn.text for turn in run.turns if turn.speaker == run.asked.by)
        self._known: dict[tuple[str, tuple[int, ...]], tuple[Found, bool]] = {}
        self._opinions = {**known(run), **opinions}

    def judged(self, unit: Unit) -> tuple[Judged, ...]:
        """The statements of a block that cites opened sources, each judged by those it cites."""
        return tuple(self._judged(unit, part) for part in parts(unit))

    def code(self, unit: Unit, numbers: Sequence[int]) -> Judged:
        """Code, judged by the sources of what stands before it."""
        return self._judged(unit, Part(0, len(unit.text), tuple(numbers)))

    def _judged(self, unit: Unit, part: Part) -> Judged:
        written = unit.text[part.start : part.end]
        text = written.strip("\n") if unit.form == "code" else bare(written)
        told = text.replace(LEFT_OUT, "")
        numbers = tuple(number for number in part.numbers if number in self._opened.sources)
        numbers = numbers or tuple(number for number in unit.numbers if number in self._opened.sources)
        found, again = self._found(told, numbers)
        free = again or (is_aside(text, self._asked) and not numbers_in(written, unit.form))
        opinion = self._opinions.get((text, numbers), Opinion())
        opinion = opinion if opinion.holds(found.grade, found.excerpt) else Opinion()
        raised = opinion.seconded == "yes" and found.foreign and found.agrees and found.grade == "weak"
        taken = opinion if found.grade != "not found" else Opinion()
        statement = Statement(
            text=text,
            numbers=numbers,
            excerpt=found.excerpt,
            number=found.number,
            where=found.where,
            grade="translated" if raised else found.grade,
            spans=found.spans,
            lacking=found.lacking,
            seconded=taken.seconded,
            doubt=taken.reason,
            raised=raised,
            also=found.also,
            idle=found.idle,
        )
        return Judged(part, statement, found, free)

    def _found(self, text: str, numbers: tuple[int, ...]) -> tuple[Found, bool]:
        key = text, numbers
        if key not in self._known:
            self._known[key] = found(text, self._opened, numbers, self._asked), restates(text, self._asked)
        return self._known[key]

    def kept(self, unit: Unit, judged: Sequence[Judged]) -> Kept:
        """What stays of a block with these statements. One without a number that only says what was asked stays."""
        if not unit.claims:
            return Kept(unit, tuple(one.statement for one in judged))
        if not judged:
            free = not unit.numbers and self.restates(bare(unit.text))
            return Kept(unit) if free else Kept(None, lost=(as_said(unit.text),))
        staying = [one for one in judged if not one.fails and not one.free]
        # Not "Yes." beside what it stands for; but one word too much is a statement ("It is poisonous.").
        telling = [one for one in staying if one.found.tells or one.statement.lacking] or staying
        unfound = tuple(one.statement for one in judged if one.fails and not one.denied)
        lost = tuple(one.text for one in unfound)
        denied = tuple(one.statement for one in judged if one.denied)
        left = _left(unit, judged) if staying or not (lost or denied) else None
        return Kept(left, tuple(one.statement for one in telling), lost, unfound, denied, carried=bool(staying))

    def restates(self, text: str) -> bool:
        """Whether a block or a sentence needs no source: it says again what was asked, or claims nothing."""
        return restates(text, self._asked) or is_aside(text, self._asked)

    def admits(self, text: str) -> bool:
        """Whether it only says that nothing was found."""
        return is_admission(text, self._asked)


def _left(unit: Unit, judged: Sequence[Judged]) -> Unit | None:
    """A block without the statements that fail; None where nothing stays."""
    going = [one.part for one in judged if one.fails]
    staying = [one.part._replace(numbers=one.statement.numbers) for one in judged if not one.fails]
    return without_parts(unit, going, staying)


def without_parts(unit: Unit, going: Sequence[Part], staying: Sequence[Part]) -> Unit | None:
    """A block without some of its statements; None where none stays. A sentence that leant on the mark of one that
    goes gets its own."""
    if not going or not staying:
        return unit if staying else None
    text = unit.text
    for part in reversed(going):
        before, after = text[: part.start].rstrip(" ") + _gap(text, part), text[part.end :].lstrip(" ")
        whole = after.startswith("\n") and not LEAD.sub("", before.rpartition("\n")[2], count=1).strip()
        text = before + (after[1:].lstrip(" ") if whole else after) if after.strip() else before.rstrip()
    if not numbers_in(text, unit.form):
        text = f"{text.rstrip()} {''.join(f'[{number}]' for number in staying[-1].numbers)}".rstrip()
    return replace(unit, text=text, numbers=numbers_in(text, unit.form))


def _gap(text: str, part: Part) -> str:
    before = text[: part.start]
    return before[len(before.rstrip(" ")) :] if text[part.end :].strip() else ""


def faults(run: Run, judged: Iterable[Judged]) -> tuple[str, ...]:
    """What to mend, in words for the model; each statement once, and none after two drafts went back for it."""
    earlier = [one.checked.faults for one in drafts(run) if one.checked]
    said = [[fault for fault in listed if is_about_words(fault)] for listed in earlier]
    if sum(map(bool, said)) >= _SENT_BACK:
        return ()
    heads = {_head(fault) for listed in said for fault in listed}
    fresh = (fault for one in judged for fault in _fault(one) if _head(fault) not in heads)
    return tuple(dict.fromkeys(fresh))[:_FAULTS_AT_MOST]


def is_about_words(fault: str) -> bool:
    return fault.startswith(_BEGINS)


def _head(fault: str) -> str:
    return fault.partition("”.")[0]


def _fault(judged: Judged) -> Iterator[str]:
    grade, one = judged.found.grade, judged.statement
    if judged.free or judged.statement.raised or grade not in ("weak", "not found"):
        return
    if not judged.found.tells:
        return
    sources = "".join(f"[{number}]" for number in one.numbers)
    nearest = f" Nearest: «{_cut(one.excerpt)}»." if one.excerpt else ""
    yield f"{_BEGINS}{sources} do not carry: “{short(one.text)}”.{nearest}{_advice(judged)}"


def _advice(judged: Judged) -> str:
    if judged.found.foreign:
        return (
            " The source is in another language: put its own words, verbatim and in quotation marks, behind the "
            f"claim.{_missing(judged)}"
        )
    return f"{_missing(judged)} Correct it, cite the source that says it, or drop it."


def _missing(judged: Judged) -> str:
    lacking = [short(one) for one in judged.statement.lacking[:_NAMED]]
    return f" Not found there: {'; '.join(lacking)}." if lacking else ""


def _cut(excerpt: str) -> str:
    plain = " ".join(excerpt.split())
    return plain if len(plain) <= _NEAREST else plain[: _NEAREST - 1] + "…"
