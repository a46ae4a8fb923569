"""The `footnote` command from outside: what is missing or wrong is one line that says what to do, and exit code 2."""

import asyncio
import contextlib
import fcntl
import os
import pty
import re
import signal
import socket
import struct
import subprocess
import sys
import termios
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from bot.playground.slack import SlackDouble

BOT, APP = {"SLACK_BOT_TOKEN": "xoxb-1"}, {"SLACK_APP_TOKEN": "xapp-1"}
KEY = {"OPENAI_API_KEY": "sk-test-key-of-nobody"}
SECRET = {"SLACK_SIGNING_SECRET": "8f742231b10e8888abcd99"}
NOWHERE = "http://127.0.0.1:1"


def footnote(
    *arguments: str, given: Mapping[str, str], folder: Path, said: str = ""
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "bot", *arguments]
    return subprocess.run(
        command,
        cwd=folder,
        env=environment(given, folder),
        input=said,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def environment(given: Mapping[str, str], folder: Path) -> dict[str, str]:
    ours = ("SLACK", "OPENAI", "TAVILY", "FOOTNOTE")
    clean = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {**clean, "FOOTNOTE_DATA": str(folder / "data"), **given}


@asynccontextmanager
async def begun(*arguments: str, given: Mapping[str, str], folder: Path) -> AsyncIterator[Process]:
    """The command under way; over at the end whatever it does."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", *arguments, cwd=folder, env=environment(given, folder), stdout=PIPE, stderr=PIPE
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def line_with(stream: asyncio.StreamReader | None, words: str) -> str:
    """The next line of the stream that holds these words."""
    assert stream is not None
    while line := (await asyncio.wait_for(stream.readline(), 60)).decode():
        if words in line:
            return line
    raise AssertionError(f"the stream ended without {words!r}")


async def ended(process: Process) -> tuple[int, str]:
    """(exit code, the rest of the errors) when it has come to its end."""
    _, errors = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode is not None
    return process.returncode, errors.decode()


async def status(address: str) -> int:
    async with aiohttp.ClientSession() as session, session.get(address) as answer:
        return answer.status


def workspace(slack: SlackDouble) -> dict[str, str]:
    """What `run` needs to serve this double; the model is one that nobody asks anything."""
    model = {**KEY, "OPENAI_BASE_URL": NOWHERE, "FOOTNOTE_MODEL": "x"}
    tokens = {"SLACK_BOT_TOKEN": slack.bot_token, "SLACK_APP_TOKEN": slack.app_token}
    secret = {"SLACK_SIGNING_SECRET": slack.signing_secret}
    return {**model, **tokens, **secret, "FOOTNOTE_SLACK_API_URL": slack.api_url}


@pytest.mark.parametrize(
    ("arguments", "given", "names"),
    [
        (["run"], {}, "SLACK_BOT_TOKEN is not set"),
        (["run"], {**BOT, **APP}, "OPENAI_API_KEY"),
        (["run", "--port", "0"], {**BOT, **APP, **KEY}, "SLACK_SIGNING_SECRET is not set"),
        (["trace"], {}, "there is no log yet"),
        (["run"], {**BOT, **APP, **KEY, "FOOTNOTE_SLACK_API_URL": NOWHERE + "/"}, "Slack cannot be reached"),
        (["ask", "what?"], {"FOOTNOTE_DOCS": "/no/such/folder"}, "FOOTNOTE_DOCS"),
        (["ask", "what?", "--docs", __file__], {}, "FOOTNOTE_DOCS"),
        (["ask", "what?"], {"OPENAI_BASE_URL": NOWHERE}, "OPENAI_BASE_URL"),
        (["ask", "  "], {}, "a question is missing"),
        (["ask", "why " * 25_000], {}, "longer than I can take"),
    ],
)
def test_one_line_names_the_setting_and_the_exit_code_is_two(
    arguments: list[str], given: dict[str, str], names: str, tmp_path: Path
) -> None:
    done = footnote(*arguments, given=given, folder=tmp_path)
    assert done.returncode == 2
    [line] = [line for line in done.stderr.splitlines() if line.startswith("footnote: ")]
    assert names in line
    assert "Traceback" not in done.stderr and "sk-test" not in done.stderr


def test_a_port_in_use_is_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = footnote("try", "--port", str(taken.getsockname()[1]), given={}, folder=tmp_path)
    assert done.returncode == 2
    assert "is in use" in done.stderr and "Traceback" not in done.stderr


def test_a_misspelt_setting_is_reported_with_the_nearest_and_not_fatal(tmp_path: Path) -> None:
    done = footnote("ask", "hello", given={"FOOTNOTE_DOC": "x"}, folder=tmp_path)
    assert done.returncode == 0
    assert "FOOTNOTE_DOC is not a setting; did you mean FOOTNOTE_DOCS?" in done.stderr


def test_a_misspelt_setting_in_the_file_is_reported_too(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("FOOTNOTE_APROVAL=off\n")
    done = footnote("trace", given={"FOOTNOTE_DATA": str(tmp_path / "none")}, folder=tmp_path)
    assert "FOOTNOTE_APROVAL is not a setting; did you mean FOOTNOTE_APPROVAL?" in done.stderr


def test_a_host_without_a_port_is_one_line(tmp_path: Path) -> None:
    done = footnote("run", "--host", "0.0.0.0", given={}, folder=tmp_path)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "--port" in done.stderr


def test_in_a_narrow_terminal_an_answer_is_folded_and_not_cut(tmp_path: Path) -> None:
    """A terminal of forty columns, as `script` makes one."""
    far, near = pty.openpty()
    fcntl.ioctl(near, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 40, 0, 0))
    question = "How much does a single ticket from Ostrand to Velm cost?"
    command = [sys.executable, "-m", "bot", "ask", question]
    given = {**environment({}, tmp_path), "TERM": "xterm"}
    with subprocess.Popen(command, cwd=tmp_path, stdin=near, stdout=near, stderr=near, env=given) as process:
        os.close(near)
        shown = _everything(far)
    assert process.returncode == 0
    told = re.sub(r"\x1b\[[0-9;]*m|\s", "", shown)
    assert "https://ostrandferries.example/timetable" in told and "returnticket" in told


def _everything(far: int) -> str:
    """What a process writes to its terminal until it is gone."""
    parts: list[bytes] = []
    with contextlib.suppress(OSError):  # Linux says so where the other end is closed
        while part := os.read(far, 65_536):
            parts.append(part)
    os.close(far)
    return b"".join(parts).decode("utf-8", "replace")


def test_a_model_that_cannot_be_reached_is_said_with_a_reference(tmp_path: Path) -> None:
    given = {**KEY, "OPENAI_BASE_URL": NOWHERE, "FOOTNOTE_MODEL": "x"}
    done = footnote("ask", "what?", given=given, folder=tmp_path)
    assert done.returncode == 1
    assert "Reference: " in done.stdout and "Traceback" not in done.stderr
    assert "sk-test" not in done.stdout + done.stderr


class TestDeciding:
    """`ask --approve`, answered from standard input."""

    QUESTION = "How long is a caterer's notice?"

    def ask(self, folder: Path, said: str, *more: str) -> subprocess.CompletedProcess[str]:
        (folder / "docs").mkdir()
        (folder / "docs" / "notice.md").write_text("# Notice\n\nA caterer's notice is twelve days long.\n", "utf-8")
        return footnote("ask", self.QUESTION, "--docs", "docs", *more, given={}, folder=folder, said=said)

    def test_an_approved_call_leads_to_the_answer(self, tmp_path: Path) -> None:
        done = self.ask(tmp_path, "a\na\na\na\n", "--approve")
        assert "twelve days" in done.stdout and "notice.md" in done.stdout.partition("Sources")[2]
        assert 'search_docs {"query": ' in done.stderr, "the call is shown whole before it is decided"

    def test_a_rejection_asks_for_a_comment_and_lists_it(self, tmp_path: Path) -> None:
        done = self.ask(tmp_path, "r\nnot now\nq\n", "--approve")
        assert "not now" in done.stdout

    def test_quitting_and_the_end_of_input_stop_without_an_answer(self, tmp_path: Path) -> None:
        done = self.ask(tmp_path, "", "--approve")
        assert done.returncode == 1 and "Stopped." in done.stdout and "twelve" not in done.stdout

    def test_without_approval_every_call_goes_ahead_and_is_listed(self, tmp_path: Path) -> None:
        done = self.ask(tmp_path, "")
        assert done.returncode == 0
        listed, answer = done.stdout.index("search_docs"), done.stdout.rindex("twelve days")
        assert listed < answer, "the answer comes last"

    def test_anything_else_is_asked_again_and_approves_nothing(self, tmp_path: Path) -> None:
        done = self.ask(tmp_path, "\n?\nmaybe\na\n", "--approve")
        assert done.returncode == 0 and "twelve days" in done.stdout
        assert done.stderr.count("[a/r/q]") == 4


class TestAskedBack:
    """`ask` with a vague wish, answered from standard input."""

    def ask(self, folder: Path, said: str) -> subprocess.CompletedProcess[str]:
        return footnote("ask", "Can you find a cheap e-ink tablet for writing?", given={}, folder=folder, said=said)

    def test_a_number_picks_an_option_and_one_of_none_is_asked_again(self, tmp_path: Path) -> None:
        done = self.ask(tmp_path, "9\n1\n")
        assert "a number from 1 to" in done.stderr
        assert "€100" in done.stdout

    def test_each_question_is_put_once_and_the_end_of_input_takes_the_default(self, tmp_path: Path) -> None:
        done = self.ask(tmp_path, "")
        assert done.stderr.count("What is the most it may cost?") == 1
        assert "**Assumed**" in done.stdout


class TestServing:
    """`run` and `try` as processes, from the start to the signal that ends them."""

    async def test_request_urls_are_served_without_an_app_token(self, tmp_path: Path) -> None:
        async with SlackDouble() as slack:
            given = {**workspace(slack), "SLACK_APP_TOKEN": ""}
            async with begun("run", "--port", "0", given=given, folder=tmp_path) as process:
                said = await line_with(process.stderr, "is listening")
                slack.request_url = said.partition(", at ")[2].partition(";")[0]
                assert await slack.verify_url()
                assert slack.request_url.startswith("http://127.0.0.1:"), "nobody else without --host"
                assert await status(slack.request_url.replace("/slack/events", "/healthz")) == 200
                process.send_signal(signal.SIGTERM)
                code, errors = await ended(process)
                assert code == 0 and "Traceback" not in errors

    async def test_a_port_of_request_urls_in_use_is_said(self, tmp_path: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as taken:
            async with SlackDouble() as slack:
                port = str(taken.getsockname()[1])
                async with begun("run", "--port", port, given=workspace(slack), folder=tmp_path) as process:
                    code, errors = await ended(process)
        assert code == 2 and f"port {port} on 127.0.0.1 is in use" in errors and "Traceback" not in errors

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
    async def test_the_first_signal_ends_it_in_order(self, number: int, tmp_path: Path) -> None:
        async with SlackDouble() as slack, begun("run", given=workspace(slack), folder=tmp_path) as process:
            await line_with(process.stderr, "by Socket Mode")
            process.send_signal(number)
            code, errors = await ended(process)
            assert code == 0 and "Traceback" not in errors
            assert errors.startswith("footnote: finishing what is under way; once more to stop at once\n")
            await slack.wait_for(lambda: not slack.connections)

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
    @pytest.mark.parametrize("arguments", [["run"], ["run", "--port", "0"]])
    async def test_a_start_that_hangs_is_ended_by_the_first_signal(
        self, arguments: list[str], number: int, tmp_path: Path
    ) -> None:
        asked = asyncio.Event()

        async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            asked.set()
            await reader.read()
            writer.close()

        async with await asyncio.start_server(silent, "127.0.0.1", 0) as server:
            address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
            model = {**KEY, "FOOTNOTE_MODEL": "x", "FOOTNOTE_SLACK_API_URL": address}
            async with begun(*arguments, given={**BOT, **APP, **SECRET, **model}, folder=tmp_path) as process:
                await asyncio.wait_for(asked.wait(), 60)
                process.send_signal(number)
                code, errors = await ended(process)
                assert code == 0 and "finishing what is under way" in errors and "Traceback" not in errors

    async def test_a_second_signal_ends_it_at_once(self, tmp_path: Path) -> None:
        served = ["run", "--port", "0"]
        async with SlackDouble() as slack, begun(*served, given=workspace(slack), folder=tmp_path) as process:
            said = await line_with(process.stderr, "is listening")
            address = said.partition(", at ")[2].partition("/slack")[0]
            _, writer = await asyncio.open_connection("127.0.0.1", int(address.rpartition(":")[2]))
            writer.write(b"POST /slack/events HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{")
            await writer.drain()
            assert await status(f"{address}/healthz") == 200, "by now the request above is in hand"
            process.send_signal(signal.SIGTERM)
            await line_with(process.stderr, "finishing what is under way")
            process.send_signal(signal.SIGTERM)
            assert (await ended(process))[0] == 128 + signal.SIGTERM
            writer.close()

    async def test_the_simulated_workspace_ends_in_order_too(self, tmp_path: Path) -> None:
        async with begun("try", "--port", "0", given={}, folder=tmp_path) as process:
            await line_with(process.stdout, "http://127.0.0.1:")
            process.send_signal(signal.SIGTERM)
            code, errors = await ended(process)
            assert code == 0 and "Traceback" not in errors
