"""The table of results that leaves this program comes in again as the same nights."""

from datetime import timedelta
from fractions import Fraction
from io import BytesIO

import pytest
from django.utils.timezone import localdate

from ledger.exchange.copying import compare, copy
from ledger.exchange.notebook import read_notebooks
from ledger.exchange.preview import Preview
from ledger.exchange.tables import as_csv, results, write_xlsx
from ledger.exchange.workbook import Room, read_workbook
from ledger.models import Group
from ledger.recording import end_night
from ledger.standings.nights import every_night
from tests.cast import a_night, context, tell, thursday_table
from tests.notebooks import TODAY, read_notebook

pytestmark = pytest.mark.django_db
# Names that a spreadsheet would take for formulas, and one with marks that part columns.
NAMES = ("Ann", "=2+3", "+Cleo", "Smith, Dave; Jr.", "-Edith")
OLD = """Date,Ann,=2+3,+Cleo
2009-01-02,1,2,-3
2009-01-02,5/2,-5/2,
2009-01-09,8/3,,-8/3
"""


@pytest.fixture
def group() -> Group:
    made = thursday_table(names=NAMES)
    for picker, partner in (("Ann", "=2+3"), ("+Cleo", "Ann")):
        session = a_night(made)
        tell(session, picker, partner)
        end_night(session, context(session))
    copy(made, read_notebook("old.csv", OLD))
    return made


def nights_of(group: Group) -> list[tuple[str, dict[str, Fraction]]]:
    nights = ((str(localdate(one.started_at)), dict(one.results)) for one in every_night(group))
    return sorted(nights, key=repr)


def nights_in(preview: Preview) -> list[tuple[str, dict[str, Fraction]]]:
    assert (preview.troubles, preview.open_questions) == ((), ())
    return sorted(((str(one.date), dict(one.totals)) for one in preview.nights), key=repr)


def test_table_of_results_comes_in_as_the_same_nights(group: Group) -> None:
    table = results(group)
    file = BytesIO()
    write_xlsx(table, file=file)
    (sheet,) = read_workbook(file.getvalue(), Room())
    today = max(TODAY, localdate() + timedelta(days=1))
    for text in (as_csv(table), f"\ufeff{as_csv(table)}", sheet.text):
        preview = read_notebooks([("results", text)], today=today)
        assert nights_in(preview) == nights_of(group)
        assert compare(group, preview).new == 0


def test_table_of_results_fills_another_group(group: Group) -> None:
    other = thursday_table(name="Friday", names=())
    copy(other, read_notebooks([("results.csv", as_csv(results(group)))], today=localdate()))
    assert nights_of(other) == nights_of(group)
    # The nights have other numbers, and no hands.
    shown = [[row[:1] + row[3:] for row in results(one).rows] for one in (group, other)]
    assert sorted(map(repr, shown[0])) == sorted(map(repr, shown[1]))
