"""A page of components: shown, or all of them as files, `?format=zip` behind the page's address.

`?format=csv&of=KEY` is one of them. Files are in English, unless the address has a language: `&language=de`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from io import BytesIO
from typing import Any, ClassVar, cast
from zipfile import ZIP_DEFLATED, ZipFile

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language

from ledger.exchange.tables import FileTable as File
from ledger.exchange.tables import FileValue, as_csv, number
from scorekeeper.http.downloads import MARK, download, named
from scorekeeper.http.htmx import show
from scorekeeper.text.figures import precision

# A value in a file; only an estimate is a float, None is an empty cell.
Exact = int | float | Fraction | str | date | None

FileRow = tuple[Exact, ...]


@dataclass(frozen=True, kw_only=True)
class Component:
    """A part of a page that can be taken along as a file.

    `key` names it in addresses and is its id on the page, `title` is its heading, and `note` stands below it.
    """

    key: str
    title: str
    note: str = ""
    template: ClassVar[str]

    @property
    def columns(self) -> tuple[str, ...]:
        raise NotImplementedError

    def rows(self) -> Iterable[FileRow]:
        """Yield the rows of the file, with exact values; None is an empty cell."""
        raise NotImplementedError


def amount(cents: int, currency: str) -> Fraction:
    """Return an amount of money in its currency, as a file has it: 12.5."""
    return Fraction(cents, 10 ** precision(currency))


def file_of(request: HttpRequest, components: Iterable[Component | None], *names: str) -> HttpResponse | None:
    """Return the file that the address asks for, None where it asks for the page.

    `names` begin the file's name: the group, and the player. Raises Http404 for another table or format.
    """
    kind, key = request.GET.get("format"), request.GET.get("of", "")
    if kind is None:
        return None
    found = next((one for one in components if one and one.key == key), None)
    if kind == "zip" and not key:
        every = BytesIO()
        with ZipFile(every, "w", ZIP_DEFLATED) as packed:
            for one in filter(None, components):
                packed.writestr(f"{one.key}.csv", _csv(one))
        every.seek(0)
        return cast("HttpResponse", download(request, every, f"{named(*names)}.zip", kind="zip"))
    if kind != "csv" or found is None:
        raise Http404("There is no such table.")
    file = BytesIO(_csv(found))
    # Django counts an answer that is sent in pieces as another class.
    return cast("HttpResponse", download(request, file, f"{named(*names, key)}.csv", kind="csv"))


def show_page(
    request: HttpRequest,
    template: str,
    context: Mapping[str, Any],
    components: Iterable[Component | None],
    *names: str,
    query: str = "",
    status: int = 200,
) -> HttpResponse:
    """Return the page with its components as `parts`, by key; or the file that the address asks for.

    A component that is None is left out. `query` is what the page asks for, which addresses of files keep.
    """
    parts = {one.key: one for one in components if one}
    if file := file_of(request, parts.values(), *names):
        return file
    # A page offers its files in its own language; addresses that name none stay as scripts know them.
    language = get_language()
    asked = "" if language == settings.LANGUAGE_CODE else f"&language={language}"
    export = f"{query or '?'}{'&' if query else ''}format=zip{asked}"
    return show(request, template, {**context, "parts": parts, "export": export}, status=status)


def _csv(one: Component) -> bytes:
    rows = (tuple(map(_value, row)) for row in one.rows())
    return MARK + as_csv(File(title=one.key, columns=one.columns, rows=rows)).encode()


def _value(value: Exact) -> FileValue:
    # A value as a spreadsheet takes it; an estimate has six digits behind the point.
    if isinstance(value, Fraction):
        return number(value)
    if isinstance(value, float):
        return Decimal(f"{value:.6f}")
    return value.isoformat() if isinstance(value, date) else value
