"""Every fact of a run, every value a fact carries, and their wire form.

A run is the list of its facts and nothing else: what is known, what should be under way, what the model sees
and what a thread shows are all computed from it. So facts are frozen, say nothing that can be derived, and know
neither their run nor the clock; `Record` adds those. A fact's `kind` is permanent. A reader ignores fields it
does not know, and leaves a run with an unknown kind to a newer process (`Unknown`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, model_validator

Mode = Literal["research", "clarify", "chat"]
Speaker = Literal["member", "guest", "outsider", "bot", "us"]
Outcome = Literal["ok", "failed", "refused", "expired", "dropped", "cancelled", "unknown"]
Standing = Literal["met", "not met", "unknown"]
Approval = Literal["each", "writes", "once", "off"]
Effort = Literal["standard", "deep"]
Seconding = Literal["off", "deep", "always"]
Grade = Literal["", "quoted", "supported", "translated", "weak", "not found"]
Unanswered = Literal["", "in sources", "nothing opened"]  # where an answer was not found, or why there is none
Last = Literal["", "rounds", "time", "run", "day"]  # what was used up but for one more reply


class Value(BaseModel):
    """Base of everything that goes into the log: frozen, compared by value, tolerant of newer fields."""

    model_config = ConfigDict(frozen=True, extra="ignore")


# --- values -------------------------------------------------------------------------------------------------


class Window(Value):
    """What a model can take, in tokens: its `input`, and with the reply together (`whole`). `output` is what is kept
    for a reply and bounds it; where the model thinks hard it is `thinking` (0: the same)."""

    whole: int = 128_000
    input: int = 128_000
    output: int = 16_000
    thinking: int = 0

    @property
    def hard(self) -> Window:
        """The same for a model that thinks hard, whose thoughts are a part of its reply."""
        return self.model_copy(update={"output": self.thinking or self.output, "thinking": 0})


class Price(Value):
    """What a model costs in US dollars: a million tokens of `input`, of `output`, and of input out of the provider's
    cache (None: as other input); a thousand of a provider's own `search`."""

    input: float = 0.0
    output: float = 0.0
    cached: float | None = None
    search: float = 0.0

    def of(self, usage: Usage) -> float:
        """The money of this usage, whose `cached` are some of its `prompt`; never more than without a cache."""
        cached = self.input if self.cached is None else min(self.cached, self.input)
        sent = (usage.prompt - usage.cached) * self.input + usage.cached * cached
        return (sent + usage.completion * self.output) / 1_000_000 + usage.searches * self.search / 1_000


class Rules(Value):
    """What a run lives under, fixed when it is asked: a settings change never rewrites the past.

    `approval` says which calls wait for a person: each of them, those that change something (`writes`), the first of
    each tool (`once`), or none (`off`). `approvers` decide beside whoever asked or, where not `own`, in their place.
    With `others` "correct" a mention by somebody else corrects the run, otherwise it waits behind it. With `effort`
    "deep" an answer needs `sources` independent sources that were opened; with `thinking` the model is told to think
    hard, and a draft is examined once more by it. `opinion` says when it is asked what it makes of each statement of
    an answer: in deep research, always, or never for this alone (`off`). With `provider_search` the model's provider
    may search by itself, inside a reply, where no person would have to let a search through. `tokens` and `money` (US
    dollars) are the most the run may use, and `minutes` the most it may take, people's time not counted; 0 for no
    bound. `price` is what the model costs at most, by which is foreseen what still fits; `offered` is how long the
    schemas of the tools are (in characters as agent.request.tokens counts them; 0: not known).
    """

    approval: Approval = "each"
    approvers: tuple[str, ...] = ()
    own: bool = True
    others: Literal["wait", "correct"] = "wait"
    model: str = ""
    tools: tuple[str, ...] = ()
    offered: int = 0
    rounds: int = 8
    searches: int = 10
    pages: int = 6
    files: int = 6
    effort: Effort = "standard"
    thinking: bool = False
    opinion: Seconding = "off"
    sources: int = 1
    provider_search: bool = False
    window: Window = Window()
    price: Price = Price()
    tokens: int = 0
    money: float = 0.0
    minutes: int = 0
    approval_hours: float = 24.0
    question_hours: float = 24.0

    def allowed(self, budget: str) -> int | None:
        """How many calls of one budget ("search", "page", "file") a run may start; None where unbounded."""
        return {"search": self.searches, "page": self.pages, "file": self.files}.get(budget)

    @property
    def seconded(self) -> bool:
        """Whether the model is asked what it makes of each statement that an answer is about to make."""
        return self.opinion == "always" or (self.opinion == "deep" and self.effort == "deep")

    @property
    def looks_again(self) -> bool:
        """Whether a check may cost a call of the model: its second look at a draft."""
        return self.seconded or self.thinking


