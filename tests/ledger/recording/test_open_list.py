"""The list of who pays whom follows what is booked and equals the balances; receipts add up to both."""

import random
import re
import uuid
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from io import StringIO
from math import floor

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models import QuerySet, Sum
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger.models import Group, Kind, OpenPayment, Posting, Session, SettlementPayment, Transaction, guards
from ledger.models.book import sheet_of
from ledger.money.payments import owed_by
from ledger.money.rounding import THE_BOX
from ledger.recording import (
    NewGroup,
    NewHand,
    Refused,
    WriteContext,
    add_player,
    correct_hand,
    end_night,
    pay_together,
    reopen_night,
    start_group,
    tell_hand,
)
from ledger.recording.auditing import audit
from ledger.recording.group import delete_player
from ledger.recording.journal import (
    Drawing,
    adjust,
    carry,
    drawn,
    pay,
    pay_line,
    put_in_box,
    share_expense,
    share_several,
    spend_from_box,
    undo,
)
from ledger.recording.notebook import Copying, copy_notebook
from ledger.standings.journal import journal, statement
from ledger.standings.marks import Copied
from ledger.standings.money import balances, of_night, open_list, posted_for, what_is_open
from scorekeeper.text.refusals import sentence
from tests.cast import NAMES, OWNER, a_night, an_ended_night, context, hand, ids, player, tell, thursday_table
from tests.group_files import group_export
from tests.old_ways import PlanRequest, drop, pay_planned, settle
from tests.steady import seeds

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(group: Group) -> Session:
    """Return an ended night: Ann is owed 50 cents and Ben 25; Cleo, Dave and Edith owe 25 each."""
    return an_ended_night(group)


def ink() -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=0)


def lines(group: Group) -> list[tuple[str, str, int]]:
    """Return the list as payer, payee and cents, by name."""
    names = {**dict(group.players.values_list("pk", "name")), THE_BOX: "the box"}
    return [(names[one.payer], names[one.payee], one.cents) for one in open_list(group)]


def is_right(group: Group) -> bool:
    """Check that the list equals the balances, and that the audit finds nothing."""
    found = balances(group)
    owed = {one.player: one.cents for one in found.players}
    owed[THE_BOX] = found.common - found.in_box
    assert owed_by(open_list(group)) == {who: cents for who, cents in owed.items() if cents}
    return list(audit([group])) == []


def first_line() -> QuerySet[OpenPayment]:
    return OpenPayment.objects.filter(pk=OpenPayment.objects.earliest("pk").pk)


def one_more(group: Group, payer: int | None, payee: int | None) -> None:
    OpenPayment.objects.create(group=group, payer_id=payer, payee_id=payee, cents=1)


def test_a_line_is_paid_in_parts_and_opened_again(group: Group, night: Session) -> None:
    assert sorted(lines(group)) == [("Cleo", "Ann", 25), ("Dave", "Ann", 25), ("Edith", "Ben", 25)]
    before, (first, *_) = lines(group), open_list(group)
    which = (first.payer, first.payee)
    for cents in (0, -1, 26, 10**12):
        with pytest.raises(Refused, match=r"too_much\.open"):
            pay_line(group, which, cents, ink())
    part = pay_line(group, which, 10, ink(), session=night)
    assert lines(group) == [(*before[0][:2], 15), *before[1:]]
    pay_line(group, which, 15, ink(), session=night)
    assert lines(group) == before[1:]
    with pytest.raises(Refused, match=r"no_such_payment\.not_open"):
        pay_line(group, which, 1, ink())
    undo(group, part.number, ink())
    assert lines(group) == [*before[1:], (*before[0][:2], 10)]
    assert is_right(group)


def test_the_same_key_pays_once_and_nothing_else(group: Group, night: Session) -> None:
    first, second, _ = open_list(group)
    once = ink()
    which = (first.payer, first.payee)
    assert pay_line(group, which, 25, once) == pay_line(group, which, 25, once)
    others: tuple[Callable[[], object], ...] = (
        lambda: pay_line(group, which, 24, once),
        lambda: pay_line(group, (second.payer, second.payee), 25, once),
        lambda: pay_line(group, which, 25, once, session=night),
    )
    for other in others:
        with pytest.raises(Refused, match="key_used"):
            other()
    assert len(lines(group)) == 2


