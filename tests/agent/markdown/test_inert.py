"""Whatever an answer's Markdown is made of, a reader of Markdown finds no link in it that the run does not know."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from agent.ledger import canonical_address
from agent.markdown.inert import JOINER, inert, unlinked

OK, ALSO = "https://ok.test/p", "https://ok.test/a_(b)?x=1&y=2"
KNOWN = {canonical_address(one): one for one in (OK, ALSO)}
EVIL = "https://evil.test/x?d=SECRET"
READER = MarkdownIt("commonmark", {"html": True}).enable("table")


def followed(markdown: str) -> list[str]:
    """What a reader would follow or fetch: links, pictures, and bare addresses outside code."""
    return [one for one in _followed(READER.parse(markdown)) if JOINER not in one and "%E2%81%A0" not in one]


def _followed(tokens: Sequence[Token]) -> Iterator[str]:
    for token in tokens:
        if token.type in ("link_open", "image"):
            yield str(token.attrGet("href") or token.attrGet("src"))
        if token.type == "text":
            yield from re.findall(r"https?://[^\s\u2060<)]+|(?<![\w/.@-])www\.\w[^\s\u2060]*", token.content, re.I)
        yield from _followed(token.children or ())


@pytest.mark.parametrize(
    "written",
    [
        f"[x]({EVIL})",
        f"![i]({EVIL})",
        f"[![i]({EVIL})]({OK})",
        f"[a ![i]({EVIL}) b]({OK})",
        f"[![i]({OK})]({EVIL})",
        f"[x [y]({EVIL}) z]({EVIL})",
        f"[`x]`]({EVIL})",
        f"[`x`]({EVIL})",
        f"[x\ny]({EVIL})",
        f"[x](\n{EVIL}\n)",
        f"[x](<{EVIL} b>)",
        f"[x]({EVIL}(a(b)))",
        f"[x][1]\n\n[1]: {EVIL}",
        f"[x]\n\n[x]: <{EVIL}> 'title'",
        f"> [1]: {EVIL}\n\n[1]",
        f"<{EVIL}>",
        EVIL,
        EVIL.upper(),
        f"[{EVIL}]({OK})",
        f"<{OK}>[{EVIL}]",
        f"|a|b|\n|-|-|\n|[x]({EVIL})|![i]({EVIL})|",
        r"https\://evil.test/SECRET",
        "&#104;ttps://evil.test/SECRET",
        "https&colon;//evil.test/SECRET",
        r"[x](https\://evil.test/SECRET)",
        "[x](https&colon;//evil.test/SECRET)",
        "ht\u202dtps://evil.test/SECRET",
        f"[x]\u202d({EVIL})",
        f"[x]\x0b({EVIL})",
        "www.evil.test/SECRET",
        "https://ok.test/p/SECRET",
        "https://ok.test@evil.test/SECRET",
        f"{OK}>SECRET",
        f'{OK}"SECRET',
        f"{OK}秘密",
        f"{OK}，秘密",
        "[x](javascript:alert(1))",
        "[x](data:text/html,SECRET)",
        "[x](//evil.test/SECRET)",
        "[x](evil.test/SECRET)",
    ],
)
def test_nothing_leads_anywhere_else(written: str) -> None:
    for around in ("{}", "- {}", "words {} words", "> {}"):
        shown = inert(around.format(written), KNOWN)
        assert set(followed(shown)) <= {OK}, shown
        assert inert(shown, KNOWN) == shown


@pytest.mark.parametrize(
    "written",
    [
        f"see [the plan]({OK}), {OK} and <{OK}>[1][2]; ({OK}), *{OK}*, “{OK}”. {OK}",
        f"`[x]({EVIL})` and\n```\n{EVIL}\n```\n",
        r"a \[1\] b, AT&T, 5 &lt; 6, C:\users\x, \*so\*",
        "Node.js, e.g. 3.5, a/b, note: this",
    ],
)
def test_what_is_known_and_what_is_no_link_stays(written: str) -> None:
    assert inert(written, KNOWN) == written


@pytest.mark.parametrize(
    ("written", "joined"),
    [
        ("secret-123.evil.com", "secret-123.~evil.~com"),
        ("see a.b.evil.co.uk, *evil.de*: EVIL.COM.", "see a.~b.~evil.~co.~uk, *evil.~de*: EVIL.~COM."),
        ("evil.com秘密 秘密evil.com evil.com:80 @evil.com ..evil.com",
         "evil.~com秘密 秘密evil.~com evil.~com:80 @evil.~com ..evil.~com"),
        ("_evil.com_ münchen.de [evil.com](https://ok.test/p)", "_evil.~com_ münchen.~de [evil.~com](https://ok.test/p)"),
        (r"evil\.com and report\.md", r"evil\.~com and report\.~md"),
        ("report.md and Footnote.app", "report.~md and Footnote.~app"),
        ("ok.test x.ok.dev, known.dev, docs/screen.md", "ok.test x.~ok.~dev, known.dev, docs/screen.md"),
        ("Node.js, e.g. 3.5, i.e. v1.2.3, z.B. 5 p.m. in the U.S. `evil.com`, ann@mail.evil.com", ""),
    ],
)  # fmt: skip
def test_a_bare_host_is_no_link_where_it_ends_with_a_domain_that_there_is(written: str, joined: str) -> None:
    known = KNOWN | {one: one for one in ("https://known.dev/a", "docs/screen.md")}
    assert inert(written, known) == (joined or written).replace("~", JOINER)
    assert inert(inert(written, known), known) == inert(written, known)


pieces = st.sampled_from(
    ["[", "]", "(", ")", "](", "![", "<", ">", "`", "```\n", "\n", "\n\n", " ", "\\", "|", "[x]: ", "&#58;", "\u202d",
     EVIL, OK, "www.evil.test/a", "evil.com", ".", "x", "*", '"t"', "- ", "    ", "//evil.test"]
)  # fmt: skip


@settings(max_examples=50)
@given(st.lists(pieces, max_size=25).map("".join))
def test_nor_do_any_pieces_put_together(written: str) -> None:
    assert not [one for one in followed(inert(written, KNOWN)) if "evil" in one]


@given(st.lists(pieces, max_size=25).map("".join))
@settings(max_examples=50)
def test_literal_text_becomes_no_link(written: str) -> None:
    assert not re.search(r"https?://[^\s\u2060]|(?<![\w/.@-])www\.[^\s\u2060]", unlinked(written), re.I)
    assert unlinked(written).replace(JOINER, "") == written
