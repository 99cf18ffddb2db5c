from datetime import date, datetime, time

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.utils import timezone

from ledger.models.guards import GuardsOff, GuardsOn


def read_labels(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """A settlement of a month was known by its label, “March 2009”, alone."""
    Settlement = apps.get_model("ledger", "Settlement")
    for one in Settlement.objects.using(editor.connection.alias).filter(session=None).exclude(label=""):
        try:
            month = datetime.strptime(one.label, "%B %Y")  # noqa: DTZ007
            after = date(month.year + month.month // 12, month.month % 12 + 1, 1)
        except ValueError:
            continue
        one.until = timezone.make_aware(datetime.combine(after, time.min))
        one.save(update_fields=["until"])


class Migration(migrations.Migration):
    dependencies = [("ledger", "0005_payment_handles")]

    operations = [
        GuardsOff(),
        migrations.AddField("settlement", "until", models.DateTimeField(null=True)),
        migrations.RunPython(read_labels, migrations.RunPython.noop),
        GuardsOn(),
    ]
