"""How much of what the model can read is in use, and what the progress says while that is made less."""

from __future__ import annotations

import pytest

from agent.carrier import Live
from agent.facts import Replied, Reply, Started, Usage, Window
from tests.bot.views.story import Story


def used(prompt: int, read: int = 100_000) -> Story:
    story = Story(window=Window(whole=read + 10, input=read, output=10)).recalled().understood()
    story.tell(Started(step="reply.1", worker="w"))
    story.tell(Replied(step="reply.1", reply=Reply(text="It is so.", usage=Usage(prompt=prompt))))
    return story


def footer(story: Story) -> str:
    return str(next(block for block in story.thread()["progress"].blocks if block["block_id"] == "footer"))


@pytest.mark.parametrize(
    ("prompt", "said"), [(34_999, "context 30 %"), (35_000, "context 35 %"), (99_000, "context 95 %")]
)
def test_the_share_in_use_is_said_in_steps_of_five(prompt: int, said: str) -> None:
    assert said in footer(used(prompt))


def test_more_than_everything_is_everything_and_next_to_nothing_is_not_said() -> None:
    assert "context 100 %" in footer(used(500_000))
    assert "context" not in footer(used(4_999)).replace('"type": "context"', "").replace("'type': 'context'", "")
    assert used(500_000).run.filled == 1.0 and Story().run.filled == 0.0


def test_while_what_came_before_is_summed_up_the_headline_says_so() -> None:
    story = Story().recalled().understood()
    card = story.thread(Live(since={"compact.1": story.now}))["progress"]
    assert "Making notes of what came so far" in str(card.blocks)
