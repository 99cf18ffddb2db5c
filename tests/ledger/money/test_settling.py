"""Points become cents that add up, and cents become the fewest payments there can be."""

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.money.payments import (
    MOST_EXACTLY,
    Transfer,
    adjusted,
    circles,
    fewest_payments,
    owed_by,
    pay_ahead,
    straightened,
    through,
    to_be_even,
)
from ledger.money.rounding import (
    THE_BOX,
    Rest,
    Rounding,
    in_cents,
    in_weights,
    last_with_a_cent_more,
    odd_cents,
    rounded,
    to_the_coin,
)
from tests.steady import steady


def after(balances: Mapping[int, int], payments: Sequence[Transfer]) -> dict[int, int]:
    left = dict(balances)
    for payment in payments:
        left[payment.payer] += payment.cents
        left[payment.payee] -= payment.cents
    return left


def fewest_by_trying(balances: tuple[int, ...]) -> int:
    """Return the fewest payments, found by trying every payment that closes one of two accounts."""

    @cache
    def fewest(left: tuple[int, ...]) -> int:
        if not left:
            return 0
        first, *rest = left
        tries = []
        for place, other in enumerate(rest):
            if first * other < 0:
                merged = [*rest[:place], first + other, *rest[place + 1 :]]
                tries.append(1 + fewest(tuple(sorted(cents for cents in merged if cents))))
        return min(tries)

    return fewest(tuple(sorted(cents for cents in balances if cents)))


@st.composite
def tables(draw: st.DrawFn, most: int) -> dict[int, int]:
    """Draw balances of up to `most` people that add up to zero; small ones, so that many cancel."""
    cents = draw(st.lists(st.integers(-6, 6), min_size=0, max_size=most - 1))
    return dict(enumerate([*cents, -sum(cents)], start=1))


def pays(*lines: tuple[int, int, int]) -> tuple[Transfer, ...]:
    return tuple(Transfer(payer=payer, payee=payee, cents=cents) for payer, payee, cents in lines)


FIVE = {1: -4, 2: -3, 3: 2, 4: 2, 5: 3}


@pytest.mark.parametrize(
    ("balances", "found"),
    [
        ({}, ()),
        ({1: 0, 2: 0, 3: 0}, ()),
        ({1: -30, 2: 10, 3: 20}, pays((1, 2, 10), (1, 3, 20))),
        # Three payments for five, not four; people without a balance do not count towards the limit.
        (FIVE, pays((1, 3, 2), (1, 4, 2), (2, 5, 3))),
        (dict(reversed(FIVE.items())), pays((1, 3, 2), (1, 4, 2), (2, 5, 3))),
        (FIVE | dict.fromkeys(range(6, 40), 0), pays((1, 3, 2), (1, 4, 2), (2, 5, 3))),
        # Of plans that are equally short it is always the same one.
        ({1: 1, 2: 1, 3: -1, 4: -1}, pays((3, 1, 1), (4, 2, 1))),
        ({1: 2, 2: -1, 3: -1, 4: 2, 5: -2}, pays((2, 1, 1), (3, 1, 1), (5, 4, 2))),
    ],
)
def test_fewest_payments_by_hand(balances: dict[int, int], found: tuple[Transfer, ...]) -> None:
    assert sorted(map(str, fewest_payments(balances))) == sorted(map(str, found))
    assert fewest_payments(balances) == fewest_payments(dict(reversed(balances.items())))
    assert adjusted((), balances) == fewest_payments(balances)


def test_amounts_that_do_not_add_up_to_zero_are_refused() -> None:
    for settle in (fewest_payments, partial(adjusted, ()), partial(through, treasurer=4)):
        with pytest.raises(ValueError, match="not add up to zero cannot be settled"):
            settle({1: 1, 2: 1})
    with pytest.raises(ValueError, match=r"^amounts that do not add up to zero cannot be settled$"):
        in_cents({1: Fraction(1, 2520)}, 25)


