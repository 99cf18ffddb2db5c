"""The standings as components: the table of places, everybody's shares, and the money of all games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from operator import attrgetter

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.models import Group
from ledger.scoring import TYPED
from ledger.standings.players import PlayerStanding
from ledger.standings.rankings import BEATEN, PICKED, Ranking, Way
from ledger.standings.roles import has_sides
from ledger.standings.share import Share
from ledger.statistics import FLOOR
from scorekeeper.components import Column, Table, amount, signed_average
from scorekeeper.presenters.answers import role_words
from scorekeeper.presenters.asked_hands import AskedHands
from scorekeeper.text.counts import fewer_hands, fewer_nights, nights
from scorekeeper.text.figures import average, signed, signed_money

HEADS = {
    Way.POINTS: gettext_lazy("Points"),
    Way.PER_HAND: gettext_lazy("A hand"),
    Way.PER_NIGHT: gettext_lazy("A night"),
    Way.LEAGUE: gettext_lazy("Skat"),
}
WRITTEN: Mapping[Way, Callable[[Fraction], str]] = {
    Way.POINTS: signed,
    Way.PER_HAND: average,
    Way.PER_NIGHT: signed_average,
    Way.LEAGUE: signed,
}


def ranking(
    players: Sequence[PlayerStanding],
    ways: Sequence[Ranking],
    way: Way,
    found: AskedHands,
    group: Group,
    cents: Mapping[int, int],
) -> Table[PlayerStanding]:
    """Return everybody's places side by side, ordered by one way; players without a place come last.

    `cents` is what each won in money, empty where none is told.
    """
    told = {one.way: {placed.player: placed for placed in one.players} for one in ways if one.winners}
    order = {player: number for number, player in enumerate(told.get(way, told.get(Way.POINTS, {})))}

    def below_name(one: PlayerStanding) -> str:
        # Who came to no night that was for money won none, which is not the same as ending even.
        money = f"\n{signed_money(cents[one.player], group.currency)}" if one.player in cents else ""
        return nights(one.sessions) + money

    def place(each: Way, one: PlayerStanding) -> int | None:
        return told[each][one.player].place if one.player in told.get(each, {}) else None

    def value(each: Way, one: PlayerStanding) -> Fraction | None:
        if each is Way.POINTS:
            return one.points
        return told[each][one.player].value if one.player in told[each] else None

    def columns(each: Way) -> list[Column[PlayerStanding]]:
        """Return a way's place and value for the file (an average as a float), and both for the page."""
        name, write = each.value.replace("-", "_"), WRITTEN[each]
        shown = Column[PlayerStanding](
            value=lambda one: "–" if (number := value(each, one)) is None else write(number),
            head=str(HEADS[each]),
            below=lambda one: f"{number}." if (number := place(each, one)) else "",
            order_url=f"{found.query or '?'}{'&' if found.query else ''}by={each.value}#ranking",
            is_order=each is way,
        )
        if each is Way.POINTS:
            return [shown]
        exact = float if each in (Way.PER_HAND, Way.PER_NIGHT) else Fraction
        return [
            Column(name=f"{name}_place", value=lambda one: place(each, one)),
            Column(name=name, value=lambda one: None if (it := value(each, one)) is None else exact(it)),
            shown,
        ]

    money: list[Column[PlayerStanding]] = [
        Column(
            name="money",
            value=lambda one: amount(cents[one.player], group.currency) if one.player in cents else None,
        )
    ]
    return Table(
        key="ranking",
        title=_("How everybody stands"),
        fields=[
            Column(name="place", value=lambda one: place(Way.POINTS, one)),
            Column(
                name="player",
                value=lambda one: one.name,
                head=_("Player"),
                below=below_name,
                url=lambda one: reverse("player", args=[group.code, one.player]) + found.query,
                css="who",
            ),
            Column(name="points", value=lambda one: one.points),
            *(money if cents else ()),
            Column(name="nights", value=lambda one: one.sessions),
            *(column for each in told or [Way.POINTS] for column in columns(each)),
        ],
        entries=sorted(players, key=lambda one: order.get(one.player, len(order))),
        every=lambda: players,
        first=20,
        css="ranking",
    )


