"""A guest's tasks: found again by their address, and listed on the pages where he looks for them."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Case, Q, Value, When
from django.utils import timezone

from ledger.models import Group, Membership, Role
from ledger.recording import is_gone
from scorekeeper.models import Task
from scorekeeper.tasks.telling import BRINGS, name_of, short

State = Task.State
MOST = 5
A_DAY = timedelta(days=1)
FOR_OWNERS = frozenset(
    {Task.Kind.EXPORT_GROUP, Task.Kind.COPY_NOTEBOOK, Task.Kind.UNDO_NOTEBOOK, Task.Kind.AUDIT}
)


@dataclass(frozen=True, kw_only=True)
class TaskLine:
    """A task in a list: what it is, which group it is about ("" for none yet), and how it stands."""

    key: uuid.UUID
    name: str
    about: str
    stands: str
    is_going: bool


def find_task(key: uuid.UUID, guest: uuid.UUID | None) -> Task | None:
    """The task of this guest, who may still open what it is about (two queries); None for any other."""
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


def tasks_of(guest: uuid.UUID | None, group: Group | None = None) -> tuple[TaskLine, ...]:
    """What this guest asked for since yesterday and may want to look at (one query).

    What is under way comes first, then what is newest. A phone that was removed from a group is told
    nothing of it any more, nor is anybody of a group that is gone.
    """
    if guest is None:
        return ()
    # What was brought in is in the book, and what was given up is forgotten.
    found = Task.objects.filter(guest=guest, asked_at__gt=timezone.now() - A_DAY).exclude(
        Q(state=State.DONE, kind__in=BRINGS) | Q(answer__has_key="is_stopped")
    )
    if group is not None:
        found = found.filter(group=group)
    mine = Group.objects.filter(memberships__guest=guest).exclude(leaves_at__lte=timezone.now())
    found = found.filter(Q(group=None) | Q(group__in=mine))
    going_first = Case(When(state__in=(State.WAITING, State.RUNNING), then=Value(0)), default=Value(1))
    return tuple(
        TaskLine(
            key=one.key,
            name=name_of(one),
            about=one.group.name if one.group and group is None else "",
            stands=short(one),
            is_going=one.state in (State.WAITING, State.RUNNING),
        )
        for one in found.select_related("group").order_by(going_first, "-asked_at")[:MOST]
    )
