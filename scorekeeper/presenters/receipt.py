"""The receipt that answers "why −8?": the lines of a hand's score, as they add up for one player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ledger.scoring import Scored, game_called
from ledger.scoring.game import Game
from ledger.scoring.option import options
from ledger.scoring.scored import Reason
from ledger.sheet import HandRow
from scorekeeper.text.figures import points, signed


@dataclass(frozen=True, kw_only=True)
class ReceiptLine:
    """One line: what happened, the house rule behind it, what it did, and the sum so far."""

    text: str
    detail: str
    effect: str
    sum_so_far: str


@dataclass(frozen=True, kw_only=True)
class Receipt:
    """Why a player won or lost so many points in a hand."""

    player: int
    name: str
    role: str
    worth: Fraction
    lines: tuple[ReceiptLine, ...]


def receipt(row: HandRow, scored: Scored, player: int, names: Mapping[int, str]) -> Receipt:
    """The receipt of one player at this hand's table."""
    seat, game = row.seats.index(player), game_called(row.rules.game)
    return Receipt(
        player=player,
        name=names[player],
        role=game.word(row.role(player)),
        worth=scored.points[seat],
        lines=_lines(game, scored, seat, [names[one] for one in row.seats]),
    )


def example_receipt(game: Game[Any], scored: Scored, seat: int, names: Sequence[str]) -> Receipt:
    """The receipt of a seat in a hand that nobody played."""
    return Receipt(
        player=seat,
        name=names[seat],
        role=game.word(scored.roles[seat]) if scored.roles else "",
        worth=scored.points[seat],
        lines=_lines(game, scored, seat, names),
    )


def _lines(game: Game[Any], scored: Scored, seat: int, names: Sequence[str]) -> tuple[ReceiptLine, ...]:
    """The lines of a hand's score as they add up for one seat; `names` are those of the seats."""
    rules = {option.name: option.label for option in options(game.rules)}
    lines: list[ReceiptLine] = []
    so_far = Fraction(0)
    for reason in scored.reasons:
        so_far += reason.points[seat]
        lines.append(_line(reason, seat, so_far, names, rules))
    return tuple(lines)


def _line(
    reason: Reason, seat: int, so_far: Fraction, names: Sequence[str], rules: Mapping[str, str]
) -> ReceiptLine:
    called = [names[one] for one in reason.seats]
    rule = rules.get(reason.rule or "", "")
    detail = reason.detail.format(*called) if reason.seats else reason.detail
    text = reason.text.format(*called) if reason.seats else reason.text
    if rule and rule.casefold() not in text.casefold():
        detail = f"{detail.rstrip('.')} · house rule: {rule}" if detail else f"House rule: {rule}"
    effect = f"× {points(reason.factor)}" if reason.factor else signed(reason.points[seat])
    return ReceiptLine(text=text, detail=detail, effect=effect, sum_so_far=signed(so_far))
