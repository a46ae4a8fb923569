"""The check before an answer is shown: numbers, addresses, verdicts, and the words each claim rests on. Pure.

What the model wrote is never evidence. A claim stands if it carries the number of a source that was opened in this
run, whose words carry it (agent/statements.py). Whatever cannot stand goes back to the model once more, and is at the
end shown apart as not confirmed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from markdown_it import MarkdownIt
from markdown_it.token import Token

from agent import dropped, independent, listing, shortlist, statements
from agent.asides import is_admission
from agent.clean import blank, tidy
from agent.facts import Answer, Checked, Reply, Source, Statement, Verdict
from agent.fences import set_right
from agent.inert import inert
from agent.ledger import Ledger, addresses_at, addresses_in, canonical_address
from agent.marks import cleared, links, masked
from agent.notations import ours, without_signs
from agent.opinion import NONE, Opinions
from agent.pointed import without_pointed
from agent.run import Run
from agent.statements import Grader, Judged
from agent.units import (
    LEAD,
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

LONGEST_DRAFT = 60_000  # characters; a longer draft is cut here and says so
_NO_ADDRESSES = "Write no addresses and no links: put the number of the source instead."
_UNANSWERED = "None of the sources that were opened answers this."
_NOTHING = "Nothing was found or opened that answers this."
_AGAIN = 5  # times that what is left of a text is read anew
_NESTED_AT_MOST = 8  # links inside the words of links; deeper ones are caught as hidden
_EFFORT = 3_000_000  # brackets times characters that are searched for hidden links; what is past it counts as hiding


def check(run: Run, step: str, opinions: Opinions = NONE) -> Checked:
    """Examine the run's draft. Faults name what the model should mend; the answer is what can be shown as it is, and
    by the `opinions` of a model where it was asked for them."""
    reply = run.round.reply if run.round else Reply()
    said = tidy("" if reply.text == reply.refusal else reply.text)
    draft = set_right(said.lstrip() or said)
    if run.intent is not None and run.intent.mode == "chat":
        return _chat(run, step, draft, reply)
    body, listed = listing.apart(draft[:LONGEST_DRAFT])
    body = without_pointed(_without_list(set_right(ours(body, run.ledger))))
    blocks = _researched(body, run.ledger)
    found = shortlist.found(run, listed)
    addresses = (_NO_ADDRESSES,) if any(unit.gone for unit in blocks) or _has_addresses(body) else ()
    few = filter(None, [independent.fault(run)])
    grader = Grader(run, blocks, opinions)
    said_so = dropped.said_so(blocks, found.left_out)
    blocks, against = dropped.without(blocks, found.left_out, grader.judged)
    unsaid = statements.faults(run, (one for _, all_ in _judged(blocks, run.ledger, grader) for one in all_))
    faults = (*_draft_faults(draft, reply), *addresses, *_unit_faults(blocks, run.ledger, grader), *unsaid)
    faults = (*faults, *found.faults, *few, *dropped.faults(against))
    shown = _settled(run, grader, _answer(run, grader, blocks, found.verdicts, _cut_short(draft, reply)))
    answer = found.on(shown.model_copy(update={"unconfirmed": (*against, *shown.unconfirmed)}), run.ledger)
    if (found.candidates or found.nothing) and answer.missing == _UNANSWERED:  # the list does
        answer = answer.model_copy(update={"missing": "", "text": answer.text or said_so})
    answer = _inert(run, _not_lost(answer, blocks))
    faults = () if reply.declined else tuple(dict.fromkeys(faults))
    return Checked(step=step, answer=answer, faults=_worth_mending(run, faults))


def _chat(run: Run, step: str, draft: str, reply: Reply) -> Checked:
    """Small talk and work on the thread's own text: no citations, and no address that nobody wrote."""
    draft = "" if blank(draft) else set_right(without_signs(draft) or draft)
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
    body = _without_addresses(without_pointed(text), known)
    found = _revealed(units(defining(body, OF_A_CHAT_LIST)), known, lambda text: text)
    return joined(unit.text for unit in found)


