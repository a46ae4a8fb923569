"""The sample pages: Markdown files with a front matter of url, title and published (YYYY-MM-DD)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from urllib.parse import urlsplit

PAGES = Path(__file__).parent / "pages"
_FRONT = re.compile(r"\A---\n(?P<front>.*?)\n---\n(?P<body>.*)\Z", re.DOTALL)


@dataclass(frozen=True)
class Page:
    """One page. `body` is Markdown; `published` is None where the file does not say."""

    url: str
    title: str
    body: str
    published: date | None = None

    @property
    def host(self) -> str:
        return (urlsplit(self.url).hostname or "").removeprefix("www.")

    @property
    def text(self) -> str:
        """The body without Markdown's signs, as Tavily's format "text" gives it."""
        plain = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", self.body)
        plain = re.sub(r"^(?:#{1,6}\s+|>\s?|```.*$)|[*`]", "", plain, flags=re.MULTILINE)
        return re.sub(r"^\|?[\s:|-]+\|?$\n?", "", plain, flags=re.MULTILINE)


def load(folder: Path = PAGES) -> tuple[Page, ...]:
    """Every page of a folder, by file name. Raises ValueError with the file's name on one without a front matter."""
    return tuple(_page(path) for path in sorted(folder.glob("*.md")))


def _page(path: Path) -> Page:
    match = _FRONT.match(path.read_text(encoding="utf-8"))
    given = dict(line.partition(":")[::2] for line in match["front"].splitlines()) if match else {}
    front = {key.strip(): value.strip().strip('"') for key, value in given.items()}
    if match is None or not front.get("url") or not front.get("title"):
        raise ValueError(f"{path.name}: a page needs a front matter with url and title")
    published = front.get("published")
    return Page(
        front["url"], front["title"], match["body"].strip(), date.fromisoformat(published) if published else None
    )


def canonical(url: str) -> str:
    """An address as it is looked up: scheme, www., trailing slash, fragment and campaign parameters do not count.
    What is no address is its own."""
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        return url
    query = "&".join(p for p in parts.query.split("&") if p and not re.match(r"(?:utm_\w+|gclid|fbclid)=", p))
    host = (parts.hostname or "").removeprefix("www.")
    return f"{host}{parts.path.rstrip('/')}{'?' + query if query else ''}"


def within(host: str, domains: Iterable[str]) -> bool:
    """Whether a host is one of the domains or below one; "*.example" takes everything below it."""
    names = [re.sub(r"^(?:https?://)?(?:www\.|\*\.)?", "", domain.strip().lower()).rstrip("/") for domain in domains]
    return any(name and (host == name or host.endswith("." + name)) for name in names)
