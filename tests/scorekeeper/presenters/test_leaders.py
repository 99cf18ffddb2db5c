"""Who wins or loses more than luck explains, in words."""

from fractions import Fraction

from ledger.statistics import AgainstTheTable, Interval, Verdict
from scorekeeper.presenters.leaders import more_than_luck

NAMES = {1: "Ann", 2: "Ben", 3: "Cleo", 4: "Dave"}


def judged(above: int, surprise: float, verdict: Verdict = Verdict.CLEAR) -> AgainstTheTable:
    return AgainstTheTable(
        nights=50,
        above=Fraction(above),
        interval=Interval(low=above - 1, high=above + 1),
        surprise=surprise,
        verdict=verdict,
    )


def test_players_who_win_or_lose_more_than_luck_are_named_the_most_striking_first() -> None:
    found = {1: judged(2, 3.0), 2: judged(1, 3.5), 3: judged(-2, 4.0), 4: judged(5, 2.0, Verdict.TOO_FEW)}
    assert more_than_luck(found, NAMES) == (
        "Ben and Ann win more a night than luck explains. Cleo loses more a night than luck explains."
    )


def test_where_nobody_is_named_points_a_night_could_be_luck() -> None:
    found = {1: judged(2, 2.0, Verdict.COULD_BE_LUCK)}
    assert more_than_luck(found, NAMES) == "So far all points a night could be luck."
    assert more_than_luck({}, NAMES) == ""
