"""The house rules of what a game of Schafkopf costs: rates, Schneider, Laufende, Tout and Sie, doublings."""

from __future__ import annotations

from dataclasses import dataclass

from ledger.scoring.option import choice, number, switch

TARIFF = "What a game costs"
LAUFENDE = "Laufende"
TOUT = "Tout and Sie"
DOUBLING = "Klopfen and Kontra"
MOST = 1_000_000


@dataclass(frozen=True, kw_only=True)
class TariffRules:
    """What every loser pays for a game, and for Schneider and Schwarz (units)."""

    base_normal: int = number(
        1,
        low=1,
        high=MOST,
        label="A normal game",
        help="What a Rufspiel, Hochzeit, Muss or Ramsch costs. The rulebook credits one unit.",
        source="MK-013, MK-030, MK-031, MK-035",
        section=TARIFF,
        nicknames=("Rufspiel", "Sauspiel", "Grundtarif", "base rate"),
    )
    base_solo: int = number(
        5,
        low=1,
        high=MOST,
        label="A solo",
        help="What a suit solo, Wenz, Geier, Niederer or Farbwenz costs. The rulebook credits five units.",
        source="MK-013, MK-036",
        section=TARIFF,
        nicknames=("Solo", "Wenz", "Geier", "base rate"),
    )
    schneider_rate: int = number(
        1,
        low=0,
        high=MOST,
        label="Schneider",
        help=(
            "What Schneider costs on top; Schwarz costs twice this. The rulebook adds one unit, and two for "
            "Schwarz; a 10/20/50 table adds 10 and 20."
        ),
        source="MK-014, MK-015",
        section=TARIFF,
        nicknames=("Schneider", "Schwarz", "demand rate", "tailor"),
    )
    declarer_safe: str = choice(
        "plus_one",
        {
            "plus_one": "31 points (38 of 148)",
            "quarter": "30 points (37 of 148)",
            "none": "always: only the others can be Schneider",
        },
        label="Losing declarers are free of Schneider with",
        help=(
            "The rulebook gives the mark, a quarter of the points, only for the other side. The declarers "
            "win with one point more than half, so custom asks one point more than a quarter of them."
        ),
        source="MK-004, MK-003",
        section=TARIFF,
        nicknames=("schneiderfrei", "Schneider", "Schwarz"),
        contested=9,
    )


@dataclass(frozen=True, kw_only=True)
class LaufendeRules:
    """The premium for an unbroken run of the highest trumps in one side’s hands."""

    laufende: bool = switch(
        True,
        label="Laufende are paid",
        help="A run from the highest trump on costs extra. Newcomers may prefer to forego this rule.",
        source="MK-018, MK-020",
        section=LAUFENDE,
        nicknames=("Läufer", "Laufende", "premium rate", "matadors"),
    )
    laufende_rate: int = number(
        1,
        low=0,
        high=MOST,
        label="Each of the Laufende",
        help="What each one of the run costs. The rulebook says one unit for each, a 10/20/50 table 10.",
        source="MK-019",
        section=LAUFENDE,
        nicknames=("Läufer", "premium rate"),
    )
    laufende_min: int = number(
        4,
        low=1,
        high=14,
        label="Laufende count from",
        help="The rulebook pays for more than three, so from four on; most tables today count from three.",
        source="MK-019",
        section=LAUFENDE,
        nicknames=("ab drei", "ab vier"),
        contested=10,
    )
    laufende_min_wenz: int | None = number(
        None,
        low=1,
        high=4,
        label="In Wenz, Geier and Niederer from",
        help=(
            "These games have only four trumps, so many tables count from two there. Off: as in every "
            "other game."
        ),
        source="MK-018, MK-044, openschafkopf, internet-schafkopf.de",
        section=LAUFENDE,
        nicknames=("Wenz ab zwei", "Geier ab zwei"),
        contested=10,
    )
    laufende_trumps: str = choice(
        "main",
        {"main": "Ober and Unter (Wenz: Unter)", "all": "go on into the trump suit"},
        label="The run of Laufende may",
        help=(
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
            "game": "the winners of the game",
            "holder_wins": "who holds them, if he wins",
            "holder_always": "who holds them, even if he loses",
        },
        label="Laufende are paid to",
        help="They may be claimed, the rulebook says: as part of the price, or only by those who hold them.",
        source="MK-019",
        section=LAUFENDE,
        contested=10,
    )


@dataclass(frozen=True, kw_only=True)
class ToutRules:
    """Taking every trick, announced."""

    tout_rate: str = choice(
        "all",
        {"all": "Schwarz and all (5 + 2) × 2", "no_demand": "without Schwarz 5 × 2"},
        label="Tout and Sie multiply",
        help=(
            "The winnings of a Tout are doubled: with the two units of Schwarz inside, as the letter says, "
            "or without, as most Schafkopf tables count."
        ),
        source="MK-027, MK-029",
        section=TOUT,
        nicknames=("Du", "Tout"),
        contested=10,
    )
    tout_lost: str = choice(
        "double",
        {"double": "double", "single": "a plain solo"},
        label="A lost Tout costs",
        help="One trick of the others loses the Tout. Whether their winnings are doubled too is not said.",
        source="MK-028",
        section=TOUT,
        nicknames=("Tout verloren",),
        contested=10,
    )
    tout_lost_laufende: bool = switch(
        True,
        on="paid",
        off="not paid",
        label="Laufende in a lost Tout",
        help="Whether Laufende are part of the price of a lost Tout. Many tables double the bare solo.",
        source="MK-028, MK-044, openschafkopf",
        section=TOUT,
        contested=10,
        rare=True,
    )
    sie_factor: int = choice(
        4,
        {4: "four times", 2: "twice, as a Tout", 1: "once, a plain solo"},
        label="A Sie counts",
        help="All Ober and all Unter in one hand. The rulebook names no price; custom pays it four times.",
        source="MK-029",
        section=TOUT,
        nicknames=("Sie", "all Ober and Unter"),
        contested=10,
    )


@dataclass(frozen=True, kw_only=True)
class DoublingRules:
    """What doubles a whole game."""

    klopfer: bool = switch(
        False,
        label="Klopfen",
        help="Whoever knocks on his first cards doubles the game, however many knock.",
        source="MK-044, openschafkopf",
        section=DOUBLING,
        nicknames=("Leger", "Doppler", "Klopfer", "Aufstellen"),
    )
    stoss: str = choice(
        "off",
        {
            "off": "not played",
            "kontra": "Kontra",
            "re": "Kontra, Re",
            "supra": "Kontra, Re, Supra",
            "resupra": "Kontra, Re, Supra, Resupra",
        },
        label="Kontra",
        help="The other side doubles the game, the declarers double again; this is how far it may go.",
        source="MK-044, openschafkopf",
        section=DOUBLING,
        nicknames=("Stoß", "Spritze", "Schuss", "Retour"),
    )
