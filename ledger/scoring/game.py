"""What every game says of itself, so that the registry, the pages and the docs can ask all games alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ledger.scoring.carried import NOTHING, Carried
from ledger.scoring.scored import Chart, Facts, Scored

Telling = tuple[str, int, dict[str, Any]]
"""An example hand: its title with `{0}`, `{1}` for the players, the seat who asks why, and the facts."""

WORDS = {
    "picker": "picker",
    "alone": "picker, alone",
    "partner": "partner",
    "opponent": "opponent",
    "leaster": "leaster",
    "out": "sat out",
    "pot": "pot",
}
"""What a page calls a player's role, and the points on the table, where a game has no word of its own."""


@dataclass(frozen=True, kw_only=True)
class Preset:
    """A named set of options that a real circle of tables plays."""

    key: str
    name: str
    help: str
    values: Mapping[str, Any]


def _as_they_are(rules: Any, _active: int) -> Any:
    return rules


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game: its name, its options, its presets, and the functions that know its rules.

    `score(players, rules, told)` returns a Scored or raises HandRefused. `players` counts everybody at the
    table, those who sit out included. `chart(rules, active)` is the score chart for `active` players.
    `most_active` and `least_active` say how many can play a hand; `most_partners(active)` how many can play
    with the picker.
    """

    key: str
    name: str
    help: str
    rules: type[Any]
    presets: tuple[Preset, ...]
    score: Callable[[int, Any, Facts], Scored]
    chart: Callable[[Any, int], Chart]
    least_active: int
    most_active: int
    most_partners: Callable[[int], int]
    carried: Carried = NOTHING
    """What goes from hand to hand besides the deal, as it is before the first."""
    between: frozenset[str] = frozenset()
    """Kinds told between two hands: they move points, but no cards were dealt."""
    examples: Callable[[Any, int], Iterable[Telling]] | None = None
    """Hands for so many players that show what the rules do; without any, the chart is shown."""
    at: Callable[[Any, int], Any] = _as_they_are
    """The rules as a table uses them when so many play: what is ruled only for other sizes is left out."""
    usually: int = 5
    """How many play a hand on most evenings, as far as the game allows."""
    chief: str = "picker"
    """What the table calls whoever plays against the rest."""
    words: Mapping[str, str] = field(default_factory=dict)
    """The game's own words where they are not those of `WORDS`."""
    marks: str = ""
    """The stylesheet's name of the marks on the sheet, where they are not P, P1, + and L."""
    marks_losers: bool = False
    """Whether the sheet marks who lost, and not who won, where everybody plays for himself."""

    def word(self, name: str) -> str:
        """What the game calls a role, or the pot; "" for what needs no word."""
        return self.words.get(name) or WORDS.get(name, "")
