"""What deep research shows on the rehearsal model: words of its own, and a second look that knows them by a rule."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.playground.questions import QUESTIONS
from bot.playground.rehearsal.own_words import added, is_own, look

ONLY = "A day return costs €21.00 and is valid on the day of issue only. [6]"
WIDE = "A day return costs €21.00 and is valid on the day of issue. [6]"


def test_behind_its_quotes_stand_a_sentence_too_wide_and_one_with_a_clause_too_much() -> None:
    block = '```verdicts\n[{"id": "must.1", "verdict": "unknown"}]\n```'
    lines = added(f"- {ONLY}\n- It is red and new, they say. [5]\n\n{block}").split("\n\n")
    assert lines[1] == WIDE and lines[3] == block
    assert lines[2].endswith("only, which is worth knowing beforehand. [6]") and is_own(lines[2])
    assert not is_own(ONLY) and not is_own(WIDE)


@given(st.text(max_size=80) | st.lists(st.sampled_from([ONLY, "| a | b [2] |", "# A", "```", "\n"])).map("\n".join))
def test_any_answer_stays_as_it_is_at_its_beginning(answer: str) -> None:
    assert added(answer).startswith(answer.partition("```verdicts")[0].partition("```candidates")[0].rstrip())


def given_(*statements: str) -> str:
    listed = [{"id": f"s{n}", "text": text, "sources": [6]} for n, text in enumerate(statements, 1)]
    words = "# Fares\n\nA day return costs €21.00 and is valid on the day of issue only. It is sold at the harbour."
    return json.dumps({"statements": listed, "sources": [{"number": 6, "words": words}]})


def test_the_second_look_denies_what_lacks_a_limit_and_affirms_what_stands_there() -> None:
    bare = [text.replace(" [6]", "") for text in (WIDE, ONLY, "It is sold everywhere.")]
    said = json.loads(look(given_(*bare)))["statements"]
    assert [said[id]["opinion"] for id in ("s1", "s2", "s3")] == ["no", "yes", "unsure"]
    assert said["s1"]["words"] in WIDE and said["s1"]["reason"] == "The source says “only”, which is left out here."
    assert said["s1"]["instead"] == ONLY.replace(" [6]", "")


@pytest.mark.parametrize("odd", ["", "no JSON", "[]", '{"statements": [1]}'])
def test_what_is_no_look_has_no_opinions(odd: str) -> None:
    assert json.loads(look(odd)) == {"statements": {}, "faults": []}


def test_the_question_that_shows_it_shows_it() -> None:
    """As `footnote ask` answers it, with nothing set."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("OPENAI", "TAVILY", "FOOTNOTE"))}
    command = [sys.executable, "-m", "bot", "ask", QUESTIONS[-1]]
    done = subprocess.run(command, env=clean, capture_output=True, text=True, timeout=60, check=True)
    answer, _, apart = done.stdout.partition("Could not be confirmed")
    assert "which is worth knowing beforehand. [6] (?)" in answer and "agreed with 2 of 3." in answer
    assert "a second look by the model found: The source says “only”, which is left out here." in apart
