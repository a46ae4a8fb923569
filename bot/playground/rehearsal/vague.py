"""Words that ask for a measure without giving one, and the question that would settle each."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.playground.rehearsal import asked_back
from bot.playground.rehearsal.tongues import language
from bot.playground.rehearsal.words import among, content, fold, words

_MONEY = r"(?:[€$£]\s?\d|\d[\d.,]*\s?(?:[€$£]|eur|euro|usd|dollar|chf|franc|gbp|pound|pln|zl|zloty))"
_TIME = r"\d[\d.,]*[\s-]?(?:h\b|hours?|min|days?|weeks?|months?|stunden?|minuten|tage?|wochen?|godzin|dni|tygodni)"
_YEAR = (
    r"this year|last year|dieses jahr|tym roku|\b(?:19|20)\d\d\b|last \d+ (?:day|week|month|year)|"
    r"past \d+ (?:day|week|month|year)|letzten \d+|ostatnich \d+"
)


@dataclass(frozen=True)
class Choice:
    """The options of a question where the words around the vague one include one of `about` (none: always)."""

    options: tuple[str, ...]
    default: str
    about: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Scale:
    """One kind of vagueness: how it sounds (folded text), what is asked, and what settles it beforehand.

    All in English, as asked_back.py translates it. `topics` are the words by which people name what is asked about,
    `bare` is how a quantity that answers is meant: "250 euro" is "up to 250 euro".
    """

    sounds: re.Pattern[str]
    question: str
    choices: tuple[Choice, ...]
    settled: re.Pattern[str]
    topics: frozenset[str]
    bare: str


@dataclass(frozen=True)
class Unclear:
    """A vague word found in a message, with the question that would settle it in the message's language."""

    about: str
    question: str
    options: tuple[str, ...]
    default: str
    bare: str
    scale: Scale


def _scale(sounds: str, question: str, settled: str, *choices: Choice, topics: str, bare: str = "") -> Scale:
    return Scale(re.compile(rf"\b(?:{sounds})\b"), question, choices, re.compile(settled), _about(topics), bare)


def _about(text: str) -> frozenset[str]:
    return frozenset(text.split())


_TRAVEL = _about("trip flight ride drive ferry crossing train journey walk hike meeting talk video film course call")
_READING = _about("report paper article book document guide text read summary study answer essay manual overview")
_LODGING = _about("hotel hotels room rooms hostel apartment flat night stay")
_FOOD = _about("lunch dinner meal restaurant coffee cafe breakfast ticket tickets beer wine snack book")
_PEOPLE = _about("venue room group team company meeting office restaurant class workshop conference firm vendor")

