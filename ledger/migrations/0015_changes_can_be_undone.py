from django.db import migrations, models

from ledger.models.guards import GuardsOff, GuardsOn


class Migration(migrations.Migration):
    """Only Django's own notes of the model change; the table stays as it is."""

    dependencies = [("ledger", "0014_expenses_are_shared")]

    operations = [
        GuardsOff(),
        migrations.AlterField(
            model_name="entry",
            name="kind",
            field=models.CharField(
                choices=[
                    ("opened", "opened"),
                    ("notebook", "notebook"),
                    ("hand", "hand"),
                    ("corrected", "corrected"),
                    ("voided", "voided"),
                    ("arranged", "arranged"),
                    ("joined", "joined"),
                    ("left", "left"),
                    ("rules", "rules"),
                    ("undone", "undone"),
                    ("ended", "ended"),
                    ("reopened", "reopened"),
                    ("paid", "paid"),
                    ("unpaid", "unpaid"),
                ],
                max_length=12,
            ),
        ),
        GuardsOn(),
    ]
