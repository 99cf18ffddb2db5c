"""Check what is said of luck: of an answer that is not clear, and of who leads."""

from dataclasses import replace
from fractions import Fraction

import pytest

from ledger.standings.statistics import LeadersChance
from ledger.statistics import AgainstTheTable, Interval, Spread, Verdict, judged
from scorekeeper.presenters.answers import unclear
from scorekeeper.presenters.leaders import first_by_average, more_than_luck

HALF = Fraction(1, 2)


MORE = "Could be luck: about {} more such hands would tell."


@pytest.mark.parametrize(
    ("k", "n", "more", "words"),
    [
        (12, 19, 77, ""),  # below twenty nothing is said beside k of n
        (12, 20, 77, MORE.format(77)),
        (15, 25, 500, MORE.format(500)),
        (15, 25, 501, "Could be luck."),
        (15, 25, None, "Could be luck."),
    ],
)
def test_how_many_more_hands_would_tell_is_said_up_to_500(
    k: int, n: int, more: int | None, words: str
) -> None:
    assert unclear(replace(judged(k, n, HALF), more=more), n, HALF, 1) == words


def test_bar_that_leaves_out_what_is_usual_by_luck_is_explained_where_more_hands_would_tell() -> None:
    assert judged(12, 20, HALF).more == 77
    said = unclear(judged(40, 60, HALF, compared=30), 60, HALF, 30)
    assert said.startswith("Could be luck: among 30 answers some look unusual by chance.")
    assert said.endswith("About 29 more such hands would tell.")


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


def against_the_table(above: int, surprise: float, verdict: Verdict = Verdict.CLEAR) -> AgainstTheTable:
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
    found = {
        1: against_the_table(2, 3.0),
        2: against_the_table(1, 3.5),
        3: against_the_table(-2, 4.0),
        4: against_the_table(5, 2.0, Verdict.TOO_FEW),
    }
    assert more_than_luck(found, NAMES) == (
        "Ben and Ann win more a night than luck explains. Cleo loses more a night than luck explains."
    )
    could_be = {1: against_the_table(2, 2.0, Verdict.COULD_BE_LUCK)}
    assert more_than_luck(could_be, NAMES) == "So far all points a night could be luck."
    assert more_than_luck({}, NAMES) == ""
