"""Who stands where: the numbers are right, and asking costs the same however much was played."""

import uuid
from datetime import UTC, date, datetime
from fractions import Fraction

import pytest

from ledger.models import Group, Session, to_points
from ledger.models.book import sheet_of
from ledger.recording import NewGroup, NewHand, end_night, start_group, take_back_hand, tell_hand
from ledger.recording.auditing import audit
from ledger.recording.notebook import Copying, copy_notebook
from ledger.recording.rules import write_rules
from ledger.standings import Share, standings_of
from ledger.standings.marks import Copied
from tests import cast
from tests.cast import (
    STRANGERS,
    a_night,
    by_nights,
    context,
    ids,
    owner_of,
    standings,
    tell,
    thursday_table,
)

pytestmark = pytest.mark.django_db

FIVE = ("Ann", "Ben", "Cleo", "Dave", "Edith")


def test_equals_stand_by_name() -> None:
    group = thursday_table()
    tell(a_night(group, *FIVE), "Ann", "Ben")
    assert [one.name for one in standings(group)] == ["Ann", "Ben", "Cleo", "Dave", "Edith"]


def two_games() -> Group:
    """Play two nights of Sheepshead, the first out of a notebook, then one of Schafkopf."""
    group = thursday_table(names=FIVE[:4])
    ann, ben, cleo, dave = ids(group)
    night = Copied(date=date(2020, 1, 2), totals={0: Fraction(7), 1: Fraction(-7)})
    copy_notebook(group, Copying(names=("Ann", "Ben"), nights=[night]))
    first = a_night(group)
    tell(first, "Ann", "Ben")
    tell(first, "Ann", "Cleo", "lost")
    end_night(first, context(first))
    write_rules(group, "mehrkopf", "", {}, uuid.uuid4(), owner_of(group))
    second = a_night(group)
    told = {"kind": "played", "contract": "solo", "declarer": 3, "result": "won"}
    tell_hand(second, NewHand(seats=(ann, ben, cleo, dave), told=told), context(second))
    return group


def test_each_game_has_standings_of_its_own_the_one_of_more_nights_first() -> None:
    found = standings_of(two_games())
    assert [*found] == ["sheepshead", "mehrkopf"]
    both = [*found.values()]
    assert both[1][0].name == "Dave"
    assert [sum(player.points for player in players) for players in both] == [0, 0]
    dave = [player for players in both for player in players if player.name == "Dave"]
    assert [(one.hands, one.sessions) for one in dave] == [(2, 1), (1, 1)]
    # Points known only by night stand in the total and in no figure of hands.
    ann = next(one for one in both[0] if one.name == "Ann")
    assert (ann.sessions, ann.nights_only, ann.by_night, ann.hands) == (2, 1, Fraction(7), 2)
    assert (ann.per_hand, ann.picked) == ((ann.points - 7) / 2, Share(k=2, n=2))
    assert not any(one.nights_only or one.by_night for one in both[1])


def test_nights_are_named_by_their_numbers_in_the_order_they_were_played() -> None:
    tell(a_night(thursday_table(names=STRANGERS, guest=uuid.uuid4())), "Hanna", "Ivo")
    group = thursday_table()
    tell(a_night(group, *FIVE), "Ann", "Ben")
    old = [Copied(date=date(2020, 1, day), totals={0: Fraction(1), 1: Fraction(-1)}) for day in (2, 9)]
    copy_notebook(group, Copying(names=("Ann", "Ben"), nights=old))
    nights, (ann,) = by_nights(group), ids(group, "Ann")
    assert [(one.number, int(to_points(one.parts[ann]))) for one in nights] == [(2, 1), (3, 2), (1, 4)]


def test_a_night_that_nobody_won_or_lost_is_a_night_of_the_only_game() -> None:
    group = thursday_table(options={"no_picker": "doubler"})
    for _ in range(2):
        session = a_night(group)
        tell_hand(session, NewHand(seats=ids(group), told={"kind": "all_pass"}), context(session))
    tell(session, "Cleo", "Dave")
    assert len(by_nights(group)) == 2


def a_race(**options: object) -> Group:
    new = NewGroup(
        name="Race",
        names=("Ann", "Ben", "Cleo", "Dave"),
        game="southern_indiana",
        options={"race_to": 18, **options},
    )
    return start_group(new, uuid.uuid4(), uuid.uuid4())


def race(group: Group, *winners: str) -> Session:
    """Play a night on which these won solos, each of which ends a race to 18; every race was paid."""
    night = a_night(group, "Ann", "Ben", "Cleo", "Dave", plays=4)
    for name in winners:
        seats = sheet_of(night).seating.seats
        solo = {"kind": "solo", "soloist": seats.index(ids(group, name)[0]), "won": True}
        for told in (solo, {"kind": "settle"}):
            tell_hand(night, NewHand(seats=seats, told=told), context(night))
    return night


def test_the_end_of_a_race_is_no_hand_and_a_hand_of_another_game_is_one() -> None:
    group = a_race()
    night = race(group, "Ann")
    other = NewHand(seats=ids(group), told={"kind": "points", "points": [3, -1, -1, -1]}, out=(), other={})
    tell_hand(night, other, context(night))
    hands = {game: {one.hands for one in players} for game, players in standings_of(group).items()}
    assert hands == {"southern_indiana": {1}, "any_game": {1}}
    assert list(audit([group])) == []
    taken_back = a_race()
    night = race(taken_back, "Ann")
    take_back_hand(night, sheet_of(night).rows[-1].entry, context(night))
    assert {one.races for one in standings(taken_back)} == {0}


def test_the_days_of_the_nights_are_those_on_which_they_began() -> None:
    group = thursday_table()
    for session, day in ((a_night(group, *FIVE), 9), (a_night(group, *FIVE), 2)):
        tell(session, "Ann", "Ben")
        cast.began(session, datetime(2009, 3, day, 23, 59, tzinfo=UTC))
    nights = by_nights(group)
    assert [(one.number, one.day) for one in nights] == [(2, date(2009, 3, 2)), (1, date(2009, 3, 9))]
