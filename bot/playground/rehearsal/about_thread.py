"""Questions about the thread itself: known by how they are put, answered with the messages' own words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from bot.playground.rehearsal.filler import each
from bot.playground.rehearsal.tongues import stock
from bot.playground.rehearsal.view import Spoken, View
from bot.playground.rehearsal.words import among, content, fold, words

Wish = Literal["summary", "decided", "said", "open"]
MOST, FEW = 8, 3  # messages that an answer quotes
_QUOTED = 240  # characters of one of them

# Folded. What may stand beside the words that ask: courtesies, and that the thread is meant.
_BESIDE = frozenset(
    each(
        """
        please can could you would so and now a the give get me us for of in on up to far this that it here above
        thread discussion conversation whole all everything today
        bitte kannst du mir uns das die den dem diesen dieser diesem diese hier bisher im alles diskussion gesprach
        prosze czy mozesz mi nam ten tego tym te ta to tutaj dotad w watek watku dyskusji dyskusje rozmowe
        por favor puedes el la los lo este esta hilo conversacion discusion aqui en de del
        peux tu pouvez vous s il te plait plait ce cette le les fil ici dans du d
        """
    )
)
_WORDED: Mapping[Wish, str] = {
    "summary": r"summari[sz]e|sum|recap|tl ?dr|summary|fass\w* zusammen|zusammenfass\w*|podsumuj|podsumowanie|stresc|"
    r"resum\w+|resumen|haz resumen|fais resume",
    "decided": r"what (?:did|have|has|was|were) (?:we |they |been )?(?:decide|agree|settle)[ds]?|what are decisions|"
    r"what (?:is|was) decision|was (?:haben|wurde) (?:wir )?(?:beschlossen|entschieden|vereinbart)|"
    r"co (?:ustalilismy|postanowilismy|zdecydowalismy|ustalono)|que (?:hemos )?(?:decidi\w+|acorda\w+)|"
    r"qu (?:est qu )?(?:avons nous )?decide",
    "said": r"(?:who|wer|kto|quien|qui)(?: \w+)? (?:said|says|wrote|mentioned|suggested|proposed|gesagt|geschrieben|"
    r"vorgeschlagen|powiedzial|napisal|zaproponowal|dijo|propuso|escribio|dit|propose|ecrit)\b.*|"
    r"wer hat .*(?:gesagt|geschrieben|vorgeschlagen)",
    "open": r"(?:list|what (?:is|are)|which|show|was ist|was sind|welche|liste|nenne|jakie sa|wypisz|cuales son|"
    r"que|lista|quels sont|liste)? ?(?:still |noch )?(?:open|open (?:points|questions|items|issues)|offen|"
    r"offene (?:punkte|fragen)|otwarte (?:punkty|kwestie|pytania|sprawy)|(?:puntos|temas|preguntas) (?:abiert[oa]s|"
    r"pendientes)|(?:points|questions) ouvert\w+)(?: auf)?",
}
# Scripts without spaces have no words to count: a few signs tell.
_IN_JAPANESE: Mapping[Wish, str] = {
    "decided": r"何.{0,4}決",
    "said": r"誰.{0,12}(?:言|提案)",
    "open": r"未解決|未決|残って",
    "summary": r"まとめ|要約",
}
_SETTLED = re.compile(
    r"\b(?:decide[ds]?|agree[ds]?|settled|approved|we(?:['’]ll| will)? (?:go|take|choose|use|book|pick)|let['’]?s|"
    r"beschlossen|entschieden|einverstanden|wir (?:nehmen|buchen|machen)|machen wir|ustalone|ustalilismy|zgoda|"
    r"bierzemy|decidido|acordado|de acuerdo|vamos con|decide|d['’]accord|on prend)\b|決ま|決定|にしましょう"
)
_PENDING = re.compile(
    r"\?|？|\b(?:open|todo|to do|pending|still (?:need|have|missing|unclear)|not (?:yet|clear|decided)|tbd|offen|"
    r"unklar|noch|fehlt|otwarte|jeszcze|brakuje|pendiente|falta|reste|manque)\b"
)
_OF_SAYING = frozenset(
    each("said says wrote mentioned suggested proposed gesagt geschrieben vorgeschlagen dijo propuso dit propose")
)


def wish(text: str) -> Wish | None:
    """What a message wants to know of the thread it stands in; None for anything else."""
    asked = " ".join(word for word in re.findall(r"\w+", fold(text)) if word not in _BESIDE)
    worded = (kind for kind, pattern in _WORDED.items() if re.fullmatch(pattern, asked))
    signs = (kind for kind, pattern in _IN_JAPANESE.items() if re.search(pattern, text))
    return next(worded, None) or next(signs, None)


def is_meant(view: View) -> bool:
    """Whether the task is about the thread, and its messages can be cited."""
    return any(turn.number for turn in view.thread) and wish(view.task.goal) is not None


def answer(view: View) -> str:
    """The messages that answer, quoted with their numbers and the names of who wrote them."""
    kind = wish(view.task.goal) or "summary"
    chosen = _chosen(kind, view.task.goal, [turn for turn in view.thread if turn.number and turn.text.strip()])
    if not chosen:
        return stock("nothing", view.task.language)
    return "\n".join([stock(kind, view.task.language), "", *map(_line, chosen)])


def _chosen(kind: Wish, goal: str, said: Sequence[Spoken]) -> list[Spoken]:
    match kind:
        case "summary":
            return [*said[:1], *said[1:][-(MOST - 1) :]]
        case "decided":
            return [turn for turn in said if _SETTLED.search(fold(turn.text)) and "?" not in turn.text][-FEW:]
        case "said":
            wanted = [word for word in content(goal) if word not in _BESIDE and not among(word, _OF_SAYING)]
            return [turn for turn in said if wanted and all(among(word, words(turn.text)) for word in wanted)][:FEW]
        case "open":
            return [turn for turn in said if _PENDING.search(fold(turn.text))][-MOST:]


def _line(turn: Spoken) -> str:
    """A message in a line: its brackets are round here, so that none of them is taken for a number of a source."""
    words = " ".join(turn.text.split()).translate({ord("["): "(", ord("]"): ")", ord("`"): "'"})
    words = words if len(words) <= _QUOTED else f"{words[:_QUOTED].rsplit(' ', 1)[0]}…"
    return f"- {turn.name or turn.speaker}: “{words}” [{turn.number}]"
