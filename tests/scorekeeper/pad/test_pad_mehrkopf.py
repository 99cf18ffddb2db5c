"""What the pad asks of a game of Schafkopf, and of a Ramsch."""

from dataclasses import replace
from typing import Any

import pytest

from ledger.book.folding import fold
from ledger.book.sheet import Line
from ledger.scoring import GAMES, HandRefused, score
from scorekeeper.pad.presenter import pad_view
from scorekeeper.pad.questions import Answer, Question
from scorekeeper.pad.state import Pad, fresh_pad, pad_of
from scorekeeper.pages.group.rules_form import asked as sheet_options
from scorekeeper.presenters.receipt import receipt
from scorekeeper.text.receipts import hand_called
from scorekeeper.text.refusals import sentence
from tests.scorekeeper.pad.test_pad import opened, told


def pad(rules: dict[str, Any], *taps: str, plays: int = 4, **answers: Answer) -> Pad:
    """A pad of four players under these rules, after these taps and answers."""
    found = replace(fresh_pad(fold(opened("mehrkopf", rules, plays, plays))), answers=answers)
    for tap in taps:
        found = found.tapped(tap)
    return found


def asked(pad: Pad) -> dict[str, Question]:
    """The questions that are asked of this hand, but those that are folded away."""
    return {one.name: one for one in pad.asks.questions if pad.mode in one.modes and not one.is_rare}


def test_nobody_is_asked_for_a_kontra_in_a_ramsch() -> None:
    rules = {"stoss": "re", "klopfer": True}
    assert {"stoss", "klopfer"} <= set(asked(pad(rules)))
    ramsch = pad(rules, "mode:ramsch", "2", stoss="1", klopfer="1")
    assert set(asked(ramsch)) == {"klopfer"}
    assert "stoss" not in ramsch.hand().told


def runs(pad: Pad) -> list[str]:
    return [value for value, _ in asked(pad)["laufende"].choices]


def test_only_laufende_are_offered_that_count_and_that_the_game_can_have() -> None:
    assert runs(pad({}, contract="wenz")) == ["", "4"]
    assert runs(pad({"laufende_min": 3}, contract="wenz")) == ["", "3", "4"]
    assert runs(pad({"laufende_min": 3, "laufende_min_wenz": 2}, contract="wenz")) == ["", "2", "3", "4"]
    assert runs(pad({"laufende_min": 3, "laufende_min_wenz": 2}))[:3] == ["", "3", "4"]
    assert runs(pad({}))[-1] == "8"
    assert runs(pad({}, plays=5))[-1] == "12"
    assert runs(pad({"laufende_trumps": "all"}))[-1] == "14"


def test_laufende_of_another_game_stay_on_the_pad_and_are_refused_in_words() -> None:
    wenz = pad({}, "1", contract="wenz", laufende="9")
    assert runs(wenz)[-1] == "9"
    with pytest.raises(HandRefused, match=r"out_of_range\.laufende"):
        score("mehrkopf", 4, {}, wenz.hand().told)


def test_a_sie_that_was_misplayed_is_refused_in_words_and_not_told_as_another_game() -> None:
    sie = pad({}, "1", contract="solo", sie="1", misplay="2")
    with pytest.raises(HandRefused, match="sie_or_misplay"):
        score("mehrkopf", 4, {}, sie.hand().told)


def test_where_tricks_are_written_down_nobody_is_tapped_and_everybodys_tricks_are_typed() -> None:
    rules = {"count": "tricks"}
    assert set(asked(pad(rules))) == {"tricks"}
    assert pad(rules).asks.rows == ()
    assert pad(rules, "2").picker is None
    typed: dict[str, Any] = {"tricks-1": "3", "tricks-2": "3", "tricks-3": "2"}
    assert brought(pad(rules, "2", **typed), rules) == ["1", "1", "0", "-2"]
    with pytest.raises(HandRefused, match=r"no_picker .*Type how many tricks everybody took"):
        pad(rules, "2").hand()
    with pytest.raises(HandRefused, match=r"tricks_sum\.together"):
        score("mehrkopf", 4, rules, pad(rules, **(typed | {"tricks-1": "1"})).hand().told)
    with pytest.raises(HandRefused, match=r"bad_type\.typed"):
        pad(rules, **(typed | {"tricks-1": "three"})).hand()


