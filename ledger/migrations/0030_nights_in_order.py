from django.db import migrations, models

from ledger.models.guards import GuardsOff, GuardsOn


class Migration(migrations.Migration):
    """The index of nights says of each whether it is listed: so the last page of them opens as the first does."""

    dependencies = [("ledger", "0029_hands_with_doublers")]

    operations = [
        GuardsOff(),
        migrations.RemoveIndex(model_name="session", name="sessions_by_date"),
        migrations.AddIndex(
            model_name="session",
            index=models.Index(
                fields=["group", "started_at", "number", "struck", "ended_at"], name="sessions_in_order"
            ),
        ),
        GuardsOn(),
    ]
