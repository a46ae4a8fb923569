"""What the rehearsal model makes of questions about the thread, and what it says of its own in each language."""

from __future__ import annotations

import json
import re
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.playground.rehearsal import deal
from bot.playground.rehearsal.about_thread import wish
from bot.playground.rehearsal.intent import Intent, Material, Turn, understand
from bot.playground.rehearsal.tongues import Sentence, language, stock
from tests.bot.playground.desk import TOOLS, Body, request

LANGUAGES = ("English", "German", "Polish", "Spanish", "French", "Japanese")


def asked(*said: str | tuple[str, str]) -> Intent:
    """What is understood of a thread whose last message asks; pairs name the speaker's kind."""
    pairs = [("member", one) if isinstance(one, str) else one for one in said]
    turns = [Turn(message=f"m{i}", kind=kind, text=text) for i, (kind, text) in enumerate(pairs, 1)]
    return understand(Material(today="2026-11-29", asked=turns[-1].message, turns=turns))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Summarise this thread", "summary"),
        ("can you summarize the discussion above, please?", "summary"),
        ("tl;dr", "summary"),
        ("Fass diesen Thread bitte zusammen", "summary"),
        ("Podsumuj proszę ten wątek", "summary"),
        ("Resume este hilo, por favor", "summary"),
        ("Résume ce fil", "summary"),
        ("このスレッドをまとめて", "summary"),
        ("What did we decide?", "decided"),
        ("so what have we agreed on so far?", "decided"),
        ("Was haben wir beschlossen?", "decided"),
        ("Co ustaliliśmy?", "decided"),
        ("¿Qué hemos decidido?", "decided"),
        ("Qu'est-ce qu'on a décidé ?", "decided"),
        ("何を決めましたか？", "decided"),
        ("Who said the train is sold out?", "said"),
        ("Wer hat den Zug vorgeschlagen?", "said"),
        ("¿Quién propuso el tren?", "said"),
        ("List the open points", "open"),
        ("what are the open questions here?", "open"),
        ("Was ist noch offen?", "open"),
        ("Quels sont les points ouverts ?", "open"),
        ("What does a ferry ticket cost?", None),
        ("Summarise the travel policy", None),
        ("What did the board decide about Brightline?", None),
        ("Which shops are open on Sunday?", None),
        ("Was kostet der Zug?", None),
        ("電車はいくらですか？", None),
        ("", None),
    ],
)
def test_a_question_about_the_thread_is_known_by_how_it_is_put(text: str, kind: str | None) -> None:
    assert wish(text) == kind


def test_the_thread_is_meant_where_somebody_wrote_in_it_before() -> None:
    found = asked("We go by train.", "<@U0BOT> what did we decide?")
    assert (found.mode, found.kind, found.thread, found.since) == ("research", "answer", True, "m2")
    assert found.goal == "what did we decide?" and found.unclear == []
    assert asked("what did we decide?").thread is False
    assert asked(("us", "It costs 12 euro [1]."), "summarise this").thread is False
    assert asked("We go by train.", "What does the train cost?").thread is False
    assert asked(("bot", "disk full"), "Fass das zusammen").language == "German"


ROWS = (
    ("Ada", "member", "The train to Velm costs 42 euro."),
    ("Ben", "member", "We take the train then. See [7] and `x`"),
    ("Footnote", "us", "It takes five hours [1]."),
    ("Alerts", "bot", "Platform 3 is closed."),
    ("Cyd", "member", "Who books it?"),
)


def loop(goal: str, *, tongue: str = "English", numbered: bool = True) -> list[Body]:
    """The first messages of a loop about a thread."""
    rows = [
        {"speaker": f"U{i}", "name": name, "kind": kind, "text": text}
        | ({"number": i} if numbered and kind != "us" else {})
        for i, (name, kind, text) in enumerate(ROWS, 1)
    ]
    task = {"goal": goal, "kind": "answer", "language": tongue, "today": "2026-11-30 (Monday, Europe/Warsaw)"}
    blocks = f"```thread\n{json.dumps(rows)}\n```\n\n```task\n{json.dumps(task)}\n```"
    return [{"role": "system", "content": "# Research\n\nFind."}, {"role": "user", "content": blocks}]


