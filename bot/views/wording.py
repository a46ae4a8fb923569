"""How views name people, calls and times, in the language of a run; all of it literal text. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import Literal

from agent.facts import Call, Intent, Stopped
from agent.run import CallState, Run
from bot import speech
from bot.speech import Speech
from bot.views import safe
from bot.views.blocks import Block, text

CALLED_UPON = 10  # users that one card names
LINE = 400  # characters that a list of people or tools may take


# --- languages ----------------------------------------------------------------------------------------------------


def tongue(run: Run) -> Speech:
    """What the program says about a run is said in the language of whoever asked: the one they write in, as far as
    that is known, and until then that of their profile."""
    intent = latest_intent(run)
    return speech.of(intent.language if intent else "", run.asked.locale)


def woven(
    say: Speech,
    id: str,
    put: Mapping[str, Sequence[Block]],
    style: Literal["", "bold", "italic"] = "",
    **given: str | int | float,
) -> Iterator[Block]:
    """A message in elements of rich text: the variables in `put` become these elements, wherever the language has
    them; what stands between is text of this style."""
    marks = {f"\x00{number}\x00": elements for number, elements in enumerate(put.values())}
    said = say(id, **given, **dict(zip(put, marks, strict=True)))
    for piece in re.split("(\x00\\d+\x00)", said):
        if piece in marks:
            yield from marks[piece]
        elif piece:
            yield text(piece, style)


def enumerated(say: Speech, items: Sequence[str]) -> str:
    """ "a, b, c" as the language lists it; "" for nothing."""
    return reduce(lambda before, one: say("list", one=before, other=one), items) if items else ""


# --- people -------------------------------------------------------------------------------------------------------


def person(say: Speech, run: Run, by: str) -> str:
    """Somebody's name where it is known; their id otherwise, since a mention would ping them."""
    return safe.words(run.names.get(by) or by or say("somebody"), 80)


def asker(say: Speech, run: Run) -> str:
    return person(say, run, run.asked.by)


def approvers(run: Run) -> list[str]:
    """The ids of those who decide beside whoever asked or, where the rules say so, in their place."""
    rules = run.asked.rules
    return [by for by in dict.fromkeys(rules.approvers) if not rules.own or by != run.asked.by]


def called_upon(run: Run) -> list[str]:
    """The approvers that a card names as users, whom Slack notifies: of a crowd not everybody."""
    return approvers(run)[:CALLED_UPON]


def deciders(say: Speech, run: Run) -> str:
    """Who decides about calls, in words: those who are only known by an id are not named."""
    named = [person(say, run, by) for by in called_upon(run) if by in run.names]
    others = len(approvers(run)) - len(named)
    words = [*([asker(say, run)] if run.asked.rules.own else []), *named]
    words += [say("more-approvers", n=others) if words else say("approvers")] if others else []
    return safe.words(_either(say, list(dict.fromkeys(words))) or say("nobody"), LINE)


def stoppers(say: Speech, run: Run) -> str:
    """Who can stop a run, in words."""
    others = [by for by in run.asked.rules.approvers if by != run.asked.by]
    return _either(say, [asker(say, run), *([say("more-approvers", n=len(others))] if others else [])])


def _either(say: Speech, words: Sequence[str]) -> str:
    return reduce(lambda before, one: say("either", one=before, other=one), words) if words else ""


def end(say: Speech, run: Run) -> str:
    """Why a run that has ended will not do what was still open."""
    if isinstance(run.ended, Stopped) and run.ended.why == "person":
        return say("end-stopped", who=person(say, run, run.ended.by))
    return say("end-over")


# --- calls --------------------------------------------------------------------------------------------------------


def does(say: Speech, tool: str) -> str:
    """What a tool does, for whoever decides on it, above all whether it leaves the house; "" for one of others'."""
    match tool:
        case "search":
            return say("does-search")
        case "read_page":
            return say("does-read-page")
        case "read_on":
            return say("does-read-on")
        case "search_docs":
            return say("does-search-docs")
        case "read_file":
            return say("does-read-file")
        case "list_files":
            return say("does-list-files")
        case _:
            return ""


def called(say: Speech, call: Call, at_most: int = 140) -> str:
    """A call in a few words: the tool and what it is asked for."""
    asked = wanted(say, call)
    return f"{safe.words(call.tool, 64)} {safe.words(asked, at_most)}" if asked else safe.words(call.tool, 64)


def wanted(say: Speech, call: Call) -> str:
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
        return say("quoted", words=texts[0])
    return ", ".join(
        f"{name} {_value(say, value)}" for name, value in arguments.items() if value not in (None, "", [], {})
    )


def _value(say: Speech, value: object) -> str:
    return say("quoted", words=value) if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def undecided(run: Run, state: CallState, now: float) -> bool:
    """Whether buttons can still settle this call."""
    return run.undecided(state) and run.ended is None and now < state.expires


# --- times and numbers --------------------------------------------------------------------------------------------


def duration(say: Speech, seconds: float) -> str:
    """Tenths of a second up to ten, whole ones up to two minutes, then minutes, then hours."""
    seconds = max(0.0, seconds)
    if seconds < 10:
        return say("seconds", n=round(max(seconds, 0.1), 1) if seconds else 0)
    minutes, rest = divmod(int(seconds), 60)
    if minutes < 2:
        return say("seconds", n=minutes * 60 + rest)
    hours, rest = divmod(minutes, 60)
    if hours < 2:
        return say("minutes", n=minutes)
    return say("hours-minutes", h=hours, m=rest) if rest else say("hours", n=hours)


def question_of(run: Run) -> str:
    """What was asked, as it reads by now, in short."""
    return safe.words(run.wording(run.asked.message) or "", 120)


def effort(say: Speech, run: Run) -> list[str]:
    """How thoroughly a run works, where that is more than usual."""
    rules = run.asked.rules
    match rules.effort, rules.thinking:
        case "deep", True:
            return [say("deep-and-hard")]
        case "deep", False:
            return [say("deep-research")]
        case _, True:
            return [say("thinking-hard")]
        case _:
            return []


def rounds_used(run: Run) -> int:
    """Those that began, also where no reply came."""
    return max(0, run.asked.rules.rounds - run.rounds_left)


def highest(run: Run) -> int:
    """The highest source number that the thread has given so far; 0 for none."""
    return run.ledger.next_number - 1


def latest_intent(run: Run) -> Intent | None:
    """What was last understood, also while something newer is being read and after the end."""
    return run.intent or (run.intents[-1][1] if run.intents else None)
