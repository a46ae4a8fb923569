"""A bot that is killed leaves the thread it would have left: the same answer, each tool once, one answer.

A sample of the points; `python -m tests.killed` goes through all of them.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from agent.facts import Closing, Returned, Started
from tests.killed.compare import problems
from tests.killed.mortal import AT_SLACK, IN_APPEND, Kill, Mode
from tests.killed.play import Played, play
from tests.killed.stories import STORIES, Story
from tests.killed.verdicts import verdicts

TWICE: tuple[Mode, ...] = ("before", "after")


def named(story: Story) -> str:
    return story.name


def sample(story: Story, whole: Played) -> Iterator[Kill]:
    """Of the first story every third append, once committed; of the second every fourth one and of the last every
    third one, each way in turn; and of the calls to Slack the first and the third of each kind. A few lives that
    pick up the work die at once as well."""
    if story.number == 1:
        yield from (Kill("after", number) for number in range(1, whole.appends + 1, 3))
    else:
        numbers = range(1, whole.appends + 1, 6 - story.number)
        yield from (Kill(IN_APPEND[n % 3], number) for n, number in enumerate(numbers))
    yield from (Kill(mode, number) for mode in AT_SLACK for number in (1, 3) if number <= whole.points(mode))
    yield from (Kill(mode, number, again=1) for mode in TWICE for number in (8, 18))
    if story.number == 2:  # between a question that has to wait and the first word about it
        yield from (Kill("after", 21), Kill("post-unsent", 5))


@pytest.mark.parametrize("story", STORIES, ids=named)
async def test_wherever_it_is_killed_the_thread_is_what_it_would_have_been(story: Story, tmp_path: Path) -> None:
    whole = await play(story, tmp_path)
    wrong = [str(one) async for one in verdicts(story, whole, sample(story, whole), tmp_path) if one.failed]
    assert not wrong, "\n\n".join(wrong)


async def test_every_fact_is_a_point_and_whatever_goes_wrong_is_seen(tmp_path: Path) -> None:
    """The story in which nobody presses anything: there a fact is an append."""
    whole = await play(STORIES[2], tmp_path)
    assert not problems(whole, whole)
    [run] = whole.runs
    assert whole.appends == len(run)
    office = next(fact for fact in run if isinstance(fact, Started) and fact.step == "call.3.1")
    told = next(fact for fact in run if isinstance(fact, Closing) and fact.step == "call.3.1")
    lost = Returned(step="call.3.1", outcome="unknown")
    for one in [
        replace(whole, thread=whole.thread + "\nfootnote: Reading the thread…"),
        replace(whole, messages=2),
        replace(whole, runs=[run, run]),
        replace(whole, runs=[[*run, run[-1]]]),
        replace(whole, runs=[[*run, told]]),
        replace(whole, runs=[[*run, office]]),
        replace(whole, runs=[[fact for fact in run if fact is not told]]),
        replace(whole, runs=[[lost if fact is told else fact for fact in run]]),
        replace(whole, web=whole.web + whole.web),
        replace(whole, asked=whole.asked + 1),
        replace(whole, told=[]),
        replace(whole, told=whole.told * 2),
    ]:
        assert problems(whole, one)
