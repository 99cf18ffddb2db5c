"""A year of a group and of a player, as members see it and as whoever has its address does."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import MAXYEAR, MINYEAR
from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from ledger.book.sheet import NIGHT
from ledger.models import Group, Player, SharedYear, to_points
from ledger.models.group import shown_name
from ledger.recording import is_gone, share_year
from ledger.scoring import GAMES
from ledger.standings import names_of
from ledger.standings.groups import Names
from ledger.standings.nights_by_player import brought_every_night
from ledger.standings.played import Played
from ledger.standings.players import hands_in, of_people, standings_in
from ledger.standings.records import Badge, Feat, YearPlace, badges_in, records_in, table_in
from ledger.standings.statistics import leaders_chance, statistics_in
from ledger.standings.years import Year, favourite_partners, sharing_of, year_of, years_of
from ledger.words.initials import initials
from scorekeeper.access import GroupAccess, PutAway, also_put_away, anyone, owner, watcher
from scorekeeper.components import POINTS, Column, Component, Course, Table, show_page
from scorekeeper.http.forms import Guarded
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.limits import Limit, misses_limited
from scorekeeper.presenters.feats import badge_table, record_table
from scorekeeper.presenters.leaders import percent_of, these
from scorekeeper.presenters.qr import whole_address
from scorekeeper.text.dates import lasted
from scorekeeper.text.figures import PLUS, percentage, points, signed, signed_average
from scorekeeper.text.lists import joined, standing_apart
from scorekeeper.visitors.links import cut, said_again, year_with

# Records in a group's year: nobody is shown at their worst.
TOLD_OF_ALL = (Feat.BEST_NIGHT, Feat.HAND_WON, Feat.COMEBACK, Feat.ROW, Feat.LONGEST)
# Badges that tell of a worst night, or of hands that were lost: for a player's own eyes as well.
AT_WORST = frozenset({Badge.UP_AND_DOWN, Badge.BY_A_HAIR})
# Open lines of the table, so that the page fits a screen; badges shown of a player.
AT_ONCE, BADGES = 8, 2


def standing(table: Sequence[YearPlace], year: Year, names: Mapping[int, str], code: str) -> Table[YearPlace]:
    """Return the table of a year; without the group's `code` no other page is named."""
    asked = f"?game={year.game}" if len(year.games) > 1 else ""
    uneven = year.played.uneven

    def url(one: YearPlace) -> str:
        return reverse("player_year", args=[code, one[1][0], year.year]) + asked if code else ""

    return Table(
        key="standing",
        title=_("How everybody stood"),
        fields=[
            Column(name="place", value=lambda one: one[0]),
            Column(value=lambda one: f"{one[0]}. {names[one[1][0]]}", head=_("Player"), url=url, css="who"),
            Column(name="player", value=lambda one: names[one[1][0]]),
            Column(
                name="points",
                value=lambda one: to_points(one[1][1].parts + uneven.get(one[1][0], 0)),
                head=_("Points"),
                write=points if uneven else signed,
            ),
            Column(name="nights", value=lambda one: one[1][1].nights, head=_("Nights")),
        ],
        entries=table,
        first=AT_ONCE,
    )


def stood_out(
    year: Year, player: int | None, names: Mapping[int, str], code: str, *, at_worst: bool
) -> list[Component]:
    """Return the course, the records and the badges of a group's year, or of a player's.

    A player's worst night is told only `at_worst`, for the player's own eyes. Without the group's `code` no
    other page is named.
    """
    played = year.played
    query = f"?since={year.year}-01&until={year.year}-12" if code else ""
    query += f"&game={year.game}" if query and len(year.games) > 1 else ""
    awards = [one for one in badges_in(played, year.game) if at_worst or one.badge not in AT_WORST]
    told = {*TOLD_OF_ALL, *((Feat.WORST_NIGHT,) if at_worst else ())}
    shown = [one for one in awards if one.is_fun][:1]
    if player is not None:
        told.remove(Feat.LONGEST)
        shown = [one for one in awards if player in one.players][:BADGES]
    records = [one for one in records_in(played, player) if one.feat in told]
    course = Course(
        key="chart",
        title=_("How it ran"),
        nights=brought_every_night(played),
        names=names,
        measure=POINTS,
        of=player,
    )
    best = replace(
        record_table(records, played, names, code, query),
        title=_("What stood out"),
        note=_("The worst night is shown to you only.") if at_worst else "",
    )
    if played.uneven:
        return [best]
    return [course, best, badge_table("badge", _("Badges"), shown, shown, played, names, code, query)]


