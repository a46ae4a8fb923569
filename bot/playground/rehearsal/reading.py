"""The opened sentences measured against a question: what each holds of its words, and what that is worth."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from bot.playground.rehearsal.checks import Check, ranges
from bot.playground.rehearsal.filler import each
from bot.playground.rehearsal.sentences import Sentence, sentences
from bot.playground.rehearsal.vague import is_vague
from bot.playground.rehearsal.view import Source, View
from bot.playground.rehearsal.words import (
    among,
    content,
    fold,
    held,
    is_content,
    plain,
    tokens,
    weights,
    words,
    written,
)

IN_CONTEXT, IN_HEADING, IN_HEADER, IN_RANGE, IN_VERSION = 0.5, 0.7, 0.8, 0.9, 0.9
# What a sentence gains by being of the sort a question asks for, and by showing that a condition holds; what it loses
# by speaking of something the question does not name.
SORT, KEPT, STRANGE = 0.4, 0.5, 0.25
# The object's name weighs more than other words; a word that no opened text holds weighs less.
NAMED, NOWHERE = 1.5, 0.5
# The share of a question that a sentence and its headings must hold; more where two words are all there is.
ENOUGH, ENOUGH_OF_FEW = 0.45, 0.6

_REQUESTING = frozenset(each("buy choose pick recommend suggest best shortlist summarise summarize works"))
_COMMAND = re.compile(r"^\W*(?:compare|list|explain|describe|check)\b", re.IGNORECASE)
_HOW = re.compile(r"\bhow (?:long|much(?: money| time)?|many|old|far|often|fast)\b", re.IGNORECASE)
_NEXT_QUESTION = re.compile(
    r"[?!]\s+|,?\s+and\s+(?=(?:(?:by|until|for|to|in|at) )?"
    r"(?:who|what|which|how|when|where|why|is|are|does|do|can|did|was)\b)",
    re.IGNORECASE,
)
_NUMERAL = r"(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half)\b)"
_MONTH = (
    r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|stycz|lut|kwie|maj|czerw|lip|sierp|wrze|paz|listo|"
    r"grud)\w*"
)

_MONEY = r"[€$£]|\b(?:eur|euros?|usd|dollars?|gbp|chf|pln|zl)\b|\d,\d{3}\b"

# What a question asks for, and how a sentence of that sort looks (both folded); the first that asks decides.
_DAY = r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b\w+tag\b|\bdaily\b"
_SPAN = (
    rf"{_NUMERAL}.{{0,20}}\b(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|dni|godzin|minut|tag|stunde|lat)"
)
# Names are told by their capitals, so this one is looked for in the text as written.
_PERSON = (
    r"[A-ZÀ-Ż][\w'’-]+ [A-ZÀ-Ż][\w'’-]+|\b(?:team leads?|leads?|managers?|directors?|heads? of|owner|board|nobody|"
    r"everybody|Finance|IT|team)\b"
)


_WHEN = r"when|what (?:date|day|time|year)|deadlines?|due|until|opening hours|wann|kiedy|do kiedy"


@dataclass(frozen=True)
class Sort:
    """What a kind of question asks for (folded), and how a sentence of that sort looks: surely, or perhaps."""

    asks: str
    surely: str
    perhaps: str = r"(?!)"
    cased: bool = False

    def fit(self, text: str) -> float:
        """1 for a sentence that surely is of the sort, 0.4 where it may be, 0 otherwise."""
        told = text if self.cased else fold(text)
        return 1.0 if re.search(self.surely, told) else 0.4 if re.search(self.perhaps, told) else 0.0


# The first that asks decides.
_SORTS: tuple[Sort, ...] = (
    Sort(r"how long|duration|wie lange|jak dlugo", _SPAN),
    Sort(
        _WHEN,
        rf"{_MONTH}|\b(?:19|20)\d\d\b|\d{{1,2}}:\d\d|{_DAY}",
        _SPAN,
    ),
    Sort(
        r"why|reasons?|caused?|warum|dlaczego",
        r"\b(?:why|because|due to|caused?|failed|reason|since|weil|poniewaz)\b",
    ),
    Sort(r"costs?|prices?|pay|fees?|fares?|limits?|budgets?|kosztuje|kostet|ceny?", _MONEY),
    Sort(r"who|whose|whom|wer|kto", _PERSON, cased=True),
    Sort(r"how (?:much|many|far|old|often|big|large|high|loud|fast|heavy)|notice periods?|wie ?viele?|ile", r"\d"),
)
_WHICH = re.compile(
    r"\b(?:which|what|who|whose|find|list|recommend|suggest|compare|welche\w?|wer|was|jak\w*|kt[oó]r\w+|kto|co)\b",
    re.IGNORECASE,
)
# "The café is open ...": what a sentence or row is about stands before its verb, or in its first cell.
_SUBJECT = re.compile(
    r"(?:The|A|An|Our|All|Each|Every|Die|Der|Das)?\s*(?P<subject>(?:[^\W\d_][\w'’-]*\s+){1,5}?)"
    r"(?:is|are|was|were|has|have|had|will|can|may|must|should|that|which|who|ist|sind|war|wird|hat|kann|jest|są|sa)\b"
)
_LEADING = frozenset(
    each("on in at for from after before until during if when with without under below by there here")
)
_PRESUPPOSED = frozenset(each("after before until till following nach vor seit po przed"))


@dataclass(frozen=True, eq=False)
class Quote:
    """One opened sentence: where it stands and what it holds of the question's words, by itself and in its "
    "context."""

    text: str
    context: str
    header: str
    number: int
    place: int
    published: str
    held: dict[str, float]
    fitting: float = 0.0
    strange: bool = False

    @property
    def line(self) -> str:
        return f"{self.text} [{self.number}]"

    @property
    def is_row(self) -> bool:
        """Whether it is a row that can stand under its table's header."""
        return bool(self.header) and self.header.count("|") == self.text.count("|") > 0


