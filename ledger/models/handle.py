"""Where somebody can be paid: his name at a payment service, for links on the page of a plan."""

from django.db import models

from ledger.models.group import Player

LONGEST_HANDLE = 40


class Service(models.TextChoices):
    """A payment service with links of its own."""

    VENMO = "venmo", "Venmo"
    PAYPAL = "paypal", "PayPal"
    CASH_APP = "cashapp", "Cash App"


class PaymentHandle(models.Model):
    """A player's name at a payment service; empty once it was taken away."""

    player = models.ForeignKey(Player, models.PROTECT, related_name="handles")
    service = models.CharField(max_length=8, choices=Service.choices)
    handle = models.CharField(max_length=LONGEST_HANDLE, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("player", "service"), name="one_handle_of_a_player_at_a_service"),
        )

    def __str__(self) -> str:
        return f"{self.player} at {self.service}: {self.handle}"
