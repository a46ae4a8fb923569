"""Things that match conditions: what a draft proposes, held against opened words, merged, dropped and ranked. Pure.

The model proposes; code decides. A verdict stands only on words of an opened source that speak of that very thing;
one thing under two names is one; what fails a hard condition is never listed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from agent.answers.contrary import weighed
from agent.answers.copied import copied, named
from agent.answers.dropped import Dropped
from agent.answers.examined import examined, said_before
from agent.answers.listing import Item, Listed
from agent.answers.naming import Names, key, significant
from agent.answers.nearly import nearly_same, without_maker
from agent.answers.spoken import Spoken
from agent.answers.unnamed import unnamed
from agent.answers.verdicts import (
    Claim,
    Stand,
    claims,
    not_there,
    number,
    stands,
    unfit,
)
from agent.clean import tidy
from agent.facts import Answer, Candidate, Condition, Intent, Source, Statement, Verdict
from agent.grounding.telling import shared, telling
from agent.ledger import Ledger, canonical_address
from agent.run import Run

MOST = 60  # things that one draft may propose
_NAME = 120  # characters of a name
_NAMES = 6  # of one thing
_FAULTS = 12  # of one draft
_NO_BLOCK = (
    "The task asks for things that match conditions: end with a block ```candidates that lists each thing you found, "
    "with a verdict for every condition."
)
ONLY_FOUND = "only found"


# --- what a draft proposes ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Proposed:
    """One thing as a draft proposes it: its names, the first the one it is shown by, the numbers of its sources, of
    these the pages of its own, and what is said of each condition."""

    names: tuple[str, ...]
    numbers: tuple[int, ...] = ()
    pages: tuple[int, ...] = ()
    claims: tuple[Claim, ...] = ()

    @property
    def keys(self) -> frozenset[str]:
        """What makes it the same thing as another that has one of these, too."""
        return frozenset([*map(key, self.names), *(f"page {number}" for number in self.pages)])

    @property
    def own(self) -> frozenset[str]:
        """The same without its other names."""
        return frozenset([key(self.names[0]), *(f"page {number}" for number in self.pages)])

    def called(self, name: str) -> Proposed:
        """Under this name, where it has no name like it."""
        has = {key(one) for one in self.names}
        return self if key(name) in has else replace(self, names=(name, *self.names))


def proposed(items: Iterable[Item], ledger: Ledger) -> tuple[Proposed, ...]:
    """The things that the objects of a block name; what has no name is none."""
    return tuple(one for item in items if (one := _proposed(item, ledger)))[:MOST]


def _proposed(item: Item, ledger: Ledger) -> Proposed | None:
    said = claims(item.get("verdicts"))
    pages = _numbers(item.get("page"))
    sources = _numbers(item.get("sources")) or _numbers([one.number for one in said])
    numbers = _numbers([*sources, *pages])
    given = (item.get("name"), *_list(item.get("also")))
    first, *others = (_name(one, numbers, ledger) for one in given)
    names = dict.fromkeys(name for name in (first, *others) if name)
    return Proposed(tuple(names)[:_NAMES], numbers, pages, said) if first else None


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _numbers(value: object) -> tuple[int, ...]:
    if isinstance(value, str) and re.fullmatch(r"[\[\]\d\s,;]+", value, re.A):
        value = re.findall(r"\d+", value)
    listed = [one.get("number") if isinstance(one, Mapping) else one for one in _list(value)]
    return tuple(sorted({found for one in listed if (found := number(one))}))


def _name(value: object, numbers: Sequence[int], ledger: Ledger) -> str:
    """A name on one line, without what would lead away, and the marks that were set behind it; an address in the form
    that it is known by."""
    if isinstance(value, str) and re.match(r"\s*https?://\S+\s*$", value, re.I):
        value = canonical_address(value.strip()).rstrip("/")
    elif isinstance(value, str):
        value = named(tidy(value).strip(), numbers, ledger)
    words = " ".join(tidy(value).split()) if isinstance(value, str) else ""
    return re.sub(r"\w+://|\bwww\.(?=\w)", "", words, flags=re.I)[:_NAME].strip()


# --- one thing under several names --------------------------------------------------------------------------------


def merged(things: Iterable[Proposed]) -> tuple[Proposed, ...]:
    """Each thing once, whatever the order: those that share a name or a page of their own are one, and so are those
    that are one with the same third. What several have as another name is that of their maker or family, and none of
    theirs. In the order of their names."""
    first = [
        (_one(members), frozenset[str]().union(*(one.own for one in members))) for members in _groups(things, _own)
    ]
    several = Counter(name for one, own in first for name in {key(name) for name in one.names} - own)
    told = [
        replace(one, names=tuple(name for name in one.names if key(name) in own or several[key(name)] < 2))
        for one, own in first
    ]
    return tuple(sorted(map(_one, _groups(told, _keys)), key=lambda one: _order(one.names[0])))


def _own(thing: Proposed) -> frozenset[str]:
    return thing.own


def _keys(thing: Proposed) -> frozenset[str]:
    return thing.keys


def _groups(things: Iterable[Proposed], keys: Callable[[Proposed], frozenset[str]]) -> list[tuple[Proposed, ...]]:
    """Those that share a key."""
    groups: list[tuple[frozenset[str], tuple[Proposed, ...]]] = []
    for thing in things:
        same = [group for group in groups if group[0] & keys(thing)]
        together = keys(thing).union(*(group[0] for group in same))
        members = (*(one for group in same for one in group[1]), thing)
        groups = [*(group for group in groups if group not in same), (together, members)]
    return [members for _, members in groups]


def _one(members: Sequence[Proposed]) -> Proposed:
    return Proposed(
        names=_named(members),
        numbers=_numbers([number for one in members for number in one.numbers]),
        pages=_numbers([number for one in members for number in one.pages]),
        claims=tuple(sorted({claim for one in members for claim in one.claims}, key=_as_text)),
    )


def _named(members: Sequence[Proposed]) -> tuple[str, ...]:
    """A name once, in its shortest spelling; first the fullest of those that things were proposed by."""
    spelled: dict[str, str] = {}
    for name in sorted({name for one in members for name in one.names}, key=lambda name: (len(name), name)):
        spelled.setdefault(key(name), name)
    first = max((key(one.names[0]) for one in members), key=lambda one: (len(one), one))
    return (spelled[first], *(spelled[one] for one in sorted(spelled) if one != first))


def _as_text(one: Claim) -> tuple[str, str, int, str]:
    return one.condition, one.standing, one.number, one.words


def _order(name: str) -> tuple[str, str]:
    return key(name), name


# --- whether words speak of a thing -------------------------------------------------------------------------------


class Looking:
    """Holds what a draft says of things against the opened words of a run."""

    def __init__(self, ledger: Ledger, things: Sequence[Proposed]) -> None:
        self._ledger, self._things = ledger, things
        self.spoken = Spoken(ledger, Names({at: one.names for at, one in enumerate(things)}))

    def verdict(self, at: int, said: Claim, condition: Condition) -> tuple[Verdict, str]:
        """The verdict that stands, and what to mend where it does not."""
        thing, unknown = self._things[at], Verdict(condition=condition.id, standing="unknown")
        if said.standing == "unknown":
            return unknown, ""
        about = f"{condition.id} of “{thing.names[0]}”"
        opened = [number for number in thing.numbers if self._ledger.is_open(number)]
        if not opened:
            found = "".join(f"[{number}]" for number in thing.numbers)
            return unknown, f"{about}: {found} was only found. Open it, or say unknown."
        listed = "".join(f"[{number}]" for number in opened)
        first = sorted(opened, key=lambda number: (number != said.number, number))
        said = copied(said, first, self._ledger)
        if fault := unfit(said, about, listed):
            return unknown, fault
        places = list(stands(said.words, first, self._ledger))
        speaking = [place for place in places if self.spoken.of(at, place, condition)]
        if not speaking or not self.spoken.says_more(said.words):
            return unknown, self._fault(at, said, places, about, listed)
        return weighed(said, speaking, condition, about, self.spoken.without_names(speaking[0].words))

    def _fault(self, at: int, said: Claim, places: Sequence[Stand], about: str, listed: str) -> str:
        if not places:
            return not_there(said, about, listed)
        if all(at not in self.spoken.in_source(place.number) for place in places):
            return f"{about}: [{places[0].number}] does not name it. Add the name that stands there to `also`."
        return (
            f"{about}: where these words stand, [{places[0].number}] does not speak of it and of this condition. "
            "Copy the sentence or the row that does, with its name, or say unknown."
        )


# --- the list -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Found:
    """What is left of a draft's blocks: the things that qualify, the best first, those that were dropped, names that
    no source carries, things that their sources do not name, verdicts of an answer that is no shortlist, what to
    mend, whether a list that could be read has nothing that qualifies, and the conditions in words by their ids."""

    candidates: tuple[Candidate, ...] = ()
    dropped: tuple[Candidate, ...] = ()
    nameless: tuple[str, ...] = ()
    unnamed: tuple[Proposed, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    faults: tuple[str, ...] = ()
    nothing: bool = False
    wishes: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def left_out(self) -> Dropped:
        """What the text does not have to say, since the list does."""
        everything = (*self.dropped, *self.candidates)
        named = {at: (one.name, *one.also) for at, one in enumerate(everything)}
        failing = {at: " ".join(map(self._told, filter(_fails, one.verdicts))) for at, one in enumerate(self.dropped)}
        keys = frozenset(key(name) for names in named.values() for name in names)
        words = telling(" ".join(name for names in named.values() for name in names))
        return Dropped(Names(named), keys, words, failing, self.nothing)

    def _told(self, verdict: Verdict) -> str:
        return f"{self.wishes.get(verdict.condition, '')} {verdict.words}"

    def on(self, answer: Answer, ledger: Ledger) -> Answer:
        """The answer with its list, and with the sources that this rests on."""
        if not (self.candidates or self.dropped or self.nameless or self.unnamed):
            return answer
        cited = {source.number for source in answer.sources} if answer.statements else set()
        cited |= {number for one in (*self.candidates, *self.dropped) for number in one.numbers}
        cited |= {number for one in self.unnamed for number in one.numbers}
        kept: list[Source] = [source for source in ledger.sources if source.number in cited]
        unfound = [Statement(text=one.names[0], numbers=one.numbers, grade="not found") for one in self.unnamed]
        apart = (*answer.unconfirmed, *self.nameless, *(one.text for one in unfound))
        return answer.model_copy(
            update={
                "candidates": self.candidates,
                "dropped": self.dropped,
                "unconfirmed": tuple(dict.fromkeys(apart)),
                "unfound": (*answer.unfound, *unfound),
                "sources": tuple(kept) or answer.sources,
            }
        )


def _fails(verdict: Verdict) -> bool:
    return verdict.standing == "not met" and not verdict.condition.startswith("prefer")


def found(run: Run, listed: Listed) -> Found:
    """What the blocks of a run's draft come to."""
    intent = run.intent
    shortlist = intent is not None and intent.kind == "shortlist"
    if intent is None or not shortlist or listed.candidates is None:
        verdicts, unmet = examined(run, listed)
        missing = shortlist and intent is not None and bool(intent.conditions)
        return Found(verdicts=verdicts, faults=(*listed.faults, *((_NO_BLOCK,) if missing else unmet)))
    given = _alone(run.ledger, [_placed(one, intent) for one in proposed(listed.candidates, run.ledger)])
    given = _joined(run.ledger, given, intent)
    things = _known(run.ledger, merged(given))
    known = [one for one in things if one.numbers]
    looking = Looking(run.ledger, known)
    many = len(listed.candidates) > MOST
    faults = [*listed.faults, *([f"List {MOST} candidates at most, the best of them."] if many else [])]
    faults += [_sourceless(one) for one in things if not one.numbers]
    lost = unnamed(run.ledger, looking.spoken, [(one.names, one.numbers) for one in known], _task(intent))
    faults += [_nowhere_named(known[at]) for at in sorted(lost)]
    candidates: list[Candidate] = []
    for at, one in enumerate(known):
        if at in lost:
            continue
        candidate, more = _candidate(run.ledger, looking, at, one, intent)
        candidates.append(candidate)
        faults += more
    kept, dropped = ranked(candidates, intent)
    told = said_before(run)
    return Found(
        candidates=kept,
        dropped=dropped,
        nameless=tuple(one.names[0] for one in things if not one.numbers),
        unnamed=tuple(known[at] for at in sorted(lost)),
        faults=_bounded([fault for fault in faults if fault not in told]),
        wishes={one.id: one.text for one in intent.conditions},
        nothing=not kept and len(candidates) == len(things) and not listed.faults,
    )


