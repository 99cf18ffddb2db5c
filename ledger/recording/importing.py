"""A group that was kept elsewhere, written down here line by line as it was there.

It is written in short transactions under a key of its own while nobody sees it, and becomes a group with its
last transaction; where it will not do, it is removed again as if it had never come.
"""

import time
import uuid
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import IntegrityError, models, transaction
from django.utils import timezone

from ledger.book.who import Who, followed
from ledger.models import (
    Account,
    DroppedSettlement,
    Entry,
    Group,
    Hand,
    HandResult,
    HouseRules,
    Kind,
    Membership,
    Merge,
    NightGame,
    NightPair,
    NightPlace,
    NightPlayer,
    NightRole,
    PaymentHandle,
    PlanMode,
    Player,
    Posting,
    Pot,
    Role,
    Service,
    Session,
    Settlement,
    SettlementPayment,
    Transaction,
    name_key,
)
from ledger.models.book import in_ink
from ledger.money.payments import Transfer, adjusted, fewest_payments, owed_by, straightened
from ledger.money.rounding import THE_BOX, Rest
from ledger.recording.contradictions import MOST_PARTS, NightMoney, checked, fault
from ledger.recording.group import read_handle
from ledger.recording.journal import less, make_list, waiting
from ledger.recording.lookups import Lookups, read_key, read_time, where
from ledger.recording.merging import project_who
from ledger.recording.projecting import new_rows
from ledger.recording.removing import remove_group
from ledger.recording.writing import Refused
from ledger.standings.money import until_by_label
from ledger.standings.players import is_nobody
from ledger.steps import pause

Facts = Mapping[str, Any]

# Cents by account and player.
Cents = dict[tuple[str, int | None], int]

LINES_AT_ONCE, POSTINGS_AT_ONCE = 50, 500

# All cents of a group together have to fit into a column.
MOST_ALL_TOLD = 2**62

# Nanoseconds that a transaction should take; the next one has as many rows more or fewer.
AIM_NS = 5_000_000

FEWEST, MOST = 10, 2_000

# Rows are written after those they point to; a header after its lines, which it seals.
IN_ORDER: tuple[type[models.Model], ...] = (
    Player, PaymentHandle, Membership, Merge, HouseRules, Session, Entry, Hand, HandResult, Pot,
    NightGame, NightPlayer, NightRole, NightPlace, NightPair,
    SettlementPayment, Settlement, DroppedSettlement, Posting, Transaction,
)  # fmt: skip

# Dates that the database gives by itself, and that are put right after that.
DATED = {Player: "added_at", Membership: "since"}

# An entry's facts with other ids for the same people.
Renames = Callable[[Facts, Mapping[int, int]], dict[str, Any]]


@dataclass(frozen=True, kw_only=True)
class Unit:
    """Rows that are written together, in one transaction."""

    rows: Sequence[models.Model]
    at: datetime | None = None


