"""Where more sit than play, a hand of a game for a fixed number is what it is among those who play."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.scoring import score
from tests.ledger.scoring.asking import by_place, seated_at
from tests.ledger.scoring.small_drawing import PLAYERS, Case, case
from tests.steady import drawn

QUICK = drawn(200)
CASES = st.integers(0, 2**48).map(case).filter(lambda drawn: drawn[2]["kind"] != "settle")


def larger(drawn: Case, seed: int) -> tuple[int, list[int], dict[str, Any]]:
    """Return the same hand at a larger table: its players, where those who play sit, and the facts."""
    game, _, told = drawn
    luck = Random(seed)
    players = luck.randint(PLAYERS[game] + 1, 10)
    places = sorted(luck.sample(range(players), PLAYERS[game]))
    out = [place for place in range(players) if place not in places]
    found = seated_at(told, places, players) | {"sitting_out": out}
    for fact in ("running", "race"):
        if fact in told:
            found[fact] = by_place(told[fact], places, players, nothing=7)
    return players, places, found


@QUICK
@given(CASES, st.integers(0, 2**32))
def test_those_who_sit_out_change_nothing(drawn: Case, seed: int) -> None:
    game, rules, told = drawn
    players, places, at_table = larger(drawn, seed)
    among = score(game, PLAYERS[game], rules, told)
    whole = score(game, players, rules, at_table)
    assert list(whole.points) == by_place(among.points, places, players, nothing=0)
    assert list(whole.won) == by_place(among.won, places, players)
    assert list(whole.roles) == by_place(among.roles, places, players, "out" if any(among.roles) else "")
    gained = among.carried_after.answer(len(places)).get("race")
    assert whole.carried_after.answer(players).get("race") == (
        None if gained is None else by_place(gained, places, players, 0)
    )
    names = [f"player {place}" for place in range(players)]
    for ours, theirs in zip(among.reasons, whole.reasons, strict=True):
        assert list(theirs.points) == by_place(ours.points, places, players, nothing=0)
        assert [names[seat] for seat in theirs.seats] == [names[places[seat]] for seat in ours.seats]


@pytest.mark.parametrize(
    ("game", "kind", "step"),
    [
        ("sheepshoof", "throw_in", 0),
        ("sheepshoof", "renege", 1),
        ("southern_indiana", "pass", 1),
    ],
)
def test_the_deal_goes_around_the_whole_table(game: str, kind: str, step: int) -> None:
    players = PLAYERS[game] + 1
    for dealer in range(players):
        hand: dict[str, Any] = {"kind": kind, "dealer": dealer, "sitting_out": [dealer]}
        if kind == "renege":
            hand["offender"] = (dealer + 1) % players
        assert score(game, players, {}, hand).next_dealer == (dealer + step) % players
