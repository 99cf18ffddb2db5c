from django.db import migrations, models

from ledger.models.guards import GuardsOff, GuardsOn


class Migration(migrations.Migration):
    """Plans of payments are kept no more: what was open of them is listed with everything else.

    What points as typed come to beyond those that add up to zero has a column; no older book has any.

    After it `migrate` makes the lists anew, as their version (`OPEN_LIST`) was raised.
    """

    dependencies = [("ledger", "0037_what_was_played")]

    operations = [
        GuardsOff(),
        migrations.RemoveField(model_name="openpayment", name="plan"),
        migrations.AddField(
            model_name="group", name="purses", field=models.JSONField(default=dict, editable=False)
        ),
        migrations.AddField(model_name="nightrole", name="uneven", field=models.BigIntegerField(default=0)),
        migrations.AlterField(
            model_name="group",
            name="open_list",
            field=models.PositiveSmallIntegerField(default=2, editable=False),
        ),
        GuardsOn(),
    ]
