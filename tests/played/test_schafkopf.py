"""Schafkopf games of other scorers, most of them really played, under the rules each of them names."""

import json
from pathlib import Path
from typing import Any

from ledger.scoring import game_called, score
from tests.each import check_each

GAMES = json.loads((Path(__file__).parent / "data" / "schafkopf-games.json").read_text())
TABLE = next(preset for preset in game_called("mehrkopf").presets if preset.key == "bavarian_table").values

# What no house rule expresses. Of the two games of Bettel one is won and one is lost, both by a declarer who
# took two tricks, under two ways to follow suit; no document tells the aim of the game, so it is not kept.
NOT_KEPT = {"3 wins Bettel", "2 looses Bettel"}

RAMSCH = {
    "0 has durchmarsch all": {"ramsch_durchmarsch": "all_tricks"},
    "0 has durchmarsch 120": {"ramsch_durchmarsch": "points_120"},
    "0 has 120, but no durchmarsch": {"ramsch_durchmarsch": "all_tricks"},
    "0 and 1 have same number of points, but 0 had higher Trumpf": {
        "ramsch_durchmarsch": "all_tricks",
        "ramsch_tie": "decided",
    },
}


def rules_of(game: dict[str, Any]) -> dict[str, Any]:
    """The options that this game needs besides the preset: its prices, its cards, its Ramsch."""
    rules: dict[str, Any] = {"deck": "short"} if game["n_tricks"] == 6 else {}
    if game["game"] == "Ramsch":
        rules |= RAMSCH[game["name"]] | {"base_normal": game["base"]}
        return rules | ({"ramsch_jungfrau": "hers"} if "DoubleIndividuallyOnce" in game["rules"] else {})
    base = "base_normal" if game["game"] == "Rufspiel" else "base_solo"
    rules |= {base: game["base"], "schneider_rate": game["ss"], "laufende_rate": game["lauf_price"]}
    return {name: value for name, value in rules.items() if TABLE.get(name) != value}


def told_of(game: dict[str, Any]) -> dict[str, Any]:
    if game["game"] == "Ramsch":
        told = {"kind": "played", "contract": "ramsch", "points": game["pts"], "tricks": game["nt"]}
        return told | ({"tie_loser": 0} if "higher Trumpf" in game["name"] else {})
    contract, _, tout = game["game"].partition(" ")
    all_or_none = {game["n_tricks"]: "all", 0: "none"}
    return {
        "kind": "played",
        "contract": contract.lower(),
        "tout": bool(tout),
        "declarer": game["declarer"],
        "partners": game["party"][1:],
        "declarer_points": game["party_pts"],
        "declarer_tricks": all_or_none.get(game["party_tricks"], "some"),
        "laufende": game["laufende"],
        "klopfer": game["klopfer"],
        "stoss": game["stoss"],
    }


KEPT = [game for game in GAMES if game["name"] not in NOT_KEPT]


def check_payout(game: dict[str, Any]) -> None:
    scored = score("mehrkopf", 4, dict(TABLE) | rules_of(game), told_of(game))
    assert [int(point) for point in scored.points] == game["payout"]
    if game["game"] != "Ramsch":
        won = [seat for seat in range(4) if scored.won[seat]]
        assert (sorted(game["party"]) == won) == game["win"]


def test_a_game_pays_what_it_paid() -> None:
    check_each({f"{place} {game['name']}": game for place, game in enumerate(KEPT)}, check_payout)


def test_no_game_is_dropped_and_almost_all_are_the_bavarian_table() -> None:
    assert len(GAMES) == 96
    assert {game["name"] for game in GAMES if game["game"] == "Bettel"} == NOT_KEPT
    assert len([game for game in KEPT if rules_of(game) == {}]) == 80


def test_the_least_laufende_of_every_game_are_those_of_the_preset() -> None:
    for game in KEPT:
        if game["game"] != "Ramsch":
            wenz = game["game"].split()[0] in ("Wenz", "Geier")
            assert game["lauf_min"] == TABLE["laufende_min_wenz" if wenz else "laufende_min"]
