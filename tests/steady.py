"""Properties tried alike on every machine: the same examples each time, however slow the machine is."""

import os
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

ON_POSTGRES = os.environ.get("DATABASE_URL", "").startswith("postgres")
PLANTING = "MUTANT_UNDER_TEST" in os.environ and not os.environ.get("WHOLE")
"""Whether `make mutants` plants faults: then few examples, and none is made smaller, as each fault is tried
by all tests. WHOLE=1 draws as many as usual."""


def steady(examples: int, *, steps: int = 15) -> settings:
    """Settings (and the decorator) for a property: how many examples, and how many steps a story has."""
    return settings(
        max_examples=fewer(examples),
        stateful_step_count=steps,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate] if PLANTING else list(Phase),
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


def stories(usually: int) -> int:
    """How many stories are told: STORY_EXAMPLES, or as many as usually; see `asked`."""
    return asked("STORY_EXAMPLES", usually)


def asked(variable: str, usually: int) -> int:
    """How many examples an environment variable asks for, or as many as usually.

    On PostgreSQL a quarter of them: what is asked is the same, only the database is another.
    """
    wanted = int(os.environ.get(variable, usually))
    return max(wanted // 4, 2) if ON_POSTGRES else wanted


def seeds(some: Iterable[Any], *, on_each: int = 1) -> list[Any]:
    """Parameters of a test that asks of a database what it asks with others of them: the last (`on_each` of
    them) on each database, the others on one (WHOLE=1: all of them on each)."""
    every = [*some]
    return [
        *(pytest.param(one, marks=pytest.mark.one_database) for one in every[:-on_each]),
        *every[-on_each:],
    ]


def drawn(examples: int) -> settings:
    """The same for a property of so many cases that new ones may be drawn each time."""
    if PLANTING:
        return steady(examples)
    return settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))


def fewer(examples: int) -> int:
    """A twentieth where a fault is planted, but ten at least."""
    return max(examples // 20, 10) if PLANTING else examples
