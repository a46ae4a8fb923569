"""The check before an answer is shown: numbers, addresses, verdicts, and the words each claim rests on. Pure.

What the model wrote is never evidence. A claim stands if it carries the number of a source that was opened in this
run, whose words carry it (agent/answers/statements.py). Whatever cannot stand goes back to the model once more, and
is at the end shown apart as not confirmed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from agent.answers import dropped, independent, listing, shortlist, statements
from agent.answers.above import spread
from agent.answers.asides import is_heading
from agent.answers.opinion import NONE, Opinions
from agent.answers.placing import placed
from agent.answers.quoted import without_remains
from agent.answers.statements import GRADED_AT_MOST, Grader, Judged
from agent.answers.units import (
    LEFT_OUT,
    OF_A_CHAT_LIST,
    OF_A_LIST,
    Unit,
    bare,
    defining,
    joined,
    numbers_in,
    pieces,
    short,
    units,
)
from agent.answers.wrapped import unwrapped
from agent.clean import shows_nothing, tidy
from agent.facts import Answer, Checked, Reply, Source, Statement, Unanswered, Verdict
from agent.ledger import Ledger
from agent.markdown.fences import set_right, unfenced
from agent.markdown.formulas import is_formula
from agent.markdown.inert import inert
from agent.markdown.linkless import has_addresses, only_known, revealed, without_links
from agent.markdown.marks import cleared
from agent.markdown.notations import ours, without_signs
from agent.markdown.pointed import without_pointed
from agent.markdown.references import without_references
from agent.markdown.tags import without_tags
from agent.run import Run

LONGEST_DRAFT = 60_000  # characters; a longer draft is cut here and says so
_NO_ADDRESSES = "Write no addresses and no links: put the number of the source instead."
_TOO_MUCH = f"Your reply makes more than {GRADED_AT_MOST} statements, and only so many are looked up. Say less."
_FAULTS_AT_MOST = 8_000  # characters of all faults that go back at once
_AGAIN = 5  # times that what is left of a text is read anew


def check(run: Run, step: str, opinions: Opinions = NONE) -> Checked:
    """Examine the run's draft. Faults name what the model should mend; the answer is what can be shown as it is, and
    by the `opinions` of a model where it was asked for them."""
    reply = run.round.reply if run.round else Reply()
    said = tidy("" if reply.text == reply.refusal else reply.text)
    text = set_right(unwrapped(said.lstrip() or said))
    if run.intent is not None and run.intent.mode == "chat":
        return _chat(run, step, text, reply)
    draft = _Draft(run, reply, unfenced(text), opinions)
    faults = () if reply.declined else _bounded(dict.fromkeys(draft.faults()))
    return Checked(step=step, answer=draft.answer(), faults=_worth_mending(run, faults))


class _Draft:
    """A draft taken apart: its blocks, the list at its end, and what it says of things that were dropped."""

    def __init__(self, run: Run, reply: Reply, text: str, opinions: Opinions) -> None:
        self._run, self._reply, self._text = run, reply, text
        body, listed = listing.apart("" if shows_nothing(text) else text[:LONGEST_DRAFT])
        body = without_tags(without_pointed(set_right(ours(body, run.ledger))))
        body = without_references(body, run.ledger)
        blocks = _researched(body, run.ledger)
        self._leads = any(unit.gone for unit in blocks) or has_addresses(body)
        self._found = shortlist.found(run, listed)
        self._grader = Grader(run, blocks, opinions)
        self._said_so = dropped.said_so(blocks, self._found.left_out)
        self._blocks, self._against = dropped.without(blocks, self._found.left_out, self._grader.judged)

    def faults(self) -> Iterator[str]:
        """What the model should mend, in words for it."""
        run, grader = self._run, self._grader
        judged = _judged(self._blocks, run.ledger, grader)
        yield from _draft_faults(self._text, self._reply)
        yield from (_NO_ADDRESSES,) if self._leads else ()
        yield from _unit_faults(self._blocks, run.ledger, grader)
        yield from statements.faults(run, (one for _, all_ in judged for one in all_))
        yield from (_TOO_MUCH,) if grader.overflows else ()
        yield from self._found.faults
        yield from filter(None, [independent.fault(run)])
        yield from dropped.faults(self._against)

    def answer(self) -> Answer:
        """What can be shown of it as it is."""
        run, found = self._run, self._found
        cut_short = _cut_short(self._text, self._reply)
        shown = _settled(run, self._grader, _answer(run, self._grader, self._blocks, found.verdicts, cut_short))
        apart = (*self._against, *shown.unconfirmed)
        answer = found.on(shown.model_copy(update={"unconfirmed": apart}), run.ledger)
        if (found.candidates or found.nothing) and answer.unanswered:  # the list does
            answer = answer.model_copy(update={"unanswered": "", "text": answer.text or self._said_so})
        if self._grader.overflows and not answer.missing:
            answer = answer.model_copy(update={"missing": "The draft says more than is looked up."})
        return _inert(run, self._not_lost(answer))

    def _not_lost(self, answer: Answer) -> Answer:
        """An answer of which nothing is left, as it was written, among what is not confirmed: "[42]" can be what was
        asked for."""
        if answer.text or answer.unconfirmed or answer.denied or answer.candidates or answer.dropped:
            return answer
        written = short(" ".join(one.text for one in self._blocks if not self._grader.admits(bare(one.text))))
        return answer if shows_nothing(written) else answer.model_copy(update={"unconfirmed": (written,)})


def _chat(run: Run, step: str, draft: str, reply: Reply) -> Checked:
    """Small talk and work on the thread's own text: no citations, and no address that nobody wrote."""
    draft = "" if shows_nothing(draft) else set_right(without_signs(draft) or draft)
    text = _small_talk(draft[:LONGEST_DRAFT].strip(), run.known)
    for _ in range(_AGAIN):
        text, before = _small_talk(text, run.known), text
        if text == before:
            break
    else:
        text = ""
    faults = () if reply.declined else _worth_mending(run, _draft_faults(draft, reply))
    parts = [inert(text, run.spelled) or (LEFT_OUT if draft.strip() else ""), _cut_short(draft, reply)]
    return Checked(step=step, answer=Answer(mode="chat", text="\n\n".join(filter(None, parts))), faults=faults)


