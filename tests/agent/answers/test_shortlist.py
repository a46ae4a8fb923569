"""Things that match conditions: what stands of what a model says of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.answers.shortlist import MOST, Proposed, merged, ranked, standing
from agent.answers.verdicts import Claim
from agent.evidence import check
from agent.facts import Candidate, Checked, Condition, Hit, Intent, Passage, Recalled, Result, Verdict
from agent.grounding.quotes import place
from agent.run import Run
from tests.agent.worlds import asked, call, checked, done, made, replied, run_of, understood

TABLE = (
    "# Tablets compared\n\n| Tablet | Price | Front light |\n|---|---|---|\n| Folio Slate A5 | €289 | yes |\n"
    "| Quill Basic | €249 | no |\n| Inkleaf 10 | €449 | yes |\n\n## Subscription\n\n"
    "The Inkleaf 10 requires a subscription. The Folio Slate A5 works without a subscription. It has no account.\n\n"
    "## Paperwing Two\n\nThe screen is large. It works without a subscription.\n\n"
    "### Light\n\nThere is a front light.\n\n"
    "## Other things\n\nPage buttons are rare, as is water."
)
FOLIO = "Folio Slate A5 (Folio GmbH)\n\nDas Gerät hat Frontbeleuchtung. Es kostet 289 €. Seitentasten gibt es nicht."
KANA = "フォリオA5はサブスクリプション不要です。前面ライトがあります。"
POLSKI = "Paperwing Two\n\nUrządzenie działa bez abonamentu. Ma przyciski."
RIVAL = (
    "Folio Slate A5, a second opinion\n\n"
    "The front light was missing from our unit. The Folio Slate A5 has page buttons."
)
PAGES = {2: TABLE, 3: FOLIO, 4: KANA, 5: POLSKI, 6: RIVAL}
TITLES = {2: "Tablets compared", 3: "Folio Slate A5", 4: "フォリオA5", 5: "Paperwing Two", 6: "A second opinion"}
BROUGHT = Result(
    hits=(Hit(address="https://lead.test/", title="Norden Note 13"),),
    passages=tuple(
        Passage(address=f"https://page{n}.test/", title=TITLES[n], where="whole page", text=text)
        for n, text in PAGES.items()
    ),
)  # numbers: 1 only found, 2 to 6 opened
LIGHT, SUBSCRIPTION, BUTTONS = "must.1", "must_not.1", "prefer.1"
INTENT = Intent(
    mode="research",
    kind="shortlist",
    goal="an e-ink tablet",
    must=(Condition(id=LIGHT, text="has a front light", message="m1"),),
    must_not=(Condition(id=SUBSCRIPTION, text="requires a subscription", message="m1"),),
    prefer=(Condition(id=BUTTONS, text="has page buttons", message="m1"),),
)
Item = Mapping[str, Any]


def run_with(*drafts: Any, intent: Intent = INTENT) -> Run:
    first = (asked(approval="off"), *done(Recalled(step="recall.1")), *understood(1, intent))
    return run_of(*first, *replied(1, call("1.1")), *made("1.1", result=BROUGHT), *drafts)


def draft(block: object, text: str = "These fit [2].") -> str:
    shown = block if isinstance(block, str) else json.dumps(block, ensure_ascii=False)
    return f"{text}\n\n```candidates\n{shown}\n```"


def looked_at(block: object, text: str = "These fit [2].", intent: Intent = INTENT) -> Checked:
    return check(run_with(*replied(2, text=draft(block, text)), intent=intent), "check.1")


def thing(name: str, *sources: int, **said: object) -> dict[str, Any]:
    """A candidate of a block: `light=("met", 2, "words")` and so on; the others are unknown."""
    ids = {"light": LIGHT, "subscription": SUBSCRIPTION, "buttons": BUTTONS}
    verdicts: list[dict[str, Any]] = []
    for key, id in ids.items():
        given = said.pop(key, None)
        if isinstance(given, tuple):
            verdicts.append({"id": id, "verdict": given[0], "number": given[1], "words": given[2]})
        else:
            verdicts.append({"id": id, "verdict": "unknown"})
    return {"name": name, "sources": list(sources), "verdicts": verdicts, **said}


def stands(candidate: Candidate, id: str) -> str:
    return standing(candidate, id)


# --- which words count --------------------------------------------------------------------------------------------

ROW = "| Folio Slate A5 | €289 | yes |"
WITHOUT = "The Folio Slate A5 works without a subscription"
CASES = [
    # name, its sources, condition, verdict, number, words, and what stands
    ("Folio Slate A5", [2], "light", "met", 2, ROW, "met"),
    ("Folio Slate A5", [2], "light", "met", 2, "Folio Slate A5 | €289 | yes", "met"),
    ("Folio Slate A5", [2], "light", "met", 2, "folio Slate A5 |  €289 |\nyes", "met"),
    ("Folio Slate A5", [2], "light", "met", 2, "yes", "met"),  # the row that it stands in names it
    ("Folio Slate A5", [2], "light", "met", 2, "no", "unknown"),  # too short
    ("Folio Slate A5", [2], "light", "met", 2, "", "unknown"),
    ("Folio Slate A5", [2], "light", "met", 2, "It has a front light", "unknown"),  # invented
    ("Folio Slate A5", [2], "light", "met", 2, "Folio Slate A5 | €299 | yes", "unknown"),  # a number changed
    ("Folio Slate A5", [2], "light", "met", 2, "Folio Slate A5 … yes", "unknown"),
    ("Folio Slate A5", [2], "light", "met", 2, "| Inkleaf 10 | €449 | yes |", "unknown"),  # another's row
    ("Folio Slate A5", [2], "light", "met", 2, "There is a front light", "unknown"),  # another's chapter
    ("Paperwing Two", [2], "light", "met", 2, "There is a front light", "met"),  # the heading above names it
    ("Paperwing Two", [2], "subscription", "met", 2, "It works without a subscription", "met"),
    ("Paperwing Two", [2], "subscription", "met", 2, "works without a subscription", "met"),  # in its second place
    ("Inkleaf 10", [2], "subscription", "not met", 2, "The Inkleaf 10 requires a subscription", "not met"),
    ("Inkleaf 10", [2], "subscription", "not met", 2, "the Inkleaf 10 requires a subscription.", "not met"),
    ("Inkleaf 10", [2], "subscription", "met", 2, WITHOUT, "unknown"),
    ("Quill Basic", [2], "light", "not met", 2, "| Quill Basic | €249 | no |", "not met"),
    ("Quill Basic", [2], "light", "not met", 2, "Quill Basic | €249 | no", "not met"),
    ("Quill Basic", [2], "buttons", "met", 2, "Page buttons are rare", "unknown"),  # speaks of none
    ("Folio Slate A5", [2], "buttons", "not met", 2, "Page buttons are rare", "unknown"),
    ("Folio Slate A5", [2], "subscription", "met", 2, WITHOUT, "met"),
    ("Folio Slate A5", [2], "subscription", "met", 3, WITHOUT, "met"),  # the number is put right
    ("Folio Slate A5", [2], "subscription", "met", 0, WITHOUT, "met"),
    ("Folio Slate A5", [3], "subscription", "met", 2, WITHOUT, "unknown"),  # no source of its own
    ("Folio Slate A5", [1], "light", "met", 1, ROW, "unknown"),  # only found
    ("Folio Slate A5", [1, 2], "light", "met", 1, ROW, "met"),
    ("Folio Slate A5", [9], "light", "met", 9, ROW, "gone"),  # no such source
    ("Folio Slate A5", [], "light", "met", 2, ROW, "met"),  # its sources are those of its verdicts
    ("Folio Slate A5", [3], "light", "met", 3, "Das Gerät hat Frontbeleuchtung", "met"),
    ("Folio Slate A5", [3], "light", "met", 3, "das Gerät hat Frontbeleuchtung.", "met"),
    ("Folio Slate A5", [3], "light", "met", 3, "Das Gerat hat Frontbeleuchtung", "unknown"),
    ("Folio Slate A5", [3], "buttons", "not met", 3, "Seitentasten gibt es nicht", "not met"),
    ("フォリオA5", [4], "light", "met", 4, "前面ライトがあります", "met"),
    ("フォリオA5", [4], "subscription", "met", 4, "サブスクリプション不要", "met"),
    ("フォリオA5", [4], "subscription", "met", 4, "サブスクリプションが不要", "unknown"),
    ("フォリオA6", [4], "light", "met", 4, "前面ライトがあります", "unknown"),  # the page speaks of another
    ("Paperwing Two", [5], "subscription", "met", 5, "działa bez abonamentu", "met"),
    ("Paperwing Two", [5], "subscription", "met", 5, "dziala bez abonamentu", "unknown"),
    ("Paperwing Two", [5], "buttons", "met", 5, "Ma przyciski", "met"),
    ("SuperTab 9", [3], "light", "met", 3, "Das Gerät hat Frontbeleuchtung", "unknown"),  # or translated
    ("SuperTab 9", [2], "light", "met", 2, "Folio Slate A5 | €289 | yes", "gone"),
    ("Folio GmbH", [3], "light", "met", 3, "Das Gerät hat Frontbeleuchtung", "unknown"),  # a page about what it makes
    ("FOLIO SLATE A5", [2], "subscription", "met", 2, WITHOUT, "met"),
    ("Folio Slate A5", [2], "light", "not_met", 2, ROW, "not met"),
    ("Folio Slate A5", [2], "light", "Met", 2, ROW, "met"),
    ("Folio Slate A5", [2], "light", "probably", 2, ROW, "unknown"),
    ("Folio Slate A5", [2], "light", "satisfied", 2, ROW, "met"),
    ("Quill Basic", [2], "light", "failed", 2, "| Quill Basic | €249 | no |", "not met"),
    ("Inkleaf 10", [2], "subscription", "failed", 2, "The Inkleaf 10 requires a subscription", "not met"),
    ("Inkleaf 10", [2], "subscription", "no", 2, "The Inkleaf 10 requires a subscription", "unknown"),  # either
    ("Folio Slate A5", [2], "light", "met", 2, "x" * 401, "unknown"),
]
OTHERS = [thing(name, 2) for name in ("Folio Slate A5", "Inkleaf 10", "Quill Basic", "Paperwing Two")]


@pytest.mark.parametrize(("name", "sources", "key", "verdict", "number", "words", "expected"), CASES)
def test_a_verdict_stands_on_words_that_speak_of_that_thing(
    name: str, sources: list[int], key: str, verdict: str, number: int, words: str, expected: str
) -> None:
    other = [one for one in OTHERS if one["name"].lower() != name.lower()]
    found = looked_at([thing(name, *sources, **{key: (verdict, number, words)}), *other])
    shown = {one.name: one for one in (*found.answer.candidates, *found.answer.dropped)}
    id = {"light": LIGHT, "subscription": SUBSCRIPTION, "buttons": BUTTONS}[key]
    assert (stands(shown[name], id) if name in shown else "gone") == expected
    if expected == "unknown" and verdict != "probably":
        assert any(name in fault for fault in found.faults), found.faults
    if expected in ("met", "not met"):
        assert not [fault for fault in found.faults if f"“{name}”" in fault]


def test_what_a_fault_says_can_be_mended() -> None:
    wrong = [
        thing("Folio Slate A5", 2, light=("met", 2, "It has a light"), buttons=("met", 2, "Page buttons are rare")),
        thing("Norden Note 13", 1, light=("met", 1, "It has a front light")),
        thing("SuperTab 9", 3, light=("met", 3, "Das Gerät hat Frontbeleuchtung")),
        thing("Nowhere", 9),
        {"name": "Quill Basic", "sources": [2], "verdicts": []},
    ]
    assert set(looked_at(wrong).faults) == {
        "must.1 of “Folio Slate A5”: “It has a light” does not stand in [2]. Copy the words letter by letter, or say "
        "unknown.",
        "prefer.1 of “Folio Slate A5”: where these words stand, [2] does not speak of it and of this condition. Copy "
        "the sentence or the row that does, with its name, or say unknown.",
        "must.1 of “Norden Note 13”: [1] was only found. Open it, or say unknown.",
        "must.1 of “SuperTab 9”: [3] does not name it. Add the name that stands there to `also`.",
        "“Nowhere” has no source: give the numbers of those that speak of it, or leave it out.",
        "“Quill Basic” lists no verdict (met, not met, unknown) on must.1, must_not.1, prefer.1.",
    }


@pytest.mark.parametrize(
    ("id", "verdict"), [("must_1", False), ("Must 1", "no"), ("must-1", "unmet"), ("must.1", "✗")]
)
def test_a_verdict_and_its_id_are_read_however_they_are_written(id: str, verdict: object) -> None:
    said = {"id": id, "verdict": verdict, "number": 2, "words": "| Quill Basic | €249 | no |"}
    unknown = [{"id": one, "verdict": "unknown"} for one in ("must_not 1", "preference-1")]
    found = looked_at([{"name": "Quill Basic", "sources": [2], "verdicts": [said, *unknown]}])
    assert [one.name for one in found.answer.dropped] == ["Quill Basic"]
    assert found.faults == ()


def test_what_was_not_mended_once_is_not_asked_for_again() -> None:
    block = [thing("Folio Slate A5", 2, light=("met", 2, "It has a front light"))]
    [fault] = looked_at(block).faults
    again = (*replied(2, text=draft(block)), *checked(1, fault, "There is no source [9]."))
    found = check(run_with(*again, *replied(3, text=draft(block))), "check.2")
    assert found.faults == ()
    assert stands(found.answer.candidates[0], LIGHT) == "unknown"


# --- what words say of a condition -------------------------------------------------------------------------------

NUMBERS = "Folio Slate A5 (Folio GmbH)\n\nThe Folio Slate A5 costs 129 euros. It weighs 300 grams, and is waterproof."
AMOUNTS = [
    # condition, verdict, words, and what stands
    ("must", "costs at most 100 euros", "met", "The Folio Slate A5 costs 129 euros", "not met"),
    ("must", "costs at most 150 euros", "met", "The Folio Slate A5 costs 129 euros", "met"),
    ("must", "costs at most 150 euros", "not met", "The Folio Slate A5 costs 129 euros", "met"),
    ("must", "costs at most 100 euros", "not met", "The Folio Slate A5 costs 129 euros", "not met"),
    ("must", "weighs less than 250 grams", "met", "weighs 300 grams", "not met"),
    ("must", "höchstens 250 g", "met", "weighs 300 grams", "unknown"),  # what weighs 300 g is not said in its words
    ("must", "costs at most 100 euros with its stylus", "met", "The Folio Slate A5 costs 129 euros", "unknown"),
    ("must_not", "costs more than 100 euros", "met", "The Folio Slate A5 costs 129 euros", "not met"),
    ("must_not", "costs more than 100 euros", "not met", "The Folio Slate A5 costs 129 euros", "not met"),
    ("must_not", "costs more than 150 euros", "not met", "The Folio Slate A5 costs 129 euros", "met"),
    ("must", "is waterproof", "met", "The Folio Slate A5 costs 129 euros", "unknown"),
    ("must", "is waterproof", "met", "It weighs 300 grams, and is waterproof", "met"),
    ("must", "is affordable", "met", "The Folio Slate A5 costs 129 euros", "met"),
    ("must", "weighs less than 250 grams", "met", "The Folio Slate A5 costs 129 euros", "unknown"),
    ("prefer", "bis 100 Euro", "met", "costs 129 euros", "unknown"),
]


@pytest.mark.parametrize(("kind", "text", "verdict", "words", "expected"), AMOUNTS)
def test_a_verdict_does_not_stand_against_the_amounts_in_its_words(
    kind: str, text: str, verdict: str, words: str, expected: str
) -> None:
    id = f"{kind}.1"
    wishes = {kind: (Condition(id=id, text=text, message="m1"),)}
    intent = Intent(mode="research", kind="shortlist", goal="an e-ink tablet", **wishes)
    passage = Passage(address="https://a.test/", title="Folio Slate A5", where="whole page", text=NUMBERS)
    said = [{"id": id, "verdict": verdict, "number": 1, "words": words}]
    text = draft([{"name": "Folio Slate A5", "sources": [1], "verdicts": said}], "")
    first = (asked(approval="off"), *done(Recalled(step="recall.1")), *understood(1, intent))
    opened = made("1.1", result=Result(passages=(passage,)))
    found = check(run_of(*first, *replied(1, call("1.1")), *opened, *replied(2, text=text)), "check.1")
    [one] = (*found.answer.candidates, *found.answer.dropped)
    assert standing(one, id) == expected
    assert (one in found.answer.dropped) == (expected == "not met")
    assert [id in fault for fault in found.faults] == ([] if expected == verdict else [True])


# --- one thing ----------------------------------------------------------------------------------------------------


def test_one_thing_under_two_names_is_one() -> None:
    block = [
        thing("Folio Slate A5", 2, light=("met", 2, ROW)),
        thing("Slate A5", 3, also=["folio slate a5"], buttons=("not met", 3, "Seitentasten gibt es nicht")),
        thing("Slate A5 GmbH", 3),
    ]
    [one] = looked_at(block).answer.candidates
    assert (one.name, one.also, one.numbers) == ("Folio Slate A5", ("Slate A5",), (2, 3))
    assert [v.standing for v in one.verdicts] == ["met", "unknown", "not met"]


NEAR = ["Basic (Quill)", "Quill Basic (2026)", "QuiIl Basic", "Quill Ваsic", "Quill Basics", "Quill Basic tablet"]


def test_what_was_dropped_does_not_come_back_under_names_that_are_nearly_the_same() -> None:
    failing = thing("Quill Basic", 2, light=("not met", 2, "| Quill Basic | €249 | no |"))
    for names in (*([name] for name in (*NEAR, "Basic")), NEAR):
        found = looked_at([*(thing(name, 2) for name in names), failing, thing("Inkleaf 10", 2)]).answer
        assert [one.name for one in found.candidates] == ["Inkleaf 10"]
        assert [one.name for one in found.dropped] == ["Quill Basic"]


@pytest.mark.parametrize("name", ["Quill Basic Pro", "Quill Basic 2", "Quill Basic2", "Quill", "Quill Basic Lite"])
def test_another_thing_of_a_like_name_stays(name: str) -> None:
    failing = thing("Quill Basic", 2, light=("not met", 2, "| Quill Basic | €249 | no |"))
    found = looked_at([thing(name, 2), failing]).answer
    assert [one.name for one in found.candidates] == [name]


def test_one_thing_with_one_page_of_its_own_is_one_and_two_on_one_page_are_two() -> None:
    own = [thing("Folio Slate A5", 3, page=3), thing("The Folio", 3, page=3)]
    assert len(looked_at(own).answer.candidates) == 1
    assert len(looked_at([thing("Folio Slate A5", 2), thing("Quill Basic", 2)]).answer.candidates) == 2


def test_verdicts_that_contradict_each_other_are_unknown_and_both_are_named() -> None:
    block = [
        thing("Folio Slate A5", 2, light=("met", 2, ROW)),
        thing("folio slate a5", 6, light=("not met", 6, "The front light was missing from our unit")),
    ]
    [one] = looked_at(block).answer.candidates
    assert stands(one, LIGHT) == "unknown"
    assert one.why == "must.1 met [2], not met [6]"


claims = st.builds(
    Claim,
    st.sampled_from([LIGHT, BUTTONS]),
    st.sampled_from(["met", "not met"]),
    st.integers(1, 3),
    st.sampled_from(["a", "b"]),
)
named = st.sampled_from(
    ["Folio", "folio", "Folio GmbH", "Slate", "Quill", "Quill Inc.", "C", "C++", "https://e.test/a/"]
)
numbers = st.lists(st.integers(1, 4), max_size=3).map(lambda found: tuple(sorted(set(found))))
things = st.builds(
    Proposed,
    names=st.lists(named, min_size=1, max_size=3, unique=True).map(tuple),
    numbers=numbers,
    pages=st.lists(st.integers(1, 9), max_size=1).map(tuple),
    claims=st.lists(claims, max_size=3).map(tuple),
)


@given(st.lists(things, max_size=8), st.randoms(use_true_random=False))
def test_merging_is_the_same_in_any_order_and_when_done_again(given: list[Proposed], random: Any) -> None:
    once = merged(given)
    shuffled = list(given)
    random.shuffle(shuffled)
    assert merged(shuffled) == once
    assert merged(once) == once
    assert all(not (a.keys & b.keys) for at, a in enumerate(once) for b in once[:at])
    assert {n for one in once for n in one.numbers} == {n for one in given for n in one.numbers}


# --- what is dropped, and the order -------------------------------------------------------------------------------

candidates = st.builds(
    Candidate,
    name=st.text(alphabet="abC 1é日", min_size=1, max_size=4),
    numbers=st.just((2,)),
    verdicts=st.tuples(
        *(
            st.builds(Verdict, condition=st.just(id), standing=st.sampled_from(["met", "not met", "unknown"]))
            for id in (LIGHT, SUBSCRIPTION, BUTTONS)
        )
    ),
    why=st.sampled_from(["", "only found"]),
)


@given(st.lists(candidates, max_size=8, unique_by=lambda one: one.name), st.randoms(use_true_random=False))
def test_what_fails_a_hard_condition_is_never_listed_and_there_is_one_order(
    given: list[Candidate], random: Any
) -> None:
    kept, dropped = ranked(given, INTENT)
    shuffled = list(given)
    random.shuffle(shuffled)
    assert ranked(shuffled, INTENT) == (kept, dropped)
    assert sorted(one.name for one in (*kept, *dropped)) == sorted(one.name for one in given)
    assert all("not met" not in (standing(one, LIGHT), standing(one, SUBSCRIPTION)) for one in kept)
    assert all("not met" in (standing(one, LIGHT), standing(one, SUBSCRIPTION)) for one in dropped)
    open_ = [[standing(one, id) for id in (LIGHT, SUBSCRIPTION)].count("unknown") for one in kept]
    assert open_ == sorted(open_)
    for at, (one, other) in enumerate(pairwise(kept)):
        if open_[at] == open_[at + 1]:
            assert (standing(one, BUTTONS) == "met") >= (standing(other, BUTTONS) == "met")


def test_the_order_is_by_hard_unknowns_then_preferences_met_then_unknowns_then_the_name() -> None:
    def one(name: str, light: Any, buttons: Any) -> Candidate:
        said = {LIGHT: light, SUBSCRIPTION: "met", BUTTONS: buttons}
        return Candidate(name=name, verdicts=tuple(Verdict(condition=id, standing=s) for id, s in said.items()))

    given = [
        one("f", "unknown", "met"),
        one("e", "met", "unknown"),
        one("d", "met", "not met"),
        one("c", "met", "met"),
        one("B", "met", "met"),
        one("a", "not met", "met"),
    ]
    kept, dropped = ranked(given, INTENT)
    assert [one.name for one in kept] == ["B", "c", "d", "e", "f"]
    assert [(one.name, one.why) for one in dropped] == [("a", "must.1 not met")]


def test_what_was_only_found_is_listed_last_and_has_no_verdict() -> None:
    block = [thing("Norden Note 13", 1, light=("met", 1, "Norden Note 13")), thing("Folio Slate A5", 2)]
    found = looked_at(block).answer
    assert [one.name for one in found.candidates] == ["Folio Slate A5", "Norden Note 13"]
    assert [one.why for one in found.candidates] == ["", "only found"]
    assert {v.standing for v in found.candidates[1].verdicts} == {"unknown"}
    assert [(s.number, bool(s.opened)) for s in found.sources] == [(1, False), (2, True)]


def test_what_no_source_carries_is_no_candidate() -> None:
    found = looked_at([thing("Nowhere", 9), thing("Elsewhere")]).answer
    assert (found.candidates, found.dropped) == ((), ())
    assert found.unconfirmed == ("Elsewhere", "Nowhere")


# --- the text and the table ---------------------------------------------------------------------------------------

QUILL = thing("Quill Basic", 2, light=("not met", 2, "| Quill Basic | €249 | no |"))


@pytest.mark.parametrize(
    "text",
    [
        "Take the Quill Basic: it is cheap [2].",
        "## The Quill Basic\n\nIt is cheap [2].",
        "- Folio Slate A5 is good [2].\n- **Quill** Basic is better [2].",
        "| Best | Why |\n|---|---|\n| Quill Basic | cheap [2] |",
        "QUILL BASIC [2]",
        "The [Quill](https://quill.test) Basic is best [2].",
    ],
)
def test_what_the_text_says_for_a_thing_that_was_dropped_is_not_confirmed(text: str) -> None:
    found = looked_at([QUILL, thing("Folio Slate A5", 2)], f"{text}\n\nThe Folio Slate A5 has a light [2].")
    assert "quill" not in found.answer.text.lower()
    assert any("quill" in line.lower() for line in found.answer.unconfirmed)
    assert any("fails a hard condition" in fault for fault in found.faults)
    assert "The Folio Slate A5 has a light [2]." in found.answer.text
    assert [one.name for one in found.answer.dropped] == ["Quill Basic"]


def test_the_longer_of_two_names_is_meant() -> None:
    block = [QUILL, thing("Quill Basic Plus", 2)]
    assert looked_at(block, "The Quill Basic Plus is good [2].").answer.text == "The Quill Basic Plus is good [2]."


def test_a_block_alone_is_an_answer() -> None:
    found = looked_at([thing("Folio Slate A5", 2, light=("met", 2, ROW))], "").answer
    assert found.missing == "" and len(found.candidates) == 1 and [s.number for s in found.sources] == [2]


def test_a_shortlist_without_its_block_is_asked_for_one_and_keeps_its_verdicts() -> None:
    text = 'These [2].\n```verdicts\n[{"id": "must.1", "verdict": "met", "number": 2, "words": "Front light"}]\n```'
    found = check(run_with(*replied(2, text=text)), "check.1")
    assert any(fault.startswith("The task asks for things") for fault in found.faults)
    assert [v.standing for v in found.answer.verdicts] == ["met", "unknown", "unknown"]


@pytest.mark.parametrize(
    "block",
    [
        '[{"name": "Folio Slate A5", "sources": [2],}]',  # a comma too many
        "[{'name': 'Folio Slate A5', 'sources': [2]}]",
        '{"name": "Folio Slate A5", "sources": [2]}',
        '{"candidates": [{"name": "Folio Slate A5", "sources": [2]}]}',
        '{"name": "Folio Slate A5", "sources": [2]}\n{"name": "Folio Slate A5", "sources": [2]}',
        'Here it is: [{"name": "Folio Slate A5", "sources": [2]}]',
        '[{"name": "Folio Slate A5", "sources": 2}]',
        '[{"name": "Folio\\nSlate A5", "sources": [2, "3", null, true, -1], "verdicts": "none", "also": 5}, null, 7]',
        '[{name: "Folio Slate A5", sources: [2]}]',
    ],
)
def test_a_block_that_is_not_quite_json_is_read(block: str) -> None:
    assert [one.name for one in looked_at(block).answer.candidates] == ["Folio Slate A5"]


@pytest.mark.parametrize("block", ['[{"name": "Folio Slate', "[" * 50_000, "nothing", '[{"sources": [2]}]', "[]", ""])
def test_a_block_that_cannot_be_read_lists_nothing(block: str) -> None:
    found = looked_at(block)
    assert (found.answer.candidates, found.answer.dropped) == ((), ())
    assert found.answer.text == "These fit [2]."


def test_a_block_of_too_many_things_says_so() -> None:
    found = looked_at([thing(f"Thing {n}a", 1) for n in range(MOST + 5)])
    assert len(found.answer.candidates) == MOST
    assert f"List {MOST} candidates at most, the best of them." in found.faults


def test_an_address_in_a_name_leads_nowhere() -> None:
    [one] = looked_at([thing("https://evil.test/x", 1)]).answer.candidates
    assert one.name == "evil.test/x"


# --- whatever a model writes --------------------------------------------------------------------------------------

SAID = st.sampled_from(
    [ROW, WITHOUT, "yes", "no", "It has a light", "", "Das Gerät hat Frontbeleuchtung", "front light", "A" * 500]
)
wild = st.builds(
    lambda name, sources, verdicts: {"name": name, "sources": sources, "verdicts": verdicts},
    st.sampled_from(["Folio Slate A5", "Quill Basic", "Folio", "SuperTab 9", "フォリオA5", "", 5, "Inkleaf 10 GmbH"]),
    st.lists(st.integers(-1, 9), max_size=3),
    st.lists(
        st.builds(
            lambda id, verdict, number, words: {"id": id, "verdict": verdict, "number": number, "words": words},
            st.sampled_from([LIGHT, SUBSCRIPTION, BUTTONS, "must.9"]),
            st.sampled_from(["met", "not met", "unknown", "so-so"]),
            st.integers(-1, 9),
            SAID | st.text(max_size=10),
        ),
        max_size=4,
    ),
)


@given(st.lists(wild, max_size=5))
def test_no_verdict_stands_without_words_of_an_opened_source_of_that_thing(block: list[Any]) -> None:
    answer = looked_at(block).answer
    for one in (*answer.candidates, *answer.dropped):
        assert [v.condition for v in one.verdicts] == [LIGHT, SUBSCRIPTION, BUTTONS]
        for verdict in one.verdicts:
            if verdict.standing != "unknown":
                assert verdict.number in one.numbers
                assert verdict.words and verdict.words in PAGES[verdict.number]
                assert place(verdict.words, PAGES[verdict.number])
    assert not {one.name for one in answer.candidates} & {one.name for one in answer.dropped}
    assert all("not met" not in (stands(one, LIGHT), stands(one, SUBSCRIPTION)) for one in answer.candidates)


@given(st.text(max_size=200))
def test_any_block_is_read_without_a_crash(block: str) -> None:
    looked_at(block)
