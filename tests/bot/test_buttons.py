"""What a press means in every state a run can be in, over histories that decide() itself brings about."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import Field

from agent.carrier import Live
from agent.decide import Do, Step, WriteDown, decide
from agent.facts import (
    Answer,
    Anything,
    Asked,
    Call,
    Checked,
    Closing,
    Decided,
    Intent,
    Passage,
    Question,
    Recalled,
    Record,
    Removed,
    Replied,
    Reply,
    Result,
    Returned,
    Rules,
    Said,
    Started,
    Stopped,
    Understood,
)
from agent.pages.web import Web
from agent.run import Run, replay
from agent.tool import Given, Tool
from agent.toolbox import Toolbox
from bot import speech
from bot.buttons import MODALS, SHELF
from bot.buttons.outcome import Again, Open, Outcome, Press, Tell, Word
from bot.buttons.reject import COMMENT_AT_MOST
from bot.tokens import signer, verified
from bot.views.thread import messages

KEY = b"k" * 32
SAY = speech.speech("en")
ENDED, NOT_YOURS = SAY("already-ended"), SAY("not-yours", who="Anna")
ANNA, BEN, CARLA, DAN = "UANNA", "UBEN", "UCARLA", "UDAN"  # who asks, nobody in particular, and two approvers
NAMES = {ANNA: "Anna", BEN: "Ben", CARLA: "Carla", DAN: "Dan"}
START, DAY = 1_700_000_000.0, 86_400.0
PATH = "argument.path"
READING = {"reasoning", "evidence"}  # buttons that change nothing
LENGTH = Question(id="length", text="How long?", options=("short", "long"), default="long")
AGE = Question(id="age", text="How old?", options=("new", "old", "any"), default="any")


async def read_file(
    given: Given, path: Annotated[str, Field(min_length=1)], start: Annotated[int, Field(ge=1)] = 1
) -> Result:
    return Result()


async def note(given: Given, path: str) -> Result:
    return Result()


async def weigh(given: Given, path: str, weight: float = 1.0) -> Result:
    return Result()


async def look(given: Given) -> Result:
    return Result()


def tool(function: object, **more: bool) -> Tool:
    return Tool(function, needs="web", timeout=1, **more)  # type: ignore[arg-type]


READ, NOTE, LOOK = tool(read_file), tool(note, writes=True), tool(look)
WEB = Web("tvly-key", "http://127.0.0.1:9")
BOX = Toolbox(Given(web=WEB), [READ, NOTE, LOOK])


@dataclass
class Play:
    """A run and its clock. What decide() wants is done at once: the run stands still where people decide."""

    records: list[Record] = field(default_factory=list)
    now: float = START
    box: Toolbox = BOX
    seen: dict[str, None] = field(default_factory=dict)  # every token that ever stood in the thread, in that order

    @property
    def run(self) -> Run:
        return replay(self.records)

    def tell(self, *facts: Anything) -> None:
        for fact in facts:
            self.records.append(Record("thread", "run", len(self.records), self.now, fact))

    def settle(self, moves: Iterator[int]) -> Play:
        """Let the run go on until it waits for a person; `moves` says what the model does each time it is asked."""
        while True:
            match decide(self.run, self.now):
                case WriteDown(fact=fact):
                    self.tell(fact)
                case Do(steps=steps) if steps:
                    self._do(steps[0], next(moves, 0) if steps[0].kind in ("understand", "reply") else 0)
                case _:
                    self.seen.update(dict.fromkeys(self.shown))
                    return self

    def _do(self, step: Step, move: int) -> None:
        if not self.run.begun(step.id):
            self.tell(Started(step=step.id, worker="w"))
        self.tell(_outcome(step, move))

    @property
    def shown(self) -> list[str]:
        """The tokens of the buttons that stand in the thread now."""
        cards = messages(self.run, Live(), self.now, signer(KEY)).values()
        elements = [e for card in cards for block in card.blocks for e in block.get("elements", [])]
        return [str(element["value"]) for element in elements if element.get("type") == "button"]

    def button(self, name: str, nth: int = 0) -> str:
        return [token for token in self.shown if token.startswith(f"{name}|")][nth]

    def press(self, token: str, by: str = ANNA) -> Outcome:
        parts = verified(KEY, token)
        assert parts
        return SHELF[parts[0]](self._press(token, by))

    def submit(self, token: str, comment: str, by: str = ANNA) -> Outcome:
        return self.send("reject", token, {"comment": comment}, by)

    def edit(self, token: str, by: str = ANNA, **arguments: str) -> Outcome:
        """The form of a call sent with these texts in its fields."""
        return self.send("edit", token, {f"argument.{name}": text for name, text in arguments.items()}, by)

    def send(self, form: str, token: str, values: Mapping[str, str], by: str) -> Outcome:
        return MODALS[form](self._press(token, by), values)

    def _press(self, token: str, by: str) -> Press:
        parts = verified(KEY, token)
        assert parts
        return Press(self.run, parts, by, self.run.now(self.now), self.box, token, NAMES[by])

    def take(self, outcome: Outcome, *moves: int) -> Play:
        """It happened, and the run goes on."""
        assert isinstance(outcome, Tell)
        self.tell(*outcome.facts)
        return self.settle(iter(moves))

    @property
    def begun(self) -> list[str]:
        return [f.step for record in self.records if isinstance(f := record.fact, Started) and f.step[:5] == "call."]


def _outcome(step: Step, move: int) -> Closing:
    match step.kind:
        case "recall":
            return Recalled(step=step.id)
        case "understand":
            unclear = ((), (LENGTH,), (LENGTH, AGE))[move % 3]
            return Understood(step=step.id, intent=Intent(mode="clarify" if unclear else "research", unclear=unclear))
        case "reply":
            number, count = step.id.partition(".")[2], (2, 1, 3, 0)[move % 4]
            words = "" if count else "So it is [1]."
            return Replied(step=step.id, reply=Reply(text=words, calls=_calls(number, count, move)))
        case "check":
            return Checked(step=step.id, answer=Answer(text="So it is [1]."))
        case _:
            passage = Passage(address="a.md", title="A", where="lines 1-2", text="So it is.")
            return Returned(step=step.id, outcome="ok", result=Result(passages=(passage,)))


def _calls(number: str, count: int, move: int) -> tuple[Call, ...]:
    """Calls that read; from the fourth move on every second one writes."""
    return tuple(
        BOX.call(f"{number}.{at}", "note" if move >= 4 and at % 2 else "read_file", {"path": f"{number}-{at}.md"})
        for at in range(1, count + 1)
    )


def play(*moves: int, **rules: object) -> Play:
    started = Play()
    started.tell(Asked(message="1.0", text="why?", by=ANNA, name="Anna", rules=Rules.model_validate(rules)))
    return started.settle(iter(moves))


def waiting(**rules: object) -> Play:
    """Two calls before those who decide."""
    return play(0, 0, **rules)


def asked_back() -> Play:
    """Two questions before the asker."""
    return play(2)


def answered() -> Play:
    return play(0, 3)


def decided(state: Play) -> dict[str, str]:
    return {id: call.decided.verdict for id, call in state.run.calls.items() if call.decided}


# --- every button in every state ------------------------------------------------------------------------------

RULES = st.fixed_dictionaries(
    {
        "approval": st.sampled_from(["each", "each", "once", "writes", "off"]),
        "approvers": st.sampled_from([(), (CARLA,), (CARLA, DAN), (ANNA, CARLA)]),
        "own": st.booleans(),
    }
)
EDITS = st.fixed_dictionaries(
    {PATH: st.sampled_from(["1-1.md", "1-2.md", "new.md", ""])},
    optional={"argument.start": st.sampled_from(["1", "2", "", "first"])},
)


def allowed(token: str, by: str, rules: Rules) -> bool:
    """Who may press what: deciding is for those who decide, stopping also for the asker, reading for everybody, all
    else the asker's own."""
    name = token.partition("|")[0]
    if name in READING:
        return True
    if name == "stop":
        return by == ANNA or by in rules.approvers
    if name in ("approve", "edit", "reject", "approve_all", "approve_rest"):
        return by in rules.approvers or (rules.own and by == ANNA)
    return by == ANNA


