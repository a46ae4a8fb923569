"""An answer as two files: Markdown to read on, and JSON to work on with. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from urllib.parse import quote

from agent.answers.deeplink import at_words
from agent.answers.exported import exported, is_web
from agent.answers.offered import offered
from agent.answers.whereabouts import columns, rests_at, where
from agent.clean import without_tokens
from agent.facts import Answer, Candidate, Excerpt, Source, Statement, Verdict
from agent.run import Run
from bot.speech import Speech
from bot.views import safe
from bot.views.answer import falls_short, unsettled, verdict, verdicts, without_answer
from bot.views.blocks import Attached
from bot.views.compared import as_read, compared, with_signs
from bot.views.evidence import examined, grade, idle, not_looked_for, standings
from bot.views.reasons import still_open
from bot.views.relayed import note, part
from bot.views.shortlist import shortlist, shortlist_text
from bot.views.unsearched import unsearched
from bot.views.wording import question_of

_BEGINS = re.compile(r"^(\d{0,9})(?!- [^\W\d_])([#+=.)>-])")  # but an item may be one
_RULES = frozenset("|:- ")  # what makes a table of the lines around it
_SIGNS = re.compile(r"[\\`*<~]|\](?=[(\[:])|(?<![^\W_])_|_(?![^\W_])|&(?=#?\w{1,40};)")
_OF_ADDRESSES = ":/?#@!$&'()*+,;=%~-._"
_LONGEST = 100_000  # characters of a line; nothing is cut that a source could hold


def files(say: Speech, run: Run, said: Answer) -> tuple[Attached, ...]:
    """Both, to be sent to somebody."""
    made = {f"answer-{run.id[:8]}.md": as_markdown(say, run, said), f"answer-{run.id[:8]}.json": as_json(run, said)}
    return tuple(Attached(name, name, text) for name, text in made.items())


def as_json(run: Run, said: Answer) -> str:
    """Lines of JSON, readable in every language; what hides is written as JSON's own escape."""
    return (
        without_tokens(safe.exact(json.dumps(exported(said, run.ledger, offered(run)), ensure_ascii=False, indent=2)))
        + "\n"
    )


def as_markdown(say: Speech, run: Run, said: Answer) -> str:
    """The answer with all that stands under it, in the language in which it was asked for."""
    return without_tokens(safe.tidy("\n\n".join(part for part in _parts(say, run, said) if part))) + "\n"


def _parts(say: Speech, run: Run, said: Answer) -> Iterator[str]:
    listed = shortlist(say, run, said)
    yield f"# {_plain(question_of(run))}"
    yield f"*{say('partial', why=note(say, said.missing))}*" if said.partial else ""
    yield safe.harmless(with_signs(said)) or ("" if listed or said.partial else without_answer(say, said))
    yield from shortlist_text(listed, say, _plain) if listed else ()
    yield f"*{_plain(line)}*" if (line := unsearched(say, run)) else ""
    yield f"*{_plain(line)}*" if (line := compared(say, said)) else ""
    yield f"*{_plain(short)}*" if (short := falls_short(say, said)) else ""
    yield from _titled(say("unconfirmed"), list(map(_plain, unsettled(say, said))))
    yield from _titled(say("assumed-title"), list(map(_plain, said.assumed)))
    yield from _titled(say("verdicts"), [] if listed else list(map(_plain, verdicts(say, run, said))))
    yield from _titled(say("sources"), [_source(say, source) for source in said.sources])
    yield from _proof(say, run, said)


