"""How the page turns mrkdwn, Markdown and blocks into elements, and that no text of anybody's becomes code."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page

from bot.playground.slack import SlackDouble
from tests.bot.playground.conftest import Open

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

# Gives the HTML the renderer made for each text, with the attributes of links and their like shortened.
RENDERED = """
async ([file, name, texts]) => {
  const render = (await import(`/page/${file}`))[name];
  const people = {UANNA: "Anna Kowalska", UFOOTNOTE: "footnote"};
  const names = {me: "UANNA", person: (id) => people[id] ?? id, channel: () => "research"};
  const html = (text) => {
    const box = document.createElement("div");
    box.append(...render(text, names).flat(9).filter((node) => node !== null));
    for (const one of box.querySelectorAll("*"))
      for (const extra of ["target", "rel", "title", "tabindex", "role", "aria-label", "aria-level", "scope"])
        one.removeAttribute(extra);
    return box.innerHTML;
  };
  return texts.map(html);
}
"""

MRKDWN = {
    "*bold* _it_ ~gone~ `code`": "<strong>bold</strong> <em>it</em> <del>gone</del> <code>code</code>",
    "*bold _and both_*": "<strong>bold <em>and both</em></strong>",
    "2*3*4 and snake_case_name": "2*3*4 and snake_case_name",
    "* not bold * and *neither": "* not bold * and *neither",
    "`*code*` stays": "<code>*code*</code> stays",
    "```\na < b\n*c*\n```": "<pre><code>a &lt; b\n*c*</code></pre>",
    "before\n```x```\nafter": "before<pre><code>x</code></pre>after",
    "&gt; quoted\n&gt; twice\nplain": "<blockquote>quoted\ntwice</blockquote>plain",
    "<https://a.example|A site> and <https://b.example>": (
        '<a href="https://a.example/">A site</a> and <a href="https://b.example/">https://b.example</a>'
    ),
    "<@UANNA> asks <@UFOOTNOTE> in <#C0RESEARCH>": (
        '<span class="mention mine">@Anna Kowalska</span> asks <span class="mention">@footnote</span> in '
        '<span class="mention">#research</span>'
    ),
    "<!date^1392734382^{date_num}|18 Feb>": '<time datetime="2014-02-18T14:39:42.000Z">2014-02-18</time>',
    "&lt;b&gt; &amp;lt; is &amp;": "&lt;b&gt; &amp;lt; is &amp;",
    ":white_check_mark: at 10:30:45 :nosuch: :constructor:": "✅ at 10:30:45 :nosuch: :constructor:",
    "see https://a.example/x_(y)_z. Then": (
        'see <a href="https://a.example/x_(y)_z">https://a.example/x_(y)_z</a>. Then'
    ),
    "<javascript:alert(1)|click me>": "<span>click me (javascript:alert(1))</span>",
    "<script>alert(1)</script>": "&lt;script&gt;alert(1)&lt;/script&gt;",
}

MARKDOWN = {
    "**bold** *it* ***both*** ~~gone~~ `a*b`": (
        "<p><strong>bold</strong> <em>it</em> <em><strong>both</strong></em> <del>gone</del> <code>a*b</code></p>"
    ),
    "2*3*4, snake_case_name, a * b": "<p>2<em>3</em>4, snake_case_name, a * b</p>",
    "one\ntwo": "<p>one<br>two</p>",
    "# Title #\ntext": '<div class="heading level-1">Title</div><p>text</p>',
    "Title\n---\ntext": '<div class="heading level-2">Title</div><p>text</p>',
    "- a\n  - b\n    1. c\n- d": (
        "<ul><li><p>a</p><ul><li><p>b</p><ol><li><p>c</p></li></ol></li></ul></li><li><p>d</p></li></ul>"
    ),
    "1. a\n  - b\n2. c": "<ol><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p>c</p></li></ol>",
    "1. a\n\n```\nx\n```\n\n2. b": (
        '<ol><li><p>a</p></li></ol><pre><code>x</code></pre><ol start="2"><li><p>b</p></li></ol>'
    ),
    "3. a\n\n   more\n\n4. b": '<ol class="loose" start="3"><li><p>a</p><p>more</p></li><li><p>b</p></li></ol>',
    "It was in\n2019. A year": "<p>It was in<br>2019. A year</p>",
    "> a\nstill\n> > b": "<blockquote><p>a<br>still</p><blockquote><p>b</p></blockquote></blockquote>",
    "```py\nif a < b:\n    | x |\n": "<pre><code>if a &lt; b:\n    | x |\n</code></pre>",
    "a | b\n:-- | --:\n1 | `x \\| y`\n2": (
        '<div class="table"><table><thead><tr><th class="to-left">a</th><th class="to-right">b</th></tr></thead>'
        '<tbody><tr><td class="to-left">1</td><td class="to-right"><code>x | y</code></td></tr>'
        '<tr><td class="to-left">2</td><td class="to-right"></td></tr></tbody></table></div>'
    ),
    "***\n---": "<hr><hr>",
    "[a *b*](https://a.example/x_(y) 'title') ![pic](https://b.example)": (
        '<p><a href="https://a.example/x_(y)">a <em>b</em></a> <a href="https://b.example/">pic</a></p>'
    ),
    "[https://a.example](https://a.example) https://b.example/a_b_c, [1]": (
        '<p><a href="https://a.example/">https://a.example</a> '
        '<a href="https://b.example/a_b_c">https://b.example/a_b_c</a>, [1]</p>'
    ),
    "[x](javascript:alert(1)) [y](data:text/html,z) [z](//a.example)": (
        "<p><span>x (javascript:alert(1))</span> <span>y (data:text/html,z)</span> <span>z (//a.example)</span></p>"
    ),
    "<@UFOOTNOTE> &amp; \\*plain\\* &copy": '<p><span class="mention">@footnote</span> &amp; *plain* &amp;copy</p>',
    "<b onclick=x>raw</b><script>alert(1)</script>": (
        "<p>&lt;b onclick=x&gt;raw&lt;/b&gt;&lt;script&gt;alert(1)&lt;/script&gt;</p>"
    ),
}

BLOCKS: list[dict[str, Any]] = [
    {"type": "section", "text": {"type": "plain_text", "text": "<img src=x onerror=hurt()> *as is*"}},
    {"type": "header", "text": {"type": "plain_text", "text": "<b>head</b>"}},
    {"type": "context", "elements": [{"type": "image", "image_url": "https://a.example/p.png", "alt_text": "pic"}]},
    {"type": "image", "image_url": "javascript:hurt()", "alt_text": "bad"},
    {
        "type": "rich_text",
        "elements": [
            {
                "type": "rich_text_section",
                "elements": [
                    {"type": "link", "url": "javascript:hurt()", "text": "bad"},
                    {"type": "text", "text": "<script>hurt()</script>", "style": {"bold": True, "code": True}},
                    {"type": "user", "user_id": "UANNA"},
                    {"type": "emoji", "name": "nosuch", "unicode": "1f9ea"},
                ],
            },
            {
                "type": "rich_text_list",
                "style": "ordered",
                "indent": 1,
                "offset": 2,
                "elements": [{"type": "rich_text_section", "elements": [{"type": "text", "text": "third"}]}],
            },
            {"type": "rich_text_quote", "elements": [{"type": "text", "text": "said"}]},
            {"type": "rich_text_preformatted", "elements": [{"type": "text", "text": "a < b"}]},
        ],
    },
    {"type": "table", "rows": [[{"type": "raw_text", "text": "h"}], [{"type": "raw_text", "text": "<i>1</i>"}]]},
    {"type": "video", "title": {"type": "plain_text", "text": "v"}},
]

DRAW_BLOCKS = """
async (blocks) => {
  const { drawBlocks } = await import("/page/blocks.js");
  const box = document.createElement("div");
  const names = {me: "UBEN", person: (id) => id === "UANNA" ? "Anna Kowalska" : id, channel: (id) => id};
  drawBlocks(box, blocks, {names, busy: new Set(), press() {}});
  document.body.append(box);
  const tags = [...new Set([...box.querySelectorAll("*")].map((one) => one.tagName.toLowerCase()))].sort();
  return {texts: [...box.children].map((one) => one.textContent), tags,
          links: [...box.querySelectorAll("a")].map((one) => one.href), start: box.querySelector("ol").start};
}
"""

FUZZ = (Path(__file__).parent / "test_page_fuzz.js").read_text()

HOSTILE = {
    "open brackets": "[" * 12_000,
    "closed brackets": "[" * 6_000 + "]" * 6_000,
    "half links": "[a](" * 3_000,
    "half images": "![" * 6_000,
    "stars": "*a " * 4_000,
    "mixed marks": "*_~" * 4_000,
    "openers without an end": " *a _b" * 2_000,
    "ticks": "".join("`" * (n % 50 + 1) + " " for n in range(450)),
    "angles": "<" * 12_000,
    "quotes": ">" * 12_000,
    "nested lists": "\n".join(" " * (n * 2) + "- a" for n in range(150)),
    "one-line lists": "- " * 6_000,
    "dashes below a bar": "|\n" + "-" * 11_000 + "x",
    "spaces in a link": "[a](b" + " " * 11_000 + "x",
    "many table rows": "|a|b|\n|-|-|\n" + "|1|2|\n" * 1_900,
    "hashes": "# " + "#" * 11_000 + "x",
    "fences": "```\n" * 3_000,
    "blank lines": "- a\n" + "\n" * 11_000,
}


async def rendered(page: Page, file: str, name: str, texts: list[str]) -> list[str]:
    html: list[str] = await page.evaluate(RENDERED, [file, name, texts])
    return html


async def test_mrkdwn_reads_as_slack_shows_it(look: Open) -> None:
    html = await rendered(await look("UANNA"), "mrkdwn.js", "mrkdwn", list(MRKDWN))
    assert dict(zip(MRKDWN, html, strict=True)) == MRKDWN


async def test_markdown_reads_as_a_markdown_block_shows_it(look: Open) -> None:
    html = await rendered(await look("UANNA"), "markdown.js", "markdown", list(MARKDOWN))
    assert dict(zip(MARKDOWN, html, strict=True)) == MARKDOWN


async def test_every_block_shows_its_words_and_nothing_else(look: Open) -> None:
    page = await look("UANNA")
    drawn = await page.evaluate(DRAW_BLOCKS, BLOCKS)
    assert drawn["texts"] == [
        "<img src=x onerror=hurt()> *as is*",
        "<b>head</b>",
        "🖼 pic",
        "🖼 bad (javascript:hurt())",
        "bad (javascript:hurt())<script>hurt()</script>@Anna Kowalska🧪thirdsaida < b",
        "h<i>1</i>",
        "A block of type “video”, which this page does not draw.",
    ]
    assert drawn["links"] == ["https://a.example/p.png"]
    assert drawn["start"] == 3
    assert not {"script", "img", "b", "i"} & set(drawn["tags"])


# 1 December 2025, 00:00 UTC, which in New York is the evening before.
DATES = {
    "{date_num} {time}": "2025-11-30 7:00 PM",
    "{date}": "November 30, 2025",
    "{date_short}, {time_secs}": "Nov 30, 2025, 7:00:00 PM",
    "on {date_long}": "on Sunday, November 30, 2025",
    "{date_slash}": "11/30/2025",
    "{date_short_pretty} {time}": "Yesterday 7:00 PM",
    "asked {date_pretty}": "asked yesterday",
    "{ago}": "8 hours ago",
    "{moon}": "the fallback",
}
DATED = """
async (formats) => {
  const { dated } = await import("/page/dates.js");
  const now = new Date("2025-12-01T08:30:00Z");
  return formats.map((format) => dated({timestamp: 1764547200, format, fallback: "the fallback"}, now).textContent);
}
"""


async def test_dates_are_in_the_readers_own_time_and_language(browser: Browser, workspace: SlackDouble) -> None:
    context = await browser.new_context(timezone_id="America/New_York", locale="en-US")
    page = await context.new_page()
    await page.goto(workspace.url)
    shown = [re.sub(r"\s", " ", text) for text in await page.evaluate(DATED, list(DATES))]
    await context.close()
    assert dict(zip(DATES, shown, strict=True)) == DATES


async def test_no_text_becomes_code_or_loses_its_words(look: Open) -> None:
    page = await look("UANNA")
    assert await page.evaluate(FUZZ, [3_000]) == []


@pytest.mark.parametrize("renderer", [("markdown.js", "markdown"), ("mrkdwn.js", "mrkdwn")])
async def test_no_text_within_the_limits_freezes_the_page(look: Open, renderer: tuple[str, str]) -> None:
    page = await look("UANNA")
    for kind, text in HOSTILE.items():
        (html,) = await rendered(page, *renderer, [text])
        assert html, kind


async def test_a_hostile_model_runs_nothing(look: Open) -> None:
    page = await look("UANNA")
    await page.evaluate("() => { window.hurt = () => { window.isHurt = true; }; }")
    text = (
        "<img src=x onerror=hurt()><script>hurt()</script>[x](javascript:hurt())"
        "<iframe srcdoc='<script>parent.hurt()</script>'>"
    )
    kinds = [
        {"type": "markdown", "text": text},
        {"type": "section", "text": {"type": "mrkdwn", "text": text}},
        {"type": "section", "text": {"type": "plain_text", "text": text}},
        {
            "type": "rich_text",
            "elements": [{"type": "rich_text_section", "elements": [{"type": "text", "text": text}]}],
        },
    ]
    await page.evaluate(DRAW_BLOCKS.replace(', start: box.querySelector("ol").start', ""), kinds)
    await page.wait_for_timeout(200)
    assert await page.evaluate("window.isHurt ?? false") is False
    assert await page.locator("iframe, body img, .block script").count() == 0