@steady(150)
@given(tables(7))
def test_the_plan_is_as_short_as_trying_everything_finds(balances: dict[int, int]) -> None:
    assert len(fewest_payments(balances)) == fewest_by_trying(tuple(balances.values()))


@steady(60)
@given(tables(11))
def test_every_plan_settles_with_honest_payments(balances: dict[int, int]) -> None:
    payments = fewest_payments(balances)
    assert not any(after(balances, payments).values())
    assert all(payment.cents > 0 and payment.payer != payment.payee for payment in payments)
    assert len(payments) <= max(0, sum(cents != 0 for cents in balances.values()) - 1)
    debtors = {player for player, cents in balances.items() if cents < 0}
    assert {payment.payer for payment in payments} == debtors


def test_fourteen_people_are_settled_exactly_and_before_anybody_has_a_coat_on() -> None:
    pairs = [cents for amount in range(1, 8) for cents in (amount * 101, -amount * 101)]
    # Paying the largest claim first would take more.
    circles_of_three = [50, -30, -20, 41, -21, -20, 33, -17, -16, 29, -29, 7, -4, -3]
    began = time.process_time()
    found = [len(fewest_payments(dict(enumerate(cents)))) for cents in (pairs, circles_of_three)]
    assert time.process_time() - began < 6
    assert (found, len(pairs), len(circles_of_three)) == ([7, 9], MOST_EXACTLY, MOST_EXACTLY)


@steady(20)
@given(st.lists(st.integers(-5000, 5000).filter(bool), min_size=15, max_size=40))
def test_a_crowd_is_settled_too_with_one_payment_fewer_than_people(cents: list[int]) -> None:
    balances = dict(enumerate([*cents, -sum(cents)]))
    payments = fewest_payments(balances)
    assert not any(after(balances, payments).values())
    assert len(payments) <= len(balances) - 1


@pytest.mark.parametrize(
    ("points", "stake", "cents"),
    [
        ({1: Fraction(-10, 3), 2: Fraction(-10, 3), 3: Fraction(20, 3)}, 1, {1: -3, 2: -3, 3: 6}),
        ({1: Fraction(10, 3), 2: Fraction(10, 3), 3: Fraction(-20, 3)}, 1, {1: 4, 2: 3, 3: -7}),
        # The largest remainder gets the cent left over; of equal ones the smaller id.
        ({1: Fraction(1, 5), 2: Fraction(7, 10), 3: Fraction(-9, 10)}, 1, {1: 0, 2: 1, 3: -1}),
        ({7: Fraction(1, 2), 3: Fraction(1, 2), 5: Fraction(-1)}, 1, {7: 0, 3: 1, 5: -1}),
        (dict.fromkeys((1, 2, 3), Fraction(-1, 3)) | {4: Fraction(1)}, 10, {1: -3, 2: -3, 3: -4, 4: 10}),
        ({1: Fraction(3), 2: Fraction(-3)}, 0, {1: 0, 2: 0}),
    ],
)
def test_points_in_cents_by_hand(points: dict[int, Fraction], stake: int, cents: dict[int, int]) -> None:
    assert in_cents(points, stake) == cents


@steady(60)
@given(st.lists(st.lists(st.integers(-30, 30), min_size=5, max_size=5), max_size=30))
def test_odd_cents_of_nights_against_the_average_differ_by_a_cent_at_most(nights: list[list[int]]) -> None:
    turn, odd = 0, dict.fromkeys(range(5), 0)
    for points in nights:
        exact = {who: Fraction(5 * one - sum(points), 5) for who, one in enumerate(points)}
        for who, cents in rounded(exact, turn).items():
            odd[who] += cents - exact[who].__floor__()
        turn += odd_cents(exact)
        assert max(odd.values()) - min(odd.values()) <= 1


