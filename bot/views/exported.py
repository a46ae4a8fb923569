"""An answer as two files: Markdown to read on, and JSON to work on with. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from agent.deeplink import at_words
from agent.exported import exported, is_web
from agent.facts import Answer, Candidate, Source, Statement, Verdict
from agent.run import Run
from bot.speech import Speech
from bot.views import safe
from bot.views.answer import unsettled, verdict, verdicts
from bot.views.blocks import Attached
from bot.views.evidence import grade
from bot.views.relayed import note, part
from bot.views.shortlist import shortlist, shortlist_text
from bot.views.wording import latest_intent, question_of

_LONGEST = 100_000  # characters of a line; nothing is cut that a source could hold


def files(say: Speech, run: Run, said: Answer) -> tuple[Attached, ...]:
    """Both, to be sent to somebody."""
    made = {f"answer-{run.id[:8]}.md": as_markdown(say, run, said), f"answer-{run.id[:8]}.json": as_json(said)}
    return tuple(Attached(name, name, text) for name, text in made.items())


def as_json(said: Answer) -> str:
    """Lines of JSON, readable in every language; what hides is written as JSON's own escape."""
    return safe.exact(json.dumps(exported(said), ensure_ascii=False, indent=2)) + "\n"


def as_markdown(say: Speech, run: Run, said: Answer) -> str:
    """The answer with all that stands under it, in the language in which it was asked for."""
    return safe.tidy("\n\n".join(part for part in _parts(say, run, said) if part)) + "\n"


def _parts(say: Speech, run: Run, said: Answer) -> Iterator[str]:
    listed = shortlist(say, run, said)
    yield f"# {_plain(question_of(run))}"
    yield f"*{say('partial', why=note(say, said.missing))}*" if said.partial else ""
    yield said.text or ("" if listed or said.partial else say("unconfirmed-all"))
    yield from shortlist_text(listed, say) if listed else ()
    yield from _titled(say("unconfirmed"), [_plain(note(say, line)) for line in unsettled(said)])
    yield from _titled(say("assumed-title"), list(map(_plain, said.assumed)))
    yield from _titled(say("verdicts"), [] if listed else list(map(_plain, verdicts(say, run, said))))
    yield from _titled(say("sources"), [_source(say, source) for source in said.sources])
    sources = {source.number: source for source in said.sources}
    proof = [*(_statement(say, one, sources) for one in said.statements), *_rests(say, run, said, sources)]
    yield "\n\n".join([f"## {say('evidence-title')}", *proof]) if proof else ""


def _titled(title: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield "\n".join([f"## {title}", "", *(f"- {line}" for line in lines)])


def _source(say: Speech, source: Source) -> str:
    opened = part(say, source.opened) if source.opened else say("only-found")
    published = f"{say('published')} {source.published}" if source.published else ""
    retrieved = f"{say('retrieved')} {_day(source.retrieved)}" if source.retrieved else ""
    title = "" if source.title in ("", source.address) else f"{_plain(source.title)}, "
    return f"[{source.number}] {title}{_address(source.address)} — {_plain(opened + published + retrieved)}"


def _day(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d")


def _address(address: str) -> str:
    return f"<{safe.web_address(address) or address}>" if is_web(address) else f"`{address.replace('`', '')}`"


# --- evidence -----------------------------------------------------------------------------------------------------


def _statement(say: Speech, one: Statement, sources: dict[int, Source]) -> str:
    lines = [f"**{_plain(one.text)}**", "", f"*{_plain(grade(say, one))}*"]
    return "\n".join([*lines, *_quoted(say, one.excerpt, sources.get(one.number), one.where, one.spans)])


def _quoted(
    say: Speech, words: str, source: Source | None, where: str = "", spans: Sequence[tuple[int, int]] = ()
) -> Iterator[str]:
    """The words of a source as a quote, and where they stand."""
    if safe.visible(words):
        yield ""
        yield from (f"> {_plain(line)}" for line in words.split("\n"))
    if source is not None:
        opened = source.opened == "the whole message"
        address = source.address if opened else at_words(source.address, words, spans)
        place = f", {_plain(part(say, where))}" if where else ""
        yield ""
        yield f"[{source.number}] {_address(address)}{place}"


def _rests(say: Speech, run: Run, said: Answer, sources: dict[int, Source]) -> Iterator[str]:
    """Every verdict that rests on words, with these."""
    intent = latest_intent(run)
    conditions = {one.id: one for one in (intent.conditions if intent else ())}
    for name, one in _held(said):
        if one.words and one.condition in conditions:
            line = verdict(say, conditions[one.condition], one)
            title = f"**{_plain(f'{name} – {line}' if name else line)}**"
            yield "\n".join([title, *_quoted(say, one.words, sources.get(one.number))])


def _held(said: Answer) -> Iterator[tuple[str, Verdict]]:
    yield from (("", one) for one in said.verdicts)
    named: Sequence[Candidate] = (*said.candidates, *said.dropped)
    yield from ((one.name, held) for one in named for held in one.verdicts)


def _plain(words: str) -> str:
    """Words on one line that Markdown takes for nothing else: no link, and no image that a reader would fetch."""
    line = safe.words(words, _LONGEST)
    return "".join(f"\\{char}" if char in "\\`*_<>|[]" else char for char in line)
