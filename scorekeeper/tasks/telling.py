"""A guest's tasks, found and listed, and each in words: its name, how far it is, how it ended."""

import uuid
from datetime import timedelta
from typing import Any

from django.db.models import Case, Q, Value, When
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ledger.models import Group, Membership, Role
from ledger.recording import is_gone
from scorekeeper.models import Task
from scorekeeper.text.figures import count, percentage
from scorekeeper.text.refusals import sentence
from scorekeeper.text.refusals.stored import StoredRow, read_stored

NAMES = {
    Task.Kind.IMPORT_GROUP: gettext_lazy("A group from a file"),
    Task.Kind.EXPORT_GROUP: gettext_lazy("The whole group as a file"),
    Task.Kind.COPY_NOTEBOOK: gettext_lazy("The old notebook"),
    Task.Kind.UNDO_NOTEBOOK: gettext_lazy("Undoing an import"),
    Task.Kind.BRING_SHARED: gettext_lazy("Another program’s file"),
    Task.Kind.UNDO_SHARED: gettext_lazy("Undoing another program’s file"),
    Task.Kind.AUDIT: gettext_lazy("Checking the scores"),
    Task.Kind.REMOVE_GROUP: gettext_lazy("Removing a group"),
}
TABLES = {
    ("results", "csv"): gettext_lazy("The results as CSV"),
    ("results", "xlsx"): gettext_lazy("The results for Excel"),
    ("journal", "csv"): gettext_lazy("The money history as CSV"),
    ("journal", "xlsx"): gettext_lazy("The money history for Excel"),
    ("sheet", "csv"): gettext_lazy("The sheet of night {number} as CSV"),
    ("sheet", "xlsx"): gettext_lazy("The sheet of night {number} for Excel"),
}

# Kinds that leave nothing to look at when they are done, but the book.
BRINGS = frozenset(
    {
        Task.Kind.IMPORT_GROUP,
        Task.Kind.COPY_NOTEBOOK,
        Task.Kind.UNDO_NOTEBOOK,
        Task.Kind.BRING_SHARED,
        Task.Kind.UNDO_SHARED,
        Task.Kind.REMOVE_GROUP,
    }
)

COUNTS_NIGHTS = frozenset({Task.Kind.COPY_NOTEBOOK, Task.Kind.UNDO_NOTEBOOK, Task.Kind.AUDIT})

SHORT = {
    Task.State.WAITING: gettext_lazy("waiting"),
    Task.State.DONE: gettext_lazy("ready"),
    Task.State.REFUSED: gettext_lazy("not done"),
    Task.State.FAILED: gettext_lazy("not done"),
}

State = Task.State
MOST = 5
A_DAY = timedelta(days=1)
FOR_OWNERS = frozenset(
    {
        Task.Kind.EXPORT_GROUP,
        Task.Kind.COPY_NOTEBOOK,
        Task.Kind.UNDO_NOTEBOOK,
        Task.Kind.BRING_SHARED,
        Task.Kind.UNDO_SHARED,
        Task.Kind.AUDIT,
    }
)


def name_of(task: Task) -> str:
    """Return the name of a task: "The money history for Excel"."""
    if task.kind != Task.Kind.EXPORT_TABLE:
        return str(NAMES[Task.Kind(task.kind)])
    facts = task.facts
    return str(TABLES[facts["table"], facts["kind"]]).format(number=facts.get("number"))


def short(task: Task) -> str:
    """Return the state in a word or two: "waiting", "34 %", "ready"; of a checked book "all is well"."""
    if task.state == Task.State.DONE and task.kind == Task.Kind.AUDIT:
        return _("something differs") if task.answer.get("differences") else _("all is well")
    if task.state != Task.State.RUNNING:
        return str(SHORT[Task.State(task.state)])
    return percentage(percent(task)) if task.of else _("begun")


def percent(task: Task) -> int:
    return min(99, 100 * task.done // task.of) if task.of else 0


def refusal_of(task: Task) -> str:
    """Why it could not be done, "" where nobody can say any more; older tasks kept the sentence."""
    if "says" in task.answer:
        return str(task.answer["says"])
    return _said(task.answer["refused"]) if "refused" in task.answer else ""


def differences_of(task: Task) -> tuple[str, ...]:
    """Return the lines of the audit. Older tasks kept the sentences themselves."""
    lines = (one if isinstance(one, str) else _said(one) for one in task.answer.get("lines", ()))
    return tuple(line for line in lines if line)


def _said(row: StoredRow) -> str:
    try:
        return sentence(read_stored(row))
    except (KeyError, ValueError):  # of a version that knew another catalogue
        return ""


def how_far(task: Task) -> str:
    """Return the progress: "312 of 930 nights", or a percent."""
    if not task.of:
        return _("It has just begun.")
    if task.kind in COUNTS_NIGHTS:
        words = ngettext("{done} of {nights} night", "{done} of {nights} nights", task.of)
        return words.format(done=count(min(task.done, task.of)), nights=count(task.of))
    return _("{percent} done").format(percent=percentage(percent(task)))


def find_task(key: uuid.UUID, guest: uuid.UUID | None) -> Task | None:
    """Return the task of this guest, who may still open its subject (two queries); None for any other."""
    if guest is None:
        return None
    task = Task.objects.filter(pk=key, guest=guest).select_related("group").first()
    if task is not None and task.group is not None:
        mine = Membership.objects.filter(group=task.group, guest=guest).first()
        if mine is None or is_gone(task.group) or (task.kind in FOR_OWNERS and mine.role != Role.OWNER):
            return None
        if task.facts.get("table") == "journal" and not mine.sees_money:
            return None
    return task


def tasks_of(guest: uuid.UUID | None, group: Group | None = None) -> tuple[dict[str, Any], ...]:
    """Return the tasks of this guest since yesterday that are worth a look (one query).

    Each by its names in templates: what it is, which group it is about ("" for none yet), and how it stands.
    What is under way comes first, then what is newest. A phone that was removed from a group is told
    nothing of it any more, nor is anybody of a group that is gone.
    """
    if guest is None:
        return ()
    # Imports that are done are in the book, and tasks that were stopped are forgotten.
    found = Task.objects.filter(guest=guest, asked_at__gt=timezone.now() - A_DAY).exclude(
        Q(state=State.DONE, kind__in=BRINGS) | Q(answer__has_key="is_stopped")
    )
    if group is not None:
        found = found.filter(group=group)
    mine = Group.objects.filter(memberships__guest=guest).exclude(leaves_at__lte=timezone.now())
    found = found.filter(Q(group=None) | Q(group__in=mine))
    going_first = Case(When(state__in=(State.WAITING, State.RUNNING), then=Value(0)), default=Value(1))
    return tuple(
        {
            "key": one.key,
            "name": name_of(one),
            "about": one.group.name if one.group and group is None else "",
            "stands": short(one),
            "is_going": one.state in (State.WAITING, State.RUNNING),
        }
        for one in found.select_related("group").order_by(going_first, "-asked_at")[:MOST]
    )
