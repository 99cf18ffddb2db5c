"""Measures, places on an axis and labels, shared by the components that draw.

A drawing lies in a box that is stretched to its page: ACROSS units wide and UP units high. Texts stand beside
the box, at per cents of it, so that they are never stretched.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ledger.models import PARTS
from ledger.words.initials import signs
from scorekeeper.text.figures import amounts, precision, signed, whole_money

ACROSS, UP, LONGEST_LABEL = 2000, 1000, 10


@dataclass(frozen=True, kw_only=True)
class Measure:
    """Write whole numbers, `unit` to a point or to one of a currency.

    Ticks are multiples of `unit`; `write_tick` writes these, where they are written in another way.
    """

    unit: int
    write: Callable[[int], str]
    write_tick: Callable[[int], str] | None = None


# Points, told in parts: "+4⅓".
POINTS = Measure(unit=PARTS, write=lambda parts: signed(Fraction(parts, PARTS)))


def money_in(currency: str) -> Measure:
    """Return the measure of whole cents of a currency: "+$2.50"."""
    return Measure(
        unit=10 ** precision(currency),
        write=amounts(currency),
        write_tick=lambda cents: whole_money(cents, currency),
    )


def percent(at: int, whole: int) -> str:
    """Return a place in the box to a hundredth of a per cent: "37.25%"."""
    hundredths = (20_000 * at + whole) // (2 * whole)
    return f"{hundredths // 100}.{hundredths % 100:02d}%"


def step(span: int, most: int) -> int:
    """Return the distance of ticks: 1, 2 or 5 with zeros, so that there are at most `most`."""
    size = 1
    while True:
        for found in (size, 2 * size, 5 * size):
            if span < found * most:
                return found
        size *= 10


def apart(wanted: Sequence[int], *, gap: int, high: int) -> list[int]:
    """Return places near the wanted ones, in order, at least `gap` apart and if possible in 0 … high."""
    order = sorted(range(len(wanted)), key=lambda one: (wanted[one], one))
    places, floor = [0] * len(wanted), 0
    for one in order:
        places[one] = max(wanted[one], floor)
        floor = places[one] + gap
    ceiling = max(high, gap * (len(wanted) - 1))
    for one in reversed(order):
        places[one] = min(places[one], ceiling)
        ceiling = places[one] - gap
    return places


def shortened(name: str, longest: int = LONGEST_LABEL) -> str:
    """Return a name of at most `longest` letters, cut between letters as its readers see them."""
    found = signs(name)
    return name if len(found) <= longest else "".join(found[: longest - 1]).rstrip() + "…"
