"""What holds for every game of Schafkopf under every combination of house rules."""

from fractions import Fraction
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ledger.scoring import HandRefused, score
from ledger.scoring.mehrkopf import ALL_FACTS, MEHRKOPF
from ledger.scoring.mehrkopf.outcome import RESULTS
from ledger.scoring.mehrkopf.rules import MehrkopfRules
from ledger.scoring.option import options, read_rules
from ledger.scoring.scored import Scored
from tests.ledger.scoring import asking
from tests.ledger.scoring import mehrkopf_drawing as drawing
from tests.ledger.scoring.asking import JUNK, Case, attempt, is_friendly, rotated, turned
from tests.steady import drawn
from tests.words import text

QUICK = drawn(400)
NAMES = {option.name for option in options(MehrkopfRules)}


def hand(seed: int) -> Case:
    """House rules, the number of players, and a hand of any kind."""
    luck = Random(seed)
    kind = luck.choice([drawing.declared] * 3 + [drawing.ramsch, drawing.unplayed, drawing.counted])
    rules = drawing.house_rules(luck, count="tricks" if kind is drawing.counted else "units")
    players, told = kind(luck, rules)
    return rules, players, told


SEEDS = st.integers(0, 2**48)
HANDS = SEEDS.map(hand)
RULES = SEEDS.map(lambda seed: drawing.house_rules(Random(seed), count="units"))


def scored(case: Case) -> Scored | str:
    """The score, or the code of the refusal: a tie whose loser nobody named may be refused."""
    return asking.scored("mehrkopf", case, undecided="tie_loser")


@QUICK
@given(HANDS)
def test_a_game_is_exact_complete_and_zero_sum_with_its_pot(case: Case) -> None:
    found = scored(case)
    if isinstance(found, str):
        return
    assert all(type(point) is Fraction for point in (*found.points, found.pot_delta, found.factor))
    assert sum(found.points) + found.pot_delta == 0
    assert [sum(column) for column in zip(*(line.points for line in found.reasons), strict=True)] == list(
        found.points
    )
    assert len(found.points) == len(found.roles) == len(found.won) == case[1]
    if case[2]["kind"] == "played":
        for seat in case[2].get("sitting_out", ()):
            assert (found.points[seat], found.roles[seat], found.won[seat]) == (0, "out", None)
    for line in found.reasons:
        assert "{" not in text("mehrkopf", line, [f"player {seat}" for seat in line.seats])
        assert line.source.startswith("MK-")
        assert line.rule is None or line.rule in NAMES


@QUICK
@given(HANDS)
def test_the_pots_after_a_hand_are_those_that_hold_its_units(case: Case) -> None:
    found = scored(case)
    if isinstance(found, str):
        return
    rules, _, told = case
    kept = rules["stock"] is not None or rules["distribution"] == "whole_pot"
    left = found.carried_after.answer(len(found.points)).get("pots_after")
    assert (left is not None) == (kept or told["kind"] == "pot_divide")
    after = Fraction(told.get("pot", {"amount": 0})["amount"]) + found.pot_delta
    assert after >= 0
    assert (after > 0) == bool(left)
    assert left is None or found.carried_after.on_table.amount == after


@QUICK
@given(HANDS, st.integers(1, 6))
def test_a_game_does_not_depend_on_who_has_seat_one(case: Case, by: int) -> None:
    rules, players, told = case
    here, there = scored(case), scored((rules, players, rotated(told, players, by % players)))
    if isinstance(here, str) or isinstance(there, str):
        assert here == there
        return
    assert list(there.points) == turned(here.points, by % players)
    assert list(there.roles) == turned(here.roles, by % players)
    assert list(there.won) == turned(here.won, by % players)
    assert (there.pot_delta, there.carried_after, there.row) == (here.pot_delta, here.carried_after, here.row)
    assert here.next_dealer is None or there.next_dealer == (here.next_dealer + by) % players


@drawn(60)
@given(RULES, st.integers(2, 7))
def test_the_chart_says_what_the_score_does(rules: dict[str, Any], active: int) -> None:
    chart = MEHRKOPF.chart(read_rules(MehrkopfRules, rules), active)
    assert len(chart.rows) == (4 if rules["declarer_safe"] == "none" else 6)
    playing = min(active, 6)
    assert {count for _, count in chart.cells} == set(range(MEHRKOPF.most_partners(active) + 1))
    for (code, partners), cell in chart.cells.items():
        told = {
            "kind": "played",
            "contract": "rufspiel" if partners or playing == 2 else "solo",
            "declarer": 0,
            "partners": list(range(1, 1 + partners)),
            "result": code,
        }
        found = score("mehrkopf", playing, rules, told)
        assert (cell.picker, cell.opponent) == (found.points[0], found.points[-1])
        assert cell.partner == (found.points[1] if partners else 0)
        assert found.row == code


@drawn(150)
@given(RULES, st.integers(4, 6), st.integers(0, 120), st.booleans())
def test_points_and_their_row_are_the_same_game(
    rules: dict[str, Any], active: int, points: int, extreme: bool
) -> None:
    told = {"kind": "played", "contract": "rufspiel", "declarer": 2, "partners": [3]}
    total = 148 if active == 5 else 120
    tricks = {0: "none", total: "all"}.get(points, "some") if extreme else "some"
    counted = score("mehrkopf", active, rules, told | {"declarer_points": points, "declarer_tricks": tricks})
    assert counted.row is not None
    assert score("mehrkopf", active, rules, told | {"result": counted.row}).points == counted.points
    row = next(
        row
        for row in MEHRKOPF.chart(read_rules(MehrkopfRules, rules), active).rows
        if row.code == counted.row
    )
    if row.low is not None and row.high is not None:
        assert row.low <= points <= row.high
    for other in set(RESULTS) - {counted.row}:
        if RESULTS[other].won != RESULTS[counted.row].won:
            refused = attempt("mehrkopf", active, rules, told | {"declarer_points": points, "result": other})
            assert isinstance(refused, HandRefused)
            assert refused.code in ("result_contradicts", "tricks_contradict")


FACTS = st.sampled_from([*sorted(ALL_FACTS), "strange"])
KINDS = st.sampled_from(["played", "throw_in", "all_pass", "pot_divide", "sheet", "chess"])


@QUICK
@given(HANDS, st.dictionaries(FACTS, JUNK, max_size=3), st.one_of(st.none(), KINDS))
def test_junk_is_refused_and_never_breaks_the_engine(
    case: Case, junk: dict[str, Any], kind: str | None
) -> None:
    rules, players, told = case
    found = attempt("mehrkopf", players, rules, told | junk if kind is None else told | junk | {"kind": kind})
    if isinstance(found, Scored):
        assert sum(found.points) + found.pot_delta == 0
    else:
        assert is_friendly(found)


@drawn(100)
@given(JUNK, JUNK, JUNK)
def test_junk_for_players_rules_and_hand_is_refused(players: Any, rules: Any, told: Any) -> None:
    thrown = {"kind": "throw_in"}
    tried = [
        attempt("mehrkopf", players, {}, thrown),
        attempt("mehrkopf", 4, rules, thrown),
        attempt("mehrkopf", 4, {}, told),
    ]
    assert all(is_friendly(found) for found in tried if isinstance(found, HandRefused))
