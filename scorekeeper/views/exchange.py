"""Files: the group as one file, its tables for spreadsheets, and a group started from a file."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.views.decorators.http import require_http_methods, require_safe

from ledger.exchange.group import group_export, group_import
from ledger.exchange.tables import Table, as_csv, as_xlsx, journal, results, score_sheet
from ledger.models import Role
from ledger.recording import admit
from ledger.scoring import HandRefused
from scorekeeper.access import Door, anyone, become_guest, owner, watcher
from scorekeeper.downloads import download
from scorekeeper.forms.exchange import FileForm
from scorekeeper.fragments import go_to, show
from scorekeeper.http.limits import Limit, count

KNOWN = "This group is in this book already. Nothing was written; ask its owner to let you in."


@watcher
@require_safe
def exchange(request: HttpRequest, door: Door) -> HttpResponse:
    """What can be taken along."""
    return show(request, "exchange/page.html", {"door": door})


@owner
@require_safe
def whole_group(request: HttpRequest, door: Door) -> HttpResponse:
    """The whole group as one file."""
    return download(group_export(door.group), door.group.name, kind="json")


@watcher
@require_safe
def results_table(request: HttpRequest, door: Door, *, kind: str) -> HttpResponse:
    """A row a night, a column a player."""
    return _table(door, results(door.group), kind)


@watcher
@require_safe
def journal_table(request: HttpRequest, door: Door, *, kind: str) -> HttpResponse:
    """A row a posting of the money."""
    door.check_money()
    return _table(door, journal(door.group), kind)


@watcher
@require_safe
def sheet_table(request: HttpRequest, door: Door, *, number: int, kind: str) -> HttpResponse:
    """The score sheet of a night."""
    return _table(door, score_sheet(door.session(number)), kind)


@anyone
@require_http_methods(["GET", "HEAD", "POST"])
def from_file(request: HttpRequest) -> HttpResponse:
    """A group started from a file: whoever brings it owns it here."""
    if request.method != "POST":
        return show(request, "exchange/from_file.html", {"form": FileForm()})
    form = FileForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            count(request, Limit.UPLOADS)
            group, is_new = group_import(form.text())
        except HandRefused as refused:
            form.add_error("file", refused.message)
        else:
            if is_new:
                admit(group, become_guest(request), Role.OWNER)
                return go_to(request, resolve_url("group", code=group.code))
            form.add_error("file", KNOWN)
    return show(request, "exchange/from_file.html", {"form": form}, status=422)


def _table(door: Door, table: Table, kind: str) -> HttpResponse:
    if kind == "csv":
        return download(as_csv(table), door.group.name, table.title, kind=kind)
    if kind == "xlsx":
        return download(as_xlsx(table), door.group.name, table.title, kind=kind)
    raise Http404("There is no such file.")
