from django.db import migrations, models

from ledger.models.guards import GuardsOff, GuardsOn


class Migration(migrations.Migration):
    """Hands on which doublers lay are few of all, and found at once."""

    dependencies = [("ledger", "0028_decades_and_seasons")]

    operations = [
        GuardsOff(),
        migrations.AddIndex(
            model_name="handresult",
            index=models.Index(
                condition=models.Q(("doublers__gt", 0)),
                fields=["player", "game", "at"],
                name="results_with_doublers",
            ),
        ),
        GuardsOn(),
    ]
