"""Schafkopf in its own words: the options, the receipts, the stock, and what is refused."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ledger.scoring import HandRefused, Scored, score
from ledger.scoring.mehrkopf import MEHRKOPF
from ledger.scoring.mehrkopf.rules import MehrkopfRules
from ledger.scoring.option import Option, differing, options, read_rules
from tests.each import check_each
from tests.words import detail, label, text, why_not

OPTIONS = options(MehrkopfRules)
BAVARIAN = dict(next(preset for preset in MEHRKOPF.presets if preset.key == "bavarian_table").values)
RUFSPIEL = {"kind": "played", "contract": "rufspiel", "declarer": 0, "partners": [2]}
SOLO = {"kind": "played", "contract": "solo", "declarer": 0}
RAMSCH = {"kind": "played", "contract": "ramsch"}
WON, LOST = RUFSPIEL | {"declarer_points": 61}, RUFSPIEL | {"declarer_points": 60}


def points(rules: dict[str, Any], told: dict[str, Any], players: int = 4) -> list[str]:
    return [str(point) for point in score("mehrkopf", players, rules, told).points]


def pot(scored: Scored) -> tuple[str, int | None]:
    """What the pot gained, and the single pots after it."""
    return str(scored.pot_delta), scored.carried_after.answer(4).get("pots_after")


def lines(rules: dict[str, Any], told: dict[str, Any]) -> list[tuple[str, int, str | None]]:
    """Each line of the receipt: its words, what it brings the declarer, the house rule behind it."""
    found = score("mehrkopf", 4, rules, told).reasons
    return [(text("mehrkopf", line), int(line.points[told.get("declarer", 0)]), line.rule) for line in found]


def check_words_and_source(option: Option) -> None:
    assert option.label[0].isupper()
    assert not option.label.endswith(".")
    assert option.help.endswith(".")
    assert re.match(r"MK-[0-9]{3}", option.source)
    assert option.section
    assert option.read(option.default) == option.default
    assert "'" not in option.help + option.label
    strange: Any
    for strange in ("nonsense" * 9, ["nonsense"], {}, 7.5, -1):
        with pytest.raises(HandRefused) as refused:
            option.read(strange)
        assert refused.value.code == "bad_option"


def test_an_option_has_its_words_and_its_source() -> None:
    check_each({option.name: option for option in OPTIONS}, check_words_and_source)


def test_every_option_of_the_documents_vectors_is_known() -> None:
    found = json.loads((Path(__file__).parent / "data" / "vectors.json").read_text())
    named = {name for case in found if case["game"] == "mehrkopf" for name in case["rules"]}
    assert named <= {option.name for option in OPTIONS}


@pytest.mark.parametrize("preset", MEHRKOPF.presets, ids=[preset.key for preset in MEHRKOPF.presets])
def test_a_preset_can_be_played_and_says_only_what_differs(preset: Any) -> None:
    assert differing(read_rules(MehrkopfRules, preset.values)) == preset.values
    assert preset.help.endswith(".")


def test_a_game_with_everything_is_told_line_by_line() -> None:
    told = SOLO | {"declarer_points": 95, "laufende": 5, "klopfer": 2, "stoss": 2}
    assert lines(BAVARIAN, told) == [
        ("Solo won", 150, "base_solo"),
        ("Schneider", 30, "schneider_rate"),
        ("Laufende (5)", 150, "laufende"),
        ("Klopfer", 990, "klopfer"),
        ("Kontra", 1320, "stoss"),
        ("Re", 2640, "stoss"),
    ]
    scored = score("mehrkopf", 4, BAVARIAN, told)
    assert (label("mehrkopf", scored), scored.row) == ("Solo won, Schneider", "won_schneider")
    assert scored.factor == 16
    assert scored.roles == ("alone", "opponent", "opponent", "opponent")
    assert scored.won == (True, False, False, False)
    assert detail("mehrkopf", scored.reasons[3]) == "2 knocked"


def test_sixty_is_only_half() -> None:
    assert "the others win with half" in detail("mehrkopf", score("mehrkopf", 4, {}, LOST).reasons[0])


def test_a_tout_and_a_sie_have_their_lines() -> None:
    tout = SOLO | {"tout": True, "laufende": 4}
    won, lost = tout | {"declarer_tricks": "all"}, tout | {"declarer_tricks": "some"}
    assert lines({}, won)[0][0] == "Solo Tout won"
    assert [line[0] for line in lines({}, won)[1:]] == ["Schwarz", "Laufende (4)", "Tout"]
    assert points(BAVARIAN, won)[0] == str(3 * (50 + 40) * 2)
    assert points(BAVARIAN, lost)[0] == str(-3 * 50 * 2)
    assert points({"tout_lost": "single"}, lost)[0] == str(-3 * (5 + 4))
    assert points({}, tout | {"result": "won"}) == points({}, won)
    assert [line[0] for line in lines({}, SOLO | {"sie": True})] == [
        "Sie won",
        "Schwarz",
        "Laufende (8)",
        "Sie",
    ]


def test_wenz_and_geier_have_their_own_least_laufende() -> None:
    wenz = SOLO | {"contract": "wenz", "declarer_points": 61, "laufende": 2}
    assert points(BAVARIAN, wenz)[0] == str(3 * 70)
    assert points(BAVARIAN, wenz | {"contract": "farbwenz"})[0] == str(3 * 50)
    assert points({"laufende_min": 3}, wenz)[0] == "15"


def test_the_run_may_go_on_into_the_trump_suit() -> None:
    long = WON | {"laufende": 9}
    assert points({"laufende_trumps": "all"}, long)[0] == "10"
    with pytest.raises(HandRefused) as refused:
        score("mehrkopf", 4, {}, long)
    assert (refused.value.code, refused.value.fact) == ("out_of_range", "laufende")


def test_what_winners_cannot_share_stays_in_the_pot() -> None:
    scored = score("mehrkopf", 5, {"distribution": "whole_pot"}, RUFSPIEL | {"declarer_points": 75})
    assert [str(point) for point in scored.reasons[-1].points] == ["-1/2", "0", "-1/2", "0", "0"]
    assert pot(scored) == ("1", 1)


def test_the_stock_is_fed_won_or_lost_and_no_doubling_touches_it() -> None:
    fed = score("mehrkopf", 4, BAVARIAN, {"kind": "all_pass", "dealer": 3})
    assert [str(point) for point in fed.points] == ["-10"] * 4
    assert (pot(fed), fed.next_dealer) == (("40", 1), 0)
    stock = {"pot": {"amount": "40", "pots": 1}}
    won = score("mehrkopf", 4, BAVARIAN, WON | stock | {"klopfer": 1})
    assert [str(point) for point in won.points] == ["60", "-40", "60", "-40"]
    assert (pot(won), text("mehrkopf", won.reasons[-1])) == (("-40", 0), "The stock is won")
    lost = score("mehrkopf", 4, BAVARIAN, LOST | stock)
    assert [str(point) for point in lost.points] == ["-40", "20", "-40", "20"]
    assert pot(lost) == ("40", 2)
    solo = score("mehrkopf", 4, BAVARIAN, SOLO | {"declarer_points": 61} | stock)
    assert pot(solo) == ("0", 1)
    divided = score("mehrkopf", 4, BAVARIAN, {"kind": "pot_divide"} | stock)
    assert ([str(point) for point in divided.points], divided.carried_after.on_table.pots) == (["10"] * 4, 0)


def test_a_ramsch_can_be_told_by_its_losers() -> None:
    assert points({}, RAMSCH | {"losers": [1]}) == ["1", "-3", "1", "1"]
    assert points({"ramsch_tie": "each_pays"}, RAMSCH | {"losers": [1, 2]}) == ["2", "-2", "-2", "2"]
    tied = RAMSCH | {"losers": [1, 2]}
    assert points({"ramsch_tie": "decided"}, tied | {"tie_loser": 2}) == ["1", "1", "-3", "1"]
    scored = score("mehrkopf", 4, {}, tied)
    assert scored.roles == ("leaster",) * 4
    assert scored.won == (True, False, False, True)
    assert text("mehrkopf", scored.reasons[0], ("Anna", "Ben")) == "Anna and Ben lose the Ramsch together"


def test_a_jungfrau_is_paid_double_or_doubles_the_ramsch() -> None:
    told = RAMSCH | {"points": [100, 20, 0, 0], "tricks": [6, 2, 0, 0]}
    assert points({"ramsch_jungfrau": "hers"}, told) == ["-5", "1", "2", "2"]
    assert points({"ramsch_jungfrau": "all"}, told) == ["-12", "4", "4", "4"]


@pytest.mark.parametrize(
    ("code", "rules", "told"),
    [
        ("unknown_value", {}, WON | {"contract": "tarock"}),
        ("unknown_value", {}, WON | {"contract": "any"}),
        ("unknown_kind", {}, WON | {"kind": "picked"}),
        ("unknown_fact", {}, WON | {"picker": 0}),
        ("fact_not_here", {}, WON | {"tricks": [2, 2, 2, 2]}),
        ("fact_not_here", {}, RAMSCH | {"declarer": 1}),
        ("seat_missing", {}, {"kind": "played", "contract": "solo", "declarer_points": 61}),
        ("partners_missing", {}, WON | {"partners": []}),
        ("too_many_partners", {}, WON | {"partners": [1, 2]}),
        ("own_partner", {}, WON | {"partners": [0]}),
        ("result_missing", {}, RUFSPIEL),
        ("result_contradicts", {}, WON | {"result": "lost"}),
        ("tricks_contradict", {}, WON | {"declarer_tricks": "all"}),
        ("tricks_contradict", {}, WON | {"declarer_tricks": "none"}),
        ("out_of_range", {}, WON | {"declarer_points": 121}),
        ("out_of_range", {"laufende_trumps": "all"}, SOLO | {"declarer_points": 61, "laufende": 9}),
        ("tout_contract", {}, WON | {"tout": True}),
        ("tricks_missing", {}, SOLO | {"tout": True}),
        ("result_contradicts", {}, SOLO | {"tout": True, "result": "won_schneider"}),
        ("sie_contract", {}, SOLO | {"contract": "wenz", "sie": True}),
        ("sie_or_tout", {}, SOLO | {"tout": True, "sie": True}),
        ("sie_laufende", {}, SOLO | {"sie": True, "laufende": 7}),
        ("sie_lost", {}, SOLO | {"sie": True, "declarer_tricks": "some"}),
        ("sie_or_misplay", {}, SOLO | {"sie": True, "misplay_by": 1}),
        ("result_contradicts", {}, RUFSPIEL | {"misplay_by": 1, "result": "won"}),
        ("no_such_seat", {}, RUFSPIEL | {"misplay_by": 4}),
        ("klopfer_off", {}, WON | {"klopfer": 1}),
        ("bad_type", {}, WON | {"klopfer": ""}),
        ("stoss_off", {}, WON | {"stoss": 1}),
        ("stoss_off", {"stoss": "kontra"}, WON | {"stoss": 2}),
        ("stoss_off", BAVARIAN, RAMSCH | {"losers": [0], "stoss": 1}),
        ("pot_count", BAVARIAN, WON | {"pot": {"amount": "4", "pots": 0}}),
        ("no_pot", BAVARIAN, {"kind": "pot_divide"}),
        ("points_sum", {}, RAMSCH | {"points": [30, 30, 30, 31]}),
        ("tricks_sum", {}, RAMSCH | {"points": [30, 40, 30, 20], "tricks": [2, 2, 2, 1]}),
        ("points_without_trick", {}, RAMSCH | {"points": [30, 40, 30, 20], "tricks": [4, 2, 2, 0]}),
        ("counts_missing", {}, RAMSCH),
        ("counts_missing", {"ramsch_jungfrau": "hers"}, RAMSCH | {"points": [30, 40, 30, 20]}),
        ("losers_contradict", {}, RAMSCH | {"points": [30, 40, 30, 20], "losers": [0]}),
        ("tie_loser", {"ramsch_tie": "decided"}, RAMSCH | {"losers": [0, 1]}),
        ("tie_loser", {"ramsch_tie": "decided"}, RAMSCH | {"losers": [0, 1], "tie_loser": 3}),
        ("counts_missing", {"count": "tricks"}, {"kind": "played", "contract": "any"}),
        ("fact_not_here", {"count": "tricks"}, WON),
    ],
)
def test_what_cannot_be_is_refused_with_its_own_code(
    code: str, rules: dict[str, Any], told: dict[str, Any]
) -> None:
    with pytest.raises(HandRefused) as refused:
        score("mehrkopf", 4, rules, told)
    assert refused.value.code == code
    assert why_not(refused.value).endswith(".")


@pytest.mark.parametrize(
    ("players", "contract"),
    [(2, "solo"), (2, "hochzeit"), (2, "ramsch"), (3, "rufspiel"), (3, "muss"), (3, "ramsch")],
)
def test_small_tables_play_only_their_games(players: int, contract: str) -> None:
    with pytest.raises(HandRefused) as refused:
        score("mehrkopf", players, {}, {"kind": "played", "contract": contract})
    assert refused.value.code == "contract_not_here"


STORED = {name: value for name, value in BAVARIAN.items() if name != "contracts"}
"""What a group that began as a Bavarian table before its games could be chosen has in its book."""


@pytest.mark.parametrize(
    "hand",
    [
        {"contract": "muss", "declarer": 0, "partners": [1], "result": "won"},
        {"contract": "niederer", "declarer": 0, "result": "lost_schneider"},
        {"contract": "wenz", "declarer": 0, "result": "won", "laufende": 2},
        {"contract": "geier", "declarer": 0, "result": "won", "laufende": 2, "stoss": 1},
        {"contract": "farbwenz", "declarer": 0, "result": "won", "laufende": 2},
        {"contract": "ramsch", "losers": [0]},
    ],
)
def test_a_stored_bavarian_table_pays_what_it_paid(hand: dict[str, Any]) -> None:
    paid = {"muss": 20, "niederer": -180, "wenz": 210, "geier": 420, "farbwenz": 150, "ramsch": -60}
    assert points(STORED, {"kind": "played"} | hand)[0] == str(paid[hand["contract"]])
