"""Answer one clarifying question with one of its options."""

from agent.facts import Said
from bot.buttons.outcome import Outcome, Press, Tell, Word, pressable
from bot.buttons.questions import asking_of
from bot.views import safe


def press(press: Press) -> Outcome:
    asking = pressable(press) or asking_of(press)
    if isinstance(asking, Word):
        return asking
    question = asking.questions[int(press.parts[3])]
    if question.id in asking.answers:
        return Word(press.say("already-answered", option=safe.words(asking.answers[question.id].option, 300)))
    option = question.options[int(press.parts[4])]
    message = f"click.{asking.position}.{press.parts[3]}"
    return Tell((Said(message=message, by=press.by, name=press.run.asked.name, answers={question.id: option}),))
