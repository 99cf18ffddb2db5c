"""That two players are one person, as somebody said it: only ever added to, and undone by one more line."""

from django.db import models

from ledger.models.group import Group, Membership, Player


class Merge(models.Model):
    """“Mike is Michael”: from then on `player` is `into`, everywhere; what `undoes` another takes it back.

    Nothing in ink is changed by it: whoever reads looks up who is who (`Group.who`). `key` comes from the
    phone: the same sent twice is written once. A group's are numbered 1, 2, 3, …
    """

    key = models.UUIDField(primary_key=True)
    group = models.ForeignKey(Group, models.PROTECT, related_name="merges")
    number = models.PositiveIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    into = models.ForeignKey(Player, models.PROTECT, related_name="+")
    undoes = models.OneToOneField("self", models.PROTECT, null=True, related_name="undone_by")
    by = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("group", "number"), name="one_merge_of_a_number_in_a_group"),
        )

    def __str__(self) -> str:
        is_one = "is not" if self.undoes_id else "is"
        return f"{self.group}: {self.player} {is_one} {self.into}"
