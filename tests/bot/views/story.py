"""Runs told as facts: what the tests of the views start from."""

from __future__ import annotations

from collections.abc import Mapping

from agent.carrier import Live
from agent.facts import (
    Answer,
    Answered,
    Anything,
    ApprovalRequested,
    Asked,
    AskedBack,
    Call,
    Checked,
    Condition,
    Decided,
    Hit,
    Intent,
    Outcome,
    Passage,
    Question,
    Recalled,
    Record,
    Reminded,
    Replied,
    Reply,
    Request,
    Result,
    Returned,
    Rules,
    Said,
    Source,
    Started,
    Stopped,
    Understood,
    Usage,
    canonical,
)
from agent.run import Run, replay
from bot.views.blocks import Card
from bot.views.thread import messages

ANNA, CAROL, DAN = "U0ANNA", "U0CAROL", "U0DAN"  # who asks, and two who may be named approvers
START = 1_700_000_000.0
REGION = Question(id="region", text="Which region do you mean?", options=("Europe", "World"), default="World")
PERIOD = Question(id="period", text="Which years count?", options=("2024", "2020 to 2024"), default="2024")


def sign(*parts: str) -> str:
    """A token as long as real ones, readable in golden files."""
    return "|".join([*parts, "0" * 32])


class Story:
    """A run, fact after fact, ten seconds apart."""

    def __init__(
        self,
        question: str = "How many heat pumps were sold?",
        name: str = "Anna",
        run: str = "run-7",
        **rules: object,
    ) -> None:
        self.records: list[Record] = []
        self._run = run
        self._replies = 0
        self.tell(Asked(message="1.0", text=question, by=ANNA, name=name, rules=Rules.model_validate(rules)))

    def tell(self, fact: Anything) -> int:
        """Append a fact; its position."""
        at = START + 10 * len(self.records)
        self.records.append(Record("thread", self._run, len(self.records), at, fact))
        return len(self.records) - 1

    @property
    def run(self) -> Run:
        return replay(self.records)

    @property
    def now(self) -> float:
        return self.records[-1].at

    def thread(self, live: Live | None = None, later: float = 0.0) -> dict[str, Card]:
        """The messages `later` seconds after the last fact."""
        return messages(self.run, live or Live(), self.now + later, sign)

    def below(self, address: str = "https://slack.test/archives/C1/p1") -> dict[str, Card]:
        """The messages where the answer stands at the end of the thread."""
        return messages(self.run, Live(), self.now, sign, below=True, links={"answer.1": address})

    # --- what usually happens --------------------------------------------------------------------------------

    def recalled(self, *sources: Source) -> Story:
        step = self.run.step("recall")
        self.tell(Started(step=step, worker="w"))
        self.tell(Recalled(step=step, sources=sources, next_number=1 + max([0, *(s.number for s in sources)])))
        return self

    def understood(self, intent: Intent | None = None) -> Story:
        step = self.run.step("understand")
        self.tell(Started(step=step, worker="w"))
        intent = intent or Intent(mode="research", goal="Heat pumps sold in Germany")
        self.tell(Understood(step=step, intent=intent, usage=Usage(prompt=900, completion=100)))
        return self

    def unreadable(self) -> Story:
        step = self.run.step("understand")
        self.tell(Started(step=step, worker="w"))
        self.tell(Understood(step=step, intent=None))
        self.tell(Stopped(why="unreadable"))
        return self

    def asked_back(self, *questions: Question) -> int:
        self.understood(Intent(mode="clarify", goal="Heat pumps sold", unclear=questions))
        return self.tell(AskedBack(questions=questions, expires=self.now + 86_400))

    def said(self, text: str = "", by: str = ANNA, name: str = "Anna", **said: object) -> Story:
        self.tell(Said.model_validate({"message": "2.0", "text": text, "by": by, "name": name, **said}))
        return self

    def chose(self, answers: Mapping[str, str], by: str = ANNA, defaults: bool = False) -> Story:
        return self.said(by=by, answers=dict(answers), defaults=defaults)

    def called(self, *calls: tuple[str, Mapping[str, object]], thoughts: str = "") -> list[Call]:
        """The model wants these calls: tool and arguments; `thoughts` brought it there."""
        self._replies += 1
        made = [
            Call(id=f"{self._replies}.{at}", tool=tool, arguments=canonical(arguments), budget=_budget(tool))
            for at, (tool, arguments) in enumerate(calls, 1)
        ]
        usage = Usage(prompt=2_000, completion=50)
        self._replied(Reply(calls=tuple(made), thoughts=thoughts, model="gpt-test", usage=usage))
        return made

    def requested(self, *calls: Call, hours: float = 24) -> int:
        requests = tuple(Request(call_id=call.id, digest=call.digest) for call in calls)
        return self.tell(ApprovalRequested(requests=requests, expires=self.now + hours * 3_600))

    def decided(self, call: Call, verdict: str = "approve", **decided: object) -> Story:
        fields = {"call_id": call.id, "digest": call.digest, "by": ANNA, "verdict": verdict, **decided}
        self.tell(Decided.model_validate(fields))
        return self

    def edited(self, call: Call, **arguments: object) -> Call:
        """A person changed a call's arguments: the call that came of it."""
        self.decided(call, "edit", arguments=canonical(arguments))
        changed = self.run.calls[call.id].became
        assert changed
        self.returned(call, None, "dropped", "changed by a person")
        return changed.call

    def reminded(self, position: int) -> Story:
        self.tell(Reminded(of=position))
        return self

    def began(self, call: Call) -> Story:
        self.tell(Started(step=f"call.{call.id}", worker="w"))
        return self

    def returned(self, call: Call, result: Result | None = None, outcome: Outcome = "ok", note: str = "") -> Story:
        brought = result or Result(note=note)
        self.tell(Returned(step=f"call.{call.id}", outcome=outcome, result=brought))
        return self

    def failed(self, kind: str, note: str, ref: str = "") -> Story:
        step = self.run.step(kind)
        self.tell(Started(step=step, worker="w"))
        self.tell(Returned(step=step, outcome="failed", result=Result(note=note), ref=ref))
        return self

    def drafted(self, text: str) -> Story:
        self._replied(Reply(text=text, model="gpt-test", usage=Usage(prompt=3_000, completion=200)))
        return self

    def checked(self, answer: Answer, *faults: str) -> Story:
        step = self.run.step("check")
        self.tell(Started(step=step, worker="w"))
        self.tell(Checked(step=step, answer=answer, faults=faults))
        return self

    def answered(self, answer: Answer) -> Story:
        self.tell(Answered(answer=answer))
        return self

    def stopped(self, why: str = "person", **stopped: object) -> Story:
        self.tell(Stopped.model_validate({"why": why, **stopped}))
        return self

    def _replied(self, reply: Reply) -> None:
        step = self.run.step("reply")
        self.tell(Started(step=step, worker="w"))
        self.tell(Replied(step=step, reply=reply))


def _budget(tool: str) -> str:
    return {"search_web": "search", "search": "search", "read_page": "page", "read_file": "file"}.get(tool, "")


def hits(*addresses: str) -> Result:
    return Result(hits=tuple(Hit(address=one, title=f"About {one}", snippet="…") for one in addresses))


def opened(address: str, title: str, where: str = "all 1,200 characters", published: str = "") -> Result:
    passage = Passage(address=address, title=title, where=where, text="The words.", published=published)
    return Result(passages=(passage,))


def wishes(kind: str, *texts: str) -> tuple[Condition, ...]:
    return tuple(Condition(id=f"{kind}.{at}", text=text, message="1.0") for at, text in enumerate(texts, 1))
