"""What a summary is made of, and what may stand in one. Pure.

A conversation that has become too long is put in a few words by one call of the model. It is asked in plain text: its
calls and results stand there as words, so that no endpoint looks for tools.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from agent.facts import Turn
from agent.intent import Message, prompt
from agent.request.context import Task, before_these, covered, happened, limit, notes, replaced
from agent.request.fitting import COMPACT
from agent.request.foreign import line, mark
from agent.request.shown import Look, round_messages, task_block, user, words
from agent.request.space import notes_at_most
from agent.request.tokens import length, size, tokens
from agent.request.tried import listed
from agent.request.turns import thread
from agent.run import Round, Run

_TOLD = 0.8  # of the length that notes may have, as the model is told it: few count well
_WORD = 6  # characters of a word, and the space behind it, about
_TRIED = 0.1  # of the request that the list of what was tried by then may have
_CAPS = (0, *(int(20_000 * 0.7**n) for n in range(18)))  # characters of any one text, the first that fits


def request(run: Run, through: int, share: float = 1.0) -> list[Message]:
    """The messages of the call that tells what happened before `through`; they fit as those of any request do."""
    most = int(COMPACT * limit(run, share=share)) - length(_messages(run, []))
    parts: list[str] = []
    for cap in _CAPS:
        parts = list(_parts(run, through, Look(cap=cap, mark=mark(run.id)), most))
        if sum(map(_size, parts)) <= most:
            break
    return _messages(run, _newest(parts, most))


def summary(run: Run, said: str) -> str:
    """The summary that a reply amounts to: not longer than its place, the end of a line its end. Blank where there is
    none, and where it is longer than what it would take the place of."""
    told = _whole_lines(said.strip(), notes_at_most(run.asked.rules))
    return told if size(told) < replaced(run) else ""


def through(run: Run) -> int:
    """Up to which position a summary made now tells what happened."""
    return covered(run) or 0


def _whole_lines(text: str, most: int) -> str:
    """The text, or of a longer one the lines that have room; of a first line that is too long its whole words."""
    if size(text) <= most:
        return text
    letters = most * len(text) // size(text)
    while size(text[:letters]) > most:
        letters -= max(1, letters // 50)
    end = max(text.rfind("\n", letters // 3, letters), 0) or max(text.rfind(" ", 0, letters), 0) or letters
    return text[:end].rstrip()


def _messages(run: Run, parts: Iterable[str]) -> list[Message]:
    most = _TOLD * notes_at_most(run.asked.rules)
    told = {"{tokens}": f"{tokens(int(most)):,}", "{words}": f"{int(most / _WORD):,}"}
    instructions = prompt("compact")
    for name, value in told.items():
        instructions = instructions.replace(name, value)
    conversation = "\n\n".join(parts)
    return [
        {"role": "system", "content": instructions},
        user(f"mark: {mark(run.id)}\n<conversation>\n{conversation}\n</conversation>"),
    ]


def _parts(run: Run, through: int, look: Look, most: int) -> Iterator[str]:
    since = list(_happened(run, through, look))
    before = list(_before(run, look, most))
    free = most - sum(map(_size, [*before, *since]))
    yield from [*before, *_thread(run, look, max(free, most // 4)), *since]


def _newest(parts: Sequence[str], most: int) -> list[str]:
    """Those that have room, and how many have none."""
    count = sum(1 for so_far in accumulate(map(_size, reversed(parts))) if so_far <= most - 100)
    if sum(map(_size, parts)) <= most or count == len(parts):
        return list(parts)
    return [f"({len(parts) - count} earlier parts are left out)", *parts[len(parts) - count :]]


def _size(part: str) -> int:
    return size(part) + 2


def _before(run: Run, look: Look, most: int) -> Iterator[str]:
    """What an earlier summary told, which this one takes the place of."""
    if found := notes(run):
        yield f"{look.own('Earlier notes:')}\n{look.told(found.summary)}"
        yield "\n".join([look.own("Tried by then:"), *listed(run, before_these(run), _TRIED * most)])


def _thread(run: Run, look: Look, most: int) -> Iterator[str]:
    """The older messages of the thread, the newest of these where not all have room."""
    if notes(run):
        return
    rows: list[str] = []
    told = thread(run, summarized=True)
    older: tuple[Turn, ...] = told.covered
    for turn in reversed(older):
        most -= size(line := told.row(run, turn, look)) + 1
        if most < 0:
            yield f"({len(older) - len(rows)} older messages are left out)"
            break
        rows.append(line)
    yield "\n".join([look.own("Messages of the thread:"), *reversed(rows)])


def _happened(run: Run, through: int, look: Look) -> Iterator[str]:
    for item in happened(run):
        if item.seq >= through:
            return
        if isinstance(item, Task):
            told = words(run, item.after, item.seq, look)
            yield told + task_block(item.intent, run.assumptions[item.seq], run.today, look)
        else:
            yield "\n".join(_round(run, item, look))


def _round(run: Run, round: Round, look: Look) -> Iterator[str]:
    for message in round_messages(run, round, look):
        if message["role"] != "assistant":
            yield str(message["content"])
            continue
        yield look.own(f"You: {look.told(str(message['content']))}")
        for call in message.get("tool_calls", []):
            made = f"You called {call['function']['name']} {call['function']['arguments']}"
            yield look.own(line(made, look.mark))
