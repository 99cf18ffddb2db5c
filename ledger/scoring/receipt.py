"""The receipt of a hand while it is being written: lines whose points add up to the result."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from ledger.scoring.scored import Params, Points, Reason
from ledger.words.messages import Message

Number = int | Fraction
Value = TypeVar("Value")

# Points are kept in parts, so many to a point: the smallest number that every table of up to ten divides.
PARTS = 2520
NOTHING: Params = {}

# Most results are small whole numbers; taking them from here is ten times faster than making them.
WHOLE: dict[Number, Fraction] = {number: Fraction(number) for number in range(-144, 145)}


def divided(number: Number, by: int) -> Number:
    """Return `number` / `by`, exactly: an integer where it comes out even, which is much faster to go
    on with."""
    return number // by if number % by == 0 else Fraction(number) / by


def is_held(number: Number) -> bool:
    """Return whether whole parts hold such a number of points."""
    return PARTS % number.denominator == 0


def exact_number(number: Number) -> Fraction:
    """Return the number as the engine answers it."""
    if type(number) is Fraction:  # its hash takes long, and so does isinstance of an abstract number
        return number
    return WHOLE[number] if number in WHOLE else Fraction(number)


def plus(one: Fraction, other: Fraction) -> Fraction:
    """Return the sum of two exact numbers; of whole ones, which most are, in a fifth of the time."""
    if one.denominator == 1 == other.denominator:
        number = one.numerator + other.numerator
        return WHOLE[number] if number in WHOLE else Fraction(number)
    return one + other


def exactly(numbers: Sequence[Number]) -> Points:
    """Return numbers as the exact points of the engine's answer."""
    return tuple([n if type(n) is Fraction else WHOLE[n] if n in WHOLE else Fraction(n) for n in numbers])


def seated(players: int, nothing: Value, *parts: tuple[Iterable[int], Value]) -> list[Value]:
    """Return a value for every seat: that of the last part in which the seat is, else `nothing`."""
    found = [nothing] * players
    for seats, value in parts:
        for seat in seats:
            found[seat] = value
    return found


class Receipt:
    """Lines added one by one; `sums` are the points so far, one number a seat."""

    def __init__(self, players: int) -> None:
        self.sums: list[Number] = [0] * players
        self.lines: list[Reason] = []

    def add(
        self,
        code: str,
        points: Sequence[Number],
        *,
        case: str = "",
        params: Params = NOTHING,
        why: tuple[Message, ...] = (),
        seats: tuple[int, ...] = (),
        factor: Number | None = None,
        rule: str | None = None,
        source: str = "",
    ) -> None:
        self.sums = [before + more for before, more in zip(self.sums, points, strict=True)]
        self.lines.append(
            Reason(
                code=code,
                points=exactly(points),
                case=case,
                params=params,
                why=why,
                seats=seats,
                factor=None if factor is None else exact_number(factor),
                rule=rule,
                source=source,
            )
        )

    def multiply(self, base: Sequence[Number], before: int, by: int, code: str, **more: Any) -> int:
        """Add a line that multiplies the hand, `before` times its `base` points so far; return the factor
        after it.
        """
        self.add(code, [share * before * (by - 1) for share in base], factor=by, **more)
        return before * by

    @property
    def points(self) -> Points:
        return exactly(self.sums)

    @property
    def pot_delta(self) -> Fraction:
        """Return the points that the pot has gained so far: what the players have lost together."""
        return exact_number(-sum(self.sums))


def to_parts(points: Fraction) -> int:
    """Return points as whole parts; raise ValueError when parts cannot hold them exactly."""
    # Whole numbers, as a fraction made for each result of a long night takes several times as long.
    parts, left = divmod(PARTS, points.denominator)
    if left:
        raise ValueError(points)
    return points.numerator * parts


def to_points(parts: int) -> Fraction:
    """Return parts as exact points."""
    return Fraction(parts, PARTS)
