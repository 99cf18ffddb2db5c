"""Tables of the pages beside the book: work in the background, and counters against floods."""

import uuid

from django.db import models
from django.utils import timezone

from ledger.models import Group


class Task(models.Model):
    """Work that takes longer than a page may: it goes on in the background, and has a page of its own.

    `guest` is who asked for it; only he finds it again. `facts` are what was asked, `answer` what came of it,
    both as the kind of task says. Its files lie in a folder called like its key.
    """

    class Kind(models.TextChoices):
        IMPORT_GROUP = "import_group"
        EXPORT_GROUP = "export_group"
        EXPORT_TABLE = "export_table"
        COPY_NOTEBOOK = "copy_notebook"
        UNDO_NOTEBOOK = "undo_notebook"
        BRING_SHARED = "bring_shared"
        UNDO_SHARED = "undo_shared"
        AUDIT = "audit"
        REMOVE_GROUP = "remove_group"

    class State(models.TextChoices):
        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"
        REFUSED = "refused"
        FAILED = "failed"

    key = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=16, choices=Kind.choices)
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    guest = models.UUIDField()
    group = models.ForeignKey(Group, models.CASCADE, null=True, related_name="+")
    facts = models.JSONField(default=dict)
    answer = models.JSONField(default=dict)
    done = models.PositiveIntegerField(default=0)
    of = models.PositiveIntegerField(default=0)
    asked_at = models.DateTimeField(default=timezone.now)

    # When the server that runs it was last at it: a server that was killed is not at it any more.
    seen_at = models.DateTimeField(null=True)

    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("asked_at",)
        indexes = (
            models.Index(fields=("guest", "asked_at"), name="tasks_of_a_guest"),
            models.Index(fields=("state", "asked_at"), name="tasks_to_do"),
        )


class TaskFile(models.Model):
    """A part of a file of a task, on PostgreSQL: any server finds what another was brought, or has made.

    On SQLite there is one server, and its disk; there are parts only of what a move has brought along. `key`
    is the task's; it goes with the task.
    """

    key = models.UUIDField()
    name = models.CharField(max_length=20)
    part = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("key", "name", "part"), name="one_part_of_a_file_of_a_task"),
        )


class Counter(models.Model):
    """A bucket of a limit: full again at `until`. `what` names the limit and a guest, an address or a name.

    "guest …" notes besides that a guest was given a fresh id, a year before `until`; `count` is 1 as soon as
    its phone has come with that (scorekeeper/visitors/guests.py).
    """

    what = models.CharField(max_length=120, primary_key=True)
    count = models.PositiveIntegerField()
    until = models.DateTimeField()

    class Meta:
        indexes = (models.Index(fields=("until",), name="counters_by_age"),)
