"""On how many nights each of a group's players sat at the table, whether or not they played a hand.

Of a night of which only the totals are known it is who won or lost something, as everywhere: books have a 0
for many who were not there.

What nights that are over add up to is kept beside their counts: nobody goes through all nights for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from datetime import date

from django.db.models import QuerySet

from ledger.models import Group, Span, SpanCounts, Tally, open_sessions
from ledger.sheet import NIGHT
from ledger.standings.counted import FIRST_DAY, LAST_DAY, nights_of, spans_in

Kept = list[list[int]]
"""Of each player the id, and on how many nights."""


def sat(group: Group) -> Counter[int]:
    """By player: of all nights, also of those that go on (three queries, or five)."""
    on = Tally.objects.filter(session__in=list(open_sessions(group).values_list("pk", flat=True)))
    return sat_over(group, FIRST_DAY, LAST_DAY) + _sat_on(on)


def sat_over(group: Group, first: date, last: date, *, of: Collection[Span] = tuple(Span)) -> Counter[int]:
    """By player: of the nights that are over between these days, read from these spans and the nights."""
    spans, gaps = spans_in(group, first, last, of=of)
    found: Counter[int] = Counter()
    for kept in SpanCounts.objects.filter(pk__in=spans).values_list("sat", flat=True):
        found.update(dict(kept))
    if gaps:
        # Asked for first: without statistics of tallies PostgreSQL would look all nights up for each one.
        nights = list(nights_of(group, gaps).values_list("session", flat=True))
        found += _sat_on(Tally.objects.filter(session__in=nights))
    return found


def packed_sat(found: Counter[int]) -> Kept:
    """As the database keeps it, in one order always."""
    return [[player, nights] for player, nights in sorted(found.items())]


def _sat_on(tallies: QuerySet[Tally]) -> Counter[int]:
    there = tallies.exclude(role=NIGHT, parts=0).order_by()
    return Counter(player for player, _ in there.values_list("player", "session").distinct())
