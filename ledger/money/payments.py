"""Cents become the fewest payments, and a list of who pays whom changes as little as it can. Pure."""

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

# Up to so many people the plan is the fewest payments there can be; above, a good plan (greedy).
MOST_EXACTLY = 14


@dataclass(frozen=True, kw_only=True)
class Transfer:
    """A payment: `payer` gives `payee` so many cents."""

    payer: int
    payee: int
    cents: int


def fewest_payments(balances: Mapping[int, int]) -> tuple[Transfer, ...]:
    """Return the fewest payments that bring every balance (cents; + is owed money) to zero.

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


def through(balances: Mapping[int, int], treasurer: int) -> tuple[Transfer, ...]:
    """Return payments through a treasurer: debts first, then what each is owed.

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


def owed_by(lines: Iterable[Transfer]) -> dict[int, int]:
    """Return the balances that these payments bring to zero: + is owed money."""
    balances: dict[int, int] = {}
    for one in lines:
        balances[one.payee] = balances.get(one.payee, 0) + one.cents
        balances[one.payer] = balances.get(one.payer, 0) - one.cents
    return {player: cents for player, cents in balances.items() if cents}


def adjusted(lines: Sequence[Transfer], change: Mapping[int, int]) -> tuple[Transfer, ...]:
    """Return a list of who pays whom after balances have changed by so much (cents; + is owed more), in its
    order.

    Lines that still fit stay as they are: one that was paid goes, or is lowered, and the others stay. Nobody
    in the list both pays and gets, and a circle of people never has more lines than it takes. What the lines
    that stay leave open is added in the fewest payments. Raises ValueError when the change does not add up to
    zero.
    """
    if sum(change.values()):
        raise ValueError("a change that does not add up to zero cannot be settled")
    before = owed_by(lines)
    after = {who: before.get(who, 0) + change.get(who, 0) for who in sorted({*before, *change})}
    if not {one.payer for one in lines}.isdisjoint(one.payee for one in lines):
        lines = fewest_payments(before)  # nobody both pays and gets
    kept = {(one.payer, one.payee): one.cents for one in lines}
    # Take out of the lines what they bring anybody too much, in as few of them as possible.
    over = _too_much(kept, after)
    for giver, taker in [pair for pair in kept if over.get(pair[0]) and over.get(pair[1])]:
        _take(kept, over, (giver, taker), min(over[giver], over[taker]))
    for person in sorted(over):
        while over[person]:
            own = sorted((pair for pair in kept if person in pair), key=lambda pair: (-kept[pair], pair))
            exact = next((pair for pair in own if kept[pair] == over[person]), own[0])
            _take(kept, over, exact, over[person])
    left = dict(after)
    for (payer, payee), cents in kept.items():
        left[payer] += cents
        left[payee] -= cents
    # Raise lines between people who both have something open, rather than add one.
    for payer, payee in kept:
        cents = min(max(0, -left[payer]), max(0, left[payee]))
        kept[payer, payee] += cents
        left[payer] += cents
        left[payee] -= cents
    for one in fewest_payments(left):
        kept[one.payer, one.payee] = kept.get((one.payer, one.payee), 0) + one.cents
    return _no_more_than_it_takes(kept, after)


def pay_ahead(
    lines: Iterable[Transfer], paid: Iterable[Transfer]
) -> tuple[tuple[Transfer, ...], tuple[int, ...]]:
    """Return who still pays whom after payments of a night that goes on, and the cents of each that wait.

    A payment lowers what its payer has to pay and what its payee has to get, the line between the two first;
    what is more than that waits for the end of the night. So nobody is asked for money they have paid, and
    nobody is asked to pay back what the night will bring. People left without whom they would have paid or
    been paid by are put together where that is possible; else their part waits, too.
    """
    kept = {(one.payer, one.payee): one.cents for one in lines}
    debts: dict[int, int] = {}
    claims: dict[int, int] = {}
    waits = []
    for one in paid:
        direct = min(one.cents, kept.get((one.payer, one.payee), 0))
        _add(kept, one.payer, one.payee, -direct)
        rest = 0 if one.payer == one.payee else one.cents - direct
        owed = _lower_side(kept, one.payer, 0, rest, waiting=debts, freed=claims)
        due = _lower_side(kept, one.payee, 1, rest, waiting=claims, freed=debts)
        waits.append(rest - min(owed, due))
        found = False
        for payer, payee in itertools.product(debts, claims):
            if part := min(debts[payer], claims[payee]):
                _add(kept, payer, payee, part)
                debts[payer] -= part
                claims[payee] -= part
                found = True
        if found:
            made = _no_more_than_it_takes(kept, owed_by(_as_transfers(kept)))
            kept = {(line.payer, line.payee): line.cents for line in made}
    return _as_transfers(kept), tuple(waits)


def _lower_side(
    kept: dict[tuple[int, int], int],
    who: int,
    side: int,
    cents: int,
    *,
    waiting: dict[int, int],
    freed: dict[int, int],
) -> int:
    # Lower what somebody pays (`side` 0) or gets (1) by up to so many cents; return by how many it was.
    #
    # Add the same amount to `freed` of the player on the other side of a lowered line.
    left = cents
    for pair in [pair for pair in kept if pair[side] == who]:
        part = min(left, kept[pair])
        _add(kept, *pair, -part)
        freed[pair[1 - side]] = freed.get(pair[1 - side], 0) + part
        left -= part
    part = min(left, waiting.get(who, 0))
    waiting[who] = waiting.get(who, 0) - part
    return cents - left + part


