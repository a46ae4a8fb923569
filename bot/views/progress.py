"""The first message of a run while it works, and where it ended without an answer. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agent.carrier import Live
from agent.facts import Intent, Stopped
from agent.run import Run
from bot.tokens import Sign
from bot.views import safe
from bot.views.blocks import Block, Card, actions, bullets, button, context, listed, rich, section, text
from bot.views.plain import card
from bot.views.sources import source_blocks
from bot.views.steps import steps
from bot.views.wording import (
    asker,
    called,
    counted,
    deciders,
    duration,
    highest,
    latest_intent,
    person,
    rounds_used,
    undecided,
)

_STEPS, _STEP = 12, 240  # steps shown, characters of one
_WISHES, _WISH = 6, 160
_GOAL, _NOTE, _WHO = 400, 400, 400
_SOURCES = 20
_DOING = {"search": "Searching", "page": "Reading pages", "file": "Reading files"}


def progress(run: Run, live: Live, now: float, sign: Sign) -> Card:
    """How far a run is that has not ended."""
    blocks = [_headline(headline(run, live, now)), *_understood(run), *_steps(run), _footer(run, live, now)]
    return card("progress", [*blocks, *_stop(run, sign)], highest(run))


def _headline(words: str) -> Block:
    return rich("headline", section(text(words, "bold")))


def _stop(run: Run, sign: Sign) -> list[Block]:
    return [] if run.unknown else [actions("actions", button("Stop", "stop", sign("stop", run.id)))]


# --- the state in words -------------------------------------------------------------------------------------------


def headline(run: Run, live: Live, now: float) -> str:
    """What is going on, in a few words."""
    if run.unknown:
        return "A newer version of this program carries this question on."
    if live.queued:
        return _in_line(live.queued)
    if run.recalled is None:
        return "Reading the thread…"
    if run.understood is None:
        return "Understanding what was said since…" if run.intents else "Understanding the question…"
    if run.asking:
        return f"Waiting for {asker(run)} to answer"
    return _working(run, live, now)


def _in_line(ahead: Sequence[str]) -> str:
    """Whose questions come first; those whose names are not known yet are counted only."""
    named = safe.words(", ".join(dict.fromkeys(name for name in ahead if name)), _WHO) if any(ahead) else ""
    if len(ahead) == 1:
        return f"Waiting until {f'{named}’s' if named else 'the'} question above is finished…"
    return f"Waiting until {len(ahead)} questions above are finished{f', by {named}' if named else ''}…"


def _working(run: Run, live: Live, now: float) -> str:
    waiting = [state for state in run.open_calls if undecided(run, state, now)]
    if waiting:
        who = safe.words(deciders(run), _WHO)
        return f"Waiting for {who} to approve {counted(len(waiting), 'call')}"
    if run.open_calls:
        return _calling(run)
    draft = run.round
    if draft and not draft.calls and draft.checked is None:
        return "Checking the answer against its sources…"
    return _speaking(run, live)


def _calling(run: Run) -> str:
    states = run.running or run.open_calls
    doing = dict.fromkeys(_DOING.get(state.call.budget, f"Using {called(state.call, 60)}") for state in states)
    first, *others = doing
    return f"{' and '.join([first, *(other[0].lower() + other[1:] for other in others)])}…"


def _speaking(run: Run, live: Live) -> str:
    tens = live.words // 10 * 10 if any(step.startswith("reply.") for step in live.since) else 0
    if tens:
        return f"Writing the answer… {tens:,} words"
    if run.round and run.round.checked:
        return "Mending the answer…"
    return "Thinking about what was found…" if run.round else "Thinking about how to begin…"


# --- what was understood and done -----------------------------------------------------------------------------------


def _understood(run: Run) -> list[Block]:
    intent = latest_intent(run)
    if intent is None or intent.mode == "chat":
        return []
    goal = section(text("Understood: ", "bold"), text(safe.words(intent.goal, _GOAL)))
    wishes = [item for title, texts in _wishes(run, intent) for item in _titled(title, texts)]
    return [rich("understood", goal, *([bullets(wishes)] if wishes else []))]


def _wishes(run: Run, intent: Intent) -> Iterator[tuple[str, Sequence[str]]]:
    yield "Must", [condition.text for condition in intent.must]
    yield "Must not", [condition.text for condition in intent.must_not]
    yield "Preferably", [condition.text for condition in intent.prefer]
    if run.asking:
        yield "Unclear", [question.text for question in run.asking.unanswered]
    elif run.intent:
        yield "Assumed", list(run.assumed)


def _titled(title: str, texts: Sequence[str]) -> list[list[Block]]:
    return [[text(f"{title}: ", "italic"), *item] for item in listed(texts, _WISHES, _WISH)]


def _steps(run: Run) -> list[Block]:
    """The newest steps, and how many came before them."""
    lines = steps(run)
    if not lines:
        return []
    before = len(lines) - _STEPS
    items = [[text(f"{counted(before, 'earlier step')}, not shown here", "italic")]] if before > 0 else []
    items += [[text(safe.words(line, _STEP))] for line in lines[-_STEPS:]]
    return [rich("steps", bullets(items))]


def _footer(run: Run, live: Live, now: float) -> Block:
    """Budgets; and for how long, in steps of ten seconds, so that the message does not change at every look."""
    parts = [f"{rounds_used(run)} of {counted(run.asked.rules.rounds, 'round')}"]
    parts += [counted(run.usage.tokens, "token")] if run.usage.tokens else []
    tens = int((now - min(live.since.values(), default=now)) // 10) * 10
    parts += [f"this step: {duration(tens)}"] if tens >= 10 else []
    return context("footer", " · ".join(parts))


# --- ended without an answer ----------------------------------------------------------------------------------------


def stopped(run: Run, fact: Stopped, sign: Sign) -> Card:
    """Why there is no answer, what had been opened until then, and the way to try again."""
    first, *more = _reasons(run, fact)
    blocks = [_headline(first), *([rich("hint", section(text("\n".join(more))))] if more else [])]
    opened = [source for source in run.sources if run.ledger.is_open(source.number)]
    blocks += source_blocks(opened[:_SOURCES], "Opened so far")
    if len(opened) > _SOURCES:
        blocks.append(context("hint.2", f"and {counted(len(opened) - _SOURCES, 'more source')}"))
    if fact.why != "deleted":
        blocks.append(actions("actions", button("Retry", "retry", sign("retry", run.id))))
    return card("note", blocks, highest(run))


def _reasons(run: Run, fact: Stopped) -> list[str]:
    match fact.why:
        case "person":
            return [f"Stopped by {person(run, fact.by)}."]
        case "deleted":
            return ["Stopped: the message that asked was deleted."]
        case "budget":
            return ["I stopped: what one question may use is used up, and I have no answer yet."]
        case "unreadable":
            return ["I did not understand what is asked.", "Please say it in other words, or press Retry."]
        case "failed":
            return _failed(run, fact)


def _failed(run: Run, fact: Stopped) -> list[str]:
    note = run.failure.result.note if run.failure else ""
    ref = fact.ref or (run.failure.ref if run.failure else "")
    reasons = ["Something went wrong, and I could not answer.", safe.words(note, _NOTE) if note.strip() else ""]
    return [reason for reason in (*reasons, f"Reference: {safe.words(ref, 40)}" if ref else "") if reason]
