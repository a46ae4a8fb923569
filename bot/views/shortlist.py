"""A shortlist: what qualifies as a table, what was dropped as a list, each with the reason. Pure.

Names are the model's words and conditions people's: all of it is literal text. Of more rows than a table takes the
rest are a list; with more conditions than a phone has room for, the columns have letters and a legend says which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from agent.answers.naming import key
from agent.answers.shortlist import contradictions, counted, standing
from agent.facts import Answer, Candidate, Condition, Intent, Verdict
from agent.run import Run
from bot.speech import Speech
from bot.views import safe
from bot.views.blocks import LIMITS, Block, bullets, grouped, rich, section, table, text, weight
from bot.views.wording import enumerated, latest_intent

FEW = 4  # conditions whose words find room above the columns
COLUMNS_AT_MOST = 10  # conditions that have a column; with more of them each row is told in words
ROWS_AT_MOST = 20
_TABLE_WEIGHT, _LIST_WEIGHT = 5_000, 4_000  # so that a block finds room under an answer
_NAME, _WISH, _WHY, _LINE, _WORDS = 80, 48, 160, 600, 160  # characters
_SIGNS = {"met": "✓", "not met": "✗", "unknown": "?"}
_EMPTY = "–"


@dataclass(frozen=True)
class Row:
    """One thing that qualifies: its name with its place and its numbers, a cell for each condition, and why it has
    that place."""

    name: str
    cells: tuple[str, ...]
    why: str


@dataclass(frozen=True)
class Shortlist:
    """A shortlist in words. `heads` stand above the columns of the conditions; `legend` says what letters and signs
    mean, "" where there are none."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[Row, ...]
    legend: tuple[str, ...]
    notes: tuple[str, ...]
    dropped: tuple[str, ...]
    names: str = ""
    reasons: str = ""

    @property
    def tabled(self) -> bool:
        return len(self.heads) <= COLUMNS_AT_MOST

    @property
    def head(self) -> tuple[str, ...]:
        return (self.names, *self.heads, self.reasons)

    def line(self, row: Row) -> str:
        """A row where no table is."""
        pairs = zip(self.heads, row.cells, strict=True)
        cells = [f"{head} {cell}" if len(head) <= 2 else f"{head} – {cell}" for head, cell in pairs]
        return f"{row.name}: {'; '.join([*cells, row.why])}"


def shortlist(say: Speech, run: Run, said: Answer) -> Shortlist | None:
    """What an answer has of one; None where it has none."""
    intent = latest_intent(run)
    if intent is None or said.mode != "research" or not (said.candidates or said.dropped or _empty(intent, said)):
        return None
    conditions = intent.conditions
    short = len(conditions) > FEW
    rows = tuple(_row(say, said, intent, at, one, short) for at, one in enumerate(said.candidates, 1))
    return Shortlist(
        title=_title(say, said, intent),
        heads=tuple(_head(say, at, one, short) for at, one in enumerate(conditions)) if rows else (),
        rows=rows,
        legend=tuple(_legend(say, conditions)) if short and rows else (),
        notes=tuple(_disagreements(say, said, conditions)),
        dropped=tuple(_dropped(say, one, conditions) for one in said.dropped),
        names=say("candidate"),
        reasons=say("why-this-place"),
    )


def _title(say: Speech, said: Answer, intent: Intent) -> str:
    """What is not known to meet every hard condition only may qualify."""
    hard = [condition.id for condition in (*intent.must, *intent.must_not)]
    if not said.candidates:
        return say("none-qualifies")
    open_ = all(counted(one, hard, "unknown") for one in said.candidates)
    return say("candidates-open") if hard and open_ else say("candidates")


def _empty(intent: Intent, said: Answer) -> bool:
    """Whether the model proposed nothing at all: where it gave no list, the conditions have their verdicts."""
    shown = bool(said.text.strip()) and not said.partial
    return intent.kind == "shortlist" and bool(intent.conditions) and not said.verdicts and shown


