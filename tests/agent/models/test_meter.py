"""What a step spent is known however it ends, and nothing is asked of a model that the run cannot pay."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest

from agent.carrier import Carrier, Live
from agent.decide import Step
from agent.facts import (
    Anything,
    Asked,
    Checked,
    Price,
    Recalled,
    Replied,
    Reply,
    Returned,
    Rules,
    Said,
    Started,
    Stopped,
    Turn,
    Understood,
    Usage,
    Window,
)
from agent.log import Log
from agent.models.jsonsteps import JsonSteps
from agent.models.meter import Meter
from agent.models.model import Chat, ModelError
from agent.models.prices import Bill, Prices, most
from agent.perform import Performer
from agent.purse import Limit, Purse, Spent
from agent.run import Run, usage_of
from agent.tool import Given
from agent.toolbox import Toolbox
from bot.playground.rehearsal.scripted import Held, Line, Odd, Scripted, Status
from tests.agent.endpoint import (
    TOOL,
    USER,
    Desk,
    Rule,
    always,
    delta,
    desk,
    in_turn,
    refuses,
    says,
    sends,
    streams,
)
from tests.agent.worlds import ANNA, asked, recalled, run_of, understood

__all__ = ["desk"]  # a fixture
PRICES = Prices(None, {"scripted": Price(input=100.0, output=1_000.0)})
WINDOW = Window(output=1_000)
INTENT: Mapping[str, object] = {
    "mode": "research", "kind": "answer", "goal": "its price", "since": "m1", "must": [], "must_not": [],
    "prefer": [], "unclear": [], "language": "English",
}  # fmt: skip


async def _recall(run: Run, step: str) -> Recalled:
    turn = Turn(message="m1", speaker=ANNA, kind="member", name="Anna", text=run.asked.text)
    return Recalled(step=step, turns=(turn,))


@asynccontextmanager
async def performing(
    *replies: Line, intents: Sequence[Line] | None = None, purse: Purse | None = None
) -> AsyncIterator[tuple[Performer, Scripted]]:
    async with Scripted(replies, intents=intents) as model:
        chat = Chat(api_key="k", base_url=model.url, name="scripted")
        yield Performer(chat, Toolbox(Given(), ()), _recall, prices=PRICES, purse=purse), model
        await chat.close()


def ready(**rules: Any) -> Run:
    """A run whose next step is its first reply."""
    return run_of(asked(**{"window": WINDOW, **rules}), *recalled(), *understood())


async def spent(performer: Performer, run: Run, step: str = "reply.1") -> Usage:
    return usage_of(await performer(Step(step), run, Live()))


async def test_a_reply_costs_what_its_endpoint_counted() -> None:
    async with performing("It costs a lot.") as (performer, _):
        usage = await spent(performer, ready())
        assert usage.prompt and usage.completion and not usage.bound
        assert usage.money == pytest.approx(usage.prompt * 1e-4 + usage.completion * 1e-3)


async def test_the_repair_of_an_intent_is_paid_as_well() -> None:
    run = run_of(asked(window=WINDOW), *recalled())
    async with performing(intents=["no JSON at all", INTENT]) as (performer, model):
        outcome = await performer(Step("understand.1"), run, Live())
        assert isinstance(outcome, Understood) and outcome.intent and len(model.requests) == 2
    async with performing(intents=[INTENT]) as (performer, _):
        once = await spent(performer, run, "understand.1")
    assert outcome.usage.prompt > 2 * once.prompt and outcome.usage.money > once.money > 0


async def test_an_intent_that_never_holds_is_paid_all_the_same() -> None:
    async with performing(intents=["nothing", "nothing again"]) as (performer, _):
        outcome = await performer(Step("understand.1"), run_of(asked(window=WINDOW), *recalled()), Live())
        assert isinstance(outcome, Returned) and outcome.final and outcome.result.usage.money > 0


async def test_what_the_endpoint_does_not_count_is_estimated_and_a_bound() -> None:
    said = {"choices": [{"message": {"role": "assistant", "content": "x" * 375}, "finish_reason": "stop"}]}
    async with performing(Status(200, said)) as (performer, model):
        usage = await spent(performer, ready())
        sent = len(str(model.requests[0]["messages"]))
        assert usage.bound and usage.completion == 100 and abs(usage.prompt - sent / 3.75) < 30


async def test_a_reply_that_breaks_off_may_have_to_be_paid_whole() -> None:
    async with performing(Odd("It costs a lot.", cut=True), *[Status(500)] * 3) as (performer, _):
        outcome = await performer(Step("reply.1"), ready(), Live())
        assert isinstance(outcome, Returned) and outcome.outcome == "failed"
        usage = outcome.result.usage
        assert usage.bound and usage.completion == WINDOW.output and usage.money > 1.0


@pytest.mark.parametrize("status", [400, 401, 404])
async def test_a_request_that_is_refused_costs_nothing(status: int) -> None:
    async with performing(*[Status(status)] * 6) as (performer, _):
        outcome = await performer(Step("reply.1"), ready(), Live())
        assert isinstance(outcome, Returned) and outcome.outcome == "failed" and usage_of(outcome) == Usage()


async def test_where_nobody_answers_nothing_is_spent() -> None:
    chat = Chat(api_key="k", base_url="http://127.0.0.1:9/v1", name="scripted")
    performer = Performer(chat, Toolbox(Given(), ()), _recall, prices=PRICES)
    assert await spent(performer, ready()) == Usage()
    await chat.close()


async def test_a_request_that_was_lost_with_its_process_is_paid_as_well() -> None:
    async with performing("It costs a lot.", "It costs a lot.") as (performer, _):
        first = await spent(performer, ready())
        lost = run_of(
            asked(window=WINDOW), *recalled(), *understood(), Started(step="reply.1", worker="one that is gone")
        )
        again = await spent(performer, lost)
        assert again.bound and again.completion == first.completion + WINDOW.output


async def test_what_does_not_fit_is_not_asked() -> None:
    async with performing("It costs a lot.", purse=Purse()) as (performer, model):
        outcome = await performer(Step("reply.1"), ready(tokens=1_200), Live())
        assert isinstance(outcome, Returned) and outcome.final and outcome.spent == "run"
        assert outcome.result.usage == Usage() and not model.requests
        outcome = await performer(Step("reply.1"), ready(tokens=20_000), Live())
        assert isinstance(outcome, Replied) and len(model.requests) == 1


# --- several requests of one call ---------------------------------------------------------------------------------


VOID = sends({"model": "m-1", "choices": [], "usage": {"prompt_tokens": 900, "completion_tokens": 50}})
WORTH = Usage(prompt=5, completion=2)  # of `says()`
CHEAP = Prices(None, {"m-1": Price(input=1.0, output=1.0)})


async def asked_of(
    desk: Desk, rule: Rule, *, steps: bool = False, as_json: bool = False, **rules: Any
) -> tuple[Any, Any, Bill]:
    """What came of one metered call: the reply or the error, the endpoint, the bill."""
    model, endpoint = await desk.set(rule, silence=5.0)
    bill, run = Bill(), ready(**rules)
    meter = Meter(JsonSteps(model) if steps else model, CHEAP, Purse(), bill, run)
    try:
        said: Any = await meter.reply([USER], tools=[TOOL] if steps else (), as_json=as_json)
    except (ModelError, Spent) as error:
        said = error
    return said, endpoint, bill


async def test_a_reply_is_bounded_by_what_is_kept_for_it(desk: Desk) -> None:
    said, endpoint, _ = await asked_of(desk, always(says()))
    assert endpoint.asked[0]["max_tokens"] == WINDOW.output and said.usage.tokens == WORTH.tokens


@pytest.mark.parametrize(("steps", "as_json"), [(False, False), (False, True), (True, False)])
async def test_each_further_request_needs_room_of_its_own(desk: Desk, steps: bool, as_json: bool) -> None:
    blank = {"message": {"role": "assistant", "content": "{" if steps else " "}, "finish_reason": "stop"}
    bad = sends({"choices": [blank], "usage": {"prompt_tokens": 900, "completion_tokens": 50}})
    bad = VOID if not (steps or as_json) else bad
    said, endpoint, bill = await asked_of(desk, always(bad), steps=steps, as_json=as_json, tokens=1_900)
    assert isinstance(said, Spent) and len(endpoint.asked) == 1 and bill.usage.tokens == 950 and not bill.usage.bound
    good = says('{"thought": "x", "action": "web_search", "args": {}}')
    said, endpoint, bill = await asked_of(desk, in_turn(bad, good), steps=steps, as_json=as_json)
    assert len(endpoint.asked) == 2 and bill.usage.tokens == 950 + WORTH.tokens == said.usage.tokens


@pytest.mark.parametrize(("status", "reached"), [(408, 1), (504, 1), (524, 1), (429, 0), (500, 0), (503, 0)])
async def test_what_timed_out_on_the_way_may_have_to_be_paid_each_time(desk: Desk, status: int, reached: int) -> None:
    tries = 2 if status in (429, 503) else 3  # who has too much to do is asked again once
    said, endpoint, bill = await asked_of(desk, in_turn(*[refuses(status, "no")] * (tries - 1), says()))
    assert len(endpoint.asked) == tries and bill.usage.completion == 2 * reached * WINDOW.output + WORTH.completion
    assert bill.usage.bound is bool(reached) and said.text
    said, endpoint, bill = await asked_of(desk, always(refuses(status, "no")), tokens=1_500)
    assert len(endpoint.asked) == (1 if reached else tries), "there is no room for another one"


async def test_what_was_counted_before_a_reply_broke_off_is_no_count(desk: Desk) -> None:
    early = {**delta(content="x" * 3_750), "usage": {"prompt_tokens": 50, "completion_tokens": 1}}
    _, _, bill = await asked_of(desk, always(streams(early, done=False)))
    assert bill.usage.bound and bill.usage.completion >= 1_000 and bill.usage.prompt == 50
    half = delta(tool_calls=[{"index": 0, "id": "a", "function": {"name": "web_search", "arguments": '{"q'}}])
    _, _, bill = await asked_of(desk, always(streams(early, half, done=False)))
    assert bill.usage.bound and bill.usage.completion == WINDOW.output
    _, _, bill = await asked_of(desk, always(streams(early, {"error": {"message": "overloaded", "code": 529}})))
    assert bill.usage.bound and bill.usage.completion == WINDOW.output


def test_the_most_goes_by_the_dearer_of_both_lengths() -> None:
    messages = [{"role": "user", "content": "x" * 3_750}]
    usual, dense, thin = (most(messages, [], 0, Price(), rate).prompt for rate in (3.75, 2.0, 4.5))
    assert usual == thin and dense == pytest.approx(usual * 3.75 / 2, abs=2)


# --- carried to its end -------------------------------------------------------------------------------------------


@asynccontextmanager
async def carried(performer: Performer, log: Log, **rules: object) -> AsyncIterator[asyncio.Task[Run]]:
    given = Rules.model_validate({"approval": "off", "window": WINDOW, **rules})
    await log.tell("t", "r", [Asked(message="m1", text="What does it cost?", by=ANNA, rules=given)], once="m1")
    carrier = Carrier(log, "t", "r", performer, lambda run, live: None, lambda: 1_000_000.0, "w", pause=0.0)
    log.on_append(lambda _: carrier.wake())
    task = asyncio.create_task(carrier.carry())
    yield task
    await carrier.leave()
    await asyncio.gather(task, return_exceptions=True)
    await log.close()


async def log_of(clock: float = 1_000_000.0) -> Log:
    log = Log(None, clock=lambda: clock)
    await log.open()
    return log


async def test_what_a_remark_or_a_stop_breaks_off_is_paid_by_whoever_asked() -> None:
    for fact in (Said(message="m2", text="No, the other one.", by=ANNA), Stopped(why="person", by="UBEN")):
        held, log = Held("It costs a lot."), await log_of()
        async with (
            performing(held, "The other one.", "The other one.", intents=[INTENT, INTENT]) as (performer, _),
            carried(performer, log) as task,
        ):
            await held.reached.wait()
            await log.tell("t", "r", [fact], once="m2")
            run = await task
            gone = [f for f in await facts(log) if isinstance(f, Returned) and f.outcome == "cancelled"]
            assert [usage_of(one).completion for one in gone] == [WINDOW.output] and usage_of(gone[0]).bound
            used = await log.spent(ANNA, "1970-01-12")
            assert used.tokens == run.usage.tokens and used.money == pytest.approx(run.money) and run.money > 1
            held.release.set()


async def facts(log: Log) -> list[Anything]:
    return [record.fact for record in await log.read("r")]  # type: ignore[misc]


async def test_a_run_never_uses_more_than_its_budget_and_its_last_reply_has_no_tools() -> None:
    for budget in range(2_000, 9_000, 500):
        log = await log_of()
        async with (
            performing(*["A draft without a source."] * 9, intents=[INTENT]) as (performer, _),
            carried(performer, log, tokens=budget) as task,
        ):
            run = await task
            assert run.usage.tokens <= budget and run.ended
            assert run.usage == sum((usage_of(f) for f in await facts(log) if closes(f)), Usage())  # type: ignore[arg-type]
            if isinstance(run.ended, Stopped):
                assert run.ended.why == "budget"


def closes(fact: Anything) -> bool:
    return isinstance(fact, Understood | Replied | Returned | Checked)


async def test_a_spent_day_ends_the_run_with_the_time_at_which_it_begins_anew() -> None:
    log = await log_of()
    await log.tell("t", "before", [Asked(message="m0", text="What?", by=ANNA)], once="m0")
    await log.append("t", "before", Started(step="reply.1", worker="w"), 1)
    await log.close_step("t", "before", Replied(step="reply.1", reply=Reply(usage=Usage(prompt=20_000))))
    for limit, until in ((20_100, 12 * 86_400.0), (100, 0.0)):  # one that holds no call at all never begins anew
        log_ = log if until else await log_of()
        purse = Purse(log_, Limit(tokens=limit), clock=lambda: 1_000_000.0)
        async with performing(intents=[INTENT], purse=purse) as (performer, model), carried(performer, log_) as task:
            run = await task
            assert run.ended == Stopped(why="spent", until=until) and not model.requests


def test_the_last_reply_is_the_one_after_which_none_would_fit() -> None:
    run = ready()
    most = run.foreseen.tokens
    for budget, speaks, last in ((2 * most, True, False), (2 * most - 1, True, True), (most - 1, False, True)):
        rich = ready(tokens=budget + run.usage.tokens)
        assert (rich.speaks_on, rich.last_round("reply.1")) == (speaks, last)
    price = Price(input=100.0, output=1_000.0)
    money = price.of(run.foreseen)
    for worth, speaks in ((money, True), (money - 0.001, False)):
        assert ready(money=worth, price=price).speaks_on is speaks