SCALES: tuple[Scale, ...] = (
    _scale(
        r"not (?:too|very|so|that) long|short(?!-)|brief|nicht (?:zu|so) lange?\w*|kurze[nrsm]?|nie za dlug\w+|"
        r"krotk\w+",
        "How long is too long?",
        rf"\d+[\s-]?(?:pages?|words?|seiten|stron|km|kilomet)|{_TIME}",
        Choice(("up to 5 pages", "up to 20 pages", "up to 100 pages"), "up to 20 pages", _READING),
        Choice(("up to 1 hour", "up to 3 hours", "up to 1 day"), "up to 3 hours"),
        topics="long length pages duration short lange dauer seiten dlugosc strony", bare="up to",
    ),
    _scale(
        r"not (?:too|very|so) old|recent|latest|newest|new|current|up[- ]to[- ]date|aktuell\w*|neue[nrsm]?|"
        r"neueste\w?|"
        r"now[yae]|nowych|najnowsz\w+|aktualn\w+",
        "How recent is recent enough?",
        _YEAR,
        Choice(("since {0}", "since {1}", "since {3}"), "since {1}"),
        topics="old age date year recent new alter datum jahr wiek rok data", bare="since",
    ),
    _scale(
        r"(?:not (?:too|very|so) )?(?:cheap|affordable|inexpensive|reasonably priced)|not (?:too|very|"
        r"so) (?:expensive|pricey)|"
        r"gunstige?[nrsm]?|billige?[nrsm]?|nicht (?:zu|so) teuer\w*|tani|tanie|tania|tanich|taniego|niedrog\w+|"
        r"nie za drog\w+",
        "What is the most it may cost?",
        _MONEY,
        Choice(("up to €80 a night", "up to €150 a night", "up to €250 a night"), "up to €150 a night", _LODGING),
        Choice(("up to €10", "up to €25", "up to €60"), "up to €25", _FOOD),
        Choice(("up to €100", "up to €300", "up to €1,000"), "up to €300"),
        topics="price cost costs money budget cheap expensive preis kosten geld cena koszt", bare="up to",
    ),
    _scale(
        r"fast(?!-)|quick|quickly|not (?:too|very|so) slow|schnelle?[nrsm]?|szybk\w+",
        "How fast is fast enough?",
        rf"{_TIME}|\d+\s?(?:ms|milliseconds?|seconds?|mbit|km)",
        Choice(("under 1 hour", "under 3 hours"), "under 3 hours", _TRAVEL),
        Choice(("within 2 days", "within 1 week"), "within 1 week", _about("delivery shipping ship deliver order")),
        Choice(("within 1 minute", "within 1 hour", "within 1 day"), "within 1 hour"),
        topics="fast speed quick slow tempo geschwindigkeit szybkosc predkosc", bare="within",
    ),
    _scale(
        r"good|best|great|nice|decent|gute[nrsm]?|beste[nrsm]?|dobr\w{1,3}|najleps\w+",
        "What matters most here?",
        r"(?!)",
        Choice(("lowest price", "highest quality", "easiest to use"), "highest quality"),
        topics="quality good best qualitat jakosc",
    ),
    _scale(
        r"small|tiny|not (?:too|very|so) (?:big|large)|kleine[nrsm]?|maly|mala|malych|malego|niewielk\w+",
        "How small is small enough?",
        r"\d",
        Choice(("up to 10 people", "up to 50 people", "up to 250 people"), "up to 50 people", _PEOPLE),
        Choice(("up to 10", "up to 100", "up to 1,000"), "up to 100"),
        topics="size small grosse rozmiar wielkosc", bare="up to",
    ),
    _scale(
        r"large|big|huge|grosse[nrsm]?|duz[yae]|duzych",
        "How large does it have to be?",
        r"\d",
        Choice(("at least 10 people", "at least 50 people", "at least 250 people"), "at least 50 people", _PEOPLE),
        Choice(("at least 10", "at least 100", "at least 1,000"), "at least 100"),
        topics="size large big grosse rozmiar wielkosc", bare="at least",
    ),
    _scale(
        r"soon|asap|moglichst bald|so bald wie moglich|demnachst|wkrotce|niedlugo",
        "By when?",
        rf"{_TIME}|\d{{1,2}}[./]\d|\b(?:by|before|until)\s+\w+day|\b\d{{1,2}} (?:jan|feb|mar|apr|may|jun|jul|aug|"
        rf"sep|oct|nov|dec)",
        Choice(("within 1 week", "within 1 month", "within 3 months"), "within 1 month"),
        topics="when deadline soon termin", bare="within",
    ),
    _scale(
        r"popular|well[- ]known|beliebte?[nrsm]?|popularn\w+",
        "What counts as popular?",
        r"\d",
        Choice(("most users", "best reviews", "most often mentioned"), "most often mentioned"),
        topics="popular popularity beliebtheit popularnosc",
    ),
    _scale(
        r"nearby|close by|not (?:too|very|so) far(?: away)?|in der nahe|niedaleko|blisko",
        "How far away may it be?",
        r"\d+\s?(?:km|kilomet|m\b|met|min)",
        Choice(("up to 1 km", "up to 5 km", "up to 20 km"), "up to 5 km"),
        topics="far distance near nearby entfernung odleglosc", bare="up to",
    ),
)  # fmt: skip

