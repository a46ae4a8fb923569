"""Which calls come next: search, open what fits, search once more with other words, or none: then it is "
"answered."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from bot.playground.rehearsal import shortlist
from bot.playground.rehearsal.answer import covers
from bot.playground.rehearsal.checks import check
from bot.playground.rehearsal.reading import subject, subject_tokens
from bot.playground.rehearsal.steer import Steering, named_paths, pointers, steering
from bot.playground.rehearsal.toolcalls import call
from bot.playground.rehearsal.view import Result, Source, View
from bot.playground.rehearsal.wire import Call
from bot.playground.rehearsal.words import content, held, kin, plain, weights, words, written

LONGEST_QUERY = 380
PAGES, FILES = 2, 3
PAGES_TO_CHOOSE_FROM = 5  # where several things are asked for
SEARCH_ROUNDS = 2
# A candidate is worth opening when it holds this share of what the best one holds.
NEAR = 0.6
# It must hold this share of the question whatever the best one holds.
WORTH_OPENING = 0.3
_SEARCHES = ("search", "search_docs")
_OPENS = ("read_page", "read_file")
_FILES_ASKED = re.compile(r"\b(?:which|what|list)\b.{0,20}\b(?:files|documents|docs)\b", re.IGNORECASE)
_A_PATH = re.compile(r"[\w][\w ./()-]*\.[A-Za-z]{2,5}\b")


def next_calls(view: View) -> tuple[Call, ...]:
    """The calls of the next round, all at once; none when it is time to answer. Only tools on offer, only addresses
    that a result or a person gave, nothing that was tried before, nothing a budget no longer allows."""
    if not view.tools or view.left.get("rounds", 1) < 1:
        return ()
    steer = steering(view)
    stages: list[Callable[[View, Steering], list[Call]]] = [_named, _first, _redirected, _open, _read_on, _again]
    for stage in stages:
        if calls := _allowed(view, steer, stage(view, steer)):
            return calls
        if stage is _named and steer.only and any(r.tool == "read_file" and not r.problem for r in view.results):
            return ()
    return ()


def _allowed(view: View, steer: Steering, calls: Sequence[Call]) -> tuple[Call, ...]:
    """Without what was tried already, what people ruled out, and what the budgets no longer hold."""
    tried = {(r.tool, _key(r.target)) for r in view.results}
    left = {"search": _left(view, "searches"), "read_page": _left(view, "pages"), "read_file": _left(view, "files")}
    left["search_docs"] = left["search"]
    kept: list[Call] = []
    for one in calls:
        ruled_out = (steer.no_web and one.name in ("search", "read_page")) or (
            steer.no_docs and one.name in ("search_docs", "read_file")
        )
        if ruled_out or ((one.name, _key(_target(one))) in tried and not _reads_on(one)):
            continue
        budget = "search" if one.name in _SEARCHES else one.name
        if sum(1 for k in kept if ("search" if k.name in _SEARCHES else k.name) == budget) < left.get(one.name, 1):
            kept.append(one)
    return tuple(kept)


def _left(view: View, budget: str) -> int:
    return view.left.get(budget, 99)


def _reads_on(one: Call) -> bool:
    return one.name == "read_file" and re.search(r'": (?!1\b)\d+', one.arguments) is not None


def _target(one: Call) -> str:
    return Result(one.name, _arguments(one)).target


def _arguments(one: Call) -> dict[str, object]:
    loaded = json.loads(one.arguments)
    return loaded if isinstance(loaded, dict) else {}


def _key(target: str) -> str:
    return " ".join(target.split()).casefold()


# --- the stages, in the order they are tried ------------------------------------------------------------------


def _named(view: View, steer: Steering) -> list[Call]:
    """The files people named; when they named one by what it is called, first what files there are."""
    if (
        steer.names
        and not _known(view)
        and (listing := call(view.tools, "list_files"))
        and not _tried(view, "list_files")
    ):
        return [listing]
    return _some(
        call(view.tools, "read_file", path)
        for path in named_paths(steer, _known(view))[:FILES]
        if not _is_open(view, path)
    )


def _first(view: View, steer: Steering) -> list[Call]:
    """One search of each sort, side by side."""
    if _tried(view, *_SEARCHES):
        return []
    if (
        _FILES_ASKED.search(view.task.goal)
        and not _tried(view, "list_files")
        and (listing := call(view.tools, "list_files"))
    ):
        return [listing]
    return _searches(view, steer, query(view, steer.words))


def _open(view: View, steer: Steering) -> list[Call]:
    """What the searches found and fits best, once per search round, and again only where nothing could be "
    "opened."""
    searched = sum(1 for one in view.rounds if any(r.tool in _SEARCHES for r in one))
    opened = sum(1 for one in view.rounds if any(r.tool in _OPENS and not r.problem for r in one))
    if opened >= searched or sum(1 for r in view.results if r.tool in _OPENS) >= 2 * (PAGES + FILES):
        return []
    return _some(_opening(view, lead) for lead in leads(view) if not (steer.no_web and lead.web))


