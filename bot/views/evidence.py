"""What an answer rests on, statement by statement: a modal in pages, with the words of the sources. Pure.

It says no more than was checked: a grade is told by what code looked for, and a model's opinion is called one. What
stands there is in the answer's own fact, so it lasts as long as the run does; only the exact line of a file needs the
words of the file themselves, which go earlier. An export (exported.py) has the same in the same order.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from agent.answers.deeplink import at_words
from agent.answers.offered import offered
from agent.answers.whereabouts import columns, rests_at, where
from agent.facts import Answer, Candidate, Condition, Excerpt, Source, Statement, Verdict
from agent.run import Run
from bot.speech import Speech
from bot.views import safe
from bot.views.answer import unsettled, verdict
from bot.views.blocks import LIMITS, Block, actions, bullets, button, context, link, quote, rich, section, text
from bot.views.compared import as_read
from bot.views.reasons import lacks, still_open
from bot.views.relayed import part
from bot.views.sources import shown
from bot.views.wording import latest_intent

PER_PAGE = 20  # entries: about as much as one reads at once
_PAGE = LIMITS.view - 12_000  # bytes of a page's entries in JSON; the rest is for what stands around them
_TEXT, _EXCERPT, _TITLE, _LACKING, _LINE = 600, 1_500, 200, 200, 600  # characters
_SPANS = 60  # stretches that are marked in one excerpt
_WRAPPED = re.compile(r"(?<=[\w,–—])\n(?![\s|#>*+`~-]|\d+[.)])")  # no list, table, heading or fence begins behind it


class Entry(NamedTuple):
    """What stands together: the parts of one rich_text block, and whether a line parts it from what is above."""

    parts: Sequence[Block]
    apart: bool = False


def modal(say: Speech, run: Run, said: Answer, page: int = 1, told: str = "") -> dict[str, Any]:
    """Slack's view object of one page, from 1 on; a number past either end is the page at that end. With a word that
    is `told` at its top."""
    pages = list(paged(entries(say, run, said)))
    at = min(max(page, 1), len(pages))
    where = [say("evidence-page", k=at, n=len(pages))] if len(pages) > 1 else []
    shown = [block for k, entry in enumerate(pages[at - 1], 1) for block in _blocks(k, entry)]
    return {
        "type": "modal",
        "title": {"type": "plain_text", "text": say("evidence-title")},
        "close": {"type": "plain_text", "text": say("reasoning-close")},
        "blocks": [
            *([context("told", told)] if told else []),
            context("hint", " ".join([*where, say("evidence-about")])),
            *shown,
            actions("actions", *_turning(say, at, len(pages)), _export(say, at)),
        ],
    }


def refusal(say: Speech, words: str) -> dict[str, Any]:
    """The modal that tells somebody why they see nothing: who is not in a channel gets no private word there."""
    return {
        "type": "modal",
        "title": {"type": "plain_text", "text": say("evidence-title")},
        "close": {"type": "plain_text", "text": say("reasoning-close")},
        "blocks": [rich("hint", section(text(words)))],
    }


def paged(found: Iterable[Entry]) -> Iterator[list[Entry]]:
    """Entries in pages, in order; one page that is empty where there are none."""
    page: list[Entry] = []
    size = 0
    for entry in found:
        own = len(json.dumps(entry.parts)) + 200
        if page and (len(page) == PER_PAGE or size + own > _PAGE):
            yield page
            page, size = [], 0
        page.append(entry)
        size += own
    yield page


def _blocks(k: int, entry: Entry) -> Iterator[Block]:
    if entry.apart:
        yield {"type": "divider", "block_id": f"divider.{k}"}
    yield rich(f"evidence.{k}", *entry.parts)


def _turning(say: Speech, at: int, last: int) -> list[Block]:
    """The buttons to the pages around. They carry only a number: which answer it is, the modal itself says."""
    back = [button(say("evidence-back"), "evidence.back", str(at - 1))] if at > 1 else []
    return [*back, *([button(say("evidence-next"), "evidence.next", str(at + 1))] if at < last else [])]


def _export(say: Speech, at: int) -> Block:
    return button(say("export-button"), "evidence.export", f"export.{at}")


# --- entries ------------------------------------------------------------------------------------------------------


def entries(say: Speech, run: Run, said: Answer) -> Iterator[Entry]:
    """Everything there is to show, in the order in which it is read."""
    sources = {source.number: source for source in said.sources}
    yield from (entry for one in said.statements for entry in _statement(say, run, one, sources))
    for title, about, held in examined(say, said):
        yield from _headed(title, _verdicts(say, run, about, held, sources))
    items = [Entry([bullets([[text(safe.words(line, _LINE))]])]) for line in not_looked_for(say, said)]
    apart = (
        entry for one in (*said.unfound, *said.denied) for entry in _statement(say, run, one, sources, apart=True)
    )
    yield from _headed(say("unconfirmed"), [*items, *apart])
    yield from _headed(say("sources"), (Entry([shown(say, source)]) for source in said.sources))


def examined(say: Speech, said: Answer) -> Iterator[tuple[str, Candidate | None, Sequence[Verdict]]]:
    """What there are verdicts on, each under its title: the task itself, then every thing that was proposed."""
    yield say("verdicts"), None, said.verdicts
    yield from ((_name(one), one, one.verdicts) for one in said.candidates)
    yield from ((f"{say('dropped')}: {_name(one)}", one, one.verdicts) for one in said.dropped)


def not_looked_for(say: Speech, said: Answer) -> list[str]:
    """What could not be confirmed and has no excerpt to show, a line each with the reason."""
    looked_for = {one.text for one in said.unfound}
    rest = tuple(line for line in said.unconfirmed if line not in looked_for)
    return unsettled(say, said.model_copy(update={"unconfirmed": rest, "denied": ()}))


def _headed(title: str, found: Iterable[Entry]) -> Iterator[Entry]:
    for at, entry in enumerate(found):
        yield entry if at else Entry([section(text(title, "bold"), text("\n")), *entry.parts], apart=True)


def _statement(
    say: Speech, run: Run, one: Statement, sources: dict[int, Source], *, apart: bool = False
) -> Iterator[Entry]:
    """A statement with the words that carry it best, then those of each other source that it cites."""
    claim = section(text(safe.words(as_read(one.text), _TEXT), "bold"), text("\n"))
    graded = section(text(grade(say, one, apart=apart), "italic"), text("\n"))
    code = one.text.startswith(("```", "~~~"))
    first, *others = [list(_shown(say, run, each, sources, code=code)) for each in one.excerpts] or [[]]
    yield Entry([claim, graded, *first], apart=True)
    yield from (Entry(words) for words in others if words)
    if nothing := idle(say, one):
        yield Entry([section(text(nothing, "italic"))])


def _shown(say: Speech, run: Run, one: Excerpt, sources: dict[int, Source], *, code: bool) -> Iterator[Block]:
    """The words of a source, and which it is."""
    yield from _excerpt(one.text, one.spans, code=code)
    yield from _from(say, sources.get(one.number), one.text, one.spans, where(run.ledger, one))


def idle(say: Speech, one: Statement) -> str:
    """Which of the cited sources hold nothing of a statement; "" where each does, or where none does."""
    marks = ", ".join(f"[{number}]" for number in one.idle)
    return say("evidence-idle", marks=marks) if marks and one.excerpt else ""


def grade(say: Speech, one: Statement, *, apart: bool = False) -> str:
    """How well the excerpt carries the statement, by what was looked for, and nothing more. Of one that was set
    `apart` a part that is found is no reason to believe the rest."""
    graded = say("grade-apart") if apart and one.grade == "weak" else _graded(say, one)
    return " · ".join(part for part in (graded, lacks(say, one, _LACKING), _opinion(say, one)) if part)


def _opinion(say: Speech, one: Statement) -> str:
    """What a model made of it; "" where none was asked, or it had no opinion. What it raised says so already."""
    if one.seconded == "no":
        told = safe.visible(one.doubt)
        return say("opinion-no-why", reason=safe.words(one.doubt, _LINE)) if told else say("opinion-no")
    return say("opinion-yes") if one.seconded == "yes" and not one.raised else ""


def _graded(say: Speech, one: Statement) -> str:
    match one.grade:
        case "quoted":
            return say("grade-quoted")
        case "supported":
            return say("grade-supported")
        case "translated":
            return say("grade-raised" if one.raised else "grade-translated")
        case "weak":
            return say("grade-weak")
        case "not found":
            return say("grade-not-found")
        case _:
            return say("grade-none")


def _excerpt(words: str, spans: Sequence[tuple[int, int]], *, code: bool = False) -> Iterator[Block]:
    """The words of the source, those that carry the claim in bold. Prose that was wrapped by hand flows; code and
    rows of a table do not."""
    flowing = words[:_EXCERPT] if code else _WRAPPED.sub(" ", words[:_EXCERPT])
    pieces = [(piece, bold) for piece, bold in marked(flowing, spans) if piece]
    if not any(char.isalnum() for piece, bold in pieces if not bold for char in piece):
        pieces = [(piece, False) for piece, _ in pieces]  # where everything carries it nothing stands out
    shown = [(part, bold) for piece, bold in pieces for part in _fitting(safe.inert(piece))]
    elements = [text(part, "bold" if bold else "") for part, bold in shown]
    cut = [text("…")] if len(words) > _EXCERPT else []
    if safe.visible(words):
        yield quote(*elements, *cut)


def _fitting(words: str) -> Iterator[str]:
    """A text in stretches that one element takes: in other scripts these are shorter than an excerpt."""
    while words:
        part = words[: safe.fitting(words, LIMITS.element)]
        yield part
        words = words[len(part) :]


def marked(words: str, spans: Sequence[tuple[int, int]]) -> Iterator[tuple[str, bool]]:
    """The words in stretches, in order, each with whether it lies in one of the spans; whatever these are."""
    at = 0
    for start, end in sorted(spans)[:_SPANS]:
        first, last = max(at, start), min(end, len(words))
        if first < last:
            yield from [(words[at:first], False)] if at < first else []
            yield words[first:last], True
            at = last
    yield words[at:], False


def _from(
    say: Speech, source: Source | None, words: str, spans: Sequence[tuple[int, int]], at: str
) -> Iterator[Block]:
    """Which source it is, with a link that opens it at the words; of a file which lines."""
    if source is None:
        return
    title = safe.words(source.title or source.address, _TITLE)
    opened = source.opened == "the whole message"
    url = safe.web_address(source.address if opened else at_words(source.address, words, spans))
    if url:
        named = [link(url, title)]
    else:
        path = safe.words(source.address, _TITLE)
        named = [text(path, "code"), *([text(f" {title}")] if title != path else [])]
    place = [text(f" · {safe.words(part(say, at), _TITLE)}")] if at else []
    yield section(text(f"[{source.number}] "), *named, *place)


def _verdicts(
    say: Speech, run: Run, about: Candidate | None, held: Sequence[Verdict], sources: dict[int, Source]
) -> Iterator[Entry]:
    given = offered(run)
    for condition, one in standings(run, held):
        line = section(text(verdict(say, condition, one)), text("\n"))
        if why := still_open(say, given, condition.id, one, about):
            yield Entry([line, section(text(why, "italic"))])
        else:
            yield Entry([line, *(_rests(say, run, one, sources) if one else ())])


def _rests(say: Speech, run: Run, one: Verdict, sources: dict[int, Source]) -> Iterator[Block]:
    """The words that a verdict rests on, below what their columns are called."""
    if one.words:
        head = columns(run.ledger, one)
        yield from _excerpt(f"{head}\n{one.words}" if head else one.words, (), code=bool(head))
        yield from _from(say, sources.get(one.number), one.words, (), rests_at(run.ledger, one))


def standings(run: Run, held: Sequence[Verdict]) -> Iterator[tuple[Condition, Verdict | None]]:
    """Every condition of the task with its verdict, where there are any."""
    intent = latest_intent(run)
    by_id = {one.condition: one for one in held}
    yield from ((one, by_id.get(one.id)) for one in (intent.conditions if intent and held else ()))


def _name(one: Candidate) -> str:
    return safe.words(one.name, _TITLE)
