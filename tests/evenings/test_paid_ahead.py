"""People go home early and pay while others play on, nights end, are put right and are opened again, and
payments are undone: after every step all pages ask for the same money, and nobody for what they have paid.

There are five stories on each push, and many in `make soak`.
"""

import contextlib
import uuid
from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest
from django.urls import reverse
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from ledger.models import Account, Posting, Session, Transaction
from ledger.models.book import sheet_of
from ledger.money.payments import Transfer
from ledger.recording import (
    NewHand,
    WriteContext,
    correct_hand,
    end_night,
    join,
    leave,
    reopen_night,
    tell_hand,
)
from ledger.recording.auditing import audit
from ledger.recording.journal import pay, pay_line, share_expense, undo
from ledger.scoring import HandRefused
from ledger.standings.money import open_list
from tests.cast import OWNER, a_night, context, ids, owner_of, thursday_table
from tests.scorekeeper.conftest import phone_of
from tests.steady import many, steady

EXAMPLES = many(5, soak=60)
STEPS = 25
ANY = st.integers(0, 40)


@dataclass(frozen=True, kw_only=True)
class Ahead(Transfer):
    """A payment that was made at a night that has gone on since, by the number of its journal line."""

    number: int
    night: int


def listed(owed: Any) -> dict[int, int]:
    """Return how many cents the lines of a page ask each player to pay (−) or say that each gets (+)."""
    found: Counter[int] = Counter()
    for line in owed.lines:
        payer, payee = map(int, line.name.split("-"))
        found.update({payer: -line.cents, payee: line.cents})
    return {who: cents for who, cents in found.items() if cents}