def _placed(thing: Proposed, intent: Intent) -> Proposed:
    """With its name alone where that is followed by a place, or whatever else the task says of all that is looked
    for: "Aurora Rooms, Ostrand", where rooms in Ostrand are wanted."""
    asked = telling(_task(intent))
    short: list[str] = []
    for name in thing.names:
        head, _, rest = name.partition(", ") if ", " in name else name.partition(" (")
        words = telling(rest)
        if words and shared(words, asked) == words and significant(head):
            short.append(head.strip())
    return replace(thing, names=tuple(dict.fromkeys((*thing.names, *short))))


def _task(intent: Intent) -> str:
    return " ".join([intent.goal, *(one.text for one in intent.conditions)])


def _alone(ledger: Ledger, things: Sequence[Proposed]) -> list[Proposed]:
    """Without pages that are said to be about one thing alone and name several of those proposed for it."""
    names = Names({at: one.names for at, one in enumerate(things)})
    named = {
        number: {thing for passage in ledger.passages(number) for thing in names.within(passage.text)}
        for number in {number for one in things for number in one.pages}
    }

    def is_alone(at: int, number: int) -> bool:
        mine = key(things[at].names[0])
        others = [key(things[n].names[0]) for n in named[number] if n != at and number in things[n].pages]
        return at not in named[number] or all(mine in other or other in mine for other in others)

    return [replace(one, pages=tuple(n for n in one.pages if is_alone(at, n))) for at, one in enumerate(things)]


