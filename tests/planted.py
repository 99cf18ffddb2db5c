"""What `make mutants` changes about the tests, so that trying a planted fault takes tenths of a second.

A pytest plugin (`-p tests.planted`, asked for in pyproject.toml under [tool.mutmut]). Each fault is tried in
a process forked from one that has imported everything and run all tests before, so what counts is what is
done once more: collecting, making a database, drawing examples. What a test asks stays as it is.
"""

import functools
import gc
import inspect
import itertools
import os
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from _pytest.python import Function, Module

Test = Callable[..., None]
Case = Mapping[str, Any]


def _names(told: Any) -> list[str]:
    return [name.strip() for name in told.split(",")] if isinstance(told, str) else list(told)


def _cases(argnames: Any, argvalues: Any, **_: Any) -> list[Case]:
    """The cases of one `parametrize`, each as named arguments."""
    names = _names(argnames)
    rows = [getattr(value, "values", value) if hasattr(value, "marks") else value for value in argvalues]
    return [
        dict(zip(names, row if len(names) > 1 or hasattr(value, "marks") else (row,), strict=True))
        for row, value in zip(rows, argvalues, strict=True)
    ]


def _all_at_once(test: Test, tables: list[list[Case]]) -> Test:
    def all_cases() -> None:
        for cases in itertools.product(*tables):
            test(**{name: value for case in cases for name, value in case.items()})

    return all_cases


def _is_asked_for(config: pytest.Config, name: str) -> bool:
    """Whether a test may be among those to be run, which mutmut names one by one."""
    named = [test.partition("::")[2].partition("[")[0] for test in config.args]
    return name in named or not all(named)


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: Any, name: str, obj: object) -> list[pytest.Item] | None:
    """A test of a thousand cases is one test, where it asks for nothing but its cases: thousands of tests
    take longer to collect than to run."""
    if not _is_asked_for(collector.config, name):
        return []
    marks = getattr(obj, "pytestmark", [])
    tables = [_cases(*mark.args, **mark.kwargs) for mark in marks if mark.name == "parametrize"]
    if not (tables and isinstance(collector, Module) and inspect.isfunction(obj)):
        return None
    if any(not table for table in tables) or set(inspect.signature(obj).parameters) != {
        name for table in tables for name in table[0]
    }:
        return None
    together: Any = _all_at_once(obj, tables)
    together.pytestmark = [mark for mark in marks if mark.name != "parametrize"]
    return [Function.from_parent(collector, name=name, callobj=together)]


class Database:
    """Made once, in memory, before the first fork: every fault then has a copy of its own for nothing."""

    made = False

    @pytest.fixture(scope="session")
    @classmethod
    def django_db_setup(cls, django_test_environment: None, django_db_blocker: Any) -> None:
        from django.test.utils import setup_databases

        if not cls.made:
            with django_db_blocker.unblock():
                setup_databases(verbosity=0, interactive=False)
            cls.made = True


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Database(), "database-in-memory")


CACHES: list[Any] = []


def pytest_collection_finish() -> None:
    """What tests before the fork left in mind was worked out without the fault."""
    from ledger.scoring import option

    option._DECLARED.clear()
    option._BY_NAME.clear()
    CACHES.extend(
        found
        for found in gc.get_objects()
        if isinstance(found, functools._lru_cache_wrapper) and found.__module__.startswith("ledger.")
    )
    for cache in CACHES:
        cache.cache_clear()


PURE = ("ledger.scoring", "ledger.folding", "ledger.settling")
DEAR = (
    "tests/ledger/test_going_on.py",
    "tests/ledger/test_sheet.py",
    "tests/ledger/test_undone.py",
    "tests/ledger/test_whole_pots.py",
    "tests/ledger/scoring/test_examples_move.py",
)
"""Tests of seconds: whole evenings, a fold held against a fold, or an example against an example."""

SEEN_BY_THEM = ("folding", "examples", "option", "differences", "chart")


LOADING = "tests/ledger/scoring/test_loaded.py"
"""Loads every fault once more, which takes longer than all else; only what is done while loading needs it."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is pure is tried without a database, if any pure test reaches it, and without tests that hold what
    has the fault against what has it too. WHOLE=1 leaves out none."""
    of, _, module = os.environ.get("MUTANT_UNDER_TEST", "").partition(".x")[0].rpartition(".")
    if not f"{of}.{module}".startswith(PURE) or os.environ.get("WHOLE"):
        return
    pure = [item for item in items if not item.get_closest_marker("database")] or items
    if module not in SEEN_BY_THEM:
        pure = [item for item in pure if not item.nodeid.startswith(DEAR)] or pure
    called = [item for item in pure if not item.nodeid.startswith(LOADING)]
    items[:] = called if len(called) > 2 else pure
