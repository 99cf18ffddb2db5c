"""The work of each kind of task: plain functions, whose result is the task's answer."""

import json
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils.timezone import localdate
from django.utils.translation import override

from ledger.book.sheet import EntryKind
from ledger.exchange.answers import answers_in
from ledger.exchange.copying import at_stake, copy
from ledger.exchange.group import read_group, write_group
from ledger.exchange.notebook import read_notebooks
from ledger.exchange.preview import matched
from ledger.exchange.sharing import bringing_of, read_for
from ledger.exchange.tables import (
    balance_sheet,
    journal,
    results,
    score_sheet,
    write_csv,
    write_xlsx,
)
from ledger.models import Entry, Group, Membership, Role, Session
from ledger.recording import Corrections, Refused, strike_import
from ledger.recording.auditing import of_groups
from ledger.recording.bringing import bring, take_back
from ledger.recording.removing import remove_group
from ledger.standings import names_of
from ledger.standings.nights import amended_by
from scorekeeper.http.downloads import MARK, named
from scorekeeper.models import Task
from scorekeeper.tasks.files import BROUGHT, MADE, fetched, folder_of, throw_away
from scorekeeper.text.receipts import hand_called
from scorekeeper.text.refusals.stored import stored

TaskAnswer = dict[str, Any]

# Is told, in the transaction that stages it, which group an import writes.
Began = Callable[[Group], object]

# Differences that an audit tells one by one.
MOST_LINES = 100


def put_away(task: Task) -> None:
    """Throw away what a task brought of which nothing came; a notebook is kept, to be looked at again."""
    if task.kind != Task.Kind.COPY_NOTEBOOK:
        throw_away(task.key)


def _import_group(task: Task, began: Began) -> TaskAnswer:
    # Bring in the group of a file; its bringer owns it here.
    def guest_now() -> UUID:
        # The lock keeps the phone from getting another id until the transaction of the import ends.
        list(Task.objects.select_for_update().filter(pk=task.pk))
        return _guest(task)

    with fetched(task.key, BROUGHT).open("rb") as file:
        arrival = read_group(file, owner=guest_now, began=began)
    group = arrival.group
    if not arrival.is_new:
        mine = Membership.objects.filter(group=group, guest=_guest(task)).first()
        # Written by this very task, whose server was killed before it could say so.
        if mine is None or mine.role != Role.OWNER or mine.since < task.asked_at:
            raise Refused("known", case="to_you") if mine else Refused("known")
    return {"code": group.code, "nights": group.sessions.count()}


def _export_group(task: Task, began: Began) -> TaskAnswer:
    # Write the whole group as JSON.
    group = _group(task)
    with _made(task).open("wb") as file:
        write_group(group, file)
    return _file(task, group.name, kind="json")


def _export_table(task: Task, began: Began) -> TaskAnswer:
    # Write results, journal, or the sheet of a night, as CSV or XLSX, in the language that was asked for.
    group, facts, kind = _group(task), task.facts, task.facts["kind"]
    with override(facts.get("language") or settings.LANGUAGE_CODE), _made(task).open("wb") as file:
        if facts["table"] == "sheet":
            table = score_sheet(Session.objects.get(group=group, number=facts["number"]), hand_called)
        else:
            table = results(group) if facts["table"] == "results" else journal(group)
        if kind == "xlsx":
            more = [balance_sheet(group)] if facts["table"] == "journal" else []
            write_xlsx(table, *more, file=file)
        else:
            file.write(MARK)
            write_csv(table, file)
    return _file(task, group.name, table.title, kind=kind)


def _copy_notebook(task: Task, began: Began) -> TaskAnswer:
    # Copy the nights of a notebook whose preview was answered; `called` are players by name.
    group, facts, names = _group(task), task.facts, names_of(_group(task))
    texts = json.loads(fetched(task.key, BROUGHT).read_bytes())
    if not set(facts["called"].values()) <= set(names):
        raise Refused("moved_on", case="players")
    called = {**facts.get("same", {}), **{name: names[pk] for name, pk in facts["called"].items()}}
    files = [(name, text) for name, text in texts]
    today = date.fromisoformat(facts["today"]) if "today" in facts else localdate()
    preview = matched(read_notebooks(files, answers=answers_in(facts), today=today), called)
    if "is_settled" in facts:  # tasks of version 0.1 said only yes or no
        owed_from = None if facts["is_settled"] else date.min
    else:
        owed_from = date.fromisoformat(facts["owed_from"]) if facts["owed_from"] else None
    copy(
        group,
        at_stake(preview, group),
        by=_owner(task),
        owed_from=owed_from,
        corrections=Corrections(facts.get("corrections", Corrections.KEEP)),
        key=task.key,
        began=began,
    )
    # Counted in the book: a server that was killed right after it had written them could not say so.
    nights, replaced = group.sessions.filter(brought=task.key).count(), amended_by(group, task.key)
    return {"nights": nights, "replaced": len(replaced)}


