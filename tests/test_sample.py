"""The committed sample (question, three files, report, facts) comes out of `footnote ask` again.

Its answer needs two of the three files. After a wanted change write it anew with
`REWRITE=1 pytest tests/test_sample.py`, and read the difference.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

SAMPLE = Path(__file__).parent / "sample"


def ask(*more: str) -> str:
    question = (SAMPLE / "question.txt").read_text("utf-8").strip()
    clean = {
        name: value for name, value in os.environ.items() if not name.startswith(("OPENAI", "TAVILY", "FOOTNOTE"))
    }
    command = [sys.executable, "-m", "bot", "ask", question, "--docs", "docs", *more]
    done = subprocess.run(command, cwd=SAMPLE, env=clean, capture_output=True, text=True, timeout=60, check=True)
    return done.stdout


def facts(printed: str) -> Iterator[str]:
    """Facts without what differs from run to run and from place to place: times, ids from outside, the process, the
    clock of this machine, and the counts of tokens and characters."""
    for line in printed.splitlines():
        row = json.loads(line)
        del row["at"]
        row["fact"].pop("worker", None)
        row["fact"].pop("usage", None)
        reply = row["fact"].get("reply", {})
        reply.pop("usage", None)
        reply.pop("sent", None)
        reply.pop("counted", None)  # the request tells the date, and "1 December" is shorter than "30 November"
        for call in reply.get("calls", []):
            del call["given"]
        for name in ("expires", "sent", "zone", "offset"):
            row["fact"].pop(name, None)
        for turn in row["fact"].get("turns", []):
            turn.pop("sent", None)
        yield json.dumps(row, ensure_ascii=False)


def same_as_committed(name: str, found: str) -> None:
    if os.environ.get("REWRITE"):
        (SAMPLE / name).write_text(found, "utf-8")
    assert found == (SAMPLE / name).read_text("utf-8")


def test_the_report_rests_on_two_files_and_is_the_committed_one() -> None:
    report = ask()
    assert "suppliers.md" in report.partition("Sources")[2] and "summer-party.md" in report.partition("Sources")[2]
    same_as_committed("report.md", report.partition("\n\n")[2])


def test_the_facts_are_the_committed_ones() -> None:
    printed = ask("--json")
    same_as_committed("facts.jsonl", "".join(f"{line}\n" for line in facts(printed)))