def _redirected(view: View, steer: Steering) -> list[Call]:
    """A comment on a rejected call says where to look instead: what was found and is meant by it is opened, else its
    words are those of the next search."""
    if not steer.redirect:
        return []
    meant = _meant(view, steer.redirect)
    return _some([_opening(view, meant)]) if meant else _searches(view, steer, query(view, steer.redirect))


def _meant(view: View, said: Sequence[str]) -> Lead | None:
    """The lead whose title and address hold all the words of a comment; one word has to be one lead's alone."""
    wanted = [word for token in said for word in content(token)]
    known = [s for s in view.sources if not _is_whole(view, s) and not _was_tried(view, s)]
    named = [(s, held(wanted, set(words(f"{s.title} {s.address}")))) for s in known]
    leads = [Lead(s.address, s.on_the_web, _start(s), found) for s, found in named if len(found) == len(wanted) > 0]
    alone = len({lead.address for lead in leads}) == 1
    return leads[0] if leads and (alone or len(wanted) > 1) else None


def _read_on(view: View, steer: Steering) -> list[Call]:
    """The rest of a long file that spoke of the matter without answering."""
    if covers(view) or steer.no_docs:
        return []
    read = [r for r in view.results if r.tool == "read_file" and r.sources]
    reached = {s.address: max(s.last, 0) for r in read for s in r.sources if 0 < s.last < s.total}
    twice = {
        s.address for s in view.opened if sum(1 for r in read if s.address in (x.address for x in r.sources)) > 1
    }
    return _some(
        call(view.tools, "read_file", path, start=last + 1) for path, last in reached.items() if path not in twice
    )[:1]


def _again(view: View, steer: Steering) -> list[Call]:
    """One more search with other words when nothing opened answers; a tool rejected without a word stays alone."""
    if covers(view) or _search_rounds(view) >= SEARCH_ROUNDS:
        return []
    unwelcome = {r.tool for r in view.results if r.problem == "rejected" and not r.comment}
    text = other_words(view)
    before = [set(words(r.target)) for r in view.results if r.tool in _SEARCHES]
    if set(words(text)) in before:
        return []
    return [one for one in _searches(view, steer, text) if one.name not in unwelcome]


# --- queries --------------------------------------------------------------------------------------------------


def query(view: View, extra: Sequence[str] = ()) -> str:
    """The words that carry the question and what the answer must and should meet, never what it must not."""
    unwanted = {word for wish in view.task.must_not for word in content(wish.text)}
    wishes = [w.text for w in [*view.task.must, *view.task.prefer] if _searchable(w.text)]
    given = [*extra, *subject_tokens(view.task.goal), *(token for wish in wishes for token in written(wish))]
    unwanted -= set(content(view.task.goal))
    return _short([token for token in given if not unwanted & set(content(token))])


def _searchable(wish: str) -> bool:
    """A bound ("under €300") narrows no search, a year does; how to work is no subject."""
    bound = check(wish, "must").bound
    return (bound is None or bound.unit == "year") and not re.search(r"\bonly\b|\.\w{2,4}\b", wish)


def other_words(view: View) -> str:
    """The same question in other words: what its words are called elsewhere, names and numbers kept."""
    given = subject_tokens(view.task.goal)
    kept = [token for token in given if token[:1].isupper() or token[:1].isdigit()] or given
    others = [other for token in given for other in sorted(kin(plain(token)))[:2]]
    rest = sorted((token for token in given if token not in kept), key=len, reverse=True)[:2]
    return _short([*kept, *rest, *others])


def _short(given: Sequence[str]) -> str:
    chosen = list({plain(token): token for token in reversed(given)}.values())[::-1]
    text = " ".join(chosen)
    return text if len(text) <= LONGEST_QUERY else text[:LONGEST_QUERY].rsplit(" ", 1)[0]


def _searches(view: View, steer: Steering, text: str) -> list[Call]:
    if not text.strip():
        return []
    wanted = [name for name in ("search_docs", "search") if not (steer.no_web and name == "search")]
    return _some(call(view.tools, name, text) for name in wanted)


