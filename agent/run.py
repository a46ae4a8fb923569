"""replay(records) -> Run: what is known so far. Pure; everything else asks a Run and never scans the facts again."""

from __future__ import annotations

import datetime
import itertools
import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from agent.facts import (
    Answer,
    Answered,
    ApprovalRequested,
    Asked,
    AskedBack,
    Call,
    Checked,
    Closing,
    Compacted,
    Decided,
    Intent,
    Last,
    Passage,
    Question,
    Recalled,
    Record,
    Reminded,
    Removed,
    Replied,
    Reply,
    Result,
    Returned,
    Said,
    Source,
    Speaker,
    Started,
    Stopped,
    Turn,
    Understood,
    Unknown,
    Usage,
)
from agent.ledger import Ledger, canonical_address, readings_in, untracked
from agent.request.foreign import seen
from agent.request.tokens import rate, room, size, tokens

BUDGETS = ("search", "page", "file")
BEFORE = "before"  # in place of the id of a call that an earlier run made, from which this one goes on
AWAY = 600.0  # seconds; more between two facts of work is a process that was not there
CHARACTERS = 3.75  # of a token
INSTRUCTIONS = 3_000  # tokens of what is sent beside the thread: the instructions and the tools


@dataclass
class CallState:
    """One call of a reply and how far it is. `position` is that of the request put before a person, -1 for none.

    A call that a person changed is `became` another one, made of the same reply and shown anew; `changed` is the
    decision that made that other one.
    """

    call: Call
    said_at: int
    position: int = -1
    expires: float = 0.0
    decided: Decided | None = None
    decided_at: float = 0.0
    changed: Decided | None = None
    became: CallState | None = None
    started: bool = False
    started_at: float = 0.0
    returned: Returned | None = None
    returned_at: float = 0.0
    same_as: str = ""
    left: Mapping[str, int] = field(default_factory=dict)

    @property
    def waiting(self) -> bool:
        """A person is to decide, and has not."""
        return self.position >= 0 and self.decided is None and not self.started and self.returned is None

    @property
    def last(self) -> CallState:
        """What became of this call in the end: itself, unless a person changed it."""
        return self.became.last if self.became else self


@dataclass
class Round:
    """One message of the model that counts: its calls, or a draft and what the check said of it."""

    seq: int
    reply: Reply
    left: int  # rounds that remain after this one
    last: bool = False  # whether something was used up when it began, so that it had to be the last
    calls: list[CallState] = field(default_factory=list)
    checked: Checked | None = None


@dataclass(frozen=True)
class Choice:
    """How a question was settled: the option, by whom ("" where time took the default), and if it was the default."""

    option: str
    by: str
    default: bool


@dataclass
class Asking:
    """Clarifying questions put at `position`, with the answers so far by question id."""

    position: int
    at: float
    questions: tuple[Question, ...]
    expires: float
    answers: dict[str, Choice] = field(default_factory=dict)
    words: Said | None = None
    open: bool = True

    @property
    def unanswered(self) -> tuple[Question, ...]:
        return tuple(question for question in self.questions if question.id not in self.answers)


@dataclass
class Card:
    """One approval request as it stands in the thread: the calls shown together at `position`."""

    position: int
    at: float
    expires: float
    calls: list[CallState]


Waiting = Asking | Card


