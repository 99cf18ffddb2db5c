from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from ledger.models.guards import GuardsOff, GuardsOn


def mark(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Mark the players who were taken for the placeholder by their name until now."""
    apps.get_model("ledger", "Player").objects.filter(name__iexact="Not accounted for").update(
        is_placeholder=True
    )


class Migration(migrations.Migration):
    """The placeholder player “Not accounted for” has a column, and is no longer found by its name."""

    dependencies = [("ledger", "0038_one_list_of_payments")]

    operations = [
        GuardsOff(),
        migrations.AddField(
            model_name="player",
            name="is_placeholder",
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.RunPython(mark, migrations.RunPython.noop),
        GuardsOn(),
    ]
