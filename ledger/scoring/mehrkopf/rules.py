"""All house rules of Schafkopf and Mehrkopf in one frozen dataclass, in the order a rule card reads them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ledger.scoring.mehrkopf.rules_price import MOST, DoublingRules, LaufendeRules, TariffRules, ToutRules
from ledger.scoring.option import choice, number, switch

SHARING = "Who gets it"
NOBODY = "When nobody bids"
MISPLAY = "Misplay"
TABLE = "At the table"


@dataclass(frozen=True, kw_only=True)
class SharingRules:
    """How the winners share what the losers pay."""

    distribution: str = choice(
        "even",
        {
            "even": "winners share evenly, in fractions",
            "pairwise": "every loser pays every winner",
            "whole_pot": "whole units, the rest into a pot",
        },
        label="Teams of two and three",
        help=(
            "Losers pay the rate each and winners share it evenly, so two who beat three get 3/2 each. "
            "Paying every winner avoids fractions. Solos are always settled pair by pair."
        ),
        source="MK-016, MK-017",
        section=SHARING,
        nicknames=("2 against 3", "fractions"),
        contested=9,
    )


@dataclass(frozen=True, kw_only=True)
class NobodyRules:
    """What happens without a declarer: thrown in, a stock, a Ramsch."""

    no_bid: str = choice(
        "throw_in",
        {"throw_in": "the cards are thrown in", "muss": "a Muss", "ramsch": "a Ramsch"},
        label="When nobody bids",
        help="What usually happens. The dealer may still choose each time, so it changes no amount.",
        source="MK-008, MK-034, MK-046",
        section=NOBODY,
        nicknames=("Zusammenwerfen", "Muss", "Ramsch", "weiter"),
    )
    stock: int | None = number(
        None,
        low=1,
        high=MOST,
        label="Into the stock",
        help=(
            "When all pass, everybody pays this into the stock. The next normal game wins it for the "
            "declarers, or they pay it once more; doublings and misplays leave it alone."
        ),
        source="MK-044, internet-schafkopf.de",
        section=NOBODY,
        nicknames=("Stock", "Topf", "Reuegeld", "Henn"),
    )
    ramsch_measure: str = choice(
        "points",
        {"points": "the most points", "tricks": "the most tricks"},
        label="A Ramsch is lost with",
        help="The aim is as few tricks as possible, yet the highest score loses: the rulebook says both.",
        source="MK-031, MK-032",
        section=NOBODY,
        nicknames=("Ramsch",),
    )
    ramsch_tie: str = choice(
        "share",
        {
            "share": "they share the payment",
            "each_pays": "each of them pays every other",
            "decided": "the table decides",
            "push": "nobody pays",
        },
        label="A tie for last in a Ramsch",
        help="The rulebook does not say. “The table decides” names the loser: the longer trumps, a cut.",
        source="MK-031",
        section=NOBODY,
        nicknames=("Ramsch",),
        rare=True,
    )
    ramsch_jungfrau: str = choice(
        "off",
        {"off": "like everybody", "hers": "twice, for themselves", "all": "doubles it for everybody"},
        label="Without a trick in a Ramsch",
        help="A Jungfrau took no trick; she is paid double herself, or every Jungfrau doubles the Ramsch.",
        source="MK-044, openschafkopf",
        section=NOBODY,
        nicknames=("Jungfrau", "virgin"),
        rare=True,
    )
    ramsch_durchmarsch: str = choice(
        "off",
        {
            "off": "loses like any other",
            "all_tricks": "wins with all tricks",
            "points_91": "wins with 91 points",
            "points_120": "wins with 120 points",
        },
        label="A Durchmarsch in a Ramsch",
        help="Whoever takes everything in a Ramsch is paid by everybody instead of paying.",
        source="MK-044, openschafkopf",
        section=NOBODY,
        nicknames=("Durchmarsch", "Mord"),
        rare=True,
    )


@dataclass(frozen=True, kw_only=True)
class MisplayRules:
    """Not following suit loses the game at once."""

    misplay_pays: str = choice(
        "offender_all",
        {
            "offender_all": "the offender, for his side",
            "team": "his whole side",
            "offender_share": "the offender, only his own share",
            "everyone": "the offender, to everybody",
        },
        label="A misplay is paid by",
        help=(
            "Not following suit when he can loses the game at once, at the bare rate. The offender pays "
            "what his whole side would have lost, or his side loses as usual."
        ),
        source="MK-010, MK-011",
        section=MISPLAY,
        nicknames=("misplay", "renege", "falsch zugegeben", "nicht bedient"),
        contested=8,
    )
    misplay_laufende: bool = switch(
        False,
        label="Laufende in a misplayed game",
        help="Whether Laufende are paid on top when a game is lost by a misplay.",
        source="MK-011",
        section=MISPLAY,
        contested=8,
        rare=True,
    )


@dataclass(frozen=True, kw_only=True)
class TableRules:
    """What is counted, with which cards, and the stake."""

    count: str = choice(
        "units",
        {"units": "units", "tricks": "tricks"},
        label="What is written down",
        help="Instead of units a table may count the tricks each player has won, above or below the average.",
        source="MK-042",
        section=TABLE,
        rare=True,
    )
    deck: str = choice(
        "long",
        {"long": "eight cards each", "short": "six cards each"},
        label="Four players have",
        help="With the short deck, without sevens and eights, four players play six tricks.",
        source="MK-037, MK-044, openschafkopf",
        section=TABLE,
        nicknames=("kurze Karte", "lange Karte", "Kurzer"),
        rare=True,
    )
    stake: int | Fraction = number(  # noqa: RUF009
        1,
        exact=True,
        low=1,
        high=MOST,
        label="Money for a unit",
        help="Units stay units; money is units times this. At a table that counts in cents it is 1.",
        source="MK-012, MK-043",
        section=TABLE,
        nicknames=("stake", "Tarif", "cents"),
    )


@dataclass(frozen=True, kw_only=True)
class MehrkopfRules(
    TableRules, MisplayRules, NobodyRules, SharingRules, DoublingRules, ToutRules, LaufendeRules, TariffRules
):
    """The house rules of one Schafkopf table; a dataclass reads its bases from the last to the first."""
