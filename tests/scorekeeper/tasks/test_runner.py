"""The thread that hands in steps: with page threads of its own, and signals instead of clocks."""

import threading
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from django.db import OperationalError, connections
from pytest_django import Settings

from ledger.models import Group
from ledger.steps import pause
from scorekeeper.models import Task
from scorekeeper.serving.pool import PagePool
from scorekeeper.tasks import ask
from scorekeeper.tasks.files import BROUGHT
from scorekeeper.tasks.worker import Runner
from tests import cast

PATIENCE = 20


class OneThread(PagePool):
    """Page threads as the server has them on SQLite, and what was handed in."""

    def __init__(self) -> None:
        super().__init__(1)
        self.threads = ThreadPoolExecutor(1)
        self.steps = 0
        self.idle = threading.Event()
        self.trouble: list[Exception] = []

    def submit_step(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        return self.threads.submit(self._step, fn)

    def _step(self, step: Callable[[], Any]) -> Any:
        self.steps += 1
        if self.trouble:
            raise self.trouble.pop()
        has_more = step()
        if has_more is False:
            self.idle.set()
        return has_more

    def close(self) -> None:
        if not self.threads._shutdown:
            self.threads.submit(connections.close_all).result()
        self.threads.shutdown()


@pytest.fixture
def pool(settings: Settings, transactional_db: None) -> Iterator[OneThread]:
    settings.TASKS_AT_ONCE = False
    pool = OneThread()
    yield pool
    pool.close()


@pytest.fixture
def runner(pool: OneThread) -> Iterator[Runner]:
    """Return a thread that was not started yet."""
    thread = Runner(pool)
    yield thread
    thread.stop()


@pytest.fixture
def group(transactional_db: None) -> Group:
    return cast.thursday_table()


def idle(pool: OneThread) -> None:
    assert pool.idle.wait(PATIENCE)
    pool.idle.clear()


def test_it_is_woken_by_whoever_asks(
    pool: OneThread, runner: Runner, group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.tasks.worker.RESTS", 10 * PATIENCE)
    runner.start()
    idle(pool)
    ask(Task.Kind.EXPORT_GROUP, guest=cast.OWNER, group=group)
    idle(pool)
    assert Task.objects.get().state == Task.State.DONE


def test_it_looks_now_and_then_for_what_another_server_was_asked(
    pool: OneThread, runner: Runner, group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.tasks.worker.RESTS", 0.01)
    monkeypatch.setattr("scorekeeper.tasks.asking.BELL", threading.Event())
    runner.start()
    idle(pool)
    ask(Task.Kind.EXPORT_GROUP, guest=cast.OWNER, group=group)
    for _ in range(100):
        idle(pool)
        if Task.objects.get().state == Task.State.DONE:
            return
    pytest.fail("It never looked.")


def test_it_goes_on_when_the_database_cannot(
    pool: OneThread,
    runner: Runner,
    group: Group,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr("scorekeeper.tasks.worker.RESTS", 0.01)
    pool.trouble.append(OperationalError("the server went away"))
    runner.start()
    idle(pool)
    assert "the server went away" in caplog.text
    assert pool.steps > 1


def test_it_stops_with_the_server_and_gives_back_its_task(
    runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, waits = threading.Event(), threading.Event()

    def work(task: Task, began: object) -> Any:
        while True:
            begun.set()
            assert waits.wait(PATIENCE)
            pause(1, 2)

    monkeypatch.setattr("scorekeeper.tasks.worker.carried_out", work)
    ask(Task.Kind.IMPORT_GROUP, guest=uuid.uuid4(), files={BROUGHT: b"tea"})
    runner.start()
    assert begun.wait(PATIENCE)
    runner.ends.set()
    waits.set()
    runner.stop()
    assert (runner.is_alive(), Task.objects.get().state) == (False, Task.State.WAITING)


def test_it_ends_when_the_page_threads_are_gone(pool: OneThread, runner: Runner) -> None:
    pool.close()
    runner.start()
    runner.join(PATIENCE)
    assert not runner.is_alive()


def test_it_asks_the_database_nothing_itself(
    pool: OneThread, runner: Runner, group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_by = set()
    wrapper = connections["default"].__class__
    execute = wrapper.cursor

    def cursor(self: Any) -> Any:
        asked_by.add(threading.current_thread().name)
        return execute(self)

    monkeypatch.setattr(wrapper, "cursor", cursor)
    runner.start()
    ask(Task.Kind.EXPORT_GROUP, guest=cast.OWNER, group=group)
    idle(pool)
    assert asked_by - {"tasks"} == asked_by != set()
