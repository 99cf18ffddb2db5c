"""Who leads, and whether it is more than luck, in words."""

from dataclasses import replace
from fractions import Fraction

import pytest

from ledger.standings.statistics import LeadersChance
from ledger.statistics import AgainstTheTable, Interval, Spread, Verdict
from scorekeeper.presenters.leaders import first_by_average, more_than_luck

LEADS = LeadersChance(
    leaders=("Ann",),
    players=5,
    floor=0,
    chance=0.4,
    nights=30,
    signal=0.2,
    spread=Spread(players=5, nights=150, luck=Fraction(150), skill=Fraction(1)),
)
NAMES = {1: "Ann", 2: "Ben", 3: "Cleo", 4: "Dave"}


def judged(above: int, surprise: float, verdict: Verdict = Verdict.CLEAR) -> AgainstTheTable:
    return AgainstTheTable(
        nights=50,
        above=Fraction(above),
        interval=Interval(low=above - 1, high=above + 1),
        surprise=surprise,
        verdict=verdict,
    )


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ((), ""),
        (("Ben",), "First by all points together: Ann. First by points a night: Ben."),
        (("Ben", "Cleo"), "First by all points together: Ann. First by points a night: Ben and Cleo."),
    ],
)
def test_leader_by_points_a_night_is_said_only_where_it_is_another_one(
    names: tuple[str, ...], said: str
) -> None:
    assert first_by_average(replace(LEADS, by_average=names)) == said


def test_players_who_win_or_lose_more_than_luck_are_named_the_most_striking_first() -> None:
    found = {1: judged(2, 3.0), 2: judged(1, 3.5), 3: judged(-2, 4.0), 4: judged(5, 2.0, Verdict.TOO_FEW)}
    assert more_than_luck(found, NAMES) == (
        "Ben and Ann win more a night than luck explains. Cleo loses more a night than luck explains."
    )
    could_be = {1: judged(2, 2.0, Verdict.COULD_BE_LUCK)}
    assert more_than_luck(could_be, NAMES) == "So far all points a night could be luck."
    assert more_than_luck({}, NAMES) == ""