def test_a_night_that_ends_again_posts_the_difference_and_changes_only_their_lines(
    group: Group, night: Session
) -> None:
    before, kept = owed(group), [line for line in lines(group) if line[0] in ("Cleo", "Dave")]
    reopen_night(night, context(night))
    assert (owed(group), len(lines(group))) == (before, 3)
    correct_hand(night, 2, hand(night, "Ann", "Edith"), context(night))
    end_night(night, context(night))
    again, first = journal(group)
    assert (dict(again.postings), len(first.postings)) == ({"Ben": -50, "Edith": 50}, 5)
    assert set(kept) <= set(lines(group))
    assert lines(group)[-1] == ("Ben", "Edith", 25)
    assert is_right(group)
    reopen_night(night, context(night))
    end_night(night, context(night))
    assert len(journal(group)) == 2


def test_the_kitty_takes_part(group: Group) -> None:
    ann, ben = ids(group, "Ann", "Ben")
    put_in_box(group, (ann,), 1000, ink())
    assert lines(group) == []
    spend_from_box(group, 400, ink(), note="pizza", shared_by=(ann, ben))
    assert sorted(lines(group)) == [("Ann", "the box", 200), ("Ben", "the box", 200)]
    planned = {one.payer_id: one for one in settle(group, PlanRequest(), ink()).payments.all()}
    assert {(payer, one.payee_id, one.cents) for payer, one in planned.items()} == {
        (ann, None, 200), (ben, None, 200),
    }  # fmt: skip
    pay_line(group, (ben, THE_BOX), 200, ink())
    assert lines(group) == [("Ann", "the box", 200)]
    assert is_right(group)
    pay_planned(planned[ann], 200, ink())
    assert (lines(group), balances(group).in_box) == ([], 1000)


def test_what_was_owed_before_and_nights_of_a_notebook_stand_in_it(group: Group) -> None:
    ann, ben, cleo = ids(group, "Ann", "Ben", "Cleo")
    carry(group, {ann: 500, ben: -300, cleo: -200}, ink(), note="from the notebook")
    adjust(group, {ann: -200, ben: 200}, ink(), reason="counted again")
    assert owed(group) == {ann: 300, ben: -100, cleo: -200}
    assert sorted(lines(group)) == [("Ben", "Ann", 100), ("Cleo", "Ann", 200)]
    nights = [Copied(date=date(2009, 3, day), totals={0: Fraction(day), 1: Fraction(-day)}) for day in (1, 2)]
    copy_notebook(group, Copying(names=("Ann", "Zoe"), nights=nights))
    assert ("Zoe", "Ann", 75) in lines(group)
    assert is_right(group)


def test_a_group_for_points_has_no_list_and_no_journal() -> None:
    group = thursday_table(currency="", stake_cents=0)
    an_ended_night(group)
    assert (lines(group), journal(group)) == ([], ())
    with pytest.raises(Refused, match="points_only"):
        pay(group, player(group, "Ann").pk, player(group, "Ben").pk, 10, ink())
    assert is_right(group)


def test_open_list_of_a_kept_plan_is_the_same_one_list(group: Group, night: Session) -> None:
    before = lines(group)
    plan = settle(group, PlanRequest(), ink())
    assert lines(group) == before
    paid = pay_planned(SettlementPayment.objects.get(settlement=plan, number=1), 25, ink())
    left = lines(group)
    assert sum(cents for *_, cents in left) == 50
    drop(plan, ink())
    assert lines(group) == left
    assert (undo(group, paid.number, ink()).plan_id, sorted(lines(group))) == (paid.plan_id, sorted(before))
    assert is_right(group)


