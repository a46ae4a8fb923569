"""The page of `footnote try`: its files, what it shows as JSON, a stream of changes, and what people do there."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, NoReturn, TypeVar
from urllib.parse import quote, urlencode, urlsplit

from aiohttp import web
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from bot.playground.page_state import Eyes, Json, people
from bot.playground.slack import Change, SlackDouble, Unanswered, User

PAGE = Path(__file__).parent / "page"
TEXT_CHARACTERS = 12_000
STILL_HERE_SECONDS = 15.0
_HOSTS = ("127.0.0.1", "localhost")
# Named here because what the operating system says about .js differs, and a module of another type is refused.
_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_HEADERS = {
    "Cache-Control": "no-cache",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    # Should a message ever become markup after all, no script of its would run and no picture be fetched.
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
}


@dataclass(frozen=True)
class Setting:
    """What the banner and the intro of the page say.

    `model` and `approval` are short phrases, `sources` the names of what is searched, `questions` four to try,
    without a mention.
    """

    model: str
    sources: tuple[str, ...]
    questions: tuple[str, ...]
    approval: str


def add_page(slack: SlackDouble, setting: Setting) -> None:
    """Put the page and its routes on the double's server, and a guard in front of all its routes.

    Call it before slack.start(). The guard refuses what does not come from this machine's own page or program.
    """
    page = _Page(slack, setting)
    slack.app.middlewares.append(guard)
    slack.app.router.add_get("/", page.index)
    slack.app.router.add_get("/page/{name}", page.file)
    slack.app.router.add_get("/play/state", page.state)
    slack.app.router.add_get("/play/changes", page.changes)
    slack.app.router.add_get("/play/file/{id}", page.shared)
    slack.app.router.add_get("/archives/{channel}/{message}", page.permalink)
    for name, act in page.acts.items():
        slack.app.router.add_post(f"/play/{name}", act)


@web.middleware
async def guard(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Refuse what another web site sends: a name that resolves to us (DNS rebinding), or a foreign Origin."""
    if not is_ours(request.host, request.headers.get("Origin")):
        return web.json_response({"error": "This address serves its own page only."}, status=403)
    return await handler(request)


def is_ours(host: str, origin: str | None) -> bool:
    """Is the Host header one of this machine's names, and the Origin, if any, the very page it serves?"""
    try:
        name = urlsplit(f"//{host}").hostname
    except ValueError:
        return False
    return name in _HOSTS and origin in (None, f"http://{host}")


