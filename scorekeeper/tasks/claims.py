"""Claims on tasks: a server takes one by a single UPDATE, and keeps it by renewing `seen_at`."""

import uuid
from collections.abc import Collection
from datetime import timedelta
from threading import Event
from time import monotonic
from typing import Any

from django.db import connection
from django.db.models import Q
from django.utils import timezone

from ledger.models import Group
from scorekeeper.models import Task
from scorekeeper.tasks.files import is_here

State = Task.State

# Wakes the work in the background of this process.
BELL = Event()

# A task that nobody was at for so long had its server killed. Seen so much later than now, it was seen by a
# clock that was wrong.
UNSEEN = timedelta(minutes=1)

# A task that was begun so often and never ended kills its server each time: it is not begun again.
MOST_BEGUN = 3

# Number of the oldest tasks looked at: more than may wait.
LOOKS_AT = 250

# Seconds between two notes of how far a task is.
TELLS_EVERY = 0.5


class Lost(BaseException):
    """The task is not this server's any more: its guest gave it up, or another server took it.

    No `Exception`, so that no handler in the work keeps it.
    """


class Claim:
    """This server's hold on a task. `seen_at` is its proof: whoever takes the task writes another one."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.told_at = monotonic()
        self._how_far: dict[str, int] = {}

    @property
    def _row(self) -> Any:
        return Task.objects.filter(pk=self.task.pk, seen_at=self.task.seen_at)

    @property
    def is_mine(self) -> bool:
        return bool(self._row.filter(state=State.RUNNING).exists())

    @property
    def is_anothers(self) -> bool:
        """Whether another server runs it now, which then needs its files and what was staged."""
        return Task.objects.filter(pk=self.task.pk, state__in=(State.WAITING, State.RUNNING)).exists()

    def tell(self, done: int, of: int) -> None:
        """Note how far it is, now and then: the last that was heard, as not every pause knows.

        Raise Lost as soon as the task is not ours any more.
        """
        if of:
            self._how_far = {"done": done, "of": of}
        if monotonic() - self.told_at < TELLS_EVERY:
            if not self.is_mine:
                raise Lost
            return
        self.told_at = monotonic()
        self._write(seen_at=timezone.now(), **self._how_far)

    def began(self, group: Group) -> None:
        """Remember the group that an import stages, to remove it if the import comes to no end."""
        self._write(answer={**self.task.answer, "staged": group.pk})

    def _write(self, **values: Any) -> None:
        if not self._row.filter(state=State.RUNNING).update(**values):
            raise Lost
        for name, value in values.items():
            setattr(self.task, name, value)

    def end(self, state: Task.State, answer: dict[str, Any]) -> None:
        """Write down what came of it. What is done is done, even if it was given up at the last moment."""
        row = self._row if state == State.DONE else self._row.filter(state=State.RUNNING)
        row.update(state=state, answer=answer, ended_at=timezone.now())

    def give_back(self) -> None:
        """Let the next server begin it anew at once, as this one stops."""
        begun = self.task.answer.get("begun", 1) - 1
        answer = {**self.task.answer, "begun": begun}
        self._row.filter(state=State.RUNNING).update(state=State.WAITING, seen_at=None, answer=answer)


def is_at_it() -> Q:
    now = timezone.now()
    return Q(state=State.RUNNING, seen_at__gt=now - UNSEEN, seen_at__lt=now + UNSEEN)


def free_tasks_of_dead_servers() -> None:
    """Let every running task be taken at once, as a server starts on SQLite, where it is the only one.

    Where the one before it still ends, its claims are lost, and it stops at its next step.
    """
    if connection.vendor == "sqlite":
        Task.objects.filter(state=State.RUNNING).update(state=State.WAITING, seen_at=None)


def take(*, busy: Collection[uuid.UUID] = ()) -> Claim | None:
    """Claim the oldest task that can be done here, of guests who have none running; None if there is none."""
    left = Q(state=State.RUNNING) & ~is_at_it()
    to_do = Task.objects.filter(Q(state=State.WAITING) | left).exclude(guest__in=busy)
    for task in to_do.order_by("asked_at")[:LOOKS_AT]:
        # On SQLite a folder that is not here was on a disk that is gone, as is what it would need.
        if is_here(task.key) and (claim := _claimed(task)):
            return claim
    return None


def _claimed(task: Task) -> Claim | None:
    # A hold on this task, unless another server was quicker.
    begun = task.answer.get("begun", 0) + 1
    values: dict[str, Any] = {
        "state": State.RUNNING,
        "seen_at": timezone.now(),
        "done": 0,
        "of": 0,
        "answer": {**task.answer, "begun": begun},
    }
    if begun > MOST_BEGUN:
        values |= {"state": State.FAILED, "ended_at": values["seen_at"]}
    if not Task.objects.filter(pk=task.pk, state=task.state, seen_at=task.seen_at).update(**values):
        return None
    for name, value in values.items():
        setattr(task, name, value)
    return Claim(task) if begun <= MOST_BEGUN else None