def works(state: Play, token: str) -> bool:
    """What is shown works, and "Approve all" as long as anything of its card waits: it was meant for all of them."""
    name, _, rest = token.rpartition("|")[0].partition("|")
    alike = f"approve|{rest}|" if name in ("approve_all", "approve_rest") else token
    return token in state.shown or any(one.startswith(alike) for one in state.shown)


def turned_away(outcome: Outcome) -> bool:
    refused = (" can decide here.", " can stop this.")
    return isinstance(outcome, Word) and (outcome.text == NOT_YOURS or outcome.text.endswith(refused))


def sound(state: Play) -> None:
    """What holds in every state."""
    rules = state.run.asked.rules
    for call in state.run.calls.values():
        if call.decided:
            assert allowed("approve|", call.decided.by, rules), "only those who may have decided"
            assert call.decided.digest == call.call.digest, "on exactly this"
            assert not call.started or call.decided.verdict == "approve", "what was rejected or changed never runs"
        if call.changed and rules.approval != "off":
            assert not call.started or call.decided, "what a person changed runs after a word of its own"
    assert len(state.begun) == len(set(state.begun)), "nothing runs twice"
    if rules.approval == "each" and not any(f.scope == "run" for f in decisions(state)):
        assert {f"call.{id}" for id, verdict in decided(state).items() if verdict == "approve"} >= set(state.begun)


