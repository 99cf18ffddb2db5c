"""What there is to tell about a group, in one game and of the hands that the address asks for."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from ledger.standings.groups import names_of
from ledger.standings.nobody import of_people
from ledger.standings.players import hands_in
from ledger.standings.questions import group_answers
from ledger.standings.statistics import statistics_of_season
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.components import show_page
from scorekeeper.http.asked_hands import AskedHandsForm
from scorekeeper.pages.group_statistics.presenter import averages, how_sure, pairs, questions
from scorekeeper.presenters.asked_hands import asked_hands
from scorekeeper.presenters.nights import calendar, money_course, points_course


@watcher
@require_safe
def group_statistics(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Show averages, questions, who with whom, the money and the nights; the course is on the standings."""
    group = access.group
    form = AskedHandsForm(request.GET, has_money=bool(group.currency))
    found = asked_hands(group, form, access.news)
    names = names_of(group)
    played = of_people(found.played, names)
    statistics = statistics_of_season(played, found.season)
    asked = group_answers(played) if played.by_night else ()
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
    context = {
        "access": access,
        "found": found,
        "form": form,
        "page_url": request.path,
        "nights": len(played.nights) if played.by_night else 0,
        "hands": hands_in(played),
        "sure": how_sure(statistics, asked, is_season=found.season is not None),
    }
    status = 200 if found.is_valid else 422
    return show_page(
        request, "group_statistics/page.html", context, parts, group.name, query=found.query, status=status
    )