@dataclass(frozen=True)
class Reading:
    """The opened sentences, and what each word of the question is worth among them."""

    quotes: tuple[Quote, ...]
    worth: dict[str, float]
    checks: tuple[Check, ...] = ()
    names: frozenset[str] = frozenset()

    @property
    def total(self) -> float:
        return sum(self.worth.values()) or 1.0

    def share(self, quote: Quote) -> float:
        """How much of the question stands in a sentence and above it, 0 to 1."""
        return sum(self.worth[word] * share for word, share in quote.held.items()) / self.total

    def score(self, quote: Quote) -> float:
        """The share, more for a sentence of the sort asked for, less for one about something else and for a long
        one."""
        share = self.share(quote)
        gains = SORT * quote.fitting if share else 0.0
        return share + gains - (STRANGE if quote.strange else 0.0) - min(len(quote.text), 400) / 8000

    def met(self, quote: Quote) -> int:
        """How many conditions that bind a sentence shows to hold."""
        return sum(1 for one in self.checks if one.kind != "prefer" and says(one, quote) == "met")

    def rating(self, quote: Quote) -> float:
        """The score, and more for every condition the sentence shows to hold; a wish counts less."""
        met = [one for one in self.checks if says(one, quote) == "met"]
        return self.score(quote) + sum(KEPT / 2 if one.kind == "prefer" else KEPT for one in met)

    def fits(self, quote: Quote) -> bool:
        """Whether enough of the question stands there, and some of it, or a condition, in the sentence itself or
        right above it."""
        shown = self.met(quote) > 0
        needed = ENOUGH if shown or len(self.worth) > 2 or quote.fitting == 1.0 else ENOUGH_OF_FEW
        if quote.strange:
            needed += STRANGE / 2
        return self.share(quote) >= needed and (shown or any(share > IN_CONTEXT for share in quote.held.values()))

    def violates(self, quote: Quote) -> bool:
        """Whether a sentence says that something the answer must keep to is not so."""
        return any(says(one, quote) == "not met" for one in self.checks if one.kind != "prefer")


def says(one: Check, quote: Quote) -> str:
    return one.standing(quote.text, quote.context, quote.published)


def questions(goal: str) -> list[str]:
    """The questions a goal consists of: "who approves it, and what does it cost?" are two. One without words of its
    own stays with the one before it."""
    parts: list[str] = []
    for part in _NEXT_QUESTION.split(goal):
        if parts and len(content(_asked(part))) < 2:
            parts[-1] = f"{parts[-1]} {part}"
        elif part.strip():
            parts.append(part)
    return parts if all(len(content(part)) > 1 for part in parts) else [goal]


def _asked(goal: str) -> str:
    return _HOW.sub(" ", _COMMAND.sub("", goal))


def subject_tokens(goal: str) -> list[str]:
    """The words of a question that can go into a query, as written."""
    return written(_asked(goal))


def subject(goal: str) -> list[str]:
    """The words of a question that a text about it would hold: not those of asking, nor vague ones like "cheap"."""
    meant = [word for word in content(_asked(goal)) if not among(word, _REQUESTING) and not is_vague(word)]
    return meant or content(goal)


def names(goal: str) -> list[str]:
    """The names a question gives: its words with a capital, but for the first, and the numbers right behind them."""
    given = tokens(goal)
    capital = [t[:1].isupper() and len(t) > 1 and is_content(plain(t)) for t in given]
    numbered = [i > 0 and capital[i - 1] and t[:1].isdigit() for i, t in enumerate(given)]
    return [plain(t) for i, t in enumerate(given) if (capital[i] and i > 0) or (numbered[i] and i > 1)]


def read(view: View, goal: str) -> Reading:
    """Every sentence of every opened source, measured against the words of a question; one that was shown several
    times counts once, with the headings that say most."""
    measure = _Measure(goal)
    found: dict[tuple[int, str], Quote] = {}
    for source in view.opened:
        for sentence in sentences(source.text):
            quote = measure.quote(sentence, source, len(found))
            known = found.get((source.number, sentence.text))
            if known is None or sum(quote.held.values()) > sum(known.held.values()):
                found[source.number, sentence.text] = quote
    quotes = tuple(found.values())
    return Reading(quotes, measure.worth(quotes), tuple(one for _, one in view.task.checks), frozenset(measure.names))