def decisions(state: Play) -> list[Decided]:
    return [record.fact for record in state.records if isinstance(record.fact, Decided)]


@settings(max_examples=60)
@given(RULES, st.lists(st.integers(0, 11), max_size=12), st.data())
def test_whatever_happens_every_button_does_what_it_says_once(
    rules: dict[str, object], moves: list[int], data: st.DataObject
) -> None:
    models = iter(moves)
    state = play(next(models, 0), next(models, 0), **rules)
    forms: list[tuple[str, str]] = []  # those that are open somewhere: which, and for which token
    for _ in range(data.draw(st.integers(1, 8))):
        by = data.draw(st.sampled_from([ANNA, ANNA, CARLA, CARLA, BEN]))
        sending = bool(forms) and data.draw(st.booleans())
        form, token = data.draw(st.sampled_from(forms if sending else [("", one) for one in state.seen]))
        values = data.draw({"edit": EDITS, "reject": st.just({"comment": "no"})}.get(form, st.just({})))
        before, ended = decided(state), state.run.ended is not None
        outcome = state.send(form, token, values, by) if form else state.press(token, by)
        may = allowed(token, by, state.run.asked.rules)
        assert turned_away(outcome) == (not may), "others are told so, whatever the state"
        name = token.partition("|")[0]
        assert isinstance(outcome, Again) <= ended
        if name in READING:
            assert isinstance(outcome, Open) == (state.run.removed is None), "it can be read as long as it is there"
            continue
        assert isinstance(outcome, Tell | Open) <= (ended == (name == "remove"))
        if may and not works(state, token):
            assert isinstance(outcome, Word), "what is gone does nothing"
        elif may and form != "edit":
            assert not isinstance(outcome, Word), "what is shown works"
        if isinstance(outcome, Open):
            forms.append((outcome.callback, token))
        if isinstance(outcome, Tell):
            state.tell(*outcome.facts)
            again = state.send(form, token, values, by) if form else state.press(token, by)
            assert isinstance(again, Word), "the same a second time changes nothing"
            assert before.items() <= decided(state).items(), "no decision is ever overturned"
            state.settle(models)
        sound(state)
        if data.draw(st.booleans()):
            state.tell(Said(message=f"s{len(state.records)}", text="no, the other one", by=ANNA))
            state.settle(models)
        state.now += data.draw(st.sampled_from([1.0, 1.0, 0.6 * DAY, 2 * DAY]))
        sound(state.settle(models))


@pytest.mark.parametrize("name", sorted(set(SHELF) - {"retry", "go_on", "remove", *READING}))
def test_after_the_end_nothing_is_decided_any_more(name: str) -> None:
    state = {"answer": asked_back, "defaults": asked_back}.get(name, waiting)()
    token = state.button(name)
    state.tell(Stopped(why="person", by=ANNA))
    assert state.press(token) == Word(ENDED)
    assert state.press(state.button("retry")) == Again()
    assert {one.partition("|")[0] for one in state.shown} <= {"retry", "remove", *READING}


# --- calls ----------------------------------------------------------------------------------------------------


def test_approving_the_second_call_and_rejecting_the_first_decides_each() -> None:
    state = waiting()
    first, second = state.button("reject", 0), state.button("approve", 1)
    approved = state.press(second)
    assert isinstance(approved, Tell)
    state.tell(*approved.facts)
    assert decided(state) == {"1.2": "approve"}
    rejected = state.submit(first, "not this one")
    assert isinstance(rejected, Tell)
    state.tell(*rejected.facts)
    assert decided(state) == {"1.1": "reject", "1.2": "approve"}
    [fact] = rejected.facts
    assert isinstance(fact, Decided) and fact.comment == "not this one"


