"""The life of the server: background work begins and ends with it."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from scorekeeper.serving.application import Application
from scorekeeper.serving.pool import PagePool
from tests.scorekeeper.serving.asking import Caller


async def no_pages(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 204, "headers": []})


class Background:
    """Work in the background that notes down when it begins and ends."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def application(self, pool: PagePool) -> Application:
        return Application(
            no_pages,  # type: ignore[arg-type]
            pool,
            start=lambda: self.said.append("begun"),
            stop=lambda: self.said.append("stopped"),
        )


@pytest.fixture(autouse=True)
def _turns_as_before() -> Iterator[None]:
    before, looks = sys.getswitchinterval(), gc.get_threshold()
    yield
    sys.setswitchinterval(before)
    gc.set_threshold(*looks)


def test_background_work_begins_with_the_server_and_ends_with_it() -> None:
    async def live() -> list[str]:
        application = background.application(pool)
        coming, said = asyncio.Queue[dict[str, str]](), list[str]()

        async def send(message: Any) -> None:
            said.append(message["type"])

        for what in ("startup", "shutdown"):
            coming.put_nowait({"type": f"lifespan.{what}"})
        await application({"type": "lifespan"}, coming.get, send)
        return said

    pool, background = PagePool(1), Background()
    assert asyncio.run(live()) == ["lifespan.startup.complete", "lifespan.shutdown.complete"]
    assert background.said == ["begun", "stopped"]
    with pytest.raises(RuntimeError):
        pool.submit_step(lambda: None)


def test_without_a_startup_message_it_begins_with_the_first_request() -> None:
    sys.setswitchinterval(0.005)
    gc.set_threshold(700, 10, 10)
    pool, background = PagePool(1), Background()
    application = background.application(pool)
    for _ in range(2):
        assert asyncio.run(Caller().ask(application)).status == 204
    assert background.said == ["begun"]
    # The event loop waits for no thread that computes, and no page again and again for the collector.
    assert (sys.getswitchinterval() <= 0.001, gc.get_threshold()[0] >= 10_000) == (True, True)
    pool.stop(patience=10)


def test_a_websocket_is_closed() -> None:
    said: list[Any] = []

    async def send(message: Any) -> None:
        said.append(message)

    application = Background().application(PagePool(1))
    asyncio.run(application({"type": "websocket"}, Caller().receive, send))
    assert said == [{"type": "websocket.close", "code": 1000}]
