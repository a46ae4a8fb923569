"""Messages that are still being written: chat.startStream, appendStream, stopStream.

https://docs.slack.dev/reference/methods/chat.startStream. A stream does not live long, however often something is
appended: about five minutes (github.com/slackapi/python-slack-sdk/issues/1859).
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from bot.playground.slack import blocks
from bot.playground.slack.wire import Json, SlackError
from bot.playground.slack.world import Message

TEXT_CHARACTERS = 12_000
CHUNK_BLOCKS = 50
_STATUSES = ("pending", "in_progress", "complete", "error")


@dataclass
class Stream:
    """What has come so far: pieces of Markdown, and blocks, in their order; tasks by id at their first place."""

    at: float
    is_plan: bool
    parts: list[Json] = field(default_factory=list)
    title: str = ""

    def add(self, chunk: Json) -> None:
        """Take in one chunk; invalid_chunks when there is no such."""
        match chunk:
            case {"type": "markdown_text", "text": str(text)}:
                self._write(text)
            case {"type": "task_update", "id": str(), "title": str(), "status": status} if status in _STATUSES:
                self._update(chunk)
            case {"type": "plan_update", "title": str(title)}:
                self.title = title
            case {"type": "blocks", "blocks": list(given)}:
                # What goes beyond is dropped; Slack only warns of it.
                blocks.check_message(given[:CHUNK_BLOCKS])
                self.parts += given[:CHUNK_BLOCKS]
            case _:
                raise SlackError("invalid_chunks")

    def blocks(self) -> list[Json]:
        """The message's blocks as they stand now."""
        if not (self.is_plan or self.title):
            return list(self.parts)
        tasks = [part for part in self.parts if part["type"] == "task_card"]
        others = [part for part in self.parts if part["type"] != "task_card"]
        return [*([{"type": "plan", "title": self.title or "Plan", "tasks": tasks}] if tasks else []), *others]

    @property
    def text(self) -> str:
        """The Markdown so far, "" when there is none."""
        return "\n\n".join(part["text"] for part in self.parts if part["type"] == "markdown")

    def _write(self, text: str) -> None:
        if not text:
            return
        if self.parts and self.parts[-1]["type"] == "markdown":
            text = self.parts.pop()["text"] + text
        self.parts.append({"type": "markdown", "text": text})

    def _update(self, chunk: Json) -> None:
        """Title, status and output are replaced; details are added to what was there."""
        known = [part for part in self.parts if part.get("task_id") == chunk["id"]]
        card: Json = known[0] if known else {"type": "task_card", "task_id": chunk["id"]}
        card |= {"title": chunk["title"], "status": chunk["status"]}
        if chunk.get("details"):
            card["details"] = _rich(_words(card.get("details")) + str(chunk["details"]))
        if chunk.get("output"):
            card["output"] = _rich(str(chunk["output"]))
        if chunk.get("sources"):
            card["sources"] = chunk["sources"]
        if not known:
            self.parts.append(card)


class Streams:
    """The streams that are open. `seconds` is how long one lives by `clock`."""

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self._seconds, self._clock = seconds, clock
        self._open: dict[tuple[str, str], Stream] = {}

    def new(self, *, is_plan: bool) -> Stream:
        """A stream that begins now and belongs to no message yet."""
        return Stream(self._clock(), is_plan)

    def keep(self, said: Message, stream: Stream) -> None:
        """From now on this message is being written."""
        self._open[said.channel, said.ts] = stream

    def find(self, said: Message) -> Stream | None:
        """What is being written there, None when it is finished or its life is over."""
        stream = self._open.get((said.channel, said.ts))
        return stream if stream and self._clock() < stream.at + self._seconds else None

    def stop(self, said: Message) -> None:
        """It is finished."""
        self._open.pop((said.channel, said.ts), None)


def _rich(text: str) -> Json:
    return {"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": [_text(text)]}]}


def _text(text: str) -> Json:
    return {"type": "text", "text": text}


def _words(rich: Json | None) -> str:
    return str(rich["elements"][0]["elements"][0]["text"]) if rich else ""
