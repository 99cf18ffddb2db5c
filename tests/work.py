"""How much work something is: counted, not timed, so that it is the same on every machine."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

# Twice as much is at most so many times the work: twice, and a sort.
LINEAR = 2.6


def work(call: Callable[[], object]) -> int:
    """Return how many functions are called, in Python and in C, while `call` runs."""
    count = 0

    def event(frame: FrameType, name: str, argument: Any) -> None:
        nonlocal count
        count += name in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(event)
    try:
        call()
    finally:
        sys.setprofile(before)
    return count


def growth(make: Callable[[int], Callable[[], object]], size: int) -> float:
    """Return how many times the work it is when what is read is twice as long."""
    make(size)()  # what is only done once: imports, caches
    return work(make(2 * size)) / work(make(size))
