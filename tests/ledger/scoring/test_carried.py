"""What lies on the table between two hands: what the next hand is told of it, and what people see."""

from fractions import Fraction
from typing import Any

import pytest

from ledger.scoring.carried import NOTHING, CarriedPot, Pot, Shown, pot_after
from ledger.scoring.option import read_rules
from ledger.scoring.sheepshead import SHEEPSHEAD
from ledger.scoring.sheepshead.carried import SheepsheadCarried
from ledger.scoring.sheepshead.rules import SheepsheadRules
from ledger.scoring.sheepshoof.table import SheepshoofCarried
from ledger.scoring.southern_indiana.race import Run, SouthernIndianaCarried
from ledger.scoring.southern_indiana.rules import SouthernIndianaRules

ANN, BEN, CLEO, DAVE = 11, 12, 13, 14


def house(**values: Any) -> SheepsheadRules:
    return read_rules(SheepsheadRules, values)


def indiana(**values: Any) -> SouthernIndianaRules:
    return read_rules(SouthernIndianaRules, values)


def test_a_game_without_anything_of_its_own_carries_nothing() -> None:
    assert (NOTHING.facts(), NOTHING.standings([ANN], {}), NOTHING.shown(None)) == ({}, {}, ())
    assert (NOTHING.gained(), NOTHING.winners(None), NOTHING.pending_doublers) == ({}, (), 0)
    assert NOTHING.on_table == Pot(0, 0)
    assert NOTHING.facts(doublers=2) == {"doublers": 2}
    assert NOTHING.facts(doublers=0) == {}


def test_the_next_hand_is_told_of_a_pot_only_if_points_lie_in_it() -> None:
    assert CarriedPot().facts() == CarriedPot(pot=Pot()).facts() == {}
    assert CarriedPot(pot=Pot(Fraction(5, 2), 1)).facts() == {"pot": {"amount": "5/2", "pots": 1}}
    assert CarriedPot(pot=Pot(8, 2)).facts(doublers=1) == {
        "doublers": 1,
        "pot": {"amount": "8", "pots": 2},
    }
    assert CarriedPot(pot=Pot(8, 2)).answer(5) == {"pots_after": 2}
    assert CarriedPot().answer(5) == {}


def test_the_next_hand_is_told_of_doublers_rounds_and_marks() -> None:
    waiting = SheepsheadCarried(doublers=4, rounds=(4, 2), mauer_marks=3)
    assert waiting.facts() == {"doublers": 4, "rounds": [4, 2], "mauer_marks": 3}
    by_hand = {"doublers_by_hand": True, "mauer_marks": 3}
    assert waiting.facts(doublers=1) == {"doublers": 1, **by_hand}
    assert waiting.facts(doublers=0) == {"doublers": 0, **by_hand}
    assert SheepsheadCarried(doublers=0, rounds=(), mauer_marks=0).facts() == {}
    assert (waiting.pending_doublers, SheepsheadCarried().pending_doublers) == (4, 0)


def test_people_see_the_pot_the_doublers_and_the_marks_that_will_double() -> None:
    everything = SheepsheadCarried(pot=Pot(8, 2), doublers=3, mauer_marks=2)
    pot, doublers = Shown(code="pot", number=8), Shown(code="doublers", number=3)
    marks = Shown(code="mauer_marks", number=2, of=4)
    assert everything.shown(house(mauer=1, mauer_double=4)) == (pot, doublers, marks)
    assert everything.shown(house(mauer=1)) == (pot, doublers)
    assert SheepsheadCarried(mauer_marks=0).shown(house(mauer=1, mauer_double=4)) == ()
    assert SheepsheadCarried(mauer_marks=2).shown(house(mauer=1, mauer_double=4)) == (marks,)
    assert SheepsheadCarried(pot=Pot(0, 0), doublers=0).shown(house()) == ()


def test_what_a_hand_leaves_comes_after_what_lay_there() -> None:
    before = SheepsheadCarried(pot=Pot(4, 1), doublers=2, mauer_marks=1)
    assert before.then(SheepsheadCarried()) is before
    assert before.then(SheepsheadCarried(doublers=1)) == SheepsheadCarried(
        pot=Pot(4, 1), doublers=1, mauer_marks=1
    )
    assert before.then(SheepsheadCarried(pot=Pot())).on_table == Pot()
    rounds = SheepsheadCarried(doublers=5, rounds=(5, 3))
    assert rounds.then(SheepsheadCarried(doublers=2)) == SheepsheadCarried(doublers=2)
    assert rounds.then(SheepsheadCarried(doublers=4, rounds=(4, 2))).rounds == (4, 2)
    assert rounds.then(SheepsheadCarried(mauer_marks=1)).rounds == (5, 3)


