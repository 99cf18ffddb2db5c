"""What may be changed of a group, what was, and how everybody is drawn."""

import uuid
from datetime import UTC, datetime

import pytest

from ledger.models import Role
from ledger.recording import (
    WriteContext,
    admit,
    call_group,
    draw_player,
    end_night,
    play_for,
    take_back_hand,
    tell_hand,
)
from ledger.recording.journal import pay
from ledger.standings import changes_of, currency_is_kept, faces_of, open_nights
from ledger.standings.groups import Face, OpenNight, SettingChange, faces_from
from tests.cast import STRANGERS, a_night, context, ids, leaster, player, tell, thursday_table

pytestmark = pytest.mark.django_db


def ink(after: int = 0) -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=after)


def test_currency_may_change_until_money_is_booked() -> None:
    group, other = thursday_table(), thursday_table(names=STRANGERS, guest=uuid.uuid4())
    for one, expected in ((other, ("", "booked")), (group, ("booked", "booked"))):
        pay(one, *ids(one)[:2], 5, ink())
        assert (currency_is_kept(group), currency_is_kept(other)) == expected


def test_the_currency_stays_while_a_hand_is_played_for_tonight() -> None:
    group = thursday_table()
    a_night(group)
    session = a_night(group, dealer="Frank")
    assert currency_is_kept(group) == ""
    told = tell(session, "Ann", "Ben")
    assert currency_is_kept(group) == "tonight"
    take_back_hand(session, told.entry.number, context(session))
    assert currency_is_kept(group) == ""


def test_night_for_points_only_leaves_the_currency_free() -> None:
    group = thursday_table(currency="", stake_cents=0)
    session = a_night(group, dealer="Frank")
    tell(session, "Ann", "Ben")
    assert currency_is_kept(group) == ""
    end_night(session, context(session))
    assert currency_is_kept(group) == ""


def test_open_nights_are_told_by_number_with_their_stake_hands_and_pot() -> None:
    group = thursday_table(options={"pot": "leaster"})
    first, over = a_night(group, dealer="Frank"), a_night(group)
    third = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    end_night(over, context(over))
    a_night(thursday_table(names=STRANGERS, guest=uuid.uuid4()))
    tell(first, "Ann", "Ben")
    tell(first, "Ben", "Cleo")
    tell_hand(third, leaster(third, "Ann"), context(third))
    play_for(group, "EUR", 10, ink(), tonight=False)
    found = open_nights(group)
    assert found == (
        OpenNight(number=1, stake_cents=25, hands=2, has_pot=False),
        OpenNight(number=3, stake_cents=25, hands=1, has_pot=True),
    )
    assert [type(one.has_pot) for one in found] == [bool, bool]


def test_changes_are_told_the_newest_first_with_what_was_and_who_did_it() -> None:
    group = thursday_table()
    assert changes_of(group) == ()
    by, key = admit(group, uuid.uuid4(), Role.OWNER), uuid.uuid4()
    at = datetime(2009, 3, 2, 19, tzinfo=UTC)
    group = call_group(group, "Monday table", WriteContext(key=key, after=0, by=by, at=at))
    group = call_group(group, "Tuesday table", ink(1))
    newest, first = changes_of(group)
    assert (newest.number, newest.was, newest.now, newest.by) == (
        2, {"name": "Monday table"}, {"name": "Tuesday table"}, None,
    )  # fmt: skip
    was, now = {"name": "Thursday table"}, {"name": "Monday table"}
    assert first == SettingChange(number=1, what="name", was=was, now=now, at=at, by=by.pk, key=str(key))


def test_everybody_has_initials_and_a_colour_by_place_unless_they_chose() -> None:
    thursday_table(names=("Aaron", "Abel"), guest=uuid.uuid4())
    group = thursday_table(names=("Ann", "Anna", "Ben"))
    ann, anna, ben = ids(group)
    draw_player(player(group, "Anna"), initials="Q", colour="")
    draw_player(player(group, "Ben"), initials="", colour="brick")
    assert faces_of(group) == {
        ann: Face(name="Ann", initials="An", colour="brick"),
        anna: Face(name="Anna", initials="Q", colour="amber", chose_initials=True),
        ben: Face(name="Ben", initials="Be", colour="brick", chose_colour=True),
    }
    assert list(faces_of(group)) == [ann, anna, ben]


def test_the_ninth_has_the_first_colour_again() -> None:
    found = faces_from((place, f"{place} of them", "", "") for place in range(1, 10))
    assert [found[place].colour for place in (1, 2, 8, 9)] == ["brick", "amber", "rose", "brick"]
