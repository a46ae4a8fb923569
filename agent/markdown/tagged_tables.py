"""A table that a model wrote in HTML, as one of Markdown. Pure."""

from __future__ import annotations

from html.parser import HTMLParser

_ROWS_AT_MOST = 500


def as_table(written: str) -> str:
    """The rows of "<table>…</table>" as Markdown, the first as its head, below its title; "" where it has none."""
    reader = _Reader()
    reader.feed(written)
    reader.close()
    rows = [row for row in reader.rows if row][:_ROWS_AT_MOST]
    if not rows:
        return ""
    wide = max(map(len, rows))
    lines = [_line([*row, *[""] * (wide - len(row))]) for row in rows]
    title = _words(reader.around)
    return (f"**{title}**\n\n" if title else "") + "\n".join([lines[0], _line(["---"] * wide), *lines[1:]])


class _Reader(HTMLParser):
    """Collects the words of the cells, row by row, and what stands in none of them ("<caption>")."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.around = ""
        self._in_cell = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
            self._in_cell = False
        elif tag in ("td", "th") and self.rows:
            self.rows[-1].append("")
            self._in_cell = True
        else:
            self.handle_data(" ")

    def handle_endtag(self, tag: str) -> None:
        self._in_cell = self._in_cell and tag not in ("td", "th", "tr")

    def handle_data(self, data: str) -> None:
        if self._in_cell:
            self.rows[-1][-1] += data
        else:
            self.around += data


def _line(row: list[str]) -> str:
    return f"| {' | '.join(map(_words, row))} |"


def _words(cell: str) -> str:
    return " ".join(cell.split()).replace("|", "\\|")
