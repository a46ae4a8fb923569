"""What a country, or a city that a time zone is named after, is called in other languages. Pure.

The names are those of Unicode's CLDR, by babel, and of some cities that it does not have.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from babel import Locale

from agent.documents.words import folded

_LANGUAGES = tuple("en de fr es it pt nl pl cs sv da nb fi hu ro ru uk tr".split())  # noqa: SIM905 (a list to read)
_SHORTEST = 4  # letters of a name that is taken
_CITIES = """
    cologne köln keulen kolonia colonia | munich münchen monachium munique múnich | nuremberg nürnberg norymberga
    geneva genève genf genewa ginebra | milan milano mailand mediolan milán
    venice venezia venedig venise wenecja venecia
    florence firenze florenz florencja florencia | naples napoli neapel neapol nápoles | turin torino turyn turín
    antwerp antwerpen anvers antwerpia amberes | ghent gent gand gandawa gante | bruges brugge brügge brugia brujas
    hague haag haye haya haga | basel basle bâle bazylea basilea | seville sevilla séville sewilla
    gothenburg göteborg goteborg | gdańsk danzig | wrocław breslau | szczecin stettin | poznań posen
    cracow kraków krakau cracovie cracovia | lviv lwów lemberg | strasbourg strassburg straßburg estrasburgo
    nice nizza nicea niza | lisbon lisboa lissabon lisbonne lizbona | bavaria bayern bawaria baviera bavière
    saxony sachsen saksonia sajonia saxe | tuscany toscana toskana toskania toscane | danube donau dunaj danubio
    rhine rhein ren rhin rin | thames themse tamiza támesis tamise
"""


def called_abroad(name: str) -> tuple[str, ...]:
    """The names of the place that this one (folded) is a name of, itself left out."""
    return tuple(one for one in _names().get(name, ()) if one != name)


@cache
def _names() -> dict[str, frozenset[str]]:
    """Each name, folded, with all of its place; those of one word, since names are compared word by word."""
    places: dict[str, set[str]] = {}
    for language in _LANGUAGES:
        for code, name in _of(Locale.parse(language)):
            if name.isalpha() and len(name) >= _SHORTEST:
                places.setdefault(code, set()).add(folded(name))
    for line in " | ".join(_CITIES.strip().splitlines()).split("|"):
        places[line] = set(map(folded, line.split()))
    found: dict[str, frozenset[str]] = {}
    for names in places.values():
        for name in names:
            found[name] = found.get(name, frozenset()) | names
    return found


def _of(locale: Locale) -> Iterator[tuple[str, str]]:
    """Codes and names of countries and cities."""
    yield from ((code, name) for code, name in locale.territories.items() if code.isalpha())
    for zone, told in locale.time_zones.items():
        yield zone, zone.rpartition("/")[2]
        if "city" in told:
            yield zone, told["city"]
