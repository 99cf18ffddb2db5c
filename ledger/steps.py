"""Long work lets everybody else go first, now and then. Pure.

Such work is a plain function. Where it holds no lock, no transaction and no cursor, some hundredths of a
second apart, it calls `pause`: whoever listens may do something else meanwhile, or say how far it is.
"""

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeVar

Result = TypeVar("Result")
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


@dataclass(frozen=True, kw_only=True)
class Progress:
    """Progress of work: `done` of so much; `of` is 0 while nobody knows."""

    done: int
    of: int


# Work that is still written as a generator; it pauses at each `yield`.
Steps = Generator[Progress, None, Result]


def finish(steps: Steps[Result], told: Listener = _nobody) -> Result:
    """Run work that is a generator, with a pause after each step, and return its result."""
    while True:
        try:
            progress = next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result
        pause(progress.done, progress.of)
        told(progress.done, progress.of)
