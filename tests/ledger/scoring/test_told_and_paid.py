"""What a hundred thousand hands that nobody here wrote have found: told and paid as a careful table would."""

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from ledger.scoring import HandRefused, score

Facts = dict[str, Any]


def points(game: str, players: int, rules: Facts, told: Facts) -> tuple[Fraction, ...]:
    found = score(game, players, rules, told)
    assert sum(found.points) + found.pot_delta == 0
    return found.points


def exact(*worths: int) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, worths))


@pytest.mark.parametrize("claim", ["game", "holder_wins", "holder_always"])
@pytest.mark.parametrize("pays", ["offender_all", "team", "offender_share", "everyone"])
@pytest.mark.parametrize("contract", ["rufspiel", "solo"])
@pytest.mark.parametrize("side", ["declarers", "opponents"])
def test_who_misplays_pays_for_the_laufende_and_is_never_paid(
    claim: str, pays: str, contract: str, side: str
) -> None:
    rules = {"misplay_laufende": True, "laufende_claim": claim, "misplay_pays": pays}
    partners = [1] if contract == "rufspiel" else []
    hand = {"kind": "played", "contract": contract, "declarer": 0, "partners": partners}
    for offender in range(4):
        bare = points("mehrkopf", 4, rules, {**hand, "misplay_by": offender})
        run = {"laufende": 4, "laufende_side": side}
        found = points("mehrkopf", 4, rules, {**hand, **run, "misplay_by": offender})
        rate = 1 if contract == "rufspiel" else 5
        assert found == tuple(worth * Fraction(rate + 4, rate) for worth in bare)
        assert found[offender] < 0


def test_a_misplay_told_long_ago_stays_as_it_was() -> None:
    rules = {"misplay_laufende": True, "laufende_claim": "holder_always"}
    hand = {"kind": "played", "contract": "solo", "declarer": 0, "partners": [], "misplay_by": 0}
    assert points("mehrkopf", 4, rules, {**hand, "laufende": 8, "edition": 1})[0] == 3 * (8 - 5)
    assert points("mehrkopf", 4, rules, {**hand, "laufende": 8})[0] == -3 * (8 + 5)


@pytest.mark.parametrize(("level", "worth"), [(3, 6), (4, 8)])
def test_a_called_sheepshead_is_twice_what_all_tricks_are_worth(level: int, worth: int) -> None:
    rules = {"call_sheepshead": True, "trick_level": level}
    hand = {"kind": "picked", "picker": 0, "partners": [], "called_sheepshead": True}
    made, missed = {**hand, "result": "won_all_tricks"}, {**hand, "result": "lost"}
    assert points("sheepshead", 5, rules, made)[:2] == exact(4 * worth, -worth)
    assert points("sheepshead", 5, rules, missed)[:2] == exact(-4 * worth, worth)
    bumped = {**rules, "sheepshead_fail": "bump"}
    assert points("sheepshead", 5, bumped, missed)[:2] == exact(-8 * worth, 2 * worth)
    assert points("sheepshead", 5, rules, {**made, "edition": 1})[:2] == exact(24, -6)


def leaster(players: int = 3, **told: Any) -> Facts:
    return {"kind": "leaster", **told}


CONTRADICT: dict[str, tuple[int, Facts, Facts]] = {
    "everybody without points": (3, {}, {"winners": [0, 1, 2], "won_with": "no_points"}),
    "everybody of five without points": (
        5,
        {"leaster_zero_pay": 3, "leaster_tie": "decided"},
        {"winners": [0, 1, 2, 3, 4], "won_with": "no_points", "tie_winner": 0},
    ),
    "no trick, and no points in it": (
        3,
        {"leaster_need_trick": False, "leaster_trickless": "pays_double"},
        {"winners": [0], "won_with": "no_points", "trickless": [0]},
    ),
    "no trick, and a trick is needed": (3, {}, {"winners": [0], "trickless": [0]}),
    "no trick, and all of them": (
        3,
        {"leaster_need_trick": False},
        {"winners": [0], "won_with": "all_tricks", "trickless": [0]},
    ),
    "another took no trick": (
        3,
        {"leaster_trickless": "paid_double"},
        {"winners": [0], "won_with": "no_trick", "trickless": [1]},
    ),
    "another took no trick and wins by it": (
        3,
        {"leaster_trickless": "paid_double"},
        {"winners": [0], "trickless": [1]},
    ),
    "another took no trick and has the fewest": (
        3,
        {"leaster_trickless": "pays_double", "leaster_need_trick": False},
        {"winners": [0], "trickless": [1]},
    ),
}


