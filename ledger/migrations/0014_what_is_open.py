import django.db.models.deletion
from django.db import migrations, models

from ledger.models.guards import GuardsOff, GuardsOn


class Migration(migrations.Migration):
    """Open payments are filled in after it, by `ledger.apps`."""

    dependencies = [("ledger", "0013_changes_can_be_undone")]

    replaces = [("ledger", "0011_what_is_open")]  # its name before it was released

    operations = [
        GuardsOff(),
        migrations.AddField("group", "coin_cents", models.PositiveIntegerField(default=0)),
        migrations.AddField(
            "group",
            "rest_goes",
            models.CharField(
                choices=[
                    ("nearest", "nearest"),
                    ("won_most", "won_most"),
                    ("lost_most", "lost_most"),
                    ("kitty", "kitty"),
                ],
                default="nearest",
                max_length=9,
            ),
        ),
        # The groups that are here have no list yet; those to come begin with an empty one.
        migrations.AddField(
            "group", "open_list", models.PositiveSmallIntegerField(default=0, editable=False)
        ),
        migrations.AlterField(
            "group", "open_list", models.PositiveSmallIntegerField(default=1, editable=False)
        ),
        migrations.CreateModel(
            name="DroppedSettlement",
            fields=[
                ("key", models.UUIDField(primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.membership",
                    ),
                ),
                (
                    "settlement",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="dropped",
                        to="ledger.settlement",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="OpenPayment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("cents", models.BigIntegerField()),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="open_payments",
                        to="ledger.group",
                    ),
                ),
                (
                    "payer",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.player",
                    ),
                ),
                (
                    "payee",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.player",
                    ),
                ),
                (
                    "plan",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="still_open",
                        to="ledger.settlementpayment",
                    ),
                ),
            ],
            options={
                "ordering": ("id",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("cents__gt", 0)), name="an_open_payment_is_of_something"
                    )
                ],
            },
        ),
        GuardsOn(),
    ]
