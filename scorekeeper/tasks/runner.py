"""The thread that hands the steps of all tasks to the page threads, one after the other.

It never asks the database anything itself: on SQLite a second connection that writes would be one too many.
"""

import logging
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, wait
from typing import Any

from scorekeeper.serving.pool import PagePool
from scorekeeper.tasks.claims import BELL
from scorekeeper.tasks.worker import Worker

log = logging.getLogger(__name__)

# Seconds between two looks when nothing is to be done; another server may have been asked.
LOOKS_EVERY = 5.0

# Seconds that a step gets to end when the server stops.
PATIENCE = 5.0


class Runner(threading.Thread):
    """Works until it is told to stop, or until there are no page threads any more."""

    def __init__(self, pool: PagePool) -> None:
        super().__init__(name="tasks", daemon=True)
        self.pool = pool
        self.worker = Worker()
        self.ends = threading.Event()

    def run(self) -> None:
        while not self.ends.is_set():
            BELL.clear()  # before looking: what is asked for after that look rings anew
            if not self._hand_in(self.worker.advance) and not self.ends.is_set():
                BELL.wait(LOOKS_EVERY)
        self._hand_in(self.worker.give_back)

    def stop(self) -> None:
        """End after the step that runs, and give back what is not done."""
        self.ends.set()
        BELL.set()
        self.join(2 * PATIENCE)

    def _hand_in(self, step: Callable[[], Any]) -> bool:
        # Have a page thread do it, and wait for that; whether there is more to do.
        try:
            future = self.pool.submit_step(step)
        except RuntimeError:
            self.ends.set()
            return False
        while not wait([future], PATIENCE).done:
            if self.ends.is_set():
                return False
        try:
            return bool(future.result())
        except CancelledError:
            self.ends.set()
        except Exception as trouble:  # the database cannot; it is asked again in a while
            log.error("Work in the background waits: %s", trouble)
        return False


_runners: list[Runner] = []


def start(pool: PagePool) -> None:
    """Begin to work in the background of this server; a second time changes nothing."""
    if not _runners:
        _runners.append(Runner(pool))
        _runners[0].start()


def stop() -> None:
    """Stop, and give back what is not done; before the page threads are gone."""
    while _runners:
        _runners.pop().stop()