def _titled(title: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield "\n".join([f"## {title}", "", *(f"- {_begun(line)}" for line in lines)])


def _source(say: Speech, source: Source) -> str:
    opened = part(say, source.opened) if source.opened else say("only-found")
    published = f"{say('published')} {source.published}" if source.published else ""
    retrieved = f"{say('retrieved')} {_day(source.retrieved)}" if source.retrieved else ""
    title = "" if source.title in ("", source.address) else f"{_plain(source.title)}, "
    return f"[{source.number}] {title}{_address(source.address)} — {_plain(opened + published + retrieved)}"


def _day(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d")


def _address(address: str) -> str:
    """A link, or the path of a file as code; nothing in either ends it early."""
    if is_web(address):
        return f"<{safe.web_address(address) or quote(address, safe=_OF_ADDRESSES, errors='replace')}>"
    path = " ".join(address.split())
    return f"`` {path} ``" if "`" in path else f"`{path}`"


# --- evidence -----------------------------------------------------------------------------------------------------


def _proof(say: Speech, run: Run, said: Answer) -> Iterator[str]:
    """The same as the modal of evidence, in its order (evidence.py)."""
    sources = {source.number: source for source in said.sources}
    parts = [_statement(say, run, one, sources) for one in said.statements]
    for title, about, held in examined(say, said):
        parts += _headed(title, _verdicts(say, run, about, held, sources))
    items = "\n".join(f"- {_begun(_plain(line))}" for line in not_looked_for(say, said))
    apart = (_statement(say, run, one, sources, apart=True) for one in (*said.unfound, *said.denied))
    parts += _headed(say("unconfirmed"), [*([items] if items else []), *apart])
    yield from [f"## {say('evidence-title')}", *parts] if parts else ()


def _headed(title: str, found: Iterable[str]) -> list[str]:
    parts = list(found)
    return [f"### {_plain(title)}", *parts] if parts else []


def _statement(say: Speech, run: Run, one: Statement, sources: dict[int, Source], *, apart: bool = False) -> str:
    lines = [f"**{_plain(as_read(one.text))}**", "", f"*{_plain(grade(say, one, apart=apart))}*"]
    quoted = (
        line
        for each in one.excerpts
        for line in _quoted(say, each, sources.get(each.number), where(run.ledger, each))
    )
    return "\n".join([*lines, *quoted, *(["", f"*{_plain(nothing)}*"] if (nothing := idle(say, one)) else [])])


def _quoted(say: Speech, one: Excerpt, source: Source | None, at: str) -> Iterator[str]:
    """The words of a source as a quote, and where they stand."""
    yield from _words(one.text)
    yield from _from(say, source, one.text, one.spans, at)


def _words(words: str) -> Iterator[str]:
    if safe.visible(words):
        yield ""
        yield from (f"> {_begun(_verbatim(line))}" if line.strip() else ">" for line in words.splitlines())


def _from(say: Speech, source: Source | None, words: str, spans: Sequence[tuple[int, int]], at: str) -> Iterator[str]:
    if source is not None:
        opened = source.opened == "the whole message"
        address = source.address if opened else at_words(source.address, words, spans)
        yield ""
        yield f"[{source.number}] {_address(address)}{f', {_plain(part(say, at))}' if at else ''}"


def _verdicts(
    say: Speech, run: Run, about: Candidate | None, held: Sequence[Verdict], sources: dict[int, Source]
) -> Iterator[str]:
    """Every condition, with the words that its verdict rests on, or why it is open."""
    given = offered(run)
    for condition, one in standings(run, held):
        why = still_open(say, given, condition.id, one, about)
        rests = [f"*{_plain(why)}*"] if why else list(_rests(say, run, one, sources)) if one else []
        yield "\n".join([f"**{_plain(verdict(say, condition, one))}**", *([""] if why else []), *rests])


def _rests(say: Speech, run: Run, one: Verdict, sources: dict[int, Source]) -> Iterator[str]:
    if one.words:
        head = columns(run.ledger, one)
        yield from _words(f"{head}\n\n{one.words}" if head else one.words)
        yield from _from(say, sources.get(one.number), one.words, (), rests_at(run.ledger, one))


def _plain(words: str) -> str:
    """Words on one line that Markdown takes for nothing else: no link, and no image that a reader would fetch."""
    return _literal(safe.unlinked(safe.words(words, _LONGEST)))


def _verbatim(words: str) -> str:
    """The same of what a source says, rendered to the letter: a sign that nobody sees would be one too many."""
    return re.sub(r"(?<=www)(?=\.)|:(?=//)|@", r"\\\g<0>", _literal(safe.words(words, _LONGEST)), flags=re.I)


def _literal(line: str) -> str:
    """No more signs are escaped than would be read as something: "[1]" alone leads nowhere, nor does "a | b"."""
    return _SIGNS.sub(r"\\\g<0>", line)


def _begun(line: str) -> str:
    """A line of its own, of which the first sign would begin a heading or a list, or rule off a table."""
    if "-" in line and _RULES.issuperset(line):
        return f"\\{line}"
    return _BEGINS.sub(lambda found: f"{found[1]}\\{found[2]}", line)
