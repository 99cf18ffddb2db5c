"""What holds for every hand of every game under every combination of house rules."""

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.scoring import GAMES, HandRefused, score
from ledger.scoring.mehrkopf import ALL_FACTS as MEHRKOPF_FACTS
from ledger.scoring.mehrkopf.outcome import RESULTS as MEHRKOPF_RESULTS
from ledger.scoring.mehrkopf.table import keeps_stock
from ledger.scoring.option import options, read_rules
from ledger.scoring.scored import Scored
from ledger.scoring.sheepshead import ALL_FACTS as SHEEPSHEAD_FACTS
from ledger.scoring.sheepshead import KINDS as SHEEPSHEAD_KINDS
from ledger.scoring.sheepshead.outcome import RESULTS as SHEEPSHEAD_RESULTS
from ledger.scoring.sheepshead.rules import CUSTOM
from tests.ledger.scoring import drawing, mehrkopf_drawing, small_drawing
from tests.ledger.scoring.asking import (
    BY_SEAT,
    JUNK,
    SEATS,
    attempt,
    by_place,
    is_friendly,
    rotated,
    seated_at,
    turned,
)
from tests.steady import drawn
from tests.words import text, why_not

Facts = dict[str, Any]
# A game, its house rules, the number of players, and a hand.
Case = tuple[str, Facts, int, Facts]

SEEDS = st.integers(0, 2**48)
QUICK = drawn(400)
UNDECIDED = ("tie_winner", "tie_loser")
SOURCES = {"sheepshead": "SH-", "mehrkopf": "MK-", "sheepshoof": "HF-", "southern_indiana": "SI-"}
RARER = (drawing.moster, drawing.schwanzer, drawing.mittler, drawing.schneidster)


def sheepshead(seed: int) -> Case:
    luck = Random(seed)
    kind = luck.choice([*[drawing.picked, drawing.leaster] * 3, drawing.renege, *RARER])
    unpicked = kind in (drawing.leaster, *RARER)
    rules = drawing.house_rules(luck, **({"no_picker": kind.__name__} if unpicked else {}))
    players, told = kind(luck, rules)
    if unpicked and luck.random() < 0.3:
        rules |= {"no_picker": "redeal", "no_picker_then": kind.__name__}
        told["passes"] = rules["no_picker_after"] + luck.randint(0, 2)
    return "sheepshead", rules, players, told


def mehrkopf(seed: int) -> Case:
    luck = Random(seed)
    of = mehrkopf_drawing
    kind = luck.choice([of.declared] * 3 + [of.ramsch, of.unplayed, of.counted])
    rules = of.house_rules(luck, count="tricks" if kind is of.counted else "units")
    return "mehrkopf", rules, *kind(luck, rules)


def small_game(seed: int) -> Case:
    game, rules, told = small_drawing.case(seed)
    return game, rules, small_drawing.PLAYERS[game], told


def small_game_of_many(seed: int) -> Case:
    """Return a hand of a small game at a larger table, told by its own places, out of which some sit out."""
    game, rules, players, told = small_game(seed)
    luck = Random(seed)
    many = players if told["kind"] == "settle" else luck.randint(players, 10)
    places = sorted(luck.sample(range(many), players))
    facts = seated_at(told, places, many) | {"sitting_out": [one for one in range(many) if one not in places]}
    running = {
        fact: by_place(told[fact], places, many, nothing=7) for fact in ("running", "race") if fact in told
    }
    return game, rules, many, facts | running


DRAW = {
    "sheepshead": sheepshead,
    "mehrkopf": mehrkopf,
    "small games": small_game,
    "small games of many": small_game_of_many,
}
of_each_game = pytest.mark.parametrize("draw", DRAW.values(), ids=DRAW)
Draw = Callable[[int], Case]


def scored(case: Case) -> Scored | str:
    """Return the score, or the code of the one refusal that a drawn hand may meet: a tie nobody decided."""
    game, rules, players, told = case
    found = attempt(game, players, rules, told)
    if isinstance(found, Scored):
        return found
    assert found.code in UNDECIDED, why_not(found)
    return found.code


