"""A night from its opening to its end, and payments of the plan that an older ending kept."""

import uuid
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from ledger.book.seating import Seating
from ledger.book.sheet import Ending, Payment
from ledger.models import Entry, Group, Session
from ledger.models.book import sheet_of
from ledger.money.rounding import THE_BOX, Rest, Rounding
from ledger.recording import (
    NewGroup,
    NewHand,
    Refused,
    WriteContext,
    arrange,
    choose_coin,
    end_night,
    join,
    mark_unpaid,
    reopen_night,
    start_group,
    start_session,
    tell_hand,
)
from ledger.recording.auditing import audit
from ledger.scoring import HandRefused
from ledger.standings.journal import journal
from ledger.standings.money import open_list
from tests.cast import (
    NAMES,
    OWNER,
    a_night,
    context,
    ids,
    owner_of,
    player,
    seated,
    tell,
    thursday_table,
)
from tests.old_ways import end_with_a_plan, mark_paid, plan_of_its_own

pytestmark = pytest.mark.django_db


def ending_of(session: Session) -> Ending:
    ending = sheet_of(session).ending
    assert ending is not None
    return ending


def test_a_night_opens_with_seats_dealer_rules_and_stake(group: Group) -> None:
    then = datetime(2014, 2, 20, 19, 30, tzinfo=UTC)
    pen = WriteContext(key=uuid.uuid4(), after=0, by=owner_of(group), at=then)
    session = start_session(group, seated(group, dealer="Cleo"), pen)
    sheet, opened = sheet_of(session), Entry.objects.get(session=session)
    assert sheet.seating == seated(group, dealer="Cleo")
    assert (sheet.stake_cents, sheet.rules.version, sheet.newest) == (25, 1, 1)
    assert (opened.by, opened.at, session.started_at) == (pen.by, then, then)


def test_nights_are_numbered_within_their_group(group: Group) -> None:
    other = thursday_table(name="Friday table", guest=uuid.uuid4())
    assert [a_night(group).number, a_night(other).number, a_night(group).number] == [1, 1, 2]


def test_a_key_starts_one_night_in_one_group(group: Group) -> None:
    twice = WriteContext(key=uuid.uuid4(), after=0)
    assert start_session(group, seated(group), twice) == start_session(group, seated(group), twice)
    other = thursday_table(name="Friday table", guest=uuid.uuid4())
    with pytest.raises(Refused, match="key_used"):
        start_session(other, seated(other), twice)
    assert Session.objects.count() == Entry.objects.count() == 1


def test_a_table_that_cannot_play_opens_no_night(group: Group) -> None:
    seats = ids(group)
    for seating in (
        Seating(seats=seats[:1], dealer=seats[0], plays=1),
        Seating(seats=seats, dealer=0, plays=5),
        Seating(seats=(seats[0], *seats[:4]), dealer=seats[0], plays=5),
    ):
        with pytest.raises(HandRefused):
            start_session(group, seating, WriteContext(key=uuid.uuid4(), after=0))
    assert Session.objects.count() == Entry.objects.count() == 0


def test_somebody_sits_down_at_a_table_whose_stock_holds_something() -> None:
    new = NewGroup(
        name="Stammtisch", names=NAMES, currency="EUR", stake_cents=1, game="mehrkopf", options={"stock": 10}
    )
    group = start_group(new, OWNER, uuid.uuid4())
    night = a_night(group, "Ann", "Ben", "Cleo", "Dave")
    seats = sheet_of(night).seating.seats
    tell_hand(night, NewHand(seats=seats, told={"kind": "all_pass"}), context(night))
    edith, frank = ids(group, "Edith", "Frank")
    joined = join(night, edith, context(night), after=seats[-1]).sheet
    assert [joined.pot_points, joined.totals[edith]] == [40, 0]
    assert edith in joined.seating.seats
    instead = join(night, frank, context(night), after=seats[-1], goes=seats[0]).sheet.seating.seats
    assert seats[0] not in instead
    divided = tell_hand(night, NewHand(seats=instead, told={"kind": "pot_divide"}), context(night))
    assert divided.sheet.pot_points == 0
    end_night(night, context(night))
    assert list(audit([group])) == []


def test_a_table_is_arranged_among_those_who_sit_there(group: Group, night: Session) -> None:
    ordered = seated(group, "Edith", "Dave", "Cleo", "Ben", "Ann", dealer="Ben", plays=4)
    assert arrange(night, ordered, context(night)).sheet.seating == ordered
    with pytest.raises(Refused, match="other_people"):
        arrange(night, seated(group), context(night))
    with pytest.raises(HandRefused):
        arrange(night, seated(group, "Ann", "Ben", plays=2), context(night))


