"""The list of open payments of a group against its journal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ledger.messages import Message
from ledger.models import Group, OpenPayment
from ledger.models.group import OPEN_LIST
from ledger.recording.auditing.reading import one_moment, reported
from ledger.recording.contradictions import Names, called
from ledger.settling import THE_BOX, Transfer, owed_by
from ledger.standings.money import in_the_box, to_settle

Rows = list[OpenPayment]


def of_open_list(group: Group, names: Names) -> Iterator[Message]:
    """Yield where the list of open payments is not what the balances say, or is no such list."""
    with one_moment():
        version, had = Group.every.values_list("open_list", "box_cents").get(pk=group.pk)
        has = in_the_box(group)
        rows: Rows = list(OpenPayment.objects.filter(group=group).order_by("pk"))
        balances = to_settle(group)
    if version != OPEN_LIST:
        yield reported("open_list_before")
        return
    if had != has:
        yield reported("open_box", had=had, has=has)
    yield from _of_common(rows, balances, names)
    people = {who for row in rows for who in (row.payer_id, row.payee_id)} - {None}
    if names is not None and not people <= set(names):
        yield reported("open_of_other_group")


def _of_common(rows: Rows, balances: Mapping[int, int], names: Names) -> Iterator[Message]:
    """Check that the lines bring all to zero, nobody both pays and gets, and no pair has two lines."""
    lines = [
        Transfer(payer=row.payer_id or THE_BOX, payee=row.payee_id or THE_BOX, cents=row.cents)
        for row in rows
    ]
    brings = owed_by(lines)
    for who in sorted({*brings, *balances}):
        if (had := brings.get(who, 0)) != (has := balances.get(who, 0)):
            yield reported("open_cents", had=had, has=has, who=called(who, names))
    pays, gets = {one.payer for one in lines}, {one.payee for one in lines}
    for who in sorted(pays & gets):
        yield reported("open_both", who=called(who, names))
    if len({(one.payer, one.payee) for one in lines}) < len(lines):
        yield reported("open_twice")
