"""Seasons that a group defines are added up as months and years are, whatever was done before and after."""

import uuid
from collections import Counter
from datetime import date
from random import Random

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext

from ledger.counting import Counts, all_added
from ledger.models import Group, Session, Span, SpanCounts, Tally
from ledger.recording import (
    SeasonSaid,
    WriteContext,
    add_season,
    change_season,
    merge_players,
    newest_change,
    remove_season,
    reopen_night,
    unmerge_players,
)
from ledger.recording.auditing import audit
from ledger.recording.group import add_player
from ledger.recording.totals import add_up_in_steps
from ledger.standings.attendance import sat_over
from ledger.standings.counted import LAST_DAY, Asked, all_counted, by_game, over
from ledger.standings.merging import newest_merge
from ledger.standings.seasons import seasons_of
from ledger.steps import finish
from tests import cast
from tests.ledger.standings.test_counted import counted_by_hand, played
from tests.steady import seeds

pytestmark = pytest.mark.django_db

WINTER = SeasonSaid(name="Winter", first=date(2024, 12, 20), last=date(2025, 2, 20))


def pen(group: Group) -> WriteContext:
    after = newest_change(Group.objects.get(pk=group.pk))
    return WriteContext(key=uuid.uuid4(), after=after, by=cast.owner_of(group))


def merging(group: Group) -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=newest_merge(group), by=cast.owner_of(group))


@pytest.fixture
def group() -> Group:
    """Five nights, three of them in winter, and that as a season."""
    made = cast.thursday_table()
    for month, day in ((11, 2), (12, 22), (12, 31)):
        played(made, date(2024, month, day))
    for month, day in ((2, 20), (2, 21)):
        played(made, date(2025, month, day))
    return add_season(made, WINTER, pen(made))


def kept(group: Group) -> list[tuple[date, date]]:
    """The days of the seasons of which a sum is kept."""
    rows = SpanCounts.objects.filter(group=group, span=Span.SEASON).order_by("begins", "ends")
    return list(rows.values_list("begins", "ends"))


def is_as_told(group: Group) -> bool:
    """Whether each season is what the sheets of its nights say, and one is kept of each and of no other."""
    group = Group.objects.get(pk=group.pk)
    days = sorted({(one.first, one.last or LAST_DAY) for one in seasons_of(group)})
    return kept(group) == days and all(
        by_game(over(group, *one)) == by_hand(group, *one)
        and sat_over(group, *one) == sat_by_hand(group, *one)
        for one in days
    )


def nights(group: Group, first: date, last: date) -> QuerySet[Session]:
    """Those of these days that are over."""
    return group.sessions.filter(counts__day__range=(first, last)).order_by("started_at", "number")


def by_hand(group: Group, first: date, last: date) -> dict[str, Counts]:
    """What they add up to, from every sheet, one after the other."""
    found: dict[str, list[Counts]] = {}
    for session in nights(group, first, last):
        for game, counts in counted_by_hand(session).items():
            found.setdefault(game, []).append(counts)
    return {game: all_added(counts) for game, counts in found.items()}


def sat_by_hand(group: Group, first: date, last: date) -> Counter[int]:
    """Who sat at the table on how many of them, from every tally."""
    there = Tally.objects.filter(session__in=nights(group, first, last))
    return Counter(player for player, _ in {*there.values_list("player", "session")})


def spans_read(group: Group, asked: Asked) -> list[str]:
    """The kinds of the spans whose counts are read for these days."""
    with CaptureQueriesContext(connection) as seen:
        all_counted(group, asked)
    read = [one["sql"] for one in seen if "ledger_spancounts" in one["sql"] and "is_known" not in one["sql"]]
    ids = [found for sql in read for found in sql.partition(" IN (")[2].partition(")")[0].split(", ")]
    return [SpanCounts.objects.get(pk=int(one)).span for one in ids]


def test_a_season_is_read_in_one_piece_as_soon_as_it_is_added_up(group: Group) -> None:
    asked = Asked(since=WINTER.first, until=WINTER.last)
    assert Span.SEASON not in spans_read(group, asked)
    assert is_as_told(group)
    finish(add_up_in_steps(group))
    assert spans_read(group, asked) == [Span.SEASON]
    assert is_as_told(group)
    assert list(audit([group])) == []


