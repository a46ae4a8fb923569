"""Words that stand in a source and speak of another thing, or of its contrary, show nothing."""

from __future__ import annotations

import pytest

from agent.answers.shortlist import standing
from agent.evidence import check
from agent.facts import Candidate, Passage, Recalled, Result
from tests.agent.answers.test_shortlist import BUTTONS, INTENT, LIGHT, SUBSCRIPTION, draft, thing
from tests.agent.worlds import asked, call, done, made, replied, run_of, understood

IDS = {"light": LIGHT, "subscription": SUBSCRIPTION, "buttons": BUTTONS}
Q, F = "Quill Basic", "Folio Slate A5"
UNLIKE = (
    "Tablets\n\nUnlike the Quill Basic, the Folio Slate A5 has a front light. "
    "The Folio Slate A5 is lighter than the Quill Basic and needs no subscription."
)
COLUMNS = "# Compared\n\n| Feature | Quill Basic | Folio Slate A5 |\n|---|---|---|\n| Front light | nope | yes |\n"
LISTS = "# Both\n\n## Quill Basic\n- cheap\n- a dark screen\n## Folio Slate A5\n- has a front light\n- dear\n"
BOLD = "# Folio Slate A5 and Quill Basic\n\n**Quill Basic**\n\n- cheap\n\n**Folio Slate A5**\n\n- has a front light\n"
LINES = "Quill Basic\nFront light: none\nFolio Slate A5\nFront light: yes, warm\n"
IT = "T\n\nThe Folio Slate A5 is dear. The Quill Basic is cheap. It has a front light."
BOTH = "T\n\nThe Folio Slate A5 and the Quill Basic both have a front light."
NOT = (
    "Quill Basic\n\nThe Quill Basic does not have a front light. "
    "It works without a subscription, and it has page buttons."
)
MENTIONED = "Norden Note 13\n\nThe Norden Note 13 has a front light. We also saw the Folio Slate A5 at the fair."
PRICE = "Quill Basic\n\nThe Quill Basic is lit from 149,99 EUR. Price: from £120."
HEAD = "# Folio Slate A5 vs. Quill Basic\n\nA front light is in either.\n"


SUB = "Q\n\nThe Quill Basic requires a subscription."
OPTIONAL = "Q\n\nFor the Quill Basic a subscription is optional."
GLARE = "Q\n\nThe Quill Basic has a front light that leaves no glare."
ANDERS = "T\n\nIm Gegensatz zum Quill Basic hat das Folio Slate A5 ein Licht."
INACZEJ = "T\n\nW przeciwieństwie do Quill Basic, Folio Slate A5 ma lampkę."
DISTINTO = "T\n\nA diferencia del Quill Basic, el Folio Slate A5 tiene luz."
NAI = "Q\n\nQuill Basicにはライトはありません。"
TIGAI = "T\n\nQuill Basicと違い、Folio Slate A5にはライトがあります。"
LIBRA, COLOUR = "Kobo Libra 2", "Kobo Libra Colour"
MENU = "Quill Basic\n\n- Front light\n- Buttons\n\nFor now no Front light is in the Quill Basic."
TWICE = "T\n\nThe Quill Basic has a front light. The Folio Slate A5 has a front light."
ROOMS = "The Aurora Rooms, Ostrand"


