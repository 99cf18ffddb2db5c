"""Simulated time: nothing waits, and the same things happen in the same order each time."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count

BEGUN = datetime(2026, 11, 20, 19, tzinfo=UTC)
# A story in which more happens would never end.
MOST = 20_000

Does = Callable[[], object]


class Clock:
    """What happens when, in milliseconds since the story began; `log` is what has happened."""

    def __init__(self) -> None:
        self.ms = 0
        self.log: list[str] = []
        self._coming: list[tuple[int, int, Does]] = []
        self._order = count()

    def tells(self) -> datetime:
        """The same, to be put in the place of the server's."""
        return self.now

    @property
    def now(self) -> datetime:
        return BEGUN + timedelta(milliseconds=self.ms)

    def after(self, ms: int, does: Does) -> None:
        heapq.heappush(self._coming, (self.ms + ms, next(self._order), does))

    def run(self) -> None:
        for _ in range(MOST):
            if not self._coming:
                return
            self.ms, _order, does = heapq.heappop(self._coming)
            does()
        raise AssertionError("it never ends")

    def note(self, *what: object) -> None:
        self.log.append(f"{self.ms / 1000:9.3f} s  {' '.join(map(str, what))}")
