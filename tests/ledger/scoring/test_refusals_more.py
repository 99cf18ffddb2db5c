"""Hands that no table can have had, as one sentence each; what stands right beside them is still a hand."""

from typing import Any

import pytest

from ledger.scoring import GAMES
from ledger.scoring.option import options
from scorekeeper.text.wire import answer, answer_line
from tests.each import check_each

Request = dict[str, Any]
FORCED: Request = {"no_picker": "forced"}
DOUBLER: Request = {"no_picker": "doubler"}
POT: Request = {"pot": {"amount": "6", "pots": 1}}
SHOWDOWN: Request = {"pot": "leaster", "pot_end": "showdown"}
ASIDE: Request = {"leaster_blind": "nobody"}
NO_TRICK: Request = {"bury_credit": "picker_trick"}
TWO: Request = {"two_handed": "picker", "crack": "castrate"}


def hand(players: int, rules: Request, game: str = "sheepshead", **told: Any) -> Request:
    return {"game": game, "players": players, "rules": rules, "hand": told}


def picked(players: int, rules: Request | None = None, **told: Any) -> Request:
    facts: Request = {"kind": "picked", "picker": 0, "partners": [], "result": "won"}
    return hand(players, rules or {}, **facts | told)


def buried(players: int, *points: int, **told: Any) -> Request:
    """So many points buried, one seat after the other."""
    buries = [{"seat": place, "points": amount} for place, amount in enumerate(points)]
    counted: Request = {"result": None, "trick_points": 40, "side_tricks": "some", "buries": buries}
    return picked(players, **counted | told)


def counted(players: int, points: int, rules: Request | None = None, **told: Any) -> Request:
    facts: Request = {"partners": [1], "result": None, "side_points": points, "side_tricks": "all"}
    return picked(players, rules, **facts | told)


def leaster(points: list[int], tricks: list[int], rules: Request, **told: Any) -> Request:
    return hand(len(points), rules, kind="leaster", points=points, tricks=tricks, **told)


def schafkopf(players: int, rules: Request | None = None, **told: Any) -> Request:
    return hand(players, rules or {}, "mehrkopf", **told)


def solo(players: int, **told: Any) -> Request:
    facts: Request = {"kind": "played", "contract": "solo", "declarer": 0, "result": "won"}
    return schafkopf(players, **facts | told)


