"""Rows of a notebook that are no nights as they stand: hands, running totals, a column too many. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import reduce
from itertools import pairwise

from ledger.scoring.receipt import plus

ZERO = Fraction(0)

# Running totals: the squares of the steps are this share of the squares of the values at most, over so many
# rows. Of a hundred books of four random nights one is like that, and of a thousand books of eight nights.
STEP_SHARE = (3, 5)
FEWEST_RUNNING = 4

# Rows that are looked at, to see whether they are running totals, or hands.
WATCHED = 50

# Rows of one date that may be its hands.
FEWEST_HANDS = 4


@dataclass(slots=True, kw_only=True)
class Row:
    """A row of points by name; of the long form all rows of a night, or of a hand."""

    line: int
    day: date
    table: str
    totals: dict[str, Fraction]


def sums_of(rows: Iterable[Row]) -> dict[str, Fraction]:
    """Return the sums of the rows by name."""
    sums: dict[str, Fraction] = {}
    for row in rows:
        for name, points in row.totals.items():
            sums[name] = plus(sums[name], points) if name in sums else points
    return sums


def add_sums(one: Mapping[str, Fraction], other: Mapping[str, Fraction]) -> dict[str, Fraction]:
    return {name: one.get(name, ZERO) + other.get(name, ZERO) for name in (*one, *other)}


def look_like_hands(nights: Sequence[Sequence[Row]]) -> bool:
    """Check for many rows a night that add up to zero, most of them of the people in the row above."""
    if sum(map(len, nights)) < FEWEST_HANDS * len(nights):
        return False
    pairs = [(set(one.totals), set(two.totals)) for rows in nights for one, two in pairwise(rows)][:WATCHED]
    alike = sum(len(one & two) * 2 >= max(len(one), len(two)) for one, two in pairs)
    watched = [row for rows in nights for row in rows][:WATCHED]
    even = sum(not reduce(plus, row.totals.values(), ZERO) for row in watched)
    return alike * 4 >= len(pairs) * 3 and even * 4 >= len(watched) * 3


def look_like_running_totals(runs: Sequence[Sequence[Row]]) -> bool:
    """Check for rows that resemble the row above far more than nights would; each run begins at zero."""
    if sum(map(len, runs)) < FEWEST_RUNNING:
        return False
    watched = [row for rows in runs[:WATCHED] for row in rows[:WATCHED]]
    # After a night somebody's running total is another one.
    repeated = sum(row.totals == after.totals for row, after in pairwise(watched))
    if repeated * 4 > len(watched):
        return False
    values = sum(_hundredths(points) ** 2 for row in watched for points in row.totals.values())
    return squares_of_steps(runs) * STEP_SHARE[1] < values * STEP_SHARE[0]


def squares_of_steps(runs: Sequence[Sequence[Row]]) -> int:
    """Return the squares of the steps from row to row, added up, in hundredths of a point."""
    added = 0
    for rows in runs[:WATCHED]:
        before: dict[str, int] = {}
        for row in rows[:WATCHED]:
            for name, points in row.totals.items():
                value = _hundredths(points)
                added += (value - before.get(name, 0)) ** 2
                before[name] = value
    return added


def _hundredths(points: Fraction) -> int:
    return points.numerator * 100 // points.denominator


def take_differences(rows: Iterable[Row]) -> None:
    """Make points of the running totals of these rows."""
    before: dict[str, Fraction] = {}
    for row in rows:
        totals = row.totals
        row.totals = {name: (points - before.get(name, ZERO)) or ZERO for name, points in totals.items()}
        before |= totals


def odd_name(rows: Sequence[Row], names: Iterable[str]) -> str | None:
    """Return the one name without which every row would add up to zero, if most rows have it."""
    candidates = set(names)
    for row in rows:
        left = reduce(plus, row.totals.values(), ZERO)
        candidates = {name for name in candidates if row.totals.get(name, ZERO) == left}
        if not candidates:
            return None
    times = Counter(name for row in rows for name in candidates if row.totals.get(name))
    odd = [name for name, filled in times.items() if filled > 1 and filled * 2 > len(rows)]
    return odd[0] if len(odd) == 1 else None
