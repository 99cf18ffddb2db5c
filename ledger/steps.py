"""Long work lets everybody else go first, now and then. Pure.

Such work is a plain function. Where it holds no lock, no transaction and no cursor, some hundredths of a
second apart, it calls `pause`: whoever listens may do something else meanwhile, or say how far it is.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

# Hears how much is done, of how much; 0 while nobody knows.
Listener = Callable[[int, int], object]


def _nobody(done: int, of: int) -> None:
    pass


_listener: ContextVar[Listener] = ContextVar("listener", default=_nobody)


def pause(done: int = 0, of: int = 0) -> None:
    """Let whoever listens go first. Raise what a listener raises: the work is to end here."""
    _listener.get()(done, of)


@contextmanager
def heard_by(listener: Listener) -> Iterator[None]:
    """Have `listener` called at each pause inside, after those that listen already."""
    outer = _listener.get()

    def both(done: int, of: int) -> None:
        outer(done, of)
        listener(done, of)

    token = _listener.set(both)
    try:
        yield
    finally:
        _listener.reset(token)


@contextmanager
def seldom(nanoseconds: int) -> Iterator[None]:
    """Have nobody hear a pause inside so soon after the last one: work may pause at each of its lines."""
    outer, since = _listener.get(), time.monotonic_ns()

    def now_and_then(done: int, of: int) -> None:
        nonlocal since
        if time.monotonic_ns() - since > nanoseconds:
            outer(done, of)
            since = time.monotonic_ns()

    token = _listener.set(now_and_then)
    try:
        yield
    finally:
        _listener.reset(token)
