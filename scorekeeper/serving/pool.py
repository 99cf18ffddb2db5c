"""The threads in which pages are made, one on SQLite, with room for background work between the pages."""

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, ParamSpec, TypeVar

from django.db import close_old_connections

Given = ParamSpec("Given")
Result = TypeVar("Result")

# Seconds: pages that come so soon after a background step go before it.
STEP_WAITS = 0.1


@dataclass(frozen=True, kw_only=True, eq=False)
class _Job:
    """A function to run, its result, and the time since when it counts as waiting."""

    run: Callable[[], Any]
    future: Future[Any] = field(default_factory=Future)
    since: float


class _Turns:
    """Pages that wait, those of each address in order of arrival; the addresses take turns."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[_Job]] = OrderedDict()  # whose turn it is stands first
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[_Job]:
        return (job for jobs in self._waiting.values() for job in jobs)

    def add(self, address: str, job: _Job) -> None:
        """An address that waits for nothing yet has its turn after all others."""
        self._waiting.setdefault(address, deque()).append(job)
        self._count += 1

    def first(self) -> _Job:
        return next(iter(self._waiting.values()))[0]

    def take(self) -> _Job:
        address, jobs = next(iter(self._waiting.items()))
        job = jobs.popleft()
        self._count -= 1
        if jobs:
            self._waiting.move_to_end(address)
        else:
            del self._waiting[address]
        return job

    def clear(self) -> None:
        self._waiting.clear()
        self._count = 0


class PagePool:
    """Threads for pages (`submit_page`), and for short background steps (`submit_step`).

    The pages of one address are made in order of arrival, and addresses take turns: whoever asks for hundreds
    at once waits for them alone. At most one step runs at a time, and it counts as if it had arrived a tenth
    of a second later than it did: the page whose turn it is waits for one step at most, and steps are not
    starved by pages. What was cancelled while it waited is skipped. The threads are daemons: a server that is
    told to stop does not hang on them.
    """

    def __init__(self, threads: int) -> None:
        self.size = threads
        self._pages = _Turns()
        self._steps: deque[_Job] = deque()
        self._changed = threading.Condition()
        self._threads: list[threading.Thread] = []
        self._idle = 0
        self._step_runs = False
        self._closed = False

    @property
    def waiting(self) -> tuple[int, int]:
        return len(self._pages), len(self._steps)

    def submit_page(
        self, address: str, fn: Callable[Given, Result], /, *args: Given.args, **kwargs: Given.kwargs
    ) -> Future[Result]:
        """Make a page for this address when a thread is free and it is the address's turn.

        Raises RuntimeError when the pool has been stopped.
        """
        return self._enqueue(lambda job: self._pages.add(address, job), lambda: fn(*args, **kwargs), 0)

    def submit_step(
        self, fn: Callable[Given, Result], /, *args: Given.args, **kwargs: Given.kwargs
    ) -> Future[Result]:
        """Run a step of background work (some hundredths of a second) when it does not keep pages waiting.

        The pool looks after the thread's database connections before and after it, as Django does around a
        page. Raises RuntimeError when the pool has been stopped; a step that was still waiting then is
        cancelled.
        """

        def step() -> Result:
            close_old_connections()
            try:
                return fn(*args, **kwargs)
            finally:
                close_old_connections()

        return self._enqueue(self._steps.append, step, STEP_WAITS)

    def stop(self, *, patience: float) -> None:
        """Take nothing more, cancel what waits, and give what runs so many seconds to end."""
        with self._changed:
            self._closed = True
            waiting = [*self._pages, *self._steps]
            self._pages.clear()
            self._steps.clear()
            self._changed.notify_all()
        for job in waiting:
            job.future.cancel()
        until = time.monotonic() + patience
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))

    def _enqueue(self, add: Callable[[_Job], object], run: Callable[[], Any], later: float) -> Future[Any]:
        with self._changed:
            if self._closed:
                raise RuntimeError("The page threads have been stopped.")
            job = _Job(run=run, since=time.monotonic() + later)
            add(job)
            is_crowded = self._idle < len(self._pages) + len(self._steps)
            if is_crowded and len(self._threads) < self.size:
                name = f"page-{len(self._threads) + 1}"
                self._threads.append(threading.Thread(target=self._work, name=name, daemon=True))
                self._threads[-1].start()
            self._changed.notify()
        return job.future

    def _work(self) -> None:
        while True:
            with self._changed:
                while (is_step := self._is_steps_turn()) is None:
                    if self._closed and not self._pages and not self._steps:
                        return
                    self._idle += 1
                    self._changed.wait()
                    self._idle -= 1
                job = self._steps.popleft() if is_step else self._pages.take()
                self._step_runs |= is_step
            _run(job)
            if is_step:
                with self._changed:
                    self._step_runs = False
                    self._changed.notify_all()
            del job  # or the last answer would be held until the next request

    def _is_steps_turn(self) -> bool | None:
        # Whether a step comes next, or else a page; None while nothing may run.
        may_step = bool(self._steps) and not self._step_runs
        if self._pages and may_step:
            return self._steps[0].since < self._pages.first().since
        if self._pages:
            return False
        return True if may_step else None


def _run(job: _Job) -> None:
    if not job.future.set_running_or_notify_cancel():
        return
    try:
        result = job.run()
    except BaseException as trouble:  # the thread lives on, whatever a page does
        job.future.set_exception(trouble)
    else:
        job.future.set_result(result)
