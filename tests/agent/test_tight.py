"""Runs of every kind in windows that are hardly large enough, by chance: what a request holds however little room."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from agent.decide import Do, decide
from agent.facts import (
    Anything,
    Asked,
    Compacted,
    Condition,
    Hit,
    Intent,
    Passage,
    Recalled,
    Replied,
    Reply,
    Result,
    Source,
    Turn,
    Usage,
    Window,
)
from agent.intent import Message
from agent.intent import request as intent_request
from agent.models.shapes import shaped
from agent.request.compaction import request as compaction_request
from agent.request.context import before_these, context, covered, is_due, limit
from agent.request.foreign import told
from agent.request.space import question_limit
from agent.request.tokens import START, escaped, length, tokens
from agent.run import Run
from tests.agent.marked import unmarked
from tests.agent.request.test_context import assert_well_formed, texts
from tests.agent.worlds import ANNA, BEN, NAMES, TOOLS, call, checked, done, made, replied, run_of, said, understood

SCRIPTS = (
    "words of a page, 12 of them. ",
    "日本語の文章です。",
    "🎉🙂 ",
    "QmFzZTY0IHRleHQ",
    '"\\\n',
    "``` <source>\n",
)
some = settings(max_examples=8, phases=[Phase.explicit, Phase.generate])
seeds = st.integers(0, 2**32)


class Chance(Random):
    """A run by chance: the facts at each moment the model is asked."""

    def words(self, *sizes: int) -> str:
        script, size = self.choice(SCRIPTS), self.choice(sizes or (0, 40, 900, 4_000, 15_000))
        return (script * (size // len(script) + 1))[:size]

    def of(self, id: str, *sizes: int) -> str:
        """Words of a source that can be told from those of any other."""
        return f"«{id}» {self.words(*sizes)} «{id}»"

    def moments(self) -> Iterator[list[Anything]]:
        facts: list[Anything] = [*self.beginning()]
        yield list(facts)
        for n in range(1, self.randint(1, 9)):
            facts += self.choice([self.calls, self.calls, self.calls, self.draft, self.remark])(n)
            yield list(facts)
            run = run_of(*facts)
            following = decide(run, run.at)
            if isinstance(following, Do) and following.steps and following.steps[0].kind == "compact":
                summary = self.choice(["short notes", "long\n" * 3_000])
                fact = Compacted(step=following.steps[0].id, summary=summary, through=covered(run) or 0)
                facts += done(fact)
                again = decide(run_of(*facts), run.at)
                assert not (isinstance(again, Do) and again.steps[0].kind == "compact"), "one is enough for now"
                yield list(facts)

    def beginning(self) -> Iterator[Anything]:
        whole = self.choice([4_000, 5_000, 8_192, 16_384])
        window = Window(whole=whole, input=whole, output=whole // 4)
        rules = {"approval": "off", "tools": NAMES, "offered": length(TOOLS), "rounds": 50, "window": window}
        text = f"BEGIN-Q {self.words(0, 40, 2_000, 6_000)} END-Q"
        goes_on = self.random() < 0.3
        first = Asked(message="m1", text=text, by=ANNA, name="Anna", rules=rules, goes_on=goes_on)
        yield first.model_copy(update={"again": "r0"}) if goes_on else first
        turns = tuple(self.turn(n) for n in range(self.choice([0, 3, 12, 60])))
        more = self.before() if goes_on else {}
        yield from done(Recalled(step="recall.1", turns=turns, **more))
        yield from understood(1, self.intent())

    def turn(self, n: int) -> Turn:
        address = self.choice(["", f"https://slack.test/{n}"])
        return Turn(message=f"t{n}", speaker=BEN, kind="member", name="Ben", text=self.words(0, 900), address=address)

    def before(self) -> dict[str, object]:
        opened = [
            Passage(address=f"https://o{i}.test", title="O", where="whole page", text=self.of(f"o{i}"))
            for i in range(self.randint(0, 6))
        ]
        sources = [
            Source(number=i, address=f"https://l{i}.test/{'p' * self.choice([5, 80, 3_000])}", title="L" * 60)
            for i in range(1, self.choice([2, 10, 60]))
        ]
        tried = [f'search {{"q": "{i}"}} → found 5: {"t" * 200}' for i in range(self.choice([0, 5, 40]))]
        return {"opened": tuple(opened), "sources": tuple(sources), "next_number": 99, "tried": tuple(tried)}

    def intent(self) -> Intent:
        texts = [self.words(40, 200) for _ in range(self.choice([0, 1, 4, 90]))]
        must = tuple(Condition(id=f"must.{i}", text=text, message="m1") for i, text in enumerate(texts))
        since = self.choice(["", "t1", "t2", "m1"])
        return Intent(mode="research", goal=self.words(40, 2_000), must=must, since=since, thread=self.random() < 0.2)

    def remark(self, n: int) -> list[Anything]:
        many = [said(f"R{n}.{i} {self.words(40, 900)}", message=f"m{n}.{i}") for i in range(self.choice([0, 0, 80]))]
        last = said(f"BEGIN-R{n} {self.words()} END-R{n}", message=f"r{n}")
        return [*many, last, *understood(n + 1, self.intent())]

    def draft(self, n: int) -> list[Anything]:
        return [*replied(n, text=self.choice(["", f"Draft. {self.words()}"])), *checked(n, "No source.")]

    def calls(self, n: int) -> list[Anything]:
        given = [self.choice(["", f"call_{n + 1}_1", "same", f"id{n}"]) for _ in range(self.choice([1, 2, 3, 12]))]
        calls = [
            call(f"{n}.{i}", self.choice(["search", "read_page"]), self.arguments(n, i), given=id)
            for i, id in enumerate(given, 1)
        ]
        hits = tuple(self.hit(f"in{n}.{i}") for i in range(self.choice([0, 0, 8])))
        usage = Usage(prompt=self.choice([0, 1, 900, 5_000, 10**9]), completion=5)
        opaque = self.choice(["", json.dumps({"reasoning_content": "r" * self.choice([200, 9_000])})])
        reply = Reply(
            text=self.words(0, 900), calls=tuple(calls), opaque=opaque, usage=usage, hits=hits,
            sent=self.choice([0, 8_000, 20_000]), refused=self.choice([0, 0, 0, 30_000]),
        )  # fmt: skip
        facts: list[Anything] = [*done(Replied(step=f"reply.{n}", reply=reply))]
        for one in calls:
            facts += made(
                one.id, self.choice(["ok", "ok", "failed", "refused", "expired"]), result=self.result(one.id)
            )
        return facts

    def arguments(self, n: int, i: int) -> str:
        return json.dumps({"q": f"{n}.{i} {self.words(0, 40, 3_000)}"})

    def hit(self, id: str) -> Hit:
        title = f"H {'h' * self.choice([5, 280])}"
        return Hit(address=f"https://h{id}.test/", title=title, snippet=self.of(f"h{id}", 40, 900))

    def result(self, id: str) -> Result:
        where = self.choice(["whole page", "characters 6,001-12,000 of 90,000", "lines 1-9 of 20"])
        passages = tuple(
            Passage(address=f"https://p{id}.{i}.test", title="P", where=where, text=self.of(f"p{id}.{i}"))
            for i in range(self.choice([1, 1, 5]))
        )
        hits = tuple(self.hit(f"{id}.{i}") for i in range(5))
        return self.choice([Result(passages=passages), Result(hits=hits), Result(note=self.words()[:6_000])])


def sent(run: Run, **more: bool) -> list[Message]:
    return context(run, tools=TOOLS, **more)


def moments(seed: int) -> Iterator[Run]:
    return (run_of(*facts) for facts in Chance(seed).moments())


@some
@given(seeds, st.booleans())
def test_it_always_fits_in_a_shape_that_is_taken(seed: int, last: bool) -> None:
    for run in moments(seed):
        messages = sent(run, last=last)
        assert length(messages) + length(TOOLS) <= limit(run, length(TOOLS))
        assert_well_formed(messages)
        assert messages == sent(run, last=last)
        ids = [one["id"] for message in messages for one in message.get("tool_calls", [])]
        assert len(ids) == len(set(ids)), "results are matched by them"
        silent = [m for m in messages if m["role"] == "assistant" and not m["content"] and not m.get("tool_calls")]
        assert not silent and shaped(messages)[-1]["role"] != "assistant"


@some
@given(seeds)
def test_the_question_is_whole_unless_the_endpoint_counts_more_than_is_usual(seed: int) -> None:
    for run in moments(seed):
        rules, whole = run.asked.rules, "\n".join(texts(sent(run)))
        assert "BEGIN-Q" in whole and "END-Q" in whole
        taken = tokens(escaped(told(run.asked.text))) <= question_limit(rules)
        if taken and limit(run) >= int(START * (rules.window.input - rules.window.output)):
            assert json.dumps(told(run.asked.text), ensure_ascii=False)[1:-1] in whole
        newest = next((one.message for _, one in reversed(run.said)), "")
        assert f"BEGIN-R{newest[1:]}" in whole if newest else True
        assert f"END-R{newest[1:]}" in whole if newest else True


@some
@given(seeds)
def test_words_of_one_source_never_stand_under_another_s_number(seed: int) -> None:
    for run in moments(seed):
        for content in texts(sent(run))[1:]:
            blocks = re.findall(r'^<source number="(\d+)"[^\n]*>\n(.*?)\n</source>', content, re.S | re.M)
            assert len(blocks) == len(re.findall(r'^<source number="', content, re.M)) == content.count("\n</source>")
            for number, text in blocks:
                source = run.ledger.source(int(number))
                marks = set(re.findall(r"«([\w.]+)»", text))
                assert source and marks <= {re.split(r"://|\.test", source.address)[1]}


@some
@given(seeds)
def test_what_was_tried_stays_in_view_and_is_counted_truly(seed: int) -> None:
    for run in moments(seed):
        content = texts(unmarked(sent(run)))[1]
        lines = content.partition("```tried\n")[2].partition("\n```")[0].split("\n")
        gone = re.fullmatch(r"\((\d+) before these are left out\)", lines[0])
        shown = lines[1:] if gone else lines
        before = list(run.recalled.tried) if run.recalled else []
        calls = [state for round in run.rounds for state in round.calls]
        summarized = [state for round in before_these(run) for state in round.calls]
        if not (before or summarized):
            continue
        out = len(shown) + int(gone[1] if gone else 0) - len(before) - len(summarized)
        assert 0 <= out <= len(calls) - len(summarized), "what is out of sight is those, and rounds that had to go"
        assert len(shown) >= min(4, len(before) + len(summarized))
        newest = [*before, *(f"{state.call.tool} " for state in summarized)][-1]
        assert any(line.startswith(newest[:6]) for line in shown)


@some
@given(seeds)
def test_the_intent_call_always_has_the_question_and_fits(seed: int) -> None:
    for run in moments(seed):
        asking = intent_request(run)
        turns = {turn["message"]: turn["text"] for turn in json.loads(asking[1]["content"])["turns"]}
        assert tokens(length(asking)) <= run.asked.rules.window.input - run.asked.rules.window.output
        assert "BEGIN-Q" in turns["m1"] and "END-Q" in turns["m1"]
        if tokens(escaped(told(run.asked.text))) <= question_limit(run.asked.rules):
            assert turns["m1"] == run.asked.text, "a question that is taken is read whole"
        assert run.turns[-1].message in turns


@some
@given(seeds)
def test_a_summary_is_asked_for_with_what_fits_and_only_where_it_saves_something(seed: int) -> None:
    for run in moments(seed):
        through = covered(run)
        if through is not None:
            assert length(compaction_request(run, through)) <= limit(run)
        assert through is not None or not is_due(run)
