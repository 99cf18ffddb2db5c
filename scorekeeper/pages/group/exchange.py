"""Files: the group as one file, its tables for spreadsheets, and a group started from a file.

All of it is done in the background: each button asks for it, and leads to the page that says how far it is.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ledger.exchange.group import BIGGEST
from ledger.recording import Refused
from ledger.standings.brought import brought_of
from ledger.standings.nights import imports_of
from scorekeeper.access import GroupAccess, also_put_away, anyone, owner, watcher
from scorekeeper.http.forms import DAMAGED, Keyed
from scorekeeper.http.htmx import go_to, show
from scorekeeper.http.limits import Limit, count, limited
from scorekeeper.models import Task
from scorekeeper.tasks import ask, tasks_of
from scorekeeper.tasks.files import BROUGHT
from scorekeeper.text.notebooks import files_called
from scorekeeper.text.refusals import sentence
from scorekeeper.visitors.guests import gain

TABLES = ("results", "journal", "sheet")
KINDS = ("csv", "xlsx")
CHOOSE = gettext_lazy("Choose the file first.")


class AskForm(Keyed):
    def ask(self, access: GroupAccess, kind: Task.Kind, facts: dict[str, Any] | None = None) -> Task:
        """Ask for work in the background; raise Refused."""
        guest, key = access.membership.guest, self.cleaned_data["key"]
        return ask(kind, guest=guest, group=access.group, facts=facts, key=key)


class TakeForm(AskForm):
    """A table to be taken along: "journal.xlsx", or the "sheet.csv" of the night of this number."""

    what = forms.ChoiceField(
        choices=[(one, one) for one in (f"{table}.{kind}" for table in TABLES for kind in KINDS)],
        error_messages=dict.fromkeys(("required", "invalid_choice"), DAMAGED),
    )
    number = forms.IntegerField(required=False, min_value=1, max_value=2**31 - 1)
    language = forms.ChoiceField(
        required=False, choices=settings.LANGUAGES, error_messages={"invalid_choice": DAMAGED}
    )

    def ask_for_table(self, access: GroupAccess) -> Task:
        """Ask for the table as a file; raise Refused, or Http404 where there is no such night or no money."""
        table, _, kind = self.cleaned_data["what"].partition(".")
        facts: dict[str, Any] = {"table": table, "kind": kind, "language": self.cleaned_data["language"]}
        if table == "journal":
            access.check_money()
        if table == "sheet":
            if self.cleaned_data["number"] is None:
                raise Http404("There is no such night.")
            facts["number"] = access.session(self.cleaned_data["number"]).number
        return self.ask(access, Task.Kind.EXPORT_TABLE, facts)


class FileForm(Keyed):
    """Form that takes the JSON file of a group, which a task reads in the background."""

    file = forms.FileField(
        error_messages={
            "required": CHOOSE,
            "empty": gettext_lazy("There is nothing in this file."),
            "missing": CHOOSE,
            "invalid": CHOOSE,
        }
    )

    def clean_file(self) -> UploadedFile[Any]:
        file: UploadedFile[Any] = self.cleaned_data["file"]
        if (file.size or 0) > BIGGEST:
            raise forms.ValidationError(
                sentence(Refused("no_file", case="too_big", most=BIGGEST // 1_000_000))
            )
        return file

    @property
    def megabytes(self) -> int:
        """Return how many the file has, begun ones counted whole; only of a valid form."""
        return -(-(self.cleaned_data["file"].size or 0) // 1_000_000)

    def bring(self, guest: uuid.UUID) -> Task:
        """Have it brought in for this guest, who will own the group. Raises Refused."""
        file, key = self.cleaned_data["file"], self.cleaned_data["key"]
        facts = {"name": file.name, "size": file.size, "form": str(key)}
        return ask(Task.Kind.IMPORT_GROUP, guest=guest, facts=facts, files={BROUGHT: file}, key=key)

    def brought(self, guest: uuid.UUID) -> Task | None:
        """Return what this guest asked for with this very form before, unless nothing came of it."""
        asked = Task.objects.filter(guest=guest, facts__form=str(self.cleaned_data["key"]))
        vain = (Task.State.REFUSED, Task.State.FAILED)
        return asked.exclude(state__in=vain).order_by("-asked_at").first()


# The sheets of so many nights are offered, the latest.
MOST_NIGHTS = 500


@watcher
@require_safe
def exchange(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    return _page(request, access)


@watcher
@limited(Limit.TASKS)
@require_POST
def take(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    form = TakeForm(request.POST)
    return _asked(request, access, form, lambda: form.ask_for_table(access))


@owner
@limited(Limit.TASKS)
@require_POST
@also_put_away
def take_all(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    form = AskForm(request.POST)
    return _asked(request, access, form, lambda: form.ask(access, Task.Kind.EXPORT_GROUP))


@owner
@limited(Limit.TASKS)
@require_POST
@also_put_away
def check_book(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    form = AskForm(request.POST)
    return _asked(request, access, form, lambda: form.ask(access, Task.Kind.AUDIT))


@anyone
@require_http_methods(["GET", "HEAD", "POST"])
def from_file(request: HttpRequest) -> HttpResponse:
    """Bring in a group from a file; whoever brings it owns it here."""
    if request.method != "POST":
        return show(request, "group/exchange/from_file.html", {"form": FileForm()})
    form = FileForm(request.POST, request.FILES)

    def bring() -> Task:
        count(request, Limit.UPLOADS)
        count(request, Limit.MEGABYTES, times=form.megabytes)
        return gain(request, write=form.bring, before=form.brought)

    if form.wrote(bring):
        return go_to(request, resolve_url("task", key=form.written.key))
    return show(request, "group/exchange/from_file.html", {"form": form}, status=422)


def _asked(request: HttpRequest, access: GroupAccess, form: AskForm, ask: Callable[[], Task]) -> HttpResponse:
    # Ask for it in the background and show how far it is, or say next to the buttons why not.
    if form.wrote(ask):
        return go_to(request, resolve_url("task", key=form.written.key))
    return _page(request, access, form, status=422)


def _page(
    request: HttpRequest, access: GroupAccess, form: AskForm | None = None, *, status: int = 200
) -> HttpResponse:
    nights = access.group.sessions.filter(is_copied=False).order_by("-number")
    context = {
        "access": access,
        "tasks": tasks_of(access.membership.guest, access.group),
        "wrong": form.wrong_sentences if form else (),
        "nights": nights.values_list("number", "started_at")[:MOST_NIGHTS],
        "brought": [(one, files_called(one.files)) for one in imports_of(access.group)]
        if access.is_owner
        else (),
        "programs": brought_of(access.group) if access.is_owner and access.group.currency else (),
    }
    return show(request, "group/exchange/page.html", context, status=status)
