"""Fixtures for tests of the pad."""

from collections.abc import Iterator

import pytest

from tests.scorekeeper.pad.deno import Script


@pytest.fixture(scope="package")
def script() -> Iterator[Script]:
    running = Script()
    yield running
    running.close()
