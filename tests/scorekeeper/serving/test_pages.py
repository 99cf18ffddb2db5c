"""The bridge to the pages: a page thread waits for no phone, and every kind of answer arrives whole."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any, cast

import pytest
from django.core.wsgi import get_wsgi_application
from django.http import FileResponse, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from pytest_django import Settings

from scorekeeper.serving.bounds import Bounds
from scorekeeper.serving.environ import Environ
from scorekeeper.serving.pages import Pages
from scorekeeper.serving.pool import PagePool
from tests.scorekeeper.serving.asking import Caller

PATIENCE = 10
CHUNKED = (b"transfer-encoding", b"chunked")
Page = Callable[[Environ], HttpResponseBase]
Story = Coroutine[Any, Any, Any]


@pytest.fixture
def bounds(tmp_path: Path) -> Bounds:
    return Bounds(
        folder=tmp_path / "arriving",
        form_bytes=1000,
        upload_bytes=5000,
        grace_seconds=0.1,
        spare_disk_bytes=0,
    )


@pytest.fixture
def pool() -> Iterator[PagePool]:
    made = PagePool(1)
    yield made
    made.stop(patience=PATIENCE)


Serve = Callable[[Page], Pages]


@pytest.fixture
def serve(pool: PagePool, bounds: Bounds) -> Serve:
    def serving(page: Page) -> Pages:
        def wsgi(environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
            response = page(environ)
            start_response(f"{response.status_code} so", list(response.items()))
            return response

        return Pages(wsgi, pool, bounds)

    return serving


def run(story: Story) -> Any:
    return asyncio.run(asyncio.wait_for(story, PATIENCE))


def answered(pages: Pages, caller: Caller) -> Caller:
    return cast("Caller", run(caller.ask(pages)))


def on_page_thread() -> bool:
    return threading.current_thread().name.startswith("page-")


def noting(made: list[str], key: str) -> Page:
    def page(environ: Environ) -> HttpResponse:
        made.append(environ[key])
        return HttpResponse("well")

    return page


def test_a_form_reaches_its_page_and_the_answer_its_phone(serve: Serve) -> None:
    pages = serve(lambda environ: HttpResponse(environ["wsgi.input"].read() * 2, status=201))
    caller = answered(pages, Caller(b"a", b"b", method="POST", headers=[CHUNKED]))
    assert (caller.status, caller.body, caller.headers["content-length"]) == (201, b"abab", "4")
    assert caller.is_complete


def test_a_head_is_answered_without_a_body(serve: Serve) -> None:
    for status, length in ((200, "3"), (304, None)):
        page = HttpResponse("abc" if length else "", status=status)
        caller = answered(serve(lambda environ, page=page: page), Caller(method="HEAD"))  # type: ignore[misc]
        assert (caller.status, caller.body, caller.is_complete) == (status, b"", True)
        assert caller.headers.get("content-length") == length


class Watched(BytesIO):
    """A file that notes from which threads it is read and closed."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self.on_page_thread: list[bool] = []

    def read(self, size: int | None = -1, /) -> bytes:
        self.on_page_thread.append(on_page_thread())
        return super().read(size)


@pytest.mark.parametrize("size", [0, 10, 65_535, 65_536, 65_537, 1_000_000])
def test_a_file_arrives_whole_is_closed_and_not_read_in_the_page_thread(serve: Serve, size: int) -> None:
    file, content = Watched(b"x" * size), b"x" * size
    caller = answered(serve(lambda environ: FileResponse(file)), Caller())
    assert (caller.body == content, caller.is_complete, file.closed) == (True, True, True)
    # Only the first portion of a long one is, of sixteen.
    assert size < 1_000_000 or sum(file.on_page_thread) < len(file.on_page_thread) / 10
    head = Watched(b"x" * size)
    answered(serve(lambda environ: FileResponse(head)), Caller(method="HEAD"))
    assert head.closed


