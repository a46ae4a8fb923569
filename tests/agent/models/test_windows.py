"""How much a model can read, by its name."""

from __future__ import annotations

import pytest

from agent.facts import Window
from agent.models.windows import window
from agent.request.tokens import room


@pytest.mark.parametrize(
    ("model", "whole", "writes"),
    [
        ("gpt-5-mini", 400_000, 128_000),
        ("gpt-5-chat-latest", 128_000, 16_384),
        ("gpt-4o-mini", 128_000, 16_384),
        ("gpt-4", 8_192, 2_048),
        ("gpt-4-turbo-2024-04-09", 128_000, 4_096),
        ("o4-mini", 200_000, 100_000),
        ("claude-sonnet-4-5", 200_000, 64_000),
        ("claude-3-5-sonnet-latest", 200_000, 8_192),
        ("claude-opus-4-6", 1_000_000, 32_000),
        ("gemini-2.5-pro", 1_048_576, 65_536),
        ("qwen2.5:7b", 32_768, 8_192),
        ("llama3:8b", 8_192, 2_048),
        ("llama3.1:8b", 128_000, 16_000),
    ],
)
def test_the_longest_beginning_of_a_name_wins(model: str, whole: int, writes: int) -> None:
    found = window(model)
    assert found.whole == whole and room(found) == whole - writes
    assert found.output == min(writes, 16_000) and found.hard.output == min(writes, 32_000)


def test_what_is_kept_for_a_reply_is_what_is_set_however_hard_the_model_thinks() -> None:
    for output in (5_000, 60_000):
        found = window("gpt-5", output=output)
        assert (found.output, found.hard.output, found.input) == (output, output, 400_000)


@pytest.mark.parametrize("model", ["openai/gpt-4o", "models/gemini-2.5-pro", "Anthropic/Claude-Sonnet-4-5"])
def test_whose_model_it_is_does_not_count(model: str) -> None:
    assert window(model) == window(model.lower().rpartition("/")[2]) != Window()


@pytest.mark.parametrize("model", ["", "scripted", "our-own-model", "gp", "/"])
def test_an_unknown_model_has_the_usual_window(model: str) -> None:
    assert window(model) == Window() == Window(whole=128_000, input=128_000, output=16_000)


def test_what_is_given_is_taken_and_the_rest_is_made_to_fit() -> None:
    assert window("gpt-5", whole=8_192) == Window(whole=8_192, input=8_192, output=4_096)
    assert window("x", whole=8_192) == Window(whole=8_192, input=8_192, output=2_048)
    assert window("x", input=50_000) == Window(whole=128_000, input=50_000, output=16_000)
    assert window("x", input=500_000) == Window(whole=500_000, input=500_000, output=16_000)
    assert window("x", output=1_000) == Window(output=1_000)
    assert window("x", whole=10_000, output=90_000).output == 5_000


@pytest.mark.parametrize("model", ["deepseek-reasoner", "gpt-4", "o3", "gemma2", "phi4"])
def test_there_is_always_room_to_read_and_to_write(model: str) -> None:
    found = window(model)
    assert room(found) >= found.whole // 2 and found.output > 0