def partners(played: Played, player: int | None, names: Mapping[int, str]) -> str:
    """Return who played together most often, or with this player; "" where nobody did often."""
    found = favourite_partners(played, player)
    if found is None:
        return ""
    players, sums = found
    words = ngettext(
        "Most often together: {who}, who won {won} of {hands} hand.",
        "Most often together: {who}, who won {won} of {hands} hands.",
        sums.hands,
    )
    if player is not None:
        words = ngettext(
            "Favourite partner: {who}; together they won {won} of {hands} hand.",
            "Favourite partner: {who}; together they won {won} of {hands} hands.",
            sums.hands,
        )
    who = joined([standing_apart(names[one]) for one in players if one != player])
    return words.format(who=who, won=sums.won, hands=sums.hands)


def luck(played: Played, table: Sequence[YearPlace], names: Names) -> str:
    """Return who is ahead, and how likely that is more than luck."""
    if played.uneven:
        return ""
    first = [player for place, (player, _nights) in table if place == 1]
    who = joined([standing_apart(names[one]) for one in first])
    if len(table) < 2:
        return ""
    if len(first) > 1:
        return _("{who} share the first place.").format(who=who)
    chance = leaders_chance(standings_in(played, names), played, is_season=False)
    words = _("{name} is ahead by {lead}. So few nights cannot tell how much of that is luck.")
    if chance and chance.players > 1:
        words = _(
            "{name} is ahead by {lead}. It is {percent} likely that {name} is really the best of {these}."
        )
    return words.format(
        name=who,
        lead=points(to_points(table[0][1][1].parts - table[1][1][1].parts)),
        percent=percent_of(chance.chance) if chance else "",
        these=these(chance.players, chance.floor) if chance else "",
    )


def own_luck(player: int, played: Played) -> str:
    """Return how much of a player's average in the year is the player's own."""
    found = statistics_in(played)
    own = found.players.get(player)
    if played.uneven:
        return ""
    if own is None or found.skill is None:
        return _("So few nights cannot tell how much of that is luck.")
    if not found.skill.differ:
        return _("In this year the players differ no more than luck alone would have them.")
    words = _("About {percent} of this average is skill; the rest is luck.")
    return words.format(percent=percentage(round(own.signal * 100)))


def told_of(
    year: Year,
    group: Group,
    player: Player | None,
    names: Names,
    *,
    is_for_others: bool = False,
    at_worst: bool = False,
) -> tuple[dict[str, Any], list[Component]]:
    """Return what the page says and its components; nothing of a year in which nothing was played.

    A page `is_for_others` leads nowhere else in the group.
    """
    played, who, code = year.played, player.pk if player else None, "" if is_for_others else group.code
    games = [(GAMES[one].name, one, one == year.game) for one in year.games if one in GAMES]
    this_year = timezone.localdate().year
    context: dict[str, Any] = {
        "group": group,
        "player": player,
        "name": names[player.pk] if player else group.name,
        "year": year.year,
        "is_over": year.year < this_year,
        "is_now": year.year == this_year,
        "games": games if len(games) > 1 else (),
    }
    table = table_in(played, fewest=1)
    own = next((one for one in table if one[1][0] == who), None)
    if not table or (player and not own):
        return context, []
    parts = stood_out(year, who, names, code, at_worst=at_worst)
    context |= {"is_played": True, "partners": partners(played, who, names)}
    if own is None:
        timed = [one.seconds for one in played.nights if one.seconds]
        context |= {
            "nights": len(played.nights),
            "hands": hands_in(played),
            "time": lasted(sum(timed)) if timed else "",
            "timed": len(timed),
            "luck": luck(played, table, names),
        }
        return context, [standing(table, year, names, code), *parts]
    place, (who, nights) = own
    brought = to_points(nights.parts + played.uneven.get(who, 0))
    context |= {
        "nights": nights.nights,
        "hands": sum(
            one.hands for one in played.roles if one.player == who and one.role not in ("out", NIGHT)
        ),
        "luck": own_luck(who, played),
        "won": nights.won,
        "points": brought,
        "is_typed": bool(played.uneven),
        "average": signed_average(brought / nights.nights).removeprefix(PLUS if played.uneven else ""),
        "place": place,
        "of": len(table),
    }
    return context, parts


