"""Change the arguments of a call in a modal. The changed call is put before people anew; nothing runs by an edit."""

from __future__ import annotations

from collections.abc import Mapping

from agent.facts import Decided
from bot.buttons.outcome import Open, Outcome, Press, Tell, Word, call_of, decidable
from bot.views.arguments import TooLong, form, named_in, read

GONE = "That tool is no longer here. Reject the call with a comment instead."
TOO_LONG = "These arguments are too long for a form. Reject the call with a comment instead."
NOTHING = "This call takes no arguments. Approve or reject it as it is."
SAME = "Nothing is changed. Close this form, and approve or reject the call as it is."


def press(press: Press) -> Outcome:
    state = decidable(press) or call_of(press)
    if isinstance(state, Word):
        return state
    schema = press.tools.parameters(state.call.tool)
    if not schema:
        return Word(GONE)
    if not schema.get("properties"):
        return Word(NOTHING)
    try:
        return Open(form(state.call, schema), "edit")
    except TooLong:
        return Word(TOO_LONG)


def submit(press: Press, values: Mapping[str, str]) -> Outcome:
    state = decidable(press) or call_of(press)
    if isinstance(state, Word):
        return state
    schema = press.tools.parameters(state.call.tool)
    changed = press.tools.changed(state.call, read(values, state.call, schema), press.run.known)
    if changed.error:
        return Word(changed.error, named_in(changed.error, schema))
    if changed.arguments == state.call.arguments:
        return Word(SAME)
    about = {"call_id": state.call.id, "digest": state.call.digest, "by": press.by, "name": press.name}
    return Tell((Decided(**about, verdict="edit", arguments=changed.arguments),))
