from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def forget_them(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """On the way back: the version before knows none."""
    spans = apps.get_model("ledger", "SpanCounts").objects.using(editor.connection.alias)
    spans.filter(span="earlier").delete()


class Migration(migrations.Migration):
    """What was before the latest month with nights is kept, too; it is added up when the next night ends."""

    dependencies = [("ledger", "0030_nights_are_counted_at_once")]

    operations = [
        migrations.AlterField(
            model_name="spancounts",
            name="span",
            field=models.CharField(
                choices=[
                    ("week", "Week"),
                    ("month", "Month"),
                    ("quarter", "Quarter"),
                    ("year", "Year"),
                    ("decade", "Decade"),
                    ("earlier", "Earlier"),
                    ("ever", "Ever"),
                    ("season", "Season"),
                ],
                max_length=7,
            ),
        ),
        migrations.RunPython(migrations.RunPython.noop, forget_them),
    ]
