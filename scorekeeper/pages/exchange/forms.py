"""Files out and in: what is to be taken along or looked over, and a group's file that is brought.

Each form asks for work in the background, once; `task` is what it asked for.
"""

from __future__ import annotations

import uuid
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404
from django.utils.translation import gettext_lazy

from ledger.exchange.group import BIGGEST
from ledger.recording import Refused
from scorekeeper.access import GroupAccess
from scorekeeper.http.forms import DAMAGED, Keyed
from scorekeeper.models import Task
from scorekeeper.tasks import ask
from scorekeeper.tasks.files import BROUGHT
from scorekeeper.text.refusals import sentence

TABLES = ("results", "journal", "sheet")
KINDS = ("csv", "xlsx")
CHOOSE = gettext_lazy("Choose the file first.")


class AskForm(Keyed):
    """Asks for something that a group's page has a button for."""

    task: Task

    @property
    def wrong(self) -> list[str]:
        """Everything that is wrong with it, for a page that has only buttons."""
        return [str(error) for errors in self.errors.values() for error in errors]

    def ask_for_all(self, access: GroupAccess) -> None:
        """The whole group as a file. Raises Refused."""
        self._ask(Task.Kind.EXPORT_GROUP, access)

    def ask_for_audit(self, access: GroupAccess) -> None:
        """Look over the group's book. Raises Refused."""
        self._ask(Task.Kind.AUDIT, access)

    def _ask(self, kind: Task.Kind, access: GroupAccess, facts: dict[str, Any] | None = None) -> None:
        guest, key = access.membership.guest, self.cleaned_data["key"]
        self.task = ask(kind, guest=guest, group=access.group, facts=facts, key=key)


class TakeForm(AskForm):
    """A table to be taken along: "journal.xlsx", or the "sheet.csv" of the night of this number."""

    what = forms.ChoiceField(
        choices=[(one, one) for one in (f"{table}.{kind}" for table in TABLES for kind in KINDS)],
        error_messages=dict.fromkeys(("required", "invalid_choice"), DAMAGED),
    )
    number = forms.IntegerField(required=False, min_value=1, max_value=2**31 - 1)

    def ask_for_table(self, access: GroupAccess) -> None:
        """The table as a file; 404 where there is no such night, and no money. Raises Refused."""
        table, _, kind = self.cleaned_data["what"].partition(".")
        facts: dict[str, Any] = {"table": table, "kind": kind}
        if table == "journal":
            access.check_money()
        if table == "sheet":
            if self.cleaned_data["number"] is None:
                raise Http404("There is no such night.")
            facts["number"] = access.session(self.cleaned_data["number"]).number
        self._ask(Task.Kind.EXPORT_TABLE, access, facts)


class FileForm(Keyed):
    """One JSON file with a group in it. It is read in the background; here it is only taken."""

    task: Task

    file = forms.FileField(
        error_messages={
            "required": CHOOSE,
            "empty": gettext_lazy("There is nothing in this file."),
            "missing": CHOOSE,
            "invalid": CHOOSE,
        }
    )

    @property
    def megabytes(self) -> int:
        """How many the file has, begun ones counted whole; only of a valid form."""
        return -(-(self.cleaned_data["file"].size or 0) // 1_000_000)

    def clean_file(self) -> UploadedFile[Any]:
        """Return the file. Raises ValidationError for one that is larger than a group's file may be."""
        file: UploadedFile[Any] = self.cleaned_data["file"]
        if (file.size or 0) > BIGGEST:
            raise forms.ValidationError(
                sentence(Refused("no_file", case="too_big", most=BIGGEST // 1_000_000))
            )
        return file

    def bring(self, guest: uuid.UUID) -> Task:
        """Have it brought in for this guest, who will own the group. Raises Refused."""
        file, key = self.cleaned_data["file"], self.cleaned_data["key"]
        facts = {"name": file.name, "size": file.size, "form": str(key)}
        return ask(Task.Kind.IMPORT_GROUP, guest=guest, facts=facts, files={BROUGHT: file}, key=key)

    def brought(self, guest: uuid.UUID) -> Task | None:
        """What this guest asked for with this very form before, unless nothing came of it."""
        asked = Task.objects.filter(guest=guest, facts__form=str(self.cleaned_data["key"]))
        vain = (Task.State.REFUSED, Task.State.FAILED)
        return asked.exclude(state__in=vain).order_by("-asked_at").first()