def test_a_press_names_exactly_what_was_shown() -> None:
    state = waiting()
    approve = verified(KEY, state.button("approve"))
    assert approve
    name, run, position, call_id, digest = approve
    for forged in (
        (name, run, position, "1.2", digest),
        (name, run, position, call_id, "0" * 64),
        (name, run, "99", call_id, digest),
        (name, run, position, "9.9", digest),
    ):
        for button in ("approve", "edit", "reject"):
            assert isinstance(SHELF[button](Press(state.run, forged, ANNA, state.now, BOX)), Word)


def test_approving_all_decides_what_still_waits_and_nothing_else() -> None:
    state = waiting()
    every, reject = state.button("approve_all"), state.submit(state.button("reject"), "")
    assert isinstance(reject, Tell)
    state.tell(*reject.facts)
    outcome = state.press(every)
    assert isinstance(outcome, Tell)
    assert [fact.call_id for fact in outcome.facts if isinstance(fact, Decided)] == ["1.2"]


def test_approving_the_rest_lets_the_next_call_of_a_shown_tool_go_on() -> None:
    state = waiting()
    outcome = state.press(state.button("approve_rest"))
    assert isinstance(outcome, Tell)
    state.tell(*outcome.facts)
    state.settle(iter([0, 3]))
    assert state.run.ended and all(call.started for call in state.run.calls.values())
    assert len(state.run.calls) == 4 and len(state.run.cards) == 1


@pytest.mark.parametrize("name", ["approve", "reject", "approve_all", "approve_rest"])
def test_what_nobody_decided_on_in_time_is_not_done(name: str) -> None:
    state = waiting()
    token = state.button(name)
    state.now += 2 * DAY
    outcome = state.press(token)
    assert isinstance(outcome, Word) and decided(state) == {}


@pytest.mark.parametrize("name", ["approve", "reject", "approve_all", "approve_rest"])
def test_a_remark_takes_the_buttons_of_what_waited(name: str) -> None:
    state = waiting()
    token = state.button(name)
    state.tell(Said(message="2.0", text="only 2024", by=ANNA))
    assert isinstance(state.press(token), Word)
    assert token not in state.settle(iter([0, 1])).shown


def test_a_comment_is_bounded_and_a_modal_sent_too_late_says_why() -> None:
    state = waiting()
    token = state.button("reject")
    outcome = state.submit(token, "x" * 10_000)
    assert isinstance(outcome, Tell)
    [fact] = outcome.facts
    assert isinstance(fact, Decided) and len(fact.comment) == COMMENT_AT_MOST
    state.tell(fact)
    assert state.submit(token, "again") == Word("That call was already rejected by Anna.")
    assert state.submit(token, "again", by=BEN) == Word("Only Anna can decide here.")


# --- changing a call ------------------------------------------------------------------------------------------


def field_of(outcome: Outcome, name: str) -> object:
    """What stands in a field of the form that opened."""
    assert isinstance(outcome, Open) and outcome.callback == "edit"
    [found] = [block for block in outcome.view["blocks"] if block["block_id"] == f"argument.{name}"]
    return found["element"]["initial_value"]


def test_the_form_holds_what_the_call_would_be_made_with() -> None:
    state = waiting()
    opened = state.press(state.button("edit", 1))
    assert field_of(opened, "path") == "1-2.md" and field_of(opened, "start") == "1"
    assert not decisions(state), "opening it decides nothing"


def test_a_changed_call_is_asked_about_anew_and_runs_as_it_was_changed() -> None:
    state = waiting()
    edit, approve = state.button("edit"), state.button("approve")
    state.take(state.edit(edit, path="new.md", start="20"))
    assert state.begun == [] and decided(state) == {"1.1": "edit"}
    new = state.run.calls["1.1e2"]
    assert json.loads(new.call.arguments) == {"path": "new.md", "start": 20} and not new.started
    gone = Word("That call was already changed by Anna.")
    assert state.press(edit) == state.press(approve) == state.edit(edit, path="b.md", start="1") == gone
    state.take(state.press(state.button("approve", 1)))
    assert state.begun == ["call.1.1e2"]