def test_list_through_a_treasurer_is_paid_line_by_line_to_zero(group: Group, night: Session) -> None:
    ben, dave = ids(group, "Ben", "Dave")
    drawing = Drawing(treasurer=dave)
    assert sum(one.cents for one in drawn(group, drawing)) > 75
    with pytest.raises(Refused, match=r"no_such_payment\.not_open"):
        pay_line(group, (dave, ben), 25, ink())
    assert pay_line(group, (dave, ben), 25, ink(), drawing=drawing).kind == "payment"
    while left := drawn(group, drawing):
        pay_line(group, (left[0].payer, left[0].payee), left[0].cents, ink(), drawing=drawing)
    assert lines(group) == []
    assert is_right(group)


def test_list_up_to_a_day_leaves_out_later_nights(group: Group) -> None:
    old = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    tell(old, "Ann", "Ben")
    end_night(old, replace(context(old), at=timezone.now() - timedelta(days=70)))
    later, first = an_ended_night(group), open_list(group)[0]
    pay_line(group, (first.payer, first.payee), 10, ink(), session=later)
    drawing = Drawing(until=timezone.now() - timedelta(days=62))
    assert sum(line.cents for line in drawn(group, drawing)) == 65
    assert sum(line.cents for line in open_list(group)) == 140


def test_two_who_pay_together_are_one_payer_until_undone(group: Group, night: Session) -> None:
    before, balances_before = lines(group), balances(group)
    cleo, dave = group.players.get(name="Cleo"), group.players.get(name="Dave")
    pay_together(cleo, dave)
    group.refresh_from_db()
    found = what_is_open(group).lines
    assert cleo.pk not in {who for one in found for who in (one.payer, one.payee)}
    assert sum(one.cents for one in found if one.payer == dave.pk) == 50
    assert balances(group) == balances_before
    first = next(one for one in open_list(group) if one.payer == dave.pk)
    paid = pay_line(group, (first.payer, first.payee), first.cents, ink())
    assert list(audit([group])) == []
    undo(group, paid.number, ink())
    pay_together(dave, None)
    group.refresh_from_db()
    assert sorted(lines(group)) == sorted(before)
    assert is_right(group)


def test_booking_costs_the_same_after_any_number_of_nights(group: Group) -> None:
    ann, ben = ids(group, "Ann", "Ben")
    for nights in (1, 5):
        for _ in range(nights):
            an_ended_night(group)
        with CaptureQueriesContext(connection) as queries:
            pay(group, ben, ann, 1, ink())
        # What is read, the line and its postings, and what differs in the list.
        assert len(queries) <= 13


def twice(group: Group) -> None:
    one = OpenPayment.objects.filter(cents__gt=1).earliest("pk")
    OpenPayment.objects.filter(pk=one.pk).update(cents=one.cents - 1)
    one_more(group, one.payer_id, one.payee_id)


@pytest.mark.parametrize(
    ("deed", "words"),
    [
        (
            lambda group: Group.objects.update(box_cents=5),
            "5 cents are said to lie in the kitty’s box, the journal says 0",
        ),
        (
            lambda group: first_line().update(cents=24),
            "what is open brings Cleo -24 cents, the journal says -25",
        ),
        (lambda group: first_line().delete(), "what is open brings Ann 25 cents"),
        (lambda group: OpenPayment.objects.all().delete(), "what is open brings Edith 0 cents"),
        (lambda group: one_more(group, *ids(group, "Ann", "Ben")), "in what is open, Ann both pays and gets"),
        (twice, "two payments that are open are between the same two people"),
        (
            lambda group: first_line().update(payer=ids(thursday_table(name="Others"), "Ann")[0]),
            "a payment that is open is about a player of another group",
        ),
        (lambda group: Group.objects.update(open_list=0), "what is open is out of date"),
    ],
)
def test_a_list_that_has_drifted_is_reported(
    group: Group, night: Session, deed: Callable[[Group], object], words: str
) -> None:
    deed(group)
    group.refresh_from_db()
    assert words in "\n".join(map(sentence, audit([group])))


