"""What is open follows everything that is booked, and never says anything else than the balances."""

import uuid
from collections.abc import Callable
from datetime import date, timedelta
from fractions import Fraction
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger.models import Group, OpenPayment, Session, SettlementPayment, Transaction
from ledger.money.payments import owed_by
from ledger.money.rounding import THE_BOX
from ledger.recording import Refused, WriteContext, correct_hand, end_night, pay_together, reopen_night
from ledger.recording.auditing import audit
from ledger.recording.journal import Drawing, carry, drawn, pay, pay_line, put_in_box, spend_from_box, undo
from ledger.recording.notebook import Copying, copy_notebook
from ledger.standings.marks import Copied
from ledger.standings.money import balances, open_list, what_is_open
from scorekeeper.text.refusals import sentence
from tests.cast import a_night, an_ended_night, context, hand, ids, tell, thursday_table
from tests.old_ways import PlanRequest, drop, pay_planned, settle

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    return thursday_table()


@pytest.fixture
def night(group: Group) -> Session:
    """Ann is owed 50 cents and Ben 25; Cleo, Dave and Edith owe 25 each."""
    return an_ended_night(group)


def ink() -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=0)


def lines(group: Group) -> list[tuple[str, str, int]]:
    """Who pays whom, by name."""
    names = {**dict(group.players.values_list("pk", "name")), THE_BOX: "the box"}
    return [(names[one.payer], names[one.payee], one.cents) for one in open_list(group)]


def is_right(group: Group) -> bool:
    """Whether the list is the balances, and the auditor finds nothing."""
    found = balances(group)
    owed = {one.player: one.cents for one in found.players}
    owed[THE_BOX] = found.common - found.in_box
    assert owed_by(open_list(group)) == {who: cents for who, cents in owed.items() if cents}
    return list(audit([group])) == []


def test_a_night_that_ends_is_open_at_once(group: Group, night: Session) -> None:
    assert sorted(lines(group)) == [("Cleo", "Ann", 25), ("Dave", "Ann", 25), ("Edith", "Ben", 25)]
    assert is_right(group)


def test_a_line_is_paid_in_parts_and_opened_again(group: Group, night: Session) -> None:
    before = lines(group)
    first = open_list(group)[0]
    which = (first.payer, first.payee)
    part = pay_line(group, which, 10, ink(), session=night)
    assert lines(group) == [(*before[0][:2], 15), *before[1:]]
    pay_line(group, which, 15, ink(), session=night)
    assert lines(group) == before[1:]
    with pytest.raises(Refused, match=r"no_such_payment\.not_open"):
        pay_line(group, which, 1, ink())
    undo(group, part.number, ink())
    assert lines(group) == [*before[1:], (*before[0][:2], 10)]
    assert is_right(group)


@pytest.mark.parametrize("cents", [0, -1, 26, 10**12])
def test_no_more_than_is_open_is_paid(group: Group, night: Session, cents: int) -> None:
    first = open_list(group)[0]
    with pytest.raises(Refused, match=r"too_much\.open"):
        pay_line(group, (first.payer, first.payee), cents, ink())


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


def test_a_correction_changes_only_whom_it_concerns(group: Group, night: Session) -> None:
    kept = [line for line in lines(group) if line[0] == "Cleo" or line[0] == "Dave"]
    reopen_night(night, context(night))
    assert len(lines(group)) == 3
    correct_hand(night, 2, hand(night, "Ann", "Edith"), context(night))
    end_night(night, context(night))
    assert set(kept) <= set(lines(group))
    assert lines(group)[-1] == ("Ben", "Edith", 25)
    assert is_right(group)


def test_the_kitty_takes_part(group: Group) -> None:
    ann, ben = ids(group, "Ann", "Ben")
    put_in_box(group, (ann,), 1000, ink())
    assert lines(group) == []
    spend_from_box(group, 400, ink(), note="pizza", shared_by=(ann, ben))
    assert sorted(lines(group)) == [("Ann", "the box", 200), ("Ben", "the box", 200)]
    pay_line(group, (ben, THE_BOX), 200, ink())
    assert lines(group) == [("Ann", "the box", 200)]
    assert is_right(group)


def test_what_was_owed_before_stands_in_it(group: Group) -> None:
    ann, ben, cleo = ids(group, "Ann", "Ben", "Cleo")
    carry(group, {ann: 300, ben: -100, cleo: -200}, ink())
    assert sorted(lines(group)) == [("Ben", "Ann", 100), ("Cleo", "Ann", 200)]
    assert is_right(group)


