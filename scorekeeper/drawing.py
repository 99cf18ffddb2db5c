"""The score sheet and the pad as a page draws them: words and classes, no rules. Frozen dataclasses out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from ledger.recording import try_hand
from ledger.scoring import HandRefused, game_called
from ledger.scoring.prices import Prices, prices
from ledger.scoring.scored import Cell
from ledger.sheet import HandRow, Line, Note, ScoreSheet
from scorekeeper.forms.sheepshead import Pad
from scorekeeper.templatetags.figures import points, side, signed

MARKS = {"picker": "p", "alone": "a", "partner": "f"}
"""The class of a cell by its player's role; the stylesheet draws the mark: P, P1, +, L."""


@dataclass(frozen=True, kw_only=True)
class DrawnRow:
    """A line of the sheet: a hand with its cells (text, class), or a note between hands."""

    entry: int
    number: int
    cells: tuple[tuple[str, str], ...] = ()
    foots: str = ""
    mark: str = ""
    note: str = ""
    is_changed: bool = False
    is_newest: bool = False


@dataclass(frozen=True, kw_only=True)
class Head:
    """A player at the foot of the sheet: name, total, what the hand would bring, and his part in it."""

    player: int
    name: str
    total: str
    delta: str
    side: str
    part: str
    tag: str
    deals: bool
    plays: bool


@dataclass(frozen=True, kw_only=True)
class Button:
    """A result on the pad, with what it brings the picker."""

    code: str
    bracket: str
    brings: str
    is_on: bool
    low: int | None
    high: int | None
    cells: str


@dataclass(frozen=True, kw_only=True)
class DrawnPad:
    """The pad: heads, results, and what the big button says."""

    pad: Pad
    heads: tuple[Head, ...]
    sides: tuple[tuple[str, tuple[Button, ...]], ...]
    leaster: str
    title: str
    summary: str
    is_ready: bool
    number: int


def drawn_rows(sheet: ScoreSheet, names: Mapping[int, str]) -> Iterator[DrawnRow]:
    """The sheet from the top: a row a hand, and the notes where they were made."""
    lines: list[HandRow | Note] = sorted([*sheet.rows, *sheet.notes], key=lambda line: line.entry)
    newest = sheet.rows[-1].entry if sheet.rows else 0
    for line in lines:
        if isinstance(line, Note):
            yield DrawnRow(entry=line.entry, number=0, note=_note(line, names))
        elif line.is_void:
            yield DrawnRow(entry=line.entry, number=0, note="a hand was taken back", is_changed=True)
        else:
            yield _drawn_row(line, sheet, newest)


def _drawn_row(row: HandRow, sheet: ScoreSheet, newest: int) -> DrawnRow:
    return DrawnRow(
        entry=row.entry,
        number=row.number,
        cells=tuple(_cell(row, player) for player in sheet.players),
        foots=points(row.foots),
        mark=_mark(row),
        is_changed=row.is_changed,
        is_newest=row.entry == newest,
    )


def _cell(row: HandRow, player: int) -> tuple[str, str]:
    if player not in row.totals:
        return "", ""
    total = points(row.totals[player])
    if player not in row.seats:
        return total, "o"
    role = row.role(player)
    if role == "out":
        return "–", "o"
    if role == "leaster" and row.points[player] > 0:
        return total, "l"
    return total, MARKS.get(role, "")


def _mark(row: HandRow) -> str:
    if row.facts["told"]["kind"] in ("all_pass", "bad_hand"):
        return "pass"
    doubled = row.scored.factor if row.scored and row.doublers else Fraction(1)
    return f"×{points(doubled)}" if doubled != 1 and row.doublers else ""


def _note(note: Note, names: Mapping[int, str]) -> str:
    if note.kind == "joined":
        return f"{names[note.facts['player']]} sits down"
    if note.kind == "left":
        return f"{names[note.facts['player']]} goes home"
    return "the table was arranged anew"


