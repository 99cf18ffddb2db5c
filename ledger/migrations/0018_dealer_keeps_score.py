from django.db import migrations, models

from ledger.models.guards import GuardsOff, GuardsOn


class Migration(migrations.Migration):
    """Whether the pad opens on the phone of whoever deals."""

    dependencies = [("ledger", "0017_news")]

    operations = [
        GuardsOff(),
        migrations.AddField(
            model_name="group", name="dealer_keeps_score", field=models.BooleanField(default=False)
        ),
        GuardsOn(),
    ]
