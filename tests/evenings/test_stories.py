"""Evenings as they happen, from the first deal to the last payment, across all rooms of the ledger."""

from collections.abc import Mapping

import pytest

from ledger.book.sheet import ScoreSheet
from ledger.models import Group, Session
from ledger.models.book import sheet_of
from ledger.recording import (
    NewHand,
    Refused,
    correct_hand,
    end_night,
    join,
    leave,
    reopen_night,
    take_back_hand,
    tell_hand,
)
from ledger.recording.journal import pay_line
from ledger.standings import nights_page
from ledger.standings.money import open_list
from tests.cast import a_night, context, hand, ids, player, points, standings, tell, thursday_table

pytestmark = pytest.mark.django_db


def still_open(group: Group) -> list[tuple[str, str, int]]:
    names = dict(group.players.values_list("pk", "name"))
    return [(names[one.payer], names[one.payee], one.cents) for one in open_list(group)]


def who_sits_out(group: Group, sheet: ScoreSheet) -> list[str]:
    names: Mapping[int, str] = dict(group.players.values_list("pk", "name"))
    return [" and ".join(names[player] for player in row.out) for row in sheet.rows]


def settle(session: Session) -> None:
    for one in open_list(session.group):
        which = (one.payer, one.payee)
        pay_line(session.group, which, one.cents, context(session), session=session)


def test_a_first_night_from_an_empty_book_to_money_settled() -> None:
    group = thursday_table()
    session = a_night(group)
    tell(session, "Ben", "Cleo")
    tell(session, "Dave", "Ann", "lost_schneider")
    tell(session, "Edith", None, "won_schneider")
    sheet = tell(session, "Frank", "Ann", "won_all_tricks").sheet
    assert who_sits_out(group, sheet) == ["Ann", "Ben", "Cleo", "Dave"]
    assert {name: int(total) for name, total in points(group, sheet).items()} == {
        "Ann": -3,
        "Ben": -3,
        "Cleo": 2,
        "Dave": -11,
        "Edith": 8,
        "Frank": 7,
    }
    assert sheet.foots == 17
    end_night(session, context(session))
    assert sum(cents for _, _, cents in still_open(group)) == 17 * 25
    assert len(still_open(group)) <= 5
    settle(session)
    assert still_open(group) == []
    (night,) = nights_page(group).nights
    assert [(name, int(total)) for name, total in night.results[:2]] == [("Edith", 8), ("Frank", 7)]


def test_a_sixth_comes_late_a_second_goes_early_and_the_deal_goes_round() -> None:
    group = thursday_table()
    session = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith", dealer="Dave")
    tell(session, "Ann", "Ben")
    join(session, player(group, "Frank").pk, context(session), after=player(group, "Edith").pk)
    tell(session, "Ann", "Frank")
    tell(session, "Ann", "Ben")
    leave(session, player(group, "Ann").pk, context(session))
    sheet = tell(session, "Cleo", "Dave").sheet
    assert who_sits_out(group, sheet) == ["", "Edith", "Frank", ""]
    assert [sheet.rows[3].dealer, sheet.seating.dealer] == list(ids(group, "Ben", "Cleo"))
    assert {name: int(total) for name, total in points(group, sheet).items()} == {
        "Ann": 6,
        "Ben": 0,
        "Cleo": -1,
        "Dave": -2,
        "Edith": -3,
        "Frank": 0 - 1 + 1 + 0,
    }
    assert [(note.kind, note.before_hand) for note in sheet.notes] == [("joined", 2), ("left", 4)]


def test_a_mistake_found_at_the_end_is_corrected_and_the_plan_made_anew() -> None:
    group = thursday_table()
    session = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    first = tell(session, "Ann", "Ben").entry.number
    tell(session, "Cleo", "Dave")
    end_night(session, context(session))
    before = still_open(group)
    with pytest.raises(Refused, match="night_over"):
        correct_hand(session, first, hand(session, "Ann", "Edith"), context(session))
    reopen_night(session, context(session))
    correct_hand(session, first, hand(session, "Ann", "Edith"), context(session))
    end_night(session, context(session))
    assert still_open(group) != before
    assert {name: int(total) for name, total in points(group, sheet_of(session)).items()} == {
        "Ann": 1,
        "Ben": -2,
        "Cleo": 1,
        "Dave": 0,
        "Edith": 0,
    }
    assert sorted(cents for _, _, cents in still_open(group)) == [25, 25]


def test_nobody_picks_twice_and_the_next_two_hands_count_double() -> None:
    group = thursday_table(options={"no_picker": "doubler"})
    session = a_night(group)
    seats = sheet_of(session).seating.seats
    passed = [
        tell_hand(session, NewHand(seats=seats, told={"kind": "all_pass"}), context(session)).entry.number
        for _ in range(2)
    ]
    tell(session, "Dave", "Edith")
    tell(session, "Edith", "Frank", "lost")
    sheet = tell(session, "Ann", "Ben").sheet
    ann, dave, edith = ids(group, "Ann", "Dave", "Edith")
    assert [row.doublers for row in sheet.rows] == [0, 1, 2, 1, 0]
    assert [sheet.rows[2].points[dave], sheet.rows[3].points[edith], sheet.rows[4].points[ann]] == [4, -8, 2]
    # The second pass never was: the teller tapped twice.
    dealers = [row.dealer for row in sheet.rows]
    reopened = take_back_hand(session, passed[1], context(session)).sheet
    assert [row.doublers for row in reopened.rows if not row.is_void] == [0, 1, 0, 0]
    assert [row.dealer for row in reopened.rows if not row.is_void] == [dealers[0], *dealers[2:]]


def test_fractions_of_a_point_become_whole_cents_that_add_up() -> None:
    group = thursday_table(options={"split": "two_one", "bump": False}, stake_cents=10)
    session = a_night(group, "Ann", "Ben", "Cleo", "Dave")
    sheet = tell(session, "Ann", "Ben").sheet
    assert sum(sheet.totals.values()) == 0
    assert any(total.denominator > 1 for total in sheet.totals.values())
    end_night(session, context(session))
    ending = sheet_of(session).ending
    assert ending is not None
    assert sum(ending.cents.values()) == 0
    assert all(abs(ending.cents[pk] - total * 10) < 1 for pk, total in sheet.totals.items())
    settle(session)
    assert sum(player.points for player in standings(group).players) == 0