def _joined(ledger: Ledger, things: Sequence[Proposed], intent: Intent) -> list[Proposed]:
    """With the name of what is proposed nearly so: what was dropped does not come back by another spelling."""
    names = [one.names[0] for one in things]
    known = Names({at: (name,) for at, name in enumerate(names)})
    numbers = {number for one in things for number in one.numbers}
    has = {number: [known.within(one.text) for one in ledger.passages(number)] for number in numbers}
    named = [frozenset[int]().union(*(those for number in one.numbers for those in has[number])) for one in things]
    longer, plainest = without_maker(names, named), nearly_same(names, intent.goal)
    return [one.called(longer.get(at, plainest[at])) for at, one in enumerate(things)]


def _known(ledger: Ledger, things: Sequence[Proposed]) -> list[Proposed]:
    """Without the numbers that lead nowhere."""
    return [replace(one, numbers=tuple(n for n in one.numbers if ledger.source(n))) for one in things]


def _sourceless(thing: Proposed) -> str:
    return f"“{thing.names[0]}” has no source: give the numbers of those that speak of it, or leave it out."


def _nowhere_named(thing: Proposed) -> str:
    listed = "".join(f"[{number}]" for number in thing.numbers)
    return (
        f"“{thing.names[0]}”: {listed} does not name it. Add the name that stands there to `also`, or leave it out."
    )


