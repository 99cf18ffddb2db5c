"""Shared expenses: what was paid in all stands in the header of its transaction."""

from django.db import migrations, models

from ledger.models.guards import GuardsOff, GuardsOn


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0009_entries_have_a_known_kind"),
    ]

    replaces = [("ledger", "0014_expenses_are_shared")]  # its name before it was released

    operations = [
        GuardsOff(),
        migrations.AddField(
            model_name="transaction",
            name="amount",
            field=models.BigIntegerField(null=True),
        ),
        migrations.AlterField(
            model_name="transaction",
            name="kind",
            field=models.CharField(
                choices=[
                    ("night", "Night"),
                    ("payment", "Payment"),
                    ("kitty", "Kitty"),
                    ("expense", "Expense"),
                    ("carried", "Carried"),
                    ("adjustment", "Adjustment"),
                ],
                max_length=10,
            ),
        ),
        GuardsOn(),
    ]
