"""What a summary is made of, and what may stand in one. Pure.

A conversation that has become too long is put in a few words by one call of the model. It is asked in plain text: its
calls and results stand there as words, so that no endpoint looks for tools.
"""

from __future__ import annotations

from collections.abc import Iterator

from agent.context import Task, before_these, covered, happened, notes, rate_of
from agent.facts import Turn
from agent.fitting import COMPACT
from agent.intent import Message, prompt
from agent.run import Round, Run
from agent.shown import Look, round_messages, row, task_block, user, words
from agent.tokens import START, length, room, shortened, size
from agent.tried import tried
from agent.turns import thread

_LONGEST = 12_000  # characters of a summary; of a small window a tenth
_FRAME = 400  # characters of what holds the parts together
_CAPS = (0, *(int(20_000 * 0.7**n) for n in range(18)))  # characters of any one text, the first that fits


def request(run: Run, through: int, share: float = 1.0) -> list[Message]:
    """The messages of the call that tells what happened before `through`; they fit as those of any request do."""
    limit = int(COMPACT * room(run.asked.rules.window) * share * rate_of(run))
    messages: list[Message] = []
    for cap in _CAPS:
        messages = _messages(run, through, Look(cap=cap), limit)
        if length(messages) <= limit:
            break
    return messages


def summary(run: Run, said: str) -> str:
    """The summary that a reply amounts to: not longer than its place. Blank where there is none."""
    most = min(_LONGEST, int(room(run.asked.rules.window) * START / 10))
    return shortened(said.strip(), most)


def through(run: Run) -> int:
    """Up to which position a summary made now tells what happened."""
    return covered(run) or 0


def _messages(run: Run, through: int, look: Look, limit: int) -> list[Message]:
    instructions, since = prompt("compact"), list(_happened(run, through, look))
    free = limit - size(instructions) - sum(map(size, since)) - _FRAME
    told = "\n\n".join([*_before(run, look), *_thread(run, look, max(free, limit // 4)), *since])
    return [{"role": "system", "content": instructions}, user(f"<conversation>\n{told}\n</conversation>")]


def _before(run: Run, look: Look) -> Iterator[str]:
    """What an earlier summary told, which this one takes the place of."""
    if found := notes(run):
        yield f"Earlier notes:\n{look.text(found.summary)}"
        yield "\n".join(["Tried by then:", *tried(run, before_these(run))])


def _thread(run: Run, look: Look, most: int) -> Iterator[str]:
    """The older messages of the thread, the newest of these where not all have room."""
    if notes(run):
        return
    rows: list[str] = []
    older: tuple[Turn, ...] = thread(run, summarized=True).covered
    for turn in reversed(older):
        most -= size(line := row(run, turn, look))
        if most < 0:
            yield f"({len(older) - len(rows)} older messages are left out)"
            break
        rows.append(line)
    yield "\n".join(["Messages of the thread:", *reversed(rows)])


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
        yield f"You: {message['content']}"
        for call in message.get("tool_calls", []):
            yield f"You called {call['function']['name']} {call['function']['arguments']}"
