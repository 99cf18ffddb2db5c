"""Places and ways to rank: by points, a hand, a night, and as skat leagues do."""

from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any

from ledger.book.seasons import Season
from ledger.standings import PlayerStanding, Share
from ledger.standings.placing import placed
from ledger.standings.rankings import FLOORS, Way, rankings
from tests.ledger.made_up import made_up


def a_player(name: str, *, points: int, hands: int = 0, nights: int = 1, by_night: int = 0) -> PlayerStanding:
    roles = ("picked", "won_picking", "won_partner", "won_opponent", "won_alone", "won_leaster", "won_typed")
    shares: dict[str, Any] = dict.fromkeys(roles, Share(k=0, n=0))
    return PlayerStanding(
        player=ord(name[0]),
        name=name,
        sessions=nights,
        hands=hands,
        points=Fraction(points),
        nights_only=int(bool(by_night)),
        by_night=Fraction(by_night),
        **shares,
    )


def ranked(way: Way, *players: PlayerStanding) -> list[tuple[int | None, str, Fraction | None]]:
    found = next(one for one in rankings(players, made_up()) if one.way is way)
    return [(one.place, one.name, one.value) for one in found.players]


def test_the_winner_changes_with_the_way() -> None:
    players = (
        a_player("Ann", points=90, hands=300, nights=30),
        a_player("Ben", points=60, hands=120, nights=15),
        a_player("Cleo", points=50, hands=200, nights=10),
    )
    assert [name for _, name, _ in ranked(Way.POINTS, *players)] == ["Ann", "Ben", "Cleo"]
    assert ranked(Way.PER_HAND, *players) == [
        (1, "Ben", Fraction(1, 2)), (2, "Ann", Fraction(3, 10)), (3, "Cleo", Fraction(1, 4)),
    ]  # fmt: skip
    assert ranked(Way.PER_NIGHT, *players) == [
        (1, "Cleo", Fraction(5)), (2, "Ben", Fraction(4)), (3, "Ann", Fraction(3)),
    ]  # fmt: skip


def test_who_is_level_shares_a_place_and_above_stands_who_needed_fewer_nights() -> None:
    often, seldom = a_player("Ann", points=12, nights=4), a_player("Ben", points=12, nights=3)
    assert ranked(Way.POINTS, often, seldom) == [(1, "Ben", Fraction(12)), (1, "Ann", Fraction(12))]
    much = a_player("Cleo", points=24, nights=6)
    assert ranked(Way.PER_NIGHT, much, seldom) == [(1, "Ben", Fraction(4)), (1, "Cleo", Fraction(4))]
    # Of as many nights who came first to the group stands higher, and nobody has the next place.
    players = [a_player(name, points=3) for name in ("Dave", "Ann")] + [a_player("Ben", points=1)]
    assert [(place, name) for place, name, _ in ranked(Way.POINTS, *players)] == [
        (1, "Ann"), (1, "Dave"), (3, "Ben"),
    ]  # fmt: skip


# Who has played just enough for a place by an average.
ANN = a_player("Ann", points=30, hands=FLOORS[Way.PER_HAND], nights=FLOORS[Way.PER_NIGHT])
LUCKY = a_player("Ben", points=29, hands=FLOORS[Way.PER_HAND] - 1, nights=FLOORS[Way.PER_NIGHT] - 1)


def test_an_average_over_too_little_has_no_place_and_stands_below_with_its_value() -> None:
    once = a_player("Cleo", points=20, hands=30, nights=1)
    often = a_player("Ann", points=60, hands=6_000, nights=600)
    enough = a_player("Ben", points=6, hands=600, nights=60)
    seldom = a_player("Cleo", points=112, hands=599, nights=59)  # a tenth of the most are 600 and 60
    for way in FLOORS:
        found = ranked(way, once, LUCKY, ANN)
        assert [(place, name) for place, name, _ in found] == [(1, "Ann"), (None, "Cleo"), (None, "Ben")]
        assert all(value for _, _, value in found)
        found = ranked(way, often, enough, seldom)
        assert [(place, name) for place, name, _ in found] == [(1, "Ben"), (1, "Ann"), (None, "Cleo")]
    for way in (Way.POINTS, Way.LEAGUE):
        places = [place for place, _, _ in ranked(way, once, LUCKY, ANN)]
        assert places[0] == 1
        assert None not in places


def test_where_nobody_has_played_enough_everybody_is_ranked_and_it_is_said() -> None:
    for one in rankings([LUCKY], made_up()):
        assert one.is_waived is (one.way in FLOORS)
        assert one.winners == ("Ben",)
    assert not any(one.is_waived for one in rankings([], made_up()))
    assert not any(one.is_waived for one in rankings([LUCKY, ANN], made_up()))


def test_the_floor_of_a_season_counts_instead() -> None:
    season = Season(number=1, name="Winter", first=date(2026, 1, 1), floor=2)
    for one in rankings([LUCKY, ANN], made_up(), season):
        assert (one.floor, one.is_waived) == (0, False)
        assert None not in [ranked.place for ranked in one.players]
    none = replace(season, floor=0)
    assert [one.floor for one in rankings([LUCKY, ANN], made_up(), none)] == [0, 100, 10, 0]


def test_who_is_known_by_totals_only_has_no_place_where_hands_are_asked_for() -> None:
    players = (a_player("Ann", points=40, by_night=40), a_player("Ben", points=5, hands=5))
    assert ranked(Way.PER_HAND, *players) == [(1, "Ben", Fraction(1)), (None, "Ann", None)]
    assert ranked(Way.LEAGUE, *players)[-1] == (None, "Ann", None)
    assert ranked(Way.PER_NIGHT, *players)[0] == (1, "Ann", Fraction(40))


def test_equals_share_a_place_by_nights_and_then_by_who_came_first_to_the_group() -> None:
    told = {4: (3, 7), 3: (3, 5), 2: (3, 5), 1: (2, 1)}
    assert placed(told, lambda who: (*told[who], who)) == ((1, 2), (1, 3), (1, 4), (4, 1))
    # Who has least stands last, also below zero.
    below = {1: (-5, 1), 2: (0, 1), 3: (-5, 2)}
    assert placed(below, lambda who: (*below[who], who)) == ((1, 2), (2, 1), (2, 3))
    nobody: list[tuple[int, int, int]] = []
    assert placed(nobody, lambda one: one) == ()
