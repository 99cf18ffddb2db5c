"""What a chart has hundreds of, drawn in one go: as a loop in a template it takes many times as long."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from html import escape

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scorekeeper.charts.drawing import Row, Tick
from scorekeeper.charts.heats import Cell
from scorekeeper.text.figures import side, signed

register = template.Library()

# All that comes from anybody, or out of a catalogue, is escaped here: by what Django escapes with, which asks
# each time besides whether it was given a text.


@register.filter
def rows(told: Iterable[Row]) -> SafeString:
    """The rows of a table beside a chart: `{{ table.rows|rows }}`."""
    drawn = [
        f'<tr><th scope="row"><bdi>{escape(row.head)}</bdi></th>'
        f"{''.join([f'<td>{escape(text)}</td>' for text in row.cells])}</tr>"
        for row in told
    ]
    return SafeString("\n".join(drawn))


@register.filter
def stood_cells(points: Iterable[Fraction | None]) -> SafeString:
    """Where everybody stood after a night, in colour; None before their first."""
    not_yet = f'<td><span class="visually-hidden">{escape(_("not yet"))}</span></td>'
    drawn = [not_yet if one is None else f'<td class="{side(one)}">{signed(one)}</td>' for one in points]
    return SafeString("".join(drawn))


@register.filter
def heat_cells(row: Iterable[Cell]) -> SafeString:
    """The cells of a row of a heat table, coloured; those that lead somewhere are links."""
    return SafeString("\n".join(map(_heat_cell, row)))


def _heat_cell(cell: Cell) -> str:
    text, said = escape(cell.text), escape(cell.said)
    if cell.below:
        text += f" <small>{escape(cell.below)}</small>"
    if cell.url:
        text = f'<a href="{escape(cell.url)}">{text}</a>'
    if not said:
        return f'<td class="heat-{cell.heat}">{text}</td>'
    aloud = f'<span class="visually-hidden">{said}</span>'
    return f'<td class="heat-{cell.heat}" title="{said}">{text} {aloud}</td>'


@register.filter
def tick_marks(ticks: Iterable[Tick]) -> SafeString:
    """The marks on the axis of a bar."""
    drawn = [
        f'<line class="{one.kind}" x1="{one.percent}" x2="{one.percent}" y1="30%" y2="70%" />'
        for one in ticks
    ]
    return SafeString("\n".join(drawn))
