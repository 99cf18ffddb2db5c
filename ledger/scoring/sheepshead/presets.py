"""Named sets of house rules that real circles of tables play."""

from __future__ import annotations

from ledger.scoring.game import Preset, Stake, Tiles
from ledger.scoring.marking import gettext_noop as _

# “Playing for nickels (or quarters for you big gamblers out there)”.
NICKEL = Stake(cents=5, currency="USD", source="SH-013, SH-014")

# Options that tell Sheepshead tables apart.
TILES = (
    Tiles(
        option="partner",
        title=_("Who is the partner?"),
        labels={
            "called_ace": _("called ace"),
            "jack_of_diamonds": _("jack of diamonds"),
            "nobody": _("nobody"),
        },
        named={"nobody": _("cut-throat")},
    ),
    Tiles(
        option="bump",
        title=_("Who pays double?"),
        labels={True: _("a picker who loses"), False: _("nobody")},
        named={True: "", False: _("no bump")},
    ),
    Tiles(
        option="no_picker",
        title=_("If nobody picks"),
        labels={
            "leaster": _("a leaster"),
            "doubler": _("a doubler"),
            "forced": _("the dealer must pick"),
        },
        named={
            "leaster": _("leaster"),
            "doubler": _("doubler"),
            "forced": _("forced pick"),
            "redeal": _("new deal"),
            "moster": _("moster"),
            "schwanzer": _("schwanzer"),
            "mittler": _("Mittler"),
            "schneidster": _("Schneidster"),
        },
    ),
)

PRESETS = (
    Preset(
        key="wisconsin_called_ace",
        name=_("Wisconsin, called ace"),
        help=_("The picker calls an ace; double on the bump; a leaster if nobody picks."),
        values={"partner": "called_ace"},
        stake=NICKEL,
    ),
    Preset(
        key="jack_of_diamonds",
        name=_("Jack of diamonds"),
        help=_(
            "Whoever holds the jack of diamonds is the partner; double on the bump; a leaster if nobody"
            " picks."
        ),
        values={"partner": "jack_of_diamonds"},
        stake=NICKEL,
    ),
    Preset(
        key="no_bump",
        name=_("No bump"),
        help=_("A loss costs what a win pays. A leaster if nobody picks."),
        values={"bump": False},
        stake=NICKEL,
    ),
    Preset(
        key="doublers",
        name=_("Doublers"),
        help=_(
            "If nobody picks, the cards are thrown in and the next hand counts double; three passes, "
            "three hands."
        ),
        values={"no_picker": "doubler"},
        stake=NICKEL,
    ),
    Preset(
        key="cut_throat",
        name=_("Cut-throat"),
        help=_(
            "Nobody plays with the picker: three or four players, one against the rest, double on the bump."
        ),
        values={"partner": "nobody"},
        stake=NICKEL,
    ),
    Preset(
        key="forced_pick",
        name=_("Stick the dealer"),
        help=_("If nobody picks, the dealer must, and pays no bump for it."),
        values={"no_picker": "forced", "no_punish_forced": True},
        stake=NICKEL,
    ),
    Preset(
        key="cracks_and_blitzes",
        name=_("Cracks and blitzes"),
        help=_(
            "Crack and re-crack, blitzes with the queens, at most four times; double on the bump, leasters."
        ),
        values={"crack": "recrack", "blitz": ["black_queens", "red_queens"], "cap": 4},
        stake=NICKEL,
    ),
    Preset(
        key="leaster_pot",
        name=_("Pot after a leaster"),
        help=_("Losers of a leaster feed a pot; the next picker wins it or pays as much again."),
        values={"pot": "leaster"},
        stake=NICKEL,
    ),
    Preset(
        key="single_and_double",
        name=_("Single and double"),
        help=_("No extra pay for all tricks, always double on the bump."),
        values={"trick_rows": False, "partner": "called_ten"},
        stake=NICKEL,
    ),
    Preset(
        key="jack_no_bump",
        name=_("Jack of diamonds, no bump"),
        help=_(
            "The jack of diamonds is the partner; a loss costs what a win pays. A leaster if nobody picks."
        ),
        values={"partner": "jack_of_diamonds", "bump": False},
        stake=NICKEL,
    ),
    Preset(
        key="uw_madison",
        name=_("Madison club"),
        help=_(
            "A doubler if nobody picks, and an opponent may crack. The buried points count when the picker’s "
            "side has a trick; no bump."
        ),
        values={"no_picker": "doubler", "crack": "crack", "bury_credit": "side_trick", "bump": False},
        stake=NICKEL,
    ),
    Preset(
        key="marks_limit",
        name=_("Limit of four marks"),
        help=_(
            "Cracks up to castrate and blitzes at any time, each one mark: four marks, 16 times, are the "
            "most. No bump."
        ),
        values={
            "bump": False,
            "crack": "castrate",
            "blitz": ["black_queens", "red_queens"],
            "blitz_timing": "any",
            "cap": 4,
            "cap_unit": "marks",
        },
        stake=NICKEL,
    ),
    Preset(
        key="picker_pays_all",
        name=_("No bump, the picker pays all"),
        help=_(
            "A loss costs what a win pays; without a trick the picker pays for both (−9/0/+3). A leaster if "
            "nobody picks."
        ),
        values={"bump": False, "trickless_loss": "picker_pays_no_bump"},
        stake=NICKEL,
    ),
)
