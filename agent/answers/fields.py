"""What models call the fields of an object that they put an answer into. Pure."""

from __future__ import annotations

import re

ANSWER = (
    "answer", "final_answer", "response", "reply", "text", "content", "markdown", "message", "output", "result",
    "antwort", "respuesta", "réponse", "odpowiedź", "回答",
)  # fmt: skip
LISTS = ("candidates", "verdicts")
# What an answer is parted into; where no part is called the answer, one of the leading ones comes first.
FURTHER = (
    "short_answer", "direct_answer", "tldr", "tl_dr", "summary", "overview", "introduction", "intro", "main_answer",
    "detailed_answer", "long_answer", "details", "detail", "explanation", "body", "key_points", "main_points",
    "points", "bullet_points", "bullets", "key_findings", "findings", "claims", "statements", "key_facts",
    "facts", "key_takeaways", "takeaways", "highlights", "evidence", "analysis", "background", "context",
    "comparison", "advantages",
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
LEADING = (
    "short_answer", "direct_answer", "main_answer", "tldr", "tl_dr", "summary", "overview", "kurzantwort",
    "zusammenfassung", "resumen", "résumé", "podsumowanie", "要約", "概要",
)  # fmt: skip
AROUND = ("data", "payload")  # what an answer may stand in, as an object of its own
BESIDE = (
    "thought", "thoughts", "reasoning", "sources", "citations", "references", "confidence", "language", "title",
    "status", "type", "role", "action", "mode", "confidence_level", "confidence_score", "sources_used", "source_ids",
)  # fmt: skip
CLAIM = (
    "text", "claim", "statement", "point", "fact", "finding", "sentence", "content", "item", "note", "description",
)  # fmt: skip
CITES = (
    "source", "sources", "citation", "citations", "reference", "references", "ref", "refs", "source_id", "source_ids",
    "sources_used", "number", "numbers",
)  # fmt: skip


def name(key: str) -> str:
    """The name of a field in one form: "keyPoints" and "Key points" as "key_points"."""
    return re.sub(r"[\s_-]+", "_", re.sub(r"(?<=[a-zà-ÿ])(?=[A-ZÀ-Þ])", "_", key)).casefold().strip("_")
