"""Groups that never were: five at a table, hands drawn by known chances, counted by the book's own code.

Every kind of hand there can be is scored and projected once; a group of thousands of hands is how often each
was drawn, so that only these numbers are drawn. Its rows are written as those of one night under house rules
of their own (a version for each group), and read as the pages read them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import count, product
from random import Random
from types import SimpleNamespace
from typing import Any, cast

from ledger.book.sheet import HandRow
from ledger.models import Session, to_parts
from ledger.models.night_rows import PAIRS, PLACES, ROLES, Key, Rows, add_hand, case_of, no_rows
from ledger.recording.projecting import write_rows
from ledger.scoring import score
from ledger.standings.filtering import Filter
from ledger.standings.played import Played

# The players, in their seats: their places among those of the night.
FIVE = (1, 2, 3, 4, 5)

COUNTED = (ROLES, PLACES, PAIRS)
VERSIONS = count(1)

# How often of 100 picked hands whoever speaks first, second, … picks.
SPEAKS = (26, 22, 19, 17, 16)

# How many of all hands are leasters, of the picked ones played alone, and doubled by an opponent.
LEASTERS, ALONE, CRACKED = 0.10, 0.20, 0.15

WON = 0.62
# How often the picker's side wins, and how.
RESULTS = {
    "won": (True, 0.73),
    "won_schneider": (True, 0.23),
    "won_all_tricks": (True, 0.04),
    "lost": (False, 0.80),
    "lost_schneider": (False, 0.18),
    "lost_no_trick": (False, 0.02),
}


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of hand: the seats of whoever deals, picks, is partner and cracks, and the result."""

    dealer: int
    picker: int | None
    partner: int | None = None
    cracker: int | None = None
    result: str = ""
    winner: int | None = None


def kinds() -> Iterator[Kind]:
    seats = range(5)
    for dealer, picker in product(seats, seats):
        yield Kind(dealer=dealer, picker=None, winner=picker)
        for partner, result in product((None, *seats), RESULTS):
            if partner == picker:
                continue
            for cracker in (None, *seats):
                if cracker is None or cracker not in (picker, partner):
                    yield Kind(dealer=dealer, picker=picker, partner=partner, cracker=cracker, result=result)


def chance(kind: Kind, stronger: Mapping[int, float]) -> float:
    """Return how likely a kind is; the side of `stronger` seats wins so much more of a picked hand."""
    if kind.picker is None:
        return LEASTERS / 25
    place = (kind.picker - kind.dealer - 1) % 5
    side = {kind.picker, kind.partner} - {None}
    won = WON + sum(more if seat in side else -more for seat, more in stronger.items())
    has_won, part = RESULTS[kind.result]
    found = (1 - LEASTERS) / 5 * SPEAKS[place] / 100 * part * (won if has_won else 1 - won)
    found *= ALONE if kind.partner is None else (1 - ALONE) / 4
    return found * (1 - CRACKED if kind.cracker is None else CRACKED / (5 - len(side)))


@cache
def counted() -> tuple[tuple[Kind, ...], tuple[Rows, ...]]:
    """Return all kinds, and the rows of one hand of each."""
    every = tuple(kinds())
    return every, tuple(_counted(kind) for kind in every)


def _counted(kind: Kind) -> Rows:
    told: dict[str, Any] = {"kind": "leaster", "winners": [kind.winner]}
    if kind.picker is not None:
        partners = [] if kind.partner is None else [kind.partner]
        told = {"kind": "picked", "picker": kind.picker, "partners": partners, "result": kind.result}
    if kind.cracker is not None:
        told |= {"cracks": ["crack"], "cracks_by": [kind.cracker]}
    told["dealer"] = kind.dealer
    scored = score("sheepshead", 5, {"crack": "crack"}, told)
    row = SimpleNamespace(
        number=1,
        entry=1,
        seats=FIVE,
        versions=(SimpleNamespace(at=None),),
        facts={"told": told},
        dealer=FIVE[kind.dealer],
        is_dealer_known=True,
        out=(),
        rules=SimpleNamespace(game="sheepshead", version=1),
        stake_cents=0,
        scored=scored,
        parts=tuple(map(to_parts, scored.points)),
        roles=scored.roles,
        is_hand=True,
        doublers=0,
    )
    found = no_rows()
    add_hand(found, cast(HandRow, row), 1)
    return found


def a_group(night: Session, hands: int, luck: Random, stronger: Mapping[int, float] | None = None) -> Played:
    """Play so many hands among the five people of a night; `stronger` as in `chance`."""
    every, each = counted()
    weights = _weights(tuple((stronger or {}).items()))
    drawn = Counter(luck.choices(range(len(every)), cum_weights=weights, k=hands))
    people, version, found = night.people, next(VERSIONS), no_rows()
    for number, times in drawn.items():
        for table in COUNTED:
            rows = found[table.model.__name__]
            for key, values in each[number][table.model.__name__].items():
                named = _named(key, table.key, people, version)
                had = rows.get(named, (0,) * len(values))
                rows[named] = tuple(a + times * b for a, b in zip(had, values, strict=True))
    write_rows(night, found)
    return Played(night.group, Filter(game="sheepshead", version=version), news=version)


def _named(key: Key, columns: tuple[str, ...], people: list[int], version: int) -> Key:
    named = dict(zip(columns, key, strict=True)) | {"version": version}
    for column in {"player_id", "other_id"} & named.keys():
        named[column] = people[named[column] - 1]
    if "case" in named:
        _player, _case, *circumstances = named.values()
        named["case"] = case_of(tuple(circumstances))
    return tuple(named.values())


@cache
def _weights(stronger: tuple[tuple[int, float], ...]) -> list[float]:
    total, found = 0.0, []
    for kind in counted()[0]:
        total += chance(kind, dict(stronger))
        found.append(total)
    return found


def a_hand_brings(played: Played, player: int) -> float:
    mine = [one for one in played.roles if one.player == player]
    return sum(one.parts for one in mine) / 2520 / sum(one.hands for one in mine)
