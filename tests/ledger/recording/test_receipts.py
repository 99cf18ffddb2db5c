"""Receipts of money: what a balance is made of adds up to it, lines to balances, balances to zero."""

import random
import uuid
from collections import Counter

import pytest

from ledger.models import Group, Player
from ledger.recording import Refused, WriteContext
from ledger.recording.auditing import audit
from ledger.recording.group import delete_player
from ledger.recording.journal import pay, share_expense, share_several, spend_from_box, undo
from ledger.recording.settlements import Drawing, drawn
from ledger.settling import owed_by
from ledger.standings.money import balances
from ledger.standings.statement import statement
from tests.cast import a_night, an_ended_night, ids, thursday_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    return thursday_table()


def ink() -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=0)


def owed(group: Group) -> dict[int, int]:
    return {one.player: one.cents for one in balances(group).players if one.cents}


def shared_out(group: Group, people: list[int], payer: int, cents: int) -> dict[int, int]:
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
                made = share_expense(
                    group, some[0], draw.randrange(1, 5000), dict.fromkeys(some, 1), ink(), note="beer"
                )
                if draw.random() < 0.3:
                    undo(group, made.number, ink())
            case _:
                spend_from_box(
                    group, draw.randrange(1, 500), ink(), note="cards", shared_by=draw.sample(people, 3)
                )
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
    people, context = ids(group)[:3], ink()
    shares = dict.fromkeys(people, 1)
    first = share_expense(group, people[0], 100, shares, context, note="pizza")
    share_expense(group, people[0], 100, shares, ink(), note="pizza")
    assert share_expense(group, people[0], 100, shares, context, note="pizza") == first
    assert group.transactions.count() == 2


def test_exact_amounts_paid_by_two_bring_everybody_what_they_owe(group: Group) -> None:
    ann, ben, cleo, dave = ids(group)[:4]
    context, exact = ink(), {ann: 1700, cleo: 5900, dave: 2433}
    for _ in range(2):  # sent again, it is booked once
        share_several(group, {ann: 7000, ben: 3033}, exact, context, note="pizza")
    assert owed(group) == {ann: 5300, ben: 3033, cleo: -5900, dave: -2433}
    assert group.transactions.count() == 2
    with pytest.raises(Refused, match="nobody_shares"):
        share_several(group, {ann: 100}, {ann: 100}, ink(), note="my own")


def test_player_without_a_hand_or_a_cent_is_deleted_and_others_are_not(group: Group) -> None:
    frank, ann, ben = (group.players.get(name=name) for name in ("Frank", "Ann", "Ben"))
    a_night(group, "Ben", "Cleo", "Dave", "Edith", "Ann")
    spent = Player.objects.create(group=group, name="Gus", name_key="gus")
    pay(group, spent.pk, ann.pk, 5, ink())
    for one in (ann, ben, spent):
        with pytest.raises(Refused, match="has_played"):
            delete_player(one)
    delete_player(frank)
    assert not group.players.filter(name="Frank").exists()
    assert list(audit([group])) == []
