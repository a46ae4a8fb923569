"""The intent call: from the turns of a thread to what is asked, under which conditions, and what is unclear.

The form asked for is the JSON of `Intent`; every condition names the message of the person who set it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from bot.effort import without_wish
from bot.playground.rehearsal import about_thread, asked_back
from bot.playground.rehearsal.filler import each
from bot.playground.rehearsal.limits import clauses, framed, limit
from bot.playground.rehearsal.replies import Pending, settled
from bot.playground.rehearsal.smalltalk import talk, without_greeting
from bot.playground.rehearsal.tongues import language
from bot.playground.rehearsal.vague import SCALES, vague
from bot.playground.rehearsal.wishes import Found, Parsed, overlap, same, trim, wishes
from bot.playground.rehearsal.words import among, content, kin

PEOPLE = ("member", "guest")
QUESTIONS = 3
LONGEST_TURN = 8_000  # characters; what a person asks stands before that


class _Loose(BaseModel):
    model_config = ConfigDict(extra="ignore")


class Turn(_Loose):
    message: str
    speaker: str = ""
    kind: str = "member"
    text: str = ""
    edited_after: str = ""  # the last message that what it says now is newer than; "" where it was not edited


class Open(_Loose):
    """A question that was put to the asker before."""

    text: str = ""
    options: list[str] = []


class Material(_Loose):
    """What the intent call is given: the thread, oldest first, and the message that asks."""

    today: str = ""
    asked: str = ""
    open_questions: list[Open] = []
    turns: list[Turn] = []

    @property
    def year(self) -> int:
        return int(self.today[:4]) if re.match(r"[12]\d{3}", self.today) else 2026


class Stated(BaseModel):
    text: str
    message: str


class Question(BaseModel):
    about: str
    question: str
    options: list[str]
    default: str


class Intent(BaseModel):
    """The reply, exactly these keys."""

    mode: Literal["research", "clarify", "chat"] = "research"
    kind: Literal["answer", "shortlist"] = "answer"
    goal: str = ""
    must: list[Stated] = []
    must_not: list[Stated] = []
    prefer: list[Stated] = []
    unclear: list[Question] = []
    language: str = "English"
    since: str = ""
    thread: bool = False


@dataclass(frozen=True)
class _Held:
    """A condition that counts so far."""

    found: Found
    message: str
    question: str = ""  # the one it answers


@dataclass
class _Reading:
    """What is understood after some turns."""

    goal: str = ""
    by: str = ""  # who asked it
    since: str = ""
    conditions: list[_Held] = field(default_factory=list)
    pending: list[Pending] = field(default_factory=list)
    answered: bool = False

    def begin(self, message: str) -> None:
        self.goal, self.since, self.conditions, self.pending = "", message, [], []


_OURS = frozenset(wording for scale in SCALES for wording in asked_back.wordings(scale.question))
_MENTION = re.compile(r"<[@!#][^>]*>|(?<!\w)@footnote\b", re.IGNORECASE)
_BOUNDARY = re.compile(
    r"^.{0,20}?\b(?:forget (?:about )?(?:that|this|it|all(?: that)?|everything|the above|what (?:i|we) said)|"
    r"never ?mind|"
    r"scratch that|(?:a |one )?(?:completely |totally )?(?:new|different|another) (?:question|topic|task|subject)|"
    r"something (?:else|different)|start over|vergiss das|neue frage|neues thema|nowe pytanie|"
    r"zapomnij o tym)\b[\s,.:;!–—-]*",
    re.IGNORECASE,
)
_INSTEAD = re.compile(r"\binstead\b(?! of)[\s,.:;!–—-]*", re.IGNORECASE)
_FOLLOW = re.compile(
    r"^(?:ok(?:ay)?[,.]?\s+)?(?:(?:and|but|so|und|a)\s+)?(?:what about|how about|(?<=and )for|(?<=and )in|"
    r"same for|und für|und fur|"
    r"und in|und was ist mit|wie sieht es mit|a co z|a dla)\s+(?P<object>.{1,80}?)\W*$",
    re.IGNORECASE,
)
_POINTING = frozenset(
    each("answer help look into idea think take check care handle this please thoughts question above cover matter")
)
_SHORTLIST = re.compile(
    r"\b(?:short ?list|candidates|options for|recommend\w*|suggest\w*|alternatives|top \d+|list of|looking for|"
    r"^find\b(?! out)|which .{3,60}(?:should|could|can) (?:we|i)\b)",
    re.IGNORECASE,
)
_LEAD_IN = re.compile(
    r"^(?:please|pls|so|ok(?:ay)?|also|and|but|well|hm+|(?:can|could|would|will) (?:you|someone|"
    r"anyone)(?: please)?|"
    r"(?:i|we)(?: would|['’]d)? (?:like|want|need) to (?:know|find out|understand)|tell (?:me|us)|do you know|"
    r"bitte|prosze|proszę)"
    r"[\s,:]+",
    re.IGNORECASE,
)
_WITH = re.compile(r"(?:(?:and|but|also|und|aber)\s+)*(?:with|having|mit)\s+(?!no\b)(?P<text>\S.*)", re.IGNORECASE)
_IMPERATIVE = re.compile(
    r"(?:find|look|search|list|compare|summari[sz]e|check|explain|describe|give|show|get|recommend|suggest|shortlist|"
    r"draft|research|help|pick|choose)\b",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    r"\?|^(?:who|what|which|how|when|where|why|whose|find|look|search|list|compare|summari[sz]e|check|explain|"
    r"describe|give|"
    r"show|tell|get|recommend|suggest|shortlist|draft|research|read|does|do|is|are|can|could|did|was|wer|was|wie|"
    r"wann|"
    r"wo|warum|welche\w?|finde|suche|czy|kto|kiedy|gdzie|ile|jaki\w*|jakie|znajdz|znajdź)\b|"
    r"\b(?:looking for|need an?|want an?|would like)\b",
    re.IGNORECASE,
)


def intent(text: str) -> str:
    """The reply to an intent call, from the text of its JSON object. Never raises; what is no object is one "
    "turn."""
    return understand(_material(text)).model_dump_json()


