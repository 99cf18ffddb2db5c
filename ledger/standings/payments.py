"""Payments as people look them up: with whom money changed hands."""

import uuid
from collections.abc import Iterable, Mapping

from ledger.models import Account, Entry, Group, Kind, Posting
from ledger.standings.groups import names_of


def counterparts(group: Group, player: int, numbers: Iterable[int]) -> Mapping[int, str]:
    """Return who was on the other side of payments, by the numbers of their lines; "" is the box (a query,
    two where players were merged).
    """
    who = group.who
    lines = Posting.objects.filter(
        transaction__group=group,
        transaction__number__in=list(numbers),
        account__in=(Account.PLAYER, Account.BOX),
    )
    columns = ("transaction__number", "transaction__kind", "player", "player__name")
    # Asked for payments in the query, SQLite goes through all there are.
    told = [
        (number, one, name) for number, kind, one, name in lines.values_list(*columns) if kind == Kind.PAYMENT
    ]
    if not who:
        return {number: name or "" for number, one, name in told if one != player}
    names, found = names_of(group), dict[int, str]()
    # What went from one to the other of two who are one has nobody else in it.
    for number, one, _ in told:
        if one is None or not who.are_one(one, player):
            found[number] = names[one] if one else ""
        else:
            found.setdefault(number, names[one])
    return found


def of_nights(keys: Iterable[uuid.UUID]) -> frozenset[uuid.UUID]:
    """Return which transactions were brought by a line of a night's book, and are put right there (one
    query).
    """
    return frozenset(Entry.objects.filter(key__in=list(keys)).values_list("key", flat=True))