def test_half_cents_of_two_go_to_one_and_then_to_the_other() -> None:
    exact = {3: Fraction(1, 2), 7: Fraction(-1, 2)}
    assert [rounded(exact, turn) for turn in range(3)] == [{3: 1, 7: -1}, {3: 0, 7: 0}, {3: 1, 7: -1}]
    assert (odd_cents(exact), odd_cents({3: Fraction(1, 3), 7: Fraction(-1, 3)}), odd_cents({})) == (1, 0, 0)


def test_odd_coins_and_the_rest_of_equal_winners_go_by_turns() -> None:
    cents = {1: 10, 2: 10, 3: 10, 4: -30}
    for rest in (Rest.NEAREST, Rest.WON_MOST):
        got = [to_the_coin(cents, Rounding(coin=25, rest=rest), turn) for turn in range(3)]
        assert [[who for who in (1, 2, 3) if one[who]] for one in got] == [[1], [2], [3]]


@steady(100)
@given(
    st.lists(st.fractions(-100, 100, max_denominator=2520), min_size=1, max_size=9),
    st.integers(0, 500),
)
def test_cents_add_up_and_nobody_is_a_cent_away_from_his_points(points: list[Fraction], stake: int) -> None:
    everybody = dict(enumerate([*points, -sum(points, Fraction(0))]))
    cents = in_cents(everybody, stake)
    assert sum(cents.values()) == 0
    assert all(abs(cents[player] - everybody[player] * stake) < 1 for player in everybody)


@pytest.mark.parametrize(
    ("cents", "weights", "last", "shares"),
    [
        (4200, dict.fromkeys((1, 2, 3, 4, 5), 1), 0, dict.fromkeys((1, 2, 3, 4, 5), 840)),
        (100, {7: 1, 8: 1, 9: 1}, 0, {7: 34, 8: 33, 9: 33}),
        (100, {7: 1, 8: 1, 9: 1}, 7, {7: 33, 8: 34, 9: 33}),
        (100, {7: 1, 8: 1, 9: 1}, 9, {7: 34, 8: 33, 9: 33}),
        (100, {1: 17, 2: 60, 3: 23}, 0, {1: 17, 2: 60, 3: 23}),
        # The cent left over goes to the largest remainder and not to the smallest id.
        (10, {3: 1, 1: 1, 2: 1}, 0, {1: 4, 2: 3, 3: 3}),
        (10, {1: 1, 2: 5}, 0, {1: 2, 2: 8}),
        (10, {1: 3, 2: 4}, 0, {1: 4, 2: 6}),
        (10, {1: 4, 2: 3}, 0, {1: 6, 2: 4}),
        (7, {4: 1}, 0, {4: 7}),
        (7, {4: 1, 5: 0}, 0, {4: 7}),
    ],
)
def test_amount_is_shared_to_the_cent(
    cents: int, weights: dict[int, int], last: int, shares: dict[int, int]
) -> None:
    assert in_weights(cents, weights, after=last) == shares