def test_a_call_may_be_changed_again_and_rejected() -> None:
    state = waiting()
    state.take(state.edit(state.button("edit"), path="new.md", start="1"))
    opened = state.press(state.button("edit", 1))
    assert field_of(opened, "path") == "new.md"
    state.take(state.edit(state.button("edit", 1), path="1-1.md", start="1"))
    state.take(state.submit(state.button("reject", 1), "neither"))
    assert decided(state) == {"1.1": "edit", "1.1e2": "edit", "1.1e3": "reject"} and state.begun == []


@pytest.mark.parametrize(
    ("path", "start", "field", "said"),
    [
        ("new.md", "first", "argument.start", "This has to be a whole number."),
        ("new.md", "0", "argument.start", "This has to be 1 or more."),
        ("", "1", PATH, "Something has to be given here."),
        ("new.md", "NaN", "argument.start", "This has to be a number."),
        ("new.md", "1e999", "argument.start", "This has to be a number."),
    ],
)
def test_what_no_tool_takes_is_said_at_its_field(path: str, start: str, field: str, said: str) -> None:
    state = waiting()
    outcome = state.edit(state.button("edit"), path=path, start=start)
    assert isinstance(outcome, Word) and outcome == Word(said, field)


@pytest.mark.parametrize("odd", ["NaN", "-Infinity", "1e999", "nan", " inf "])
def test_a_number_that_json_has_no_word_for_is_complained_of_at_its_own_field(odd: str) -> None:
    box = Toolbox(Given(web=WEB), [tool(weigh)])
    state = asking_for(box.call("1.1", "weigh", {"path": "a.md"}))
    state.box = box
    said = "JSON has no word for this: write neither NaN nor infinity."
    assert state.edit(state.button("edit"), path="b.md", weight=odd) == Word(said, "argument.weight")
    assert isinstance(state.edit(state.button("edit"), path="b.md", weight="2.5"), Tell)


def test_a_form_sent_as_it_was_changes_nothing() -> None:
    state = waiting()
    assert state.edit(state.button("edit"), path="1-1.md", start="1") == Word(SAY("edit-same"))
    defaulted = state.edit(state.button("edit"), path="1-1.md", start="")
    assert defaulted == Word(SAY("edit-same")), "the default is what it was"


def test_a_form_sent_too_late_says_why() -> None:
    state = waiting()
    edit = state.button("edit")
    state.take(state.press(state.button("approve")))
    assert state.edit(edit, path="new.md") == Word("That call was already approved by Anna.")
    state.tell(Stopped(why="person", by=ANNA))
    assert state.edit(edit, path="new.md") == Word(ENDED)


def test_a_tool_that_is_gone_or_takes_nothing_has_no_form() -> None:
    state = waiting()
    edit = state.button("edit")
    state.box = Toolbox(Given(web=WEB), [NOTE])
    assert state.press(edit) == Word(SAY("edit-tool-gone"))
    assert state.edit(edit, path="new.md") == Word(SAY("edit-tool-gone"))
    state = asking_for(BOX.call("1.1", "look", {}))
    assert state.press(state.button("edit")) == Word(SAY("edit-nothing"))


def test_arguments_that_no_field_holds_have_no_form() -> None:
    state = asking_for(BOX.call("1.1", "read_file", {"path": "x" * 3_001}))
    assert state.press(state.button("edit")) == Word(SAY("edit-too-long"))


def asking_for(call: Call) -> Play:
    """A run whose model made this call."""
    state = Play(records=waiting().records[:5])
    assert state.run.understood and not state.run.rounds
    state.tell(Started(step="reply.1", worker="w"), Replied(step="reply.1", reply=Reply(calls=(call,))))
    return state.settle(iter([]))


def test_approving_the_rest_does_not_cover_what_a_person_changed() -> None:
    state = waiting()
    state.take(state.edit(state.button("edit"), path="new.md", start="1"))
    state.take(state.press(state.button("approve_rest", 0)), 0)
    assert "call.1.2" in state.begun and "call.1.1e2" not in state.begun


# --- who decides ----------------------------------------------------------------------------------------------

DECISIONS = ("approve", "edit", "reject", "approve_all", "approve_rest")


@pytest.mark.parametrize("name", DECISIONS)
def test_a_named_approver_decides_beside_the_asker(name: str) -> None:
    state = waiting(approvers=(CARLA,))
    token = state.button(name)
    assert not isinstance(state.press(token, CARLA), Word) and not isinstance(state.press(token, ANNA), Word)
    assert state.press(token, BEN) == Word("Only Anna or 1 approver can decide here.")