REFUSED: dict[str, tuple[Request, str]] = {
    "seat 0 is not nothing": (picked(5, offender=0), "fact_not_here"),
    "nor is a 0": (picked(5, blind=0), "fact_not_here"),
    "a showdown of seven": (hand(7, SHOWDOWN, kind="showdown", winner=0, **POT), "showdown_players"),
    "a showdown without a pot": (
        hand(5, {"pot_end": "showdown"}, kind="showdown", winner=0, **POT),
        "pot_off",
    ),
    "queens decide for five": (picked(5, unpicked=True), "unpicked_players"),
    "queens decide for seven": (picked(7, unpicked=True), "unpicked_players"),
    "queens decide a renege of six": (
        hand(6, {}, kind="renege", picker=0, partners=[], offender=1, unpicked=True),
        "unpicked_players",
    ),
    "eight, forced": (picked(8, FORCED, forced=True), "no_blind"),
    "eight bury": (buried(8, 10), "no_blind"),
    "two bury": (buried(2, 10) | {"rules": TWO}, "no_blind"),
    "eight passed": (hand(8, DOUBLER, kind="all_pass"), "no_blind"),
    "two passed": (hand(2, DOUBLER, kind="all_pass"), "no_blind"),
    "nine, one sits out, passed": (hand(9, DOUBLER, kind="all_pass", sitting_out=[0]), "no_blind"),
    "two cards of 23": (
        leaster([0, 20, 30, 27, 20], [1, 1, 1, 1, 2], ASIDE, blind={"points": 23, "to": None}),
        "out_of_range",
    ),
    "three cards of 34": (
        leaster([20, 30, 36], [3, 3, 4], ASIDE, blind={"points": 34, "to": None}),
        "out_of_range",
    ),
    "23 missing of five": (leaster([0, 20, 30, 27, 20], [1, 1, 1, 1, 2], ASIDE), "points_sum"),
    "45 missing of four": (leaster([5, 20, 30, 20], [1, 2, 2, 2], ASIDE), "points_sum"),
    "five bury 23": (buried(5, 23), "out_of_range"),
    "three bury 34": (buried(3, 34), "out_of_range"),
    "seven bury 45 together": (buried(7, 30, 15), "out_of_range"),
    "a partner of five buries": (buried(5, 10, 5, partners=[1]), "who_buries"),
    "three of seven bury": (buried(7, 10, 5, 5), "who_buries"),
    "all tricks, a bury lost that is not": (
        counted(5, 110, {"bury_credit": "side_trick"}, picker_tricks="none"),
        "tricks_contradict",
    ),
    "all tricks, 23 lost": (counted(5, 97, NO_TRICK, picker_tricks="none"), "tricks_contradict"),
    "all tricks of seven, 45 lost": (counted(7, 75, {"bury_credit": "always"}), "tricks_contradict"),
    "no trick, 23 kept": (
        counted(5, 23, {"bury_credit": "always"}, side_tricks="none"),
        "tricks_contradict",
    ),
    "no trick, points": (
        counted(5, 10, NO_TRICK, side_tricks="none", picker_tricks="none"),
        "tricks_contradict",
    ),
    "another than the dealer forced": (picked(5, FORCED, forced=True, dealer=3), "forced_dealer"),
    "castrated by nobody": (picked(2, TWO, cracks=["crack", "recrack", "castrate"]), "castrate_alone"),
    "seven, another sits out": (schafkopf(7, kind="throw_in", dealer=2, sitting_out=[3]), "dealer_sits_out"),
    "13 Laufende": (solo(5, laufende=13), "out_of_range"),
    "9 Laufende of four": (solo(4, laufende=9), "out_of_range"),
    "a Sie with 12": (solo(5, sie=True, laufende=12, result=None), "sie_laufende"),
    "no stake": (picked(5, {"stake": "0"}), "bad_option"),
    "a negative stake": (picked(5, {"stake": "-1/2"}), "bad_option"),
    "a stake of nothing": (picked(5, {"stake": "1/0"}), "bad_option"),
    "a broken stake": (picked(5, {"stake": 0.5}), "bad_option"),
    "a boundless stake": (picked(5, {"stake": "2000001/2"}), "bad_option"),
    "a boundless limit": (picked(5, {"cap": 1_000_001}), "bad_option"),
}
SCORED: dict[str, Request] = {
    "seven, two sit out": schafkopf(7, {"stock": 10}, kind="all_pass", dealer=2, sitting_out=[2, 3]),
    "what says nothing": picked(5, offender=None, in_leaster=False, losers=[], blind={}),
    "a showdown of six": hand(6, SHOWDOWN, kind="showdown", winner=0, **POT),
    "a showdown of six out of seven": hand(7, SHOWDOWN, kind="showdown", winner=0, sitting_out=[6], **POT),
    "a bad hand with a pot that nobody keeps": hand(5, {}, kind="bad_hand", **POT),
    "all passed with a pot that nobody keeps": hand(5, DOUBLER, kind="all_pass", **POT),
    "a picked hand with a pot that nobody keeps": picked(5, **POT),
    "a leaster with a pot that nobody keeps": hand(5, {}, kind="leaster", winners=[0], **POT),
    "a solo with a stock that nobody keeps": solo(4, **POT),
    "a game thrown in with a stock that nobody keeps": schafkopf(4, kind="throw_in", **POT),
    "a pot divided where none is kept": hand(5, {}, kind="pot_divide", **POT),
    "queens decide for four": picked(4, partners=[1], unpicked=True),
    "queens decide for eight": picked(8, partners=[1], unpicked=True),
    "seven passed": hand(7, DOUBLER, kind="all_pass"),
    "eight passed, the dealer sits out": hand(
        8, DOUBLER | {"dealer_sits_out": True}, kind="all_pass", dealer=1
    ),
    "two aces in the blind": leaster(
        [0, 20, 30, 28, 20], [1, 1, 1, 1, 2], ASIDE, blind={"points": 22, "to": None}
    ),
    "22 missing of five": leaster([0, 20, 30, 28, 20], [1, 1, 1, 1, 2], ASIDE),
    "44 missing of four": leaster([6, 20, 30, 20], [1, 2, 2, 2], ASIDE),
    "five bury 22": buried(5, 22),
    "three bury 33": buried(3, 33),
    "two of seven bury 44": buried(7, 22, 22),
    "all tricks, 22 lost": counted(5, 98, NO_TRICK, picker_tricks="none"),
    "no trick, 22 kept": counted(5, 22, {"bury_credit": "always"}, side_tricks="none"),
    "the dealer forced": picked(5, FORCED, forced=True, dealer=0),
    "forced while the dealer sits out": picked(6, FORCED, forced=True, dealer=3, sitting_out=[3]),
    "recracked by two": picked(2, TWO, cracks=["crack", "recrack"]),
    "seven, nobody said who sits out": schafkopf(7, kind="throw_in", dealer=2),
    "seven, the dealer sits out": schafkopf(7, kind="throw_in", dealer=2, sitting_out=[2]),
    "12 Laufende of five": solo(5, laufende=12),
    "12 Laufende of six": solo(6, laufende=12),
    "a Sie with 8": solo(5, sie=True, laufende=8, result=None),
    "a million times": picked(5, {"cap": 1_000_000, "crack": "crack"}, cracks=["crack"]),
    "a million marks": picked(5, {"cap": 1_000_000, "cap_unit": "marks", "crack": "crack"}, cracks=["crack"]),
}


