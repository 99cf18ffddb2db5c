"""What the property tests of every game ask alike: a hand from other seats, junk, and friendly refusals."""

from typing import Any

from hypothesis import strategies as st

from ledger.scoring import HandRefused, score
from ledger.scoring.scored import Scored
from tests.words import why_not

Facts = dict[str, Any]

SEATS = (
    *(
        "dealer",
        "picker",
        "offender",
        "winner",
        "tie_winner",
        "jack",
        "mauer",
        "three_kings",
        "all_tricks_by",
    ),
    *("declarer", "misplay_by", "tie_loser", "caller", "partner", "soloist"),
)
LISTS_OF_SEATS = ("partners", "sitting_out", "winners", "losers")
BY_SEAT = ("points", "tricks", "strength", "running", "race")


def attempt(game: str, players: Any, rules: Any, told: Any) -> Scored | HandRefused:
    """Return the score or the refusal; the engine may raise nothing else."""
    try:
        return score(game, players, rules, told)
    except HandRefused as refused:
        return refused


def seated_at(told: Facts, places: list[int], players: int) -> Facts:
    """Return the same hand at a table of `players`, where those who play sit in `places`, not 0, 1, …"""
    found = {
        name: places[value] if name in SEATS and value is not None else value for name, value in told.items()
    }
    for fact in LISTS_OF_SEATS:
        if fact in told:
            found[fact] = [places[seat] for seat in told[fact]]
    for fact in BY_SEAT:
        if isinstance(told.get(fact), list):
            found[fact] = by_place(told[fact], places, players)
    if "blind" in told:
        found["blind"] = [
            card | {"to": None if card["to"] is None else places[card["to"]]} for card in told["blind"]
        ]
    return found


def by_place(values: Any, places: list[int], players: int, nothing: Any = None) -> list[Any]:
    """Return a list by seat, at the table of `seated_at`."""
    found = [nothing] * players
    for place, value in zip(places, values, strict=True):
        found[place] = value
    return found


def rotated(told: Facts, players: int, by: int) -> Facts:
    """Return the same hand told by a table that numbers its seats `by` further on."""
    return seated_at(told, [(seat + by) % players for seat in range(players)], players)


def turned(per_seat: Any, by: int) -> list[Any]:
    return [per_seat[seat - by] for seat in range(len(per_seat))]


def is_friendly(refused: HandRefused) -> bool:
    return bool(refused.code and why_not(refused).endswith(".") and refused.fact)


# Anything that could stand where a fact is expected.
JUNK = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-3, 40),
        st.integers(),
        st.floats(),
        st.text(max_size=9),
        st.binary(max_size=3),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(
            st.sampled_from(["seat", "points", "tricks", "die", "next", "to", "amount", "pots", "kind"]),
            inner,
        ),
    ),
    max_leaves=6,
)
