"""Long work in short steps, so that nobody waits for it. Pure.

Work is a generator: between two steps it says how far it is, and holds no lock and no transaction. A step
takes some hundredths of a second at most; whoever runs the steps lets everybody else go first in between.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TypeVar

Result = TypeVar("Result")


@dataclass(frozen=True, kw_only=True)
class Progress:
    """So much is done, of so much; `of` is 0 while nobody knows."""

    done: int
    of: int


Steps = Generator[Progress, None, Result]
"""Work in steps; what it returns is its result."""


def finish(steps: Steps[Result], told: Callable[[int, int], object] = lambda done, of: None) -> Result:
    """Run all the steps one after the other, as a command does; `told` hears (done, of) after each.

    Returns the result of the work, and raises whatever it raises.
    """
    while True:
        try:
            progress = next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result
        told(progress.done, progress.of)
