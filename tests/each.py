"""Check many small cases in one test: one pytest case each costs more than checking a hand."""

from collections.abc import Callable, Mapping
from typing import TypeVar

import pytest

Case = TypeVar("Case")


def check_each(cases: Mapping[str, Case], check: Callable[[Case], None]) -> None:
    """Check every case, then fail with the name and the reason of each one that failed.

    Raise AssertionError if there is no case at all.
    """
    assert cases
    failed = {}
    for name, case in cases.items():
        try:
            check(case)
        except (
            Exception,
            pytest.fail.Exception,
        ) as problem:  # pytest.raises fails with one that is no Exception
            failed[name] = f"{type(problem).__name__}: {problem}"
    if failed:
        reasons = "\n\n".join(f"{name}\n{reason}" for name, reason in failed.items())
        pytest.fail(f"{len(failed)} of {len(cases)} failed\n\n{reasons}", pytrace=False)
