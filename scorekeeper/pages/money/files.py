"""What the pages of money have as files: who pays whom, balances, and a statement from its first line on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import itemgetter

from django.utils.timezone import localdate

from ledger.exchange.tables import ACCOUNTS, COPIED
from ledger.models import Group
from ledger.settling import THE_BOX
from ledger.standings import names_of
from ledger.standings.money import balances
from ledger.standings.open_list import open_list
from ledger.standings.statement import whole_statement
from scorekeeper.components import Column, Component, Row, Table, amount
from scorekeeper.presenters.owed import who_is_who


def balance_table(group: Group) -> Component:
    """Everybody's balance, and what lies in the kitty where there is one."""

    def rows() -> Iterator[Row]:
        found = balances(group)
        for one in found.players:
            yield one.name, amount(one.cents, group.currency)
        if found.in_box or found.common:
            yield ACCOUNTS[""], amount(found.in_box, group.currency)

    return _file("balance", ("account", "balance"), rows)


def owed_table(group: Group) -> Component:
    """Who would pay whom for nobody to owe anything."""

    def rows() -> Iterator[Row]:
        names = {**who_is_who(group, names_of(group)), THE_BOX: ACCOUNTS[""]}
        for one in open_list(group):
            yield names[one.payer], names[one.payee], amount(one.cents, group.currency)

    return _file("owed", ("from", "to", "amount"), rows)


def money_tables(group: Group) -> list[Component]:
    """Return the files of the page of all money."""
    return [owed_table(group), balance_table(group)]


def _file(key: str, columns: Sequence[str], rows: Callable[[], Iterable[Row]]) -> Component:
    """Return a table that is a file only, as the page draws it in its own way."""
    fields = [Column[Row](name=name, value=itemgetter(place)) for place, name in enumerate(columns)]
    return Table(key=key, title="", fields=fields, every=rows)


def statement_table(group: Group, player: int) -> Component:
    """Each line that moved a balance, the earliest first, named as in the file of the journal.

    Where something is counted only when a night ends that goes on, the last line takes it out again.
    """

    def rows() -> Iterator[Row]:
        for one in whole_statement(group, player):
            other = ACCOUNTS.get(one.other, one.other) if one.other is not None else None
            moved = (amount(one.cents, group.currency), amount(one.balance, group.currency))
            about = (one.number, localdate(one.at), one.kind, one.night, other)
            yield *about, *moved, one.method, COPIED if one.is_copied else one.note, one.undoes
        has = next(one for one in balances(group).players if one.player == group.who.of(player))
        if has.waits:
            counted = (amount(-has.waits, group.currency), amount(has.cents, group.currency))
            yield None, localdate(), "waits", None, None, *counted, "", "", None

    about = ("number", "date", "kind", "night", "other")
    return _file("statement", (*about, "amount", "balance", "method", "note", "takes back"), rows)
