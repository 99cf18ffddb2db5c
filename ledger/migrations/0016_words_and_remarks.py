from django.db import migrations, models

from ledger.models.guards import GuardsOff, GuardsOn


class Migration(migrations.Migration):
    """House rules have room for what a group says in its own words."""

    dependencies = [("ledger", "0011_what_is_open")]

    operations = [
        GuardsOff(),
        migrations.AddField(
            model_name="houserules",
            name="words",
            field=models.TextField(blank=True, default="", max_length=2000),
        ),
        GuardsOn(),
    ]