class _Measure:
    """A question as it is held against sentences."""

    def __init__(self, goal: str) -> None:
        self.wanted = subject(goal)
        self.names = names(goal)
        self.sort = next((sort for sort in _SORTS if re.search(rf"\b(?:{sort.asks})\b", fold(goal))), None)
        self.which = _WHICH.search(goal) is not None

    def quote(self, sentence: Sentence, source: Source, place: int) -> Quote:
        context = f"{source.title} {sentence.context} {sentence.header}"
        return Quote(
            sentence.text,
            context,
            sentence.header,
            source.number,
            place,
            source.published,
            self._held(sentence, context),
            self.sort.fit(self._beyond(sentence)) if self.sort else 0.0,
            self._is_strange(sentence),
        )

    def worth(self, quotes: Sequence[Quote]) -> dict[str, float]:
        """What each word of the question is worth: rare ones more, names more, those no sentence holds less."""
        own = [[w for w, share in quote.held.items() if share > IN_CONTEXT] for quote in quotes]
        known = {word for quote in quotes for word in quote.held}
        factors = {word: NAMED if word in self.names else 1.0 if word in known else NOWHERE for word in self.wanted}
        return {word: worth * factors[word] for word, worth in weights(self.wanted, own).items()}

    def _beyond(self, sentence: Sentence) -> str:
        """A sentence without the question's own words: "Larkspur 5" is no figure where that was asked about, nor
        is "Sunday" a date where Sundays were."""
        text = f"{sentence.header} {sentence.text}"
        own = {token for token in tokens(text) if among(plain(token), self.wanted)}
        pattern = "|".join(re.escape(token) for token in sorted(own, key=len, reverse=True))
        return re.sub(rf"(?<![\w.,:])(?:{pattern})(?![\w:]|[.,]\d)", " ", text) if own else text

    def _held(self, sentence: Sentence, context: str) -> dict[str, float]:
        """What stands in the headings above a sentence counts half, in the nearest more, in the header row above it
        nearly whole, and so does a number that lies in a range the sentence gives."""
        above = _scaled(held(self.wanted, set(words(context))), IN_CONTEXT)
        nearest = _scaled(held(self.wanted, set(words(sentence.heading))), IN_HEADING)
        header = _scaled(held(self.wanted, set(words(sentence.header))), IN_HEADER)
        spans = ranges(sentence.text)
        within = {w: IN_RANGE for w in self.wanted if w.isdecimal() and any(a <= float(w) <= b for a, b in spans)}
        own = held(self.wanted, set(words(sentence.text)))
        return {
            **above,
            **nearest,
            **header,
            **within,
            **self._versions(sentence.text),
            **self._told(own, sentence.text),
        }

    def _versions(self, text: str) -> dict[str, float]:
        """ "4.2" is one of the versions where "Larkspur 4" is asked about."""
        numbers = [name for name in self.names if name.isdecimal()]
        return {n: IN_VERSION for n in numbers if any(word.startswith(f"{n}.") for word in words(text))}

    def _told(self, own: dict[str, float], text: str) -> dict[str, float]:
        """What happens after or before something does not tell when that is: "after the end of" holds "end" half."""
        given = words(text)
        return {word: share * (IN_CONTEXT if self._presupposes(word, given) else 1.0) for word, share in own.items()}

    def _presupposes(self, word: str, given: Sequence[str]) -> bool:
        if word in self.names or self.sort is None or self.sort.asks != _WHEN:
            return False
        places = [i for i, one in enumerate(given) if held([word], [one])]
        return bool(places) and all(_PRESUPPOSED & set(given[max(0, i - 2) : i]) for i in places)

    def _is_strange(self, sentence: Sentence) -> bool:
        """Whether what a sentence is about is nothing the question names, though it does not ask which thing."""
        if self._other_version(sentence):
            return True
        about = _about(sentence)
        return not self.which and bool(about) and not held(self.wanted, about) and not held(about, self.wanted)

    def _other_version(self, sentence: Sentence) -> bool:
        """Whether a sentence names another number than the question behind the same name, and not that one."""
        given = words(f"{sentence.text}")
        numbers = {n for n in self.names if n.isdecimal()}
        others = [b for a, b in pairwise(given) if a in self.names and b[:1].isdigit()]
        mine = [word for word in given if word in numbers or any(word.startswith(f"{n}.") for n in numbers)]
        return bool(numbers and others) and not mine


def _scaled(found: dict[str, float], factor: float) -> dict[str, float]:
    return {word: factor * share for word, share in found.items()}


def _about(sentence: Sentence) -> list[str]:
    """The words for what a sentence is about, [] where that cannot be told."""
    if sentence.header and "|" in sentence.text:
        first = content(sentence.text.partition("|")[0])
        return [] if any(word[:1].isdigit() for word in first) else first
    match = _SUBJECT.match(sentence.text)
    found = content(match["subject"]) if match else []
    return [] if match and _LEADING & set(words(match["subject"])[:1]) else found
