"""The house rules of Schafkopf and Mehrkopf: every option with its words, its default and its source."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ledger.scoring.game import Preset, Stake, Tiles
from ledger.scoring.marking import gettext_noop as _
from ledger.scoring.option import choice, number, several, switch, text

GAMES = _("Which games are played")
LONGEST_NAME = 20


TARIFF = _("What a game costs")
LAUFENDE = _("Laufende")
TOUT = _("Tout and Sie")
DOUBLING = _("Klopfen and Kontra")
MOST = 1_000_000


SHARING = _("Who gets it")
NOBODY = _("When all pass")
MISPLAY = _("Misplay")
TABLE = _("At the table")
WORDING = _("What we call it")

# The games that must be played for an option to do anything.
MUSS = (("contracts", ("muss",)), ("no_bid", ("muss",)))
KREUZ = (("contracts", ("kreuz",)), ("no_bid", ("kreuz",)))
RAMSCH = (("contracts", ("ramsch",)), ("no_bid", ("ramsch",)))
PAID_LAUFENDE = (("laufende", (True,)),)
MARCH = (("ramsch_durchmarsch", ("all_tricks", "points_90", "points_91", "points_120")),)


NORMAL = _("Left empty: what a Rufspiel costs.")
SOLO = _("Left empty: what a solo costs.")
SOLO_OR_NORMAL = _("Left empty: what a solo costs, or with a Mitspieler a Rufspiel.")
AS_ELSEWHERE = _("Left empty: as in every other game.")
AS_IN_WENZ = _("Left empty: as in a Wenz.")


def _price(
    label: str, *nicknames: str, help: str, needs: Any, source: str = "MK-013, MK-044, convention"
) -> Any:
    return number(
        None,
        low=1,
        high=MOST,
        label=label,
        help=help,
        source=source,
        section=GAMES,
        nicknames=(*nicknames, _("base rate")),
        rare=True,
        needs=needs,
    )


def _way_to_play(label: str, *, needs: Any) -> Any:
    return choice(
        "alone",
        {"alone": _("alone, as a Solo"), "partner": _("with a Mitspieler, as a Rufspiel")},
        label=label,
        help=_("Alone against everybody, or with whoever plays along."),
        source="MK-044, convention",
        section=GAMES,
        nicknames=(_("own game"), _("house game")),
        rare=True,
        needs=needs,
    )


def _laufende_from(
    label: str, nickname: str, *, needs: Any = (), help: str = AS_ELSEWHERE, high: int = 14
) -> Any:
    return number(
        None,
        low=1,
        high=high,
        label=label,
        help=help,
        source="MK-018, MK-044, convention",
        section=LAUFENDE,
        nicknames=(nickname,),
        rare=True,
        needs=needs,
    )


@dataclass(frozen=True, kw_only=True)
class MehrkopfRules:
    """The house rules of one Schafkopf table, in the order of the rule card."""

    # The games that stand on the pad besides those that every table plays.
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
            "kreuz": _("Kreuzspiel"),
        },
        without=("bettel", "kreuz"),
        label=_("Besides Rufspiel and Solo we play"),
        help=_(
            "What is not played here is not on the pad. The rulebook knows no Bettel: a solo without trumps, "
            "won by whoever takes no Stich; and no Kreuzspiel: those who face each other play together."
        ),
        source="MK-013, MK-025, MK-030, MK-034, MK-044, MK-046, convention",
        section=GAMES,
        nicknames=(
            _("Spielarten"),
            _("Sauspiel"),
            _("Solo"),
            _("Bettler"),
            _("über Kreuz"),
            _("Kreuzbock"),
        ),
    )
    base_hochzeit: int | None = _price(
        _("A Hochzeit costs"),
        _("Hochzeit"),
        help=NORMAL,
        needs=(("contracts", ("hochzeit",)),),
        source="MK-030, MK-044, convention",
    )
    base_wenz: int | None = _price(_("A Wenz costs"), _("Wenz"), help=SOLO, needs=(("contracts", ("wenz",)),))
    base_geier: int | None = _price(
        _("A Geier costs"), _("Geier"), help=SOLO, needs=(("contracts", ("geier",)),)
    )
    base_farbwenz: int | None = _price(
        _("A Farbwenz costs"), _("Farbwenz"), help=SOLO, needs=(("contracts", ("farbwenz",)),)
    )
    base_niederer: int | None = _price(
        _("A Niederer costs"), _("Niederer"), help=SOLO, needs=(("contracts", ("niederer",)),)
    )
    base_bettel: int | None = _price(
        _("A Bettel costs"),
        _("Bettel"),
        _("Bettler"),
        help=_(
            "Left empty: what a solo costs. A Bettel has no Schneider and no Laufende; Klopfen and Kontra "
            "double it."
        ),
        needs=(("contracts", ("bettel",)),),
        source="MK-044, convention",
    )
    base_muss: int | None = _price(
        _("A Muss costs"), _("Muss"), help=NORMAL, needs=MUSS, source="MK-034, MK-044, convention"
    )
    base_ramsch: int | None = _price(
        _("A Ramsch costs"), _("Ramsch"), help=NORMAL, needs=RAMSCH, source="MK-031, MK-044, convention"
    )
    base_kreuz: int | None = _price(
        _("A Kreuzspiel costs"),
        _("Kreuzspiel"),
        _("über Kreuz"),
        help=NORMAL,
        needs=KREUZ,
        source="MK-044, schafkopfrennen.de, pro-hof.de",
    )
    own_name: str = text(
        longest=LONGEST_NAME,
        label=_("A game of our own is called"),
        help=_(
            "Its name stands on the pad and on the sheet, and it is won and lost by the points of the cards."
        ),
        source="MK-044, convention",
        section=GAMES,
        nicknames=(
            _("own game"),
            _("house game"),
            _("Herz-Solo"),
            _("Kreuzspiel"),
            _("eigenes Spiel"),
        ),
        rare=True,
    )
    own_with: str = _way_to_play(_("Our own game is played"), needs=(("own_name", ()),))
    base_own: int | None = _price(
        _("Our own game costs"),
        _("own game"),
        _("house game"),
        help=SOLO_OR_NORMAL,
        needs=(("own_name", ()),),
        source="MK-044, convention",
    )
    own_name2: str = text(
        longest=LONGEST_NAME,
        label=_("A second game of our own is called"),
        help=_("A Herz-Solo at its own price, say, beside another game that only this table plays."),
        source="MK-044, convention",
        section=GAMES,
        nicknames=(_("own game"), _("house game"), _("Herz-Solo"), _("Farbsolo")),
        rare=True,
    )
    own_with2: str = _way_to_play(_("Our second own game is played"), needs=(("own_name2", ()),))
    base_own2: int | None = _price(
        _("Our second own game costs"),
        _("own game"),
        _("house game"),
        help=SOLO_OR_NORMAL,
        needs=(("own_name2", ()),),
        source="MK-044, convention",
    )
    own_name3: str = text(
        longest=LONGEST_NAME,
        label=_("A third game of our own is called"),
        help=_("The last that the pad has room for."),
        source="MK-044, convention",
        section=GAMES,
        nicknames=(_("own game"), _("house game"), _("Herz-Solo"), _("Farbsolo")),
        rare=True,
    )
    own_with3: str = _way_to_play(_("Our third own game is played"), needs=(("own_name3", ()),))
    base_own3: int | None = _price(
        _("Our third own game costs"),
        _("own game"),
        _("house game"),
        help=SOLO_OR_NORMAL,
        needs=(("own_name3", ()),),
        source="MK-044, convention",
    )
    hand: bool = switch(
        False,
        label=_("Hand is played where three play"),
        help=_("Whoever plays a solo without looking at the cards that are left over doubles it."),
        source="MK-044, oldcardgames",
        section=GAMES,
        nicknames=(_("Hand"), _("aus der Hand"), _("blind"), _("Blinder"), _("zu dritt"), _("three play")),
        rare=True,
    )

    # The rate of a game from every loser, and for Schneider and Schwarz (units).
    base_normal: int = number(
        1,
        low=1,
        high=MOST,
        label=_("A Rufspiel"),
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
    schwarz_rate: int | None = number(
        None,
        low=0,
        high=MOST,
        label=_("Schwarz"),
        help=_(
            "What Schwarz costs on top. Left empty: twice what Schneider costs. Where Schneider and Schwarz "
            "are both paid, it is three times."
        ),
        source="MK-015, MK-044, Schafkopf.AI",
        section=TARIFF,
        nicknames=(_("Schwarz"), _("durch"), _("three times Schneider")),
        rare=True,
    )
    schneider_games: str = choice(
        "all",
        {"all": _("every game"), "normal": _("games with a Mitspieler only")},
        label=_("Schneider and Schwarz are paid in"),
        help=_("At some tournaments a solo costs the same, however high it is won."),
        source="MK-014, MK-015, MK-044, schafkopfrennen.de",
        section=TARIFF,
        nicknames=(_("Schneider"), _("Schwarz"), _("nur im Rufspiel")),
        rare=True,
    )
    announced_rate: int | None = number(
        None,
        low=1,
        high=MOST,
        label=_("Announcing Schneider costs"),
        help=_(
            "What it costs on top if the Spieler announces Schneider; announcing Schwarz costs twice this. "
            "A Spieler who does not make it loses the game, by convention. Empty: nobody announces it."
        ),
        source="MK-044, pro-hof.de, convention",
        section=TARIFF,
        nicknames=(_("angesagt"), _("Ansage"), _("Schneider angesagt"), _("Schwarz angesagt")),
        rare=True,
    )
    declarer_safe: str = choice(
        "plus_one",
        {
            "plus_one": _("31 Augen (38 of 148)"),
            "quarter": _("30 Augen (37 of 148)"),
            "none": _("always: only the Nichtspieler can be Schneider"),
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
    muss_half: bool = switch(
        False,
        label=_("A Muss is won with half of the Augen"),
        help=_("Nobody wanted to play: 60 of 120 win, or 74 of 148. Any other game needs one more."),
        source="MK-034, MK-044, self-bar.de",
        section=TARIFF,
        nicknames=(_("Muss"), _("60"), _("Mussspiel")),
        rare=True,
        needs=MUSS,
    )
    muss_quarter: bool = switch(
        False,
        label=_("A lost Muss is free of Schneider with 30 Augen"),
        help=_("The same for whoever had to play: a quarter is enough, 30 of 120 or 37 of 148."),
        source="MK-034, MK-044, self-bar.de",
        section=TARIFF,
        nicknames=(_("Muss"), _("30"), _("schneiderfrei")),
        rare=True,
        needs=MUSS,
    )
    kreuz_even: str = choice(
        "lost",
        {"lost": _("lost, as in any game"), "again": _("dealt again by the same dealer")},
        label=_("A Kreuzspiel that comes out 60–60 is"),
        help=_(
            "Both sides are alike there, so that at many tables neither wins with half: nothing is paid, and "
            "the cards are dealt again."
        ),
        source="MK-044, schafkopfrennen.de, schafkopf-turniere.de",
        section=TARIFF,
        nicknames=(_("Kreuzspiel"), _("60:60"), _("über Kreuz")),
        rare=True,
        needs=KREUZ,
    )
    kreuz_quarter: bool = switch(
        False,
        label=_("In a Kreuzspiel 30 Augen are free of Schneider for both"),
        help=_("Elsewhere the side of the Spieler may need one more."),
        source="MK-044, schafkopf-turniere.de",
        section=TARIFF,
        nicknames=(_("Kreuzspiel"), _("30"), _("schneiderfrei")),
        rare=True,
        needs=KREUZ,
    )

    # The premium for an unbroken run of the highest trumps in one side’s hands.
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
    laufende_max: int | None = number(
        None,
        low=1,
        high=14,
        label=_("So many Laufende are paid at most"),
        help=_("A longer run costs no more than this one: four, at many tournaments. Empty: all of them."),
        source="MK-019, MK-044, schafkopfrennen.de",
        section=LAUFENDE,
        nicknames=(_("bis vier"), _("höchstens"), _("most Laufende")),
        rare=True,
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

    # From how many on Laufende count in a single game, where that is not as in the others.
    laufende_min_solo: int | None = _laufende_from(_("In a Solo from"), _("Solo ab drei"))
    laufende_min_hochzeit: int | None = _laufende_from(
        _("In a Hochzeit from"), _("Hochzeit ab drei"), needs=(("contracts", ("hochzeit",)),)
    )
    laufende_min_farbwenz: int | None = _laufende_from(
        _("In a Farbwenz from"), _("Farbwenz ab zwei"), needs=(("contracts", ("farbwenz",)),)
    )
    laufende_min_geier: int | None = _laufende_from(
        _("In a Geier from"), _("Geier ab zwei"), needs=(("contracts", ("geier",)),), help=AS_IN_WENZ, high=4
    )
    laufende_min_niederer: int | None = _laufende_from(
        _("In a Niederer from"),
        _("Niederer ab zwei"),
        needs=(("contracts", ("niederer",)),),
        help=AS_IN_WENZ,
        high=4,
    )
    laufende_min_muss: int | None = _laufende_from(_("In a Muss from"), _("Muss ab drei"), needs=MUSS)

    # Taking every trick, announced.
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
    tout_factor: int = choice(
        2,
        {2: _("twice"), 3: _("three times")},
        label=_("A Tout counts"),
        help=_("How many times the solo. The rulebook doubles it, some tournaments make it three times."),
        source="MK-027, MK-044, schafkopf-turniere.de",
        section=TOUT,
        nicknames=(_("Tout"), _("Du"), _("dreifach")),
        rare=True,
    )
    tout_lost: str = choice(
        "double",
        {"double": _("as many times as a won one"), "single": _("a plain solo")},
        label=_("A lost Tout costs"),
        help=_(
            "One Stich of the Nichtspieler loses the Tout. Tables differ on whether their winnings are "
            "multiplied too."
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
        needs=PAID_LAUFENDE,
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

    # Doublings of a whole game.
    klopfer: bool = switch(
        False,
        label=_("Klopfen"),
        help=_("Everybody may double the game on their first cards: two Klopfer make it four times."),
        source="MK-044, openschafkopf",
        section=DOUBLING,
        nicknames=(
            _("Leger"),
            _("Doppler"),
            _("Klopfer"),
            _("Aufstellen"),
            _("legen"),
        ),
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
    doublings_max: int | None = number(
        None,
        low=1,
        high=MOST,
        label=_("Limit of the doublings"),
        help=_(
            "Bock, Hand, Klopfer and Kontra together count at most this many times: 8 are three doublings. A "
            "Tout and a Sie are not limited. Empty: no limit."
        ),
        source="MK-044, convention",
        section=DOUBLING,
        nicknames=(_("cap"), _("limit"), _("Deckel"), _("gedeckelt"), _("höchstens")),
        rare=True,
        needs=(("klopfer", (True,)), ("stoss", ("kontra", "re", "supra", "resupra")), ("bock", ())),
    )
    bock: tuple[str, ...] = several(
        {
            "all_pass": _("when all pass"),
            "ramsch": _("after a Ramsch"),
            "solo_lost": _("after a lost solo"),
            "tout": _("after a Tout or a Sie"),
            "schwarz": _("after a Schwarz"),
        },
        label=_("A round of Bock follows"),
        help=_(
            "Every game counts double until everybody at the table has dealt once, though never twice over. "
            "What is paid into the Stock, or won from it, is not doubled."
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

    # The winners' shares of what the losers pay.
    distribution: str = choice(
        "even",
        {
            "even": _("winners share evenly, in fractions"),
            "pairwise": _("every loser pays every winner"),
            "whole_pot": _("whole units, the rest into a pot"),
        },
        label=_("Teams of two and three"),
        help=_(
            "Losers pay the rate each and winners share it evenly, so two who beat three get 3/2 each. "
            "Paying every winner avoids fractions. Solos are always settled pair by pair."
        ),
        source="MK-016, MK-017",
        section=SHARING,
        nicknames=(
            _("2 against 3"),
            _("Partner"),
            _("Nichtspieler"),
            _("fractions"),
            _("Mitspieler"),
        ),
        contested=9,
    )

    # Hands without a declarer: thrown in, a stock, a Ramsch.
    no_bid: str = choice(
        "throw_in",
        {
            "throw_in": _("the cards are zusammengeworfen"),
            "muss": _("a Muss"),
            "ramsch": _("a Ramsch"),
            "kreuz": _("a Kreuzspiel"),
        },
        label=_("When all pass"),
        help=_(
            "What usually happens. A Muss, a Ramsch or a Kreuzspiel named here is on the pad, whatever else "
            "is played. The dealer may still choose each time, so it changes no amount."
        ),
        source="MK-008, MK-034, MK-046",
        section=NOBODY,
        nicknames=(
            _("Zusammenwerfen"),
            _("zusammengeworfen"),
            _("zammgschmissn"),
            _("Muss"),
            _("Ramsch"),
            _("weiter"),
            _("Kreuzspiel"),
        ),
    )
    redeal_deal: str = choice(
        "next",
        {"next": _("the next dealer"), "same": _("the same dealer again")},
        label=_("After cards that were zusammengeworfen deals"),
        help=_("When all pass, or after bad cards. The rulebook lets the deal move on."),
        source="MK-007, MK-008, MK-044, Turnierschafkopf",
        section=NOBODY,
        nicknames=(_("Geber"), _("Zusammenwerfen"), _("zammgschmissn"), _("new deal")),
        rare=True,
    )
    stock: int | None = number(
        None,
        low=1,
        high=MOST,
        label=_("Into the Stock"),
        help=_(
            "When all pass, everybody pays this into the Stock. The next Rufspiel wins it for the "
            "Spieler and Mitspieler, or they pay it once more; doublings and misplays leave it alone. "
            "Whoever comes later "
            "pays nothing into it."
        ),
        source="MK-044, internet-schafkopf.de, convention",
        section=NOBODY,
        nicknames=(_("Stock"), _("Topf"), _("Reuegeld"), _("Henn")),
    )
    reuegeld: int | None = number(
        None,
        low=1,
        high=MOST,
        label=_("After a lost solo the Spieler pays into the Stock"),
        help=_("Beside what the others get, never doubled. Empty: nothing."),
        source="MK-044, Turnierschafkopf",
        section=NOBODY,
        nicknames=(_("Reuegeld"), _("Weitergeld"), _("Topf"), _("Henn")),
        rare=True,
    )
    stock_kept: bool = switch(
        False,
        label=_("The stock lies until it is divided"),
        help=_("No game wins it, or pays it once more: a Reuegeld for the end of the night."),
        source="MK-044, Turnierschafkopf",
        section=NOBODY,
        nicknames=(_("Reuegeld"), _("Weitergeld"), _("Stock"), _("Topf")),
        rare=True,
        needs=(("stock", ()), ("reuegeld", ())),
    )
    ramsch_measure: str = choice(
        "points",
        {
            "points": _("the most Augen"),
            "tricks": _("the most Stiche"),
            "fewest": _("all but the fewest Augen"),
        },
        label=_("What loses a Ramsch"),
        help=_(
            "The rulebook says both: as few Stiche as possible, and the highest score loses. In a Leaster "
            "whoever has the fewest Augen is paid by all others; those who are level share that."
        ),
        source="MK-031, MK-032, raschesspiele.de",
        section=NOBODY,
        nicknames=(_("Ramsch"), _("Leaster")),
        needs=RAMSCH,
    )
    ramsch_tie: str = choice(
        "share",
        {
            "share": _("they share the payment"),
            "each_pays": _("each of them pays every other"),
            "decided": _("the table decides"),
            "push": _("nobody pays"),
        },
        label=_("A tie for last in a Ramsch"),
        help=_("The rulebook does not say. “The table decides” names the loser: the longer trumps, a cut."),
        source="MK-031, convention",
        section=NOBODY,
        nicknames=(_("Ramsch"),),
        rare=True,
        needs=RAMSCH,
    )
    ramsch_jungfrau: str = choice(
        "off",
        {
            "off": _("like everybody"),
            "hers": _("twice, for themselves"),
            "all": _("doubles it for everybody"),
        },
        label=_("Without a Stich in a Ramsch"),
        help=_("A Jungfrau took no Stich: that player is paid double, or every Jungfrau doubles the Ramsch."),
        source="MK-044, openschafkopf",
        section=NOBODY,
        nicknames=(_("Jungfrau"), _("virgin")),
        rare=True,
        needs=RAMSCH,
    )
    ramsch_durchmarsch: str = choice(
        "off",
        {
            "off": _("loses like any other"),
            "all_tricks": _("wins with every Stich"),
            "points_90": _("wins with 90 Augen"),
            "points_91": _("wins with 91 Augen"),
            "points_120": _("wins with 120 Augen"),
        },
        label=_("A Durchmarsch in a Ramsch"),
        help=_("Whoever takes everything in a Ramsch is paid by everybody instead of paying."),
        source="MK-044, openschafkopf",
        section=NOBODY,
        nicknames=(_("Durchmarsch"), _("Mord")),
        rare=True,
        needs=RAMSCH,
    )
    durchmarsch_pays: str = choice(
        "ramsch",
        {
            "ramsch": _("as much as the Ramsch"),
            "solo": _("as much as a solo"),
            "solo_schwarz": _("as much as a solo won Schwarz"),
        },
        label=_("For a Durchmarsch everybody pays"),
        help=_("Many tables pay it like a solo, as it takes one hand to take everything."),
        source="MK-044, raschesspiele.de, oldcardgames",
        section=NOBODY,
        nicknames=(_("Durchmarsch"), _("Mord"), _("Ramsch")),
        rare=True,
        needs=MARCH,
    )
    durchmarsch_knocks: bool = switch(
        True,
        on=_("double it"),
        off=_("leave it alone"),
        label=_("In a Durchmarsch the Klopfer"),
        help=_("Knocks double the Ramsch. Some tables leave a Durchmarsch at its price."),
        source="MK-044, convention",
        section=NOBODY,
        nicknames=(_("Durchmarsch"), _("Leger"), _("Klopfer")),
        rare=True,
        needs=MARCH,
    )

    # Paying for what was done wrong: not following suit, or asking for too much.
    misplay_pays: str = choice(
        "offender_all",
        {
            "offender_all": _("whoever did it, for their side"),
            "team": _("their whole side"),
            "offender_share": _("whoever did it, only their own share"),
            "everyone": _("whoever did it, to everybody"),
        },
        label=_("A misplay is paid by"),
        help=_(
            "Not following suit when one can loses the game at once, at the bare rate. Whoever did it "
            "pays what their whole side would have lost, or their side loses as usual."
        ),
        source="MK-010, MK-011, convention",
        section=MISPLAY,
        nicknames=(
            _("misplay"),
            _("renege"),
            _("falsch zugegeben"),
            _("nicht bedient"),
            _("Renonce"),
        ),
        contested=8,
    )
    misplay_laufende: bool = switch(
        False,
        label=_("Laufende in a misplayed game"),
        help=_(
            "Whether Laufende are paid on top when a game is lost by a misplay: then whoever holds them, by "
            "convention, as nobody is paid for a misplay."
        ),
        source="MK-011, convention",
        section=MISPLAY,
        contested=8,
        rare=True,
        needs=PAID_LAUFENDE,
    )

    overclaim: bool = switch(
        False,
        label=_("What was claimed too much comes back double"),
        help=_(
            "Whoever asks for more than the game is worth pays it back, and as much again: 5 too much cost "
            "5 to each who lost."
        ),
        source="MK-044, online-schafkopf-lernen.de",
        section=MISPLAY,
        nicknames=(_("zu viel verlangt"), _("doppelt zurück"), _("überzahlt"), _("claim")),
        rare=True,
    )

    # The count, the cards, and the stake.
    count: str = choice(
        "units",
        {"units": _("units"), "tricks": _("Stiche")},
        label=_("What is written down"),
        help=_(
            "Instead of units a table may count the Stiche each player has won, above or below the average."
        ),
        source="MK-042",
        section=TABLE,
        rare=True,
    )
    deck: str = choice(
        "long",
        {"long": _("eight cards each"), "short": _("six cards each")},
        label=_("Four players have"),
        help=_("With the short deck, without sevens and eights, four players play six Stiche."),
        source="MK-037, MK-044, openschafkopf",
        section=TABLE,
        nicknames=(_("kurze Karte"), _("lange Karte"), _("Kurzer"), _("Langer")),
        rare=True,
    )
    stake: int | Fraction = number(  # noqa: RUF009
        1,
        exact=True,
        low=1,
        high=MOST,
        label=_("Money for a unit"),
        help=_("Units stay units; money is units times this. At a table that counts in cents it is 1."),
        source="MK-012, MK-043",
        section=TABLE,
        elsewhere=_(
            "What a point is worth in money belongs to the group, and is asked where the group is started."
        ),
        nicknames=(
            _("stake"),
            _("Tarif"),
            _("Preis"),
            _("Punkte"),
            _("cents"),
            _("Geld"),
        ),
    )

    # Words of the table, which change no score.
    word_rufspiel: str = choice(
        "rufspiel",
        {"rufspiel": _("Rufspiel"), "sauspiel": _("Sauspiel")},
        label=_("The game with a called Sau"),
        help=_("The pad, the sheet and the receipts call it so."),
        source="convention",
        section=WORDING,
        nicknames=(_("Rufspiel"), _("Sauspiel")),
        rare=True,
    )
    word_klopfer: str = choice(
        "klopfer",
        {
            "klopfer": _("Klopfer, klopfen"),
            "leger": _("Leger, legen"),
            "steller": _("Steller, stellen"),
        },
        label=_("Doubling on the first cards"),
        help=_("The pad, the sheet and the receipts call it so."),
        source="convention",
        section=WORDING,
        nicknames=(_("Klopfer"), _("Leger"), _("Steller"), _("Aufstellen"), _("legen")),
        rare=True,
        needs=(("klopfer", (True,)),),
    )
    word_kontra: str = choice(
        "kontra",
        {"kontra": _("Kontra"), "spritz": _("Spritz"), "stoss": _("Stoß")},
        label=_("Doubling by the Nichtspieler"),
        help=_("The pad, the sheet and the receipts call it so."),
        source="convention",
        section=WORDING,
        nicknames=(_("Kontra"), _("Stoß"), _("Spritze")),
        rare=True,
        needs=(("stoss", ("kontra", "re", "supra", "resupra")),),
    )
    word_re: str = choice(
        "re",
        {"re": _("Re"), "retour": _("Retour")},
        label=_("Doubling back by the Spieler"),
        help=_("The pad, the sheet and the receipts call it so."),
        source="convention",
        section=WORDING,
        nicknames=(_("Re"), _("Retour")),
        rare=True,
        needs=(("stoss", ("re", "supra", "resupra")),),
    )
    word_supra: str = choice(
        "supra",
        {"supra": _("Supra, Resupra"), "sub": _("Sub, Hirsch")},
        label=_("Doubling a third and a fourth time"),
        help=_("The pad, the sheet and the receipts call it so."),
        source="convention",
        section=WORDING,
        nicknames=(_("Supra"), _("Sub"), _("Hirsch")),
        rare=True,
        needs=(("stoss", ("supra", "resupra")),),
    )
    word_stock: str = choice(
        "stock",
        {"stock": _("Stock"), "henn": _("Henn"), "topf": _("Topf")},
        label=_("The money in the middle"),
        help=_("The pad, the sheet and the receipts call it so."),
        source="convention",
        section=WORDING,
        nicknames=(_("Stock"), _("Henn"), _("Topf")),
        rare=True,
    )

    @property
    def bock_here(self) -> bool:
        """Return whether rounds of Bock are played: what is counted in tricks is not doubled."""
        return bool(self.bock) and self.count == "units"


# These tables count in cents (their prices are cents already), so that a point is a cent.
A_CENT = Stake(cents=1, currency="EUR")

# A convention of this house: the documents count units, and ten cents for a Rufspiel is a small tariff.
TEN_CENTS = Stake(cents=10, currency="EUR")

# Parts that a table adds to any preset.
TILES = (
    Tiles(option="klopfer", title=_("Klopfen"), labels={True: _("with Klopfen")}),
    Tiles(option="no_bid", title=_("When all pass"), labels={"ramsch": _("with Ramsch")}),
    Tiles(
        option="bock",
        title=_("A round of Bock follows"),
        labels={("all_pass", "ramsch", "solo_lost"): _("with Bock")},
    ),
)

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

UPPER_FRANCONIA = {
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
}

PRESETS = (
    Preset(
        key="bavarian_table",
        name=_("Wirtshaus, 10/20/50"),
        help=_(
            "Rufspiel 20, solos 50, Schneider and each of the Laufende 10, from three on, in Wenz and Geier "
            "from two; Klopfen, Kontra, and a stock of 10; without Niederer and Muss."
        ),
        values=BAVARIAN | {"contracts": ["hochzeit", "wenz", "geier", "farbwenz", "ramsch"]},
        former=(BAVARIAN,),
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
        key="upper_franconia",
        name=_("Oberfranken, short cards, 5/10/15"),
        help=_(
            "Six cards each: Rufspiel 5, with Schneider 10, schwarz 15; solos 20, a Herz-Solo 30, at some "
            "tables 25; each of the Laufende 5, from two on; a Kreuzspiel where nobody bids, and 60–60 there "
            "is dealt again."
        ),
        values=UPPER_FRANCONIA | {"no_bid": "kreuz", "kreuz_even": "again", "kreuz_quarter": True},
        former=(UPPER_FRANCONIA,),
        stake=A_CENT,
    ),
    Preset(
        key="short_cards",
        name=_("Short cards, 5/10/20"),
        help=_(
            "With six cards each: Rufspiel 10, solos 20, Schneider and each of the Laufende 5,"
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
        name=_("Tournament, 1/5"),
        help=_(
            "Rufspiel 1, solos 5, Schneider one more and Schwarz two, without Laufende, as tournaments "
            "count; Tout 10, Sie 20."
        ),
        values={"laufende": False, "tout_rate": "no_demand"},
    ),
    Preset(
        key="tournament_muss",
        name=_("Tournament with Muss, 1/5"),
        help=_(
            "Rufspiel 1, solos 5, Schneider one more and Schwarz two, without Laufende; a Muss where all "
            "pass; Tout 14, Sie 28."
        ),
        values={"contracts": ["wenz", "muss"], "laufende": False, "no_bid": "muss"},
    ),
    Preset(
        key="mehrkopf_rulebook",
        name=_("Mehrkopf, the rulebook"),
        help=_(
            "Rufspiel 1, solos 5, Schneider and each of the Laufende 1, from four on; two to seven players."
        ),
        values={},
        stake=TEN_CENTS,
    ),
)
