"""Charts as plain shapes, in whole numbers: templates/charts/ draws them, static/css/components.css paints.

Pure functions from exact values to frozen dataclasses. A page calls one of these, puts what it gets into
its context and includes the template of the same name; it links css/components.css in its head. Nothing is
drawn by a script, and every chart has its numbers as a table beside it and all it shows in words.

    chart                  made by                                             drawn by
    course of points       course(lines, across, measure) -> CourseChart|None  charts/course.html
    shares, averages       share_bars(…), average_bars(…) -> BarChart          charts/bars.html
    how often what         histogram(counts, head=…) -> Histogram|None         charts/histogram.html

Every template takes `chart`, `id` (a word that is unique on the page: the figure's id, and the beginning of
all others in it) and `title` (what it shows, as a heading; translated). All take `csv`, the
address of the same numbers as a file, if there is one; those with a folded table take `is_open`. A page that
has a table of its own, with pages say, extends the chart's template and fills the block `table`:

    {% extends "charts/course.html" %}
    {% block table %}{% include "standings/by_night.html" %}{% endblock %}

A course is made of lines on an axis, all of the same one:

    across = by_night(days)
    lines = [line(name, brought, across) for name, brought in …]    # None where somebody was not there
    chart = course(lines, across, POINTS)   # or money_in("EUR"), where the lines hold whole cents

A course of thousands of nights is drawn in at most 400 corners a line, and no extreme moves (`reduced`).

Bars: `share_bars([NamedShare(name="Ann", k=28, n=45, url="…")], usual=NamedShare(name="everybody here", k=…,
n=…))` always has the axis 0–100 %; `average_bars(averages, reach=reach_of(all_of_the_page))` reaches as far
for every chart of a page. One bar alone is drawn large: the bar of a question. Heat: `heat([Person(id, name),
…], {(row, column): Met(value=Fraction(3), text="+3", said="in 31 hands")}, corner="Points of … against …")`;
names of rows and columns are the same people in the same order; a cell with `is_enough=False` is grey.
Histogram: `histogram({61: 4, 75: 2}, edges=[Edge(at=61, label="won"), Edge(at=91, label="schneider")],
head="Card points")`.
"""

from ledger.statistics import FLOOR
from scorekeeper.charts.bars import (
    Bar,
    BarChart,
    NamedAverage,
    NamedShare,
    Reference,
    average_bars,
    reach_of,
    share_bars,
)
from scorekeeper.charts.courses import (
    Across,
    CourseChart,
    Line,
    Mark,
    brought,
    by_night,
    course,
    line,
)
from scorekeeper.charts.drawing import POINTS, DataTable, Measure, Row, money_in
from scorekeeper.charts.histograms import CARD_POINTS, Edge, Histogram, histogram
from scorekeeper.charts.reducing import reduced

__all__ = [
    "CARD_POINTS",
    "FLOOR",
    "POINTS",
    "Across",
    "Bar",
    "BarChart",
    "CourseChart",
    "DataTable",
    "Edge",
    "Histogram",
    "Line",
    "Mark",
    "Measure",
    "NamedAverage",
    "NamedShare",
    "Reference",
    "Row",
    "average_bars",
    "brought",
    "by_night",
    "course",
    "histogram",
    "line",
    "money_in",
    "reach_of",
    "reduced",
    "share_bars",
]
