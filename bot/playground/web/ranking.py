"""Which pages a query finds, best first, and which of their paragraphs to show. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bot.playground.rehearsal.words import content, held, weights, words
from bot.playground.web.library import Page

# Words of the title say what a page is about.
TITLE = 0.5
SNIPPET = 500


def rank(query: str, pages: Sequence[Page]) -> list[tuple[Page, float]]:
    """Pages that hold words of the query with their scores (above 0, at most 1), the best first: rare words count
    more, words of the title once more, and a paragraph that holds several at once more than the page does."""
    wanted = content(query) or words(query)
    texts = [set(words(f"{page.title} {page.body}")) for page in pages]
    worth = weights(wanted, texts)
    scored = [(page, _score(page, text, wanted, worth)) for page, text in zip(pages, texts, strict=True)]
    return sorted(((p, s) for p, s in scored if s > 0), key=lambda one: (-one[1], one[0].url))


def _score(page: Page, text: set[str], wanted: Sequence[str], worth: dict[str, float]) -> float:
    total = sum(worth.values()) or 1.0
    whole, title = _weight(held(wanted, text), worth), _weight(held(wanted, set(words(page.title))), worth)
    best = max((_weight(held(wanted, set(words(p))), worth) for p in paragraphs(page.body)), default=0.0)
    return round((whole + best + TITLE * title) / (total * (2 + TITLE)), 5)


def _weight(found: dict[str, float], worth: dict[str, float]) -> float:
    return sum(worth[word] * share for word, share in found.items())


def paragraphs(body: str) -> list[str]:
    """A body in its paragraphs, each on one line; a table or list is one, headings go with what follows."""
    parts = [" ".join(part.split()) for part in body.split("\n\n") if part.strip()]
    joined: list[str] = []
    for part in parts:
        if joined and joined[-1].startswith("#") and "\n" not in joined[-1] and len(joined[-1]) < 100:
            joined[-1] = f"{joined[-1].lstrip('# ')}: {part}"
        else:
            joined.append(part)
    return joined


def snippets(query: str, page: Page, count: int = 1) -> list[str]:
    """The paragraphs of a page that hold most of the query, at most 500 characters each, in the page's order."""
    wanted = content(query) or words(query)
    parts = paragraphs(page.body) or [page.title]
    worth = weights(wanted, [set(words(part)) for part in parts])
    order = sorted(range(len(parts)), key=lambda i: (-_weight(held(wanted, set(words(parts[i]))), worth), i))
    return [cut(parts[i]) for i in sorted(order[:count])]


def cut(text: str, limit: int = SNIPPET) -> str:
    return text if len(text) <= limit else text[:limit].rsplit(" ", 1)[0] + "..."
