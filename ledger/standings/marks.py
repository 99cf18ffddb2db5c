"""Nights of a notebook beside a group's book: new, there already, or there with other numbers.

Nights are known again by date and totals; one with other totals by its date and its people.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from fractions import Fraction

from django.utils import timezone

from ledger.book.sheet import ABOUT_TOTALS, Line, Struck, totals_said
from ledger.book.who import Who
from ledger.models import Entry, Group, NightPlayer, Session, to_parts, to_points
from ledger.steps import pause

# The number of nights that are read in one step.
AT_ONCE = 400

# A day that was corrected is looked for so far away: whoever mistakes a month, or a year.
ANOTHER_DAY = timedelta(days=400)

# By what a night is known again: its date, and what everybody won or lost (player, parts).
NightMark = tuple[date, tuple[tuple[int, int], ...]]

# By what a night with other totals is known again: its date and its people.
DayAndPeople = tuple[date, frozenset[int]]


@dataclass(frozen=True, kw_only=True)
class Copied:
    """A night as the notebook has it: its date, the points by player, its file, and its hands where kept."""

    date: date
    totals: Mapping[int, Fraction]
    file: str = ""
    hands: tuple[Mapping[int, Fraction], ...] = ()


@dataclass(frozen=True, kw_only=True)
class Correction:
    """A night of a notebook that the book has with other totals: the id of the session, the number of its
    last line about totals, and what that says by person."""

    night: Copied
    session: int
    line: int
    totals: Mapping[int, Fraction]


@dataclass(frozen=True, kw_only=True)
class Known:
    """Nights of a notebook by what the book has of them.

    `new` ones it has not; `struck` were taken out of it by hand: they stay out. `corrections` are there with
    other totals, and so are `played`, which were told hand by hand.
    """

    new: Sequence[Copied] = ()
    struck: Sequence[Copied] = ()
    corrections: Sequence[Correction] = ()
    played: Sequence[Copied] = ()


def known_nights(group: Group, nights: Sequence[Copied], *, nobody: int | None = None) -> Known:
    """Return what the book has of these nights, oldest first; two alike on one date are two only if the book
    has two.

    A night is known again by whatever was said of it: one that was corrected is not new. One that was taken
    out with all it came with is. Reads in steps (five queries each). Players are ids; who is no player yet
    may be any other number. `nobody` is the number of the placeholder, which does not count as one of the
    people of a night.
    """
    book = _nights_there(group, [night.date for night in nights])
    by_mark: dict[NightMark, list[_There]] = defaultdict(list)
    for one in book:
        for mark in one.marks:
            by_mark[mark].append(one)
    left, struck = list[Copied](), list[Copied]()
    for night in sorted(nights, key=lambda one: one.date):
        # A night that is known by this mark, before others one that is known by no other.
        mark = _mark(night.date, _sums(night, group.who))
        alike = [one for one in by_mark.get(mark, ()) if not one.is_found]
        there = min(alike, key=lambda one: (one.is_struck, len(one.marks)), default=None)
        if there is None:
            left.append(night)
            continue
        there.is_found = True
        if there.is_struck:
            struck.append(night)
    return _by_people(group, left, struck, [one for one in book if not one.is_found], nobody)


def _by_people(
    group: Group,
    nights: Sequence[Copied],
    struck: list[Copied],
    book: Sequence["_There"],
    nobody: int | None,
) -> Known:
    # Sort nights that are not known by their totals: are they new, or in the book with other ones?
    if not (nights and book):
        return Known(new=nights, struck=struck)
    nobodies = {nobody, *group.players.filter(is_placeholder=True).values_list("pk", flat=True)}
    by_people: dict[DayAndPeople, list[_There]] = defaultdict(list)
    for one in book:
        for key in {key for day, sums in one.said for key in _days_and_people(day, sums, nobodies)}:
            by_people[key].append(one)
    new, played, corrections = list[Copied](), list[Copied](), list[Correction]()
    for night in nights:
        sums = _sums(night, group.who)
        keys = _days_and_people(night.date, sums, nobodies)
        others = [one for key in keys for one in by_people.get(key, ()) if not one.is_found]
        # The one with the fewest other numbers is the likeliest.
        there = min(others, key=lambda one: (one.is_struck, one.is_played, one.differs(sums)), default=None)
        if there is None:
            new.append(night)
            continue
        there.is_found = True
        if there.is_struck:
            struck.append(night)
        elif there.is_played:
            played.append(night)
        else:
            totals = {person: to_points(parts) for person, parts in there.said[-1][1].items()}
            correction = Correction(night=night, session=there.session, line=there.line, totals=totals)
            corrections.append(correction)
    return Known(new=new, struck=struck, corrections=corrections, played=played)


def _days_and_people(day: date, sums: Mapping[int, int], nobodies: set[int | None]) -> Iterator[DayAndPeople]:
    # With those who ended at zero, and without: in old books an absent player may stand there with a 0.
    people = frozenset(sums) - nobodies
    yield day, people
    if (not_even := frozenset(who for who in people if sums[who])) != people:
        yield day, not_even


@dataclass(kw_only=True)
class _There:
    """A night of the book: everything that was said of it (day, parts by person); it is found again once."""

    session: int
    line: int
    said: Sequence[tuple[date, Mapping[int, int]]]
    marks: frozenset[NightMark]
    is_struck: bool
    is_played: bool
    is_found: bool = False

    def differs(self, sums: Mapping[int, int]) -> int:
        """Return how many people have other points in this night."""
        last = self.said[-1][1]
        return sum(last.get(who, 0) != sums.get(who, 0) for who in {*last, *sums})


def _nights_there(group: Group, days: Sequence[date]) -> list[_There]:
    found: list[_There] = []
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
    newest = 0
    while part := list(sessions.filter(pk__gt=newest)[:AT_ONCE]):
        parts: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        nights = NightPlayer.objects.filter(session__in=[one.pk for one in part if not one.is_copied])
        for session, player, won in nights.values_list("session", "player", "parts"):
            parts[session][player] += won
        lines: dict[int, list[Line]] = defaultdict(list)
        copied = [one.pk for one in part if one.is_copied]
        entries = Entry.objects.filter(session__in=copied, kind__in=ABOUT_TOTALS)
        for session, number, kind, facts in entries.values_list("session", "number", "kind", "facts"):
            lines[session].append(Line(number=number, kind=kind, facts=facts))
        for one in part:
            said = [(timezone.localdate(one.started_at), group.who.sums(parts[one.pk]))]
            if one.is_copied:
                said = []
                for line in totals_said(lines[one.pk]):
                    totals = {int(who): to_parts(Fraction(won)) for who, won in line.facts["totals"].items()}
                    said.append((date.fromisoformat(line.facts["date"]), group.who.sums(totals)))
            there = _There(
                session=one.pk,
                line=lines[one.pk][-1].number if one.is_copied else 0,
                said=said,
                marks=frozenset(_mark(day, sums) for day, sums in said),
                is_struck=bool(one.struck),
                is_played=not one.is_copied,
            )
            found.append(there)
        newest = part[-1].pk
        pause(len(found))
    return found


def _sums(night: Copied, who: Who) -> dict[int, int]:
    return who.sums({player: to_parts(points) for player, points in night.totals.items()})


def _noon(day: date) -> datetime:
    return datetime.combine(day, time(12), tzinfo=UTC)


def _mark(day: date, sums: Mapping[int, int]) -> NightMark:
    # Players who ended at zero say nothing: in old books an absent player may stand there with a 0.
    return day, tuple(sorted((player, won) for player, won in sums.items() if won))
