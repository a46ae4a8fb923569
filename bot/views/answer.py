"""The answer: its Markdown with links to the sources, what it rests on, and what it could not settle. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agent.facts import Answer, Condition, Source, Statement, Verdict
from agent.markdown.pointed import slack_links
from agent.run import CallState, Run
from bot.speech import Speech
from bot.tokens import Sign
from bot.views import reasoning, safe
from bot.views.again import again
from bot.views.blocks import (
    LIMITS,
    Block,
    Card,
    actions,
    bullets,
    button,
    context,
    fits,
    grouped,
    markdown,
    packed,
    rich,
    section,
    text,
)
from bot.views.compared import as_read, compared, with_signs
from bot.views.plain import card
from bot.views.reasons import why_apart
from bot.views.relayed import note
from bot.views.removal import remove
from bot.views.shapes import Cite
from bot.views.shortlist import Shortlist, shortlist, shortlist_blocks
from bot.views.sources import source_blocks
from bot.views.split import split
from bot.views.steps import how_far, spent, steps
from bot.views.tables import arranged, headed
from bot.views.unsearched import unsearched
from bot.views.wording import called, highest, latest_intent, tongue

LINES_AT_MOST = 40  # of what could not be confirmed
_LINE = 600  # characters of one line that could not be confirmed
_LACKING = 150  # characters of the words that are missing
_CLAIM = 300  # of what a second look denied, so that the reason finds room
_LIST_WEIGHT = 4_000
_SMALL_TALK = 300  # characters; a line or two of it stay bare: nothing in it is worth taking out


def answer(run: Run, said: Answer, sign: Sign, above: Sequence[Block] = ()) -> tuple[Card, ...]:
    """The messages of an answer, the first with `above` at its top."""
    say = tongue(run)
    blocks = _chat(say, run, said, sign) if said.mode == "chat" else _researched(say, run, said, sign)
    messages = list(packed([*above, *blocks]))
    return tuple(card("answer", _going_on(say, messages, at), highest(run)) for at in range(len(messages)))


def _researched(say: Speech, run: Run, said: Answer, sign: Sign) -> Iterator[Block]:
    if said.partial:
        yield context("hint.partial", _why(say, run, said))
    listed = shortlist(say, run, said)
    yield from _body(say, run, said, listed)
    yield from _decorations(say, run, said, sign, listed)


def _why(say: Speech, run: Run, said: Answer) -> str:
    """Why an answer is not finished; where something failed, with what leads into the process's log."""
    failed = run.failure if run.failure and run.failure.result.note == said.missing else None
    ref = say("reference", ref=safe.words(failed.ref, 40)) if failed and failed.ref else ""
    return " ".join(part for part in (say("partial", why=note(say, said.missing)), ref) if part)


def _chat(say: Speech, run: Run, said: Answer, sign: Sign) -> Iterator[Block]:
    written = _written(said.text)
    parts = list(_parts(written)) if safe.shows(written) else []
    yield from (markdown(part) for part in parts or [say("nothing-to-say")])
    buttons = reasoning.buttons(say, run, sign, hidden=0)
    buttons += [remove(say, run, sign)] if len(said.text) > _SMALL_TALK else []
    yield from [actions("actions", *buttons)] if buttons else []


def _going_on(say: Speech, messages: Sequence[Sequence[Block]], at: int) -> Sequence[Block]:
    """The message with a word that it is not the last, since other messages may stand between them."""
    more = [*messages[at], context("hint", say("goes-on", k=at + 1, n=len(messages)))]
    return more if at + 1 < len(messages) and fits(more) else messages[at]


def _body(say: Speech, run: Run, said: Answer, listed: Shortlist | None) -> Iterator[Block]:
    parts = list(_parts(cited(with_signs(said), said.sources)))
    yield from (markdown(part) for part in parts)
    yield from shortlist_blocks(listed, say) if listed else ()
    if parts or listed:
        yield from _unsearched(say, run)
    elif said.partial and said.sources and not said.unconfirmed:
        yield markdown(say("partial-list"))
        yield from (*_titled("unopened", say("unopened"), _unopened(say, run)), *_unsearched(say, run))
    else:
        nothing = said.partial and not said.sources
        yield markdown(say("partial-nothing") if nothing else without_answer(say, said))
        yield from _tried(say, run, said)


