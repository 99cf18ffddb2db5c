"""What lies on the table between two hands: what the next hand is told of it, and what people see."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from ledger.scoring.carried import NOTHING, Carried, CarriedPot, CarriedView, PotState, pot_after
from ledger.scoring.option import read_rules
from ledger.scoring.sheepshead import SHEEPSHEAD
from ledger.scoring.sheepshead.rules import SheepsheadRules
from ledger.scoring.sheepshead.table import SheepsheadCarried
from ledger.scoring.sheepshoof import SheepshoofCarried
from ledger.scoring.southern_indiana import Run, SouthernIndianaCarried
from ledger.scoring.southern_indiana.rules import SouthernIndianaRules

ANN, BEN, CLEO, DAVE = 11, 12, 13, 14


def house(**values: Any) -> SheepsheadRules:
    return read_rules(SheepsheadRules, values)


def indiana(**values: Any) -> SouthernIndianaRules:
    return read_rules(SouthernIndianaRules, values)


WAITING = SheepsheadCarried(doublers=4, rounds=(4, 2), mauer_marks=3)


def test_game_without_anything_of_its_own_carries_nothing() -> None:
    assert (NOTHING.facts(), NOTHING.standings([ANN], {}), NOTHING.shown(None)) == ({}, {}, ())
    assert (NOTHING.gained(), NOTHING.winners(None), NOTHING.pending_doublers) == ({}, (), 0)
    assert (NOTHING.on_table, NOTHING.facts(doublers=2), NOTHING.facts(doublers=0)) == (
        PotState(0, 0), {"doublers": 2}, {},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("carried", "said", "facts"),
    [
        (CarriedPot(), {}, {}),
        (CarriedPot(pot=PotState()), {}, {}),
        (CarriedPot(pot=PotState(Fraction(5, 2), 1)), {}, {"pot": {"amount": "5/2", "pots": 1}}),
        (CarriedPot(pot=PotState(8, 2)), {"doublers": 1}, {"doublers": 1, "pot": {"amount": "8", "pots": 2}}),
        (WAITING, {}, {"doublers": 4, "rounds": [4, 2], "mauer_marks": 3}),
        (WAITING, {"doublers": 1}, {"doublers": 1, "doublers_by_hand": True, "mauer_marks": 3}),
        (WAITING, {"doublers": 0}, {"doublers": 0, "doublers_by_hand": True, "mauer_marks": 3}),
        (SheepsheadCarried(doublers=0, rounds=(), mauer_marks=0), {}, {}),
    ],
)
def test_next_hand_is_told_what_lies_on_the_table(
    carried: Carried, said: dict[str, int], facts: dict[str, Any]
) -> None:
    assert carried.facts(**said) == facts
    assert (CarriedPot(pot=PotState(8, 2)).answer(5), CarriedPot().answer(5)) == ({"pots_after": 2}, {})
    assert (WAITING.pending_doublers, SheepsheadCarried().pending_doublers) == (4, 0)


def test_people_see_the_pot_the_doublers_and_the_marks_that_will_double() -> None:
    everything = SheepsheadCarried(pot=PotState(8, 2), doublers=3, mauer_marks=2)
    pot, doublers = CarriedView(code="pot", number=8), CarriedView(code="doublers", number=3)
    marks = CarriedView(code="mauer_marks", number=2, of=4)
    double = house(mauer=1, mauer_double=4)
    for carried, rules, shown in (
        (everything, double, (pot, doublers, marks)),
        (everything, house(mauer=1), (pot, doublers)),
        (SheepsheadCarried(mauer_marks=0), double, ()),
        (SheepsheadCarried(mauer_marks=2), double, (marks,)),
        (SheepsheadCarried(pot=PotState(0, 0), doublers=0), house(), ()),
    ):
        assert carried.shown(rules) == shown


def test_what_a_hand_leaves_comes_after_what_lay_there() -> None:
    before = SheepsheadCarried(pot=PotState(4, 1), doublers=2, mauer_marks=1)
    assert before.then(SheepsheadCarried()) is before
    assert before.then(SheepsheadCarried(doublers=1)) == replace(before, doublers=1)
    assert before.then(SheepsheadCarried(pot=PotState())).on_table == PotState()
    rounds = SheepsheadCarried(doublers=5, rounds=(5, 3))
    assert rounds.then(SheepsheadCarried(doublers=2)) == SheepsheadCarried(doublers=2)
    left = (SheepsheadCarried(doublers=4, rounds=(4, 2)), SheepsheadCarried(mauer_marks=1))
    assert [rounds.then(one).rounds for one in left] == [(4, 2), (5, 3)]


@pytest.mark.parametrize(
    ("before", "pots", "more", "after"),
    [
        (PotState(4, 1), None, Fraction(4), None),
        (None, 1, Fraction(4), PotState(4, 1)),
        (PotState(4, 1), 2, Fraction(4), PotState(8, 2)),
        (PotState(4, 1), 1, Fraction(-3, 2), PotState(Fraction(5, 2), 1)),
        (PotState(Fraction(5, 2), 1), 1, Fraction(3, 2), PotState(4, 1)),
        (PotState(4, 2), 0, Fraction(-4), PotState(0, 0)),
        (PotState(4, 2), 1, Fraction(0), PotState(4, 1)),
    ],
)
def test_pot_grows_by_what_players_lost_into_it(
    before: PotState | None, pots: int | None, more: Fraction, after: PotState | None
) -> None:
    found = pot_after(before, pots, more)
    assert found == after
    assert found is None or type(found.amount) is (Fraction if found.amount % 1 else int)


def test_a_fewster_is_told_everybodys_points() -> None:
    totals = {ANN: Fraction(3, 2), CLEO: Fraction(-2)}
    assert SheepshoofCarried().standings([BEN, CLEO, ANN], totals) == {"running": ["0", "-2", "3/2"]}


def test_race_adds_up_and_a_best_wins_it_however_far_anybody_is() -> None:
    won = Run(0, has_won=True)
    assert [Run(4) + Run(6), Run(4) + won, won + Run(6)] == [Run(10), won, won]
    assert (Run(4).told, won.told) == (4, "game")


def test_hand_brings_its_players_further() -> None:
    before = SouthernIndianaCarried(race={ANN: Run(4), BEN: Run(2)})
    hand = SouthernIndianaCarried(race={0: Run(2), 2: Run(2)})
    brought = hand.of_players([BEN, ANN, CLEO, DAVE])
    assert brought.race == {BEN: Run(2), ANN: Run(), CLEO: Run(2), DAVE: Run()}
    after = before.then(brought)
    assert after.race == {ANN: Run(4), BEN: Run(4), CLEO: Run(2), DAVE: Run()}
    assert after.standings([DAVE, BEN, ANN], {}) == {"race": [0, 4, 4]}
    two = CarriedView(code="race", number=2)
    assert (hand.answer(4), hand.gained()) == ({"race": [2, 0, 2, 0]}, {0: two, 2: two})
    assert before.then(NOTHING) is before
    assert before.standings([CLEO, ANN, BEN], {}) == {"race": [0, 4, 2]}


def test_race_that_is_settled_begins_anew() -> None:
    settled = SouthernIndianaCarried(is_settled=True)
    assert SouthernIndianaCarried(race={ANN: Run(24)}).then(settled).race == {}
    assert settled.answer(4) == SouthernIndianaCarried().answer(4) == {}
    assert settled.of_players([ANN, BEN]) is settled
    assert SouthernIndianaCarried(race={0: Run(2)}, is_settled=True).of_players([ANN]).is_settled


def test_people_see_the_race_the_first_first() -> None:
    race = {ANN: Run(4), BEN: Run(), CLEO: Run(0, has_won=True), DAVE: Run(10)}
    assert SouthernIndianaCarried(race=race).shown(indiana()) == (
        CarriedView(code="race_won", number=0, player=CLEO),
        CarriedView(code="race", number=10, player=DAVE),
        CarriedView(code="race", number=4, player=ANN),
    )


def test_the_race_is_won_by_who_is_furthest_where_it_ends() -> None:
    for far, rules, winners in (
        ((Run(23), Run(4)), {}, ()),
        ((Run(24), Run(4)), {}, (ANN,)),
        ((Run(24), Run(26)), {}, (BEN,)),
        ((Run(24), Run(24)), {}, (ANN, BEN)),
        ((Run(4), Run(0, has_won=True)), {}, (BEN,)),
        ((Run(10), Run(4)), {"race_to": 10}, (ANN,)),
        ((), {}, ()),
    ):
        race = dict(zip((ANN, BEN), far, strict=False))
        assert SouthernIndianaCarried(race=race).winners(indiana(**rules)) == winners


@pytest.mark.parametrize("rules", [{"mauer": 2}, {"mauer_to": "pot"}])
def test_mauer_mark_without_both_rules_feeds_no_pot(rules: dict[str, Any]) -> None:
    assert not SHEEPSHEAD.keeps_pot(house(**rules))
