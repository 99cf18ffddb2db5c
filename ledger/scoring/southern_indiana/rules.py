"""The house rules of the southern Indiana game, and two tables that play it."""

from dataclasses import dataclass
from fractions import Fraction

from ledger.scoring.game import Preset, Stake
from ledger.scoring.marking import gettext_noop as _
from ledger.scoring.option import choice, number


@dataclass(frozen=True, kw_only=True)
class SouthernIndianaRules:
    """The house rules of one table of the southern Indiana game."""

    race_to: int = number(
        24,
        low=1,
        high=1000,
        label=_("The race goes to"),
        help=_("Only what is won counts in the race: 2, 4 or 6 for a call, 18 for a solo."),
        source="SI-001",
        section=_("The race"),
        nicknames=(_("24"), _("game")),
    )
    ledger: str = choice(
        "per_hand",
        {"per_hand": _("after every hand"), "at_end": _("when the race is over")},
        label=_("Points are settled"),
        help=_(
            "The race counts only what is won, so it does not add up to zero. After every hand losers "
            "pay what winners get; or the points wait until the race is settled."
        ),
        source="SI-001, convention",
        section=_("The race"),
    )
    race_settle: str = choice(
        "difference",
        {"difference": _("everybody, the difference to everybody"), "stake": _("each loser 1 to the winner")},
        label=_("The end of the race pays"),
        help=_(
            "Each pair settles the difference of their races, or everybody else pays the winner one point."
        ),
        source="SI-010, convention",
        section=_("The race"),
    )
    best_points: int = number(
        24,
        low=1,
        high=1000,
        label=_("A best is worth"),
        help=_("Winning a best wins the game. This is what the three others pay together."),
        source="SI-006, convention",
        section=_("Solo, billy and best"),
        nicknames=(_("best"),),
    )
    best_lost: str = choice(
        "as_solo",
        {"as_solo": _("6 to everybody, as a solo"), "loses_game": _("the game")},
        label=_("A lost best costs"),
        help=_("A best that is set pays like a solo, or it loses the game to the three others."),
        source="SI-006, convention",
        section=_("Solo, billy and best"),
        rare=True,
    )
    stake: int | Fraction = number(  # noqa: RUF009
        1,
        exact=True,
        low=1,
        high=1_000_000,
        label=_("Money for a point"),
        help=_("Points stay points; money is points times this."),
        source="SI-010",
        section=_("At the table"),
        elsewhere=_(
            "What a point is worth in money belongs to the group, and is asked where the group is started."
        ),
        nicknames=(_("stake"), _("nickels"), _("quarters")),
    )


# Conventions of this house: the document names no money. The race alone is one payment for a whole game.
NICKEL, QUARTER = Stake(cents=5, currency="USD"), Stake(cents=25, currency="USD")

PRESETS = (
    Preset(
        key="every_hand",
        name=_("Paid hand by hand"),
        help=_("Calls at 2, 4 and 6, solos 18, paid after every hand; the race to 24 beside it."),
        values={},
        stake=NICKEL,
    ),
    Preset(
        key="race_to_24",
        name=_("The race alone"),
        help=_("Only the race to 24 is kept; when it is over, every other player pays the winner one point."),
        values={"ledger": "at_end", "race_settle": "stake"},
        stake=QUARTER,
    ),
)
