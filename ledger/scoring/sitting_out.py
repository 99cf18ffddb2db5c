"""More sit at the table than play the game: a hand is scored among those who play, then told to everybody."""

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from ledger.scoring.facts import MOST_SEATS, fields, items, read_dealer, read_players, seat, seats
from ledger.scoring.receipt import exact_number
from ledger.scoring.scored import Facts, HandRefused, Scored

Value = TypeVar("Value")

ZERO = exact_number(0)

# The seat that deals among those who play: only how far the deal moves on matters there.
DEALER = 0


@dataclass(frozen=True, kw_only=True)
class SeatFacts:
    """The facts of a game that speak of seats.

    `one` name a seat, `several` a list of seats; `counts` have a number for everybody who plays and null for
    the others, `standings` one for everybody; `parts` are lists of things that go `to` a seat.
    """

    one: tuple[str, ...] = ()
    several: tuple[str, ...] = ()
    counts: tuple[str, ...] = ()
    standings: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ring:
    """Everybody at the table, the seats that play, clockwise, and those that do not."""

    players: int
    active: tuple[int, ...]
    out: tuple[int, ...] = ()

    def among(self, place: object, fact: str) -> int:
        """Return a seat as those who play count it; refuses `sits_out`, and as `seat` does."""
        found = seat(place, fact, self.players)
        if found not in self.active:
            raise HandRefused("sits_out", fact=fact)
        return self.active.index(found)

    def of_active(self, values: object, fact: str, *, counted: bool) -> list[Any]:
        """Return a list by seat without those who sit out; refuses `wrong_length` and
        `counts_of_a_sitter`."""
        told = items(values, fact, MOST_SEATS)
        if len(told) != self.players:
            raise HandRefused("wrong_length", fact=fact, named=fact, players=self.players)
        if counted and any(told[place] not in (None, 0) for place in self.out):
            raise HandRefused("counts_of_a_sitter", fact=fact, named=fact)
        return [told[place] for place in self.active]

    def spread(self, values: Sequence[Value], nothing: Value) -> tuple[Value, ...]:
        """Return the values of those who play by seat at the table; the others have `nothing`."""
        found = [nothing] * self.players
        for place, value in zip(self.active, values, strict=True):
            found[place] = value
        return tuple(found)


def read_ring(players: object, plays: int, told: Facts) -> Ring:
    """Return the table of a game that so many play. Raises HandRefused: `players`, `sitters`, and as
    `seats`."""
    count = read_players(players, plays, MOST_SEATS)
    out = seats(told.get("sitting_out"), "sitting_out", count)
    if count - len(out) != plays:
        raise HandRefused("sitters", fact="sitting_out", plays=plays, count=count - len(out))
    return Ring(count, tuple([place for place in range(count) if place not in out]), out)


def score_active(ring: Ring, told: Facts, speak: SeatFacts, score: Callable[[Facts], Scored]) -> Scored:
    """Return the score of everybody at the table; `score` knows only those who play."""
    if not ring.out:
        return score(told)
    dealer = read_dealer(told, ring.players)
    # The facts as those who play would tell them.
    found = {name: value for name, value in told.items() if value is not None and name != "sitting_out"}
    for name, said in found.items():
        if name in speak.one:
            found[name] = ring.among(said, name)
        elif name in speak.several:
            found[name] = [ring.among(place, name) for place in items(said, name, MOST_SEATS)]
        elif name in speak.counts or name in speak.standings:
            found[name] = ring.of_active(said, name, counted=name in speak.counts)
        elif name in speak.parts:
            found[name] = []
            for part in items(said, name, MOST_SEATS):
                read = dict(fields(part, name, ("points", "to")))
                if read.get("to") is not None:
                    read["to"] = ring.among(read["to"], name)
                found[name].append(read)
    scored = score(found | ({"dealer": DEALER} if "dealer" in found else {}))
    # The score with a place for those who sit out, and the deal moved on around the whole table.
    step = (scored.next_dealer or DEALER) - DEALER
    return dataclasses.replace(
        scored,
        points=ring.spread(scored.points, ZERO),
        reasons=tuple(
            [
                dataclasses.replace(
                    line,
                    points=ring.spread(line.points, ZERO),
                    seats=tuple([ring.active[place] for place in line.seats]),
                )
                for line in scored.reasons
            ]
        ),
        roles=ring.spread(scored.roles, "out" if any(scored.roles) else ""),
        won=ring.spread(scored.won, None),
        carried_after=scored.carried_after.of_players(ring.active),
        next_dealer=None if dealer is None else (dealer + step) % ring.players,
    )
