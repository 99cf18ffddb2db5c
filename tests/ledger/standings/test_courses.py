"""The course of a player's points in pieces: the same corners as night after night from the sheets."""

import uuid
from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple

import pytest
from pytest_django import DjangoAssertNumQueries

from ledger.counting import Circumstances, Counts
from ledger.models import PARTS, Group, NightCounts, Span, SpanCounts
from ledger.recording import WriteContext, merge_players
from ledger.recording.notebook import Copying, copy_notebook
from ledger.recording.totals import mark_spans
from ledger.standings.counted import Asked, counted, going_on
from ledger.standings.courses import Leg, courses_of, row_of
from ledger.standings.marks import Copied
from ledger.statistics import Piece
from ledger.steps import finish
from tests import cast
from tests.ledger import histories
from tests.ledger.slowly.raw import raw_of
from tests.steady import seeds

pytestmark = pytest.mark.django_db
TODAY = date(2026, 1, 1)
A_MONTH = 31
ASKED = (Asked(), Asked(since=date(2025, 2, 1)), Asked(since=date(2025, 1, 1), until=date(2025, 2, 28)))


@pytest.fixture(params=seeds([5, histories.FULL]))
def history(request: pytest.FixtureRequest) -> Group:
    return histories.some_history(request.param)


@pytest.fixture
def plain() -> Group:
    return histories.some_history(5)


def by_hand(group: Group, player: int, asked: Asked) -> list[int]:
    """What each night brought, one after the other, from all entries; 0 where the player was away."""
    raw = raw_of(group, asked).of("sheepshead")
    brought = dict(raw.brought(player))
    return [int(brought.get(night, 0) * PARTS) for night, _ in raw.nights]


def played(group: Group, asked: Asked) -> list[int]:
    """Who played on these nights."""
    return [player for player in cast.ids(group) if any(by_hand(group, player, asked))]


def test_most_nights_in_a_row_are_those_between_two_days(history: Group) -> None:
    for asked in ASKED:
        counts = counted(history, asked)["sheepshead"]
        raw = raw_of(history, asked).of("sheepshead")
        days, on = dict(raw.nights), [*going_on(history, asked)]
        for player in played(history, asked):
            legs = courses_of(history, "sheepshead", counts, asked, today=TODAY, of=player, on=on)
            for sign, many in ((1, counts.courses[player].most), (-1, counts.courses[player].lost_most)):
                row: list[date] = []
                rows = [row]
                for night, won in raw.brought(player):
                    if won * sign > 0:
                        row.append(days[night])
                    else:
                        rows.append(row := [])
                longest = max(rows, key=len)
                assert len(longest) == many
                assert row_of(legs, player, sign) == ((longest[0], longest[-1]) if many else None)


def test_most_nights_in_a_row_are_the_first_of_those_alike_and_end_with_a_night_at_zero() -> None:
    def leg(day: int, **brought: int) -> Leg:
        pieces = {int(who[1:]): Piece(1, won, won, won, low_first=True) for who, won in brought.items()}
        on = date(2026, 1, day)
        return Leg(nights=1, since=on, until=on, pieces=pieces, there=dict.fromkeys(pieces, 1))

    legs = [leg(1, p1=3), leg(2, p2=9), leg(3, p1=1), leg(4, p1=0), leg(5, p1=1), leg(6, p1=1), leg(7, p1=-1)]
    assert row_of(legs, 1, 1) == (date(2026, 1, 1), date(2026, 1, 3))
    assert row_of(legs, 1, -1) == (date(2026, 1, 7), date(2026, 1, 7))
    assert row_of(legs, 2, -1) is None
    many = Leg(nights=2, since=date(2026, 2, 1), until=date(2026, 2, 28), pieces={}, there={})
    assert row_of([*legs, many], 1, 1) is None


class Stretch(NamedTuple):
    """Some nights, and what a player's sum did on them; None where the player was not there."""

    nights: int
    until: date
    piece: Piece | None


def course(group: Group, player: int, asked: Asked, game: str = "sheepshead") -> list[Stretch]:
    counts = counted(group, asked).get(game, Counts())
    legs = courses_of(group, game, counts, asked, today=TODAY, of=player)
    return [Stretch(one.nights, one.until, one.pieces.get(player)) for one in legs]


def test_night_after_night_it_is_what_the_sheets_say(history: Group) -> None:
    for asked in ASKED:
        for player in played(history, asked):
            found = course(history, player, asked)
            assert [one.piece.last if one.piece else 0 for one in found] == by_hand(history, player, asked)
            assert all(one.nights == 1 for one in found)