@of_each_game
@QUICK
@given(SEEDS)
def test_hand_is_exact_complete_and_zero_sum_with_its_pot(draw: Draw, seed: int) -> None:
    game, _, players, told = case = draw(seed)
    found = scored(case)
    if isinstance(found, str):
        return
    assert all(type(point) is Fraction for point in (*found.points, found.pot_delta, found.factor))
    assert sum(found.points) + found.pot_delta == 0
    columns = zip(*(line.points for line in found.reasons), strict=True)
    assert [sum(column) for column in columns] == list(found.points)
    assert len(found.points) == len(found.roles) == len(found.won) == players
    if any(found.roles):
        for seat in told.get("sitting_out", ()):
            assert (found.points[seat], found.roles[seat], found.won[seat]) == (0, "out", None)
    names = {option.name for option in options(GAMES[game].rules)}
    for line in found.reasons:
        assert "{" not in text(game, line, [f"player {seat}" for seat in line.seats])
        assert line.source.startswith(SOURCES[game]) or (game, line.source) == ("sheepshead", CUSTOM)
        assert line.rule is None or line.rule in names


@QUICK
@given(SEEDS.map(mehrkopf))
def test_pots_after_a_hand_hold_its_units(case: Case) -> None:
    found = scored(case)
    if isinstance(found, str):
        return
    _, rules, _, told = case
    kept = keeps_stock(mehrkopf_drawing.read(rules))
    left = found.carried_after.answer(len(found.points)).get("pots_after")
    assert (left is not None) == (kept or told["kind"] == "pot_divide")
    after = Fraction(told.get("pot", {"amount": 0})["amount"]) + found.pot_delta
    assert after >= 0
    assert (after > 0) == bool(left)
    assert left is None or found.carried_after.on_table.amount == after


@of_each_game
@QUICK
@given(SEEDS, st.integers(1, 9))
def test_hand_does_not_depend_on_who_has_seat_one(draw: Draw, seed: int, by: int) -> None:
    game, rules, players, told = draw(seed)
    here = scored((game, rules, players, told))
    there = scored((game, rules, players, rotated(told, players, by % players)))
    if isinstance(here, str) or isinstance(there, str):
        assert here == there
        return
    for seats_here, seats_there in (
        (here.points, there.points),
        (here.roles, there.roles),
        (here.won, there.won),
        *zip(races(here), races(there), strict=True),
    ):
        assert list(seats_there) == turned(seats_here, by % players)
    assert (there.pot_delta, there.row) == (here.pot_delta, here.row)
    if not races(here):
        assert there.carried_after == here.carried_after
    assert here.next_dealer is None or there.next_dealer == (here.next_dealer + by) % players


def races(scored: Scored) -> list[Any]:
    """Return what a hand brings everybody in a race, by seat; nothing in a game without one."""
    race = scored.carried_after.answer(len(scored.points)).get("race")
    return [race] if race else []


def picked(game: str, rules: Facts, active: int, code: str, partners: int) -> Facts:
    """Return a hand with this result, a picker in seat 0 and the partners after."""
    told: Facts = {"partners": list(range(1, 1 + partners)), "result": code}
    if game == "southern_indiana":
        return {"kind": "call", "caller": 0, "partner": 1, "result": code}
    if game == "mehrkopf":
        contract = "rufspiel" if partners or active == 2 else "solo"
        return told | {"kind": "played", "contract": contract, "declarer": 0}
    if rules.get("alone") == "holding" and rules["partner"] != "nobody" and not partners:
        told["holds_partner"] = True
    return told | {"kind": "picked", "picker": 0}


@pytest.mark.parametrize(
    ("game", "active"),
    [
        *(("sheepshead", active) for active in range(3, 9)),
        *(("mehrkopf", active) for active in range(2, 8)),
        ("sheepshoof", 3),
        ("southern_indiana", 4),
    ],
)
@drawn(12)
@given(SEEDS)
def test_chart_says_what_the_score_does(game: str, active: int, seed: int) -> None:
    luck = Random(seed)
    if game == "sheepshead":
        rules = drawing.house_rules(luck, dealer_sits_out=False)
        rows = 6 if rules["trick_rows"] else 4
    elif game == "mehrkopf":
        rules = mehrkopf_drawing.house_rules(luck, count="units")
        rows = 4 if rules["declarer_safe"] == "none" else 6
    else:
        rules = {"bump": luck.random() < 0.5} if game == "sheepshoof" else {}
        rows = 2 if game == "sheepshoof" else 6
    chart = GAMES[game].chart(read_rules(GAMES[game].rules, rules), active)
    assert len(chart.rows) == rows
    playing = min(active, 6) if game == "mehrkopf" else active
    if game != "southern_indiana":
        assert {count for _, count in chart.cells} == set(range(GAMES[game].most_partners(active) + 1))
    for (code, partners), cell in chart.cells.items():
        found = score(game, playing, rules, picked(game, rules, playing, code, partners))
        assert (cell.picker, cell.opponent, found.row) == (found.points[0], found.points[-1], code)
        assert cell.partner == (found.points[1] if partners else 0)


