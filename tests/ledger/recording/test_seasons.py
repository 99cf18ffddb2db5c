"""Seasons: added, changed, removed and put back, refused in codes, and kept by files of the group."""

import uuid
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from ledger import limits
from ledger.book.seasons import Floor, Season
from ledger.models import Group
from ledger.recording import (
    Refused,
    WriteContext,
    add_season,
    call_group,
    change_season,
    newest_change,
    remove_season,
)
from ledger.recording.auditing import audit
from ledger.standings import changes_of
from ledger.standings.players import season_of, seasons_of
from tests.cast import owner_of, thursday_table

pytestmark = pytest.mark.django_db

WINTER = Season(
    name="Winter 2026", first=date(2026, 1, 1), last=date(2026, 3, 31), floor=10, floor_of=Floor.NIGHTS
)
SUMMER = Season(name="Summer", first=date(2026, 6, 1), floor=100, floor_of=Floor.HANDS)


@pytest.fixture
def group() -> Group:
    return thursday_table()


def now(group: Group) -> Group:
    return Group.objects.get(pk=group.pk)


def ink(group: Group, **more: Any) -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=newest_change(now(group)), by=owner_of(group), **more)


def season(number: int, said: Season) -> Season:
    return replace(said, number=number)


def test_a_season_has_the_number_of_the_change_that_added_it_and_the_latest_comes_first(group: Group) -> None:
    add_season(group, WINTER, ink(group))
    call_group(group, "Friday table", ink(group))
    add_season(group, SUMMER, ink(group))
    assert seasons_of(now(group)) == (season(3, SUMMER), season(1, WINTER))
    assert season_of(now(group), 1) == season(1, WINTER)
    assert season_of(now(group), 2) is None
    assert list(audit([now(group)])) == []


def test_a_change_is_noted_down_with_what_it_was(group: Group) -> None:
    add_season(group, WINTER, ink(group))
    longer = Season(name="Winter and spring", first=WINTER.first)
    change_season(group, 1, longer, ink(group))
    remove_season(group, 1, ink(group))
    assert seasons_of(now(group)) == ()
    removed, changed, added = changes_of(now(group))
    assert {one.what for one in (removed, changed, added)} == {"season"}
    assert {one.by for one in (removed, changed, added)} == {owner_of(group).pk}
    assert added.was == removed.now == {**added.was, "season": 1, "name": None, "first": None}
    assert (added.now["name"], added.now["last"], added.now["floor_of"]) == (
        WINTER.name,
        "2026-03-31",
        "nights",
    )
    assert changed.was == added.now
    assert changed.now == removed.was == {
        "season": 1, "name": longer.name, "first": "2026-01-01", "last": None,
        "floor": 0, "floor_of": "nights",
    }  # fmt: skip


def test_a_removed_season_comes_back_under_its_number_and_no_other_gets_it(group: Group) -> None:
    add_season(group, WINTER, ink(group))
    remove_season(group, 1, ink(group))
    add_season(group, SUMMER, ink(group))
    change_season(group, 1, WINTER, ink(group))
    assert seasons_of(now(group)) == (season(3, SUMMER), season(1, WINTER))


def test_the_same_again_is_no_change(group: Group) -> None:
    add_season(group, WINTER, ink(group))
    change_season(group, 1, WINTER, ink(group))
    remove_season(group, 1, ink(group))
    remove_season(group, 1, ink(group))
    assert newest_change(now(group)) == 2


def test_sent_twice_it_is_written_once(group: Group) -> None:
    twice = ink(group)
    for _ in range(2):
        add_season(group, WINTER, twice)
    assert len(seasons_of(now(group))) == 1
    with pytest.raises(Refused, match="key_used"):
        add_season(group, SUMMER, twice)


def test_who_is_behind_writes_nothing(group: Group) -> None:
    behind = ink(group)
    add_season(group, WINTER, ink(group))
    with pytest.raises(Refused, match="settings_moved_on"):
        add_season(group, SUMMER, behind)
    assert len(seasons_of(now(group))) == 1


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (Season(name=" ", first=date(2026, 1, 1)), "no_name"),
        (Season(name="x" * 41, first=date(2026, 1, 1)), "long_name"),
        (Season(name="W", first=date(2026, 1, 2), last=date(2026, 1, 1)), "season_ends_early"),
        (Season(name=" WINTER  2026", first=date(2027, 1, 2)), "season_name_taken"),
        (Season(name="W", first=date(2026, 1, 2), floor=-1), "season_floor"),
        (Season(name="W", first=date(2026, 1, 2), floor=limits.MOST_FLOOR + 1), "season_floor"),
    ],
)
def test_what_makes_no_sense_is_refused(group: Group, said: Season, code: str) -> None:
    add_season(group, WINTER, ink(group))
    with pytest.raises(Refused) as refused:
        add_season(group, said, ink(group))
    assert refused.value.code == code
    assert len(seasons_of(now(group))) == 1


def test_a_season_may_be_of_one_day_and_keep_its_own_name(group: Group) -> None:
    add_season(group, WINTER, ink(group))
    one_day = Season(name="winter 2026", first=date(2026, 1, 1), last=date(2026, 1, 1))
    change_season(group, 1, one_day, ink(group))
    assert seasons_of(now(group)) == (season(1, one_day),)


def test_a_season_that_never_was_is_not_there(group: Group) -> None:
    call_group(group, "Friday table", ink(group))
    for number in (1, 7):
        with pytest.raises(Refused, match="no_such_season"):
            change_season(group, number, WINTER, ink(group))
        with pytest.raises(Refused, match="no_such_season"):
            remove_season(group, number, ink(group))


def test_there_is_room_for_so_many(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ledger.limits.MOST_SEASONS", 1)
    add_season(group, WINTER, ink(group))
    with pytest.raises(Refused, match="full"):
        add_season(group, SUMMER, ink(group))
    change_season(group, 1, SUMMER, ink(group))
    assert seasons_of(now(group)) == (season(1, SUMMER),)


@pytest.mark.parametrize(("floor_of", "enough"), [(Floor.HANDS, True), (Floor.NIGHTS, False)])
def test_the_floor_counts_hands_or_nights(floor_of: Floor, enough: bool) -> None:
    one = Season(number=1, name="x", first=date(2026, 1, 1), floor=10, floor_of=floor_of)
    assert one.is_enough(hands=10, nights=9) is enough
    assert not one.is_enough(hands=9, nights=9)
