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
from scorekeeper.tasks import runner
from tests.scorekeeper.serving.asking import Caller


async def no_pages(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 204, "headers": []})


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[PagePool]:
    found: list[PagePool] = []
    monkeypatch.setattr(runner, "start", found.append)
    return found


@pytest.fixture(autouse=True)
def _turns_as_before() -> Iterator[None]:
    before, looks = sys.getswitchinterval(), gc.get_threshold()
    yield
    sys.setswitchinterval(before)
    gc.set_threshold(*looks)


def test_background_work_begins_with_the_server_and_ends_with_it(begun: list[PagePool]) -> None:
    async def live() -> list[str]:
        application = Application(no_pages, pool, runner)  # type: ignore[arg-type]
        coming, said = asyncio.Queue[dict[str, str]](), list[str]()

        async def send(message: Any) -> None:
            said.append(message["type"])

        for what in ("startup", "shutdown"):
            coming.put_nowait({"type": f"lifespan.{what}"})
        await application({"type": "lifespan"}, coming.get, send)
        return said

    pool = PagePool(1)
    assert asyncio.run(live()) == ["lifespan.startup.complete", "lifespan.shutdown.complete"]
    assert begun == [pool]
    with pytest.raises(RuntimeError):
        pool.submit_step(lambda: None)


def test_without_a_startup_message_it_begins_with_the_first_request(begun: list[PagePool]) -> None:
    sys.setswitchinterval(0.005)
    gc.set_threshold(700, 10, 10)
    pool = PagePool(1)
    application = Application(no_pages, pool, runner)  # type: ignore[arg-type]
    for _ in range(2):
        assert asyncio.run(Caller().ask(application)).status == 204
    assert begun == [pool]
    # The event loop waits for no thread that computes, and no page again and again for the collector.
    assert (sys.getswitchinterval() <= 0.001, gc.get_threshold()[0] >= 10_000) == (True, True)
    pool.stop(patience=10)


def test_a_websocket_is_closed() -> None:
    said: list[Any] = []

    async def send(message: Any) -> None:
        said.append(message)

    application = Application(no_pages, PagePool(1), runner)  # type: ignore[arg-type]
    asyncio.run(application({"type": "websocket"}, Caller().receive, send))
    assert said == [{"type": "websocket.close", "code": 1000}]
