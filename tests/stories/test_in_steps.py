"""Models without tools, and commands as models: the same questions, buttons and answers as with any other."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from agent.facts import Answered, Replied, Returned, Started, Stopped
from bot.playground.rehearsal.scripted import Line, Status
from tests.agent.models.test_command import FAMILY, is_there, pids_in
from tests.stories.office import ANNA, Office, intent, office

DOCS = {"travel.md": "# Travel policy\n\nFirst class is allowed on trips over three hours.\n"}
GOAL = intent("When is first class allowed?")
SEARCH = {"thought": "I look for the rule.", "action": "search_docs", "args": {"query": "first class"}}
READ = {"thought": "The policy has it.", "action": "read_file", "args": {"path": "travel.md"}}
ANSWER = '{"thought": "It says so.", "action": "answer"}\n\nFirst class is allowed on trips over three hours [1].'
IN_STEPS = "tool_calls = false\n"


async def ask(at: Office) -> str:
    return await at.slack.say(ANNA, "@footnote when is first class allowed?")


def asked(at: Office, nth: int) -> list[dict[str, Any]]:
    found = at.model.loop_requests[nth]["messages"]
    assert isinstance(found, list)
    return found


# --- one object a step ------------------------------------------------------------------------------------------


async def test_a_question_an_approval_and_an_answer_with_a_model_that_has_no_tools(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, ANSWER], config=IN_STEPS) as at:
        root = await ask(at)
        await at.sees(root, "read_file", "travel.md", "please decide")
        await at.press(ANNA, root, "Approve")
        thread = await at.sees(root, "First class is allowed on trips over three hours", "Sources", "travel.md")
        assert '"thought"' not in thread and '"action"' not in thread
        await at.bot.doors.idle()
        [facts] = await at.facts(root)
    assert all("tools" not in body for body in at.model.requests)
    assert [m["role"] for m in asked(at, 1)] == ["system", "user", "assistant", "user"]
    whole = {**READ, "args": {"path": "travel.md", "start": 1}}
    assert json.loads(asked(at, 1)[2]["content"]) == whole, "its step stands in its history as it was made"
    assert "over three hours" in asked(at, 1)[3]["content"]
    replies = [fact.reply for fact in facts if isinstance(fact, Replied)]
    assert [reply.thoughts for reply in replies] == ["The policy has it.", "It says so."]
    assert [(call.id, call.given) for call in replies[0].calls] == [("1.1", "step_1")]


async def test_an_endpoint_that_refuses_tools_is_found_out_once(tmp_path: Path) -> None:
    no_tools: Line = Status(400, "scripted does not support tools")
    replies: list[Line] = [no_tools, SEARCH, READ, ANSWER]
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=replies, approval="off") as at:
        root = await ask(at)
        await at.sees(root, "Sources", "travel.md")
        await at.bot.doors.idle()
        [facts] = await at.facts(root)
    assert ["tools" in body for body in at.model.loop_requests] == [True, False, False, False]
    assert not [fact for fact in facts if isinstance(fact, Returned) and fact.outcome != "ok"]


async def test_a_rejection_and_a_wrong_name_reach_such_a_model_as_any_other(tmp_path: Path) -> None:
    wrong = {"thought": "?", "action": "search_the_docs", "args": {"query": "first class"}}
    replies: list[Line] = [wrong, SEARCH, READ, ANSWER]
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=replies, config=IN_STEPS) as at:
        root = await ask(at)
        await at.press(ANNA, root, "Reject")
        await at.fills(ANNA, "read travel.md")
        await at.sees(root, "read_file – read one of your documents", "[Approve, also later calls")
        await at.press(ANNA, root, "Approve")
        await at.sees(root, "Sources", "travel.md")
        assert "There is no tool" in asked(at, 1)[-1]["content"] and "search_docs" in asked(at, 1)[-1]["content"]
        assert "rejected by a person: read travel.md" in asked(at, 2)[-1]["content"]


async def test_a_model_that_takes_no_step_twice_over_is_said_to_with_retry(tmp_path: Path) -> None:
    broken = '{"thought": "I look", "action": "read_file", "args": {"path": "tra'
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[broken] * 4, config=IN_STEPS) as at:
        root = await ask(at)
        await at.sees(root, "The model did not answer in the form it was asked for.", "[Retry]")
        assert len(at.model.loop_requests) == 4, "each time it was asked for once more, and the round was done twice"


async def test_a_draft_is_mended_in_the_last_round_as_ever(tmp_path: Path) -> None:
    step = '{"thought": "", "action": "answer"}'
    unproven = f"{step}\n\nFirst class is always allowed."
    replies: list[Line] = [READ, unproven, f"{step}\n\nFirst class is allowed on trips over three hours [1]."]
    config = f"{IN_STEPS}rounds = 3\napproval = 'off'\n"
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=replies, config=config) as at:
        root = await ask(at)
        await at.sees(root, "over three hours", "Sources")
        mended = asked(at, 2)
        assert "Mend your draft" in mended[-1]["content"] and "No tools are left" in mended[-1]["content"]
        assert mended[-2]["content"] == unproven


# --- a command --------------------------------------------------------------------------------------------------

MODEL = f"""
import sys
prompt = sys.stdin.read()
if "# Understand what is asked" in prompt:
    print({json.dumps(json.dumps(GOAL))})
