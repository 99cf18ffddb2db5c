"""Points become whole cents once, and cents whole coins; odd cents go by turns. Pure; people are ids."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

# Stands for the kitty's box between players' ids.
THE_BOX = 0

# Stands for what lies on the table while a night goes on.
THE_POT = -1


class Rest(StrEnum):
    """The bearer of what is left over when everybody's cents are rounded to a coin.

    With `CARRIED` nobody has: the night is worth what it comes to, to the cent, is paid in coins as far as
    these go, and the rest stays open till the next night.
    """

    NEAREST = "nearest"
    WON_MOST = "won_most"
    LOST_MOST = "lost_most"
    KITTY = "kitty"
    CARRIED = "carried"


@dataclass(frozen=True, kw_only=True)
class Rounding:
    """The coin, in cents, that a night is rounded to, and who has the rest; below 2 nothing is rounded."""

    coin: int = 0
    rest: Rest = Rest.NEAREST

    @property
    def is_on(self) -> bool:
        return self.coin > 1

    @property
    def paid_in(self) -> int:
        """Return the coin in which open payments are made, the rest being carried on; 1 where all is paid."""
        return self.coin if self.is_on and self.rest is Rest.CARRIED else 1


def in_cents(points: Mapping[int, Fraction], stake_cents: int) -> dict[int, int]:
    """Return what everybody's points are worth in whole cents, at one stake (see `rounded`)."""
    return rounded({player: worth * stake_cents for player, worth in points.items()})


def rounded(exact: Mapping[int, Fraction], turn: int = 0) -> dict[int, int]:
    """Return what everybody won or lost in whole cents; they add up to zero as the exact amounts do.

    Left-over cents go to the largest remainders, of equal ones by turns. Raises ValueError when the amounts
    do not add up to zero.
    """
    if sum(exact.values()):
        raise ValueError("amounts that do not add up to zero cannot be settled")
    cents = {player: amount.numerator // amount.denominator for player, amount in exact.items()}
    claims = {player: amount - cents[player] for player, amount in exact.items()}
    for player in _by_turns(claims, -sum(cents.values()), turn):
        cents[player] += 1
    return cents


def odd_cents(exact: Mapping[int, Fraction]) -> int:
    """Return how many left-over cents go by turns where these amounts are rounded to whole cents."""
    claims = {player: amount % 1 for player, amount in exact.items()}
    first, equal = _claimants(claims, left := int(sum(claims.values())))
    return left - len(first) if left - len(first) < len(equal) else 0


def _claimants(claims: Mapping[int, Fraction | int], left: int) -> tuple[list[int], list[int]]:
    if not left:
        return [], []
    least = sorted(claims.values(), reverse=True)[left - 1]
    first = [player for player, claim in claims.items() if claim > least]
    return first, sorted(player for player, claim in claims.items() if claim == least)


def _by_turns(claims: Mapping[int, Fraction | int], left: int, turn: int) -> list[int]:
    first, equal = _claimants(claims, left)
    start = turn % max(1, len(equal))
    return [*first, *equal[start:], *equal[:start]][:left]


def to_the_coin(cents: Mapping[int, int], rounding: Rounding, turn: int = 0) -> dict[int, int]:
    """Return cents that add up to zero, rounded to whole coins that add up to zero; the kitty's part under
    THE_BOX.

    Whoever lies exactly between two coins gets the one nearer to zero. What is left over is whole coins, too,
    and goes where the rounding says; `NEAREST` gives a coin each to those whom the rounding moved furthest.
    Equals have it by turns.
    """
    if not rounding.is_on or rounding.rest is Rest.CARRIED:
        return dict(cents)
    coin = rounding.coin
    rounded = {player: _nearest(amount, coin) for player, amount in cents.items()}
    rest = -sum(rounded.values())
    if not rest:
        return rounded
    if rounding.rest is Rest.KITTY:
        return {**rounded, THE_BOX: rounded.get(THE_BOX, 0) + rest}
    if rounding.rest is Rest.NEAREST:
        step = coin if rest > 0 else -coin
        moved = {player: (amount - rounded[player]) * step for player, amount in cents.items()}
        for player in _by_turns(moved, rest // step, turn):
            rounded[player] += step
        return rounded
    sign = 1 if rounding.rest is Rest.WON_MOST else -1
    [bears] = _by_turns({player: sign * amount for player, amount in cents.items()}, 1, turn)
    rounded[bears] += rest
    return rounded


def _nearest(cents: int, coin: int) -> int:
    whole, over = divmod(abs(cents), coin)
    amount = (whole + (2 * over > coin)) * coin
    return amount if cents >= 0 else -amount


def in_weights(cents: int, weights: Mapping[int, int], *, after: int = 0) -> dict[int, int]:
    """Return an amount shared in the proportion of whole `weights`, exactly; who has none is left out.

    Cents left over go to the largest remainders; of equal ones to the next after the player `after`, going
    round by id. Raises ValueError where nobody has any weight.
    """
    heavy = {player: weight for player, weight in sorted(weights.items()) if weight}
    whole = sum(heavy.values())
    if whole <= 0 or min(heavy.values()) < 0:
        raise ValueError("somebody has to share it")
    shares = {player: cents * weight // whole for player, weight in heavy.items()}
    remainders = {player: cents * weight % whole for player, weight in heavy.items()}
    left = cents - sum(shares.values())
    for player in sorted(heavy, key=lambda one: (-remainders[one], one <= after, one))[:left]:
        shares[player] += 1
    return shares


def last_with_a_cent_more(shares: Mapping[int, int]) -> int:
    """Return who was last to get a left-over cent where an amount was shared evenly; 0 where none was left.

    The cents went to people who follow each other by id, going round. Of shares that are not even it is 0.
    """
    people = sorted(shares)
    least = min(shares.values(), default=0)
    if max(shares.values(), default=0) != least + 1:
        return 0
    following = [*people[1:], people[0]]
    pairs = zip(people, following, strict=True)
    return next(one for one, other in pairs if shares[one] > least and shares[other] == least)
