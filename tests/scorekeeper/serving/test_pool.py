"""Threads for pages: addresses take turns, with room for background steps between the pages."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future

import pytest

from scorekeeper.serving import pool as pool_module
from scorekeeper.serving.pool import PagePool

PATIENCE = 10


@pytest.fixture
def pool() -> Iterator[PagePool]:
    made = PagePool(1)
    yield made
    made.stop(patience=PATIENCE)


class Gate:
    """Holds a thread of a pool until it is opened; `made` notes what is made after that."""

    def __init__(self, pool: PagePool, *, step: bool = False) -> None:
        self.pool, self.made = pool, list[str]()
        self.jobs: list[Future[None]] = []
        self.opened, entered = threading.Event(), threading.Event()

        def wait() -> None:
            entered.set()
            self.opened.wait(PATIENCE)

        self.future: Future[None] = pool.submit_step(wait) if step else pool.submit_page("", wait)
        assert entered.wait(PATIENCE)

    def page(self, address: str, name: str) -> None:
        self.jobs.append(self.pool.submit_page(address, self.made.append, name))

    def step(self, *, waits: float = 0) -> None:
        self.jobs.append(self.pool.submit_step(self.made.append, "step"))
        time.sleep(waits)

    def open(self) -> list[str]:
        self.opened.set()
        for job in (self.future, *self.jobs):
            if not job.cancelled():
                job.result(PATIENCE)
        return self.made


def test_pages_of_an_address_are_made_in_order_and_addresses_take_turns(pool: PagePool) -> None:
    gate = Gate(pool)
    for number in range(300):
        gate.page("flood", f"flood {number}")
    for who in ("a", "b", "a"):
        gate.page(who, who)
    made = gate.open()
    assert made[:5] == ["flood 0", "a", "b", "flood 1", "a"]
    assert made[5:] == [f"flood {number}" for number in range(2, 300)]


def test_a_step_that_has_waited_goes_before_later_pages_and_a_flood(
    pool: PagePool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool_module, "STEP_WAITS", 0.01)
    gate = Gate(pool)
    for _ in range(3):
        gate.page("flood", "before")
    gate.step(waits=0.05)
    for who in ("flood", "other", "flood", "other"):
        gate.page(who, "after")
    made = gate.open()
    assert (made[:2], made.count("after")) == (["before", "step"], 4)


def test_a_page_that_comes_soon_after_a_step_goes_before_it_unless_nobody_waits_for_it(
    pool: PagePool,
) -> None:
    gate = Gate(pool)
    gate.step()
    gate.page("", "page")
    gate.page("", "gone")
    assert gate.jobs[-1].cancel()
    assert gate.open() == ["page", "step"]


def test_only_one_step_runs_at_a_time_and_pages_run_beside_it() -> None:
    pool = PagePool(3)
    gate = Gate(pool, step=True)
    gate.step()
    assert pool.submit_page("", lambda: "page").result(PATIENCE) == "page"
    assert not gate.jobs[0].done()
    assert gate.open() == ["step"]
    pool.stop(patience=PATIENCE)


def test_a_thread_lives_on_when_a_page_fails(pool: PagePool) -> None:
    def fail() -> None:
        raise SystemExit(1)

    with pytest.raises(SystemExit):
        pool.submit_page("", fail).result(PATIENCE)
    assert pool.submit_page("", lambda: "well").result(PATIENCE) == "well"


def test_stopping_lets_what_runs_end_and_cancels_what_waits(pool: PagePool) -> None:
    gate = Gate(pool, step=True)
    waiting = pool.submit_step(lambda: None)
    threading.Timer(0.05, gate.opened.set).start()
    pool.stop(patience=PATIENCE)
    assert gate.future.done()
    with pytest.raises(CancelledError):
        waiting.result(PATIENCE)
    with pytest.raises(RuntimeError, match="stopped"):
        pool.submit_step(lambda: None)


def test_stopping_does_not_hang_on_what_does_not_end(pool: PagePool) -> None:
    gate = Gate(pool)
    begun = time.monotonic()
    pool.stop(patience=0.05)
    assert time.monotonic() - begun < PATIENCE / 2
    gate.open()


def test_connections_are_looked_after_around_a_step(pool: PagePool, monkeypatch: pytest.MonkeyPatch) -> None:
    happened = list[str]()
    monkeypatch.setattr(pool_module, "close_old_connections", lambda: happened.append("looked"))
    pool.submit_step(happened.append, "step").result(PATIENCE)
    assert happened == ["looked", "step", "looked"]
