"""Hands of other people's Sheepshead scorers, each under the rules it names."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from ledger.scoring import score

HANDS = json.loads((Path(__file__).parent / "data" / "sheepshead-hands.json").read_text())

# Our options for their names of a loss without a trick.
NO_TRICK = {
    "normal": {},
    "partner_free": {"trickless_loss": "picker_pays"},
    "partner_free_no_bump": {"trickless_loss": "picker_pays_no_bump"},
}
LEVELS = {
    (True, 1): "won",
    (True, 2): "won_schneider",
    (False, 1): "lost",
    (False, 2): "lost_schneider",
    (True, 3): "won_all_tricks",
    (False, 3): "lost_no_trick",
    (True, 4): "won_all_tricks",
}


def name_of(hand: dict[str, Any]) -> str:
    return f"{hand['source'].split('/')[0]} {hand['id']}"


def of_kind(kind: str) -> pytest.MarkDecorator:
    hands = [hand for hand in HANDS if hand["kind"] == kind]
    return pytest.mark.parametrize("hand", hands, ids=map(name_of, hands))


def rules_of(hand: dict[str, Any]) -> dict[str, Any]:
    """The options that a picked hand needs: bump, a loss without a trick, four times for all tricks, 60."""
    named, told = hand["rules"], hand["input"]
    assert named.get("cap") is None
    rules = {"bump": named["double_on_bump"]} | NO_TRICK[named["no_trick_loss"]]
    if told["tier"] == 4:
        rules["trick_level"] = 4
    return rules | ({"sixty_doubles": True} if hand["note"] == "next hand doubled" else {})


def told_of(hand: dict[str, Any]) -> dict[str, Any]:
    """The facts of a picked hand: counted where somebody counted, otherwise its result.

    “68+21 bury” is 68 points in tricks and a bury that counts for the picker, as the option's default has it.
    """
    said = hand["input"]
    assert said.get("multiplier", 1) == 1
    partners = [] if said["partner"] is None else [said["partner"]]
    told = {"kind": "picked", "picker": said["picker"], "partners": partners}
    result = LEVELS[said["win"], said["tier"]]
    if "note_bury" in said and "side_points" in said:
        told["buries"] = [{"seat": said["picker"], "points": said["note_bury"]}]
        return told | {"trick_points": said["side_trick_points"], "side_tricks": "some"}
    if "side_points" in said:
        return told | {"side_points": said["side_points"], "side_tricks": "some"}
    if hand["note"] == "next hand doubled":
        return told | {"side_points": 60, "side_tricks": "some"}
    return told | {"result": result}


@of_kind("hand")
def test_a_picked_hand_pays_what_it_paid(hand: dict[str, Any]) -> None:
    scored = score("sheepshead", hand["players"], rules_of(hand), told_of(hand))
    assert [int(point) for point in scored.points] == hand["expected"]
    assert scored.won[hand["input"]["picker"]] == hand["input"]["win"]
    assert scored.row == LEVELS[hand["input"]["win"], hand["input"]["tier"]]
    if hand["note"] == "next hand doubled":
        assert scored.carried_after.pending_doublers == 1


@of_kind("leaster")
def test_a_leaster_goes_to_who_won_it(hand: dict[str, Any]) -> None:
    assert hand["rules"] == {"must_take_trick": True}
    rules = {"leaster_need_trick": True, "leaster_blind": "nobody"}
    scored = score("sheepshead", hand["players"], rules, leaster_of(hand))
    assert [int(point) for point in scored.points] == hand["expected"]


def leaster_of(hand: dict[str, Any]) -> dict[str, Any]:
    """Everybody's points and tricks; they did not note tricks, so any number that the deck has will do.

    Their points leave out the blind: it lies aside.
    """
    said, players = hand["input"], hand["players"]
    tricks = {3: 10, 5: 6}[players]
    taker = said.get("only_taker")
    points = (
        [120 if place == taker else 0 for place in range(players)] if taker is not None else said["points"]
    )
    takers = [place for place, point in enumerate(points) if point]
    counts = [0] * players
    for trick in range(tricks):
        counts[takers[trick % len(takers)]] += 1
    told: dict[str, Any] = {"kind": "leaster", "points": [point or 0 for point in points], "tricks": counts}
    aside = 120 - sum(told["points"])
    assert [place for place in range(players) if not counts[place]] == said.get(
        "tricks_none", [place for place in range(players) if taker not in (None, place)]
    )
    return told | ({"blind": {"points": aside, "to": None}} if aside else {})


@of_kind("threshold")
def test_a_line_of_the_chart_is_where_it_was(hand: dict[str, Any]) -> None:
    points = hand["input"]["side_points"]
    for tricks in ("some", "none") if points == 0 else ("some",):
        told = {"kind": "picked", "picker": 0, "partners": [1], "side_points": points, "side_tricks": tricks}
        scored = score("sheepshead", hand["players"], {"bump": False}, told)
        side, _, level = hand["expected"].partition(" ")
        if points == 0:
            assert hand["expected"] == "loss 2 if at least one trick, else 3"
            level = {"some": "2", "none": "3"}[tricks]
        assert scored.won[0] == (side == "win")
        assert abs(scored.points[-1]) == int(level)


@of_kind("schwanzer")
def test_a_schwanzer_is_lost_by_the_strongest(hand: dict[str, Any]) -> None:
    """Told as its losers, and as the strength they count: queens 3, jacks 2, other trumps 1."""
    assert hand["rules"] == {"power": "Q3 J2 other trump 1"}
    tied, players = hand["input"]["tied_losers"], hand["players"]
    expected = [hand["expected"]["each_loser" if place < tied else "each_other"] for place in range(players)]
    strength = [5 if place < tied else 1 for place in range(players)]
    for told in ({"losers": list(range(tied))}, {"strength": strength}):
        scored = score("sheepshead", players, {"no_picker": "schwanzer"}, {"kind": "schwanzer"} | told)
        assert [int(point) for point in scored.points] == expected


def test_no_hand_is_dropped() -> None:
    counts = Counter(hand["kind"] for hand in HANDS)
    assert counts == {"hand": 39, "leaster": 3, "threshold": 7, "schwanzer": 5}
