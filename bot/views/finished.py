"""What the progress message shrinks to once its answer stands below: a line that leads there. Pure."""

from __future__ import annotations

from agent.run import Run
from bot.views.blocks import Block, Card, link, rich, section, text
from bot.views.plain import card
from bot.views.told import without
from bot.views.wording import duration, highest, tongue


def finished(run: Run, address: str) -> Card:
    """One line. `address` is that of the first message of the answer, "" while nobody knows it."""
    say = tongue(run)
    took = duration(say, (run.ended_at or run.at) - run.asked_at)
    parts: list[Block] = [text(say("finished-without" if without(run) else "finished", time=took))]
    if address:
        parts += [text(" "), link(address, say("finished-reason" if without(run) else "finished-link"))]
    if calls := sum(state.started for state in run.calls.values()):
        parts += [text(f" · {say('finished-calls', n=calls)}")]
    return card("note", [rich("headline", section(*parts))], highest(run))