def _material(text: str) -> Material:
    try:
        return Material.model_validate_json(text)
    except ValidationError:
        return Material(asked="m1", turns=[Turn(message="m1", text=text[:4000])])


def is_material(text: str) -> bool:
    """Whether a message is an intent call's JSON object, and not the remark on a faulty reply."""
    try:
        return "turns" in json.loads(text)
    except (ValueError, TypeError):
        return False


def understand(given: Material) -> Intent:
    """What the turns ask for. Only words of people set conditions; bots, outsiders and our own answers set none."""
    people = [turn for turn in given.turns if turn.kind in PEOPLE]
    asking = next((t for t in people if t.message == given.asked), people[-1] if people else None)
    if asking is None:
        return Intent(mode="chat", goal=_goal_of(given))
    if about_thread.wish(clean(asking.text)) and _was_talked(given, asking):
        text = clean(asking.text)[:500]
        return Intent(goal=text, language=language(text), since=asking.message, thread=True)
    reading = _read(given, people)
    small = talk(clean(asking.text))
    # A request for a translation may begin like a question; thanks under an answered question ask nothing new.
    if small and (small != "greeting" or not reading.goal or reading.goal == clean(asking.text)):
        return _chat(asking)
    return _research(reading, asking) if reading.goal else _chat(asking)


def _was_talked(given: Material, asking: Turn) -> bool:
    """Whether somebody wrote in the thread before the question: else "summarise this" means something else."""
    before = given.turns[: given.turns.index(asking)]
    return any(turn.kind != "us" for turn in before)


def _goal_of(given: Material) -> str:
    return clean(given.turns[-1].text)[:500] if given.turns else ""


def _chat(asking: Turn) -> Intent:
    text = clean(asking.text)
    return Intent(mode="chat", goal=text[:500], language=language(text), since=asking.message)


def _research(reading: _Reading, asking: Turn) -> Intent:
    unclear = [
        Question(
            about=p.unclear.about, question=p.unclear.question, options=list(p.options), default=p.unclear.default
        )
        for p in reading.pending[:QUESTIONS]
    ]
    lists: dict[str, list[Stated]] = {"must": [], "must_not": [], "prefer": []}
    for held in reading.conditions:
        lists[held.found.kind].append(Stated(text=held.found.text, message=held.message))
    return Intent(
        mode="clarify" if unclear else "research",
        kind="shortlist" if _SHORTLIST.search(reading.goal) else "answer",
        goal=reading.goal,
        must=lists["must"],
        must_not=lists["must_not"],
        prefer=lists["prefer"],
        unclear=unclear,
        language=language(reading.goal),
        since=reading.since or asking.message,
    )


def _read(given: Material, people: Sequence[Turn]) -> _Reading:
    """The turns in order; our own answers between them tell a new question from a correction."""
    reading = _Reading()
    for at, turn in enumerate(given.turns):
        if turn.kind == "us":
            reading.answered = True
        elif turn in people:
            _turn(reading, turn, given)
        for edited in given.turns[:at]:
            if edited in people and edited.edited_after == turn.message:
                _edited(reading, edited, given)
    return reading


