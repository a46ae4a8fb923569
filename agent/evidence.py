"""The check before an answer is shown: numbers, addresses, verdicts, and the words each claim rests on. Pure.

What the model wrote is never evidence. A claim stands if it carries the number of a source that was opened in this
run; the excerpt shown with it is chosen here, out of the opened words. Whatever cannot stand goes back to the model
once more, and is at the end shown apart as not confirmed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from markdown_it import MarkdownIt

from agent.facts import Answer, Checked, Passage, Source, Statement, Verdict
from agent.ledger import Ledger, addresses_in, canonical_address
from agent.marks import links, marks, masked, rewritten
from agent.run import Run

LONGEST_DRAFT = 60_000  # characters; a longer draft is cut here and says so
EXCERPT_AT_MOST = 400
_VERDICTS = re.compile(r"^```[ \t]*verdicts[ \t]*\n(.*?)(?:^```[ \t]*$|\Z)", re.M | re.S)
_STANDINGS = {"met", "not met", "unknown"}


@dataclass(frozen=True)
class Unit:
    """A stretch of the draft that stands or falls as one: a paragraph, a list item, a table row, a code block."""

    text: str
    claims: bool


def check(run: Run, step: str) -> Checked:
    """Examine the run's draft. Faults name what the model should mend; the answer is what can be shown as it is."""
    draft = run.round.reply.text if run.round else ""
    if run.intent is not None and run.intent.mode == "chat":
        return _chat(run, step, draft)
    body, listed = _apart(draft[:LONGEST_DRAFT])
    units = list(_units(_addresses_gone(body, run.ledger)))
    verdicts, verdict_faults = _verdicts(run, listed)
    faults = (*_draft_faults(draft), *_address_faults(body), *_unit_faults(units, run.ledger), *verdict_faults)
    answer = _answer(run, units, verdicts, cut=len(draft) > LONGEST_DRAFT)
    return Checked(step=step, answer=answer, faults=_worth_mending(run, tuple(dict.fromkeys(faults))))


def _chat(run: Run, step: str, draft: str) -> Checked:
    """Small talk and work on the thread's own text: no citations, and no address that nobody wrote."""
    text = _without_addresses(draft.strip(), run.known)
    faults = _worth_mending(run, _draft_faults(draft))
    return Checked(step=step, answer=Answer(mode="chat", text=text or draft.strip()), faults=faults)


def _worth_mending(run: Run, faults: tuple[str, ...]) -> tuple[str, ...]:
    """The same faults a second time will not get better: then what stands is shown, and the rest set apart."""
    before = [round.checked.faults for round in run.rounds[:-1] if round.checked and not round.calls]
    return () if before and before[-1] == faults else faults


def _draft_faults(draft: str) -> tuple[str, ...]:
    faults = () if draft.strip() else ("Your reply was empty.",)
    too_long = (f"Your reply is longer than {LONGEST_DRAFT:,} characters.",) if len(draft) > LONGEST_DRAFT else ()
    return (*faults, *too_long)


# --- verdicts -------------------------------------------------------------------------------------------------


def _apart(draft: str) -> tuple[str, list[object]]:
    """The draft without its verdict blocks, and what they list."""
    listed: list[object] = []
    for match in _VERDICTS.finditer(draft):
        listed.extend(_parsed(match.group(1)))
    return _VERDICTS.sub("", draft).strip(), listed


def _parsed(block: str) -> list[object]:
    try:
        found = json.loads(block)
    except ValueError:
        return []
    return found if isinstance(found, list) else [found]


def _verdicts(run: Run, listed: Iterable[object]) -> tuple[tuple[Verdict, ...], tuple[str, ...]]:
    """One verdict for each condition of the task. What is missing, or rests on nothing opened, is unknown."""
    wanted = [condition.id for condition in run.intent.conditions] if run.intent else []
    said = {verdict.condition: verdict for item in listed if (verdict := _verdict(item))}
    faults = [f"The verdicts block does not list {id}." for id in wanted if id not in said]
    faults += [
        f"The verdicts block lists {id}, which is no condition of the task." for id in said if id not in wanted
    ]
    kept: list[Verdict] = []
    for id in wanted:
        verdict = said.get(id, Verdict(condition=id, standing="unknown"))
        if verdict.standing != "unknown" and not run.ledger.is_open(verdict.number):
            faults.append(f"The verdict on {id} names no opened source.")
            verdict = Verdict(condition=id, standing="unknown")
        kept.append(verdict)
    return tuple(kept), tuple(faults)