def _small_talk(text: str, known: frozenset[str]) -> str:
    body = only_known(without_pointed(text), known)
    found = revealed(units(defining(body, OF_A_CHAT_LIST)), known, lambda text: text)
    return joined(unit.text for unit in found)


def _researched(body: str, ledger: Ledger) -> list[Unit]:
    """The blocks of a draft without addresses of the model's own."""
    body = ours(without_links(without_pointed(body), ledger), ledger)
    found = units(defining(body, OF_A_LIST))
    return spread(list(revealed(found, frozenset(), cache(lambda text: _marked(text, ledger)))))


def _settled(run: Run, grader: Grader, answer: Answer) -> Answer:
    """The answer, read anew until it says the same: what was taken out of it can turn code into prose, and what was
    not examined as prose is not to be shown as such. A text that never settles is not shown at all."""
    for _ in range(_AGAIN):
        again = _answer(run, grader, _researched(answer.text, run.ledger), answer.verdicts, answer.missing)
        if again.text == answer.text:
            return answer
        lost = tuple(dict.fromkeys((*answer.unconfirmed, *again.unconfirmed)))
        apart = {name: _both(getattr(answer, name), getattr(again, name)) for name in ("unfound", "denied")}
        answer = again.model_copy(update={"unconfirmed": lost, **apart})
    unanswered = "" if answer.missing else _unanswered(run.ledger)
    return answer.model_copy(update={"text": "", "statements": (), "unanswered": unanswered})


