"""The standings: the table of places, the course of the points, everybody's shares, and the money."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from operator import attrgetter

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from ledger.standings import standings_in
from ledger.standings.nights_by_player import money_nights, won_at_cards
from ledger.standings.placing import Share
from ledger.standings.players import PlayerStanding, divided, of_people, people_in, seasons_of
from ledger.standings.rankings import BEATEN, PICKED, Ranking, Way, rankings
from ledger.standings.roles import has_sides
from ledger.standings.statistics import leaders_chance
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.components import Column, Table, amount
from scorekeeper.presenters.answers import counted, share_text
from scorekeeper.presenters.asked_hands import AskedHands, asked_hands, show_asked
from scorekeeper.presenters.courses import points_course
from scorekeeper.presenters.leaders import first_by_average, how_likely, percent_of
from scorekeeper.presenters.seasons import season_view
from scorekeeper.text.figures import (
    PLUS,
    average,
    fewer_hands,
    fewer_nights,
    nights,
    signed,
    signed_average,
    signed_money,
)
from scorekeeper.text.receipts import role_words

HEADS = {
    Way.POINTS: gettext_lazy("Points"),
    Way.PER_HAND: gettext_lazy("A hand"),
    Way.PER_NIGHT: gettext_lazy("A night"),
    # Translators: the head of a narrow column: what the places of all nights add up to.
    Way.PLACES: gettext_lazy("Places"),
    # Translators: the head of a narrow column: only the points of won hands. In German Gutpunkte.
    Way.GOOD: gettext_lazy("Good points"),
    Way.LEAGUE: gettext_lazy("Skat"),
}
WRITTEN: Mapping[Way, Callable[[Fraction], str]] = {
    Way.POINTS: signed,
    Way.PER_HAND: average,
    Way.PER_NIGHT: signed_average,
    Way.PLACES: signed,
    Way.GOOD: signed,
    Way.LEAGUE: signed,
}


@watcher
@require_safe
def standings(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Show everybody's places in one game, ordered as the address asks, the course, and the players."""
    group, found = access.group, asked_hands(access.group, request.GET, access.news)
    played, season = found.played, found.season
    players = standings_in(played, found.names)
    inside, below = divided(players, season)
    people = people_in(inside)
    # Players without a place come last: the one for what is not accounted for, and those below a floor.
    everybody = [*people, *(one for one in inside if one not in people), *below]
    ways = rankings(people, of_people(played, found.names), season)
    way = next((one for one in Way if one == request.GET.get("by")), Way.POINTS)
    cents: dict[int, int] = {}
    if group.currency and found.has_whole_nights:
        cents = won_at_cards(money_nights(group, found.asked, news=access.news))
    is_typed = bool(played.uneven)
    chance = None
    if inside and not is_typed:
        chance = leaders_chance(inside, played, is_season=season is not None)
    parts = [
        ranking(found, everybody, ways, way, {} if found.games else cents) if players else None,
        points_course(found, "by_night", has_numbers=True),
        player_by_player(found, everybody),
        money_of_all_games(found, cents) if found.games and cents else None,
    ]
    context = {
        "season": season_view(season) if season else None,
        "seasons": seasons_of(group),
        "nights": len(played.nights),
        "is_typed": is_typed,
        "players": players,
        "has_money": bool(cents),
        "are_few": bool(below) or not people,
        "first": first_by_average(chance) if chance else "",
        "chance": percent_of(chance.chance) if chance else "",
        "how_likely": how_likely(chance) if chance else "",
        "counted": how_it_is_counted(ways, players, found),
    }
    return show_asked(request, access, found, "standings/standings/page.html", context, parts)


@watcher
@require_safe
def rankings_moved(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    query = f"?{request.GET.urlencode()}" if request.GET else ""
    return HttpResponseRedirect(f"{reverse('standings', args=[access.group.code])}{query}#ranking")


def ranking(
    found: AskedHands,
    players: Sequence[PlayerStanding],
    ways: Sequence[Ranking],
    way: Way,
    cents: Mapping[int, int],
) -> Table[PlayerStanding]:
    """Return everybody's places side by side, ordered by one way, which comes first: on a phone the last ways
    are off the screen. Players without a place come last.

    `cents` is what each won in money, empty where none is told.
    """
    told = {one.way: {placed.player: placed for placed in one.players} for one in ways if one.winners}
    order = {player: number for number, player in enumerate(told.get(way, told.get(Way.POINTS, {})))}
    currency = found.group.currency
    plus = PLUS if found.played.uneven else ""

    def below_name(one: PlayerStanding) -> str:
        # A player without a night played for money has no amount: "$0.00" would say the player ended even.
        money = f"\n{signed_money(cents[one.player], currency)}" if one.player in cents else ""
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
        exact = float if each in (Way.PER_HAND, Way.PER_NIGHT) else Fraction
        shown = Column[PlayerStanding](
            value=lambda one: (
                "–" if (number := value(each, one)) is None else write(number).removeprefix(plus)
            ),
            head=str(HEADS[each]),
            below=lambda one: f"{number}." if (number := place(each, one)) else "",
            order_url=order_url(found, each),
            is_order=each is way,
        )
        # Points and their place are in every file, whether anybody has a place or not.
        if each is Way.POINTS:
            return [shown]
        return [
            Column(name=f"{name}_place", value=lambda one: place(each, one)),
            Column(name=name, value=lambda one: None if (it := value(each, one)) is None else exact(it)),
            shown,
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
                url=lambda one: found.url("player", one.player),
                css="who",
            ),
            Column(name="points", value=lambda one: one.points),
            Column(
                name="money",
                value=lambda one: amount(cents[one.player], currency) if one.player in cents else None,
            )
            if cents
            else None,
            Column(name="nights", value=lambda one: one.sessions),
            *(
                column
                for each in sorted(told or [Way.POINTS], key=lambda each: each is not way)
                for column in columns(each)
            ),
        ],
        entries=sorted(players, key=lambda one: order.get(one.player, len(order))),
        every=lambda: players,
        first=20,
        css="ranking",
    )


