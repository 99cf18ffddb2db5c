"""Check the deals that a phone is told ahead, so that it can tell several hands without a signal."""

import pytest

from ledger.models.book import sheet_of
from scorekeeper.pad.presenter import coming, usual_codes
from scorekeeper.pad.prices import prices_of
from scorekeeper.pad.state import fresh_pad
from tests.cast import NAMES, a_night, ids, tell, thursday_table

pytestmark = pytest.mark.django_db


def test_the_deals_to_come_are_those_that_the_book_then_has() -> None:
    group = thursday_table()
    night = a_night(group, dealer="Frank")
    pad = fresh_pad(sheet_of(night))
    foreseen = coming(pad, prices_of(pad), dict(zip(ids(group), NAMES, strict=True)))["deals"]
    assert (len(foreseen), foreseen[0]["title"]) == (6, "Hand {number} · Frank deals")
    for at, deal in enumerate(foreseen):
        seating = sheet_of(night).seating
        assert (deal["dealer"], deal["out"]) == (seating.dealer, seating.out)
        tell(night, NAMES[(at + 1) % 6], NAMES[(at + 3) % 6])


def test_with_eight_more_than_the_dealer_sit_out_on_the_phone() -> None:
    eight = thursday_table(names=(*NAMES, "Gus", "Hanna"))
    names = dict(eight.players.values_list("pk", "name"))
    pad = fresh_pad(sheet_of(a_night(eight, dealer="Hanna")))
    deal = coming(pad, prices_of(pad), names)["deals"][0]
    assert [names[one] for one in deal["out"]] == ["Frank", "Gus", "Hanna"]


def test_a_hand_that_changes_what_the_next_is_worth_is_not_as_usual() -> None:
    plain, doubled = (
        fresh_pad(sheet_of(a_night(thursday_table(options=options))))
        for options in ({}, {"no_picker": "doubler"})
    )
    assert {"won", "lost", "leaster"} <= set(usual_codes(plain, prices_of(plain)))
    usual = usual_codes(doubled, prices_of(doubled))
    assert ("won" in usual, "all_pass" in usual) == (True, False)