def _researched(body: str, ledger: Ledger) -> list[Unit]:
    """The blocks of a draft without addresses of the model's own."""
    body = ours(_addresses_gone(without_pointed(body), ledger), ledger)
    found = units(defining(body, OF_A_LIST))
    return list(_revealed(found, frozenset(), lambda text: _marked(text, ledger)))


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
    return answer.model_copy(update={"text": "", "statements": (), "missing": answer.missing or _UNANSWERED})


def _inert(run: Run, answer: Answer) -> Answer:
    """An answer in which nothing leads anywhere but to what the run knows, and nothing is said of sources that there
    are not."""
    apart = tuple(inert(one, run.spelled) for one in answer.unconfirmed)
    opened = any(run.ledger.is_open(source.number) for source in run.ledger.sources)
    missing = _NOTHING if answer.missing == _UNANSWERED and not opened else answer.missing
    return answer.model_copy(
        update={"text": inert(answer.text, run.spelled), "unconfirmed": apart, "missing": missing}
    )


def _not_lost(answer: Answer, blocks: Iterable[Unit]) -> Answer:
    """An answer of which nothing is left, as it was written, among what is not confirmed: "[42]" can be what was
    asked for."""
    if answer.text or answer.unconfirmed or answer.denied or answer.candidates or answer.dropped:
        return answer
    written = short(" ".join(unit.text for unit in blocks if not is_admission(bare(unit.text))))
    return answer.model_copy(update={"unconfirmed": (written,)}) if written else answer


def _both(before: tuple[Statement, ...], after: tuple[Statement, ...]) -> tuple[Statement, ...]:
    return tuple(dict.fromkeys((*before, *after)))


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
    faults = ("Your reply was empty.",) if blank(draft) else ()
    too_long = (f"Your reply is longer than {LONGEST_DRAFT:,} characters.",) if len(draft) > LONGEST_DRAFT else ()
    return (*faults, *too_long)


def _cut_short(draft: str, reply: Reply) -> str:
    """Why a draft is not all that was to be said, in words for people; "" where it is."""
    if reply.refusal:
        return f"The model declined to answer: {_without_addresses(reply.refusal.strip(), frozenset())}"
    if reply.declined:
        return "The model's endpoint held back the rest of the answer (content filter)."
    if reply.finish == "length":
        return "The model's reply broke off at its length limit."
    if reply.finish == "cut":
        return "The model's reply broke off."
    return "The draft was too long and is cut here." if len(draft) > LONGEST_DRAFT else ""


# --- a list of sources of the model's own ---------------------------------------------------------------------

_LIST_TITLE = re.compile(
    r"[#*_\s]*(?:(?:list of )?(?:sources?|references?)(?: (?:used|cited|consulted|list))?|bibliography"
    r"|works cited|citations|footnotes|links|(?:related|useful) links|further reading|read more|see also"
    r"|quellen(?:verzeichnis|angaben)?"
    r"|literatur(?:verzeichnis)?|weiterführende (?:links|literatur)|źródła|bibliografia|przypisy|linki|lähteet"
    r"|fuentes|referencias|bibliografía|enlaces(?: de interés)?|fonti|références|bibliographie|liens(?: utiles)?"
    r"|pour en savoir plus|参考文献|参考资料|来源|出典(?:一覧)?|参照|情報源)[\s:：*_]*",
    re.I,
)
_ENTRY = re.compile(
    r"\s*(?:[-*+•]\s+)?(?:\[?\[\^?\d{1,3}\]\]?|【\d{1,3}】|<?https?://|\[[^\]]*\]\(https?://|\d{1,3}[.)]\s(?!.*\[\d))"
    r"|\s*[-*+•]\s+(?!.*\[\d)"
)


def _without_list(body: str) -> str:
    """The draft without lists of sources at its end: the program makes its own, out of what was opened."""
    lines = body.rstrip().split("\n")
    end = len(lines)
    while end and (not lines[end - 1].strip() or _ENTRY.match(lines[end - 1])):
        end -= 1
    titled = 0 < end < len(lines) and _LIST_TITLE.fullmatch(lines[end - 1])
    rest = re.sub(r"\n\s*(?:[-*_]\s?){3,}$", "", "\n".join(lines[: end - 1]).rstrip()) if titled else ""
    return _without_list(rest) if rest.strip() else body


