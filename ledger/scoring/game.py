"""Declaration of a game, so that the registry, the pages and the docs can ask all games alike."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic

from ledger.scoring.carried import NOTHING, Carried
from ledger.scoring.marking import gettext_noop as _
from ledger.scoring.option import Rules, RuleValues
from ledger.scoring.scored import Chart, Facts, HandRefused, Scored
from ledger.words.messages import Message

# An example hand: its title, the seat who asks why, and the facts.
Telling = tuple[Message, int, Facts]

# Names on pages of a player's role, the points on the table, several partners, and two counts of the
# standings, where a game has no word of its own.
#
# Like all words that are declared in this room they are marked for translation; the pages translate them.
WORDS = {
    "picker": _("picker"),
    "alone": _("picker, alone"),
    "partner": _("partner"),
    "opponent": _("opponent"),
    "leaster": _("leaster"),
    "out": _("sat out"),
    "pot": _("pot"),
    "partners": _("partners"),
    "picked": _("picked"),
    "leasters": _("leasters won"),
}


@dataclass(frozen=True, kw_only=True)
class Stake:
    """The usual worth of a point where a preset is played: cents of a currency (ISO 4217), or nothing.

    `source` is the sentence of the documents that says so; empty where it is a convention of this house.
    """

    cents: int = 0
    currency: str = ""
    source: str = ""


POINTS_ONLY = Stake()


@dataclass(frozen=True, kw_only=True)
class Preset:
    """A named set of options that a real circle of tables plays, and what they usually play for."""

    key: str
    name: str
    help: str
    values: RuleValues
    stake: Stake = POINTS_ONLY
    # The values that it had before: a table that still plays by them is called the same.
    former: tuple[RuleValues, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Tiles:
    """A row of tiles for an option that tells tables apart: its question, and the answers most tables give.

    A row with one answer is a part that is added to any table, or left out. `named` is what a group that
    plays so is called by, where that is not what the tile says; "" for nothing.
    """

    option: str
    title: str
    labels: Mapping[bool | str | tuple[str, ...], str]
    named: Mapping[bool | str | tuple[str, ...], str] = field(default_factory=dict)

    @property
    def is_part(self) -> bool:
        return len(self.labels) == 1


@dataclass(frozen=True, kw_only=True)
class PriceCell:
    """A cell of the table of prices: the value that counts, and the option that decides it, "" for none.

    The value is None where nothing of the kind is paid.
    """

    counts: int | bool | None
    option: str = ""


@dataclass(frozen=True, kw_only=True)
class PriceRow:
    """A kind of game in the table of prices, with its cells as the columns say."""

    name: str
    is_played: bool
    cells: tuple[PriceCell, ...]


@dataclass(frozen=True, kw_only=True)
class PriceTable:
    """The prices of all kinds of a game: the section of the rule card, the heads of columns, and the rows."""

    section: str
    help: str
    columns: tuple[str, ...]
    rows: tuple[PriceRow, ...]

    @property
    def options(self) -> frozenset[str]:
        """Return the names of the options that the table decides."""
        return frozenset(cell.option for row in self.rows for cell in row.cells if cell.option)


@dataclass(frozen=True, kw_only=True)
class Traits:
    """The traits of a hand that are counted; what was not told is not here.

    `kind` is its kind of game: a contract where there are several, else the kind of hand. `cracks` is how
    often the picker's side was doubled or doubled back (crack, Stoss, …), `cracker` the seat of who did so
    first, None where nobody did or nobody said who. `is_forced` where the picker had to pick.
    """

    kind: str
    cracks: int = 0
    cracker: int | None = None
    is_forced: bool = False


@dataclass(frozen=True, kw_only=True)
class Game(Generic[Rules]):
    """A game: its name, its options, its presets, and the functions that know its rules.

    Its own modules write it as `Game[ItsRules]`, so that an option misspelt in them is found by the type
    checker; of the registry they are of any rules.

    `score(players, rules, told)` returns a Scored or raises HandRefused. `players` counts everybody at the
    table, those who sit out included. `chart(rules, active)` is the score chart for `active` players.
    `most_active` and `least_active` say how many can play a hand; `most_partners(active)` how many can play
    with the picker.
    """

    key: str
    name: str
    help: str
    rules: type[Rules]
    presets: tuple[Preset, ...]
    score: Callable[[int, Rules, Facts], Scored]
    chart: Callable[[Rules, int], Chart]
    least_active: int
    most_active: int
    most_partners: Callable[[int], int]
    # Options that are chosen first, as rows of tiles that combine.
    tiles: tuple[Tiles, ...] = ()
    # The table of prices of a game whose kinds have a price each, for so many players.
    prices: Callable[[Rules, int], PriceTable] | None = None
    # The newest reading of the rules. A hand told under an older one stays worth what it was (`edition`).
    edition: int = 1
    # The value that goes from hand to hand, as it is before the first.
    carried: Carried = NOTHING
    # Whether points may lie on the table between hands under these rules.
    keeps_pot: Callable[[Rules], bool] = lambda _rules: False
    # Whether a hand is told which of those who sit out do so of their own will.
    asks_who_rests: bool = False
    # Kinds told between two hands: they move points, but no cards were dealt. Each by the first edition that
    # reads it so; told by an older one it is a hand, and stays one.
    between: Mapping[str, int] = field(default_factory=dict)
    # The traits of a scored hand, by its facts.
    traits: Callable[[Facts], Traits] = lambda told: Traits(kind=told["kind"])
    # Whether a race is run beside the points: whoever won what is told between two hands has won one.
    has_race: bool = False
    # Hands for so many players that show what the rules do; without any, the chart is shown.
    examples: Callable[[Rules, int], Iterable[Telling]] | None = None
    # The rules as a table uses them when so many play: what is ruled only for other sizes is left out.
    at: Callable[[Rules, int], Rules] = lambda rules, _active: rules
    # The language of its names, where no language has words of its own for them.
    language: str = "en"
    # Players of a hand on most evenings, as far as the game allows.
    usually: int = 5
    # The table's name of the player against the rest.
    chief: str = _("picker")
    # The game's own words where they are not those of `WORDS`.
    words: Mapping[str, str] = field(default_factory=dict)
    # The way in which points that do not add up to zero become money at the end of a night, and whether the
    # fewest win; None where each hand adds up to zero.
    money_at_end: Callable[[Rules], tuple[str, bool] | None] = lambda _rules: None
    # The points that a game is played to, None where nobody said so.
    target: Callable[[Rules], int | None] = lambda _rules: None
    # The stylesheet's name of the marks on the sheet, where they are not P, P1, + and L.
    marks: str = ""
    # Whether the sheet marks who lost, and not who won, where everybody plays alone.
    marks_losers: bool = False
    # Whether a night on paper is a list of games with their plus and minus, and not of running totals.
    lists_games: bool = False

    @property
    def named_tables(self) -> tuple[Preset, ...]:
        """Return the presets that are more than tiles of the first one, which is among them."""
        rows = {row.option: row.labels for row in self.tiles if not row.is_part}
        first, *others = self.presets
        more = (
            preset
            for preset in others
            if not rows or any(value not in rows.get(name, ()) for name, value in preset.values.items())
        )
        return (first, *more)

    def scored(self, players: int, rules: Rules, told: Facts) -> Scored:
        """Return what `score` does; a refusal is told under which rules, for the words of its sentence."""
        try:
            return self.score(players, rules, told)
        except HandRefused as refused:
            refused.table = self.key, rules
            raise

    def word(self, name: str) -> str:
        """Return the game's name of a role, or of the pot, marked for translation; "" for what needs no
        word."""
        return self.words.get(name) or WORDS.get(name, "")
