"""The house rules of which games of Schafkopf are played, and of those that have a price of their own."""

from __future__ import annotations

from dataclasses import dataclass

from ledger.scoring.marking import gettext_noop as _
from ledger.scoring.mehrkopf.rules_price import LAUFENDE, MOST
from ledger.scoring.option import choice, number, several, text

GAMES = _("Which games are played")
LONGEST_NAME = 20


@dataclass(frozen=True, kw_only=True)
class GamesRules:
    """The games that stand on the pad besides those that every table plays."""

    contracts: tuple[str, ...] = several(
        {
            "hochzeit": _("Hochzeit"),
            "wenz": _("Wenz"),
            "geier": _("Geier"),
            "farbwenz": _("Farbwenz"),
            "niederer": _("Niederer"),
            "bettel": _("Bettel"),
            "muss": _("Muss"),
            "ramsch": _("Ramsch"),
        },
        without=("bettel",),
        label=_("Besides Rufspiel and Solo we play"),
        help=_(
            "What is not played here is not on the pad. The rulebook knows no Bettel: a solo without trumps, "
            "won by whoever takes no trick."
        ),
        source="MK-013, MK-025, MK-030, MK-034, MK-044, MK-046, convention",
        section=GAMES,
        nicknames=(_("Spielarten"), _("Sauspiel"), _("Solo"), _("Bettler")),
    )
    base_hochzeit: int | None = number(
        None,
        low=1,
        high=MOST,
        label=_("A Hochzeit costs"),
        help=_("Left empty: what a normal game costs."),
        source="MK-030, MK-044, convention",
        section=GAMES,
        nicknames=(
            _("Hochzeit"),
            _("base rate"),
        ),
        rare=True,
        needs=(("contracts", ("hochzeit",)),),
    )
    base_wenz: int | None = number(
        None,
        low=1,
        high=MOST,
        label=_("A Wenz costs"),
        help=_("Left empty: what a solo costs."),
        source="MK-013, MK-044, convention",
        section=GAMES,
        nicknames=(
            _("Wenz"),
            _("base rate"),
        ),
        rare=True,
        needs=(("contracts", ("wenz",)),),
    )
    base_geier: int | None = number(
        None,
        low=1,
        high=MOST,
        label=_("A Geier costs"),
        help=_("Left empty: what a solo costs."),
        source="MK-013, MK-044, convention",
        section=GAMES,
        nicknames=(
            _("Geier"),
            _("base rate"),
        ),
        rare=True,
        needs=(("contracts", ("geier",)),),
    )
    base_farbwenz: int | None = number(
        None,
        low=1,
        high=MOST,
        label=_("A Farbwenz costs"),
        help=_("Left empty: what a solo costs."),
        source="MK-013, MK-044, convention",
        section=GAMES,
        nicknames=(
            _("Farbwenz"),
            _("base rate"),
        ),
        rare=True,
        needs=(("contracts", ("farbwenz",)),),
    )
    base_niederer: int | None = number(
        None,
        low=1,
        high=MOST,
        label=_("A Niederer costs"),
        help=_("Left empty: what a solo costs."),
        source="MK-013, MK-044, convention",
        section=GAMES,
        nicknames=(
            _("Niederer"),
            _("base rate"),
        ),
        rare=True,
        needs=(("contracts", ("niederer",)),),
    )
    base_bettel: int | None = number(
        None,
        low=1,
        high=MOST,
        label=_("A Bettel costs"),
        help=_(
            "Left empty: what a solo costs. A Bettel has no Schneider and no Laufende; Klopfen and Kontra "
            "double it."
        ),
        source="MK-044, convention",
        section=GAMES,
        nicknames=(_("Bettel"), _("Bettler"), _("base rate")),
        rare=True,
        needs=(("contracts", ("bettel",)),),
    )
    base_muss: int | None = number(
        None,
        low=1,
        high=MOST,
        label=_("A Muss costs"),
        help=_("Left empty: what a normal game costs."),
        source="MK-034, MK-044, convention",
        section=GAMES,
        nicknames=(
            _("Muss"),
            _("base rate"),
        ),
        rare=True,
        needs=(("contracts", ("muss",)), ("no_bid", ("muss",))),
    )
    base_ramsch: int | None = number(
        None,
        low=1,
        high=MOST,
        label=_("A Ramsch costs"),
        help=_("Left empty: what a normal game costs."),
        source="MK-031, MK-044, convention",
        section=GAMES,
        nicknames=(
            _("Ramsch"),
            _("base rate"),
        ),
        rare=True,
        needs=(("contracts", ("ramsch",)), ("no_bid", ("ramsch",))),
    )
    own_name: str = text(
        longest=LONGEST_NAME,
        label=_("A game of our own is called"),
        help=_(
            "Its name stands on the pad and on the sheet, and it is won and lost by the points of the cards."
        ),
        source="MK-044, convention",
        section=GAMES,
        nicknames=(_("own game"), _("house game"), _("Herz-Solo"), _("Kreuzspiel")),
        rare=True,
    )
    own_with: str = choice(
        "alone",
        {"alone": _("alone, as a Solo"), "partner": _("with a Mitspieler, as a Rufspiel")},
        label=_("Our own game is played"),
        help=_("Alone against everybody, or with whoever plays along."),
        source="MK-044, convention",
        section=GAMES,
        nicknames=(_("own game"), _("house game")),
        rare=True,
        needs=(("own_name", ()),),
    )
    base_own: int | None = number(
        None,
        low=1,
        high=MOST,
        label=_("Our own game costs"),
        help=_("Left empty: what a solo costs, or with a Mitspieler a normal game."),
        source="MK-044, convention",
        section=GAMES,
        nicknames=(_("own game"), _("house game"), _("base rate")),
        rare=True,
        needs=(("own_name", ()),),
    )


