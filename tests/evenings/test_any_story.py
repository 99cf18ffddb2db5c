"""Any story at all: hands told, corrected and taken back, people coming and going, rules and stakes changed,
nights ended and opened again, by today's ways and by those of old books, rounded or not, money paid in full
and in part, ahead of the end and back again, plans kept, paid and dropped, everything sent twice, by two
tellers of whom one is behind.

After every step every sum is zero, the money is what a small reference model says, the list of what is open
is the balances, and what is projected is what a fresh fold says.
"""

import contextlib
import uuid
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from ledger.book.sheet import ScoreSheet
from ledger.models import Entry, Posting, Session, Transaction
from ledger.models.book import sheet_of
from ledger.money.payments import Transfer, owed_by
from ledger.money.rounding import THE_BOX, Rest, Rounding
from ledger.recording import (
    NewHand,
    StaleWrite,
    WriteContext,
    change_stake,
    choose_coin,
    correct_hand,
    end_night,
    join,
    leave,
    mark_unpaid,
    reopen_night,
    take_back_hand,
    tell_hand,
    undo_change,
)
from ledger.recording.auditing import audit
from ledger.recording.journal import (
    Drawing,
    drawn,
    pay,
    pay_line,
    put_in_box,
    share_expense,
    spend_from_box,
    undo,
)
from ledger.recording.rules import write_rules
from ledger.scoring import HandRefused
from ledger.standings.money import balances, open_list, posted_for
from tests import cast
from tests.cast import a_night, ids, owner_of, thursday_table
from tests.old_ways import PlanRequest, end_with_a_plan, mark_paid, settle
from tests.steady import many, steady

EXAMPLES = many(5, soak=200)
STEPS = 50
RESULTS = ("won", "won_schneider", "won_all_tricks", "lost", "lost_schneider", "lost_no_trick")
ANY = st.integers(0, 40)
Deed = Callable[[], object]