def _edited(reading: _Reading, turn: Turn, given: Material) -> None:
    """What a message of the present task says since its edit, which is newer than the messages below it."""
    order = [one.message for one in given.turns]
    if reading.since not in order or order.index(turn.message) < order.index(reading.since):
        return
    text = clean(turn.text[:LONGEST_TURN])
    limits = [limit(clause, [held.found for held in reading.conditions]) for clause in clauses(text)]
    for found in [*wishes(text).found, *limits]:
        if found:
            _hold(reading, found, turn.message)


def _turn(reading: _Reading, turn: Turn, given: Material) -> None:
    text = clean(turn.text[:LONGEST_TURN])
    if not text or (talk(text) and (reading.goal or talk(text) != "translate")):
        return
    if turn.message == given.asked and _is_own(reading, turn, text):
        reading.begin(turn.message)
    text = _answered(reading, turn.message, text, given)
    reading.since = reading.since or turn.message
    text = _limited(reading, turn.message, _bounded(reading, turn.message, text)) if text else ""
    if not text:
        return
    if (follow := _FOLLOW.match(text)) and reading.goal:
        reading.goal = replaced(reading.goal, follow["object"])
        return
    _request(reading, turn, text, wishes(text), given.year)


def _is_own(reading: _Reading, turn: Turn, text: str) -> bool:
    """Whether somebody else asks something new: no answer, no "and for Bern?", no limit or wish alone."""
    if not reading.goal or turn.speaker == reading.by or " — " in text or _FOLLOW.match(text):
        return False
    rest = _task(wishes(_limitless(text)).rest)
    meant = [word for word in content(rest) if word not in _POINTING]
    return bool(_REQUEST.search(rest)) and len(meant) > (0 if _IMPERATIVE.match(rest) else 1)


def _limitless(text: str) -> str:
    """A text without the parts that are a limit and nothing else: "could it be up to 95 euro?" asks nothing."""
    return "; ".join(clause for clause in clauses(text) if limit(clause, []) is None)


def _bounded(reading: _Reading, message: str, text: str) -> str:
    """The text behind a new-task boundary, where there is one; what was before it is forgotten."""
    if boundary := _BOUNDARY.match(text):
        reading.begin(message)
        return text[boundary.end() :]
    if not (instead := _INSTEAD.search(text)):
        return text
    rest = " ".join((text[: instead.start()] + text[instead.end() :]).split())
    if _REQUEST.search(rest) and len(content(rest)) >= 2:
        reading.begin(message)
    elif reading.goal and not wishes(rest).found:
        reading.goal = replaced(reading.goal, _object(rest))
        return ""
    return rest


def _object(text: str) -> str:
    return re.sub(r"^(?:use|take|try|make it|for|in|rather)\s+", "", text.strip(" .!"), flags=re.IGNORECASE)


def _request(reading: _Reading, turn: Turn, text: str, parsed: Parsed, year: int) -> None:
    rest = _task(parsed.rest)
    if rest and _is_task(rest, reading, turn.message):
        if reading.answered and reading.goal and not overlap(rest, reading.goal) and _REQUEST.search(rest):
            reading.begin(turn.message)
        reading.goal, reading.by, reading.answered = rest, turn.speaker, False
        reading.pending = []
    _drop(reading, parsed.dropped)
    for found in parsed.found:
        _hold(reading, found, turn.message)
    if reading.goal:
        reading.pending = _pending(reading, text, year)


def _pending(reading: _Reading, text: str, year: int) -> list[Pending]:
    new = [Pending(unclear, unclear.options) for unclear in vague(text, year)]
    asked = {p.unclear.question for p in new}
    return [p for p in reading.pending if p.unclear.question not in asked] + new


def _is_task(rest: str, reading: _Reading, message: str) -> bool:
    """Whether words are a task of their own: a question or request, or all there is. "Can you help here?" points "
    "back."""
    meant = [word for word in content(rest) if word not in _POINTING]
    return bool(meant) and (bool(_REQUEST.search(rest)) or not reading.goal)


def _drop(reading: _Reading, dropped: Sequence[str]) -> None:
    gone = [word for text in dropped for word in content(text)]
    gone += [other for word in gone for other in kin(word)]
    reading.conditions = [h for h in reading.conditions if not any(among(w, content(h.found.text)) for w in gone)]


def _answered(reading: _Reading, message: str, text: str, given: Material) -> str:
    """What a message says beyond its answers to open questions; each answer becomes a must condition."""
    found = settled([Pending(one.unclear, _options(one, given.open_questions)) for one in reading.pending], text)
    questions = {one.unclear.question for one, _ in found.answers}
    reading.pending = [one for one in reading.pending if one.unclear.question not in questions]
    for one, said in found.answers:
        if said:
            _hold(reading, Found("must", said), message, one.unclear.question)
    rest = _features(reading, message, found.rest) if found.answers else found.rest
    return _again(reading, message, rest, given)


