"""A night's list as a Schafkopf table keeps it on paper: each game with the plus and minus it brought."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ledger.book.sheet import HandRow, ScoreSheet
from scorekeeper.text.figures import points, signed
from scorekeeper.text.lists import listed
from scorekeeper.text.receipts import hand_called

# Doublings that are drawn as strokes; more are written as a factor.
MOST_STROKES = 4
DECLARERS = ("picker", "alone", "partner")


@dataclass(frozen=True, kw_only=True)
class ListLine:
    """A game on the list; `strokes` has one for each doubling, and `factor` says the same as "×4"."""

    number: int
    called: str
    who: str
    strokes: str
    factor: str
    # Points with their sign and whether they were won alone, player by player; "" where nobody sat.
    cells: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, kw_only=True)
class PaperList:
    """The lines of one page, and of the whole night the plus, the minus and the sums of both."""

    lines: tuple[ListLine, ...]
    plus: tuple[str, ...]
    minus: tuple[str, ...]
    sum_of_plus: str
    sum_of_minus: str
    in_stock: str


def paper_list(
    sheet: ScoreSheet, rows: Sequence[HandRow], shown: Sequence[HandRow], names: Mapping[int, str]
) -> PaperList:
    """Return the list of `shown`, some of the night's `rows`; plus and minus are those of all of them."""
    plus = [_total(rows, player, 1) for player in sheet.players]
    minus = [_total(rows, player, -1) for player in sheet.players]
    return PaperList(
        lines=tuple([_line(sheet, row, names) for row in shown]),
        plus=tuple(map(signed, plus)),
        minus=tuple(map(signed, minus)),
        sum_of_plus=points(sum(plus, Fraction(0))),
        sum_of_minus=points(-sum(minus, Fraction(0))),
        in_stock=points(sheet.pot_points) if sheet.pot_points else "",
    )


def _total(rows: Sequence[HandRow], player: int, sign: int) -> Fraction:
    brought = (row.points.get(player, Fraction(0)) for row in rows)
    return sum((one for one in brought if one * sign > 0), Fraction(0))


def _line(sheet: ScoreSheet, row: HandRow, names: Mapping[int, str]) -> ListLine:
    factor = row.scored.factor if row.scored else Fraction(1)
    return ListLine(
        number=row.number,
        called=hand_called(row),
        who=listed([names[player] for player in _named_players(row)]),
        strokes=_strokes(factor),
        factor="" if factor == 1 else f"×{points(factor)}",
        cells=tuple([_cell(row, player) for player in sheet.players]),
    )


def _named_players(row: HandRow) -> list[int]:
    # Those who played the game, who plays it first; of a Ramsch those who lost it.
    declarers = [player for player in row.seats if row.role(player) in DECLARERS]
    if declarers or row.scored is None or not row.scored.won:
        return sorted(declarers, key=lambda player: DECLARERS.index(row.role(player)))
    return [player for player, won in zip(row.seats, row.scored.won, strict=True) if won is False]


def _strokes(factor: Fraction) -> str:
    doublings = factor.numerator.bit_length() - 1
    if 1 <= doublings <= MOST_STROKES and factor == 2**doublings:
        return "|" * doublings
    return "" if factor == 1 else f"×{points(factor)}"


def _cell(row: HandRow, player: int) -> tuple[str, bool]:
    worth = row.points.get(player)
    if worth is None:
        return "", False
    return (signed(worth) if worth else "–"), row.role(player) == "alone"