def ends_and_pays(night: Session, which: int = 0) -> Payment:
    """End the night with a plan of its own, of which one payment is made; return that, with its entry."""
    end_with_a_plan(night, context(night))
    planned = plan_of_its_own(night)[which]
    return replace(planned, paid=mark_paid(night, planned.payer, planned.payee, context(night)).entry.number)


def owed_in_all(night: Session) -> int:
    return sum(line.cents for line in open_list(night.group))


def test_a_payment_of_an_old_plan_is_posted_and_unmarked_once(night: Session) -> None:
    tell(night, "Ann", "Ben")
    paid = ends_and_pays(night)
    assert (plan_of_its_own(night)[0], owed_in_all(night)) == (paid, 75 - paid.cents)
    mark_unpaid(night, paid.paid or 0, context(night))
    taken_back, payment, _ = journal(night.group)
    assert (taken_back.undoes, payment.is_undone) == (payment.number, True)
    assert (plan_of_its_own(night)[0].paid, owed_in_all(night)) == (None, 75)
    with pytest.raises(Refused, match=r"no_such_payment\.not_paid"):
        mark_unpaid(night, paid.paid or 0, context(night))


def test_what_was_paid_of_an_old_plan_counts_when_the_night_ends_again(group: Group, night: Session) -> None:
    tell(night, "Ann", "Ben")
    end_with_a_plan(night, context(night))
    for payment in plan_of_its_own(night):
        mark_paid(night, payment.payer, payment.payee, context(night))
    reopen_night(night, context(night))
    tell(night, "Ann", "Ben", "won_schneider")
    end_night(night, context(night))
    ending, ann = ending_of(night), player(group, "Ann").pk
    assert (ending.cents[ann], ending.payments) == (150, None)
    assert sum(one.cents for one in open_list(group) if one.payee == ann) == 100


@pytest.mark.parametrize("opens_again", [False, True])
def test_what_was_paid_before_an_old_ending_is_unmarked_as_any_other(
    night: Session, *, opens_again: bool
) -> None:
    tell(night, "Ann", "Ben")
    first = ends_and_pays(night)
    reopen_night(night, context(night))
    tell(night, "Ann", "Ben")
    end_with_a_plan(night, context(night))
    pairs = [(one.payer, one.payee) for one in plan_of_its_own(night)]
    again = plan_of_its_own(night)[pairs.index((first.payer, first.payee))]
    later = mark_paid(night, again.payer, again.payee, context(night)).entry.number
    if opens_again:
        reopen_night(night, context(night))
    mark_unpaid(night, first.paid or 0, context(night))
    assert [one.paid for one in sheet_of(night).paid] == [later]
    if opens_again:
        end_night(night, context(night))
    else:
        assert [one.paid for one in plan_of_its_own(night) if one.paid] == [later]
    assert owed_in_all(night) == 150 - again.cents
    assert list(audit([night.group])) == []


def test_what_was_paid_of_an_old_plan_is_unmarked_after_an_ending_of_today(night: Session) -> None:
    tell(night, "Ann", "Ben")
    paid = ends_and_pays(night)
    reopen_night(night, context(night))
    end_night(night, context(night))
    assert owed_in_all(night) == 75 - paid.cents
    mark_unpaid(night, paid.paid or 0, context(night))
    assert owed_in_all(night) == 75


def test_cents_are_rounded_to_the_coin_of_the_group_and_stay_so(group: Group, night: Session) -> None:
    choose_coin(group, Rounding(coin=20, rest=Rest.KITTY))
    night.group.refresh_from_db()
    tell(night, "Ann", "Ben")
    end_night(night, context(night))
    ann, ben, *others = ids(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    ending = ending_of(night)
    assert ending.cents == {ann: 40, ben: 20, **dict.fromkeys(others, -20)}
    assert (ending.rounding, ending.to_kitty) == (Rounding(coin=20, rest=Rest.KITTY), 0)
    reopen_night(night, context(night))
    choose_coin(group, Rounding(coin=15, rest=Rest.KITTY))
    night.group.refresh_from_db()
    end_night(night, context(night))
    assert ending_of(night).cents == {ann: 45, ben: 30, **dict.fromkeys(others, -30)}
    assert [one.cents for one in open_list(group) if one.payee == THE_BOX] == [15]
    choose_coin(group, Rounding())
    assert ending_of(night).to_kitty == 15
    assert list(audit([group])) == []
