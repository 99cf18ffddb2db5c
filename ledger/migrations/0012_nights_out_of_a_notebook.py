from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import Exists, OuterRef

from ledger.models.guards import GuardsOff, GuardsOn


def say_which_came_from_a_notebook(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """As the fold says it: only the totals are known, and no hand was told since."""
    Session, Entry = apps.get_model("ledger", "Session"), apps.get_model("ledger", "Entry")
    alias = editor.connection.alias
    lines = Entry.objects.using(alias).filter(session=OuterRef("pk"))
    copied = Session.objects.using(alias).filter(
        Exists(lines.filter(number=1, kind="notebook")), ~Exists(lines.filter(kind="hand"))
    )
    copied.update(is_copied=True)


KINDS = (
    "opened",
    "notebook",
    "hand",
    "corrected",
    "voided",
    "arranged",
    "joined",
    "left",
    "rules",
    "stake",
    "ended",
    "reopened",
    "paid",
    "unpaid",
    "amended",
    "struck",
)


class Migration(migrations.Migration):
    dependencies = [("ledger", "0011_groups_and_players_as_they_like")]

    operations = [
        GuardsOff(),
        migrations.AlterField(
            model_name="entry",
            name="kind",
            field=models.CharField(choices=[(kind, kind) for kind in KINDS], max_length=12),
        ),
        migrations.AddField(
            model_name="session",
            name="is_copied",
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.AddField(
            model_name="session", name="brought", field=models.UUIDField(editable=False, null=True)
        ),
        migrations.AddField(
            model_name="session",
            name="struck",
            field=models.CharField(
                blank=True,
                choices=[("", ""), ("alone", "alone"), ("all", "all")],
                default="",
                editable=False,
                max_length=5,
            ),
            preserve_default=False,
        ),
        migrations.AddIndex(
            model_name="session",
            index=models.Index(fields=["group", "brought"], name="sessions_of_an_import"),
        ),
        migrations.RunPython(say_which_came_from_a_notebook, migrations.RunPython.noop),
        GuardsOn(),
    ]