# --- the table ----------------------------------------------------------------------------------------------------


def _row(say: Speech, said: Answer, intent: Intent, place: int, one: Candidate, short: bool) -> Row:
    held = {verdict.condition: verdict for verdict in one.verdicts}
    cells = tuple(_cell(say, condition, held.get(condition.id), short) for condition in intent.conditions)
    opened = {source.number for source in said.sources if source.opened}
    why = _why(say, intent, one) if opened & set(one.numbers) else say("only-found")
    return Row(f"{place}. {_named(one)}", cells, safe.words(why, _WHY))


def _named(one: Candidate) -> str:
    alone = key(one.name.partition(", ")[0].partition(" (")[0])  # "Aurora Rooms" of "Aurora Rooms, Ostrand"
    other = next((name for name in one.also if key(name) != alone), "")
    also = f" ({safe.words(other, _NAME)})" if other else ""
    marks = "".join(f"[{number}]" for number in one.numbers)
    return f"{safe.words(one.name, _NAME)}{also} {marks}".rstrip()


def _cell(say: Speech, condition: Condition, verdict: Verdict | None, short: bool) -> str:
    standing = verdict.standing if verdict else "unknown"
    mark = f" [{verdict.number}]" if verdict and verdict.number else ""
    return (_SIGNS[standing] if short else _word(say, condition, standing)) + mark


def _word(say: Speech, condition: Condition, standing: str) -> str:
    if standing == "unknown":
        return say("cell-unknown")
    if condition.id.startswith("must_not"):
        return say("cell-avoided" if standing == "met" else "cell-not-avoided")
    return say("cell-met" if standing == "met" else "cell-unmet")


def _head(say: Speech, at: int, condition: Condition, short: bool) -> str:
    return _letter(at) if short else _wish(say, condition, _WISH)


def _letter(at: int) -> str:
    """A, B, … Z, A1, B1, …"""
    round, letter = divmod(at, len(ascii_uppercase))
    return f"{ascii_uppercase[letter]}{round or ''}"


def _wish(say: Speech, condition: Condition, at_most: int) -> str:
    wish = safe.words(condition.text, at_most)
    match condition.id.partition(".")[0]:
        case "must_not":
            return say("head-must-not", wish=wish)
        case "prefer":
            return say("head-prefer", wish=wish)
        case _:
            return say("head-must", wish=wish)


def _legend(say: Speech, conditions: Sequence[Condition]) -> Iterator[str]:
    yield from (f"{_letter(at)} = {_wish(say, one, _LINE - 100)}" for at, one in enumerate(conditions))
    yield say("legend-signs", met=_SIGNS["met"], unmet=_SIGNS["not met"], unknown=_SIGNS["unknown"])


def _why(say: Speech, intent: Intent, one: Candidate) -> str:
    """Why it has its place, in one sentence: hard conditions first, then preferences."""
    hard = [condition.id for condition in (*intent.must, *intent.must_not)]
    wishes = [condition.id for condition in intent.prefer]
    parts: list[str] = []
    if hard:
        open_ = counted(one, hard, "unknown")
        parts.append(say("why-hard-open", n=open_, all=len(hard)) if open_ else say("why-hard-met"))
    if wishes:
        parts.append(say("why-preferred", n=counted(one, wishes, "met"), all=len(wishes)))
        open_ = counted(one, wishes, "unknown")
        parts += [say("why-preferred-open", n=open_)] if open_ else []
    return enumerated(say, parts) or _EMPTY


# --- what stands below it -----------------------------------------------------------------------------------------


