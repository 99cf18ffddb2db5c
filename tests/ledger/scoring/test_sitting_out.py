"""Where more sit than play, a hand of a game for a fixed number is what it is among those who play."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.scoring import HandRefused, score
from ledger.scoring.scored import Scored
from tests.ledger.scoring.asking import JUNK, attempt, by_place, is_friendly, seated_at
from tests.ledger.scoring.small_drawing import PLAYERS, Case, case
from tests.steady import drawn

QUICK = drawn(200)
CASES = st.integers(0, 2**48).map(case).filter(lambda drawn: drawn[2]["kind"] != "settle")


def larger(drawn: Case, seed: int) -> tuple[int, list[int], dict[str, Any]]:
    """The same hand at a larger table: how many sit there, where those who play sit, and the facts."""
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


def test_everybody_who_ran_the_race_settles_it() -> None:
    hand = {"kind": "settle", "race": [24, 4, 2, 10, 0], "dealer": 2, "sitting_out": [2]}
    found = score("southern_indiana", 5, {}, hand)
    assert list(found.points) == [80, -20, -30, 10, -40]
    assert found.next_dealer == 2
    assert list(score("southern_indiana", 5, {"race_settle": "stake"}, hand).points) == [4, -1, -1, -1, -1]


def test_who_sits_out_may_have_counted_nothing_but_no_more() -> None:
    hand: dict[str, Any] = {"kind": "fewster", "tricks": [1, 0, 3, 2], "sitting_out": [1]}
    assert list(score("sheepshoof", 4, {}, hand | {"points": [4, 0, 12, 20]}).points) == [2, 0, -1, -1]
    with pytest.raises(HandRefused) as refused:
        score("sheepshoof", 4, {}, hand | {"points": [4, 1, 12, 19]})
    assert refused.value.code == "counts_of_a_sitter"


def test_what_says_nothing_says_nothing_at_a_larger_table_either() -> None:
    hand: dict[str, Any] = {"kind": "fewster", "winners": [2], "sitting_out": [1]}
    silent = {"winner": None, "points": None, "tricks": None, "blind": None, "running": None, "dealer": None}
    found = score("sheepshoof", 4, {}, hand | silent)
    assert found == score("sheepshoof", 4, {}, hand)
    assert list(found.points) == [-1, 0, 2, -1]
    assert found.next_dealer is None


def test_the_blind_goes_to_a_seat_of_the_whole_table() -> None:
    hand: dict[str, Any] = {"kind": "fewster", "points": [4, 12, 11], "tricks": [1, 3, 2]}
    among = score("sheepshoof", 3, {}, hand | {"blind": [{"points": 5, "to": 0}, {"points": 4, "to": None}]})
    counts = {"points": [4, None, 12, 11], "tricks": [1, None, 3, 2], "sitting_out": [1]}
    blind = [{"points": 5, "to": 0}, {"points": 4, "to": None}]
    whole = score("sheepshoof", 4, {}, hand | counts | {"blind": blind})
    assert list(whole.points) == by_place(among.points, [0, 2, 3], 4, nothing=0) == [2, 0, -1, -1]
    to_the_last = [{"points": 5, "to": 3}, {"points": 4, "to": None}]
    last = score("sheepshoof", 4, {}, hand | counts | {"points": [12, None, 12, 3], "blind": to_the_last})
    assert list(last.points) == [-1, 0, -1, 2]
    with pytest.raises(HandRefused) as refused:
        score("sheepshoof", 4, {}, hand | counts | {"blind": [{"points": 5, "to": 1}]})
    assert (refused.value.code, refused.value.fact) == ("sits_out", "blind")
    with pytest.raises(HandRefused) as strange:
        score("sheepshoof", 4, {}, hand | counts | {"blind": [{"points": 5, "whose": 0}]})
    assert (strange.value.code, strange.value.fact) == ("unknown_fact", "blind")


@pytest.mark.parametrize(
    ("game", "facts", "code"),
    [
        ("sheepshoof", {"kind": "picked", "picker": 0, "result": "won"}, "sitters"),
        ("sheepshoof", {"kind": "picked", "picker": 0, "result": "won", "sitting_out": [0]}, "sits_out"),
        ("sheepshoof", {"kind": "fewster", "winners": [1, 0], "sitting_out": [0]}, "sits_out"),
        (
            "sheepshoof",
            {"kind": "fewster", "points": [4, 12, 12, 8], "tricks": [1, 2, 2, 1], "sitting_out": [0]},
            "counts_of_a_sitter",
        ),
        (
            "sheepshoof",
            {"kind": "fewster", "winners": [1], "running": [1], "sitting_out": [0]},
            "wrong_length",
        ),
    ],
)
def test_who_sits_out_has_no_part_in_a_hand(game: str, facts: dict[str, Any], code: str) -> None:
    with pytest.raises(HandRefused) as refused:
        score(game, PLAYERS[game] + 1, {}, facts)
    assert refused.value.code == code


@QUICK
@given(CASES, st.integers(0, 2**32), st.data())
def test_junk_at_a_larger_table_is_refused(drawn: Case, seed: int, data: st.DataObject) -> None:
    game, rules, _ = drawn
    players, _, told = larger(drawn, seed)
    names = st.sampled_from([*told, "running", "race", "blind", "winners", "picker"])
    junk = data.draw(st.dictionaries(names, JUNK, max_size=3))
    found = attempt(game, players, rules, told | junk)
    if isinstance(found, Scored):
        assert sum(found.points) == 0
    else:
        assert is_friendly(found)
