"""Whatever happens in a run, the next request fits what the model can read: properties of random runs."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from agent.decide import Do, decide
from agent.facts import Anything, Asked, Compacted, Hit, Intent, Passage, Replied, Reply, Result, Stopped, Turn, Usage
from agent.intent import Message
from agent.intent import request as intent_request
from agent.request.compaction import request
from agent.request.context import context, covered, is_due, limit
from agent.request.space import question_limit
from agent.request.tokens import escaped, length, room, tokens
from agent.run import Run, replay
from agent.tools import SHELF
from tests.agent.request.test_context import assert_well_formed, begins, kept, narrow, shrunk, texts
from tests.agent.worlds import BEN, asked, call, checked, done, made, recalled, records, replied, said, understood

some = settings(max_examples=16, phases=[Phase.explicit, Phase.generate])  # small runs are none of those that fail
TOOLS = [tool.schema for tool in SHELF]
NARROW = 5_000  # tokens; instructions and tools alone take about half of it
sizes = st.sampled_from([0, 40, 900, 4_000, 15_000, 60_000])
letters = st.sampled_from(["words of a page, 12 of them. ", "日本語の文章です。", "русский текст ", "x", '"\\\n'])
rooms = st.sampled_from([NARROW, 9_000, 20_000, 60_000])


@st.composite
def words(draw: st.DrawFn) -> str:
    some, size = draw(letters), draw(sizes)
    return (some * (size // len(some) + 1))[:size]


@st.composite
def results(draw: st.DrawFn, id: str) -> tuple[str, Result]:
    outcome = draw(st.sampled_from(["ok", "ok", "ok", "failed", "refused"]))
    passages = (Passage(address=f"https://p{id}.test", title="A page", where="whole page", text=draw(words())),)
    hits = (Hit(address=f"https://h{id}.test", title="A lead", snippet=draw(words())[:1_000]),)
    brought = draw(st.sampled_from([Result(passages=passages), Result(hits=hits), Result(note=draw(words()))]))
    return outcome, brought


@st.composite
def moments(draw: st.DrawFn) -> list[list[Anything]]:
    """The facts of one run at each moment the model is asked, compactions made where they are wanted."""
    turns = tuple(
        Turn(message=f"t{n}", speaker=BEN, kind="member", name="Ben", text=f"turn {n} {draw(words())[:4_000]}")
        for n in range(draw(st.integers(0, 12)))
    )
    goal = draw(words())[:3_000] or "the price"
    names = tuple(tool.name for tool in SHELF)
    first = asked(f"BEGIN-m1 {draw(words())[:8_000]} END-m1", approval="off", rounds=50, tools=names)
    facts: list[Anything] = narrow([first, *recalled(turns=turns), *understood(1, _intent(goal))], draw(rooms))
    heard = 1
    found = [list(facts)]
    for n in range(1, draw(st.integers(0, 7)) + 1):
        match draw(st.sampled_from(["calls", "calls", "calls", "draft", "remark"])):
            case "calls":
                facts += _calls(draw, n)
            case "draft":
                facts += [*replied(n, text=draw(words())), *checked(n, "No source.")]
            case _:
                heard += 1
                remark = said(f"BEGIN-m{heard} {draw(words())} END-m{heard}", message=f"m{heard}")
                facts += [remark, *understood(heard, _intent(goal))]
        found.append(list(facts))
        facts += _compacted(facts, draw(st.sampled_from(["short notes", "long " * 2_000])))
        found.append(list(facts))
    return found


def _intent(goal: str) -> Intent:
    return Intent(mode="research", goal=goal, language="English")


def _calls(draw: st.DrawFn, n: int) -> list[Anything]:
    calls = [
        call(f"{n}.{i}", arguments=json.dumps({"q": draw(words())[:5_000]}))
        for i in range(1, draw(st.integers(1, 3)) + 1)
    ]
    sent = draw(st.sampled_from([0, 30_000]))
    usage = Usage(prompt=draw(st.sampled_from([0, 1, 6_000, 10_000])), completion=5)
    facts: list[Anything] = [
        *done(Replied(step=f"reply.{n}", reply=Reply(calls=tuple(calls), usage=usage, sent=sent)))
    ]
    for one in calls:
        outcome, brought = draw(results(one.id.replace(".", "x")))
        facts += made(one.id, outcome, result=brought)
    return facts


def _compacted(facts: list[Anything], summary: str) -> list[Anything]:
    """What the core would do before the model speaks again."""
    run = _run(facts)
    wanted = decide(run, run.at)
    if not isinstance(wanted, Do) or wanted.steps[0].kind != "compact":
        return []
    step, through = wanted.steps[0].id, covered(run)
    assert through is not None
    return [*done(Compacted(step=step, summary=summary, through=through))]


def _run(facts: list[Anything]) -> Run:
    return replay(records(*facts))


def _sent(run: Run, **more: Any) -> list[Message]:
    return context(run, tools=TOOLS, **more)


@some
@given(moments(), st.booleans())
def test_it_always_fits_and_always_has_its_shape(found: list[list[Anything]], last: bool) -> None:
    for facts in found:
        run = _run(facts)
        messages = _sent(run, last=last)
        assert length(messages) + length(TOOLS) <= limit(run, length(TOOLS))
        assert_well_formed(messages)
        assert messages == _sent(_run(facts), last=last)


@some
@given(moments())
def test_the_newest_message_and_the_question_are_never_lost(found: list[list[Anything]]) -> None:
    """However long they are, their beginning and their end stay, with a word on what is left out between them."""
    for facts in found:
        run = _run(facts)
        whole = "\n".join(texts(_sent(run)))
        newest = {run.asked.message: run.asked.text, **{one.message: one.text for _, one in run.said[-1:]}}
        for message, text in newest.items():
            assert f"BEGIN-{message} " in whole and f" END-{message}" in whole
            if json.dumps(text, ensure_ascii=False)[1:-1] not in whole and text not in whole:
                assert "characters left out …]" in whole


@some
@given(moments())
def test_half_of_the_room_is_kept_to_as_well(found: list[list[Anything]]) -> None:
    for facts in found:
        run = _run(facts)
        most = room(run.asked.rules.window)
        if most > 2 * NARROW:
            messages = _sent(run, share=0.5)
            assert length(messages) + length(TOOLS) <= limit(run, length(TOOLS), 0.5)


@some
@given(moments())
def test_a_summary_is_asked_for_with_what_fits_and_only_where_it_can_help(found: list[list[Anything]]) -> None:
    for facts in found:
        run = _run(facts)
        through = covered(run)
        if through is not None:
            asking = request(run, through)
            assert [message["role"] for message in asking] == ["system", "user"]
            assert length(asking) <= limit(run)
        assert not (run.compacted and is_due(run) and through is not None and through <= run.compacted.through)


@some
@given(moments())
def test_what_the_intent_is_made_of_fits_too_and_never_reads_a_summary(found: list[list[Anything]]) -> None:
    run = _run(found[-1])
    asking = intent_request(run)
    assert tokens(length(asking)) <= room(run.asked.rules.window)
    assert "short notes" not in str(asking) and "long long" not in str(asking)


@some
@given(moments())
def test_what_has_given_way_does_not_come_back(found: list[list[Anything]]) -> None:
    """But for a summary and a page that goes, what was sent stays the beginning of what is sent next, as long as
    there is room for it and the endpoint counts as it did."""
    before: tuple[Run, list[Message]] | None = None
    for facts in found:
        run = _run(facts)
        now = _sent(run)
        if before and _is_calm(before[0]) and _is_calm(run):
            assert shrunk(now)[: len(shrunk(before[1]))] == shrunk(before[1])
            if shrunk(now) == shrunk(before[1]):
                assert begins(kept(before[1]), now)
        before = (run, now)


def _is_calm(run: Run) -> bool:
    """Nothing but pages has given way, and nothing but new things can be another than it was."""
    counted = any(round.reply.sent for round in run.rounds)
    return not (run.compacted or run.said or counted) and "left out" not in str(_sent(run))


@some
@given(moments())
def test_a_question_that_is_too_long_is_refused_before_anything_is_asked(found: list[list[Anything]]) -> None:
    first = found[0][0]
    assert isinstance(first, Asked)
    huge = first.model_copy(update={"text": "x" * (4 * room(first.rules.window))})
    refused = decide(_run([huge]), 0.0)
    assert getattr(getattr(refused, "fact", None), "why", "") == "long"
    begun = decide(_run([first]), 0.0)
    if tokens(escaped(first.text)) <= question_limit(first.rules):
        assert isinstance(begun, Do) and begun.steps[0].kind == "recall"
    else:
        assert getattr(begun, "fact", None) == Stopped(why="long", limit=question_limit(first.rules))
