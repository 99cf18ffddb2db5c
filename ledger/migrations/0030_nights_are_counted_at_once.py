from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from ledger.models.guards import GuardsOff, GuardsOn


def project_anew(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Nights that the version before was still to count are projected anew, and counted then."""
    alias, counts = editor.connection.alias, apps.get_model("ledger", "NightCounts")
    waiting = counts.objects.using(alias).filter(counts__isnull=True)
    sessions = apps.get_model("ledger", "Session").objects.using(alias)
    sessions.filter(pk__in=waiting.values("session")).update(projection=0)
    waiting.delete()


class Migration(migrations.Migration):
    """A night is counted in the transaction in which it ends."""

    dependencies = [("ledger", "0029_hands_with_doublers")]

    operations = [
        GuardsOff(),
        migrations.RunPython(project_anew, migrations.RunPython.noop),
        migrations.AlterField(model_name="nightcounts", name="counts", field=models.JSONField()),
        GuardsOn(),
    ]
