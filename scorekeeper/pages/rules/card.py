"""The rule card: the house rules in plain sentences, to print or to read aloud before play."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from ledger.standings import rules_in_force, words_version
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.http.htmx import show
from scorekeeper.pages.rules.forms import sheet_in_force
from scorekeeper.pages.rules.presenter import spoken_rules
from scorekeeper.presenters.rule_chart import chart_view
from scorekeeper.presenters.stakes import costs, opening


@watcher
@require_safe
def card(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """The rules in force, with the chart of every table that is usual."""
    now = rules_in_force(access.group)
    sheet = sheet_in_force(now)
    context = {
        "access": access,
        "now": now,
        "worded": words_version(access.group) if now.words else None,
        "sheet": sheet,
        "sections": spoken_rules(sheet.game, sheet.rules),
        "opening": opening(sheet.game, sheet.players, access.group.stake_cents, access.group.currency),
        "costs": costs(sheet.game, sheet.rules, access.group.stake_cents, access.group.currency),
        "chart": chart_view(sheet.game, sheet.rules, sheet.players),
    }
    return show(request, "rules/card.html", context)