def straightened(lines: Iterable[Transfer]) -> tuple[Transfer, ...]:
    """Return a list in which several people were found to be one, brought to what a list is.

    Nobody pays themselves, no two lines are of a pair, nobody both pays and gets, and no circle has too many
    lines.
    """
    kept: dict[tuple[int, int], int] = {}
    for one in lines:
        _add(kept, one.payer, one.payee, one.cents)
    while (way := _through_somebody(kept)) is not None:
        (payer, _), (_, payee) = way
        cents = min(kept[way[0]], kept[way[1]])
        for pair in way:
            _add(kept, *pair, -cents)
        _add(kept, payer, payee, cents)
    return _no_more_than_it_takes(kept, owed_by(_as_transfers(kept)))


def _add(kept: dict[tuple[int, int], int], payer: int, payee: int, cents: int) -> None:
    # Put so many cents into the line of a pair, or take them out of it; a line of nothing goes.
    if payer == payee:
        return
    kept[payer, payee] = kept.get((payer, payee), 0) + cents
    if not kept[payer, payee]:
        del kept[payer, payee]


def _through_somebody(kept: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], tuple[int, int]] | None:
    first_of: dict[int, tuple[int, int]] = {}
    for pair in kept:
        first_of.setdefault(pair[0], pair)
    return next(((pair, first_of[pair[1]]) for pair in kept if pair[1] in first_of), None)


def _as_transfers(kept: Mapping[tuple[int, int], int]) -> tuple[Transfer, ...]:
    return tuple(Transfer(payer=payer, payee=payee, cents=cents) for (payer, payee), cents in kept.items())


def _too_much(kept: Mapping[tuple[int, int], int], after: Mapping[int, int]) -> dict[int, int]:
    pays: dict[int, int] = {}
    gets: dict[int, int] = {}
    for (payer, payee), cents in kept.items():
        pays[payer] = pays.get(payer, 0) + cents
        gets[payee] = gets.get(payee, 0) + cents
    over = {who: cents - max(0, -after.get(who, 0)) for who, cents in pays.items()}
    over |= {who: cents - max(0, after.get(who, 0)) for who, cents in gets.items()}
    return {who: cents for who, cents in over.items() if cents > 0}


def _take(kept: dict[tuple[int, int], int], over: dict[int, int], pair: tuple[int, int], cents: int) -> None:
    cents = min(cents, kept[pair])
    kept[pair] -= cents
    if not kept[pair]:
        del kept[pair]
    for who in pair:
        if who in over:
            over[who] = max(0, over[who] - cents)


def _no_more_than_it_takes(
    kept: Mapping[tuple[int, int], int], after: Mapping[int, int]
) -> tuple[Transfer, ...]:
    # The lines of a circle that has as many of them as people are made anew.
    found = dict(kept)
    pairs: dict[int, list[tuple[int, int]]] = {}
    for pair in kept:
        pairs.setdefault(pair[0], []).append(pair)
    for circle in circles(kept):
        own = [pair for who in circle for pair in pairs.get(who, ())]
        if len(own) >= len(circle):
            for pair in own:
                del found[pair]
            for one in fewest_payments({who: after[who] for who in circle}):
                found[one.payer, one.payee] = one.cents
    return _as_transfers(found)


def to_be_even(balances: Mapping[int, int], player: int) -> tuple[Transfer, ...]:
    """Return what one player pays to be even, or gets: to or from whoever has most to get or to pay.

    Less than that where the others have not as much in all.
    """
    open_cents = balances.get(player, 0)
    sign = 1 if open_cents > 0 else -1
    left, found = abs(open_cents), []
    others = sorted((sign * cents, other) for other, cents in balances.items() if other != player)
    for cents, other in others:
        if (part := min(left, -cents)) > 0:
            payer, payee = (other, player) if sign > 0 else (player, other)
            found.append(Transfer(payer=payer, payee=payee, cents=part))
            left -= part
    return tuple(found)


def circles(pairs: Iterable[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
    """Return the people that payments (payer, payee) connect: the balances in a circle cancel by
    themselves.
    """
    leads: dict[int, int] = {}

    def first_of(one: int) -> int:
        while leads.setdefault(one, one) != one:
            leads[one] = one = leads[leads[one]]
        return one

    for one, other in pairs:
        leads[first_of(one)] = first_of(other)
    found: dict[int, list[int]] = {}
    for one in sorted(leads):
        found.setdefault(first_of(one), []).append(one)
    return tuple(map(tuple, found.values()))


def _most_groups(balances: tuple[tuple[int, int], ...]) -> list[list[int]]:
    # best[s] is the largest number of cancelling groups inside the subset s in some order of adding people
    # one at a time: each time the running sum is zero a group closes.
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
    groups: list[list[int]] = []
    subset = len(sums) - 1
    while subset:
        if sums[subset] == 0:
            groups.append([])
        groups[-1].append(balances[last[subset].bit_length() - 1][0])
        subset ^= last[subset]
    return groups


def _chain(balances: Mapping[int, int]) -> tuple[Transfer, ...]:
    # The largest debt goes to the largest claim first: at most one payment fewer than people.
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