def _features(reading: _Reading, message: str, text: str) -> str:
    """What stands in an answer beside what was asked: "with a front light" is a condition there."""
    parts = [(clause, _WITH.match(clause)) for clause in clauses(text)]
    for _, match in parts:
        if match:
            _hold(reading, Found("must", trim(match["text"])), message)
    return "; ".join(clause for clause, match in parts if not match)


def _again(reading: _Reading, message: str, text: str, given: Material) -> str:
    """The text without its lines "question — answer" to questions settled before: the later answer counts."""
    beyond: list[str] = []
    for line in text.splitlines():
        asked, dash, said = line.partition(" — ")
        if dash and asked.strip() in {*(one.text for one in given.open_questions), *_OURS}:
            reading.conditions = [held for held in reading.conditions if held.question != asked.strip()]
            _hold(reading, Found("must", framed(trim(said))), message, asked.strip())
        else:
            beyond.append(line)
    return "\n".join(beyond)


def _limited(reading: _Reading, message: str, text: str) -> str:
    """What a remark says beyond the limits it sets; a text that asks something of its own is left whole."""
    found = [(clause, limit(clause, [held.found for held in reading.conditions])) for clause in clauses(text)]
    rest = [clause for clause, one in found if one is None]
    if (
        not reading.goal
        or len(rest) == len(found)
        or any(_REQUEST.search(one) and len(content(one)) > 1 for one in rest)
    ):
        return text
    for _, one in found:
        if one:
            _hold(reading, one, message)
    return "; ".join(one for one in rest if content(one))


def _hold(reading: _Reading, found: Found, message: str, question: str = "") -> None:
    """Takes a condition; an earlier one about the same thing gives way."""
    if found.text:
        reading.conditions = [held for held in reading.conditions if not same(held.found, found)]
        reading.conditions.append(_Held(found, message, question))


def _options(pending: Pending, asked: Sequence[Open]) -> tuple[str, ...]:
    return next((tuple(q.options) for q in asked if q.text == pending.unclear.question), ()) + pending.options


def clean(text: str) -> str:
    """A message without mentions, greeting and how thoroughly to work, on as few lines as it had."""
    bare = re.sub(r"[ \t]+", " ", _MENTION.sub(" ", text)).strip(" ,:\n\t")
    bare = without_wish(bare).strip()
    return bare if talk(bare) else without_greeting(bare)


def _task(text: str) -> str:
    """A request without the courtesies it opens and ends with, at most 500 characters."""
    before, given = "", text
    while before != text:
        before, text = text, _LEAD_IN.sub("", text).strip()
    text = re.sub(r"[\s,]*\b(?:please|thanks|thank you|thx|bitte|dzieki)\W*$", "", text, flags=re.IGNORECASE)
    if text != given and _IMPERATIVE.match(text):  # "can you find ...?" is a request
        text = re.sub(r"\s*\?(?=\s)", ".", text.rstrip(" ?"), count=1)
    return (text[:1].upper() + text[1:])[:500]


def replaced(goal: str, thing: str) -> str:
    """The earlier question about another thing: its last number, name or noun gives way to one of the same sort."""
    thing = thing.strip(" ?.!")
    bare = re.sub(r"^(?:in|for|on|at|to|from|with|für|dla|w|na)\s+", "", thing, flags=re.IGNORECASE)
    spans = _like(goal, bare)
    if not spans:
        bare_goal = goal.rstrip(" ?.!")
        return f"{bare_goal} ({thing}){goal[len(bare_goal) :].strip()}"
    start, end = spans[-1]
    return goal[:start] + bare + goal[end:]


def _like(goal: str, thing: str) -> list[tuple[int, int]]:
    """The places in a question that hold something of the same sort as the thing: a number, a name, a noun."""
    if re.fullmatch(r"[\d.,]+", thing):
        return [m.span() for m in re.finditer(r"\d[\d.,]*\d|\d", goal)]
    names = [m.span() for m in re.finditer(r"(?<=\s)[A-ZÀ-Ż][\w'’-]*(?:\s+(?:[A-ZÀ-Ż0-9][\w'’.-]*))*", goal)]
    if names and (thing[:1].isupper() or thing[:1].isdigit()):
        return names
    if thing[:1].isupper():
        return []
    return _nouns(goal)


def _nouns(goal: str) -> list[tuple[int, int]]:
    """The last word that carries meaning, where a question ends on it or only a place or time follows."""
    spans = [(m.span(), m[0]) for m in re.finditer(r"[^\W\d_][\w'’-]*", goal)]
    meant = [span for span, word in spans if content(word) and not word[:1].isupper()]
    return meant[-1:] if meant and len(meant) > 1 else []
