from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def mark_them(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Every span: they are added up again right after the migrations, from nights that stay as they are."""
    spans = apps.get_model("ledger", "SpanCounts").objects.using(editor.connection.alias)
    spans.update(counts=None)


class Migration(migrations.Migration):
    """Spans say under which circumstances their nights were played, and on which days those that stand out.

    A version before this one reads them as well.
    """

    dependencies = [("ledger", "0033_who_was_not_there")]

    operations = [migrations.RunPython(mark_them, migrations.RunPython.noop)]
