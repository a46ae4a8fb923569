"""context(run) -> the messages of the next request, which fit what the model can read. Pure.

What was sent stays the beginning of what is sent next: things are added at the end, a long page enters in the form in
which it stays, and what has to go goes in steps, much at once and seldom. In this order: pages; what a summary covers
(`Compacted`); what an earlier run had only found; the oldest messages of the thread; of the tasks before the last one
all but a few words; the oldest rounds; and where one text alone is too long, its middle, that of the question last. A
call and its result go together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from agent.facts import Compacted, Intent, Passage
from agent.intent import Message, prompt
from agent.request import space
from agent.request.fitting import APART, COMPACT, WORTH, Piece, Plan, plan
from agent.request.focus import SHOWN
from agent.request.foreign import mark
from agent.request.shown import (
    AGAIN,
    EXCERPT,
    LEADS_BEFORE,
    Look,
    Page,
    is_numbered,
    leads_before,
    opened_before,
    page_text,
    round_messages,
    task_block,
    user,
    wanted,
    within,
    words,
)
from agent.request.tokens import START, Wire, length, one, rate, room, size, tokens
from agent.request.tried import listed, tried
from agent.request.turns import begins, thread, thread_block
from agent.run import Round, Run

LAST_ROUND = "This is the last round. No tools are left: answer now with what is opened, and say what is missing."
_TRIED = 0.10  # of the room that the list of what was tried may have
_LEADS = 0.10  # of the room that what an earlier run had found may have
_FORM = 8  # one part in so many of the room is the most that a page may have
_CAPS = tuple(int(50_000 * 0.7**n) for n in range(20))  # characters of any one text, where nothing else helps
_ENOUGH, _LITTLE = 2_000, 400  # characters of a text; before it has fewer more gives way


def context(run: Run, *, tools: Sequence[Wire] = (), last: bool = False, share: float = 1.0) -> list[Message]:
    """The messages in the wire shape of the model protocol, one system message first; `last`: no tools are left. With
    the `tools` they fit into this share of the room, unless tools and instructions alone do not."""
    view = View(run, length(tools), share)
    messages: list[Message] = []
    for gone, cap, cut in view.ways:
        messages = view.messages(gone, last=last, cap=cap, cut=cut)
        if length(messages) <= view.limit - length(tools):
            break
    return messages


def is_due(run: Run) -> bool:
    """Whether what came before has to be put in a few words: the next request would take most of the room though
    pages have gone, a summary would make it clearly shorter, and the last one is not a moment ago."""
    if not run.intents or covered(run) is None:
        return False
    view = View(run, space.tools(run.asked.rules))
    if view.plan.needs <= COMPACT * view.limit:
        return False
    since = sum(1 for round in sent_rounds(run) if round.calls) - 1
    rested = notes(run) is None or since >= APART or view.plan.is_tight
    return rested and view.replaced >= WORTH * space.notes_at_most(run.asked.rules)


def replaced(run: Run) -> int:
    """How long that is which a summary made now would take the place of."""
    return View(run, space.tools(run.asked.rules)).replaced


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
    """The summary that holds: not one of an earlier task, nor where the task is about messages of the thread that it
    never told."""
    found = run.compacted
    if not (found and found.summary and found.through > task_began(run)):
        return None
    then = next((intent for seq, intent in reversed(run.intents) if seq < run.compacted_at), run.intent)
    return found if run.intent is None or begins(run, run.intent) >= begins(run, then) else None


def task_began(run: Run) -> int:
    """The position where a new task, set in mid-run, began; nothing before it is sent any more."""
    since = run.intent.since if run.intent else ""
    return next((seq for seq, said in run.said if said.message == since), 0)


def rate_of(run: Run, rounds: int | None = None) -> float:
    """Characters of a token by the first so many rounds; None for all. Where a request was found too long, only half
    of it is believed to have room."""
    replies = [round.reply for round in run.rounds[:rounds]]
    halves = [one.refused / 2 / room(run.asked.rules.window) for one in replies if one.refused]
    return min([rate(replies), *halves])


def limit(run: Run, tools: int = 0, share: float = 1.0) -> int:
    """How long a request may be, with tools of this length."""
    return space.limit(run.asked.rules, rate_of(run), tools, share)


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


Way = tuple[Plan, int, bool]  # what has given way, the cap of any one text, and whether the question has it too


class View:
    """What the model is shown of a run in a share of its room, beside `tools` of that length."""

    def __init__(self, run: Run, tools: int, share: float = 1.0) -> None:
        self._run, self._share, self._tools = run, share, tools
        self._most = room(run.asked.rules.window) * share
        self._look = Look(mark=mark(run.id), form=min(SHOWN, max(1_500, int(self._most * START / _FORM))))
        self._notes = notes(run)
        self._thread = thread(run, summarized=self._notes is not None)
        self._items = happened(run)
        self._rounds = [item for item in self._items if isinstance(item, Round) and item.calls]
        self._tasks = [item for item in self._items if isinstance(item, Task)]
        self._listed: dict[int, list[str]] = {}  # what was tried, by how many rounds have given way
        going = self._thread.going
        standing = Plan(leads=LEADS_BEFORE, turns=len(going))
        base = tools + length(self._standing(standing, self._look))
        turns = [one(user(self._thread.row(run, turn, self._look))) for turn in going]
        leads = [size(lead) for lead in self._leads(self._look)]
        self.limit = self._limit(None)
        self.plan = plan(base, turns, list(self._pieces()), self._most, leads)

    @property
    def ways(self) -> Iterator[Way]:
        """What to try, one after the other, until it fits: texts lose their middle, then what can give way does, and
        the question is cut last of all."""
        least = replace(self.plan, leads=LEADS_BEFORE, turns=len(self._thread.going), tasks=len(self._tasks) - 1)
        lean = replace(least, rounds=max(self.plan.rounds, len(self._rounds) - 1))
        least = replace(least, rounds=len(self._rounds))
        yield self.plan, 0, False
        yield from ((self.plan, cap, False) for cap in _CAPS if cap >= _ENOUGH)
        yield from ((lean, cap, False) for cap in _CAPS if cap >= _LITTLE)
        yield from ((least, cap, cut) for cut in (False, True) for cap in _CAPS)

    @property
    def replaced(self) -> int:
        """How long that is which a summary takes the place of: all rounds but the newest, and what it covers of the
        thread; or the notes there are."""
        look = replace(self._look, gone=self.plan.gone)
        rounds = sum(length(round_messages(self._run, round, look)) for round in self._rounds[:-1])
        if self._notes:
            return rounds + size(self._notes.summary)
        older = thread(self._run, summarized=True)
        return rounds + sum(size(older.row(self._run, turn, look)) for turn in older.covered)

    def _limit(self, rounds: int | None) -> int:
        """How long a request might be by what the first so many rounds said of tokens; None for all."""
        return space.limit(self._run.asked.rules, rate_of(self._run, rounds), self._tools, self._share)

    # --- what gives way -------------------------------------------------------------------------------------

    def _pieces(self) -> Iterator[Piece]:
        opened = self._run.recalled.opened if self._run.recalled else ()
        if sources := "".join(opened_before(self._run, self._look)):
            yield Piece(size(sources), START, tuple(self._pages("", opened, None)))
        for item in self._items:
            yield self._piece(item)

    def _piece(self, item: Task | Round) -> Piece:
        by_then = self._limit(sum(1 for round in self._run.rounds if round.seq <= item.seq)) / self._most
        if isinstance(item, Task):
            whole, short = (length(self._task(item, self._look, brief=brief)) for brief in (False, True))
            return Piece(whole, by_then, task=True, line=short)
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
            _, text = page_text(passage, wanted(self._run, round), self._look)
            if len(text) > EXCERPT + len(AGAIN):
                yield (call, i), size(text[EXCERPT:]) - size(AGAIN) - 2

    # --- the messages ---------------------------------------------------------------------------------------

    def messages(self, plan: Plan, *, last: bool = False, cap: int = 0, cut: bool = False) -> list[Message]:
        """What is sent where this has given way and no text is longer than `cap` (0: as long as it is)."""
        look = replace(self._look, gone=plan.gone, cap=cap, cut=cut)
        out = {round.seq for round in self._rounds[: plan.rounds]}
        brief = {task.seq for task in self._tasks[: plan.tasks]}
        parts = self._standing(plan, look)
        parts += [user(source) for source in within(opened_before(self._run, look), look)]
        for item in self._items:
            if isinstance(item, Task):
                parts += self._task(item, look, brief=item.seq in brief, gone=plan.turns)
            elif item.seq not in out:
                parts += round_messages(self._run, item, look)
        if last and not self._is_chat:
            parts.append(user(look.own(LAST_ROUND)))
        return list(_merged(parts))

    @property
    def _is_chat(self) -> bool:
        return self._run.intent is not None and self._run.intent.mode == "chat"

    def _standing(self, plan: Plan, look: Look) -> list[Message]:
        """The instructions, the thread, and what stands in place of what is not sent any more."""
        blocks = [f"mark: {look.mark}\n{thread_block(self._run, self._thread, look, plan.turns)}"]
        blocks += [_summary(self._notes, look)] if self._notes else []
        blocks += self._tried(self._rounds[: plan.rounds], look)
        blocks += within(self._leads(look)[plan.leads :], look)
        deep = self._run.asked.rules.effort == "deep" and not self._is_chat
        intent = self._run.intent
        listed = intent is not None and intent.kind == "shortlist" and not self._is_chat
        further = (*(["shortlist"] if listed else []), *(["deep"] if deep else []))
        instructions = "".join(map(prompt, ("chat" if self._is_chat else "research", *further)))
        return [{"role": "system", "content": instructions}, *map(user, blocks)]

    def _tried(self, out: Sequence[Round], look: Look) -> list[str]:
        """What was tried in rounds that are not sent any more, and in the run that this one goes on from."""
        lines = self._listed.get(len(out))
        if lines is None:
            rounds = [*before_these(self._run), *out]
            lines = self._listed[len(out)] = listed(self._run, rounds, _TRIED * START * self._most)
        return [look.block("tried", "\n".join(lines))] if lines else []

    def _leads(self, look: Look) -> list[str]:
        """The newest that have room of what the run that this one goes on from had only found."""
        leads = list(leads_before(self._run, look))
        sizes = accumulate(map(size, reversed(leads)))
        count = sum(1 for so_far in sizes if so_far <= _LEADS * START * self._most)
        return leads[len(leads) - count :]

    def _task(self, task: Task, look: Look, *, brief: bool = False, gone: int = 0) -> list[Message]:
        """What was said, and how the task was understood then; of an older one `brief` words alone, since the last
        one counts."""
        told = words(self._run, task.after, task.seq, look, brief=brief)
        if brief:
            return [user(told.strip())] if told else []
        later = task.intent.thread and not is_numbered(self._run)
        numbers = self._thread.numbers(self._run, gone) if later else None
        assumed = self._run.assumptions[task.seq]
        return [user(told + task_block(task.intent, assumed, self._run.today, look, numbers))]


def _summary(found: Compacted, look: Look) -> str:
    """Our own notes, which cannot end their block."""
    return look.block("notes", look.told(found.summary).replace("```", "'''"))


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
