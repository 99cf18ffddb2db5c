"""Settle up: what is to be settled and how, the plan before it is stored, and the plans that are."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from ledger.recording import Refused, WriteContext
from ledger.recording.settlements import propose, settle
from ledger.standings import names_of
from ledger.standings.money import plans
from ledger.standings.payments import first_night
from scorekeeper.access import GroupAccess, scorer, watcher
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.paging import A_PAGE
from scorekeeper.pages.settle.forms import StoreForm, WhatForm, months
from scorekeeper.presenters.plan import drawn, headline, how_good, sentences, title, who_is_who
from scorekeeper.text.refusals import sentence


@watcher
@require_safe
def settle_up(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """The plan as it would be, and those that were stored."""
    access.check_money()
    return _page(
        request, access, WhatForm(request.GET.dict(), group=access.group, names=names_of(access.group))
    )


@scorer
@require_POST
def store(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Store the plan that is on the screen."""
    access.check_money()
    what = WhatForm(request.POST.dict(), group=access.group, names=names_of(access.group))
    form = StoreForm(request.POST)
    if what.is_valid() and form.is_valid():
        context = WriteContext(key=form.cleaned_data["key"], after=0, by=access.membership)
        try:
            stored = settle(access.group, what.asked, context, seen=form.cleaned_data["seen"])
        except Refused as refused:
            form.refuse(refused)
        else:
            return go_to(request, resolve_url("plan", code=access.group.code, settlement=stored.number))
    return _page(request, access, what, form=form)


def _page(
    request: HttpRequest, access: GroupAccess, what: WhatForm, *, form: StoreForm | None = None
) -> HttpResponse:
    first = first_night(access.group)
    local = timezone.localdate(first) if first else None
    context = {
        "access": access,
        "what": what,
        "form": form or StoreForm(),
        "troubles": [error for errors in form.errors.values() for error in errors] if form else [],
        "months": months(local, timezone.localdate()),
        "plans": [(title(plan), plan) for plan in plans(access.group)],
        **_preview(access, what),
    }
    wrong = form is not None or not what.is_valid()
    status = (409 if form and form.is_behind else 422) if wrong else 200
    return show(request, "settle/page.html", context, status=status)


def _preview(access: GroupAccess, what: WhatForm) -> dict[str, Any]:
    if not what.is_valid():
        return {}
    try:
        found = propose(access.group, what.asked)
    except Refused as refused:
        return {"nothing": sentence(refused)}
    names = names_of(access.group)
    called = who_is_who(names)
    treasurer = names.get(what.asked.treasurer or 0, "")
    return {
        "proposed": found,
        "payments": [(called[one.payer], called[one.payee], one.cents) for one in found.plan[:A_PAGE]],
        "more_payments": max(0, len(found.plan) - A_PAGE),
        "headline": headline(len(found.plan)),
        "how_good": how_good(is_exact=found.is_exact, treasurer=treasurer),
        "sentences": sentences(found.balances, found.plan, names, access.group.currency),
        "seen": drawn(found.plan),
    }