def player_by_player(
    players: Sequence[PlayerStanding], found: AskedHands, group: Group
) -> Table[PlayerStanding]:
    """Return everybody's shares as k of n, of fewer than twenty without a percentage."""
    words, as_role = role_words(found.game), _("won as {role}")
    heads = {
        "picked": words["picked"],
        "won_picking": as_role.format(role=words["picker"]),
        "won_partner": as_role.format(role=words["partner"]),
        "won_opponent": as_role.format(role=words["opponent"]),
        "won_alone": _("won alone"),
        "won_leaster": words["leasters"],
    }
    heads = heads if has_sides(found.played) else {}

    def columns(name: str) -> list[Column[PlayerStanding]]:
        """Return a share for the page, and its k and n for the file."""
        of: Callable[[PlayerStanding], Share] = attrgetter(name)
        counted = _("{part} of {whole}")
        return [
            Column(
                value=lambda one: f"{of(one).percent}%" if of(one).n >= FLOOR else "",
                head=capfirst(heads[name]),
                below=lambda one: counted.format(part=of(one).k, whole=of(one).n),
            ),
            Column(name=f"{name}_k", value=lambda one: of(one).k),
            Column(name=f"{name}_n", value=lambda one: of(one).n),
        ]

    races: list[Column[PlayerStanding]] = [
        Column(name="races", value=lambda one: one.races, head=_("Races won"))
    ]
    return Table(
        key="player",
        title=_("Player by player"),
        fields=[
            Column(
                name="player",
                value=lambda one: one.name,
                head=_("Player"),
                url=lambda one: reverse("player", args=[group.code, one.player]) + found.query,
                css="who",
            ),
            Column(name="points", value=lambda one: one.points),
            Column(
                name="points_a_hand",
                value=lambda one: None if one.per_hand is None else float(one.per_hand),
            ),
            Column(name="hands", value=lambda one: one.hands, head=_("Hands")),
            Column(name="nights", value=lambda one: one.sessions),
            Column(name="points_of_totals", value=lambda one: one.by_night),
            Column(name="nights_of_totals", value=lambda one: one.nights_only),
            *(races if any(one.races is not None for one in players) else ()),
            *(column for name in heads for column in columns(name)),
        ],
        entries=[one for one in players if one.hands],
        every=lambda: players,
        first=12,
        css="wide",
    )


def money_of_all_games(cents: Mapping[int, int], names: Mapping[int, str], group: Group) -> Table[int]:
    """Return what everybody won at cards in all games together, whoever won most first."""
    return Table(
        key="money",
        title=_("Money, all games together"),
        fields=[
            Column(name="player", value=lambda one: names[one], head=_("Player"), css="who"),
            Column(name="money", value=lambda one: amount(cents[one], group.currency)),
            Column(value=lambda one: signed_money(cents[one], group.currency), head=_("Money")),
        ],
        entries=sorted(cents, key=lambda one: (-cents[one], names[one])),
    )


def how_it_is_counted(
    ways: Sequence[Ranking], players: Sequence[PlayerStanding], game: str
) -> list[tuple[str, str]]:
    """Return what each column counts, and from how much on a player has a place in it."""
    league = _(
        "Ten for each point; {picked} more for a hand that was won as {picker}, {picked} less for one that"
        " was lost; and whoever played against a {picker} who lost gets {beaten} divided by how many played:"
        " 40 each at three, 30 at four, 24 at five."
    )
    more = _("Of points as typed count those that somebody was ahead of the average of a hand.")
    words = {
        Way.POINTS: " ".join(
            [_("All points added up: who plays more can win more."), *([more] if game == TYPED else [])]
        ),
        Way.PER_HAND: _("Points divided by the hands played: who comes seldom is not behind for that."),
        Way.PER_NIGHT: _("Points divided by the nights played."),
        Way.LEAGUE: league.format(picked=PICKED, beaten=BEATEN, picker=role_words(game)["picker"]),
    }
    told = []
    for one in ways:
        few = (fewer_hands if one.way is Way.PER_HAND else fewer_nights)(one.floor)
        floor = _("No place for {few}.").format(few=few) if one.floor and not one.is_waived else ""
        if one.winners:
            told.append((str(HEADS[one.way]), f"{words[one.way]} {floor}".strip()))
    if any(one.nights_only for one in players):
        text = _("Nights of which only the totals are known count in points and in points a night.")
        told.append((_("Totals"), text))
    return told
