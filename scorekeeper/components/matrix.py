"""A matrix of people: everybody with everybody, its cells coloured by steps."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import ClassVar, NamedTuple

from django.utils.safestring import SafeString

from ledger.exchange.headings import word
from scorekeeper.components.component import Component, FileRow

# The steps of colour to each side of the middle; heads of more letters than `SHORT` stand upright.
STEPS, SHORT = 4, 4


class Met(NamedTuple):
    """The cell of two players: an exact `value` decides its colour, `text` is written in it.

    `below` is a smaller text, `said` is its description. Without `is_enough` the cell is grey. `url` leads to
    the hands.
    """

    value: Fraction
    text: str
    below: str = ""
    said: str = ""
    is_enough: bool = True
    url: str = ""


@dataclass(frozen=True, kw_only=True)
class Matrix(Component):
    """Players (ids) with each other: `met` by the ids of the row and of the column, `url` of a player's page.

    Colours go from `middle` to both sides, fullest at the distance `full`, or at the furthest cell. `corner`
    says what a row is ("Points of … from …").
    """

    players: Sequence[int]
    names: Mapping[int, str]
    met: Mapping[tuple[int, int], Met]
    corner: str
    url: Callable[[int], str]
    middle: Fraction = Fraction(0)
    full: Fraction | None = None
    template: ClassVar[str] = "components/matrix.html"

    @property
    def columns(self) -> tuple[str, ...]:
        return (word("name"), *self.heads)

    @property
    def heads(self) -> list[str]:
        return [self.names[player] for player in self.players]

    @property
    def is_upright(self) -> bool:
        return any(len(name) > SHORT for name in self.heads)

    def rows(self) -> Iterable[FileRow]:
        for row in self.players:
            cells = (self.met.get((row, column)) for column in self.players)
            yield self.names[row], *(cell.value if cell else None for cell in cells)

    def body(self) -> SafeString:
        """Return the rows as HTML: a loop in a template takes many times as long."""
        away = (abs(one.value - self.middle) for one in self.met.values() if one.is_enough)
        full = self.full or max(away, default=Fraction(0))
        drawn = ""
        for row in self.players:
            name = escape(self.names[row])
            link = f'<a href="{escape(self.url(row))}"><bdi>{name}</bdi></a>'
            cells = "".join(self._cell(row, column, full) for column in self.players)
            drawn += f'<tr><th scope="row" title="{name}">{link}</th>{cells}</tr>\n'
        return SafeString(drawn)

    def _cell(self, row: int, column: int, full: Fraction) -> str:
        found = self.met.get((row, column))
        if row == column or found is None:
            return f'<td class="heat-{"self" if row == column else "none"}"></td>'
        away, heat = found.value - self.middle, "0"
        if away and full:
            heat = f"{'p' if away > 0 else 'm'}{min(STEPS, -(-abs(away) * STEPS // full))}"
        text, said = escape(found.text), escape(found.said)
        if found.below:
            text += f" <small>{escape(found.below)}</small>"
        if found.url:
            text = f'<a href="{escape(found.url)}">{text}</a>'
        return f'<td class="heat-{heat if found.is_enough else "few"}" title="{said}">{text}</td>'