def test_what_streams_is_made_in_the_page_thread_and_ends_there(serve: Serve) -> None:
    made_on: list[bool] = []

    def rows() -> Iterator[bytes]:
        for _ in range(100):
            made_on.append(on_page_thread())
            yield b"x" * 10_000

    caller = answered(serve(lambda environ: StreamingHttpResponse(rows())), Caller())
    assert (len(caller.body), caller.is_complete, set(made_on)) == (1_000_000, True, {True})


@pytest.mark.parametrize("is_slow_to_take", [True, False])
def test_a_phone_that_is_slow_to_take_or_to_send_holds_no_page_thread(
    serve: Serve, *, is_slow_to_take: bool
) -> None:
    async def both() -> Caller:
        pages = serve(lambda environ: HttpResponse("x" * 1_000_000))
        slow = Caller(b"half", ends=is_slow_to_take, method="POST", headers=[CHUNKED])
        slow.send = lambda message: asyncio.sleep(60)  # type: ignore[method-assign]
        waiting = asyncio.ensure_future(slow.ask(pages))
        await asyncio.sleep(0.05)
        other = await Caller().ask(pages)
        assert not waiting.done()
        waiting.cancel()
        return other

    assert run(both()).is_complete


def test_the_work_of_a_sender_who_has_hung_up_is_dropped(serve: Serve, pool: PagePool) -> None:
    made: list[str] = []

    async def crowded() -> Caller:
        opened, gone = threading.Event(), Caller(raw_path=b"/gone")
        pages = serve(noting(made, "PATH_INFO"))
        gate = pool.submit_page("", opened.wait, PATIENCE)
        waiting = asyncio.ensure_future(gone.ask(pages))
        await asyncio.sleep(0.01)
        gone.hang_up()
        await waiting
        opened.set()
        await asyncio.wrap_future(gate)
        await Caller(raw_path=b"/here").ask(pages)
        return gone

    assert (run(crowded()).status, made) == (0, ["/here"])


@pytest.mark.parametrize("flood", ["198.51.100.{}", "2001:db8:1:2::{}"])
def test_an_address_that_asks_for_hundreds_of_pages_does_not_keep_others_waiting(
    serve: Serve, pool: PagePool, flood: str
) -> None:
    made: list[str] = []

    async def crowded() -> None:
        opened, pages = threading.Event(), serve(noting(made, "REMOTE_ADDR"))
        pool.submit_page("", opened.wait, PATIENCE)
        # Of IPv6 whoever has one address has as many as they like.
        hosts = [flood.format(number if ":" in flood else 1) for number in range(1, 201)]
        callers = [Caller(client=(host, 5000)) for host in (*hosts, "192.0.2.7")]
        waiting = [asyncio.ensure_future(caller.ask(pages)) for caller in callers]
        await asyncio.sleep(0.01)
        opened.set()
        await asyncio.gather(*waiting)

    run(crowded())
    assert (len(made), made.index("192.0.2.7") <= 2) == (201, True)


def test_a_sender_who_hangs_up_in_the_middle_of_a_form_is_forgotten(serve: Serve) -> None:
    made: list[str] = []
    caller = Caller(b"half", ends=False, method="POST", headers=[CHUNKED])
    caller.hang_up()
    answered(serve(noting(made, "PATH_INFO")), caller)
    assert (made, caller.status) == ([], 0)


def test_a_page_that_is_being_made_is_made_to_its_end(serve: Serve) -> None:
    made: list[str] = []
    entered, opened = threading.Event(), threading.Event()

    def page(environ: Environ) -> HttpResponseBase:
        entered.set()
        opened.wait(PATIENCE)
        return noting(made, "PATH_INFO")(environ)

    async def hung_up() -> None:
        caller = Caller()
        waiting = asyncio.ensure_future(caller.ask(serve(page)))
        await asyncio.to_thread(entered.wait, PATIENCE)
        caller.hang_up()
        await asyncio.sleep(0.1)
        opened.set()
        await waiting

    run(hung_up())
    assert made == ["/"]


MULTIPART = (b"content-type", b"multipart/form-data; boundary=x")
ROOM, NO_ROOM = 20_000, 2000


