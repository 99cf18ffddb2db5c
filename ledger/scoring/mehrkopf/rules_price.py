"""The house rules of what a game of Schafkopf costs: rates, Schneider, Laufende, Tout and Sie, doublings."""

from __future__ import annotations

from dataclasses import dataclass

from ledger.scoring.marking import gettext_noop as _
from ledger.scoring.option import choice, number, several, switch

TARIFF = _("What a game costs")
LAUFENDE = _("Laufende")
TOUT = _("Tout and Sie")
DOUBLING = _("Klopfen and Kontra")
MOST = 1_000_000


@dataclass(frozen=True, kw_only=True)
class TariffRules:
    """What every loser pays for a game, and for Schneider and Schwarz (units)."""

    base_normal: int = number(
        1,
        low=1,
        high=MOST,
        label=_("A normal game"),
        help=_("What a Rufspiel, Hochzeit, Muss or Ramsch costs. The rulebook credits one unit."),
        source="MK-013, MK-030, MK-031, MK-035",
        section=TARIFF,
        nicknames=(_("Rufspiel"), _("Sauspiel"), _("Grundtarif"), _("base rate"), _("Preis")),
    )
    base_solo: int = number(
        5,
        low=1,
        high=MOST,
        label=_("A solo"),
        help=_("What a suit solo, Wenz, Geier, Niederer or Farbwenz costs. The rulebook credits five units."),
        source="MK-013, MK-036",
        section=TARIFF,
        nicknames=(_("Solo"), _("Farbsolo"), _("Wenz"), _("Geier"), _("base rate"), _("Preis")),
    )
    schneider_rate: int = number(
        1,
        low=0,
        high=MOST,
        label=_("Schneider"),
        help=_(
            "What Schneider costs on top; Schwarz costs twice this. The rulebook adds one unit, and two for "
            "Schwarz; a 10/20/50 table adds 10 and 20."
        ),
        source="MK-014, MK-015",
        section=TARIFF,
        nicknames=(_("Schneider"), _("Schwarz"), _("demand rate"), _("tailor")),
    )
    declarer_safe: str = choice(
        "plus_one",
        {
            "plus_one": _("31 Augen (38 of 148)"),
            "quarter": _("30 Augen (37 of 148)"),
            "none": _("always: only the others can be Schneider"),
        },
        label=_("Spieler who lose are free of Schneider with"),
        help=_(
            "The rulebook gives the mark, a quarter of the Augen, only for the other side. The Spieler "
            "wins with one more than half, so most tables ask the Spieler for one more than a quarter."
        ),
        source="MK-004, MK-003, convention",
        section=TARIFF,
        nicknames=(_("schneiderfrei"), _("Schneider"), _("Schwarz")),
        contested=9,
    )


@dataclass(frozen=True, kw_only=True)
class LaufendeRules:
    """The premium for an unbroken run of the highest trumps in one side’s hands."""

    laufende: bool = switch(
        True,
        label=_("Laufende are paid"),
        help=_("A run from the highest trump on costs extra. Newcomers may prefer to forego this rule."),
        source="MK-018, MK-020",
        section=LAUFENDE,
        nicknames=(_("Läufer"), _("Laufende"), _("premium rate"), _("matadors")),
    )
    laufende_rate: int = number(
        1,
        low=0,
        high=MOST,
        label=_("Each of the Laufende"),
        help=_("What each one of the run costs. The rulebook says one unit for each, a 10/20/50 table 10."),
        source="MK-019",
        section=LAUFENDE,
        nicknames=(_("Läufer"), _("premium rate")),
    )
    laufende_min: int = number(
        4,
        low=1,
        high=14,
        label=_("Laufende count from"),
        help=_("The rulebook pays for more than three, so from four on; most tables today count from three."),
        source="MK-019",
        section=LAUFENDE,
        nicknames=(_("ab drei"), _("ab vier")),
        contested=10,
    )
    laufende_min_wenz: int | None = number(
        None,
        low=1,
        high=4,
        label=_("In Wenz, Geier and Niederer from"),
        help=_(
            "These games have only four trumps, so many tables count from two there. Off: as in every "
            "other game."
        ),
        source="MK-018, MK-044, openschafkopf, internet-schafkopf.de",
        section=LAUFENDE,
        nicknames=(_("Wenz ab zwei"), _("Geier ab zwei")),
        contested=10,
    )
    laufende_trumps: str = choice(
        "main",
        {"main": _("Ober and Unter (Wenz: Unter)"), "all": _("go on into the trump suit")},
        label=_("The run of Laufende may"),
        help=_(
            "The rulebook counts main trumps only: at most 8, or 12 with five or six players. Many tables "
            "count on into the ace, ten and king of trumps."
        ),
        source="MK-018, MK-044, openschafkopf",
        section=LAUFENDE,
        rare=True,
    )
    laufende_claim: str = choice(
        "game",
        {
            "game": _("the winners of the game"),
            "holder_wins": _("who holds them, if they win"),
            "holder_always": _("who holds them, even if they lose"),
        },
        label=_("Laufende are paid to"),
        help=_(
            "They may be claimed, the rulebook says: as part of the price, or only by those who hold them."
        ),
        source="MK-019",
        section=LAUFENDE,
        contested=10,
    )