class Usage(Value):
    """What one call cost. Tokens as the endpoint counted them, 0 where it did not say: `cached` are part of `prompt`,
    `reasoning` part of `completion`. `searches` are those that a provider made inside a model call, `credits` those
    of a search service. `money` in US dollars by the prices of that moment, an upper `bound` where it could not be
    known exactly."""

    prompt: int = 0
    completion: int = 0
    cached: int = 0
    reasoning: int = 0
    searches: int = 0
    credits: int = 0
    money: float = 0.0
    bound: bool = False

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            prompt=self.prompt + other.prompt,
            completion=self.completion + other.completion,
            cached=self.cached + other.cached,
            reasoning=self.reasoning + other.reasoning,
            searches=self.searches + other.searches,
            credits=self.credits + other.credits,
            money=self.money + other.money,
            bound=self.bound or other.bound,
        )

    @property
    def tokens(self) -> int:
        return self.prompt + self.completion


class Turn(Value):
    """One message of the thread: `message` is its opaque reference, `speaker` a stable id, `name` cleaned, `address`
    where people find it, `sent` when, in words ("" for not known)."""

    message: str
    speaker: str
    kind: Speaker
    name: str
    text: str
    address: str = ""
    sent: str = ""


class Condition(Value):
    """One thing the answer must, must not or should preferably meet, and the message that asked for it."""

    id: str
    text: str
    message: str


class Question(Value):
    """One clarifying question. `id` names what is unclear and stays the same from asking to asking."""

    id: str
    text: str
    options: tuple[str, ...]
    default: str


class Intent(Value):
    """What is asked, rebuilt from the thread on every turn; `since` is the message the present task began with.

    With `thread` the answer rests on what stands in the thread ("what did we decide?"): its messages are sources.
    What is known to have been published before `after` (a day, "2026-03-01"; "" for no such wish) is no evidence.
    """

    mode: Mode
    kind: Literal["answer", "shortlist"] = "answer"
    goal: str = ""
    must: tuple[Condition, ...] = ()
    must_not: tuple[Condition, ...] = ()
    prefer: tuple[Condition, ...] = ()
    unclear: tuple[Question, ...] = ()
    language: str = "English"
    since: str = ""
    after: str = ""
    thread: bool = False

    @property
    def conditions(self) -> tuple[Condition, ...]:
        return (*self.must, *self.must_not, *self.prefer)


class Call(Value):
    """A tool with its arguments as canonical text: what is shown, digested and executed is exactly this text.

    `id` is ours ("3.1": third reply, first call); `given` and `opaque` (a JSON object) are the endpoint's own and
    go back to it unchanged. `error` says why the call cannot be made at all. `budget` is what it counts against,
    "" for nothing; a call that is not `repeatable` is never begun twice; one that `writes` changes something outside.
    """

    id: str
    tool: str
    arguments: str
    given: str = ""
    opaque: str = ""
    error: str = ""
    budget: str = ""
    repeatable: bool = True
    writes: bool = False

    @property
    def digest(self) -> str:
        """SHA-256 (hex) over the tool's name and the arguments: what a decision is about."""
        return hashlib.sha256(f"{self.tool}\n{self.arguments}".encode()).hexdigest()

    def changed(self, arguments: str) -> Call:
        """The call that a person made of this one: another one, with an id of its own ("3.1e2" of "3.1")."""
        id, _, version = self.id.partition("e")
        given = {"id": f"{id}e{int(version or 1) + 1}", "arguments": arguments, "given": "", "opaque": ""}
        return self.model_copy(update=given)


