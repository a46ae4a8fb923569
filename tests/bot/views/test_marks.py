"""What the messages beside the progress are made of, in short: where it is the same, so are they."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import pytest

from agent.carrier import Live
from agent.facts import Record
from agent.log import Log
from agent.run import Run, replay
from bot.views.blocks import Card
from bot.views.thread import PROGRESS, files, marks, messages
from tests.agent.histories import live_on, open_log, rules
from tests.agent.worlds import World
from tests.bot.views.story import Story, sign


async def lived(seed: int) -> list[Record]:
    """The facts of a random history, to which everything happens at once."""
    chance = random.Random(seed)
    world = World(chance, Log(None), rules(chance))
    await open_log(world, None)
    await world.ask()
    world.start()
    try:
        await live_on(world, None)
        await world.finish()
        return await world.known()
    finally:
        await world.close()
        await world.log.close()


def beside(run: Run, now: float) -> dict[str, Card]:
    """Without the highest number that the thread has given: that of the progress tells it."""
    cards = messages(run, Live(), now, sign).items()
    return {slot: replace(card, highest=0) for slot, card in cards if slot != PROGRESS}


@pytest.mark.parametrize("seed", range(24))
async def test_a_fact_that_leaves_them_as_they_are_changes_no_message_but_the_progress(seed: int) -> None:
    records = await lived(seed)
    states = [replay(records[: length + 1]) for length in range(len(records))]
    pairs = [(one, other) for one, other in itertools.pairwise(states) if not other.ended]
    for one, other in pairs:
        if marks(one) == marks(other):
            assert beside(one, other.at) == beside(other, other.at)


async def test_most_facts_leave_them_as_they_are() -> None:
    """Else nothing would be saved by asking."""
    same = total = 0
    for seed in range(24):
        records = await lived(seed)
        states = [replay(records[: length + 1]) for length in range(len(records))]
        same += sum(marks(one) == marks(other) for one, other in itertools.pairwise(states))
        total += len(states) - 1
    assert same > total / 3


def test_every_file_of_a_run_is_known_by_its_slot_and_name() -> None:
    story = Story().recalled().understood()
    story.requested(*story.called(("search", {"query": "pumps"}), ("write", {"text": "word " * 2_000})))
    named = {slot: card.file.name for slot, card in story.thread().items() if card.file}
    assert named and files(story.run) == named
