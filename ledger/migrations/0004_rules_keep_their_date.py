import django.utils.timezone
from django.db import migrations, models

from ledger.models.guards import GuardsOff, GuardsOn


class Migration(migrations.Migration):
    dependencies = [("ledger", "0003_rules_say_who")]

    operations = [
        GuardsOff(),
        migrations.AlterField(
            "houserules",
            "written_at",
            models.DateTimeField(default=django.utils.timezone.now, editable=False),
        ),
        GuardsOn(),
    ]
