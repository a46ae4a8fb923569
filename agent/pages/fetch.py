"""Opening a web page ourselves, without a search service: only what may be visited, only so much, only so long.

Every hop is looked at anew: the form of its address, robots.txt, and the IP that its name stands for at this moment,
which is then the one that is connected to. A name that answers something else a moment later changes nothing.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
import zlib
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass

import httpx

from agent.pages.addresses import NotVisited, Target, inside, led_on, target
from agent.pages.apart import read_apart
from agent.pages.readable import Readable, Unreadable
from agent.pages.robots import AGENT, Robots
from agent.pages.robots import LARGEST as ROBOTS_TXT
from agent.pages.walls import SAID, by_status, led_away, wall

SECONDS = 12.0  # for a page in all: names, robots.txt, redirects, bytes, reading
HOPS = 5
LARGEST = 20_000_000  # bytes of a file, unpacked
ENOUGH = 100_000  # bytes that are read as a page where the rest does not come in time
_ARRIVING = 0.5  # of those seconds, for bytes
_CONNECT = 4.0  # seconds for one IP
_TRIES = 3  # IPs of a name
_HEADERS = {
    "User-Agent": f"{AGENT}/0.1 (reads single pages for people who ask)",
    "Accept": "text/html, application/xhtml+xml, application/pdf, text/plain;q=0.9, text/*;q=0.8, */*;q=0.1",
    "Accept-Language": "en, *;q=0.5",
    "Accept-Encoding": "gzip",
}
_MOVED = (301, 302, 303, 307, 308)

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]


class FetchFailed(Exception):
    """The page was not opened. The text is readable as it stands, with no word of the page and none of its address.

    `final`: trying again cannot help.
    """

    def __init__(self, text: str, final: bool = False) -> None:
        super().__init__(text)
        self.final = final


@dataclass(frozen=True)
class Fetched:
    """The page and the address at which it was found in the end."""

    address: str
    page: Readable


@dataclass(frozen=True)
class _Answer:
    """What a server answered. `cut`: there is more than the bytes that were taken; `moved`: where it leads on."""

    status: int
    type: str
    body: bytes
    cut: bool
    moved: str
    challenged: bool


async def resolved(host: str, port: int) -> Sequence[str]:
    """The IPs of a name, the best first; raises OSError."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(info[4][0]) for info in found))


class Fetcher:
    """Opens pages. `seconds` is how long one may take in all, `arriving` how long its bytes may of that, where it is
    not the half; `resolve` says which IPs a name has.

    `may_visit` are places ("127.0.0.1:8080") that are no part of the public web and may be visited all the same: for
    tests, which serve their pages there. `trust` is whose certificates are believed, where not the usual ones.
    """

    def __init__(
        self,
        *,
        seconds: float = SECONDS,
        arriving: float | None = None,
        resolve: Resolve = resolved,
        may_visit: Collection[str] = (),
        trust: ssl.SSLContext | None = None,
    ) -> None:
        self._seconds, self._resolve, self._may_visit = seconds, resolve, frozenset(may_visit)
        self._arriving = arriving or seconds * _ARRIVING
        self._ports = {int(place.rpartition(":")[2]) for place in may_visit}
        self._robots = Robots()
        # No connection is kept: it was made for one name, and another name may share its IP.
        self._http = httpx.AsyncClient(
            headers=_HEADERS,
            verify=trust or ssl_context(),
            trust_env=False,
            follow_redirects=False,
            limits=httpx.Limits(max_keepalive_connections=0),
            timeout=httpx.Timeout(seconds, connect=min(_CONNECT, seconds)),
        )

    async def close(self) -> None:
        await self._http.aclose()

    async def open(self, address: str) -> Fetched:
        """The page at an address; raises FetchFailed, also where something stands there in place of the page."""
        try:
            async with asyncio.timeout(self._seconds):
                return await self._open(address)
        except TimeoutError:
            raise FetchFailed("the site did not answer in time") from None
        except NotVisited as error:
            raise FetchFailed(f"the address is not one of the public web: {error}", final=True) from None
        except Unreadable as error:
            raise FetchFailed(str(error), final=True) from None

    async def _open(self, address: str) -> Fetched:
        at = target(address, self._ports)
        for _ in range(HOPS + 1):
            if refusal := await self._robots.refusal(at.origin, at.address, self._robots_txt):
                raise FetchFailed(refusal, final=True)
            answer = await self._get(at, LARGEST)
            if not answer.moved:
                return Fetched(at.address, await self._page(address, at, answer))
            at = led_on(at, answer.moved, self._ports)
        raise FetchFailed(f"the site led on more than {HOPS} times", final=True)

    async def _page(self, asked: str, at: Target, answer: _Answer) -> Readable:
        """What is to be read in an answer; raises FetchFailed and Unreadable."""
        if answer.challenged:
            raise FetchFailed(SAID["robots"], final=True)
        if answer.status not in (200, 203):
            raise await self._refused(at, answer)
        if away := led_away(asked, at.address):
            raise FetchFailed(SAID[away], final=True)
        page = await read_apart(answer.body, answer.type, at.address, cut=answer.cut)
        if kind := wall(page.title, page.text) or ("login" if page.asks and len(page.text) < _LOGIN else None):
            raise FetchFailed(SAID[kind], final=True)
        return page

    async def _refused(self, at: Target, answer: _Answer) -> FetchFailed:
        """Why an answer is no page; what it says is looked at, and never passed on."""
        try:
            if answer.status in (404, 410):
                raise Unreadable
            said = await read_apart(answer.body[:100_000], answer.type, at.address, cut=True)
        except Unreadable:
            said = Readable("", "")
        text = by_status(answer.status, said.title, said.text)
        return FetchFailed(text, final=answer.status < 500 and answer.status != 429)

    async def _robots_txt(self, address: str) -> tuple[int, bytes]:
        """The status and the bytes of a robots.txt; raises FetchFailed where there was no answer: none would come for
        the page either."""
        at = target(address, self._ports)
        for _ in range(HOPS + 1):
            answer = await self._get(at, ROBOTS_TXT)
            if not answer.moved:
                return answer.status, answer.body
            at = led_on(at, answer.moved, self._ports)
        return 404, b""  # as if there were none: RFC 9309, 2.3.1.2

    # --- one request --------------------------------------------------------------------------------------------

    async def _get(self, at: Target, most: int) -> _Answer:
        """One request, to the first of the host's IPs that can be reached; raises FetchFailed and NotVisited."""
        for ip in (await self._ips(at))[:_TRIES]:
            try:
                return await self._asked(at, ip, most)
            except (httpx.ConnectError, httpx.ConnectTimeout):
                continue
            except httpx.TimeoutException:
                raise FetchFailed("the site did not answer in time") from None
            except (httpx.HTTPError, httpx.InvalidURL, ValueError):
                break
        raise FetchFailed("the site cannot be reached") from None

    async def _ips(self, at: Target) -> Sequence[str]:
        """Where the host is, all of it public; raises NotVisited where any of it is not."""
        try:
            found = [at.literal] if at.literal else await self._resolve(at.host, at.port)
        except (OSError, UnicodeError):
            raise FetchFailed("the site cannot be reached") from None
        for ip in found:
            if inside(ip) and _place(ip, at.port) not in self._may_visit:
                raise NotVisited("it leads into a network that is not public")
        return found

    async def _asked(self, at: Target, ip: str, most: int) -> _Answer:
        """One request to this IP and no other, under the host's name. Raises what httpx raises."""
        request = self._http.build_request(
            "GET",
            httpx.URL(scheme=at.scheme, host=ip, port=at.port, raw_path=at.path.encode("ascii")),
            headers={"Host": at.authority},
            extensions={} if at.literal else {"sni_hostname": at.host},
        )
        response = await self._http.send(request, stream=True)
        try:
            moved = response.headers.get("location", "") if response.status_code in _MOVED else ""
            body, cut = (b"", False) if moved else await _body(response, most, self._arriving)
            type = response.headers.get("content-type", "")
            challenged = response.headers.get("cf-mitigated", "") == "challenge"
            return _Answer(response.status_code, type, body, cut, moved, challenged)
        finally:
            await response.aclose()