@dataclass(frozen=True, kw_only=True)
class OwnLaufendeRules:
    """From how many on Laufende count in a single game, where that is not as in the others."""

    laufende_min_solo: int | None = number(
        None,
        low=1,
        high=14,
        label=_("In a Solo from"),
        help=_("Left empty: as in every other game."),
        source="MK-018, MK-044, convention",
        section=LAUFENDE,
        nicknames=(_("Solo ab drei"),),
        rare=True,
    )
    laufende_min_hochzeit: int | None = number(
        None,
        low=1,
        high=14,
        label=_("In a Hochzeit from"),
        help=_("Left empty: as in every other game."),
        source="MK-018, MK-044, convention",
        section=LAUFENDE,
        nicknames=(_("Hochzeit ab drei"),),
        rare=True,
        needs=(("contracts", ("hochzeit",)),),
    )
    laufende_min_farbwenz: int | None = number(
        None,
        low=1,
        high=14,
        label=_("In a Farbwenz from"),
        help=_("Left empty: as in every other game."),
        source="MK-018, MK-044, convention",
        section=LAUFENDE,
        nicknames=(_("Farbwenz ab zwei"),),
        rare=True,
        needs=(("contracts", ("farbwenz",)),),
    )
    laufende_min_geier: int | None = number(
        None,
        low=1,
        high=4,
        label=_("In a Geier from"),
        help=_("Left empty: as in a Wenz."),
        source="MK-018, MK-044, convention",
        section=LAUFENDE,
        nicknames=(_("Geier ab zwei"),),
        rare=True,
        needs=(("contracts", ("geier",)),),
    )
    laufende_min_niederer: int | None = number(
        None,
        low=1,
        high=4,
        label=_("In a Niederer from"),
        help=_("Left empty: as in a Wenz."),
        source="MK-018, MK-044, convention",
        section=LAUFENDE,
        nicknames=(_("Niederer ab zwei"),),
        rare=True,
        needs=(("contracts", ("niederer",)),),
    )
    laufende_min_muss: int | None = number(
        None,
        low=1,
        high=14,
        label=_("In a Muss from"),
        help=_("Left empty: as in every other game."),
        source="MK-018, MK-044, convention",
        section=LAUFENDE,
        nicknames=(_("Muss ab drei"),),
        rare=True,
        needs=(("contracts", ("muss",)), ("no_bid", ("muss",))),
    )
