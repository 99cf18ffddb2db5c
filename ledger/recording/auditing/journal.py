"""A group's journal: every transaction by itself, what takes back what, and the balances of all together."""

from __future__ import annotations

import uuid
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

from ledger.messages import Message
from ledger.models import Group, Posting, Transaction
from ledger.recording.auditing.reading import PORTION, learn_who, one_moment, reported
from ledger.recording.contradictions import Names
from ledger.standings.money import Balances, added_up
from ledger.steps import pause
from ledger.who import Who

Account = tuple[str, int | None]
"""An account, and the player whose it is, or None."""

Lines = Mapping[uuid.UUID, list[tuple[Account, int]]]


def of_journal(group: Group, names: Names) -> Iterator[Message]:
    """Yield what is wrong with the journal, read in portions by number."""
    numbers: list[int] = []
    sums: Counter[Account] = Counter()
    last = -1
    while True:
        with one_moment():
            headers = list(
                Transaction.objects.filter(group=group.pk, number__gt=last)
                .select_related("undoes", "session", "plan__settlement")
                .order_by("number")[:PORTION]
            )
            lines = _lines([*headers, *(one.undoes for one in headers if one.undoes)])
            learn_who(group)
            found = added_up(group) if len(headers) < PORTION else None
        for header in headers:
            yield from _of_header(header, lines, group, names)
            numbers.append(header.number)
            for account, cents in lines.get(header.key, ()):
                sums[account] += cents
        if found is not None:
            yield from _of_all(numbers, sums, found, group.who)
            return
        last = headers[-1].number
        pause()


def _lines(headers: Iterable[Transaction]) -> Lines:
    found: dict[uuid.UUID, list[tuple[Account, int]]] = defaultdict(list)
    postings = Posting.objects.filter(transaction__in={one.key for one in headers}).order_by()
    for key, account, player, cents in postings.values_list("transaction", "account", "player", "cents"):
        found[key].append(((account, player), cents))
    return found


def _of_header(header: Transaction, lines: Lines, group: Group, names: Names) -> Iterator[Message]:
    number, own = header.number, lines.get(header.key, [])
    added = sum(cents for _, cents in own)
    if len(own) != header.lines or added:
        yield reported("postings", number=number, has=len(own), of=header.lines, sum=added)
    people = {player for (_, player), _ in own if player is not None}
    if names is not None and not people <= set(names):
        yield reported("posting_of_other_group", number=number)
    if header.session is not None and header.session.group_id != group.pk:
        yield reported("night_of_other_group", number=number)
    if header.plan is not None and header.plan.settlement.group_id != group.pk:
        yield reported("plan_of_other_group", number=number)
    if header.undoes is not None:
        yield from _of_undoing(header, header.undoes, lines)


def _of_undoing(header: Transaction, undone: Transaction, lines: Lines) -> Iterator[Message]:
    if undone.group_id != header.group_id or undone.number >= header.number:
        yield reported("undoes_later", number=header.number, undone=undone.number)
    same = ("kind", "session_id", "plan_id")
    opposite = sorted((account, -cents) for account, cents in lines.get(undone.key, []))
    if sorted(lines.get(header.key, []), key=_sorted) != sorted(opposite, key=_sorted) or any(
        getattr(header, name) != getattr(undone, name) for name in same
    ):
        yield reported("undoes_another", number=header.number, undone=undone.number)


def _sorted(line: tuple[Account, int]) -> tuple[str, int, int]:
    (account, player), cents = line
    return account, player or 0, cents


def _of_all(numbers: list[int], sums: Counter[Account], found: Balances, who: Who) -> Iterator[Message]:
    """Compare the balances that pages show with the postings added up one by one."""
    if numbers != list(range(1, len(numbers) + 1)):
        yield reported("journal_numbered", lines=len(numbers))
    for one in found.players:
        added = sum(sums["player", player] for player in who.ids_of(one.player))
        if one.cents + one.waits != added:
            yield reported("balance", name=one.name, had=one.cents + one.waits, has=added)
    if found.in_box != -sums["box", None] or found.common != sums["common", None]:
        yield reported("box", had=found.in_box, has=-sums["box", None])
    if left := sums.total():
        yield reported("balances_left", left=left)
