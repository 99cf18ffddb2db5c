"""How many cases long tests try, and which: few in `make test`, always the same ones, many in `make soak`.

SOAK=1 asks for the many; SEED=7 draws other cases, and the same ones again for the same number.
"""

import os
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings

T = TypeVar("T")

ON_POSTGRES = os.environ.get("DATABASE_URL", "").startswith("postgres")
SOAK = os.environ.get("SOAK") == "1"
# Draws other cases; with 0 they are the same on every machine and in every run.
SEED = int(os.environ.get("SEED") or 0)


def steady(examples: int, *, steps: int = 15) -> settings:
    """Settings (and the decorator) for a property: how many examples, and how many steps a story has."""
    return settings(
        max_examples=examples,
        stateful_step_count=steps,
        derandomize=not SEED,  # `make soak` hands its SEED to Hypothesis
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


def many(on_push: int, *, soak: int) -> int:
    """Return how many cases to try: `on_push` of them, or `soak` in `make soak`.

    On PostgreSQL return a quarter, at least one: the cases are the same, only the database is another.
    """
    wanted = soak if SOAK else on_push
    return max(wanted // 4, 1) if ON_POSTGRES else wanted


def seeds(some: Iterable[Any], *, on_each: int = 1) -> list[Any]:
    """Return parameters for a test of random histories: all of them in `make soak`, else the last few.

    The last `on_each` run on PostgreSQL too, and one more on SQLite; WHOLE=1 runs all of these on both.
    """
    every = [*some] if SOAK else [*some][-on_each - 1 :]
    return [
        *(pytest.param(one, marks=pytest.mark.one_database) for one in every[:-on_each]),
        *every[-on_each:],
    ]


def some(every: Sequence[T], *, on_push: int = 1) -> Sequence[T]:
    """Return the first `on_push` of these sizes or cases, or all of them in `make soak`."""
    return every if SOAK else every[:on_push]


def drawn(examples: int) -> settings:
    """The same for a property of so many cases that new ones may be drawn each time."""
    return settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))
