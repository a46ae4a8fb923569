"""Clarifying questions with their options as buttons, and how each was settled. Pure.

The blocks "answered.N" are read back: the next run learns from them, out of the thread alone, who chose what. Their
words are those of a language, so they are known by their places: a user, what joins, and last "question — option".
"""

from __future__ import annotations

from collections.abc import Iterator

from agent.facts import Question
from agent.run import Asking, Choice, Run
from bot.speech import Speech
from bot.tokens import Sign
from bot.views import safe
from bot.views.blocks import (
    LIMITS,
    Block,
    Card,
    actions,
    bullets,
    button,
    context,
    rich,
    section,
    text,
    user,
)
from bot.views.plain import card
from bot.views.wording import asker, duration, end, highest, person, tongue

_QUESTION, _OPTION = 1_000, 300  # characters


def question(run: Run, asking: Asking, sign: Sign) -> Card:
    """The questions put at one position: open, partly answered, or settled."""
    say = tongue(run)
    open_ = asking.open and run.ended is None
    blocks = [rich("headline", section(text(_intro(say, run, asking, open_), "bold")))]
    for number, one in enumerate(asking.questions):
        choice = asking.answers.get(one.id)
        if choice:
            blocks.append(_settled(say, run, number, one, choice))
        else:
            blocks += _one(say, run, asking, number, one, sign, open_)
    blocks += _defaults(say, run, asking, sign) if open_ else _words(say, run, asking)
    return card("question", blocks, highest(run), {run.asked.by: asker(say, run)})


def _intro(say: Speech, run: Run, asking: Asking, open_: bool) -> str:
    if not open_:
        return say("asked-first", who=asker(say, run))
    left = len(asking.unanswered)
    return say("questions", who=asker(say, run), n=left) if left else say("thank-you")


def _one(
    say: Speech, run: Run, asking: Asking, number: int, one: Question, sign: Sign, open_: bool
) -> Iterator[Block]:
    """A question that nobody has answered; its options in full where a button cannot hold them."""
    asked = section(text(safe.words(one.text, _QUESTION)))
    unlabelled = any(safe.size(_label(say, one, option)) > LIMITS.label for option in one.options)
    in_words = unlabelled or len(one.options) > LIMITS.actions or not open_
    options = [[text(_label(say, one, option))] for option in one.options]
    yield rich(f"question.{number}", asked, *([bullets(options)] if in_words else []))
    if open_:
        where = (run.id, str(asking.position), str(number))
        yield actions(
            f"actions.{number}",
            *(
                button(_label(say, one, option), f"answer.{number}.{at}", sign("answer", *where, str(at)))
                for at, option in enumerate(one.options[: LIMITS.actions])
            ),
        )


def _label(say: Speech, one: Question, option: str) -> str:
    words = safe.words(option, _OPTION)
    return say("default", option=words) if option == one.default else words


def _settled(say: Speech, run: Run, number: int, one: Question, choice: Choice) -> Block:
    words = text(f"{safe.words(one.text, _QUESTION)} — {safe.words(choice.option, _OPTION)}")
    if not choice.by:
        return rich(f"defaulted.{number}", section(text(say("taken-by-default") + " "), words))
    # Only the asker is named as a user, whom Slack may notify: whoever else is only mentioned in words.
    who = user(choice.by) if choice.by == run.asked.by else text(person(say, run, choice.by))
    return rich(f"answered.{number}", section(who, text(f" {say('answered')} "), words))


def _defaults(say: Speech, run: Run, asking: Asking, sign: Sign) -> Iterator[Block]:
    yield actions(
        "actions", button(say("defaults-button"), "defaults", sign("defaults", run.id, str(asking.position)))
    )
    hours = duration(say, run.asked.rules.question_hours * 3600)
    yield context("hint", say("hint-answer", time=hours))


def _words(say: Speech, run: Run, asking: Asking) -> Iterator[Block]:
    """Why nothing is open any more, where that was not a click on every question."""
    said = asking.words
    if said and said.by == run.asked.by:
        yield context("hint", say("answered-in-words", who=asker(say, run)))
    elif said:
        yield context("hint", say("superseded-by", who=person(say, run, said.by)))
    elif asking.unanswered:
        yield context("hint", say("no-longer-asked", reason=end(say, run)) if run.ended else say("asked-no-more"))