class Told(RuleBasedStateMachine):
    """One group and its nights; `owed` is the reference model: what everybody is owed, box included. The
    auditor looks at the book when all is told."""

    @initialize()
    def begin(self) -> None:
        self.group = thursday_table()
        self.owner = owner_of(self.group)
        self.people = ids(self.group)
        self.nights = [a_night(self.group)]
        self.owed: Counter[Any] = Counter()
        self.results: dict[int, dict[Any, int]] = {}

    @property
    def night(self) -> Session:
        return self.nights[-1]

    @property
    def sheet(self) -> ScoreSheet:
        return sheet_of(self.night)

    def ink(self) -> WriteContext:
        return WriteContext(key=uuid.uuid4(), after=self.sheet.newest, by=self.owner)

    def twice(self, deed: Deed) -> bool:
        """Whether it was done; the phone got no answer and sends it again, and that changes nothing."""
        counts = (Entry, Transaction, Posting)
        try:
            deed()
        except HandRefused:
            return False
        before = [model._default_manager.count() for model in counts]
        deed()
        assert [model._default_manager.count() for model in counts] == before
        return True

    def a_hand(self, picker: int, partner: int, result: int) -> NewHand:
        seats = self.sheet.seating.seats
        one, other = picker % len(seats), partner % len(seats)
        partners = [] if one == other else [other]
        told = {"kind": "picked", "picker": one, "partners": partners, "result": RESULTS[result % 6]}
        return NewHand(seats=seats, told=told)

    @rule(picker=ANY, partner=ANY, result=ANY)
    def tell(self, picker: int, partner: int, result: int) -> None:
        said, context = self.a_hand(picker, partner, result), self.ink()
        if self.twice(lambda: tell_hand(self.night, said, context)):
            behind = WriteContext(key=uuid.uuid4(), after=context.after, by=self.owner)
            with pytest.raises(StaleWrite):
                tell_hand(self.night, said, behind)

    @rule(which=ANY, picker=ANY, partner=ANY, result=ANY)
    def correct(self, which: int, picker: int, partner: int, result: int) -> None:
        if rows := self.sheet.rows:
            row, context = rows[which % len(rows)], self.ink()
            told = {**self.a_hand(picker, partner, result).told}
            said = NewHand(seats=row.seats, told=told)
            self.twice(lambda: correct_hand(self.night, row.entry, said, context))

    @rule(which=ANY)
    def take_back(self, which: int) -> None:
        if rows := self.sheet.rows:
            row, context = rows[which % len(rows)], self.ink()
            self.twice(lambda: take_back_hand(self.night, row.entry, context))

    @rule(who=ANY, after=ANY)
    def somebody_comes_or_goes(self, who: int, after: int) -> None:
        one, context, seats = self.people[who % len(self.people)], self.ink(), self.sheet.seating.seats
        if one in seats:
            self.twice(lambda: leave(self.night, one, context))
        else:
            self.twice(lambda: join(self.night, one, context, after=seats[after % len(seats)]))

    @rule(bump=st.booleans())
    def change_rules(self, bump: bool) -> None:
        key = uuid.uuid4()
        self.twice(lambda: write_rules(self.group, "sheepshead", "", {"bump": bump}, key, self.owner))

    @rule(which=ANY)
    def undo_a_change(self, which: int) -> None:
        before, context = self.sheet, self.ink()
        of = before.last_change.entry if before.last_change else which
        if self.twice(lambda: undo_change(self.night, of, context)):
            assert before.last_change is not None
            assert self.sheet.totals == {one: before.totals.get(one, 0) for one in self.sheet.players}
            assert self.sheet.notes == before.notes[:-1]

    @rule(cents=st.sampled_from((0, 1, 25, 40)))
    def change_the_stake(self, cents: int) -> None:
        context = self.ink()
        self.twice(lambda: change_stake(self.night, cents, context))

    @rule()
    def end(self) -> None:
        context = self.ink()
        if self.twice(lambda: end_night(self.night, context)):
            self.has_ended()

    @rule()
    def end_as_old_books_did(self) -> None:
        context = self.ink()
        if self.sheet.pot_points == 0 and self.twice(lambda: end_with_a_plan(self.night, context)):
            self.has_ended()

    def has_ended(self) -> None:
        ending = self.sheet.ending
        assert ending is not None
        brought: dict[Any, int] = {who or "common": cents for who, cents in ending.brought.items()}
        self.owed.update(brought)
        self.owed.subtract(self.results.get(self.night.pk, {}))
        self.results[self.night.pk] = brought

    @rule(coin=st.sampled_from((0, 5, 10, 25, 100)), rest=st.sampled_from(Rest))
    def choose_a_coin(self, coin: int, rest: Rest) -> None:
        choose_coin(self.group, Rounding(coin=coin, rest=rest))
        self.night.group = self.group

    @rule()
    def open_again(self) -> None:
        context = self.ink()
        self.twice(lambda: reopen_night(self.night, context))

    @rule()
    def another_night(self) -> None:
        if self.sheet.ending is not None:
            self.nights.append(a_night(self.group))

    @rule(which=ANY)
    def pay_an_old_plan(self, which: int) -> None:
        ending = self.sheet.ending
        if ending and (plan := [one for one in ending.payments or () if one.paid is None]):
            one, context = plan[which % len(plan)], self.ink()
            if self.twice(lambda: mark_paid(self.night, one.payer, one.payee, context)):
                self.owed.update({one.payer: one.cents, one.payee: -one.cents})

    @rule(which=ANY)
    def not_paid_after_all(self, which: int) -> None:
        if paid := self.sheet.paid:
            one, context = paid[which % len(paid)], self.ink()
            if self.twice(lambda: mark_unpaid(self.night, one.paid or 0, context)):
                self.owed.update({one.payer: -one.cents, one.payee: one.cents})

    @rule(payer=ANY, payee=ANY, cents=st.integers(-5, 500))
    def pay_anybody(self, payer: int, payee: int, cents: int) -> None:
        one, other, context = self.people[payer % 6], self.people[payee % 6], self.ink()
        if self.twice(lambda: pay(self.group, one, other, cents, context, method="cash")):
            self.owed.update({one: cents, other: -cents})

    @rule(who=ANY, cents=st.integers(1, 5000), back=st.booleans(), shared=st.booleans())
    def kitty(self, who: int, cents: int, back: bool, shared: bool) -> None:
        one, context, spent = self.people[who % 6], self.ink(), self.ink()
        self.twice(lambda: put_in_box(self.group, (one,), cents, context, is_owed_back=back))
        self.owed.update({one if back else "common": cents, "box": -cents})
        by = (one,) if shared else ()
        self.twice(lambda: spend_from_box(self.group, cents, spent, note="pizza", shared_by=by))
        self.owed.update({one if shared else "common": -cents, "box": cents})

    @rule(payer=ANY, cents=st.integers(0, 5000), weights=st.lists(st.integers(0, 3), min_size=6, max_size=6))
    def share(self, payer: int, cents: int, weights: list[int]) -> None:
        one, context, before = self.people[payer % 6], self.ink(), self.count()
        shares = dict(zip(self.people, weights, strict=True))
        if self.twice(lambda: share_expense(self.group, one, cents, shares, context, note="pizza")):
            self.owed.update(self.lines(before + 1))

    @rule(which=ANY)
    def undo_something(self, which: int) -> None:
        if count := self.count():
            number, context = which % count + 1, self.ink()
            lines = self.lines(number)
            if self.twice(lambda: undo(self.group, number, context)):
                self.owed.subtract(lines)

    def count(self) -> int:
        return Transaction.objects.filter(group=self.group).count()

    def lines(self, number: int) -> Counter[Any]:
        found = Posting.objects.filter(transaction__group=self.group, transaction__number=number)
        return Counter({one.player_id or one.account: one.cents for one in found})

    @rule(who=ANY, treasurer=st.booleans())
    def an_older_version_kept_a_plan(self, who: int, treasurer: bool) -> None:
        before, one = open_list(self.group), self.people[who % 6]
        if before:
            settle(self.group, PlanRequest(treasurer=one if treasurer else None), self.ink())
        assert open_list(self.group) == before

    @rule(who=ANY, which=ANY)
    def pay_a_line_through_a_treasurer(self, who: int, which: int) -> None:
        drawing, context = Drawing(treasurer=self.people[who % 6]), self.ink()
        if lines := drawn(self.group, drawing):
            one = lines[which % len(lines)]
            said = (one.payer, one.payee)
            assert self.twice(lambda: pay_line(self.group, said, one.cents, context, drawing=drawing))
            self.owed.update({one.payer or "box": one.cents})
            self.owed.subtract({one.payee or "box": one.cents})

    @rule(which=ANY, part=st.integers(1, 3), here=st.booleans())
    def pay_what_is_open(self, which: int, part: int, here: bool) -> None:
        lines = open_list(self.group)
        if not lines:
            return
        one, context = lines[which % len(lines)], self.ink()
        cents, night = -(-one.cents // part), self.night if here else None
        said = (one.payer, one.payee)
        waits = any(each.waits for each in balances(self.group).players)
        with pytest.raises(HandRefused):
            pay_line(self.group, said, one.cents + 1, self.ink())
        assert self.twice(lambda: pay_line(self.group, said, cents, context, session=night))
        self.owed.update({one.payer or "box": cents})
        self.owed.subtract({one.payee or "box": cents})
        if waits:  # then another line may wait in the place of this one
            return
        others = [other for other in open_list(self.group) if self.name(other) != self.name(one)]
        assert others == [other for other in lines if other != one]
        left = [other.cents for other in open_list(self.group) if self.name(other) == self.name(one)]
        assert left == ([one.cents - cents] if one.cents > cents else [])

    @staticmethod
    def name(one: Transfer) -> tuple[int, int]:
        return one.payer, one.payee

    @rule(who=ANY, whom=ANY, cents=st.integers(1, 300))
    def somebody_settles_early(self, who: int, whom: int, cents: int) -> None:
        one, other, context = self.people[who % 6], self.people[whom % 6], self.ink()
        if self.twice(lambda: pay(self.group, one, other, cents, context, session=self.night)):
            self.owed.update({one: cents, other: -cents})

    def teardown(self) -> None:
        with contextlib.suppress(AttributeError):
            assert list(audit([self.group])) == []


class AnyStory(Told):
    @invariant()
    def the_money_is_what_the_model_says(self) -> None:
        found = balances(self.group)
        in_all = {one.player: one.cents + one.waits for one in found.players}
        assert in_all == {pk: self.owed[pk] for pk in self.people}
        assert (found.in_box, found.common) == (-self.owed["box"], self.owed["common"])
        assert sum(self.owed.values()) == 0

    @invariant()
    def what_is_open_is_what_the_balances_say(self) -> None:
        lines = open_list(self.group)
        found = balances(self.group)
        box = self.owed["box"] + self.owed["common"] - found.box_waits
        wanted = {**{one.player: one.cents for one in found.players}, THE_BOX: box}
        if self.sheet.ending is not None:
            assert not any(one.waits for one in found.players)
        assert owed_by(lines) == {who: cents for who, cents in wanted.items() if cents}
        assert all(one.cents > 0 for one in lines)
        assert {one.payer for one in lines}.isdisjoint(one.payee for one in lines)
        assert len(lines) <= max(0, len({who for one in lines for who in (one.payer, one.payee)}) - 1)
        assert sum(one.cents for one in lines) == sum(cents for cents in wanted.values() if cents > 0)

    @invariant()
    def journal_has_of_a_night_its_last_ending(self) -> None:
        posted = {who or "common": cents for who, cents in posted_for(self.night).items() if cents}
        assert posted == {who: cents for who, cents in self.results.get(self.night.pk, {}).items() if cents}

    @invariant()
    def the_points_add_up_and_the_projection_is_the_fold(self) -> None:
        sheet, night = self.sheet, Session.objects.get(pk=self.night.pk)
        assert sheet.unbalanced + sheet.pot_points == 0
        assert cast.stored(night) == cast.fresh(night)
        assert (night.hands, night.ended_at) == (sheet.hands, sheet.ending.at if sheet.ending else None)


@pytest.mark.django_db
def test_after_any_story_the_book_adds_up() -> None:
    run_state_machine_as_test(AnyStory, settings=steady(EXAMPLES, steps=STEPS))
