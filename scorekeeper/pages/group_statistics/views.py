"""What there is to tell about a group, in one game and of the hands that the address asks for."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from ledger.standings import names_of, standings_in
from ledger.standings.company import company_of
from ledger.standings.nights_by_player import nights_by_player
from ledger.standings.nobody import of_people
from ledger.standings.players import hands_in
from ledger.standings.questions import group_answers
from ledger.standings.seasons import divided
from ledger.standings.statistics import judged_by_night, leaders_chance, statistics_of_season
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.pages.group_statistics.presenter import (
    averages,
    calendar,
    how_sure,
    matrices,
    pairs,
    questions,
)
from scorekeeper.presenters.asked_hands import asked_hands, show_asked
from scorekeeper.presenters.leaders import first_by_average, more_than_luck
from scorekeeper.presenters.nights import money_course, points_course


@watcher
@require_safe
def group_statistics(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Show averages, questions, who with whom, the money and the nights; the course is on the standings."""
    group = access.group
    found, names = asked_hands(group, request.GET, access.news), names_of(group)
    played = of_people(found.played, names)
    is_told, is_season = bool(nights_by_player(played)), found.season is not None
    every = group_answers(played) if is_told else ()
    inside, _below = divided(standings_in({found.game: played}, names)[0].players, found.season)
    chance = leaders_chance(inside, played, is_season=is_season) if inside else None
    judged = judged_by_night(played, among={one.player for one in inside})
    statistics = statistics_of_season(played, found.season)
    compared = max((one.compared for one in every), default=0)
    company = company_of(found.played)
    points = points_course(found, names, "chart")
    money = money_course(group, found, names, "money_chart")
    parts = [
        averages(played, statistics, found, group, names),
        questions(every, found, group, names),
        pairs(company, group, found.query, names),
        *matrices(company, played, group, found.query, names),
        points,
        replace(points, key="brought", is_each=True) if points else None,
        money,
        replace(money, key="money_brought", is_each=True) if money else None,
        calendar(group, found),
    ]
    context = {
        "nights": len(played.nights) if is_told else 0,
        "hands": hands_in(played),
        "first": first_by_average(chance) if chance else "",
        "more_than_luck": more_than_luck(judged, names),
        "sure": how_sure(statistics, compared, is_season=is_season),
    }
    return show_asked(request, access, found, "group_statistics/page.html", context, parts)
