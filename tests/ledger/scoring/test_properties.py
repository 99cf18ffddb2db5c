"""What holds for every hand under every combination of house rules."""

from fractions import Fraction
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ledger.scoring import HandRefused, score
from ledger.scoring.option import read_rules
from ledger.scoring.scored import Scored
from ledger.scoring.sheepshead import ALL_FACTS, SHEEPSHEAD
from ledger.scoring.sheepshead import KINDS as KINDS_HERE
from ledger.scoring.sheepshead.outcome import RESULTS
from ledger.scoring.sheepshead.rules import CUSTOM, SheepsheadRules
from ledger.scoring.sheepshead.table import most_partners
from tests.ledger.scoring import asking, drawing
from tests.ledger.scoring.asking import JUNK, Case, attempt, is_friendly, rotated, turned
from tests.steady import drawn
from tests.words import text

QUICK = drawn(500)


RARER = (drawing.moster, drawing.schwanzer, drawing.mittler, drawing.schneidster)


def hand(seed: int) -> Case:
    """House rules, the number of players, and a hand of any kind that is played."""
    luck = Random(seed)
    kind = luck.choice([*[drawing.picked, drawing.leaster] * 3, drawing.renege, *RARER])
    unpicked = kind in (drawing.leaster, *RARER)
    rules = drawing.house_rules(luck, **({"no_picker": kind.__name__} if unpicked else {}))
    players, told = kind(luck, rules)
    if unpicked and luck.random() < 0.3:
        rules |= {"no_picker": "redeal", "no_picker_then": kind.__name__}
        told["passes"] = rules["no_picker_after"] + luck.randint(0, 2)
    return rules, players, told


def rule_set(seed: int) -> dict[str, Any]:
    """House rules under which nobody need sit out."""
    return drawing.house_rules(Random(seed), dealer_sits_out=False)


SEEDS = st.integers(0, 2**48)
HANDS = SEEDS.map(hand)
RULES = SEEDS.map(rule_set)


def scored(case: Case) -> Scored | str:
    """The score, or the code of the refusal: a tie whose winner nobody named may be refused."""
    return asking.scored("sheepshead", case, undecided="tie_winner")


@QUICK
@given(HANDS)
def test_a_hand_is_exact_complete_and_zero_sum_with_its_pot(case: Case) -> None:
    found = scored(case)
    if isinstance(found, str):
        return
    assert all(type(point) is Fraction for point in (*found.points, found.pot_delta, found.factor))
    assert sum(found.points) + found.pot_delta == 0
    assert [sum(column) for column in zip(*(line.points for line in found.reasons), strict=True)] == list(
        found.points
    )
    assert len(found.points) == len(found.roles) == len(found.won) == case[1]
    for seat in case[2].get("sitting_out", ()):
        assert (found.points[seat], found.roles[seat], found.won[seat]) == (0, "out", None)
    for line in found.reasons:
        assert "{" not in text("sheepshead", line, [f"player {seat}" for seat in line.seats])
        assert line.source.startswith("SH-") or line.source == CUSTOM


@QUICK
@given(HANDS, st.integers(1, 9))
def test_a_hand_does_not_depend_on_who_has_seat_one(case: Case, by: int) -> None:
    rules, players, told = case
    here, there = scored(case), scored((rules, players, rotated(told, players, by % players)))
    if isinstance(here, str) or isinstance(there, str):
        assert here == there
        return
    assert list(there.points) == turned(here.points, by % players)
    assert list(there.roles) == turned(here.roles, by % players)
    assert list(there.won) == turned(here.won, by % players)
    assert (there.pot_delta, there.carried_after) == (here.pot_delta, here.carried_after)
    assert here.next_dealer is None or there.next_dealer == (here.next_dealer + by) % players


@drawn(60)
@given(RULES, st.integers(3, 8))
def test_the_chart_says_what_the_score_does(rules: dict[str, Any], active: int) -> None:
    chart = SHEEPSHEAD.chart(read_rules(SheepsheadRules, rules), active)
    assert len(chart.rows) == (6 if rules["trick_rows"] else 4)
    for row in chart.rows:
        for partners in range(most_partners(active) + 1):
            told = {
                "kind": "picked",
                "picker": 0,
                "partners": list(range(1, 1 + partners)),
                "result": row.code,
            }
            if rules["alone"] == "holding" and rules["partner"] != "nobody" and not partners:
                told["holds_partner"] = True
            points = score("sheepshead", active, rules, told).points
            cell = chart.cells[row.code, partners]
            assert (cell.picker, cell.opponent) == (points[0], points[-1])
            assert cell.partner == (points[1] if partners else 0)


@drawn(100)
@given(RULES, st.integers(0, 120), st.booleans())
def test_points_and_their_row_are_the_same_hand(rules: dict[str, Any], points: int, extreme: bool) -> None:
    told = {"kind": "picked", "picker": 2, "partners": [4], "side_points": points}
    told["side_tricks"] = {0: "none", 120: "all"}.get(points, "some") if extreme else "some"
    counted = score("sheepshead", 5, rules, told)
    named = score(
        "sheepshead", 5, rules, {"kind": "picked", "picker": 2, "partners": [4], "result": counted.row}
    )
    assert counted.points == named.points
    both = score("sheepshead", 5, rules, told | {"result": counted.row})
    assert both.points == counted.points
    for other in set(RESULTS) - {counted.row}:
        refused = attempt("sheepshead", 5, rules, told | {"result": other})
        assert isinstance(refused, HandRefused)
        assert refused.code == "result_contradicts"


FACTS = sorted(ALL_FACTS | {"strange"})
KINDS = st.sampled_from([*sorted(KINDS_HERE), "sheet", "chess"])


@drawn(500)
@given(HANDS, st.dictionaries(st.sampled_from(FACTS), JUNK, max_size=3), st.one_of(st.none(), KINDS))
def test_junk_is_refused_and_never_breaks_the_engine(
    case: Case, junk: dict[str, Any], kind: str | None
) -> None:
    rules, players, told = case
    found = attempt(
        "sheepshead", players, rules, told | junk if kind is None else told | junk | {"kind": kind}
    )
    if isinstance(found, Scored):
        assert sum(found.points) + found.pot_delta == 0
    else:
        assert is_friendly(found)


@drawn(100)
@given(JUNK, JUNK, JUNK)
def test_junk_for_players_rules_and_hand_is_refused(players: Any, rules: Any, told: Any) -> None:
    tried = [
        attempt("sheepshead", players, {}, {"kind": "bad_hand"}),
        attempt("sheepshead", 5, rules, {"kind": "bad_hand"}),
        attempt("sheepshead", 5, {}, told),
    ]
    assert all(is_friendly(found) for found in tried if isinstance(found, HandRefused))
