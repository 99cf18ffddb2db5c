"""The house rules when nobody picks: leasters, doublers, pots."""

from __future__ import annotations

from dataclasses import dataclass

from ledger.scoring.marking import gettext_noop as _
from ledger.scoring.option import choice, number, switch
from ledger.scoring.sheepshead.rules_customs import CUSTOM

NOBODY = _("Nobody picks")
LEASTER = _("The leaster")
POTS = _("Pots")
UNPICKED = {
    "leaster": _("a leaster"),
    "doubler": _("a doubler"),
    "forced": _("the dealer must pick"),
    "redeal": _("a new deal"),
    "moster": _("a moster"),
    "schwanzer": _("a schwanzer"),
    "mittler": _("a Mittler"),
    "schneidster": _("a Schneidster"),
}
"""What can be played where nobody picks."""
FED = (("pot", ()), ("mauer_to", ("pot",)))
"""What feeds a pot."""


@dataclass(frozen=True, kw_only=True)
class NobodyRules:
    """What happens when everybody passes."""

    no_picker: str = choice(
        "leaster",
        UNPICKED,
        label=_("If nobody picks"),
        help=_(
            "A leaster: fewest points win. A doubler: the cards are thrown in and the next hand counts "
            "double. A forced pick: the last to choose takes the blind. Some tables play a moster (the most "
            "points lose), a schwanzer (the strongest hand laid open loses), a Mittler (the middle number of "
            "points wins) or a Schneidster (the closest to 30 points wins, but not over)."
        ),
        source="SH-090, SH-091, SH-103",
        section=NOBODY,
        nicknames=(_("leaster"), _("doubler"), _("forced pick"), _("stick the dealer"), _("all pass")),
        contested=2,
    )
    no_picker_then: str = choice(
        "same",
        {"same": _("the same again"), **UNPICKED},
        label=_("If nobody picks once more"),
        help=_(
            "Some tables mix: the dealer must pick after two leasters in a row, or the cards are dealt again "
            "once and then a leaster is played. After that, or after a picked hand, the count begins anew."
        ),
        source=CUSTOM,
        section=NOBODY,
        nicknames=(_("leaster"), _("redeal"), _("forced pick"), _("stick the dealer"), _("in a row")),
        rare=True,
        needs=(("no_picker", tuple(played for played in UNPICKED if played != "forced")),),
    )
    no_picker_after: int = number(
        1,
        low=1,
        high=10,
        label=_("Once more is after so many hands in a row"),
        help=_("So many hands in a row that nobody picks are played as above; the next one is the other."),
        source=CUSTOM,
        section=NOBODY,
        nicknames=(_("in a row"), _("two leasters")),
        rare=True,
        needs=(("no_picker_then", tuple(UNPICKED)),),
    )
    no_punish_forced: bool = switch(
        False,
        label=_("A forced picker pays no bump"),
        help=_("Whoever had to take the blind loses single: “no punish”. Some tables play it."),
        source="SH-053, SH-091",
        section=NOBODY,
        nicknames=(_("no punish"),),
        contested=2,
        rare=True,
        needs=(("no_picker", ("forced",)), ("no_picker_then", ("forced",))),
    )
    unpicked_bump: bool = switch(
        True,
        label=_("Bump for sides made by queens"),
        help=_(
            "Where nobody picks and the queens decide who plays together, their side is scored as "
            "picker and partner: with the bump, or without."
        ),
        source="SH-147, SH-149",
        section=NOBODY,
        rare=True,
    )
    doubler_stack: str = choice(
        "queue",
        {
            "queue": _("as many hands × 2"),
            "multiply": _("the next hand × 2 for each"),
            "flat": _("the next hand × 2"),
            "round": _("a whole round × 2 for each"),
        },
        label=_("Several doublers in a row"),
        help=_(
            "Three doublers in a row: the next three hands count double, or the next one eight times, "
            "or the next one double and no more. Some tables double a whole round, a "
            "hand for everybody at the table, and rounds that overlap count × 4."
        ),
        source="SH-105, convention",
        section=NOBODY,
        nicknames=(_("doublers"), _("double up")),
        contested=2,
        needs=(
            ("no_picker", ("doubler",)),
            ("no_picker_then", ("doubler",)),
            ("sixty_doubles", (True,)),
            ("mauer_double", ()),
        ),
    )
    doubler_deal: str = choice(
        "next",
        {"next": _("the next dealer"), "same": _("the same dealer")},
        label=_("After a doubler deals"),
        help=_("Some tables move the deal to the left, others only reshuffle."),
        source="SH-103, SH-104",
        section=NOBODY,
        rare=True,
        needs=(("no_picker", ("doubler",)), ("no_picker_then", ("doubler",))),
    )
    redeal_deal: str = choice(
        "same",
        {"same": _("the same dealer"), "next": _("the next dealer")},
        label=_("After a bad hand or a redeal deals"),
        help=_("Who deals again when a hand without ace, face and trump was thrown in."),
        source="SH-022, convention",
        section=NOBODY,
        nicknames=(_("no ace no face no trump"), _("misdeal")),
        rare=True,
    )


