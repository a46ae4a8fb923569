"""The modal of evidence: every statement and every source is in it, on pages that Slack takes."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from agent.facts import Answer, Candidate, Excerpt, Grade, Passage, Result, Source, Statement, Verdict
from agent.run import Run
from bot import speech
from bot.playground.slack.blocks import check_view
from bot.views import safe
from bot.views.blocks import LIMITS
from bot.views.evidence import PER_PAGE, entries, grade, marked, modal, refusal
from bot.views.exported import as_json, as_markdown, files
from bot.views.wording import tongue
from tests.bot.views.shown import shown_view
from tests.bot.views.states import ANSWER, INTENT, SHORTLIST, after_some_steps
from tests.bot.views.texts import HOSTILE

SAY = speech.speech("en")
SPANS = st.lists(st.tuples(st.integers(-5, 100), st.integers(-5, 100)), max_size=8).map(tuple)
GRADES: st.SearchStrategy[Grade] = st.sampled_from(["", "quoted", "supported", "translated", "weak", "not found"])
EXCERPTS = st.builds(Excerpt, number=st.sampled_from([0, 4, 7, 99]), text=HOSTILE, where=HOSTILE, spans=SPANS)
STATEMENTS = st.builds(
    Statement, text=HOSTILE, numbers=st.just((4,)), excerpt=HOSTILE, number=st.sampled_from([0, 4, 7, 99]),
    where=HOSTILE, grade=GRADES, spans=SPANS, lacking=st.lists(HOSTILE, max_size=3).map(tuple),
    seconded=st.sampled_from(["", "yes", "no"]), doubt=HOSTILE, raised=st.booleans(),
    also=st.lists(EXCERPTS, max_size=3).map(tuple), idle=st.lists(st.sampled_from([4, 7, 99]), max_size=3).map(tuple),
)  # fmt: skip
RUN = after_some_steps().run


def shown(said: Answer, page: int = 1, run: Run = RUN) -> dict[str, Any]:
    view = {**modal(SAY, run, said, page), "callback_id": "evidence", "private_metadata": "x" * 400}
    check_view(view)
    assert len(json.dumps(view)) < 250_000
    return view


def words(view: dict[str, Any]) -> str:
    return json.dumps(view["blocks"], ensure_ascii=False)


def pages(said: Answer) -> list[dict[str, Any]]:
    """All pages, as Next goes through them."""
    found = [shown(said)]
    while number := next((e["value"] for e in found[-1]["blocks"][-1]["elements"] if "next" in e["action_id"]), ""):
        found.append(shown(said, int(number)))
    return found


@settings(max_examples=60)
@given(st.lists(STATEMENTS, max_size=25), st.integers(-3, 9))
def test_slack_takes_every_page_whatever_stands_in_it(statements: list[Statement], page: int) -> None:
    given = {"statements": tuple(statements), "denied": tuple(statements[:5])}
    shown(ANSWER.model_copy(update=given), page)


def statement(n: int, **more: Any) -> Statement:
    given = {"text": f"Statement {n}.", "numbers": (4,), "number": 4, "excerpt": f"Words {n}.", "where": "whole page"}
    return Statement(**{**given, **more})


def test_of_many_nothing_is_left_out_and_nothing_stands_twice() -> None:
    statements = tuple(statement(n, excerpt="é東" * 700) for n in range(200))
    sources = tuple(Source(number=n, address=f"https://e.test/{n}", title=f"Title {n}.") for n in range(1, 61))
    said = ANSWER.model_copy(update={"statements": statements, "sources": sources, "verdicts": ()})
    found = pages(said)
    everything = "".join(map(words, found))
    assert all(everything.count(f'"Statement {n}."') == 1 for n in range(200))
    assert all(f'"Title {n}."' in everything for n in range(1, 61))
    assert all(len(view["blocks"]) <= LIMITS.modal for view in found) and len(found) > 260 / PER_PAGE


def test_page_numbers_past_the_ends_are_those_at_the_ends() -> None:
    said = ANSWER.model_copy(update={"statements": tuple(map(statement, range(50)))})
    assert words(shown(said, 0)) == words(shown(said, -4)) == words(shown(said, 1))
    assert words(shown(said, 99)) == words(pages(said)[-1])
    assert "evidence.back" not in words(shown(said, 1)) and "Page 1 of 3." in words(shown(said, 1))


GOLDEN = Path(__file__).parent / "modals"


@pytest.mark.parametrize("language", ["English", "German", "Polish", "Spanish", "French", "Japanese"])
def test_the_modal_looks_as_agreed(language: str) -> None:
    """`REWRITE_GOLDEN=1 pytest tests/bot/views/test_evidence.py`, then read the difference."""
    also = Excerpt(number=7, text="It was 193,000 at last.", where="lines 1-40 of 120", spans=((7, 14),))
    graded = [
        statement(1, excerpt="In 2024 it was 193,000.", spans=((3, 7), (15, 22)), grade="supported", also=(also,)),
        statement(2, number=7, grade="weak", lacking=("1,700", "Anna"), where="lines 1-40 of 120", idle=(4,)),
        statement(3, grade="translated", seconded="yes", raised=True),
        statement(6, grade="translated", seconded="yes"),
        statement(4, grade="not found", lacking=("1,700",), excerpt="", number=0),
    ]
    retrieved = ANSWER.sources[0].model_copy(update={"retrieved": 1_764_500_000.0})
    denied = (statement(5, grade="supported", seconded="no", doubt="It says twelve."),)
    sources = (retrieved, *ANSWER.sources[1:])
    said = ANSWER.model_copy(update={"statements": tuple(graded), "denied": denied, "sources": sources})
    run = after_some_steps(language).run
    told = shown_view(modal(tongue(run), run, said))
    file = GOLDEN / f"evidence_in_{language.lower()}.txt"
    if os.environ.get("REWRITE_GOLDEN"):
        GOLDEN.mkdir(exist_ok=True)
        file.write_text(told, "utf-8")
    assert told == file.read_text("utf-8")


# --- what it promises -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, "chosen by shared words, not graded"),
        ({"grade": "quoted"}, "word for word"),
        ({"grade": "supported"}, "its numbers, names and most of its words stand there"),
        (
            {"grade": "translated", "seconded": "yes", "raised": True},
            "in another language: no number or name speaks against it, the rest rests on a second look by the model",
        ),
        ({"grade": "translated"}, "in another language: its numbers and names, and a quote, stand there"),
        (
            {"grade": "weak", "lacking": ("1,700", "Anna")},
            "weak: only some of its words stand there · not found there: 1,700; Anna",
        ),
        ({"grade": "not found", "lacking": ("heat", "pumps")}, "not found in its sources"),
        (
            {"grade": "not found", "lacking": ("saves", "1,700")},
            "not found in its sources · a figure that does not stand there, worked out or wrong: 1,700",
        ),
        (
            {"grade": "weak", "lacking": ("costs", "€12.50"), "excerpt": "| Child | €12.50 |"},
            "weak: only some of its words stand there · not found there: costs"
            " · stands there, but it seems of something else: €12.50",
        ),
        (
            {"grade": "weak", "seconded": "yes"},
            "weak: only some of its words stand there · a second look by the model agreed",
        ),
        (
            {"grade": "weak", "seconded": "no", "doubt": "It says 6."},
            "weak: only some of its words stand there · a second look by the model disagreed: It says 6.",
        ),
        (
            {"grade": "supported", "seconded": "no"},
            "its numbers, names and most of its words stand there · a second look by the model disagreed",
        ),
    ],
)
def test_a_grade_says_what_was_looked_for_and_no_more(given: dict[str, Any], told: str) -> None:
    assert grade(SAY, statement(1, **given)) == told


@given(st.text(max_size=90), SPANS)
def test_the_words_are_shown_whole_and_in_order_whatever_is_marked(excerpt: str, spans: Any) -> None:
    found = list(marked(excerpt, spans))
    assert "".join(piece for piece, _ in found) == excerpt
    inside = {at for start, end in spans for at in range(max(start, 0), min(end, len(excerpt)))}
    at = 0
    for piece, bold in found:
        assert all((place in inside) == bold for place in range(at, at + len(piece)))
        at += len(piece)


def quoted(one: Statement) -> list[dict[str, Any]]:
    view = shown(ANSWER.model_copy(update={"statements": (one,)}))
    parts = [part for block in view["blocks"] for part in block.get("elements", []) if "quote" in part["type"]]
    return list(parts[0]["elements"])


@pytest.mark.parametrize("sign", ["東", "🎉", "ש", "&", "e\u0301"])
def test_a_long_excerpt_in_any_script_is_shown_whole(sign: str) -> None:
    excerpt = (sign * 1_500)[:1_500]
    view = shown(ANSWER.model_copy(update={"statements": (statement(1, excerpt=excerpt, spans=((700, 720),)),)}))
    [quoted] = [part for block in view["blocks"] for part in block.get("elements", ()) if "quote" in part["type"]][:1]
    assert "".join(element["text"] for element in quoted["elements"]) == excerpt


def test_the_carrying_words_are_bold() -> None:
    assert quoted(statement(1, excerpt="It was 193,000.", spans=((7, 14),))) == [
        {"type": "text", "text": "It was "},
        {"type": "text", "text": "193,000", "style": {"bold": True}},
        {"type": "text", "text": "."},
    ]


def test_where_everything_carries_nothing_is_bold() -> None:
    [only] = quoted(statement(1, excerpt="It rained.", spans=((0, 9),)))[:1]
    assert "style" not in only


@pytest.mark.parametrize(
    ("excerpt", "flows"),
    [
        ("It was wrapped\nby hand,\nin lines.", "It was wrapped by hand, in lines."),
        ("A list:\n- one\n- two", "A list:\n- one\n- two"),
        ("| a |\n| b |", "| a |\n| b |"),
        ("Steps\n1. one\n2. two", "Steps\n1. one\n2. two"),
        ("The end.\nA beginning", "The end.\nA beginning"),
    ],
)
def test_what_was_wrapped_by_hand_flows_and_lists_and_tables_stay(excerpt: str, flows: str) -> None:
    assert "".join(one["text"] for one in quoted(statement(1, excerpt=excerpt, spans=()))) == flows


def test_code_keeps_its_lines() -> None:
    one = statement(1, text="```\nimport os\nimport sys\n```", excerpt="import os\nimport sys", spans=())
    assert quoted(one)[0]["text"] == "import os\nimport sys"


# --- where it leads -----------------------------------------------------------------------------------------------


def links(said: Answer) -> list[str]:
    parts = [part for view in pages(said) for block in view["blocks"] for part in block.get("elements", [])]
    return [e["url"] for part in parts for e in part.get("elements", []) if e.get("type") == "link"]


def test_a_page_opens_at_the_words_a_message_as_it_is_and_a_file_nowhere() -> None:
    message = Source(number=8, address="https://x.slack.com/archives/C1/p1", title="Anna", opened="the whole message")
    said = ANSWER.model_copy(
        update={
            "sources": (*ANSWER.sources, message),
            "statements": (statement(1), statement(2, number=7), statement(3, number=8)),
        }
    )
    page = ANSWER.sources[0].address
    assert links(said)[:2] == [f"{page}#:~:text=Statement".replace("Statement", "Words%201."), message.address]


def test_only_addresses_of_sources_become_links() -> None:
    said = ANSWER.model_copy(
        update={"statements": (statement(1, excerpt="see https://evil.test/x", text="https://evil.test", number=99),)}
    )
    assert all(link.partition("#")[0] == ANSWER.sources[0].address for link in links(said))


# --- verdicts and shortlists --------------------------------------------------------------------------------------


def test_every_candidate_has_its_verdicts_and_their_words() -> None:
    everything = "".join(map(words, pages(SHORTLIST)))
    assert "by the words of" in everything and "Dropped: Old Stove" in everything
    assert everything.count("Must: official figures") == len(SHORTLIST.candidates) + len(SHORTLIST.dropped)
    assert len(INTENT.must) == 2


def test_what_is_kept_from_somebody_is_a_view_of_its_own() -> None:
    check_view(refusal(SAY, "No."))


# --- files --------------------------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(st.lists(STATEMENTS, max_size=5), st.sampled_from(sorted(speech.LANGUAGES)))
def test_files_can_be_made_of_whatever_there_is(statements: Sequence[Statement], code: str) -> None:
    said = ANSWER.model_copy(update={"statements": tuple(statements)})
    markdown = as_markdown(speech.speech(code), RUN, said)
    assert "193,000" in markdown
    data = json.loads(as_json(RUN, said))
    assert [one["excerpt"] for one in data["evidence"]] == [one.excerpt for one in statements if one.excerpt]
    assert safe.exact(as_json(RUN, said)) == as_json(RUN, said), "inert in a terminal"


def test_markdown_has_all_that_stands_under_the_answer() -> None:
    verdict = Verdict(condition="must.1", standing="met", number=7, words="official figures")
    said = ANSWER.model_copy(update={"statements": (statement(1, grade="quoted"),), "verdicts": (verdict,)})
    markdown = as_markdown(SAY, RUN, said)
    for expected in (
        "# How many heat pumps", "In 2024, **193,000** heat pumps were sold [4][7].", "## Could not be confirmed",
        "- In 2023 it was twice as much.", "## Assumed, since nobody said otherwise", "## Sources",
        "published 2024-05-01", "`docs/sales.md`", "> Words 1.", "*word for word*", "#:~:text=Words%201.",
        "> official figures",
    ):  # fmt: skip
        assert expected in markdown, expected
    shortlist = as_markdown(SAY, RUN, SHORTLIST)
    assert "| Candidate | " in shortlist and "Dropped" in shortlist


def test_a_file_of_markdown_fetches_nothing_and_keeps_the_words_of_the_sources() -> None:
    address = "https://e.test/" + "a" * 2_100 + "> ![x](https://evil.test/i.png) <b"
    excerpt = "one\n\n# two\n- three\n1. four\n~~~\n&lt;img&gt; ![z](https://evil.test/z.png)\r\nfive"
    sources = (Source(number=1, address=address, title=""), Source(number=2, address="docs/a`b.md", title=""))
    statements = (statement(1, excerpt=excerpt, number=1), statement(2, number=2))
    text = "It is ![p](https://evil.test/p.png) so [1]. <img src=https://evil.test/q>"
    said = ANSWER.model_copy(update={"text": text, "sources": sources, "statements": statements, "verdicts": ()})
    markdown = as_markdown(SAY, RUN, said)
    html = MarkdownIt("commonmark", {"html": True}).render(markdown)
    assert "<img" not in html and "<h1>two" not in html
    assert HREFS.findall(html) and all(href.startswith("https://e.test/aaa") for href in HREFS.findall(html))
    rows = ("> one", ">", "> \\# two", "> - three", "> 1\\. four", "> \\~\\~\\~")
    assert "\n".join(rows) in markdown and markdown.count("> five") == 1
    assert "&amp;lt;img&amp;gt; ![z](https://evil.test/z.png)" in html and "<code>docs/a`b.md</code>" in html


HREFS = re.compile(r'href="(.*?)"')


def test_a_page_s_markdown_is_words_in_the_file() -> None:
    hostile = "![i](https://evil.test/i?d=1) <img src=x> [link](https://evil.test) `x` **b** https://evil.test/y"
    said = ANSWER.model_copy(update={"statements": (statement(1, text=hostile, excerpt=hostile),)})
    markdown = as_markdown(SAY, RUN, said)
    tokens = [child for token in MarkdownIt("commonmark").parse(markdown) for child in token.children or []]
    assert not [child for child in tokens if child.type in ("image", "html_inline")]
    targets = [str(child.attrs["href"]) for child in tokens if child.type == "link_open"]
    assert targets and not [target for target in targets if "evil" in target.partition("#")[0]]


def test_an_excerpt_of_several_pieces_names_the_lines_of_all() -> None:
    passage = Passage(
        address="docs/sales.md", title="Sales", where="lines 11-16 of 40", text="a\nb one\nc\nd\ne two\nf"
    )
    story = after_some_steps()
    (call,) = story.called(("read_file", {"path": "docs/sales.md"}))
    run = story.began(call).returned(call, Result(passages=(passage,))).run
    number = run.ledger.number("docs/sales.md")
    one = statement(1, excerpt="b one … e two", where="lines 11-16 of 40", number=number)
    source = Source(number=number, address="docs/sales.md", title="Sales", opened="lines 11-16 of 40")
    said = ANSWER.model_copy(update={"statements": (one,), "sources": (source,)})
    assert "lines 12-15 of 40" in words(shown(said, run=run))


def test_a_verdict_on_a_row_shows_what_its_columns_are_called() -> None:
    table = "| Pump | Noise |\n|---|---|\n| Old Stove | 61 dB |"
    passage = Passage(address="docs/pumps.md", title="Pumps", where="lines 1-3 of 3", text=table)
    story = after_some_steps()
    (call,) = story.called(("read_file", {"path": "docs/pumps.md"}))
    run = story.began(call).returned(call, Result(passages=(passage,))).run
    number = run.ledger.number("docs/pumps.md")
    verdict = Verdict(condition=INTENT.must[0].id, standing="met", number=number, words="Old Stove | 61 dB")
    assert "Pump | Noise\\nOld Stove | 61 dB" in words(shown(Answer(verdicts=(verdict,)), run=run))


def section_of(markdown: str, title: str) -> str:
    return markdown.partition("## Evidence")[2].partition(f"### {title}\n")[2].partition("\n### ")[0]


def test_in_a_file_what_was_set_apart_stands_by_itself_as_in_the_modal_with_every_reason() -> None:
    peter = statement(2, text="Peter runs it.", grade="weak", lacking=("Peter",), excerpt="Peter was her captain.")
    lost = ("It is popular.", "Peter runs it.")
    said = ANSWER.model_copy(update={"statements": (statement(1),), "unfound": (peter,), "unconfirmed": lost})
    apart = section_of(as_markdown(SAY, RUN, said), "Could not be confirmed")
    assert "- It is popular. – no opened source is cited for it" in apart and "Statement 1" not in apart
    assert (
        "set apart, since only a part of it was found · stands there, but it seems of something else: Peter" in apart
    )
    assert "> Peter was her captain." in apart and "weak" not in apart


def test_in_a_file_what_is_open_is_told_with_the_reason_and_rows_with_their_columns_and_lines() -> None:
    table = "| Pump | Noise |\n|---|---|\n| New | 50 dB |\n| Old Stove | 61 dB |"
    passage = Passage(address="docs/pumps.md", title="Pumps", where="lines 11-14 of 30", text=table)
    story = after_some_steps()
    (call,) = story.called(("read_file", {"path": "docs/pumps.md"}))
    run = story.began(call).returned(call, Result(passages=(passage,))).run
    number = run.ledger.number("docs/pumps.md")
    verdict = Verdict(condition=INTENT.must[0].id, standing="met", number=number, words="Old Stove | 61 dB")
    source = Source(number=number, address="docs/pumps.md", title="Pumps", opened="lines 11-14 of 30")
    said = Answer(text="So [4].", verdicts=(verdict,), sources=(source,))
    asked_for = section_of(as_markdown(SAY, run, said), "What was asked for")
    assert "> Pump | Noise\n>\n> Old Stove | 61 dB\n" in asked_for and "`docs/pumps.md`, line 14 of 30" in asked_for
    assert asked_for.count("could not be settled**\n\n*No words of a source were offered for this.*") == 3
    (held,) = json.loads(as_json(run, said))["verdicts"]
    assert (held["where"], held["columns"]) == ("lines 14-14 of 30", "Pump | Noise")
    everything = words(shown(said, run=run))
    assert "line 14 of 30" in everything and "No words of a source were offered" in everything


def test_a_list_in_a_file_fetches_nothing_either() -> None:
    hostile = "![i](https://evil.test/i) | <img src=x>"
    verdict = Verdict(condition=INTENT.must[0].id, standing="not met", number=4, words=hostile)
    dropped = Candidate(name=hostile, verdicts=(verdict,))
    said = SHORTLIST.model_copy(update={"dropped": (dropped,)})
    html = MarkdownIt("commonmark", {"html": True}).enable("table").render(as_markdown(SAY, RUN, said))
    assert "<img" not in html and "<table>" in html


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("Adult | €26.00, see [1]", "Adult | €26.00, see [1]"),
        ("- Green Table", "- Green Table"),
        ("snake_case is _so_", "snake_case is \\_so\\_"),
        ("|---|:-:|", "\\|---|:-:|"),
        ("[a](b) [c][d] [e]: f", "[a\\](b) [c\\][d] [e\\]: f"),
        ("--- | ---", "\\--- | ---"),
        ("- - -", "\\- - -"),
        ("- # a", "\\- # a"),
        ("2 > 1", "2 > 1"),
        ("> 1", "\\> 1"),
    ],
)
def test_in_a_file_only_what_would_be_read_as_something_is_escaped(words: str, written: str) -> None:
    said = ANSWER.model_copy(update={"statements": (statement(1, excerpt=words),)})
    assert f"> {written}\n" in as_markdown(SAY, RUN, said)


def test_the_two_files_are_named_after_the_run() -> None:
    assert [file.name for file in files(SAY, RUN, ANSWER)] == ["answer-run-7.md", "answer-run-7.json"]


def test_entries_come_in_the_order_in_which_they_are_read() -> None:
    said = ANSWER.model_copy(update={"statements": (statement(1),), "candidates": (Candidate(name="One"),)})
    told = [json.dumps(entry, ensure_ascii=False) for entry in entries(SAY, RUN, said)]
    at = [
        next(i for i, one in enumerate(told) if word in one) for word in ("Statement 1", "What was asked", "Sources")
    ]
    assert at == sorted(at)