def check_refused(case: tuple[Request, str]) -> None:
    request, code = case
    answered = answer(request)
    assert answered.get("refused", {}).get("code") == code, answered
    assert answered["refused"]["message"].endswith(".")


def test_what_cannot_be_is_refused_in_a_sentence() -> None:
    check_each(REFUSED, check_refused)


def check_scored(request: Request) -> None:
    assert "points" in answer(request), answer(request)


def test_what_stands_right_beside_it_is_a_hand() -> None:
    check_each(SCORED, check_scored)


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("sheepshead", {"kind": "picked", "picker": 0, "partners": [], "result": "won"}),
        ("mehrkopf", {"kind": "throw_in"}),
    ],
)
@pytest.mark.parametrize(("stake", "by"), [("1/2", "2"), ("5", "20"), (5, "20"), ("5/2", "10")])
def test_a_stake_may_be_a_fraction_and_money_is_exact(game: str, told: Request, stake: Any, by: str) -> None:
    answered = answer(hand(5, {"stake": stake}, game, **told))
    won = by if game == "sheepshead" else "0"
    assert answered["money"][0] == won


ENDLESS = ("1e99999999", "1E+99999999", "9" * 5_000, "1/" + "9" * 5_000, "1/0", "0x1p99999999", "nan")
EXACT_RULES = [(key, one.name) for key, game in GAMES.items() for one in options(game.rules) if one.exact]


@pytest.mark.parametrize("number", ENDLESS)
def test_a_number_that_would_take_for_ever_is_refused_by_its_looks(number: str) -> None:
    """Wherever the engine reads exact numbers: `Fraction` would work on some of these for years."""
    running = {"kind": "picked", "picker": 0, "running": [number] * 3}
    requests = (
        picked(5, DOUBLER, pot={"amount": number, "pots": 1}),
        hand(3, {}, "sheepshoof", **running),
        *({"game": game, "players": 3, "rules": {name: number}, "hand": {}} for game, name in EXACT_RULES),
    )
    for request in requests:
        found = answer(request)
        assert found["refused"]["code"] in ("not_exact", "bad_option"), found
        assert len(found["refused"]["message"]) < 200


def test_a_bare_number_of_any_size_is_answered_with_a_refusal() -> None:
    for number in ("1e99999999", "9" * 4_000, "9" * 5_000, "-" + "9" * 4_000):
        for facts in ('"doublers": %s', '"pot": {"amount": %s, "pots": 1}', '"rounds": [%s]', '"picker": %s'):
            told = '{"kind": "picked", "picker": 0, "partners": [], "result": "won", %s}'
            told = told.replace('"picker": 0, ', "") if "picker" in facts else told
            line = '{"game": "sheepshead", "players": 5, "hand": %s}' % (told % (facts % number))
            assert "refused" in answer_line(line, 1), line[:200]
