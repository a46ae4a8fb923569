"""Words that wish for more effort: only where they stand apart, in six languages, and never in quotes or code."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.facts import Rules
from bot.effort import Wish, is_more, is_only_wish, wished, with_wish, without_wish

DEEP, THINK, BOTH = Wish(deep=True), Wish(thinking=True), Wish(deep=True, thinking=True)


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("deep: how old is the lake?", DEEP), ("Deep research: heat pumps", DEEP), ("*deep:* x", DEEP),
        ("deep :  x", DEEP), ("deep research\nWhat is X?", DEEP), ("- deep: x", DEEP), ("3) deep: x", DEEP),
        ("What is it? Deep research, please", DEEP), ("think: is it?", THINK), ("think hard: is it?", THINK),
        ("Please think hard. What is it?", THINK), ("How old is the lake? Think hard.", THINK),
        ("What is X?\n\nthink hard", THINK), ("Think hard... How old is it?", THINK), ("deep, think hard: x", BOTH),
        ("deep: think hard: x", BOTH), ("think hard: deep: x", BOTH), ("gründlich: denk nach: x", BOTH),
        ("Deep research and think hard: what is it?", BOTH), ("deep: what is it? Think hard!", BOTH),
        ("tief: Wie alt ist der See?", DEEP), ("Denk gut nach: warum?", THINK),
        ("Was ist das? Bitte gründlich recherchieren.", DEEP), ("dogłębnie: co to?", DEEP),
        ("Co to jest? Pomyśl dobrze.", THINK), ("a fondo: ¿qué es?", DEEP),
        ("¿Qué es? Piensa bien, por favor.", THINK), ("réfléchis bien : pourquoi ?", THINK),
        ("Pourquoi ? Recherche approfondie, s'il te plaît.", DEEP), ("詳しく：湖の深さは？", DEEP),
        ("Hi @footnote, deep: how old is it?", DEEP), ("hey @footnote think hard: how old is it?", THINK),
        ("Hey, deep: x", DEEP), ("<@U1>: deep: x", DEEP), ("Wie alt? Recherchiere bitte gründlich.", DEEP),
        ("zastanów się: ile ma lat?", THINK), ("¡Piensa bien! ¿qué es?", THINK), ("深く：湖は？", DEEP),
        ("徹底的に調べてください。湖は？", DEEP), ("How old is it?\nThink hard", THINK),
        ("think hard: what does that idiom mean?", THINK), ("湖の深さは？よく考えてください。", THINK),
        ("湖の深さについて徹底的に調べてください", DEEP),
    ],
)  # fmt: skip
def test_what_stands_apart_is_a_wish(text: str, wish: Wish) -> None:
    assert wished(text) == wish


@pytest.mark.parametrize(
    "text",
    [
        "how deep is the lake?", "I think hard drives are slow", "deep learning: what is it?",
        "think hard drives last?",
        "What makes people think hard?", "deep", "think hard", "`deep:` what does this do?", '"deep: x" means what?',
        "what does 'think hard' do?", "He wrote “go. Think hard.”", "> deep: x\nwhat is that?",
        "what is it?\n> think hard", "x?\n```\nthink hard\n```", "Deep Purple: when founded?",
        "what is deep research?",
        "thinking fast and slow: who wrote it?", "Why do deep research teams fail?", "rethink: a book",
        "tiefe Recherche ist was?", "Denk gut nach wurde von wem gesagt?", "湖はどれくらい深い？",
        "Should we go deep?",
        "Translate to French: deep research.", "Compare ChatGPT's modes: quick search, deep research",
        "What is the difference between quick search, deep research", "dig deep\nwhat does that idiom mean?",
        "Which of these is a verb – deep dive", "Translate into German: think hard", "What is it (deep research)",
        "think hard, fail fast: who said that?", "Think carefully, act decisively — who said that?",
        "What does the poem end with?\nthink hard", "Write this in capital letters:\nthink hard",
        "think hard - what is X?", "Denk gut nach, wie alt?", "Denk gut nach. Was bedeutet das?",
        "deeper: a film of 2008, who made it?", "The pool is 3 m deep: is that safe?",
        "I think: therefore I am, said who?",
        "", "   ", ":deep:", "deep:",
    ],
)  # fmt: skip
def test_a_question_with_such_words_in_it_is_none(text: str) -> None:
    assert wished(text) == Wish()


@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    wished(text)
    is_more(text)
    assert wished(f"deep: {text or 'x'}").deep or not text.strip()


def test_the_question_stays_when_the_words_of_a_wish_go() -> None:
    assert without_wish("deep: how old is the lake?") == "how old is the lake?"
    assert without_wish("Deep research, think hard: how old is it?") == "how old is it?"
    assert without_wish("How old is the lake? Think hard.") == "How old is the lake?"
    assert without_wish("how deep is the lake?") == "how deep is the lake?"


@given(st.text(max_size=300))
def test_nothing_is_added_to_a_question(text: str) -> None:
    assert without_wish(text) in text


def test_a_remark_that_only_wants_more_is_known() -> None:
    assert all(map(is_more, ("go deeper", "Go deeper, please!", "think harder", "geh tiefer", "もっと詳しく調べて")))
    assert not any(map(is_more, ("deeper into the lake", "how deep", "", "think hard drives")))


def test_deep_research_may_use_a_multiple_of_everything_and_thinking_changes_no_budget() -> None:
    rules = Rules(tokens=1_000, money=0.5, minutes=10)
    deep = with_wish(rules, DEEP, factor=2.5, sources=4)
    assert (deep.rounds, deep.searches, deep.pages, deep.files) == (20, 25, 15, 15)
    assert (deep.tokens, deep.money, deep.minutes, deep.sources, deep.thinking) == (2_500, 1.25, 25, 4, False)
    assert with_wish(rules, THINK, factor=3, sources=3) == rules.model_copy(update={"thinking": True})
    assert with_wish(rules, Wish(), factor=3, sources=3) == rules


def test_what_a_channel_has_is_never_less_by_the_words_of_a_question() -> None:
    channel = Rules(effort="deep", thinking=True)
    assert with_wish(channel, Wish(), factor=3, sources=3) == with_wish(channel, BOTH, factor=3, sources=3)


@pytest.mark.parametrize(
    "text", ["deep:", "Deep :", "<@U1> deep research:", "deep, think hard:", "gründlich:", "詳しく："]
)
def test_a_wish_that_announces_no_question_asks_none(text: str) -> None:
    assert is_only_wish(text)


@pytest.mark.parametrize("text", ["deep", "deep: x", "think hard.", "shallow:", "deep: research:", "", ":"])
def test_whatever_may_be_a_question_is_one(text: str) -> None:
    assert not is_only_wish(text)