@dataclass(frozen=True, kw_only=True)
class LeasterRules:
    """Who wins a leaster, and what it pays."""

    leaster_need_trick: bool = switch(
        True,
        label=_("A trick is needed to win a leaster"),
        help=_(
            "Many tables ask for a trick. Where none is needed, a player without a trick has 0 points "
            "and wins."
        ),
        source="SH-093, SH-094",
        section=LEASTER,
        contested=3,
        needs=(("no_picker", ("leaster",)), ("no_picker_then", ("leaster",))),
    )
    leaster_tie: str = choice(
        "split",
        {
            "split": _("they share"),
            "push": _("nobody pays"),
            "decided": _("the table names one"),
            "two_one": _("two shares to one, one to the other"),
        },
        label=_("A tie for the fewest points"),
        help=_(
            "Shared, the winners split exactly what the others pay; "
            "some tables give one of them twice as much as the other (+2, +1, −1)."
        ),
        source="SH-101, convention",
        section=LEASTER,
        contested=3,
        needs=(("no_picker", ("leaster",)), ("no_picker_then", ("leaster",))),
    )
    leaster_zero_pay: int = choice(
        1,
        {1: _("1, as always"), 3: _("3 from everybody")},
        label=_("Winning a leaster with 0 points"),
        help=_("A variant pays three when the winner’s tricks hold no points at all."),
        source="SH-098",
        section=LEASTER,
        contested=3,
        rare=True,
        needs=(("no_picker", ("leaster",)), ("no_picker_then", ("leaster",))),
    )
    leaster_all_tricks_pay: int = choice(
        1,
        {1: _("nothing special"), 3: _("wins 3 from everybody")},
        label=_("Taking every trick in a leaster"),
        help=_("A variant lets a player who takes every trick win three from everybody."),
        source="SH-100",
        section=LEASTER,
        contested=3,
        rare=True,
        needs=(("no_picker", ("leaster",)), ("no_picker_then", ("leaster",))),
    )
    leaster_trickless: str = choice(
        "none",
        {"none": _("nothing special"), "paid_double": _("wins double"), "pays_double": _("pays double")},
        label=_("No trick in a three-handed leaster"),
        help=_(
            "Three-handed only: whoever takes no trick wins 2 from each, or pays double when losing. "
            "The sentence can be read both ways."
        ),
        source="SH-099",
        section=LEASTER,
        contested=3,
        rare=True,
        needs=(("no_picker", ("leaster",)), ("no_picker_then", ("leaster",))),
    )
    leaster_blind: str = choice(
        "last_trick",
        {"last_trick": _("the last trick"), "named": _("the trick the dealer names"), "nobody": _("nobody")},
        label=_("The blind of a leaster goes to"),
        help=_(
            "Normally to whoever takes the last trick; some dealers name a trick, some tables set it aside."
        ),
        source="SH-095, SH-096, SH-097",
        section=LEASTER,
        rare=True,
        needs=(("no_picker", ("leaster",)), ("no_picker_then", ("leaster",))),
    )


