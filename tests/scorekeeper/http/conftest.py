"""A clock that stands still until a test moves it."""

from datetime import UTC, datetime, timedelta

import pytest
from pytest_django import Settings

from scorekeeper.visitors import counting


class Clock:
    def __init__(self) -> None:
        self.at = datetime(2026, 11, 19, 20, 0, tzinfo=UTC)

    def now(self) -> datetime:
        return self.at

    def go(self, **by: float) -> None:
        """Let so much time pass (as timedelta has it)."""
        self.at += timedelta(**by)


@pytest.fixture(autouse=True)
def _as_it_is_served(settings: Settings) -> None:
    """Set the limits as they are for everybody; other tests have room for what they do in a second."""
    settings.LIMITS_TIMES = 1


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(counting, "now", clock.now)
    return clock