def test_nights_out_of_a_notebook_are_added(group: Group, night: Session) -> None:
    nights = [Copied(date=date(2009, 3, day), totals={0: Fraction(day), 1: Fraction(-day)}) for day in (1, 2)]
    copy_notebook(group, Copying(names=("Ann", "Zoe"), nights=nights))
    assert ("Zoe", "Ann", 75) in lines(group)
    assert is_right(group)


def test_open_list_of_a_kept_plan_is_the_same_one_list(group: Group, night: Session) -> None:
    before = lines(group)
    plan = settle(group, PlanRequest(), ink())
    assert lines(group) == before
    pay_planned(SettlementPayment.objects.get(settlement=plan, number=1), 5, ink())
    assert sum(cents for *_, cents in lines(group)) == 70
    assert is_right(group)
    drop(plan, ink())
    assert sum(cents for *_, cents in lines(group)) == 70
    assert is_right(group)


def test_payment_of_a_plan_undone_opens_the_line_again(group: Group, night: Session) -> None:
    plan = settle(group, PlanRequest(treasurer=ids(group, "Dave")[0]), ink())
    paid = pay_planned(SettlementPayment.objects.get(settlement=plan, number=1), 25, ink())
    assert "Cleo" not in {payer for payer, *_ in lines(group)}
    again = undo(group, paid.number, ink())
    assert again.plan_id == paid.plan_id
    assert "Cleo" in {payer for payer, *_ in lines(group)}
    assert is_right(group)


def test_list_through_a_treasurer_is_paid_line_by_line_to_zero(group: Group, night: Session) -> None:
    drawing = Drawing(treasurer=ids(group, "Dave")[0])
    assert sum(one.cents for one in drawn(group, drawing)) > 75
    while drawing_left := drawn(group, drawing):
        one = drawing_left[0]
        pay_line(group, (one.payer, one.payee), one.cents, ink(), drawing=drawing)
    assert lines(group) == []
    assert is_right(group)


def test_line_of_another_drawing_is_refused_as_not_open(group: Group, night: Session) -> None:
    ben, dave = ids(group, "Ben", "Dave")
    with pytest.raises(Refused, match=r"no_such_payment\.not_open"):
        pay_line(group, (dave, ben), 25, ink())
    assert pay_line(group, (dave, ben), 25, ink(), drawing=Drawing(treasurer=dave)).kind == "payment"


def test_line_marked_paid_by_two_people_at_once_is_booked_once(group: Group, night: Session) -> None:
    one = open_list(group)[0]
    pay_line(group, (one.payer, one.payee), one.cents, ink())
    with pytest.raises(Refused, match=r"no_such_payment\.not_open"):
        pay_line(group, (one.payer, one.payee), one.cents, ink())
    assert is_right(group)


def test_list_up_to_a_day_leaves_out_later_nights(group: Group) -> None:
    old = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    tell(old, "Ann", "Ben")
    seen, long_ago = context(old), timezone.now() - timedelta(days=70)
    end_night(old, WriteContext(key=seen.key, after=seen.after, by=seen.by, at=long_ago))
    later = an_ended_night(group)
    one = open_list(group)[0]
    pay_line(group, (one.payer, one.payee), 10, ink(), session=later)
    drawing = Drawing(until=timezone.now() - timedelta(days=62))
    assert sum(line.cents for line in drawn(group, drawing)) == 65
    assert sum(line.cents for line in open_list(group)) == 140


def test_two_who_pay_together_are_one_payer_until_undone(group: Group, night: Session) -> None:
    before = lines(group)
    cleo, dave = group.players.get(name="Cleo"), group.players.get(name="Dave")
    balances_before = balances(group)
    pay_together(cleo, dave)
    group.refresh_from_db()
    found = what_is_open(group)
    assert cleo.pk not in {who for one in found.lines for who in (one.payer, one.payee)}
    assert sum(one.cents for one in found.lines if one.payer == dave.pk) == 50
    assert balances(group) == balances_before
    assert list(audit([group])) == []
    one = next(one for one in open_list(group) if one.payer == dave.pk)
    paid = pay_line(group, (one.payer, one.payee), one.cents, ink())
    assert list(audit([group])) == []
    undo(group, paid.number, ink())
    pay_together(dave, None)
    group.refresh_from_db()
    assert sorted(lines(group)) == sorted(before)
    assert is_right(group)


