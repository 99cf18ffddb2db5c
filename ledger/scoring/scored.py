"""Answers of the engine: a score with its reasons, or a refusal with its code.

Points are exact (`Fraction`); a seat is an index 0..n-1 into the players at the table, clockwise.
Nothing here knows a name, a database or a clock.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ledger.scoring.carried import NOTHING, Carried
from ledger.words.messages import Message

Points = tuple[Fraction, ...]
Facts = Mapping[str, Any]
Params = Mapping[str, object]


class HandRefused(Exception):
    """Facts that cannot be, or that this house does not play.

    `code` is for machines and never changes; `case` tells apart what one code says in several sentences.
    `params` is what such a sentence names: whole numbers, exact points, seats, keys of options, names that
    people gave, or another refusal. The sentence itself stands in the pages' catalogue
    (`scorekeeper.text.refusals`). `fact` names the fact it is about (a key of what was told), so that a page
    can stand next to where it went wrong. `table` is the game and the rules under which the hand was scored,
    whose card words the sentence takes; empty where nobody scored it.
    """

    table: tuple[str, object] = ("", None)

    def __init__(self, code: str, *, fact: str | None = None, case: str = "", **params: object) -> None:
        self.code = code
        self.case = case
        self.params: Mapping[str, object] = params
        self.fact = fact
        said = f"{code}.{case}" if case else code
        super().__init__(f"{said} {params}" if params else said)


@dataclass(frozen=True, kw_only=True)
class Reason:
    """A line of the receipt that answers "why −8?".

    `code` is for machines and never changes; `case` tells apart what one code says in several sentences, and
    `params` is what they name: whole numbers, exact points, keys of options and results. `why` says more in
    clauses. The words stand in the pages' catalogue of the game (`scorekeeper.text.games`). `points` is what
    this line adds to every seat's result, so that the lines of a hand always add up to the hand. `factor` is
    shown when the line multiplies ("× 2"). `seats` are the players that its words name. `rule` is the name of
    the house-rule option that caused the line, `source` the catalogue's id of the rule.
    """

    code: str
    points: Points
    case: str = ""
    params: Params = field(default_factory=dict)
    why: tuple[Message, ...] = ()
    seats: tuple[int, ...] = ()
    factor: Fraction | None = None
    rule: str | None = None
    source: str = ""


# Codes of the line that says what a side won out of a pot that lay there, or paid into it.
FOR_THE_POT = frozenset({"pot_won", "pot_missed", "stock_won", "stock_lost"})


PICKING = ("picker", "alone")

# Roles of who picked, and of all on the side of who picked.
PICKERS_SIDE = (*PICKING, "partner")


@dataclass(frozen=True, kw_only=True)
class Scored:
    """The score of one hand.

    `points` per seat (0 for those who sit out) and `pot_delta` sum to zero but for points as typed
    (`compared`); the points of the reasons sum to the points. `label` is what such a hand is called in a few
    words. `roles` per seat: picker, alone, partner, opponent, leaster (everybody in a hand that nobody
    picked), out, or "" where a kind of hand has no roles. `won` per seat: True, False, or None where nobody
    wins. `carried_after` is what the hand changes of what the game carries from hand to hand. `row` is the
    row of the chart it was, and `side_points` the card points of the picker's side, where they were counted.
    What is None does not apply to this kind of hand.
    """

    points: Points
    reasons: tuple[Reason, ...]
    label: Message
    pot_delta: Fraction = Fraction(0)
    roles: tuple[str, ...] = ()
    won: tuple[bool | None, ...] = ()
    row: str | None = None
    side_points: int | None = None
    factor: Fraction = Fraction(1)
    next_dealer: int | None = None
    carried_after: Carried = NOTHING
    totals: Points | None = None
    money: Points | None = None
    # Points by which each seat is ahead of the average (less than nothing: behind it), of points as typed;
    # these add up to zero where `points` do not. None of all other hands.
    compared: Points | None = None

    @property
    def for_the_pot(self) -> Points | None:
        """Return the points that a pot brought its players (negative where they paid into it), None where
        there was none."""
        return next((line.points for line in self.reasons if line.code in FOR_THE_POT), None)


@dataclass(frozen=True, kw_only=True)
class ChartRow:
    """A row of the score chart: one result a hand can have, and what it is worth.

    `code` is the value of the fact `result`; `side` is "won" or "lost"; `label` its name, marked for
    translation; `bracket` the card points it stands for ("61–90"), or the tricks ("all tricks"), marked;
    `low` and `high` the same as numbers (None where only tricks decide).
    """

    code: str
    side: str
    label: str
    bracket: str
    low: int | None
    high: int | None


def chart_row(code: str, label: str, low: int, high: int, tricks: str = "") -> ChartRow:
    """Return the row of a result by its card points, or by tricks where `tricks` has the words for them."""
    return ChartRow(
        code=code,
        side="won" if code.startswith("won") else "lost",
        label=label,
        bracket=tricks or f"{low}–{high}".replace("-", "−"),
        low=None if tricks else low,
        high=None if tricks else high,
    )


@dataclass(frozen=True, kw_only=True)
class ChartCell:
    """The payments of a row of the chart: points of the picker, of each partner, of each opponent."""

    picker: Fraction
    partner: Fraction
    opponent: Fraction


@dataclass(frozen=True, kw_only=True)
class Chart:
    """The score chart of one table under one set of house rules: rows, and cells by (row code, partners)."""

    rows: tuple[ChartRow, ...]
    cells: Mapping[tuple[str, int], ChartCell] = field(default_factory=dict)