class _Act(BaseModel):
    """Something a person does; `as` in JSON says who."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    person: str = Field(alias="as")


_Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=TEXT_CHARACTERS)]


class _InChannel(_Act):
    channel: str


class _Say(_InChannel):
    text: _Text
    thread: str | None = None


class _Edit(_InChannel):
    ts: str
    text: _Text


class _Delete(_InChannel):
    ts: str


class _Click(_InChannel):
    ts: str
    action: str
    value: str | None = None


class _Submit(_Act):
    view: str
    values: dict[str, dict[str, str | list[str]]]


class _Press(_Act):
    view: str
    action: str
    value: str | None = None


class _Close(_Act):
    view: str


A = TypeVar("A", bound=_Act)
C = TypeVar("C", bound=_InChannel)
T = TypeVar("T")


class _Page:
    def __init__(self, slack: SlackDouble, setting: Setting) -> None:
        self._slack, self._setting = slack, setting
        self.acts = {
            "say": self._say,
            "edit": self._edit,
            "delete": self._delete,
            "click": self._click,
            "submit": self._submit,
            "press": self._press,
            "close": self._close,
        }

    async def index(self, request: web.Request) -> web.Response:
        return _file("index.html")

    async def file(self, request: web.Request) -> web.Response:
        return _file(request.match_info["name"])

    async def state(self, request: web.Request) -> web.Response:
        return web.json_response(self._state(self._eyes(request)))

    async def changes(self, request: web.Request) -> web.StreamResponse:
        """Server-sent events: `state` first, then every `change` after it, none lost in between."""
        eyes = self._eyes(request)
        changes = self._slack.watch()
        stream = web.StreamResponse(headers=_HEADERS | {"Content-Type": "text/event-stream"})
        await stream.prepare(request)
        try:
            await stream.write(_event("state", self._state(eyes)))
            async with aclosing(_with_pauses(changes, STILL_HERE_SECONDS)) as coming:
                async for change in coming:
                    told = eyes.changed(change) if change else None
                    await stream.write(_event("change", told) if told else b": still here\n\n")
        except ConnectionError:
            pass  # The page was closed.
        return stream

    async def shared(self, request: web.Request) -> web.Response:
        """A file that somebody shared, to be saved or shown as text: never as a page of this address."""
        stored = self._eyes(request).file(request.match_info["id"])
        if stored is None or stored.content is None:
            _refuse(404, "That file is not there any more.")
        saved = {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(stored.name, safe='')}"}
        return web.Response(body=stored.content, content_type="application/octet-stream", headers=_HEADERS | saved)

    async def permalink(self, request: web.Request) -> web.Response:
        """The address of a message, opened in a tab of its own: the page, with that message in sight."""
        digits = request.match_info["message"].removeprefix("p")
        ts = f"{digits[:-6]}.{digits[-6:]}"
        thread = request.query.get("thread_ts", ts)
        there = {"channel": request.match_info["channel"], "thread": thread, "message": ts}
        raise web.HTTPFound(f"/?{urlencode(there)}")

    def _state(self, eyes: Eyes) -> Json:
        return {**eyes.state(), "setting": asdict(self._setting)}

    def _eyes(self, request: web.Request) -> Eyes:
        """Through whose eyes; without a name the first person's."""
        return Eyes(self._slack, self._person(request.query.get("as") or people(self._slack)[0].id))

    def _person(self, user_id: str) -> User:
        known = next((person for person in people(self._slack) if person.id == user_id), None)
        return known or _refuse(404, "There is no such person here.")

    async def _say(self, request: web.Request) -> web.Response:
        act = await self._in_channel(request, _Say)
        ts = await _there(
            self._slack.say(act.person, act.text, channel=act.channel, thread=act.thread),
            "That thread is not there any more.",
        )
        return web.json_response({"ts": ts})

    async def _edit(self, request: web.Request) -> web.Response:
        act = await self._in_channel(request, _Edit)
        edit = self._slack.edit(act.person, act.ts, act.text, channel=act.channel)
        await _there(edit, "Only your own messages can be edited.")
        return web.json_response({})

    async def _delete(self, request: web.Request) -> web.Response:
        act = await self._in_channel(request, _Delete)
        delete = self._slack.delete(act.person, act.ts, channel=act.channel)
        await _there(delete, "Only your own messages can be deleted.")
        return web.json_response({})

    async def _click(self, request: web.Request) -> web.Response:
        act = await self._in_channel(request, _Click)
        self._need_bot()
        click = self._slack.click(act.person, act.ts, act.action, value=act.value, channel=act.channel)
        await _there(click, "That button is not there any more.")
        return web.json_response({})

    async def _submit(self, request: web.Request) -> web.Response:
        act = await self._read(request, _Submit)
        self._need_bot()
        submit = self._slack.submit(act.person, act.view, act.values)
        try:
            answer = await _there(submit, "That dialog is not open any more, or has other fields by now.")
        except Unanswered:
            _refuse(504, f"{self._slack.world.bot.real_name} did not answer in time. Try again.")
        except ValueError as problem:
            _refuse(400, f"It was not accepted: {problem}.")
        return web.json_response({"answer": answer})

    async def _press(self, request: web.Request) -> web.Response:
        """A button inside a modal."""
        act = await self._read(request, _Press)
        self._need_bot()
        press = self._slack.press(act.person, act.view, act.action, value=act.value)
        await _there(press, "That button is not there any more.")
        return web.json_response({})

    async def _close(self, request: web.Request) -> web.Response:
        act = await self._read(request, _Close)
        await _there(self._slack.close_view(act.person, act.view), "That dialog is not open any more.")
        return web.json_response({})

    async def _in_channel(self, request: web.Request, kind: type[C]) -> C:
        act = await self._read(request, kind)
        if not Eyes(self._slack, self._person(act.person)).can_see(act.channel):
            _refuse(404, "That channel is not one of yours.")
        return act

    async def _read(self, request: web.Request, kind: type[A]) -> A:
        if request.content_type != "application/json":
            _refuse(415, "Only JSON is read here.")
        try:
            act = kind.model_validate_json(await request.read())
        except ValidationError as problem:
            _refuse(400, _sentence(problem))
        self._person(act.person)
        return act

    def _need_bot(self) -> None:
        if not self._slack.connections:
            _refuse(503, f"{self._slack.world.bot.real_name} is not connected. Try again when it is.")


async def _there(act: Awaitable[T], otherwise: str) -> T:
    """Do it; what it is about not being there is told in a sentence."""
    try:
        return await act
    except LookupError:
        _refuse(404, otherwise)


async def _with_pauses(changes: AsyncIterator[Change], seconds: float) -> AsyncGenerator[Change | None, None]:
    """The changes, and None after so many seconds without one: writing is how a closed page is noticed."""
    coming = asyncio.ensure_future(anext(changes, None))
    try:
        while True:
            await asyncio.wait({coming}, timeout=seconds)
            if not coming.done():
                yield None
                continue
            change = coming.result()
            if change is None:
                return
            coming = asyncio.ensure_future(anext(changes, None))
            yield change
    finally:
        coming.cancel()


def _event(name: str, data: Json) -> bytes:
    return f"event: {name}\ndata: {json.dumps(data)}\n\n".encode()


def _file(name: str) -> web.Response:
    path = PAGE / name
    if path.suffix not in _TYPES or path.parent != PAGE or not path.is_file():
        _refuse(404, "There is no such file.")
    kind = _TYPES[path.suffix]
    return web.Response(body=path.read_bytes(), content_type=kind, charset="utf-8", headers=_HEADERS)


def _sentence(problem: ValidationError) -> str:
    first = problem.errors()[0]
    where = ".".join(str(part) for part in first["loc"]) or "the request"
    return f"{where}: {first['msg']}."


def _refuse(status: int, sentence: str) -> NoReturn:
    body = json.dumps({"error": sentence})
    kinds: dict[int, type[web.HTTPError]] = {
        400: web.HTTPBadRequest,
        404: web.HTTPNotFound,
        415: web.HTTPUnsupportedMediaType,
        503: web.HTTPServiceUnavailable,
        504: web.HTTPGatewayTimeout,
    }
    raise kinds[status](text=body, content_type="application/json")
