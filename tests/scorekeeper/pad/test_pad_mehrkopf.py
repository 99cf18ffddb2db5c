"""Check the pad's questions about a game of Schafkopf, and about a Ramsch."""

from dataclasses import replace
from typing import Any

import pytest

from ledger.book.folding import fold
from ledger.book.sheet import Line
from ledger.scoring import HandRefused, score
from scorekeeper.pad.games.mehrkopf import told_before
from scorekeeper.pad.presenter import pad_view
from scorekeeper.pad.questions import GivenAnswer, PadQuestion
from scorekeeper.pad.state import Pad, fresh_pad, pad_of
from scorekeeper.presenters.receipt import receipt
from scorekeeper.text.receipts import hand_called
from scorekeeper.text.refusals import sentence
from tests.scorekeeper.pad.test_pad import NAMES, opened, told, told_row


def pad(rules: dict[str, Any], *taps: str, plays: int = 4, **answers: GivenAnswer) -> Pad:
    found = replace(fresh_pad(fold(opened("mehrkopf", rules, plays, plays))), answers=answers)
    for tap in taps:
        found = found.tapped(tap)
    return found


def asked(pad: Pad) -> dict[str, PadQuestion]:
    return {one.name: one for one in pad.asks.questions if pad.mode in one.modes and not one.is_rare}


def test_nobody_is_asked_for_a_kontra_in_a_ramsch() -> None:
    rules = {"stoss": "re", "klopfer": True}
    assert {"stoss", "klopfer"} <= set(asked(pad(rules)))
    ramsch = pad(rules, "mode:ramsch", "2", stoss="1", klopfer="1")
    assert set(asked(ramsch)) == {"klopfer"}
    assert "stoss" not in ramsch.hand().told


def runs(pad: Pad) -> list[str]:
    return [value for value, _ in asked(pad)["laufende"].choices]


@pytest.mark.parametrize(
    ("rules", "contract", "offered"),
    [
        ({}, "wenz", ["", "4"]),
        ({"laufende_min": 3}, "wenz", ["", "3", "4"]),
        ({"laufende_min": 3, "laufende_min_wenz": 2}, "wenz", ["", "2", "3", "4"]),
        ({"laufende_min": 3, "laufende_min_wenz": 2}, "", ["", *map(str, range(3, 9))]),
        ({"laufende_trumps": "all"}, "", ["", *map(str, range(4, 15))]),
    ],
)
def test_only_laufende_are_offered_that_count_and_that_the_game_can_have(
    rules: dict[str, Any], contract: str, offered: list[str]
) -> None:
    assert runs(pad(rules, contract=contract)) == offered
    assert (runs(pad({}))[-1], runs(pad({}, plays=5))[-1]) == ("8", "12")


def test_where_tricks_are_written_down_nobody_is_tapped_and_everybodys_tricks_are_typed() -> None:
    rules = {"count": "tricks"}
    asks = pad(rules).asks
    assert (set(asked(pad(rules))), asks.rows, pad(rules, "2").picker) == ({"tricks"}, (), None)
    assert [mode.code for mode in asks.modes] == ["all_pass", "throw_in"]
    typed: dict[str, Any] = {"tricks-1": "3", "tricks-2": "3", "tricks-3": "2"}
    assert brought(pad(rules, "2", **typed), rules) == ["1", "1", "0", "-2"]
    for hand, refusal in (
        (pad(rules, "2"), r"no_picker .*Type how many Stiche everybody took"),
        (pad(rules, **(typed | {"tricks-1": "1"})), r"tricks_sum\.together"),
        (pad(rules, **(typed | {"tricks-1": "three"})), r"bad_type\.typed"),
    ):
        with pytest.raises(HandRefused, match=refusal):
            score("mehrkopf", 4, rules, hand.hand().told)


@pytest.mark.parametrize(
    ("rules", "counted"),
    [
        ({}, ["points"]),
        ({"ramsch_measure": "tricks"}, ["tricks"]),
        ({"ramsch_jungfrau": "all"}, ["points", "tricks"]),
        ({"ramsch_durchmarsch": "all_tricks"}, ["points", "tricks"]),
        ({"ramsch_measure": "tricks", "ramsch_durchmarsch": "points_91"}, ["points", "tricks"]),
    ],
)
def test_of_a_ramsch_is_counted_what_the_rules_need(rules: dict[str, Any], counted: list[str]) -> None:
    questions = pad(rules, "mode:ramsch").asks.questions
    assert [one.name for one in questions if one.kind == "counts"] == counted


