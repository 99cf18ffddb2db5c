"""The house rules of Sheepshoof, in the order a rule card reads them."""

from dataclasses import dataclass
from fractions import Fraction

from ledger.scoring.marking import gettext_noop as _
from ledger.scoring.option import choice, number, switch

WINNING = _("Winning and losing")
FEWSTER = _("The fewster")
TABLE = _("At the table")


@dataclass(frozen=True, kw_only=True)
class SheepshoofRules:
    """The house rules of one Sheepshoof table."""

    bump: bool = switch(
        False,
        label=_("Double on the bump"),
        help=_(
            "A picker who loses pays double, as in Sheepshead. Otherwise a picked hand is worth two for "
            "the picker, as in the fewster."
        ),
        source="HF-004, convention",
        section=WINNING,
        nicknames=(_("bump"), _("DOB"), _("double on the bump")),
    )
    fewster_trickless: str = choice(
        "next",
        {
            "next": _("the next best with a trick wins"),
            "push": _("nobody wins"),
            "auto_win": _("no trick wins by itself"),
        },
        label=_("Fewest points without a trick"),
        help=_(
            "A trick is needed to win a fewster. If the player with the fewest points has none, the next "
            "best wins, or nobody; or taking no trick wins by itself."
        ),
        source="HF-005, HF-008",
        section=FEWSTER,
        nicknames=(_("no trick"), _("automatic win")),
    )
    fewster_all_tricks: int = choice(
        2,
        {2: _("wins nothing special"), 6: _("wins 6, the others lose 3")},
        label=_("All six tricks in a fewster"),
        help=_("A variant lets a player who takes every trick gain 6 instead of 2; the others lose 3 each."),
        source="HF-009",
        section=FEWSTER,
        nicknames=(_("six tricks"),),
        rare=True,
    )
    fewster_tie: str = choice(
        "lowest_running",
        {"lowest_running": _("the lower score before the hand"), "split": _("they share")},
        label=_("Two tied for the fewest"),
        help=_(
            "Of two who tie, the one with the lower score so far gets 1, the other nothing, and the third "
            "loses 1. Or the two share that point whatever their scores are."
        ),
        source="HF-006",
        section=FEWSTER,
        nicknames=(_("tie"), _("running score")),
    )
    fewster_running_tie: str = choice(
        "split",
        {"split": _("they share"), "push": _("nobody pays")},
        label=_("Tied, with equal scores so far"),
        help=_("What happens when those who tie have the same score before the hand."),
        source="HF-006, convention",
        section=FEWSTER,
        rare=True,
    )
    fewster_three_way: str = choice(
        "push",
        {"push": _("nobody pays"), "by_running": _("+1, 0, −1 by the scores so far")},
        label=_("All three tied, 12–12–12"),
        help=_("Nobody pays; or the lowest score so far gets 1, and the highest loses 1."),
        source="HF-006, convention",
        section=FEWSTER,
        rare=True,
    )
    fewster_blind: str = choice(
        "last_trick",
        {"last_trick": _("the last trick"), "named": _("the trick the dealer names"), "nobody": _("nobody")},
        label=_("The blind of a fewster goes to"),
        help=_(
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
        label=_("Money for a point"),
        help=_("Points stay points; money is points times this."),
        source="HF-004",
        section=TABLE,
        elsewhere=_(
            "What a point is worth in money belongs to the group, and is asked where the group is started."
        ),
        nicknames=(_("stake"), _("nickels"), _("quarters")),
    )
