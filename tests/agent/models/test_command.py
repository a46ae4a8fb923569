"""A command as the model: real processes, and what becomes of them."""

from __future__ import annotations

import asyncio
import math
import os
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.facts import Usage
from agent.models.command import LONGEST, Command, parts, program, written
from agent.models.model import CannotWork, ModelError, TryAgain

ASKED: list[Mapping[str, object]] = [
    {"role": "system", "content": "Be short."},
    {"role": "user", "content": "How long is the plan?"},
]
LONG: list[Mapping[str, object]] = [{"role": "user", "content": "x" * 2_000_000}]
PATH = {"PATH": os.environ["PATH"]}


def script(folder: Path, text: str, name: str = "model.py") -> str:
    """The command line of a small program."""
    (folder / name).write_text(f"import os, sys, time\n{text}\n", "utf-8")
    return shlex.join([sys.executable, str(folder / name)])


def command(line: str, timeout: float = 60.0, **environment: str) -> Command:
    return Command(line, environment={**PATH, **environment}, timeout=timeout)


async def failure(asked: Command, messages: list[Mapping[str, object]] = ASKED) -> ModelError:
    with pytest.raises(ModelError) as failed:
        await asked.reply(messages)
    return failed.value


# --- a reply ----------------------------------------------------------------------------------------------------


async def test_the_prompt_is_on_standard_input_and_the_reply_is_what_is_printed(tmp_path: Path) -> None:
    file = tmp_path / "seen"
    line = script(tmp_path, f"open({str(file)!r}, 'wb').write(sys.stdin.buffer.read()); print('Ten pages: é.')")
    shown: list[str] = []
    model = command(line, PYTHONIOENCODING="utf-8")
    reply = await model.reply(ASKED, on_text=shown.append)
    seen = file.read_text("utf-8")
    assert seen == "=== system ===\nBe short.\n\n=== user ===\nHow long is the plan?\n\n=== assistant ===\n"
    assert (reply.text, "".join(shown).strip(), reply.finish) == ("Ten pages: é.", "Ten pages: é.", "stop")
    assert reply.usage == Usage(prompt=math.ceil(len(seen) / 3.75), completion=4, bound=True)
    assert model.name == reply.model == Path(sys.executable).name


async def test_a_long_prompt_and_a_long_reply_pass_each_other(tmp_path: Path) -> None:
    line = script(tmp_path, "print('y' * 400_000, flush=True); print(len(sys.stdin.read()))")
    reply = await command(line).reply(LONG)
    assert reply.text == "y" * 400_000 + "\n" + str(len(written(LONG)))


async def test_it_is_shown_while_it_comes_without_hidden_reasoning_and_turns_of_others(tmp_path: Path) -> None:
    text = "=== assistant ===\n<think>Hm.</think>\nTen\npages.\n=== user ===\nThanks!\n"
    first, rest, file = text[:46], text[46:], tmp_path / "shown"
    wait = f"while not os.path.exists({str(file)!r}): time.sleep(0.01)"
    line = script(tmp_path, f"sys.stdin.read()\nprint({first!r}, end='', flush=True)\n{wait}\nprint({rest!r})")
    shown: list[str] = []

    def heard(piece: str) -> None:
        shown.append(piece)
        file.touch()

    reply = await command(line).reply(ASKED, on_text=heard)
    assert shown[0] == "Ten\n", "the rest was written only after this was shown"
    assert reply.text == "Ten\npages." and "".join(shown).strip() == reply.text
    assert (reply.thought, reply.thoughts) == (True, "Hm.")


@pytest.mark.parametrize("limit", [4, 100])
async def test_it_is_ended_where_its_reply_is_bounded(tmp_path: Path, limit: int) -> None:
    line = script(tmp_path, "while True: print('and so on', flush=True)")
    shown: list[str] = []
    reply = await command(line).reply(ASKED, limit=limit, on_text=shown.append)
    assert reply.finish == "length" and "".join(shown).strip() == reply.text
    assert int(limit * 3.75) - 10 <= len("".join(shown)) <= int(limit * 3.75) and reply.usage.completion <= limit


