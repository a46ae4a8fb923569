"""The answer: its Markdown with links to the sources, what it rests on, and what it could not settle. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agent.facts import Answer, Condition, Source, Verdict
from agent.marks import rewritten
from agent.run import Run
from bot.tokens import Sign
from bot.views import safe
from bot.views.blocks import (
    Block,
    Card,
    actions,
    bullets,
    button,
    context,
    fits,
    markdown,
    packed,
    rich,
    section,
    text,
    weight,
)
from bot.views.plain import card
from bot.views.sources import source_blocks
from bot.views.split import split
from bot.views.steps import how_far
from bot.views.wording import called, counted, duration, highest, latest_intent

_BODY = 11_800  # characters of Markdown in one message
_LINE = 600  # characters of one line that could not be confirmed
_LIST_WEIGHT = 4_000
_UNCONFIRMED = "I could not confirm an answer from the sources."
_NOTHING = "I have nothing to say to that."
_KINDS = {"must": "must", "must_not": "must not", "prefer": "preferably"}


def answer(run: Run, said: Answer, sign: Sign) -> tuple[Card, ...]:
    """The messages of an answer; the first takes the place of the progress, the others follow it."""
    if said.mode == "chat":
        blocks = [markdown(part) for part in list(_parts(safe.markdown(said.text))) or [_NOTHING]]
    else:
        blocks = [*_body(run, said), *_decorations(run, said, sign)]
    messages = list(packed(blocks))
    return tuple(card("answer", _going_on(messages, at), highest(run)) for at in range(len(messages)))


def _going_on(messages: Sequence[Sequence[Block]], at: int) -> Sequence[Block]:
    """The message with a word that it is not the last, since other messages may stand between them."""
    more = [*messages[at], context("hint", f"Part {at + 1} of {len(messages)}: it goes on below.")]
    return more if at + 1 < len(messages) and fits(more) else messages[at]


def _body(run: Run, said: Answer) -> Iterator[Block]:
    parts = list(_parts(cited(said.text, said.sources)))
    yield from (markdown(part) for part in parts)
    if not parts:
        yield markdown(_UNCONFIRMED)
        yield from _tried(run)


def _parts(body: str) -> Iterator[str]:
    """Parts for a message each. What was code in the whole can be prose in a part, so each is made safe again."""
    for part in split(body, _BODY):
        mended = safe.markdown(part)
        if safe.size(mended) <= _BODY:
            yield mended
        else:
            yield from _parts(mended)


def cited(body: str, sources: Sequence[Source]) -> str:
    """Markdown fit for Slack, each [n] a link to its source where that has a web address."""
    targets = {source.number: safe.link_target(source.address) for source in sources}

    def linked(number: int) -> str:
        return f"[[{number}]]({targets[number]})" if targets.get(number) else f"[{number}]"

    return rewritten(safe.markdown(body), lambda numbers: "".join(linked(number) for number in numbers))


def _tried(run: Run) -> Iterator[Block]:
    """What was looked for in vain; what was opened stands among the sources."""
    calls = list(run.calls.values())
    searched = [f"{called(state.call)}: {how_far(run, state)}" for state in calls if state.call.budget == "search"]
    opened = any(state.returned.result.passages for state in calls if state.returned)
    yield from _titled("tried", "Searched for", [*searched, *([] if opened else ["Nothing was opened."])])


def unsettled(said: Answer) -> list[str]:
    """What could not be confirmed, a line each; that nothing could be is already said above it."""
    missing = said.missing if said.text.strip() or not said.unconfirmed else ""
    return [line for line in (missing, *said.unconfirmed) if line.strip()]


# --- under the answer ---------------------------------------------------------------------------------------------


def _decorations(run: Run, said: Answer, sign: Sign) -> Iterator[Block]:
    if run.overdue:
        calls = counted(len(run.overdue), "call")
        yield context("hint.overdue", f"Nobody decided on {calls} in time: this is what I could say without.")
    yield from _titled("unconfirmed", "Could not be confirmed", unsettled(said))
    yield from _titled("assumed", "Assumed, since nobody said otherwise", said.assumed)
    yield from _titled("verdicts", "What was asked for", _verdicts(run, said))
    yield from source_blocks(said.sources, "Sources" if said.text.strip() else "Opened")
    yield _footer(run)
    yield actions("actions", button("Retry", "retry", sign("retry", run.id)))


def _titled(block_id: str, title: str, lines: Sequence[str]) -> Iterator[Block]:
    """A list under a title, in as many blocks as it needs."""
    items = [[text(safe.words(line, _LINE))] for line in lines]
    for at, group in enumerate(_groups(items)):
        heading = [section(text(title, "bold"))] if at == 0 else []
        yield rich(f"{block_id}.{at + 1}", *heading, bullets(group))


def _groups(items: Sequence[list[Block]]) -> Iterator[list[list[Block]]]:
    group: list[list[Block]] = []
    for item in items:
        if group and weight([bullets([*group, item])]) > _LIST_WEIGHT:
            yield group
            group = []
        group.append(item)
    if group:
        yield group


def _verdicts(run: Run, said: Answer) -> list[str]:
    """Every condition of the task with its standing; what the check does not name is unknown."""
    intent = latest_intent(run)
    standing = {verdict.condition: verdict for verdict in said.verdicts}
    return [_verdict(one, standing.get(one.id)) for one in (intent.conditions if intent else ())]


def _verdict(condition: Condition, verdict: Verdict | None) -> str:
    kind = _KINDS.get(condition.id.partition(".")[0], "")
    number = f" [{verdict.number}]" if verdict and verdict.number else ""
    return f"{verdict.standing if verdict else 'unknown'}{number}: {kind}{' – ' if kind else ''}{condition.text}"


def _footer(run: Run) -> Block:
    """Which model, how much of the budget, how long from the question to the answer, people's time included."""
    model = next((round.reply.model for round in reversed(run.rounds) if round.reply.model), run.asked.rules.model)
    took = duration((run.ended_at or run.at) - run.asked_at)
    parts = [model, counted(len(run.rounds), "round"), counted(run.usage.tokens, "token"), took]
    return context("footer", " · ".join(part for part in parts if part))