def _undo_notebook(task: Task, began: Began) -> TaskAnswer:
    # Take all nights that came with an import out of the count.
    group, by, brought = _group(task), _owner(task), UUID(task.facts["import"])
    strike_import(group, brought, by)
    # Those that a server had struck before it was killed count as well.
    undone = Entry.objects.filter(session__group=group, session__is_copied=True, by=by, at__gte=task.asked_at)
    struck = undone.filter(session__brought=brought, kind=EntryKind.STRUCK, facts__whole=True)
    restored = undone.filter(facts__has_key="undoes")
    return {"nights": struck.values("session").distinct().count(), "restored": restored.count()}


def _bring_shared(task: Task, began: Began) -> TaskAnswer:
    # Book the entries of another program's file whose preview was answered; `called` are players by name.
    group, facts, names = _group(task), task.facts, names_of(_group(task))
    if not set(facts["called"].values()) <= set(names):
        raise Refused("moved_on", case="players")
    _, text = json.loads(fetched(task.key, BROUGHT).read_bytes())
    if (found := read_for(group, text, today=localdate(task.asked_at))) is None:
        raise Refused("damaged")
    called = {name: names[pk] for name, pk in facts["called"].items()}
    brought = bring(group, bringing_of(found, called, by=_owner(task)), began=began)
    return {"entries": brought.lines, "number": brought.number} if brought else {"entries": 0}


def _undo_shared(task: Task, began: Began) -> TaskAnswer:
    # Take back what is left of an import of another program's file.
    return {"entries": take_back(_group(task), task.facts["number"], _owner(task))}


def _owner(task: Task) -> Membership:
    # Return the membership that asked; raise Refused where it owns the group no more.
    by = Membership.objects.filter(group=task.group, guest=_guest(task), role=Role.OWNER).first()
    if by is None:
        raise Refused("no_owner")
    return by


def _audit(task: Task, began: Began) -> TaskAnswer:
    # Audit the group.
    found = 0
    lines: list[dict[str, Any]] = []
    for found, line in enumerate(of_groups([_group(task)]), 1):
        if found <= MOST_LINES:
            lines.append(stored(line))
    return {"differences": found, "lines": lines}


def _remove_group(task: Task, began: Began) -> TaskAnswer:
    # Remove a group whose time to leave has come, and every task about it.
    group = Group.every.filter(pk=task.facts["group"]).first()
    if group is not None:
        for one in Task.objects.filter(group=group):
            throw_away(one.key)
            one.delete()
        remove_group(group)
    return {}


def _group(task: Task) -> Group:
    if task.group is None:
        raise Refused("gone")
    return task.group


def _guest(task: Task) -> UUID:
    # Return the guest who asked: the phone may have a fresh id since this server took the task.
    return Task.objects.filter(pk=task.pk).values_list("guest", flat=True).first() or task.guest


def _made(task: Task) -> Path:
    return folder_of(task.key) / MADE


def _file(task: Task, *words: str, kind: str) -> TaskAnswer:
    # Return the answer of a task that made a file: its name, its kind and its bytes.
    return {"file": f"{named(*words)}.{kind}", "kind": kind, "bytes": _made(task).stat().st_size}


WORK: Mapping[Task.Kind, Callable[[Task, Began], TaskAnswer]] = {
    Task.Kind.IMPORT_GROUP: _import_group,
    Task.Kind.EXPORT_GROUP: _export_group,
    Task.Kind.EXPORT_TABLE: _export_table,
    Task.Kind.COPY_NOTEBOOK: _copy_notebook,
    Task.Kind.UNDO_NOTEBOOK: _undo_notebook,
    Task.Kind.BRING_SHARED: _bring_shared,
    Task.Kind.UNDO_SHARED: _undo_shared,
    Task.Kind.AUDIT: _audit,
    Task.Kind.REMOVE_GROUP: _remove_group,
}


def carried_out(task: Task, began: Began) -> TaskAnswer:
    """Do the work of this task. Raise HandRefused where it cannot be done."""
    return WORK[Task.Kind(task.kind)](task, began)