@given(
    st.integers(2, 7).flatmap(
        lambda people: st.tuples(st.just(people), st.lists(st.integers(1, 10_000), max_size=40))
    )
)
def test_odd_cents_of_any_amounts_go_round_so_that_nobody_is_off_by_more_than_one(
    book: tuple[int, list[int]],
) -> None:
    people, amounts = book
    weights, last, odd = dict.fromkeys(range(1, people + 1), 1), 0, Counter[int]()
    for cents in amounts:
        shares = in_weights(cents, weights, after=last)
        assert sum(shares.values()) == cents
        last = last_with_a_cent_more(shares) or last
        odd.update({who: share - cents // people for who, share in shares.items()})
        counts = [odd[who] for who in weights]
        assert max(counts) - min(counts) <= 1


def test_through_a_treasurer_everybody_has_to_do_with_him_alone() -> None:
    balances = {1: 50, 2: 25, 3: -25, 4: -20, 5: -30}
    assert through(balances, 4) == pays((5, 4, 30), (3, 4, 25), (4, 2, 25), (4, 1, 50))
    assert through({}, 4) == ()


@steady(100)
@given(st.integers(0, 10**7), st.dictionaries(st.integers(1, 20), st.integers(0, 99), max_size=10))
def test_an_amount_is_shared_by_weight_to_the_cent(cents: int, weights: dict[int, int]) -> None:
    if not any(weights.values()):
        with pytest.raises(ValueError, match=r"^somebody has to share it$"):
            in_weights(cents, weights)
        return
    shares, whole = in_weights(cents, weights), sum(weights.values())
    assert sum(shares.values()) == cents
    assert shares.keys() == {player for player, weight in weights.items() if weight}
    assert all(abs(share - Fraction(cents * weights[player], whole)) < 1 for player, share in shares.items())


@pytest.mark.parametrize(
    ("pairs", "found"),
    [
        ([], ()),
        ([(2, 1)], ((1, 2),)),
        ([(1, 2), (3, 4)], ((1, 2), (3, 4))),
        ([(1, 2), (3, 4), (5, 6), (6, 3)], ((1, 2), (3, 4, 5, 6))),
        ([(5, 1), (4, 2), (1, 4), (9, 7)], ((1, 2, 4, 5), (7, 9))),
    ],
)
def test_payments_connect_people_into_circles_however_they_are_ordered(
    pairs: list[tuple[int, int]], found: tuple[tuple[int, ...], ...]
) -> None:
    assert circles(pairs) == found


@steady(60)
@given(st.lists(st.tuples(st.integers(0, 6), st.integers(7, 13)), max_size=10))
def test_everybody_is_in_one_circle_with_those_he_pays(pairs: list[tuple[int, int]]) -> None:
    found = circles(pairs)
    people = [player for circle in found for player in circle]
    assert sorted(people) == sorted({player for pair in pairs for player in pair})
    assert all(any(set(pair) <= set(circle) for circle in found) for pair in pairs)


def a_list(changes: Sequence[Mapping[int, int]]) -> tuple[Transfer, ...]:
    lines: tuple[Transfer, ...] = ()
    for change in changes:
        lines = adjusted(lines, change)
    return lines


def added_up(*changes: Mapping[int, int]) -> dict[int, int]:
    found: Counter[int] = Counter()
    for change in changes:
        found.update(change)
    return {who: cents for who, cents in found.items() if cents}


CHANGES = st.lists(tables(most=9), max_size=8)


@steady(300)
@given(changes=CHANGES)
def test_the_list_is_the_balances_after_whatever_was_booked(changes: list[dict[int, int]]) -> None:
    lines, owed = a_list(changes), added_up(*changes)
    assert owed_by(lines) == owed
    assert all(one.cents > 0 and one.payer != one.payee for one in lines)
    assert {one.payer for one in lines}.isdisjoint(one.payee for one in lines)
    assert sum(one.cents for one in lines) == sum(cents for cents in owed.values() if cents > 0)
    assert len(lines) <= max(0, len(owed) - 1)
    assert len({(one.payer, one.payee) for one in lines}) == len(lines)


@steady(300)
@given(changes=CHANGES, which=st.integers(0, 20), part=st.integers(1, 6))
def test_paying_one_line_leaves_the_others_as_they_are(
    changes: list[dict[int, int]], which: int, part: int
) -> None:
    lines = a_list(changes)
    if not lines:
        return
    one = lines[which % len(lines)]
    cents = min(part, one.cents)
    after = adjusted(lines, {one.payer: cents, one.payee: -cents})
    left = [replace(one, cents=one.cents - cents)] if cents < one.cents else []
    place = lines.index(one)
    assert after == (*lines[:place], *left, *lines[place + 1 :])
    assert sorted(map(str, adjusted(after, {one.payer: -cents, one.payee: cents}))) == sorted(map(str, lines))


PAID = st.lists(
    st.builds(
        lambda payer, payee, cents: Transfer(payer=payer, payee=payee, cents=cents),
        st.integers(1, 9), st.integers(1, 9), st.integers(1, 8),
    ),
    max_size=6,
)  # fmt: skip


SOME = {1: 112, 2: 37, 3: -79, 4: -70}


@steady(300)
@given(changes=CHANGES, paid=PAID)
def test_paying_ahead_lowers_what_people_pay_and_get_and_asks_nobody_else(
    changes: list[dict[int, int]], paid: list[Transfer]
) -> None:
    paid = [one for one in paid if one.payer != one.payee]
    lines, owed = a_list(changes), added_up(*changes)
    most = dict(owed)
    for one in paid:
        if most.get(one.payer, 0) < 0:
            most[one.payer] = min(0, most[one.payer] + one.cents)
        if most.get(one.payee, 0) > 0:
            most[one.payee] = max(0, most[one.payee] - one.cents)
    left, waits = pay_ahead(lines, paid)
    asked = owed_by(left)
    for who, cents in asked.items():
        assert min(0, most[who]) <= cents <= max(0, most[who])
    pays, gets = (sum(abs(cents) for cents in most.values() if (cents > 0) == is_owed) for is_owed in (0, 1))
    assert sum(one.cents for one in left) == min(pays, gets)
    assert all(0 <= cents <= one.cents for cents, one in zip(waits, paid, strict=True))
    assert all(one.cents > 0 for one in left)
    assert {one.payer for one in left}.isdisjoint(one.payee for one in left)
    assert len(left) <= max(0, len(asked) - 1)


@steady(300)
@given(changes=CHANGES, paid=PAID, which=st.integers(0, 20))
def test_paying_a_line_of_a_list_with_payments_ahead_leaves_the_others(
    changes: list[dict[int, int]], paid: list[Transfer], which: int
) -> None:
    lines = a_list(changes)
    before, _ = pay_ahead(lines, paid)
    if before:
        one = before[which % len(before)]
        after, waits = pay_ahead(lines, [*paid, one])
        assert (after, waits[-1]) == (tuple(other for other in before if other != one), 0)


def test_people_left_without_each_other_by_a_payment_ahead_are_put_together() -> None:
    assert pay_ahead(pays((1, 2, 30), (3, 4, 20)), pays((1, 4, 30))) == (pays((3, 2, 20)), (10,))


@steady(300)
@given(changes=CHANGES, change=tables(most=9))
def test_whoever_nothing_was_booked_of_and_with_whom_nobody_has_to_do_stays_as_they_are(
    changes: list[dict[int, int]], change: dict[int, int]
) -> None:
    lines = a_list(changes)
    touched = {who for who, cents in change.items() if cents}
    apart = [
        circle for circle in circles((one.payer, one.payee) for one in lines) if touched.isdisjoint(circle)
    ]
    alone = {who for circle in apart for who in circle}
    after = adjusted(lines, change)
    assert [one for one in after if one.payer in alone] == [one for one in lines if one.payer in alone]


@pytest.mark.parametrize(
    ("lines", "change", "after"),
    [
        (pays((1, 2, 5), (3, 4, 5)), {1: 5, 4: -5}, pays((3, 2, 5))),
        (pays((1, 2, 5)), {1: 8, 2: -8}, pays((2, 1, 3))),
        (pays((1, 2, 5)), {1: -2, 2: 2}, pays((1, 2, 7))),
        (pays((1, 2, 5)), {3: -2, 4: 2}, pays((1, 2, 5), (3, 4, 2))),
        (pays((1, 2, 5), (1, 3, 4)), {1: 4, 5: -4}, pays((1, 2, 5), (5, 3, 4))),
        (pays((1, 2, 5)), {2: -3, 3: 3}, pays((1, 2, 2), (1, 3, 3))),
        (pays((1, 2, 5), (2, 3, 5)), {}, pays((1, 3, 5))),
    ],
    ids=[
        "somebody paid another than planned",
        "more than was open",
        "the same two once more",
        "two others",
        "the line that fits exactly goes",
        "a winner owes part of it on",
        "nobody passes money through",
    ],
)
def test_what_is_booked_later_changes_few_lines(
    lines: tuple[Transfer, ...], change: dict[int, int], after: tuple[Transfer, ...]
) -> None:
    assert adjusted(lines, change) == after


def test_lines_in_a_ring_are_made_anew() -> None:
    ring = pays((1, 2, 5), (3, 2, 5), (3, 4, 5))
    after = adjusted(ring, {1: -3, 4: 3})
    assert owed_by(after) == {1: -8, 2: 10, 3: -10, 4: 8}
    assert len(after) == 2


def test_a_list_of_three_thousand_people_is_soon_adjusted() -> None:
    lines = fewest_payments({who: -who if who % 2 else who - 1 for who in range(1, 3001)})
    began = time.process_time()
    adjusted(lines, {1: 500, 2: -250, 3000: -250})
    assert time.process_time() - began < 2


@steady(300)
@given(
    cents=tables(most=8),
    coin=st.integers(0, 9),
    rest=st.sampled_from([one for one in Rest if one is not Rest.CARRIED]),
)
def test_rounded_cents_are_whole_coins_that_add_up_to_zero(
    cents: dict[int, int], coin: int, rest: Rest
) -> None:
    found = to_the_coin(cents, Rounding(coin=coin, rest=rest))
    assert sum(found.values()) == 0
    if coin < 2:
        assert found == cents
        return
    assert all(amount % coin == 0 for amount in found.values())
    far = [who for who in cents if abs(found[who] - cents[who]) * 2 > coin]
    assert THE_BOX not in found or rest is Rest.KITTY
    if rest is Rest.KITTY:
        assert far == []
    elif rest is Rest.NEAREST:
        assert all(abs(found[who] - cents[who]) < coin for who in cents)
    else:
        assert len(far) <= 1


@pytest.mark.parametrize(
    ("cents", "coin", "rest", "found"),
    [
        (SOME, 25, Rest.NEAREST, {1: 125, 2: 25, 3: -75, 4: -75}),
        (SOME, 25, Rest.WON_MOST, {1: 125, 2: 25, 3: -75, 4: -75}),
        (SOME, 25, Rest.LOST_MOST, {1: 100, 2: 25, 3: -50, 4: -75}),
        (SOME, 25, Rest.KITTY, {1: 100, 2: 25, 3: -75, 4: -75, THE_BOX: 25}),
        # A coin that is missing or left over goes to whom rounding moved furthest from it.
        ({1: 12, 2: 14, 3: -26}, 10, Rest.NEAREST, {1: 10, 2: 20, 3: -30}),
        ({1: -12, 2: -14, 3: 26}, 10, Rest.NEAREST, {1: -10, 2: -20, 3: 30}),
        # The box's part of before is rounded, and the rest comes to it.
        ({THE_BOX: 20, 1: 16, 2: -29, 3: -7}, 10, Rest.KITTY, {THE_BOX: 20, 1: 20, 2: -30, 3: -10}),
        ({THE_BOX: 20, 1: 8, 2: -14, 3: -14}, 10, Rest.KITTY, {THE_BOX: 10, 1: 10, 2: -10, 3: -10}),
    ],
)
def test_rest_goes_where_the_group_says(
    cents: dict[int, int], coin: int, rest: Rest, found: dict[int, int]
) -> None:
    assert to_the_coin(cents, Rounding(coin=coin, rest=rest)) == found


@steady(200)
@given(balances=tables(most=8), who=st.integers(1, 8))
def test_who_goes_home_settles_with_as_few_as_can_be(balances: dict[int, int], who: int) -> None:
    found = to_be_even(balances, who)
    mine = balances.get(who, 0)
    assert sum(one.cents for one in found) == abs(mine)
    assert all((one.payee if mine > 0 else one.payer) == who for one in found)
    largest = sorted((abs(cents) for cents in balances.values() if cents * mine < 0), reverse=True)
    few = next((n for n in range(len(largest) + 1) if sum(largest[:n]) >= abs(mine)), 0)
    assert len(found) == few


def test_what_is_less_than_a_coin_is_carried_on_and_nobody_has_it() -> None:
    cents = {1: 133, 2: 12, 3: -70, 4: -75}
    carried = Rounding(coin=25, rest=Rest.CARRIED)
    assert to_the_coin(cents, carried) == cents
    assert (carried.paid_in, Rounding(coin=25).paid_in, Rounding(rest=Rest.CARRIED).paid_in) == (25, 1, 1)


@pytest.mark.parametrize(
    ("cents", "found"), [(5, 0), (-5, 0), (6, 10), (-6, -10), (15, 10), (-15, -10), (10, 10)]
)
def test_exactly_between_two_coins_the_one_nearer_to_zero_counts(cents: int, found: int) -> None:
    assert to_the_coin({1: cents, 2: -cents}, Rounding(coin=10, rest=Rest.KITTY)) == {1: found, 2: -found}


@pytest.mark.parametrize("weights", [{}, {1: 0}, {1: 3, 2: -1}, {1: -1}])
def test_nobody_shares_by_less_than_nothing(weights: dict[int, int]) -> None:
    with pytest.raises(ValueError, match="somebody has to share it"):
        in_weights(7, weights)


@pytest.mark.parametrize(
    ("balances", "found"),
    [
        ({1: 30, 2: -20, 3: -10}, pays((2, 1, 20), (3, 1, 10))),
        ({1: -30, 2: 20, 3: 10}, pays((1, 2, 20), (1, 3, 10))),
        ({1: 15, 2: -20, 3: 5}, pays((2, 1, 15))),
        ({1: 1, 2: -1}, pays((2, 1, 1))),
        ({1: -1, 2: 1}, pays((1, 2, 1))),
        ({1: 10, 2: -9, 3: -1}, pays((2, 1, 9), (3, 1, 1))),
        ({1: 0, 2: 20, 3: -20}, ()),
        ({2: 20, 3: -20}, ()),
    ],
)
def test_to_be_even_one_pays_or_gets_the_last_cent_and_no_more(
    balances: dict[int, int], found: tuple[Transfer, ...]
) -> None:
    assert to_be_even(balances, 1) == found


PAIRS = st.tuples(st.integers(0, 7), st.integers(0, 7), st.integers(1, 40))


@steady(300)
@given(st.lists(PAIRS, max_size=12))
def test_a_list_in_which_some_are_one_is_a_list_again(pays: list[tuple[int, int, int]]) -> None:
    lines = [Transfer(payer=payer, payee=payee, cents=cents) for payer, payee, cents in pays]
    found = straightened(lines)
    assert owed_by(found) == owed_by(one for one in lines if one.payer != one.payee)
    assert all(one.payer != one.payee and one.cents > 0 for one in found)
    assert {one.payer for one in found}.isdisjoint(one.payee for one in found)
    assert len({(one.payer, one.payee) for one in found}) == len(found)
    for circle in circles((one.payer, one.payee) for one in found):
        assert sum(one.payer in circle for one in found) < len(circle)


def test_what_somebody_would_hand_on_goes_straight_and_all_else_stays() -> None:
    lines = pays((1, 2, 50), (3, 4, 20), (2, 5, 30))
    assert straightened(lines) == pays((1, 2, 20), (3, 4, 20), (1, 5, 30))
    assert straightened(lines[:2]) == lines[:2]
    assert straightened(pays((1, 1, 5))) == ()
