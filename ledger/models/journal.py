"""The group's money: a journal of transactions in whole cents, and stored plans of payments.

A posting's cents are + for somebody who is owed money and − for somebody who owes it; every transaction adds
up to zero. Transactions and settlements are written after their lines and seal them (`guards`).
"""

from django.db import models

from ledger.models.group import Group, Membership, Player
from ledger.models.session import Session

LONGEST_NOTE = 200


class Kind(models.TextChoices):
    """The subject of a transaction."""

    NIGHT = "night"
    PAYMENT = "payment"
    KITTY = "kitty"
    EXPENSE = "expense"
    CARRIED = "carried"
    ADJUSTMENT = "adjustment"


class Account(models.TextChoices):
    """The owner of cents: a player, the kitty's box (− is what lies in it), or all together."""

    PLAYER = "player"
    BOX = "box"
    COMMON = "common"


class PlanMode(models.TextChoices):
    """The way a settlement is paid: person to person in the fewest payments, or through a treasurer."""

    FEWEST = "fewest"
    TREASURER = "treasurer"


class Settlement(models.Model):
    """A plan of payments that brings balances to zero; paying a part of it changes nothing in it.

    It covers what was brought before `until`, the end of its month; without one, what there was by then.
    `is_exact` says whether there is no plan with fewer payments; `lines` is how many payments it has.
    """

    key = models.UUIDField(primary_key=True)
    group = models.ForeignKey(Group, models.PROTECT, related_name="settlements")
    number = models.PositiveIntegerField()
    session = models.ForeignKey(Session, models.PROTECT, null=True, related_name="settlements")
    until = models.DateTimeField(null=True)
    label = models.CharField(max_length=LONGEST_NOTE, blank=True)
    mode = models.CharField(max_length=9, choices=PlanMode.choices)
    treasurer = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    is_exact = models.BooleanField()
    by = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()
    lines = models.PositiveIntegerField()

    class Meta:
        ordering = ("-number",)
        constraints = (
            models.UniqueConstraint(fields=("group", "number"), name="one_settlement_of_a_number_in_a_group"),
        )

    def __str__(self) -> str:
        return f"{self.group}: settlement {self.number}"


class DroppedSettlement(models.Model):
    """A plan that is kept no longer: what was open of it is back among what is open in the group."""

    key = models.UUIDField(primary_key=True)
    settlement = models.OneToOneField(Settlement, models.PROTECT, related_name="dropped")
    by = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.settlement}, dropped"


class SettlementPayment(models.Model):
    """A payment of a plan; nobody as payer or payee is the kitty's box."""

    settlement = models.ForeignKey(Settlement, models.PROTECT, related_name="payments")
    number = models.PositiveIntegerField()
    payer = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    payee = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    cents = models.BigIntegerField()

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(
                fields=("settlement", "number"), name="one_payment_of_a_number_in_a_settlement"
            ),
        )

    def __str__(self) -> str:
        return f"{self.settlement}, payment {self.number}: {self.cents} cents"


class Transaction(models.Model):
    """A balanced movement of money; corrected by another one, never changed.

    `key` comes from the phone, or is the key of the entry that brought it. `plan` is the planned payment that
    this pays (or, undone, no longer pays); `undoes` the transaction that it takes back; `lines` how many
    postings it has. `method` is how it was paid, or the import that brought it ("Splitwise 2", see
    `ledger.recording.bringing`). `amount` is what a shared expense came to in all: its payer's posting is
    less by what was the payer's own share.
    """

    key = models.UUIDField(primary_key=True)
    group = models.ForeignKey(Group, models.PROTECT, related_name="transactions")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices)
    session = models.ForeignKey(Session, models.PROTECT, null=True, related_name="transactions")
    plan = models.ForeignKey(SettlementPayment, models.PROTECT, null=True, related_name="transactions")
    undoes = models.OneToOneField("self", models.PROTECT, null=True, related_name="undone_by")
    note = models.CharField(max_length=LONGEST_NOTE, blank=True)
    method = models.CharField(max_length=40, blank=True)
    amount = models.BigIntegerField(null=True)
    by = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()
    lines = models.PositiveIntegerField()

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(
                fields=("group", "number"), name="one_transaction_of_a_number_in_a_group"
            ),
        )
        indexes = (models.Index(fields=("group", "kind", "at"), name="transactions_by_time"),)

    def __str__(self) -> str:
        return f"{self.group}, transaction {self.number}: {self.kind}"


class Posting(models.Model):
    """A line of a transaction: so many cents to the good (+) or to the bad (−) of one account."""

    transaction = models.ForeignKey(Transaction, models.PROTECT, related_name="postings")
    account = models.CharField(max_length=6, choices=Account.choices)
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="postings")
    cents = models.BigIntegerField()

    class Meta:
        ordering = ("id",)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(account=Account.PLAYER, player__isnull=False)
                | models.Q(account__in=(Account.BOX, Account.COMMON), player__isnull=True),
                name="a_posting_is_a_players_or_a_box_s",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player or self.account}: {self.cents} cents"


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
