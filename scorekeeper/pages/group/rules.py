"""The house-rule sheet: every rule of the game, what it does to the score, and writing it down."""

import uuid
from itertools import pairwise

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ledger.models import HouseRules
from ledger.recording import write_rules, write_words
from ledger.standings import nights_in_progress, rule_versions, rules_in_force, words_version
from scorekeeper.access import GroupAccess, owner, watcher
from scorekeeper.http.htmx import go_to, show, wants_fragment
from scorekeeper.pages.group.rule_sheet import price_table_view, rule_lines, sheet_view
from scorekeeper.pages.group.rules_form import (
    OwnWordsForm,
    RulesForm,
    RuleSheet,
    merged,
    sheet_in_force,
)
from scorekeeper.presenters.rule_chart import chart_view
from scorekeeper.presenters.stakes import costs, opening
from scorekeeper.text.rules import changes, words_changed


@watcher
@require_safe
def card(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Show the rules in force, with the chart of every table that is usual."""
    now = rules_in_force(access.group)
    sheet = sheet_in_force(now)
    context = {
        "access": access,
        "now": now,
        "worded": words_version(access.group) if now.words else None,
        "sheet": sheet,
        "prices": price_table_view(sheet),
        "sections": rule_lines(sheet.game, sheet.rules),
        "opening": opening(sheet.game, sheet.players, access.group.stake_cents, access.group.currency),
        "costs": costs(sheet.game, sheet.rules, access.group.stake_cents, access.group.currency),
        "chart": chart_view(sheet.game, sheet.rules, sheet.players),
    }
    return show(request, "group/rules/card.html", context)


NO_SUCH = gettext_lazy("There is no such version. Choose two from the list.")


@watcher
@require_safe
def versions(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Show every version with what it changed; with ?a=1&b=3, what differs between the two."""
    found = rule_versions(access.group)
    numbered = {str(one.version): one for one in found}
    before, after = (numbered.get(request.GET.get(name, "").strip()) for name in ("a", "b"))
    two = (before, after) if before and after else None
    context = {
        "access": access,
        "versions": [
            *(
                (new, [*filter(None, [words_changed(old.words, new.words)]), *changes(old.says, new.says)])
                for new, old in pairwise(found)
            ),
            (found[-1], ()),
        ],
        "two": two,
        "differs": changes(two[0].says, two[1].says) if two else (),
        "trouble": NO_SUCH if not two and request.GET.keys() & {"a", "b"} else "",
        "is_new": two is not None and two[1] is found[0] and "new" in request.GET,
        "tonight": nights_in_progress(access.group) if "new" in request.GET else (),
    }
    return show(request, "group/rules/versions.html", context, status=422 if context["trouble"] else 200)


DOCK = "group/rules/preview.html"


@watcher
@require_http_methods(["GET", "HEAD", "POST"])
def rules(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Show what is played now, or write what an owner changes from the next hand on."""
    now = rules_in_force(access.group)
    if request.method != "POST":
        return _page(request, access, now, sheet_in_force(now), find=request.GET.get("find", "")[:80])
    if not access.owns:
        raise PermissionDenied
    form = RulesForm(request.POST, now=now)
    is_written = form.wrote(
        lambda: write_rules(
            access.group,
            form.sheet.game.key,
            form.sheet.preset,
            form.sheet.options,
            form.cleaned_data["key"],
            access.membership,
            after=form.cleaned_data["after"],
        )
    )
    if is_written and form.written.version == now.version:
        return go_to(request, reverse("rules", args=[access.group.code]))
    if is_written:
        changed = f"?a={now.version}&b={form.written.version}&new=1"
        return go_to(request, reverse("rule_versions", args=[access.group.code]) + changed)
    now = rules_in_force(access.group)
    return _page(request, access, now, _shown_again(access, form, now), form=form)


@owner
@require_POST
def words(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    now = rules_in_force(access.group)
    form = OwnWordsForm(request.POST, now=now)

    if form.wrote(
        lambda: write_words(
            access.group,
            form.cleaned_data["words"],
            form.cleaned_data["key"],
            access.membership,
            after=form.cleaned_data["after"],
        )
    ):
        return go_to(request, reverse("rules", args=[access.group.code]) + "#own-words")
    now = rules_in_force(access.group)
    status = 409 if form.is_behind else 422
    return _page(request, access, now, sheet_in_force(now), own_words=form, status=status)


@watcher
@require_POST
def preview(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    now = rules_in_force(access.group)
    form = RulesForm(request.POST, now=now)
    fragment = "group/rules/filled.html" if "fill" in request.POST else DOCK
    return _page(request, access, now, _shown_again(access, form, now), form=form, fragment=fragment)


def _shown_again(access: GroupAccess, form: RulesForm, now: HouseRules) -> RuleSheet:
    # The sheet for the page that answers: others' changes, which its phone had not seen, are not undone.
    form.is_valid()  # reads the fields if nobody has yet
    after = form.cleaned_data.get("after")
    if after is None or after >= now.version:
        return form.sheet
    seen = next((one for one in rule_versions(access.group) if one.version == after), None)
    return merged(form.sheet, seen, now) if seen else form.sheet


def _page(
    request: HttpRequest,
    access: GroupAccess,
    now: HouseRules,
    sheet: RuleSheet,
    *,
    form: RulesForm | None = None,
    own_words: OwnWordsForm | None = None,
    find: str = "",
    fragment: str = "",
    status: int = 200,
) -> HttpResponse:
    is_fragment = bool(fragment) and wants_fragment(request)
    context = {
        "access": access,
        "now": now,
        "worded": words_version(access.group) if now.words and not is_fragment else None,
        "draw": sheet_view(sheet, now, find=find),
        "form": form,
        "own_words": own_words or OwnWordsForm(now=now),
        "find": find,
        # Every sentence about an option, in the order of the sheet; each is at its field as well.
        "wrong": list(form.wrong.values()) if form else [],
        "trouble": form.trouble() if form else [],
        "is_dock": fragment == DOCK and is_fragment,
        "key": form.key_shown if form else uuid.uuid4(),
    }
    if form and form.errors:
        status = 409 if form.is_behind else 422
    return show(request, "group/rules/page.html", context, fragment=fragment, status=status)
