"""Whoever asks in a language is answered in it by the program too: cards, buttons, forms, private words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor

from bot.playground.rehearsal.scripted import Line
from tests.stories.field import button, press_again
from tests.stories.office import ANNA, BEN, Office, asking, intent, office, unclear, wish

TRAVEL = "# Reiserichtlinie\n\nErste Klasse ist ab drei Stunden Fahrt erlaubt.\n"
GOAL = "Wann ist die erste Klasse erlaubt?"
READ = [("read_file", {"path": "reise.md"})]
SEARCH = [("search_docs", {"query": "Katze"}), ("read_file", {"path": "fehlt.md"})]
ANSWER = (
    "Erste Klasse ist ab drei Stunden Fahrt erlaubt [1].\n\nDas gilt auch im Ausland.\n"
    '```verdicts\n[{"id": "must.1", "verdict": "met", "number": 1}]\n```'
)
PLAIN = "Erste Klasse ist ab drei Stunden Fahrt erlaubt [1]."
WRITTEN = {"chat.postMessage", "chat.update", "chat.postEphemeral", "views.open"}


class Stretches(Visitor):
    """The words of a catalogue between its variables."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def visit_TextElement(self, node: ftl.TextElement) -> None:
        self.found.append(" ".join(str(node.value).split()))


def stretches(code: str) -> list[str]:
    visitor = Stretches()
    visitor.visit(FluentParser().parse((files("bot.speech") / f"{code}.ftl").read_text("utf-8")))
    return visitor.found


def english_in(text: str, code: str) -> list[str]:
    """What of the English catalogue, and not of another one as well, stands in a text: all that is no single word."""
    others = set(stretches(code))
    sentences = [one for one in stretches("en") if len(re.findall(r"[a-z]{2,}", one)) > 1 and one not in others]
    return [one for one in sentences if one in text]


def outgoing(at: Office) -> str:
    """Everything that the program has ever sent to Slack, whether it still stands there or not."""
    calls = [call for call in at.slack.calls if call.method in WRITTEN]
    return " ".join(" ".join(_strings(call.args)).replace("\n", " ") for call in calls)


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        try:
            inner = json.loads(value) if value[:1] in "[{" else None
        except ValueError:
            inner = None
        yield from _strings(inner) if inner is not None else [value]
    elif isinstance(value, dict):
        yield from _strings(list(value.values()))
    elif isinstance(value, list):
        for one in value:
            yield from _strings(one)


def speaking(at: Office, user: str, locale: str) -> None:
    """The language of somebody's Slack."""
    at.slack.world.users[user] = replace(at.slack.world.users[user], locale=locale)


async def test_a_german_question_is_worked_on_in_german_from_the_first_word_to_the_last(tmp_path: Path) -> None:
    vague = unclear("lange", "Wie lang ist lange?", "ab drei Stunden", "ab sechs Stunden", default="ab drei Stunden")
    intents: list[Line] = [
        intent(GOAL, mode="clarify", unclear=[vague], language="German"),
        lambda body: intent(GOAL, must=[wish("im Zug", asking(body))], must_not=[wish("im Flugzeug", asking(body))],
                            language="German"),
    ]  # fmt: skip
    async with office(
        tmp_path, docs={"reise.md": TRAVEL}, intents=intents, replies=[SEARCH, READ, READ, ANSWER, ANSWER]
    ) as at:
        speaking(at, ANNA, "de-DE")
        asked = await at.slack.say(ANNA, "@footnote wann ist die erste Klasse auf langen Fahrten erlaubt?")
        await at.sees(asked, "Anna Kowalska, 1 Frage, bevor ich anfange", "[Weiter mit dem Standard]")
        await at.press(BEN, asked, "ab drei Stunden")
        await at.hears(BEN, "Das kann hier nur Anna Kowalska.")
        await at.press(ANNA, asked, "ab drei Stunden")
        await at.sees(
            asked, "hat geantwortet:", "2 Aufrufe warten auf Freigabe durch Anna Kowalska", "[Alle freigeben"
        )
        await at.press(ANNA, asked, "Ändern")
        await at.fills(ANNA, "Katzen", field="argument.query")
        await at.sees(asked, "Geändert von Anna Kowalska")
        await at.press(ANNA, asked, "Ablehnen")
        await at.fills(ANNA, "nimm lieber reise.md")
        await at.sees(asked, "Abgelehnt von Anna Kowalska: „nimm lieber reise.md“", "2 Aufrufe, erledigt")
        await at.press(ANNA, asked, "Ablehnen")
        await at.fills(ANNA, "")
        await at.sees(asked, "1 Aufruf, erledigt", "[Freigeben]")
        await at.press(ANNA, asked, "Freigeben")
        thread = await at.sees(asked, "Quellen", "[Nochmal]", "[Löschen]", "Muss: im Zug – erfüllt [1]")
        assert "Darf nicht: im Flugzeug – ließ sich nicht klären" in thread
        assert "Zeilen 1–3 von 3" in thread and "Nicht belegt" in thread and "Token" in thread
        await at.press(BEN, asked, "Schritte")
        await at.slack.wait_for(lambda: at.slack.views(BEN))
        assert "abgelehnt von Anna Kowalska" in json.dumps(at.slack.views(BEN)[-1].payload, ensure_ascii=False)
        assert english_in(outgoing(at), "de") == []


