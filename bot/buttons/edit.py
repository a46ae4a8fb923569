"""Change the arguments of a call in a modal. The changed call is put before people anew; nothing runs by an edit."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from agent.facts import Call, Decided
from bot.buttons.outcome import Open, Outcome, Press, Tell, Word, call_of, decidable
from bot.views.arguments import FIELD, TooLong, complaint, form, read


def press(press: Press) -> Outcome:
    state = decidable(press) or call_of(press)
    if isinstance(state, Word):
        return state
    schema = press.tools.parameters(state.call.tool)
    if not schema:
        return Word(press.say("edit-tool-gone"))
    if not schema.get("properties"):
        return Word(press.say("edit-nothing"))
    try:
        return Open(form(press.say, state.call, schema), "edit")
    except TooLong:
        return Word(press.say("edit-too-long"))


def submit(press: Press, values: Mapping[str, str]) -> Outcome:
    state = decidable(press) or call_of(press)
    if isinstance(state, Word):
        return state
    schema = press.tools.parameters(state.call.tool)
    if not schema:
        return Word(press.say("edit-tool-gone"))
    filled = read(values, state.call, schema)
    changed = press.tools.changed(state.call, filled, press.run.spelled)
    if changed.error:
        return _refused(press, state.call, filled, schema)
    if changed.arguments == state.call.arguments:
        return Word(press.say("edit-same"))
    about = {"call_id": state.call.id, "digest": state.call.digest, "by": press.by, "name": press.name}
    return Tell((Decided(**about, verdict="edit", arguments=changed.arguments),))


def _refused(press: Press, call: Call, filled: Mapping[str, object], schema: Mapping[str, Any]) -> Word:
    """What is wrong, at the field that it is about. What no check of the tool's names (NaN, which JSON cannot say) is
    in the field whose value is refused by itself."""
    fault = next(iter(press.tools.faults(call.tool, filled)), None)
    if fault:
        return Word(complaint(press.say, fault, schema), FIELD + fault.name)
    before = json.loads(call.arguments)
    alone = [name for name in filled if _error(press, call, {**before, name: filled[name]})]
    return Word(press.say("form-not-json"), FIELD + next(iter([*alone, *filled]), ""))


def _error(press: Press, call: Call, arguments: Mapping[str, object]) -> str:
    return press.tools.changed(call, arguments, press.run.spelled).error
