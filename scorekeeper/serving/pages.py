"""The bridge from the server to the pages: Django's synchronous handler, behind an ASGI server.

A page thread is taken when the request is whole and given back when the answer is made. It waits for no
phone: bodies are read before, and answers are sent afterwards, in the event loop.
"""

import asyncio
import contextlib
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import Any

from django.http import FileResponse

from scorekeeper.serving.addresses import network_of
from scorekeeper.serving.bodies import AsgiMessage, Body, BodyReader, HungUp, Receive
from scorekeeper.serving.bounds import Bounds
from scorekeeper.serving.environ import CURRENT, HEADER, REQUEST_ID, Environ, Scope, environ_of, id_of
from scorekeeper.serving.metrics import AWAY, OTHERS, PAGES
from scorekeeper.serving.pool import PagePool

Send = Callable[[AsgiMessage], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]
Wsgi = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]

HEALTHZ = "/healthz"
HEALTHY = b"ok\n"
HEALTHY_HEADERS = (
    (b"content-type", b"text/plain; charset=utf-8"),
    (b"content-length", b"%d" % len(HEALTHY)),
    (b"cache-control", b"private, no-store"),
    (b"x-content-type-options", b"nosniff"),
)
PORTION = 65_536

# Seconds a page may be waited for before it is looked at whether its phone is still there. Most pages are
# made sooner, and do without the look.
WATCHED_AFTER = 0.05

# Seconds between two tries, while the database is away.
LOOKS_EVERY = 0.2


@dataclass(frozen=True, kw_only=True)
class ServerResponse:
    """A status, headers and a body; what is long comes in portions that take time to make, as they are read
    from a file, and is closed when it is not needed any more."""

    status: int
    headers: Headers
    body: bytes = b""
    portions: Iterator[bytes] = field(default_factory=lambda: iter(()))

    # Source of the rest of a stream that begins with this answer; None for a page.
    begins: object = None

    # Name of the page in urls.py; "" if the answer is no page.
    page: str = ""

    # The database was away; asked again, the page may well be made.
    is_away: bool = False

    close: Callable[[], object] | None = None


# Goes on with an answer that begins a stream, for somebody at this address.
Streaming = Callable[[ServerResponse, str, Receive, Send], Awaitable[None]]


