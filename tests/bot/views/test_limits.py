"""Slack's limits: ours beside the numbers that another library has collected, and messages that keep to them."""

from __future__ import annotations

from dataclasses import asdict

import pytest
import slackblocks._limits as theirs  # a dev-only cross-check: nothing of it is used by the program

from agent.facts import Answer, Source
from bot.playground.slack.blocks import check_message
from bot.views import blocks, safe
from bot.views.blocks import LIMITS, Card
from tests.bot.views.markdown_texts import shown
from tests.bot.views.story import Story
from tests.bot.views.texts import strings

BESIDE = {
    "blocks": theirs.MESSAGE_BLOCKS_MAX_ITEMS,
    "markdown": theirs.MARKDOWN_TOTAL_TEXT_MAX_LENGTH,
    "body": theirs.MARKDOWN_TEXT_MAX_LENGTH,
    "columns": theirs.TABLE_COLUMNS_MAX_ITEMS,
    "rows": theirs.TABLE_ROWS_MAX_ITEMS,
    "context": theirs.CONTEXT_ELEMENTS_MAX_ITEMS,
    "context_text": theirs.TEXT_MAX_LENGTH,
    "actions": theirs.ACTIONS_ELEMENTS_MAX_ITEMS,
    "label": min(theirs.BUTTON_TEXT_MAX_LENGTH, theirs.OPTION_TEXT_MAX_LENGTH),
    "value": theirs.BUTTON_VALUE_MAX_LENGTH,
    "id": min(theirs.ACTION_ID_MAX_LENGTH, theirs.BLOCK_ID_MAX_LENGTH),
    "input": theirs.PLAIN_TEXT_INPUT_MAX_LENGTH_MAX,
    "hint": theirs.INPUT_HINT_MAX_LENGTH,
    "options": theirs.SELECT_OPTIONS_MAX_ITEMS,
    "modal": theirs.VIEW_BLOCKS_MAX_ITEMS,
}
# What the other library has no number for: the ceiling over all blocks and what counts towards it, all tables of a
# message together, the `text` of an update and of a post, a modal's JSON, and a text inside rich_text.
OURS_ALONE = {"total", "container", "tables", "text", "plain", "view", "element"}


def test_no_limit_is_above_the_one_that_others_have_found() -> None:
    ours = asdict(LIMITS)
    assert {name: ours[name] for name in BESIDE if ours[name] > BESIDE[name]} == {}


def test_every_limit_is_cross_checked_or_known_to_stand_alone() -> None:
    assert set(asdict(LIMITS)) == BESIDE.keys() | OURS_ALONE
    assert not BESIDE.keys() & OURS_ALONE


# --- messages that keep to them -------------------------------------------------------------------------------------

SIZES = (3_900, 4_001, 4_132, 12_500, 41_000)
LETTERS = ("x", "&", "<", "é", "東", "😀")


def answered(text: str, *sources: Source, mode: str = "research") -> list[Card]:
    said = Answer.model_validate({"text": text, "sources": sources, "mode": mode})
    thread = Story().recalled().understood().drafted("…").answered(said).thread()
    return [card for slot, card in thread.items() if slot == "progress" or slot.startswith("answer.")]


def in_characters_and_bytes(text: str) -> int:
    """The most that anybody could count: characters, UTF-16 units or UTF-8 bytes, escaped or not."""
    escaped = safe.escape(text)
    return max(len(escaped), len(escaped.encode()), len(escaped.encode("utf-16-le")) // 2)


def keeps_to_them(card: Card) -> None:
    assert all(0 < len(text) <= len(text.encode()) <= 4_000 for text in (card.text, *card.plain))
    assert 0 < len(card.blocks) <= 50
    assert sum(in_characters_and_bytes(text) for text in markdown_of([card])) <= 12_000
    assert sum(in_characters_and_bytes(text) for block in card.blocks for text in strings(block)) <= 13_172
    check_message(list(card.blocks))


def markdown_of(cards: list[Card]) -> list[str]:
    return [block["text"] for card in cards for block in card.blocks if block["type"] == "markdown"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("mode", ["research", "chat"])
def test_an_answer_of_every_size_is_whole_and_fits(size: int, letter: str, mode: str) -> None:
    words = [letter * 9] * (size // 10)
    cards = answered(" ".join(words), mode=mode)
    for card in cards:
        keeps_to_them(card)
    assert " ".join(markdown_of(cards)).split() == words
    assert safe.unescape("".join(piece for card in cards for piece in card.plain)).count(letter * 9) == len(words)


@pytest.mark.parametrize("size", [2_000, 3_900, 12_500, 41_000])
@pytest.mark.parametrize("letter", LETTERS)
def test_a_text_without_a_single_space_is_whole_and_fits(size: int, letter: str) -> None:
    cards = answered(letter * size)
    for card in cards:
        keeps_to_them(card)
    assert "".join(markdown_of(cards)).replace("\n", "").count(letter) == size
    assert safe.unescape("".join(piece for card in cards for piece in card.plain)).count(letter) >= size


@pytest.mark.parametrize("size", [4_001, 12_500, 41_000])
def test_code_of_every_size_is_whole_and_fits(size: int) -> None:
    lines = [f"{at:05} " + "値 = f(x) & y" for at in range(size // 25)]
    cards = answered("Run [1] this:\n\n```python\n" + "\n".join(lines) + "\n```\n\nDone.")
    for card in cards:
        keeps_to_them(card)
    assert [line for text in markdown_of(cards) for line in shown(text).split("\n") if "値" in line] == lines


def test_sixty_sources_with_long_east_asian_titles_fit() -> None:
    sources = [
        Source(number=n, address=f"https://e.test/{n}/" + "熱" * 300, title="題" * 900, opened="行" * 900)
        for n in range(1, 61)
    ]
    cards = answered("熱ポンプ[1]。" * 4_000, *sources)
    for card in cards:
        keeps_to_them(card)


def test_short_labels_are_cut_between_characters_and_stay_readable() -> None:
    button = blocks.button("延長された保証について詳しく説明してください、お願いいたします", "answer.0.0", "v")
    label = button["text"]["text"]
    assert len(label.encode()) <= LIMITS.label
    assert label.endswith("…") and len(label) >= 20
