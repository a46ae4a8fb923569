"""What it costs to make the messages of an answer of 40,000 characters, beside reading the same text once with
markdown-it-py: `python -m tests.bench.rendering`."""

from __future__ import annotations

import random
import re
import statistics
import time
from collections.abc import Callable, Iterator, Sequence

from markdown_it import MarkdownIt

from agent.facts import Answer, Source
from bot.views.answer import answer
from tests.bot.views.story import Story, sign

CHARACTERS, HOSTILE_CHARACTERS, TIMES = 40_000, 60_000, 15
_READER = MarkdownIt("commonmark").enable("table")
_WORDS = re.findall(
    r"\w+",
    "the heat pump market grew in Europe by about nine percent during spring according to figures published and most "
    "installers expect stable prices for copper",
)
_HOSTILE = ("[", "`", "*", "**a:**b", "> ", "<", "|", "$", "\\[", "<br>", "![", "https://e.test/_)", "```\n", "「**")
SOURCES = tuple(
    Source(
        number=n, address=f"https://e.test/articles/{n}/heat-pumps?x={n}&y=1", title=f"Article {n} about heat pumps",
        opened=f"lines 1-{n} of 300", published="2025-03-01",
    )
    for n in range(1, 61)
)  # fmt: skip


def rendering() -> None:
    for name, text in texts():
        ours, theirs = measured(text, SOURCES, TIMES)
        ratio = statistics.median(ours) / statistics.median(theirs)
        medians = f"{statistics.median(ours) * 1000:.1f} ms and {statistics.median(theirs) * 1000:.1f} ms"
        print(f"rendering an answer, {name}: {ratio:.2f} times reading its Markdown once (medians {medians})")
    bare, _ = measured("Yes [1].", SOURCES, TIMES)
    print(f"rendering an answer of one line with {len(SOURCES)} sources: {statistics.median(bare) * 1000:.1f} ms")
    slowest, took, reading = max(hostile(), key=lambda one: one[1])
    print(f"the slowest of {len(_HOSTILE)} hostile texts: {slowest!r}, {took:.2f} s, read once {reading:.2f} s")


def measured(text: str, sources: tuple[Source, ...], times: int) -> tuple[list[float], list[float]]:
    """Seconds of processor time, turn by turn: all of an answer's messages, and one reading of its text."""
    said = Answer(mode="research", text=text, sources=sources)
    run = Story().recalled().understood().drafted("…").answered(said).run
    ours, theirs = [], []
    for _ in range(times):
        theirs.append(timed(lambda: _READER.parse(text)))
        ours.append(timed(lambda: answer(run, said, sign)))
    return ours, theirs


def timed(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def hostile() -> Iterator[tuple[str, float, float]]:
    for sign_ in _HOSTILE:
        ours, theirs = measured((sign_ * HOSTILE_CHARACTERS)[:HOSTILE_CHARACTERS], (), 1)
        yield sign_, ours[0], theirs[0]


# --- texts ----------------------------------------------------------------------------------------------------------


def texts() -> Iterator[tuple[str, str]]:
    """Always the same texts, of one shape each and of all."""
    dice = random.Random(1)
    shapes = {"prose": _prose, "a table": _table, "a list": _list, "code": _code, "Japanese": _japanese}
    yield "everything", _filled(dice, [*shapes.values()][:4])
    yield from ((name, _filled(dice, [shape])) for name, shape in shapes.items())


def _filled(dice: random.Random, shapes: Sequence[Callable[[random.Random], str]]) -> str:
    parts = ["## Heat pumps"]
    while sum(map(len, parts)) < CHARACTERS:
        parts += [shape(dice) for shape in shapes]
    return "\n\n".join(parts)[:CHARACTERS]


def _sentence(dice: random.Random, words: int = 14) -> str:
    return " ".join(dice.choice(_WORDS) for _ in range(words)).capitalize() + f" [{dice.randint(1, 60)}]."


def _prose(dice: random.Random) -> str:
    return " ".join(_sentence(dice) for _ in range(5))


def _table(dice: random.Random) -> str:
    rows = [f"| Model {n} | {dice.randint(10, 999)} € | {_sentence(dice, 5)} |" for n in range(20)]
    return "\n".join(["| Model | Price | Note |", "|---|---:|---|", *rows])


def _list(dice: random.Random) -> str:
    items = [
        f"- **{dice.choice(_WORDS)}:** {_sentence(dice, 9)}\n  - `code_{n}` {_sentence(dice, 6)}" for n in range(8)
    ]
    return "\n".join(items)


def _code(dice: random.Random) -> str:
    lines = [f"    value_{n} = compute(arr[{n}], key='x')  # {dice.choice(_WORDS)}" for n in range(25)]
    return "\n".join(["```python", *lines, "```"])


def _japanese(dice: random.Random) -> str:
    sentence = "熱ポンプの市場は春に約九パーセント成長した。価格は安定していると**「予想」**される"
    return "".join(f"{sentence}[{dice.randint(1, 60)}]。" for _ in range(5))


if __name__ == "__main__":
    rendering()
