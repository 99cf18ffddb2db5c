"""Components of pages: each a frozen dataclass, a template that draws it, and a file of its exact values.

    component    shows                                            drawn by
    Table        columns, each declared once (Column)             templates/components/table.html
    Course       sums of points or money after each night         templates/components/course.html
    Bars         shares or averages with their intervals          templates/components/bars.html
    Matrix       everybody with everybody                         templates/components/matrix.html
    Calendar     nights by year, month and week                   templates/components/calendar.html

Every component has a `key` (in addresses and as the id on the page), a `title`, `columns` and `rows()` (exact
values), in the words of `ledger.exchange.headings`. A view hands its components to `show_page`, which answers
the page, or the file that the address asks for; the page loads `components`, draws each with `{% component
parts.KEY %}` and links css/components.css. Nothing is drawn by a script.
"""

from scorekeeper.components.bars import Bar, Bars, reach_of
from scorekeeper.components.calendar import Calendar
from scorekeeper.components.component import Component, Exact, FileRow, amount, file_of, show_page
from scorekeeper.components.course import Course
from scorekeeper.components.drawing import POINTS, Measure, money_in
from scorekeeper.components.matrix import Matrix, Met
from scorekeeper.components.table import Column, Table

__all__ = [
    "POINTS",
    "Bar",
    "Bars",
    "Calendar",
    "Column",
    "Component",
    "Course",
    "Exact",
    "FileRow",
    "Matrix",
    "Measure",
    "Met",
    "Table",
    "amount",
    "file_of",
    "money_in",
    "reach_of",
    "show_page",
]
