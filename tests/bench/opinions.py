"""What a model's second look adds to grading: `python -m tests.bench.opinions`, by kind, without and with it.

The model is one of yours: FOOTNOTE_BENCH_MODEL names it, and OPENAI_BASE_URL and OPENAI_API_KEY say where it is, as
for Footnote itself. Without a name nothing is asked, and its columns say that they were not measured.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from agent.answers import opinion
from agent.answers.opinion import Opinion
from agent.facts import Answer, Grade, Result, Statement
from agent.grounding.grading import Found, found
from agent.grounding.passages import Opened
from agent.models.model import Chat, Model, ModelError, first_object
from agent.run import Run
from tests.agent.graded import CASES, Case, passages
from tests.agent.worlds import asked, call, made, recalled, replied, run_of, understood

SOUND = ("quoted", "supported", "translated")
AT_ONCE = 12  # statements in one call, about as many as an answer has
UNMEASURED = "not measured here: no model (FOOTNOTE_BENCH_MODEL)"


async def opinions() -> None:
    model = _model()
    graded = {case: found(case.claim, Opened.of({1: passages(case.page)}), [1]) for case in CASES}
    held, asked_, failed = await _held(model, graded) if model else ({}, 0, 0)
    print(f"{len(CASES)} claims; the second look by {model.name}" if model else f"{len(CASES)} claims")
    if model:
        print(f"{asked_} calls of {AT_ONCE} claims at most, {failed} without a reply that could be used")
    print("wrong (taken for sound and is not, or the other way round), by what makes the case:")
    print(f"  {'':24} {'code alone':>12} {'with a second look':>20}")
    kinds: dict[str, list[Case]] = defaultdict(list)
    for case in CASES:
        kinds[case.asks].append(case)
    for kind, cases in [*sorted(kinds.items()), ("all", list(CASES))]:
        alone = sum(_is_wrong(case, graded[case].grade) for case in cases)
        both = sum(_is_wrong(case, _with(graded[case], held.get(case))) for case in cases)
        print(f"  {kind:24} {alone:>5} of {len(cases):<4} {f'{both:>5} of {len(cases):<4}' if model else '–':>19}")
    print(_told(held) if model else UNMEASURED)
    if model:
        await model.close()


def _model() -> Model | None:
    name = os.environ.get("FOOTNOTE_BENCH_MODEL", "").strip()
    if not name:
        return None
    address, key = os.environ.get("OPENAI_BASE_URL", ""), os.environ.get("OPENAI_API_KEY", "none")
    return Chat(name=name, base_url=address or "https://api.openai.com/v1", api_key=key)


def _is_wrong(case: Case, grade: Grade) -> bool:
    return (grade in SOUND) != (case.grade in SOUND)


def _with(alone: Found, said: Opinion | None) -> Grade:
    """The grade with an opinion: what is denied is not shown as sound, and one thing can be lifted."""
    if said and said.seconded == "no" and alone.grade in SOUND:
        return "weak"
    lifts = said and said.seconded == "yes" and alone.grade == "weak" and alone.foreign and alone.agrees
    return "translated" if lifts else alone.grade


async def _held(model: Model, graded: Mapping[Case, Found]) -> tuple[dict[Case, Opinion], int, int]:
    """The opinion on each case that there is one of, how many calls were made, and how many brought nothing."""
    held: dict[Case, Opinion] = {}
    calls = failed = 0
    for cases in _portions():
        run, answer = _posed(cases, graded)
        calls += 1
        try:
            said = await model.reply(opinion.request(run, answer), as_json=True)
        except ModelError as error:
            sys.stderr.write(f"{cases[0].page}: {error}\n")
            failed += 1
            continue
        look = opinion.read(first_object(said.text), run, answer).opinions
        failed += not look
        held |= {case: look[case.claim, (1,)] for case in cases if (case.claim, (1,)) in look}
    return held, calls, failed


def _portions() -> Iterator[Sequence[Case]]:
    """The cases of one page and language together, so many at once: what contradicts itself tells nothing away."""
    together: dict[tuple[str, str], list[Case]] = defaultdict(list)
    for case in CASES:
        together[case.page, case.language].append(case)
    for cases in together.values():
        yield from (cases[at : at + AT_ONCE] for at in range(0, len(cases), AT_ONCE))


def _posed(cases: Sequence[Case], graded: Mapping[Case, Found]) -> tuple[Run, Answer]:
    opened = made("1.1", result=Result(passages=tuple(passages(cases[0].page))))
    run = run_of(asked("What is known of it?"), *recalled(), *understood(), *replied(1, call("1.1")), *opened)
    stated = (_statement(case, graded[case]) for case in cases)
    return run, Answer(statements=tuple(stated), sources=run.sources)


def _statement(case: Case, alone: Found) -> Statement:
    return Statement(text=case.claim, numbers=(1,), excerpt=alone.excerpt, number=1, grade=alone.grade)


def _told(held: Mapping[Case, Opinion]) -> str:
    said = Counter(one.seconded for one in held.values())
    return f"opinions: {said['yes']} yes, {said['no']} no, {len(CASES) - len(held)} none"


if __name__ == "__main__":
    sys.exit(asyncio.run(opinions()))
