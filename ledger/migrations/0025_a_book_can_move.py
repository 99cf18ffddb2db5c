from django.db import migrations, models

from ledger.models.guards import GuardsOff, GuardsOn


class Migration(migrations.Migration):
    """A book that has moved to another database is known by a row, on both sides."""

    dependencies = [("ledger", "0024_nights_are_counted_later")]

    operations = [
        GuardsOff(),
        migrations.CreateModel(
            name="Move",
            fields=[
                ("key", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("is_away", models.BooleanField(editable=False)),
                ("place", models.CharField(editable=False, max_length=500)),
                ("begun_at", models.DateTimeField(editable=False)),
                ("ended_at", models.DateTimeField(editable=False, null=True)),
            ],
        ),
        GuardsOn(),
    ]
