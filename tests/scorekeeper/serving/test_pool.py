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
    """One page thread, as on SQLite."""
    made = PagePool(1)
    yield made
    made.stop(patience=PATIENCE)


class Gate:
    """Holds a thread of a pool until it is opened."""

    def __init__(self, pool: PagePool, *, step: bool = False) -> None:
        self.opened, entered = threading.Event(), threading.Event()

        def wait() -> None:
            entered.set()
            self.opened.wait(PATIENCE)

        self.future: Future[None] = pool.submit_step(wait) if step else pool.submit_page("", wait)
        assert entered.wait(PATIENCE)

    def open(self) -> None:
        self.opened.set()
        self.future.result(PATIENCE)


def test_pages_of_one_address_are_made_in_order_of_arrival(pool: PagePool) -> None:
    gate, made = Gate(pool), list[int]()
    pages = [pool.submit_page("", made.append, number) for number in range(5)]
    gate.open()
    for page in pages:
        page.result(PATIENCE)
    assert made == [0, 1, 2, 3, 4]


def test_whoever_asks_for_hundreds_of_pages_lets_others_go_first(pool: PagePool) -> None:
    gate, made = Gate(pool), list[str]()
    pages = [pool.submit_page("flood", made.append, "flood") for _ in range(300)]
    for who in ("a", "b", "a"):
        pages.append(pool.submit_page(who, made.append, who))
    gate.open()
    for page in pages:
        page.result(PATIENCE)
    assert made[:6] == ["flood", "a", "b", "flood", "a", "flood"]
    assert made.count("flood") == 300


def test_a_step_is_not_starved_by_a_flood_from_one_address_nor_by_turns(
    pool: PagePool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool_module, "STEP_WAITS", 0.01)
    gate, made = Gate(pool), list[str]()
    before = [pool.submit_page("flood", made.append, "before") for _ in range(3)]
    step = pool.submit_step(made.append, "step")
    time.sleep(0.05)
    after = [pool.submit_page(who, made.append, "after") for who in ("flood", "other") for _ in range(3)]
    gate.open()
    for job in (*before, step, *after):
        job.result(PATIENCE)
    assert made[:2] == ["before", "step"]
    assert made.count("after") == 6


def test_a_page_that_comes_soon_after_a_step_goes_before_it(pool: PagePool) -> None:
    gate, made = Gate(pool), list[str]()
    step = pool.submit_step(made.append, "step")
    pool.submit_page("", made.append, "page")
    gate.open()
    step.result(PATIENCE)
    assert made == ["page", "step"]


def test_a_step_that_has_waited_goes_before_later_pages(
    pool: PagePool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool_module, "STEP_WAITS", 0.01)
    gate, made = Gate(pool), list[str]()
    pool.submit_step(made.append, "step")
    time.sleep(0.05)
    page = pool.submit_page("", made.append, "page")
    gate.open()
    page.result(PATIENCE)
    assert made == ["step", "page"]


def test_only_one_step_runs_at_a_time_and_pages_run_beside_it() -> None:
    pool = PagePool(3)
    gate = Gate(pool, step=True)
    second = pool.submit_step(lambda: "second")
    assert pool.submit_page("", lambda: "page").result(PATIENCE) == "page"
    assert not second.done()
    gate.open()
    assert second.result(PATIENCE) == "second"
    pool.stop(patience=PATIENCE)


def test_a_page_that_nobody_waits_for_any_more_is_not_made(pool: PagePool) -> None:
    gate, made = Gate(pool), list[str]()
    gone = pool.submit_page("", made.append, "gone")
    last = pool.submit_page("", made.append, "last")
    assert gone.cancel()
    gate.open()
    last.result(PATIENCE)
    assert made == ["last"]


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
