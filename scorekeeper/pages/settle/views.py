"""All that is open: who pays whom, the text for the group chat, plans of before, and the coin."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from ledger.recording.journal import AS_IT_IS, drawn
from ledger.standings import names_of
from ledger.standings.groups import handles_of
from ledger.standings.money import Plan, plans
from ledger.standings.open_list import what_is_open
from scorekeeper.access import GroupAccess, owner, scorer, watcher
from scorekeeper.http.forms import Keyed
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.journal_forms import PayLineForm, line_named
from scorekeeper.http.paging import asked_page, of_page, paged, pages_of
from scorekeeper.http.paying import line_paid, line_unpaid
from scorekeeper.pages.settle.forms import CoinForm, DrawForm
from scorekeeper.presenters.owed import drawn_on, owed_list, shared, who_is_who
from scorekeeper.text.dates import when

LINES = 40
"""So many lines of what is open fill a page."""


@watcher
@require_safe
def settle_up(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """The list of who pays whom, drawn as the address says."""
    access.check_money()
    return _page(request, access)


@scorer
@require_POST
def pay(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """A line of what is open was paid, or a part of it."""
    asked = DrawForm(request.GET, names=names_of(access.group))
    return line_paid(
        request,
        access,
        PayLineForm(request.POST, group=access.group, drawing=asked.drawing),
        back=f"{resolve_url('settle', code=access.group.code)}{asked.query}#owed",
        again=lambda form: _page(request, access, paying=form),
    )


@scorer
@require_POST
def unpay(request: HttpRequest, access: GroupAccess, *, line: int) -> HttpResponse:
    """A payment was not made after all."""
    return line_unpaid(
        request,
        access,
        line,
        back=f"{resolve_url('settle', code=access.group.code)}#owed",
        again=lambda form: _page(request, access, wrong=form),
    )


@owner
@require_POST
def coin(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """To which coin nights that end from now on are rounded."""
    access.check_money()
    form = CoinForm(request.POST, group=access.group)
    if form.wrote(form.write):
        return go_to(request, f"{resolve_url('settle', code=access.group.code)}#coin")
    return _page(request, access, coins=form)


@watcher
@require_safe
def plan(request: HttpRequest, access: GroupAccess, *, settlement: int) -> HttpResponse:
    """A plan of payments that was kept once, and what was paid as it said."""
    access.check_money()
    found = next((one for one in plans(access.group) if one.number == settlement), None)
    if found is None:
        raise Http404("There is no such settlement.")
    called = who_is_who(access.group, names_of(access.group))
    pages = pages_of(len(found.payments))
    page = asked_page(request.GET, pages)
    context = {
        "access": access,
        "title": _title(found),
        "plan": found,
        "payments": [(called[one.payer], called[one.payee], one) for one in of_page(found.payments, page)],
        **paged(page, pages),
    }
    return show(request, "settle/plan.html", context)


def _page(
    request: HttpRequest,
    access: GroupAccess,
    *,
    wrong: Keyed | None = None,
    paying: PayLineForm | None = None,
    coins: CoinForm | None = None,
) -> HttpResponse:
    group, names = access.group, names_of(access.group)
    asked, found = DrawForm(request.GET, names=names), what_is_open(group)
    if asked.drawing != AS_IT_IS:
        found = replace(found, lines=drawn(group, asked.drawing))
    pages = pages_of(len(found.lines), LINES)
    lines = [line_named(one.payer, one.payee) for one in found.lines]
    page = asked_page(request.GET, pages)
    if paying is not None and paying.line_shown in lines:
        page = lines.index(paying.line_shown) // LINES + 1
    place = drawn_on(group, "settle")
    owed = owed_list(
        found,
        replace(place, pay=f"{place.pay}{asked.query}"),
        who_is_who(group, names),
        handles=handles_of(group),
        form=paying,
        first=(page - 1) * LINES,
        most=LINES,
    )
    heading = f"{group.name} · {when(timezone.now(), 'long')}"
    context = {
        "access": access,
        "draw": asked,
        "everybody": names.values(),
        "troubles": [wrong.all_wrong] if wrong else [],
        "plans": [(_title(one), one) for one in plans(group)],
        "coins": coins or CoinForm(group=group),
        "owed": replace(owed, more=0),
        **paged(page, pages),
        "share": "\n".join([heading, owed.headline, "", *shared(replace(owed, paid=()), group.currency)]),
    }
    sent = [form for form in (wrong, paying, coins) if form is not None]
    status = 409 if any(form.is_behind for form in sent) else 422 if sent or asked.errors else 200
    return show(request, "settle/page.html", context, status=status)


def _title(plan: Plan) -> str:
    """Return what a plan was about: a month, everything that was open, or (in old books) a night."""
    if plan.night_at:
        return _("Night of {day}").format(day=when(plan.night_at, "day"))
    if plan.until:
        return when(plan.until - timedelta(days=1), "month")
    return plan.label or _("Plan {number}").format(number=plan.number)
