"""Who pays whom: what is open of the group's money, projected from the journal, never the truth itself."""

from django.db import models

from ledger.models.group import Group, Player


class OpenPayment(models.Model):
    """A payment that is still to be made; nobody as payer or payee is the kitty's box.

    All of a group's add up to its balances, but for what was paid at a night that goes on.
    """

    group = models.ForeignKey(Group, models.PROTECT, related_name="open_payments")
    payer = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    payee = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    cents = models.BigIntegerField()

    class Meta:
        ordering = ("id",)
        constraints = (
            models.CheckConstraint(condition=models.Q(cents__gt=0), name="an_open_payment_is_of_something"),
        )

    def __str__(self) -> str:
        return f"{self.payer or 'the box'} pays {self.payee or 'the box'} {self.cents} cents"
