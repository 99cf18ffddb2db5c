"""Money: balances, plans, months, the journal, and its course night by night, to the cent."""

import uuid
from collections import defaultdict
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction

import pytest
from django.db import connection
from django.db.models import Sum
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger.models import Account, Group, Kind, Posting
from ledger.money.rounding import THE_BOX, Rest, Rounding
from ledger.recording import (
    WriteContext,
    amend_night,
    choose_coin,
    end_night,
    merge_players,
    reopen_night,
    start_session,
    strike_night,
    tell_hand,
)
from ledger.recording.journal import carry, pay, put_in_box, spend_from_box, undo
from ledger.recording.notebook import Copying, copy_notebook
from ledger.standings.filtering import EVERYTHING, Filter
from ledger.standings.journal import journal, newest_line, whole_journal
from ledger.standings.marks import Copied
from ledger.standings.money import (
    LINES_A_PAGE,
    added_up,
    balances,
    end_of,
    nights_from,
    plans,
    to_settle,
    until_by_label,
)
from ledger.standings.nights_by_player import money_nights, won_at_cards
from tests import cast
from tests.cast import (
    STRANGERS,
    a_night,
    an_ended_night,
    context,
    hand,
    ids,
    owner_of,
    seated,
    tell,
    thursday_table,
)
from tests.ledger import histories
from tests.old_ways import (
    PlanRequest,
    end_with_a_plan,
    keep_a_plan_of_its_own,
    mark_paid,
    pay_planned,
    plan_of_its_own,
    settle,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    """Return a group in which Ann lent Ben a cent, two cents, … more often than a page holds."""
    made = thursday_table()
    ann, ben = ids(made, "Ann", "Ben")
    for cents in range(1, LINES_A_PAGE + 11):
        pay(made, ann, ben, cents, WriteContext(key=uuid.uuid4(), after=0))
    return made


def test_journal_has_pages_and_can_be_read_whole_portion_by_portion(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = LINES_A_PAGE + 10
    assert newest_line(group) == lines
    assert [*reversed(journal(group) + journal(group, page=2))] == list(whole_journal(group))
    for at_once, queries in ((7, 18), (lines // 2, 2 * 3), (lines - 1, 2 * 2), (lines + 1, 2)):
        monkeypatch.setattr("ledger.standings.journal.AT_ONCE", at_once)
        with CaptureQueriesContext(connection) as asked:
            assert [line.number for line in whole_journal(group)] == list(range(1, lines + 1))
        assert len(asked) == queries


def ink() -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=0)


def won_by_the_journal(group: Group) -> dict[int, int]:
    """Return what the nights brought everybody, by player and THE_BOX, added up from the postings alone."""
    rows = Posting.objects.filter(transaction__group=group, transaction__kind=Kind.NIGHT).order_by()
    sums = rows.values_list("player").annotate(sum=Sum("cents"))
    return dict(group.who.sums({player or THE_BOX: int(cents) for player, cents in sums}))


def test_what_was_won_at_cards_is_of_the_groups_own_nights_and_no_payment_changes_it() -> None:
    an_ended_night(thursday_table(guest=uuid.uuid4()))
    group = thursday_table()
    assert won_at_cards(money_nights(group)) == {}
    choose_coin(group, Rounding(coin=10, rest=Rest.KITTY))
    an_ended_night(group)
    session = an_ended_night(group)
    ann, ben, cleo, dave, edith, _ = ids(group)
    pay(group, cleo, ann, 40, ink(), session=session)
    pay(group, dave, Account.BOX, 40, ink())
    won = {ann: 100, ben: 40, cleo: -40, dave: -40, edith: -40}
    assert won_at_cards(money_nights(group)) == won
    assert won_by_the_journal(group) == won | {THE_BOX: -20}


def test_plans_of_before_are_read_with_their_nights_in_two_queries() -> None:
    group = thursday_table()
    ann, ben, cleo = ids(group, "Ann", "Ben", "Cleo")
    carry(group, {ann: 30, ben: -40, cleo: 10}, ink())
    settle(group, PlanRequest(label="Easter"), ink())
    settle(group, PlanRequest(treasurer=cleo), ink())
    night = an_ended_night(group)
    keep_a_plan_of_its_own(night, at=timezone.now(), payments=[(cleo, ann, 25), (cleo, ben, 5)])
    with CaptureQueriesContext(connection) as asked:
        found = plans(group)
    assert len(asked) == 2
    told = [(plan.label, plan.night_at, len(plan.payments)) for plan in found]
    assert told == [("", night.started_at, 2), ("", None, 2), ("Easter", None, 2)]
    assert [[(one.payer, one.payee, one.cents) for one in plan.payments] for plan in found[:2]] == [
        [(cleo, ann, 25), (cleo, ben, 5)],
        [(ben, cleo, 40), (cleo, ann, 30)],
    ]


def test_what_the_box_paid_of_a_plan_and_what_was_paid_to_it_is_counted() -> None:
    group = thursday_table()
    ann, ben = ids(group, "Ann", "Ben")
    put_in_box(group, (ann,), 50, ink(), is_owed_back=True)
    settle(group, PlanRequest(treasurer=None), ink())
    pay_planned(group.settlements.get(number=1).payments.get(), 50, ink())
    spend_from_box(group, 30, ink(), note="beer", shared_by=[ben])
    settle(group, PlanRequest(), ink())
    pay_planned(group.settlements.get(number=2).payments.get(), 10, ink())
    found = [(one.payer, one.payee, one.cents, one.paid) for plan in plans(group) for one in plan.payments]
    assert found == [(ben, THE_BOX, 30, 10), (THE_BOX, ann, 50, 50)]


def test_plan_that_was_kept_once_changes_nothing_of_what_is_to_settle() -> None:
    for group in (thursday_table(), thursday_table(names=STRANGERS, guest=uuid.uuid4())):
        first, second = ids(group)[:2]
        carry(group, {first: 30, second: -30}, ink())
        settle(group, PlanRequest(), ink())
        assert to_settle(group) == {first: 30, second: -30}


def test_until_then_a_later_nights_own_plan_and_what_was_paid_of_it_counts_for_nothing() -> None:
    group = thursday_table()
    until = timezone.now() - timedelta(days=10)
    ann, ben, cleo, dave, edith, _ = ids(group)
    carry(group, {ann: 30, ben: -30}, WriteContext(key=uuid.uuid4(), after=0, at=until - timedelta(days=1)))
    night = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    tell(night, "Ann", "Ben")
    end_with_a_plan(night, context(night))
    one = plan_of_its_own(night)[0]
    mark_paid(night, one.payer, one.payee, context(night))
    keep_a_plan_of_its_own(night, at=timezone.now(), payments=[(dave, ann, 7)])
    assert to_settle(group, until=until) == {ann: 30, ben: -30}
    pay(group, ben, ann, 4, ink(), session=night)
    assert to_settle(group, until=until) == {ann: 26, ben: -26}
    assert to_settle(group)[edith] < 0 < to_settle(group)[ann]
    assert cleo not in to_settle(group, until=until)


def test_journal_says_who_wrote_a_line_how_it_was_paid_and_what_lies_in_the_box() -> None:
    group = thursday_table()
    ann, ben = ids(group, "Ann", "Ben")
    by = owner_of(group)
    night = an_ended_night(group)
    pay(group, ben, ann, 5, WriteContext(key=uuid.uuid4(), after=0, by=by), method="cash")
    put_in_box(group, (ann,), 50, ink())
    for session in (None, night):
        undo(group, pay(group, ben, ann, 5, ink(), session=session).number, ink())
    with CaptureQueriesContext(connection) as asked:
        found = journal(group)
    assert len(asked) == 3
    assert [(one.night, one.undoes, one.is_undone) for one in found] == [
        (1, 6, False), (1, None, True), (None, 4, False), (None, None, True),
        (None, None, False), (None, None, False), (1, None, False),
    ]  # fmt: skip
    boxed, paid = found[4:6]
    assert (paid.by, paid.method, paid.postings) == (by.pk, "cash", (("Ben", 5), ("Ann", -5)))
    assert (boxed.by, boxed.method) == (None, "")
    assert sorted(boxed.postings) == [("", -50), (" ", 50), ("Ann", 0)]


@pytest.mark.parametrize(
    ("month", "over"),
    [
        (date(2009, 1, 1), datetime(2009, 2, 1, tzinfo=UTC)),
        (date(2009, 3, 31), datetime(2009, 4, 1, tzinfo=UTC)),
        (date(2009, 11, 30), datetime(2009, 12, 1, tzinfo=UTC)),
        (date(2009, 12, 24), datetime(2010, 1, 1, tzinfo=UTC)),
    ],
)
def test_a_month_is_over_when_the_next_one_begins(month: date, over: datetime) -> None:
    assert end_of(month) == over
    assert until_by_label(f"{month:%B %Y}") == over


@pytest.mark.parametrize("label", ["", "the spring", "March", "2009-03", "March 2009 again", "December 9999"])
def test_a_label_of_no_month_has_no_end(label: str) -> None:
    assert until_by_label(label) is None


@pytest.mark.django_db
def test_nights_from_then_on_are_those_whose_first_result_was_brought_then() -> None:
    group, now = thursday_table(), timezone.now()

    def night_ended(at: datetime) -> int:
        begun = WriteContext(key=uuid.uuid4(), after=0, by=owner_of(group), at=at - timedelta(hours=4))
        session = start_session(group, seated(group, "Ann", "Ben", "Cleo", "Dave", "Edith"), begun)
        tell_hand(session, hand(session, "Ann", "Ben"), context(session))
        end_night(session, WriteContext(key=uuid.uuid4(), after=2, by=owner_of(group), at=at))
        return session.pk

    first, second = night_ended(now - timedelta(days=40)), night_ended(now - timedelta(days=2))
    tell(a_night(group), "Ben", "Cleo")  # has brought nothing yet
    an_ended_night(thursday_table(name="Friday table", guest=uuid.uuid4()))

    def found(when: datetime) -> list[int]:
        return sorted(row["session"] for row in nights_from(group, when))

    assert found(now - timedelta(days=50)) == [first, second]
    assert found(now - timedelta(days=40)) == [first, second]
    assert found(now - timedelta(days=39)) == [second]
    assert found(now) == []


ASKED = (Filter(), Filter(since=date(2025, 2, 1)), Filter(since=date(2025, 1, 10), until=date(2025, 2, 28)))


# Of nights after each other the day, and the cents of whoever won or lost some.
Money = list[tuple[date, dict[int, int]]]


@pytest.fixture(params=[1, 2, 5])
def history(request: pytest.FixtureRequest) -> Group:
    return histories.some_history(request.param)


def booked(group: Group, asked: Filter = ASKED[0]) -> Money:
    found = []
    for session in group.sessions.order_by("started_at", "number"):
        day = timezone.localdate(session.started_at)
        cents: dict[int, int] = defaultdict(int)
        postings = Posting.objects.filter(transaction__session=session, transaction__kind=Kind.NIGHT)
        for player, won in postings.exclude(player=None).values_list("player", "cents"):
            cents[group.who.of(player)] += won
        if any(cents.values()) and (asked.since or date.min) <= day <= (asked.until or date.max):
            found.append((day, {player: won for player, won in cents.items() if won}))
    return found


def told(group: Group, asked: Filter = EVERYTHING) -> Money:
    nights = money_nights(group, asked)
    found = [(one.day, {player: won for player, won in one.parts.items() if won}) for one in nights]
    return [one for one in found if one[1]]


def test_every_night_brings_what_was_booked(history: Group) -> None:
    assert booked(history)
    for asked in ASKED:
        assert told(history, asked) == booked(history, asked)


def test_a_night_that_is_opened_and_corrected_brings_the_old_money_until_it_is_over(history: Group) -> None:
    going, night = history.sessions.get(ended_at=None), history.sessions.get(number=2)
    before = booked(history)
    assert timezone.localdate(going.started_at) not in {day for day, _ in told(history)}
    reopen_night(night, cast.context(night))
    assert told(history) == booked(history) == before
    cast.tell(night, "Ann", "Ben", "lost_schneider")
    assert told(history) == booked(history) == before
    end_night(night, cast.context(night))
    assert told(history) == booked(history) != before


def test_of_two_who_are_one_person_it_has_the_money_of_both(history: Group) -> None:
    nights = [Copied(date=date(2024, 12, day), totals={0: Fraction(4), 1: Fraction(-4)}) for day in (2, 9)]
    copy_notebook(history, Copying(names=("Ann", "Gus"), nights=nights))
    gus, frank = cast.ids(history, "Gus", "Frank")
    merge_players(history, gus, frank, WriteContext(key=uuid.uuid4(), after=0, by=cast.owner_of(history)))
    group = Group.objects.get(pk=history.pk)
    assert gus not in {player for _, cents in told(group) for player in cents}
    assert told(group)[0][1][frank] < 0
    assert told(group) == booked(group)


def test_night_that_was_paid_long_ago_was_won_and_moves_no_balance() -> None:
    group = cast.thursday_table()
    nights = [Copied(date=date(2009, 5, day), totals={0: Fraction(4), 1: Fraction(-4)}) for day in (8, 15)]
    copy_notebook(group, Copying(names=("Ann", "Ben"), nights=nights, owed_from=date(2009, 5, 10)))
    ann, ben = cast.ids(group, "Ann", "Ben")
    assert won_at_cards(money_nights(group)) == {ann: 200, ben: -200}
    assert [one.parts for one in money_nights(group, of=ben)] == [{ben: -100}, {ben: -100}]
    assert {one.player: one.cents for one in balances(group).players if one.cents} == {ann: 100, ben: -100}
    session = group.sessions.order_by("started_at")[0]
    amend_night(session, date(2009, 5, 8), {ann: Fraction(2), ben: Fraction(-2)}, cast.context(session))
    group = Group.objects.get(pk=group.pk)
    assert won_at_cards(money_nights(group)) == {ann: 150, ben: -150}
    strike_night(session, cast.context(session))
    assert won_at_cards(money_nights(group)) == {ann: 100, ben: -100}


def test_lines_of_copied_nights_bear_the_day_of_the_night_and_when_they_were_entered() -> None:
    group = cast.thursday_table()
    nights = [Copied(date=date(2009, 5, 8), totals={0: Fraction(4), 1: Fraction(-4)})]
    copy_notebook(group, Copying(names=("Ann", "Ben"), nights=nights))
    session, (ann, ben) = group.sessions.get(), cast.ids(group, "Ann", "Ben")
    amend_night(session, date(2009, 5, 8), {ann: Fraction(2), ben: Fraction(-2)}, cast.context(session))
    cast.an_ended_night(group)
    lines = list(whole_journal(group))
    assert [timezone.localdate(one.day_at).year for one in lines[:2]] == [2009, 2009]
    assert all(timezone.now() - one.at < timedelta(minutes=5) for one in lines)
    assert lines[-1].day_at == lines[-1].at


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_money_won_and_balances_are_what_the_journal_adds_up_to(seed: int) -> None:
    group = histories.some_history(seed)
    first = group.sessions.get(number=1)

    def holds() -> None:
        won = {player: cents for player, cents in won_by_the_journal(group).items() if cents}
        assert {one: cents for one, cents in won_at_cards(money_nights(group)).items() if cents} == won
        assert balances(group) == added_up(group)

    holds()
    reopen_night(first, cast.context(first))
    holds()
    cast.tell(first, "Ann", "Ben")
    end_night(first, cast.context(first))
    holds()