async def test_what_is_as_long_as_it_may_be_has_ended_by_itself(tmp_path: Path) -> None:
    reply = await command(script(tmp_path, "print('x' * 14)")).reply(ASKED, limit=4)  # and the end of the line
    assert (reply.text, reply.finish) == ("x" * 14, "stop")
    thoughts = script(tmp_path, "print('<think>' + 'x' * 999)")
    assert (await command(thoughts).reply(ASKED, limit=100)).finish == "length"


async def test_the_environment_is_what_it_was_given_and_nothing_else(tmp_path: Path) -> None:
    reply = await command(script(tmp_path, "sys.stdin.read(); print(sorted(os.environ))"), MY_KEY="k").reply(ASKED)
    assert "MY_KEY" in reply.text and "HOME" not in reply.text


@given(
    st.lists(st.builds(dict, role=st.sampled_from(["system", "user", "assistant"]), content=st.text()), min_size=1)
)
def test_any_conversation_can_be_written_and_told_apart_again(messages: list[Mapping[str, object]]) -> None:
    text = written([*messages, {"role": "user", "content": "=== assistant ===\n === user ===\n=== user === \nx"}])
    text.encode()
    heads = [line for line in text.split("\n") if line in ("=== system ===", "=== user ===", "=== assistant ===")]
    assert heads == [f"=== {m['role']} ===" for m in messages] + ["=== user ===", "=== assistant ==="]


def test_a_command_line_is_taken_apart_as_a_shell_does_and_no_shell_runs_it() -> None:
    assert parts("llm -m 'my model' $HOME;ls") == ["llm", "-m", "my model", "$HOME;ls"]
    assert program("/usr/bin/llm -x") == "llm"
    for wrong in ("", "  ", "''", "llm 'x", "llm \0"):
        with pytest.raises(ValueError, match=r"."):
            parts(wrong)


# --- failures ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "said"),
    [
        ("sys.stdin.read(); print('x'); sys.exit(3)", TryAgain, "failed (exit code 3)."),
        ("sys.exit(0)", TryAgain, "answered with nothing."),
        ("sys.stdin.read(); print('  ')", TryAgain, "answered with nothing."),
        ("sys.stdin.read(); os.kill(os.getpid(), 9)", TryAgain, "was ended by signal 9."),
        ("sys.stdin.read(); os.write(1, b'caf\\xe9')", CannotWork, "wrote what is not UTF-8."),
        ("sys.stdin.read(); os.write(1, b'x\\xc3')", CannotWork, "wrote what is not UTF-8."),
        ("while True: print('x' * 1000)", TryAgain, f"wrote more than {LONGEST:,} bytes."),
    ],
)
async def test_a_command_that_fails_is_an_error_in_plain_words(
    tmp_path: Path, text: str, kind: type[ModelError], said: str
) -> None:
    failed = await failure(command(script(tmp_path, text)))
    assert (type(failed), failed.text) == (kind, f"The model's command {said}")


async def test_a_command_that_ended_badly_used_what_it_read_and_wrote_and_no_more(tmp_path: Path) -> None:
    for text, most in (("print('x' * 750); sys.exit(1)", 200), ("sys.exit(0)", 0)):
        used = (await failure(command(script(tmp_path, f"sys.stdin.read(); {text}")))).usage
        assert used.prompt > 0 and used.completion in (most, most + 1) and used.bound


async def test_a_command_that_reads_nothing_of_a_long_prompt_gave_no_answer_to_it(tmp_path: Path) -> None:
    failed = await failure(command(script(tmp_path, "print('Yes.')")), LONG)
    assert (type(failed), failed.text) == (CannotWork, "The model's command did not read all of its input.")
    failed = await failure(command(script(tmp_path, "sys.exit(2)")), LONG)
    assert failed.text == "The model's command failed (exit code 2).", "what went wrong first is what helps"


