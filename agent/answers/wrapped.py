"""An answer that a model put inside a JSON object, taken out of it: the words are what was asked for. Pure.

Only an object whose fields are all those of such a wrapping is one, and holds its answer as text: JSON that somebody
asked for stays. What stands around it stays where it was; lists beside the answer become the blocks that they are,
and further texts ("notes", "key_points") parts with their names as headings.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from agent.clean import tidy
from agent.markdown.fences import closing, opening
from agent.markdown.marks import masked

_ANSWER = (
    "answer",
    "final_answer",
    "response",
    "reply",
    "text",
    "content",
    "markdown",
    "message",
    "output",
    "result",
    "antwort",
    "respuesta",
    "réponse",
    "odpowiedź",
    "回答",
)
_LISTS = ("candidates", "verdicts")
# What an answer is parted into; where no part is called the answer, one of the leading ones comes first.
_FURTHER = (
    "short_answer", "direct_answer", "tldr", "tl_dr", "summary", "overview", "introduction", "intro", "main_answer",
    "detailed_answer", "long_answer", "details", "detail", "explanation", "body", "key_points", "main_points",
    "points", "bullet_points", "bullets", "key_findings", "findings", "key_facts", "facts", "key_takeaways",
    "takeaways", "highlights", "evidence", "analysis", "background", "context", "comparison", "advantages",
    "disadvantages", "pros", "cons", "steps", "examples", "notes", "note", "additional_notes",
    "additional_information", "additional_info", "remarks", "comments", "caveats", "caveat", "limitations", "limits",
    "assumptions", "warnings", "warning", "disclaimer", "uncertainty", "uncertainties", "gaps", "unknowns",
    "open_questions", "conclusion", "conclusions", "recommendation", "recommendations", "next_steps", "see_also",
    "kurzantwort", "zusammenfassung", "einzelheiten", "begründung", "kernpunkte", "punkte", "ergebnisse", "hinweise",
    "hinweis", "anmerkungen", "einschränkungen", "fazit", "nächste_schritte",
    "resumen", "detalles", "puntos_clave", "puntos", "notas", "advertencias", "limitaciones", "conclusión",
    "próximos_pasos", "résumé", "détails", "points_clés", "remarques", "limites", "prochaines_étapes",
    "podsumowanie", "szczegóły", "punkty", "najważniejsze_punkty", "uwagi", "zastrzeżenia", "ograniczenia", "wnioski",
    "następne_kroki", "要約", "概要", "詳細", "ポイント", "要点", "注意", "注意点", "備考", "結論",
)  # fmt: skip
_LEADING = (
    "short_answer", "direct_answer", "main_answer", "tldr", "tl_dr", "summary", "overview", "kurzantwort",
    "zusammenfassung", "resumen", "résumé", "podsumowanie", "要約", "概要",
)  # fmt: skip
_AROUND = ("data", "payload")  # what an answer may stand in, as an object of its own
_BESIDE = (
    "thought", "thoughts", "reasoning", "sources", "citations", "references", "confidence", "language", "title",
    "status", "type", "role", "action", "mode", "confidence_level", "confidence_score", "sources_used", "source_ids",
)  # fmt: skip
_KEY = r"\"(?:[^\W\d]|\\u)[\w\\ -]{0,80}\"\s*:"
_BEGINS = re.compile(
    r"(?P<fence>^[ \t]*(?P<sign>`{3,}|~{3,})[ \t]*(?:json\w*)?[ \t]*\n\s*)?"
    rf"(?P<open>\{{(?=\s*{_KEY})|\[(?=\s*\{{\s*{_KEY}))",
    re.M | re.I,
)
_SAYS = re.compile(r"\[\^?\d|\w[.!?](?:\s|$)|[。！？]|\w\s+\w+\s+\w")  # a citation, a sentence, or some words
_BULLET = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)])\s+")
_BLOCK = re.compile(r"(?:[-*+#>|]|\d{1,9}[.)])\s|`{3}|~{3}|\|")  # what begins a line of its own
_DEEPEST = 5
_TRIES = 20  # objects that are looked at


def unwrapped(draft: str) -> str:
    """The draft with the answer in place of the object around it."""
    at = 0
    for _ in range(_TRIES):
        found = _BEGINS.search(draft, at)
        if found is None:
            break
        words, end = _answer(draft, found)
        if words:
            apart = "\n\n" if _BLOCK.match(words) and _behind_words(draft, found.start()) else ""
            return f"{draft[: found.start()]}{apart}{words}{draft[end:]}"
        at = max(end, found.end())
    return draft


def _answer(draft: str, found: re.Match[str]) -> tuple[str, int]:
    """(the answer that an object holds, "" for none; where the object ends, with its fence)."""
    try:
        value, end = json.JSONDecoder(strict=False).raw_decode(draft, found.start("open"))
    except (ValueError, RecursionError):
        return "", found.end()
    if found["fence"]:
        closed = re.compile(rf"\s*{re.escape(found['sign'])}[ \t]*(?=\n|\Z)").match(draft, end)
        if closed is None:  # more than this object stands in the fence
            return "", end
        end = closed.end()
    elif masked(draft, links=False)[found.start("open")] == "\x00" or not _alone(draft, found.start(), end):
        return "", end
    return _words(value), end


def _behind_words(draft: str, start: int) -> bool:
    return bool(draft[draft.rfind("\n", 0, start) + 1 : start].strip())


def _alone(draft: str, start: int, end: int) -> bool:
    """Whether an object ends its line, and begins one or stands behind a lead-in: inside a sentence it is a word of
    that."""
    before = draft[draft.rfind("\n", 0, start) + 1 : start].strip()
    after = draft[end:].partition("\n")[0].strip()
    return not after and (not before or before.endswith((":", "：")))


def _words(value: object, depth: int = 0) -> str:
    """The answer that an object holds and the blocks beside it, in Markdown; "" where it is none."""
    value = value[0] if isinstance(value, list) and len(value) == 1 else value
    if not isinstance(value, Mapping) or depth > _DEEPEST:
        return ""
    given = {key: one for key, one in value.items() if one not in (None, "", [], {})}
    fields = {_name(key): one for key, one in given.items()}
    parts = {key: _part(one, depth) for key, one in fields.items() if key not in (*_LISTS, *_BESIDE)}
    empty = not parts and any(_name(key) in _ANSWER for key in value)
    if len(fields) < len(given) or not (empty or _answers(parts, fields)):
        return ""
    listed = [f"```{key}\n{json.dumps(fields[key], ensure_ascii=False)}\n```" for key in _LISTS if key in fields]
    return "\n\n".join([*_parted(parts), *listed])


def _name(key: str) -> str:
    """The name of a field in one form: "keyPoints" and "Key points" as "key_points"."""
    return re.sub(r"[\s_-]+", "_", re.sub(r"(?<=[a-zà-ÿ])(?=[A-ZÀ-Þ])", "_", key)).casefold().strip("_")


def _part(value: object, depth: int) -> str:
    """A text, or a list of texts as items, or what another such object holds; "" for anything else."""
    if isinstance(value, str):
        return _closed(tidy(value).strip())
    listed = value if isinstance(value, list) else []
    texts = [_part(one, depth) for one in listed if isinstance(one, str)]
    if texts and len(texts) == len(listed):
        return "\n".join(map(_item, filter(None, texts)))
    return _words(value, depth + 1)


def _closed(text: str) -> str:
    """A part with the fence that it leaves open closed: it ends with the part."""
    sign = ""
    for line in text.split("\n"):
        opened = None if sign else opening(line)
        sign = opened["sign"] if opened else "" if closing(line, sign) else sign
    return f"{text}\n{sign}" if sign else text


def _item(text: str) -> str:
    return "- " + _BULLET.sub("", text, count=1).replace("\n", "\n  ")


def _answers(parts: Mapping[str, str], fields: Mapping[str, object]) -> bool:
    """Whether these are the parts of an answer: one that is called so, or parts of which one says something."""
    answers = [key for key in _ANSWER if key in parts]
    known = all(
        key in (*_ANSWER, *_FURTHER) or (key in _AROUND and isinstance(fields[key], Mapping)) for key in parts
    )
    if len(answers) > 1 or not parts or not known or not all(parts.values()):
        return False
    called = bool(answers) and isinstance(fields[answers[0]], str)
    return called or any(_SAYS.search(text) for text in parts.values())


def _parted(parts: Mapping[str, str]) -> Iterator[str]:
    """The parts, the answer first, the others below their names."""
    order = sorted(parts, key=lambda key: 0 if key in _ANSWER else 1 if key in _LEADING else 2)
    first = order[0] if order and order[0] in (*_ANSWER, *_LEADING) else next(iter(parts), "")
    for key in dict.fromkeys([first, *parts] if first else []):
        yield parts[key] if key == first else f"## {key.replace('_', ' ').capitalize()}\n\n{parts[key]}"
