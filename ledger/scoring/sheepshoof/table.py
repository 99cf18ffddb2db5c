"""The three seats of Sheepshoof, whose deal it is, and the answer for a hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ledger.scoring.carried import Carried
from ledger.scoring.facts import exact, items, seat
from ledger.scoring.receipt import Receipt
from ledger.scoring.scored import Facts, HandRefused, Scored
from ledger.words.messages import Message


@dataclass(frozen=True, kw_only=True)
class SheepshoofCarried(Carried):
    """The scores before a hand, read from the totals of the sheet (HF-006)."""

    def standings(self, seats: Sequence[int], totals: Mapping[int, Fraction]) -> dict[str, Any]:
        """Return everybody's score before the hand (points)."""
        return {"running": [str(totals.get(player, 0)) for player in seats]}


PLAYERS = 3
CARD_POINTS = 36
CARD_TRICKS = 6
# Facts that every kind of hand may carry; what the other games keep on the table is empty here.
ALWAYS = {"kind", "dealer", "running", "sitting_out", "doublers", "pot"}


@dataclass(frozen=True)
class Table:
    """The dealer (a seat), and everybody's score before the hand (points); None if nobody said."""

    dealer: int | None
    running: tuple[Fraction, ...] | None


def read_table(told: Facts) -> Table:
    """Return the three who play (HF-001). Raises HandRefused: `not_kept_here`, `wrong_length`, …"""
    dealer = None if told.get("dealer") is None else seat(told["dealer"], "dealer", PLAYERS)
    if told.get("doublers") not in (None, 0, {}):
        raise HandRefused("not_kept_here", fact="doublers", case="sheepshoof_doublers")
    if told.get("pot") not in (None, 0, {}):
        raise HandRefused("not_kept_here", fact="pot", case="sheepshoof_pot")
    return Table(dealer, _read_running(told))


def _read_running(told: Facts) -> tuple[Fraction, ...] | None:
    # Everybody's score before the hand (points), which decides ties in a fewster (HF-006).
    if told.get("running") is None:
        return None
    scores = items(told["running"], "running", 10)
    if len(scores) != PLAYERS:
        raise HandRefused("wrong_length", fact="running", case="running")
    return tuple([exact(score, "running") for score in scores])


def answered(
    table: Table, receipt: Receipt, label: Message, *, same_dealer: bool = False, **more: Any
) -> Scored:
    """Return the answer with the receipt's points; the deal moves to the left unless the same player deals
    again."""
    step = 0 if same_dealer else 1
    words: dict[str, Any] = {"roles": ("",) * PLAYERS, "won": (None,) * PLAYERS} | more
    return Scored(
        points=receipt.points,
        reasons=tuple(receipt.lines),
        label=label,
        pot_delta=receipt.pot_delta,
        next_dealer=None if table.dealer is None else (table.dealer + step) % PLAYERS,
        **words,
    )
