"""Plain functions cut into steps: work that runs only while a page thread waits for it."""

import threading
from collections.abc import Callable
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections

from ledger.steps import heard_by


class Stopped(BaseException):
    """The work is to end at its pause. No `Exception`, so that no handler in the work keeps it."""


class Turns:
    """A function in a thread of its own, that goes on from one `pause` to the next with each `step`.

    It never runs beside the thread that calls `step`, and asks the database over that thread's connection: so
    on SQLite one thread stays the only writer, and a step may come from another page thread than the last.
    """

    def __init__(self, work: Callable[[], object]) -> None:
        self._work = work
        self._goes, self._rests = threading.Semaphore(0), threading.Semaphore(0)
        self._thread = threading.Thread(target=self._run, name="step", daemon=True)
        self._connection: Any = None
        self._trouble: BaseException | None = None
        self._is_stopped = self._has_begun = self.is_over = False

    def step(self) -> bool:
        """Let the work go on to its next pause; return whether it has one. Raise what the work raises."""
        if self.is_over:
            return False
        self._connection = connections[DEFAULT_DB_ALIAS]
        self._connection.inc_thread_sharing()
        try:
            if not self._has_begun:
                self._has_begun = True
                self._thread.start()
            self._goes.release()
            self._rests.acquire()
        finally:
            self._connection.dec_thread_sharing()
        if self._trouble:
            raise self._trouble
        return not self.is_over

    def close(self) -> None:
        """End the work at its pause; what it has not begun it does not begin."""
        self._is_stopped = True
        if self._has_begun:
            self.step()
        self.is_over = True

    def _run(self) -> None:
        try:
            self._wait()
            with heard_by(self._pause):
                self._work()
        except Stopped:
            pass
        except BaseException as trouble:
            self._trouble = trouble
        finally:
            self.is_over = True
            self._rests.release()

    def _pause(self, done: int, of: int) -> None:
        self._rests.release()
        self._wait()

    def _wait(self) -> None:
        self._goes.acquire()
        connections[DEFAULT_DB_ALIAS] = self._connection
        if self._is_stopped:
            raise Stopped
