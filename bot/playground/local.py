"""A server on 127.0.0.1 for as long as a block runs: what all doubles have in common."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from aiohttp import web


class Local:
    """An async context manager around an aiohttp application; port 0 takes a free one."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._runner: web.AppRunner | None = None

    @property
    def root(self) -> str:
        """The address, without a slash at the end; the real one from `start` on."""
        return f"http://127.0.0.1:{self._port}"

    def application(self) -> web.Application:
        """What is served; a subclass says."""
        raise NotImplementedError

    async def start(self) -> None:
        """Begin to listen. Raises OSError where the port is in use."""
        # A client that goes away ends its handler, so that an answer held back holds nothing up.
        self._runner = web.AppRunner(
            self.application(), access_log=None, handler_cancellation=True, shutdown_timeout=0.1
        )
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self._port).start()
        self._port = self._runner.addresses[0][1]

    async def close(self) -> None:
        """Stop listening and end what is still being sent. Twice is once."""
        runner, self._runner = self._runner, None
        if runner is not None:
            await runner.cleanup()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
