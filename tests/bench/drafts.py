"""How the check of a draft grows with its length, for drafts that are out of hand: `python -m tests.bench.drafts`.

Each is checked at 10,000, 20,000 and 40,000 characters; twice the length should take about twice the time.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from tests.agent.test_evidence import looked_at

LENGTHS = (10_000, 20_000, 40_000)
TABLE = "| a | b |\n|---|---|\n"


def repeated(piece: str, before: str = "", after: str = "") -> Callable[[int], str]:
    return lambda length: before + piece * (length // len(piece)) + after


KINDS: dict[str, Callable[[int], str]] = {
    "brackets": repeated("[]"),
    "opening brackets": repeated("["),
    "nested brackets": lambda length: "[" * (length // 2) + "2" + "]" * (length // 2),
    "marks that are open": repeated("[2]"),
    "invented marks": repeated("[9]"),
    "words with invented marks": repeated("w [9] "),
    "one long word": repeated("a", after=" [2]"),
    "one long word, dense": repeated("価", after="[2]"),
    "footnotes": lambda length: "".join(f"w[^{n}] [^{n}]: x\n" for n in range(length // 20)),
    "defined footnotes": lambda length: repeated("w[^7] ")(length // 2) + "\n\n" + repeated("[^7]: x\n")(length // 2),
    "an unclosed fence": repeated("x = a[1]\n", before="It costs 129 [2].\n```\n"),
    "a fence of one line": repeated("x", before="It costs 129 [2]:\n```\n", after="\n```\n"),
    "a fence of lines": repeated("x = 5\n", before="It costs 129 [2]:\n```\n", after="```\n"),
    "combining signs": repeated("\u0301", before="e", after=" [2]"),
    "from right to left": repeated("\u05d0\u05d1\u05d2 ", after=" [2]"),
    "half characters": repeated("\ud83d a ", after=" [2]"),
    "nothing to see": repeated("\x00", after=" [2]"),
    "rows of a table": repeated("| One | 129 [2] |\n", before=TABLE),
    "rows without a number": repeated("| One | 129 |\n", before=TABLE),
    "items sixty deep": lambda length: "".join(" " * (2 * (n % 60)) + "- 129 [2]\n" for n in range(length // 70)),
    "quotes in quotes": repeated("> ", after=" [2]"),
    "sentences": repeated("It costs 129 [2]. "),
    "sentences that are false": lambda length: "".join(f"It costs {n} euros [2]. " for n in range(length // 24)),
    "paragraphs without a number": repeated("It costs 129.\n\n"),
    "Windows' line ends": repeated("It costs 129 [2].\r\n"),
    "elements": repeated("<cite>2</cite>"),
    "private signs": repeated("\ue200cite\ue202turn0search0\ue201", after=" [2]"),
    "raised numbers": repeated("price² "),
}


def drafts() -> None:
    print(f"the check of a draft, in seconds of processor time at {', '.join(f'{n:,}' for n in LENGTHS)} characters:")
    for name, make in KINDS.items():
        taken = [_seconds(make(length)) for length in LENGTHS]
        print(f"  {name:28} {'  '.join(f'{one:6.3f}' for one in taken)}   last doubling × {taken[2] / taken[1]:.1f}")


def _seconds(draft: str) -> float:
    begun = time.process_time()
    looked_at(draft)
    return time.process_time() - begun


if __name__ == "__main__":
    drafts()
