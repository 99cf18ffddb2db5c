from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def mark_them(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """What nights of notebooks are part of is added up again, right after the migrations or on the way back."""
    alias = editor.connection.alias
    copied = apps.get_model("ledger", "Session").objects.using(alias).filter(is_copied=True)
    spans = apps.get_model("ledger", "SpanCounts").objects.using(alias)
    spans.filter(group__in=copied.values("group")).update(counts=None)


class Migration(migrations.Migration):
    """Who has a 0 in a notebook did not sit at the table that night, as far as anybody knows."""

    dependencies = [("ledger", "0032_rare_hands")]

    operations = [migrations.RunPython(mark_them, mark_them)]
