"""Phones around a table with one bar of signal: the outbox of a phone against the real views, by seeds.

SIMULATED is how many seeds are played, from SIMULATED_FROM on; on PostgreSQL a twentieth of them where they
are many. A seed that fails is printed with its schedule and what happened, and played again by
`make simulate SEEDS=1 FROM=<seed>`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from random import Random
from unittest import mock

import pytest
from django.db import transaction
from django.utils import timezone

from tests.scorekeeper.pad.deno import Script
from tests.simulation.clock import BEGUN, Clock
from tests.simulation.others import Table, a_table
from tests.simulation.schedule import drawn
from tests.simulation.story import Story
from tests.simulation.truths import check, says_whom_it_waits_for
from tests.steady import ON_POSTGRES

USUALLY = 25
ASKED = int(os.environ.get("SIMULATED", USUALLY))
SEEDS = min(ASKED, max(ASKED // 20, USUALLY)) if ON_POSTGRES else ASKED
FROM = int(os.environ.get("SIMULATED_FROM", "0"))
BLOCK = 50


@pytest.fixture(scope="module")
def script() -> Iterator[Script]:
    script = Script("tests/simulation/phones.js")
    yield script
    script.close()


@pytest.fixture
def tables(db: None) -> Mapping[int, Table]:
    """A group with one night, and one with two: at the second night the dealer sits out."""
    with mock.patch.object(timezone, "now", return_value=BEGUN):
        return {nights: a_table(nights) for nights in (1, 2)}


def play(tables: Mapping[int, Table], script: Script, seed: int) -> list[str]:
    """One story, of which nothing stays in the database: what happened."""
    luck, clock = Random(seed), Clock()
    schedule = drawn(luck)
    with mock.patch.object(timezone, "now", clock.tells), transaction.atomic():
        try:
            story = Story(tables[schedule.nights], schedule, luck, clock, script)
            story.tell()
            check(story, waits=says_whom_it_waits_for)
        except Exception as problem:
            raise AssertionError(told_again(seed, str(schedule), clock, problem)) from problem
        finally:
            transaction.set_rollback(True)
    return clock.log


def told_again(seed: int, schedule: str, clock: Clock, problem: Exception) -> str:
    """What somebody needs who looks for the fault."""
    happened = "\n".join(clock.log)
    return (
        f"seed {seed}: {problem}\n\nPlanned: {schedule}\n\nHappened:\n{happened}\n\n"
        f"Once more: make simulate SEEDS=1 FROM={seed}"
    )


@pytest.mark.parametrize("first", range(FROM, FROM + SEEDS, BLOCK))
def test_whatever_happens_each_hand_is_in_the_book_once_or_stands_before_a_person(
    tables: Mapping[int, Table], script: Script, first: int
) -> None:
    for seed in range(first, min(first + BLOCK, FROM + SEEDS)):
        play(tables, script, seed)


def test_a_seed_tells_the_same_story_each_time(tables: Mapping[int, Table], script: Script) -> None:
    happened = play(tables, script, FROM)
    assert len(happened) > 10
    assert play(tables, script, FROM) == happened
