"""The questions about vague words, and the answers they offer, in the languages of those words."""

from __future__ import annotations

import re

# Each question in German and Polish, by its English words; a language without its own asks in English.
_QUESTIONS = {
    "How long is too long?": ("Wie lang ist zu lang?", "Od jakiej długości jest za długo?"),
    "How recent is recent enough?": ("Wie neu muss es sein?", "Jak nowe ma to być?"),
    "What is the most it may cost?": ("Was darf es höchstens kosten?", "Ile może to najwyżej kosztować?"),
    "How fast is fast enough?": ("Wie schnell ist schnell genug?", "Jak szybko ma to być?"),
    "What matters most here?": ("Was ist hier am wichtigsten?", "Co jest tu najważniejsze?"),
    "How small is small enough?": ("Wie klein muss es sein?", "Jak małe ma to być?"),
    "How large does it have to be?": ("Wie groß muss es sein?", "Jak duże ma to być?"),
    "By when?": ("Bis wann?", "Na kiedy?"),
    "What counts as popular?": ("Was gilt als beliebt?", "Co znaczy tu popularne?"),
    "How far away may it be?": ("Wie weit weg darf es sein?", "Jak daleko może to być?"),
}
# The phrases that answers are made of; the longer one of two that begin alike comes first.
_PHRASES = {
    "lowest price": ("niedrigster Preis", "najniższa cena"),
    "highest quality": ("höchste Qualität", "najwyższa jakość"),
    "easiest to use": ("am einfachsten zu bedienen", "najłatwiejsze w użyciu"),
    "most users": ("die meisten Nutzer", "najwięcej użytkowników"),
    "best reviews": ("die besten Bewertungen", "najlepsze oceny"),
    "most often mentioned": ("am häufigsten genannt", "najczęściej wymieniane"),
    "up to": ("bis zu", "do"),
    "at least": ("mindestens", "co najmniej"),
    "under": ("unter", "poniżej"),
    "within": ("innerhalb von", "w ciągu"),
    "since": ("seit", "od"),
    "a night": ("pro Nacht", "za noc"),
    "minute": ("Minute", "minuty"),
    "hours": ("Stunden", "godzin"),
    "hour": ("Stunde", "godziny"),
    "days": ("Tagen", "dni"),
    "day": ("Tag", "dnia"),
    "week": ("Woche", "tygodnia"),
    "months": ("Monaten", "miesięcy"),
    "month": ("Monat", "miesiąca"),
    "pages": ("Seiten", "stron"),
    "people": ("Personen", "osób"),
}
_LANGUAGES = ("German", "Polish")
_EURO = re.compile(r"€([\d,]+)")
_PHRASE = re.compile(rf"\b(?:{'|'.join(_PHRASES)})\b")


def question(english: str, language: str) -> str:
    """A question about a vague word in a language, by its English words."""
    return _QUESTIONS[english][_LANGUAGES.index(language)] if language in _LANGUAGES else english


def wordings(english: str) -> tuple[str, ...]:
    """A question in every language it is asked in."""
    return english, *_QUESTIONS[english]


def answer(english: str, language: str) -> str:
    """An offered answer, or its first words, in a language: "up to €1,000" is "bis zu 1000 €"."""
    if language not in _LANGUAGES:
        return english
    place = _LANGUAGES.index(language)
    priced = _EURO.sub(lambda match: f"{match[1].replace(',', '')} €", english)
    return _PHRASE.sub(lambda match: _PHRASES[match[0]][place], priced).replace(",", "")
