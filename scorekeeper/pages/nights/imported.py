"""An import of an old notebook: its nights, and taking all of them out of the book's count again."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.views.decorators.http import require_POST, require_safe

from ledger.scoring import HandRefused
from ledger.standings import tellers_of
from ledger.standings.nights import (
    MOST,
    NIGHTS_A_PAGE,
    Import,
    amended_by,
    import_called,
    money_of,
    nights_of,
    struck_of,
    was_paid_since,
)
from scorekeeper.access import GroupAccess, owner, watcher
from scorekeeper.http.forms import Keyed
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.paging import asked_page, paged, pages_of
from scorekeeper.models import Task
from scorekeeper.tasks import ask
from scorekeeper.text.notebooks import files_called
from scorekeeper.text.refusals import sentence


@watcher
@require_safe
def imported(request: HttpRequest, access: GroupAccess, *, key: uuid.UUID) -> HttpResponse:
    return _page(request, access, _found(access, key))


@owner
@require_POST
def undo_import(request: HttpRequest, access: GroupAccess, *, key: uuid.UUID) -> HttpResponse:
    found, keyed = _found(access, key), Keyed(request.POST)
    try:
        task = ask(
            Task.Kind.UNDO_NOTEBOOK,
            guest=access.membership.guest,
            group=access.group,
            facts={"import": str(key)},
            key=keyed.cleaned_data["key"] if keyed.is_valid() else None,
        )
    except HandRefused as refused:
        return _page(request, access, found, trouble=sentence(refused))
    return go_to(request, resolve_url("task", key=task.key))


def _found(access: GroupAccess, key: uuid.UUID) -> Import:
    found = import_called(access.group, key)
    if found is None:
        raise Http404("There is no such import.")
    return found


def _page(request: HttpRequest, access: GroupAccess, found: Import, *, trouble: str = "") -> HttpResponse:
    pages = pages_of(found.left, NIGHTS_A_PAGE)
    page = asked_page(request.GET, pages)
    money = money_of(access.group, found.key) if access.group.currency else {}
    context = {
        "access": access,
        "told": {
            "key": found.key,
            "files": files_called(found.files),
            "by": tellers_of(access.group).get(found.by or 0, ""),
            "at": found.at,
            "nights": found.nights,
            "left": found.left,
            "replaced": found.replaced,
            "first": found.first,
            "last": found.last,
            "cents": sum(cents for cents in money.values() if cents > 0),
            "was_paid": bool(money) and was_paid_since(access.group, found.at),
        },
        "nights": nights_of(access.group, found.key, page=page),
        "struck": struck_of(access.group, found.key),
        "replaced": amended_by(access.group, found.key)[:MOST] if found.replaced else (),
        "trouble": trouble,
        **paged(page, pages),
    }
    return show(request, "nights/imported/page.html", context, status=422 if trouble else 200)
