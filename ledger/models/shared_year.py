"""An address that shows one year of a group, or of a player, to whoever has it, and nothing else."""

import uuid

from django.db import models

from ledger.models.group import Group, Membership, Player


class SharedYear(models.Model):
    """That the page of a year can be opened by an address, until that is switched off.

    Of a group's year `player` is None. Its secret is nowhere stored, only its `digest`, as of an
    `AccessLink`; without `shows_names` the page says initials. There is one row for a page: switched on anew
    it has another secret. `changes` is how often it was changed, the last time by `last_key`.
    """

    group = models.ForeignKey(Group, models.PROTECT, related_name="+")
    year = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    nonce = models.UUIDField(default=uuid.uuid4)
    digest = models.CharField(max_length=64, unique=True)
    shows_names = models.BooleanField(default=False)
    is_on = models.BooleanField(default=True)
    # No constraint: a group that is removed loses its members first, and these point at them.
    by = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="+", db_constraint=False)
    at = models.DateTimeField()
    changes = models.PositiveIntegerField(default=0)
    last_key = models.UUIDField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("group", "year"),
                condition=models.Q(player=None),
                name="one_address_of_a_year_of_a_group",
            ),
            models.UniqueConstraint(
                fields=("group", "year", "player"), name="one_address_of_a_year_of_a_player"
            ),
        )

    def __str__(self) -> str:
        return f"{self.year} of {self.player or self.group}"
