from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from ledger.models.guards import GuardsOff, GuardsOn


def project_anew(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """On the way back: the version before knows no night that is still to be counted, and projects it anew."""
    alias, counts = editor.connection.alias, apps.get_model("ledger", "NightCounts")
    waiting = counts.objects.using(alias).filter(counts__isnull=True)
    sessions = apps.get_model("ledger", "Session").objects.using(alias)
    sessions.filter(pk__in=waiting.values("session")).update(projection=0)
    waiting.delete()


class Migration(migrations.Migration):
    """A night that is over may still have to be counted; what is to be added up is found at once."""

    dependencies = [("ledger", "0023_seasons")]

    operations = [
        GuardsOff(),
        migrations.AlterField(model_name="nightcounts", name="counts", field=models.JSONField(null=True)),
        migrations.RunPython(migrations.RunPython.noop, project_anew),
        migrations.AddIndex(
            model_name="spancounts",
            index=models.Index(
                condition=models.Q(("counts__isnull", True)), fields=["group"], name="spans_to_be_added_up"
            ),
        ),
        GuardsOn(),
    ]