def test_a_night_where_tricks_are_written_down_can_pass_and_throw_in() -> None:
    assert [mode.code for mode in pad({"count": "tricks"}).asks.modes] == ["all_pass", "throw_in"]
    assert "count" in {option.name for option in sheet_options(GAMES["mehrkopf"])}


def test_of_a_ramsch_is_counted_what_the_rules_need() -> None:
    def counted(rules: dict[str, Any]) -> list[str]:
        return [one.name for one in pad(rules, "mode:ramsch").asks.questions if one.kind == "counts"]

    assert counted({}) == ["points"]
    assert counted({"ramsch_measure": "tricks"}) == ["tricks"]
    assert counted({"ramsch_jungfrau": "all"}) == ["points", "tricks"]
    assert counted({"ramsch_durchmarsch": "all_tricks"}) == ["points", "tricks"]
    assert counted({"ramsch_measure": "tricks", "ramsch_durchmarsch": "points_91"}) == ["points", "tricks"]


def test_a_counted_ramsch_needs_nobody_tapped_but_of_a_tie_that_the_table_decides() -> None:
    tied: dict[str, Any] = {"points-1": "40", "points-2": "40", "points-3": "30", "points-4": "10"}
    assert brought(pad({}, "mode:ramsch", **tied), {}) == ["-1", "-1", "1", "1"]
    decided = {"ramsch_tie": "decided"}
    with pytest.raises(HandRefused, match=r"tie_loser\.missing"):
        score("mehrkopf", 4, decided, pad(decided, "mode:ramsch", **tied).hand().told)
    assert brought(pad(decided, "mode:ramsch", "2", **tied), decided) == ["1", "-3", "1", "1"]


def brought(pad: Pad, rules: dict[str, Any]) -> list[str]:
    """What the hand on this pad brings; the pad of the told hand tells it again."""
    lines = opened("mehrkopf", rules, 4, 4)
    sheet = told(lines, pad)
    assert sheet is not None
    row = sheet.rows[-1]
    assert pad_of(row).hand().told == row.facts["told"]
    return [str(row.points[player]) for player in (1, 2, 3, 4)]


def test_a_jungfrau_is_asked_for_only_where_she_is_paid_and_after_one_a_second() -> None:
    assert not asked(pad({}, "mode:ramsch"))
    rules = {"ramsch_jungfrau": "all"}
    assert set(asked(pad(rules, "mode:ramsch"))) == {"jungfrau_1"}
    assert set(asked(pad(rules, "mode:ramsch", jungfrau_1="2"))) == {"jungfrau_1", "jungfrau_2"}
    assert not {name for name in asked(pad(rules)) if name.startswith("jungfrau")}
    assert brought(pad(rules, "mode:ramsch", "1"), rules) == ["-3", "1", "1", "1"]
    assert brought(pad(rules, "mode:ramsch", "1", jungfrau_1="3"), rules) == ["-6", "2", "2", "2"]
    two = pad(rules, "mode:ramsch", "1", jungfrau_1="3", jungfrau_2="2")
    assert brought(two, rules) == ["-12", "4", "4", "4"]
    hers = {"ramsch_jungfrau": "hers"}
    assert brought(pad(hers, "mode:ramsch", "1", jungfrau_1="3"), hers) == ["-4", "1", "2", "1"]


@pytest.mark.parametrize("rule", ["all_tricks", "points_91", "points_120"])
def test_a_durchmarsch_is_told_by_a_name(rule: str) -> None:
    rules = {"ramsch_durchmarsch": rule, "ramsch_tie": "decided"}
    assert set(asked(pad(rules, "mode:ramsch"))) == {"durchmarsch"}
    assert brought(pad(rules, "mode:ramsch", "1"), rules) == ["-3", "1", "1", "1"]
    assert brought(pad(rules, "mode:ramsch", "1", durchmarsch="1"), rules) == ["3", "-1", "-1", "-1"]
    others = pad(rules, "mode:ramsch", "2", "3", "4", durchmarsch="1")
    assert brought(others, rules) == ["3", "-1", "-1", "-1"]


RAMSCH = {"kind": "played", "contract": "ramsch"}
JUNGFRAU, MARCH = {"ramsch_jungfrau": "hers"}, {"ramsch_durchmarsch": "all_tricks"}