# Phrases in which these words measure nothing.
_IDIOMS = re.compile(
    r"\b(?:latest(?= (?:on|in|at|from|to|for|by|of)\b|\?|$)|at the latest|what(?:['’]s| is| was) new(?: in| with|"
    r" about)?|whats new|new (?:hires?|employees?|colleagues?|"
    r"joiners?|starters?|"
    r"customers?|clients?|question|topic|task|year|york|zealand|laptop policy)|(?:latest|newest|current|new) "
    r"(?:(?:stable|lts|major|minor) )?(?:versions?|releases?|editions?|year|state|status|plan|policy|budget|limit|"
    r"rules?|"
    r"price|prices|timetable|schedule)|current(?=ly)|good (?:morning|afternoon|evening|day|reason|practice|idea)|"
    r"best (?:practices?|regards|wishes|before)|would be (?:nice|good|great)|nice to have|short(?:list| list|"
    r" answer| notice|"
    r" term)|in short|in brief|as (?:good|fast|soon|large|small|short|new) as|how (?:good|fast|large|big|small|"
    r"quick|quickly|"
    r"soon|short|popular|recent|new|current|cheap)|fast (?:charg\w+|track|food|forward)|quick (?:question|one)|"
    r"(?:small|large|big) (?:talk|scale|business|deal|print)|so good|great britain|not good|no good)\b"
)
DEFAULT = re.compile(r"(?:no answer|(?:use |take )?the defaults?|defaults?)\W*")
# In even text: "doesn't" and "doesn’t" are "doesnt".
NO_MATTER = re.compile(
    r"\b(?:(?:does ?nt|do ?nt|does not|do not) (?:really )?(?:matter|mind|care)(?: (?:about|for))?|"
    r"(?:have )?no preferences?(?: for)?|"
    r"whatever|you decide|up to you|anything goes|any(?:thing)?(?: \w+)? (?:is|will be) (?:fine|ok)|"
    r"(?:is )?(?:un|not )important|"
    r"no limit(?: on)?|(?:ist |sind )?(?:mir |uns )?egal|spielt keine rolle|(?:ist )?(?:nicht wichtig|unwichtig)|"
    r"(?:jest )?bez znaczenia|wszystko jedno|(?:jest )?obojetn[aeiy]|nie ma znaczenia)\b"
)


def vague(text: str, year: int) -> list[Unclear]:
    """The vague words of a message that no number beside them and no bound in the message settles, one per "
    "scale."""
    plain = _IDIOMS.sub(lambda m: "_" * len(m[0]), " ".join(fold(text).split()))
    found: list[Unclear] = []
    for scale in SCALES:
        for match in scale.sounds.finditer(plain):
            if not _numbered(plain, match) and not scale.settled.search(plain):
                found.append(_unclear(scale, match[0], text, year))
                break
    return found


def even(text: str) -> str:
    """A text folded and on one line, without apostrophes."""
    return re.sub(r"['’]", "", " ".join(fold(text).split()))


def _numbered(text: str, match: re.Match[str]) -> bool:
    """Whether a number stands next to the vague word: up to three words after it, or right before."""
    after = re.split(r"[.!?;]\s", text[match.end() :])[0].split()[:3]
    before = re.split(r"[.!?;]\s", text[: match.start()])[-1].split()[-1:]
    return any(any(c.isdigit() for c in word) for word in [*before, *after])


def _unclear(scale: Scale, about: str, text: str, year: int) -> Unclear:
    around, spoken = words(text), language(text)
    choice = next(c for c in scale.choices if not c.about or any(among(word, around) for word in c.about))
    years = [str(year - n) for n in range(4)]
    *options, default, bare = (
        asked_back.answer(one.format(*years), spoken) for one in (*choice.options, choice.default, scale.bare)
    )
    return Unclear(about, asked_back.question(scale.question, spoken), tuple(options), default, bare, scale)


def is_vague(text: str) -> bool:
    """Whether a condition says nothing but a vague word ("cheap", "not too long")."""
    left = even(text)
    for scale in SCALES:
        left = scale.sounds.sub(" ", left)
    return left != even(text) and not content(left)
