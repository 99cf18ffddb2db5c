"""Places: one rule for every table."""

from ledger.standings.placing import placed

ANN, BEN, CLEO, DAVE = range(1, 5)


def test_equals_share_a_place_above_stands_who_needed_fewer_nights_then_who_came_first_to_the_group() -> None:
    told = {DAVE: (3, 7), CLEO: (3, 5), BEN: (3, 5), ANN: (2, 1)}
    found = placed(told, lambda who: (*told[who], who))
    assert found == ((1, BEN), (1, CLEO), (1, DAVE), (4, ANN))


def test_what_is_least_stands_last_also_below_zero() -> None:
    told = {ANN: (-5, 1), BEN: (0, 1), CLEO: (-5, 2)}
    assert placed(told, lambda who: (*told[who], who)) == ((1, BEN), (2, ANN), (2, CLEO))
    assert placed([], lambda one: one) == ()
