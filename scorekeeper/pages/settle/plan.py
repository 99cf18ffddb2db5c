"""A stored plan of payments: each marked paid, in whole or in part, or undone; told and shared."""

from __future__ import annotations

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.views.decorators.http import require_POST, require_safe

from ledger.models import SettlementPayment
from ledger.standings import names_of
from ledger.standings.handles import handles_of
from ledger.standings.money import Plan, plan_of
from ledger.standings.payments import payments_made, pays_plan, planned_payment
from scorekeeper.access import GroupAccess, scorer, watcher
from scorekeeper.http.forms import Keyed
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.journal_forms import UndoForm
from scorekeeper.http.paging import A_PAGE, asked_page, of_page, paged, pages_of
from scorekeeper.pages.settle.forms import DropForm, PartPaidForm
from scorekeeper.presenters.plan import (
    dues,
    how_good,
    left_of,
    sentences,
    settles,
    title,
    to_share,
    transfers,
    ways_to_pay,
)
from scorekeeper.text.dates import when
from scorekeeper.text.methods import usual_methods


@watcher
@require_safe
def plan(request: HttpRequest, access: GroupAccess, *, settlement: int) -> HttpResponse:
    """The plan as it was stored, and what has been paid of it."""
    access.check_money()
    return _page(request, access, settlement)


@scorer
@require_POST
def pay_part(request: HttpRequest, access: GroupAccess, *, settlement: int, payment: int) -> HttpResponse:
    """A payment of the plan was made, or a part of it."""
    access.check_money()
    found = _payment(access, settlement, payment)
    form = PartPaidForm(request.POST, currency=access.group.currency)
    if form.wrote(lambda: form.write(found, access.membership)):
        return _back(request, access, settlement)
    return _page(request, access, settlement, form=form, wrong=payment)


@scorer
@require_POST
def undo_part(request: HttpRequest, access: GroupAccess, *, settlement: int, line: int) -> HttpResponse:
    """A payment of the plan was not made after all."""
    access.check_money()
    if not pays_plan(access.group, settlement, line):
        raise Http404("There is no such payment.")
    form = UndoForm(request.POST)
    if form.wrote(lambda: form.write(access.group, line, access.membership)):
        return _back(request, access, settlement)
    return _page(request, access, settlement, form=form)


@scorer
@require_POST
def drop(request: HttpRequest, access: GroupAccess, *, settlement: int) -> HttpResponse:
    """The plan is kept no longer: what is open of it goes back to all that is open."""
    access.check_money()
    found = access.group.settlements.filter(number=settlement).first()
    if found is None:
        raise Http404("There is no such settlement.")
    found.group = access.group
    form = DropForm(request.POST)
    if form.wrote(lambda: form.write(found, access.membership)):
        return go_to(request, f"{resolve_url('settle', code=access.group.code)}#owed")
    return _page(request, access, settlement, form=form)


def _payment(access: GroupAccess, settlement: int, number: int) -> SettlementPayment:
    found = planned_payment(access.group, settlement, number)
    if found is None:
        raise Http404("There is no such payment.")
    return found


def _back(request: HttpRequest, access: GroupAccess, settlement: int) -> HttpResponse:
    return go_to(request, resolve_url("plan", code=access.group.code, settlement=settlement))


def _page(
    request: HttpRequest, access: GroupAccess, settlement: int, *, form: Keyed | None = None, wrong: int = 0
) -> HttpResponse:
    found = plan_of(access.group, settlement)
    if found is None:
        raise Http404("There is no such settlement.")
    names = names_of(access.group)
    group, moved, heading = access.group, transfers(found), _heading(access.group.name, found)
    pages = pages_of(len(found.payments))
    page = (wrong - 1) // A_PAGE + 1 if wrong else asked_page(request.GET, pages)
    shown = replace(found, payments=of_page(found.payments, page))
    ways = ways_to_pay(shown, handles_of(group), group.currency, heading)
    made = payments_made(group, [one.pk for one in shown.payments])
    context = {
        "access": access,
        "plan": found,
        "title": title(found),
        "dues": dues(shown, made, names, ways),
        **paged(page, pages),
        "headline": left_of(found, group.currency),
        "how_good": how_good(is_exact=found.is_exact, treasurer=names.get(found.treasurer or 0, "")),
        "sentences": sentences(settles(moved), moved, names, group.currency),
        "share": to_share(heading, dues(found, {}, names), group.currency),
        "methods": usual_methods(),
        "form": form,
        "wrong": wrong,
        "troubles": [error for errors in form.errors.values() for error in errors] if form else [],
    }
    return show(request, "settle/plan.html", context, status=422 if form else 200)


def _heading(group: str, found: Plan) -> str:
    return f"{group} · {title(found)}, {when(found.at, 'long')}"