class PaidAhead(RuleBasedStateMachine):
    """One group and its nights; `ahead` is the reference model: what was paid at each night that goes on."""

    @initialize()
    def begin(self) -> None:
        self.group = thursday_table()
        self.owner = owner_of(self.group)
        self.people = ids(self.group)
        self.phone = phone_of(OWNER)
        self.ahead: list[Ahead] = []
        self.night = a_night(self.group, "Ann", "Ben", "Cleo", "Dave", "Edith")
        self.nights = [self.night]
        self.said = self.shown = 0

    def ink(self) -> WriteContext:
        return WriteContext(key=uuid.uuid4(), after=0, by=self.owner)

    def goes_on(self, night: Session) -> bool:
        return sheet_of(night).ending is None

    def a_hand(self, picker: int, result: int) -> NewHand:
        seats = sheet_of(self.night).seating.seats
        result_of = ("won", "lost", "won_schneider")[result % 3]
        return NewHand(
            seats=seats,
            told={"kind": "picked", "picker": picker % len(seats), "partners": [], "result": result_of},
        )

    @rule(picker=ANY, result=ANY)
    def tell(self, picker: int, result: int) -> None:
        if self.goes_on(self.night):
            with contextlib.suppress(HandRefused):  # whoever sits out picks nothing
                tell_hand(self.night, self.a_hand(picker, result), context(self.night))
            self.said += 1

    @rule(picker=ANY, result=ANY)
    def correct(self, picker: int, result: int) -> None:
        rows = sheet_of(self.night).rows
        if rows and self.goes_on(self.night):
            row = rows[picker % len(rows)]
            told = {**self.a_hand(picker, result).told, "picker": picker % len(row.seats)}
            with contextlib.suppress(HandRefused):
                correct_hand(self.night, row.entry, NewHand(seats=row.seats, told=told), context(self.night))
            self.said += 1

    @rule(who=ANY)
    def somebody_comes_or_goes(self, who: int) -> None:
        if not self.goes_on(self.night):
            return
        one, seats = self.people[who % 6], sheet_of(self.night).seating.seats
        try:
            if one in seats:
                leave(self.night, one, context(self.night))
            else:
                join(self.night, one, context(self.night), after=seats[0])
        except HandRefused:
            return
        self.said += 1

    @rule(who=ANY, part=st.integers(1, 3))
    def somebody_settles_at_the_table(self, who: int, part: int) -> None:
        """The page of who goes home asks for money; all of it is paid, or a part of each line."""
        if not self.goes_on(self.night):
            return
        one = self.people[who % 6]
        for line in self.asked_at_the_table(one):
            payer, payee = map(int, line.name.split("-"))
            self.pay(payer, payee, -(-line.cents // part), night=self.night)
        if part == 1:
            assert not self.asked_at_the_table(one)

    def asked_at_the_table(self, player: int) -> tuple[Any, ...]:
        at = reverse("going", args=[self.group.code, self.night.number, player])
        lines: tuple[Any, ...] = self.phone.get(at).context["owed"].lines
        return lines

    @rule(who=ANY, whom=ANY, cents=st.integers(1, 300), here=st.booleans())
    def somebody_pays_anything(self, who: int, whom: int, cents: int, here: bool) -> None:
        payer, payee = self.people[who % 6], self.people[whom % 6]
        if payer != payee:
            self.pay(payer, payee, cents, night=self.night if here else None)

    def pay(self, payer: int, payee: int, cents: int, *, night: Session | None) -> None:
        made = pay(self.group, payer or Account.BOX, payee or Account.BOX, cents, self.ink(), session=night)
        self.said += 1
        of = made.session
        if night is None:
            people = dict(Session.objects.values_list("pk", "people"))
            both = [one for one in self.nights if self.goes_on(one) and {payer, payee} <= {*people[one.pk]}]
            assert of == (max(both, key=lambda one: one.number) if both else None)
        if of is not None and self.goes_on(of):
            self.ahead.append(
                Ahead(number=made.number, night=of.number, payer=payer, payee=payee, cents=cents)
            )

    @rule(which=ANY, part=st.integers(1, 3))
    def pay_what_is_open(self, which: int, part: int) -> None:
        if lines := open_list(self.group):
            one = lines[which % len(lines)]
            before = Counter(self.asked())
            cents = -(-one.cents // part)
            pay_line(self.group, (one.payer, one.payee), cents, self.ink())
            before.update({one.payer: cents, one.payee: -cents})
            if not self.ahead:
                assert {who: left for who, left in before.items() if left} == self.asked()
            self.said += 1

    @rule(payer=ANY, cents=st.integers(1, 500))
    def share(self, payer: int, cents: int) -> None:
        weights = dict.fromkeys(self.people, 1)
        with contextlib.suppress(HandRefused):  # a cent of which nobody else has a part
            share_expense(self.group, self.people[payer % 6], cents, weights, self.ink(), note="pizza")
        self.said += 1

    @rule(which=ANY)
    def undo_a_payment(self, which: int) -> None:
        rows = Transaction.objects.filter(
            group=self.group, kind="payment", undoes=None, undone_by=None
        ).order_by("number")
        if made := list(rows):
            one = made[-1 - which % len(made)]
            undo(self.group, one.number, self.ink())
            self.ahead = [paid for paid in self.ahead if paid.number != one.number]
            self.said += 1

    @rule()
    def end(self) -> None:
        if self.goes_on(self.night):
            end_night(self.night, context(self.night))
            self.ahead = [paid for paid in self.ahead if paid.night != self.night.number]
            self.said += 1

    @rule(which=ANY)
    def open_again(self, which: int) -> None:
        over = [one for one in self.nights if not self.goes_on(one)]
        if over:
            self.night = over[which % len(over)]
            before = self.asked()
            reopen_night(self.night, context(self.night))
            assert self.asked() == before
            self.said += 1

    @rule()
    def another_night(self) -> None:
        if len(self.nights) < 3:
            self.night = a_night(self.group, "Cleo", "Dave", "Edith", "Frank", "Ann")
            self.nights.append(self.night)
            self.said += 1

    @rule(which=ANY)
    def another_table(self, which: int) -> None:
        self.night = self.nights[which % len(self.nights)]

    def asked(self) -> dict[int, int]:
        """Return what the list asks people to pay (−) or says that they get (+), in cents."""
        found: Counter[int] = Counter()
        for one in open_list(self.group):
            found.update({one.payer: -one.cents, one.payee: one.cents})
        return dict(found)

    def booked(self) -> Counter[int]:
        found: Counter[int] = Counter()
        for player, cents in Posting.objects.filter(transaction__group=self.group).values_list(
            "player", "cents"
        ):
            found[player or 0] += cents
        return found

    @invariant()
    def nobody_is_asked_for_what_is_paid_or_for_what_a_night_will_bring(self) -> None:
        owed, asked = self.booked(), self.asked()
        paid: Counter[int] = Counter()
        got: Counter[int] = Counter()
        for one in self.ahead:
            owed.update({one.payer: -one.cents, one.payee: one.cents})
            paid[one.payer] += one.cents
            got[one.payee] += one.cents
        most_to_pay = {who: max(0, -cents - paid[who]) for who, cents in owed.items()}
        most_to_get = {who: max(0, cents - got[who]) for who, cents in owed.items()}
        for who, cents in asked.items():
            assert -most_to_pay.get(who, 0) <= cents <= most_to_get.get(who, 0)
        wanted = min(sum(most_to_pay.values()), sum(most_to_get.values()))
        assert sum(cents for cents in asked.values() if cents > 0) == wanted

    @invariant()
    def every_page_tells_the_same_amount(self) -> None:
        if self.shown == self.said:
            return
        self.shown = self.said
        asked, one = self.asked(), self.people[self.said % 6]
        for name in ("money", "settle"):
            told = self.page(name)
            assert listed(told["owed"]) == asked
            assert told["owed"].cents == sum(cents for cents in asked.values() if cents > 0)
            assert ("square" in told["owed"].headline) <= (not asked and not self.ahead)
            if name == "money":
                found = {one.player: one.cents for one in told["balances"].players}
                assert found == {who: asked.get(who, 0) for who in self.people}
        told = self.page("statement", one)
        assert told["cents"] == asked.get(one, 0)
        if told["lines"]:
            assert told["lines"][0]["line"].balance == told["cents"] + told["waits"]
        told = self.page("ending", self.night.number)
        if told["sheet"].ending is not None:
            # A night's page lists what is open of that night: for nobody more than the list of the group.
            for who, cents in listed(told["owed"]).items():
                assert min(0, asked.get(who, 0)) <= cents <= max(0, asked.get(who, 0))
        else:
            here = Transaction.objects.filter(session=self.night, kind="payment")
            standing = here.filter(undoes=None, undone_by=None).count()
            assert (len(told["owed"].paid), told["owed"].lines) == (standing, ())

    def page(self, name: str, *more: int) -> Any:
        return self.phone.get(reverse(name, args=[self.group.code, *more])).context

    def teardown(self) -> None:
        if hasattr(self, "group"):
            assert list(audit([self.group])) == []


@pytest.mark.django_db
def test_after_any_evening_with_early_leavers_all_pages_ask_for_the_same_money() -> None:
    run_state_machine_as_test(PaidAhead, settings=steady(EXAMPLES, steps=STEPS))
