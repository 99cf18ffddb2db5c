"""How everybody stands, of all nights or those that are asked for, and the course of the points."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from ledger.standings import names_of, standings_in
from ledger.standings.filtering import FIRST_DAY, LAST_DAY
from ledger.standings.nights import nights_counted
from ledger.standings.played import money_nights, won_at_cards
from ledger.standings.seasons import seasons_of
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.http.asked_hands import AskedHandsForm
from scorekeeper.http.htmx import show
from scorekeeper.pages.standings.presenter import (
    ENOUGH,
    game_tables,
    money_lines,
    money_table,
)
from scorekeeper.presenters.asked_hands import AskedHands, asked_hands
from scorekeeper.presenters.seasons import season_view
from scorekeeper.presenters.table_files import table_addresses, table_file, tables_in


@watcher
@require_safe
def standings(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """For each game everybody's numbers, best first, and the chart; beside it a page of its nights."""
    group = access.group
    form = AskedHandsForm(request.GET, has_money=bool(group.currency))
    found = asked_hands(group, form, access.news, of_all_games=True)
    cents: dict[int, int] = {}
    if group.currency and found.has_whole_nights:
        cents = won_at_cards(money_nights(group, found.asked, news=access.news))
    names = names_of(group)
    standing = standings_in(found.every, names)
    games = game_tables(standing, found, names=names, currency=group.currency, cents=cents or None)
    money = money_lines(standing, cents) if cents and len(standing) > 1 else ()
    all_games = {"money": money_table(money, group.currency)} if money else {}
    named = next((one for one in games if one.game == found.game), None)
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


def _nights(access: GroupAccess, found: AskedHands) -> int | None:
    """How many nights are counted; None where only some hands of them are, or nonsense is asked for."""
    if not found.has_whole_nights:
        return None
    if len(found.every) > 1:  # some nights may have had several games
        return nights_counted(access.group, found.asked.since or FIRST_DAY, found.asked.until or LAST_DAY)
    return sum(len(one.nights) for one in found.every.values())