class ShareForm(Guarded):
    """A page switched on, with the names of the players or only their initials; or off."""

    names = forms.BooleanField(required=False)


@watcher
@require_safe
def years(request: HttpRequest, access: GroupAccess, *, player: int | None = None) -> HttpResponse:
    """Redirect to the latest year in which there was a night, the group's or a player's."""
    latest = next(iter(years_of(access.group)), timezone.localdate().year)
    return go_to(request, _address(access, latest, None if player is None else access.player(player)))


@watcher
@require_safe
def year(request: HttpRequest, access: GroupAccess, *, year: int, player: int | None = None) -> HttpResponse:
    return year_page(request, access, checked(year), None if player is None else access.player(player))


@anyone
@misses_limited(Limit.LINKS)
@require_safe
def shared_year(request: HttpRequest, *, secret: str) -> HttpResponse:
    """Show a year to whoever has its address; one that is off has the same 404 as one that never was."""
    shared = year_with(secret)
    if shared is None or is_gone(shared.group):
        answer = show(request, "standings/years/shared.html", {"view": None, "is_off": True}, status=404)
    else:
        # This page leads nowhere else in the group, and has no file.
        group, player = shared.group, shared.player
        if player is not None and (person := group.who.of(player.pk)) != player.pk:
            player = Player.objects.get(pk=person)
        names = names_of(group)
        told = _year_in(request, group, shared.year, names)
        if not shared.shows_names:
            rows = list(group.players.values_list("pk", shown_name(), "initials"))
            short = initials({pk: name for pk, name, _ in rows}, {pk: own for pk, _, own in rows})
            names = Names(short, group.who, names.placeholders)
        context, parts = told_of(told, group, player, names, is_for_others=True)
        answer = show(
            request, "standings/years/shared.html", {**context, "parts": {one.key: one for one in parts}}
        )
    answer["Referrer-Policy"] = "no-referrer"
    answer["X-Robots-Tag"] = "noindex, nofollow"
    return answer


@owner
@require_POST
def share(request: HttpRequest, access: GroupAccess, *, year: int) -> HttpResponse:
    return _switched(request, access, year, None, is_on=True)


@owner
@require_POST
@also_put_away
def unshare(request: HttpRequest, access: GroupAccess, *, year: int) -> HttpResponse:
    return _switched(request, access, year, None, is_on=False)


@watcher
@require_POST
def share_player(request: HttpRequest, access: GroupAccess, *, player: int, year: int) -> HttpResponse:
    """Let others see a player's year: only that player may, on a phone that an owner has confirmed."""
    who = access.player(player)
    if not speaks_for(access, who):
        raise PermissionDenied
    if access.group.archived_at:
        raise PutAway
    return _switched(request, access, year, who, is_on=True)


@watcher
@require_POST
def unshare_player(request: HttpRequest, access: GroupAccess, *, player: int, year: int) -> HttpResponse:
    """Let nobody else see a player's year any more: for that player, an owner, or whoever showed it."""
    who = access.player(player)
    if not may_end(access, who, sharing_of(access.group, checked(year), who)):
        raise PermissionDenied
    return _switched(request, access, year, who, is_on=False)


