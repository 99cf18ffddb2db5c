"""The threads in which pages are made, one on SQLite, with room for background work between the pages."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from typing import Any, ParamSpec, TypeVar

from django.db import close_old_connections

Given = ParamSpec("Given")
Result = TypeVar("Result")

STEP_WAITS = 0.1
"""Seconds: pages that come so soon after a background step go before it."""


@dataclass(frozen=True, kw_only=True, eq=False)
class _Job:
    """What is to be run, what comes of it, and since when it counts as waiting."""

    run: Callable[[], Any]
    future: Future[Any] = field(default_factory=Future)
    since: float


class PagePool(Executor):
    """An executor for pages (`submit`), in order of arrival, and for short background steps (`submit_step`).

    At most one step runs at a time, and it counts as if it had arrived a tenth of a second later than it did:
    a page never waits for more than one step, and steps are not starved by pages. What was cancelled while it
    waited is skipped. The threads are daemons: a server that is told to stop does not hang on them.
    """

    def __init__(self, threads: int) -> None:
        self.size = threads
        self._pages: deque[_Job] = deque()
        self._steps: deque[_Job] = deque()
        self._changed = threading.Condition()
        self._threads: list[threading.Thread] = []
        self._idle = 0
        self._step_runs = False
        self._closed = False

    def submit(
        self, fn: Callable[Given, Result], /, *args: Given.args, **kwargs: Given.kwargs
    ) -> Future[Result]:
        """Make a page as soon as a thread is free.

        Raises RuntimeError when the pool has been stopped.
        """
        return self._enqueue(self._pages, lambda: fn(*args, **kwargs), 0)

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

        return self._enqueue(self._steps, step, STEP_WAITS)

    def shutdown(self, *, wait: bool = True, cancel_futures: bool = False) -> None:  # type: ignore[override]
        """As every executor's, but its flags go by name; `stop` is what a server wants."""
        self._close(cancel=cancel_futures)
        if wait:
            self._join(None)

    def stop(self, *, patience: float) -> None:
        """Take nothing more, cancel what waits, and give what runs so many seconds to end."""
        self._close(cancel=True)
        self._join(patience)

    def _enqueue(self, queue: deque[_Job], run: Callable[[], Any], later: float) -> Future[Any]:
        with self._changed:
            if self._closed:
                raise RuntimeError("The page threads have been stopped.")
            job = _Job(run=run, since=time.monotonic() + later)
            queue.append(job)
            is_crowded = self._idle < len(self._pages) + len(self._steps)
            if is_crowded and len(self._threads) < self.size:
                self._start_thread()
            self._changed.notify()
        return job.future

    def _start_thread(self) -> None:
        name = f"page-{len(self._threads) + 1}"
        thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _work(self) -> None:
        while True:
            with self._changed:
                while (queue := self._next()) is None:
                    if self._closed and not self._pages and not self._steps:
                        return
                    self._idle += 1
                    self._changed.wait()
                    self._idle -= 1
                job = queue.popleft()
                is_step = queue is self._steps
                self._step_runs |= is_step
            _run(job)
            if is_step:
                self._step_ended()
            del job  # or the last answer would be held until the next request

    def _next(self) -> deque[_Job] | None:
        """The queue whose turn it is; None while nothing may run."""
        may_step = bool(self._steps) and not self._step_runs
        if self._pages and may_step:
            return self._pages if self._pages[0].since <= self._steps[0].since else self._steps
        if self._pages:
            return self._pages
        return self._steps if may_step else None

    def _step_ended(self) -> None:
        with self._changed:
            self._step_runs = False
            self._changed.notify_all()

    def _close(self, *, cancel: bool) -> None:
        with self._changed:
            self._closed = True
            waiting = [*self._pages, *self._steps] if cancel else []
            if cancel:
                self._pages.clear()
                self._steps.clear()
            self._changed.notify_all()
        for job in waiting:
            job.future.cancel()

    def _join(self, patience: float | None) -> None:
        until = None if patience is None else time.monotonic() + patience
        for thread in self._threads:
            thread.join(None if until is None else max(0.0, until - time.monotonic()))


def _run(job: _Job) -> None:
    if not job.future.set_running_or_notify_cancel():
        return
    try:
        result = job.run()
    except BaseException as trouble:  # the thread lives on, whatever a page does
        job.future.set_exception(trouble)
    else:
        job.future.set_result(result)
