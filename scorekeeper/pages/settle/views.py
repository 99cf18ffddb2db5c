"""All that is open: who pays whom, the text for the group chat, plans that are kept, and the coin."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from ledger.recording import Refused, WriteContext
from ledger.recording.settlements import propose, settle
from ledger.settling import Transfer
from ledger.standings import names_of
from ledger.standings.handles import handles_of
from ledger.standings.money import plans
from ledger.standings.open_list import WhatIsOpen, what_is_open
from ledger.standings.payments import first_night
from scorekeeper.access import GroupAccess, owner, scorer, watcher
from scorekeeper.http.forms import Keyed
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.journal_forms import PayLineForm, line_named
from scorekeeper.http.paging import A_PAGE, asked_page, paged, pages_of
from scorekeeper.http.paying import line_paid, line_unpaid
from scorekeeper.pages.settle.forms import CoinForm, StoreForm, WhatForm, months
from scorekeeper.presenters.owed import drawn_on, owed_list, shared
from scorekeeper.presenters.plan import drawn, headline, how_good, sentences, settles, title, who_is_who
from scorekeeper.text.dates import when
from scorekeeper.text.refusals import sentence

LINES = 40
"""So many lines of what is open fill a page."""


@watcher
@require_safe
def settle_up(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """What is open, and the plans that are kept; a plan as it would be, if one is asked for."""
    access.check_money()
    return _page(
        request, access, what=_what(request, access) if request.GET.keys() & {"what", "how"} else None
    )


@scorer
@require_POST
def pay(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """A line of what is open was paid, or a part of it."""
    return line_paid(
        request,
        access,
        PayLineForm(request.POST, group=access.group),
        back=_list(access),
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
        back=_list(access),
        again=lambda form: _page(request, access, wrong=form),
    )


@scorer
@require_POST
def store(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Keep the plan that is on the screen."""
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
    return _page(request, access, what=what, wrong=form)


@owner
@require_POST
def coin(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """To which coin nights that end from now on are rounded."""
    access.check_money()
    form = CoinForm(request.POST, group=access.group)
    if form.wrote(form.write):
        return go_to(request, f"{resolve_url('settle', code=access.group.code)}#coin")
    return _page(request, access, coins=form)


def _what(request: HttpRequest, access: GroupAccess) -> WhatForm:
    return WhatForm(request.GET.dict(), group=access.group, names=names_of(access.group))


def _list(access: GroupAccess) -> str:
    return f"{resolve_url('settle', code=access.group.code)}#owed"


def _page(
    request: HttpRequest,
    access: GroupAccess,
    *,
    what: WhatForm | None = None,
    wrong: Keyed | None = None,
    paying: PayLineForm | None = None,
    coins: CoinForm | None = None,
) -> HttpResponse:
    first = first_night(access.group)
    names = names_of(access.group)
    context = {
        "access": access,
        "what": what or WhatForm(group=access.group, names=names),
        "is_asked": what is not None,
        "form": wrong if isinstance(wrong, StoreForm) else StoreForm(),
        "troubles": [wrong.all_wrong] if wrong else [],
        "months": months(timezone.localdate(first) if first else None, timezone.localdate()),
        "plans": [(title(plan), plan) for plan in plans(access.group)],
        "coins": coins or CoinForm(group=access.group),
        **_open(request, access, names, paying),
        **(_preview(access, what, names) if what is not None and what.is_valid() else {}),
    }
    return show(request, "settle/page.html", context, status=_status(what, wrong, paying, coins))


def _status(what: WhatForm | None, *sent: Keyed | None) -> int:
    refused = [form for form in sent if form is not None]
    if any(form.is_behind for form in refused):
        return 409
    return 422 if refused or (what is not None and not what.is_valid()) else 200


def _open(
    request: HttpRequest, access: GroupAccess, names: dict[int, str], paying: PayLineForm | None
) -> dict[str, Any]:
    """A page of what is open, why it is so, and all of it as a text."""
    group, found = access.group, what_is_open(access.group)
    pages = pages_of(len(found.lines), LINES)
    page = asked_page(request.GET, pages) if paying is None else _page_of(found, paying)
    first = (page - 1) * LINES
    owed = owed_list(
        found, drawn_on(group, "settle"), handles=handles_of(group), form=paying, first=first, most=LINES
    )
    moved = _transfers(found)
    heading = f"{group.name} · {when(timezone.now(), 'long')}"
    return {
        "owed": owed,
        **paged(page, pages),
        "why": sentences(settles(moved), moved, names, group.currency) if moved else (),
        "share": "\n".join([heading, owed.headline, "", *shared(owed.lines, (), group.currency)]),
    }


def _page_of(found: WhatIsOpen, paying: PayLineForm) -> int:
    """The page on which the line stands that was to be paid."""
    names = [line_named(one.payer, one.payee, one.plan) for one in found.lines]
    return names.index(paying.line_shown) // LINES + 1 if paying.line_shown in names else 1


def _transfers(found: WhatIsOpen) -> tuple[Transfer, ...]:
    return tuple(Transfer(payer=one.payer, payee=one.payee, cents=one.cents) for one in found.lines)


def _preview(access: GroupAccess, what: WhatForm, names: dict[int, str]) -> dict[str, Any]:
    try:
        found = propose(access.group, what.asked)
    except Refused as refused:
        return {"nothing": sentence(refused)}
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