# --- addresses ------------------------------------------------------------------------------------------------


def _has_addresses(body: str) -> bool:
    return any(True for _ in addresses_in(masked(body, links=False))) or any(True for _ in links(body))


def _addresses_gone(body: str, ledger: Ledger) -> str:
    """A link becomes its words and, where its address is a source, that source's number; images go."""
    for _ in range(_NESTED_AT_MOST):
        found = list(links(body))
        for match in reversed(found):
            body = body[: match.start()] + _instead_of(match, ledger) + body[match.end() :]
        if not found:
            break
    number = ledger.number
    return _bare_gone(body, lambda one: f"[{number(one)}]" if number(one) else LEFT_OUT, ledger.addresses)


def _instead_of(link: re.Match[str], ledger: Ledger) -> str:
    """The number of the source that it leads to, behind its words; [1](…) that leads to none may mean our number."""
    number = ledger.number(link.group(2))
    label = "" if link.group().startswith("!") else link.group(1)
    cited = _as_mark(label, ledger)
    if not number:
        return label if cited is None else cited
    return f"[{number}]" if cited is not None else f"{label} [{number}]".lstrip()


def _as_mark(label: str, ledger: Ledger) -> str | None:
    """The citation that the words of a link are, "" for one of nothing; None where they are words."""
    inside = label.strip("[]【】 ")
    mark = f"[{inside}]" if re.fullmatch(r"\d{1,4}", inside) else ours(f"[{inside}]", ledger)
    return mark if re.fullmatch(r"(?:\[[\d, -]+\])?", mark) else None


def _without_addresses(text: str, known: frozenset[str]) -> str:
    for _ in range(_NESTED_AT_MOST):
        found = [match for match in links(text) if not _may_stay(match, known)]
        for match in reversed(found):
            label = "" if match.group().startswith("!") else match.group(1)
            text = text[: match.start()] + label + text[match.end() :]
        if not found:
            break
    return _bare_gone(text, lambda address: address if canonical_address(address) in known else LEFT_OUT, known)


def _may_stay(link: re.Match[str], known: frozenset[str]) -> bool:
    return canonical_address(link.group(2)) in known and not link.group().startswith("!")


def _bare_gone(text: str, instead: Callable[[str], str], known: frozenset[str]) -> str:
    """Replace bare addresses in prose; those in code stay, since nothing makes a link of them."""
    parts: list[str] = []
    at = 0
    for start, address in addresses_at(masked(text), known):
        end = start + len(address)
        written = instead(address)
        bare = text[max(0, start - 1) : end + 1] != f"<{address}>"
        apart = written == address and bare and _runs_on(address, text, end)
        parts += [text[at:start], f"<{address}>" if apart else written]
        at = end
    return re.sub(r"<(\[\d+\]|\(address left out\))>", r"\1", "".join([*parts, text[at:]]))


_GOES_ON = re.compile(r"[^\x00-\x7f\s]|[^\s<>]{1,300}?\w")


def _runs_on(address: str, text: str, end: int) -> bool:
    """Whether the words behind an address could be taken for a part of it, or a part of it for words behind it."""
    return not address.isascii() or bool(_GOES_ON.match(text, end))


def _revealed(units: Iterable[Unit], known: frozenset[str], read: Callable[[str], str]) -> Iterator[Unit]:
    """The units; where Markdown would still make a link, an image or an address out of one as it is `read`, a word
    that it is left out stands in its place, or in that of the cell.

    Characters written as entities, escapes inside an address, links over lines: what only a trick can bring is not
    taken apart.
    """
    left = _EFFORT
    for unit in units:
        read_as = pieces(unit.text, unit.form) if unit.form != "code" else []
        texts = [read(piece).strip() for piece in read_as]
        tricky = [_without_idle_brackets(text) for text in texts] if any(map(_TRICKS.search, texts)) else []
        left -= sum(text.count("[") * len(text) for text in tricky)
        hiding = {at for at, text in enumerate(tricky) if text and (left < 0 or _leads_away(text, known))}
        yield _gone(unit, read_as, hiding) if hiding else unit


