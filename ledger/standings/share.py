"""Shares, always told as "k of n"."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, kw_only=True)
class Share:
    """`k` of `n`."""

    k: int
    n: int

    @property
    def percent(self) -> int | None:
        """Return the share in rounded per cent, None of nothing."""
        return (200 * self.k + self.n) // (2 * self.n) if self.n else None

    @property
    def exact(self) -> Fraction:
        """Return the share, 0 to 1; raise ZeroDivisionError of nothing."""
        return Fraction(self.k, self.n)
