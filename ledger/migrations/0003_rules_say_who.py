import django.db.models.deletion
from django.db import migrations, models

from ledger.models.guards import GuardsOff, GuardsOn


class Migration(migrations.Migration):
    dependencies = [("ledger", "0002_the_journal")]

    operations = [
        GuardsOff(),
        migrations.AddField("houserules", "key", models.UUIDField(null=True, unique=True)),
        migrations.AddField(
            "houserules",
            "by",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="ledger.membership",
            ),
        ),
        GuardsOn(),
    ]