class Hit(Value):
    """A lead: an address somebody says is relevant. Its snippet is never evidence. `published` as given."""

    address: str
    title: str
    snippet: str = ""
    published: str = ""


class Passage(Value):
    """Opened words. `where` says which part ("lines 1-40 of 120"), `text` the words, kept beside the fact; when they
    were `published` as the source says ("2026-11-03", or less of it; "" for not known) and `retrieved` (Unix seconds;
    0 for not known). `canonical` is the page's own address where it was asked for by another one, "" otherwise."""

    address: str
    title: str
    where: str
    text: str
    published: str = ""
    retrieved: float = 0.0
    canonical: str = ""


class Reply(Value):
    """One message of the model. `opaque` is a JSON object of fields we do not know, sent back unchanged; `thoughts`
    the reasoning that its endpoint showed, kept beside the fact. `sent` is how long the request was, in characters as
    `agent.request.context` counts them, and `counted` how many tokens its endpoint found in this one request (0: not
    known; the usage is of all that the step took). A longer one of `refused` characters was found too long before it.
    `hits` are leads of searches that the provider made itself (`queries`) inside the call. One that was asked for as
    the `last`, with no calls after it, says what was used up."""

    text: str = ""
    thoughts: str = ""
    calls: tuple[Call, ...] = ()
    opaque: str = ""
    finish: str = ""
    refusal: str = ""
    model: str = ""
    usage: Usage = Usage()
    sent: int = 0
    counted: int = 0
    refused: int = 0
    queries: tuple[str, ...] = ()
    hits: tuple[Hit, ...] = ()
    last: Last = ""

    @property
    def read(self) -> int:
        """The tokens of the request of `sent` characters; 0 where nobody counted them."""
        return self.counted or (0 if self.usage.bound else self.usage.prompt)

    @property
    def declined(self) -> bool:
        """The model, or its provider's filter, would not say it, or not all of it."""
        return bool(self.refusal) or self.finish in ("content_filter", "refusal")

    @property
    def cut(self) -> bool:
        """It broke off before its end."""
        return self.finish in ("length", "cut")


class Result(Value):
    """What a tool brought: leads, opened words, and a note of the tool's own (errors too, in plain words)."""

    note: str = ""
    hits: tuple[Hit, ...] = ()
    passages: tuple[Passage, ...] = ()
    usage: Usage = Usage()


class Source(Value):
    """One numbered source of a thread. `opened` says how much of it was read; "" means only found."""

    number: int
    address: str
    title: str
    opened: str = ""
    published: str = ""
    retrieved: float = 0.0


class Excerpt(Value):
    """Words of an opened source that hold something of a claim, verbatim, and the (start, end) of those that do."""

    number: int
    text: str
    where: str = ""
    spans: tuple[tuple[int, int], ...] = ()


class Statement(Value):
    """One claim of an answer with its numbers and the excerpt, out of opened text, that carries it.

    `grade` says how well, by code ("" where an older version did not grade): the claim's words or a quote in it stand
    there (`quoted`), its numbers, names and most of its words do (`supported`), a verbatim quote in another language
    does (`translated`), too little does (`weak`), nothing does (`not found`). `spans` are the (start, end) in the
    excerpt of the words that carry it, `lacking` the words of the claim that found no support. `seconded` is a
    model's opinion where it was asked for one: "yes", "no", or ""; `doubt` why it is "no", in the model's words. What
    was `raised` is "translated" since numbers and names agree by code, and the rest by that opinion alone. Of the
    other sources that it cites `also` has what they hold of it; `idle` are the numbers of those that hold nothing.
    """

    text: str
    numbers: tuple[int, ...] = ()
    excerpt: str = ""
    number: int = 0
    where: str = ""
    grade: Grade = ""
    spans: tuple[tuple[int, int], ...] = ()
    lacking: tuple[str, ...] = ()
    seconded: Literal["", "yes", "no"] = ""
    doubt: str = ""
    raised: bool = False
    also: tuple[Excerpt, ...] = ()
    idle: tuple[int, ...] = ()

    @property
    def excerpts(self) -> tuple[Excerpt, ...]:
        """What every source holds of it that holds something, the best first."""
        best = Excerpt(number=self.number, text=self.excerpt, where=self.where, spans=self.spans)
        return (*((best,) if self.number else ()), *self.also)