class Run:
    """What one run's facts amount to. Built by `replay`, read by everybody else."""

    def __init__(self, first: Record) -> None:
        self.thread, self.id = first.thread, first.run
        self.length = 0
        self.at = first.at
        self.unknown = False
        self.asked = Asked(message="", text="", by="")
        self.asked_at = first.at
        self.ended_at = 0.0
        self.recalled: Recalled | None = None
        self.understood: Understood | None = None
        self.compacted: Compacted | None = None  # the last summary of what the model could not be sent any more
        self.compacted_at = -1  # and the position where it was made
        self.said: list[tuple[int, Said]] = []
        self.intents: list[tuple[int, Intent]] = []
        self.assumptions: dict[int, tuple[str, ...]] = {}  # what each of the intents assumed, by position
        self.askings: list[Asking] = []
        self.rounds: list[Round] = []
        self.cards: list[Card] = []
        self.calls: dict[str, CallState] = {}
        self.ledger = Ledger()
        self.usage = Usage()
        self.ended: Answered | Stopped | None = None
        self.ended_position = -1
        self.removed: Removed | None = None
        self.failure: Returned | None = None
        self.failures: Counter[str] = Counter()
        self.granted: frozenset[str] = frozenset()
        self.allowed: set[str] = set()  # tools of which a person let at least one call through
        self.reminded: dict[int, int] = {}  # of which positions people were reminded, and at which
        self.overdue: tuple[CallState, ...] = ()  # what nobody decided on in time: the run ends with what it has
        self.names: dict[str, str] = {}  # of the people who took part, by id
        self._kinds: dict[str, Speaker] = {}
        self._replaced: dict[str, str] = {}  # what messages say by now that were changed since, by message
        self.edited_after: dict[str, str] = {}  # of each of these, the last message that was there before
        self.edited_at: dict[str, float] = {}  # and when it was last edited (Unix seconds)
        self._wordings: dict[str, str] = {}  # what messages say by now, changes after the end included
        self._heard = -1
        self._started: dict[str, int] = {}
        self._workers: dict[str, str] = {}
        self._closed: set[str] = set()
        self._count: Counter[str] = Counter()
        self._replies_begun: set[str] = set()
        self._spent: Counter[str] = Counter()
        self._made: dict[tuple[str, str], str] = {}
        self._asked_times: Counter[str] = Counter()
        self._choices: dict[str, Choice] = {}
        self._known: dict[str, str] = {}  # canonical addresses out of texts, each as it stood there first
        self._late: set[str] = set()
        self._learned: set[str] = set()
        self._hurried: set[str] = set()  # replies that began when no rounds or no time remained
        self._leads: set[str] = set()
        self._worked = 0.0

    def now(self, clock: float) -> float:
        """The time for this run (Unix seconds), never before its last fact: after a clock that was ahead for a while,
        a deadline that is over by the facts is over for whoever decides as well."""
        return max(clock, self.at)

    @property
    def opening(self) -> int:
        """Where what this run heard itself begins: one that asks again takes with it what was said before."""
        return next(iter(self._started.values()), self.length) if self.asked.again else 0

    @property
    def sent(self) -> float:
        """When the question was sent (Unix seconds)."""
        return self.asked.sent or self.asked_at

    @property
    def today(self) -> str:
        """The date where the asker was when they asked: "2026-11-30 (Monday, Europe/Berlin)"."""
        there = datetime.datetime.fromtimestamp(self.sent + self.asked.offset, datetime.UTC)
        return f"{there:%Y-%m-%d} ({there:%A}, {self.asked.zone or 'UTC'})"

    # --- what is under way ---------------------------------------------------------------------------------

    def step(self, kind: str) -> str:
        """The id of the step of this kind that is wanted now: the one already begun, or the next number."""
        current = f"{kind}.{self._count[kind]}"
        begun = current in self._started and current not in self._closed and self.fresh(current)
        return current if begun else f"{kind}.{self._count[kind] + 1}"

    def fresh(self, step: str) -> bool:
        """Whether a step began after everything people have said so far."""
        return self._started[step] > self._heard

    def begun(self, step: str) -> bool:
        return step in self._started

    @property
    def forgotten(self) -> dict[str, str]:
        """Steps that began before people spoke, or before the end, and of which nobody has said how they ended, each
        with the worker that began it; calls aside, which go on whatever is said."""
        open_ = (step for step in self._started if step not in self._closed and not step.startswith("call."))
        return {step: self._workers[step] for step in open_ if not self.fresh(step)}

    @property
    def lost(self) -> Usage:
        """The most that a step took which went with its process."""
        most = self.foreseen
        return most.model_copy(update={"money": self.asked.rules.price.of(most), "bound": True})

    def closed(self, step: str) -> bool:
        return step in self._closed

    # --- what was understood -------------------------------------------------------------------------------

    @property
    def intent(self) -> Intent | None:
        """The intent that holds now; None while the last thing said is not understood yet."""
        return self.understood.intent if self.understood else None

    @property
    def asking(self) -> Asking | None:
        """The questions that still wait for the asker."""
        return self.askings[-1] if self.askings and self.askings[-1].open else None

    def askable(self, intent: Intent) -> tuple[Question, ...]:
        """What may still be asked: nothing answered, nothing for the third time, three at once at most."""
        if len(self.askings) >= 2:
            return ()
        fresh = (q for q in intent.unclear if q.id not in self._choices and self._asked_times[q.id] < 2)
        return tuple(fresh)[:3]

    @property
    def assumed(self) -> tuple[str, ...]:
        """Defaults that nobody picked by hand, in words, to be shown with the answer. What was answered in words, and
        is not unclear any more, is no default."""
        unclear = {q.id: q for q in (self.intent.unclear if self.intent else ())}
        questions = {**unclear, **{q.id: q for asking in self.askings for q in asking.questions}}
        in_words = {q.id for asking in self.askings if asking.words for q in asking.unanswered} - unclear.keys()
        open_ = {id: q for id, q in questions.items() if id not in in_words}
        taken = {id: self._choices.get(id) or Choice(q.default, "", True) for id, q in open_.items()}
        return tuple(f"{questions[id].text} {choice.option}" for id, choice in taken.items() if choice.default)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The thread and what was said since, oldest first: what the intent is rebuilt from."""
        known = {turn.message for turn in self.thread_turns}
        since = (self._turn(said) for _, said in self.said if not said.replaces)
        listed = (*self.thread_turns, *(turn for turn in since if turn.message not in known))
        return tuple(turn for one in listed if (turn := self._as_it_is(one)).text or not one.text)

    @property
    def thread_turns(self) -> tuple[Turn, ...]:
        """The thread up to the question, and the question also where the thread did not show it yet."""
        earlier = self.recalled.turns if self.recalled else ()
        first = Said(message=self.asked.message, text=self.asked.text, by=self.asked.by, name=self.asked.name)
        return earlier if first.message in {turn.message for turn in earlier} else (*earlier, self._turn(first))

    def _as_it_is(self, turn: Turn) -> Turn:
        """A turn as its message reads by now."""
        text = self._replaced.get(turn.message)
        return turn if text is None else turn.model_copy(update={"text": text})

    def _turn(self, said: Said) -> Turn:
        kind = (said.speaker or self._kinds.get(said.by, "member")) if said.by else "us"
        return Turn(message=said.message, speaker=said.by, kind=kind, name=said.name, text=self.words(said))

    def words(self, said: Said) -> str:
        """What somebody said, as a sentence: answers by click read like answers in words."""
        if said.replaces:
            return f"(instead of an earlier message) {said.text}" if said.text else "(takes an earlier message back)"
        asked = {q.id: q.text for asking in self.askings for q in asking.questions}
        answers = [f"{asked.get(q, q)} — {option}" for q, option in said.answers.items()]
        return "\n".join([*answers, said.text] if said.text else answers)

    # --- rounds, calls, budgets ----------------------------------------------------------------------------

    @property
    def round(self) -> Round | None:
        """The model's last message, if nobody has said anything since."""
        return self.rounds[-1] if self.rounds and self.rounds[-1].seq > self._heard else None

    @property
    def open_calls(self) -> tuple[CallState, ...]:
        return tuple(state for state in self.calls.values() if state.returned is None)

    @property
    def running(self) -> tuple[CallState, ...]:
        return tuple(state for state in self.open_calls if state.started)

    def superseded(self, state: CallState) -> bool:
        """A call nobody has begun when its asker said something else."""
        return state.said_at < self._heard and not state.started

    def made(self, call: Call) -> str:
        """The id of the call that already brought what this one asks for, BEFORE for one of the run that this goes on
        from; "" for none."""
        return self._made.get((call.tool, call.arguments), "") or (BEFORE if self._tried(call) else "")

    def _tried(self, call: Call) -> bool:
        lead = f"{call.tool} {call.arguments} → "
        tried = self.recalled.tried if self.recalled else ()
        return any(one.startswith((f"{lead}found", f"{lead}opened")) for one in tried)

    def _opened_before(self, call: Call) -> tuple[Passage, ...]:
        """What this call had opened in the run that this one goes on from, by the address and the place it names."""
        given = json.loads(call.arguments)
        named = {canonical_address(value) for value in given.values() if isinstance(value, str)}
        opened = self.recalled.opened if self.recalled else ()
        here = (one for one in opened if canonical_address(one.address) in named)
        return tuple(one for one in here if _begins(one) == given.get("start", 1))

    @property
    def drafts(self) -> tuple[Answer, ...]:
        """The checked drafts since people last spoke, oldest first, each as far as sources carry it."""
        return tuple(one.checked.answer for one in self.rounds if one.checked and one.seq > self._heard)

    @property
    def leads(self) -> frozenset[str]:
        """Canonical addresses that calls found or opened, also those of a run that this one goes on from."""
        return frozenset(self._leads)

    @property
    def grantable(self) -> frozenset[str]:
        """The tools that "the rest of this run" may cover: shown to a person, and none whose call was rejected."""
        shown = {state.call.tool for state in self.calls.values() if state.position >= 0}
        return frozenset(shown - {state.call.tool for state in self.calls.values() if _rejected(state)})

    def needs_person(self, state: CallState) -> bool:
        """Whether a call may only begin after a decision that has not been made. A changed one always does."""
        if state.started or state.decided is not None or self.asked.rules.approval == "off":
            return False
        return bool(state.changed) or (state.call.tool not in self.granted and self._asks_for(state.call))

    def undecided(self, state: CallState) -> bool:
        """Whether a call stands before people who are to decide on it: it was shown, and nothing let it through."""
        return state.waiting and self.needs_person(state) and not self.superseded(state) and not self.unknown

    def _asks_for(self, call: Call) -> bool:
        match self.asked.rules.approval:
            case "each":
                return True
            case "writes":
                return call.writes
            case "once":
                return call.tool not in self.allowed
            case "off":
                return False
            case other:
                assert_never(other)

    def behind(self, state: CallState) -> bool:
        """Whether a call waits for the decision on another one first: of each tool only one is asked about `once`."""
        if self.asked.rules.approval != "once" or state.changed:
            return False
        before = itertools.takewhile(lambda other: other is not state, self.open_calls)
        return any(other.call.tool == state.call.tool and self.needs_person(other) for other in before)

    def may_decide(self, user: str) -> bool:
        """Who decides about calls: named approvers, and whoever asked unless the rules say otherwise."""
        rules = self.asked.rules
        return user in rules.approvers or (rules.own and user == self.asked.by)

    def may_stop(self, user: str) -> bool:
        return user == self.asked.by or user in self.asked.rules.approvers

    @property
    def waits(self) -> tuple[Waiting, ...]:
        """What stands before people and is not settled."""
        waiting = {state.position for state in self.calls.values() if self.undecided(state)}
        cards = tuple(card for card in self.cards if card.position in waiting)
        return (self.asking, *cards) if self.asking else cards

    def due(self, waiting: Waiting) -> float:
        """When something happens about it by itself (Unix seconds): a reminder halfway, then the end of its time."""
        return waiting.expires if waiting.position in self.reminded else (waiting.at + waiting.expires) / 2

    @property
    def filled(self) -> float:
        """The share (0 to 1) of what the model can read that the newest request took, as its endpoint counted it."""
        reply = self.rounds[-1].reply if self.rounds else Reply()
        return min(1.0, (reply.read or tokens(reply.sent)) / room(self.asked.rules.window))

    @property
    def rounds_left(self) -> int:
        return self.asked.rules.rounds - len(self._replies_begun)

    def last_round(self, step: str) -> bool:
        """Whether this reply is the last its run may make; a step counts from when it has begun."""
        return bool(self.overdue) or bool(self.why_last(step))

    def why_last(self, step: str) -> Last:
        """What is used up but for this reply; "" where more may follow, or it is the last for another reason."""
        rounds = self.rounds_left - (0 if self.begun(step) else 1)
        return "rounds" if rounds <= 0 else "" if self.affords(2) else "run"

    @property
    def speaks_on(self) -> bool:
        """Whether another reply may begin."""
        return self.rounds_left > 0 and self.affords(1)

    @property
    def money(self) -> float:
        """What this run has cost so far, in US dollars."""
        return self.usage.money

    def affords(self, replies: int) -> bool:
        """Whether so many more replies, each at the most that can be foreseen, fit into what this run may use."""
        rules, most = self.asked.rules, self.foreseen
        tokens = self.usage.tokens + replies * most.tokens
        money = self.usage.money + replies * rules.price.of(most)
        return (not rules.tokens or tokens <= rules.tokens) and (not rules.money or money <= rules.money + 1e-9)

    @property
    def foreseen(self) -> Usage:
        """The most that the next reply can take: the last request and its reply again, with what came since and all
        the output that is kept for it; before the first one, the thread and the instructions."""
        window, last = self.asked.rules.window, self.rounds[-1] if self.rounds else None
        if last and last.reply.usage.tokens:
            new = sum(_length(state.returned.result) for state in last.calls if state.returned)
            prompt = last.reply.usage.tokens
        else:
            new, prompt = sum(size(turn.text) for turn in self.turns), INSTRUCTIONS
        characters = min(CHARACTERS, rate([round.reply for round in self.rounds]))
        return Usage(prompt=min(window.input, prompt + math.ceil(new / characters)), completion=window.output)

    def overtime(self, now: float) -> bool:
        """Whether the time of this question is over. What people take for their decisions and answers does not count,
        nor does a process that was away."""
        minutes = self.asked.rules.minutes
        return minutes > 0 and self._worked + self._since(now) >= minutes * 60

    def _since(self, now: float) -> float:
        """How much of the time since the last fact is time of work."""
        works = self.ended is None and bool(self._started) and not self.waits
        return min(max(0.0, now - self.at), AWAY) if works else 0.0

    def left(self, budget: str) -> int | None:
        """How many calls of one budget may still begin; None where it is unbounded."""
        allowed = self.asked.rules.allowed(budget)
        return None if allowed is None else allowed - self._spent[budget]

    @property
    def searches_inside(self) -> int:
        """How often the model's provider may search by itself in the next reply. No button can stop it there, so
        never where one would have to be pressed for a search."""
        rules = self.asked.rules
        unasked = rules.provider_search and rules.approval in ("writes", "off")
        return max(0, self.left("search") or 0) if unasked else 0

    def unheard(self, message: str) -> bool:
        """Whether this message came into the log only after the run had ended: it asks something of its own."""
        return message in self._late

    @property
    def known(self) -> frozenset[str]:
        """Canonical addresses this run may open: from searches, from people, from opened pages."""
        return self.ledger.addresses | self._known.keys()

    @property
    def spelled(self) -> dict[str, str]:
        """The same, each with its spelling where it is known from: it is opened by that and no other."""
        found = {canonical_address(one.address): one.address for one in self.sources}
        own = {address: address for address in self.ledger.addresses}
        return {one: untracked(as_it_stood) for one, as_it_stood in (own | self._known | found).items()}

    @property
    def opened_as(self) -> dict[str, str]:
        """What is open, by the address at which it was opened."""
        opened = self.ledger.opened
        passages = (one for source in self.sources for one in self.ledger.passages(source.number))
        asked = {canonical_address(one.address): one.address for one in passages}
        return {one: as_it_stood for one, as_it_stood in (self.spelled | asked).items() if one in opened}

    @property
    def sources(self) -> tuple[Source, ...]:
        return self.ledger.sources

    def find(self, call_id: str, digest: str) -> CallState | None:
        """The call a decision is about, if that is exactly what was put before a person."""
        state = self.calls.get(call_id)
        return state if state and state.position >= 0 and state.call.digest == digest else None

    # --- replay --------------------------------------------------------------------------------------------

    def _take(self, record: Record) -> None:
        self.length += 1
        self._worked += self._since(record.at) if self.asked.rules.minutes else 0.0
        self.at = record.at
        if self.ended and isinstance(record.fact, Said | Decided):
            if isinstance(record.fact, Said):
                self._take_late(record.fact)
            return
        match record.fact:
            case Asked() as fact:
                self._take_asked(record, fact)
            case Said() as fact:
                self._take_said(record, fact)
            case Decided() as fact:
                self._take_decided(record, fact)
            case Started(step=step, worker=worker):
                self._workers[step] = worker
                self._take_started(record, step)
            case ApprovalRequested() as fact:
                self._take_request(record, fact)
            case AskedBack(questions=questions, expires=expires):
                self.askings.append(Asking(record.seq, record.at, questions, expires))
                self._asked_times.update(q.id for q in questions)
            case Reminded(of=position):
                self.reminded[position] = record.seq
            case Answered() | Stopped() as fact:
                self._take_end(record, fact)
            case Removed() as fact:
                self.removed = self.removed or (fact if self.ended else None)
                self._meet(fact.by, fact.name)
            case Unknown():
                self.unknown = True
            case Recalled() | Understood() | Replied() | Returned() | Checked() | Compacted() as fact:
                self._take_outcome(record, fact)

    def _hear(self, seq: int) -> None:
        """Somebody spoke: what the model thought before is old, and a standing approval ends."""
        self._heard = seq
        self.overdue = ()
        self.understood = None
        self.granted = frozenset()
        self.failures.clear()
        self._replies_begun.clear()
        self._worked = 0.0
        for asking in self.askings:
            asking.open = False

    def _take_end(self, record: Record, fact: Answered | Stopped) -> None:
        """The first end counts; what a round had brought by then is known, though the rest of it never came."""
        if self.ended:
            return
        if self.rounds:
            self._learn(self.rounds[-1])
        self.ended, self.ended_at, overdue = fact, record.at, self.overdue
        self.ended_position = record.seq
        if isinstance(fact, Stopped):
            self._meet(fact.by, fact.name)
        self._hear(record.seq)
        self.overdue = overdue

    def _meet(self, user: str, name: str) -> None:
        if user and name:
            self.names.setdefault(user, name)

    def _take_asked(self, record: Record, fact: Asked) -> None:
        self.asked, self.asked_at = fact, record.at
        self._kinds[fact.by] = fact.speaker
        self._meet(fact.by, fact.name)
        self._know(fact.text)
        self._hear(record.seq)

    def _take_late(self, fact: Said) -> None:
        """Said to a run that had ended: what asks something of its own is nobody's remark, what changes a message is
        minded by whoever asks again."""
        if fact.replaces:
            self._edit(fact)
        else:
            self._late.add(fact.message)

    def _edit(self, fact: Said) -> bool:
        """A message says something else by now; False where it says the same."""
        same = self.wording(fact.replaces) == fact.text
        self._wordings[fact.replaces] = fact.text
        self.edited_at[fact.replaces] = max(fact.sent, self.edited_at.get(fact.replaces, 0.0))
        return not same

    def wording(self, message: str) -> str | None:
        """What a message of this run says by now, as far as it was heard; "" where it was taken back."""
        if message in self._wordings:
            return self._wordings[message]
        if message == self.asked.message:
            return self.asked.text
        return next((self.words(said) for _, said in self.said if said.message == message), None)

    def _take_said(self, record: Record, fact: Said) -> None:
        if fact.replaces and not self._edit(fact):
            return
        self.said.append((record.seq, fact))
        self._meet(fact.by, fact.name)
        self._know(fact.text)
        if fact.replaces:
            self._replaced[fact.replaces] = fact.text
            self.compacted = None  # it may tell what a message does not say any more
            self.edited_after[fact.replaces] = next((one.message for one in reversed(self.turns)), "")
        asking = self.asking
        answers = {q: Choice(option, fact.by, fact.defaults) for q, option in fact.answers.items()}
        self._choices.update(answers)
        if asking:
            asking.answers.update(answers)
            asking.words = fact if fact.text else None
        if fact.text or fact.replaces or not asking or not asking.unanswered:
            self._hear(record.seq)

    def _know(self, text: str) -> None:
        for address in readings_in(text):
            self._known.setdefault(canonical_address(address), address)

    def _take_decided(self, record: Record, fact: Decided) -> None:
        state = self.find(fact.call_id, fact.digest)
        if not state or not state.waiting or self.superseded(state) or record.at >= state.expires:
            return
        if not self.may_decide(fact.by):
            return
        state.decided, state.decided_at = fact, record.at
        self._meet(fact.by, fact.name)
        if fact.verdict == "approve":
            self.allowed.add(state.call.tool)
            self.granted = self.grantable if fact.scope == "run" else self.granted
        if fact.verdict == "edit":
            self._change(state, fact)

    def _change(self, state: CallState, fact: Decided) -> None:
        """The call as a person changed it: another one, which nobody has decided on."""
        state.became = CallState(state.call.changed(fact.arguments), state.said_at, changed=fact)
        self.calls[state.became.call.id] = state.became
        before = set(readings_in(state.call.arguments))  # what the model wrote is nobody's
        self._know(" ".join(one for one in readings_in(fact.arguments) if one not in before))
        calls = next(round.calls for round in self.rounds if round.seq == state.said_at)
        calls.insert(1 + next(i for i, one in enumerate(calls) if one is state), state.became)

    def _take_request(self, record: Record, fact: ApprovalRequested) -> None:
        states = [self.calls[r.call_id] for r in fact.requests if r.call_id in self.calls]
        for state in states:
            state.position, state.expires = record.seq, fact.expires
        self.cards.append(Card(record.seq, record.at, fact.expires, states))

    def _take_started(self, record: Record, step: str) -> None:
        kind, _, rest = step.partition(".")
        if kind == "call":
            self._begin_call(self.calls.get(rest), record.at)
        elif step not in self._started:
            self._count[kind] += 1
        if kind == "reply":
            self._replies_begun.add(step)
            if self.rounds_left <= 0 or self.overtime(record.at):
                self._hurried.add(step)
        self._started[step] = record.seq

    def _begin_call(self, state: CallState | None, at: float) -> None:
        if state is None:
            return
        if not state.started:
            self._spent[state.call.budget] += 1
        state.started, state.started_at = True, at

    def _take_outcome(self, record: Record, fact: Closing) -> None:
        kind, _, rest = fact.step.partition(".")
        stale = self._started.get(fact.step, record.seq) < self._heard
        self._closed.add(fact.step)
        self.usage += usage_of(fact)
        if isinstance(fact, Replied):
            self._spent["search"] += len(fact.reply.queries)
        if isinstance(fact, Returned) and kind == "call":
            self._close_call(self.calls.get(rest), fact, record.at)
        elif not stale:
            self._take_word(record, fact, kind)

    def _take_word(self, record: Record, fact: Closing, kind: str) -> None:
        if not isinstance(fact, Returned):
            self.failures[kind] = 0
        match fact:
            case Returned():
                self._take_failure(fact, kind)
            case Recalled():
                self._take_recalled(fact)
            case Understood():
                self.understood = fact
                self._take_intent(record, fact.intent)
            case Replied():
                self._take_reply(record, fact.reply, fact.step)
            case Checked():
                self._take_check(fact)
            case Compacted():
                self.compacted, self.compacted_at = fact, record.seq

    def _take_intent(self, record: Record, intent: Intent | None) -> None:
        if intent:
            self.ledger.after = intent.after
            self.intents.append((record.seq, intent))
            self.assumptions[record.seq] = self.assumed
            if intent.thread:
                self._open_thread()

    def _open_thread(self) -> None:
        """The messages of the thread become sources, opened as they read by now, each once. Our own are none, nor is
        the question."""
        turns = map(self._as_it_is, self.recalled.turns if self.recalled else ())
        said = [turn for turn in turns if turn.kind != "us" and turn.message != self.asked.message]
        new = [turn for turn in said if turn.text and turn.address and not self.ledger.is_open_at(turn.address)]
        self.ledger.take(Result(passages=tuple(map(_message, new))))

    def _take_check(self, fact: Checked) -> None:
        if self.rounds:
            self.rounds[-1].checked = fact

    def _take_failure(self, fact: Returned, kind: str) -> None:
        """A step that failed may be tried once more, and an attempt that brought nothing was no round."""
        self.failure = fact
        self.failures[kind] = 2 if fact.final else self.failures[kind] + 1
        self._replies_begun.discard(fact.step)

    def _take_recalled(self, fact: Recalled) -> None:
        self.recalled = fact
        self.ledger.seed(fact.sources, fact.next_number)
        self._take_result(Result(passages=fact.opened))
        for turn in fact.turns:
            self._meet(turn.speaker, turn.name)
            self._kinds[turn.speaker] = turn.kind
            if turn.kind == "member":
                self._know(turn.text)
            if turn.speaker == self.asked.by and not self.asked.name:
                self.asked = self.asked.model_copy(update={"name": turn.name})

    def _take_reply(self, record: Record, reply: Reply, step: str) -> None:
        states = [CallState(call, record.seq) for call in reply.calls]
        last = bool(reply.last) or step in self._hurried
        self.rounds.append(Round(record.seq, reply, self.rounds_left, last, states))
        self.calls.update((state.call.id, state) for state in states)
        self.ledger.take(Result(hits=reply.hits))
        if any(self.needs_person(state) for state in states if not state.call.error):
            self.granted = frozenset()

    def _close_call(self, state: CallState | None, fact: Returned, at: float) -> None:
        if state is None or state.returned is not None:
            return
        earlier = self.calls.get(self.made(state.call)) if fact.outcome == "ok" and not state.started else None
        state.same_as = earlier.call.id if earlier else ""
        result = earlier.returned.result if earlier and earlier.returned else fact.result
        if fact.outcome == "ok" and not state.started and self.made(state.call) == BEFORE:
            result = result.model_copy(update={"passages": self._opened_before(state.call)})
        state.returned, state.returned_at = fact.model_copy(update={"result": result}), at
        if fact.outcome == "expired" and state.said_at > self._heard:
            self.overdue += (state,)
        state.left = {budget: left for budget in BUDGETS if (left := self.left(budget)) is not None}
        if fact.outcome == "ok":
            self._made.setdefault((state.call.tool, state.call.arguments), state.call.id)
        for round in self.rounds:
            if round.seq == state.said_at and all(one.returned for one in round.calls) and not self.ended:
                self._learn(round)

    def _learn(self, round: Round) -> None:
        """Number what a round brought once all of it is there, in the order of its calls: which of them came back
        first is chance, and must not be seen in the numbers."""
        for state in round.calls:
            if state.returned and state.returned.outcome == "ok" and state.call.id not in self._learned:
                self._learned.add(state.call.id)
                self._take_result(state.returned.result)

    def _take_result(self, result: Result) -> None:
        self.ledger.take(result)
        self._leads.update(canonical_address(hit.address) for hit in result.hits)
        self._leads.update(canonical_address(passage.address) for passage in result.passages)
        for passage in result.passages:
            self._know(passage.text)


