"""A phone that asks an ASGI application in this process."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from scorekeeper.serving.bodies import AsgiMessage


class Caller:
    """A phone with one request and its answer; it may `hang_up` at any time."""

    def __init__(self, *portions: bytes, ends: bool = True, **told: Any) -> None:
        self.scope: dict[str, Any] = {
            "type": "http",
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": "/",
            "raw_path": b"/",
            "query_string": b"",
            "server": ("localhost", 8000),
            "client": ("192.0.2.1", 5000),
            "headers": [(b"host", b"localhost")],
        } | told
        self.messages: asyncio.Queue[AsgiMessage] = asyncio.Queue()
        for number, portion in enumerate(portions or (b"",), 1):
            more = not ends or number < len(portions)
            self.messages.put_nowait({"type": "http.request", "body": portion, "more_body": more})
        self.status = 0
        self.headers: dict[str, str] = {}
        self.body = b""
        self.is_complete = False

    def hang_up(self) -> None:
        self.messages.put_nowait({"type": "http.disconnect"})

    async def receive(self) -> AsgiMessage:
        return await self.messages.get()

    async def send(self, message: AsgiMessage) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
            return
        self.body += message["body"]
        self.is_complete = not message["more_body"]

    async def ask(self, application: Callable[..., Awaitable[None]]) -> Caller:
        await application(self.scope, self.receive, self.send)
        return self