def test_a_pot_grows_by_what_players_lost_into_it() -> None:
    assert pot_after(Pot(4, 1), None, Fraction(4)) is None
    assert pot_after(None, 1, Fraction(4)) == Pot(4, 1)
    assert pot_after(Pot(4, 1), 2, Fraction(4)) == Pot(8, 2)
    assert pot_after(Pot(4, 1), 1, Fraction(-3, 2)) == Pot(Fraction(5, 2), 1)
    assert pot_after(Pot(Fraction(5, 2), 1), 1, Fraction(3, 2)) == Pot(4, 1)
    assert pot_after(Pot(4, 2), 0, Fraction(-4)) == Pot(0, 0)
    assert pot_after(Pot(4, 2), 1, Fraction(0)) == Pot(4, 1)
    amount = pot_after(Pot(Fraction(5, 2), 1), 1, Fraction(3, 2))
    assert amount is not None
    assert type(amount.amount) is int


def test_a_fewster_is_told_everybodys_points() -> None:
    totals = {ANN: Fraction(3, 2), CLEO: Fraction(-2)}
    assert SheepshoofCarried().standings([BEN, CLEO, ANN], totals) == {"running": ["0", "-2", "3/2"]}


def test_a_race_adds_up_and_a_best_wins_it_however_far_anybody_is() -> None:
    assert Run(4) + Run(6) == Run(10)
    assert Run(4) + Run(0, has_won=True) == Run(0, has_won=True)
    assert Run(0, has_won=True) + Run(6) == Run(0, has_won=True)
    assert (Run(4).told, Run(0, has_won=True).told) == (4, "game")


def test_a_hand_brings_its_players_further() -> None:
    before = SouthernIndianaCarried(race={ANN: Run(4), BEN: Run(2)})
    hand = SouthernIndianaCarried(race={0: Run(2), 2: Run(2)})
    brought = hand.of_players([BEN, ANN, CLEO, DAVE])
    assert brought.race == {BEN: Run(2), ANN: Run(), CLEO: Run(2), DAVE: Run()}
    after = before.then(brought)
    assert after.race == {ANN: Run(4), BEN: Run(4), CLEO: Run(2), DAVE: Run()}
    assert before.race == {ANN: Run(4), BEN: Run(2)}
    assert after.standings([DAVE, BEN, ANN], {}) == {"race": [0, 4, 4]}
    assert hand.answer(4) == {"race": [2, 0, 2, 0]}
    assert hand.gained() == {0: Shown(code="race", number=2), 2: Shown(code="race", number=2)}
    assert before.then(NOTHING) is before
    assert before.standings([CLEO, ANN], {}) == {"race": [0, 4]}


def test_a_race_that_is_settled_begins_anew() -> None:
    settled = SouthernIndianaCarried(is_settled=True)
    assert SouthernIndianaCarried(race={ANN: Run(24)}).then(settled).race == {}
    assert settled.answer(4) == {}
    assert settled.of_players([ANN, BEN]) is settled
    moved = SouthernIndianaCarried(race={0: Run(2)}, is_settled=True)
    assert moved.of_players([ANN]).is_settled
    assert SouthernIndianaCarried().answer(4) == {}


def test_people_see_the_race_the_first_first() -> None:
    race = {ANN: Run(4), BEN: Run(), CLEO: Run(0, has_won=True), DAVE: Run(10)}
    assert SouthernIndianaCarried(race=race).shown(indiana()) == (
        Shown(code="race_won", number=0, player=CLEO),
        Shown(code="race", number=10, player=DAVE),
        Shown(code="race", number=4, player=ANN),
    )


def test_the_race_is_won_by_who_is_furthest_where_it_ends() -> None:
    def winners(*far: Run, **values: Any) -> tuple[int, ...]:
        race = dict(zip((ANN, BEN, CLEO, DAVE), far, strict=True))
        return SouthernIndianaCarried(race=race).winners(indiana(**values))

    assert winners(Run(23), Run(4), Run(), Run()) == ()
    assert winners(Run(24), Run(4), Run(), Run()) == (ANN,)
    assert winners(Run(24), Run(26), Run(), Run()) == (BEN,)
    assert winners(Run(24), Run(24), Run(), Run()) == (ANN, BEN)
    assert winners(Run(4), Run(0, has_won=True), Run(), Run()) == (BEN,)
    assert winners(Run(10), Run(4), Run(), Run(), race_to=10) == (ANN,)
    assert SouthernIndianaCarried().winners(indiana()) == ()


@pytest.mark.parametrize("rules", [{"mauer": 2}, {"mauer_to": "pot"}])
def test_mauer_mark_without_both_rules_feeds_no_pot(rules: dict[str, Any]) -> None:
    assert not SHEEPSHEAD.keeps_pot(house(**rules))
