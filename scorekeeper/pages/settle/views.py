"""Settle up: what is to be settled and how, the plan before it is stored, and the plans that are."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from ledger.recording import Pen, Refused
from ledger.recording.settlements import propose, settle
from ledger.standings import names_of
from ledger.standings.money import plans
from ledger.standings.payments import first_night
from scorekeeper.access import Door, scorer, watcher
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.paging import A_PAGE
from scorekeeper.pages.settle.forms import StoreForm, WhatForm, months
from scorekeeper.presenters.plan import drawn, headline, how_good, sentences, title, who_is_who


@watcher
@require_safe
def settle_up(request: HttpRequest, door: Door) -> HttpResponse:
    """The plan as it would be, and those that were stored."""
    door.check_money()
    return _page(request, door, WhatForm(request.GET.dict(), group=door.group, names=names_of(door.group)))


@scorer
@require_POST
def store(request: HttpRequest, door: Door) -> HttpResponse:
    """Store the plan that is on the screen."""
    door.check_money()
    what = WhatForm(request.POST.dict(), group=door.group, names=names_of(door.group))
    form = StoreForm(request.POST)
    if what.is_valid() and form.is_valid():
        pen = Pen(key=form.cleaned_data["key"], after=0, by=door.membership)
        try:
            stored = settle(door.group, what.asked, pen, seen=form.cleaned_data["seen"])
        except Refused as refused:
            form.refuse(refused)
        else:
            return go_to(request, resolve_url("plan", code=door.group.code, settlement=stored.number))
    return _page(request, door, what, form=form)


def _page(request: HttpRequest, door: Door, what: WhatForm, *, form: StoreForm | None = None) -> HttpResponse:
    first = first_night(door.group)
    local = timezone.localdate(first) if first else None
    context = {
        "door": door,
        "what": what,
        "form": form or StoreForm(),
        "troubles": [error for errors in form.errors.values() for error in errors] if form else [],
        "months": months(local, timezone.localdate()),
        "plans": [(title(plan), plan) for plan in plans(door.group)],
        **_preview(door, what),
    }
    wrong = form is not None or not what.is_valid()
    status = (409 if form and form.is_behind else 422) if wrong else 200
    return show(request, "settle/page.html", context, status=status)


def _preview(door: Door, what: WhatForm) -> dict[str, Any]:
    if not what.is_valid():
        return {}
    try:
        found = propose(door.group, what.asked)
    except Refused as refused:
        return {"nothing": refused.message}
    names = names_of(door.group)
    called = who_is_who(names)
    treasurer = names.get(what.asked.treasurer or 0, "")
    return {
        "proposed": found,
        "payments": [(called[one.payer], called[one.payee], one.cents) for one in found.plan[:A_PAGE]],
        "more_payments": max(0, len(found.plan) - A_PAGE),
        "headline": headline(len(found.plan)),
        "how_good": how_good(is_exact=found.is_exact, treasurer=treasurer),
        "sentences": sentences(found.balances, found.plan, names, door.group.currency),
        "seen": drawn(found.plan),
    }
