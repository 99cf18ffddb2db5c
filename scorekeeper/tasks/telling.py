"""A task in words: what it is called, how far it is, how it ended."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scorekeeper.models import Task
from scorekeeper.text.figures import count
from scorekeeper.text.refusals import sentence
from scorekeeper.text.refusals.stored import Row, read_stored

NAMES = {
    Task.Kind.IMPORT_GROUP: gettext_lazy("A group from a file"),
    Task.Kind.EXPORT_GROUP: gettext_lazy("The whole group as a file"),
    Task.Kind.COPY_NOTEBOOK: gettext_lazy("The old notebook"),
    Task.Kind.UNDO_NOTEBOOK: gettext_lazy("Undoing an import"),
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

BRINGS = frozenset(
    {Task.Kind.IMPORT_GROUP, Task.Kind.COPY_NOTEBOOK, Task.Kind.UNDO_NOTEBOOK, Task.Kind.REMOVE_GROUP}
)
"""Kinds that leave nothing to look at when they are done, but the book."""

COUNTS_NIGHTS = frozenset({Task.Kind.COPY_NOTEBOOK, Task.Kind.UNDO_NOTEBOOK, Task.Kind.AUDIT})

SHORT = {
    Task.State.WAITING: gettext_lazy("waiting"),
    Task.State.DONE: gettext_lazy("ready"),
    Task.State.REFUSED: gettext_lazy("not done"),
    Task.State.FAILED: gettext_lazy("not done"),
}


def name_of(task: Task) -> str:
    """What it is: "The money history for Excel"."""
    if task.kind != Task.Kind.EXPORT_TABLE:
        return str(NAMES[Task.Kind(task.kind)])
    facts = task.facts
    return str(TABLES[facts["table"], facts["kind"]]).format(number=facts.get("number"))


def short(task: Task) -> str:
    """How it stands, in a word or two: "waiting", "34 %", "ready"; of a checked book "all is well"."""
    if task.state == Task.State.DONE and task.kind == Task.Kind.AUDIT:
        return _("something differs") if task.answer.get("differences") else _("all is well")
    if task.state != Task.State.RUNNING:
        return str(SHORT[Task.State(task.state)])
    return _("{percent} %").format(percent=percent(task)) if task.of else _("begun")


def percent(task: Task) -> int:
    """How much of it is done; 100 only when all is."""
    return min(99, 100 * task.done // task.of) if task.of else 0


def refusal_of(task: Task) -> str:
    """Why it could not be done, "" where nobody can say any more; older tasks kept the sentence."""
    if "says" in task.answer:
        return str(task.answer["says"])
    return _said(task.answer["refused"]) if "refused" in task.answer else ""


def differences_of(task: Task) -> tuple[str, ...]:
    """What the audit found, line by line. Tasks of before kept the lines themselves."""
    lines = (one if isinstance(one, str) else _said(one) for one in task.answer.get("lines", ()))
    return tuple(line for line in lines if line)


def _said(row: Row) -> str:
    try:
        return sentence(read_stored(row))
    except (KeyError, ValueError):  # of a version that knew another catalogue
        return ""


def how_far(task: Task) -> str:
    """How far it is: "312 of 930 nights", or a part of the whole."""
    if not task.of:
        return _("It has just begun.")
    if task.kind in COUNTS_NIGHTS:
        words = ngettext("{done} of {nights} night", "{done} of {nights} nights", task.of)
        return words.format(done=count(min(task.done, task.of)), nights=count(task.of))
    return _("{percent} % done").format(percent=percent(task))
