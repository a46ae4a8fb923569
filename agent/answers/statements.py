"""The statements of a draft and what the opened words make of each: its grade, what to mend, what may stay. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from agent.answers.asides import is_admission, is_aside, is_heading
from agent.answers.counting import counts_with, label
from agent.answers.encoded import inside, is_block, reads_as_prose, unticked
from agent.answers.framing import asserted, below, listed_below, states_whole
from agent.answers.lacking import lacking
from agent.answers.opinion import NONE, Opinion, Opinions, drafts, key, known
from agent.answers.questions import asks_back
from agent.answers.signed import is_signature
from agent.answers.stretches import Stretch, better, stretches, together
from agent.answers.units import LEAD, LEFT_OUT, Form, Part, Unit, as_said, bare, beside, numbers_in, parts, short
from agent.facts import Statement
from agent.grounding.grading import Found, found
from agent.grounding.languages import language
from agent.grounding.negation import polarity
from agent.grounding.passages import Opened
from agent.grounding.restating import restates
from agent.markdown.formulas import plain_numbers
from agent.run import Run

GRADED_AT_MOST = 300  # different statements of a draft that are looked up; the rest is not confirmed
_BEGINS = "The words of "
_SENT_BACK = 2  # drafts that go back for what their sources do not say; after that what stands is shown
_FAULTS_AT_MOST = 12
_NAMED = 8  # lacking words of a kind that a fault names
_NEAREST = 300  # characters
_TONGUE = 3_000  # characters of a draft that tell its language
_ANYWHERE = Part(0, 0, ())
_UNREAD = Found("not found", 0, "", "", vetoed=True)  # of what is one too many to be looked up
Role = Literal["claim", "frame", "code"]


@dataclass(frozen=True)
class Judged:
    """A statement and its place in a block, with what was found of it. A `frame` is what stands around claims and
    tells a figure or a name all the same; `code` stays, whatever was found of it."""

    part: Part
    statement: Statement
    found: Found
    free: bool  # it only says again what was asked, or claims nothing: no source has to carry it
    role: Role = "claim"

    @property
    def denied(self) -> bool:
        """Code found it in its sources, as far as words tell, and the model's second look did not."""
        return self.role == "claim" and not self.free and not self.unfound and self.statement.seconded == "no"

    @property
    def unfound(self) -> bool:
        """Nothing carries it, or a number, a date or a name that it gives stands nowhere."""
        if self.role == "frame":
            return self.found.vetoed
        return self.found.grade == "not found" or (self.found.grade == "weak" and self.found.vetoed)

    @property
    def fails(self) -> bool:
        """It cannot stay."""
        return self.role != "code" and not self.free and (self.unfound or self.denied)

    @property
    def unread(self) -> bool:
        """It was one too many to be looked up."""
        return self.found is _UNREAD


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

    def __init__(self, run: Run, units: Sequence[Unit], opinions: Opinions = NONE) -> None:
        cited = {number for unit in units for number in unit.numbers if run.ledger.is_open(number)}
        self._run = run
        self._opened = Opened.of({number: run.ledger.passages(number) for number in sorted(cited)})
        self._tongue = language(" ".join(bare(unit.text) for unit in units[:20])[:_TONGUE])
        self._asked = "\n".join(turn.text for turn in run.turns if turn.speaker == run.asked.by)
        self._known: dict[tuple[str, tuple[int, ...]], tuple[Found, bool]] = {}
        self._counted: dict[tuple[str, tuple[int, ...]], bool] = {}
        self._read: dict[tuple[str, Form, tuple[int, ...], tuple[int, ...]], Judged] = {}
        self._looked_up = 0
        self._framed: dict[tuple[str, tuple[int, ...]], Found | None] = {}
        self._opinions = {**known(run), **opinions}

    @property
    def overflows(self) -> bool:
        """Whether a draft says more than is looked up."""
        return self._looked_up >= GRADED_AT_MOST

    @cached_property
    def _all_opened(self) -> Opened:
        """Whatever was opened, cited or not."""
        numbers = (source.number for source in self._run.ledger.sources if self._run.ledger.is_open(source.number))
        more = {number: self._run.ledger.passages(number) for number in numbers if number not in self._opened.sources}
        return Opened({**self._opened.sources, **Opened.of(more).sources})

    @cached_property
    def _given(self) -> str:
        """What needs no source in a heading: what was asked, today's date, and when sources were published."""
        published = (source.published for source in self._run.ledger.sources)
        return "\n".join([self._asked, self._run.today, *filter(None, published)])

    def judged(self, unit: Unit) -> tuple[Judged, ...]:
        """The statements of a block that cites opened sources, each judged by those it cites."""
        return tuple(self._judged(unit, part) for part in parts(unit))

    def code(self, unit: Unit, numbers: Sequence[int]) -> Judged:
        """Code, judged by the sources of what stands before it, or of the draft; prose in it, and what stands in a
        line of its own between backticks, is a claim."""
        judged = self._judged(unit, Part(0, len(unit.text), tuple(numbers) or (*self._opened.sources,)))
        return replace(judged, role="code") if is_block(unit.text) and not reads_as_prose(unit.text) else judged

    def frames(self, blocks: Sequence[Unit], at: int) -> tuple[Judged, ...]:
        """What stands around the claims of a block, or of those below it, and tells more than a topic."""
        unit = blocks[at]
        bold = unit.claims and not unit.numbers and is_heading(unit.text)
        around = [Part(0, len(unit.text), ())] if bold else beside(unit)
        framing = (self._frame(blocks, at, part) for part in around)
        return tuple(one for one in framing if one)

    def _frame(self, blocks: Sequence[Unit], at: int, part: Part) -> Judged | None:
        text = bare(blocks[at].text[part.start : part.end])
        numbers = self._open(blocks[at].numbers) if is_signature(text) else ()
        if (text, numbers) not in self._framed:  # what was counted below it may be less by now
            signs = is_signature(text)
            self._framed[text, numbers] = (
                self._signed(text, numbers) if signs else self._told_around(text, blocks, at)
            )
        framed = self._framed[text, numbers]
        return Judged(part, _stated(text, (), framed), framed, free=False, role="frame") if framed else None

    def _cited_below(self, blocks: Sequence[Unit], at: int) -> tuple[int, ...]:
        """The sources of what stands below a heading or a lead-in."""
        return self._open(dict.fromkeys(number for unit in below(blocks, at) for number in unit.numbers))

    def _open(self, numbers: Iterable[int]) -> tuple[int, ...]:
        return tuple(number for number in numbers if number in self._opened.sources)

    def _signed(self, text: str, numbers: tuple[int, ...]) -> Found | None:
        """What is found of whose words a quote is said to have."""
        if self.overflows:
            return _UNREAD
        self._looked_up += 1
        return found(text, self._all_opened, numbers or tuple(self._all_opened.sources), self._given)

    def _told_around(self, text: str, blocks: Sequence[Unit], at: int) -> Found | None:
        """What is found of a heading and the like; None where it tells nothing."""
        if self.overflows:
            return _UNREAD if re.search(r"\d", text) else None
        told = "" if asks_back(text) else asserted(plain_numbers(text), _counted(text, blocks, at), self._tongue)
        if told:
            self._looked_up += 1
            return found(told, self._all_opened, tuple(self._all_opened.sources), self._given)
        sums_up = blocks[at].form == "prose" and not asks_back(text) and states_whole(text)
        return self._summed_up(text.rstrip(" :："), self._cited_below(blocks, at)) if sums_up else None

    def _summed_up(self, text: str, numbers: tuple[int, ...]) -> Found:
        """What is found of a sentence that sums up what stands below it: other words than those of its sources do not
        speak against it, the contrary of them does. Where both have a "not" it may be the same one."""
        self._looked_up += 1
        one = found(text, self._all_opened, numbers or tuple(self._all_opened.sources), self._given)
        alike = bool(polarity(text).word and polarity(one.excerpt).word)
        return replace(one, vetoed=not one.agrees and not alike)

    def _judged(self, unit: Unit, part: Part) -> Judged:
        """A statement by its words and the numbers around them: where these repeat, so does what is made of them."""
        key = unit.text[part.start : part.end], unit.form, part.numbers, unit.numbers
        if key not in self._read:
            self._read[key] = self._looked_at(unit, part)
        return replace(self._read[key], part=part)

    def _looked_at(self, unit: Unit, part: Part) -> Judged:
        written = unit.text[part.start : part.end]
        text = _words(unit, written)
        numbers = self._open(part.numbers) or self._open(unit.numbers)
        if unit.form != "code":
            written = self._uncounted(written, numbers)
        told = _told(self._uncounted(text, numbers)) if unit.form != "code" else text
        found, again = self._found(told, numbers)
        if unit.form == "prose" and found.grade in ("weak", "not found"):
            found = self._by_marks(written, numbers, found)
        if part.numbers and not self._open(
            part.numbers
        ):  # its own lead nowhere: what its neighbours cite is no excuse
            found = replace(found, vetoed=found.vetoed or found.grade == "weak")
        free = again or (is_aside(text, self._asked) and not numbers_in(written, unit.form))
        return Judged(part, self._seconded(_stated(text, numbers, found), found), found, free)

    def _uncounted(self, text: str, numbers: tuple[int, ...]) -> str:
        """A statement without what counts it, where none of its sources counts with the same word."""
        word, start = label(text)
        if word and (word, numbers) not in self._counted:
            passages = (one.text for number in numbers for one in self._opened.sources[number].passages)
            self._counted[word, numbers] = counts_with(word, passages)
        return text if word and self._counted[word, numbers] else text[start:]

    def _by_marks(self, written: str, numbers: tuple[int, ...], whole: Found) -> Found:
        """A sentence that fails as a whole, by its parts, each in the sources of its mark, else in all of them."""
        parts = [(one, self._stretch(one, numbers)) for one in stretches(written)]
        return together(whole, parts) if parts else whole

    def _stretch(self, one: Stretch, numbers: tuple[int, ...]) -> Found:
        own = self._open(one.numbers)
        found = self._found(_told(one.text), own or numbers)[0]
        failing = found.vetoed or found.grade == "not found"
        return better(found, self._found(one.text, numbers)[0]) if failing else found

    def _seconded(self, one: Statement, found: Found) -> Statement:
        """A statement with what a model made of it, where that still is about what was found."""
        opinion = self._opinions.get(key(one.text, one.numbers), Opinion())
        if not opinion.holds(found.grade, found.excerpt):
            return one
        if opinion.seconded == "yes" and found.foreign and found.agrees and found.grade == "weak":
            return one.model_copy(update={"grade": "translated", "seconded": "yes", "raised": True})
        taken = opinion if found.grade != "not found" else Opinion()
        return one.model_copy(update={"seconded": taken.seconded, "doubt": taken.reason})

    def _found(self, text: str, numbers: tuple[int, ...]) -> tuple[Found, bool]:
        key = text, numbers
        if key not in self._known:
            if self.overflows:
                return _UNREAD, False
            self._looked_up += 1
            self._known[key] = found(text, self._opened, numbers, self._asked, each=True), restates(text, self._asked)
        return self._known[key]

    def kept(self, unit: Unit, judged: Sequence[Judged]) -> Kept:
        """What stays of a block with these statements. One without a number that only says what was asked stays."""
        if not unit.claims:
            return _around(unit, judged)
        if not judged:
            free = not unit.numbers and self.restates(bare(unit.text))
            return Kept(unit) if free else Kept(None, lost=(as_said(unit.text),))
        staying = [one for one in judged if one.role == "claim" and not one.fails and not one.free]
        # Not "Yes." beside what it stands for; but one word too much is a statement ("It is poisonous.").
        telling = [one for one in staying if one.found.tells or one.statement.lacking] or staying
        apart = _apart(judged)
        left = _left(unit, judged) if staying or not (apart.lost or apart.denied) else None
        return replace(apart, unit=left, statements=tuple(one.statement for one in telling), carried=bool(staying))

    def restates(self, text: str) -> bool:
        """Whether a block or a sentence needs no source: it says again what was asked, or claims nothing."""
        return restates(text, self._asked) or is_aside(text, self._asked)

    def admits(self, text: str) -> bool:
        """Whether it only says that nothing was found."""
        return is_admission(text, self._asked)