@pytest.mark.parametrize(
    ("code", "rules", "facts"),
    [
        ("jungfrau_off", {}, {"losers": [0], "maidens": [1]}),
        ("durchmarsch_off", {}, {"losers": [0], "durchmarsch": 0}),
        ("maiden_lost", JUNGFRAU, {"losers": [0], "maidens": [0]}),
        ("seat_twice", JUNGFRAU, {"losers": [0], "maidens": [1, 1]}),
        ("counts_missing", JUNGFRAU, {"maidens": [1]}),
        ("maiden_lost", JUNGFRAU | MARCH, {"durchmarsch": 1, "maidens": [1]}),
        ("losers_contradict", MARCH, {"losers": [0], "durchmarsch": 1}),
        ("bad_type", MARCH, {"durchmarsch": "all"}),
        ("fact_not_here", MARCH, {"points": [120, 0, 0, 0], "tricks": [8, 0, 0, 0], "durchmarsch": 0}),
        ("fact_not_here", MARCH, {"misplay_by": 1, "durchmarsch": 0}),
        ("sits_out", MARCH, {"durchmarsch": 4, "sitting_out": [4]}),
        ("sits_out", JUNGFRAU, {"losers": [0], "maidens": [4], "sitting_out": [4]}),
    ],
)
def test_named_facts_that_cannot_be_are_refused(
    code: str, rules: dict[str, Any], facts: dict[str, Any]
) -> None:
    players = 5 if "sitting_out" in facts else 4
    with pytest.raises(HandRefused) as refused:
        score("mehrkopf", players, rules, RAMSCH | facts)
    assert refused.value.code == code


def test_of_a_tie_that_the_table_decides_the_first_tapped_loses() -> None:
    rules = {"ramsch_tie": "decided"}
    assert brought(pad(rules, "mode:ramsch", "3", "2"), rules) == ["1", "1", "-3", "1"]
    assert brought(pad(rules, "mode:ramsch", "2", "3"), rules) == ["1", "-3", "1", "1"]
    assert "first who loses it" in pad(rules).asks.modes[0].tap
    shared = pad({}, "mode:ramsch", "3", "2")
    assert "tie_loser" not in shared.hand().told
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


def test_only_the_games_that_a_table_plays_stand_on_its_pad() -> None:
    usual = ["rufspiel", "solo", "wenz", "geier", "farbwenz", "niederer", "hochzeit", "muss"]
    assert games(pad({})) == usual
    assert [mode.code for mode in pad({}).asks.modes] == ["ramsch", "all_pass", "throw_in"]
    few = {"contracts": ["muss", "wenz"]}
    assert games(pad(few)) == ["rufspiel", "solo", "wenz", "muss"]
    assert games(pad(few, plays=3)) == ["solo", "wenz"]
    assert games(pad(few, plays=2)) == ["rufspiel", "muss"]
    assert [mode.code for mode in pad(few).asks.modes] == ["all_pass", "throw_in"]
    assert games(pad({"contracts": []})) == ["rufspiel", "solo"]


@pytest.mark.parametrize("contract", ["hochzeit", "wenz", "geier", "farbwenz", "niederer", "muss", "ramsch"])
def test_a_game_that_a_table_does_not_play_is_refused_by_its_name(contract: str) -> None:
    facts = {"kind": "played", "contract": contract}
    with pytest.raises(HandRefused) as refused:
        score("mehrkopf", 4, {"contracts": []}, facts)
    assert (refused.value.code, refused.value.case) == ("contract_not_here", "house")
    assert sentence(refused.value) == f"No {contract.capitalize()} is played at this table."


@pytest.mark.parametrize("contract", ["muss", "ramsch"])
def test_what_is_played_when_nobody_bids_is_played_even_where_it_is_not_ticked(contract: str) -> None:
    rules = {"contracts": [], "no_bid": contract}
    named = [*games(pad(rules)), *(mode.code for mode in pad(rules).asks.modes)]
    assert {"muss", "ramsch"} & set(named) == {contract}
    if contract == "muss":
        assert brought(replace(pad(rules, "2", "3", contract="muss"), result="won"), rules)[1] == "1"
    else:
        assert brought(pad(rules, "mode:ramsch", "2"), rules)[1] == "-3"


BETTEL = {"contracts": ["bettel"], "base_bettel": 3, "klopfer": True, "stoss": "kontra"}