def test_who_settles_early_has_it_counted_when_the_night_ends(group: Group) -> None:
    night = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    tell(night, "Ann", "Ben")
    cleo, ann = ids(group, "Cleo", "Ann")
    pay(group, cleo, ann, 25, ink(), session=night)
    assert (what_is_open(group).ahead, lines(group)) == (25, [])
    assert is_right(group)
    end_night(night, context(night))
    assert what_is_open(group).ahead == 0
    assert "Cleo" not in {name for line in lines(group) for name in line[:2]}
    assert sum(cents for *_, cents in lines(group)) == 50
    assert is_right(group)


def test_a_group_for_points_has_no_list() -> None:
    group = thursday_table(currency="", stake_cents=0)
    an_ended_night(group)
    assert lines(group) == []
    assert is_right(group)


def test_booking_costs_the_same_after_any_number_of_nights(group: Group) -> None:
    ann, ben = ids(group, "Ann", "Ben")
    asked = []
    for nights in (1, 5):
        for _ in range(nights):
            an_ended_night(group)
        with CaptureQueriesContext(connection) as queries:
            pay(group, ben, ann, 1, ink())
        asked.append(len(queries))
    assert max(asked) <= MOST_QUERIES


MOST_QUERIES = 13
"""What is read, the line and its postings, and what differs in the list."""


def a_cent_less(group: Group) -> None:
    OpenPayment.objects.filter(pk=OpenPayment.objects.earliest("pk").pk).update(cents=24)


def one_of_others(group: Group) -> None:
    stranger = ids(thursday_table(name="Others"), "Ann")[0]
    OpenPayment.objects.filter(pk=OpenPayment.objects.earliest("pk").pk).update(payer=stranger)


def both_ways(group: Group) -> None:
    ann, ben = ids(group, "Ann", "Ben")
    OpenPayment.objects.create(group=group, payer_id=ann, payee_id=ben, cents=1)


def twice(group: Group) -> None:
    one = OpenPayment.objects.filter(cents__gt=1).earliest("pk")
    OpenPayment.objects.filter(pk=one.pk).update(cents=one.cents - 1)
    OpenPayment.objects.create(group=group, payer=one.payer, payee=one.payee, cents=1)


@pytest.mark.parametrize(
    ("deed", "words"),
    [
        (
            lambda group: Group.objects.update(box_cents=5),
            "5 cents are said to lie in the kitty’s box, the journal says 0",
        ),
        (a_cent_less, "what is open brings Cleo -24 cents, the journal says -25"),
        (lambda group: OpenPayment.objects.earliest("pk").delete(), "what is open brings Ann 25 cents"),
        (lambda group: OpenPayment.objects.all().delete(), "what is open brings Edith 0 cents"),
        (both_ways, "in what is open, Ann both pays and gets"),
        (twice, "two payments that are open are between the same two people"),
        (one_of_others, "a payment that is open is about a player of another group"),
        (lambda group: Group.objects.update(open_list=0), "what is open is out of date"),
    ],
)
def test_a_list_that_has_drifted_is_reported(
    group: Group, night: Session, deed: Callable[[Group], object], words: str
) -> None:
    assert is_right(group)
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
        OpenPayment.objects.create(group=group, payer=one.payer, payee=one.payee, cents=one.cents)
        OpenPayment.objects.create(group=group, payer=one.payer, payee=one.payee, cents=1)
    Group.objects.update(open_list=1)
    out = StringIO()
    call_command("migrate", stdout=out)
    assert "Listed what is open in 1 groups." in out.getvalue()
    group.refresh_from_db()
    assert (sorted(lines(group)), plan.number) == (sorted(wanted), 1)
    assert is_right(group)


def test_a_book_from_before_makes_its_list_when_something_is_booked(group: Group, night: Session) -> None:
    OpenPayment.objects.all().delete()
    Group.objects.update(open_list=0)
    group.refresh_from_db()
    ann, cleo = ids(group, "Ann", "Cleo")
    pay(group, cleo, ann, 25, ink())
    assert len(lines(group)) == 2
    assert is_right(group)


def test_money_that_does_not_add_up_is_told_and_does_not_stop_a_migration(
    group: Group, night: Session
) -> None:
    from ledger.models import Posting, guards

    guards.lift(connection)
    Posting.objects.filter(pk=Posting.objects.earliest("pk").pk).update(cents=7)
    guards.install(connection)
    Group.objects.update(open_list=0)
    out = StringIO()
    call_command("migrate", stdout=out)
    assert "What is open in Thursday table cannot be said" in out.getvalue()
    assert Transaction.objects.exists()