@dataclass(frozen=True, kw_only=True)
class PotRules:
    """Points that lie on the table between hands."""

    pot: str = choice(
        "off",
        {
            "off": _("no pot"),
            "leaster": _("leasters feed a pot"),
            "thrown_in": _("hands thrown in feed a pot"),
            "any": _("leasters and hands thrown in"),
        },
        label=_("A pot"),
        help=_(
            "After a leaster, points go into a pot for the next picker to win or to match; or everybody puts "
            "in one when all pass and the cards are thrown in, or after a bad hand. Doublings never touch it."
        ),
        source="SH-110",
        section=POTS,
        nicknames=(_("pot"), _("kitty"), _("ante"), _("thrown in")),
        contested=7,
        needs=(
            ("no_picker", ("leaster",)),
            ("no_picker_then", ("leaster",)),
            ("pot", ("thrown_in", "any")),
        ),
    )
    pot_ante: str = choice(
        "losers",
        {
            "losers": _("every loser, one more"),
            "everyone": _("everybody one"),
            "winner": _("the winner one"),
            "instead": _("what the winner would get"),
        },
        label=_("Into the pot pays"),
        help=_(
            "“One point is placed into a pot”: of the losers’ ante comes the pot of four that five "
            "players split 3 + 1."
        ),
        source="SH-110, convention",
        section=POTS,
        contested=7,
        rare=True,
        needs=(("pot", ("leaster", "any")),),
    )
    pot_take: str = choice(
        "all",
        {"all": _("the whole pot"), "one": _("one single pot")},
        label=_("A winning picker’s side takes"),
        help=_(
            "The entire pot, or one single pot a win. Where pots differ in size, a single one is whole "
            "points, and what does not divide stays on the table."
        ),
        source="SH-114, convention",
        section=POTS,
        contested=7,
        needs=FED,
    )
    pot_miss: str = choice(
        "double",
        {"double": _("the whole pot again"), "one": _("one single pot")},
        label=_("A losing picker’s side pays in"),
        help=_("What it would have received: the pot doubles 4, 8, 16, 32; or one single pot each time."),
        source="SH-112, SH-113",
        section=POTS,
        contested=7,
        needs=FED,
    )
    pot_winner: str = choice(
        "picker",
        {"picker": _("the picker’s side, or it pays"), "winners": _("whoever wins, opponents too")},
        label=_("A picked hand wins the pot for"),
        help=_(
            "Usually the pot is the picker’s to win or to match. At some tables opponents who win share it "
            "evenly, and nobody pays it again."
        ),
        source=CUSTOM,
        section=POTS,
        nicknames=(_("defenders"),),
        rare=True,
        needs=FED,
    )
    pot_share: str = choice(
        "one_per_pot",
        {
            "one_per_pot": _("partner one a pot"),
            "even_odd_picker": _("halves, odd point to the picker"),
            "as_points": _("2 to 1"),
        },
        label=_("Picker and partner share the pot"),
        help=_(
            "Of a pot of four the picker gets three and the partner a single point; other tables halve "
            "it, or share it two to one like the points."
        ),
        source="SH-111, convention",
        section=POTS,
        contested=7,
        rare=True,
        needs=FED,
    )
    pot_end: str = choice(
        "even",
        {"even": _("it is divided evenly"), "showdown": _("a poker hand decides")},
        label=_("What is left in the pot"),
        help=_(
            "At the end the pot is divided among everybody, in exact fractions, or the best five-card poker "
            "hand takes it."
        ),
        source="SH-115, SH-116, SH-117",
        section=POTS,
        contested=7,
        rare=True,
        needs=FED,
    )
    showdown_take: str = choice(
        "all",
        {"all": _("all pots"), "one": _("one pot")},
        label=_("A showdown wins"),
        help=_("The best poker hand takes one or all of the pots."),
        source="SH-117",
        section=POTS,
        rare=True,
        needs=(("pot_end", ("showdown",)),),
    )
    newcomer: str = choice(
        "adds",
        {"adds": _("adds one point a pot"), "divides": _("comes after the pot is divided")},
        label=_("A newcomer"),
        help=_(
            "Whoever joins while a pot lies adds a point for every pot; or the pot is divided among the"
            " others first."
        ),
        source="SH-118, SH-119",
        section=POTS,
        contested=7,
        rare=True,
        needs=FED,
    )