def _unsearched(say: Speech, run: Run) -> list[Block]:
    return [context("hint.unsearched", line)] if (line := unsearched(say, run)) else []


def _parts(body: str) -> Iterator[str]:
    """Parts for a message each. What was code in the whole can be prose in a part, so each is made safe again."""
    for part in split(body, LIMITS.body):
        mended = safe.harmless(part)
        if safe.size(mended) <= LIMITS.body:
            yield mended
        else:
            yield from _parts(mended)


def cited(body: str, sources: Sequence[Source]) -> str:
    """Markdown fit for Slack, each [n] a link to its source where that has a web address."""
    targets = {source.number: safe.link_target(source.address) for source in sources}

    def linked(number: int) -> str:
        return f"[[{number}]]({targets[number]})" if targets.get(number) else f"[{number}]"

    return _written(body, lambda numbers: "".join(map(linked, numbers)))


def _written(text: str, cite: Cite | None = None) -> str:
    """Markdown fit for Slack, its tables as Slack takes them."""
    return safe.markdown(arranged(headed(slack_links(safe.tidy(text))), LIMITS.columns), cite)


def _tried(say: Speech, run: Run, said: Answer) -> Iterator[Block]:
    """What was looked for in vain, and what could not be opened; what was opened, a message of the thread too, stands
    among the sources."""
    calls = list(run.calls.values())
    searched = [_step(say, run, state) for state in calls if state.call.budget == "search"]
    read = any(state.returned.result.passages for state in calls if state.returned)
    opened = read or any(source.opened for source in said.sources)
    yield from _titled("tried", say("searched-for"), searched)
    yield from _titled("unopened", say("unopened"), _unopened(say, run))
    if not opened:
        yield context("hint.tried", say("nothing-opened"))


def _unopened(say: Speech, run: Run) -> list[str]:
    """The pages and files that could not be opened, each with the reason."""
    opening = (state for state in run.calls.values() if state.call.budget in ("page", "file"))
    return [_step(say, run, one) for one in opening if one.returned and one.returned.outcome == "failed"]


def _step(say: Speech, run: Run, state: CallState) -> str:
    return say("step", what=called(say, state.call), outcome=safe.cut(how_far(say, run, state), _LINE))


def unsettled(say: Speech, said: Answer) -> list[str]:
    """What could not be confirmed, a line each with the reason: what code did not find, what it could not look up,
    and what a model's second look denied."""
    unfound = {one.text: one for one in said.unfound}
    lost = (_lost(say, said, line, unfound.get(line)) for line in said.unconfirmed)
    denied = (say("denied-line", claim=safe.cut(as_read(one.text), _CLAIM), reason=one.doubt) for one in said.denied)
    return [line for line in (*lost, *denied) if line.strip()]


def _lost(say: Speech, said: Answer, line: str, looked_for: Statement | None) -> str:
    if not line.strip():
        return ""
    why = why_apart(say, said, line, looked_for, _LACKING)
    return say("apart-line", claim=safe.cut(note(say, as_read(line)), _LINE - safe.size(why) - 10), why=why)


def without_answer(say: Speech, said: Answer) -> str:
    """What stands in place of an answer: that no source answers is something else than that nothing is confirmed."""
    apart = said.unconfirmed or said.denied or said.partial
    return unanswered(say, said) if said.unanswered and not apart else say("unconfirmed-all")


def unanswered(say: Speech, said: Answer) -> str:
    """That there is no answer in what was opened, if anything was; "" where there is one."""
    match said.unanswered:
        case "in sources":
            return say("missing-unanswered")
        case "nothing opened":
            return say("missing-nothing")
        case _:
            return ""


