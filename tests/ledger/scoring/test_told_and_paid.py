"""Hands that were drawn by the hundred thousand, and the tables of two and seven, told and paid."""

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from ledger.book.folding import fold
from ledger.book.sheet import Line
from ledger.scoring import HandRefused, score

Facts = dict[str, Any]


def points(game: str, players: int, rules: Facts, told: Facts) -> tuple[Fraction, ...]:
    found = score(game, players, rules, told)
    assert sum(found.points) + found.pot_delta == 0
    return found.points


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


def leaster(**told: Any) -> Facts:
    return {"kind": "leaster", **told}


@pytest.mark.parametrize("need", [True, False])
@pytest.mark.parametrize("rule", ["none", "pays_double", "paid_double"])
def test_what_counts_can_say_winners_can_say_too(need: bool, rule: str) -> None:
    # Every leaster of three that can be counted can be told by its winners, and is worth the same.
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
def test_bigger_table_plays_its_leasters_without_the_rule_for_three(rule: str, players: int) -> None:
    for told in (leaster(winners=[1]), leaster(winners=[1], trickless=[0])):
        plain = points("sheepshead", players, {}, told)
        assert points("sheepshead", players, {"leaster_trickless": rule}, told) == plain
    with pytest.raises(HandRefused, match="three_handed_rule"):
        score("sheepshead", players, {"leaster_trickless": rule}, leaster(winners=[1], won_with="no_trick"))


WENZ = {"kind": "played", "contract": "wenz", "partners": [], "result": "won"}


def can_be(told: dict[str, Any], rules: dict[str, Any]) -> bool:
    try:
        score("mehrkopf", 7, rules, told)
    except HandRefused:
        return False
    return True


@pytest.mark.parametrize("out", [[], [0], [0, 1], [0, 6], [1], [1, 2], [0, 1, 2], [0, 1, 2, 3]])
@pytest.mark.parametrize("rules", [{}, {"stock": 2}])
def test_a_game_is_thrown_in_wherever_it_can_be_played(out: list[int], rules: dict[str, Any]) -> None:
    table = {"dealer": 0, "sitting_out": out}
    declarer = next(seat for seat in range(7) if seat not in out)
    is_played = can_be({**WENZ, **table, "declarer": declarer}, rules)
    assert is_played == (0 in out)
    for kind in ("throw_in", "all_pass"):
        assert can_be({"kind": kind, **table}, rules) or not is_played


def sheet_of_seven(plays: int, skip: list[int], *hands: dict[str, Any]) -> Any:
    facts = {"seats": [1, 2, 3, 4, 5, 6, 7], "dealer": 1, "plays": plays, "skip": skip, "stake_cents": 1}
    in_force = {"version": 1, "game": "mehrkopf", "options": {"stock": 2}}
    lines = [Line(number=1, kind="opened", facts={**facts, "rules": in_force})]
    for number, told in enumerate(hands, start=2):
        said = {"seats": facts["seats"], "told": told, "rules": 1, "edition": 2}
        lines.append(Line(number=number, kind="hand", facts=said))
    return fold(lines)


@pytest.mark.parametrize("plays", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("skip", [[], [4], [4, 6], [3, 4]])
def test_every_table_of_seven_that_can_be_arranged_can_play(plays: int, skip: list[int]) -> None:
    active = sheet_of_seven(plays, skip).seating.active
    seats = [player - 1 for player in active]
    game = {**WENZ, "declarer": seats[0]}
    if len(seats) == 2:
        game = {**game, "contract": "rufspiel"}
    sheet = sheet_of_seven(plays, skip, {"kind": "throw_in"}, {"kind": "all_pass"}, {"kind": "throw_in"})
    assert sheet.hands == 3
    assert sheet_of_seven(plays, skip, game).hands == 1
