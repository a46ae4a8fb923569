"""That the web could not be searched for an answer, where somebody has to mend that: a key, a plan. Pure."""

from __future__ import annotations

import re

from agent.facts import Returned
from agent.run import Run
from bot.speech import Speech
from bot.views.relayed import note

_TO_MEND = re.compile(
    r"could not search: [^()]*; somebody has to "
)  # agent/pages/web.py; a detail stands in brackets


def unsearched(say: Speech, run: Run) -> str:
    """Why the web could not be searched; "" where it was, where nobody wanted to, and where it may work again by
    itself."""
    searches = [one for one in _searches(run) if one.outcome in ("ok", "failed")]
    reasons = [one.result.note for one in searches if _TO_MEND.match(one.result.note)]
    for_good = all(one.outcome == "failed" and one.final for one in searches)
    inside = any(round.reply.queries or round.reply.hits for round in run.rounds)  # by the model's provider
    return say("unsearched", reason=note(say, reasons[-1])) if reasons and for_good and not inside else ""


def _searches(run: Run) -> list[Returned]:
    """How the searches of the web ended that were begun."""
    calls = [state for state in run.calls.values() if state.call.tool == "search" and state.started]
    return [state.returned for state in calls if state.returned]
