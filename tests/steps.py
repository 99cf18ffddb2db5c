"""How much a database does for a question: counted, not timed, so that it is the same on every machine."""

from collections.abc import Callable

import pytest
from django.db import connection


def steps(call: Callable[[], object]) -> int:
    """Return how many steps SQLite takes while `call` runs: rows read of tables and indexes.

    Other databases count nothing; a test that asks this is skipped there.
    """
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite counts its steps")
    connection.ensure_connection()
    count = 0

    def one_more() -> int:
        nonlocal count
        count += 1
        return 0

    connection.connection.set_progress_handler(one_more, 1)
    try:
        call()
    finally:
        connection.connection.set_progress_handler(None, 1)
    return count
