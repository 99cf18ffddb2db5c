"""What a chart has hundreds of, drawn in one go: as a loop in a template it takes many times as long."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from django import template
from django.utils.safestring import SafeString

from scorekeeper.charts.drawing import Row, Tick

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
def tick_marks(ticks: Iterable[Tick]) -> SafeString:
    """The marks on the axis of a bar."""
    drawn = [
        f'<line class="{one.kind}" x1="{one.percent}" x2="{one.percent}" y1="30%" y2="70%" />'
        for one in ticks
    ]
    return SafeString("\n".join(drawn))
