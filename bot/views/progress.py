"""The first message of a run while it works, and where it ended without an answer. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agent.carrier import Live
from agent.ending import SMALL_RUN
from agent.facts import Intent, Stopped
from agent.run import Run
from bot.speech import Speech
from bot.tokens import Sign
from bot.views import reasoning, safe
from bot.views.again import again
from bot.views.blocks import Block, Card, actions, bullets, button, context, rich, section, text, utc
from bot.views.costs import costs
from bot.views.plain import card
from bot.views.relayed import note
from bot.views.removal import remove
from bot.views.sources import source_blocks
from bot.views.steps import Step, earlier, spent, steps
from bot.views.wording import (
    LINE,
    asker,
    called,
    deciders,
    duration,
    effort,
    enumerated,
    highest,
    latest_intent,
    person,
    rounds_used,
    tongue,
    undecided,
)

_STEPS, _STEP = 8, 320  # steps shown one by one, bytes of one
_WISHES, _WISH = 6, 160
_GOAL, _NOTE = 400, 400
_SOURCES = 20
_TENS = 10  # seconds; time is told in such steps, so that the message does not change at every look


def progress(run: Run, live: Live, now: float, sign: Sign) -> Card:
    """How far a run is that has not ended."""
    say = tongue(run)
    done = steps(say, run, live, now)
    blocks = [
        _headline(headline(say, run, live, now)),
        *_understood(say, run),
        *_gone_on(say, run),
        *_steps(say, done),
    ]
    buttons = [*_stop(say, run, sign), *reasoning.buttons(say, run, sign, hidden=len(done) - _STEPS)]
    shown = [actions("actions", *buttons)] if buttons else []
    return card("progress", [*blocks, _footer(say, run, live, now), *shown], highest(run))


def _headline(words: str) -> Block:
    return rich("headline", section(text(words, "bold")))


def _stop(say: Speech, run: Run, sign: Sign) -> list[Block]:
    return [] if run.unknown else [button(say("stop-button"), "stop", sign("stop", run.id))]


# --- the state in words -------------------------------------------------------------------------------------------


def headline(say: Speech, run: Run, live: Live, now: float) -> str:
    """What is going on, in a few words."""
    if run.unknown:
        return say("newer-version")
    if live.queued:
        return _in_line(say, live.queued)
    if live.waits:
        return say("waiting-for-model")
    if any(bill.waits for bill in live.bills.values()):
        return say("waiting-for-budget")
    if run.recalled is None:
        return say("reading-thread")
    if run.understood is None:
        return say("understanding-again") if run.intents else say("understanding")
    if run.asking:
        return say("waiting-for-answer", who=asker(say, run))
    return _working(say, run, live, now)


def _in_line(say: Speech, ahead: Sequence[str]) -> str:
    """Whose questions come first; those whose names are not known yet are counted only."""
    known = dict.fromkeys(safe.words(name, 80) for name in ahead if name)
    names = safe.words(enumerated(say, list(known)), LINE) if known else ""
    return say("queued-behind", n=len(ahead), names=names) if names else say("queued", n=len(ahead))


def _working(say: Speech, run: Run, live: Live, now: float) -> str:
    waiting = [state for state in run.open_calls if undecided(run, state, now)]
    if waiting:
        return say("waiting-for-approval", who=deciders(say, run), n=len(waiting))
    if run.open_calls:
        return _calling(say, run)
    draft = run.round
    if draft and not draft.calls and draft.checked is None:
        return say("second-look") if live.second_look else say("checking")
    return _speaking(say, run, live)


def _calling(say: Speech, run: Run) -> str:
    """What is being called, a sentence for each mixture: no language makes one of parts."""
    states = run.running or run.open_calls
    match sorted({state.call.budget for state in states}):
        case ["search"]:
            return say("doing-search")
        case ["page"]:
            return say("doing-pages")
        case ["file"]:
            return say("doing-files")
        case ["page", "search"]:
            return say("doing-search-pages")
        case ["file", "search"]:
            return say("doing-search-files")
        case ["file", "page"]:
            return say("doing-pages-files")
        case ["file", "page", "search"]:
            return say("doing-everything")
        case _ if len(states) == 1:
            return say("doing-call", call=called(say, states[0].call, 60))
        case _:
            return say("doing-calls", n=len(states))


def _speaking(say: Speech, run: Run, live: Live) -> str:
    """Words that come are an answer only where they cannot turn out to hold calls: no tool is left to call."""
    if any(step.startswith("compact.") for step in live.since):
        return say("summing-up")
    step = next((step for step in live.since if step.startswith("reply.")), "")
    tens = live.words // 10 * 10 if step else 0
    if tens:
        final = run.last_round(step) or (run.intent is not None and run.intent.mode == "chat")
        return say("writing-answer", n=tens) if final else say("writing", n=tens)
    if run.round and run.round.checked:
        return say("mending")
    return say("thinking-about-found") if run.round else say("thinking")


# --- what was understood and done -----------------------------------------------------------------------------------


def _understood(say: Speech, run: Run) -> list[Block]:
    intent = latest_intent(run)
    if intent is None or intent.mode == "chat":
        return []
    goal = section(text(say("understood") + " ", "bold"), text(safe.words(intent.goal, _GOAL)))
    wishes = [item for title, texts in _wishes(say, run, intent) for item in _titled(say, title, texts)]
    return [rich("understood", goal, *([bullets(wishes)] if wishes else []))]


def _wishes(say: Speech, run: Run, intent: Intent) -> Iterator[tuple[str, Sequence[str]]]:
    yield say("must"), [condition.text for condition in intent.must]
    yield say("must-not"), [condition.text for condition in intent.must_not]
    yield say("preferably"), [condition.text for condition in intent.prefer]
    if run.asking:
        yield say("unclear"), [question.text for question in run.asking.unanswered]
    elif run.intent:
        yield say("assumed"), list(run.assumed)


def _titled(say: Speech, title: str, texts: Sequence[str]) -> Iterator[list[Block]]:
    """Each on a line of its own; how many are left out is said."""
    for words in texts[:_WISHES]:
        yield [text(f"{title} ", "italic"), text(safe.words(words, _WISH))]
    if len(texts) > _WISHES:
        yield [text(f"{title} ", "italic"), text(say("and-more", n=len(texts) - _WISHES), "italic")]


def _gone_on(say: Speech, run: Run) -> list[Block]:
    """What a run that goes on began with."""
    recalled = run.recalled
    if recalled is None or not run.asked.goes_on:
        return []
    opened = len({passage.address for passage in recalled.opened})
    said = [say("goes-on-from", n=opened)] if opened else [] if recalled.gone else [say("goes-on-anew")]
    said += [say("goes-on-without", n=recalled.gone)] if recalled.gone else []
    return [context("hint.goes-on", " ".join(said))]


def _steps(say: Speech, done: Sequence[Step]) -> list[Block]:
    """The newest steps, and what came before them in a few words."""
    if not done:
        return []
    before = done[:-_STEPS]
    items = [[text(safe.words(earlier(say, before), _STEP), "italic")]] if before else []
    return [rich("steps", bullets([*items, *([text(step.line(_STEP))] for step in done[-_STEPS:])]))]


def _footer(say: Speech, run: Run, live: Live, now: float) -> Block:
    """Budgets; and the time, while something is under way: where people are waited for nobody looks at a clock."""
    parts = [*effort(say, run), say("rounds-of", used=rounds_used(run), n=run.asked.rules.rounds)]
    parts += costs(say, run.usage)
    parts += [say("context-filled", n=percent)] if (percent := _filled(run)) else []
    parts += (
        [say("so-far", time=_tens(say, now - run.asked_at))] if live.since and now - run.asked_at >= _TENS else []
    )
    model = [at for step, at in live.since.items() if not step.startswith("call.")]
    since = now - min(model, default=now)
    parts += [say("this-step", time=_tens(say, since))] if since >= _TENS else []
    return context("footer", " · ".join(parts))


def _filled(run: Run) -> int:
    """How much of what the model can read is in use, in steps of five percent."""
    return int(run.filled * 20) * 5


def _tens(say: Speech, seconds: float) -> str:
    return duration(say, int(seconds // _TENS) * _TENS)


# --- ended without an answer ----------------------------------------------------------------------------------------


def stopped(run: Run, fact: Stopped, sign: Sign, above: Sequence[Block] = ()) -> Card:
    """Why there is no answer, what had been opened until then, and the way to try again; `above` stands first."""
    say = tongue(run)
    first, *more = _reasons(say, run, fact)
    blocks = [*above, _headline(first), *([rich("hint", section(text("\n".join(more))))] if more else [])]
    opened = [source for source in run.sources if run.ledger.is_open(source.number)]
    blocks += source_blocks(opened[:_SOURCES], say, say("opened-so-far"))
    if len(opened) > _SOURCES:
        blocks.append(context("hint.2", say("more-sources", n=len(opened) - _SOURCES)))
    blocks.append(context("footer", " · ".join(spent(say, run))))
    goes_on = fact.why in ("budget", "spent") and bool(run.leads)
    retry = [again(say, run, sign, goes_on)] if fact.why != "deleted" else []
    more_to_see = reasoning.buttons(say, run, sign, hidden=len(steps(say, run)))
    blocks.append(actions("actions", *retry, *more_to_see, remove(say, run, sign)))
    return card("note", blocks, highest(run))


def _reasons(say: Speech, run: Run, fact: Stopped) -> list[str]:
    match fact.why:
        case "person":
            return [say("stopped-by", who=person(say, run, fact.by))]
        case "deleted":
            return [say("stopped-deleted")]
        case "budget":
            small = run.failure is not None and run.failure.result.note == SMALL_RUN
            return [say("small-run" if small else "stopped-budget")]
        case "spent":
            return [say("stopped-spent", when=utc(fact.until)) if fact.until else say("small-day")]
        case "long":
            return [say("stopped-long", n=fact.limit) if fact.limit else say("stopped-window")]
        case "unreadable":
            return [say("stopped-unreadable"), say("say-it-otherwise")]
        case "failed":
            return _failed(say, run, fact)


def _failed(say: Speech, run: Run, fact: Stopped) -> list[str]:
    said = note(say, run.failure.result.note) if run.failure else ""
    ref = fact.ref or (run.failure.ref if run.failure else "")
    reasons = [say("stopped-failed"), safe.words(said, _NOTE) if said else ""]
    return [reason for reason in (*reasons, say("reference", ref=safe.words(ref, 40)) if ref else "") if reason]