def test_the_courses_of_all_are_those_of_each(history: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    for by_night in (400, 0):
        monkeypatch.setattr("ledger.standings.courses.BY_NIGHT", by_night)
        for asked in ASKED:
            counts = counted(history, asked)["sheepshead"]
            legs = courses_of(history, "sheepshead", counts, asked, today=TODAY)
            for player in played(history, asked):
                found = course(history, player, asked)
                assert [(one.nights, one.until) for one in found] == [(one.nights, one.until) for one in legs]
                for one, leg in zip(found, legs, strict=True):
                    assert leg.pieces.get(player) == one.piece


def test_of_two_who_are_one_person_it_has_the_nights_of_both(plain: Group) -> None:
    nights = [Copied(date=date(2024, 12, day), totals={0: Fraction(4), 1: Fraction(-4)}) for day in (2, 9)]
    finish(copy_notebook(plain, Copying(names=("Ann", "Gus"), nights=nights), began=lambda hidden: None))
    gus, frank = cast.ids(plain, "Gus", "Frank")
    merge_players(plain, gus, frank, WriteContext(key=uuid.uuid4(), after=0, by=cast.owner_of(plain)))
    group = Group.objects.get(pk=plain.pk)
    won = [one.piece.last if one.piece else 0 for one in course(group, frank, Asked())]
    assert won == by_hand(group, frank, Asked())
    assert won[:2] == [-4 * PARTS, -4 * PARTS]


def test_month_by_month_it_ends_and_turns_where_the_nights_do(
    history: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.standings.courses.BY_NIGHT", 0)
    # A month that has to be added up again is told as if it were known: from its weeks, and from its nights.
    monkeypatch.setattr("ledger.recording.totals.WORTH_A_WEEK", 1)
    mark_spans(history, NightCounts.objects.filter(group=history).values_list("day", flat=True))
    cast.add_up(history)
    found, ann = [], cast.ids(history)[0]
    assert SpanCounts.objects.filter(span=Span.WEEK, begins__month=1, counts__isnull=False).exists()
    for marked in ((), (Span.MONTH,), (Span.MONTH, Span.WEEK)):
        SpanCounts.objects.filter(span__in=marked, begins__month=1).update(counts=None)
        for asked in ASKED:
            for player in played(history, asked):
                ends_and_turns(course(history, player, asked), by_hand(history, player, asked))
        found.append(course(history, ann, Asked()))
    assert found[0] == found[1] == found[2]


def ends_and_turns(found: Sequence[Stretch], nights: Sequence[int]) -> None:
    """Each stretch has what its nights brought, the lowest and the highest among them."""
    assert sum(one.nights for one in found) == len(nights)
    ends = [0, *accumulate(one.nights for one in found)]
    for one, first, last in zip(found, ends, ends[1:], strict=False):
        sums = list(accumulate(nights[first:last]))
        assert not one.piece or (one.piece.last, one.piece.low, one.piece.high) == (
            sums[-1],
            min(sums),
            max(sums),
        )
        assert one.piece or not any(sums)


def test_everybodys_of_very_many_months_is_told_by_quarters(
    history: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.standings.courses.BY_NIGHT", 0)
    monkeypatch.setattr("ledger.standings.courses.BY_MONTH", 1)
    cast.add_up(history)
    whole, *_, part = ASKED
    for marked in ((), (Span.QUARTER,), (Span.QUARTER, Span.MONTH)):
        SpanCounts.objects.filter(span__in=marked, begins=date(2025, 1, 1)).update(counts=None)
        for asked in ASKED:
            counts = counted(history, asked)["sheepshead"]
            legs = courses_of(history, "sheepshead", counts, asked, today=TODAY)
            longest = max((one.until - one.since).days for one in legs)
            assert asked != part or longest <= A_MONTH, "no quarter lies in two months"
            assert asked != whole or marked or longest > A_MONTH
            for player in played(history, asked):
                told = [Stretch(one.nights, one.until, one.pieces.get(player)) for one in legs]
                ends_and_turns(told, by_hand(history, player, asked))


def test_of_some_hands_of_a_night_there_is_none(plain: Group) -> None:
    asked = Asked(circumstances=Circumstances(active=5))
    assert course(plain, cast.ids(plain)[0], asked) == []
    assert {one.piece for one in course(plain, 0, Asked())} == {None}


def test_it_takes_three_queries_at_most(
    plain: Group, django_assert_num_queries: DjangoAssertNumQueries, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, counts = cast.ids(plain, "Ann")[0], counted(plain)["sheepshead"]
    with django_assert_num_queries(1):
        courses_of(plain, "sheepshead", counts, Asked(), today=TODAY, of=ann)
    monkeypatch.setattr("ledger.standings.courses.BY_NIGHT", 0)
    SpanCounts.objects.filter(span=Span.MONTH, begins=date(2025, 2, 1)).update(counts=None)
    with django_assert_num_queries(3):
        courses_of(plain, "sheepshead", counts, Asked(), today=TODAY, of=ann)
    with django_assert_num_queries(3):
        courses_of(plain, "sheepshead", counts, Asked(), today=TODAY)
