"""A task in words: what it is called, how far it is, how it ended."""

from __future__ import annotations

from scorekeeper.models import Task
from scorekeeper.text.refusals import sentence
from scorekeeper.text.refusals.stored import Row, read_stored

NAMES = {
    Task.Kind.IMPORT_GROUP: "A group from a file",
    Task.Kind.EXPORT_GROUP: "The whole group as a file",
    Task.Kind.COPY_NOTEBOOK: "The old notebook",
    Task.Kind.AUDIT: "Checking the book",
    Task.Kind.REMOVE_GROUP: "Removing a group",
}
TABLES = {"results": "The results", "journal": "The journal"}
KINDS = {"csv": "CSV", "xlsx": "Excel"}

BRINGS = frozenset({Task.Kind.IMPORT_GROUP, Task.Kind.COPY_NOTEBOOK, Task.Kind.REMOVE_GROUP})
"""Kinds that leave nothing to look at when they are done, but the book."""

COUNTS_NIGHTS = frozenset({Task.Kind.COPY_NOTEBOOK, Task.Kind.AUDIT})

SHORT = {
    Task.State.WAITING: "waiting",
    Task.State.DONE: "ready",
    Task.State.REFUSED: "not done",
    Task.State.FAILED: "not done",
}


def name_of(task: Task) -> str:
    """What it is: "The journal for Excel"."""
    if task.kind != Task.Kind.EXPORT_TABLE:
        return NAMES[Task.Kind(task.kind)]
    facts = task.facts
    table = TABLES.get(facts["table"]) or f"The sheet of night {facts['number']}"
    return f"{table} {'for' if facts['kind'] == 'xlsx' else 'as'} {KINDS[facts['kind']]}"


def short(task: Task) -> str:
    """How it stands, in a word or two: "waiting", "34 %", "ready"; of a checked book "all is well"."""
    if task.state == Task.State.DONE and task.kind == Task.Kind.AUDIT:
        return "something differs" if task.answer.get("differences") else "all is well"
    if task.state != Task.State.RUNNING:
        return SHORT[Task.State(task.state)]
    return f"{percent(task)} %" if task.of else "begun"


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
        return "It has just begun."
    if task.kind in COUNTS_NIGHTS:
        return f"{min(task.done, task.of):,} of {task.of:,} nights"
    return f"{percent(task)} % done"
