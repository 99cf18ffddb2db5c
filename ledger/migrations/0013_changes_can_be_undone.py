from django.db import migrations, models

from ledger.models.guards import GuardsOff, GuardsOn

KINDS = (
    "opened",
    "notebook",
    "hand",
    "corrected",
    "voided",
    "arranged",
    "joined",
    "left",
    "rules",
    "stake",
    "undone",
    "ended",
    "reopened",
    "paid",
    "unpaid",
    "amended",
    "struck",
)


class Migration(migrations.Migration):
    """Only Django's own notes of the model change; the table stays as it is."""

    dependencies = [("ledger", "0012_nights_out_of_a_notebook")]

    replaces = [("ledger", "0015_changes_can_be_undone")]  # its name before it was released

    operations = [
        GuardsOff(),
        migrations.AlterField(
            model_name="entry",
            name="kind",
            field=models.CharField(choices=[(kind, kind) for kind in KINDS], max_length=12),
        ),
        GuardsOn(),
    ]