def test_the_lists_of_older_books_are_made_after_migrating(group: Group, night: Session) -> None:
    plan = settle(group, PlanRequest(), ink())
    an_ended_night(group)
    wanted = lines(group)
    # Older versions listed the part of a kept plan apart, so that a pair could have two lines.
    OpenPayment.objects.all().delete()
    for one in plan.payments.all():
        for cents in (one.cents, 1):
            OpenPayment.objects.create(group=group, payer=one.payer, payee=one.payee, cents=cents)
    Group.objects.update(open_list=1)
    out = StringIO()
    call_command("migrate", stdout=out)
    assert "Listed what is open in 1 groups." in out.getvalue()
    group.refresh_from_db()
    assert sorted(lines(group)) == sorted(wanted)
    assert is_right(group)


def test_a_book_from_before_makes_its_list_when_something_is_booked(group: Group, night: Session) -> None:
    OpenPayment.objects.all().delete()
    Group.objects.update(open_list=0)
    group.refresh_from_db()
    pay(group, player(group, "Cleo").pk, player(group, "Ann").pk, 25, ink())
    assert len(lines(group)) == 2
    assert is_right(group)


def test_money_that_does_not_add_up_is_told_and_does_not_stop_a_migration(
    group: Group, night: Session
) -> None:
    guards.lift(connection)
    Posting.objects.filter(pk=Posting.objects.earliest("pk").pk).update(cents=7)
    guards.install(connection)
    Group.objects.update(open_list=0)
    out = StringIO()
    call_command("migrate", stdout=out)
    assert "What is open in Thursday table cannot be said" in out.getvalue()
    assert Transaction.objects.exists()


FIVE = NAMES[:5]


def owed(group: Group) -> dict[int, int]:
    return {one.player: one.cents for one in balances(group).players if one.cents}


def random_night(group: Group, draw: random.Random) -> None:
    """Play a night, at which somebody may go home early and pay."""
    night = a_night(group, *FIVE)
    for _hand in range(draw.randrange(1, 4)):
        picker, partner = draw.sample(FIVE, 2)
        tell(night, picker, partner, draw.choice(("won", "lost_schneider")))
    if draw.random() < 0.5:
        payer, payee = draw.sample(ids(group), 2)
        pay(group, payer, payee, 40, ink(), session=night)
    end_night(night, context(night))


def shared_out(group: Group, people: Sequence[int], payer: int, cents: int) -> dict[int, int]:
    before = Counter(owed(group))
    share_expense(group, payer, cents, dict.fromkeys(people, 1), ink(), note="pizza")
    after = Counter(owed(group))
    return {one: before[one] - after[one] + cents * (one == payer) for one in people}


@pytest.mark.parametrize("seed", seeds(range(3)))
def test_receipts_of_a_random_book_add_up_to_balances_and_balances_to_zero(group: Group, seed: int) -> None:
    draw, people = random.Random(seed), ids(group)
    for _ in range(12):
        happen(group, draw)
        spend_from_box(group, draw.randrange(1, 500), ink(), note="cards", shared_by=draw.sample(people, 3))
    found = balances(group)
    assert sum(one.cents for one in found.players) == found.owed_by_box
    for drawing in (Drawing(), Drawing(treasurer=people[0])):
        assert {who: cents for who, cents in owed_by(drawn(group, drawing)).items() if who} == owed(group)
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
        some = draw.sample(people, draw.randrange(2, 6))
        shares, cents = dict.fromkeys(some, 1), draw.randrange(1, 5000)
        made = share_expense(group, some[0], cents, shares, ink(), note="beer")
        if draw.random() < 0.3:
            undo(group, made.number, ink())
    elif happens == 4:
        payer, payee = draw.sample(people, 2)
        pay(group, payer, payee, draw.randrange(1, 900), ink())
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


@pytest.mark.parametrize("seed", seeds(range(4)))
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
        tell_hand(night, NewHand(seats=seats, told={"kind": "points", "points": points}), context(night))
        sheet = end_night(night, context(night)).sheet
        assert sheet.ending is not None
        odd.update({who: cents - floor(sheet.worth[who]) for who, cents in sheet.ending.cents.items()})
        assert max(odd[one] for one in seats) - min(odd[one] for one in seats) <= 1
    assert sum(odd.values()) > 3
    assert list(audit([group])) == []
    assert len(set(re.findall(r'"turn": (\d+)', group_export(group)))) > 2
