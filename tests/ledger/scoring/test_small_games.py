"""What holds for every hand of Sheepshoof and the southern Indiana game, and what their receipts say."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.scoring import GAMES, HandRefused, score
from ledger.scoring.option import differing, options, read_rules
from ledger.scoring.scored import Scored
from tests.ledger.scoring.asking import BY_SEAT, JUNK, SEATS, attempt, is_friendly, rotated, turned
from tests.ledger.scoring.small_drawing import PLAYERS, Case, case
from tests.steady import drawn
from tests.words import detail, text

IDS = {"sheepshoof": "HF-", "southern_indiana": "SI-"}
QUICK = drawn(300)


CASES = st.integers(0, 2**48).map(case)


@QUICK
@given(CASES)
def test_a_hand_is_exact_and_zero_sum_and_its_reasons_add_up(drawn: Case) -> None:
    game, rules, told = drawn
    found = score(game, PLAYERS[game], rules, told)
    assert all(type(point) is Fraction for point in (*found.points, found.pot_delta))
    assert sum(found.points) == 0
    assert found.pot_delta == 0
    columns = zip(*(line.points for line in found.reasons), strict=True)
    assert [sum(column) for column in columns] == list(found.points)
    assert len(found.points) == len(found.roles) == len(found.won) == PLAYERS[game]
    for line in found.reasons:
        assert "{" not in text(game, line, [f"player {seat}" for seat in line.seats])
        assert line.source.startswith(IDS[game])
        assert line.rule is None or line.rule in {option.name for option in options(GAMES[game].rules)}


@QUICK
@given(CASES)
def test_every_seat_is_worth_the_same(drawn: Case) -> None:
    game, rules, told = drawn
    here = score(game, PLAYERS[game], rules, told)
    there = score(game, PLAYERS[game], rules, rotated(told, PLAYERS[game], 1))
    assert list(there.points) == turned(here.points, 1)
    assert list(there.roles) == turned(here.roles, 1)
    assert list(there.won) == turned(here.won, 1)
    assert brought(there) == turned(brought(here), 1)
    assert here.next_dealer is None or there.next_dealer == (here.next_dealer + 1) % PLAYERS[game]


def brought(scored: Scored) -> list[Any]:
    """What a hand brings everybody in the race, by seat."""
    found: list[Any] = scored.carried_after.answer(len(scored.points)).get("race", [])
    return found


FACTS = [*SEATS, *BY_SEAT, "winners", "won_with", "blind", "level", "won", "result", "partners", "pot"]
FACTS += ["side_points", "side_tricks", "doublers", "sitting_out", "previous", "strange", "kind"]


@QUICK
@given(CASES, st.dictionaries(st.sampled_from(FACTS), JUNK, max_size=3), st.one_of(st.integers(2, 5), JUNK))
def test_junk_is_refused_and_never_breaks_the_engine(drawn: Case, junk: dict[str, Any], players: Any) -> None:
    game, rules, told = drawn
    for seats, hand in ((PLAYERS[game], told | junk), (players, told), (PLAYERS[game], junk)):
        found = attempt(game, seats, rules, hand)
        if isinstance(found, HandRefused):
            assert is_friendly(found)
        else:
            assert sum(found.points) == 0


def told(game: str, rules: dict[str, Any], **facts: Any) -> Any:
    return score(game, PLAYERS[game], rules, facts)


def refused(game: str, rules: dict[str, Any], **facts: Any) -> str:
    with pytest.raises(HandRefused) as found:
        told(game, rules, **facts)
    return found.value.code


@pytest.mark.parametrize("game", PLAYERS)
def test_every_house_rule_and_preset_has_its_words(game: str) -> None:
    for option in options(GAMES[game].rules):
        assert option.label[0].isupper()
        assert option.help.endswith(".")
        assert option.source.startswith(IDS[game])
        assert option.section
        assert option.read(option.default) == option.default
    for preset in GAMES[game].presets:
        assert preset.help.endswith(".")
        assert differing(read_rules(GAMES[game].rules, preset.values)) == preset.values


def test_the_charts_say_what_the_score_does() -> None:
    for bump in (False, True):
        rules = {"bump": bump}
        chart = GAMES["sheepshoof"].chart(read_rules(GAMES["sheepshoof"].rules, rules), 3)
        for row in chart.rows:
            cell = chart.cells[row.code, 0]
            points = told("sheepshoof", rules, kind="picked", picker=0, result=row.code).points
            assert (cell.picker, cell.opponent) == points[:2]
    chart = GAMES["southern_indiana"].chart(read_rules(GAMES["southern_indiana"].rules, {}), 4)
    assert len(chart.rows) == 6
    for row in chart.rows:
        cell = chart.cells[row.code, 1]
        points = told("southern_indiana", {}, kind="call", caller=0, partner=1, result=row.code).points
        assert (cell.picker, cell.partner, cell.opponent) == points[:3]


def test_eighteen_is_a_tie_and_the_opponents_win_ties() -> None:
    found = told("sheepshoof", {"bump": True}, kind="picked", picker=1, side_points=18, dealer=2)
    assert [(text("sheepshoof", line), list(line.points)) for line in found.reasons] == [
        ("Lost", [1, -2, 1]),
        ("Double on the bump", [1, -2, 1]),
    ]
    assert detail("sheepshoof", found.reasons[0]) == "18 is a tie, and the opponents win ties"
    assert found.roles == ("opponent", "picker", "opponent")
    assert (found.won, found.row, found.next_dealer) == ((True, False, True), "lost", 0)


def test_a_fewster_can_be_told_by_its_winner() -> None:
    found = told("sheepshoof", {}, kind="fewster", winner=2, dealer=0)
    assert found.points == (-1, -1, 2)
    assert text("sheepshoof", found.reasons[0], ["Ann"]) == "Fewster won by Ann"
    assert (found.roles, found.won) == (("leaster",) * 3, (False, False, True))
    six = told("sheepshoof", {"fewster_all_tricks": 6}, kind="fewster", winner=2, won_with="all_tricks")
    assert six.points == (-3, -3, 6)


def test_a_tie_in_a_fewster_needs_the_scores_before_it() -> None:
    assert refused("sheepshoof", {}, kind="fewster", winners=[0, 2]) == "running_missing"
    found = told("sheepshoof", {}, kind="fewster", winners=[0, 2], running=["5", "-8", "3"])
    assert (found.points, found.won) == ((0, -1, 1), (None, False, True))
    assert found.reasons[0].seats == (2, 0)
    assert told("sheepshoof", {"fewster_tie": "split"}, kind="fewster", winners=[0, 2]).points[1] == -1


def test_a_three_way_tie_shares_the_places_of_equal_scores() -> None:
    rules = {"fewster_three_way": "by_running"}
    facts: dict[str, Any] = {"kind": "fewster", "winners": [0, 1, 2], "running": [-3, -3, 6]}
    assert told("sheepshoof", rules, **facts).points == (Fraction(1, 2), Fraction(1, 2), -1)
    assert set(told("sheepshoof", rules | {"fewster_running_tie": "push"}, **facts).points) == {0}


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"kind": "picked", "picker": 0}, "result_missing"),
        ({"kind": "picked", "picker": 0, "side_points": 18, "result": "won"}, "result_contradicts"),
        ({"kind": "picked", "picker": 0, "result": "won", "partners": [1]}, "no_partner"),
        ({"kind": "picked", "picker": 3, "result": "won"}, "no_such_seat"),
        ({"kind": "picked", "picker": 0, "result": "won", "sitting_out": [2]}, "sitters"),
        ({"kind": "picked", "picker": 0, "result": "won", "doublers": 1}, "not_kept_here"),
        ({"kind": "fewster", "points": [36, 0, 0], "tricks": [5, 1, 1]}, "tricks_sum"),
        ({"kind": "fewster", "points": [26, 0, 0], "tricks": [5, 1, 0]}, "points_sum"),
        ({"kind": "fewster", "points": [30, 0, 6], "tricks": [5, 1, 0]}, "points_without_trick"),
        (
            {"kind": "fewster", "points": [27, 0, 0], "tricks": [5, 1, 0], "blind": [{"points": 11}]},
            "out_of_range",
        ),
        (
            {"kind": "fewster", "points": [27, 0, 0], "tricks": [5, 1, 0], "blind": [{"points": 9, "to": 2}]},
            "blind",
        ),
        ({"kind": "fewster", "winner": 0, "points": [12, 12, 12]}, "told_twice"),
        ({"kind": "fewster", "winner": 0, "winners": [1]}, "winners_contradict"),
        ({"kind": "fewster", "winners": []}, "winners_contradict"),
        ({"kind": "fewster", "winner": 0, "won_with": "no_trick"}, "won_with"),
        ({"kind": "fewster", "won_with": "points"}, "winners_missing"),
        ({"kind": "throw_in", "picker": 1}, "fact_not_here"),
        ({"kind": "leaster"}, "unknown_kind"),
    ],
)
def test_what_sheepshoof_refuses(facts: dict[str, Any], code: str) -> None:
    assert refused("sheepshoof", {}, **facts) == code


def test_the_same_player_deals_again_after_a_throw_in() -> None:
    assert told("sheepshoof", {}, kind="throw_in", dealer=1).next_dealer == 1
    assert told("sheepshoof", {}, kind="out_of_turn", dealer=1).next_dealer == 1


def test_the_race_stands_beside_the_points() -> None:
    found = told("southern_indiana", {}, kind="call", caller=1, partner=3, side_points=95, dealer=3)
    assert (found.points, brought(found), found.next_dealer) == ((-4, 4, -4, 4), [0, 4, 0, 4], 0)
    assert text("southern_indiana", found.reasons[0]) == "Call at 4 won"
    assert detail("southern_indiana", found.reasons[0]) == "95 of 120 points"
    assert found.roles == ("opponent", "picker", "opponent", "partner")
    later = told("southern_indiana", {"ledger": "at_end"}, kind="solo", soloist=1, won=True)
    assert (set(later.points), brought(later)) == ({0}, [0, 18, 0, 0])
    assert later.reasons[0].rule == "ledger"


def test_a_best_may_be_worth_a_fraction_for_each() -> None:
    found = told("southern_indiana", {"best_points": 20}, kind="best", soloist=0, won=True)
    assert found.points == (20, Fraction(-20, 3), Fraction(-20, 3), Fraction(-20, 3))


def test_winners_of_a_race_share_what_the_others_pay() -> None:
    rules = {"race_settle": "stake"}
    assert told("southern_indiana", rules, kind="settle", race=[24, 24, 0, 0]).points == (1, 1, -1, -1)
    assert told("southern_indiana", rules, kind="settle", race=["game", 4, 0, 0]).points == (3, -1, -1, -1)
    assert set(told("southern_indiana", rules, kind="settle", race=[24] * 4).points) == {0}


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"kind": "call", "caller": 0, "partner": 0, "level": 2, "won": True}, "own_partner"),
        ({"kind": "call", "caller": 0, "level": 2, "won": True}, "seat_missing"),
        ({"kind": "call", "caller": 0, "partner": 1, "level": 3, "won": True}, "bad_level"),
        ({"kind": "call", "caller": 0, "partner": 1, "level": 2}, "result_missing"),
        ({"kind": "call", "caller": 0, "partner": 1, "won": True}, "result_missing"),
        ({"kind": "call", "caller": 0, "partner": 1, "level": 2, "side_points": 95}, "result_contradicts"),
        ({"kind": "call", "caller": 0, "partner": 1, "won": True, "side_points": 60}, "result_contradicts"),
        (
            {"kind": "call", "caller": 0, "partner": 1, "side_points": 95, "side_tricks": "all"},
            "tricks_contradict",
        ),
        (
            {"kind": "call", "caller": 0, "partner": 1, "level": 6, "won": True, "side_tricks": "all"},
            "points_missing",
        ),
        ({"kind": "solo", "soloist": 0}, "result_missing"),
        ({"kind": "settle", "race": [24, 0, 0]}, "wrong_length"),
        ({"kind": "settle", "race": [24, 0, 0, -2]}, "out_of_range"),
        ({"kind": "settle", "race": [23, 0, 5, 1]}, "race_goes_on"),
        ({"kind": "pass", "sitting_out": [0]}, "sitters"),
    ],
)
def test_what_southern_indiana_refuses(facts: dict[str, Any], code: str) -> None:
    assert refused("southern_indiana", {}, **facts) == code


@pytest.mark.parametrize(
    ("game", "hand"),
    [
        ("sheepshoof", {"kind": "picked", "picker": 0, "result": "won"}),
        ("southern_indiana", {"kind": "solo", "soloist": 0, "won": True}),
    ],
)
def test_a_sheet_takes_a_hand(game: str, hand: dict[str, Any]) -> None:
    found = told(game, {"stake": 5}, kind="sheet", previous=["1/2"] * PLAYERS[game], result=hand)
    gained = score(game, PLAYERS[game], {}, hand).points
    assert found.totals == tuple(point + Fraction(1, 2) for point in gained)
    assert found.money == tuple(total * 5 for total in found.totals)


def test_a_fewster_on_a_sheet_knows_the_scores_before_it() -> None:
    tie = {"kind": "fewster", "winners": [0, 1]}
    found = told("sheepshoof", {}, kind="sheet", previous=["3", "-5", "2"], result=tie)
    assert found.points == (0, 1, -1)
    assert found.totals == (3, -4, 1)


def test_who_reneges_in_sheepshoof_has_lost_and_the_others_have_won() -> None:
    found = score("sheepshoof", 3, {}, {"kind": "renege", "offender": 1})
    assert list(found.points) == [1, -2, 1]
    assert found.won == (True, False, True)


PUSH = {"fewster_trickless": "push"}


def test_a_fewster_told_by_its_winner_says_how_it_was_won() -> None:
    rules = {"fewster_all_tricks": 6}
    found = score("sheepshoof", 3, rules, {"kind": "fewster", "winner": 2, "won_with": "all_tricks"})
    assert list(found.points) == [-3, -3, 6]
    assert (found.reasons[0].why[0].code, found.reasons[0].why[0].case) == ("why", "all_tricks")
    with pytest.raises(HandRefused) as refused:
        score("sheepshoof", 3, PUSH, {"kind": "fewster", "winner": 2, "won_with": "all_tricks"})
    assert (refused.value.code, refused.value.case, refused.value.fact) == ("won_with", "nothing", "won_with")


@pytest.mark.parametrize("kind", ["solo", "billy", "best"])
def test_the_deal_moves_on_after_a_hand_alone(kind: str) -> None:
    found = score("southern_indiana", 4, {}, {"kind": kind, "soloist": 1, "won": True, "dealer": 3})
    assert found.next_dealer == 0
    assert found.won == (False, True, False, False)


@pytest.mark.parametrize(
    ("race", "won"),
    [
        ([24, 10, 18, 8], (True, False, False, False)),
        ([24, 30, 0, 30], (False, True, False, True)),
        (["game", 4, 0, 0], (True, False, False, False)),
    ],
)
@pytest.mark.parametrize("settle", ["difference", "stake"])
def test_a_race_is_won_by_those_furthest_once_somebody_is_at_its_end(
    settle: str, race: list[Any], won: tuple[bool | None, ...]
) -> None:
    assert told("southern_indiana", {"race_settle": settle}, kind="settle", race=race).won == won


def test_race_that_an_older_reading_settled_before_its_end_keeps_its_score() -> None:
    race = [23, 10, 0, 0]
    with pytest.raises(HandRefused, match="race_goes_on"):
        told("southern_indiana", {}, kind="settle", race=race)
    found = told("southern_indiana", {}, kind="settle", race=race, edition=1)
    assert (found.won, found.points[0]) == ((None,) * 4, 4 * 23 - 33)
