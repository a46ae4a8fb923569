"""The question whether something is really to be deleted, within the limits of a confirm dialog in every language."""

from __future__ import annotations

import pytest

from bot import speech
from bot.playground.slack.blocks import check_message
from bot.views import removal
from bot.views.blocks import actions
from tests.bot.views.story import Story, sign


@pytest.mark.parametrize("code", sorted(speech.LANGUAGES))
def test_the_question_is_asked_in_full(code: str) -> None:
    say = speech.speech(code)
    button = removal.remove(say, Story().run, sign)
    check_message([actions("actions", button)])
    asked = {part: words["text"] for part, words in button["confirm"].items() if isinstance(words, dict)}
    assert asked == {part: say(f"remove-{id}") for part, id in
                     (("title", "title"), ("text", "text"), ("confirm", "confirm"), ("deny", "deny"))}  # fmt: skip
    assert len(asked["title"]) <= 100 and len(asked["text"]) <= 300
    assert len(asked["confirm"]) <= 30 and len(asked["deny"]) <= 30