def _bounded(faults: list[str]) -> tuple[str, ...]:
    faults = list(dict.fromkeys(faults))
    more = len(faults) - _FAULTS
    return (*faults[:_FAULTS], *([f"The candidates block has {more} more faults like these."] if more > 0 else []))


def _candidate(
    ledger: Ledger, looking: Looking, at: int, thing: Proposed, intent: Intent
) -> tuple[Candidate, list[str]]:
    verdicts: list[Verdict] = []
    faults: list[str] = []
    reasons: list[str] = []
    opened = any(map(ledger.is_open, thing.numbers))
    for condition in intent.conditions:
        said = [one for one in thing.claims if one.condition == condition.id]
        looked = [looking.verdict(at, one, condition) for one in said]
        faults += [fault for _, fault in looked if fault]
        verdict, contradiction = _agreed(condition.id, [verdict for verdict, _ in looked])
        verdicts.append(verdict)
        reasons += [contradiction] if contradiction else []
    named = {one.condition for one in thing.claims}
    left_out = [condition.id for condition in intent.conditions if condition.id not in named]
    faults += (
        [f"“{thing.names[0]}” lists no verdict (met, not met, unknown) on {', '.join(left_out)}."]
        if left_out and opened
        else []
    )
    why = "; ".join([*reasons, *([] if opened else [ONLY_FOUND])])
    name, *also = thing.names
    return Candidate(name=name, also=tuple(also), numbers=thing.numbers, verdicts=tuple(verdicts), why=why), faults


