"""What grading is worth and what it costs: `python -m tests.bench.grading`.

The cases (tests/agent/graded.py) were written by whoever wrote the grader, so the figures say what it can do and not
what it will do on other texts.
"""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Iterator

from agent.facts import Grade, Passage
from agent.grounding.grading import found
from agent.grounding.passages import Opened
from tests.agent.graded import CASES, PAGES, Case, passages

GRADES: tuple[Grade, ...] = ("quoted", "supported", "translated", "weak", "not found")
SOUND = ("quoted", "supported", "translated")
CHARACTERS, SOURCES, TIMES = 20_000, 6, 5


def grading() -> None:
    graded = [(case, found(case.claim, Opened.of({1: passages(case.page)}), [1]).grade) for case in CASES]
    print(f"{len(CASES)} claims, {len({case.language for case in CASES})} languages and pairs of languages")
    for grade in GRADES:
        print(f"  {grade:10} {_quality(graded, grade)}")
    print("what is wrong and is taken for sound, and what is sound and is not, by what makes the case:")
    for asks, (missed, all_) in sorted(_by_kind(graded).items()):
        print(f"  {asks:22} {missed} of {all_}")
    alike = _auroc([(case.grade in SOUND, _share(case)) for case, _ in graded if not case.language.count(" on ")])
    print(f"sound claims before others by their share, one language: AUROC {alike:.3f}")
    costs()


def _quality(graded: list[tuple[Case, Grade]], grade: Grade) -> str:
    right = sum(1 for case, got in graded if got == case.grade == grade)
    named, wanted = (
        sum(1 for _, got in graded if got == grade),
        sum(1 for case, _ in graded if case.grade == grade),
    )
    return f"precision {right}/{named}, recall {right}/{wanted}"


def _by_kind(graded: list[tuple[Case, Grade]]) -> dict[str, tuple[int, int]]:
    all_ = Counter(case.asks for case, _ in graded)
    wrong = Counter(case.asks for case, got in graded if (got in SOUND) != (case.grade in SOUND))
    return {asks: (wrong[asks], count) for asks, count in all_.items()}


def _share(case: Case) -> float:
    return found(case.claim, Opened.of({1: passages(case.page)}), [1]).share


def _auroc(scored: list[tuple[bool, float]]) -> float:
    pairs = [(one, other) for sound, one in scored if sound for unsound, other in scored if not unsound]
    return statistics.mean(1.0 if one > other else 0.5 if one == other else 0.0 for one, other in pairs)


def costs() -> None:
    """Seconds of processor time: sources of 20,000 characters prepared once, and 30 claims that cite all of them."""
    sources = {number: [_page(number)] for number in range(1, SOURCES + 1)}
    claims = [case.claim for case in CASES if case.language == "en"][:30]
    prepared, graded = [], []
    for _ in range(TIMES):
        begun = time.process_time()
        opened = Opened.of(sources)
        between = time.process_time()
        for claim in claims:
            found(claim, opened, list(sources))
        prepared.append(between - begun)
        graded.append(time.process_time() - between)
    one = statistics.median(prepared) / SOURCES * 1000
    each = statistics.median(graded) / len(claims) * 1000
    print(f"preparing a source of {CHARACTERS:,} characters: {one:.0f} ms")
    whole = statistics.median(prepared) + statistics.median(graded)
    print(f"a claim against {SOURCES} of them: {each:.1f} ms; {len(claims)} claims in all {whole:.2f} s")


def _page(number: int) -> Passage:
    text = "\n\n".join(_filled(number))[:CHARACTERS]
    return Passage(address=f"https://{number}.test/", title=f"Page {number}", where="whole page", text=text)


def _filled(number: int) -> Iterator[str]:
    """The pages of the cases over and over, each time with other numbers."""
    for at in range(CHARACTERS // 500):
        for text in PAGES.values():
            yield text.replace("1", str((at + number) % 10)).replace("the", f"the {at}th", 1)


if __name__ == "__main__":
    grading()