def _inert(run: Run, answer: Answer) -> Answer:
    """An answer in which nothing leads anywhere but to what the run knows, in its text, its evidence and what is set
    apart."""
    known = run.spelled
    once = cache(lambda one: _inert_statement(one, known))  # a draft may repeat one thousands of times
    said = {name: tuple(map(once, getattr(answer, name))) for name in ("statements", "unfound", "denied")}
    apart = tuple(inert(one, known) for one in answer.unconfirmed)
    return answer.model_copy(update={"text": inert(answer.text, known), "unconfirmed": apart, **said})


def _inert_statement(one: Statement, known: Mapping[str, str]) -> Statement:
    """Its own words and those of a model about it; an excerpt is to the letter, and made safe where it is shown."""
    lacking = tuple(inert(word, known) for word in one.lacking)
    return one.model_copy(
        update={"text": inert(one.text, known), "doubt": inert(one.doubt, known), "lacking": lacking}
    )


def _unanswered(ledger: Ledger) -> Unanswered:
    """Why there is no answer: that no source gives one is not said where there is none."""
    opened = any(ledger.is_open(source.number) for source in ledger.sources)
    return "in sources" if opened else "nothing opened"


def _both(before: tuple[Statement, ...], after: tuple[Statement, ...]) -> tuple[Statement, ...]:
    return tuple(dict.fromkeys((*before, *after)))


def _bounded(faults: Iterable[str]) -> tuple[str, ...]:
    """As many faults as one reads in one go; the first is always told."""
    told: list[str] = []
    faults, length = list(faults), 0
    for fault in faults:
        length += len(fault)
        if told and length > _FAULTS_AT_MOST:
            break
        told.append(fault)
    more = len(faults) - len(told)
    return (*told, *([f"And {more} more faults, which are told when these are mended."] if more else []))


def _worth_mending(run: Run, faults: tuple[str, ...]) -> tuple[str, ...]:
    """The same faults a second time will not get better: then what stands is shown, and the rest set apart. What was
    said of words is said once, and is not missed in them."""
    since = run.intents[-1][0] if run.intents else 0  # an earlier draft was one of another task
    earlier = (round for round in run.rounds[:-1] if round.seq > since and not round.calls)
    before = [round.checked.faults for round in earlier if round.checked]
    last = tuple(one for one in before[-1] if one in faults or not statements.is_about_words(one)) if before else ()
    return () if before and last == faults else faults


def _draft_faults(draft: str, reply: Reply) -> tuple[str, ...]:
    if reply.finish == "length":
        return ("Your reply broke off at its length limit. Say it in fewer words.",)
    if reply.finish == "cut":
        return ("Your reply broke off in the middle.",)
    faults = ("Your reply was empty.",) if shows_nothing(draft) else ()
    too_long = (f"Your reply is longer than {LONGEST_DRAFT:,} characters.",) if len(draft) > LONGEST_DRAFT else ()
    return (*faults, *too_long)


def _cut_short(draft: str, reply: Reply) -> str:
    """Why a draft is not all that was to be said, in words for people; "" where it is."""
    if reply.refusal:
        return f"The model declined to answer: {only_known(reply.refusal.strip(), frozenset())}"
    if reply.declined:
        return "The model's endpoint held back the rest of the answer (content filter)."
    if reply.finish == "length":
        return "The model's reply broke off at its length limit."
    if reply.finish == "cut":
        return "The model's reply broke off."
    return "The draft was too long and is cut here." if len(draft) > LONGEST_DRAFT else ""


def _unit_faults(units: Iterable[Unit], ledger: Ledger, grader: Grader) -> Iterator[str]:
    for unit in units:
        for number in unit.numbers:
            if ledger.source(number) is None:
                yield f"There is no source [{number}]."
            elif not ledger.is_open(number):
                yield f"[{number}] was only found. Open it before you cite it, or drop the claim."
        if unit.claims and not unit.numbers and not grader.restates(bare(unit.text)):
            yield f"No source number stands behind: {short(unit.text)}"