def test_a_counted_ramsch_needs_nobody_tapped_but_of_a_tie_that_the_table_decides() -> None:
    tied: dict[str, Any] = {"points-1": "40", "points-2": "40", "points-3": "30", "points-4": "10"}
    assert brought(pad({}, "mode:ramsch", **tied), {}) == ["-1", "-1", "1", "1"]
    decided = {"ramsch_tie": "decided"}
    with pytest.raises(HandRefused, match=r"tie_loser\.missing"):
        score("mehrkopf", 4, decided, pad(decided, "mode:ramsch", **tied).hand().told)
    assert brought(pad(decided, "mode:ramsch", "2", **tied), decided) == ["1", "-3", "1", "1"]


def brought(pad: Pad, rules: dict[str, Any]) -> list[str]:
    row = told_row(opened("mehrkopf", rules, 4, 4), pad)
    return [str(row.points[player]) for player in (1, 2, 3, 4)]


def test_in_a_leaster_whoever_won_is_tapped_and_stays_tapped_in_a_correction() -> None:
    rules = {"ramsch_measure": "fewest"}
    tapped = pad(rules, "mode:ramsch", "2")
    assert brought(tapped, rules) == ["-1", "3", "-1", "-1"]
    assert brought(pad(rules, "mode:ramsch", "2", "3"), rules) == ["-1", "1", "1", "-1"]
    counted: dict[str, Any] = {"points-1": "60", "points-2": "10", "points-3": "20", "points-4": "30"}
    assert brought(pad(rules, "mode:ramsch", **counted), rules) == ["-1", "3", "-1", "-1"]
    # Who is level in a Leaster shares, whatever the table decides of other ties.
    decided = rules | {"ramsch_tie": "decided"}
    assert brought(pad(decided, "mode:ramsch", "2", "3"), decided) == ["-1", "1", "1", "-1"]
    assert told_before(tapped.hand().told, (1, 2, 3, 4))["winners"] == (2,)


def test_a_jungfrau_is_asked_for_only_where_she_is_paid_and_after_one_a_second() -> None:
    rules = {"ramsch_jungfrau": "all"}
    assert not asked(pad({}, "mode:ramsch"))
    assert set(asked(pad(rules, "mode:ramsch"))) == {"jungfrau_1"}
    assert set(asked(pad(rules, "mode:ramsch", jungfrau_1="2"))) == {"jungfrau_1", "jungfrau_2"}
    assert not {name for name in asked(pad(rules)) if name.startswith("jungfrau")}


@pytest.mark.parametrize("rule", ["all_tricks", "points_91", "points_120"])
def test_a_durchmarsch_is_told_by_a_name(rule: str) -> None:
    rules = {"ramsch_durchmarsch": rule, "ramsch_tie": "decided"}
    assert set(asked(pad(rules, "mode:ramsch"))) == {"durchmarsch"}
    assert brought(pad(rules, "mode:ramsch", "1"), rules) == ["-3", "1", "1", "1"]
    for tapped in ([], ["1"], ["2", "3", "4"]):
        assert brought(pad(rules, "mode:ramsch", *tapped, durchmarsch="1"), rules) == ["3", "-1", "-1", "-1"]


def test_of_a_tie_that_the_table_decides_the_first_tapped_loses() -> None:
    rules = {"ramsch_tie": "decided"}
    assert brought(pad(rules, "mode:ramsch", "3", "2"), rules) == ["1", "1", "-3", "1"]
    assert brought(pad(rules, "mode:ramsch", "2", "3"), rules) == ["1", "-3", "1", "1"]
    assert "first who loses it" in pad(rules).asks.modes[0].tap
    shared = pad({}, "mode:ramsch", "3", "2")
    assert not {"tie_loser"} & shared.hand().told.keys()
    assert "first" not in shared.asks.modes[0].tap


def test_a_solo_that_was_told_without_partners_comes_back_onto_the_pad() -> None:
    lines = opened("mehrkopf", {}, 4, 4)
    solo = {"kind": "played", "contract": "wenz", "declarer": 2, "result": "won"}
    lines.append(Line(number=2, kind="hand", facts={"seats": [1, 2, 3, 4], "told": solo, "rules": 1}))
    back = pad_of(fold(lines).rows[-1])
    assert (back.picker, back.partners, back.alone) == (3, (), True)
    assert back.hand().told == solo | {"partners": []}


