"""Whether the words that a verdict rests on say the contrary of it, or nothing of its condition. Pure.

Only what is plain: of most words code cannot tell what they say.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.answers.beside import is_beside
from agent.answers.limits import besides, given, keeps
from agent.answers.verdicts import Claim, Stand, verdict
from agent.documents.words import folded
from agent.facts import Condition, Standing, Verdict
from agent.grounding.languages import NEGATES, NEGATES_BEHIND, NO_NEGATION
from agent.grounding.negation import polarity
from agent.grounding.telling import shared, telling

_CLAUSE = re.compile(
    r"[,;:.!?()|—–、。，；\n]|\s(?:but|and|aber|sondern|und|ale|lecz|pero|sino|mais|y|et|i|oraz|while|whereas)\s",
    re.I,
)
_LACKS = re.compile(r"missing|absent|fehl(?:t|en|te)|brak(?:uje)?|carece|manque", re.I)
_RIGHT = "Put the verdict or the words right."


def weighed(
    said: Claim, found: Sequence[Stand], condition: Condition, about: str, bare: str = ""
) -> tuple[Verdict, str]:
    """The verdict that stands on words, and what to mend. `bare` are the words without the name of their thing. One
    that their amount contradicts is turned round where they are of all that the condition says, and else unknown."""
    words = bare or found[0].words
    if fault := _denied(said, found, condition, about):
        return Verdict(condition=said.condition, standing="unknown"), fault
    if is_beside(condition.text, words):
        fault = f"{about}: these words only give an amount of something else. Copy those that speak of this condition"
        return Verdict(condition=said.condition, standing="unknown"), f"{fault}, or say unknown."
    kept = keeps(condition.text, words)
    other: Standing = "not met" if said.standing == "met" else "met"
    if kept is None or (kept is not _is_avoided(condition)) == (said.standing == "met"):
        return verdict(said, found[0]), ""
    fault = f"{about}: by the amount in these words it is “{other}”.{_meaning(condition)} {_RIGHT}"
    if _says_all(condition.text, words):
        return verdict(replace(said, standing=other), found[0]), fault
    return Verdict(condition=said.condition, standing="unknown"), fault


def _says_all(condition: str, words: str) -> bool:
    """Whether words have everything that a condition says beside its amounts: "costs" of "costs at most 100"."""
    wish = telling(besides(condition, given(condition)))
    return bool(wish) and shared(wish, telling(words)) == wish


def _denied(said: Claim, found: Sequence[Stand], condition: Condition, about: str) -> str:
    """What is wrong where a "not" that the words stand under, in one place or another, is left out of them, or where
    they deny what the verdict states; "" for nothing."""
    if left_out := next(filter(None, map(_left_out, found)), ""):
        return f"{about}: “{left_out}” stands by these words and changes them. Copy the whole sentence or row."
    if not _is_contrary(said, found[0].words, condition):
        return ""
    return f"{about}: these words say the contrary of “{said.standing}”.{_meaning(condition)} {_RIGHT}"


def _meaning(condition: Condition) -> str:
    return " Of a must_not, “met” says that it is avoided." if _is_avoided(condition) else ""


def _left_out(found: Stand) -> str:
    """The word that denies in the clause around words that do not have it."""
    text = found.passage.text
    before = _CLAUSE.split(text[max(0, found.start - 200) : found.start])[-1]
    behind = _CLAUSE.split(text[found.end : found.end + 60])[0]
    within = _denying(found.words)
    return "" if within else _denying(before) or _denying(behind)


def _denying(text: str) -> str:
    text = NO_NEGATION.sub(" ", text)
    words = (
        one[0] for one in re.finditer(r"[^\W\d_]+", text) if folded(one[0]) in NEGATES or _LACKS.fullmatch(one[0])
    )
    behind = NEGATES_BEHIND.search(text)
    return next(words, behind[0] if behind else "")


def _is_avoided(condition: Condition) -> bool:
    return condition.id.startswith("must_not")


def _is_contrary(said: Claim, words: str, condition: Condition) -> bool:
    one, other = polarity(words), polarity(condition.text)
    differs = bool(one.differs(other))
    same = (one.denied & other.denied) | (one.stated & other.stated)
    if not _is_avoided(condition):
        return said.standing == "met" and differs and not same
    if said.standing == "not met":
        return differs and not same
    wish = _long(condition.text)
    return not differs and bool(wish) and shared(wish, _long(words)) == wish and not re.search(r"\d", condition.text)


def _long(text: str) -> frozenset[str]:
    """The words of four letters and more, also those that tell little by themselves ("requires")."""
    return frozenset(folded(word) for word in re.findall(r"[^\W\d_]{4,}", text))
