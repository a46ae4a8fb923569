"""What the model is asked to fill an Intent, and what code enforces of it. Pure.

The model proposes; code decides what may stand: a condition names a person's message of the present task or is
dropped, it stands in one list only, and what is unclear is asked before anything is searched.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, ValidationError, model_validator

from agent.facts import Condition, Intent, Question, Rules, Turn
from agent.grounding.telling import shared, telling
from agent.pages.published import day
from agent.request.foreign import line, told
from agent.request.tokens import START, escaped, room, shortened, size
from agent.run import Run

Message = dict[str, Any]  # one chat message in the wire shape of the model protocol
PEOPLE = ("member",)  # guests and people of another company are context, like bots: they set no conditions
_LONG = 100_000  # characters of thread that one intent call may carry; the newest are kept
_NAMES = 150  # of a turn, beside its words
_FRAME = 500  # of what stands around them
_SHARE = 0.8  # of what the model can read


class Unreadable(ValueError):
    """The model's reply is not an intent; the text says what is wrong, for the model."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


_Words = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]


def _day(after: str) -> str:
    """A day in full: a month or a year begins with its first one."""
    after = after.strip()
    if not after:
        return ""
    if not re.fullmatch(r"\d{4}(-\d\d){0,2}", after) or not day(after):
        raise ValueError('it must be a day such as "2026-03-01", or ""')
    return f"{after}-01-01"[:10]


class _Wish(_Strict):
    text: _Words
    message: str


class _Unclear(_Strict):
    about: _Words
    question: _Words
    options: Annotated[list[_Words], Field(min_length=2, max_length=4)]
    default: _Words

    @model_validator(mode="after")
    def _default_is_an_option(self) -> _Unclear:
        if self.default not in self.options:
            raise ValueError(f"default must be one of the options, not {self.default!r}")
        if len({_same(option) for option in self.options}) != len(self.options):
            raise ValueError("options must differ")
        return self


class _Wire(_Strict):
    """The JSON object the model answers with."""

    mode: Literal["research", "clarify", "chat"]
    kind: Literal["answer", "shortlist"]
    goal: _Words
    must: list[_Wish]
    must_not: list[_Wish]
    prefer: list[_Wish]
    unclear: list[_Unclear]
    language: _Words
    since: str = ""
    after: Annotated[str, AfterValidator(_day)] = ""
    thread: bool = False


def request(run: Run, share: float = 1.0) -> list[Message]:
    """The messages of the intent call: instructions, and the thread as JSON, in this share of its room."""
    turns = _fitting(run, share)
    unread = run.recalled.left_out if run.recalled else 0
    question = {
        "today": run.today,
        "asked": run.asked.message,
        "asked_by": run.asked.by,
        "open_questions": [q.model_dump(mode="json") for asking in run.askings for q in asking.questions],
        "left_out": unread + len(run.turns) - len(turns),
        "turns": [_told(run, turn) for turn in turns],
    }
    return [
        {"role": "system", "content": prompt("intent")},
        {"role": "user", "content": json.dumps(question, ensure_ascii=False)},
    ]


def _told(run: Run, turn: Turn) -> dict[str, Any]:
    """A turn as the model is told of it; one that was edited with the last message that it is newer than."""
    after = run.edited_after.get(turn.message, "")
    edited = {"edited_after": after} if after not in ("", turn.message) else {}
    return {**turn.model_dump(mode="json", include={"message", "speaker", "kind", "name", "text"}), **edited}


@cache
def prompt(name: str) -> str:
    """The words the model reads: one of agent/prompts/*.md."""
    return (files("agent") / "prompts" / f"{name}.md").read_text("utf-8")


def least() -> int:
    """How many characters a model has to read at once for this call."""
    return int((size(prompt("intent")) + _FRAME + 1_000) / _SHARE)


def question_room(rules: Rules) -> int:
    """How many characters of a question, as JSON, this call can carry."""
    return max(0, int(_SHARE * START * room(rules.window)) - size(prompt("intent")) - _FRAME - _NAMES)


def _fitting(run: Run, share: float) -> list[Turn]:
    """The turns that this call can carry, in their order: the question, which always has its place and is shortened
    last, and the newest. One that alone is too long has lost its middle."""
    room = share * (question_room(run.asked.rules) + _NAMES)
    turns = [turn.model_copy(update={"name": line(turn.name), "text": told(turn.text)}) for turn in run.turns]
    others = [turn for turn in turns if turn.message != run.asked.message]
    newest = min(map(_length, others[-1:]), default=0)
    kept = {
        turn.message: _short(turn, room - min(newest, 3 * _NAMES))
        for turn in turns
        if turn.message == run.asked.message
    }
    taken = sum(map(_length, kept.values()))
    left = min(room, max(_LONG, taken)) - taken
    for turn in reversed(others):
        shown = _short(turn, left) if turn is others[-1] else turn
        left -= _length(shown)
        if left < 0 and turn is not others[-1]:
            break
        kept[turn.message] = shown
    return [kept[turn.message] for turn in turns if turn.message in kept]


def _length(turn: Turn) -> int:
    """How long a turn is as it is sent here."""
    return escaped(turn.text) + _NAMES