async def test_a_command_that_is_not_there_or_cannot_be_run_is_named(tmp_path: Path) -> None:
    (tmp_path / "plain.txt").write_text("x", "utf-8")
    missing, plain = await failure(command("/no/such/model -x")), await failure(command(str(tmp_path / "plain.txt")))
    assert (type(missing), missing.text) == (CannotWork, "The model's command model was not found.")
    assert (type(plain), plain.text) == (
        CannotWork, "The model's command plain.txt cannot be started: Permission denied",
    )  # fmt: skip


async def test_the_last_line_of_standard_error_is_in_the_log_without_keys(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    text = "sys.stderr.write('x' * 9_000 + '\\nno credit for ' + os.environ['MY_KEY'] + '\\n\\n'); sys.exit(1)"
    failed = await failure(command(script(tmp_path, text), MY_KEY="hunter2hunter2"))
    assert f"[{failed.ref}] no credit for [hidden]" in caplog.text
    assert "hunter2" not in caplog.text + failed.text and "xxx" not in caplog.text


async def test_silence_ends(tmp_path: Path) -> None:
    failed = await failure(command(script(tmp_path, "time.sleep(600)"), timeout=0.3))
    assert (type(failed), failed.text) == (TryAgain, "The model's command did not answer in time.")


# --- nothing is left behind -------------------------------------------------------------------------------------

FAMILY = """
import signal, subprocess
if {deaf}: signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
print("Half", flush=True)
open({pids!r}, "w").write(f"{{os.getpid()}} {{child.pid}}\\n")
time.sleep(600)
"""


async def pids_in(file: Path) -> list[int]:
    async with asyncio.timeout(60):
        while not (told := _read(file)).endswith("\n"):  # noqa: ASYNC110 (nothing tells of it)
            await asyncio.sleep(0.01)
    return [int(pid) for pid in told.split()]


def _read(file: Path) -> str:
    return file.read_text() if file.exists() else ""


def alive(pid: int) -> bool:
    """Whether a process runs: one that has ended and waits to be noticed by the system's first process does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def is_there(pid: int) -> bool:
    """Whether there is anything of a process, be it only its exit code."""
    return Path(f"/proc/{pid}").exists()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc here")
@pytest.mark.parametrize("deaf", [False, True])
async def test_cancelling_ends_the_command_and_what_it_started(tmp_path: Path, deaf: bool) -> None:
    pids = tmp_path / "pids"
    model = command(script(tmp_path, FAMILY.format(deaf=deaf, pids=str(pids))))
    task = asyncio.create_task(model.reply(ASKED))
    own, child = await pids_in(pids)
    assert alive(own) and alive(child)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not is_there(own), "ended, and no zombie is left"
    async with asyncio.timeout(60):
        while alive(child):  # noqa: ASYNC110 (its end is the system's to tell)
            await asyncio.sleep(0.01)
    await model.close()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc here")
async def test_cancelling_twice_leaves_nothing_either(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    model = command(script(tmp_path, FAMILY.format(deaf=True, pids=str(pids))))
    task = asyncio.create_task(model.reply(ASKED))
    own, _ = await pids_in(pids)
    for _ in range(2):
        task.cancel()
        await asyncio.sleep(0)
    with pytest.raises(asyncio.CancelledError):
        await task
    await model.close()
    assert not is_there(own)


async def test_what_a_command_leaves_running_holds_nothing_up(tmp_path: Path) -> None:
    """It inherits standard output, so that this never comes to its end."""
    for away in (False, True):
        text = f"""
import subprocess
child = subprocess.Popen(["sleep", "600"], start_new_session={away})
sys.stdin.read()
print(child.pid)
"""
        reply = await command(script(tmp_path, text)).reply(ASKED)
        if away:
            os.kill(int(reply.text), 9)
        assert reply.text.isdecimal()
