"""What was buried, and whose points it becomes (SH-012, SH-156)."""

from __future__ import annotations

from dataclasses import dataclass

from ledger.messages import Message, message
from ledger.scoring.facts import fields, items, one_of, seat, whole
from ledger.scoring.scored import Facts, HandRefused
from ledger.scoring.sheepshead.sides import Sides
from ledger.scoring.sheepshead.table import Table, most_in_blind

PARTS = ("seat", "points", "tricks")


@dataclass(frozen=True)
class Bury:
    """What one player buried (card points), which side he is on, and whether he took a trick."""

    seat: int
    points: int
    ours: bool
    has_trick: bool


def read_buries(table: Table, sides: Sides, told: Facts, tricks: str) -> list[Bury]:
    """Everything buried in this hand; `tricks` (all, some, none) are those of the picker's side.

    Raises HandRefused: `no_blind`, `seat_twice`, `sits_out`, `who_buries`, `tricks_contradict`, and as the
    questions of `facts` do.
    """
    told_buries = items(told.get("buries"), "buries", table.players)
    most = most_in_blind(len(table.active))
    if told_buries and not most:
        raise HandRefused("no_blind", fact="buries", case="bury", players=len(table.active))
    buries = [_read_bury(item, table, sides, tricks) for item in told_buries]
    if len({bury.seat for bury in buries}) != len(buries):
        raise HandRefused("seat_twice", fact="buries", case="bury")
    _check_buriers(table, sides, buries)
    whole(sum([bury.points for bury in buries]), "buries", 0, most)
    return buries


def _check_buriers(table: Table, sides: Sides, buries: list[Bury]) -> None:
    """The picker buries; of seven one more can, with whom he shares the blind (SH-154 to SH-156)."""
    others = len([bury for bury in buries if bury.seat != sides.picker])
    active = len(table.active)
    if others and active in (5, 6):
        raise HandRefused("who_buries", fact="buries", players=active)
    if others > 1 and active == 7:
        raise HandRefused("who_buries", fact="buries", case="seven")


def _read_bury(item: object, table: Table, sides: Sides, tricks: str) -> Bury:
    parts = fields(item, "buries", PARTS)
    place = seat(parts.get("seat"), "buries", table.players)
    if place not in table.active:
        raise HandRefused("sits_out", fact="buries", case="bury")
    ours = place not in sides.opponents
    points = whole(parts.get("points"), "buries", 0, most_in_blind(len(table.active)))
    return Bury(place, points, ours, _read_trick(parts.get("tricks"), sides, tricks, ours=ours))


def _read_trick(value: object, sides: Sides, tricks: str, *, ours: bool) -> bool:
    """Whether who buried took a trick; if nobody says, he has one as soon as his side has."""
    side_has_trick = tricks != ("none" if ours else "all")
    if value is None:
        return side_has_trick
    has_trick = one_of(value, "buries", ("some", "none")) == "some"
    if has_trick and not side_has_trick:
        raise HandRefused("tricks_contradict", fact="buries", case="buried")
    if side_has_trick and ours and not has_trick and not sides.partners:
        raise HandRefused("tricks_contradict", fact="buries", case="buried_alone")
    return has_trick


def credited(rule: str, buries: list[Bury], tricks: str) -> int:
    """Buried card points that count for the picker's side; what one side loses is the other's (SH-012)."""
    return sum(bury.points for bury in buries if bury.ours == _counts(rule, bury, tricks))


def whose(rule: str, buries: list[Bury], tricks: str) -> tuple[Message, ...]:
    """Whose the points are of who buried without a trick; nothing where nobody did."""
    return tuple(
        [
            message("bury", case="counts" if _counts(rule, bury, tricks) else "lost", points=bury.points)
            for bury in buries
            if not bury.has_trick
        ]
    )


def _counts(rule: str, bury: Bury, tricks: str) -> bool:
    """Whether a bury counts for the side of who buried it."""
    if rule == "always":
        return True
    if rule == "side_trick":
        return tricks != ("none" if bury.ours else "all")
    return bury.has_trick
