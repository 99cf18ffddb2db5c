"""Which nights of a notebook a group's book has not yet: nights are known again by date and totals."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from fractions import Fraction

from django.utils import timezone

from ledger.models import Entry, Group, Session, Tally, to_parts
from ledger.sheet import EntryKind
from ledger.steps import Progress, Steps

AT_ONCE = 400
"""So many nights are read in one step."""

A_FEW_DAYS = timedelta(days=3)
"""A book may have been begun in another time zone than it is read in."""

Mark = tuple[date, tuple[tuple[int, int], ...]]
"""By what a night is known again: its date, and what everybody won or lost (player, parts)."""


@dataclass(frozen=True, kw_only=True)
class Copied:
    """A night as the notebook has it: its date, and the points of everybody who played, by player."""

    date: date
    totals: Mapping[int, Fraction]


def not_yet_in_the_book(group: Group, nights: Sequence[Copied]) -> Steps[list[Copied]]:
    """Those that the book has not, oldest first; two alike on one date are two only if the book has fewer.

    Reads in steps (three queries each). Players are ids; who is no player yet may be any other number.
    """
    there = yield from _marks(group, [night.date for night in nights])
    new = []
    for night in sorted(nights, key=lambda one: one.date):
        mark = _mark(night.date, {player: to_parts(points) for player, points in night.totals.items()})
        if there[mark]:
            there[mark] -= 1
        else:
            new.append(night)
    return new


def _marks(group: Group, days: Sequence[date]) -> Steps[Counter[Mark]]:
    """Every night of the group about these days by what it is known by."""
    found: Counter[Mark] = Counter()
    if not days:
        return found
    first, last = max(min(days), date.min + A_FEW_DAYS), min(max(days), date.max - A_FEW_DAYS)
    sessions = Session.objects.filter(
        group=group, started_at__gt=_noon(first - A_FEW_DAYS), started_at__lt=_noon(last + A_FEW_DAYS)
    ).order_by("pk")
    newest = 0
    while part := list(sessions.filter(pk__gt=newest).values_list("pk", flat=True)[:AT_ONCE]):
        found.update(_read(part))
        newest = part[-1]
        yield Progress(done=found.total(), of=0)
    return found


def _noon(day: date) -> datetime:
    return datetime.combine(day, time(12), tzinfo=UTC)


def _read(sessions: Sequence[int]) -> list[Mark]:
    parts: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    tallies = Tally.objects.filter(session__in=sessions)
    for session, player, won in tallies.values_list("session", "player", "parts"):
        parts[session][player] += won
    said = Entry.objects.filter(session__in=sessions, number=1)
    found = []
    for session, kind, facts, at in said.values_list("session", "kind", "facts", "session__started_at"):
        day = date.fromisoformat(facts["date"]) if kind == EntryKind.NOTEBOOK else timezone.localdate(at)
        found.append(_mark(day, parts[session]))
    return found


def _mark(day: date, parts: Mapping[int, int]) -> Mark:
    """Whoever ended at zero says nothing: in old books an absent player may stand there with a 0."""
    return day, tuple(sorted((player, won) for player, won in parts.items() if won))
