"""What steps say in English sentences of their own, in the language of a run: how much of a source was opened, why a
call failed, why an answer is not all of it. Whatever is not known here is shown as it came. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from bot.speech import Speech
from bot.views import safe
from bot.views.blocks import utc
from bot.views.wording import enumerated

_AT_MOST = 600  # characters of one note
Saying = Callable[[Speech, "re.Match[str]"], str]


def number(written: str) -> int:
    return int(written.replace(",", ""))


# How much of a source was opened: documents/fragments.py, tools/read_page.py, tools/read_on.py, run.py in agent/.
PARTS: tuple[tuple[str, Saying], ...] = (
    (r"whole page", lambda say, _: say("part-page")),
    (r"the whole message", lambda say, _: say("part-message")),
    (r"empty file", lambda say, _: say("part-empty")),
    (
        r"first ([\d,]+) characters of ([\d,]+)",
        lambda say, m: say("part-first", n=number(m[1]), all=number(m[2])),
    ),
    (
        r"characters ([\d,]+)-([\d,]+) of ([\d,]+)",
        lambda say, m: say("part-characters", first=number(m[1]), last=number(m[2]), all=number(m[3])),
    ),
    (r"lines (\d+)-\1 of (\d+)", lambda say, m: say("part-line", n=number(m[1]), all=number(m[2]))),
    (
        r"lines (\d+)-\1 of (\d+), cut at ([\d,]+) characters",
        lambda say, m: say("part-line-cut", n=number(m[1]), all=number(m[2]), at=number(m[3])),
    ),
    (
        r"lines (\d+-\d+(?:, \d+-\d+)*) of (\d+)",
        lambda say, m: say("part-lines", ranges=_ranges(say, m[1]), all=number(m[2])),
    ),
    (
        r"lines (\d+)-(\d+) of (\d+), cut at ([\d,]+) characters",
        lambda say, m: say("part-lines-cut", first=number(m[1]), last=number(m[2]), all=number(m[3]), n=number(m[4])),
    ),
)
# Notes of calls and steps, and what an answer lacks: agent/decide.py, evidence.py, web.py, fetch.py, robots.py,
# readable.py, apart.py, walls.py, opening.py, model.py, command.py, jsonsteps.py, carrier.py, purse.py.
NOTES: tuple[tuple[str, Saying], ...] = (
    (r"no matches for .*", lambda say, _: say("nothing-found")),
    (r"could not (?:open \S+|search): (.*)", lambda say, m: note(say, m[1])),
    (
        r"(.*); read directly: (.*)",
        lambda say, m: say("note-page-directly", first=note(say, m[1]), second=note(say, m[2])),
    ),
    (r"nobody decided in time", lambda say, _: say("note-expired")),
    (r"the budget for this kind of call \(\w+\) is spent", lambda say, _: say("note-budget")),
    (r"what one question may use is used up", lambda say, _: say("note-run-spent")),
    (r"the budget of this day is used up", lambda say, _: say("note-day-spent")),
    (r"an unexpected error", lambda say, _: say("note-unexpected")),
    (r"\S+ took longer than ([\d.]+) seconds and was given up", lambda say, m: say("note-slow", n=float(m[1]))),
    (r"\S+ was broken off", lambda say, _: say("note-broken-off")),
    (r"the search service did not answer in time", lambda say, _: say("note-service-slow")),
    (r"the search service cannot be reached", lambda say, _: say("note-service-away")),
    (
        r"the search service is asked too often at the moment(.*)",
        lambda say, m: _with(say("note-service-busy"), m[1]),
    ),
    (
        r"the search service (?:refused its key|does not allow this with its key); [^()]*(.*)",
        lambda say, m: _with(say("note-service-key"), m[1]),
    ),
    (
        r"the search plan is used up; [^()]*(.*)",
        lambda say, m: _with(say("note-service-spent"), m[1]),
    ),
    (
        r"the pay-as-you-go limit of the search plan is reached; [^()]*(.*)",
        lambda say, m: _with(say("note-service-limit"), m[1]),
    ),
    (r"the search service refused the request(.*)", lambda say, m: _with(say("note-service-refused"), m[1])),
    (
        r"the search service answered with status (\d+)(.*)",
        lambda say, m: _with(say("note-service-status", status=m[1]), m[2]),
    ),
    (
        r"the search service answered (?:with something that is not its format|with results that name no address"
        r"|without \w+)",
        lambda say, _: say("note-service-garbled"),
    ),
    (r"the search service answered with a page of another site", lambda say, _: say("note-service-elsewhere")),
    (r"the page holds no text that could be read", lambda say, _: say("note-page-empty")),
    (r"the page could not be read: (.*)", lambda say, m: note(say, m[1])),
    (r"the page is a PDF whose text could not be extracted", lambda say, _: say("note-page-pdf")),
    (r"the page is not text but a binary file", lambda say, _: say("note-page-binary")),
    (r"the site checks for robots instead of showing the page", lambda say, _: say("note-page-robots")),
    (r"the site refused access to the page", lambda say, _: say("note-page-refused")),
    (r"the site asks for a login instead of showing the page", lambda say, _: say("note-page-login")),
    (r"the site asks for consent instead of showing the page", lambda say, _: say("note-page-consent")),
    (r"the site says that there is no such page", lambda say, _: say("note-page-missing")),
    (r"the page needs a browser that runs its scripts", lambda say, _: say("note-page-script")),
    (r"the page is a list of single words and no text", lambda say, _: say("note-page-list")),
    (r"the page is a PDF that is encrypted", lambda say, _: say("note-page-encrypted")),
    (r"the page is a PDF of pictures without text", lambda say, _: say("note-page-scanned")),
    (r"the page is a PDF that is larger than what is read of a file", lambda say, _: say("note-page-too-large")),
    (r"the site shows the page to subscribers only", lambda say, _: say("note-page-paid")),
    (r"the site answered with an error instead of the page", lambda say, _: say("note-page-error")),
    (r"there is nothing at this address yet, or any longer", lambda say, _: say("note-page-vacant")),
    (r"the page only leads on to another one", lambda say, _: say("note-page-onward")),
    (r"the page is broken and could not be read", lambda say, _: say("note-page-broken")),
    (r"the page is longer than what is read of it.*", lambda say, _: say("note-page-cut")),
    (r"the address is not one of the public web: .*", lambda say, _: say("note-page-inside")),
    (r"the site's robots.txt does not let programs read this page", lambda say, _: say("note-page-robots-txt")),
    (
        r"the site's robots.txt cannot be had, and without it no page is read",
        lambda say, _: say("note-page-robots-unknown"),
    ),
    (r"the site led on more than (\d+) times", lambda say, m: say("note-page-led-on", n=int(m[1]))),
    (r"the site cannot be reached", lambda say, _: say("note-page-away")),
    (r"the site did not answer in time", lambda say, _: say("note-page-slow")),
    (r"the site answered with status (\d+)", lambda say, m: say("note-page-status", status=m[1])),
    (r"the site answered with something that cannot be read", lambda say, _: say("note-page-garbled")),
    (
        r"published ([\d-]+), before ([\d-]+)",
        lambda say, m: say("note-page-old", published=m[1], after=m[2]),
    ),
    (
        r"it was under way when the process stopped: nobody knows whether it took effect",
        lambda say, _: say("note-lost"),
    ),
    (r"The model's endpoint refused the key[.:]? ?(.*)", lambda say, m: _with(say("note-model-key"), m[1])),
    (r"The model's endpoint refused the request[.:]? ?(.*)", lambda say, m: _with(say("note-model-refused"), m[1])),
    (
        r"The model's endpoint does not let this key use (.*?)[.:](?: (.*))?",
        lambda say, m: _with(say("note-model-forbidden", model=m[1]), m[2] or ""),
    ),
    (r"What answers at the model's address is a web page\.", lambda say, _: say("note-model-page")),
    (r"The model's endpoint has moved to (.*)", lambda say, m: say("note-model-moved", address=m[1])),
    (
        r"The model's endpoint asks to be left alone for (.*?)[.:](?: (.*))?",
        lambda say, m: _with(say("note-model-wait", time=m[1]), m[2] or ""),
    ),
    (r"The model's endpoint has too much to do\.", lambda say, _: say("note-model-busy")),
    (
        r"The account at the model's endpoint has nothing left to spend[.:]? ?(.*)",
        lambda say, m: _with(say("note-model-broke"), m[1]),
    ),
    (
        r"The conversation is longer than the model can read at once[.:]? ?(.*)",
        lambda say, m: _with(say("note-model-long"), m[1]),
    ),
    (
        r"The model's endpoint knows no (.*), or its address is wrong[.:]? ?(.*)",
        lambda say, m: _with(say("note-model-unknown", model=m[1]), m[2]),
    ),
    (r"The model's endpoint failed \((\d+)\)\.", lambda say, m: say("note-model-failed", status=m[1])),
    (r"The model did not answer in time\.", lambda say, _: say("note-model-slow")),
    (r"The connection to the model's endpoint failed\.", lambda say, _: say("note-model-away")),
    (r"The model's endpoint broke off its reply\.", lambda say, _: say("note-model-broken")),
    (
        r"The model's reply (?:broke off|could not be read|was too long to be read)\.",
        lambda say, _: say("note-model-broken"),
    ),
    (r"The model's endpoint answered with nothing\.", lambda say, _: say("note-model-nothing")),
    (r"The model's endpoint takes no tools\.", lambda say, _: say("note-model-toolless")),
    (r"The model did not answer in the form it was asked for\.", lambda say, _: say("note-model-form")),
    (
        r"The model's command (.*) was not found\.",
        lambda say, m: say("note-command-missing", program=m[1]),
    ),
    (
        r"The model's command (.*) cannot be started: (.*)",
        lambda say, m: _with(say("note-command-unstartable", program=m[1]), m[2]),
    ),
    (r"The model's command failed \(exit code (\d+)\)\.", lambda say, m: say("note-command-failed", code=m[1])),
    (
        r"The model's command was ended by signal (\d+)\.",
        lambda say, m: say("note-command-killed", signal=m[1]),
    ),
    (r"The model's command answered with nothing\.", lambda say, _: say("note-command-nothing")),
    (
        r"The model's command wrote more than ([\d,]+) bytes\.",
        lambda say, m: say("note-command-endless", n=number(m[1])),
    ),
    (r"The model's command wrote what is not UTF-8\.", lambda say, _: say("note-command-garbled")),
    (r"The model's command did not read all of its input\.", lambda say, _: say("note-command-unread")),
    (r"The model's command did not answer in time\.", lambda say, _: say("note-command-slow")),
    (r"The model declined to answer: (.*)", lambda say, m: say("missing-declined", words=m[1])),
    (r"The model's endpoint held back the rest of the answer .*", lambda say, _: say("missing-filtered")),
    (r"The model's reply broke off at its length limit\.", lambda say, _: say("missing-length")),
    (r"The draft was too long and is cut here\.", lambda say, _: say("missing-cut")),
    (r"The draft says more than is looked up\.", lambda say, _: say("missing-unread")),
    (
        r"Independent sources opened: (\d+) of (\d+)\.",
        lambda say, m: say("missing-independent", n=int(m[1]), all=int(m[2])),
    ),
    (r"The rounds that one question may use are used up\.", lambda say, _: say("ended-rounds")),
    (r"The time that one question may take is over\.", lambda say, _: say("ended-time")),
    (r"What one question may use is used up\.", lambda say, _: say("ended-used-up")),
    (r"The budget of this day is used up until (\d+)\.", lambda say, m: say("stopped-spent", when=utc(int(m[1])))),
    (r"The searches, pages or files that one question may use are used up\.", lambda say, _: say("ended-calls")),
    (r"A single call may cost more than one question may use\.", lambda say, _: say("small-run")),
    (r"A single call may cost more than the budget of a day\.", lambda say, _: say("small-day")),
    (r"The model failed before the work was done\.", lambda say, _: say("ended-failed")),
    (r"The model returned nothing that can be used\.", lambda say, _: say("ended-nothing")),
    (r"the time for this question is over", lambda say, _: say("note-time-over")),
    (r"this call was made before the work went on; .*", lambda say, _: say("note-made-before")),
    (r"Slack did not let me read this thread \((\w+)\)\.", lambda say, m: say("note-unread", code=m[1])),
)


def part(say: Speech, where: str) -> str:
    """How much of a source was opened, as a tool or a ledger says it: several parts stand between "; "."""
    return "; ".join(_said(say, PARTS, one) for one in _LINES_ON.sub(", ", where).split("; "))


def _ranges(say: Speech, written: str) -> str:
    pairs = [one.split("-") for one in written.split(", ")]
    return enumerated(say, [_range(say, int(first), int(last)) for first, last in pairs])


def _range(say: Speech, first: int, last: int) -> str:
    return say("part-one", n=first) if first == last else say("part-range", first=first, last=last)


_LINES_ON = re.compile(r" of (\d+); lines (?=\d+-\d+ of \1(?:;|$))")  # more lines of the same file


def note(say: Speech, words: str) -> str:
    """A note of a step, on one line; "" for none."""
    words = " ".join(safe.tidy(words).split())
    return _said(say, NOTES, safe.cut(words, _AT_MOST)) if words else ""


def _said(say: Speech, known: tuple[tuple[str, Saying], ...], words: str) -> str:
    for pattern, saying in known:
        if found := re.fullmatch(pattern, words, re.S):
            return saying(say, found)
    return words


def _with(said: str, details: str) -> str:
    """With what somebody else's server gave for a reason, in its own words."""
    return f"{said} {details.strip()}".strip()
