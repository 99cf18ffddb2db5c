"""Nights of a notebook that a group's book has not yet: nights are known again by date and totals."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from fractions import Fraction

from django.utils import timezone

from ledger.book.sheet import EntryKind, Struck
from ledger.book.who import Who
from ledger.models import Entry, Group, NightPlayer, Session, to_parts
from ledger.steps import pause

# The number of nights that are read in one step.
AT_ONCE = 400

# A day that was corrected is looked for so far away: whoever mistakes a month, or a year.
ANOTHER_DAY = timedelta(days=400)

SAYS_TOTALS = (EntryKind.NOTEBOOK, EntryKind.AMENDED)

# By what a night is known again: its date, and what everybody won or lost (player, parts).
NightMark = tuple[date, tuple[tuple[int, int], ...]]


@dataclass(frozen=True, kw_only=True)
class Copied:
    """A night as the notebook has it: its date, the points by player, and its file."""

    date: date
    totals: Mapping[int, Fraction]
    file: str = ""


@dataclass(frozen=True, kw_only=True)
class Known:
    """Nights of a notebook that are new, and those that were taken out of the book by hand: they stay out."""

    new: Sequence[Copied]
    struck: Sequence[Copied]


def not_yet_in_the_book(group: Group, nights: Sequence[Copied]) -> Known:
    """Return those that the book has not, oldest first; two alike on one date are two only if the book has
    fewer.

    A night is known again by whatever was said of it: one that was corrected is not new. One that was taken
    out with all it came with is. Reads in steps (four queries each). Players are ids; who is no player yet
    may be any other number.
    """
    by_mark = _by_mark(group, [night.date for night in nights])
    new, struck = [], []
    for night in sorted(nights, key=lambda one: one.date):
        parts = {player: to_parts(points) for player, points in night.totals.items()}
        # A night that is known by this mark, before others one that is known by no other.
        left = [one for one in by_mark.get(_mark(night.date, parts, group.who), ()) if not one.is_found]
        there = min(left, key=lambda one: (one.is_struck, len(one.marks)), default=None)
        if there is None:
            new.append(night)
            continue
        there.is_found = True
        if there.is_struck:
            struck.append(night)
    return Known(new=new, struck=struck)


@dataclass(kw_only=True)
class _There:
    """A night of the book, and everything that was said of it; it is found again once."""

    marks: frozenset[NightMark]
    is_struck: bool
    is_found: bool = False


def _by_mark(group: Group, days: Sequence[date]) -> dict[NightMark, list[_There]]:
    found: dict[NightMark, list[_There]] = defaultdict(list)
    if not days:
        return found
    first, last = max(min(days), date.min + 2 * ANOTHER_DAY), min(max(days), date.max - 2 * ANOTHER_DAY)
    sessions = (
        Session.objects.filter(
            group=group, started_at__gt=_noon(first - ANOTHER_DAY), started_at__lt=_noon(last + ANOTHER_DAY)
        )
        .exclude(struck=Struck.WITH_ALL)
        .order_by("pk")
    )
    newest = done = 0
    while part := list(sessions.filter(pk__gt=newest)[:AT_ONCE]):
        for night in _read(part, group.who):
            for mark in night.marks:
                found[mark].append(night)
        newest, done = part[-1].pk, done + len(part)
        pause(done)
    return found


def _noon(day: date) -> datetime:
    return datetime.combine(day, time(12), tzinfo=UTC)


def _read(sessions: Sequence[Session], who: Who) -> list[_There]:
    parts: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    played = [one.pk for one in sessions if not one.is_copied]
    nights = NightPlayer.objects.filter(session__in=played)
    for session, player, won in nights.values_list("session", "player", "parts"):
        parts[session][player] += won
    marks: dict[int, set[NightMark]] = defaultdict(set)
    said = Entry.objects.filter(session__in=[one.pk for one in sessions], kind__in=SAYS_TOTALS)
    for session, facts in said.values_list("session", "facts"):
        totals = {int(player): to_parts(Fraction(points)) for player, points in facts["totals"].items()}
        marks[session].add(_mark(date.fromisoformat(facts["date"]), totals, who))
    for one in sessions:
        if not one.is_copied:
            marks[one.pk].add(_mark(timezone.localdate(one.started_at), parts[one.pk], who))
    return [_There(marks=frozenset(marks[one.pk]), is_struck=bool(one.struck)) for one in sessions]


def _mark(day: date, parts: Mapping[int, int], who: Who) -> NightMark:
    # Players who ended at zero say nothing: in old books an absent player may stand there with a 0.
    return day, tuple(sorted((player, won) for player, won in who.sums(parts).items() if won))