def test_a_bettel_stands_on_the_pad_where_it_is_played_and_asks_for_nothing_but_a_trick() -> None:
    assert games(pad(BETTEL)) == ["rufspiel", "solo", "bettel"]
    bettel = pad(BETTEL, "2", contract="bettel")
    assert [(row.code, row.bracket) for row in bettel.asks.rows] == [("won", "no trick"), ("lost", "a trick")]
    assert not bettel.asks.asks_points
    assert set(asked(bettel)) == {"contract", "klopfer", "stoss"}
    assert set(asked(pad(BETTEL, contract="solo"))) > {"laufende", "tout", "sie"}


def test_a_bettel_is_told_and_put_right() -> None:
    bettel = pad(BETTEL, "2", contract="bettel")
    assert brought(replace(bettel, result="won"), BETTEL) == ["-3", "9", "-3", "-3"]
    assert brought(replace(bettel, result="lost"), BETTEL) == ["3", "-9", "3", "3"]
    doubled = pad(BETTEL, "2", contract="bettel", klopfer="1", stoss="1")
    assert brought(replace(doubled, result="lost"), BETTEL) == ["12", "-36", "12", "12"]
    left_over = replace(bettel, result="won", points="61", answers={**bettel.answers, "laufende": "4"})
    assert brought(left_over, BETTEL) == ["-3", "9", "-3", "-3"]


def test_a_round_of_bock_stands_at_the_head_of_the_table_and_on_every_button() -> None:
    lines = opened("mehrkopf", {"bock": ["solo_lost"]}, 4, 4)
    lost = {"kind": "played", "contract": "solo", "declarer": 0, "partners": [], "result": "lost"}
    lines.append(Line(number=2, kind="hand", facts={"seats": [1, 2, 3, 4], "told": lost, "rules": 1}))
    sheet = fold(lines)
    names = {1: "Ann", 2: "Ben", 3: "Cleo", 4: "Dave"}
    view = pad_view(fresh_pad(sheet), sheet, lines, names)
    assert view.carried == (("4 Bock hands", True),)
    assert [button.brings for button in view.sides[0][1]] == ["+2", "+4", "+6"]
    before = pad_view(pad_of(sheet.rows[0]), sheet, lines, names, of=2)
    assert [button.brings for button in before.sides[0][1]] == ["+15", "+18", "+21"]


OWN_NAMES = ["Tratsch", "{0} {name}", "<b>&amp;</b>", "Solo", "راوف", "%(x)s", "🐑" * 20]


@pytest.mark.parametrize("name", OWN_NAMES)
def test_a_game_of_the_tables_own_stands_on_the_pad_and_on_the_receipt_by_its_name(name: str) -> None:
    rules = {"own_name": name, "base_own": 7}
    own = pad(rules, "2", contract="own")
    assert dict(asked(own)["contract"].choices)["own"] == name
    assert {"laufende", "tout"} < set(asked(own))
    assert brought(replace(own, result="won"), rules) == ["-7", "21", "-7", "-7"]
    sheet = told(opened("mehrkopf", rules, 4, 4), replace(own, result="lost_schneider"))
    assert sheet is not None
    row = sheet.rows[-1]
    assert hand_called(row) == f"{name} lost, Schneider"
    assert row.scored is not None
    names = {1: "Ann", 2: "Ben", 3: "Cleo", 4: "Dave"}
    first, *_ = receipt(row, row.scored, 2, names).lines
    assert (first.text, first.effect) == (f"{name} lost", "−21")
    with pytest.raises(HandRefused) as refused:
        score("mehrkopf", 4, rules, {"kind": "played", "contract": "own", "declarer": 0, "partners": [1]})
    assert name in sentence(refused.value)


def test_a_game_of_the_tables_own_can_be_played_with_a_partner() -> None:
    rules = {"own_name": "Tratsch", "own_with": "partner", "base_own": 7}
    own = pad(rules, "2", "4", contract="own")
    assert set(asked(own)) == {"contract", "laufende"}
    assert brought(replace(own, result="won"), rules) == ["-7", "7", "-7", "7"]
    assert "own" in games(pad(rules, plays=5))
    assert "own" not in games(pad(rules, plays=3)) + games(pad(rules, plays=2))
    assert "own" in games(pad(rules | {"own_with": "alone"}, plays=3))
    assert "own" not in games(pad({}))
