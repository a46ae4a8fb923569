"""Show what an answer rests on, page by page, or send all of it as files; to anybody who can read the thread."""

from __future__ import annotations

from agent.facts import Answer, Answered
from bot.buttons.outcome import Open, Outcome, Press, Send, Word
from bot.views.answer import evident
from bot.views.evidence import modal
from bot.views.exported import files
from bot.views.wording import question_of

CALLBACK, EXPORT = "evidence", "export"


def press(press: Press) -> Outcome:
    """In the thread it opens the first page; inside the modal the button says which page, or that it exports."""
    said = _answer(press)
    if isinstance(said, Word):
        return said
    what, _, page = press.said.rpartition(".")
    number = int(page) if page.isdecimal() and len(page) < 6 else 1
    if what != EXPORT:
        return Open(modal(press.say, press.run, said, number), CALLBACK)
    shown = Open(modal(press.say, press.run, said, number, press.say("export-under-way")), CALLBACK)
    word = press.say("export-sent", question=question_of(press.run))
    return Send(files(press.say, press.run, said), word, press.say("export-failed"), shown)


def _answer(press: Press) -> Answer | Word:
    if press.run.removed:
        return Word(press.say("already-removed"))
    if not press.run.ended:
        return Word(press.say("still-at-work"))
    ended = press.run.ended
    return ended.answer if isinstance(ended, Answered) and evident(ended.answer) else Word(press.say("evidence-none"))