def order_url(found: AskedHands, way: Way) -> str:
    return f"{found.query or '?'}{'&' if found.query else ''}by={way.value}#ranking"


def player_by_player(found: AskedHands, players: Sequence[PlayerStanding]) -> Table[PlayerStanding]:
    """Return everybody's shares as k of n, of fewer than twenty without a percentage."""
    words, as_role = role_words(found.game, found.rules), _("won as {role}")
    heads = {
        "picked": words["picked"],
        "won_picking": as_role.format(role=words["picker"]),
        "won_partner": as_role.format(role=words["partner"]),
        "won_opponent": as_role.format(role=words["opponent"]),
        "won_alone": _("won alone"),
        "won_leaster": words["leasters"],
    }
    heads = heads if has_sides(found.played) else {"won_typed": _("won")}

    def columns(name: str) -> list[Column[PlayerStanding]]:
        of: Callable[[PlayerStanding], Share] = attrgetter(name)
        return [
            Column(
                value=lambda one: share_text(of(one)),
                head=capfirst(heads[name]),
                below=lambda one: counted(of(one)),
            ),
            Column(name=f"{name}_k", value=lambda one: of(one).k),
            Column(name=f"{name}_n", value=lambda one: of(one).n),
        ]

    return Table(
        key="player",
        title=_("Player by player"),
        fields=[
            Column(
                name="player",
                value=lambda one: one.name,
                head=_("Player"),
                url=lambda one: found.url("player", one.player),
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
            Column(name="races", value=lambda one: one.races, head=_("Races won"))
            if any(one.races is not None for one in players)
            else None,
            *(column for name in heads for column in columns(name)),
        ],
        entries=[one for one in players if one.hands],
        every=lambda: players,
        first=12,
        css="wide",
    )


def money_of_all_games(found: AskedHands, cents: Mapping[int, int]) -> Table[int]:
    """Return what everybody won at cards in all games together, whoever won most first."""
    names, currency = found.names, found.group.currency
    return Table(
        key="money",
        title=_("Money, all games together"),
        fields=[
            Column(name="player", value=lambda one: names[one], head=_("Player"), css="who"),
            Column(name="money", value=lambda one: amount(cents[one], currency)),
            Column(value=lambda one: signed_money(cents[one], currency), head=_("Money")),
        ],
        entries=sorted(cents, key=lambda one: (-cents[one], names[one])),
    )


def how_it_is_counted(
    ways: Sequence[Ranking], players: Sequence[PlayerStanding], found: AskedHands
) -> list[tuple[str, str, str]]:
    """Return the head of each column, what it counts, from how much on a player has a place in it, and the
    address of the table in its order, "" where it is no way to rank.
    """
    league = _(
        "Ten for each point; {picked} more for a hand that was won as {picker}, {picked} less for one that"
        " was lost; and whoever played against a {picker} who lost gets {beaten} divided by how many played:"
        " 40 each at three, 30 at four, 24 at five."
    )
    words = {
        Way.POINTS: _("Points as typed, added up. First is whoever did best against the others at the table.")
        if any(one.uneven for one in players)
        else _("All points added up: who plays more can win more."),
        Way.PER_HAND: _("Points divided by the hands played: who comes seldom is not behind for that."),
        Way.PER_NIGHT: _("Points divided by the nights played."),
        Way.PLACES: _(
            "The places of every night, added up: 2, 1, −1 and −2 of four, 2, 1, 0, −1 and −2 of five, and so"
            " on for any number. Who is level shares the places."
        ),
        Way.GOOD: _("Only what won hands brought: a lost hand takes nothing away."),
        Way.LEAGUE: league.format(picked=PICKED, beaten=BEATEN, picker=role_words(found.game)["picker"]),
    }
    told = []
    for one in ways:
        few = (fewer_hands if one.way is Way.PER_HAND else fewer_nights)(one.floor)
        floor = _("No place for {few}.").format(few=few) if one.floor and not one.is_waived else ""
        if one.winners:
            told.append((str(HEADS[one.way]), f"{words[one.way]} {floor}".strip(), order_url(found, one.way)))
    if any(one.nights_only for one in players):
        text = _(
            "Nights of which only the totals are known count in points, in points a night and in places. They"
            " have no hands that somebody could have won, so they bring no good points."
        )
        told.append((_("Totals"), text, ""))
    return told
