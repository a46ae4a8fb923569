"""What a press means in every state a run can be in, over histories that decide() itself brings about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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
    Replied,
    Reply,
    Result,
    Returned,
    Said,
    Started,
    Stopped,
    Understood,
    canonical,
)
from agent.run import Run, replay
from bot.buttons import MODALS, SHELF
from bot.buttons.outcome import ENDED, NOT_YOURS, Again, Open, Outcome, Press, Tell, Word
from bot.buttons.reject import COMMENT_AT_MOST
from bot.tokens import signer, verified
from bot.views.thread import messages

KEY = b"k" * 32
ANNA, BEN = "UANNA", "UBEN"
START, DAY = 1_700_000_000.0, 86_400.0
LENGTH = Question(id="length", text="How long?", options=("short", "long"), default="long")
AGE = Question(id="age", text="How old?", options=("new", "old", "any"), default="any")


@dataclass
class Play:
    """A run and its clock. What decide() wants is done at once: the run stands still where people decide."""

    records: list[Record] = field(default_factory=list)
    now: float = START
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
        return SHELF[parts[0]](Press(self.run, parts, by, self.now, token))

    def submit(self, token: str, comment: str, by: str = ANNA) -> Outcome:
        parts = verified(KEY, token)
        assert parts
        return MODALS["reject"](Press(self.run, parts, by, self.now, token), {"comment": comment})


def _outcome(step: Step, move: int) -> Closing:
    match step.kind:
        case "recall":
            return Recalled(step=step.id)
        case "understand":
            unclear = ((), (LENGTH,), (LENGTH, AGE))[move % 3]
            return Understood(step=step.id, intent=Intent(mode="clarify" if unclear else "research", unclear=unclear))
        case "reply":
            number, count = step.id.partition(".")[2], (2, 1, 3, 0)[move % 4]
            return Replied(
                step=step.id, reply=Reply(text="" if count else "So it is [1].", calls=_calls(number, count))
            )
        case "check":
            return Checked(step=step.id, answer=Answer(text="So it is [1]."))
        case _:
            passage = Passage(address="a.md", title="A", where="lines 1-2", text="So it is.")
            return Returned(step=step.id, outcome="ok", result=Result(passages=(passage,)))


def _calls(number: str, count: int) -> tuple[Call, ...]:
    return tuple(
        Call(id=f"{number}.{at}", tool="read_file", arguments=canonical({"path": f"{number}-{at}.md"}))
        for at in range(1, count + 1)
    )


def play(*moves: int) -> Play:
    started = Play()
    started.tell(Asked(message="1.0", text="why?", by=ANNA, name="Anna"))
    return started.settle(iter(moves))


def waiting() -> Play:
    """Two calls before their asker."""
    return play(0, 0)


def asked_back() -> Play:
    """Two questions before the asker."""
    return play(2)


def answered() -> Play:
    return play(0, 3)


def decided(state: Play) -> dict[str, str]:
    return {id: call.decided.verdict for id, call in state.run.calls.items() if call.decided}


# --- every button in every state ------------------------------------------------------------------------------


@settings(max_examples=60)
@given(st.lists(st.integers(0, 11), max_size=12), st.data())
def test_whatever_happens_every_button_does_what_it_says_once(moves: list[int], data: st.DataObject) -> None:
    models = iter(moves)
    state = play(next(models, 0), next(models, 0))
    for _ in range(data.draw(st.integers(1, 6))):
        token, by = data.draw(st.sampled_from(list(state.seen))), data.draw(st.sampled_from([ANNA, ANNA, BEN]))
        before, outcome = decided(state), state.press(token, by)
        ended = state.run.ended is not None
        assert (outcome == Word(NOT_YOURS)) == (by != ANNA), "others are told so, whatever the state"
        if by == ANNA:
            assert isinstance(outcome, Word) == (token not in state.shown), (
                "what is shown works, what is gone does not"
            )
        assert isinstance(outcome, Again) <= ended and isinstance(outcome, Tell | Open) <= (not ended)
        if isinstance(outcome, Tell):
            state.tell(*outcome.facts)
            assert isinstance(state.press(token, by), Word), "the same press a second time changes nothing"
            assert before.items() <= decided(state).items(), "no decision is ever overturned"
            state.settle(models)
        if data.draw(st.booleans()):
            state.tell(Said(message=f"s{len(state.records)}", text="no, the other one", by=ANNA))
            state.settle(models)
        state.now += data.draw(st.sampled_from([1.0, 2 * DAY]))
        state.settle(models)


@pytest.mark.parametrize("name", sorted(set(SHELF) - {"retry"}))
def test_after_the_end_only_asking_again_is_left(name: str) -> None:
    state = {"answer": asked_back, "defaults": asked_back}.get(name, waiting)()
    token = state.button(name)
    state.tell(Stopped(why="person", by=ANNA))
    assert state.press(token) == Word(ENDED)
    assert state.press(state.button("retry")) == Again()
    assert not [one for one in state.shown if not one.startswith("retry|")]


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
        assert isinstance(SHELF[name](Press(state.run, forged, ANNA, state.now)), Word)


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
    assert state.submit(token, "again") == Word("That call was already rejected.")
    assert state.submit(token, "again", by=BEN) == Word(NOT_YOURS)


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


def test_stop_is_there_as_long_as_the_run_is() -> None:
    for state in (waiting(), asked_back()):
        assert state.press(state.button("stop")) == Tell((Stopped(why="person", by=ANNA),))