elif "<result" not in prompt:
    print("<think>Where may it be?</think>" + {json.dumps(json.dumps(READ))})
else:
    print({json.dumps(ANSWER)})
"""
SLOW = f"""
import os, sys, time
if "# Understand what is asked" in sys.stdin.read():
    print({json.dumps(json.dumps(GOAL))})
    sys.exit()
"""


def command(folder: Path, text: str) -> str:
    (folder / "llm").write_text(text, "utf-8")
    return shlex.join([sys.executable, str(folder / "llm")])


async def test_a_command_is_a_model_like_any_other(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, command=command(tmp_path, MODEL)) as at:
        root = await ask(at)
        await at.press(ANNA, root, "Approve")
        await at.sees(root, "First class is allowed on trips over three hours", "Sources", "travel.md")
        await at.bot.doors.idle()
        [facts] = await at.facts(root)
        assert isinstance(facts[-1], Answered) and not at.model.requests, "no endpoint was asked anything"
        reply = next(fact.reply for fact in facts if isinstance(fact, Replied))
        assert reply.model == Path(sys.executable).name and reply.usage.bound and reply.usage.prompt > 100
        assert reply.thoughts == "Where may it be?\n\nThe policy has it."


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc here")
async def test_stop_ends_a_command_at_work(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    line = command(tmp_path, SLOW + FAMILY.format(deaf=False, pids=str(pids)))
    async with office(tmp_path, docs=DOCS, command=line) as at:
        root = await ask(at)
        own, _ = await pids_in(pids)
        await at.press(ANNA, root, "Stop")
        await at.sees(root, "Stopped by Anna Kowalska")
        await at.bot.doors.idle()
        assert not is_there(own), "ended and waited for"
        [facts] = await at.facts(root)
        [begun] = [fact.step for fact in facts if isinstance(fact, Started) and fact.step.startswith("reply")]
        assert [fact.outcome for fact in facts if isinstance(fact, Returned) and fact.step == begun] == ["cancelled"]
        assert any(isinstance(fact, Stopped) for fact in facts)


async def test_a_command_that_fails_is_said_with_a_reference_and_no_word_of_its_own(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    text = "import sys\nsys.stdin.read()\nsys.stderr.write('out of memory at 0x7f\\n')\nsys.exit(137)\n"
    async with office(tmp_path, docs=DOCS, command=command(tmp_path, text)) as at:
        root = await ask(at)
        thread = await at.sees(root, "The model’s command failed (exit code 137).", "[Retry]")
        assert "out of memory" not in thread and "out of memory at 0x7f" in caplog.text
        [facts] = await at.facts(root)
        assert isinstance(facts[-1], Stopped) and facts[-1].ref in thread and facts[-1].ref in caplog.text


async def test_a_command_that_is_there_no_longer_ends_the_run_at_once(tmp_path: Path) -> None:
    program = tmp_path / "llm"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o700)
    async with office(tmp_path, docs=DOCS, command=f"{program} --fast") as at:
        program.unlink()
        root = await ask(at)
        await at.sees(root, "The model’s command llm was not found.", "[Retry]")