def _message(turn: Turn) -> Passage:
    """A message of the thread as a source: known by whoever wrote it, what they are unless members, and when."""
    who = turn.name or turn.speaker
    title = ", ".join(part for part in (who if turn.kind == "member" else f"{who} ({turn.kind})", turn.sent) if part)
    return Passage(address=turn.address, title=title, where="the whole message", text=seen(turn.text))


def _begins(passage: Passage) -> int:
    """The character or line with which an opened part begins, by its own words."""
    part = re.match(r"(?:characters|lines) ([\d,]+)", passage.where)
    return int(part[1].replace(",", "")) if part else 1


def _length(result: Result) -> int:
    """How many characters of a result are sent to the model, about."""
    leads = sum(size(hit.title) + size(hit.snippet) + size(hit.address) + 100 for hit in result.hits)
    return size(result.note) + leads + sum(size(passage.text) + 300 for passage in result.passages)


def _rejected(state: CallState) -> bool:
    return state.decided is not None and state.decided.verdict == "reject"


def usage_of(fact: Closing) -> Usage:
    match fact:
        case Understood(usage=usage) | Checked(usage=usage) | Compacted(usage=usage):
            return usage
        case Replied(reply=reply):
            return reply.usage
        case Returned(result=result):
            return result.usage
        case Recalled():
            return Usage()


def replay(records: Sequence[Record] | Iterable[Record]) -> Run:
    """The run that these records, in the order of their positions, amount to; ValueError where there are none."""
    listed = list(records)
    if not listed:
        raise ValueError("a run begins with a fact")
    run = Run(listed[0])
    for record in listed:
        run._take(record)
    return run
