from django.db import migrations, models

from ledger.models.guards import GuardsOff, GuardsOn


class Migration(migrations.Migration):
    """The seasons that a group defines."""

    dependencies = [("ledger", "0022_what_lies_in_the_box")]

    operations = [
        GuardsOff(),
        migrations.AddField("group", "seasons", models.JSONField(default=list, editable=False)),
        GuardsOn(),
    ]