@pytest.mark.parametrize(
    ("page", "name", "key", "verdict", "words", "expected"),
    [
        (UNLIKE, Q, "light", "met", "has a front light", "unknown"),
        (UNLIKE, F, "light", "met", "has a front light", "met"),
        (UNLIKE, Q, "light", "met", "Unlike the Quill Basic, the Folio Slate A5 has a front light", "unknown"),
        (UNLIKE, Q, "subscription", "met", "needs no subscription", "unknown"),
        (UNLIKE, F, "subscription", "met", "needs no subscription", "met"),
        (ANDERS, Q, "light", "met", "Licht", "unknown"),
        (ANDERS, F, "light", "met", "Licht", "met"),
        (INACZEJ, Q, "light", "met", "lampkę", "unknown"),
        (DISTINTO, Q, "light", "met", "tiene luz", "unknown"),
        ("T\n\nContrairement au Quill Basic, le Folio Slate A5 éclaire.", Q, "light", "met", "éclaire", "unknown"),
        (TIGAI, Q, "light", "met", "ライトがあります", "unknown"),
        (TIGAI, F, "light", "met", "ライトがあります", "met"),
        (COLUMNS, Q, "light", "met", "yes", "unknown"),
        (COLUMNS, F, "light", "met", "yes", "met"),
        (COLUMNS, Q, "light", "not met", "nope", "not met"),
        (COLUMNS, Q, "light", "not met", "| Front light | nope | yes |", "not met"),
        (LISTS, Q, "light", "met", "has a front light", "unknown"),
        (LISTS, F, "light", "met", "has a front light", "met"),
        (BOLD, Q, "light", "met", "has a front light", "unknown"),
        (BOLD, F, "light", "met", "has a front light", "met"),
        (LINES, Q, "light", "met", "yes, warm", "unknown"),
        (LINES, F, "light", "met", "yes, warm", "met"),
        (IT, F, "light", "met", "It has a front light", "unknown"),
        (IT, Q, "light", "met", "It has a front light", "met"),
        (BOTH, F, "light", "met", "have a front light", "met"),
        (BOTH, Q, "light", "met", "have a front light", "met"),
        (HEAD, Q, "light", "met", "A front light", "met"),
        (MENTIONED, F, "light", "met", "has a front light", "unknown"),
        ("Quill Basic\n\nQuill Basic is a tablet.", Q, "light", "met", "The Quill Basic", "unknown"),
        ("Quill Basic\n\nQuill Basic is a tablet.", Q, "light", "met", "Quill Basic", "unknown"),
        ("T\n\n| Quill Basic | ✓ |\n| Folio Slate A5 | ✗ |", Q, "light", "met", "| Quill Basic | ✓ |", "met"),
        # a "not" that was left out, or a verdict that is the wrong way round
        (NOT, Q, "light", "met", "front light", "unknown"),
        (NOT, Q, "light", "not met", "front light", "unknown"),
        (NOT, Q, "light", "met", "does not have a front light", "unknown"),
        (NOT, Q, "light", "not met", "does not have a front light", "not met"),
        (NOT, Q, "subscription", "met", "works without a subscription", "met"),
        (NOT, Q, "subscription", "not met", "works without a subscription", "unknown"),
        (NOT, Q, "subscription", "not met", "a subscription", "unknown"),
        (NOT, Q, "buttons", "met", "it has page buttons", "met"),
        (SUB, Q, "subscription", "met", "requires a subscription", "unknown"),
        (SUB, Q, "subscription", "not met", "requires a subscription", "not met"),
        (OPTIONAL, Q, "subscription", "met", "subscription is optional", "met"),
        (GLARE, Q, "light", "met", "has a front light", "unknown"),
        (GLARE, Q, "light", "met", "a front light that leaves no glare", "met"),
        ("Q\n\nThe Quill Basic lacks a front light.", Q, "light", "met", "a front light", "unknown"),
        ("Q\n\nDas Quill Basic hat kein Frontlicht.", Q, "light", "met", "Frontlicht", "unknown"),
        ("Q\n\nQuill Basic nie ma podświetlenia.", Q, "light", "met", "podświetlenia", "unknown"),
        ("Q\n\nEl Quill Basic no tiene luz frontal.", Q, "light", "met", "luz frontal", "unknown"),
        ("Q\n\nLe Quill Basic n'a pas de lumière.", Q, "light", "met", "lumière", "unknown"),
        (NAI, Q, "light", "met", "ライト", "unknown"),
        (NAI, Q, "light", "not met", NAI[3:-1], "not met"),
        # what only a model can decide has to stand there to the letter
        (MENU, Q, "light", "met", "Front light", "unknown"),  # the menu has it, too
        (TWICE, F, "light", "met", "has a front light", "met"),
        (PRICE, Q, "light", "met", "is lit from 149,99 EUR", "met"),
        (PRICE, Q, "light", "met", "is lit from 149,90 EUR", "unknown"),
        (PRICE, Q, "light", "met", "Quill Basic from £120", "unknown"),
        (PRICE, Q, "light", "met", "The Quill Basic … £120", "unknown"),
    ],
)  # fmt: skip
def test_words_count_where_they_speak_of_the_thing_and_say_what_the_verdict_says(
    page: str, name: str, key: str, verdict: str, words: str, expected: str
) -> None:
    mine = thing(name, 1, **{key: (verdict, 1, words)})
    found = proposed(page, [mine, *(thing(other, 1) for other in (Q, F) if other != name and other in page)])
    assert standing(found[name], IDS[key]) == expected


def proposed(page: str, things: list[dict[str, object]], goal: str = "an e-ink tablet") -> dict[str, Candidate]:
    title = page.partition("\n")[0].strip("# ")
    result = Result(passages=(Passage(address="https://p.test/", title=title, where="whole page", text=page),))
    intent = INTENT.model_copy(update={"goal": goal})
    first = (asked(approval="off"), *done(Recalled(step="recall.1")), *understood(1, intent))
    run = run_of(*first, *replied(1, call("1.1")), *made("1.1", result=result), *replied(2, text=draft(things)))
    answer = check(run, "check.1").answer
    return {one.name: one for one in (*answer.candidates, *answer.dropped)}


@pytest.mark.parametrize(
    ("things", "goal", "names"),
    [
        ([("Aurora Rooms", ()), (ROOMS, ())], "rooms in Ostrand", {ROOMS}),
        ([("Aurora Rooms", ()), ("Aurora Rooms (Ostrand)", ())], "rooms in Ostrand", {"Aurora Rooms (Ostrand)"}),
        ([("Aurora Rooms", ()), (ROOMS, ())], "rooms in Lisbon", {"Aurora Rooms", ROOMS}),
        ([(LIBRA, ("Libra 2",)), ("Libra 2", ())], "", {LIBRA}),
        ([(LIBRA, ("Kobo Libra",)), (COLOUR, ("Kobo Libra",))], "", {LIBRA, COLOUR}),
        ([(LIBRA, ("Kobo",)), (COLOUR, ("Kobo",)), ("Kobo", ())], "", {LIBRA, COLOUR, "Kobo"}),
        ([("https://www.e.test/a/", ()), ("http://e.test/a?utm_source=x", ())], "", {"e.test/a"}),
    ],
)  # fmt: skip
def test_which_names_are_those_of_one_thing(
    things: list[tuple[str, tuple[str, ...]]], goal: str, names: set[str]
) -> None:
    page = "X\n\n" + "\n".join(f"- {name}" for name, _ in things)
    found = proposed(page, [thing(name, 1, also=list(also)) for name, also in things], goal)
    assert set(found) == names


def test_a_page_that_names_several_is_none_of_its_own() -> None:
    assert set(proposed(IT, [thing(Q, 1, page=1), thing(F, 1, page=1)])) == {Q, F}
    assert len(proposed("F\n\nThe Folio Slate A5.", [thing(F, 1, page=1), thing("The A5 tablet", 1, page=1)])) == 1
