"""What there is to tell about a group, in one game and of the hands that the address asks for."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from ledger.standings import names_of, standings_in
from ledger.standings.nights_by_player import nights_by_player
from ledger.standings.nobody import of_people
from ledger.standings.players import hands_in
from ledger.standings.questions import group_answers
from ledger.standings.seasons import divided
from ledger.standings.statistics import judged_by_night, leaders_chance, statistics_of_season
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.components import show_page
from scorekeeper.pages.group_statistics.presenter import averages, how_sure, pairs, questions
from scorekeeper.presenters.asked_hands import asked_page
from scorekeeper.presenters.leaders import first_by_average, more_than_luck
from scorekeeper.presenters.nights import calendar, money_course, points_course


@watcher
@require_safe
def group_statistics(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Show averages, questions, who with whom, the money and the nights; the course is on the standings."""
    group = access.group
    found, context = asked_page(request, access)
    names = names_of(group)
    played = of_people(found.played, names)
    statistics = statistics_of_season(played, found.season)
    is_told = bool(nights_by_player(played))
    asked = group_answers(played) if is_told else ()
    players = standings_in({found.game: played}, names)[0].players
    inside, _below = divided(players, found.season)
    among = {one.player for one in inside}
    chance = leaders_chance(inside, played, is_season=found.season is not None) if inside else None
    points = points_course(found, names, "chart")
    money = money_course(group, found, names, "money_chart")
    each_money = replace(money, key="money_brought", is_each=True) if money else None
    parts = [
        averages(played, statistics, found, group, names),
        questions(asked, found, group, names),
        *pairs(played, found, group, names),
        points,
        replace(points, key="brought", is_each=True) if points else None,
        money,
        each_money,
        calendar(group, found, "evenings"),
    ]
    context |= {
        "nights": len(played.nights) if is_told else 0,
        "hands": hands_in(played),
        "first": first_by_average(chance) if chance else "",
        "more_than_luck": more_than_luck(judged_by_night(played, among=among), names),
        "sure": how_sure(statistics, asked, is_season=found.season is not None),
    }
    status = 200 if found.is_valid else 422
    return show_page(
        request, "group_statistics/page.html", context, parts, group.name, query=found.query, status=status
    )
