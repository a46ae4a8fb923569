"""Three long stories: what people do, and what the model says to whatever it is shown.

The model's lines are functions of the request alone, so that a call that was lost is answered the same way again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent.facts import Approval
from bot.playground.rehearsal.scripted import Line
from tests.killed.stage import Scene
from tests.stories.office import ANNA, BEN, asking, intent, turns, unclear, wish

CLARA = "UCLARA"
FERRY = "https://ostrandferries.example/timetable"
BIKES = "https://velmbikes.example/prices"
GETTING_THERE = "https://visitvelm.example/getting-here"
UNKNOWN = "Nobody knows whether the office was told that the crossing takes 55 minutes"
TOLD = "The office was told that the crossing takes 55 minutes"
Body = Mapping[str, object]


@dataclass(frozen=True)
class Story:
    """`intents` and `replies` are the model; `script` is what people do; `searches` False: no search ever works."""

    number: int
    name: str
    intents: Callable[[dict[str, object]], Line]
    replies: Callable[[dict[str, object]], Line]
    script: Callable[[Scene], Awaitable[None]]
    approval: Approval = "each"
    searches: bool = True


@dataclass(frozen=True)
class Heard:
    """What a request of the loop shows: the task, the rounds with calls since it was set, and all of it as text."""

    goal: str
    rounds: int
    text: str
    mending: bool

    @staticmethod
    def of(body: Body) -> Heard:
        messages = _messages(body)
        told = [i for i, message in enumerate(messages) if "```task" in str(message["content"])]
        task = re.findall(r"```task[^\n]*\n(.*?)\n```", str(messages[told[-1]]["content"]), re.S)[-1]
        rounds = sum("tool_calls" in message for message in messages[told[-1] :])
        mending = str(messages[-1]["content"])[9:].startswith(" Mend your draft")
        text = "\n".join(str(message["content"]) for message in messages[1:])
        return Heard(json.loads(task)["goal"], rounds, text, mending)

    def mark(self, address: str) -> str:
        """The number of an opened source, as it is cited."""
        tags = re.findall(r'<source number="(\d+)"[^>]*address="([^"]*)"', self.text)
        return next(f"[{number}]" for number, found in tags if found == address)


def _messages(body: Body) -> Sequence[Mapping[str, Any]]:
    messages = body["messages"]
    assert isinstance(messages, list)
    return messages


def search(query: str) -> tuple[str, Mapping[str, object]]:
    return "search", {"query": query}


def page(url: str) -> tuple[str, Mapping[str, object]]:
    return "read_page", {"url": url}


# --- 1: research --------------------------------------------------------------------------------------------------


def _trip(body: dict[str, object]) -> Line:
    return intent("A day on Velm by bicycle", must=[wish("with the prices of 2026", asking(body))])


def _research(body: dict[str, object]) -> Line:
    heard = Heard.of(body)
    rounds: list[Line] = [
        [search("Ostrand Velm ferry timetable"), search("Velm bike hire prices")],
        [page(FERRY), page(BIKES)],
        [page(GETTING_THERE), search("Velm water taxi")],
    ]
    return rounds[heard.rounds] if heard.rounds < len(rounds) else _itinerary(heard)


def _itinerary(heard: Heard) -> Line:
    assert "rejected by a person: that page is of 2024" in heard.text
    verdict = {"id": "must.1", "verdict": "met", "number": int(heard.mark(BIKES)[1:-1])}
    return (
        f"The crossing takes 55 minutes with the ship Marlin {heard.mark(FERRY)}.\n\n"
        f"A city bike costs €13 for one day {heard.mark(BIKES)}.\n"
        f"```verdicts\n{json.dumps([verdict])}\n```"
    )


async def _a_trip_is_planned(at: Scene) -> None:
    await at.asks(ANNA, "@footnote plan a day on Velm by bicycle, with the prices of 2026")
    await at.presses(ANNA, "approve.1.1")
    await at.presses(ANNA, "approve.1.2")
    await at.presses(ANNA, "approve_all")
    await at.rejects(ANNA, "reject.3.1", "that page is of 2024")
    await at.presses(ANNA, "approve.3.2")
    await at.sees("A city bike costs", "Sources")


# --- 2: several people --------------------------------------------------------------------------------------------

_WHEN = unclear("soon", "When is soon?", "this summer", "next winter", default="this summer")
_HOW = unclear("cheap", "How cheap is cheap?", "under 20 euros", "under 200 euros", default="under 20 euros")


def _wishes(body: dict[str, object]) -> Line:
    thread, asked = turns(body), asking(body)
    [question] = [turn["text"] for turn in thread if turn["message"] == asked]
    if "bike" in question:
        return intent("What a bike costs", since=asked)
    if "museum" in question:
        return intent("When the museum is open", since=asked)
    if any("water taxi" in turn["text"] for turn in thread):
        return intent("The water taxi to Velm")
    answered = [turn for turn in thread if " — " in turn["text"]]
    if len(answered) < 2:
        return intent("A crossing to Velm", mode="clarify", unclear=[_WHEN, _HOW])
    wishes = [wish(turn["text"].split(" — ")[1], turn["message"]) for turn in answered]
    return intent("A crossing to Velm", must=wishes)


def _several(body: dict[str, object]) -> Line:
    heard = Heard.of(body)
    rounds: Mapping[str, tuple[list[Line], Callable[[], Line]]] = {
        "A crossing to Velm": ([[search("Ostrand Velm ferry fares")]], lambda: "never said"),
        "The water taxi to Velm": (
            [[search("Velm water taxi")], [search("Velm water taxi price")], [page(GETTING_THERE)]],
            lambda: f"A water taxi takes 25 minutes and costs €160 per boat {heard.mark(GETTING_THERE)}.",
        ),
        "What a bike costs": (
            [[search("Velm bike hire prices")], [page(BIKES)]],
            lambda: f"A city bike costs €13 for one day {heard.mark(BIKES)}.",
        ),
        "When the museum is open": ([[search("clock museum opening hours")]], lambda: "never said"),
    }
    calls, answer = rounds[heard.goal]
    return calls[heard.rounds] if heard.rounds < len(calls) else answer()


async def _three_people_ask(at: Scene) -> None:
    await at.asks(ANNA, "@footnote how do I cross to Velm, soon and cheap?")
    await at.presses(ANNA, "answer.0.0")
    await at.presses(ANNA, "answer.1.1")
    await at.sees('{"query": "Ostrand Velm ferry fares"}')
    await at.says(ANNA, "sorry, I mean the water taxi")
    await at.sees("Superseded by what was said since", '{"query": "Velm water taxi"}')
    await at.says(BEN, "@footnote what does a bike cost there?")
    await at.sees("question above")
    await at.presses(ANNA, "approve_rest")
    await at.presses(ANNA, "approve.4.1")
    await at.sees("costs €160 per boat", "Sources")
    await at.presses(BEN, "approve.1.1")
    await at.presses(BEN, "approve.2.1")
    await at.sees("A city bike costs")
    await at.says(CLARA, "@footnote when is the clock museum open?")
    await at.sees('{"query": "clock museum opening hours"}')
    await at.presses(CLARA, "stop")
    await at.sees("Stopped by Clara Weiss")


# --- 3: a tool that must not be made twice ------------------------------------------------------------------------


def _errand(body: dict[str, object]) -> Line:
    return intent("Tell the office how long the crossing takes")


def _telling(body: dict[str, object]) -> Line:
    heard = Heard.of(body)
    rounds: list[Line] = [
        [search("Ostrand Velm ferry timetable")],
        [page(FERRY)],
        [("tell_office", {"text": "The crossing takes 55 minutes."}), page(GETTING_THERE)],
    ]
    if heard.rounds < len(rounds):
        return rounds[heard.rounds]
    if not heard.mending:
        return "The crossing takes 55 minutes with the ship Marlin."
    told = UNKNOWN if "nobody knows whether it took effect" in heard.text else TOLD
    return f"## {told}\n\nThe crossing takes 55 minutes with the ship Marlin {heard.mark(FERRY)}."


async def _the_office_is_told(at: Scene) -> None:
    await at.asks(ANNA, f"@footnote tell the office how long the crossing takes: {FERRY} and {GETTING_THERE}")
    await at.sees("The crossing takes 55 minutes", "Sources")


STORIES = (
    Story(1, "research with approvals", _trip, _research, _a_trip_is_planned),
    Story(2, "questions, a correction, three people", _wishes, _several, _three_people_ask),
    Story(3, "a tool that must not be made twice", _errand, _telling, _the_office_is_told, "off", searches=False),
)
