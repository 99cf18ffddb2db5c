from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import Sum

from ledger.models.guards import GuardsOff, GuardsOn


def put_down(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """What lies in each kitty's box, by its journal."""
    Group, Posting = apps.get_model("ledger", "Group"), apps.get_model("ledger", "Posting")
    alias = editor.connection.alias
    boxed = Posting.objects.using(alias).filter(account="box").order_by().values_list("transaction__group")
    for group, cents in boxed.annotate(sum=Sum("cents")):
        Group.objects.using(alias).filter(pk=group).update(box_cents=-cents)


class Migration(migrations.Migration):
    """What lies in the box, and ways to nights that go on and to the latest payments without a search."""

    dependencies = [("ledger", "0021_a_year_can_be_shared")]

    operations = [
        GuardsOff(),
        migrations.AddField("group", "box_cents", models.BigIntegerField(default=0, editable=False)),
        migrations.AddIndex(
            "session",
            models.Index(
                fields=["group", "started_at", "number"],
                condition=models.Q(ended_at=None),
                name="sessions_that_go_on",
            ),
        ),
        migrations.AddIndex(
            "transaction", models.Index(fields=["group", "kind", "at"], name="transactions_by_time")
        ),
        migrations.RunPython(put_down, migrations.RunPython.noop),
        GuardsOn(),
    ]
