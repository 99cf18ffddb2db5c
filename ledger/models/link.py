"""An address that lets phones into a group."""

import uuid

from django.db import models
from django.utils import timezone

from ledger.models.group import LONGEST_NAME, Group, Membership, Role


class AccessLink(models.Model):
    """An address that lets phones into a group, as `role`, until it is turned off or its time is up.

    Its secret is nowhere stored, only its `digest` (SHA-256, in hexadecimal): whoever gave it can say it
    again by `nonce`. One that is good `once` lets one phone in. Of a link to keep score that ends, the role
    lasts as long as the link: who came by it only watches afterwards. `came` counts the phones that came by
    it. `key` is that of the form that made it; `changes` how often it was changed since, the last time by
    `last_key`.
    """

    group = models.ForeignKey(Group, models.PROTECT, related_name="links")
    key = models.UUIDField(unique=True)
    role = models.CharField(max_length=8, choices=Role.choices)
    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    nonce = models.UUIDField(default=uuid.uuid4)
    digest = models.CharField(max_length=64, unique=True)
    once = models.BooleanField(default=False)
    # No constraint: a group that is removed loses its members first, and these point at its links.
    made_by = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="+", db_constraint=False)
    made_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    came = models.PositiveIntegerField(default=0)
    changes = models.PositiveIntegerField(default=0)
    last_key = models.UUIDField(null=True)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.role} of {self.group}"

    @property
    def is_open_now(self) -> bool:
        """Return whether it lets somebody in who comes now."""
        is_over = self.expires_at is not None and self.expires_at <= timezone.now()
        return self.revoked_at is None and not is_over and not self.is_spent

    @property
    def is_spent(self) -> bool:
        return self.once and self.came > 0
