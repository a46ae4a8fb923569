"""What a step asks of the model, and what is made of its message, over real HTTP."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from agent.carrier import Live
from agent.decide import Step
from agent.facts import Compacted, Hit, Intent, Recalled, Replied, Result, Returned, Turn, Understood, Window
from agent.models.jsonsteps import JsonSteps
from agent.models.responses import Responses
from agent.pages.web import Web
from agent.perform import Performer
from agent.run import Run
from agent.tool import Given
from agent.toolbox import Toolbox
from tests.agent.endpoint import (
    Answer,
    Desk,
    Json,
    Rule,
    always,
    delta,
    desk,
    in_turn,
    played,
    refuses,
    says,
    sends,
    streams,
)
from tests.agent.worlds import asked, call, made, recalled, replied, run_of, understood
from tests.agent.worlds import done as outcome

__all__ = ["desk"]  # a fixture


async def nobody(run: Run, step: str) -> Recalled:
    return Recalled(step=step)


async def performed(desk: Desk, rule: Rule, step: str, run: Run) -> tuple[object, list[Json]]:
    """What came of a step, and what the endpoint was asked."""
    model, endpoint = await desk.set(rule)
    performer = Performer(model, Toolbox(Given(), ()), nobody, waits=(0.01, 0.01))
    return await performer(Step(step), run, Live()), endpoint.asked


@pytest.mark.parametrize(("thinking", "effort"), [(True, "high"), (False, None)])
async def test_a_run_that_thinks_hard_asks_for_it(desk: Desk, thinking: bool, effort: str | None) -> None:
    run = run_of(asked(thinking=thinking), *recalled(), *understood())
    _, requests = await performed(desk, played({"content": "Ten."}), "reply.1", run)
    assert [request.get("reasoning_effort") for request in requests] == [effort]


@pytest.mark.parametrize("thinking", [True, False])
async def test_the_intent_is_never_asked_for_with_hard_thought(desk: Desk, thinking: bool) -> None:
    run = run_of(asked(thinking=thinking), *recalled())
    _, requests = await performed(desk, played({"content": "no JSON", "reasoning": "Hm."}), "understand.1", run)
    assert [request.get("reasoning_effort") for request in requests] == [None, "none"]


@pytest.mark.parametrize(
    ("rule", "note"),
    [
        (played({"content": None, "refusal": "I will not."}), "The model declined to answer: I will not."),
        (played({"content": None}, "content_filter"), "The model's endpoint held back the rest of the answer"),
        (always(sends({"error": {"message": "Filtered.", "code": "content_filter"}}, 400)), "Filtered."),
        (played({"content": '{"mode": "rese'}, "content_filter"), "The model's endpoint held back the rest"),
    ],
)
async def test_an_intent_that_is_declined_is_said_and_not_asked_for_again(desk: Desk, rule: Rule, note: str) -> None:
    done, requests = await performed(desk, rule, "understand.1", run_of(asked(), *recalled()))
    assert isinstance(done, Returned) and done.final and note in done.result.note and len(requests) == 1


async def test_a_broken_intent_is_repaired_then_asked_for_once_then_given_up(desk: Desk) -> None:
    run = run_of(asked(), *recalled())
    good = '{"mode": "chat", "kind": "answer", "goal": "g", "must": [], "must_not": [], "prefer": [], "unclear": [], '
    broken = good + '"language": "English", "since": "",}'
    for said, asks in ((broken, 1), ("no", 2), ('{"mode": 1}', 2)):
        done, requests = await performed(desk, in_turn(says(said), says("no")), "understand.1", run)
        assert len(requests) == asks
        if asks == 1:
            assert isinstance(done, Understood) and done.intent is not None
        else:  # nothing that whoever asked could put right
            assert isinstance(done, Returned) and (done.outcome, done.final, len(done.ref)) == ("failed", True, 8)
            assert done.result.note == "The model did not answer in the form it was asked for."
            assert done.result.usage.tokens > 0


@pytest.mark.parametrize("said", [None, '{"mode": "rese'])
async def test_an_intent_that_broke_off_at_its_limit_is_asked_for_once_more_and_then_said(
    desk: Desk, said: str | None
) -> None:
    done, requests = await performed(
        desk, played({"content": said}, "length"), "understand.1", run_of(asked(), *recalled())
    )
    assert isinstance(done, Returned) and done.final and len(requests) == 2
    assert done.result.note == "The model's reply broke off at its length limit."
    assert "be brief" in str(requests[-1]["messages"])


# --- longer than the model can read -----------------------------------------------------------------------------


def reads(tokens: int, said: str, names: bool = True) -> Rule:
    """An endpoint that reads so many tokens of four characters, and may say so."""
    words = f"This model's maximum context length is {tokens} tokens." if names else "The prompt is too long."

    def rule(asked: Json) -> Answer:
        long = len(json.dumps(asked["messages"])) > 4 * tokens
        return refuses(400, words, "context_length_exceeded") if long else played({"content": said})(asked)

    return rule


GOOD = (
    '{"mode": "research", "kind": "answer", "goal": "g", "must": [], "must_not": [], "prefer": [], "unclear": [], '
    '"language": "English", "since": ""}'
)
LONG = tuple(
    Turn(message=f"m{n}", speaker="U1", kind="member", name="Anna", text=f"remark {n}: {'so it goes on ' * 30}")
    for n in range(40)
)


@pytest.mark.parametrize("names", [True, False])
async def test_an_intent_call_that_is_too_long_is_made_shorter_once(desk: Desk, names: bool) -> None:
    run = run_of(asked(), *recalled(turns=LONG))
    done, requests = await performed(desk, reads(4_000, GOOD, names), "understand.1", run)
    assert isinstance(done, Understood) and done.intent and len(requests) == 2
    assert "remark 39" in str(requests[1]) and "remark 0:" not in str(requests[1])


@pytest.mark.parametrize("tokens", [3_200, 2_400])
async def test_what_is_too_long_by_far_is_made_shorter_until_it_fits_though_nobody_says_by_how_much(
    desk: Desk, tokens: int
) -> None:
    run = run_of(asked(), *recalled(turns=LONG))
    done, requests = await performed(desk, reads(tokens, GOOD, names=False), "understand.1", run)
    assert isinstance(done, Understood) and 3 <= len(requests) <= 4
    lengths = [len(str(request["messages"])) for request in requests]
    assert lengths == sorted(lengths, reverse=True) and len(set(lengths)) == len(lengths)


async def test_what_an_endpoint_says_that_it_reads_holds_for_later_requests(desk: Desk) -> None:
    model, endpoint = await desk.set(reads(4_000, GOOD))
    performer = Performer(model, Toolbox(Given(), ()), nobody)
    for _ in range(3):
        await performer(Step("understand.1"), run_of(asked(), *recalled(turns=LONG)), Live())
    assert len(endpoint.asked) == 4


@pytest.mark.parametrize("step", ["understand.1", "reply.1"])
async def test_what_cannot_give_way_is_not_sent_twice(desk: Desk, step: str) -> None:
    facts = [*recalled(), *(understood() if step == "reply.1" else ())]
    done, requests = await performed(desk, reads(300, GOOD, names=False), step, run_of(asked(), *facts))
    assert isinstance(done, Returned) and done.final and len(requests) == 1
    assert done.result.note.startswith("The conversation is longer than the model can read")


# --- a call that was left in the text ----------------------------------------------------------------------------

LEFT = '<tool_call>\n{"name": "%s", "arguments": {"query": "x"}}\n</tool_call>'


@pytest.mark.parametrize("before", ["", "Ten pages [1].\n\n"])
@pytest.mark.parametrize("share", [1.0, 0.5])
async def test_in_the_last_round_a_call_in_the_text_is_not_shown(desk: Desk, before: str, share: float) -> None:
    web = Web("tvly-key", "http://127.0.0.1:9")
    box, run = Toolbox(Given(web=web)), run_of(asked(rounds=1), *recalled(), *understood())
    left = LEFT % box.names[0]
    model, endpoint = await desk.set(played({"content": f"{before}{left[: int(len(left) * share)]}"}))
    replied_to = await Performer(model, box, nobody)(Step("reply.1"), run, Live())
    await web.close()
    assert isinstance(replied_to, Replied) and not replied_to.reply.calls
    assert replied_to.reply.text == before.strip() and len(endpoint.asked) <= 2


# --- an endpoint that has too much to do ------------------------------------------------------------------------

SLOW = Answer(429, json.dumps({"error": {"message": "slow down"}}), headers={"x-should-retry": "false"})


async def test_an_endpoint_that_has_too_much_to_do_is_waited_for(desk: Desk) -> None:
    run = run_of(asked(), *recalled(), *understood())
    done, requests = await performed(desk, in_turn(SLOW, SLOW, says()), "reply.1", run)
    assert isinstance(done, Replied) and len(requests) == 3
    done, requests = await performed(desk, always(SLOW), "reply.1", run)
    assert isinstance(done, Returned) and not done.final and len(requests) == 3
    assert done.result.note == "The model's endpoint has too much to do."


@pytest.mark.parametrize(
    "answer",
    [
        SLOW,
        refuses(429, "slow down", **{"retry-after-ms": "1"}),
        refuses(503, "overloaded"),
        refuses(529, "overloaded"),
    ],
)
async def test_one_that_has_too_much_to_do_for_long_is_asked_a_handful_of_times_in_all(
    desk: Desk, answer: Answer
) -> None:
    model, endpoint = await desk.set(always(answer))
    performer = Performer(model, Toolbox(Given(), ()), nobody, waits=(0.01, 0.01))
    facts = [asked(), *recalled(), *understood()]
    for _ in range(2):  # a step that failed is begun once more
        failed = await performer(Step("reply.1"), run_of(*facts), Live())
        assert isinstance(failed, Returned) and not failed.final
        facts += outcome(failed)
    assert 4 <= len(endpoint.asked) <= 6


@pytest.mark.parametrize("status", [429, 503])
async def test_the_wait_that_is_asked_for_is_waited_in_sight_and_by_whoever_comes_next(
    desk: Desk, status: int
) -> None:
    answer = refuses(status, "slow down", **{"retry-after": "50"})
    model, endpoint = await desk.set(always(answer))
    performer = Performer(model, Toolbox(Given(), ()), nobody)
    for _ in range(2):
        live, run = Watched(), run_of(asked(), *recalled(), *understood())
        step = asyncio.ensure_future(performer(Step("reply.1"), run, live))
        await live.waiting.wait()
        step.cancel()
        with pytest.raises(asyncio.CancelledError):
            await step
    assert len(endpoint.asked) == 1, "the next one does not even ask"
    live = Watched()
    await performer(Step("recall.1"), run_of(asked()), live)
    assert not live.waiting.is_set(), "but what needs no model does not wait for it"


async def test_a_step_that_is_begun_again_waits_for_what_was_asked_last(desk: Desk) -> None:
    model, endpoint = await desk.set(always(refuses(429, "slow down", **{"retry-after": "50"})))
    performer, facts = Performer(model, Toolbox(Given(), ()), nobody, waits=()), [asked(), *recalled(), *understood()]
    failed = await performer(Step("reply.1"), run_of(*facts), Live())
    assert isinstance(failed, Returned)
    live = Watched()
    step = asyncio.ensure_future(performer(Step("reply.1"), run_of(*facts, *outcome(failed)), live))
    await live.waiting.wait()
    step.cancel()
    with pytest.raises(asyncio.CancelledError):
        await step
    assert len(endpoint.asked) == 1


async def test_a_reply_that_broke_off_for_too_much_to_do_is_begun_anew_once_and_its_words_are_gone(
    desk: Desk,
) -> None:
    busy = streams(delta(content="Ten pages"), {"error": {"message": "Overloaded", "type": "overloaded_error"}})
    model, endpoint = await desk.set(always(busy))
    live = Live()
    performer = Performer(model, Toolbox(Given(), ()), nobody, waits=(0.01, 0.01))
    failed = await performer(Step("reply.1"), run_of(asked(), *recalled(), *understood()), live)
    assert isinstance(failed, Returned) and len(endpoint.asked) == 2 and live.words == 2


class Watched(Live):
    """Tells when somebody waits."""

    def __init__(self) -> None:
        self.waiting = asyncio.Event()
        super().__init__()

    def __setattr__(self, name: str, value: object) -> None:
        super().__setattr__(name, value)
        if name == "waits" and value:
            self.waiting.set()


async def test_the_wait_is_seen_and_a_stop_ends_it(desk: Desk) -> None:
    model, endpoint = await desk.set(always(SLOW))
    live, run = Watched(), run_of(asked(), *recalled(), *understood())
    performer = Performer(model, Toolbox(Given(), ()), nobody, waits=(50.0,))
    step = asyncio.ensure_future(performer(Step("reply.1"), run, live))
    await live.waiting.wait()
    step.cancel()
    with pytest.raises(asyncio.CancelledError):
        await step
    assert not live.waits and len(endpoint.asked) == 1


@pytest.mark.parametrize("wait", ["61", "86400"])
async def test_who_asks_for_more_time_than_can_be_waited_is_left_alone(desk: Desk, wait: str) -> None:
    run = run_of(asked(), *recalled(), *understood())
    answer = refuses(429, "slow down", **{"retry-after": wait})
    done, requests = await performed(desk, always(answer), "reply.1", run)
    assert isinstance(done, Returned) and len(requests) == 1


async def test_what_the_endpoint_says_of_a_failure_goes_into_the_fact(desk: Desk) -> None:
    rule = always(refuses(404, "no such model"))
    done, _ = await performed(desk, rule, "reply.1", run_of(asked(), *recalled(), *understood()))
    assert isinstance(done, Returned) and done.final and "knows no m-1" in done.result.note and done.ref


SEARCHED: Json = {
    "status": "completed",
    "output": [
        {"type": "web_search_call", "action": {"type": "search", "query": "fares"}},
        {
            "type": "message",
            "content": [
                {
                    "type": "output_text",
                    "text": "They rose.",
                    "annotations": [{"type": "url_citation", "url": "https://rail.test/a", "title": "t" * 900}],
                }
            ],
        },
    ],
}


@pytest.mark.parametrize("approval", ["each", "once", "writes", "off"])
@pytest.mark.parametrize("wished", [True, False])
@pytest.mark.parametrize("searches", [2, 0])
async def test_the_provider_searches_only_where_nobody_had_to_let_a_search_through(
    desk: Desk, approval: str, wished: bool, searches: int
) -> None:
    rules: dict[str, Any] = {"approval": approval, "provider_search": wished, "searches": searches}
    run = run_of(asked(**rules), *recalled(), *understood())
    model, endpoint = await desk.set(always(sends(SEARCHED)), kind=Responses)
    done = await Performer(model, Toolbox(Given(), ()), nobody)(Step("reply.1"), run, Live())
    [request] = endpoint.asked
    offered = wished and searches > 0 and approval in ("writes", "off")
    assert request.get("tools") == ([{"type": "web_search"}] if offered else None)
    assert request.get("max_tool_calls") == (searches if offered else None)
    assert isinstance(done, Replied) and done.reply.queries == ("fares",)
    [hit] = done.reply.hits
    assert hit.address == "https://rail.test/a" and len(hit.title) == 300


async def test_neither_small_talk_nor_the_last_round_is_searched_for(desk: Desk) -> None:
    rules: dict[str, Any] = {"approval": "off", "provider_search": True}
    chat = run_of(asked(**rules), *recalled(), *understood(intent=Intent(mode="chat")))
    last = run_of(asked(**rules, rounds=1), *recalled(), *understood())
    for run in (chat, last):
        model, endpoint = await desk.set(always(sends(SEARCHED)), kind=Responses)
        await Performer(model, Toolbox(Given(), ()), nobody)(Step("reply.1"), run, Live())
        assert "tools" not in endpoint.asked[0]


# --- what a request was counted as --------------------------------------------------------------------------------


def counted(content: str, prompt: int) -> Answer:
    finish = "stop" if content else None
    message = {"message": {"role": "assistant", "content": content}, "finish_reason": finish}
    return sends({"choices": [message], "usage": {"prompt_tokens": prompt, "completion_tokens": 5}})


async def test_of_a_step_that_took_several_requests_the_count_of_the_one_that_is_described_is_kept(
    desk: Desk,
) -> None:
    """In steps a reply without a step is asked for once more; a void one is asked for again."""
    steps, _ = await desk.set(
        in_turn(counted('{"thought": "x", "action"', 700), counted('{"action": "answer"}\n\nTen.', 900))
    )
    void, _ = await desk.set(in_turn(counted("", 700), counted("Ten.", 700)))
    for model, prompt in ((JsonSteps(steps), 1_600), (void, 1_400)):
        performer = Performer(model, Toolbox(Given(), ()), nobody)
        run = run_of(asked(), *recalled(), *understood(), *replied(1, call("1.1")), *made("1.1"))
        done = await performer(Step("reply.2"), run, Live())
        assert isinstance(done, Replied)
        assert (done.reply.usage.prompt, done.reply.counted) == (prompt, 700)


async def test_what_was_too_long_is_kept_with_the_reply_to_half_of_it(desk: Desk) -> None:
    rule = in_turn(refuses(400, "too long", "context_length_exceeded"), counted("Ten.", 500))
    done, requests = await performed(desk, rule, "reply.1", run_of(asked("why " * 3_000), *recalled(), *understood()))
    assert isinstance(done, Replied) and len(requests) == 2
    assert done.reply.refused > 2 * done.reply.sent * 0.9 and done.reply.counted == 500


async def test_an_intent_that_the_model_cannot_read_is_known_to_be_too_long(desk: Desk) -> None:
    rule = always(refuses(400, "too long", "context_length_exceeded"))
    done, _ = await performed(desk, rule, "understand.1", run_of(asked(), *recalled()))
    assert isinstance(done, Returned) and done.long and done.final


# --- summaries that are none --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("message", "finish", "held"),
    [
        ({"content": "It leaves at nine [1]."}, "stop", True),
        ({"content": "I'm sorry, but I can't help with that."}, "content_filter", False),
        ({"content": "It leaves at"}, "length", False),
        ({"content": None, "refusal": "No."}, "stop", False),
        ({"content": "It leaves at nine.", "refusal": "No more of it."}, "stop", False),
        ({"content": ""}, "stop", False),
        ({"content": "long " * 5_000}, "stop", True),
    ],
)
async def test_a_summary_that_was_declined_or_broke_off_is_none(
    desk: Desk, message: Json, finish: str, held: bool
) -> None:
    small = Window(whole=8_192, input=8_192, output=2_048)
    long = Result(hits=tuple(Hit(address=f"https://a{n}.test", title="A", snippet="s" * 900) for n in range(5)))
    rounds = [fact for n in range(1, 5) for fact in (*replied(n, call(f"{n}.1")), *made(f"{n}.1", result=long))]
    run = run_of(asked(window=small), *recalled(), *understood(), *rounds)
    done, _ = await performed(desk, played(message, finish), "compact.1", run)
    assert isinstance(done, Compacted if held else Returned)
    assert held or (isinstance(done, Returned) and done.outcome == "failed")
