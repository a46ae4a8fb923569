"""A shelf: one button, one file. A button's `press` is pure: what a press by this person means, given the run.

A press tells the run facts, opens a modal, asks again, or gets a private word; it never changes a message itself: the
thread is drawn from the facts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.buttons import (
    answer,
    approve,
    approve_all,
    approve_rest,
    defaults,
    edit,
    evidence,
    go_on,
    reasoning,
    reject,
    remove,
    retry,
    stop,
)
from bot.buttons.outcome import Outcome, Press

SHELF: Mapping[str, Callable[[Press], Outcome]] = {
    "approve": approve.press,
    "edit": edit.press,
    "reject": reject.press,
    "approve_all": approve_all.press,
    "approve_rest": approve_rest.press,
    "stop": stop.press,
    "answer": answer.press,
    "defaults": defaults.press,
    "retry": retry.press,
    "go_on": go_on.press,
    "evidence": evidence.press,
    "reasoning": reasoning.press,
    "remove": remove.press,
}
AT_ONCE = {
    "stop",
    "evidence",
    "reasoning",
}  # wait for nobody in the thread: one has to be quick, others change nothing
FOR_READERS = {"evidence"}  # show what those alone may see who can read the thread
MODALS: Mapping[str, Callable[[Press, Mapping[str, str]], Outcome]] = {"reject": reject.submit, "edit": edit.submit}
