from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def mark_them(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Mark groups with a payment of a night that goes on: what is open there is listed again right after this."""
    groups = apps.get_model("ledger", "Group").objects.using(editor.connection.alias)
    paid = groups.filter(sessions__ended_at=None, sessions__transactions__kind="payment").values("pk")
    groups.filter(pk__in=list(paid.values_list("pk", flat=True))).update(open_list=0)


class Migration(migrations.Migration):
    """The open list leaves out payments of nights that go on."""

    dependencies = [("ledger", "0034_evenings_by_their_cases")]

    operations = [migrations.RunPython(mark_them, migrations.RunPython.noop)]
