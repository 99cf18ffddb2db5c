"""Cells and marks that are drawn in one go: what comes from anybody is escaped there."""

from fractions import Fraction

from scorekeeper.charts.bars import NamedShare, share_bars
from scorekeeper.charts.drawing import Row
from scorekeeper.charts.heats import Cell
from scorekeeper.templatetags.charts import heat_cells, rows, stood_cells, tick_marks


def test_the_rows_of_a_table_are_escaped() -> None:
    html = rows([Row(head="<i>May", cells=("+4", "", "<b>Ann & Ben"))])
    assert html == (
        '<tr><th scope="row"><bdi>&lt;i&gt;May</bdi></th>'
        "<td>+4</td><td></td><td>&lt;b&gt;Ann &amp; Ben</td></tr>"
    )


def test_where_everybody_stood_has_its_colour_and_who_was_not_there_says_so() -> None:
    assert stood_cells([Fraction(-1, 2), Fraction(0), None]) == (
        '<td class="minus">−½</td><td class="">0</td><td><span class="visually-hidden">not yet</span></td>'
    )


def test_a_cell_of_a_heat_table_is_a_link_and_says_what_it_means() -> None:
    met = Cell(text="60%", below="12 of 20", heat="p2", said="", url="/a/?b&c", value=Fraction(3, 5))
    assert heat_cells([met]) == (
        '<td class="heat-p2"><a href="/a/?b&amp;c">60% <small>12 of 20</small></a></td>'
    )
    won = Cell(text="+3", below="", heat="few", said='in "20" hands', url="")
    assert heat_cells([won]) == (
        '<td class="heat-few" title="in &quot;20&quot; hands">+3'
        ' <span class="visually-hidden">in &quot;20&quot; hands</span></td>'
    )


def test_whatever_stands_in_a_cell_is_escaped() -> None:
    html = heat_cells([Cell(text="<b>", below="<i>", heat="0", said="<u>", url="<a>")])
    assert not {"<b>", "<i>", "<u>", "<a>"} & {html[at : at + 3] for at in range(len(html))}


def test_every_mark_of_an_axis_is_drawn() -> None:
    html = tick_marks(share_bars([NamedShare(name="Ann", k=1, n=2)]).ticks)
    assert html.count("<line ") == 5
    assert '<line class="spare" x1="25.00%" x2="25.00%" y1="30%" y2="70%" />' in html
