"""Named sets of house rules that real circles of Schafkopf tables play."""

from __future__ import annotations

from ledger.scoring.game import Preset, Stake
from ledger.scoring.marking import gettext_noop as _

# These tables count in cents (their prices are cents already), so that a point is a cent.
A_CENT = Stake(cents=1, currency="EUR")

# A convention of this house: the documents count units, and ten cents for a Rufspiel is a small tariff.
TEN_CENTS = Stake(cents=10, currency="EUR")

BAVARIAN = {
    "base_normal": 20,
    "base_solo": 50,
    "schneider_rate": 10,
    "laufende_rate": 10,
    "laufende_min": 3,
    "laufende_min_wenz": 2,
    "laufende_trumps": "all",
    "tout_rate": "no_demand",
    "tout_lost_laufende": False,
    "klopfer": True,
    "stoss": "resupra",
    "stock": 10,
}

CLUB = {
    "laufende_min": 3,
    "laufende_min_wenz": 2,
    "laufende_trumps": "all",
    "tout_rate": "no_demand",
    "tout_lost_laufende": False,
}

PRESETS = (
    Preset(
        key="mehrkopf_rulebook",
        name=_("Mehrkopf, the rulebook"),
        help=_("One unit for a normal game, five for a solo, Laufende from four; two to seven players."),
        values={},
        stake=TEN_CENTS,
    ),
    Preset(
        key="bavarian_table",
        name=_("Bavarian table"),
        help=_(
            "10/20/50 cents: Rufspiel 20, solos 50, Schneider and each of the Laufende 10, from three on, "
            "in Wenz and Geier from two; Klopfen, Kontra, and a stock of 10; without Niederer and Muss."
        ),
        values=BAVARIAN | {"contracts": ["hochzeit", "wenz", "geier", "farbwenz", "ramsch"]},
        former=(BAVARIAN,),
        stake=A_CENT,
    ),
    Preset(
        key="short_cards",
        name=_("Schafkopf, short cards"),
        help=_(
            "5/10/20 cents with six cards each: Rufspiel 10, solos 20, Schneider and each of the Laufende 5,"
            " from three on, in Wenz and Geier from two; Klopfen and Kontra."
        ),
        values={
            "base_normal": 10,
            "base_solo": 20,
            "schneider_rate": 5,
            "laufende_rate": 5,
            "laufende_min": 3,
            "laufende_min_wenz": 2,
            "laufende_trumps": "all",
            "tout_rate": "no_demand",
            "tout_lost_laufende": False,
            "klopfer": True,
            "stoss": "kontra",
            "deck": "short",
        },
        stake=A_CENT,
    ),
    Preset(
        key="tournament",
        name=_("Schafkopf, tournament"),
        help=_("Units without Laufende, 1/2/3 and 5/6/7, as tournaments count; Tout double, Sie four times."),
        values={"laufende": False, "tout_rate": "no_demand"},
    ),
    Preset(
        key="bavarian_club",
        name=_("Bayerischer Schafkopf-Verein, 10/50"),
        help=_(
            "Rufspiel 10, solos 50, Bettel 30, Ramsch 20; Schneider and each of the Laufende 10, from three "
            "on, in a Wenz from two."
        ),
        values=CLUB
        | {
            "contracts": ["wenz", "bettel", "ramsch"],
            "base_normal": 10,
            "base_solo": 50,
            "base_bettel": 30,
            "base_ramsch": 20,
            "schneider_rate": 10,
            "laufende_rate": 10,
        },
        stake=A_CENT,
    ),
    Preset(
        key="bavarian_club_small",
        name=_("Bayerischer Schafkopf-Verein, 5/20"),
        help=_(
            "Rufspiel 5, solos 20; Schneider and each of the Laufende 5, from three on, in a Wenz from two."
        ),
        values=CLUB
        | {
            "contracts": ["wenz"],
            "base_normal": 5,
            "base_solo": 20,
            "schneider_rate": 5,
            "laufende_rate": 5,
        },
        stake=A_CENT,
    ),
    Preset(
        key="pub",
        name=_("Wirtshaus, 5/10/20"),
        help=_(
            "Rufspiel 10, solos 20; Schneider and each of the Laufende 5, from three on, in a Wenz from two; "
            "Klopfen and Kontra."
        ),
        values=CLUB
        | {
            "contracts": ["hochzeit", "wenz"],
            "base_normal": 10,
            "base_solo": 20,
            "schneider_rate": 5,
            "laufende_rate": 5,
            "klopfer": True,
            "stoss": "kontra",
        },
        stake=A_CENT,
    ),
    Preset(
        key="munich",
        name=_("München and Nürnberg, 10/20/50"),
        help=_(
            "With Geier and Farbwenz: Rufspiel 20, solos 50; Schneider and each of the Laufende 10, from "
            "three on, in Wenz and Geier from two; Kontra."
        ),
        values=CLUB
        | {
            "contracts": ["wenz", "geier", "farbwenz"],
            "base_normal": 20,
            "base_solo": 50,
            "schneider_rate": 10,
            "laufende_rate": 10,
            "stoss": "kontra",
        },
        stake=A_CENT,
    ),
    Preset(
        key="upper_franconia",
        name=_("Oberfranken, short cards"),
        help=_(
            "5/10/15 with six cards each: Rufspiel 5, with Schneider 10, schwarz 15; solos 20, a Herz-Solo "
            "30; each of the Laufende 5, from two on."
        ),
        values={
            "contracts": ["wenz", "geier"],
            "base_normal": 5,
            "base_solo": 20,
            "own_name": "Herz-Solo",
            "base_own": 30,
            "schneider_rate": 5,
            "laufende_rate": 5,
            "laufende_min": 2,
            "tout_rate": "no_demand",
            "deck": "short",
        },
        stake=A_CENT,
    ),
    Preset(
        key="franconia",
        name=_("Franken, 10/20/30"),
        help=_("Rufspiel 10, a Wenz 20, solos 30; Schneider and each of the Laufende 10, from the first on."),
        values={
            "contracts": ["wenz"],
            "base_normal": 10,
            "base_wenz": 20,
            "base_solo": 30,
            "schneider_rate": 10,
            "laufende_rate": 10,
            "laufende_min": 1,
            "tout_rate": "no_demand",
        },
        stake=A_CENT,
    ),
    Preset(
        key="tournament_muss",
        name=_("Tournament with Muss"),
        help=_("Units without Laufende, 1/2/3 and 5/6/7, and a Muss where nobody bids; Tout 14, Sie 28."),
        values={"contracts": ["wenz", "muss"], "laufende": False, "no_bid": "muss"},
    ),
)