def _agreed(id: str, given: Sequence[Verdict]) -> tuple[Verdict, str]:
    """One verdict of several; where two contradict each other it is unknown, and both are named."""
    known = sorted((one for one in given if one.standing != "unknown"), key=lambda one: (one.number, one.words))
    met = [one for one in known if one.standing == "met"]
    unmet = [one for one in known if one.standing == "not met"]
    if met and unmet:
        return Verdict(condition=id, standing="unknown"), contradiction(id, met[0].number, unmet[0].number)
    return (known[0] if known else Verdict(condition=id, standing="unknown")), ""


def contradiction(id: str, met: int, unmet: int) -> str:
    return f"{id} met [{met}], not met [{unmet}]"


def contradictions(candidate: Candidate | None) -> list[tuple[str, int, int]]:
    """(condition, number of the source by which it is met, and of the one by which it is not) for each of them."""
    read = re.findall(r"(?:^|; )(\S+) met \[(\d+)\], not met \[(\d+)\]", candidate.why if candidate else "")
    return [(id, int(met), int(unmet)) for id, met, unmet in read]


def ranked(candidates: Iterable[Candidate], intent: Intent) -> tuple[tuple[Candidate, ...], tuple[Candidate, ...]]:
    """Those that fail no hard condition, the best first, and those that were dropped, by name. What is unknown about
    a hard condition drops nothing, but ranks lower; then count preferences met, then unknowns, then the name."""
    hard = [condition.id for condition in (*intent.must, *intent.must_not)]
    wishes = [condition.id for condition in intent.prefer]
    everything = sorted(candidates, key=lambda one: _order(one.name))
    failed = {at: _failing(one, hard) for at, one in enumerate(everything)}
    dropped = [
        one.model_copy(update={"why": "; ".join([*(f"{id} not met" for id in failed[at]), *filter(None, [one.why])])})
        for at, one in enumerate(everything)
        if failed[at]
    ]
    kept = [one for at, one in enumerate(everything) if not failed[at]]
    return tuple(sorted(kept, key=lambda one: _rank(one, hard, wishes))), tuple(dropped)


def _failing(one: Candidate, hard: Sequence[str]) -> list[str]:
    return [id for id in hard if standing(one, id) == "not met"]


def _rank(one: Candidate, hard: Sequence[str], wishes: Sequence[str]) -> tuple[int, int, int, bool, tuple[str, str]]:
    open_, met = counted(one, hard, "unknown"), counted(one, wishes, "met")
    return open_, -met, counted(one, wishes, "unknown"), ONLY_FOUND in one.why, _order(one.name)


def counted(one: Candidate, ids: Iterable[str], wanted: str) -> int:
    """Of how many of these conditions this is the verdict."""
    return sum(1 for id in ids if standing(one, id) == wanted)


def standing(one: Candidate, id: str) -> str:
    """What stands of a condition; unknown where nothing is said."""
    return next((verdict.standing for verdict in one.verdicts if verdict.condition == id), "unknown")