def games(pad: Pad) -> list[str]:
    return [code for code, _ in asked(pad)["contract"].choices]


FEW = {"contracts": ["muss", "wenz"]}
USUAL = ["rufspiel", "solo", "wenz", "geier", "farbwenz", "niederer", "hochzeit", "muss"]


@pytest.mark.parametrize(
    ("rules", "plays", "contracts", "modes"),
    [
        ({}, 4, USUAL, ["ramsch", "all_pass", "throw_in"]),
        (FEW, 4, ["rufspiel", "solo", "wenz", "muss"], ["all_pass", "throw_in"]),
        (FEW, 3, ["solo", "wenz"], ["all_pass", "throw_in"]),
        (FEW, 2, ["rufspiel", "muss"], ["all_pass", "throw_in"]),
        ({"contracts": []}, 4, ["rufspiel", "solo"], ["all_pass", "throw_in"]),
    ],
)
def test_only_the_games_that_a_table_plays_stand_on_its_pad(
    rules: dict[str, Any], plays: int, contracts: list[str], modes: list[str]
) -> None:
    table = pad(rules, plays=plays)
    assert (games(table), [mode.code for mode in table.asks.modes]) == (contracts, modes)


@pytest.mark.parametrize("contract", ["muss", "ramsch"])
def test_what_is_played_when_nobody_bids_is_played_even_where_it_is_not_ticked(contract: str) -> None:
    rules = {"contracts": [], "no_bid": contract}
    named = [*games(pad(rules)), *(mode.code for mode in pad(rules).asks.modes)]
    assert {"muss", "ramsch"} & set(named) == {contract}
    muss = replace(pad(rules, "2", "3", contract="muss"), result="won")
    told, points = (muss, "1") if contract == "muss" else (pad(rules, "mode:ramsch", "2"), "-3")
    assert brought(told, rules)[1] == points


BETTEL = {"contracts": ["bettel"], "base_bettel": 3, "klopfer": True, "stoss": "kontra"}


def test_a_bettel_stands_on_the_pad_where_it_is_played_and_asks_for_nothing_but_a_trick() -> None:
    assert games(pad(BETTEL)) == ["rufspiel", "solo", "bettel"]
    bettel = pad(BETTEL, "2", contract="bettel")
    assert [(row.code, row.bracket) for row in bettel.asks.rows] == [("won", "no Stich"), ("lost", "a Stich")]
    assert (bettel.asks.asks_points, set(asked(bettel))) == (False, {"contract", "klopfer", "stoss"})
    assert set(asked(pad(BETTEL, contract="solo"))) > {"laufende", "tout", "sie"}


def test_a_round_of_bock_stands_at_the_head_of_the_table_and_on_every_button() -> None:
    lines = opened("mehrkopf", {"bock": ["solo_lost"]}, 4, 4)
    lost = {"kind": "played", "contract": "solo", "declarer": 0, "partners": [], "result": "lost"}
    lines.append(Line(number=2, kind="hand", facts={"seats": [1, 2, 3, 4], "told": lost, "rules": 1}))
    sheet = fold(lines)
    view = pad_view(fresh_pad(sheet), sheet, lines, NAMES)
    before = pad_view(pad_of(sheet.rows[0]), sheet, lines, NAMES, of=2)
    assert view.carried == (("4 Bock hands", True),)
    assert [button.brings for button in view.sides[0][1]] == ["+2", "+4", "+6"]
    assert [button.brings for button in before.sides[0][1]] == ["+15", "+18", "+21"]


OWN_NAMES = ["Tratsch", "{0} {name}", "<b>&amp;</b>", "Solo", "راوف", "%(x)s", "🐑" * 20]


@pytest.mark.parametrize("name", OWN_NAMES)
def test_a_game_of_the_tables_own_stands_on_the_pad_and_on_the_receipt_by_its_name(name: str) -> None:
    rules = {"own_name": name, "base_own": 7}
    own = pad(rules, "2", contract="own")
    assert dict(asked(own)["contract"].choices)["own"] == name
    assert {"laufende", "tout"} < set(asked(own))
    row = told_row(opened("mehrkopf", rules, 4, 4), replace(own, result="lost_schneider"))
    assert row.scored is not None
    first, *_ = receipt(row, row.scored, 2, NAMES)["lines"]
    assert (hand_called(row), first["text"], first["effect"]) == (
        f"{name} lost, Schneider",
        f"{name} lost",
        "−21",
    )
    with pytest.raises(HandRefused) as refused:
        score("mehrkopf", 4, rules, {"kind": "played", "contract": "own", "declarer": 0, "partners": [1]})
    assert name in sentence(refused.value)


