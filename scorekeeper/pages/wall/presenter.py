"""What stands on the wall: everybody's total and what the last hand brought, large, and why it did. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledger.sheet import HandRow, ScoreSheet
from scorekeeper.presenters.receipt import ReceiptLine, chief_of, receipt
from scorekeeper.presenters.sheet import said_points
from scorekeeper.text.figures import MINUS, PLUS, points, side, signed
from scorekeeper.text.lists import joined, listed
from scorekeeper.text.receipts import hand_called

A_ROW = 15
"""So many figures have room beside each other at the size that is read from across a room."""

LINES = 3
"""Of a long receipt the first lines are shown."""


@dataclass(frozen=True, kw_only=True)
class WallPlayer:
    """A player: the total, and what the last hand brought ("" to who had no part in it)."""

    name: str
    total: str
    brought: str
    side: str
    deals: bool
    sits_out: bool


@dataclass(frozen=True, kw_only=True)
class LastHand:
    """The last hand that stands: its number (0 between two hands), what it is called, and why it is so much.

    `who` picked, with whom; "" where nobody did.
    """

    number: int
    who: str
    called: str
    lines: tuple[ReceiptLine, ...]


@dataclass(frozen=True, kw_only=True)
class WallView:
    """Everybody in the order of the sheet; `columns` beside each other, of figures `length` long.

    `spoken` is what a screen says aloud that speaks: what the last hand brought, and who deals the next.
    """

    players: tuple[WallPlayer, ...]
    columns: int
    length: int
    is_in_a_row: bool
    last: LastHand | None
    spoken: str


def wall_view(sheet: ScoreSheet, names: Mapping[int, str]) -> WallView:
    """A night as it stands, for a wall."""
    row = next((one for one in reversed(sheet.rows) if one.scored), None)
    players = tuple(_player(player, sheet, names, row) for player in sheet.players)
    length = max([3, *(len(one.total) for one in players)])
    return WallView(
        players=players,
        columns=_columns(len(players), length),
        is_in_a_row=_columns(len(players), length) == len(players),
        length=min(length, 9),
        last=_last(row, names) if row else None,
        spoken=_spoken(sheet, names, row),
    )


def _columns(players: int, length: int) -> int:
    """How many stand beside each other: all of them, or those of two or more rows that are alike."""
    fit = max(2, A_ROW // length)
    rows = -(-players // fit)
    return -(-players // rows) if rows else 1


def _player(player: int, sheet: ScoreSheet, names: Mapping[int, str], row: HandRow | None) -> WallPlayer:
    plays = row is not None and player in row.points and player not in row.out
    worth = row.points[player] if row is not None and plays else None
    seating, is_open = sheet.seating, sheet.ending is None
    return WallPlayer(
        name=names[player],
        total=points(sheet.totals[player]),
        brought="" if worth is None else signed(worth),
        side="" if worth is None else side(worth),
        deals=is_open and player == seating.dealer,
        sits_out=is_open and (player in seating.out or player not in seating.seats),
    )


def _last(row: HandRow, names: Mapping[int, str]) -> LastHand:
    told = receipt(row, row.scored, chief_of(row), names) if row.scored else None
    picked = [names[one] for one in row.seats if row.role(one) in ("picker", "alone")]
    partners = [names[one] for one in row.seats if row.role(one) == "partner"]
    return LastHand(
        number=row.number,
        who=joined([*picked, *partners]) if picked else "",
        called=hand_called(row),
        lines=told.lines[:LINES] if told else (),
    )


def _spoken(sheet: ScoreSheet, names: Mapping[int, str], row: HandRow | None) -> str:
    """ "Ann plus 4, the others minus 1. Bob deals." """
    said = []
    if row is not None:
        worths = [f"{who} {_aloud(worth)}" for who, worth in said_points(row, names)]
        said.append(_("{sentence}.").format(sentence=listed(worths)))
    if sheet.ending is None:
        said.append(_("{name} deals.").format(name=names[sheet.seating.dealer]))
    else:
        hands = ngettext(
            "The night is over after one hand.", "The night is over after {n} hands.", sheet.hands
        )
        said.append(hands.format(n=sheet.hands))
    return " ".join(said)


def _aloud(worth: str) -> str:
    """A number with its sign as a word, which not every voice reads."""
    if worth.startswith(PLUS):
        return _("plus {number}").format(number=worth[len(PLUS) :])
    if worth.startswith(MINUS):
        return _("minus {number}").format(number=worth[len(MINUS) :])
    return worth
