"""A table plays deals, told on phones with one bar of signal: their scripts against the real views, by seeds.

SIMULATED is how many seeds are played, from SIMULATED_FROM on; on PostgreSQL a twentieth of them where they
are many. A seed that fails is printed with its schedule and what happened, and played again by
`make simulate SEEDS=1 FROM=<seed>`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import partial
from random import Random
from unittest import mock

import pytest
from django.db import transaction
from django.utils import timezone

from ledger.models import Membership, Role
from tests.scorekeeper.pad.deno import Script
from tests.simulation.clock import BEGUN, Clock
from tests.simulation.others import Table, a_table
from tests.simulation.schedule import Schedule, drawn
from tests.simulation.story import Story
from tests.simulation.tab import Tab
from tests.simulation.truths import check, says_whom_it_waits_for
from tests.steady import ON_POSTGRES

USUALLY = 15
ASKED = int(os.environ.get("SIMULATED", USUALLY))
SEEDS = min(ASKED, max(ASKED // 20, 4)) if ON_POSTGRES else ASKED
FROM = int(os.environ.get("SIMULATED_FROM", "0"))
BLOCK = 25


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
    """Play one story, of which nothing stays in the database; return what happened."""
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


@pytest.mark.one_database
@pytest.mark.parametrize("fuse", [None, 0, 1])
def test_hand_answered_by_a_conflict_while_its_phone_lives_or_dies_is_asked_about(
    tables: Mapping[int, Table], script: Script, fuse: int | None
) -> None:
    luck, clock = Random(1), Clock()
    with mock.patch.object(timezone, "now", clock.tells):
        story = Story(tables[1], Schedule(phones=1, nights=1, acts=()), luck, clock, script)
        story.network.is_healed = story.server.is_steady = True
        tab, (night,) = story.phones[0].tabs[0], story.nights
        tab.taps(story.deals.play(night))
        story.others.tell(story.deals.play(night))
        tab.presses()
        tab.fuse = fuse
        story.tell()
        check(story, waits=says_whom_it_waits_for)
    (told,) = story.phones[0].told.values()
    assert told.was_touched


@pytest.mark.one_database
def test_two_tabs_of_a_phone_that_may_only_watch_do_not_try_in_turns(
    tables: Mapping[int, Table], script: Script
) -> None:
    luck, clock = Random(1), Clock()
    with mock.patch.object(timezone, "now", clock.tells):
        story = Story(tables[1], Schedule(phones=1, nights=1, acts=()), luck, clock, script)
        phone, (night,) = story.phones[0], story.nights
        phone.tabs = [Tab(phone=phone, name=name, night=night) for name in ("tab 1", "tab 2")]
        for tab in phone.tabs:
            tab.opens(night)
        story.signal(phone, has=False)
        phone.tabs[0].taps(story.deals.play(night))
        phone.tabs[0].presses()
        Membership.objects.filter(pk=phone.member.pk).update(role=Role.WATCHER)
        phone.role = Role.WATCHER
        clock.after(1_000, partial(story.signal, phone, has=True))
        story.tell()
    assert sum(" sends " in line for line in clock.log) < 20