@pytest.mark.parametrize("name", DECISIONS)
def test_where_askers_do_not_decide_on_their_own_they_are_told_who_does(name: str) -> None:
    state = waiting(approvers=(CARLA, DAN), own=False)
    token = state.button(name)
    assert state.press(token, ANNA) == state.press(token, BEN) == Word("Only the approvers can decide here.")
    assert not isinstance(state.press(token, CARLA), Word)
    assert state.submit(state.button("reject"), "mine", ANNA) == Word("Only the approvers can decide here.")
    assert state.edit(state.button("edit"), ANNA, path="new.md") == Word("Only the approvers can decide here.")


def test_whoever_decided_is_known_by_name_from_then_on() -> None:
    state = waiting(approvers=(CARLA, DAN), own=False)
    approve = state.button("approve")
    state.take(state.press(approve, CARLA))
    assert state.press(approve, DAN) == Word("That call was already approved by Carla.")
    assert state.press(approve, BEN) == Word("Only Carla or 1 approver can decide here.")


def test_an_approver_who_also_asked_decides_where_askers_do_not() -> None:
    state = waiting(approvers=(ANNA,), own=False)
    assert isinstance(state.press(state.button("approve"), ANNA), Tell)
    assert state.press(state.button("approve"), BEN) == Word("Only Anna can decide here.")


def test_an_approver_stops_a_run_and_asks_nothing_again() -> None:
    state = waiting(approvers=(CARLA,))
    stop = state.button("stop")
    assert state.press(stop, BEN) == Word("Only Anna or 1 approver can stop this.")
    state.take(state.press(stop, CARLA))
    assert state.press(state.button("retry"), CARLA) == Word(NOT_YOURS)
    assert state.press(state.button("retry"), ANNA) == Again()


def test_questions_are_the_askers_own_whoever_approves() -> None:
    state = play(2, approvers=(CARLA,), own=False)
    for name in ("answer", "defaults"):
        assert state.press(state.button(name), CARLA) == Word(NOT_YOURS)
        assert isinstance(state.press(state.button(name), ANNA), Tell)


# --- what is asked about --------------------------------------------------------------------------------------


def test_once_asks_about_one_call_of_each_tool() -> None:
    state = waiting(approval="once")
    assert [token.split("|")[3] for token in state.shown if token.startswith("approve|")] == ["1.1"]
    state.take(state.press(state.button("approve")), 1, 5)
    assert state.begun == ["call.1.1", "call.1.2", "call.2.1"], "reading was approved once"
    assert [token.split("|")[3] for token in state.shown if token.startswith("approve|")] == ["3.1"], (
        "writing was not"
    )


def test_once_asks_about_a_changed_call_and_then_about_the_next() -> None:
    state = waiting(approval="once")
    state.take(state.edit(state.button("edit"), path="new.md", start="1"))
    shown = [token.split("|")[3] for token in state.shown if token.startswith("approve|")]
    assert "1.1e2" in shown and state.begun == []
    state.take(state.press(state.button("approve", shown.index("1.1e2"))), 3)
    assert set(state.begun) == {"call.1.1e2", "call.1.2"}


def test_writes_asks_only_about_what_changes_something() -> None:
    state = play(0, 6, approval="writes")
    assert state.begun == ["call.1.2"]
    assert [token.split("|")[3] for token in state.shown if token.startswith("approve|")] == ["1.1", "1.3"]


# --- questions ------------------------------------------------------------------------------------------------


def test_each_option_answers_its_own_question() -> None:
    state = asked_back()
    options = [token for token in state.shown if token.startswith("answer|")]
    told = [outcome.facts[0] for token in options if isinstance(outcome := state.press(token), Tell)]
    answers = [dict(fact.answers) for fact in told if isinstance(fact, Said)]
    assert answers == [
        {"length": "short"}, {"length": "long"}, {"age": "new"}, {"age": "old"}, {"age": "any"},
    ]  # fmt: skip


def test_a_question_that_was_answered_says_how() -> None:
    state = asked_back()
    short, long = state.button("answer", 0), state.button("answer", 1)
    outcome = state.press(short)
    assert isinstance(outcome, Tell)
    state.tell(*outcome.facts)
    assert state.press(long) == Word("That question was already answered: short")