def _counted(text: str, blocks: Sequence[Unit], at: int) -> frozenset[int]:
    """What a heading may count, where it gives a figure at all."""
    return listed_below(blocks, at) if re.search(r"\d", text) else frozenset()


def _words(unit: Unit, written: str) -> str:
    """A statement as it is shown: code with its signs, prose without them."""
    if unit.form != "code":
        return bare(written)
    return bare(inside(written)) if reads_as_prose(written) else written.strip("\n")


def _told(text: str) -> str:
    """A statement as it is looked up: prose without the signs of code, numbers without those of a formula."""
    return plain_numbers(unticked(text)).replace(LEFT_OUT, "")


def _stated(text: str, numbers: tuple[int, ...], found: Found) -> Statement:
    """A statement with what was found of it."""
    return Statement(
        text=text,
        numbers=numbers,
        excerpt=found.excerpt,
        number=found.number,
        where=found.where,
        grade=found.grade,
        spans=found.spans,
        lacking=found.lacking,
        also=found.also if numbers else (),
        idle=found.idle if numbers else (),
    )


def _apart(judged: Sequence[Judged]) -> Kept:
    """Of a block only what is set apart."""
    failing = [one for one in judged if one.fails and not one.denied]
    return Kept(
        None,
        lost=tuple(one.statement.text for one in failing),
        unfound=tuple(one.statement for one in failing if not one.unread),
        denied=tuple(one.statement for one in judged if one.denied),
    )