async def test_stopped_in_german_and_asked_again(tmp_path: Path) -> None:
    goals = [intent(GOAL, language="German")] * 2
    async with office(tmp_path, docs={"reise.md": TRAVEL}, intents=goals, replies=[READ, READ, PLAIN]) as at:
        speaking(at, ANNA, "de-AT")
        asked = await at.slack.say(ANNA, "@footnote wann ist die erste Klasse erlaubt?")
        await at.sees(asked, "[Freigeben]")
        await at.press(BEN, asked, "Stopp")
        await at.hears(BEN, "Das kann nur Anna Kowalska stoppen.")
        await at.press(ANNA, asked, "Stopp")
        await at.sees(
            asked, "Gestoppt von Anna Kowalska.", "1 Aufruf, nicht entschieden", "Nicht entschieden: gestoppt"
        )
        await at.press(ANNA, asked, "Nochmal")
        await at.press(ANNA, asked, "Freigeben")
        await at.sees(asked, "Quellen")
        assert english_in(outgoing(at), "de") == []


@pytest.mark.parametrize(
    ("language", "locale", "code", "approve", "sources", "footer"),
    [
        ("Polish", "pl-PL", "pl", "Zatwierdź", "Źródła", "2 rundy"),
        ("Spanish", "es-ES", "es", "Aprobar", "Fuentes", "2 rondas"),
        ("French", "fr-FR", "fr", "Approuver", "Sources", "2 tours"),
        ("Japanese", "ja-JP", "ja", "承認", "出典", "2回のやり取り"),
    ],
)
async def test_in_every_language_there_is_a_catalogue_of(
    tmp_path: Path, language: str, locale: str, code: str, approve: str, sources: str, footer: str
) -> None:
    goals = [intent(GOAL, language=language)]
    async with office(tmp_path, docs={"reise.md": TRAVEL}, intents=goals, replies=[READ, PLAIN]) as at:
        speaking(at, ANNA, locale)
        asked = await at.slack.say(ANNA, "@footnote wann ist die erste Klasse erlaubt?")
        await at.press(ANNA, asked, approve)
        await at.sees(asked, sources, footer)
        assert english_in(outgoing(at), code) == []


async def test_the_next_question_of_a_thread_knows_the_sources_of_an_answer_in_another_language(
    tmp_path: Path,
) -> None:
    goals = [intent(GOAL, language="Japanese"), intent(GOAL, language="German")]
    async with office(
        tmp_path, docs={"reise.md": TRAVEL}, intents=goals, replies=[READ, PLAIN, READ, PLAIN],
        approval="off",
    ) as at:  # fmt: skip
        asked = await at.slack.say(ANNA, "@footnote wann ist die erste Klasse erlaubt?")
        await at.sees(asked, "出典")
        await at.slack.say(ANNA, "@footnote und noch einmal auf Deutsch?", thread=asked)
        thread = await at.sees(asked, "Quellen")
        assert thread.count("[1] `reise.md` Reiserichtlinie — ") == 2 and "[2]" not in thread


async def test_whoever_writes_a_language_without_a_catalogue_is_answered_in_english(tmp_path: Path) -> None:
    goals = [intent(GOAL, language="Finnish")]
    async with office(
        tmp_path, docs={"reise.md": TRAVEL}, intents=goals, replies=[READ, PLAIN], approval="off"
    ) as at:
        asked = await at.slack.say(ANNA, "@footnote milloin ensimmäinen luokka on sallittu?")
        assert "2 rounds" in await at.sees(asked, "Sources", "[Delete]")


async def test_a_button_of_nobodys_is_refused_in_the_language_of_whoever_pressed(tmp_path: Path) -> None:
    goals = [intent(GOAL)]
    async with office(
        tmp_path, docs={"reise.md": TRAVEL}, intents=goals, replies=[READ, PLAIN], approval="off"
    ) as at:
        speaking(at, BEN, "pl-PL")
        asked = await at.slack.say(ANNA, "@footnote when is first class allowed?")
        await at.sees(asked, "Sources")
        ts, retry = await button(at, asked, "Retry")
        await press_again(at, BEN, ts, retry, value="retry|nothing|of ours")
        await at.hears(BEN, "Nie znam tego przycisku.")