def test_a_game_of_the_tables_own_can_be_played_with_a_partner() -> None:
    rules = {"own_name": "Tratsch", "own_with": "partner", "base_own": 7}
    own = pad(rules, "2", "4", contract="own")
    assert set(asked(own)) == {"contract", "laufende"}
    assert brought(replace(own, result="won"), rules) == ["-7", "7", "-7", "7"]
    offered = {
        (one.get("own_with", ""), plays): "own" in games(pad(one, plays=plays))
        for one, plays in ((rules, 5), (rules, 3), (rules, 2), (rules | {"own_with": "alone"}, 3), ({}, 4))
    }
    assert [table for table, is_offered in offered.items() if is_offered] == [("partner", 5), ("alone", 3)]


KREUZ = {"contracts": ["kreuz"], "kreuz_even": "again", "laufende": False}


def test_in_a_kreuzspiel_the_player_across_is_the_mitspieler_and_half_is_dealt_again() -> None:
    crossed = pad(KREUZ, "2", contract="kreuz")
    assert (crossed.picker, crossed.partners) == (2, (4,))
    assert [(row.code, row.bracket) for row in crossed.asks.rows][3:5] == [
        ("lost", "31–59"),
        ("lost_schneider", "0–30"),
    ]
    lines = opened("mehrkopf", KREUZ, 4, 4)
    drawn = pad_view(crossed, fold(lines), lines, NAMES)
    prices = [[(button.bracket, button.brings) for button in buttons] for _side, buttons in drawn.sides]
    cells = {result["code"]: result["cells"][1] for result in drawn.data["results"]}
    assert cells["won"] == ("+1", "+1", "−1", "+1")
    assert prices[0] == [("61–90", "+1"), ("91–120", "+2"), ("every Stich", "+3")]
    assert prices[1] == [("31–59", "−1"), ("0–30", "−2"), ("no Stich", "−3"), ("60–60", "0")]
    sheet = told(lines, replace(crossed, result="even"))
    assert sheet is not None
    row = sheet.rows[-1]
    assert not any(row.points.values())
    assert hand_called(row) == "Kreuzspiel, dealt again"
    assert (sheet.seating.dealer, pad_of(row).result) == (row.dealer, "even")
    assert "kreuz" not in games(pad(KREUZ, plays=5))


ANSWERS: list[tuple[dict[str, Any], int, dict[str, GivenAnswer], str]] = [
    ({"announced_rate": 3}, 4, {"announced": "schneider"}, "Schneider announced and not made"),
    ({"hand": True}, 3, {"hand": "1"}, "Hand"),
    ({"overclaim": True}, 4, {"overclaimed": "2"}, "2 too much was claimed, and comes back double"),
]


@pytest.mark.parametrize(("rules", "plays", "answers", "line"), ANSWERS)
def test_new_question_is_told_written_on_the_receipt_and_put_back_to_be_corrected(
    rules: dict[str, Any], plays: int, answers: dict[str, GivenAnswer], line: str
) -> None:
    solo = pad(rules, "2", plays=plays, contract="solo", **answers)
    row = told_row(opened("mehrkopf", rules, plays, plays), replace(solo, result="won"))
    assert row.scored is not None
    lines = receipt(row, row.scored, 2, NAMES)["lines"]
    assert line in {part for one in lines for part in (one["text"], *one["detail"].split(" · "))}
    assert answers.items() <= pad_of(row).answers.items()


def test_pad_asks_in_the_words_that_the_table_has_chosen() -> None:
    chosen = {
        "word_rufspiel": "sauspiel",
        "word_klopfer": "leger",
        "word_kontra": "stoss",
        "word_re": "retour",
    }
    rules = {"klopfer": True, "stoss": "re", "stock": 1, **chosen, "word_stock": "henn"}
    asked = {one.name: one for one in pad(rules, "2").asks.questions}
    assert asked["contract"].choices[0] == ("rufspiel", "Sauspiel")
    assert (asked["klopfer"].label, asked["stoss"].label) == ("Leger", "Stoß")
    assert asked["stoss"].choices[1:] == (("1", "Stoß"), ("2", "Retour"))
