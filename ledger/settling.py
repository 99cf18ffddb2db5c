"""Points become cents once, and cents become the fewest payments. Pure; people are ids, money whole cents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heapify, heappop, heappush

MOST_EXACTLY = 14
"""Up to so many people the plan is the fewest payments there can be; above, a good plan (greedy)."""


@dataclass(frozen=True, kw_only=True)
class Transfer:
    """One payment: `payer` gives `payee` so many cents."""

    payer: int
    payee: int
    cents: int


def in_cents(points: Mapping[int, Fraction], stake_cents: int) -> dict[int, int]:
    """What everybody's points are worth in whole cents, at one stake (see `rounded`)."""
    return rounded({player: worth * stake_cents for player, worth in points.items()})


def rounded(exact: Mapping[int, Fraction]) -> dict[int, int]:
    """What everybody won or lost in whole cents; they add up to zero as the exact amounts do.

    Left-over cents go to the largest remainders (ties: the smaller id). Raises ValueError when the amounts
    do not add up to zero.
    """
    if sum(exact.values()):
        raise ValueError("amounts that do not add up to zero cannot be settled")
    cents = {player: amount.numerator // amount.denominator for player, amount in exact.items()}
    missing = -sum(cents.values())
    by_remainder = sorted(exact, key=lambda player: (cents[player] - exact[player], player))
    for player in by_remainder[:missing]:
        cents[player] += 1
    return cents


def in_shares(cents: int, players: Sequence[int]) -> dict[int, int]:
    """An amount shared evenly; the cents left over fall to the first named, one each."""
    each, left = divmod(cents, len(players)) if players else (0, 0)
    return {player: each + (place < left) for place, player in enumerate(players)}


def fewest_payments(balances: Mapping[int, int]) -> tuple[Transfer, ...]:
    """The fewest payments that bring every balance (cents; + is owed money) to zero.

    People fall into as many groups as possible whose balances cancel; a group of k people needs k − 1
    payments. Exact up to MOST_EXACTLY people with a balance, greedy above. Raises ValueError when the
    balances do not add up to zero.
    """
    if sum(balances.values()):
        raise ValueError("balances that do not add up to zero cannot be settled")
    open_balances = {player: cents for player, cents in sorted(balances.items()) if cents}
    if len(open_balances) > MOST_EXACTLY:
        return _chain(open_balances)
    transfers: list[Transfer] = []
    for group in _most_groups(tuple(open_balances.items())):
        transfers += _chain({player: open_balances[player] for player in group})
    return tuple(transfers)


def is_exact(balances: Mapping[int, int]) -> bool:
    """Whether `fewest_payments` is known to be the fewest there can be for so many people."""
    return sum(bool(cents) for cents in balances.values()) <= MOST_EXACTLY


def through(balances: Mapping[int, int], treasurer: int) -> tuple[Transfer, ...]:
    """Everybody pays the treasurer what he owes, and has from him what he is owed; debts first.

    Raises ValueError when the balances do not add up to zero.
    """
    if sum(balances.values()):
        raise ValueError("balances that do not add up to zero cannot be settled")
    others = sorted((cents, player) for player, cents in balances.items() if cents and player != treasurer)
    return tuple(
        Transfer(payer=player, payee=treasurer, cents=-cents)
        if cents < 0
        else Transfer(payer=treasurer, payee=player, cents=cents)
        for cents, player in others
    )


def circles(pairs: Iterable[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
    """The people that payments (payer, payee) connect: the balances in a circle cancel by themselves."""
    found: list[set[int]] = []
    for pair in map(set, pairs):
        touched = [circle for circle in found if circle & pair]
        found = [circle for circle in found if not circle & pair] + [pair.union(*touched)]
    return tuple(tuple(sorted(circle)) for circle in found)


def _most_groups(balances: tuple[tuple[int, int], ...]) -> list[list[int]]:
    """The people in as many cancelling groups as possible, by dynamic programming over subsets.

    best[s] is the largest number of cancelling groups inside the subset s in some order of adding people one
    at a time: each time the running sum is zero a group closes.
    """
    size = 1 << len(balances)
    sums, best, last = [0] * size, [0] * size, [0] * size
    for subset in range(1, size):
        low = subset & -subset
        sums[subset] = sums[subset ^ low] + balances[low.bit_length() - 1][1]
        rest = subset
        best[subset] = -1
        while rest:
            one = rest & -rest
            if best[subset ^ one] > best[subset]:
                best[subset], last[subset] = best[subset ^ one], one
            rest ^= one
        best[subset] += sums[subset] == 0
    return _read_groups(balances, sums, last)


def _read_groups(balances: tuple[tuple[int, int], ...], sums: list[int], last: list[int]) -> list[list[int]]:
    groups: list[list[int]] = []
    subset = len(sums) - 1
    while subset:
        if sums[subset] == 0:
            groups.append([])
        groups[-1].append(balances[last[subset].bit_length() - 1][0])
        subset ^= last[subset]
    return groups


def _chain(balances: Mapping[int, int]) -> tuple[Transfer, ...]:
    """Payments in one group, the largest debt to the largest claim first; at most one fewer than people."""
    owe = [(cents, player) for player, cents in balances.items() if cents < 0]
    owed = [(-cents, player) for player, cents in balances.items() if cents > 0]
    heapify(owe)
    heapify(owed)
    transfers = []
    while owe:
        (debt, payer), (claim, payee) = heappop(owe), heappop(owed)
        cents = min(-debt, -claim)
        transfers.append(Transfer(payer=payer, payee=payee, cents=cents))
        if debt + cents:
            heappush(owe, (debt + cents, payer))
        if claim + cents:
            heappush(owed, (claim + cents, payee))
    return tuple(transfers)