def _disagreements(say: Speech, said: Answer, conditions: Sequence[Condition]) -> Iterator[str]:
    """Sources that contradict each other about a thing."""
    texts = {condition.id: _wish(say, condition, _LINE // 2) for condition in conditions}
    for one in (*said.candidates, *said.dropped):
        for id, met, unmet in contradictions(one):
            name, wish = safe.words(one.name, _NAME), texts.get(id, id)
            yield say("contradictory", name=name, wish=wish, met=f"[{met}]", unmet=f"[{unmet}]")


def _dropped(say: Speech, one: Candidate, conditions: Sequence[Condition]) -> str:
    """A thing that fails hard conditions, with the words that say so."""
    hard = [condition for condition in conditions if not condition.id.startswith("prefer")]
    held = {verdict.condition: verdict for verdict in one.verdicts}
    failing = [condition for condition in hard if standing(one, condition.id) == "not met"]
    reasons = [_reason(say, condition, held[condition.id]) for condition in failing]
    return say("dropped-line", name=_named(one), why="; ".join(reasons) or _EMPTY)


def _reason(say: Speech, condition: Condition, verdict: Verdict) -> str:
    wish, mark = safe.words(condition.text, _LINE // 3), f" [{verdict.number}]"
    must_not = condition.id.startswith("must_not")
    said = say("must-not-broken", wish=wish, mark=mark) if must_not else say("must-unmet", wish=wish, mark=mark)
    return f"{said} – {say('quoted', words=safe.words(verdict.words, _WORDS))}" if verdict.words else said


# --- blocks -------------------------------------------------------------------------------------------------------


def shortlist_blocks(found: Shortlist, say: Speech) -> Iterator[Block]:
    """The table and the rest of its rows, which belong to the answer's own words, and what stands around them."""
    tabled = _tabled(found)
    yield rich("candidates", section(text(found.title, "bold")))
    if tabled:
        yield table("candidates.table", [found.head, *(_cells(row) for row in tabled)])
    rest = [found.line(row) for row in found.rows[len(tabled) :]]
    yield from _lists("candidates", "", rest)
    yield from _lists("legend", "", found.legend)
    yield from _lists("contradictory", say("sources-disagree"), found.notes)
    yield from _lists("dropped", say("dropped"), found.dropped)


def _cells(row: Row) -> tuple[str, ...]:
    return (row.name, *row.cells, row.why)


def _tabled(found: Shortlist) -> tuple[Row, ...]:
    """The rows that go into the table."""
    if not found.tabled:
        return ()
    room = _TABLE_WEIGHT - weight(table("candidates.table", [found.head]))
    taken = 0
    for row in found.rows[:ROWS_AT_MOST]:
        room -= weight(table("candidates.table", [_cells(row)]))
        if room < 0:
            break
        taken += 1
    return found.rows[:taken]


def _lists(block_id: str, title: str, lines: Sequence[str]) -> Iterator[Block]:
    items = [[text(safe.words(line, LIMITS.element))] for line in lines]
    for at, group in enumerate(grouped(items, _LIST_WEIGHT)):
        heading = [section(text(title, "bold"))] if at == 0 and title else []
        yield rich(f"{block_id}.{at + 1}", *heading, bullets(group))


# --- in a terminal ------------------------------------------------------------------------------------------------


def shortlist_text(found: Shortlist, say: Speech, plain: Callable[[str], str] = lambda words: words) -> Iterator[str]:
    """The same as Markdown, a part each; `plain` writes words so that they are nothing else there."""
    yield f"**{found.title}**"
    if found.rows and found.tabled:
        lines = [found.head, *([("---",) * len(found.head)]), *(_cells(row) for row in found.rows)]
        yield "\n".join("| " + " | ".join(_in_cell(plain(cell)) for cell in line) + " |" for line in lines)
    elif found.rows:
        yield "\n".join(f"- {plain(found.line(row))}" for row in found.rows)
    yield _listed("", found.legend, plain)
    yield _listed(say("sources-disagree"), found.notes, plain)
    yield _listed(say("dropped"), found.dropped, plain)


def _listed(title: str, lines: Sequence[str], plain: Callable[[str], str]) -> str:
    items = "\n".join(f"- {plain(line)}" for line in lines)
    return f"**{title}**\n\n{items}" if title and items else items


def _in_cell(words: str) -> str:
    return words.replace("|", "\\|")
