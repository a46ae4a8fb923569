"""A real slack-bolt app, on Socket Mode or behind HTTP, for tests to give listeners to."""

from collections.abc import Iterable
from types import TracebackType
from typing import Any, Self

from aiohttp import web
from slack_bolt.adapter.socket_mode.async_handler import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground.slack import SlackDouble

HEARD = ("app_mention", "message", "reaction_added")


class Bot:
    """An app that writes down what it hears; `async with` connects and disconnects it.

    `heard` are the events, as bolt gave them to a listener; `bodies` the payloads around them; `retries` the
    retry numbers they came with, 0 for a first delivery.
    """

    def __init__(self, slack: SlackDouble, *, events: Iterable[str] = HEARD, ping_interval: float = 10) -> None:
        self.client = AsyncWebClient(token=slack.bot_token, base_url=slack.api_url)
        self.client.retry_handlers.clear()
        self.slack = slack
        self.app = AsyncApp(client=self.client, signing_secret=slack.signing_secret, process_before_response=True)
        self.heard: list[dict[str, Any]] = []
        self.bodies: list[dict[str, Any]] = []
        self.retries: list[int] = []
        self._app_token, self._ping_interval = slack.app_token, ping_interval
        for kind in events:
            self.app.event(kind)(self._listen)

    async def _listen(self, event: dict[str, Any], body: dict[str, Any], request: AsyncBoltRequest) -> None:
        self.retries.append(int(request.headers.get("x-slack-retry-num", ["0"])[0]))
        self.bodies.append(body)
        self.heard.append(event)

    def kinds(self) -> list[str]:
        """The types and subtypes of the events so far."""
        return [event.get("subtype") or event["type"] for event in self.heard]

    async def __aenter__(self) -> Self:
        self._handler = AsyncSocketModeHandler(self.app, self._app_token, ping_interval=self._ping_interval)
        await self._handler.connect_async()  # type: ignore[no-untyped-call]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._handler.close_async()  # type: ignore[no-untyped-call]


class HttpBot(Bot):
    """The same app behind HTTP: `async with` listens, and gives the address to the workspace."""

    async def __aenter__(self) -> Self:
        self._runner = web.AppRunner(self.app.web_app("/slack/events"), access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        port = self._runner.addresses[0][1]
        self.slack.request_url = f"http://127.0.0.1:{port}/slack/events"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.slack.request_url = ""
        await self._runner.cleanup()


def button(label: str, action_id: str, value: str = "") -> dict[str, Any]:
    """A button."""
    known = {"value": value} if value else {}
    return {"type": "button", "text": {"type": "plain_text", "text": label}, "action_id": action_id, **known}


def actions(*elements: dict[str, Any], block_id: str = "") -> dict[str, Any]:
    """A row of buttons."""
    return {"type": "actions", "elements": list(elements), **({"block_id": block_id} if block_id else {})}


def section(text: str) -> dict[str, Any]:
    """A section of mrkdwn."""
    return {"type": "section", "text": {"type": "mrkdwn", "text": text}}


def modal(*blocks: dict[str, Any], title: str = "A form", submit: str = "Send", **more: Any) -> dict[str, Any]:
    """A modal; submit "" leaves the button out."""
    known: dict[str, Any] = {"submit": {"type": "plain_text", "text": submit}} if submit else {}
    return {"type": "modal", "title": {"type": "plain_text", "text": title}, "blocks": list(blocks), **known, **more}


def field(label: str = "Why", block_id: str = "why", action_id: str = "text", **more: Any) -> dict[str, Any]:
    """A text field."""
    return {
        "type": "input",
        "block_id": block_id,
        "label": {"type": "plain_text", "text": label},
        "element": {"type": "plain_text_input", "action_id": action_id, **more},
    }
