"""All house rules of Sheepshead in one frozen dataclass, in the order a rule card reads them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ledger.scoring.marking import gettext_noop as _
from ledger.scoring.option import choice, number, switch
from ledger.scoring.sheepshead.rules_customs import CUSTOM, CountingCustoms, PassingCustoms
from ledger.scoring.sheepshead.rules_picked import CalledRules, DoublingRules, PartnerRules, WinningRules
from ledger.scoring.sheepshead.rules_unpicked import LeasterRules, NobodyRules, PotRules

TABLE = _("At the table")


@dataclass(frozen=True, kw_only=True)
class TableRules:
    """Misplays, two at the table, six at the table, and the stake."""

    renege_pays: str = choice(
        "offender",
        {
            "offender": _("whoever did it, for their side"),
            "side": _("their whole side"),
            "everyone": _("whoever did it, to everybody"),
            "fixed": _("whoever did it, 1 to everybody, never doubled"),
        },
        label=_("A renege is paid by"),
        help=_(
            "Whoever reneges forfeits the hand, and pays what their whole side would have lost,"
            " or the side loses as usual, or pays every other player; some tables let them pay a"
            " plain −4/+1, whatever was doubled."
        ),
        source="SH-025, convention",
        section=TABLE,
        nicknames=(_("renege"), _("misplay"), _("revoke")),
        contested=8,
    )
    renege_level: int = choice(
        1,
        {1: _("a single game"), 2: _("a double game"), 3: _("a triple game")},
        label=_("A renege counts as"),
        help=_("What a forfeited hand is worth, before cracks and doublers."),
        source="SH-025, convention",
        section=TABLE,
        contested=8,
        rare=True,
    )
    renege_bump: bool = switch(
        True,
        label=_("Bump when the picker’s side reneges"),
        help=_("Whether double on the bump applies when the picker’s side forfeits the hand."),
        source="SH-025, convention",
        section=TABLE,
        contested=8,
        rare=True,
        needs=(("bump", (True,)),),
    )
    two_handed: str = choice(
        "symmetric",
        {"symmetric": _("more points wins"), "picker": _("one is the picker")},
        label=_("Two-handed"),
        help=_(
            "Two players have no blind. Either more points simply wins and 60–60 pays nothing, or one "
            "of them is the picker and needs 61."
        ),
        source="SH-140, convention",
        section=TABLE,
        rare=True,
    )
    two_handed_safe: int = choice(
        30,
        {30: _("30 points"), 31: _("31 points")},
        label=_("Two-handed schneider at"),
        help=_("With how many points the loser of a two-handed hand has made schneider."),
        source="SH-141, convention",
        section=TABLE,
        rare=True,
    )
    play_to: int | None = number(
        None,
        low=1,
        high=1000,
        label=_("A game goes to"),
        help=_(
            "Some tables play to 21 or to 42 points: whoever has them first has won the night. The pad says "
            "so; no points change, and you can play on."
        ),
        source=CUSTOM,
        section=TABLE,
        nicknames=("21", "42", _("race"), _("target"), _("first to 21")),
        rare=True,
    )
    dealer_sits_out: bool = switch(
        False,
        label=_("The dealer sits out"),
        help=_("Six at the table, five play: the dealer neither wins nor loses, and the place goes round."),
        source="SH-134, SH-131",
        section=TABLE,
        elsewhere=_(
            "Who sits out is decided at the table: it is offered on the page with the seats, where more sit "
            "there than play."
        ),
        nicknames=(_("six-handed"), _("six players"), _("sit out")),
    )
    stake: int | Fraction = number(  # noqa: RUF009
        1,
        exact=True,
        low=1,
        high=1_000_000,
        label=_("Money for a point"),
        help=_(
            "Usually hands are played for nickels, or for quarters. Points stay points; money is points"
            " times this."
        ),
        source="SH-013, SH-014",
        section=TABLE,
        elsewhere=_(
            "What a point is worth in money belongs to the group, and is asked where the group is started."
        ),
        nicknames=(_("stake"), _("nickels"), _("quarters")),
    )


@dataclass(frozen=True, kw_only=True)
class SheepsheadRules(
    PassingCustoms,
    CountingCustoms,
    TableRules,
    PotRules,
    LeasterRules,
    NobodyRules,
    CalledRules,
    DoublingRules,
    PartnerRules,
    WinningRules,
):
    """The house rules of one Sheepshead table; a dataclass reads its bases from the last to the first."""