def _around(unit: Unit, judged: Sequence[Judged]) -> Kept:
    """A block that claims nothing, without what fails of it: of a table's head the cells, else all of it."""
    going = [one.part for one in judged if one.fails]
    if not going:
        return Kept(unit, tuple(one.statement for one in judged if one.role != "frame"))
    left = _emptied(unit, going) if unit.form == "row" else _unsigned(unit) if is_signature(unit.text) else None
    return replace(_apart(judged), unit=left)


def _unsigned(unit: Unit) -> Unit | None:
    """Of a signature the marks, on which the quote above it rests."""
    lead = unit.text[: len(unit.text) - len(unit.text.lstrip(" \t>"))]
    marks = "".join(f"[{number}]" for number in unit.numbers)
    return replace(unit, text=f"{lead}— {marks}") if marks else None


def _emptied(row: Unit, cells: Sequence[Part]) -> Unit:
    text = row.text
    for cell in reversed(cells):
        text = f"{text[: cell.start]}  {text[cell.end :]}"
    return replace(row, text=text)


def _left(unit: Unit, judged: Sequence[Judged]) -> Unit | None:
    """A block without the statements that fail; None where nothing stays."""
    going = sorted(one.part for one in judged if one.fails)
    staying = [
        one.part._replace(numbers=one.statement.numbers) for one in judged if not one.fails and one.role == "claim"
    ]
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
        if whole:
            text = before + after[1:].lstrip(" \t>")
        else:
            text = (
                (before.rstrip(" ") if after.startswith("\n") else before) + after
                if after.strip()
                else _ended(before)
            )
    if not numbers_in(text, unit.form):
        text = f"{text.rstrip()} {''.join(f'[{number}]' for number in staying[-1].numbers)}".rstrip()
    return replace(unit, text=text, numbers=numbers_in(text, unit.form))


