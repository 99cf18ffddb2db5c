"""The group's money: who is owed what, the kitty's box, the journal, and what people say about money."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.views.decorators.http import require_POST, require_safe

from ledger.models import Group
from ledger.standings import names_of, tellers_of
from ledger.standings.groups import last_table
from ledger.standings.journal import journal, newest_line
from ledger.standings.money import balances, pages
from ledger.standings.open_list import Open, read_open
from ledger.standings.statement import of_nights
from scorekeeper.access import GroupAccess, scorer, watcher
from scorekeeper.components import file_of
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.journal_forms import PayLineForm, UndoForm
from scorekeeper.http.paging import A_PAGE, asked_page, of_page, paged, pages_of
from scorekeeper.http.paying import line_paid, line_unpaid
from scorekeeper.pages.money.files import money_tables
from scorekeeper.pages.money.forms import FORMS, MoneyForm, PageForm, posted_people
from scorekeeper.pages.money.presenter import told
from scorekeeper.presenters.owed import drawn_on, owed_in
from scorekeeper.text.methods import usual_methods

BALANCES = 40
"""In a group of more people than fill a page: so many balances at once, and people to tick."""

FORM_OF = {form.name: form for form in FORMS}


@watcher
@require_safe
def money(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Balances and the journal."""
    access.check_money()
    if file := file_of(request, money_tables(access.group), access.group.name):
        return file
    form = PageForm({"page": request.GET.get("page", 1)})
    if not form.is_valid():
        raise Http404("There is no such page.")
    return _page(request, access, page=form.cleaned_data["page"])


@scorer
@require_POST
def book(request: HttpRequest, access: GroupAccess, *, what: str) -> HttpResponse:
    """One more line in the journal: a payment, the kitty, an adjustment, what was owed before."""
    access.check_money()
    if what not in FORM_OF:
        raise Http404("There is no such form.")
    names = names_of(access.group)
    form = FORM_OF[what](
        request.POST,
        group=access.group,
        names=names,
        near=posted_people(request.POST, names),
        here=_here(access.group),
    )
    if form.wrote(lambda: form.write(access.membership)):
        return go_to(request, resolve_url("money", code=access.group.code))
    return _page(request, access, sent=form)


@scorer
@require_POST
def undo_line(request: HttpRequest, access: GroupAccess, *, line: int) -> HttpResponse:
    """Take a line of the journal back by its opposite."""
    access.check_money()
    form = UndoForm(request.POST)
    if form.wrote(lambda: form.write(access.group, line, access.membership)):
        return go_to(request, resolve_url("money", code=access.group.code))
    return _page(request, access, undoing=form)


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
        again=lambda form: _page(request, access, undoing=form),
    )


def _list(access: GroupAccess) -> str:
    return f"{resolve_url('money', code=access.group.code)}#owed"


def _page(
    request: HttpRequest,
    access: GroupAccess,
    *,
    page: int = 1,
    sent: MoneyForm | None = None,
    undoing: UndoForm | None = None,
    paying: PayLineForm | None = None,
) -> HttpResponse:
    newest = newest_line(access.group)
    many = pages(newest)
    if page > many:
        raise Http404("There is no such page.")
    lines, found = journal(access.group, page=page, newest=newest), read_open(access.group)
    people = _people(request, access, found)
    names = names_of(access.group) if sent is None else sent.names
    context = {
        "access": access,
        **people,
        "lines": told(lines, tellers_of(access.group, names), of_nights(line.key for line in lines)),
        "page": page,
        "pages": many,
        "newer": page - 1 if page > 1 else None,
        "older": page + 1 if page < many else None,
        "forms": _forms(access, sent, names, people["near"]) if access.may_write and page == 1 else (),
        "sent": sent,
        "undoing": undoing,
        "owed": owed_in(access.group, drawn_on(access.group, "money"), names, found=found, form=paying)
        if page == 1
        else None,
        "methods": usual_methods(),
    }
    wrong = any(form is not None for form in (sent, undoing, paying))
    status = HTTPStatus.UNPROCESSABLE_ENTITY if wrong else HTTPStatus.OK
    return show(request, "money/page.html", context, status=status)


def _people(request: HttpRequest, access: GroupAccess, open_now: Open) -> dict[str, Any]:
    """A page of the balances; in a very large group the forms are about those on it, or whoever is typed."""
    found = balances(access.group, open_now)
    is_large = len(found.players) > A_PAGE
    size = BALANCES if is_large else A_PAGE
    leaves = pages_of(len(found.players), size)
    leaf = asked_page(request.GET, leaves, called="people")
    shown = of_page(found.players, leaf, size)
    return {
        "balances": replace(found, players=shown),
        "leaf": paged(leaf, leaves),
        "near": [one.player for one in shown] if is_large else (),
        "everybody": [one.name for one in found.players] if is_large else (),
    }


def _here(group: Group) -> Sequence[int]:
    """Who sat at the table last."""
    table = last_table(group)
    return table.seats if table else ()


def _forms(
    access: GroupAccess, sent: MoneyForm | None, names: Mapping[int, str], near: Collection[int]
) -> list[MoneyForm]:
    here = _here(access.group) if sent is None else sent.here
    fresh = [form(group=access.group, names=names, near=near, here=here) for form in FORMS]
    return [sent if sent is not None and sent.name == form.name else form for form in fresh]