_LOGIN = 1_500  # characters of a page with a field for a password


def ssl_context() -> ssl.SSLContext:
    """Whose certificates are believed: the list that comes with httpx."""
    return httpx.create_ssl_context(trust_env=False)


def _place(ip: str, port: int) -> str:
    return f"[{ip}]:{port}" if ":" in ip else f"{ip}:{port}"


async def _body(response: httpx.Response, most: int, seconds: float) -> tuple[bytes, bool]:
    """The bytes, unpacked, and whether there are more than these. A length in the header is not believed. Of a text
    that takes longer what came is taken, if it is enough of it."""
    packed = response.headers.get("content-encoding", "").strip().lower()
    if packed not in ("", "identity", "gzip", "x-gzip"):
        raise FetchFailed("the site answered with something that cannot be read")
    got = bytearray()
    try:
        async with asyncio.timeout(seconds), aclosing(_unpacked(response, packed, most)) as pieces:
            async for piece in pieces:
                got += piece
                if len(got) > most:
                    return bytes(got[:most]), True
    except (TimeoutError, httpx.TimeoutException):
        if len(got) < ENOUGH or got.startswith(b"%PDF-"):
            raise
        return bytes(got), True
    return bytes(got), False


async def _unpacked(response: httpx.Response, packed: str, most: int) -> AsyncGenerator[bytes, None]:
    unpack = _Gzip(most) if packed in ("gzip", "x-gzip") else None
    async with aclosing(response.aiter_raw()) as parts:  # type: ignore[type-var]
        async for part in parts:
            for piece in unpack.feed(part) if unpack else (part,):
                yield piece


class _Gzip:
    """Unpacks piece by piece, so that what is packed small never becomes large at once."""

    _PIECE = 65_536

    def __init__(self, most: int) -> None:
        self._most = most
        self._stream = zlib.decompressobj(zlib.MAX_WBITS | 16)

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Raises FetchFailed on what is not packed like this."""
        while data:
            try:
                yield self._stream.decompress(data, self._PIECE)
            except zlib.error:
                raise FetchFailed("the site answered with something that cannot be read") from None
            data = self._stream.unconsumed_tail
            if self._stream.eof:  # what may follow is another part, or nothing that means anything
                rest = self._stream.unused_data
                data = rest if rest.startswith(b"\x1f\x8b") else b""
                self._stream = zlib.decompressobj(zlib.MAX_WBITS | 16)
