"""Files: the group as one file, its tables for spreadsheets, and a group started from a file.

All of it is done in the background: each button asks for it, and leads to the page that says how far it is.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ledger.standings.imports import imports_of
from scorekeeper.access import GroupAccess, also_put_away, anyone, owner, watcher
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.limits import Limit, count, limited
from scorekeeper.pages.exchange.forms import AskForm, FileForm, TakeForm
from scorekeeper.tasks import tasks_of
from scorekeeper.text.notebooks import files_called
from scorekeeper.visitors.guests import Gain, gain

# The sheets of so many nights are offered, the latest.
MOST_NIGHTS = 500


@watcher
@require_safe
def exchange(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """What can be taken along, and what this guest asked for."""
    return _page(request, access)


@watcher
@limited(Limit.TASKS)
@require_POST
def take(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Have a table made into a file: results, journal, or the sheet of a night."""
    form = TakeForm(request.POST)
    return _asked(request, access, form, form.ask_for_table)


@owner
@limited(Limit.TASKS)
@require_POST
@also_put_away
def take_all(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Have the whole group made into one file."""
    form = AskForm(request.POST)
    return _asked(request, access, form, form.ask_for_all)


@owner
@limited(Limit.TASKS)
@require_POST
@also_put_away
def check_book(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Have the group's book looked over."""
    form = AskForm(request.POST)
    return _asked(request, access, form, form.ask_for_audit)


@anyone
@require_http_methods(["GET", "HEAD", "POST"])
def from_file(request: HttpRequest) -> HttpResponse:
    """A group started from a file: whoever brings it owns it here."""
    if request.method != "POST":
        return show(request, "exchange/from_file.html", {"form": FileForm()})
    form = FileForm(request.POST, request.FILES)

    def bring() -> None:
        count(request, Limit.UPLOADS)
        count(request, Limit.MEGABYTES, times=form.megabytes)
        form.task = gain(request, Gain(write=form.bring, before=form.brought))

    if form.wrote(bring):
        return go_to(request, resolve_url("task", key=form.task.key))
    return show(request, "exchange/from_file.html", {"form": form}, status=422)


def _asked(
    request: HttpRequest, access: GroupAccess, form: AskForm, ask: Callable[[GroupAccess], None]
) -> HttpResponse:
    """Ask for it in the background and show how far it is, or say next to the buttons why not."""
    if form.wrote(lambda: ask(access)):
        return go_to(request, resolve_url("task", key=form.task.key))
    return _page(request, access, form, status=422)


def _page(
    request: HttpRequest, access: GroupAccess, form: AskForm | None = None, *, status: int = 200
) -> HttpResponse:
    nights = access.group.sessions.filter(is_copied=False).order_by("-number")
    context = {
        "access": access,
        "tasks": tasks_of(access.membership.guest, access.group),
        "wrong": form.wrong if form else (),
        "nights": nights.values_list("number", "started_at")[:MOST_NIGHTS],
        "brought": [(one, files_called(one.files)) for one in imports_of(access.group)]
        if access.is_owner
        else (),
    }
    return show(request, "exchange/page.html", context, status=status)
