"""Seasons: added, changed, removed and put back, refused in codes, and kept by files of the group."""

import uuid
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from ledger import limits
from ledger.models import Group
from ledger.recording import (
    Refused,
    SeasonSaid,
    WriteContext,
    add_season,
    call_group,
    change_season,
    newest_change,
    remove_season,
)
from ledger.recording.auditing import audit
from ledger.seasons import Floor, Season
from ledger.standings import changes_of
from ledger.standings.seasons import season_of, seasons_of
from tests.cast import owner_of, thursday_table

pytestmark = pytest.mark.django_db

WINTER = SeasonSaid(
    name="Winter 2026", first=date(2026, 1, 1), last=date(2026, 3, 31), floor=10, floor_of=Floor.NIGHTS
)
SUMMER = SeasonSaid(name="Summer", first=date(2026, 6, 1), floor=100, floor_of=Floor.HANDS)


@pytest.fixture
def group() -> Group:
    return thursday_table()


def now(group: Group) -> Group:
    return Group.objects.get(pk=group.pk)


def ink(group: Group, **more: Any) -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=newest_change(now(group)), by=owner_of(group), **more)


def season(number: int, said: SeasonSaid) -> Season:
    return Season(number=number, **{name: getattr(said, name) for name in SeasonSaid.__dataclass_fields__})


def test_a_season_has_the_number_of_the_change_that_added_it_and_the_latest_comes_first(group: Group) -> None:
    add_season(group, WINTER, ink(group))
    call_group(group, "Friday table", ink(group))
    add_season(group, SUMMER, ink(group))
    found = now(group)
    assert seasons_of(found) == (season(3, SUMMER), season(1, WINTER))
    assert [season_of(found, number) for number in (1, 2)] == [season(1, WINTER), None]
    for number in (2, 7):
        with pytest.raises(Refused, match="no_such_season"):
            change_season(group, number, WINTER, ink(group))
        with pytest.raises(Refused, match="no_such_season"):
            remove_season(group, number, ink(group))
    assert list(audit([found])) == []


def test_a_change_is_noted_down_with_what_it_was(group: Group) -> None:
    add_season(group, WINTER, ink(group))
    longer = SeasonSaid(name="Winter and spring", first=WINTER.first)
    change_season(group, 1, longer, ink(group))
    remove_season(group, 1, ink(group))
    assert seasons_of(now(group)) == ()
    removed, changed, added = changes_of(now(group))
    assert {(one.what, one.by) for one in (removed, changed, added)} == {("season", owner_of(group).pk)}
    assert added.was == removed.now == {**added.was, "season": 1, "name": None, "first": None}
    assert (
        added.now
        == changed.was
        == {**added.now, "name": WINTER.name, "last": "2026-03-31", "floor_of": "nights"}
    )
    assert changed.now == removed.was == {
        "season": 1, "name": longer.name, "first": "2026-01-01", "last": None,
        "floor": 0, "floor_of": "nights",
    }  # fmt: skip


def test_a_removed_season_comes_back_under_its_number_and_no_other_gets_it(group: Group) -> None:
    add_season(group, WINTER, ink(group))
    change_season(group, 1, WINTER, ink(group))  # the same again is no change
    for _ in range(2):
        remove_season(group, 1, ink(group))
    assert newest_change(now(group)) == 2
    add_season(group, SUMMER, ink(group))
    change_season(group, 1, WINTER, ink(group))
    assert seasons_of(now(group)) == (season(3, SUMMER), season(1, WINTER))


def test_sent_twice_it_is_written_once_and_who_is_behind_writes_nothing(group: Group) -> None:
    twice = ink(group)
    behind = replace(twice, key=uuid.uuid4())
    for _ in range(2):
        add_season(group, WINTER, twice)
    for said, code in ((twice, "key_used"), (behind, "settings_moved_on")):
        with pytest.raises(Refused, match=code):
            add_season(group, SUMMER, said)
    assert seasons_of(now(group)) == (season(1, WINTER),)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (SeasonSaid(name=" ", first=date(2026, 1, 1)), "no_name"),
        (SeasonSaid(name="x" * 41, first=date(2026, 1, 1)), "long_name"),
        (SeasonSaid(name="W", first=date(2026, 1, 2), last=date(2026, 1, 1)), "season_ends_early"),
        (SeasonSaid(name=" WINTER  2026", first=date(2027, 1, 2)), "season_name_taken"),
        (SeasonSaid(name="W", first=date(2026, 1, 2), floor=-1), "season_floor"),
        (SeasonSaid(name="W", first=date(2026, 1, 2), floor=limits.MOST_FLOOR + 1), "season_floor"),
    ],
)
def test_what_makes_no_sense_is_refused(group: Group, said: SeasonSaid, code: str) -> None:
    add_season(group, WINTER, ink(group))
    with pytest.raises(Refused, match=f"^{code}"):
        add_season(group, said, ink(group))
    assert len(seasons_of(now(group))) == 1


def test_a_season_may_be_of_one_day_and_keep_its_own_name_and_there_is_room_for_so_many(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_SEASONS", 1)
    add_season(group, WINTER, ink(group))
    with pytest.raises(Refused, match="full"):
        add_season(group, SUMMER, ink(group))
    one_day = SeasonSaid(name="winter 2026", first=date(2026, 1, 1), last=date(2026, 1, 1))
    change_season(group, 1, one_day, ink(group))
    assert seasons_of(now(group)) == (season(1, one_day),)


@pytest.mark.parametrize(("floor_of", "enough"), [(Floor.HANDS, True), (Floor.NIGHTS, False)])
def test_the_floor_counts_hands_or_nights(floor_of: Floor, enough: bool) -> None:
    one = Season(number=1, name="x", first=date(2026, 1, 1), floor=10, floor_of=floor_of)
    assert (one.is_enough(hands=10, nights=9), one.is_enough(hands=9, nights=9)) == (enough, False)