def _verdict(item: object) -> Verdict | None:
    if not isinstance(item, dict):
        return None
    id, standing, number = item.get("id"), item.get("verdict"), item.get("number")
    if not isinstance(id, str) or standing not in _STANDINGS:
        return None
    found = number if isinstance(number, int) and not isinstance(number, bool) else 0
    return Verdict(condition=id, standing=standing, number=found if standing != "unknown" else 0)


# --- addresses ------------------------------------------------------------------------------------------------


def _address_faults(body: str) -> tuple[str, ...]:
    prose = masked(body, links=False)
    found = any(True for _ in addresses_in(prose)) or any(True for _ in links(body))
    return ("Write no addresses and no links: put the number of the source instead.",) if found else ()


def _addresses_gone(body: str, ledger: Ledger) -> str:
    """A link becomes its words and, where its address is a source, that source's number; images go."""
    for match in reversed(list(links(body))):
        number = ledger.number(match.group(2))
        label = "" if match.group().startswith("!") else match.group(1)
        label = label if not re.fullmatch(r"\[?\d{1,4}\]?", label) or not number else ""
        body = body[: match.start()] + label + (f" [{number}]" if number else "") + body[match.end() :]
    return _bare_gone(
        body, lambda address: f"[{number}]" if (number := ledger.number(address)) else "(address left out)"
    )


def _without_addresses(text: str, known: frozenset[str]) -> str:
    for match in reversed(list(links(text))):
        if canonical_address(match.group(2)) not in known or match.group().startswith("!"):
            text = text[: match.start()] + match.group(1) + text[match.end() :]
    return _bare_gone(text, lambda address: address if canonical_address(address) in known else "(address left out)")


def _bare_gone(text: str, instead: Callable[[str], str]) -> str:
    """Replace bare addresses in prose; those in code stay, since nothing makes a link of them."""
    prose = masked(text)
    for address in sorted(set(addresses_in(prose)), key=len, reverse=True):
        pieces, at = [], 0
        for match in re.finditer(re.escape(address), prose):
            pieces += [text[at : match.start()], instead(address)]
            at = match.end()
        text = "".join([*pieces, text[at:]])
        prose = masked(text)
    return re.sub(r"<(\[\d+\]|\(address left out\))>", r"\1", text)


# --- statements -----------------------------------------------------------------------------------------------


def _units(body: str) -> Iterator[Unit]:
    """The draft in the stretches that stand or fall together; joined by newlines they are the draft again."""
    lines = body.split("\n")
    at = 0
    for start, end, claims in _leaves(body):
        if start > at:
            yield Unit("\n".join(lines[at:start]), claims=False)
        if end > max(at, start):
            text = "\n".join(lines[max(at, start) : end])
            yield Unit(text, claims=claims and _claims(text))
        at = max(at, end)
    if at < len(lines):
        yield Unit("\n".join(lines[at:]), claims=False)


def _leaves(body: str) -> Iterator[tuple[int, int, bool]]:
    """(first line, line after the last, may claim something) of each innermost block of the Markdown."""
    in_head = False
    for token in MarkdownIt("commonmark").enable("table").parse(body):
        in_head = token.type == "thead_open" or (in_head and token.type != "thead_close")
        if token.map and token.type in _LEAVES:
            yield token.map[0], token.map[1], _LEAVES[token.type] and not in_head


_LEAVES = {"paragraph_open": True, "tr_open": True, "heading_open": False, "fence": False, "code_block": False}


def _claims(text: str) -> bool:
    """Whether a block states something: questions, lead-ins ("These are open:") and rules of dashes do not."""
    words = masked(text).strip().strip("*_ ")
    return bool(re.search(r"\w", words)) and not words.endswith((":", "?", "："))


