"""Whether a statement only says again what was asked: no source has to carry that. Pure."""

from __future__ import annotations

import re

from agent.grounding.choosing import asks, says
from agent.grounding.claims import Claim
from agent.grounding.passages import spans_of


def restates(statement: str, asked: str) -> bool:
    """Whether a statement does no more than say what was asked, and says so: "You asked for a hotel in Ulm."."""
    if _ASKING.search(statement, 0, 500) is None:  # most say no such thing, and need not be taken apart
        return False
    claim, keys = Claim.of(statement[:500]), asks(asked)
    said_so = _ASKING.match(claim.text)
    if said_so is None or len(statement) > 500 or len(list(spans_of(statement))) > 1:
        return False
    return all(says(term, keys) for term in claim.terms if term.start >= said_so.end())


# You asked, you want, your question; not "your": what is somebody's own may be a claim.
_ASKING = re.compile(
    r"[\s*_>-]*(?:(?:you(?:'ve|’ve| have)? (?:asked|ask|want(?:ed)?|wish|need|(?:are|were) looking|mentioned|said)"
    r"(?: (?:me|us))?(?: (?:about|for|to know|whether|if|which|what))?|(?:your|the) question (?:is|was)"
    r"|Sie (?:fragten|fragen|haben gefragt|möchten|suchen|wollten|wollen)(?: wissen)?"
    r"|du (?:fragst|hast gefragt|suchst|möchtest)"
    r"|(?:Ihre|deine|die) Frage (?:ist|war|lautete)|(?:pytasz|pytałeś|pytałaś|szukasz|chcesz|Twoje pytanie)"
    r"|(?:preguntas|preguntaste|buscas|quieres|usted (?:pregunta|busca|quiere))"
    r"|vous (?:demandez|cherchez|voulez|avez demandé)|tu (?:demandes|cherches|veux))\b|ご質問|お尋ね|お探し)",
    re.I,
)
