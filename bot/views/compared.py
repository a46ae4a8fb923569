"""How much of an answer was found in its sources: in a line under it, and by a sign behind what was found in part.

It says what code compared, and of a model's opinion that it is one. Pure.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from agent.answers.units import Part, Unit, bare, parts, units
from agent.facts import Answer, Statement
from agent.grounding.claims import Claim
from agent.markdown.marks import areas, code, marks
from bot.speech import Speech
from bot.views import safe
from bot.views.wording import enumerated

SIGN = "(?)"  # behind a statement of which only a part was found
_TELLS = 2  # weight of words from which on a statement can be looked up, as agent/grounding/grading.py has it
_ENDS = " \t\n.!?。！？…*_"
_OURS = re.compile(r" \(\?\)(?P<ends>[*_]*(?:[.!?。！？…]|[ \t|]*$))?", re.M)


def compared(say: Speech, said: Answer) -> str:
    """What came of comparing the statements of an answer with their sources, in a line; "" where nothing was. Code
    can bear no sign, and is not counted: its grade stands in the evidence."""
    statements = [one for one in said.statements if not one.text.startswith(("```", "~~~"))]
    counts = Counter(one.grade for one in statements)
    if not counts or counts[""]:  # an older version did not grade
        return ""
    part = sum(map(_is_in_part, statements))
    found = counts["quoted"] + counts["supported"] + counts["weak"] - part
    kinds = (
        say("compared-found", n=found) if found else "",
        say("compared-translated", n=counts["translated"]) if counts["translated"] else "",
        say("compared-part", n=part, sign=SIGN) if part else "",
        say("compared-not", n=counts["not found"]) if counts["not found"] else "",
    )
    line = say("compared", n=len(statements), parts=enumerated(say, [kind for kind in kinds if kind]))
    agreed = sum(one.seconded == "yes" for one in statements)
    return f"{line} {say('compared-seconded', n=agreed, all=len(statements))}" if agreed else line


def _is_in_part(one: Statement) -> bool:
    """Whether something of a statement was not found, or nobody knows, as where its source is in another language.
    One that is weak for no such reason is too short to be looked up ("Never.")."""
    if one.grade != "weak" or one.lacking:
        return one.grade == "weak"
    return sum(term.weight for term in Claim.of(one.text).terms) >= _TELLS


_BOLD = re.compile(r"(\*{2,3})(?=[^\s*])([^*\n]+?)(?<=\S)\1")
_ITALIC = re.compile(r"(?<![\w*])(\*|_{1,3})(?=[^\s*_])([^*_\n]+?)(?<=\S)\1(?![\w*])")
_CODE = re.compile(r"```|~~~|`")


def as_read(claim: str) -> str:
    """A claim without the signs of emphasis, as a reader sees it; one with code in it stays as it is."""
    return claim if _CODE.search(claim) else _ITALIC.sub(r"\2", _BOLD.sub(r"\2", claim))


def with_signs(said: Answer) -> str:
    """The text of an answer with the sign behind each statement that was found in part; in code there is none."""
    weak = {(_read(one.text), one.numbers) for one in said.statements if _is_in_part(one)}
    text, places = said.text, list(_places(said.text, weak)) if weak else []
    for place in reversed(places):
        text = f"{text[:place]} {SIGN}{text[place:]}"
    return text


def unsigned(shown: str) -> str:
    """What an answer of ours says, out of how it is shown: no model is to write these signs. Ours stand behind a mark
    or before what ends a statement; any other, and one in code, is a word of whoever wrote it."""
    if SIGN not in shown:
        return shown.strip()
    hidden = list(code(shown, areas(shown), indented=True))
    behind = {mark.end for mark in marks(shown)}

    def kept(found: re.Match[str]) -> str:
        at = found.start()
        ours = at in behind or found["ends"] is not None
        return (found["ends"] or "") if ours and not any(a <= at < b for a, b in hidden) else found.group()

    return _OURS.sub(kept, shown).strip()


def _places(text: str, weak: set[tuple[str, tuple[int, ...]]]) -> Iterator[int]:
    at = 0
    for unit in units(text):
        start = text.find(unit.text, at)
        if start < 0 or not unit.claims or unit.form == "code":
            continue
        at = start + len(unit.text)
        told = ((part, _read(bare(unit.text[part.start : part.end]))) for part in parts(unit))
        found = (part for part, words in told if (words, part.numbers) in weak)
        yield from (start + _behind(unit, part) for part in found)


def _read(words: str) -> str:
    """The words without what keeps them from leading anywhere: it depends on what stands around them."""
    return words.replace(safe.JOINER, "")


def _behind(unit: Unit, part: Part) -> int:
    """Behind the last mark of a statement, else before the sign that ends it."""
    written = unit.text[part.start : part.end]
    last = max((mark.end for mark in marks(written)), default=0)
    return part.start + (last or len(written.rstrip(_ENDS + ("|" if unit.form == "row" else ""))))
