"""Strangers cannot fill the log."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator

import pytest

from scorekeeper.serving.quiet_log import escaped, keep_quiet

NAME = "tests.quiet"


@pytest.fixture
def said() -> Iterator[io.StringIO]:
    """What a logger that is kept quiet has said."""
    heard = io.StringIO()
    logger, handler = logging.getLogger(NAME), logging.StreamHandler(heard)
    logger.addHandler(handler)
    logger.propagate = False
    keep_quiet(NAME)
    yield heard
    logger.removeHandler(handler)
    logger.filters.clear()


def test_the_same_message_is_said_three_times_a_minute_and_then_counted(
    said: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    logger, now = logging.getLogger(NAME), 1000.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    for number in range(100):
        logger.warning("no HTTP from %s", number)
    logger.warning("something else")
    assert said.getvalue().splitlines() == [
        "no HTTP from 0", "no HTTP from 1", "no HTTP from 2", "something else"
    ]  # fmt: skip
    now += 61
    logger.warning("no HTTP from %s", 100)
    logger.warning("something else")
    assert said.getvalue().splitlines()[4:] == [
        "no HTTP from 100 (and 97 more like it)", "something else"
    ]  # fmt: skip


def test_a_logger_is_kept_quiet_once() -> None:
    keep_quiet(NAME)
    keep_quiet(NAME)
    assert len(logging.getLogger(NAME).filters) == 1
    logging.getLogger(NAME).filters.clear()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("/g/é\n\x1b[2J\r", "/g/\\xe9\\n\\x1b[2J\\r"),
        ("a" * 200, "a" * 200),
        ("a" * 201, "a" * 200 + " …"),
        ("é" * 150, ("\\xe9" * 150)[:200] + " …"),
        ("\udcff\u202e", "\\udcff\\u202e"),
    ],
)
def test_what_a_stranger_sent_is_one_short_line(text: str, line: str) -> None:
    assert escaped(text) == line