class Pages:
    """The pages as an ASGI application, for requests only."""

    def __init__(self, wsgi: Wsgi, pool: PagePool, bounds: Bounds, streams: Streaming | None = None) -> None:
        self.wsgi, self.pool, self.streams = wsgi, pool, streams
        self.bodies = BodyReader(bounds)
        self.waits = bounds.away_seconds
        self.turn = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; nothing when its sender has hung up."""
        try:
            request_id = id_of(scope)
            address = network_of((scope.get("client") or ("",))[0])
            body = await self.bodies.read(scope["headers"], address, receive)
            begun = time.monotonic()
            try:
                if scope["path"] == HEALTHZ and scope["method"] in ("GET", "HEAD"):
                    # The event loop runs; a watchdog is not to wait for pages.
                    answer = ServerResponse(
                        status=200, headers=[*HEALTHY_HEADERS], body=HEALTHY, page="healthz"
                    )
                else:
                    answer = await self._made_at_last(scope, address, body, receive, request_id)
            finally:
                body.close()
            labels = PAGES.labels(answer.page or OTHERS, str(answer.status))
            labels.observe(time.monotonic() - begun)
            answer.headers.append((HEADER, request_id.encode("ascii")))
            if answer.begins is not None and self.streams is not None:
                await self.streams(answer, address, receive, send)
            else:
                await _send(answer, send, is_head=scope["method"] == "HEAD")
        except HungUp:
            pass

    async def _made_at_last(
        self, scope: Scope, address: str, body: Body, receive: Receive, request_id: str
    ) -> ServerResponse:
        # Make the page; while the database is away, try again until it is back or `away_seconds` are over.
        #
        # Waiting requests try in turn, so that they do not keep the page threads from pages that need no
        # database. A form is known by its key: a second try does not write again what a first one wrote
        # whose answer was lost.
        answer = await self._made(scope, address, body, receive, request_id)
        if not answer.is_away:
            return answer
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.waits) as limit:
                async with self.turn:
                    while answer.is_away and body.is_read:
                        await asyncio.sleep(LOOKS_EVERY)
                        body.file.seek(0)
                        when = limit.when()
                        limit.reschedule(None)  # a page that is being made is made to its end
                        answer = await self._made(scope, address, body, receive, request_id)
                        limit.reschedule(when)
        if answer.is_away:
            AWAY.inc()
        return answer

    async def _made(
        self, scope: Scope, address: str, body: Body, receive: Receive, request_id: str
    ) -> ServerResponse:
        environ = environ_of(scope, body, threads=self.pool.size, request_id=request_id)
        try:
            job = self.pool.submit_page(address, self._page, environ, ends=not body.is_read)
        except RuntimeError:  # the server stops, and the next one answers
            return ServerResponse(status=503, headers=[(b"retry-after", b"5"), (b"connection", b"close")])
        # A body that is not read to its end does not show whether its sender is still there.
        watching = asyncio.ensure_future(_dropped(job, receive)) if body.is_read else None
        try:
            return await asyncio.wrap_future(job)
        except asyncio.CancelledError:
            if watching and watching.done() and watching.result():
                raise HungUp from None
            raise
        finally:
            if watching:
                watching.cancel()

    def _page(self, environ: Environ, *, ends: bool) -> ServerResponse:
        # Make a page, in a page thread; `ends` when the connection cannot be used for another.
        head: list[Any] = []

        def start_response(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> None:
            head[:] = [int(status[:3]), headers]

        CURRENT.set(environ[REQUEST_ID])
        try:
            response = self.wsgi(environ, start_response)
        finally:
            CURRENT.set("")
        status, said = head
        # Django writes cookies with a space before them, which is more than a header may have.
        headers = [(name.lower().encode("latin-1"), value.strip().encode("latin-1")) for name, value in said]
        if ends:
            headers.append((b"connection", b"close"))
        page = getattr(response, "page", "")
        if isinstance(response, FileResponse):
            return replace(_from_file(status, headers, response), page=page)
        try:
            begins = getattr(response, "begins", None)
            if begins is not None:
                return ServerResponse(status=status, headers=headers, begins=begins, page=page)
            made = _whole(status, headers, response)
            return replace(made, page=page, is_away=getattr(response, "is_away", False))
        finally:
            getattr(response, "close", lambda: None)()


async def _dropped(job: Future[ServerResponse], receive: Receive) -> bool:
    # Drop a page when its phone is gone; return whether it was. One that a thread makes already is made to
    # its end: it may be writing.
    await asyncio.sleep(WATCHED_AFTER)
    while (await receive())["type"] != "http.disconnect":
        pass
    return job.cancel()


def _from_file(status: int, headers: Headers, response: FileResponse) -> ServerResponse:
    # The answer that is a file: its first portion, and if there is more, whatever reads the rest.
    #
    # The rest is read while it is sent, in a helper thread: nothing in a file asks the database. Closing it
    # is Django's request_finished, which finds no connections in a helper thread, and so leaves ours open.
    portions = _portions(response)
    body = next(portions, b"")
    if len(body) < PORTION:
        response.close()
        return ServerResponse(status=status, headers=headers, body=body)
    return ServerResponse(status=status, headers=headers, body=body, portions=portions, close=response.close)


def _whole(status: int, headers: Headers, response: Iterable[bytes]) -> ServerResponse:
    # All of an answer, made in the page thread, as it may ask the database; at the thread's own speed.
    #
    # A long streaming answer lies on the disk until the phone has taken it.
    if not getattr(response, "streaming", True):
        body = b"".join(response)
        if _has_body(status) and not any(name == b"content-length" for name, _ in headers):
            headers.append((b"content-length", b"%d" % len(body)))
        return ServerResponse(status=status, headers=headers, body=body)
    file = tempfile.SpooledTemporaryFile(max_size=PORTION)  # noqa: SIM115  (closed with the answer)
    file.writelines(response)
    file.seek(0)
    portions = iter(lambda: file.read(PORTION), b"")
    return ServerResponse(status=status, headers=headers, portions=portions, close=file.close)


def _portions(response: Iterable[bytes]) -> Iterator[bytes]:
    # The same bytes in fewer portions: each costs a walk to another thread.
    gathered, size = list[bytes](), 0
    for part in response:
        gathered.append(part)
        size += len(part)
        if size >= PORTION:
            yield b"".join(gathered)
            gathered, size = [], 0
    if gathered:
        yield b"".join(gathered)


def _has_body(status: int) -> bool:
    return status >= 200 and status not in (HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED)


async def _send(answer: ServerResponse, send: Send, *, is_head: bool) -> None:
    # Hand the answer to the server, which makes us wait while the phone is slow.
    loop = asyncio.get_running_loop()
    has_body = _has_body(answer.status) and not is_head
    try:
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        body = answer.body if has_body else b""
        while has_body and answer.close:
            if body:
                await send({"type": "http.response.body", "body": body, "more_body": True})
            body = await loop.run_in_executor(None, next, answer.portions, b"")
            has_body = bool(body)
        await send({"type": "http.response.body", "body": body, "more_body": False})
    finally:
        if answer.close:
            await loop.run_in_executor(None, answer.close)
