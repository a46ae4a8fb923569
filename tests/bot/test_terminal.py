"""`footnote ask` with an input and an output that do not behave."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

NOTICE = "# Notice\n\nA caterer's notice is twelve days long.\n"
QUESTION = "How long is a caterer's notice?"
VAGUE = "Which caterer's notice is not too long?"


@contextmanager
def begun(
    folder: Path, question: str, *more: str, document: str = NOTICE, **environment: str
) -> Iterator[subprocess.Popen[bytes]]:
    """`footnote ask` under way on one document, its input open; over at the end whatever it does."""
    (folder / "docs").mkdir(exist_ok=True)
    (folder / "docs" / "notice.md").write_text(document, "utf-8")
    ours = ("SLACK", "OPENAI", "TAVILY", "FOOTNOTE", "PYTHONIO")
    clean = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    given, pipe = {**clean, **environment}, subprocess.PIPE
    command = [sys.executable, "-m", "bot", "ask", question, "--docs", "docs", *more]
    # What is started in the background by a shell ignores Ctrl-C, and so would what it starts.
    heeds = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(
        command, cwd=folder, env=given, stdin=pipe, stdout=pipe, stderr=pipe, preexec_fn=heeds
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def ended(process: subprocess.Popen[bytes], said: bytes = b"") -> tuple[int, str, str]:
    """(exit code, output, errors) once this was said and the input closed."""
    out, err = process.communicate(said, timeout=60)
    return process.returncode, out.decode("utf-8", "replace"), err.decode("utf-8", "replace")


def until(process: subprocess.Popen[bytes], words: bytes) -> None:
    """Read the errors until these words came."""
    assert process.stderr is not None
    seen = b""
    while words not in seen:
        byte = process.stderr.read(1)
        assert byte, seen
        seen += byte


def test_ctrl_c_at_a_question_ends_the_program_at_once(tmp_path: Path) -> None:
    with begun(tmp_path, QUESTION, "--approve") as process:
        until(process, b"[a/r/q] > ")
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 130, "nobody presses Enter after that"


def test_what_is_no_answer_is_asked_again(tmp_path: Path) -> None:
    with begun(tmp_path, QUESTION, "--approve") as process:
        code, out, err = ended(process, b"what?\n\n\xff\xfe\napprove\na\na\na\n")
    assert code == 0 and "twelve days" in out
    assert "Traceback" not in err and err.count("approve, reject or quit?") > 3
    assert "“what?” is none of these.  approve, reject or quit?" in err
    assert err.count('search_docs {"query"') == err.count("search_docs {"), "the call itself is shown once"


def test_the_end_of_the_input_takes_the_defaults_and_says_so(tmp_path: Path) -> None:
    with begun(tmp_path, VAGUE) as process:
        code, out, err = ended(process)
    assert "How long is too long?" in err and "no answer" not in out + err
    assert "up to 3 hours" in out and code in (0, 1) and "Traceback" not in err


def test_an_input_that_was_never_open_is_an_input_at_its_end(tmp_path: Path) -> None:
    with begun(tmp_path, VAGUE) as process:
        ended(process)
    command = ["sh", "-c", f'exec "{sys.executable}" -m bot ask "{VAGUE}" --docs docs <&-']
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert "Traceback" not in done.stderr and "up to 3 hours" in done.stdout


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_letters_that_the_terminal_does_not_know_are_replaced(more: list[str], tmp_path: Path) -> None:
    with begun(
        tmp_path, "Wie lang ist die Kündigungsfrist, caterer's notice?", *more, PYTHONIOENCODING="ascii"
    ) as it:
        code, out, err = ended(it)
    assert "UnicodeEncodeError" not in err and code in (0, 1) and out


def test_what_a_document_says_cannot_steer_the_terminal(tmp_path: Path) -> None:
    evil = "# Notice\x1b]0;owned\n\nA caterer's notice is \x1b[2Jtwelve days long.\n"
    with begun(tmp_path, QUESTION, document=evil) as process:
        _, out, err = ended(process)
    assert "twelve days" in out and "\x1b" not in out + err


def test_a_question_is_asked_at_the_time_and_in_the_zone_of_this_machine(tmp_path: Path) -> None:
    before = time.time()
    with begun(tmp_path, QUESTION, "--json", TZ="XYZ-13") as process:
        _, out, _ = ended(process)
    asked = json.loads(out.splitlines()[0])["fact"]
    assert (asked["zone"], asked["offset"]) == ("XYZ", 13 * 3600)
    assert before <= asked["sent"] <= time.time()


def test_the_words_that_carry_an_answer_are_printed_where_they_are_asked_for(tmp_path: Path) -> None:
    with begun(tmp_path, QUESTION, "--evidence") as process:
        code, out, err = ended(process)
    assert code == 0 and "search_docs" in err and "search_docs" not in out
    assert out.startswith(f"# {QUESTION}\n") and "> A caterer's notice is twelve days long." in out
    with begun(tmp_path, QUESTION, "--evidence", "--json") as process:
        code, out, _ = ended(process)
    assert code == 0
    assert [one["excerpt"] for one in json.loads(out)["evidence"]] == ["A caterer's notice is twelve days long."]