class Stage:
    """Rows that wait to be written."""

    def __init__(self) -> None:
        self._waiting: deque[Unit] = deque()
        self._rows = 0
        self._size = 50

    def add(self, *rows: models.Model, at: datetime | None = None) -> None:
        """Let these rows wait to be written together; `at` is the date of the first, where it has one."""
        self._waiting.append(Unit(rows=rows, at=at))
        self._rows += len(rows)

    def write_full(self) -> None:
        """Write while more waits than one transaction takes."""
        while self._rows >= self._size:
            pause()
            self._write()

    def write_all(self) -> None:
        """Write whatever waits."""
        while self._waiting:
            pause()
            self._write()

    def _write(self) -> None:
        units = [self._taken()]
        rows = len(units[0].rows)
        while self._waiting and rows + len(self._waiting[0].rows) <= self._size:
            units.append(self._taken())
            rows += len(units[-1].rows)
        began = time.monotonic_ns()
        try:
            with transaction.atomic():
                _create(units)
        except IntegrityError:
            raise _clash(units) from None
        took = max(1, time.monotonic_ns() - began)
        self._size = max(FEWEST, min(MOST, 2 * self._size, rows * AIM_NS // took))

    def _taken(self) -> Unit:
        unit = self._waiting.popleft()
        self._rows -= len(unit.rows)
        return unit


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

    def take(self, said: Facts) -> None:
        self._taken += 1
        self._here.where = where("journal_line", line=self._taken)
        if said["number"] != self._taken:
            raise self._here.refusal(fault("numbered", number=said["number"]))
        self._waiting.append(said)
        self._postings += len(said["postings"])
        if len(self._waiting) >= LINES_AT_ONCE or self._postings >= POSTINGS_AT_ONCE:
            self._look()

    def finish(self) -> None:
        """Look at the lines that still wait. Raises Refused unless the nights are posted as they ended."""
        self._look()
        if (missing := self.nights.missing(self._here.names)) is not None:
            raise missing

    def _look(self) -> None:
        said, self._waiting, self._postings = self._waiting, [], 0
        if any(one["undoes"] is not None for one in said):
            self._stage.write_all()
        before = self._lines_before([one["undoes"] for one in said if one["undoes"] is not None])
        payments = self._payments([one["plan"] for one in said if one["plan"] is not None])
        for one in said:
            self._here.where = where("journal_line", line=one["number"])
            before[one["number"]] = self._add(one, before, payments)
            pause()
        self._stage.write_full()

    def _add(
        self, said: Facts, before: Mapping[int, Before], payments: Mapping[tuple[int, int], SettlementPayment]
    ) -> Before:
        plan = None
        if said["plan"] is not None:
            settlement, number = said["plan"]
            if (plan := payments.get((settlement, number))) is None:
                raise self._here.refusal(fault("no_plan", number=number, settlement=settlement))
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
        header = Transaction(
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
        self._check(said, line, plan)
        for (_, player), amount in line.cents.items():
            who = THE_BOX if player is None else player
            self.balances[who] = self.balances.get(who, 0) + amount
        self._stage.add(*postings, header)
        return line

    def _check(self, said: Facts, line: Before, plan: SettlementPayment | None) -> None:
        refusal, postings = self._here.refusal, said["postings"]
        if any((one["account"] == Account.PLAYER) != (one["player"] is not None) for one in postings):
            raise refusal(fault("posting_of_both"))
        if not postings or sum(line.cents.values(), 0):
            raise refusal(fault("postings_left"))
        nothing = sum(not cents for cents in line.cents.values())
        # Postings of no cents say who put into the kitty what is everybody's since.
        is_kitty = said["kind"] == Kind.KITTY
        givers = sum(is_kitty and not one["cents"] and one["player"] is not None for one in postings)
        if len(line.cents) < len(postings) or nothing > givers:
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


@dataclass(frozen=True, kw_only=True)
class Arrival:
    """A group that was brought in, or was here before (`is_new` says which)."""

    group: Group
    is_new: bool


class Arriving:
    """A group on its way in; what the file numbers is looked up here. Everything raises Refused."""

    def __init__(self, renames: Renames, began: Callable[[Group], object]) -> None:
        self.group: Group | None = None
        self.here = Lookups()
        self._renames, self._began = renames, began
        self._stage = Stage()
        self._name_keys: set[str] = set()
        self._parts = 0
        self._numbers: dict[str, int] = {}
        self.open_lines: Sequence[Transfer] | None = None
        self._planned: list[SettlementPayment] = []
        self._merges: list[Merge] = []

    def begin(self, said: Facts) -> Group | None:
        """Return the group that is here already; else begin a hidden group and return None."""
        self._said, self._key = said, read_key(said["key"])
        self._started_at = read_time(said["started_at"])
        if (there := Group.objects.filter(key=self._key).first()) is not None:
            return there
        with transaction.atomic():
            self.group = Group.objects.create(
                name="",
                currency=said["currency"],
                stake_cents=said["stake_cents"],
                points_first=said["points_first"],
                coin_cents=said.get("coin_cents", 0),
                watchers_see_money=said.get("watchers_see_money", False),
                dealer_keeps_score=said.get("dealer_keeps_score", False),
                rest_goes=said.get("rest_goes", Rest.NEAREST.value),
                is_arriving=True,
            )
            self._began(self.group)
        self._journal = ArrivingJournal(self.group, self._stage, self.here)
        return None

    def write(self) -> None:
        self._stage.write_all()
        self.here.note_ids()

    def take_player(self, said: Facts) -> None:
        place = len(self.here.players) + 1
        self.here.where = where("player", number=place)
        name = said["name"]
        if not (key := name_key(name)):
            raise Refused("no_name", case="player", number=place)
        if key in self._name_keys:
            raise Refused("name_taken", case="two", name=name)
        self._name_keys.add(key)
        player = Player(
            group=self._group,
            name=name,
            name_key=key,
            initials=said.get("initials", ""),
            colour=said.get("colour", ""),
            is_placeholder=said.get("is_placeholder", is_nobody(name)),
        )
        self.here.players[place] = player
        handles = [
            PaymentHandle(player=player, service=service, handle=read_handle(Service(service), handle))
            for service, handle in said.get("handles", {}).items()
        ]
        self._stage.add(player, *handles, at=read_time(said["added_at"]))
        self._stage.write_full()

    def take_member(self, said: Facts) -> None:
        """Take a phone. It opens nothing here, whatever it opened there."""
        place = len(self.here.guests) + 1
        self.here.where = where("member", number=place)
        one = Membership(
            group=self._group,
            guest=uuid.uuid4(),
            role=Role(said["role"]),
            player_id=self.here.who(said["player"]),
            last_seen=None,
            removed_at=timezone.now(),
        )
        self.here.guests[place] = one
        self._stage.add(one, at=read_time(said["since"]))
        self._stage.write_full()

    def take_rules(self, said: Facts) -> None:
        self.here.where = where("version", number=self._rising("version", said["version"]))
        rules = HouseRules(
            group=self._group, by_id=self.here.by(said), written_at=read_time(said["written_at"])
        )
        rules.key = None if said["key"] is None else read_key(said["key"])
        for name in ("version", "game", "preset", "options"):
            setattr(rules, name, said[name])
        rules.words = said.get("words", "")
        self._stage.add(rules)
        self._stage.write_full()

    def line(self, said: Facts) -> Entry:
        return Entry(
            number=said["number"],
            key=read_key(said["key"]),
            kind=said["kind"],
            facts=self._renames(said["facts"], self.here.ids),
            by_id=self.here.by(said),
            at=read_time(said["at"]),
        )

    def take_night(self, said: Facts, entries: Sequence[Entry]) -> None:
        number = self._rising("night", said["number"])
        lines = in_ink(entries)
        sheet = checked(lines, night=number, names=self.here.names)
        session = Session(
            group=self._group,
            key=read_key(said["key"]),
            number=number,
            started_at=read_time(said["started_at"]),
        )
        self.here.sessions[number] = session
        self._stage.add(session)
        for entry in entries:
            entry.session = session
            self._stage.add(entry)
        for row in new_rows(session, sheet):
            if isinstance(row, NightRole):
                self._parts += abs(row.parts)
                if abs(row.parts) > MOST_PARTS or self._parts > MOST_ALL_TOLD:
                    raise Refused("too_much", case="points", night=number)
            self._stage.add(row)
            self._stage.write_full()
        self._journal.nights.note(number, lines, {entry.number: entry.key for entry in entries})
        self._stage.write_full()

    def take_settlement(self, said: Facts) -> None:
        number, key = self._rising("settlement", said["number"]), read_key(said["key"])
        self.here.where = where("settlement", number=number)
        self.here.settlements[number] = key
        payments = [self._payment(key, place, one) for place, one in enumerate(said["payments"], 1)]
        treasurer = said["treasurer"]
        if (treasurer is not None) != (said["mode"] == PlanMode.TREASURER):
            raise self.here.refusal(fault("no_treasurer"))
        if treasurer is not None and any(
            treasurer not in (one["payer"], one["payee"]) for one in said["payments"]
        ):
            raise self.here.refusal(fault("past_treasurer"))
        settlement = Settlement(
            key=key,
            group=self._group,
            number=number,
            session=self.here.session(said["session"]),
            until=_until(said),
            label=said["label"],
            mode=said["mode"],
            treasurer_id=self.here.who(said["treasurer"]),
            is_exact=said["is_exact"],
            by_id=self.here.by(said),
            at=read_time(said["at"]),
            lines=len(payments),
        )
        self._stage.add(*payments, settlement, *self._dropped(key, said))
        if said.get("dropped") is None:
            self._planned += payments
        self._stage.write_full()

    def take_open(self, said: Sequence[Facts]) -> None:
        """Keep the open payments of the file; older files have none of those that kept plans asked for."""
        self.open_lines = lines = list[Transfer]()
        for one in said:
            payer, payee = self.here.who(one["payer"]), self.here.who(one["payee"])
            if one["cents"] <= 0 or payer == payee:
                raise self.here.refusal(fault("no_open_line"))
            lines.append(Transfer(payer=payer or THE_BOX, payee=payee or THE_BOX, cents=one["cents"]))

    def take_merge(self, said: Facts) -> None:
        """Take a line of who is who; one that undoes another is of a line before it, and says the same."""
        number, undoes = said["number"], said["undoes"]
        player, into = self.here.who(said["player"]), self.here.who(said["into"])
        if number != len(self._merges) + 1 or player is None or into is None or player == into:
            raise self.here.refusal(fault("no_merge"))
        undone = self._merges[undoes - 1] if undoes is not None and 0 < undoes < number else None
        if (undone is None) is not (undoes is None) or (
            undone and ((undone.player_id, undone.into_id) != (player, into) or undone.undoes_id)
        ):
            raise self.here.refusal(fault("no_merge"))
        in_force = self._merged()
        if undone is None and (player in in_force or into in in_force):
            raise self.here.refusal(fault("merged_already"))
        self._merges.append(
            Merge(
                key=read_key(said["key"]),
                group=self._group,
                number=number,
                player_id=player,
                into_id=into,
                undoes=undone,
                by_id=self.here.by(said),
                at=read_time(said["at"]),
            )
        )
        self._stage.add(self._merges[-1])

    def _merged(self) -> dict[int, int]:
        undone = {one.undoes_id for one in self._merges}
        return {
            one.player_id: one.into_id
            for one in self._merges
            if one.undoes_id is None and one.key not in undone
        }

    def take_transaction(self, said: Facts) -> None:
        self._journal.take(said)

    def finish(self, owner: Callable[[], uuid.UUID] | None) -> Group:
        """Check the whole, and make it a group like any other in the last transaction.

        `owner` is asked in that transaction who owns it.
        """
        self.here.where = where("end")
        self._journal.finish()
        self.write()
        group = self._group
        self.here.where = where("part", name="merges")
        who = Who(followed(self._merged()))
        rows = group.sessions.order_by("number").values_list("number", "people") if who else ()
        for number, people in rows:
            if len(set(map(who.of, people))) < len(people):
                raise self.here.refusal(fault("sits_twice", night=number))
        self.here.where = where("part", name="open")
        lines = self._open_list()
        group.key, group.name, group.is_arriving = self._key, self._said["name"], False
        group.started_at = self._started_at
        if self._said.get("archived_at") is not None:
            group.archived_at = read_time(self._said["archived_at"])
        self.here.where = where("group")
        group.purses = {
            str(self.here.who(int(one))): self.here.who(other)
            for one, other in self._said.get("purses", {}).items()
        }
        group.seasons = self._said.get("seasons", [])
        group.changes = [
            {**one, "by": self.here.by(one), "at": read_time(one["at"]).isoformat()}
            for one in self._said.get("changes", [])
        ]
        try:
            with transaction.atomic():
                group.save(
                    update_fields=[
                        "key", "name", "started_at", "is_arriving", "archived_at", "changes", "seasons",
                        "purses",
                    ]
                )  # fmt: skip
                make_list(group, lines)
                project_who(group)
                if owner is not None:
                    Membership.objects.create(group=group, guest=owner(), role=Role.OWNER)
        except IntegrityError:
            raise Refused("here") from None
        return group

    def abandon(self) -> None:
        pause()
        if self.group is not None:
            remove_group(Group.every.get(pk=self.group.pk))

    @property
    def _group(self) -> Group:
        if self.group is None:
            raise LookupError("nothing has begun")
        return self.group

    def _rising(self, what: str, number: int) -> int:
        before = self._numbers.get(what, 0)
        if number <= before or (what == "settlement" and number > before + 1):
            raise Refused("contradicts", case=what, number=number, before=before)
        self._numbers[what] = number
        return number

    def _payment(self, key: uuid.UUID, place: int, said: Facts) -> SettlementPayment:
        payer, payee = self.here.who(said["payer"]), self.here.who(said["payee"])
        if said["cents"] <= 0 or payer == payee or said["number"] != place:
            raise self.here.refusal(fault("no_payment", number=said["number"]))
        return SettlementPayment(
            settlement_id=key, number=place, payer_id=payer, payee_id=payee, cents=said["cents"]
        )

    def _dropped(self, key: uuid.UUID, said: Facts) -> list[DroppedSettlement]:
        if (dropped := said.get("dropped")) is None:
            return []
        return [
            DroppedSettlement(
                key=read_key(dropped["key"]),
                settlement_id=key,
                by_id=self.here.by(dropped),
                at=read_time(dropped["at"]),
            )
        ]

    def _open_list(self) -> Sequence[Transfer]:
        # The list as the file has it, if that is what the journal says; else the fewest payments.
        #
        # Older files have in it what was paid while its night goes on, and what kept plans still ask for
        # beside it. Raises Refused for a list that says something else than the journal.
        in_all = _of_something(self._journal.balances)
        owed = _of_something(less(in_all, waiting(self._group)))
        if self.open_lines is None:
            return fewest_payments(owed)
        lines = self.open_lines
        pairs = {(one.payer, one.payee) for one in lines}
        is_list = len(pairs) == len(lines) and {payer for payer, _ in pairs}.isdisjoint(
            payee for _, payee in pairs
        )
        if is_list and owed_by(lines) == owed:
            return lines
        planned = [(one, one.cents - self._journal.paid.get(one.pk, 0)) for one in self._planned]
        with_plans = (
            *lines,
            *(
                Transfer(payer=one.payer_id or THE_BOX, payee=one.payee_id or THE_BOX, cents=cents)
                for one, cents in planned
                if cents
            ),
        )
        if not is_list or owed_by(with_plans) not in (in_all, owed):
            raise self.here.refusal(fault("open_otherwise"))
        straight = straightened(with_plans)
        return adjusted(straight, less(owed, owed_by(straight)))


def _account(player: int | None) -> tuple[str, int | None]:
    return (Account.BOX, None) if player is None else (Account.PLAYER, player)


def _added_up(postings: Iterable[tuple[str, int | None, int]]) -> Cents:
    found: Cents = {}
    for account, player, cents in postings:
        found[str(account), player] = found.get((str(account), player), 0) + cents
    return found


def _amount_fits(said: Facts, cents: Cents) -> bool:
    # A shared expense says what it came to, at least what is owed of it; nothing else does.
    amount = said.get("amount")
    if said["kind"] != Kind.EXPENSE:
        return amount is None
    return amount is not None and amount >= sum(one for one in cents.values() if one > 0)


def _create(units: Sequence[Unit]) -> None:
    by_model: dict[type[models.Model], list[Any]] = {}
    for unit in units:
        for row in unit.rows:
            by_model.setdefault(type(row), []).append(row)
    for model in IN_ORDER:
        if found := by_model.get(model):
            model._default_manager.bulk_create(found)
    for model, field in DATED.items():
        if found := by_model.get(model):
            for unit in units:
                for row in unit.rows:
                    if type(row) is model:
                        setattr(row, field, unit.at)
            model._default_manager.bulk_update(found, [field])


def _clash(units: Sequence[Unit]) -> Refused:
    # Keys are unique over all groups.
    keyed: dict[type[Any], list[Any]] = {}
    ours: set[int] = set()
    rows: list[Any] = [row for unit in units for row in unit.rows]
    for row in rows:
        if (key := getattr(row, "key", None)) is not None:
            keyed.setdefault(type(row), []).append(key)
            ours.add(row.session.group_id if isinstance(row, Entry) else row.group_id)
    for model, keys in keyed.items():
        group = "session__group" if model is Entry else "group"
        for pk, is_arriving in model.objects.filter(key__in=keys).values_list(group, f"{group}__is_arriving"):
            if pk in ours:
                return Refused("not_whole")
            if is_arriving:
                return Refused("arriving")
            return Refused("here", case="in_part")
    return Refused("not_whole")


def _of_something(cents: Mapping[int, int]) -> dict[int, int]:
    return {who: amount for who, amount in cents.items() if amount}


def _until(said: Facts) -> datetime | None:
    if "until" in said:
        return read_time(said["until"]) if said["until"] is not None else None
    return None if said["session"] else until_by_label(said["label"])
