"""A session and its book of entries, and what is projected from the book for queries."""

import uuid

from django.db import models

from ledger.book.sheet import EntryKind, Struck
from ledger.models.group import Group, Membership


class Session(models.Model):
    """A night at one table. Only `group`, `key` and `number` are its own; the rest is projected.

    Of a night out of a notebook (`is_copied`) `brought` is the import it came with, None where nobody
    knows, and `struck` whether it was taken out of the count. `projection` says by which version of
    `recording.projecting` that was, 0 before versions were counted. `people` are the ids of everybody whom
    its book names, as it does.
    """

    group = models.ForeignKey(Group, models.PROTECT, related_name="sessions")
    key = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    number = models.PositiveIntegerField()
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    hands = models.PositiveIntegerField(default=0)
    is_copied = models.BooleanField(default=False, editable=False)
    brought = models.UUIDField(null=True, editable=False)
    struck = models.CharField(
        max_length=5, blank=True, editable=False, choices=[(one.value, one.value) for one in Struck]
    )
    projection = models.PositiveSmallIntegerField(default=0, editable=False)
    people = models.JSONField(default=list, editable=False)

    class Meta:
        ordering = ("-number",)
        constraints = (
            models.UniqueConstraint(fields=("group", "number"), name="one_session_of_a_number_in_a_group"),
        )
        indexes = (
            models.Index(fields=("group", "started_at", "number"), name="sessions_by_date"),
            models.Index(fields=("group", "brought"), name="sessions_of_an_import"),
            models.Index(
                fields=("group", "started_at", "number"),
                condition=models.Q(ended_at=None),
                name="sessions_that_go_on",
            ),
        )

    def __str__(self) -> str:
        return f"{self.group}: night {self.number}"


def open_sessions(group: Group) -> models.QuerySet[Session]:
    """Return the nights of a group that are not over, the one that began first first.

    In the order of an index that has no others: in any other order SQLite goes through all nights.
    """
    return group.sessions.filter(ended_at=None).order_by("started_at", "number")


class Entry(models.Model):
    """A line in ink. Entries are numbered 1, 2, 3, … in a session and are never changed or deleted.

    `key` comes from the phone: the same entry sent twice is written once.
    """

    session = models.ForeignKey(Session, models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    key = models.UUIDField(unique=True)
    kind = models.CharField(max_length=12, choices=[(kind.value, kind.value) for kind in EntryKind])
    facts = models.JSONField()
    by = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("session", "number"), name="one_entry_of_a_number_in_a_session"),
        )

    def __str__(self) -> str:
        return f"{self.session}, entry {self.number}: {self.kind}"
