"""Shares or averages as bars: a dot, the interval around it, and a line at what is usual."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any, ClassVar

from django.utils.translation import gettext as _

from ledger.exchange.headings import headings
from ledger.statistics import FLOOR, Interval, share_interval
from scorekeeper.components.component import Component, FileRow
from scorekeeper.components.drawing import percent, step
from scorekeeper.text.figures import count, percentage, signed, signed_average

WHOLE = 10_000


@dataclass(frozen=True, kw_only=True)
class Bar:
    """A bar: the share `k` of `n`, or the average `mean` of `n` nights or hands with its interval.

    `counted` replaces the words "k of n", and `url` is where the name leads, "" for nowhere.
    """

    name: str
    k: int = 0
    n: int
    mean: Fraction | None = None
    interval: Interval | None = None
    counted: str = ""
    url: str = ""

    @property
    def value(self) -> Fraction:
        return Fraction(self.k, self.n or 1) if self.mean is None else self.mean

    @property
    def between(self) -> Interval:
        return self.interval or share_interval(self.k, self.n)


@dataclass(frozen=True, kw_only=True)
class Bars(Component):
    """Bars on one axis: shares from 0 to 100 %, or averages from −`reach` to +`reach` points (`reach_of`).

    `usual` is what the bars are held against: words and a value.
    """

    bars: Sequence[Bar]
    usual: tuple[str, Fraction] | None = None
    reach: int = 0
    template: ClassVar[str] = "components/bars.html"

    @property
    def columns(self) -> tuple[str, ...]:
        return headings("name", "average" if self.reach else "k", "n", "low", "high")

    def rows(self) -> Iterable[FileRow]:
        for one in self.bars:
            ends = (one.between.low, one.between.high) if one.n else (None, None)
            yield one.name, one.value if self.reach else one.k, one.n, *ends

    def drawn(self) -> dict[str, Any]:
        """Return the bars, the marks of the axis and the line at what is usual, at per cents of the box."""

        def at(value: Fraction | float) -> int:
            exact = (Fraction(value) + self.reach) / (2 * self.reach) if self.reach else Fraction(value)
            return round(min(max(exact, Fraction(0)), Fraction(1)) * WHOLE)

        def spelled(value: Fraction | float) -> str:
            exact = Fraction(value)
            if self.reach:
                return signed_average(exact)
            return percentage((200 * exact.numerator + exact.denominator) // (2 * exact.denominator))

        bars, usual = [], None
        for one in self.bars:
            low, high = at(one.between.low), at(one.between.high)
            counted = one.counted or _("{part} of {whole}").format(part=count(one.k), whole=count(one.n))
            # Below twenty counted "k of n" stands without a word.
            number = spelled(one.value) if one.n >= FLOOR or self.reach else ""
            words = _("{number}, {counted}; in the long run between {low} and {high}.") if number else counted
            ends = {"low": spelled(one.between.low), "high": spelled(one.between.high)}
            bars.append(
                {
                    "bar": one,
                    "number": number,
                    "counted": counted,
                    "said": words.format(number=number, counted=counted, **ends),
                    "start": percent(low, WHOLE),
                    "wide": percent(high - low, WHOLE),
                    "at": percent(at(one.value), WHOLE),
                }
            )
        if self.usual:
            words, value = self.usual
            css = "start" if at(value) < WHOLE // 3 else "end" if at(value) > WHOLE * 2 // 3 else "middle"
            label = _("{name}: {number}").format(name=words, number=spelled(value))
            usual = {"percent": percent(at(value), WHOLE), "label": label, "css": css}
        marks: dict[Fraction, tuple[str, str]] = {
            Fraction(one, 100): (percentage(one), css)
            for one, css in ((0, "start"), (25, "spare"), (50, ""), (75, "spare"), (100, "end"))
        }
        if self.reach:
            by = step(2 * self.reach, 5)
            values = range(-(self.reach // by * by), self.reach + 1, by)
            marks = {Fraction(one): (signed(one), "" if one else "zero") for one in values}
        ticks = [
            {"percent": percent(at(one), WHOLE), "label": label, "css": css}
            for one, (label, css) in marks.items()
        ]
        return {"bars": bars, "usual": usual, "ticks": ticks}


def reach_of(bars: Iterable[Bar]) -> int:
    """Return how many round points an axis needs to have all these averages and intervals on it."""
    ends = [Fraction(end) for one in bars if one.n for end in (one.between.low, one.between.high, one.value)]
    furthest = ceil(max(map(abs, ends), default=0))
    by = step(furthest, 5)
    return max(1, -(-furthest // by) * by)