def _answer(run: Run, grader: Grader, blocks: list[Unit], verdicts: tuple[Verdict, ...], cut_short: str) -> Answer:
    """What can be shown: statements that opened sources carry, what belongs around them, and the rest set apart."""
    ledger = run.ledger
    found = list(_judged(blocks, ledger, grader))
    kept = [grader.kept(unit, judged) for unit, judged in found]
    telling = {at for at, (unit, judged) in enumerate(found) if judged and not unit.claims}
    carried = any(one.carried for one in kept)
    left = without_remains((unit, one.unit) for unit, one in zip(blocks, kept, strict=True))
    shown = placed(left, telling) if carried else []
    gone = [] if carried else [bare(unit.text) for unit in blocks if unit.gone and not unit.claims]
    lost = [*(text for one in kept for text in one.lost), *gone]
    return Answer(
        text=joined(_shown(unit, ledger) for unit in shown),
        statements=tuple(statement for one in kept for statement in one.statements) if carried else (),
        sources=_sources(ledger, shown, verdicts),
        verdicts=verdicts,
        unconfirmed=tuple(filter(None, dict.fromkeys(lost))),
        unfound=tuple(dict.fromkeys(statement for one in kept for statement in one.unfound)),
        denied=tuple(dict.fromkeys(statement for one in kept for statement in one.denied)),
        assumed=run.assumed,
        unanswered="" if carried or cut_short else _unanswered(ledger),
        missing=cut_short or (independent.missing(run) if carried else ""),
    )


def _judged(units: Sequence[Unit], ledger: Ledger, grader: Grader) -> Iterator[tuple[Unit, tuple[Judged, ...]]]:
    """The blocks with their statements, judged, and what stands around these; code and formulas are judged by the
    sources of the block before them."""
    before: tuple[int, ...] = ()
    for at, unit in enumerate(units):
        if _carried(unit, ledger):
            before = unit.numbers
            yield unit, (*grader.judged(unit), *grader.frames(units, at))
        elif unit.form == "code" or is_formula(unit.text):
            yield unit, (grader.code(unit, before),)
        else:
            yield unit, () if unit.claims and not is_heading(unit.text) else grader.frames(units, at)


def _carried(unit: Unit, ledger: Ledger) -> bool:
    return unit.claims and any(ledger.is_open(number) for number in unit.numbers)


def _shown(unit: Unit, ledger: Ledger) -> str:
    """The block with its marks in one form, and without the numbers that lead to nothing opened."""
    if unit.form == "code":
        return unit.text
    if unit.form == "row":
        return "|".join(_marked(piece, ledger) for piece in pieces(unit.text, "row"))
    words = unit.text.lstrip(" \t")
    return unit.text[: len(unit.text) - len(words)] + _marked(words, ledger)


def _marked(text: str, ledger: Ledger) -> str:
    """Where a mark that goes leaves a new one behind ("[ [9]7]"), that is looked at again; a maze of them loses its
    brackets."""
    for _ in range(3):
        text = cleared(text, ledger.is_open)
        if all(ledger.is_open(number) for number in numbers_in(text, "prose")):
            return text
    return text.translate({ord("["): "(", ord("]"): ")", ord("【"): "(", ord("】"): ")"})


def _sources(ledger: Ledger, shown: list[Unit], verdicts: tuple[Verdict, ...]) -> tuple[Source, ...]:
    """The sources that an answer names, by number; where it names none, all that were opened in vain."""
    opened = [source for source in ledger.sources if ledger.is_open(source.number)]
    cited = {number for unit in shown for number in unit.numbers}
    cited |= {verdict.number for verdict in verdicts}
    return tuple(source for source in opened if source.number in cited or not shown)