def _gone(unit: Unit, read_as: list[str], hiding: set[int]) -> Unit:
    if unit.form != "row":
        lead = LEAD.match(unit.text)
        return Unit(f"{lead.group() if lead else ''}{LEFT_OUT}", gone=True)
    cited = ["".join(f" [{number}]" for number in numbers_in(piece, "prose")) for piece in read_as]
    shown = [f" {LEFT_OUT}{cited[at]} " if at in hiding else piece for at, piece in enumerate(read_as)]
    return replace(unit, text="|".join(shown), gone=True)


# What links are made of in CommonMark: "](", "]:", an angle bracket, an entity or an escape that could hide one.
_TRICKS = re.compile(r"\]\s*[(:]|<[A-Za-z/!?]|<[^\s<>]*@|&#?\w+;|\\[!-/:-@\[-`{-~]")
_IDLE = "\ue000"  # stands for a bracket that begins no link


def _without_idle_brackets(text: str) -> str:
    """Brackets behind the last "](" begin nothing, but each would be read to the end of the text."""
    last = len(text) if "]:" in text else text.rfind("](") + 1
    return text[:last] + text[last:].replace("[", _IDLE)


def _leads_away(text: str, known: frozenset[str]) -> bool:
    """Whether it shows an address, or leads to one, that is not known. A mail address is shown as it is."""
    env: dict[str, object] = {}
    inline = [token for token in _MARKDOWN.parse(text, env) if token.type == "inline"]
    children = [child for token in inline for child in token.children or []]
    links = [child for child in children if child.type == "link_open"]
    targets = [target for link in links if not _is_mail(link, target := str(link.attrs.get("href", "")))]
    shown = "".join(child.content if child.type == "text" else " " for child in children).replace(_IDLE, "[")
    addresses = [*targets, *(address for _, address in addresses_at(shown, known))]
    image = any(child.type == "image" for child in children)
    return image or bool(env.get("references")) or any(canonical_address(one) not in known for one in addresses)


def _is_mail(link: Token, target: str) -> bool:
    return link.info == "auto" and target.startswith("mailto:") and "?" not in target


class _AsWritten(MarkdownIt):
    """Addresses of links as they are written. Emphasis is not read: it makes no link, and takes its time."""

    def normalizeLink(self, url: str) -> str:
        return url

    def normalizeLinkText(self, link: str) -> str:
        return link


_MARKDOWN = _AsWritten("commonmark", {"html": False}).enable("table").disable("emphasis")


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
    kept = [grader.kept(unit, judged) for unit, judged in _judged(blocks, ledger, grader)]
    carried = any(one.carried for one in kept)
    shown = [one.unit for one in kept if one.unit] if carried else []
    gone = [] if carried else [bare(unit.text) for unit in blocks if unit.gone and not unit.claims]
    lost = [*(text for one in kept for text in one.lost), *gone]
    return Answer(
        text=joined(_shown(unit, ledger) for unit in shown),
        statements=tuple(statement for one in kept for statement in one.statements) if carried else (),
        sources=_sources(ledger, shown, verdicts),
        verdicts=verdicts,
        unconfirmed=tuple(filter(None, lost)),
        unfound=tuple(statement for one in kept for statement in one.unfound),
        denied=tuple(statement for one in kept for statement in one.denied),
        assumed=run.assumed,
        missing=cut_short or (independent.missing(run) if carried else _UNANSWERED),
    )


def _judged(units: Iterable[Unit], ledger: Ledger, grader: Grader) -> Iterator[tuple[Unit, tuple[Judged, ...]]]:
    """The blocks with their statements, judged; code is judged by the sources of the block before it."""
    before: tuple[int, ...] = ()
    for unit in units:
        if _carried(unit, ledger):
            before = unit.numbers
            yield unit, grader.judged(unit)
        else:
            yield unit, (grader.code(unit, before),) if unit.form == "code" and before else ()


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