def _short(turn: Turn, most: float) -> Turn:
    """The turn in so many characters."""
    text, shorter = turn.text, most
    while escaped(text) > most - _NAMES and shorter > 20:
        shorter *= 0.8
        text = shortened(turn.text, int(shorter))
    return turn.model_copy(update={"text": text})


def mend(messages: list[Message], reply: str, problem: str) -> list[Message]:
    """The same request once more, with the faulty reply and what is wrong with it."""
    wish = f"That is not usable: {problem}\nAnswer with the corrected JSON object and nothing else."
    return [*messages, {"role": "assistant", "content": reply or "(empty)"}, {"role": "user", "content": wish}]


def read(data: object, turns: Sequence[Turn]) -> Intent:
    """The intent that a reply (a parsed JSON value) amounts to. Raises Unreadable with words for the model."""
    try:
        wire = _Wire.model_validate(data, strict=True)
    except ValidationError as error:
        raise Unreadable(_sentence(error)) from None
    since = _boundary(wire.since, turns)
    wishes = _enforced(wire, _counting(turns, since), _Heard.of(turns))
    unclear = _questions(wire.unclear)
    return Intent(
        mode=_mode(wire, bool(unclear)),
        kind=wire.kind,
        goal=wire.goal,
        must=_conditions("must", wishes["must"]),
        must_not=_conditions("must_not", wishes["must_not"]),
        prefer=_conditions("prefer", wishes["prefer"]),
        unclear=unclear,
        language=wire.language,
        since=since,
        after=wire.after if wire.mode != "chat" else "",
        thread=wire.thread and wire.mode != "chat",
    )


def _sentence(error: ValidationError) -> str:
    parts = [f"{'.'.join(map(str, e['loc'])) or 'the reply'}: {e['msg']}" for e in error.errors(include_url=False)]
    return "; ".join(parts[:5])


def _mode(wire: _Wire, unclear: bool) -> Literal["research", "clarify", "chat"]:
    if wire.mode == "chat":
        return "chat"
    return "clarify" if unclear else "research"


def _boundary(since: str, turns: Sequence[Turn]) -> str:
    """The message the task began with, if a person wrote it; the first message of a person otherwise."""
    people = [turn.message for turn in turns if turn.kind in PEOPLE]
    return since if since in people else next(iter(people), since)


def _counting(turns: Sequence[Turn], since: str) -> dict[str, int]:
    """The messages whose wishes count, with their order: people's, from the boundary on."""
    order = [turn.message for turn in turns]
    start = order.index(since) if since in order else 0
    return {turn.message: i for i, turn in enumerate(turns) if i >= start and turn.kind in PEOPLE}


@dataclass(frozen=True)
class _Heard:
    """The telling words of people whose wishes count, and of those whose do not."""

    ours: frozenset[str]
    theirs: frozenset[str]

    @classmethod
    def of(cls, turns: Sequence[Turn]) -> _Heard:
        ours = telling("\n".join(turn.text for turn in turns if turn.kind in PEOPLE))
        return cls(ours, telling("\n".join(turn.text for turn in turns if turn.kind not in (*PEOPLE, "us"))))

    def are_theirs(self, wish: str) -> bool:
        """Whether more of a wish stands in the words of those who set no conditions than in anybody else's: whatever
        message is named, it is not that person's."""
        words = telling(wish) if self.theirs else frozenset()
        ours = shared(words, self.ours)
        return len(shared(words - ours, self.theirs)) > len(ours)


def _enforced(wire: _Wire, counting: dict[str, int], heard: _Heard) -> dict[str, list[_Wish]]:
    """The wishes that may stand, each in one list only: where it was said last, and on a tie the strictest."""
    lists = {"must": wire.must, "must_not": wire.must_not, "prefer": wire.prefer}
    best: dict[str, tuple[int, str, _Wish]] = {}
    for name, wishes in lists.items():
        for wish in wishes:
            if wish.message not in counting or heard.are_theirs(wish.text):
                continue
            said, key = counting[wish.message], _same(wish.text)
            if key not in best or said > best[key][0]:
                best[key] = (said, name, wish)
    return {name: [wish for _, at, wish in best.values() if at == name] for name in lists}


def _conditions(kind: str, wishes: Iterable[_Wish]) -> tuple[Condition, ...]:
    return tuple(
        Condition(id=f"{kind}.{i}", text=wish.text, message=wish.message) for i, wish in enumerate(wishes, 1)
    )


def _questions(unclear: Iterable[_Unclear]) -> tuple[Question, ...]:
    """Questions known by what they are about, so that asking again is recognised whatever the wording."""
    questions = {_key(item.about): item for item in unclear}
    return tuple(
        Question(id=key, text=item.question, options=tuple(item.options), default=item.default)
        for key, item in questions.items()
    )


def _same(text: str) -> str:
    """What stays of a text when case, spaces and a full stop do not count; "C", "C++" and "< 5" keep their signs."""
    return " ".join(text.casefold().split()).rstrip(".;,! ")


def _key(text: str) -> str:
    """What stays of a text when case, spaces and punctuation do not count."""
    return re.sub(r"[\W_]+", "-", text.casefold()).strip("-")[:60] or text[:60]
