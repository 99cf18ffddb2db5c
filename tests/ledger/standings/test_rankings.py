"""Places and ways to rank: by points, a hand, a night, places of nights, good points, and as leagues do."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from random import Random
from typing import Any

from ledger.book.seasons import Season
from ledger.book.sheet import NIGHT
from ledger.models import PARTS
from ledger.standings import PlayerStanding, Share
from ledger.standings.placing import placed
from ledger.standings.rankings import FLOORS, Way, good_points, places_of_nights, rankings
from tests.ledger.made_up import made_up, night, of_player, role


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
WON = role(LUCKY.player, "picker", 2)._replace(won=1, won_parts=2 * PARTS)


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
    for way in (Way.POINTS, Way.PLACES, Way.LEAGUE):
        places = [place for place, _, _ in ranked(way, once, LUCKY, ANN)]
        assert places[0] == 1
        assert None not in places


def test_where_nobody_has_played_enough_everybody_is_ranked_and_it_is_said() -> None:
    for one in rankings([LUCKY], made_up(roles=[WON])):
        assert one.is_waived is (one.way in FLOORS)
        assert one.winners == ("Ben",)
    assert not any(one.is_waived for one in rankings([], made_up()))
    assert not any(one.is_waived for one in rankings([LUCKY, ANN], made_up()))


def test_the_floor_of_a_season_counts_instead() -> None:
    season = Season(number=1, name="Winter", first=date(2026, 1, 1), floor=2)
    for one in rankings([LUCKY, ANN], made_up(roles=[WON]), season):
        assert (one.floor, one.is_waived) == (0, False)
        assert None not in [ranked.place for ranked in one.players]
    none = replace(season, floor=0)
    assert [one.floor for one in rankings([LUCKY, ANN], made_up(), none)] == [0, 100, 10, 0, 0, 0]


def test_who_is_known_by_totals_only_has_no_place_where_hands_are_asked_for() -> None:
    players = (a_player("Ann", points=40, by_night=40), a_player("Ben", points=5, hands=5))
    assert ranked(Way.PER_HAND, *players) == [(1, "Ben", Fraction(1)), (None, "Ann", None)]
    assert ranked(Way.LEAGUE, *players)[-1] == (None, "Ann", None)
    assert ranked(Way.PER_NIGHT, *players)[0] == (1, "Ann", Fraction(40))


def places(*nights: Sequence[int | None]) -> list[Fraction]:
    """Return the places of nights, by the points of players 0, 1, 2, …; None of whoever was not there."""
    players = [
        one._replace(number=number)
        for player in range(len(nights[0]))
        for number, points in enumerate(nights, start=1)
        if (parts := points[player]) is not None
        for one in of_player(player, [parts])
    ]
    found = places_of_nights(
        made_up(nights=[night(number) for number, _ in enumerate(nights, start=1)], players=players)
    )
    return [found.get(player, Fraction(0)) for player in range(len(nights[0]))]


def test_places_are_symmetrical_and_who_is_level_shares_their_mean() -> None:
    assert places([7]) == [0]
    assert places([3, -3]) == [1, -1]
    assert places([40, 10, -10, -40]) == [2, 1, -1, -2]
    assert places([1, 5, -6]) == [0, 1, -1]
    assert places([4, 9, 1, -2, -5, -7]) == [2, 3, 1, -1, -2, -3]
    assert places([0, 0, 0, 0]) == [0] * 4
    assert places([5, 5, -2, -8]) == [Fraction(3, 2), Fraction(3, 2), -1, -2]
    assert places([2, 2, 2, -6]) == [Fraction(2, 3)] * 3 + [-2]
    assert places([8, 3, -4, -4, -3]) == [2, 1, Fraction(-3, 2), Fraction(-3, 2), 0]


def test_places_add_up_over_nights_among_those_who_were_there() -> None:
    assert places([4, 1, -1, -4], [None, 2, -2, 0], [1, 1, 1, -3]) == [
        2 + Fraction(2, 3), 2 + Fraction(2, 3), -2 + Fraction(2, 3), -4,
    ]  # fmt: skip


def test_places_equal_those_counted_one_by_one() -> None:
    luck = Random(29)
    for _ in range(500):
        points = [luck.randint(-3, 3) for _ in range(luck.randint(1, 12))]
        many = len(points)
        worth = [one for one in range(many // 2, -(many // 2) - 1, -1) if one or many % 2]
        order = sorted(points, reverse=True)
        shared = [[worth[place] for place, one in enumerate(order) if one == mine] for mine in points]
        found = places(points)
        assert found == [Fraction(sum(mine), len(mine)) for mine in shared]
        assert sum(found) == 0


def test_good_points_are_what_won_hands_brought() -> None:
    won = role(1, "picker", 4, -4)._replace(won=1, won_parts=4 * PARTS)
    known_by_totals = role(1, NIGHT, 9)._replace(won=1)
    lost = role(2, "opponent", -2, -2)
    assert good_points(made_up(roles=[won, known_by_totals, lost])) == {1: 4, 2: 0}
    # Where no hand has a winner, and where typed points are more than what somebody is ahead, there are none.
    assert good_points(made_up(roles=[known_by_totals, lost])) == {}
    assert good_points(made_up(roles=[won._replace(uneven=PARTS)])) == {}


def test_equals_share_a_place_by_nights_and_then_by_who_came_first_to_the_group() -> None:
    told = {4: (3, 7), 3: (3, 5), 2: (3, 5), 1: (2, 1)}
    assert placed(told, lambda who: (*told[who], who)) == ((1, 2), (1, 3), (1, 4), (4, 1))
    # Who has least stands last, also below zero.
    below = {1: (-5, 1), 2: (0, 1), 3: (-5, 2)}
    assert placed(below, lambda who: (*below[who], who)) == ((1, 2), (2, 1), (2, 3))
    nobody: list[tuple[int, int, int]] = []
    assert placed(nobody, lambda one: one) == ()