def drawn_pad(
    pad: Pad, sheet: ScoreSheet, lines: list[Line], names: Mapping[int, str], *, of: int | None = None
) -> DrawnPad:
    """The pad with what the hand on it would bring; `of` when it corrects a hand."""
    trial, missing = _try(pad, lines, of)
    number = trial.number if trial else (sheet.row_number(of) if of else sheet.hands + 1)
    deltas = trial.points if trial else {}
    costs = prices(
        game_called(pad.rules.game),
        pad.rules.read,
        len(pad.deal.active),
        {"doublers": pad.doublers} if pad.doublers else {},
    )
    return DrawnPad(
        pad=pad,
        heads=tuple(_head(player, pad, sheet, names, deltas) for player in _columns(pad, sheet, of)),
        sides=tuple(_sides(pad, costs)),
        leaster=";".join(f"{signed(cell.picker)},{signed(cell.opponent)}" for cell in costs.leaster.values()),
        title=f"{'Correct' if of else 'Record'} hand {number}" if trial else missing,
        summary=_summary(trial, names) if trial else "",
        is_ready=trial is not None,
        number=number,
    )


def _columns(pad: Pad, sheet: ScoreSheet, of: int | None) -> tuple[int, ...]:
    return pad.deal.seats if of else sheet.players


def _try(pad: Pad, lines: list[Line], of: int | None) -> tuple[HandRow | None, str]:
    try:
        return try_hand(lines, pad.hand(), of=of), ""
    except HandRefused as refused:
        return None, refused.message


def _head(
    player: int, pad: Pad, sheet: ScoreSheet, names: Mapping[int, str], deltas: Mapping[int, Fraction]
) -> Head:
    part = _part(player, pad)
    plays = player in pad.deal.active
    sits = "gone" if player not in pad.deal.seats else "sits"
    return Head(
        player=player,
        name=names[player],
        total=points(sheet.totals.get(player, Fraction(0))),
        delta=signed(deltas[player]) if plays and player in deltas else "",
        side=side(deltas.get(player)),
        part=part,
        tag=part or ("" if plays else sits),
        deals=player == pad.deal.dealer,
        plays=plays,
    )


def _part(player: int, pad: Pad) -> str:
    if player == pad.picker:
        return "alone" if pad.alone else "picker"
    if player in pad.partners:
        return "partner"
    return "winner" if player in pad.winners else ""


def _sides(pad: Pad, costs: Prices) -> Iterator[tuple[str, tuple[Button, ...]]]:
    partners = 0 if pad.alone else min(max(len(pad.partners), 1), costs.most_partners)
    for outcome in ("won", "lost"):
        rows = [row for row in costs.rows if row.side == outcome]
        yield (
            outcome,
            tuple(
                Button(
                    code=row.code,
                    bracket=row.bracket,
                    brings=signed(costs.cells[row.code, partners].picker),
                    is_on=row.code == pad.result,
                    low=row.low,
                    high=row.high,
                    cells=_packed(costs, row.code),
                )
                for row in rows
            ),
        )


def _packed(costs: Prices, code: str) -> str:
    """What a result brings picker, partner and opponent, for 0, 1, … partners: for the script's preview."""
    cells = (costs.cells[code, partners] for partners in range(costs.most_partners + 1))
    return ";".join(_triple(cell) for cell in cells)


def _triple(cell: Cell) -> str:
    return f"{signed(cell.picker)},{signed(cell.partner)},{signed(cell.opponent)}"


def _summary(trial: HandRow, names: Mapping[int, str]) -> str:
    """ "Ben +2, Edith +1, the others −1": those with a part in it by name, the rest together."""
    return ", ".join(f"{who} {worth}" for who, worth in said_points(trial, names))


def said_points(row: HandRow, names: Mapping[int, str]) -> list[tuple[str, str]]:
    """Who won or lost how much, those with a part in the hand by name, the rest together if they can be."""
    named = sorted(
        (one for one in row.seats if _has_part(row, one)), key=lambda one: row.role(one) == "partner"
    )
    rest = [player for player in row.seats if player not in named and row.role(player) != "out"]
    said = [(names[player], signed(row.points[player])) for player in named]
    worths = {row.points[player] for player in rest}
    if len(worths) == 1 and named:
        return [*said, ("the others" if len(rest) > 1 else names[rest[0]], signed(worths.pop()))]
    if not named and worths == {Fraction(0)}:
        return [("nobody", "0")]
    return said + [(names[player], signed(row.points[player])) for player in rest]


def _has_part(row: HandRow, player: int) -> bool:
    role = row.role(player)
    return role in MARKS or (role == "leaster" and row.points[player] > 0)
