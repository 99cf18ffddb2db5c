"""The score chart as a page draws it: a line for everybody who has a part, a column for every result."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby, zip_longest
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.scoring import HandRefused
from ledger.scoring.game import Game
from ledger.scoring.option import Rules
from ledger.scoring.scored import Chart, ChartRow
from scorekeeper.text.figures import signed

SIDES = {"won": _("won"), "lost": _("lost")}


@dataclass(frozen=True, kw_only=True)
class ChartLine:
    """A line of the drawn chart: who, and what that brings for every result; "" where nobody is.

    `was` says what a cell said under other rules, "" where it was not there, and None where it said the same.
    """

    who: str
    cells: tuple[str, ...]
    of_opponents: bool = False
    was: tuple[str | None, ...] = ()

    @property
    def drawn(self) -> tuple[tuple[str, str | None], ...]:
        return tuple(zip_longest(self.cells, self.was))


@dataclass(frozen=True, kw_only=True)
class ChartView:
    sides: tuple[tuple[str, tuple[ChartRow, ...]], ...]
    lines: tuple[ChartLine, ...]

    @property
    def is_changed(self) -> bool:
        return any(was is not None for line in self.lines for was in line.was)


def changed_view(game: Game[Rules], rules: Rules, players: int, *, before: Rules) -> ChartView | None:
    """Return the chart of a table, with what the rules `before` said where they said something else."""
    view, old = chart_view(game, rules, players), chart_view(game, before, players)
    if view is None or old is None:
        return view
    said = {
        (who, code): cell
        for who, line in _by_name(old)
        for code, cell in zip(_codes(old), line.cells, strict=True)
    }
    lines = []
    for who, line in _by_name(view):
        cells = [said.get((who, code), "") for code in _codes(view)]
        was = tuple(None if then == now else then for now, then in zip(line.cells, cells, strict=True))
        lines.append(replace(line, was=was))
    return replace(view, lines=tuple(lines))


# The owner of the line, and the number of the same name above it: opponents may have several.
Whose = tuple[str, int]


def _by_name(view: ChartView) -> list[tuple[Whose, ChartLine]]:
    names = [line.who for line in view.lines]
    return [((line.who, names[:place].count(line.who)), line) for place, line in enumerate(view.lines)]


def _codes(view: ChartView) -> list[str]:
    return [row.code for _side, rows in view.sides for row in rows]


def chart_view(game: Game[Rules], rules: Rules, players: int) -> ChartView | None:
    """Return the chart of a table, or None where the game has none for so many."""
    try:
        chart = game.chart(rules, players)
    except HandRefused:
        return None
    if not chart.cells:
        return None
    by_side = groupby(chart.rows, key=lambda row: row.side)
    sides = tuple(
        (
            str(SIDES[side]),
            tuple(replace(row, label=gettext(row.label), bracket=gettext(row.bracket)) for row in rows),
        )
        for side, rows in by_side
    )
    partners = sorted({count for _, count in chart.cells}, key=lambda count: (count != 1, count))
    lines = [line for count in partners for line in _lines(game, chart, count, players)]
    # Opponents who pay the same in every case are listed once, at the end.
    theirs = {line for line in lines if line.of_opponents}
    if len(theirs) == 1:
        lines = [*(line for line in lines if line not in theirs), *theirs]
    return ChartView(sides=sides, lines=tuple(lines))


def _lines(game: Game[Any], chart: Chart, partners: int, players: int) -> list[ChartLine]:
    # Players who get the same share a line.
    cells = [chart.cells.get((row.code, partners)) for row in chart.rows]
    chief = ChartLine(
        who=_chief(game, chart, partners), cells=_signed(cell.picker if cell else None for cell in cells)
    )
    lines = [chief]
    if partners:
        theirs = _signed(cell.partner if cell else None for cell in cells)
        if theirs == chief.cells and partners == 1:
            both = gettext("{chief}, {partner}").format(
                chief=chief.who, partner=gettext(game.word("partner"))
            )
            lines = [ChartLine(who=both, cells=theirs)]
        else:
            word = gettext(game.word("partner"))
            lines.append(ChartLine(who=word if partners == 1 else _each(word), cells=theirs))
    if players - 1 - partners:
        against = _signed(cell.opponent if cell else None for cell in cells)
        whose = _each(gettext(game.word("opponent")))
        lines.append(ChartLine(who=whose, cells=against, of_opponents=True))
    return lines


def _chief(game: Game[Any], chart: Chart, partners: int) -> str:
    if all(row.side == "won" for row in chart.rows):
        return gettext("winner")  # of two who play without a picker
    chief = gettext(game.chief)
    if partners == 0:
        return gettext("{chief}, alone").format(chief=chief)
    if partners == 1:
        return chief
    return gettext("{chief}, {number} {partners}").format(
        chief=chief, number=partners, partners=gettext(game.word("partners"))
    )


def _each(role: str) -> str:
    return gettext("each {role}").format(role=role)


def _signed(worths: Iterable[Fraction | None]) -> tuple[str, ...]:
    return tuple("" if worth is None else signed(worth) for worth in worths)