@pytest.mark.parametrize(
    ("headers", "portion", "ends", "room", "status", "sentence"),
    [
        ([(b"content-length", b"1001")], b"x" * 1001, True, ROOM, 413, "one page takes 5 MB at most"),
        ([CHUNKED, MULTIPART], b"x" * 5001, True, ROOM, 413, "files can have 50 MB at most"),
        ([CHUNKED], b"half", False, ROOM, 408, "the connection broke off on the way"),
        ([CHUNKED, MULTIPART], b"x" * 5000, True, NO_ROOM, 503, "others are sending files just now"),
    ],
)
def test_a_body_that_was_not_read_is_answered_by_a_page(
    pool: PagePool,
    bounds: Bounds,
    settings: Settings,
    headers: list[tuple[bytes, bytes]],
    portion: bytes,
    ends: bool,
    room: int,
    status: int,
    sentence: str,
) -> None:
    settings.ALLOWED_HOSTS = ["localhost"]
    pages = Pages(get_wsgi_application(), pool, replace(bounds, in_flight_bytes=room, memory_bytes=100))
    heads = [(b"host", b"localhost"), *headers]
    caller = answered(pages, Caller(portion, ends=ends, method="POST", raw_path=b"/g/x/", headers=heads))
    assert (caller.status, caller.is_complete) == (status, True)
    assert sentence in caller.body.decode()
    assert "Nothing was saved" in caller.body.decode()
    assert "content-security-policy" in caller.headers
    assert (caller.headers.get("connection") == "close") == (not ends)
    assert (caller.headers.get("retry-after") == "60") == (status == 503)


def away(status: int = 503) -> HttpResponse:
    """Return the answer of a page while its database is away."""
    answer = HttpResponse("trying again", status=status)
    answer.is_away = True  # type: ignore[attr-defined]
    return answer


def test_a_page_waits_for_a_database_that_is_away_and_is_asked_again_with_its_form(serve: Serve) -> None:
    heard: list[bytes] = []

    def page(environ: Environ) -> HttpResponse:
        heard.append(environ["wsgi.input"].read())
        return away() if len(heard) < 3 else HttpResponse("written")

    caller = answered(serve(page), Caller(b"a hand", method="POST", headers=[CHUNKED]))
    assert (caller.status, caller.body) == (200, b"written")
    assert heard == [b"a hand"] * 3


def test_a_page_does_not_wait_for_ever(serve: Serve) -> None:
    pages = serve(lambda environ: away())
    pages.waits = 0.5
    begun = time.monotonic()
    caller = answered(pages, Caller())
    assert (caller.status, caller.body) == (503, b"trying again")
    assert 0.4 < time.monotonic() - begun < PATIENCE / 2


def test_of_many_that_wait_one_at_a_time_looks_whether_it_is_back(serve: Serve) -> None:
    asked: list[float] = []

    def page(environ: Environ) -> HttpResponse:
        asked.append(time.monotonic())
        return away() if asked[-1] < asked[0] + 1 else HttpResponse("here")

    async def crowd() -> list[bytes]:
        pages = serve(page)
        return [caller.body for caller in await asyncio.gather(*(Caller().ask(pages) for _ in range(20)))]

    assert run(crowd()) == [b"here"] * 20
    assert len(asked) < 20 + 10 + 20  # each once, the looks in between, and each once more


def test_a_watchdog_is_answered_while_every_page_thread_is_taken(serve: Serve, pool: PagePool) -> None:
    freed, pages = threading.Event(), serve(lambda environ: HttpResponse(status=405))
    pool.submit_page("", freed.wait, PATIENCE)
    for method, body in (("GET", b"ok\n"), ("HEAD", b"")):
        caller = answered(pages, Caller(path="/healthz", method=method))
        assert (caller.status, caller.body) == (200, body)
        assert caller.headers["cache-control"] == "private, no-store"
    freed.set()
    assert answered(pages, Caller(path="/healthz", method="POST")).status == 405
