"""What the script on the phone has to know of a pad to answer a tap by itself (static/js/pad.js).

Every sentence and every number it shows is handed over here, made by the same functions that draw the pad on
the server: the script puts them in their places and knows no word itself. Players are ids, written as text.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from ledger.scoring import HandRefused
from ledger.scoring.scored import Facts, Scored
from scorekeeper.pad.prices import Prices, Tells, brings, raced
from scorekeeper.pad.questions import Mode
from scorekeeper.pad.state import Pad
from scorekeeper.text.figures import signed
from scorekeeper.text.receipts import label_words
from scorekeeper.text.refusals import sentence

# Typed as card points, no number under any rules.
NO_POINTS = "–"


@dataclass(frozen=True, kw_only=True)
class ResultData:
    """A result; `low` and `high` are the card points it stands for, None where only tricks decide it.

    `edge` are the card points that go with all tricks, or none.
    `cells` are what it brings with 0, 1, … partners: the picker, a partner, an opponent, and what the button
    says; None where that many cannot be.
    """

    code: str
    low: int | None
    high: int | None
    edge: int
    cells: tuple[tuple[str, str, str, str] | None, ...]


@dataclass(frozen=True, kw_only=True)
class ModeData:
    """A mode; `title` is what the big button says in it, or `refused` where this table cannot have it.

    `ties` are what it brings by how many are tapped: the first of them, the next, everybody else, and how the
    hand is called if nobody gets anything (else None); None where only the server can say.
    """

    code: str
    tap: str
    part: str
    most: int
    title: str
    refused: str
    ties: Mapping[int, tuple[str, str, str, str | None] | None]


@dataclass(frozen=True, kw_only=True)
class QuestionData:
    """A question: in which modes it is asked, and how far the script can foresee its answers.

    `is_open` means that an answer leaves the price to the server; `counts` that what was typed says who won,
    so that nobody has to be tapped; `with_partner` are answers that nobody can give alone.
    """

    name: str
    modes: tuple[str, ...]
    is_open: bool
    counts: bool
    with_partner: tuple[str, ...]


# Their id, their name, what is read out of them, and the name as it stands apart in a sentence.
ScriptPlayer = tuple[str, str, str, str]


@dataclass(frozen=True, kw_only=True)
class ScriptData:
    """All of it. `players` are those who play this hand, in seat order.

    `blocked` is said instead of anything else, where so few or so many cannot play a hand; `refused` of a
    hand that a player cannot have picked; `is_followed` means that a hand is corrected which others follow,
    so that the server has the last word; `wrong_points` is said of card points that cannot be, "" where they
    are not looked at.
    """

    players: tuple[ScriptPlayer, ...]
    most_partners: int
    least_partners: int
    partner_steps: int
    is_partner_fixed: bool
    is_counted: bool
    blocked: str
    refused: Mapping[str, str]
    is_followed: bool
    tap_picker: str
    tap_partner: str
    wrong_points: str
    least_points: int
    most_points: int
    title: str
    words: Mapping[str, str]
    results: tuple[ResultData, ...]
    modes: tuple[ModeData, ...]
    questions: tuple[QuestionData, ...]

    def plain(self) -> dict[str, Any]:
        parts = {
            name: [vars(one) for one in getattr(self, name)] for name in ("results", "modes", "questions")
        }
        return vars(self) | parts


def script_data(
    pad: Pad,
    prices: Prices,
    *,
    players: tuple[ScriptPlayer, ...],
    titles: Mapping[str, str],
    words: Mapping[str, str],
    is_followed: bool,
) -> ScriptData:
    """Return what the script has to know.

    `titles` are what the big button says by mode, "" for a picked hand.
    """
    asks, table = pad.asks, Table(pad)
    return ScriptData(
        players=players,
        most_partners=asks.most_partners,
        least_partners=asks.least_partners,
        partner_steps=asks.partner_steps,
        is_partner_fixed=asks.is_partner_fixed,
        is_counted=asks.is_counted,
        blocked=_blocked(pad),
        refused=table.picked(pad, prices),
        is_followed=is_followed,
        tap_picker=asks.tap_picker,
        tap_partner=asks.tap_partner,
        wrong_points=_wrong_points(pad),
        least_points=asks.least_points,
        most_points=asks.most_points,
        title=titles[""],
        words=words,
        results=tuple(
            ResultData(
                code=row.code,
                low=row.low,
                high=row.high,
                edge=asks.most_points if row.side == "won" else asks.least_points,
                cells=tuple(
                    _cell(prices.results.get((row.code, count)), count)
                    for count in range(asks.most_partners + 1)
                ),
            )
            for row in asks.rows
        ),
        modes=tuple(_mode(pad.rules.game, mode, prices, table, titles[mode.code]) for mode in asks.modes),
        questions=tuple(
            QuestionData(
                name=one.name,
                modes=one.modes,
                is_open=one.is_open,
                counts=one.kind == "counts",
                with_partner=one.with_partner,
            )
            for one in asks.questions
        ),
    )


def _blocked(pad: Pad) -> str:
    try:
        pad.check_table()
    except HandRefused as refused:
        return sentence(refused)
    return ""


class Table:
    """The table as it sits: what it refuses whoever else is tapped, and however a hand came out."""

    def __init__(self, pad: Pad) -> None:
        self.tells = Tells(pad, whole=True)

    def picked(self, pad: Pad, prices: Prices) -> dict[str, str]:
        priced = next(iter(prices.results), None)
        if priced is None:
            return {}
        said = {
            str(one): self._says(partial(self.tells.result, *priced, picker=one)) for one in pad.deal.active
        }
        return {player: why for player, why in said.items() if why}

    def mode(self, code: str, ties: Mapping[int, Scored | None]) -> str:
        """Return why a hand of this mode cannot have been, "" if it can."""
        priced = next((count for count, scored in ties.items() if scored), None)
        return "" if priced is None else self._says(partial(self.tells.mode, code, priced))

    def _says(self, told: Callable[[], Facts]) -> str:
        game, rules, seats = self.tells.scored_by
        try:
            game.score(seats, rules, told())
        except HandRefused as refused:
            return sentence(refused)
        return ""


def _wrong_points(pad: Pad) -> str:
    # The refusal of card points that cannot be; "" where the answers leave them out of it.
    if not pad.asks.rows or _blocked(pad):
        return ""
    tells = Tells(pad)
    try:
        tells.result(pad.asks.rows[0].code, pad.asks.least_partners, points=NO_POINTS)
    except HandRefused as refused:
        return sentence(refused)
    return ""


def _cell(scored: Scored | None, partners: int) -> tuple[str, str, str, str] | None:
    if scored is None:
        return None
    points = scored.points
    return signed(points[0]), signed(points[min(partners, 1)]), signed(points[-1]), brings(scored)


def _mode(game: str, mode: Mode, prices: Prices, table: Table, title: str) -> ModeData:
    return ModeData(
        code=mode.code,
        tap=mode.tap,
        part=mode.part,
        most=mode.most,
        title=title,
        refused=table.mode(mode.code, prices.ties[mode.code]),
        ties={count: _tie(game, mode, count, scored) for count, scored in prices.ties[mode.code].items()},
    )


def _tie(
    game: str, mode: Mode, tapped: int, scored: Scored | None
) -> tuple[str, str, str, str | None] | None:
    if scored is None or raced(scored) or (not mode.tap and any(scored.points)):
        return None  # whose points they are depends on who sits where
    first, second, other = scored.points[0], scored.points[min(1, max(tapped - 1, 0))], scored.points[-1]
    label = None if any(scored.points) else label_words(game, scored.label)
    return signed(first), signed(second), signed(other), label
