"""Every table of a page as a file: `?format=csv&of=…` behind the page's own address, filters and all.

A page puts its tables and charts into one frozen dataclass, its view, or into a mapping of names to them.
What is in there can be taken along, under the names of its fields, and nothing else has to be done for it: a
chart brings its own table (`DataTable`), and what a page draws in its own way stands there once more as a
`FileTable`, in a field called `…_table`. The page links it with `charts/csv.html`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from io import BytesIO
from typing import cast
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse

from ledger.exchange.spreadsheet import Value
from ledger.exchange.tables import Table, as_csv, number
from scorekeeper.charts import DataTable
from scorekeeper.charts.drawing import Exact
from scorekeeper.http.downloads import MARK, download, named
from scorekeeper.text.figures import precision

FileRow = tuple[Exact, ...]
YES_OR_NO: Mapping[bool | None, str] = {True: "yes", False: "no", None: ""}


@dataclass(frozen=True, kw_only=True)
class FileTable:
    """A table as it stands in a file: its columns, in English as in all files, and its rows.

    The rows are read when the file is asked for: all of them, also where a page shows only some.
    """

    columns: tuple[str, ...]
    read: Callable[[], Iterable[FileRow]] = field(compare=False, repr=False)

    @property
    def values(self) -> Iterable[FileRow]:
        """The rows."""
        return self.read()


def amount(cents: int, currency: str) -> Fraction:
    """Money as it stands in a file, in the currency: 12.5."""
    return Fraction(cents, 10 ** precision(currency))


def table_file(request: HttpRequest, view: object, *names: str) -> HttpResponse | None:
    """The table of a view that the address asks for, as a file; None where the address asks for a page.

    `names` say of what it is: the group, and whoever the page is about. Raises Http404 for a table or a
    format that there is not.
    """
    kind, asked = request.GET.get("format"), request.GET.get("of", "")
    if kind is None:
        return None
    found = dict(tables_in(view)).get(asked)
    if kind != "csv" or found is None:
        raise Http404("There is no such table.")
    rows = (tuple(map(_value, row)) for row in found.values)
    text = as_csv(Table(title=asked, columns=found.columns, rows=rows))
    file = BytesIO(MARK + text.encode())
    # Django counts what is sent in pieces as an answer of another class.
    return cast("HttpResponse", download(request, file, f"{named(*names, asked)}.csv", kind="csv"))


def table_addresses(view: object, query: str) -> dict[str, str]:
    """Where the tables of a view lie as files, by their names; `query` is what the page asks for."""
    begins = f"{query}&" if query else "?"
    return {name: begins + urlencode({"format": "csv", "of": name}) for name, _ in tables_in(view)}


def tables_in(view: object, name: str = "") -> Iterator[tuple[str, DataTable | FileTable]]:
    """The tables of a view, and of what it is made of, by the names of the fields: "against_chart"."""
    if isinstance(view, DataTable | FileTable):
        yield name.removesuffix("_table"), view
    elif isinstance(table := getattr(view, "table", None), DataTable):
        yield name, table
    else:
        for part, inner in _parts_of(view):
            yield from tables_in(inner, f"{name}_{part}" if name else part)


def _parts_of(view: object) -> Iterator[tuple[str, object]]:
    if isinstance(view, Mapping):
        yield from view.items()
    elif is_dataclass(view):
        yield from ((one.name, getattr(view, one.name)) for one in fields(view))


def _value(value: Exact) -> Value:
    """As it stands in a file: an estimate with six digits behind the point."""
    if isinstance(value, Fraction):
        return number(value)
    if isinstance(value, float):
        return Decimal(f"{value:.6f}")
    return value.isoformat() if isinstance(value, date) else value
