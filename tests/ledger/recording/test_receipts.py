"""Receipts add up to lines, lines to balances, and balances to zero."""

import random
import re
import uuid
from collections import Counter
from collections.abc import Sequence
from math import floor

import pytest
from django.db.models import Sum

from ledger.exchange.group import group_export
from ledger.models import Group, Kind, Posting, Session
from ledger.models.book import sheet_of
from ledger.recording import (
    Hand,
    NewGroup,
    Refused,
    WriteContext,
    add_player,
    end_night,
    pay_together,
    start_group,
    tell_hand,
)
from ledger.recording.auditing import audit
from ledger.recording.group import delete_player
from ledger.recording.journal import (
    Drawing,
    carry,
    drawn,
    pay,
    pay_line,
    share_expense,
    share_several,
    spend_from_box,
    undo,
)
from ledger.settling import owed_by
from ledger.standings.money import balances
from ledger.standings.open_list import of_night, open_list, posted_for
from ledger.standings.statement import statement
from tests.cast import NAMES, OWNER, a_night, an_ended_night, context, ids, player, tell, thursday_table

pytestmark = pytest.mark.django_db


FIVE = NAMES[:5]


@pytest.fixture
def group() -> Group:
    return thursday_table()


def ink() -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=0)


def owed(group: Group) -> dict[int, int]:
    return {one.player: one.cents for one in balances(group).players if one.cents}


def random_night(group: Group, draw: random.Random) -> None:
    """Play a night, at which somebody may go home early and pay."""
    night = a_night(group, *FIVE)
    for _hand in range(draw.randrange(1, 4)):
        tell(night, *draw.sample(FIVE, 2), draw.choice(("won", "lost_schneider")))
    if draw.random() < 0.5:
        pay(group, *draw.sample(ids(group), 2), 40, ink(), session=night)
    end_night(night, context(night))


def shared_out(group: Group, people: Sequence[int], payer: int, cents: int) -> dict[int, int]:
    before = Counter(owed(group))
    share_expense(group, payer, cents, dict.fromkeys(people, 1), ink(), note="pizza")
    after = Counter(owed(group))
    return {one: before[one] - after[one] + cents * (one == payer) for one in people}


@pytest.mark.parametrize("seed", range(3))
def test_receipts_of_a_random_book_add_up_to_balances_and_balances_to_zero(group: Group, seed: int) -> None:
    draw, people = random.Random(seed), ids(group)
    for _ in range(12):
        match draw.randrange(4):
            case 0:
                an_ended_night(group)
            case 1:
                pay(group, *draw.sample(people, 2), draw.randrange(1, 900), ink())
            case 2:
                some = draw.sample(people, draw.randrange(2, 6))
                shares, cents = dict.fromkeys(some, 1), draw.randrange(1, 5000)
                made = share_expense(group, some[0], cents, shares, ink(), note="beer")
                if draw.random() < 0.3:
                    undo(group, made.number, ink())
            case _:
                cents, some = draw.randrange(1, 500), draw.sample(people, 3)
                spend_from_box(group, cents, ink(), note="cards", shared_by=some)
    found = balances(group)
    assert sum(one.cents for one in found.players) == found.owed_by_box
    for drawing in (Drawing(), Drawing(treasurer=people[0])):
        lines = owed_by(drawn(group, drawing))
        assert {who: cents for who, cents in lines.items() if who} == owed(group)
    for one in found.players:
        receipt = statement(group, one.player)
        assert receipt is not None
        assert sum(line.cents for line in receipt.lines) == one.cents == receipt.cents
    assert list(audit([group])) == []


def test_hundred_dollars_among_three_a_hundred_times_leave_nobody_off_by_more_than_a_cent(
    group: Group,
) -> None:
    people, paid = ids(group)[:3], Counter[int]()
    for turn in range(100):
        paid.update(shared_out(group, people, people[turn % 2], 10_000))
        assert max(paid.values()) - min(paid.values()) <= 1
    assert sum(paid.values()) == 1_000_000


