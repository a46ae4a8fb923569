"""Clarifying questions with their options as buttons, and how each was settled. Pure.

The blocks "answered.N" are read back: the next run learns from them, out of the thread alone, who chose what.
"""

from __future__ import annotations

from collections.abc import Iterator

from agent.facts import Question
from agent.run import Asking, Choice, Run
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
from bot.views.wording import asker, counted, duration, end, highest, person

ANSWERED = " answered: "
_QUESTION, _OPTION = 1_000, 300  # characters
_DEFAULT = " (default)"


def question(run: Run, asking: Asking, sign: Sign) -> Card:
    """The questions put at one position: open, partly answered, or settled."""
    open_ = asking.open and run.ended is None
    blocks = [rich("headline", section(text(_intro(run, asking, open_), "bold")))]
    for number, one in enumerate(asking.questions):
        choice = asking.answers.get(one.id)
        blocks += (
            [_settled(run, number, one, choice)] if choice else list(_one(run, asking, number, one, sign, open_))
        )
    blocks += _defaults(run, asking, sign) if open_ else _words(run, asking)
    return card("question", blocks, highest(run), {run.asked.by: asker(run)})


def _intro(run: Run, asking: Asking, open_: bool) -> str:
    if not open_:
        return f"What I asked {asker(run)} first"
    left = len(asking.unanswered)
    return f"{asker(run)}, {counted(left, 'question')} before I begin" if left else "Thank you"


def _one(run: Run, asking: Asking, number: int, one: Question, sign: Sign, open_: bool) -> Iterator[Block]:
    """A question that nobody has answered; its options in full where a button cannot hold them."""
    asked = section(text(safe.words(one.text, _QUESTION)))
    unlabelled = any(safe.size(_label(one, option)) > LIMITS.label for option in one.options)
    in_words = unlabelled or len(one.options) > LIMITS.actions or not open_
    options = [[text(safe.words(option, _OPTION) + _marked(one, option))] for option in one.options]
    yield rich(f"question.{number}", asked, *([bullets(options)] if in_words else []))
    if open_:
        where = (run.id, str(asking.position), str(number))
        yield actions(
            f"actions.{number}",
            *(
                button(_label(one, option), f"answer.{number}.{at}", sign("answer", *where, str(at)))
                for at, option in enumerate(one.options[: LIMITS.actions])
            ),
        )


def _marked(one: Question, option: str) -> str:
    return _DEFAULT if option == one.default else ""


def _label(one: Question, option: str) -> str:
    return safe.words(option, _OPTION) + _marked(one, option)


def _settled(run: Run, number: int, one: Question, choice: Choice) -> Block:
    words = text(f"{safe.words(one.text, _QUESTION)} — {safe.words(choice.option, _OPTION)}")
    if not choice.by:
        return rich(f"defaulted.{number}", section(text("Taken by default: "), words))
    # Only the asker is named as a user, whom Slack may notify: whoever else is only mentioned in words.
    who = user(choice.by) if choice.by == run.asked.by else text(person(run, choice.by))
    return rich(f"answered.{number}", section(who, text(ANSWERED), words))


def _defaults(run: Run, asking: Asking, sign: Sign) -> Iterator[Block]:
    taken = button("Go on with the defaults", "defaults", sign("defaults", run.id, str(asking.position)))
    yield actions("actions", taken)
    hours = duration(run.asked.rules.question_hours * 3600)
    yield context(
        "hint",
        f"Or reply in this thread in your own words. Without an answer within {hours} I go on with the defaults.",
    )


def _words(run: Run, asking: Asking) -> Iterator[Block]:
    """Why nothing is open any more, where that was not a click on every question."""
    said = asking.words
    if said and said.by == run.asked.by:
        yield context("hint", f"{asker(run)} answered in words, in this thread.")
    elif said:
        yield context("hint", f"Superseded by what {person(run, said.by)} said in this thread.")
    elif asking.unanswered:
        yield context("hint", f"No longer asked: {end(run) if run.ended else 'something else was said since'}.")
