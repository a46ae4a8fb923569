"""What the program itself says, in the language of whoever asked: one catalogue (.ftl) a language, English the first.

The catalogues are Project Fluent's (https://projectfluent.org): a message may ask how many of something there are, in
the plural rules of its language. Words of people, models and sources never pass through here.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib.resources import files

from fluent.runtime import FluentBundle, FluentResource

# The languages there are catalogues of, by the names that a model or a person may use for them.
LANGUAGES = {
    "en": ("english",),
    "de": ("german", "deutsch"),
    "pl": ("polish", "polski"),
    "es": ("spanish", "español", "castellano"),
    "fr": ("french", "français"),
    "ja": ("japanese", "日本語"),
}


# Characters of one variable. Fluent refuses somewhat longer ones, and a message that cannot be said would hold up all
# that is shown of a run; whoever shows words of people cuts them shorter, and visibly.
LONGEST = 2_400
_REMEMBERED = 4_000  # sentences of a language without anybody's words in them, as they were said last


class Speech:
    """Says things in one language."""

    def __init__(self, code: str) -> None:
        self.code = code
        self._bundle = FluentBundle([code], use_isolating=False)
        self._bundle.add_resource(FluentResource((files("bot.speech") / f"{code}.ftl").read_text("utf-8")))
        # A thread is drawn many times, mostly of the same sentences. Typed, since 1.0 is not said as 1 is.
        self._said = lru_cache(_REMEMBERED, typed=True)(self._format)

    def __call__(self, id: str, /, **given: str | int | float) -> str:
        """One message of the catalogue, its variables filled in; numbers are written as the language does.

        Raises KeyError for an id that the catalogue lacks and ValueError for a variable that was not given."""
        if any(isinstance(value, str) for value in given.values()):  # what people say is not kept
            short = {name: value[:LONGEST] if isinstance(value, str) else value for name, value in given.items()}
            return self._format(id, **short)
        return self._said(id, **given)

    def _format(self, id: str, /, **given: str | int | float) -> str:
        message = self._bundle.get_message(id)
        if message.value is None:
            raise KeyError(id)
        said, errors = self._bundle.format_pattern(message.value, given)
        if errors:
            raise ValueError(f"{self.code}: {id}: {errors[0]}")
        return str(said)


@cache
def speech(code: str) -> Speech:
    """The catalogue of a code in LANGUAGES."""
    return Speech(code)


def language(named: str) -> str:
    """The code of a language as a model ("German"), a person ("Deutsch") or a profile ("de-DE") names it; "" for one
    without a catalogue."""
    name = named.strip().casefold()
    code = re.split(r"[-_ (]", name, maxsplit=1)[0]
    return next((one for one, names in LANGUAGES.items() if code == one or code in names), "")


def of(*named: str) -> Speech:
    """The speech of the first of these languages that is named at all; English where there is no catalogue of it."""
    first = next((one for one in named if one.strip()), "")
    return speech(language(first) or "en")
