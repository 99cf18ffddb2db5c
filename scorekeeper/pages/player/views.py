"""What there is to tell about a player, in one game and of the hands that the address asks for."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ledger.models import to_points
from ledger.standings import standings_in
from ledger.standings.nights_by_player import nights_by_player
from ledger.standings.nobody import of_people, people_in
from ledger.standings.questions import answers_about
from ledger.standings.rankings import Way, rankings
from ledger.standings.records import Feat, records_in
from ledger.standings.roles import balance_of, played_for_pots, sat_out
from ledger.standings.seasons import divided
from ledger.standings.statistics import judged_by_night, statistics_of_season
from ledger.statistics import Verdict
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.pages.player import presenter
from scorekeeper.presenters.asked_hands import asked_hands, show_asked
from scorekeeper.presenters.courses import money_course, points_course
from scorekeeper.presenters.feats import record_table
from scorekeeper.presenters.leaders import more_than_luck
from scorekeeper.text.figures import signed_average


@watcher
@require_safe
def player(request: HttpRequest, access: GroupAccess, *, player: int) -> HttpResponse:
    """Show points and place, the course, roles, company and questions; and more in folds."""
    group, who = access.group, access.player(player)
    found = asked_hands(group, request.GET, access.news)
    played, season, names = found.played, found.season, found.names
    everybody = standings_in({found.game: played}, names)[0].players
    standing = next((one for one in everybody if one.player == who.pk), None)
    context: dict[str, Any] = {"player": who, "standing": standing}
    if standing is None:
        return show_asked(request, access, found, "player/page.html", context, (), who.name)
    people = of_people(played, names)
    answers, balance = answers_about(who.pk, played), balance_of(who.pk, played)
    inside = people_in(divided(everybody, season)[0])
    by_points = next(one for one in rankings(inside, played, season) if one.way is Way.POINTS)
    records = [one for one in records_in(played, who.pk) if one.feat not in (Feat.LONGEST, Feat.MOST_HANDS)]
    best = record_table(records, played, names, group.code, found.query)
    points = points_course(found, "chart", of=who.pk)
    money = money_course(found, "money_chart", of=who.pk)
    # One night alone is no course.
    chart, money_chart = (one if one and one.came.get(who.pk, 0) > 1 else None for one in (points, money))
    sure = presenter.how_sure(
        who.pk,
        who.name,
        statistics_of_season(people, season),
        answers[0].compared if answers else 0,
        is_season=season is not None,
    )
    judged = judged_by_night(people).get(who.pk)
    if judged and judged.verdict is Verdict.CLEAR:
        sure = f"{more_than_luck({who.pk: judged}, names)} {sure}"
    folded = [
        replace(best, title=_("Best and worst")) if records else None,
        money_chart,
        *presenter.over_time(who.pk, found, points, money),
        presenter.places(who.pk, played),
        presenter.card_points(who.pk, found.game, played),
    ]
    parts = [
        chart,
        presenter.roles(who.pk, found, balance),
        presenter.company(who.pk, found),
        presenter.questions(answers, found),
        *folded,
    ]
    mine = nights_by_player(played)[who.pk]
    context |= {
        "cents": sum(night.parts.get(who.pk, 0) for night in money.nights) if money and money.came else None,
        "folded": list(filter(None, folded)),
        "won": mine.won,
        "average": signed_average(to_points(mine.parts) / mine.nights),
        "place": next((one.place for one in by_points.players if one.player == who.pk), None),
        "of": sum(one.place is not None for one in by_points.players),
        "sat_out": sat_out(who.pk, played),
        "pots": presenter.pots_won(played_for_pots(who.pk, played), found.game),
        "against": presenter.against_usual(who.name, balance) if balance else "",
        "sure": sure,
    }
    return show_asked(request, access, found, "player/page.html", context, parts, who.name)
