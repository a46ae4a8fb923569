"""A verdict and the id of a condition as models write them, read as what they mean. Pure."""

from __future__ import annotations

import re

from agent.documents.words import folded, listed
from agent.facts import Standing

_MET = listed("""
    met meets yes y true pass passed passes satisfied satisfies fulfilled fulfils fulfills ok okay fits avoided
    ✓ ✔ ✅ ☑ ja erfüllt tak spełnione spełniony spełnia sí cumple cumplido oui satisfait rempli はい 满足 満たす
""")
_NOT_MET = listed("""
    unmet notmet no n false fail failed fails failing unsatisfied unfulfilled violated violates violation broken
    ✗ ✘ ❌ ☒ nein unerfüllt verletzt nie niespełnione incumple incumplido non いいえ 不满足
""")
_UNKNOWN = listed(
    "unknown unclear undetermined unverified unsure uncertain undecided unbekannt unklar nieznane ? 不明"
)
_YES_OR_NO = listed("yes y no n true false ja nein tak nie sí oui non はい いいえ")
_NOT = listed("not nicht no non pas nie")
_SILENT = listed("known stated clear given mentioned verified found sure available determined specified applicable")
_WORD = re.compile(r"[^\W\d_]+|[✓✔✅☑✗✘❌☒?]")
_REASON = re.compile(r"[,;:(\[–—|\n]|\.\s|\s-\s")  # behind it stands why
_ID = re.compile(r"(must[\W_]*not|must|prefer)(?:red|ence)?[\W_]*(\d{1,4})\s*(?:[:(–—].*)?", re.S)


def standing(value: object, id: str) -> Standing | None:
    """What a verdict on a condition says; None where it cannot be told: "no" to "must not need a subscription" may be
    that it is not avoided, and that it needs none."""
    if isinstance(value, bool):
        value = "true" if value else "false"
    said = [folded(word) for word in _WORD.findall(_REASON.split(value.strip())[0])] if isinstance(value, str) else []
    if len(said) == 2 and said[0] in _NOT:
        return "not met" if said[1] in _MET else "unknown" if said[1] in _SILENT else None
    if len(said) != 1 or (id.startswith("must_not") and said[0] in _YES_OR_NO):
        return None
    return "met" if said[0] in _MET else "not met" if said[0] in _NOT_MET else _unknown(said[0])


def _unknown(word: str) -> Standing | None:
    return "unknown" if word in _UNKNOWN else None


def condition_id(given: object) -> str:
    """`must_1`, `Must 1`, `must-not.2: no subscription` as the ids that a task has: `must.1`, `must_not.2`. Empty for
    what is no text."""
    id = given.strip().lower() if isinstance(given, str) else ""
    found = _ID.fullmatch(id)
    if not found:
        return id
    kind = "must_not" if found[1].endswith("not") else found[1]
    return f"{kind}.{int(found[2])}"
