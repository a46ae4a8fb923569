"""Reading bytes of strangers in a process of its own: whatever is in them may take its time and its memory, and no
more, and is ended at once when nobody waits for it any longer. It gets no key and no setting.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import resource
import sys
from dataclasses import asdict

from agent.pages.readable import Readable, Unreadable, readable

SECONDS = 20  # of a processor
MEMORY = 2_000_000_000  # bytes
BROKEN = "the page is broken and could not be read"
_LINE = 20_000  # bytes of the first line


async def read_apart(body: bytes, content_type: str, address: str, *, cut: bool = False) -> Readable:
    """As `readable.readable`, in another process; raises Unreadable, also where that process was ended."""
    about = json.dumps({"content_type": content_type[:500], "address": address, "cut": cut}).encode()
    out = await _through(about + b"\n" + body)
    try:
        said = json.loads(out)
    except ValueError:
        raise Unreadable(BROKEN) from None
    if "why" in said:
        raise Unreadable(str(said["why"]))
    return Readable(**said)


async def _through(given: bytes) -> bytes:
    """What the process prints."""
    program = "from agent.pages.apart import main; main()"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-P", "-c", program,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
        env={"PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path), "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    try:
        out, _ = await process.communicate(given)
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    return out


def main() -> None:
    """In the other process: bytes in, JSON out."""
    for what, most in ((resource.RLIMIT_CPU, SECONDS), (resource.RLIMIT_AS, MEMORY)):
        with contextlib.suppress(ValueError, OSError):  # not every system has every limit
            resource.setrlimit(what, (most, most))
    about = json.loads(sys.stdin.buffer.readline(_LINE))
    try:
        said = asdict(readable(sys.stdin.buffer.read(), **about))
    except Unreadable as unreadable:
        said = {"why": str(unreadable)}
    sys.stdout.write(json.dumps(said))