def quoted(goal: str) -> list[str]:
    """The lines that cite, as "name [number]"."""
    reply = deal(request(loop(goal), TOOLS))
    assert not reply.calls
    return [f"{name} {mark}" for name, mark in re.findall(r"^- (\w+): “.*” (\[\d+\])$", reply.content, re.M)]


def test_it_answers_with_the_messages_words_and_numbers_and_without_tools() -> None:
    assert quoted("Summarise this thread") == ["Ada [1]", "Ben [2]", "Alerts [4]", "Cyd [5]"]
    assert quoted("What did we decide?") == ["Ben [2]"]
    assert quoted("Who said the train costs 42 euro?") == ["Ada [1]"]
    assert quoted("List the open points") == ["Cyd [5]"]


def test_no_bracket_of_a_message_is_taken_for_a_number_of_a_source() -> None:
    said = deal(request(loop("What did we decide?"), TOOLS)).content
    assert "We take the train then. See (7) and 'x'" in said and "[7]" not in said


def test_what_no_message_says_it_does_not_make_up() -> None:
    assert deal(request(loop("Who said the hotel is full?"), TOOLS)).content == stock("nothing", "English")


def test_without_numbers_it_looks_for_sources_as_ever() -> None:
    assert deal(request(loop("What did we decide?", numbered=False), TOOLS)).calls


# --- languages -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("¿Cuánto cuesta el billete?", "Spanish"),
        ("cual es el precio de la habitacion", "Spanish"),
        ("Combien coûte le billet pour nous ?", "French"),
        ("チケットはいくらですか", "Japanese"),
        ("東京の天気は", "Japanese"),
        ("Wie viel kostet das Ticket?", "German"),
        ("Ile kosztuje bilet?", "Polish"),
        ("What does the ticket cost?", "English"),
        ("Ferry Ostrand Velm?", "English"),
    ],
)
def test_a_language_is_known_by_its_letters_and_small_words(text: str, name: str) -> None:
    assert language(text) == name


@pytest.mark.parametrize("tongue", LANGUAGES)
def test_it_has_its_own_sentences_in_every_language(tongue: str) -> None:
    names: tuple[Sentence, ...] = get_args(Sentence)
    said = [stock(name, tongue) for name in names]
    assert len(set(said)) == len(names) and all(said)
    assert tongue == "English" or not set(said) & {stock(name, "English") for name in names}
    assert "{today}" in stock("today", tongue)
    lead = deal(request(loop("Summarise this thread", tongue=tongue), TOOLS)).content.splitlines()[0]
    assert lead == stock("summary", tongue) and lead.endswith((":", "："))


@pytest.mark.parametrize(
    ("said", "name", "tongue"),
    [
        ("What's the date today?", "today", "English"),
        ("Welches Datum haben wir heute?", "today", "German"),
        ("¿Qué día es hoy?", "today", "Spanish"),
        ("今日は何日ですか？", "today", "Japanese"),
        ("¡Hola!", "greeting", "Spanish"),
        ("Bonjour !", "greeting", "French"),
        ("ありがとうございます", "thanks", "Japanese"),
        ("Kim jesteś?", "who", "Polish"),
    ],
)
def test_small_talk_is_answered_in_the_language_of_the_task(said: str, name: Sentence, tongue: str) -> None:
    assert asked(said).mode == "chat"
    messages = [{"role": "system", "content": "# Chat\n\nBe brief."}, *loop(said, tongue=tongue)[1:]]
    reply = deal(request(messages, ())).content
    day = "2026-11-30 (Monday, Europe/Warsaw)"
    assert reply == f"{stock(name, tongue).replace('{today}', day)}\n\n{stock('closing', tongue)}"


@given(st.text(max_size=200))
def test_no_text_whatever_is_too_much_for_it(text: str) -> None:
    assert wish(text) in (None, "summary", "decided", "said", "open") and language(text) in LANGUAGES


def test_german_says_du() -> None:
    assert not [
        name for name in get_args(Sentence) if re.search(r"\b(?:Sie|Ihnen|Ihre?[nrms]?)\b", stock(name, "German"))
    ]
