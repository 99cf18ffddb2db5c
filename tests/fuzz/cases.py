"""How many cases are tried, and how one is tried again.

A test that fails prints what was sent; run it again by its name with the same SOAK and SEED.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from hypothesis import HealthCheck, Phase, currently_in_test_context, note, seed, settings

from tests.steady import SEED, SOAK, many

# Cases of all tests together.
CASES = many(200, soak=20_000)
AGAIN = f"Try it again: SOAK={SOAK:d} SEED={SEED} python -m pytest tests/fuzz -k the_name_of_the_test"

Test = TypeVar("Test", bound=Callable[..., Any])


def tries(percent: float, *, of: int = 1) -> Callable[[Test], Test]:
    """Give a test so many percent of all cases; each example of it is a story `of` so many cases."""

    def told(test: Test) -> Test:
        examples = max(1, round(CASES * percent / 100 / of))
        test = settings(
            max_examples=examples,
            derandomize=not SEED,
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.explicit, Phase.generate, Phase.shrink],
            print_blob=False,
        )(test)
        return seed(SEED)(test) if SEED else test

    return told


def say(what: object) -> None:
    """Have it printed with a case that fails, if this is one that is being tried."""
    if currently_in_test_context():
        note(str(what))
