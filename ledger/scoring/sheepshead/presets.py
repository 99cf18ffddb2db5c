"""Named sets of house rules that real circles of tables play."""

from __future__ import annotations

from ledger.scoring.game import Preset, Stake
from ledger.scoring.marking import gettext_noop as _

NICKEL = Stake(cents=5, currency="USD", source="SH-013, SH-014")
"""“Playing for nickels (or quarters for you big gamblers out there)”."""

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
)