def _ended(text: str) -> str:
    """A text without what only leads in to a further line."""
    before, broken, last = text.rpartition("\n")
    return (before if broken and not last.strip(" \t>") else text).rstrip()


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
    told: dict[str, None] = {}
    for one in dict.fromkeys(replace(one, part=_ANYWHERE) for one in judged):  # one that repeats is told once
        told.update(dict.fromkeys(fault for fault in _fault(one) if _head(fault) not in heads))
        if len(told) >= _FAULTS_AT_MOST:
            break
    return tuple(told)[:_FAULTS_AT_MOST]


def is_about_words(fault: str) -> bool:
    return fault.startswith(_BEGINS)


def _head(fault: str) -> str:
    return fault.partition("”.")[0]


def _fault(judged: Judged) -> Iterator[str]:
    grade, one = judged.found.grade, judged.statement
    if judged.free or judged.unread or judged.statement.raised or grade not in ("weak", "not found"):
        return
    if not (judged.fails if judged.role == "frame" else judged.found.tells):
        return
    sources = "".join(f"[{number}]" for number in one.numbers) or "the opened sources"
    nearest = f" Nearest: «{_cut(one.excerpt)}»." if one.excerpt else ""
    yield f"{_BEGINS}{sources} do not carry: “{short(one.text)}”.{nearest}{_advice(judged)}"


def _advice(judged: Judged) -> str:
    if judged.found.foreign and judged.role != "frame":
        return (
            " The source is in another language: put its own words, verbatim and in quotation marks, behind the "
            f"claim.{_missing(judged)}"
        )
    return f"{_missing(judged)} Correct it, cite the source that says it, or drop it."


def _missing(judged: Judged) -> str:
    lacks = lacking(judged.statement)
    return _named("Not found there", lacks.nowhere) + _named("There, but likely of something else", lacks.elsewhere)


def _named(what: str, words: Sequence[str]) -> str:
    return f" {what}: {'; '.join(map(short, words[:_NAMED]))}." if words else ""


def _cut(excerpt: str) -> str:
    plain = " ".join(excerpt.split())
    return plain if len(plain) <= _NEAREST else plain[: _NEAREST - 1] + "…"
