"""How everybody stands, of all nights or those that are asked for, and the course of the points."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from ledger.counting import ALL_GAMES
from ledger.standings import names_of, standings_in
from ledger.standings.after_nights import after_every_night
from ledger.standings.counted import FIRST_DAY, LAST_DAY
from ledger.standings.courses import courses_of
from ledger.standings.money import won_in
from ledger.standings.nights import nights_counted
from ledger.standings.running import running
from ledger.standings.seasons import seasons_of
from ledger.standings.turning import FIRST_PAGE
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.http.asked_hands import AskedHandsForm
from scorekeeper.http.htmx import show
from scorekeeper.http.paging import TurnedForm
from scorekeeper.pages.standings.presenter import (
    ENOUGH,
    GameToShow,
    game_tables,
    money_lines,
    money_table,
)
from scorekeeper.presenters.asked_hands import AskedGames, asked_games
from scorekeeper.presenters.seasons import season_view
from scorekeeper.presenters.table_files import table_addresses, table_file, tables_in


@watcher
@require_safe
def standings(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """For each game everybody's numbers, best first, and the chart; beside it a page of its nights."""
    group, turning = access.group, TurnedForm(request.GET)
    form = AskedHandsForm(request.GET, has_money=bool(group.currency))
    found = asked_games(group, form)
    if not turning.is_valid():
        raise Http404("There is no such page.")
    cents = {}
    if group.currency and found.asked.circumstances.are_any and found.is_valid:
        cents = won_in(group, found.whole.get(ALL_GAMES), found.asked)
    names = names_of(group)
    standing = standings_in(found.counts, names)
    shown = [_shown(access, found, turning, one.game) for one in standing]
    games = game_tables(standing, shown, found, names=names, currency=group.currency, cents=cents or None)
    money = money_lines(standing, cents) if cents and len(standing) > 1 else ()
    all_games = {"money": money_table(money, group.currency)} if money else {}
    named = next((one for one in games if one.game == _named(found)), None)
    if file := table_file(request, {**dict(tables_in(named)), **all_games}, group.name):
        return file
    context = {
        "access": access,
        "found": found,
        "form": form,
        "page_url": request.path,
        "season": season_view(found.season) if found.season else None,
        "seasons": seasons_of(group),
        "games": games,
        "nights": _nights(access, found),
        "enough": ENOUGH,
        "money": money,
        "csv": table_addresses(all_games, found.query),
    }
    return show(request, "standings/page.html", context, status=200 if found.is_valid else 422)


def _named(found: AskedGames) -> str:
    """The game that the address names, or the one of most nights."""
    return found.form.cleaned_data.get("game") or next(iter(found.counts), "")


def _shown(access: GroupAccess, found: AskedGames, turning: TurnedForm, game: str) -> GameToShow:
    """The courses of a game, and the page of its nights that the address asks for."""
    group, asked, counts = access.group, found.asked, found.counts[game]
    is_named = game == _named(found)
    is_open = is_named and not turning.turned.is_first
    page = None
    if asked.circumstances.are_any:
        turned = turning.turned if is_named else FIRST_PAGE
        page = running(group, game, counts, asked, turned, on=found.on)
        if page is None:
            raise Http404("There is no such page.")
    legs = courses_of(group, game, counts, asked, today=timezone.localdate())
    return GameToShow(
        counts=counts,
        legs=legs,
        page=page,
        every=lambda: after_every_night(group, game, asked, found.on),
        is_open=is_open,
    )


def _nights(access: GroupAccess, found: AskedGames) -> int | None:
    """How many nights are counted; None where only some hands of them are, or nonsense is asked for."""
    if not (found.is_valid and found.asked.circumstances.are_any):
        return None
    if len(found.counts) > 1:  # some nights may have had several games
        first, last = found.asked.since or FIRST_DAY, found.asked.until or LAST_DAY
        return nights_counted(access.group, first, last) + sum(bool(games) for _, games in found.on)
    return sum(one.nights for one in found.counts.values())
