"""The journal of a group on its way in: each line beside those before it, and all beside the nights."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ledger.models import Account, Group, Kind, Posting, SettlementPayment, Transaction
from ledger.recording.contradictions import fault
from ledger.recording.lookups import Lookups, read_key, read_time, where
from ledger.recording.night_money import NightMoney
from ledger.recording.staging import Stage
from ledger.settling import THE_BOX
from ledger.steps import Progress, Steps

Facts = Mapping[str, Any]
# Cents by account and player.
Cents = dict[tuple[str, int | None], int]

LINES_AT_ONCE, POSTINGS_AT_ONCE = 50, 500
# All cents of a group together have to fit into a column.
MOST_ALL_TOLD = 2**62


@dataclass(frozen=True, kw_only=True)
class Before:
    """An earlier line, as the one that takes it back has to know it."""

    key: uuid.UUID
    kind: str
    session: int | None
    plan: int | None
    cents: Cents
    undoes: uuid.UUID | None = None


class ArrivingJournal:
    """The lines are taken in order, looked at some at once, and wait on the stage."""

    def __init__(self, group: Group, stage: Stage, here: Lookups) -> None:
        self._group, self._stage, self._here = group, stage, here
        self._waiting: list[Facts] = []
        self._postings = 0
        self._taken = 0
        self._all_told = 0
        self._undone: set[int] = set()
        self.paid: dict[int, int] = {}
        self.nights = NightMoney()
        self.balances: dict[int, int] = {}

    def take(self, said: Facts) -> Steps[None]:
        """Take one more line."""
        self._taken += 1
        self._here.where = where("journal_line", line=self._taken)
        if said["number"] != self._taken:
            raise self._here.refusal(fault("numbered", number=said["number"]))
        self._waiting.append(said)
        self._postings += len(said["postings"])
        if len(self._waiting) >= LINES_AT_ONCE or self._postings >= POSTINGS_AT_ONCE:
            yield from self._look()

    def finish(self) -> Steps[None]:
        """Look at the lines that still wait. Raises Refused unless the nights are posted as they ended."""
        yield from self._look()
        if (missing := self.nights.missing(self._here.names)) is not None:
            raise missing

    def _look(self) -> Steps[None]:
        said, self._waiting, self._postings = self._waiting, [], 0
        if any(one["undoes"] is not None for one in said):
            yield from self._stage.write_all()
        before = self._lines_before([one["undoes"] for one in said if one["undoes"] is not None])
        payments = self._payments([one["plan"] for one in said if one["plan"] is not None])
        for one in said:
            self._here.where = where("journal_line", line=one["number"])
            before[one["number"]] = self._add(one, before, payments)
            yield Progress(done=0, of=0)
        yield from self._stage.write_full()

    def _add(
        self, said: Facts, before: Mapping[int, Before], payments: Mapping[tuple[int, int], SettlementPayment]
    ) -> Before:
        plan = self._plan(said, payments)
        postings = [
            Posting(
                transaction_id=read_key(said["key"]),
                account=one["account"],
                player_id=self._here.who(one["player"]),
                cents=one["cents"],
            )
            for one in said["postings"]
        ]
        line = Before(
            key=read_key(said["key"]),
            kind=said["kind"],
            session=said["session"],
            plan=plan.pk if plan else None,
            cents=_added_up((one.account, one.player_id, one.cents) for one in postings),
        )
        line = replace(line, undoes=self._undoes(said, line, before))
        header = self._header(said, line, plan)
        self._check(said, line, plan)
        for (_, player), amount in line.cents.items():
            who = THE_BOX if player is None else player
            self.balances[who] = self.balances.get(who, 0) + amount
        self._stage.add(*postings, header)
        return line

    def _header(self, said: Facts, line: Before, plan: SettlementPayment | None) -> Transaction:
        return Transaction(
            key=line.key,
            group=self._group,
            number=said["number"],
            kind=said["kind"],
            session=self._here.session(said["session"]),
            plan=plan,
            undoes_id=line.undoes,
            note=said["note"],
            method=said["method"],
            amount=said.get("amount"),
            by_id=self._here.by(said),
            at=read_time(said["at"]),
            lines=len(said["postings"]),
        )

    def _check(self, said: Facts, line: Before, plan: SettlementPayment | None) -> None:
        refusal, postings = self._here.refusal, said["postings"]
        if any((one["account"] == Account.PLAYER) != (one["player"] is not None) for one in postings):
            raise refusal(fault("posting_of_both"))
        if not postings or sum(line.cents.values(), 0):
            raise refusal(fault("postings_left"))
        nothing = sum(not cents for cents in line.cents.values())
        if len(line.cents) < len(postings) or nothing > _givers(said):
            raise refusal(fault("posting_of_nothing"))
        if not _amount_fits(said, line.cents):
            raise refusal(fault("amount_of_expense"))
        self._all_told += sum((abs(cents) for cents in line.cents.values()), 0)
        if self._all_told > MOST_ALL_TOLD:
            raise refusal(fault("too_much_money"))
        if plan is not None:
            self._check_planned(said, line, plan)
        elif said["kind"] == Kind.NIGHT and said["session"] is None:
            raise refusal(fault("of_no_night"))
        elif what := self.nights.take(
            line.key, night=said["session"], kind=said["kind"], cents=line.cents, undoes=line.undoes
        ):
            raise refusal(what)

    def _check_planned(self, said: Facts, line: Before, plan: SettlementPayment) -> None:
        cents = line.cents.get(_account(plan.payer_id), 0)
        wanted = {_account(plan.payer_id): cents, _account(plan.payee_id): -cents}
        if said["kind"] != Kind.PAYMENT or line.cents != wanted:
            raise self._here.refusal(fault("other_payment"))
        paid = self.paid[plan.pk] = self.paid.get(plan.pk, 0) + cents
        if not 0 <= paid <= plan.cents:
            raise self._here.refusal(fault("too_much_paid"))

    def _undoes(self, said: Facts, line: Before, before: Mapping[int, Before]) -> uuid.UUID | None:
        # The line taken back is an earlier one, the other way round, and taken back once.
        if (number := said["undoes"]) is None:
            return None
        if number not in before:
            raise self._here.refusal(fault("undoes_later", number=number))
        if number in self._undone:
            raise self._here.refusal(fault("undoes_twice", number=number))
        self._undone.add(number)
        was = before[number]
        back = {who: -cents for who, cents in was.cents.items()}
        if (line.kind, line.session, line.plan, line.cents) != (was.kind, was.session, was.plan, back):
            raise self._here.refusal(fault("undoes_another", number=number))
        return was.key

    def _plan(
        self, said: Facts, payments: Mapping[tuple[int, int], SettlementPayment]
    ) -> SettlementPayment | None:
        if said["plan"] is None:
            return None
        settlement, number = said["plan"]
        if (settlement, number) not in payments:
            raise self._here.refusal(fault("no_plan", number=number, settlement=settlement))
        return payments[settlement, number]

    def _lines_before(self, numbers: Sequence[int]) -> dict[int, Before]:
        if not numbers:
            return {}
        rows = Transaction.objects.filter(group=self._group, number__in=numbers)
        headers = list(rows.values_list("pk", "number", "kind", "session__number", "plan"))
        postings: dict[uuid.UUID, list[tuple[str, int | None, int]]] = {}
        lines = Posting.objects.filter(transaction__in=[header[0] for header in headers])
        for key, account, player, cents in lines.values_list("transaction", "account", "player", "cents"):
            postings.setdefault(key, []).append((account, player, cents))
        return {
            number: Before(key=key, kind=kind, session=session, plan=plan, cents=_added_up(postings[key]))
            for key, number, kind, session, plan in headers
        }

    def _payments(self, plans: Sequence[Sequence[int]]) -> dict[tuple[int, int], SettlementPayment]:
        if not plans:
            return {}
        keys = {self._here.settlement(settlement): settlement for settlement, _ in plans}
        numbers = {number for _, number in plans}
        found = SettlementPayment.objects.filter(settlement__in=keys, number__in=numbers)
        return {(keys[one.settlement_id], one.number): one for one in found}


def _account(player: int | None) -> tuple[str, int | None]:
    return (Account.BOX, None) if player is None else (Account.PLAYER, player)


def _added_up(postings: Iterable[tuple[str, int | None, int]]) -> Cents:
    found: Cents = {}
    for account, player, cents in postings:
        found[str(account), player] = found.get((str(account), player), 0) + cents
    return found


def _givers(said: Facts) -> int:
    # Postings of no cents say who put into the kitty what is everybody's since.
    named = [one for one in said["postings"] if not one["cents"] and one["player"] is not None]
    return len(named) if said["kind"] == Kind.KITTY else 0


def _amount_fits(said: Facts, cents: Cents) -> bool:
    # A shared expense says what it came to, at least what is owed of it; nothing else does.
    amount = said.get("amount")
    if said["kind"] != Kind.EXPENSE:
        return amount is None
    return amount is not None and amount >= sum(one for one in cents.values() if one > 0)