def falls_short(say: Speech, said: Answer) -> str:
    """Why an answer that was given whole is less than it should be; "" where it is not, or where that is said."""
    told = unanswered(say, said) if said.text.strip() else ""
    return "" if said.partial else " ".join(filter(None, [told, note(say, said.missing)]))


# --- under the answer ---------------------------------------------------------------------------------------------


def _decorations(say: Speech, run: Run, said: Answer, sign: Sign, listed: Shortlist | None) -> Iterator[Block]:
    if run.overdue:
        yield context("hint.overdue", say("overdue", n=len(run.overdue)))
    if line := compared(say, said):
        yield context("hint.compared", line)
    if short := falls_short(say, said):
        yield context("hint.short", short)
    yield from _titled("unconfirmed", say("unconfirmed"), _first(say, unsettled(say, said)))
    yield from _titled("assumed", say("assumed-title"), said.assumed)
    if not listed:
        yield from _titled("verdicts", say("verdicts"), verdicts(say, run, said))
    yield from source_blocks(said.sources, say, _titled_sources(say, said))
    yield _footer(say, run)
    once_more = again(say, run, sign, said.partial)
    proof = [button(say("evidence-button"), "evidence", sign("evidence", run.id))] if evident(said) else []
    more = reasoning.buttons(say, run, sign, hidden=len(steps(say, run)))
    yield actions("actions", once_more, *proof, *more, remove(say, run, sign))


def _first(say: Speech, lines: Sequence[str]) -> Sequence[str]:
    """As many as one reads in a thread, and how many more there are: "Evidence" has them all."""
    more = len(lines) - LINES_AT_MOST
    return lines if more <= 0 else [*lines[:LINES_AT_MOST], say("unconfirmed-more", n=more)]


def evident(said: Answer) -> bool:
    """Whether there is anything to show as evidence."""
    return bool(said.statements or said.sources or said.candidates or said.dropped)


def _titled_sources(say: Speech, said: Answer) -> str:
    if said.text.strip() or said.candidates or said.dropped:
        return say("sources")
    only_found = any(not source.opened for source in said.sources)
    return say("opened-and-found") if only_found else say("opened-title")


def _titled(block_id: str, title: str, lines: Sequence[str]) -> Iterator[Block]:
    """A list under a title, in as many blocks as it needs."""
    items = [[text(safe.words(line, _LINE))] for line in lines]
    for at, group in enumerate(grouped(items, _LIST_WEIGHT)):
        heading = [section(text(title, "bold"))] if at == 0 else []
        yield rich(f"{block_id}.{at + 1}", *heading, bullets(group))


def verdicts(say: Speech, run: Run, said: Answer) -> list[str]:
    """Every condition of the task with its standing; what the check does not name is unknown."""
    intent = latest_intent(run)
    standing = {found.condition: found for found in said.verdicts}
    return [verdict(say, one, standing.get(one.id)) for one in (intent.conditions if intent else ())]


def verdict(say: Speech, condition: Condition, found: Verdict | None) -> str:
    """The condition first, then what was found: "Must: since 2020 – not met [7]"."""
    standing = found.standing if found else "unknown"
    wish = safe.words(condition.text, _LINE - 100)
    mark = f" [{found.number}]" if found and found.number else ""
    match condition.id.partition(".")[0], standing:
        case "must_not", "met":
            return say("must-not-kept", wish=wish, mark=mark)
        case "must_not", "not met":
            return say("must-not-broken", wish=wish, mark=mark)
        case "must_not", _:
            return say("must-not-unknown", wish=wish)
        case "prefer", "met":
            return say("prefer-met", wish=wish, mark=mark)
        case "prefer", "not met":
            return say("prefer-unmet", wish=wish, mark=mark)
        case "prefer", _:
            return say("prefer-unknown", wish=wish)
        case _, "met":
            return say("must-met", wish=wish, mark=mark)
        case _, "not met":
            return say("must-unmet", wish=wish, mark=mark)
        case _:
            return say("must-unknown", wish=wish)


def _footer(say: Speech, run: Run) -> Block:
    return context("footer", " · ".join(spent(say, run)))
