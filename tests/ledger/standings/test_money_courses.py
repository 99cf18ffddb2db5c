"""The course of the money: on every night what the journal booked for it, to the cent."""

import uuid
from collections import defaultdict
from datetime import date
from fractions import Fraction
from itertools import accumulate

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from ledger.counting import ALL_GAMES, Counts
from ledger.models import Group, Kind, Posting, SpanCounts
from ledger.recording import (
    Hand,
    WriteContext,
    end_night,
    merge_players,
    reopen_night,
    tell_hand,
)
from ledger.recording.notebook import Copying, copy_notebook
from ledger.standings.after_nights import brought_every_night
from ledger.standings.counted import Asked, GoesOn, counted
from ledger.standings.courses import Leg, courses_in, courses_of
from ledger.standings.marks import Copied
from ledger.standings.money import opened_again, with_opened, won_at_cards, won_by
from ledger.steps import finish
from tests import cast
from tests.ledger import histories
from tests.ledger.standings.test_players import two_games

pytestmark = pytest.mark.django_db
TODAY = date(2026, 1, 1)
ASKED = (Asked(), Asked(since=date(2025, 2, 1)), Asked(since=date(2025, 1, 10), until=date(2025, 2, 28)))
SOME_DAY = date(2025, 1, 17)

Money = list[tuple[date, dict[int, int]]]
"""Of nights after each other the day, and the cents of whoever won or lost some."""


@pytest.fixture(params=[1, 2, 5])
def history(request: pytest.FixtureRequest) -> Group:
    return histories.some_history(request.param)


def booked(group: Group, asked: Asked = ASKED[0]) -> Money:
    """From every posting of every night, read one by one."""
    found = []
    for session in group.sessions.order_by("started_at", "number"):
        day = timezone.localdate(session.started_at)
        cents: dict[int, int] = defaultdict(int)
        postings = Posting.objects.filter(transaction__session=session, transaction__kind=Kind.NIGHT)
        for player, won in postings.exclude(player=None).values_list("player", "cents"):
            cents[group.who.of(player)] += won
        if any(cents.values()) and (asked.since or date.min) <= day <= (asked.until or date.max):
            found.append((day, {player: won for player, won in cents.items() if won}))
    return found


def money_of(group: Group, asked: Asked) -> tuple[Counts, tuple[GoesOn, ...]]:
    opened = opened_again(group, asked)
    return with_opened(counted(group, asked).get(ALL_GAMES, Counts()), opened), opened


def legs_of(group: Group, asked: Asked = ASKED[0], of: int | None = None) -> tuple[Leg, ...]:
    counts, opened = money_of(group, asked)
    return courses_of(group, ALL_GAMES, counts, asked, today=TODAY, of=of, on=opened)


def told(group: Group, asked: Asked = ASKED[0]) -> Money:
    """The legs as they are told, night by night."""
    legs = legs_of(group, asked)
    assert all(leg.nights == 1 and leg.since == leg.until for leg in legs)
    return [
        (leg.until, {player: piece.last for player, piece in leg.pieces.items() if piece.last})
        for leg in legs
    ]


def in_the_file(group: Group, asked: Asked = ASKED[0]) -> Money:
    nights = brought_every_night(group, ALL_GAMES, asked, money_of(group, asked)[1])
    return [(one.day, {player: won for player, won in one.parts.items() if won}) for one in nights]


def test_every_night_brings_what_was_booked_whether_it_is_added_up_yet_or_not(history: Group) -> None:
    assert booked(history)
    for asked in ASKED:
        assert told(history, asked) == booked(history, asked) == in_the_file(history, asked)
    SpanCounts.objects.update(counts=None)
    for asked in ASKED:
        assert told(history, asked) == booked(history, asked) == in_the_file(history, asked)


