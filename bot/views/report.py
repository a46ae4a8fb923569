"""A run as plain Markdown: what `footnote ask` prints, and what a report holds. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agent.ending import SMALL_DAY, SMALL_RUN
from agent.facts import Answer, Answered, Intent, Source, Stopped
from agent.run import CallState, Run
from bot import speech
from bot.views import safe
from bot.views.answer import falls_short, unsettled, verdicts, without_answer
from bot.views.blocks import utc
from bot.views.compared import compared, with_signs
from bot.views.relayed import note, part
from bot.views.shortlist import shortlist, shortlist_text
from bot.views.steps import how_far
from bot.views.unsearched import unsearched
from bot.views.wording import called


def understood(intent: Intent) -> Iterator[str]:
    """What was understood, a line each."""
    yield f"understood: {safe.words(intent.goal, 400)}"
    for title, conditions in (("must", intent.must), ("must not", intent.must_not), ("preferably", intent.prefer)):
        yield from (f"  {title}: {safe.words(condition.text, 200)}" for condition in conditions)


def step(run: Run, state: CallState) -> str:
    """One call and what came of it."""
    return f"{called(speech.speech('en'), state.call)}: {how_far(speech.speech('en'), run, state)}"


def report(run: Run) -> str:
    """The answer with its numbered sources last, or why there is none."""
    match run.ended:
        case Answered(answer=answer):
            return "\n\n".join(part for part in _answer(run, answer) if part)
        case Stopped() as stopped:
            return "\n".join(_stopped(run, stopped))
        case None:
            return "Not finished."


def _answer(run: Run, answer: Answer) -> Iterator[str]:
    yield f"*Not finished: {note(speech.speech('en'), answer.missing)}*" if answer.partial else ""
    say = speech.speech("en")
    nothing = "I have no answer yet." if answer.partial else without_answer(say, answer)
    listed = shortlist(say, run, answer)
    yield with_signs(answer) or ("" if listed else nothing)
    yield from shortlist_text(listed, say) if listed else ()
    yield f"*{line}*" if (line := unsearched(say, run)) else ""
    yield f"*{line}*" if (line := compared(say, answer)) else ""
    yield f"*{short}*" if (short := falls_short(say, answer)) else ""
    yield _titled("Could not be confirmed", unsettled(say, answer))
    yield _titled("Assumed", answer.assumed)
    yield "" if listed else _titled("What was asked for", verdicts(say, run, answer))
    opened = all(source.opened for source in answer.sources)
    yield _titled(
        "Sources" if answer.text or listed else "Opened" if opened else "Opened and found",
        [_source(source) for source in answer.sources],
    )


def _titled(title: str, lines: Sequence[str]) -> str:
    return "\n".join([f"**{title}**", "", *(f"- {line}" for line in lines)]) if lines else ""


def _source(source: Source) -> str:
    title = f"{source.title}, " if source.title and source.title != source.address else ""
    opened = part(speech.speech("en"), source.opened) if source.opened else ""
    published = f", published {source.published}" if source.published else ""
    retrieved = f", retrieved {utc(source.retrieved).partition(' ')[0]}" if source.retrieved else ""
    return f"[{source.number}] {title}{source.address} ({opened or 'only found'}{published}{retrieved})"


def _stopped(run: Run, stopped: Stopped) -> Iterator[str]:
    words = {
        "spent": "Stopped: the budget of this day is used up.",
        "long": "Stopped: the question alone is longer than the model can read.",
        "person": "Stopped.",
        "deleted": "Stopped: the question was deleted.",
        "budget": "Stopped: what one question may use is used up.",
        "unreadable": "I did not understand what is asked. Please say it in other words.",
        "failed": "Something went wrong, and I could not answer.",
    }
    small = run.failure.result.note if run.failure and run.failure.spent else ""
    no_room = stopped.why == "long" and not stopped.limit
    words["long"] = "The model reads too little at once for its instructions and tools." if no_room else words["long"]
    yield f"Stopped: {small}" if small in (SMALL_RUN, SMALL_DAY) else words[stopped.why]
    if stopped.why == "failed" and run.failure:
        yield from (
            line for line in (run.failure.result.note, f"Reference: {stopped.ref}" if stopped.ref else "") if line
        )
