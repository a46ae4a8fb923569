"""How views name people, calls and numbers; all of it literal text. Pure."""

from __future__ import annotations

import json

from agent.facts import Call, Intent, Stopped
from agent.run import CallState, Run
from bot import speech
from bot.speech import Speech
from bot.views import safe

# What a tool does, in words for whoever decides on it; above all whether it leaves the house.
DOES = {
    "search": "search the web",
    "read_page": "open a web page",
    "search_docs": "search your documents",
    "read_file": "read one of your documents",
    "list_files": "list your documents",
}

CALLED_UPON = 10  # users that one card names


def person(run: Run, by: str) -> str:
    """Somebody's name where it is known; their id otherwise, since a mention would ping them."""
    return safe.words(run.names.get(by) or by or "somebody", 80)


def asker(run: Run) -> str:
    return person(run, run.asked.by)


def approvers(run: Run) -> list[str]:
    """The ids of those who decide beside whoever asked or, where the rules say so, in their place."""
    rules = run.asked.rules
    return [by for by in dict.fromkeys(rules.approvers) if not rules.own or by != run.asked.by]


def called_upon(run: Run) -> list[str]:
    """The approvers that a card names as users, whom Slack notifies: of a crowd not everybody."""
    return approvers(run)[:CALLED_UPON]


def deciders(run: Run) -> str:
    """Who decides about calls, in words: those who are only known by an id are not named."""
    named = [person(run, by) for by in called_upon(run) if by in run.names]
    others = len(approvers(run)) - len(named)
    words = [*([asker(run)] if run.asked.rules.own else []), *named]
    words += [counted(others, "approver") if words else "the approvers"] if others else []
    return " or ".join(dict.fromkeys(words)) or "nobody"


def stoppers(run: Run) -> str:
    """Who can stop a run, in words."""
    others = [by for by in run.asked.rules.approvers if by != run.asked.by]
    return f"{asker(run)} or {counted(len(others), 'approver')}" if others else asker(run)


def counted(number: int, noun: str) -> str:
    """ "1 call", "12,300 tokens"; `noun` in its singular."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def called(call: Call, at_most: int = 140) -> str:
    """A call in a few words: the tool and what it is asked for."""
    asked = wanted(call)
    return f"{safe.words(call.tool, 64)} {safe.words(asked, at_most)}" if asked else safe.words(call.tool, 64)


def wanted(call: Call) -> str:
    """The arguments in short: the only one that is a text alone in quotes, several by name."""
    try:
        arguments = json.loads(call.arguments)
    except ValueError:
        return call.arguments
    if not isinstance(arguments, dict):
        return call.arguments
    texts = [value for value in arguments.values() if isinstance(value, str) and value.strip()]
    others = [value for value in arguments.values() if not isinstance(value, str) and value not in (None, [], {})]
    if len(texts) == 1 and not others:
        return f"“{texts[0]}”"
    return ", ".join(
        f"{name} {_value(value)}" for name, value in arguments.items() if value not in (None, "", [], {})
    )


def _value(value: object) -> str:
    return f"“{value}”" if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def duration(seconds: float) -> str:
    """Whole seconds up to two minutes, then minutes, then hours."""
    minutes, rest = divmod(max(0, int(seconds)), 60)
    if minutes < 2:
        return f"{minutes * 60 + rest} s"
    hours, rest = divmod(minutes, 60)
    return f"{minutes} min" if hours < 2 else f"{hours} h {rest} min" if rest else f"{hours} h"


def rounds_used(run: Run) -> int:
    return max(0, run.asked.rules.rounds - run.rounds_left)


def highest(run: Run) -> int:
    """The highest source number that the thread has given so far; 0 for none."""
    return run.ledger.next_number - 1


def latest_intent(run: Run) -> Intent | None:
    """What was last understood, also while something newer is being read and after the end."""
    return run.intent or (run.intents[-1][1] if run.intents else None)


def tongue(run: Run) -> Speech:
    """What the program says about a run is said in the language of whoever asked: the one they write in, as far as
    that is known, and until then that of their profile."""
    intent = latest_intent(run)
    return speech.of(intent.language if intent else "", run.asked.locale)


def undecided(run: Run, state: CallState, now: float) -> bool:
    """Whether buttons can still settle this call."""
    return run.undecided(state) and run.ended is None and now < state.expires


def end(run: Run) -> str:
    """Why a run that has ended will not do what was still open."""
    if isinstance(run.ended, Stopped) and run.ended.why == "person":
        return f"stopped by {person(run, run.ended.by)}"
    return "the run has ended"