def test_the_course_of_one_is_the_part_of_it_in_that_of_all(history: Group) -> None:
    for player in cast.ids(history):
        alone = [leg.pieces for leg in legs_of(history, of=player)]
        assert alone == [
            {who: piece for who, piece in leg.pieces.items() if who == player} for leg in legs_of(history)
        ]


def test_months_end_where_their_nights_do_and_turn_where_they_did(
    history: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.standings.courses.BY_NIGHT", 0)
    for asked in ASKED:
        legs, nights = legs_of(history, asked), booked(history, asked)
        assert sum(leg.nights for leg in legs) == len(nights)
        for leg in legs:
            within = [cents for day, cents in nights if leg.since <= day <= leg.until]
            assert len(within) == leg.nights
            for player, piece in leg.pieces.items():
                sums = [*accumulate(cents.get(player, 0) for cents in within)]
                assert (piece.last, piece.low, piece.high) == (sums[-1], min(sums), max(sums))


def test_a_night_that_is_opened_and_corrected_brings_the_old_money_until_it_is_over(history: Group) -> None:
    night = history.sessions.get(number=2)
    before = booked(history)
    reopen_night(night, cast.context(night))
    assert told(history) == in_the_file(history) == booked(history) == before
    cast.tell(night, "Ann", "Ben", "lost_schneider")
    assert told(history) == in_the_file(history) == booked(history) == before
    end_night(night, cast.context(night))
    assert booked(history) != before
    assert told(history) == in_the_file(history) == booked(history)
    assert won_by(money_of(history, Asked())[0]) == won_at_cards(history)


def test_a_night_that_goes_on_for_the_first_time_has_brought_no_money(history: Group) -> None:
    going = history.sessions.get(ended_at=None)
    assert timezone.localdate(going.started_at) not in {day for day, _ in told(history)}


def test_of_two_who_are_one_person_it_has_the_money_of_both(history: Group) -> None:
    nights = [Copied(date=date(2024, 12, day), totals={0: Fraction(4), 1: Fraction(-4)}) for day in (2, 9)]
    finish(copy_notebook(history, Copying(names=("Ann", "Gus"), nights=nights), began=lambda hidden: None))
    gus, frank = cast.ids(history, "Gus", "Frank")
    merge_players(history, gus, frank, WriteContext(key=uuid.uuid4(), after=0, by=cast.owner_of(history)))
    group = Group.objects.get(pk=history.pk)
    assert gus not in {player for leg in legs_of(group) for player in leg.pieces}
    assert told(group)[0][1][frank] < 0
    assert told(group) == booked(group) == in_the_file(group)


def of_two_games() -> Group:
    """Two nights of Sheepshead and two of Schafkopf, all over."""
    group = two_games()
    night = group.sessions.get(ended_at=None)
    end_night(night, cast.context(night))
    again = cast.a_night(group)
    told = {"kind": "played", "contract": "solo", "declarer": 0, "result": "lost"}
    tell_hand(again, Hand(seats=cast.ids(group), told=told), cast.context(again))
    end_night(again, cast.context(again))
    cast.add_up(group)
    return group


def test_read_together_points_and_money_are_what_each_is_alone(
    monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    group = of_two_games()
    counts = counted(group)
    assert {game: one.nights for game, one in counts.items()} == {
        "sheepshead": 2,
        "mehrkopf": 2,
        ALL_GAMES: 4,
    }
    for by_night, queries in ((0, 1), (2, 2), (400, 1)):
        monkeypatch.setattr("ledger.standings.courses.BY_NIGHT", by_night)
        with django_assert_num_queries(queries):
            legs = courses_in(group, counts, Asked(), today=TODAY)
        assert {game: sum(leg.nights for leg in its) for game, its in legs.items()} == {
            game: one.nights for game, one in counts.items()
        }
        for game, its in legs.items():
            assert its == courses_of(group, game, counts[game], Asked(), today=TODAY)
    assert told(group) == booked(group) == in_the_file(group)
    assert len(booked(group)) == 4
