"""What there is to tell about a player, in one game and of the hands that the address asks for."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ledger.standings import names_of, standings_in
from ledger.standings.nights import began_in
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
from scorekeeper.components import Component, show_page
from scorekeeper.http.asked_hands import AskedHandsForm
from scorekeeper.pages.player import presenter
from scorekeeper.presenters import asking
from scorekeeper.presenters.asked_hands import asked_hands
from scorekeeper.presenters.feats import record_table
from scorekeeper.presenters.leaders import more_than_luck
from scorekeeper.presenters.nights import money_course, points_course


@watcher
@require_safe
def player(request: HttpRequest, access: GroupAccess, *, player: int) -> HttpResponse:
    """Show points and place, the course, roles, company and questions; and more in folds."""
    group, who = access.group, access.player(player)
    form = AskedHandsForm(request.GET, has_money=bool(group.currency))
    found = asked_hands(group, form, access.news)
    names = names_of(group)
    everybody = standings_in({found.game: found.played}, names)[0].players
    standing = next((one for one in everybody if one.player == who.pk), None)
    context = {
        "access": access,
        "player": who,
        "found": found,
        "form": form,
        "standing": standing,
        "page_url": request.path,
    }
    parts: list[Component | None] = []
    if standing:
        played, people = found.played, of_people(found.played, names)
        asked, balance = answers_about(who.pk, played), balance_of(who.pk, played)
        inside = people_in(divided(everybody, found.season)[0])
        by_points = next(one for one in rankings(inside, played, found.season) if one.way is Way.POINTS)
        own = records_in(played, who.pk)
        records = [one for one in own if one.feat not in (Feat.LONGEST, Feat.MOST_HANDS)]
        points = points_course(found, names, "chart", of=who.pk)
        money = money_course(group, found, names, "money_chart", of=who.pk)
        over_time = presenter.over_time(who.pk, found, group, points, money)
        cents = sum(night.parts.get(who.pk, 0) for night in money.nights) if money and money.came else None
        # One night alone is no course.
        points, money = (one if one and one.came.get(who.pk, 0) > 1 else None for one in (points, money))
        compared = asked[0].compared if asked else 0
        statistics = statistics_of_season(people, found.season)
        judged = judged_by_night(people).get(who.pk)
        sure = presenter.how_sure(who.pk, who.name, statistics, compared, is_season=found.season is not None)
        if judged and judged.verdict is Verdict.CLEAR:
            sure = f"{more_than_luck({who.pk: judged}, names)} {sure}"
        parts = [
            points,
            presenter.roles(who.pk, found, balance),
            presenter.company(who.pk, found, group, names),
            presenter.questions(asked, who.name, found, group),
        ]
        noted = record_table(records, names, began_in(played), code=group.code, query=found.query)
        folded = [
            replace(noted, title=_("Best and worst")) if records else None,
            money,
            *over_time,
            presenter.places(who.pk, played),
            presenter.card_points(who.pk, found.game, played),
        ]
        told = nights_by_player(played)[who.pk]
        context |= {
            "cents": cents,
            "folded": list(filter(None, folded)),
            "won": told.won,
            "average": presenter.average_of(told.parts, told.nights),
            "place": next((one.place for one in by_points.players if one.player == who.pk), None),
            "of": sum(one.place is not None for one in by_points.players),
            "sat_out": sat_out(who.pk, played),
            "pots": asking.pots_won(played_for_pots(who.pk, played), found.game),
            "against": presenter.against_usual(who.name, balance) if balance else "",
            "sure": sure,
        }
        parts += folded
    status = 200 if found.is_valid else 422
    return show_page(
        request, "player/page.html", context, parts, group.name, who.name, query=found.query, status=status
    )
