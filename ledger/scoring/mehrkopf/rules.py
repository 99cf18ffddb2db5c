"""All house rules of Schafkopf and Mehrkopf in one frozen dataclass, in the order a rule card reads them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ledger.scoring.marking import gettext_noop as _
from ledger.scoring.mehrkopf.rules_games import GamesRules, OwnLaufendeRules
from ledger.scoring.mehrkopf.rules_price import MOST, DoublingRules, LaufendeRules, TariffRules, ToutRules
from ledger.scoring.option import choice, number, switch

SHARING = _("Who gets it")
NOBODY = _("When nobody bids")
MISPLAY = _("Misplay")
TABLE = _("At the table")


@dataclass(frozen=True, kw_only=True)
class SharingRules:
    """How the winners share what the losers pay."""

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
        nicknames=(_("2 against 3"), _("Partner"), _("Nichtspieler"), _("fractions")),
        contested=9,
    )


@dataclass(frozen=True, kw_only=True)
class NobodyRules:
    """What happens without a declarer: thrown in, a stock, a Ramsch."""

    no_bid: str = choice(
        "throw_in",
        {"throw_in": _("the cards are thrown in"), "muss": _("a Muss"), "ramsch": _("a Ramsch")},
        label=_("When nobody bids"),
        help=_(
            "What usually happens. A Muss or a Ramsch named here is on the pad, whatever else is played. The "
            "dealer may still choose each time, so it changes no amount."
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
        ),
    )
    stock: int | None = number(
        None,
        low=1,
        high=MOST,
        label=_("Into the stock"),
        help=_(
            "When all pass, everybody pays this into the stock. The next normal game wins it for the "
            "Spieler and Mitspieler, or they pay it once more; doublings and misplays leave it alone. "
            "Whoever comes later "
            "pays nothing into it."
        ),
        source="MK-044, internet-schafkopf.de, convention",
        section=NOBODY,
        nicknames=(_("Stock"), _("Topf"), _("Reuegeld"), _("Henn")),
    )
    ramsch_measure: str = choice(
        "points",
        {"points": _("the most Augen"), "tricks": _("the most tricks")},
        label=_("What loses a Ramsch"),
        help=_("The aim is as few tricks as possible, yet the highest score loses: the rulebook says both."),
        source="MK-031, MK-032",
        section=NOBODY,
        nicknames=(_("Ramsch"),),
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
    )
    ramsch_jungfrau: str = choice(
        "off",
        {
            "off": _("like everybody"),
            "hers": _("twice, for themselves"),
            "all": _("doubles it for everybody"),
        },
        label=_("Without a trick in a Ramsch"),
        help=_("A Jungfrau took no trick: that player is paid double, or every Jungfrau doubles the Ramsch."),
        source="MK-044, openschafkopf",
        section=NOBODY,
        nicknames=(_("Jungfrau"), _("virgin")),
        rare=True,
    )
    ramsch_durchmarsch: str = choice(
        "off",
        {
            "off": _("loses like any other"),
            "all_tricks": _("wins with all tricks"),
            "points_91": _("wins with 91 Augen"),
            "points_120": _("wins with 120 Augen"),
        },
        label=_("A Durchmarsch in a Ramsch"),
        help=_("Whoever takes everything in a Ramsch is paid by everybody instead of paying."),
        source="MK-044, openschafkopf",
        section=NOBODY,
        nicknames=(_("Durchmarsch"), _("Mord")),
        rare=True,
    )


@dataclass(frozen=True, kw_only=True)
class MisplayRules:
    """Not following suit loses the game at once."""

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
        nicknames=(_("misplay"), _("renege"), _("falsch zugegeben"), _("nicht bedient")),
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
    )


@dataclass(frozen=True, kw_only=True)
class TableRules:
    """What is counted, with which cards, and the stake."""

    count: str = choice(
        "units",
        {"units": _("units"), "tricks": _("tricks")},
        label=_("What is written down"),
        help=_(
            "Instead of units a table may count the tricks each player has won, above or below the average."
        ),
        source="MK-042",
        section=TABLE,
        rare=True,
    )
    deck: str = choice(
        "long",
        {"long": _("eight cards each"), "short": _("six cards each")},
        label=_("Four players have"),
        help=_("With the short deck, without sevens and eights, four players play six tricks."),
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
        nicknames=(_("stake"), _("Tarif"), _("Preis"), _("Punkte"), _("cents")),
    )


@dataclass(frozen=True, kw_only=True)
class MehrkopfRules(
    TableRules,
    MisplayRules,
    NobodyRules,
    SharingRules,
    DoublingRules,
    ToutRules,
    OwnLaufendeRules,
    LaufendeRules,
    TariffRules,
    GamesRules,
):
    """The house rules of one Schafkopf table; a dataclass reads its bases from the last to the first."""

    @property
    def bock_here(self) -> bool:
        """Whether rounds of Bock are played: what is counted in tricks is not doubled."""
        return bool(self.bock) and self.count == "units"