def test_the_defaults_are_taken_for_what_is_still_open() -> None:
    state = asked_back()
    outcome = state.press(state.button("answer", 0))
    assert isinstance(outcome, Tell)
    state.tell(*outcome.facts)
    rest = state.press(state.button("defaults"))
    assert isinstance(rest, Tell)
    [fact] = rest.facts
    assert isinstance(fact, Said) and fact.answers == {"age": "any"} and fact.defaults


@pytest.mark.parametrize("name", ["answer", "defaults"])
def test_answers_that_come_too_late_say_so(name: str) -> None:
    state = asked_back()
    token = state.button(name)
    state.now += 2 * DAY
    assert state.press(token) == Word("Those questions have expired: the defaults were taken.")
    state.settle(iter([0, 1]))
    assert state.press(token) == Word("Those questions are already settled.")


# --- the whole run --------------------------------------------------------------------------------------------


def test_asking_again_is_for_after_the_end_and_for_the_asker() -> None:
    state = waiting()
    retry = signer(KEY)("retry", "run")
    assert state.press(retry) == Word("This run is still at work.")
    outcome = state.press(state.button("approve_rest"))
    assert isinstance(outcome, Tell)
    state.tell(*outcome.facts)
    state.settle(iter([3]))
    assert state.press(state.button("retry")) == Again()
    assert state.press(state.button("retry"), by=BEN) == Word(NOT_YOURS)


def test_going_on_is_asking_again_with_what_was_opened() -> None:
    state = waiting()
    assert state.press(state_token("go_on")) == Word("This run is still at work.")
    state.tell(Stopped(why="budget"))
    assert state.press(state_token("go_on")) == Again(goes_on=True)
    assert state.press(state_token("go_on"), by=BEN) == Word(NOT_YOURS)
    state.tell(Removed(by=ANNA))
    assert state.press(state_token("go_on")) == Word(SAY("already-removed"))


def test_stop_is_there_as_long_as_the_run_is() -> None:
    for state in (waiting(), asked_back()):
        assert state.press(state.button("stop")) == Tell((Stopped(why="person", by=ANNA, name="Anna"),))


# --- after the end --------------------------------------------------------------------------------------------


def test_an_answer_is_deleted_by_its_asker_once_and_after_the_end() -> None:
    for state in (answered(), waiting().take(Tell((Stopped(why="person", by=ANNA),)))):
        remove = state.button("remove")
        assert state.press(remove, BEN) == Word(NOT_YOURS)
        told = state.press(remove)
        assert told == Tell((Removed(by=ANNA, name="Anna"),))
        state.take(told)
        assert state.press(remove) == Word(SAY("already-removed"))
        assert state.press(state_token("retry")) == Word(SAY("already-removed"))
        assert state.press(state_token("reasoning"), BEN) == Word(SAY("already-removed"))
        assert not state.shown


def test_nothing_is_deleted_that_is_still_at_work() -> None:
    assert waiting().press(state_token("remove")) == Word(SAY("still-at-work"))


def state_token(name: str) -> str:
    """The token of a button that may not stand in the thread now."""
    return signer(KEY)(name, "run")


def test_anybody_may_read_what_the_model_thought_and_every_step() -> None:
    state = waiting()
    for by in (ANNA, BEN):
        opened = state.press(state_token("reasoning"), by)
        assert isinstance(opened, Open) and "read_file" in str(opened.view)
    state.take(state.press(state.button("approve_all")), 3)
    assert isinstance(state.press(state.button("reasoning"), BEN), Open)


def test_private_words_are_in_the_language_of_the_run() -> None:
    state = Play()
    state.tell(Asked(message="1.0", text="warum?", by=ANNA, name="Anna", locale="de-DE"))
    assert state.press(state_token("retry")) == Word("Diese Anfrage läuft noch."), "at first that of the profile"
    state.tell(Started(step="recall.1", worker="w"), Recalled(step="recall.1"))
    understood = Understood(step="understand.1", intent=Intent(mode="research", language="German"))
    state.tell(Started(step="understand.1", worker="w"), understood)
    state.settle(iter([0]))
    assert state.press(state.button("approve"), BEN) == Word("Hier kann nur Anna entscheiden.")
    opened = state.press(state.button("reject"))
    assert isinstance(opened, Open) and opened.view["title"]["text"] == "Aufruf ablehnen"
