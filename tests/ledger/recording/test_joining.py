"""Somebody sits down while points lie on the table, in every game that has a pot or a stock."""

import uuid

import pytest

from ledger.models.book import sheet_of
from ledger.recording import Hand, NewGroup, end_night, join, start_group, tell_hand
from ledger.recording.auditing import audit
from tests.cast import NAMES, OWNER, a_night, context, ids

pytestmark = pytest.mark.django_db


def test_somebody_sits_down_at_a_table_whose_stock_holds_something() -> None:
    new = NewGroup(
        name="Stammtisch", names=NAMES, currency="EUR", stake_cents=1, game="mehrkopf", options={"stock": 10}
    )
    group = start_group(new, OWNER, uuid.uuid4())
    night = a_night(group, "Ann", "Ben", "Cleo", "Dave")
    seats = sheet_of(night).seating.seats
    tell_hand(night, Hand(seats=seats, told={"kind": "all_pass"}), context(night))
    edith, frank = ids(group, "Edith", "Frank")
    joined = join(night, edith, context(night), after=seats[-1]).sheet
    assert [joined.pot_points, joined.totals[edith]] == [40, 0]
    assert edith in joined.seating.seats
    instead = join(night, frank, context(night), after=seats[-1], goes=seats[0]).sheet
    assert seats[0] not in instead.seating.seats
    told = Hand(seats=instead.seating.seats, told={"kind": "pot_divide"})
    assert tell_hand(night, told, context(night)).sheet.pot_points == 0
    end_night(night, context(night))
    assert list(audit([group])) == []
