"""A table: each column is declared once, for the page and for the file."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from html import escape
from typing import Any, ClassVar, Generic, TypeVar

from django.utils.safestring import SafeString

from ledger.exchange.headings import headings, in_words
from scorekeeper.components.component import Component, Exact, FileRow
from scorekeeper.text.dates import when
from scorekeeper.text.figures import MINUS, PLUS, count

TableEntry = TypeVar("TableEntry")


def written(value: Exact) -> str:
    if isinstance(value, date):
        return when(value, "day")
    return count(value) if isinstance(value, int) else "" if value is None else str(value)


@dataclass(frozen=True, kw_only=True)
class Column(Generic[TableEntry]):
    """A column of a table of entries.

    `value` returns the exact value. `name` is the English name in the file; a column without one is on the
    page only. `head` is the translated head on the page; a column without one (None) is in the file only.
    On the page `write` spells the value, `below` adds a smaller text under it, and `url` returns where the
    cell leads ("" for nowhere). `css` is the class of its cells; numbers with a sign are coloured.
    `order_url` makes the head a link that orders the table by this column, and `is_order` marks the column
    that orders it now.
    """

    name: str = ""
    value: Callable[[TableEntry], Exact]
    head: str | None = None
    write: Callable[[Any], str] = written
    below: Callable[[TableEntry], str] | None = None
    url: Callable[[TableEntry], str] | None = None
    css: str = ""
    order_url: str = ""
    is_order: bool = False

    def cell(self, entry: TableEntry, *, is_head: bool) -> str:
        """Return the cell of an entry as HTML; everything in it is escaped."""
        text = self.write(self.value(entry))
        css = f"{self.css}{ {PLUS: ' plus', MINUS: ' minus'}.get(text[:1], '') }".strip()
        inner = f"<bdi>{escape(text)}</bdi>" if is_head else escape(text)
        if self.url and (url := self.url(entry)):
            inner = f'<a href="{escape(url)}">{inner}</a>'
        if self.below and (below := self.below(entry)):
            inner += f" <small>{escape(below)}</small>"
        shown = f' class="{css}"' if css else ""
        return f'<th scope="row"{shown}>{inner}</th>' if is_head else f"<td{shown}>{inner}</td>"


@dataclass(frozen=True, kw_only=True)
class Table(Component, Generic[TableEntry]):
    """A table of entries; the first column that the page shows is the head of each row.

    A column that is None is left out.
    Of many entries the page shows the `first`, and the others behind a fold. `every` returns the entries of
    the file where these are more than the page's.
    """

    fields: Sequence[Column[TableEntry] | None]
    entries: Sequence[TableEntry] = ()
    every: Callable[[], Iterable[TableEntry]] | None = None
    first: int | None = None
    css: str = ""
    template: ClassVar[str] = "components/table.html"

    @property
    def columns(self) -> tuple[str, ...]:
        return headings(*(column.name for column in self.fields if column and column.name))

    def rows(self) -> Iterable[FileRow]:
        fields = [column for column in self.fields if column and column.name]
        for entry in self.every() if self.every else self.entries:
            yield tuple(in_words(column.name, column.value(entry)) for column in fields)

    def drawn(self) -> dict[str, Any]:
        """Return the columns and rows on the page, these as HTML: a template takes many times as long."""
        shown = [column for column in self.fields if column and column.head is not None]
        rows = [
            f"<tr>{''.join(column.cell(one, is_head=column is shown[0]) for column in shown)}</tr>"
            for one in self.entries
        ]
        first = len(rows) if self.first is None else self.first
        body, more = (SafeString("\n".join(some)) for some in (rows[:first], rows[first:]))
        return {"columns": shown, "body": body, "more": more, "folded": len(rows[first:])}
