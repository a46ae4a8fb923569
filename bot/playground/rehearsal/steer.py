"""What people said about how to work: stay off the web, look only in one file, search with other words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.playground.rehearsal.filler import each
from bot.playground.rehearsal.limits import clauses, limit
from bot.playground.rehearsal.vague import is_vague
from bot.playground.rehearsal.view import Result, View
from bot.playground.rehearsal.wishes import wishes
from bot.playground.rehearsal.words import among, content, words, written

_PATH = re.compile(
    r"(?<![\w/.@-])[\w][\w./-]*\.(?:md|txt|pdf|docx?|csv|tsv|rst|html?|json|xlsx|pptx)\b", re.IGNORECASE
)
_NEGATION = r"(?:do not|don['’]t|dont|without|never|not|no|stop|avoid|skip|leave out)"
_WEB = r"(?:web|internet|online|www)"
_DOCS = r"(?:docs|documents?|files?|folder|wiki)"
_NO_WEB = re.compile(
    rf"\b{_NEGATION}\b[^.!?]{{0,30}}\b{_WEB}\b|\b(?:only|just)\b[^.!?]{{0,25}}\b(?:our|own|internal|company|"
    rf"the)\b[^.!?]{{0,15}}\b{_DOCS}\b|"
    rf"\boffline\b",
    re.IGNORECASE,
)
_NO_DOCS = re.compile(
    rf"\b{_NEGATION}\b[^.!?]{{0,30}}\b{_DOCS}\b|\b(?:only|just)\b[^.!?]{{0,25}}\b{_WEB}\b", re.IGNORECASE
)
_ONLY = re.compile(r"\b(?:only|just|nothing but|nur|tylko)\b", re.IGNORECASE)
_NAMED = re.compile(
    r"\b(?:use|read|open|see|check|look (?:only |just )?(?:in|into|at)|try|take)\s+(?:only |just )?(?:the |our )?"
    r"(?P<name>(?:[\w-]+ ){1,4}?(?:report|plan|policy|file|document|doc|notes|contract|summary|roadmap|budget|"
    r"list|guide))\b",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    r"\b(?:instead|rather|better|look|search|try|use|read|open|check|find|see|take|ask|go (?:to|for)|"
    r"prefer|stattdessen|"
    r"lieber|such\w*|schau|nimm|zamiast|raczej|lepiej|szukaj|sprawdz|sprawdź)\b",
    re.IGNORECASE,
)
_DENIED = re.compile(rf"(?:please |but |and )?(?:{_NEGATION}|nicht|kein\w*|nie)\b", re.IGNORECASE)
_INSTEAD_OF = re.compile(r"\b(?:instead of|rather than|not|statt|zamiast)\s.*", re.IGNORECASE | re.DOTALL)
_ANSWER = re.compile(r"^.*\? — .*$", re.MULTILINE)
_STEERING = frozenset(
    each(
        "use read open see check look try take only just nothing web internet online search searching document "
        "documents "
        "docs doc file files page pages folder source sources instead stop avoid skip rejected person wrong "
        "better please meant mean means meaning longer hold holds count counts apply applies sorry rather relevant "
        "irrelevant useful useless needed necessary trust reliable open opened already site website result results "
        "link "
        "schau such suche lieber stattdessen zamiast szukaj raczej"
    )
)


@dataclass(frozen=True)
class Steering:
    """`files` are the paths people named, `names` what they called a file without giving its path."""

    no_web: bool = False
    no_docs: bool = False
    only: bool = False
    files: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    redirect: tuple[str, ...] = ()  # what the comments on the last round's calls point to instead


def steering(view: View) -> Steering:
    """All that people said about how to work, comments on rejected calls last."""
    last = view.rounds[-1] if view.rounds else ()
    comments = [result.comment for result in view.results if result.problem == "rejected"]
    wishes = [w.text for w in view.task.must] + [f"not {w.text}" for w in view.task.must_not]
    said = [*wishes, *view.corrections, *comments]
    everything = [view.task.goal, *said]
    files = tuple(dict.fromkeys(path for text in everything for path in _PATH.findall(text)))
    names = tuple(dict.fromkeys(m["name"] for text in [*view.corrections, *comments] for m in _NAMED.finditer(text)))
    return Steering(
        no_web=any(_NO_WEB.search(text) for text in said),
        no_docs=any(_NO_DOCS.search(text) for text in said),
        only=any(_ONLY.search(text) and (_PATH.search(text) or _NAMED.search(text)) for text in said),
        files=files,
        names=() if files else names,
        words=tuple(_query_words([*view.corrections, *comments])),
        redirect=tuple(pointers(last)),
    )


def pointers(results: Sequence[Result]) -> list[str]:
    """The words of the comments on rejected calls that say where to look instead, as written."""
    return _query_words([r.comment for r in results if r.problem == "rejected" and _points(r)])


def _points(rejected: Result) -> bool:
    """Whether a comment can be followed: on a search any words are better ones, elsewhere it has to name another
    way ("look for the forum instead"); "too old" names none."""
    return rejected.tool in ("search", "search_docs") or _ELSEWHERE.search(rejected.comment) is not None


def _query_words(texts: Sequence[str]) -> list[str]:
    """The words of remarks that can go into a query, as written: without limits, answers to questions, and what is
    not wanted."""
    parts = [clause for text in texts for clause in clauses(_ANSWER.sub(" ", _PATH.sub(" ", text)))]
    wanted = [
        part for part in parts if not _DENIED.match(part) and limit(part, ()) is None and not wishes(part).dropped
    ]
    given = [token for part in wanted for token in written(_INSTEAD_OF.sub(" ", part))]
    kept = [token for token in given if not among(words(token)[0], _STEERING) and not is_vague(token)]
    return list(dict.fromkeys(kept))


def named_paths(steer: Steering, known: Sequence[str]) -> list[str]:
    """The files people meant: those that are known by the given path or its end, a given path as it is, else the
    known file whose name holds most of the words they called it by."""
    paths = [
        next((path for path in known if path == given or path.endswith("/" + given)), given) for given in steer.files
    ]
    for name in steer.names:
        meant = [word for word in content(name) if word not in ("file", "document", "doc")]
        ranked = sorted(known, key=lambda path: -_shared(meant, path))
        if ranked and _shared(meant, ranked[0]) * 2 > len(meant):
            paths.append(ranked[0])
    return list(dict.fromkeys(paths))


def _shared(meant: Sequence[str], path: str) -> int:
    return sum(1 for word in meant if among(word, words(path)))