def _unit_faults(units: Iterable[Unit], ledger: Ledger) -> Iterator[str]:
    for unit in units:
        numbers = _numbers(unit.text)
        for number in numbers:
            if ledger.source(number) is None:
                yield f"There is no source [{number}]."
            elif not ledger.is_open(number):
                yield f"[{number}] was only found. Open it before you cite it, or drop the claim."
        if unit.claims and not numbers:
            yield f"No source number stands behind: {_short(unit.text)}"


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(dict.fromkeys(number for mark in marks(text) for number in mark.numbers))


def _short(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= 160 else plain[:159] + "…"


def _answer(run: Run, units: list[Unit], verdicts: tuple[Verdict, ...], *, cut: bool) -> Answer:
    """What can be shown: blocks with an opened source, what belongs around them, and the rest set apart."""
    ledger = run.ledger
    carried = [unit for unit in units if unit.claims and _open_numbers(unit.text, ledger)]
    lost = [unit for unit in units if unit.claims and unit not in carried]
    text = _tidy("\n".join(_shown(unit, ledger) for unit in units if unit not in lost)) if carried else ""
    return Answer(
        text=text,
        statements=tuple(_statement(unit, ledger) for unit in carried),
        sources=_sources(ledger),
        verdicts=verdicts,
        unconfirmed=tuple(_bare(unit.text) for unit in lost if _bare(unit.text)),
        assumed=run.assumed,
        missing=_missing(bool(carried), cut),
    )


def _missing(carried: bool, cut: bool) -> str:
    if not carried:
        return "None of the sources that were opened answers this."
    return "The draft was too long and is cut here." if cut else ""


def _open_numbers(text: str, ledger: Ledger) -> tuple[int, ...]:
    return tuple(number for number in _numbers(text) if ledger.is_open(number))


def _shown(unit: Unit, ledger: Ledger) -> str:
    """The block with its marks in one form, and without the numbers that lead to nothing opened."""
    return rewritten(unit.text, lambda numbers: "".join(f"[{n}]" for n in numbers if ledger.is_open(n)))


def _bare(text: str) -> str:
    """A block as a line of words: no marks, no list or table signs."""
    words = " ".join(rewritten(text, lambda _: "").split())
    return re.sub(r"^(?:[-*+>]|\d{1,3}[.)]|#{1,6})\s+", "", words).strip("| ")


def _tidy(text: str) -> str:
    return re.sub(r"\n{3,}", "\n\n", text).strip()


def _sources(ledger: Ledger) -> tuple[Source, ...]:
    """The sources that were opened in this run, by number."""
    return tuple(source for source in ledger.sources if ledger.is_open(source.number))


def _statement(unit: Unit, ledger: Ledger) -> Statement:
    text, numbers = _bare(unit.text), _open_numbers(unit.text, ledger)
    number, passage, excerpt = max(_candidates(text, numbers, ledger), key=lambda found: _shared(text, found[2]))
    return Statement(text=text, numbers=numbers, excerpt=excerpt, number=number, where=passage.where)


def _candidates(text: str, numbers: Iterable[int], ledger: Ledger) -> Iterator[tuple[int, Passage, str]]:
    """The best sentence of each opened passage of the cited sources."""
    for number in numbers:
        for passage in ledger.passages(number):
            sentences = _sentences(passage.text)
            yield number, passage, max(sentences, key=lambda one: _shared(text, one), default="")


def _sentences(text: str) -> list[str]:
    """Sentences and lines of a source, verbatim, capped in length."""
    pieces = re.split(r"(?<=[.!?。！？])\s+|\n+", text)
    return [piece.strip()[:EXCERPT_AT_MOST] for piece in pieces if piece.strip()]


def _shared(claim: str, sentence: str) -> float:
    """How much of a claim's words a sentence holds, from 0 to 1; figures count three times."""
    wanted = {word: 3 if word[0].isdigit() else 1 for word in _words(claim)}
    have = set(_words(sentence))
    total = sum(wanted.values())
    return sum(weight for word, weight in wanted.items() if word in have) / total if total else 0.0


def _words(text: str) -> list[str]:
    return re.findall(r"\d[\d.,]*\d|\w+", text.casefold())
