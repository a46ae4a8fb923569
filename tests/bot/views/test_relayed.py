"""What the agent says in English reaches people in their language; what nobody foresaw reaches them as it is."""

from __future__ import annotations

import ast
from pathlib import Path
from types import ModuleType

import pytest

from agent.documents.fragments import part as read
from agent.facts import Passage, Result
from agent.ledger import Ledger
from agent.models import command, jsonsteps, model
from agent.pages import apart, fetch, opening, readable, robots, walls, web
from agent.tools.read_page import LIMIT
from bot import speech
from bot.views.relayed import note, part

GERMAN, ENGLISH = speech.speech("de"), speech.speech("en")


def opened(*passages: Passage) -> str:
    """How a source says what was opened of it."""
    ledger = Ledger()
    ledger.take(Result(passages=passages))
    return ledger.sources[0].opened


def test_parts_of_documents_are_said_in_the_language_as_the_tools_name_them() -> None:
    short, long = "one\ntwo\nthree", "x" * 9_000
    assert part(GERMAN, read("a.md", short, 2).where) == "Zeilen 2–3 von 3"
    assert part(GERMAN, read("a.md", "", 1).where) == "leere Datei"
    assert part(GERMAN, read("a.md", long, 1).where) == "Zeile 1 von 1, nach 6.000 Zeichen abgeschnitten"
    many = "\n".join(str(n) for n in range(1_300))
    both = opened(read("a.md", many, 1), read("a.md", many, 1_100))
    assert part(GERMAN, both) == "Zeilen 1–200, 1.100–1.299 von 1.300"


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", "line 28 of 1,035"),
        ("de", "Zeile 28 von 1.035"),
        ("pl", "wiersz 28 z 1\u00a0035"),
        ("es", "línea 28 de 1.035"),
        ("fr", "ligne 28 sur 1\u202f035"),
        ("ja", "1,035行のうち28行目"),
    ],
)
def test_one_line_is_no_range(code: str, told: str) -> None:
    assert part(speech.speech(code), "lines 28-28 of 1035") == told
    assert part(ENGLISH, "lines 28-28 of 90; lines 30-31 of 90; lines 1200-1200 of 2000") == (
        "lines 28, 30-31 of 90; line 1,200 of 2,000"
    )


def test_parts_of_pages_and_messages_are_said_in_the_language() -> None:
    assert part(GERMAN, "whole page") == "ganze Seite"
    assert part(GERMAN, f"first {LIMIT:,} characters of 48,000") == "die ersten 20.000 von 48.000 Zeichen"
    assert part(GERMAN, "characters 5,201-11,200 of 63,000") == "Zeichen 5.201–11.200 von 63.000"
    assert part(GERMAN, "the whole message") == "die ganze Nachricht"
    assert part(GERMAN, "chapter 3; whole page") == "chapter 3; ganze Seite"


@pytest.mark.parametrize(
    ("said", "german"),
    [
        ('no matches for "cat"; files: a.md, b.md', "nichts gefunden"),
        ("could not open https://e.test/: the search service did not answer in time",
         "der Suchdienst hat nicht rechtzeitig geantwortet"),
        ("could not open https://e.test/: the page could not be read: 403 Forbidden", "403 Forbidden"),
        ("could not search: the search service is asked too often at the moment (slow down)",
         "der Suchdienst wird gerade zu oft gefragt (slow down)"),
        ("the search plan is used up; somebody has to raise it",
         "das Kontingent beim Suchdienst ist aufgebraucht: Jemand muss es erhöhen"),
        ("read_page took longer than 12 seconds and was given up",
         "es hat länger als 12 s gedauert und wurde aufgegeben"),
        ("could not open https://e.test/: the search service cannot be reached; read directly: the site answered "
         "with status 503",
         "der Suchdienst ist nicht erreichbar; direkt gelesen: die Website hat mit Status 503 geantwortet"),
        ("could not open https://e.test/: published 2025-02-01, before 2026-03-01",
         "veröffentlicht 2025-02-01, vor 2026-03-01"),
        ("the address is not one of the public web: it holds a user name or a password",
         "ihre Adresse gehört nicht zum öffentlichen Web"),
        (f"the site led on more than {fetch.HOPS} times", "die Website hat mehr als 5-mal weitergeleitet"),
        ("The model's endpoint refused the key.", "Der Endpunkt des Modells hat den Schlüssel abgelehnt."),
        ("The model's endpoint knows no gpt-9, or its address is wrong: no such model",
         "Der Endpunkt des Modells kennt gpt-9 nicht, oder seine Adresse ist falsch. no such model"),
        ("The model's endpoint failed (503).", "Der Endpunkt des Modells meldet einen Fehler (503)."),
        ("The model's command llm was not found.", "Der Befehl des Modells, llm, wurde nicht gefunden."),
        ("The model's command llm cannot be started: Permission denied",
         "Der Befehl des Modells, llm, lässt sich nicht starten: Permission denied"),
        ("The model's command failed (exit code 3).", "Der Befehl des Modells ist gescheitert (Exit-Code 3)."),
        ("The model's command was ended by signal 9.", "Der Befehl des Modells wurde durch Signal 9 beendet."),
        (f"The model's command wrote more than {command.LONGEST:,} bytes.",
         "Der Befehl des Modells hat mehr als 1.000.000 Bytes geschrieben."),
        ("The model's reply broke off.", "Die Antwort des Modells brach ab."),
        ("The model declined to answer: I will not.", "Das Modell wollte nicht antworten: I will not."),
        ("Slack did not let me read this thread (missing_scope).",
         "Slack hat mich diesen Thread nicht lesen lassen (missing_scope)."),
        ("", ""),
        ("  \n ", ""),
        ("there is no table 3\nin it", "there is no table 3 in it"),
    ],
)  # fmt: skip
def test_notes_are_said_in_the_language_and_unknown_ones_as_they_are(said: str, german: str) -> None:
    assert note(GERMAN, said) == german


def sentences(module: ModuleType) -> list[str]:
    """The sentences for people that a module writes out, as far as they are whole: no part of them comes later."""
    tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
    words = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))
    about = (
        "the search ",
        "the page ",
        "the pay-as-you-go ",
        "the site ",
        "the site's ",
        "The model's endpoint ",
        "The model's command ",
        "The model did ",
        "What answers",
    )
    return [text for text in words if text.startswith(about) and "\n" not in text and text[-1] not in " (:"]


PAGES = (apart, fetch, opening, readable, robots, walls)


@pytest.mark.parametrize(
    "said",
    [said for module in (web, model, command, jsonsteps, *PAGES) for said in sentences(module)],
)
def test_what_services_are_said_to_have_done_is_known_word_by_word(said: str) -> None:
    """Whoever words one of them anew finds here that people would read it in English."""
    whole = said if said[0].islower() else f"{said.rstrip('.')}."  # what the model's endpoint did is a sentence
    assert note(GERMAN, whole) != whole


def test_reasons_of_other_servers_are_kept_in_their_words() -> None:
    told = "The account at the model's endpoint has nothing left to spend: add a card at the console"
    assert note(ENGLISH, told).endswith("nothing left to spend. add a card at the console")


def test_a_note_without_end_is_cut() -> None:
    assert len(note(ENGLISH, "The model declined to answer: " + "no " * 9_000)) < 1_000
