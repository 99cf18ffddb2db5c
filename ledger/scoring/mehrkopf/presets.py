"""Named sets of house rules that real circles of Schafkopf tables play."""

from __future__ import annotations

from ledger.scoring.game import Preset, Stake
from ledger.scoring.marking import gettext_noop as _

A_CENT = Stake(cents=1, currency="EUR")
"""These tables count in cents (their prices are cents already), so that a point is a cent."""

TEN_CENTS = Stake(cents=10, currency="EUR")
"""A convention of this house: the documents count units, and ten cents for a Rufspiel is a small tariff."""

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
)