@pytest.mark.parametrize(("players", "rules", "told"), CONTRADICT.values(), ids=CONTRADICT)
def test_a_leaster_that_contradicts_itself_is_refused(players: int, rules: Facts, told: Facts) -> None:
    with pytest.raises(HandRefused) as refused:
        score("sheepshead", players, rules, leaster(**told))
    assert refused.value.code in ("won_with", "winners_contradict")


def test_a_leaster_told_long_ago_is_not_asked_again() -> None:
    told = leaster(winners=[0, 1, 2], won_with="no_points", edition=1)
    assert points("sheepshead", 3, {}, told) == exact(0, 0, 0)


@pytest.mark.parametrize("need", [True, False])
@pytest.mark.parametrize("rule", ["none", "pays_double", "paid_double"])
def test_what_counts_can_say_winners_can_say_too(need: bool, rule: str) -> None:
    """Every leaster of three that can be counted can be told by its winners, and is worth the same."""
    rules: Facts = {"leaster_need_trick": need, "leaster_trickless": rule, "leaster_zero_pay": 3}
    counted = [([0, 50, 70], [0, 4, 6]), ([0, 50, 70], [1, 4, 5]), ([40, 40, 40], [3, 3, 4])]
    counted += [([0, 0, 120], [0, 1, 9]), ([0, 0, 120], [1, 1, 8]), ([0, 0, 120], [0, 0, 10])]
    for worth, tricks in counted:
        by_count = score("sheepshead", 3, rules, leaster(points=worth, tricks=tricks))
        trickless = [seat for seat in range(3) if not tricks[seat]]
        ways = [
            found
            for count in (1, 2, 3)
            for winners in combinations(range(3), count)
            for how in ("points", "no_points", "no_trick", "all_tricks")
            if (found := _told_by(rules, list(winners), how, trickless)) is not None
        ]
        assert by_count.points in ways, (worth, tricks, ways)


def _told_by(rules: Facts, winners: list[int], how: str, trickless: list[int]) -> Any:
    try:
        told = leaster(winners=winners, won_with=how, trickless=trickless)
        return score("sheepshead", 3, rules, told).points
    except HandRefused:
        return None


@pytest.mark.parametrize("rule", ["paid_double", "pays_double"])
@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_a_bigger_table_plays_its_leasters_without_the_rule_for_three(rule: str, players: int) -> None:
    told = leaster(winners=[1])
    assert points("sheepshead", players, {"leaster_trickless": rule}, told) == points(
        "sheepshead", players, {}, told
    )
    told = leaster(winners=[1], trickless=[0])
    assert points("sheepshead", players, {"leaster_trickless": rule}, told) == points(
        "sheepshead", players, {}, told
    )
    with pytest.raises(HandRefused, match="three_handed_rule"):
        score("sheepshead", players, {"leaster_trickless": rule}, leaster(winners=[1], won_with="no_trick"))


@pytest.mark.parametrize("rule", ["paid_double", "pays_double"])
def test_tricks_of_a_sitter_say_nothing_of_the_rule_for_three(rule: str) -> None:
    told = leaster(points=[20, 14, 55, 31, 0, 0], tricks=[1, 1, 2, 1, 1, 0], sitting_out=[5])
    assert points("sheepshead", 6, {"leaster_trickless": rule}, told) == points("sheepshead", 6, {}, told)
