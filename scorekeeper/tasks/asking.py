"""Asking for work in the background, and giving it up."""

import json
import uuid
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from ledger.models import Group
from ledger.recording import Refused
from scorekeeper.models import Task
from scorekeeper.tasks.claims import BELL
from scorekeeper.tasks.files import Upload, keep, make_folder, throw_away
from scorekeeper.tasks.kinds import put_away
from scorekeeper.tasks.worker import run_all

State = Task.State
GOING = frozenset({State.WAITING, State.RUNNING})

MOST_OF_A_GUEST = 5
MOST = 200

# Tasks of a guest, with their files; the oldest that are over make room for new ones.
MOST_KEPT = 20


def ask(
    kind: Task.Kind,
    *,
    guest: uuid.UUID,
    group: Group | None = None,
    facts: Mapping[str, Any] | None = None,
    files: Mapping[str, Upload] | None = None,
    key: uuid.UUID | None = None,
) -> Task:
    """Have it done in the background; return the task, as it stands then.

    `key` is the form's: what is sent twice is asked once. An export that is under way already is not asked
    for again, and a new one takes the place of the same one of before. Raises Refused where too much waits
    already, or the disk has no room.
    """
    said = dict(facts or {})
    mine = list(Task.objects.filter(guest=guest).order_by("asked_at"))
    alike = [one for one in mine if (one.kind, one.group_id, one.facts) == (kind, group and group.pk, said)]
    # A key of what was asked, by whom, from which form: nobody meets another's.
    asked = json.dumps([kind, str(guest), group and group.pk, said], sort_keys=True)
    wanted = uuid.uuid5(key, asked) if key else uuid.uuid4()
    for one in alike:
        # The same form, or the same thing that is still under way.
        if one.key == wanted and one.state not in (State.REFUSED, State.FAILED):
            return one
        if not files and one.state in GOING:
            return one
    if sum(one.state in GOING for one in mine) >= MOST_OF_A_GUEST:
        raise Refused("too_many", case="yours", most=MOST_OF_A_GUEST)
    if Task.objects.filter(state__in=GOING).count() >= MOST:
        raise Refused("too_many", case="everybodys")
    _make_room(mine, [] if files else alike)
    if any(one.key == wanted for one in alike):
        wanted = uuid.uuid4()
    make_folder(wanted, files or {})
    # Sent twice at the same moment, it is there already.
    with suppress(IntegrityError), transaction.atomic():
        Task.objects.create(key=wanted, kind=kind, guest=guest, group=group, facts=said)
        for name in files or {}:
            keep(wanted, name)
    if settings.TASKS_AT_ONCE:
        run_all()
    else:
        transaction.on_commit(BELL.set)
    return Task.objects.get(pk=wanted)


def give_up(task: Task) -> None:
    """Stop what waits or runs; what it wrote so far is removed by whoever runs it, before its next step."""
    waited = Task.objects.filter(pk=task.pk, state=State.WAITING)
    running = Task.objects.filter(pk=task.pk, state=State.RUNNING)
    values = {"state": State.REFUSED, "ended_at": timezone.now()}
    if waited.update(answer={"is_stopped": True}, **values):
        put_away(task)
    else:
        task.refresh_from_db()
        running.update(answer={**task.answer, "is_stopped": True}, **values)


def _make_room(mine: list[Task], replaced: list[Task]) -> None:
    # Take away what a new task replaces, and the oldest where a guest has many.
    over = [one for one in mine if one.state not in GOING]
    for one in {*replaced, *over[: max(0, len(mine) - MOST_KEPT + 1)]}:
        if one.state not in GOING:
            throw_away(one.key)
            one.delete()