def _switched(
    request: HttpRequest, access: GroupAccess, year: int, player: Player | None, *, is_on: bool
) -> HttpResponse:
    # Switch a page on or off for others, and lead back to it; show it with what was wrong.
    form, group = ShareForm(request.POST, newest=0), access.membership.group
    shared = sharing_of(group, checked(year), player)
    # Players merged into one may have shared the year under either id: the shared id is the one to undo.
    who = shared.player_id if shared else player.pk if player else None

    def write() -> None:
        context, secret = form.context(access.membership), cut()[0] if is_on else None
        share_year(group, year, who, context, secret=secret, shows_names=form.cleaned_data["names"])

    if not form.wrote(write):
        return year_page(request, access, year, player, form=form)
    return go_to(request, f"{_address(access, year, player)}#share")


def _address(access: GroupAccess, year: int, player: Player | None) -> str:
    if player is None:
        return reverse("year", args=[access.group.code, year])
    return reverse("player_year", args=[access.group.code, player.pk, year])


def checked(year: int) -> int:
    """Return the year of an address; raise Http404 for one that no calendar has."""
    if not MINYEAR <= year <= MAXYEAR:
        raise Http404("There is no such year.")
    return year


def is_me(access: GroupAccess, player: Player) -> bool:
    """Check whether this phone has said to be this player (“This is me”)."""
    mine = access.membership.player_id
    return mine is not None and access.group.who.of(mine) == player.pk


def speaks_for(access: GroupAccess, player: Player) -> bool:
    """Check whether this phone is this player's, as an owner has confirmed."""
    return is_me(access, player) and access.membership.is_player_confirmed


def may_end(access: GroupAccess, player: Player | None, shared: SharedYear | None) -> bool:
    """Check whether this phone may turn an address off: an owner, the player, or whoever turned it on."""
    if access.is_owner or player is None:
        return access.is_owner
    return speaks_for(access, player) or (shared is not None and shared.by_id == access.membership.pk)


def year_page(
    request: HttpRequest,
    access: GroupAccess,
    year: int,
    player: Player | None = None,
    *,
    form: ShareForm | None = None,
) -> HttpResponse:
    """Return the page for members; with a `form` that was refused, it says why."""
    group, names = access.group, names_of(access.group)
    at_worst = player is not None and speaks_for(access, player)
    told = _year_in(request, group, year, names, news=access.news)
    context, parts = told_of(told, group, player, names, at_worst=at_worst)
    # A page is shared or not, and this phone may change that or not.
    # `address` is "" where it is not shared, or where it was cut with a key that is gone.
    shared = sharing_of(group, year, player)
    is_on = shared is not None and shared.is_on
    mine = access.is_owner if player is None else speaks_for(access, player)
    secret = said_again(shared) if shared is not None and is_on and (mine or access.is_owner) else ""
    where = [access.group.code, year] if player is None else [access.group.code, player.pk, year]
    of = "" if player is None else "player_"
    context |= {
        "access": access,
        "earlier": max((one for one in told.years if one < year), default=None),
        "later": min((one for one in told.years if one > year), default=None),
        "cents": told.money.get(player.pk) if player and group.currency else None,
        "sharing": {
            "is_on": is_on,
            "address": whole_address(request, reverse("shared_year", args=[secret])) if secret else "",
            "shows_names": shared is not None and shared.shows_names,
            "changes": shared.changes if shared is not None else 0,
            "may_share": mine and not access.group.archived_at,
            "may_turn_off": may_end(access, player, shared),
            "waits_for_an_owner": player is not None and is_me(access, player) and not mine,
            "switch": reverse(f"share_{of}year", args=where),
            "off": reverse(f"unshare_{of}year", args=where),
        },
        "trouble": form.all_wrong if form else "",
    }
    status = 200 if form is None else 409 if form.is_behind else 422
    named = [group.name, *([player.shown_name] if player else []), str(year)]
    query = f"?game={told.game}" if len(told.games) > 1 else ""
    return show_page(request, "standings/years/page.html", context, parts, *named, query=query, status=status)


def _year_in(request: HttpRequest, group: Group, year: int, names: Names, *, news: int | None = None) -> Year:
    # The year of people in the game that the address asks for; `names` are those of the group.
    told = year_of(group, year, game=request.GET.get("game", ""), news=news)
    return replace(told, played=of_people(told.played, names))