@dataclass(frozen=True, kw_only=True)
class ToutRules:
    """Taking every trick, announced."""

    tout_rate: str = choice(
        "all",
        {"all": _("Schwarz and all (5 + 2) × 2"), "no_demand": _("without Schwarz 5 × 2")},
        label=_("Tout and Sie multiply"),
        help=_(
            "The winnings of a Tout are doubled: with the two units of Schwarz inside, as the rulebook "
            "says, or without, as most Schafkopf tables count."
        ),
        source="MK-027, MK-029",
        section=TOUT,
        nicknames=(_("Du"), _("Tout")),
        contested=10,
    )
    tout_lost: str = choice(
        "double",
        {"double": _("double"), "single": _("a plain solo")},
        label=_("A lost Tout costs"),
        help=_(
            "One trick of the others loses the Tout. Tables differ on whether their winnings are doubled too."
        ),
        source="MK-028, convention",
        section=TOUT,
        nicknames=(_("Tout verloren"),),
        contested=10,
    )
    tout_lost_laufende: bool = switch(
        True,
        on=_("paid"),
        off=_("not paid"),
        label=_("Laufende in a lost Tout"),
        help=_("Whether Laufende are part of the price of a lost Tout. Many tables double the bare solo."),
        source="MK-028, MK-044, openschafkopf",
        section=TOUT,
        contested=10,
        rare=True,
    )
    sie_factor: int = choice(
        4,
        {4: _("four times"), 2: _("twice, as a Tout"), 1: _("once, a plain solo")},
        label=_("A Sie counts"),
        help=_(
            "All Ober and all Unter in one hand. The rulebook names no price; most tables pay it four times."
        ),
        source="MK-029, convention",
        section=TOUT,
        nicknames=(_("Sie"), _("all Ober and Unter")),
        contested=10,
    )


@dataclass(frozen=True, kw_only=True)
class DoublingRules:
    """What doubles a whole game."""

    klopfer: bool = switch(
        False,
        label=_("Klopfen"),
        help=_("Everybody who knocks on their first cards doubles the game: two knocks make it four times."),
        source="MK-044, openschafkopf",
        section=DOUBLING,
        nicknames=(_("Leger"), _("Doppler"), _("Klopfer"), _("Aufstellen")),
    )
    stoss: str = choice(
        "off",
        {
            "off": _("not played"),
            "kontra": _("Kontra"),
            "re": _("Kontra, Re"),
            "supra": _("Kontra, Re, Supra"),
            "resupra": _("Kontra, Re, Supra, Resupra"),
        },
        label=_("Kontra"),
        help=_(
            "The other side doubles the game, the Spieler’s side doubles again; this is how far it may go."
        ),
        source="MK-044, openschafkopf",
        section=DOUBLING,
        nicknames=(_("Stoß"), _("Spritze"), _("Schuss"), _("Retour"), _("Sub"), _("Hirsch")),
    )
    bock: tuple[str, ...] = several(
        {
            "all_pass": _("when nobody plays"),
            "ramsch": _("after a Ramsch"),
            "solo_lost": _("after a lost solo"),
            "tout": _("after a Tout or a Sie"),
            "schwarz": _("after a Schwarz"),
        },
        label=_("A round of Bock follows"),
        help=_(
            "Every game counts double until everybody at the table has dealt once, though never twice over. "
            "What is paid into the stock, or won from it, is not doubled."
        ),
        source="MK-044, convention",
        section=DOUBLING,
        nicknames=(_("Bock"), _("Bockrunde"), _("Doppelrunde")),
    )
    bock_stack: str = choice(
        "after",
        {
            "after": _("comes after the one that is played"),
            "anew": _("begins the one that is played anew"),
        },
        label=_("Another round during a Bock"),
        help=_("What happens when there is cause for another round before the first one is over."),
        source="MK-044, convention",
        section=DOUBLING,
        rare=True,
        needs=(("bock", ()),),
    )
