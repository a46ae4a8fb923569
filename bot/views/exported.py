"""An answer as two files: Markdown to read on, and JSON to work on with. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from urllib.parse import quote

from agent.answers.deeplink import at_words
from agent.answers.exported import exported, is_web
from agent.clean import without_tokens
from agent.facts import Answer, Candidate, Source, Statement, Verdict
from agent.run import Run
from bot.speech import Speech
from bot.views import safe
from bot.views.answer import falls_short, unsettled, verdict, verdicts, without_answer
from bot.views.blocks import Attached
from bot.views.compared import as_read, compared, with_signs
from bot.views.evidence import grade, idle
from bot.views.relayed import note, part
from bot.views.shortlist import shortlist, shortlist_text
from bot.views.wording import latest_intent, question_of

_BEGINS = re.compile(r"^(\d{0,9})([#+=.)-])")
_OF_ADDRESSES = ":/?#@!$&'()*+,;=%~-._"
_LONGEST = 100_000  # characters of a line; nothing is cut that a source could hold


def files(say: Speech, run: Run, said: Answer) -> tuple[Attached, ...]:
    """Both, to be sent to somebody."""
    made = {f"answer-{run.id[:8]}.md": as_markdown(say, run, said), f"answer-{run.id[:8]}.json": as_json(said)}
    return tuple(Attached(name, name, text) for name, text in made.items())


def as_json(said: Answer) -> str:
    """Lines of JSON, readable in every language; what hides is written as JSON's own escape."""
    return without_tokens(safe.exact(json.dumps(exported(said), ensure_ascii=False, indent=2))) + "\n"


def as_markdown(say: Speech, run: Run, said: Answer) -> str:
    """The answer with all that stands under it, in the language in which it was asked for."""
    return without_tokens(safe.tidy("\n\n".join(part for part in _parts(say, run, said) if part))) + "\n"


def _parts(say: Speech, run: Run, said: Answer) -> Iterator[str]:
    listed = shortlist(say, run, said)
    yield f"# {_plain(question_of(run))}"
    yield f"*{say('partial', why=note(say, said.missing))}*" if said.partial else ""
    yield safe.harmless(with_signs(said)) or ("" if listed or said.partial else without_answer(say, said))
    yield from shortlist_text(listed, say) if listed else ()
    yield f"*{_plain(line)}*" if (line := compared(say, said)) else ""
    yield f"*{_plain(short)}*" if (short := falls_short(say, said)) else ""
    yield from _titled(say("unconfirmed"), list(map(_plain, unsettled(say, said))))
    yield from _titled(say("assumed-title"), list(map(_plain, said.assumed)))
    yield from _titled(say("verdicts"), [] if listed else list(map(_plain, verdicts(say, run, said))))
    yield from _titled(say("sources"), [_source(say, source) for source in said.sources])
    sources = {source.number: source for source in said.sources}
    stated = (*said.statements, *said.unfound, *said.denied)
    proof = [*(_statement(say, one, sources) for one in stated), *_rests(say, run, said, sources)]
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
    """A link, or the path of a file as code; nothing in either ends it early."""
    if is_web(address):
        return f"<{safe.web_address(address) or quote(address, safe=_OF_ADDRESSES, errors='replace')}>"
    path = " ".join(address.split())
    return f"`` {path} ``" if "`" in path else f"`{path}`"


# --- evidence -----------------------------------------------------------------------------------------------------


def _statement(say: Speech, one: Statement, sources: dict[int, Source]) -> str:
    lines = [f"**{_plain(as_read(one.text))}**", "", f"*{_plain(grade(say, one))}*"]
    quoted = (
        line
        for each in one.excerpts
        for line in _quoted(say, each.text, sources.get(each.number), each.where, each.spans)
    )
    return "\n".join([*lines, *quoted, *(["", f"*{_plain(nothing)}*"] if (nothing := idle(say, one)) else [])])


def _quoted(
    say: Speech, words: str, source: Source | None, where: str = "", spans: Sequence[tuple[int, int]] = ()
) -> Iterator[str]:
    """The words of a source as a quote, and where they stand."""
    if safe.visible(words):
        yield ""
        yield from (
            f"> {_BEGINS.sub(_kept, _verbatim(line))}" if line.strip() else ">" for line in words.splitlines()
        )
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
    return _literal(safe.unlinked(safe.words(words, _LONGEST)))


def _verbatim(words: str) -> str:
    """The same of what a source says, rendered to the letter: a sign that nobody sees would be one too many."""
    return re.sub(r"(?<=www)(?=\.)|:(?=//)|@", r"\\\g<0>", _literal(safe.words(words, _LONGEST)), flags=re.I)


def _literal(line: str) -> str:
    line = "".join(f"\\{char}" if char in "\\`*_<>|[]~" else char for char in line)
    return re.sub(r"&(?=#?\w{1,40};)", r"\\&", line)


def _kept(found: re.Match[str]) -> str:
    """What would begin a heading, a list or a line across, as the sign that it is."""
    return f"{found[1]}\\{found[2]}"
