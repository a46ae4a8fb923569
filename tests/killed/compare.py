"""What a killed story is held against: the story unkilled, and what must hold of facts and effects anyway. Pure."""

from __future__ import annotations

import difflib
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from agent.facts import (
    Answered,
    Asked,
    Closing,
    Decided,
    Replied,
    Returned,
    Said,
    Started,
    Stopped,
    Unknown,
)
from tests.killed.mortal import Kill
from tests.killed.play import Fact, Played, wanted
from tests.killed.stories import TOLD, UNKNOWN


def problems(whole: Played, killed: Played, kill: Kill | None = None) -> list[str]:
    """What is not as it would have been after this kill, a line or a few each; nothing where all is well."""
    return [
        *_thread(whole, killed, in_order=not kill or kill.mode != "post-late"),
        *(line for n, run in enumerate(killed.runs, 1) for line in _well_formed(n, run)),
        *_facts(whole, killed),
        *_tools(whole, killed),
        *_model(whole, killed),
        *_office(killed),
        *(_posts(whole, killed) if kill and kill.mode == "post-unknown" else ()),
    ]


def _thread(whole: Played, killed: Played, *, in_order: bool) -> Iterator[str]:
    """The same words, and the same messages of ours: none twice, none left behind. What nobody knows is said.

    Of a post that arrives late people read the copy that is then taken away, and speak before the one that stays."""
    expected = whole.thread.replace(TOLD, UNKNOWN) if _unknown(killed) else whole.thread
    there, here = (text if in_order else _sorted(text) for text in (expected, killed.thread))
    if there != here:
        lines = difflib.unified_diff(there.splitlines(), here.splitlines(), "unkilled", "killed", n=1)
        yield "the thread differs:\n" + "\n".join(line.rstrip() for line in lines)
    if whole.messages != killed.messages:
        yield f"{killed.messages} messages of ours instead of {whole.messages}"


def _sorted(thread: str) -> str:
    """Its messages in an order that does not depend on when they came; what goes on in a message is indented."""
    return "\n".join(sorted(re.split(r"\n(?=\S)", thread)))


def _well_formed(number: int, run: Sequence[Fact]) -> Iterator[str]:
    """One question, one end; every outcome begun (or of a call never made) and once; nothing begun after it."""
    closed: Counter[str] = Counter()
    for fact in run:
        if isinstance(fact, Started) and closed[fact.step]:
            yield f"run {number}: {fact.step} was begun again after its outcome"
        if isinstance(fact, Closing):
            closed[fact.step] += 1
    yield from (f"run {number}: {step} has {count} outcomes" for step, count in closed.items() if count > 1)
    begun = {fact.step for fact in run if isinstance(fact, Started)}
    yield from (f"run {number}: {step} never ended" for step in sorted(begun - set(closed)))
    ends = sum(isinstance(fact, Answered | Stopped) for fact in run)
    asked = sum(isinstance(fact, Asked) for fact in run)
    if (asked, ends) != (1, 1):
        yield f"run {number}: {asked} questions, {ends} ends"


def _facts(whole: Played, killed: Played) -> Iterator[str]:
    """The same facts but for what was begun again: what a kill costs is time and nothing else."""
    if len(whole.runs) != len(killed.runs):
        yield f"{len(killed.runs)} runs instead of {len(whole.runs)}"
    for number, (there, here) in enumerate(zip(whole.runs, killed.runs, strict=False), 1):
        expected, found = _once(there), _once(here)
        missing, more = expected - found, found - expected
        if missing or more:
            yield f"run {number}: facts missing {sorted(missing)}, facts that should not be there {sorted(more)}"


def _once(run: Sequence[Fact]) -> Counter[str]:
    """The facts of a run, a step that was begun again counted once."""
    return Counter(_told(fact) for fact in run if not isinstance(fact, Started)) + Counter(
        {f"begun {fact.step}" for fact in run if isinstance(fact, Started)}
    )


def _told(fact: Fact) -> str:
    """A fact in a few words; an outcome that nobody knows stands for the one it would have been."""
    match fact:
        case Started(step=step):
            return f"begun {step}"
        case Returned(step=step, outcome=outcome):
            return f"{step} {'ok' if outcome == 'unknown' else outcome}"
        case Decided(call_id=call, verdict=verdict, scope=scope):
            return f"{call} {verdict} for this {scope}"
        case Said(text=text, answers=answers):
            return f"said {text}{json.dumps(dict(answers))}"
        case Unknown(kind=kind):
            return kind
        case _:
            return f"{fact.kind} {getattr(fact, 'step', '')}".strip()


def _tools(whole: Played, killed: Played) -> Iterator[str]:
    """Every call once, and once more only where a Started stands whose outcome was lost."""
    begun = _begun(killed.runs)
    for call in sorted(whole.web.keys() | killed.web.keys()):
        if not whole.web[call] <= killed.web[call] <= max(begun[call], whole.web[call]):
            times = f"{killed.web[call]} times, begun {begun[call]} times"
            yield f"“{call}” was asked of the web {times}; unkilled {whole.web[call]} times"


def _begun(runs: Sequence[Sequence[Fact]]) -> Counter[str]:
    """How often each call was begun, by what it asks for."""
    begun: Counter[str] = Counter()
    for run in runs:
        times = Counter(fact.step for fact in run if isinstance(fact, Started))
        for reply in (fact.reply for fact in run if isinstance(fact, Replied)):
            for call in reply.calls:
                begun[wanted(json.loads(call.arguments))] += times[f"call.{call.id}"]
    return begun


def _model(whole: Played, killed: Played) -> Iterator[str]:
    steps = [fact.step.partition(".")[0] for run in killed.runs for fact in run if isinstance(fact, Started)]
    begun = steps.count("reply") + steps.count("understand")
    if not whole.asked <= killed.asked <= begun:
        yield f"the model was asked {killed.asked} times, begun {begun} times; unkilled {whole.asked} times"


def _office(killed: Played) -> Iterator[str]:
    """What must not be done twice was done once; where nobody knows, at most once."""
    sent, made = len(killed.told), killed.begins("tell_office")
    if sent > 1 or (made and not sent and not _unknown(killed)):
        yield f"the office was told {sent} times"
    if made > 1:
        yield f"what must not be made twice was begun {made} times"


def _posts(whole: Played, killed: Played) -> Iterator[str]:
    """A message that stood there already is found, not posted again and taken away later."""
    there, here = (played.calls["chat.postMessage"] for played in (whole, killed))
    if here > there:
        yield f"{here} posts instead of {there}"


def _unknown(played: Played) -> bool:
    return any(isinstance(fact, Returned) and fact.outcome == "unknown" for run in played.runs for fact in run)


def story_of(runs: Sequence[Sequence[Fact]]) -> str:
    """The facts for whoever looks for the fault, a run a line; "†" where another process went on."""
    return "\n".join(f"  run {number}: {', '.join(_listed(run))}" for number, run in enumerate(runs, 1))


def _listed(run: Sequence[Fact]) -> Iterator[str]:
    worker = ""
    for fact in run:
        if isinstance(fact, Started):
            if worker and fact.worker != worker:
                yield "†"
            worker = fact.worker
        yield _told(fact)
