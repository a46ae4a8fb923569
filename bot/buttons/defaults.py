"""Go on with the defaults of every question that is still open."""

from agent.facts import Said
from bot.buttons.outcome import Outcome, Press, Tell, Word, pressable
from bot.buttons.questions import asking_of


def press(press: Press) -> Outcome:
    asking = pressable(press) or asking_of(press)
    if isinstance(asking, Word):
        return asking
    answers = {question.id: question.default for question in asking.unanswered}
    message = f"click.{asking.position}.defaults"
    return Tell((Said(message=message, by=press.by, name=press.run.asked.name, answers=answers, defaults=True),))
