"""Deep research rests on several sources that do not depend on each other: what a draft lacks of them. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from agent.answers import sites
from agent.facts import Source
from agent.run import Run

_NAMED = 6  # sites that a fault names
_BEGINS = "Open at least "
_COPIES = "The same text in two places is one source. "


def fault(run: Run) -> str:
    """What to mend where too few sites were opened and more can be; "" where it is enough, or nothing is left.

    It is said once for each number of sites: a model that opened nothing since will not, and a folder of two files
    has no third.
    """
    wanted, opened = run.asked.rules.sources, sites.opened(run)
    if not _counts(run) or len(opened) >= wanted or not _can_open(run, sites.visited(run)):
        return ""
    so_far = f"{len(opened)}{f' ({_listed(opened)})' if opened else ''}"
    said = (
        f"{_BEGINS}{wanted} independent sources before you answer: pages of different sites, or different files. So "
        f"far: {so_far}. {_COPIES if len(opened) < len(sites.visited(run)) else ''}Where they disagree, say so and "
        "settle it."
    )
    return "" if said in _said(run) else said


def missing(run: Run) -> str:
    """The word on an answer that rests on fewer; "" where it does not."""
    wanted, opened = run.asked.rules.sources, len(sites.opened(run))
    return f"Independent sources opened: {opened} of {wanted}." if _counts(run) and opened < wanted else ""


def _counts(run: Run) -> bool:
    """What is asked about the thread alone rests on the thread."""
    return run.asked.rules.sources > 1 and run.intent is not None and not run.intent.thread


def _can_open(run: Run, opened: frozenset[str]) -> bool:
    """Whether there is a round for it, and either a lead to another site or a search that may find one."""
    if run.rounds_left <= 1 or run.overdue:  # one to open more, one to answer
        return False
    leads = (source for source in run.sources if not run.ledger.is_open(source.number))
    return bool(run.left("search")) or any(_openable(run, lead, opened) for lead in leads)


def _openable(run: Run, lead: Source, opened: frozenset[str]) -> bool:
    return bool(run.left("page" if "://" in lead.address else "file")) and sites.site(lead.address) not in opened


def _said(run: Run) -> Iterator[str]:
    return (fault for round in run.rounds if round.checked for fault in round.checked.faults)


def _listed(opened: frozenset[str]) -> str:
    more = [f"and {len(opened) - _NAMED} more"] if len(opened) > _NAMED else []
    return ", ".join([*sorted(opened)[:_NAMED], *more])
