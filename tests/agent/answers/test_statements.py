"""What the words of its sources make of a draft: which statements go back, once, and which may stay in the end."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.answers import opinion
from agent.answers.opinion import Opinion
from agent.answers.units import Unit, parts
from agent.evidence import check
from agent.facts import Checked, Intent, Passage, Recalled, Result, Statement
from agent.markdown.marks import marks
from tests.agent.test_evidence import looked_at, run_with
from tests.agent.worlds import asked, call, checked, done, made, replied, run_of, said, understood

CASE = "The case is sold apart for 1,600 yen and shields the screen from dust."
PAGE = f"Anna Berger tested it in Ulm on 3 May 2024. {CASE}"


def judged(draft: str, page: str = PAGE) -> Checked:
    return looked_at(draft, page=page)


def graded(draft: str, page: str = PAGE) -> list[tuple[str, str]]:
    return [(one.text, one.grade) for one in judged(draft, page).answer.statements]


# --- statements of a block ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("It costs 129 [2]. It is red [3].", ["It costs 129 [2].", "It is red [3]."]),
        ("It costs 129. [2] It is red. [3]", ["It costs 129. [2]", "It is red. [3]"]),
        ("- Dr. Berger paid 44 Mio. Euro on 3. November. **It was much. Too much** he said.", [
            "Dr. Berger paid 44 Mio. Euro on 3. November.", "**It was much. Too much** he said."]),
        ("Cf. Ulm, No. 5, incl. VAT, m.in. Łódź, p. ej. Madrid, vgl. Meier, Ph.D. Ulm, U.S. Army [2]. New.", [
            "Cf. Ulm, No. 5, incl. VAT, m.in. Łódź, p. ej. Madrid, vgl. Meier, Ph.D. Ulm, U.S. Army [2].", "New."]),
        ("It takes 5 min. Then it is red. I said no. Then it ended.", [
            "It takes 5 min.", "Then it is red.", "I said no.", "Then it ended."]),
        ("She said “Yes. No.” and left. He stayed.", ["She said “Yes. No.” and left.", "He stayed."]),
        ("価格は129です[2]。防水です[3]。", ["価格は129です[2]。", "防水です[3]。"]),
        ("It costs 129 [2]. Do you want one?", ["It costs 129 [2]."]),
        ("`a. B` is code. It runs.", ["`a. B` is code.", "It runs."]),
        ("**Price:** 129\n**Weight**: 200 [2]\n__Made in:__ Ulm", [
            "**Price:** 129", "**Weight**: 200 [2]", "__Made in:__ Ulm"]),
        ("**Price:** 129,\n**not** 149\nand more [2]", ["**Price:** 129,\n**not** 149\nand more [2]"]),
        ("a) It costs 129. It is red [2].\nb) It is new.", ["a) It costs 129.", "It is red [2].", "b) It is new."]),
        ("> It costs 129.\n> It is red [2].", ["It costs 129.", "It is red [2]."]),
        ("> It costs\n> 129. New.\n> [2]", ["It costs\n> 129.", "New.\n> [2]"]),
        ("> [!TIP]\n> It costs 129. It is red [2].", ["It costs 129.", "It is red [2]."]),
        ("> It costs 129. It is red\n> — Ulm Post [2]", ["It costs 129.", "It is red"]),
    ],
)  # fmt: skip
def test_each_sentence_is_a_statement(text: str, sentences: list[str]) -> None:
    unit = Unit(text, claims=True, numbers=(2, 3))
    assert [text[one.start : one.end] for one in parts(unit)] == sentences


def test_a_sentence_cites_what_it_names_or_what_its_block_does() -> None:
    unit = Unit("It costs 129. It is red [3]. It is new [2].", claims=True, numbers=(3, 2))
    assert [one.numbers for one in parts(unit)] == [(3, 2), (3,), (2,)]


@given(st.text(alphabet='ab.!?。 \n*`"“”()[]2>-', max_size=80))
def test_the_statements_of_any_block_are_apart_and_in_order(text: str) -> None:
    found = parts(Unit(text, claims=True, numbers=(2,)))
    assert found
    assert all(0 <= one.start <= one.end <= len(text) for one in found)
    assert all(one.end <= other.start for one, other in pairwise(found))


# --- grades -------------------------------------------------------------------------------------------------------


def test_every_statement_has_its_grade_and_the_words_that_carry_it() -> None:
    draft = "It costs 129 € [2]. Anna Berger tested it on 2024-05-03 in Ulm [2]. It was released in May 2024 [2]."
    assert graded(draft) == [
        ("It costs 129 €.", "supported"),
        ("Anna Berger tested it on 2024-05-03 in Ulm.", "supported"),
        ("It was released in May 2024.", "quoted"),
    ]
    statement = judged(draft).answer.statements[1]
    assert statement.excerpt == "Anna Berger tested it in Ulm on 3 May 2024."
    marked = [statement.excerpt[start:end] for start, end in statement.spans]
    assert marked == ["Anna", "Berger", "tested", "Ulm", "3 May 2024"]


def test_a_wrong_number_goes_back_with_the_nearest_words_and_is_not_confirmed_in_the_end() -> None:
    found = judged("The case is sold apart for 1,700 yen [2].\n\nIt costs 129 € [2].")
    assert found.faults == (
        f"The words of [2] do not carry: “The case is sold apart for 1,700 yen.”. Nearest: «{CASE}». Not found "
        "there: 1,700 yen. Correct it, cite the source that says it, or drop it.",
    )
    assert found.answer.text == "It costs 129 € [2]."
    assert found.answer.unconfirmed == ("The case is sold apart for 1,700 yen.",)


def test_one_sentence_goes_and_the_rest_of_its_block_stays() -> None:
    found = judged("- It costs 129 €. Clara Vogel tested it in Ulm. It weighs 200 grams [2].")
    assert found.answer.text == "- It costs 129 €. It weighs 200 grams [2]."
    assert found.answer.unconfirmed == ("Clara Vogel tested it in Ulm.",)
    leant = judged("It costs 129 €. Clara Vogel tested it in Ulm [2].").answer
    assert leant.text == "It costs 129 €. [2]"


def test_what_is_only_weak_stays_and_is_graded_so() -> None:
    found = judged("The case shields the reader and keeps its glass free of scratches [2].").answer
    assert [one.grade for one in found.statements] == ["weak"]
    assert "keeps" in found.statements[0].lacking and found.unconfirmed == ()


def test_a_statement_is_sent_back_once_and_words_alone_twice_at_most() -> None:
    drafts = [f"The case is sold apart for 1,{n}00 yen [2]." for n in (7, 8, 9)]
    first = looked_at(drafts[0], page=PAGE).faults
    again = (*replied(2, text=drafts[0]), *checked(1, *first), *replied(3, text=drafts[0]))
    assert len(first) == 1 and check(run_with(*again, page=PAGE), "check.2").faults == ()
    two = (*replied(2, text=drafts[0]), *checked(1, *first), *replied(3, text=drafts[1]))
    second = check(run_with(*two, page=PAGE), "check.2").faults
    assert len(second) == 1
    three = (*two, *checked(2, *second), *replied(4, text=drafts[2]))
    assert check(run_with(*three, page=PAGE), "check.3").faults == ()
    anew = (*two, *checked(2, *second), said("in euros"), *understood(2), *replied(4, text=drafts[2]))
    assert len(check(run_with(*anew, page=PAGE), "check.3").faults) == 1


def test_saying_again_what_was_asked_needs_no_number_and_no_source() -> None:
    draft = "You asked for a reader in Bonn.\n\nIt costs 129 € [2]."
    found = looked_at(draft, text="I want a reader in Bonn")
    assert (found.faults, found.answer.text) == ((), draft)
    assert len(looked_at(draft, text="What does it cost?").faults) == 1


def test_code_is_judged_by_the_sources_before_it_and_stays() -> None:
    page = "Write `app.use(koaBody())`. The option jsonLimit is 1mb."
    sound, made_up = "```js\napp.use(koaBody())\n```", "```js\napp.use(bodyParser())\n```"
    found = judged(f"Write this [2]:\n\n{sound}\n\nOr this [2]:\n\n{made_up}", page)
    assert [one.grade for one in found.answer.statements if one.text.startswith("```")] == ["supported", "weak"]
    assert len(found.faults) == 1 and "bodyParser" in found.faults[0] and made_up in found.answer.text


GERMAN = "Das Gerät kostet 129 Euro und ist seit dem Mai 2024 im Handel. Es ist nicht für das Lesen im Bad gedacht."


def of_german(draft: str) -> Checked:
    """The check of a draft whose only source, [1], is in German."""
    opened = Result(passages=(Passage(address="de.md", title="", where="all", text=GERMAN),))
    intent = Intent(mode="research", goal="the price")
    first = (asked(approval="off"), *done(Recalled(step="recall.1")), *understood(1, intent))
    made_ = (*replied(1, call("1.1")), *made("1.1", result=opened), *replied(2, text=draft))
    return check(run_of(*first, *made_), "check.1")


def test_another_language_asks_for_a_quote() -> None:
    bare = of_german("It has been on sale since May 2024 and costs 129 euros [1].")
    assert [one.grade for one in bare.answer.statements] == ["weak"]
    assert len(bare.faults) == 1 and "put its own words, verbatim and in quotation marks" in bare.faults[0]
    quoted = of_german("It has been on sale since May 2024 („seit dem Mai 2024 im Handel“) [1].")
    assert ([one.grade for one in quoted.answer.statements], quoted.faults) == (["translated"], ())


_bits = st.sampled_from(
    ["It costs 129 euros", "It costs 139 euros", "Anna Berger tested it", "Clara tested it", " [2]", " [3]", " [9]",
     ". ", ".", "\n\n", "- ", "**", "“seven inches”", "“eight inches”", "| ", "|---|\n", "```\ncode\n```\n", "`x`"]
)  # fmt: skip


@given(st.lists(_bits, max_size=16).map("".join))
def test_whatever_the_draft_no_statement_stays_that_fails(draft: str) -> None:
    """What is shown names opened sources only; no statement is shown that nothing carries, and a number or a name
    that stands nowhere is not among those that are confirmed. Code stays, with its grade."""
    answer = judged(draft).answer
    assert {number for mark in marks(answer.text) for number in mark.numbers} <= {2, 3}
    stated: list[Statement] = [one for one in answer.statements if not one.text.startswith("```")]
    assert all(one.grade != "not found" for one in stated)
    assert not [one for one in stated if "139" in one.text or "Clara" in one.text or "eight" in one.text]


def test_what_is_shown_as_evidence_leads_nowhere_either() -> None:
    """Not in the words of what stands, of what was looked for in vain, and of what a second look denied."""
    page = "Write to help desk www.evil.test or tel:123 for a case."
    draft = "Write to help desk www.evil.test or tel:123 for a case [2].\n\nIt costs 149 € at www.evil.test/x [2]."
    answer = judged(draft, page).answer
    words = [one.text for one in (*answer.statements, *answer.unfound)]
    assert len(words) == 2 and all("www\u2060.evil" in word for word in words)
    assert set(answer.unconfirmed) == {one.text for one in answer.unfound}
    key_of = opinion.key(answer.statements[0].text, (2,))
    denied = check(
        run_with(*replied(2, text=draft), page=page), "check.1", {key_of: Opinion("no", "see www.evil.test/y")}
    )
    [one] = denied.answer.denied
    assert "www\u2060.evil" in one.text and "www\u2060.evil" in one.doubt


@pytest.mark.parametrize(
    ("draft", "page"),
    [
        ("The reader costs 129 euros.\n\n[2]", ""),
        ("The reader costs 129 euros.\n\nSource: [2]", ""),
        ("> The reader costs 129 euros.\n>\n> [2]", ""),
        ("- The reader costs 129 euros.\n- It weighs 200 grams.\n\n*Quelle: [2]*", ""),
        ("| a | b |\n|---|---|\n| reader | 129 euros |\n\n出典：[2]", ""),
        ("The reader costs 129 euros (Source: [2]).", ""),
        ("The reader costs 129 euros. Source: [2]", ""),
        ("- The reader costs 129 euros (źródło: [2])\n- It weighs 200 grams (see [2])", ""),
        ("- Price\n  - **Readers and cases**\n    - 129 euros [2]\n- Weight\n  1. 200 grams [2]", ""),
        ("🏷 **Costs:** 129 euros [2]\n⚖️ **Weighs:** 200 grams [2]", ""),
        ("(1) The reader costs 129 euros [2].\n(2) It weighs 200 grams [2].", ""),
        ("① The reader costs 129 euros [2].\n② It weighs 200 grams [2].", ""),
        ("The list is [1, 2, 3] [2].", "The list is [1, 2, 3]."),
        ("The energy is given by $E = mc^2$ [2]:\n\n$$\nE = mc^2\n$$", "The energy is given by E = mc^2."),
    ],
)
def test_however_models_lay_out_their_citations_an_answer_comes_through_whole(draft: str, page: str) -> None:
    found = looked_at(draft, page=page)
    assert (found.answer.text, found.answer.unconfirmed) == (draft, ())
    assert {one.grade for one in found.answer.statements} <= {"quoted", "supported"}


@pytest.mark.parametrize(
    ("draft", "left", "lost"),
    [
        (
            "- It costs 129 euros.\n- It costs 977 euros.\n\nSource: [2]",
            "- It costs 129 euros.\n\nSource: [2]",
            "It costs 977 euros.",
        ),
        ("It costs 129 euros [2].\nIt costs 977 euros [2].\n", "It costs 129 euros [2].", "It costs 977 euros."),
        ("- It costs 977 euros [2].\n  It costs 129 euros [2].", "- It costs 129 euros [2].", "It costs 977 euros."),
        ("It costs 129 euros [2].\n\n- It is red\n  - 129 euros [2]", "", "It is red"),
        ("It costs 129 euros [2].\n\n$$ The reader is dangerous $$", "", "$$ The reader is dangerous $$"),
    ],
)
def test_in_none_of_these_anything_passes_that_is_not_there(draft: str, left: str, lost: str) -> None:
    found = looked_at(draft).answer
    assert lost in found.unconfirmed
    assert found.text == left if left else lost not in found.text


@pytest.mark.parametrize(
    "draft", ["It costs 129 euros [2]. It is poisonous [3].", "It costs 129 euros [2]. It is free [9]."]
)
def test_a_statement_of_one_word_that_is_not_there_is_set_apart(draft: str) -> None:
    answer = looked_at(draft).answer
    assert answer.text == "It costs 129 euros [2]."
    assert len(answer.unconfirmed) == 1 and answer.unconfirmed[0].startswith("It is ")


@pytest.mark.parametrize(
    "label",
    [
        "**Bottom line:**",
        "Short answer:",
        "**Kurzantwort:**",
        "Fazit:",
        "**Wniosek:**",
        "**Respuesta breve:**",
        "À retenir :",
    ],
)
def test_what_an_answer_is_called_is_nothing_that_its_source_would_say(label: str) -> None:
    found = looked_at(f"{label} The reader costs 129 euros [2].")
    assert (found.faults, found.answer.statements[0].grade in ("quoted", "supported")) == ((), True)
    assert looked_at(f"{label} The reader costs 977 euros [2].").answer.text == ""


@pytest.mark.parametrize("info", ["", "markdown", "text"])
def test_an_answer_that_was_put_into_a_fence_as_a_whole_is_read_as_one(info: str) -> None:
    found = looked_at(f"```{info}\nThe reader costs 129 euros [2].\nIt costs 977 euros [2].\n```").answer
    assert (found.text, found.unconfirmed) == ("The reader costs 129 euros [2].", ("It costs 977 euros.",))


@pytest.mark.parametrize("draft", ["```\nx[1] = 2\n```", "```python\n# The reader costs 129 euros [2].\n```"])
def test_code_alone_is_no_answer(draft: str) -> None:
    assert looked_at(draft).answer.text == ""
