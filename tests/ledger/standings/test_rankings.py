"""Other ways to rank: by points, a hand, a night, and as skat leagues do, hand by hand for comparison."""

from collections import defaultdict
from fractions import Fraction

import pytest

from ledger.counting import ALL, Circumstances, Counts
from ledger.models import Group, HandResult, to_points
from ledger.standings import PlayerStanding, Share, standings_of
from ledger.standings.counted import Asked, all_counted
from ledger.standings.rankings import Way, league_points, rankings
from tests.ledger import histories
from tests.steady import seeds

NOTHING = Share(k=0, n=0)


def a_player(name: str, *, points: int, hands: int = 0, nights: int = 1, by_night: int = 0) -> PlayerStanding:
    return PlayerStanding(
        player=ord(name[0]),
        name=name,
        sessions=nights,
        hands=hands,
        points=Fraction(points),
        nights_only=int(bool(by_night)),
        by_night=Fraction(by_night),
        picked=NOTHING,
        won_picking=NOTHING,
        won_partner=NOTHING,
        won_opponent=NOTHING,
        won_alone=NOTHING,
        won_leaster=NOTHING,
    )


def placed(way: Way, *players: PlayerStanding) -> list[tuple[int | None, str, Fraction | None]]:
    found = next(one for one in rankings(players, Counts(), ALL) if one.way is way)
    return [(one.place, one.name, one.value) for one in found.players]


def test_the_winner_changes_with_the_way() -> None:
    players = (
        a_player("Ann", points=30, hands=100, nights=10),
        a_player("Ben", points=20, hands=40, nights=5),
        a_player("Cleo", points=15, hands=60, nights=3),
    )
    assert [name for _, name, _ in placed(Way.POINTS, *players)] == ["Ann", "Ben", "Cleo"]
    assert placed(Way.PER_HAND, *players) == [
        (1, "Ben", Fraction(1, 2)), (2, "Ann", Fraction(3, 10)), (3, "Cleo", Fraction(1, 4)),
    ]  # fmt: skip
    assert placed(Way.PER_NIGHT, *players) == [
        (1, "Cleo", Fraction(5)), (2, "Ben", Fraction(4)), (3, "Ann", Fraction(3)),
    ]  # fmt: skip


def test_of_two_who_are_level_more_points_a_night_stand_first_and_then_more_points() -> None:
    often, seldom = a_player("Ann", points=12, nights=4), a_player("Ben", points=12, nights=3)
    assert [name for _, name, _ in placed(Way.POINTS, often, seldom)] == ["Ben", "Ann"]
    much = a_player("Cleo", points=24, nights=6)
    assert placed(Way.PER_NIGHT, seldom, much) == [(1, "Cleo", Fraction(4)), (2, "Ben", Fraction(4))]


def test_who_is_level_in_all_of_it_shares_a_place_and_nobody_has_the_next() -> None:
    players = [a_player(name, points=3) for name in ("Dave", "Ann")] + [a_player("Ben", points=1)]
    assert [(place, name) for place, name, _ in placed(Way.POINTS, *players)] == [
        (1, "Ann"), (1, "Dave"), (3, "Ben"),
    ]  # fmt: skip


def test_who_is_known_by_totals_only_has_no_place_where_hands_are_asked_for() -> None:
    players = (a_player("Ann", points=40, by_night=40), a_player("Ben", points=5, hands=5))
    assert placed(Way.PER_HAND, *players) == [(1, "Ben", Fraction(1)), (None, "Ann", None)]
    assert placed(Way.LEAGUE, *players)[-1] == (None, "Ann", None)
    assert placed(Way.PER_NIGHT, *players)[0] == (1, "Ann", Fraction(40))


@pytest.fixture(params=seeds([5, histories.FULL]))
def history(db: None, request: pytest.FixtureRequest) -> Group:
    return histories.some_history(request.param)


def by_hand(group: Group, active: int | None) -> dict[int, Fraction]:
    """Hand by hand, as the page says it."""
    found: dict[int, Fraction] = defaultdict(Fraction)
    for one in HandResult.objects.filter(group=group, game="sheepshead"):
        if active in (None, one.active):
            found[one.player_id] += 10 * to_points(one.parts)
            if one.role in ("picker", "alone"):
                found[one.player_id] += 50 if one.won else -50
            if one.role == "opponent" and one.won:
                found[one.player_id] += Fraction({5: 24, 4: 30, 3: 40}[one.active])
    return found


@pytest.mark.parametrize("active", [None, 5])
def test_the_list_of_skat_leagues_is_what_it_says_hand_by_hand(history: Group, active: int | None) -> None:
    counts = all_counted(history)["sheepshead"]
    told = league_points(counts, Circumstances(active=active))
    assert {one: value for one, value in told.items() if value} == {
        one: value for one, value in by_hand(history, active).items() if value
    }


def test_all_ways_rank_everybody_in_the_table(history: Group) -> None:
    game = next(one for one in standings_of(history) if one.game == "sheepshead")
    ways = rankings(game.players, all_counted(history, Asked())["sheepshead"], ALL)
    assert [one.way for one in ways] == list(Way)
    for one in ways:
        assert {placed.player for placed in one.players} == {player.player for player in game.players}
        assert one.winners
