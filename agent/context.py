"""context(run) -> the messages of the next request, which fit what the model can read. Pure.

What was sent stays the beginning of what is sent next: things are added at the end, a long page enters in the form in
which it stays, and what has to go goes in steps, much at once and seldom. In this order: pages; what a summary covers
(`Compacted`); the oldest messages of the thread; the oldest rounds; and where one text alone is too long, its middle.
A call and its result go together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from agent.facts import Compacted, Intent, Passage
from agent.fitting import COMPACT, Piece, Plan, plan
from agent.focus import SHOWN
from agent.intent import Message, prompt
from agent.run import Round, Run
from agent.shown import (
    AGAIN,
    EXCERPT,
    Look,
    Page,
    opened_before,
    page_text,
    round_messages,
    row,
    task_block,
    user,
    wanted,
    words,
)
from agent.tokens import START, Wire, length, one, rate, room, size, tokens
from agent.tried import tried
from agent.turns import thread, thread_block

LAST_ROUND = "This is the last round. No tools are left: answer now with what is opened, and say what is missing."
_TRIED = 0.10  # of the room that the list of what was tried may have
_LINES = 16  # of that list go at once
_FORM = 8  # one part in so many of the room is the most that a page may have
_TOOL = 900  # characters of a tool's schema, about, where it is not at hand
_CAPS = tuple(int(50_000 * 0.7**n) for n in range(20))  # characters of any one text, where nothing else helps


def context(run: Run, *, tools: Sequence[Wire] = (), last: bool = False, share: float = 1.0) -> list[Message]:
    """The messages in the wire shape of the model protocol, one system message first; `last`: no tools are left. With
    the `tools` they fit into this share of the room, unless tools and instructions alone do not."""
    most = room(run.asked.rules.window) * share
    view = View(run, length(tools), most)
    limit = int(most * rate_of(run)) - length(tools)
    messages = view.messages(view.plan, last=last)
    for following in (view.plan, view.least):
        for cap in _CAPS:
            if length(messages) <= limit:
                return messages
            messages = view.messages(following, last=last, cap=cap)
    return messages


def is_due(run: Run) -> bool:
    """Whether what came before has to be put in a few words: the next request would take most of the room though
    pages have gone, and there is something that a summary could replace."""
    if not run.intents or covered(run) is None:
        return False
    most = room(run.asked.rules.window)
    view = View(run, _TOOL * len(run.asked.rules.tools), most)
    return view.plan.needs > COMPACT * most * rate_of(run)


def covered(run: Run) -> int | None:
    """The position up to which a summary made now would tell what happened: the newest round and the newest remark
    stay. None where there is nothing that it could replace."""
    rounds = [round.seq for round in sent_rounds(run) if round.calls]
    if len(rounds) > 1:
        return rounds[-1]
    if notes(run) is None and run.intents and thread(run, summarized=True).covered:
        return rounds[0] if rounds else run.intents[-1][0]
    return None


def notes(run: Run) -> Compacted | None:
    """The summary that holds: one of an earlier task does not."""
    found = run.compacted
    return found if found and found.summary and found.through > task_began(run) else None


def task_began(run: Run) -> int:
    """The position where a new task, set in mid-run, began; nothing before it is sent any more."""
    since = run.intent.since if run.intent else ""
    return next((seq for seq, said in run.said if said.message == since), 0)


def rate_of(run: Run, rounds: int | None = None) -> float:
    """Characters of a token by the first so many rounds; None for all."""
    return rate([round.reply for round in run.rounds[:rounds]])


def share_of(run: Run, characters: int) -> float:
    """How much of the room a request of this length takes; 1 where it is more than that."""
    return min(1.0, tokens(characters, rate_of(run)) / room(run.asked.rules.window))


def sent_rounds(run: Run) -> list[Round]:
    """The rounds that are sent as they were: of this task, and not summarized."""
    found = notes(run)
    begin = max(task_began(run), found.through if found else 0)
    return [round for round in run.rounds if round.seq >= begin]


def before_these(run: Run) -> list[Round]:
    """The rounds of this task that a summary covers."""
    found = notes(run)
    return [round for round in run.rounds if found and task_began(run) <= round.seq < found.through]


@dataclass(frozen=True)
class Task:
    """A task as it was understood at a position, with what was said from `after` on."""

    seq: int
    after: int
    intent: Intent


def happened(run: Run) -> list[Task | Round]:
    """Tasks and rounds in their order. Of the tasks before the end of a summary only the last one still counts."""
    tasks: list[Task] = []
    after = begin = task_began(run)
    for seq, intent in run.intents:
        if seq >= begin:
            tasks.append(Task(seq, after, intent))
            after = seq
    found = notes(run)
    old = sum(1 for task in tasks if found and task.seq < found.through)
    both: list[Task | Round] = [*tasks[max(0, old - 1) :], *sent_rounds(run)]
    return sorted(both, key=lambda item: item.seq)


class View:
    """What the model is shown of a run in a room of so many tokens, beside `tools` of that length."""

    def __init__(self, run: Run, tools: int, most: float) -> None:
        self._run, self._most = run, most
        self._look = Look(form=min(SHOWN, max(1_500, int(most * START / _FORM))))
        self._notes = notes(run)
        self._thread = thread(run, summarized=self._notes is not None)
        self._items = happened(run)
        self._rounds = [item for item in self._items if isinstance(item, Round) and item.calls]
        standing = length(self._standing(Plan(turns=len(self._thread.going)), self._look))
        turns = [one(user(row(run, turn, self._look))) for turn in self._thread.going]
        self.plan = plan(tools + standing, turns, list(self._pieces()), most)

    @property
    def least(self) -> Plan:
        """When everything has given way that can."""
        return replace(self.plan, turns=len(self._thread.going), rounds=len(self._rounds))

    # --- what gives way -------------------------------------------------------------------------------------

    def _pieces(self) -> Iterator[Piece]:
        opened = self._run.recalled.opened if self._run.recalled else ()
        if sources := "".join(opened_before(self._run, self._look)):
            yield Piece(size(sources), START, tuple(self._pages("", opened, None)))
        for item in self._items:
            yield self._piece(item)

    def _piece(self, item: Task | Round) -> Piece:
        by_then = rate_of(self._run, sum(1 for round in self._run.rounds if round.seq <= item.seq))
        if isinstance(item, Task):
            return Piece(length(self._task(item, self._look)), by_then)
        if not item.calls:
            return self._draft(item, by_then)
        sent = length(round_messages(self._run, item, self._look))
        ok = [state for state in item.calls if state.returned and state.returned.outcome == "ok"]
        pages = [
            page
            for state in ok
            if state.returned
            for page in self._pages(state.call.id, state.returned.result.passages, item)
        ]
        return Piece(sent, by_then, tuple(pages), round=True, line=sum(map(size, tried(self._run, [item]))))

    def _draft(self, round: Round, by_then: float) -> Piece:
        """A draft goes back with its faults once; then it is given up."""
        faults = round.checked.faults if round.checked else ()
        sent = size(round.reply.text) + sum(map(size, faults)) if faults else 0
        return Piece(sent, by_then, passes=round is not self._run.round)

    def _pages(self, call: str, passages: Iterable[Passage], round: Round | None) -> Iterator[tuple[Page, int]]:
        """The passages that are longer than their excerpt, with what each saves when it goes."""
        for i, passage in enumerate(passages):
            text = page_text(passage, wanted(self._run, round), self._look)
            if len(text) > EXCERPT + len(AGAIN):
                yield (call, i), size(text[EXCERPT:]) - size(AGAIN) - 2

    # --- the messages ---------------------------------------------------------------------------------------

    def messages(self, plan: Plan, *, last: bool = False, cap: int = 0) -> list[Message]:
        """What is sent where this has given way and no text is longer than `cap` (0: as long as it is)."""
        look = replace(self._look, gone=plan.gone, cap=cap)
        out = {round.seq for round in self._rounds[: plan.rounds]}
        parts = self._standing(plan, look)
        parts += [user(source) for source in opened_before(self._run, look)]
        for item in self._items:
            if item.seq not in out:
                shown = self._task(item, look) if isinstance(item, Task) else round_messages(self._run, item, look)
                parts += shown
        if last and not self._is_chat:
            parts.append(user(LAST_ROUND))
        return list(_merged(parts))

    @property
    def _is_chat(self) -> bool:
        return self._run.intent is not None and self._run.intent.mode == "chat"

    def _standing(self, plan: Plan, look: Look) -> list[Message]:
        """The instructions, the thread, and what stands in place of what is not sent any more."""
        blocks = [thread_block(self._run, self._thread, look, plan.turns)]
        blocks += [_summary(self._notes, look)] if self._notes else []
        blocks += self._tried(self._rounds[: plan.rounds])
        deep = self._run.asked.rules.effort == "deep" and not self._is_chat
        intent = self._run.intent
        listed = intent is not None and intent.kind == "shortlist" and not self._is_chat
        further = (*(["shortlist"] if listed else []), *(["deep"] if deep else []))
        instructions = "".join(map(prompt, ("chat" if self._is_chat else "research", *further)))
        return [{"role": "system", "content": instructions}, *map(user, blocks)]

    def _tried(self, out: Sequence[Round]) -> list[str]:
        """What was tried in rounds that are not sent any more, and in the run that this one goes on from."""
        before = self._run.recalled.tried if self._run.recalled else ()
        lines = [*before, *tried(self._run, [*before_these(self._run), *out])]
        gone = 0
        while sum(map(size, lines[gone:])) > _TRIED * START * self._most:
            gone += _LINES
        shown = [*([f"({gone} before these)"] if gone else []), *lines[gone:]]
        return ["\n".join(["```tried", *shown, "```"])] if shown else []

    def _task(self, task: Task, look: Look) -> list[Message]:
        told = words(self._run, task.after, task.seq, look)
        return [user(told + task_block(task.intent, self._run.assumptions[task.seq], self._run.today, look))]


def _summary(found: Compacted, look: Look) -> str:
    """Our own notes, which cannot end their block."""
    summary = look.text(found.summary).replace("```", "'''")
    return f"```notes\n{summary}\n```"


def _merged(messages: Iterable[Message]) -> Iterator[Message]:
    """Neighbouring user messages become one: strict chat templates refuse two in a row."""
    held: Message | None = None
    for message in messages:
        if held and message["role"] == held["role"] == "user":
            held = user(f"{held['content']}\n\n{message['content']}")
            continue
        if held:
            yield held
        held = message
    if held:
        yield held
