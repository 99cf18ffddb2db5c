from django.db import migrations, models

from ledger.models.guards import GuardsOff, GuardsOn


class Migration(migrations.Migration):
    """An owner confirms whose phone it is, and who joins is asked once; what phones said before is unconfirmed."""

    dependencies = [("ledger", "0035_paid_while_a_night_goes_on")]

    operations = [
        GuardsOff(),
        migrations.AddField(
            model_name="membership", name="player_confirmed", field=models.BooleanField(default=False)
        ),
        migrations.AddField(
            model_name="membership", name="has_said_who", field=models.BooleanField(default=False)
        ),
        GuardsOn(),
    ]