def test_odd_cents_of_two_sets_of_people_go_round_in_each(group: Group) -> None:
    people = ids(group)
    sets, odd = (people[:3], people[1:6]), (Counter[int](), Counter[int]())
    draw = random.Random(7)
    for _ in range(40):
        which, cents = draw.randrange(2), draw.randrange(100, 999)
        shares = shared_out(group, sets[which], sets[which][0], cents)
        odd[which].update({one: part - cents // len(sets[which]) for one, part in shares.items()})
        counts = [odd[which][one] for one in sets[which]]
        assert max(counts) - min(counts) <= 1


def test_expense_sent_again_after_others_is_booked_once(group: Group) -> None:
    shares, once = dict.fromkeys(ids(group)[:3], 1), ink()
    payer = min(shares)
    first, _, again = (
        share_expense(group, payer, 100, shares, by, note="pizza") for by in (once, ink(), once)
    )
    assert (again, group.transactions.count()) == (first, 2)


def test_exact_amounts_paid_by_two_bring_everybody_what_they_owe(group: Group) -> None:
    ann, ben, cleo, dave = ids(group)[:4]
    once, exact = ink(), {ann: 1700, cleo: 5900, dave: 2433}
    for _ in range(2):  # sent again, it is booked once
        share_several(group, {ann: 7000, ben: 3033}, exact, once, note="pizza")
    assert owed(group) == {ann: 5300, ben: 3033, cleo: -5900, dave: -2433}
    assert group.transactions.count() == 2
    with pytest.raises(Refused, match="nobody_shares"):
        share_several(group, {ann: 100}, {ann: 100}, ink(), note="my own")


def test_player_without_a_hand_or_a_cent_is_deleted_and_others_are_not(group: Group) -> None:
    a_night(group, *FIVE)
    gus = add_player(group, "Gus")
    pay(group, gus.pk, player(group, "Ann").pk, 5, ink())
    for kept in (player(group, "Ann"), player(group, "Ben"), gus):
        with pytest.raises(Refused, match="has_played"):
            delete_player(kept)
    delete_player(player(group, "Frank"))
    assert not group.players.filter(name="Frank").exists()
    assert list(audit([group])) == []


def happen(group: Group, draw: random.Random) -> None:
    """Let something happen to the money of a group."""
    night, people = draw.choice([*Session.objects.filter(group=group), None]), ids(group)
    happens = draw.randrange(5)
    if night is None or happens == 0:
        random_night(group, draw)
    elif happens == 3:
        share_expense(group, people[0], 333, dict.fromkeys(people, 1), ink(), note="beer")
    elif happens == 4:
        pay(group, *draw.sample(people, 2), draw.randrange(1, 90), ink())
    elif lines := (of_night(night).lines if happens == 1 else open_list(group)):
        # From the page of the night, or from the group's.
        part = draw.randrange(lines[0].cents) + 1
        which = (lines[0].payer, lines[0].payee)
        pay_line(group, which, part, ink(), session=night if happens == 1 else None)


def paid_in(night: Session) -> dict[int, int]:
    """Return what the payments of a night say that everybody gave (+) and got (−), in cents."""
    rows = Posting.objects.filter(transaction__session=night, transaction__kind=Kind.PAYMENT)
    sums = rows.order_by().values_list("player").annotate(sum=Sum("cents"))
    return {player: cents for player, cents in sums if player is not None}


@pytest.mark.parametrize("seed", range(4))
def test_list_of_each_night_of_a_random_book_settles_that_night_exactly(group: Group, seed: int) -> None:
    draw = random.Random(seed)
    if seed == 3:
        pay_together(*group.players.all()[1:3])
        group.refresh_from_db()
    for _ in range(16):
        happen(group, draw)
    left, nights = owed_by(open_list(group)), Session.objects.filter(group=group)
    assert nights.count() > 1
    for night in nights:
        found, ending = of_night(night), sheet_of(night).ending
        assert ending is not None
        unpaid = Counter(ending.cents)
        unpaid.update(paid_in(night))
        settled = group.payers.sums(unpaid)
        assert owed_by([*found.lines, *found.even]) == {who: cents for who, cents in settled.items() if cents}
        assert all(abs(cents) <= abs(left[who]) for who, cents in owed_by(found.lines).items())
        assert found.cents + found.besides == sum(one.cents for one in open_list(group))
    assert list(audit([group])) == []


def test_list_of_a_night_is_the_list_of_the_group_until_other_days_make_it_even(group: Group) -> None:
    ann, ben, cleo, dave, edith = ids(group)[:5]
    night = an_ended_night(group)
    found = of_night(night)
    assert (found.lines, found.even, found.besides) == (open_list(group), (), 0)
    carry(group, {ann: -50, ben: -25, cleo: 25, dave: 25, edith: 25}, ink())
    found = of_night(night)
    assert owed_by(found.even) == {ann: 50, ben: 25, cleo: -25, dave: -25, edith: -25}
    assert (found.lines, found.besides, open_list(group)) == ((), 0, ())


def test_winner_who_was_paid_early_and_loses_passes_it_on_in_the_list_of_that_night(group: Group) -> None:
    ann, cleo = ids(group, "Ann", "Cleo")
    night = a_night(group, *FIVE)
    tell(night, "Ann", "Ben")
    pay(group, cleo, ann, 50, ink(), session=night)
    tell(night, "Ann", "Ben", "lost")
    end_night(night, context(night))
    found, brought = of_night(night), posted_for(night)
    assert (found.even, found.lines) == ((), open_list(group))
    assert owed_by(found.lines)[ann] == brought[ann] - 50 < 0
    assert owed_by(found.lines)[cleo] == brought[cleo] + 50 > 0


def test_odd_cents_of_nights_against_the_average_go_round_and_stand_in_the_file() -> None:
    new = NewGroup(
        name="Rummy",
        names=["Ann", "Ben", "Cleo"],
        currency="EUR",
        stake_cents=1,
        game="any_game",
        options={"counting": "typed", "money": "average"},
    )
    group, odd, draw = start_group(new, OWNER, uuid.uuid4()), Counter[int](), random.Random(1)
    seats = ids(group)
    for _ in range(9):
        night, points = a_night(group), [draw.randrange(20), draw.randrange(20), 1]
        tell_hand(night, Hand(seats=seats, told={"kind": "points", "points": points}), context(night))
        sheet = end_night(night, context(night)).sheet
        assert sheet.ending is not None
        odd.update({who: cents - floor(sheet.worth[who]) for who, cents in sheet.ending.cents.items()})
        assert max(odd[one] for one in seats) - min(odd[one] for one in seats) <= 1
    assert sum(odd.values()) > 3
    assert list(audit([group])) == []
    assert len(set(re.findall(r'"turn": (\d+)', group_export(group)))) > 2
