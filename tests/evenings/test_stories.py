"""Evenings as they happen, from the first deal to the last payment, across all rooms of the ledger."""

from collections.abc import Mapping

import pytest

from ledger.book.sheet import ScoreSheet
from ledger.models import Group, Session
from ledger.recording import (
    end_night,
)
from ledger.recording.journal import pay_line
from ledger.standings import nights_page
from ledger.standings.money import open_list
from tests.cast import a_night, context, points, tell, thursday_table

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
