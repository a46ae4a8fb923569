"""How much of a request stays the beginning of the next one, and what that saves: `python -m tests.bench.prefix`.

One fixed script of 8 rounds, 10 searches and 6 pages of 20,000 characters each (`SCRIPT` says which round brings
what), sent in three ways that differ in nothing but the pages: as agent/request shows them; everything whole; and by
a simple policy, the newest pages whole up to 60,000 characters and the older ones, one at a time, to 600. Tools and
instructions are the beginning of every request, as endpoints count them.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from agent.facts import Anything, Hit, Intent, Passage, Result
from agent.intent import Message
from agent.request.context import context
from agent.run import Run
from agent.tools import SHELF
from tests.agent.worlds import asked, call, made, recalled, replied, run_of, understood

PAGE, SIMPLE, EXCERPT = 20_000, 60_000, 600  # characters
CACHED = 0.25  # the price of a cached token, that of another one being 1
# What each round asks for: queries, and the pages that it opens. The eighth answers.
SCRIPT: tuple[tuple[tuple[str, ...], tuple[int, ...]], ...] = (
    (("train fares travel policy", "first class rail rules", "night trains expenses"), ()),
    ((), (1, 2)),
    (("rail upgrade approval 2025", "per diem on trains"), ()),
    ((), (3, 4)),
    (("travel policy exceptions", "rail booking deadline"), ()),
    (("sleeper cabin reimbursement",), (5,)),
    (("first class rail over three hours", "rail policy directors"), (6,)),
)
TOOLS = [tool.schema for tool in SHELF if tool.needs == "web"]
INTENT = Intent(mode="research", goal="When may staff travel first class by rail, and who approves it?")


def main() -> int:
    requests = list(_moments())
    ours = _sent(requests, lambda texts: texts)
    everything = _sent(requests, lambda texts: {n: whole(n) for n in texts})
    simple = _sent(requests, _simple)
    print(f"requests of one run: {len(requests)}, with {sum(map(len, ours.texts)):,} characters")
    for name, way in (("ours", ours), ("everything", everything), ("simple policy", simple)):
        tokens, cost = way.length / everything.length, way.cost / simple.cost
        print(f"  {name:13}: {way.kept:.3f} of what was sent stays the beginning of what is sent next;")
        print(f"  {'':13}  {tokens:.3f} of everything's prompt tokens; {cost:.3f} of the simple policy's cost")
    return 0


@dataclass(frozen=True)
class Way:
    """The requests of the run as one text each."""

    texts: Sequence[str]

    @property
    def common(self) -> int:
        return sum(_common(*pair) for pair in pairwise(self.texts))

    @property
    def kept(self) -> float:
        """What stood at the beginning again, of what was sent before."""
        return self.common / sum(map(len, self.texts[:-1]))

    @property
    def length(self) -> int:
        return sum(map(len, self.texts))

    @property
    def cost(self) -> float:
        return self.length - (1 - CACHED) * self.common


def _common(one: str, other: str) -> int:
    """How long the beginning is that both have."""
    differ = (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    return next(differ, min(len(one), len(other)))


Texts = dict[int, str]


def _sent(requests: Sequence[Run], choose: Callable[[Texts], Texts]) -> Way:
    """What is sent at each moment, with the pages' words as this way has them."""
    texts = []
    for n, run in enumerate(requests, 1):
        messages = context(run, tools=TOOLS, last=n == len(requests))
        texts.append(json.dumps(TOOLS) + _exchanged(messages, choose))
    return Way(texts)


_OPENED = re.compile(r'(<source number="\d+" title="Page (\d)"[^>]* status="opened"[^>]*>\n)(.*?)(\n</source>)', re.S)


def _exchanged(messages: Sequence[Message], choose: Callable[[Texts], Texts]) -> str:
    sent = "\n".join(f"{m['role']} {m['content']} {json.dumps(m.get('tool_calls', ''))}" for m in messages)
    chosen = choose({int(found[2]): found[3] for found in _OPENED.finditer(sent)})
    return _OPENED.sub(lambda found: found[1] + chosen[int(found[2])] + found[4], sent)


def _simple(texts: Texts) -> Texts:
    """The newest pages whole as long as they have room, the older ones short."""
    room, chosen = SIMPLE, {}
    for n in sorted(texts, reverse=True):
        room -= PAGE
        chosen[n] = whole(n) if room >= 0 else whole(n)[:EXCERPT]
    return chosen


# --- the script -------------------------------------------------------------------------------------------------


def _moments() -> Iterator[Run]:
    """The run at each moment the model is asked."""
    facts: list[Anything] = [asked(INTENT.goal, approval="off"), *recalled(), *understood(1, INTENT)]
    yield run_of(*facts)
    for n, (queries, pages) in enumerate(SCRIPT, 1):
        calls = [call(f"{n}.{i}", "search", json.dumps({"query": query})) for i, query in enumerate(queries, 1)]
        opens = [call(f"{n}.{9 - i}", "read_page", json.dumps({"url": address(i)}), budget="page") for i in pages]
        facts += replied(n, *calls, *opens)
        for one, query in zip(calls, queries, strict=True):
            facts += made(one.id, result=Result(hits=tuple(_hits(query))))
        for one, page in zip(opens, pages, strict=True):
            facts += made(one.id, result=Result(passages=(_passage(page),)))
        yield run_of(*facts)


def address(page: int) -> str:
    return f"https://www.example.test/travel/policy-{page}"


def _passage(page: int) -> Passage:
    return Passage(address=address(page), title=f"Page {page}", where="whole page", text=whole(page))


def _hits(query: str) -> Iterator[Hit]:
    """Five leads with snippets as a search service gives them."""
    chance = random.Random(query)
    for n in range(1, 6):
        at = address(n) if n < 3 else f"https://www.example.test/{chance.randrange(10**6)}"
        yield Hit(address=at, title=f"{query} {n}".title(), snippet=_sentences(chance, 320))


_WORDS = (
    "the of and a to in for staff travel rail train ticket class first second approval manager budget receipt claim "
    "booking fare office policy journey hours cabin sleeper per diem rate director finance exception deadline may"
)


def whole(page: int) -> str:
    """The words of a page: headings, paragraphs, lists, numbers; the same in every process."""
    chance, parts, size = random.Random(page), [f"# Travel policy, part {page}"], 0
    while size < PAGE:
        if chance.random() < 0.15:
            parts.append(f"## {_sentences(chance, 30)}")
        parts.append(_sentences(chance, chance.randint(200, 900)))
        size = sum(len(part) + 2 for part in parts)
    return "\n\n".join(parts)[:PAGE]


def _sentences(chance: random.Random, size: int) -> str:
    words: list[str] = []
    while sum(map(len, words)) + len(words) < size:
        words.append(chance.choice(_WORDS.split()) if chance.random() < 0.95 else str(chance.randint(2, 2025)))
        if chance.random() < 0.08:
            words[-1] += "."
    return " ".join(words)[:size]


if __name__ == "__main__":
    sys.exit(main())
