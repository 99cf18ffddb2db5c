"""A single pot is whole points: what does not divide stays lying, and a night with any pot goes on."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from ledger.book.folding import fold
from ledger.book.sheet import Line, ScoreSheet
from ledger.models import to_parts
from ledger.scoring import GAMES, HandRefused, score

RULES = {"pot": "leaster", "pot_take": "one"}


def opened(seats: int, **rules: Any) -> list[Line]:
    """Open a night of Sheepshead at which so many sit and play; players are 1, 2, 3, …"""
    in_force = {"version": 1, "game": "sheepshead", "options": RULES | rules}
    facts = {"seats": list(range(1, seats + 1)), "dealer": 1, "plays": seats, "stake_cents": 10}
    return [Line(number=1, kind="opened", facts={**facts, "rules": in_force})]


def told(lines: list[Line], edition: int | None = None, rules: int = 1, **facts: Any) -> ScoreSheet:
    """Tell one hand more of all seats; without an edition, as it was told before there were any."""
    newer = {} if edition is None else {"edition": edition}
    said = {"seats": list(fold(lines).seating.seats), "told": facts, "rules": rules, **newer}
    lines.append(Line(number=len(lines) + 1, kind="hand", facts=said))
    return fold(lines)


def leaster(lines: list[Line], winner: int) -> None:
    told(lines, 2, kind="leaster", winners=[winner])


def picked(lines: list[Line], result: str, edition: int | None = 2) -> ScoreSheet:
    return told(lines, edition, kind="picked", picker=0, partners=[1], result=result)


def holds(sheet: ScoreSheet) -> bool:
    for points in (*sheet.totals.values(), *(one for row in sheet.rows for one in row.points.values())):
        to_parts(points)
    return sum(sheet.totals.values()) + sheet.pot_points == 0


def test_single_pot_of_unequal_pots_is_whole_points_and_the_rest_stays() -> None:
    lines = opened(5, pot_ante="everyone")
    leaster(lines, 0)
    lines.append(Line(number=len(lines) + 1, kind="left", facts={"player": 5}))
    leaster(lines, 0)
    leaster(lines, 0)
    assert fold(lines).carried.on_table.amount == 5 + 4 + 4
    sheet = picked(lines, "won")
    scored = sheet.rows[-1].scored
    assert scored is not None
    assert (scored.pot_delta, scored.reasons[-1].why[0].case) == (Fraction(-4), "one_pot_whole")
    assert (sheet.carried.on_table.amount, sheet.carried.on_table.pots) == (9, 2)
    assert holds(sheet)


@pytest.mark.parametrize("edition", [None, 2])
@pytest.mark.parametrize("share", ["one_per_pot", "even_odd_picker", "as_points"])
@pytest.mark.parametrize("miss", ["one", "double"])
def test_a_night_of_single_pots_never_ends_in_what_cannot_be_written(
    edition: int | None, share: str, miss: str
) -> None:
    luck = Random(4)
    lines = opened(7, pot_share=share, pot_miss=miss, pot_ante="everyone")
    for player in (7, 6, 5):
        for _ in range(9):
            if luck.random() < 0.7:
                leaster(lines, luck.randrange(3))
            assert holds(picked(lines, luck.choice(("won", "won", "lost")), edition))
        leaster(lines, 0)
        lines.append(Line(number=len(lines) + 1, kind="left", facts={"player": player}))
    assert holds(told(lines, edition, kind="pot_divide"))
    assert fold(lines).pot_points == 0


@pytest.mark.parametrize(("game", "rules"), [("sheepshead", {"pot": "leaster"}), ("mehrkopf", {"stock": 10})])
def test_a_pot_missed_as_often_as_you_like_can_still_be_played_for(game: str, rules: dict[str, Any]) -> None:
    lost = {"kind": "picked", "picker": 0, "partners": [1], "result": "lost"}
    if game == "mehrkopf":
        lost = {"kind": "played", "contract": "rufspiel", "declarer": 0, "partners": [1], "result": "lost"}
    pot: dict[str, Any] = {"amount": "4", "pots": 1}
    for _ in range(45):
        found = score(game, 4, rules, {**lost, "pot": pot})
        assert sum(found.points) + found.pot_delta == 0
        left = found.carried_after.on_table
        pot = {"amount": str(left.amount), "pots": left.pots}
    assert found.pot_delta == 0
    assert left.pots == 2**20
    assert score(game, 4, rules, {**lost, "result": "won", "pot": pot}).pot_delta == -left.amount


def test_hands_told_before_keep_the_fractions_that_they_were_told_with() -> None:
    lines = opened(4, pot_ante="everyone")
    leaster(lines, 0)
    lines.append(Line(number=3, kind="joined", facts={"player": 5, "after": 4}))
    told(lines, 2, kind="newcomer", newcomer=4)
    leaster(lines, 0)
    leaster(lines, 0)
    before = fold(lines).carried.on_table
    assert (before.amount, before.pots) == (15, 3)
    lines.append(Line(number=len(lines) + 1, kind="left", facts={"player": 5}))
    leaster(lines, 0)
    assert fold(lines).carried.on_table.amount == 19
    for edition, taken in ((None, Fraction(-19, 4)), (2, -4)):
        scored = picked(list(lines), "won", edition).rows[-1].scored
        assert scored is not None
        assert scored.pot_delta == taken


def test_what_does_not_divide_among_all_goes_to_whoever_deals() -> None:
    hand = {"kind": "pot_divide", "pot": {"amount": "13/9", "pots": 2}, "dealer": 3}
    found = score("sheepshead", 9, RULES, {**hand, "sitting_out": [0]})
    rest = Fraction(13, 9) - 1
    assert found.points == tuple(Fraction(1, 9) + (rest if seat == 3 else 0) for seat in range(9))
    line = found.reasons[0]
    assert (found.pot_delta, line.case, line.seats) == (-Fraction(13, 9), "divided_rest", (3,))


def test_old_fractions_are_no_trouble_in_a_showdown_and_for_a_newcomer() -> None:
    pot = {"amount": "26/9", "pots": 2}
    rules = RULES | {"pot_end": "showdown", "showdown_take": "one", "newcomer": "divides"}
    shown = score("sheepshead", 6, rules, {"kind": "showdown", "winner": 2, "pot": pot})
    assert [shown.points[2], shown.pot_delta] == [1, -1]
    came = score("sheepshead", 6, rules, {"kind": "newcomer", "newcomer": 0, "pot": pot, "dealer": 0})
    assert came.points[0] == 0
    assert sum(came.points) == Fraction(26, 9)
    for points in came.points:
        to_parts(points)


@pytest.mark.parametrize("edition", [None, 2, GAMES["sheepshead"].edition])
def test_pot_waits_where_the_rules_keep_none_until_it_is_divided(edition: int | None) -> None:
    lines = opened(5, pot_ante="everyone")
    leaster(lines, 0)
    facts = {"rules": {"version": 2, "game": "sheepshead", "options": {}}}
    lines.append(Line(number=len(lines) + 1, kind="rules", facts=facts))
    hands: tuple[dict[str, Any], ...] = (
        {"kind": "bad_hand"},
        {"kind": "picked", "picker": 0, "partners": [1], "result": "won"},
        {"kind": "leaster", "winners": [0]},
    )
    for hand in hands:
        sheet = told(lines, edition, 2, **hand)
        assert sheet.pot_points == -sum(sheet.totals.values()) == 5
        assert holds(sheet)
    sheet = told(lines, edition, 2, kind="pot_divide")
    assert sheet.pot_points == 0
    assert holds(sheet)


def test_the_edition_is_a_number_that_the_game_knows() -> None:
    hand = {"kind": "picked", "picker": 0, "partners": [1], "result": "won"}
    newest = GAMES["sheepshead"].edition
    same = score("sheepshead", 5, {}, hand)
    assert score("sheepshead", 5, {}, {**hand, "edition": newest}).points == same.points
    for strange in (0, newest + 1, "2", True):
        with pytest.raises(HandRefused, match="edition"):
            score("sheepshead", 5, {}, {**hand, "edition": strange})