@drawn(100)
@given(SEEDS, st.integers(0, 120), st.booleans())
def test_points_and_their_row_are_the_same_hand(seed: int, points: int, extreme: bool) -> None:
    rules = drawing.house_rules(Random(seed), dealer_sits_out=False)
    tricks = {0: "none", 120: "all"}.get(points, "some") if extreme else "some"
    told = {"kind": "picked", "picker": 2, "partners": [4]}
    by_points = told | {"side_points": points, "side_tricks": tricks}
    counted = score("sheepshead", 5, rules, by_points)
    for facts in (told, by_points):
        assert score("sheepshead", 5, rules, facts | {"result": counted.row}).points == counted.points
    for other in set(SHEEPSHEAD_RESULTS) - {counted.row}:
        refused = attempt("sheepshead", 5, rules, by_points | {"result": other})
        assert isinstance(refused, HandRefused)
        assert refused.code == "result_contradicts"


@drawn(150)
@given(SEEDS, st.integers(4, 6), st.integers(0, 120), st.booleans())
def test_points_and_their_row_are_the_same_game_of_schafkopf(
    seed: int, active: int, points: int, extreme: bool
) -> None:
    rules = mehrkopf_drawing.house_rules(Random(seed), count="units")
    told = {"kind": "played", "contract": "rufspiel", "declarer": 2, "partners": [3]}
    total = 148 if active == 5 else 120
    tricks = {0: "none", total: "all"}.get(points, "some") if extreme else "some"
    counted = score("mehrkopf", active, rules, told | {"declarer_points": points, "declarer_tricks": tricks})
    assert counted.row is not None
    assert score("mehrkopf", active, rules, told | {"result": counted.row}).points == counted.points
    chart = GAMES["mehrkopf"].chart(mehrkopf_drawing.read(rules), active)
    row = next(row for row in chart.rows if row.code == counted.row)
    if row.low is not None and row.high is not None:
        assert row.low <= points <= row.high
    for other, result in MEHRKOPF_RESULTS.items():
        if result.won != MEHRKOPF_RESULTS[counted.row].won:
            refused = attempt("mehrkopf", active, rules, told | {"declarer_points": points, "result": other})
            assert isinstance(refused, HandRefused)
            assert refused.code in ("result_contradicts", "tricks_contradict")


SMALL_FACTS = [*SEATS, *BY_SEAT, "winners", "won_with", "blind", "level", "won", "result", "partners", "pot"]
SMALL_FACTS += ["side_points", "side_tricks", "doublers", "sitting_out", "previous"]
FACTS = {
    "sheepshead": [*sorted(SHEEPSHEAD_FACTS), *SHEEPSHEAD_KINDS],
    "mehrkopf": sorted(MEHRKOPF_FACTS),
    "sheepshoof": SMALL_FACTS,
    "southern_indiana": SMALL_FACTS,
}
KINDS = [*sorted(SHEEPSHEAD_KINDS), "played", "throw_in", "all_pass", "pot_divide", "sheet", "chess"]


@of_each_game
@drawn(300)
@given(SEEDS, st.data())
def test_junk_is_refused_and_never_breaks_the_engine(draw: Draw, seed: int, data: st.DataObject) -> None:
    game, rules, players, told = draw(seed)
    junk = data.draw(st.dictionaries(st.sampled_from([*FACTS[game], "strange", "kind"]), JUNK, max_size=3))
    kind = data.draw(st.one_of(st.none(), st.sampled_from(KINDS)))
    hands = [(players, told | junk | ({"kind": kind} if kind else {})), (players, junk)]
    hands.append((data.draw(st.one_of(st.integers(2, 5), JUNK)), told))
    for seats, hand in hands:
        found = attempt(game, seats, rules, hand)
        if isinstance(found, Scored):
            assert sum(found.points) + found.pot_delta == 0
        else:
            assert is_friendly(found)


@pytest.mark.parametrize(
    ("game", "kind"), [("sheepshead", "bad_hand"), ("mehrkopf", "throw_in"), ("sheepshoof", "throw_in")]
)
@drawn(70)
@given(JUNK, JUNK, JUNK)
def test_junk_for_players_rules_and_hand_is_refused(
    game: str, kind: str, players: Any, rules: Any, told: Any
) -> None:
    tried = (
        attempt(game, players, {}, {"kind": kind}),
        attempt(game, 4, rules, {"kind": kind}),
        attempt(game, 4, {}, told),
    )
    assert all(is_friendly(found) for found in tried if isinstance(found, HandRefused))
