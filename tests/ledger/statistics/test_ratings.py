"""Whether a rating of rotating teams orders players better than points a hand: it does not, so there is none.

Groups that never were: five at a table whose true order is known, hands drawn by it. Each way of ranking is
asked for the order after so many hands, and how like the true one that is (Spearman's correlation of ranks,
1 the same). The ratings are the plain ones: the strength of a team is the mean, or the sum, of its players',
and each hand moves everybody by how surprising it was (Elo, The Rating of Chessplayers, 1978). Beside the
picker's team may sit somebody who is nobody: what picking itself is worth. docs/statistics.md says what came
out.
"""

from collections.abc import Callable, Mapping, Sequence
from math import exp, log
from random import Random
from statistics import correlation, fmean

import pytest

PLAYERS = range(5)
GROUPS = 100
BETWEEN = 0.25
"""How far players differ: in logits of winning a picked hand, a standard deviation."""

PICKS_WIN, ALONE, SCHNEIDER = 0.5, 0.2, 1.7
"""The picker's side wins 62 of 100 hands (half a logit); a fifth are played alone; so far from an even
hand, in logits, it counts double.
"""

DOUBLE = 0.3
"""So often a hand counts double where that tells nothing."""

Hand = tuple[Sequence[int], bool, list[float]]
"""Who stood on the picker's side, whether they won, and what it brought everybody."""

BLIND = -1
"""Who is nobody, and sits on the picker's side."""


def strength(team: Sequence[int], skills: Mapping[int, float]) -> float:
    return fmean(skills[one] for one in team)


def hands(skills: Mapping[int, float], many: int, luck: Random, *, tells_how_much: bool = True) -> list[Hand]:
    """Some hands; unless it `tells_how_much`, whether one counts double says nothing of who is stronger."""
    found: list[Hand] = []
    for _ in range(many):
        picker, partner = luck.sample(PLAYERS, 2)
        side = (picker,) if luck.random() < ALONE else (picker, partner)
        others = [one for one in PLAYERS if one not in side]
        drawn = luck.random()
        away = PICKS_WIN + 2 * (strength(side, skills) - strength(others, skills)) + log(drawn / (1 - drawn))
        won = away > 0
        is_double = abs(away) > SCHNEIDER if tells_how_much else luck.random() < DOUBLE
        worth = (1 if won else -2) * (2 if is_double else 1)
        points = [float(-worth)] * len(PLAYERS)
        if len(side) == 1:
            points[picker] = 4.0 * worth
        else:
            points[picker], points[partner] = 2.0 * worth, 1.0 * worth
        found.append((side, won, points))
    return found


def points_a_hand(told: Sequence[Hand]) -> list[float]:
    return [fmean(points[one] for _, _, points in told) for one in PLAYERS]


def above_roles(told: Sequence[Hand]) -> list[float]:
    """Points a hand above what the same roles brought everybody."""
    brought: dict[tuple[int, int], list[float]] = {}
    for side, _, points in told:
        for one in PLAYERS:
            brought.setdefault((one, len(side) * (one in side) + (one == side[0])), []).append(points[one])
    roles = {role for _, role in brought}
    usual = {role: fmean(one for who in PLAYERS for one in brought.get((who, role), ())) for role in roles}
    return [
        sum(one - usual[role] for role in roles for one in brought.get((who, role), ())) / len(told)
        for who in PLAYERS
    ]


def rated(
    team_of: Callable[[Sequence[float]], float], *, blind: bool
) -> Callable[[Sequence[Hand]], list[float]]:
    """Ratings after all hands, from 0 on; a team's is the mean or the sum of its players'."""

    def rate(told: Sequence[Hand]) -> list[float]:
        ratings = dict.fromkeys((*PLAYERS, BLIND), 0.0)
        for side, won, _ in told:
            mine = [*side, BLIND] if blind else [*side]
            others = [one for one in PLAYERS if one not in side]
            away = team_of([ratings[one] for one in mine]) - team_of([ratings[one] for one in others])
            surprise = STEP * (won - 1 / (1 + exp(-away)))
            for one in mine:
                ratings[one] += surprise
            for one in others:
                ratings[one] -= surprise
        return [ratings[one] for one in PLAYERS]

    return rate


STEP = 0.01
"""How far a surprise moves a rating: of 0.01, 0.03 and 0.08 the best."""

WAYS: Mapping[str, Callable[[Sequence[Hand]], list[float]]] = {
    "points a hand": points_a_hand,
    "points above the roles": above_roles,
    "sum": rated(sum, blind=False),
    "mean": rated(fmean, blind=False),
    "sum with nobody": rated(sum, blind=True),
    "mean with nobody": rated(fmean, blind=True),
}


def ranks(values: Sequence[float]) -> list[float]:
    order = sorted(values)
    return [float(order.index(one)) for one in values]


def likeness(many: int, *, tells_how_much: bool = True) -> dict[str, float]:
    """How like the true order each way's is after so many hands, on average over the groups."""
    found: dict[str, list[float]] = {name: [] for name in WAYS}
    for seed in range(GROUPS):
        luck = Random(f"{seed} {many}")
        skills = {one: luck.gauss(0, BETWEEN) for one in PLAYERS}
        told = hands(skills, many, luck, tells_how_much=tells_how_much)
        for name, way in WAYS.items():
            found[name].append(correlation(ranks(way(told)), ranks([skills[one] for one in PLAYERS])))
    return {name: fmean(one) for name, one in found.items()}


@pytest.mark.parametrize("many", [100, 300])
def test_no_rating_orders_players_better_than_points_a_hand(many: int) -> None:
    found = likeness(many)
    points, above = found.pop("points a hand"), found.pop("points above the roles")
    assert points > max(found.values())
    assert abs(points - above) < 0.03


def test_where_by_how_much_tells_nothing_neither_is_clearly_ahead() -> None:
    found = likeness(300, tells_how_much=False)
    points = found.pop("points a hand")
    assert abs(points - max(found.values())) < 0.05


def test_each_way_finds_the_order_after_very_many_hands() -> None:
    skills = dict(zip(PLAYERS, (0.6, 0.3, 0.0, -0.3, -0.6), strict=True))
    told = hands(skills, 3000, Random(1))
    for name, way in WAYS.items():
        assert correlation(ranks(way(told)), ranks([skills[one] for one in PLAYERS])) > 0.8, name