class Verdict(Value):
    """Whether one condition is met, and the number of the opened source that says so (0 for none), with the `words`
    of it, verbatim, on which that rests."""

    condition: str
    standing: Standing
    number: int = 0
    words: str = ""


class Candidate(Value):
    """One thing of a shortlist: its `name`, the other names and the numbers of the sources it goes by, a verdict for
    each condition, and `why` it has its place, or why it was dropped, in words for people."""

    name: str
    also: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    why: str = ""


class Answer(Value):
    """What is posted at the end. `text` is Markdown with [n] marks; `unconfirmed` what no source carried, of which
    `unfound` are those that were looked for in one, and `denied` what code found in a source and a model's second
    look did not. It is `unanswered` where nothing that was opened carries any of it. One that is `partial` was given
    before the work was done, and says what is `missing`. A shortlist has its `candidates`, the best first, and those
    that were `dropped`."""

    mode: Mode = "research"
    text: str = ""
    statements: tuple[Statement, ...] = ()
    sources: tuple[Source, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    unconfirmed: tuple[str, ...] = ()
    unfound: tuple[Statement, ...] = ()
    denied: tuple[Statement, ...] = ()
    assumed: tuple[str, ...] = ()
    unanswered: Unanswered = ""
    missing: str = ""
    partial: bool = False
    candidates: tuple[Candidate, ...] = ()
    dropped: tuple[Candidate, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _as_once(cls, given: Any) -> Any:
        """Older versions said in a sentence of `missing` that it is unanswered."""
        if isinstance(given, Mapping) and given.get("missing") in _ONCE_UNANSWERED:
            return {**given, "unanswered": _ONCE_UNANSWERED[given["missing"]], "missing": ""}
        return given


_ONCE_UNANSWERED: Mapping[str, Unanswered] = {
    "None of the sources that were opened answers this.": "in sources",
    "Nothing was found or opened that answers this.": "nothing opened",
}


class Request(Value):
    """One call put before a person: its id and the digest of what was shown."""

    call_id: str
    digest: str


# --- facts: from people and outside -------------------------------------------------------------------------


class Fact(Value):
    """Base of all facts. Each has a permanent `kind` and the version of its wire form."""

    kind: ClassVar[str]
    v: ClassVar[int] = 1


class Asked(Fact):
    """Somebody asked. Holds only the message that asked; the thread around it comes with Recalled.

    One that asks `again` names the run that asked before; if it `goes_on`, it begins with what that had opened.
    `speaker` is what the asker is here, `sent` when, in Unix seconds (0: when it was heard). The asker's `locale`
    ("de-DE") and time zone, `zone` by its name and `offset` in seconds east of UTC, are those of their profile; ""
    and 0 where it does not say.
    """

    kind = "asked"
    message: str
    text: str
    by: str
    name: str = ""
    rules: Rules = Rules()
    again: str = ""
    goes_on: bool = False
    speaker: Speaker = "member"
    sent: float = 0.0
    locale: str = ""
    zone: str = ""
    offset: int = 0


FORGOTTEN = "(deleted)"  # in place of the words of a message that its author took away


class Said(Fact):
    """A correction, an answer by click (`answers`: question id to option) or in words.

    With `defaults` the answers are the questions' own, taken by a person at once or, with no `by`, by time. `speaker`
    is set where it is somebody else than who asked, whose standing the thread tells. What `replaces` a message is
    what that message says by now; "" where it was taken back. Version 2 brought that. `sent` is when it was said,
    in Unix seconds (0: not known): the news of two changes may arrive in either order.
    """

    kind = "said"
    v = 2
    message: str
    replaces: str = ""
    text: str = ""
    by: str = ""
    name: str = ""
    speaker: Speaker | None = None
    sent: float = 0.0
    answers: Mapping[str, str] = {}
    defaults: bool = False


class Decided(Fact):
    """A person's word about one call and digest; scope "run" lets the shown tools go on without asking.

    With verdict "edit" the call is not made: `arguments` (canonical text, checked against the tool) are put before a
    person as a call of their own. Version 2 brought the edit.
    """

    kind = "decided"
    v = 2
    call_id: str
    digest: str
    by: str
    name: str = ""
    verdict: Literal["approve", "reject", "edit"]
    comment: str = ""
    arguments: str = ""
    scope: Literal["call", "run"] = "call"


class Stopped(Fact):
    """The run ended without an answer. `ref` leads into the process's log where something failed. With "spent" the
    budget of a day was used up, and `until` (Unix seconds) is when it begins anew, 0 where it never holds as much as
    one call may cost; with "long" the question alone is more than the `limit` (tokens) that the model can read, or,
    where that is 0, the model reads too little to work at all. Version 2 brought these two."""

    kind = "stopped"
    v = 2
    why: Literal["person", "deleted", "budget", "failed", "unreadable", "spent", "long"]
    by: str = ""
    name: str = ""
    ref: str = ""
    until: float = 0.0
    limit: int = 0


# --- facts: effects, each begun by a Started and closed by exactly one outcome ------------------------------


class Started(Fact):
    """An effect is about to begin. Without an outcome after it, a restarted process knows it was lost."""

    kind = "started"
    step: str
    worker: str


class Recalled(Fact):
    """The thread as it was when asked, and the sources that our own earlier answers in it carry. Where a run goes on
    from an earlier one: what that had `opened`, how many of its sources it had opened whose words are `gone` by now,
    and what it had `tried`: a line for each call, "<tool> <arguments> → <what came of it>"."""

    kind = "recalled"
    step: str
    turns: tuple[Turn, ...] = ()
    sources: tuple[Source, ...] = ()
    next_number: int = 1
    left_out: int = 0
    opened: tuple[Passage, ...] = ()
    gone: int = 0
    tried: tuple[str, ...] = ()


class Understood(Fact):
    """What the model made of the thread, after code enforced its rules; None: nothing valid came."""

    kind = "understood"
    step: str
    intent: Intent | None
    usage: Usage = Usage()


class Replied(Fact):
    """The model's next message in the loop."""

    kind = "replied"
    step: str
    reply: Reply


class Compacted(Fact):
    """What happened before position `through` in a few words, for the model alone: the conversation had become longer
    than it can read. Nothing else rests on it, and it is kept beside the fact."""

    kind = "compacted"
    step: str
    summary: str
    through: int
    usage: Usage = Usage()


class Returned(Fact):
    """How a tool call ended, or that another step failed. `final`: trying the same again cannot help; `long`: the
    model cannot read so much. What was `spent` is the budget that had no room for it: the run's own, or that of a
    day, which begins anew at `until` (Unix seconds; 0: it never holds as much)."""

    kind = "returned"
    step: str
    outcome: Outcome
    result: Result = Result()
    ref: str = ""
    final: bool = False
    long: bool = False
    spent: Literal["", "run", "day"] = ""
    until: float = 0.0


class Checked(Fact):
    """The draft was examined: the answer as far as sources carry it, and what to mend first (`faults`)."""

    kind = "checked"
    step: str
    answer: Answer
    faults: tuple[str, ...] = ()
    usage: Usage = Usage()


# --- facts: decided by code -----------------------------------------------------------------------------------


class AskedBack(Fact):
    """Clarifying questions were put to the asker. `expires` in Unix seconds: then the defaults are taken."""

    kind = "asked_back"
    questions: tuple[Question, ...]
    expires: float


class ApprovalRequested(Fact):
    """Calls wait for a person. `expires` in Unix seconds."""

    kind = "approval_requested"
    requests: tuple[Request, ...]
    expires: float


class Reminded(Fact):
    """People were reminded, once, of what waits for them: the request or the questions at position `of`.

    A fact, since nothing else tells whether the program was there when half of the time was over.
    """

    kind = "reminded"
    of: int


class Answered(Fact):
    """The run ended with this answer."""

    kind = "answered"
    answer: Answer


class Removed(Fact):
    """A person took what a run that has ended said out of the thread. A fact, since nothing else could tell a message
    that is to be gone from one that got lost."""

    kind = "removed"
    by: str
    name: str = ""


@dataclass(frozen=True)
class Unknown:
    """A fact of a kind this version does not know: the run belongs to a newer process."""

    kind: str


Told = Asked | Said | Decided | Stopped | Removed
Closing = Recalled | Understood | Replied | Returned | Checked | Compacted
Anything = Told | Started | Closing | AskedBack | ApprovalRequested | Reminded | Answered

FACTS: tuple[type[Fact], ...] = (
    Asked, Said, Decided, Stopped, Started, Recalled, Understood, Replied, Returned, Checked, AskedBack,
    ApprovalRequested, Reminded, Answered, Removed, Compacted,
)  # fmt: skip
_BY_KIND = {fact.kind: fact for fact in FACTS}


@dataclass(frozen=True)
class Record:
    """A fact in its place: `seq` counts from 0 within its run, `at` is Unix seconds and never goes back in it."""

    thread: str
    run: str
    seq: int
    at: float
    fact: Anything | Unknown


# --- wire form --------------------------------------------------------------------------------------------------


def to_wire(fact: Anything) -> tuple[str, dict[str, str]]:
    """A fact as (JSON body, texts): texts are the words that are not ours, kept beside the fact by reference."""
    body = fact.model_dump(mode="json")
    texts: dict[str, str] = {}
    for ref, holder, key in _foreign(body):
        texts[ref] = holder[key]
        holder[key] = ""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")), texts


def from_wire(kind: str, body: str, texts: Mapping[str, str], v: int = 1) -> Anything | Unknown:
    """The fact again, with those of its texts that are still there; raises ValueError on a body that is not one.

    A wire form `v` of a version newer than this one is as unknown as a new kind.
    """
    if kind not in _BY_KIND or v > _BY_KIND[kind].v:
        return Unknown(kind)
    data = json.loads(body)
    for ref, holder, key in _foreign(data):
        holder[key] = texts.get(ref, "")
    return _BY_KIND[kind].model_validate(data)  # type: ignore[return-value]


def _foreign(body: dict[str, Any]) -> list[tuple[str, dict[str, Any], str]]:
    """The places in a body that hold words kept beside it, as (reference, object, key): turns of a thread, passages
    of a source, a model's thoughts, a summary of these."""
    turns = [(turn_ref(i), turn, "text") for i, turn in enumerate(body.get("turns", []))]
    passages = (body.get("result") or body).get("passages", [])
    opened = body.get("opened", [])
    reply = body.get("reply") or {}
    thoughts = [("thoughts", reply, "thoughts")] if reply.get("thoughts") is not None else []
    found = [(f"passage.{i}", passage, "text") for i, passage in enumerate(passages)]
    before = [(f"opened.{i}", passage, "text") for i, passage in enumerate(opened)]
    told = [("summary", body, "summary")] if body.get("summary") is not None else []
    return [*turns, *found, *before, *thoughts, *told]


def turn_ref(index: int) -> str:
    """What the words of a thread's turn are kept under, beside the Recalled that names it."""
    return f"turn.{index}"


def canonical(arguments: Mapping[str, object]) -> str:
    """Arguments as the one text that is shown, digested and executed: JSON, keys sorted, nothing escaped twice."""
    return json.dumps(arguments, ensure_ascii=False, sort_keys=True, separators=(", ", ": "))