# --- leads ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lead:
    """Something that could be opened: its address, whether it is on the web, and what it holds of the question."""

    address: str
    web: bool
    start: int
    held: dict[str, float]

    def score(self, worth: dict[str, float]) -> float:
        return sum(worth[word] * share for word, share in self.held.items())


def leads(view: View) -> list[Lead]:
    """What fits best: up to two pages with most of the question's words, up to three files that share them out."""
    said = [word for result in view.results for word in _commented(result)]
    wanted = list(dict.fromkeys([*said, *(subject(view.task.goal) or content(query(view)))]))
    candidates = [source for source in view.sources if not _is_whole(view, source) and not _was_tried(view, source)]
    texts = {id(s): set(words(f"{s.title} {s.address} {s.text}")) for s in candidates}
    worth = weights(wanted, list(texts.values()))
    found = [Lead(s.address, s.on_the_web, _start(s), held(wanted, texts[id(s)])) for s in candidates]
    ranked = sorted((lead for lead in found if lead.held), key=lambda lead: -lead.score(worth))
    best = ranked[0].score(worth) if ranked else 0.0
    ranked = [lead for lead in ranked if lead.score(worth) >= WORTH_OPENING * sum(worth.values())]
    pages = [lead for lead in _once(ranked) if lead.web and lead.score(worth) >= NEAR * best]
    pages = pages[: PAGES_TO_CHOOSE_FROM if shortlist.is_meant(view) else PAGES]
    return [*pages, *_spread([lead for lead in _once(ranked) if not lead.web], worth, pages, best)]


def _commented(result: Result) -> list[str]:
    """The words of a comment that points elsewhere."""
    return [word for token in pointers([result]) for word in content(token)]


def _once(ranked: Sequence[Lead]) -> list[Lead]:
    return list({lead.address: lead for lead in reversed(ranked)}.values())[::-1]


def _spread(files: Sequence[Lead], worth: dict[str, float], pages: Sequence[Lead], best: float) -> list[Lead]:
    """Files that hold about as much as the best lead, or bring words of the question that nothing chosen holds."""
    chosen: list[Lead] = []
    covered = {word: share for page in pages for word, share in page.held.items()}
    for lead in files:
        gain = sum(worth[w] * max(0.0, share - covered.get(w, 0.0)) for w, share in lead.held.items())
        if gain >= 0.2 * best or lead.score(worth) >= 0.8 * best:
            chosen.append(lead)
            covered = {w: max(covered.get(w, 0.0), lead.held.get(w, 0.0)) for w in {*covered, *lead.held}}
    return chosen[:FILES]


def _opening(view: View, lead: Lead) -> Call | None:
    if lead.web:
        return call(view.tools, "read_page", lead.address)
    return call(view.tools, "read_file", lead.address, start=lead.start)


def _start(source: Source) -> int:
    """Where to read a file: from the top when it is short, else from a little before the words that were found."""
    return 1 if source.total <= 200 else max(1, source.first - 20)


# --- what is known --------------------------------------------------------------------------------------------


def _known(view: View) -> list[str]:
    """The files that are there, as far as results told: their addresses, and a listing's lines."""
    listed = [path for r in view.results if r.tool == "list_files" for path in _A_PATH.findall(r.note)]
    shown = [source.address for source in view.sources if not source.on_the_web]
    inside = [
        path for r in view.results if r.tool == "list_files" for s in r.sources for path in _A_PATH.findall(s.text)
    ]
    return list(dict.fromkeys(path.strip() for path in [*shown, *listed, *inside] if path.strip()))


def _tried(view: View, *names: str) -> bool:
    return any(result.tool in names for result in view.results)


def _search_rounds(view: View) -> int:
    return sum(1 for one in view.rounds if any(r.tool in _SEARCHES for r in one))


def _is_open(view: View, path: str) -> bool:
    return any(source.address == path and source.whole for source in view.opened)


def _is_whole(view: View, source: Source) -> bool:
    """Whether nothing is gained by opening: all of it was shown, or it was opened before as a page or file."""
    opened = [s for s in view.opened if s.address == source.address]
    return any(s.whole or s.on_the_web for s in opened)


def _was_tried(view: View, source: Source) -> bool:
    return any(r.tool in _OPENS and _key(r.target) == _key(source.address) for r in view.results)


def _some(calls: Iterable[Call | None]) -> list[Call]:
    return [one for one in calls if one is not None]
