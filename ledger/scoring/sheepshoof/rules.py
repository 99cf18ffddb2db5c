"""The house rules of Sheepshoof, in the order a rule card reads them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ledger.scoring.option import choice, number, switch

WINNING = "Winning and losing"
FEWSTER = "The fewster"
TABLE = "At the table"


@dataclass(frozen=True, kw_only=True)
class SheepshoofRules:
    """The house rules of one Sheepshoof table."""

    bump: bool = switch(
        False,
        label="Double on the bump",
        help=(
            "The picker pays double when he loses. The document says nothing of it for Sheepshoof, and not "
            "even what a picked hand is worth: two for the picker, as in the fewster."
        ),
        source="HF-004",
        section=WINNING,
        nicknames=("bump", "DOB", "double on the bump"),
    )
    fewster_trickless: str = choice(
        "next",
        {
            "next": "the next best with a trick wins",
            "push": "nobody wins",
            "auto_win": "no trick wins by itself",
        },
        label="Fewest points without a trick",
        help=(
            "A trick is needed to win a fewster. If the player with the fewest points has none, the next "
            "best wins, or nobody; an untried variant makes taking no tricks an automatic win."
        ),
        source="HF-005, HF-008",
        section=FEWSTER,
        nicknames=("no trick", "automatic win"),
    )
    fewster_all_tricks: int = choice(
        2,
        {2: "wins nothing special", 6: "wins 6, the others lose 3"},
        label="All six tricks in a fewster",
        help="A variant lets a player who takes every trick gain 6 instead of 2; the others lose 3 each.",
        source="HF-009",
        section=FEWSTER,
        nicknames=("six tricks",),
        rare=True,
    )
    fewster_tie: str = choice(
        "lowest_running",
        {"lowest_running": "the lower score before the hand", "split": "they share"},
        label="Two tied for the fewest",
        help=(
            "Of two who tie, the one with the lower score so far gets 1, the other nothing, and the third "
            "loses 1. Or the two share that point whatever their scores are."
        ),
        source="HF-006",
        section=FEWSTER,
        nicknames=("tie", "running score"),
    )
    fewster_running_tie: str = choice(
        "split",
        {"split": "they share", "push": "nobody pays"},
        label="Tied, with equal scores so far",
        help="No document says what happens when those who tie have the same score before the hand.",
        source="HF-006",
        section=FEWSTER,
        rare=True,
    )
    fewster_three_way: str = choice(
        "push",
        {"push": "nobody pays", "by_running": "+1, 0, −1 by the scores so far"},
        label="All three tied, 12–12–12",
        help="Nobody pays; or the lowest score so far gets 1, the highest loses 1. No document says.",
        source="HF-006",
        section=FEWSTER,
        rare=True,
    )
    fewster_blind: str = choice(
        "last_trick",
        {"last_trick": "the last trick", "named": "the trick the dealer names", "nobody": "nobody"},
        label="The blind of a fewster goes to",
        help=(
            "The dealer says each time when the two cards are given out, and whether they are. This is only "
            "what is usual here; it changes no amount."
        ),
        source="HF-007",
        section=FEWSTER,
        rare=True,
    )
    stake: int | Fraction = number(  # noqa: RUF009
        1,
        exact=True,
        low=1,
        high=1_000_000,
        label="Money for a point",
        help="Points stay points; money is points times this.",
        source="HF-004",
        section=TABLE,
        nicknames=("stake", "nickels", "quarters"),
    )
