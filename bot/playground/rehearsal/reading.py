"""The opened sentences measured against a question: what each holds of its words, and what that is worth."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.playground.rehearsal.checks import Check, ranges
from bot.playground.rehearsal.filler import each
from bot.playground.rehearsal.sentences import Sentence, sentences
from bot.playground.rehearsal.vague import is_vague
from bot.playground.rehearsal.view import View
from bot.playground.rehearsal.words import among, content, fold, held, is_content, plain, tokens, weights, words

IN_CONTEXT, IN_HEADER, IN_RANGE = 0.5, 0.8, 0.9
# What a sentence gains by being of the sort a question asks for, and by showing that a condition holds.
SORT, KEPT = 0.2, 0.5
# The share of a question that a sentence and its headings must hold; more where two words are all there is.
ENOUGH, ENOUGH_OF_FEW = 0.45, 0.6

_REQUESTING = frozenset(each("buy choose pick recommend suggest best shortlist summarise summarize works"))
_COMMAND = re.compile(r"^\W*(?:compare|list|explain|describe|check)\b", re.IGNORECASE)
_HOW = re.compile(r"\bhow (?:long|much|many|old|far|often)\b", re.IGNORECASE)
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
_SORTS: tuple[tuple[str, str], ...] = (
    (
        r"how long|duration|wie lange|jak dlugo",
        rf"{_NUMERAL}.{{0,20}}\b(?:second|minute|hour|day|week|month|year|dni|godzin|minut|tag|stunde)",
    ),
    (
        r"when|what (?:date|day|time|year)|deadlines?|due|until|opening hours|wann|kiedy|do kiedy",
        rf"{_MONTH}|\b(?:19|20)\d\d\b|\d{{1,2}}:\d\d|\b\w+day\b|{_NUMERAL}.{{0,12}}\b(?:days?|weeks?|months?)\b",
    ),
    (r"why|reasons?|warum|dlaczego", r"\b(?:why|because|due to|caused?|failed|reason|since|weil|poniewaz)\b"),
    (r"costs?|prices?|pay|fees?|fares?|limits?|budgets?|kosztuje|kostet|ceny?", _MONEY),
    (r"how (?:much|many|far|old|often|big|large|high|loud|fast|heavy)|wie ?viele?|ile", r"\d"),
)


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
    fitting: bool = False

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

    @property
    def total(self) -> float:
        return sum(self.worth.values()) or 1.0

    def share(self, quote: Quote) -> float:
        """How much of the question stands in a sentence and above it, 0 to 1."""
        return sum(self.worth[word] * share for word, share in quote.held.items()) / self.total

    def score(self, quote: Quote) -> float:
        """The share, more for a sentence of the sort asked for, a little less for a long one."""
        share = self.share(quote)
        return share + (SORT if quote.fitting and share else 0.0) - min(len(quote.text), 400) / 8000

    def met(self, quote: Quote) -> int:
        """How many conditions that bind a sentence shows to hold."""
        return sum(1 for one in self.checks if one.kind != "prefer" and says(one, quote) == "met")

    def rating(self, quote: Quote) -> float:
        """The score, and more for every condition the sentence shows to hold; a wish counts less."""
        met = [one for one in self.checks if says(one, quote) == "met"]
        return self.score(quote) + sum(KEPT / 2 if one.kind == "prefer" else KEPT for one in met)

    def fits(self, quote: Quote) -> bool:
        """Whether enough of the question stands there, and some of it, or a condition, in the sentence itself."""
        shown = self.met(quote) > 0
        needed = ENOUGH if shown or len(self.worth) > 2 else ENOUGH_OF_FEW
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
        if parts and len(content(part)) < 2:
            parts[-1] = f"{parts[-1]} {part}"
        elif part.strip():
            parts.append(part)
    return parts if all(len(content(part)) > 1 for part in parts) else [goal]


def _asked(goal: str) -> str:
    return _HOW.sub(" ", _COMMAND.sub("", goal))


def subject_tokens(goal: str) -> list[str]:
    """The words of a question that can go into a query, as written."""
    return [token for token in tokens(_asked(goal)) if is_content(plain(token))]


def subject(goal: str) -> list[str]:
    """The words of a question that a text about it would hold: not those of asking, nor vague ones like "cheap"."""
    meant = [word for word in content(_asked(goal)) if not among(word, _REQUESTING) and not is_vague(word)]
    return meant or content(goal)


def read(view: View, goal: str) -> Reading:
    """Every sentence of every opened source, measured against the words of a question; one that was shown several
    times counts once, with the headings that say most."""
    wanted = subject(goal)
    sort = next((looks for asks, looks in _SORTS if re.search(rf"\b(?:{asks})\b", fold(goal))), None)
    found: dict[tuple[int, str], Quote] = {}
    for source in view.opened:
        for sentence in sentences(source.text):
            context = f"{source.title} {sentence.context} {sentence.header}"
            share = _held(wanted, sentence, context)
            fits = sort is not None and re.search(sort, fold(_beyond(sentence, wanted))) is not None
            quote = Quote(
                sentence.text, context, sentence.header, source.number, len(found), source.published, share, fits
            )
            known = found.get((source.number, sentence.text))
            if known is None or sum(share.values()) > sum(known.held.values()):
                found[source.number, sentence.text] = quote
    quotes = tuple(found.values())
    worth = weights(wanted, [[w for w, share in quote.held.items() if share > IN_CONTEXT] for quote in quotes])
    return Reading(quotes, worth, tuple(one for _, one in view.task.checks))


def _beyond(sentence: Sentence, wanted: Sequence[str]) -> str:
    """A sentence without the question's own numbers: "Larkspur 5" is no figure where Larkspur 5 was asked about."""
    numbers = [re.escape(word) for word in wanted if word[:1].isdigit()]
    text = f"{sentence.header} {sentence.text}"
    return re.sub(rf"(?<![\w.,:])(?:{'|'.join(numbers)})(?![\w:]|[.,]\d)", " ", text) if numbers else text


def _held(wanted: Sequence[str], sentence: Sentence, context: str) -> dict[str, float]:
    """What stands in the headings above a sentence counts half, in the header row above it nearly whole, and so "
    "does
    a number that lies in a range the sentence gives."""
    above = {word: IN_CONTEXT * share for word, share in held(wanted, set(words(context))).items()}
    header = {word: IN_HEADER * share for word, share in held(wanted, set(words(sentence.header))).items()}
    spans = ranges(sentence.text)
    within = {w: IN_RANGE for w in wanted if w.isdecimal() and any(low <= float(w) <= high for low, high in spans)}
    return {**above, **header, **within, **held(wanted, set(words(sentence.text)))}