def test_what_happens_to_a_night_of_a_season_happens_to_the_season_and_to_no_other(group: Group) -> None:
    add_season(group, SeasonSaid(name="Autumn", first=date(2024, 9, 1), last=date(2024, 11, 30)), pen(group))
    finish(add_up_in_steps(group))
    night = group.sessions.get(number=2)
    reopen_night(night, cast.context(night))
    marked = SpanCounts.objects.filter(span=Span.SEASON, counts__isnull=True)
    assert [one.begins for one in marked] == [WINTER.first]
    assert is_as_told(group)
    finish(add_up_in_steps(group))
    assert is_as_told(group)
    assert list(audit([group])) == []


def test_a_season_without_a_night_is_known_to_have_none(group: Group) -> None:
    add_season(group, SeasonSaid(name="Next", first=date(2031, 1, 1)), pen(group))
    finish(add_up_in_steps(group))
    assert not SpanCounts.objects.filter(counts__isnull=True).exists()
    assert all_counted(group, Asked(since=date(2031, 1, 1))) == {}
    played(group, date(2031, 5, 1))
    finish(add_up_in_steps(group))
    assert is_as_told(group)


def test_two_seasons_of_the_same_days_share_a_sum_until_the_last_is_gone(group: Group) -> None:
    group = add_season(
        group, SeasonSaid(name="Same", first=WINTER.first, last=WINTER.last, floor=3), pen(group)
    )
    finish(add_up_in_steps(group))
    assert len(kept(group)) == 1
    same, winter = seasons_of(group)
    remove_season(group, winter.number, pen(group))
    assert len(kept(group)) == 1
    assert is_as_told(group)
    remove_season(group, same.number, pen(group))
    assert kept(group) == []
    assert list(audit([group])) == []


def test_the_auditor_finds_a_season_that_is_not_what_its_nights_are(group: Group) -> None:
    finish(add_up_in_steps(group))
    SpanCounts.objects.filter(span=Span.SEASON).update(sat=[[cast.ids(group)[0], 70]])
    assert ["season" in str(one) and "2024-12-20" in str(one) for one in audit([group])] == [True]


@pytest.mark.parametrize("missing", ["a season of which no sum is kept", "a sum of which there is no season"])
def test_the_auditor_finds(group: Group, missing: str) -> None:
    finish(add_up_in_steps(group))
    rows = SpanCounts.objects.filter(span=Span.SEASON)
    if missing == "a season of which no sum is kept":
        rows.delete()
    else:
        rows.update(begins=date(2024, 12, 21))
    assert any("season" in str(one) for one in audit([group]))


class Deeds:
    """What people do with a group and its seasons, drawn by luck."""

    def __init__(self, group: Group, luck: Random) -> None:
        self.pk, self.luck = group.pk, luck

    @property
    def group(self) -> Group:
        """As it is by now."""
        return Group.objects.get(pk=self.pk)

    def day(self) -> date:
        return date(2024, self.luck.randint(1, 12), self.luck.randint(1, 28))

    def define_a_season(self) -> None:
        first, group = self.day(), self.group
        last = self.luck.choice((None, first, date(2025, self.luck.randint(1, 12), 9)))
        said = SeasonSaid(name=f"No. {newest_change(group)}", first=first, last=last)
        season = self.luck.choice([*seasons_of(group), None])
        if season is None:
            add_season(group, said, pen(group))
        elif self.luck.random() < 0.5:
            change_season(group, season.number, said, pen(group))
        else:
            remove_season(group, season.number, pen(group))

    def play(self) -> None:
        if self.group.who:
            self.merge()
        played(self.group, self.day(), ends=self.luck.random() < 0.8)

    def open_again(self) -> None:
        if ended := list(self.group.sessions.exclude(ended_at=None).order_by("pk")):
            night = self.luck.choice(ended)
            reopen_night(night, cast.context(night))

    def merge(self) -> None:
        group = self.group
        if newest_merge(group) % 2 == 0:
            nobody_yet = add_player(group, f"Gil {newest_merge(group)}")
            merge_players(group, cast.player(group, "Ann").pk, nobody_yet.pk, merging(group))
        else:
            unmerge_players(group, newest_merge(group), merging(group))

    def add_up(self) -> None:
        finish(add_up_in_steps(self.group))


@pytest.mark.parametrize("seed", seeds(range(12), on_each=3))
def test_whatever_is_done_one_after_the_other_every_season_is_what_its_sheets_say(
    group: Group, seed: int
) -> None:
    luck = Random(seed)
    deeds = Deeds(group, luck)
    for _ in range(9):
        some = (deeds.play, deeds.open_again, deeds.merge, deeds.add_up)
        luck.choice((deeds.define_a_season, deeds.define_a_season, *some))()
        assert is_as_told(group)
    deeds.add_up()
    assert is_as_told(group)
    assert list(audit([group])) == []
