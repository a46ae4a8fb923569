"""Files over HTTP: the address one is sent to, and the address its content is read from.

https://docs.slack.dev/messaging/working-with-files
"""

from collections.abc import Callable
from time import monotonic

from aiohttp import web

from bot.playground.slack import faults
from bot.playground.slack.wire import ApiCall
from bot.playground.slack.world import StoredFile, World

# Under this name an upload's POST stands in the list of calls and meets faults: it is no method of the Web API.
UPLOAD = "upload"
# What Slack shows to whoever has no right to a file: a page to sign in on, with status 200.
LOGIN_PAGE = """<!DOCTYPE html>
<html><head><title>Sign in | Slack</title></head>
<body><form action="/signin" method="post"><h1>Sign in to your workspace</h1></form></body></html>"""


class FileServer:
    """Takes what files.getUploadURLExternal announced, and hands out what the app may read.

    `may_read` judges the token of a download.
    """

    def __init__(
        self, world: World, planned: faults.Faults, calls: list[ApiCall], may_read: Callable[[str], bool]
    ) -> None:
        self._world, self._faults, self._calls, self._may_read = world, planned, calls, may_read

    async def receive(self, request: web.Request) -> web.StreamResponse:
        """The content of an announced file, as raw bytes or the first file of a multipart form."""
        content = await _content(request)
        call = ApiCall(monotonic(), UPLOAD, {"ticket": request.match_info["ticket"], "size": len(content)})
        self._calls.append(call)
        fault = self._faults.take(UPLOAD)
        if fault and (refused := await faults.refusal(fault, request)):
            call.response = faults.told(fault)
            return refused
        answer = self._take(request.match_info["ticket"], content)
        if fault and fault.kind == "reset_after":
            return faults.reset(request)
        return answer

    async def hand_out(self, request: web.Request) -> web.StreamResponse:
        """url_private: the content for a token that may read files, for any other the page to sign in on."""
        stored = self._world.files.get(request.match_info["id"])
        token = request.headers.get("Authorization", "").removeprefix("Bearer ").strip()
        if not self._may_read(token):
            return web.Response(text=LOGIN_PAGE, content_type="text/html")
        if stored is None or not stored.is_complete:
            return web.Response(status=404, text="file not found")
        return web.Response(body=stored.content, content_type=stored.mimetype)

    def _take(self, ticket: str, content: bytes) -> web.Response:
        """Slack says only that anything but 200 is a failure; which status it is, is not documented."""
        stored = next((one for one in self._world.files.values() if one.ticket == ticket), None)
        if stored is None or stored.is_complete:
            return web.Response(status=404, text="upload ticket not found")
        if len(content) != stored.size:
            return web.Response(status=400, text=f"expected {stored.size} bytes, got {len(content)}")
        stored.content = content
        return web.Response(text=f"OK - {len(content)}")


def stored_file(world: World, name: str, size: int, user: str) -> StoredFile:
    """A new file of which nothing but name and size is known yet."""
    number = world.number()
    stored = StoredFile(f"F{number:09}", name, size, user, created=int(float(world.tick())))
    world.files[stored.id] = stored
    return stored


async def _content(request: web.Request) -> bytes:
    if not request.content_type.startswith("multipart/"):
        return await request.read()
    form = await request.post()
    parts = [part.file.read() for part in form.values() if isinstance(part, web.FileField)]
    return bytes(parts[0]) if parts else b""
