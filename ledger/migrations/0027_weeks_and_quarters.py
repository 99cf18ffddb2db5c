from collections.abc import Iterator
from datetime import date
from typing import Any

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from ledger.models.guards import GuardsOff, GuardsOn

KINDS = ("week", "quarter")
AT_ONCE = 500


def mark_them(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Every one in which there were nights: they are added up right after the migrations."""
    alias, spans = editor.connection.alias, apps.get_model("ledger", "SpanCounts")
    nights = apps.get_model("ledger", "NightCounts").objects.using(alias)
    days = nights.order_by("group", "day").values_list("group", "day").distinct()
    spans.objects.using(alias).bulk_create(_spans(spans, days.iterator()), batch_size=AT_ONCE)


def _spans(model: Any, days: Iterator[tuple[int, date]]) -> Iterator[Any]:
    found: dict[tuple[int, str, date], None] = {}
    for group, day in days:
        found[group, "week", day.replace(day=day.day - (day.day - 1) % 7)] = None
        found[group, "quarter", day.replace(month=day.month - (day.month - 1) % 3, day=1)] = None
    return (model(group_id=group, span=span, begins=begins) for group, span, begins in found)


def forget_them(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """On the way back: the version before knows none."""
    spans = apps.get_model("ledger", "SpanCounts").objects.using(editor.connection.alias)
    spans.filter(span__in=KINDS).delete()


class Migration(migrations.Migration):
    """Weeks and quarters are added up, too: any days are some of them and few nights, however many there were."""

    dependencies = [("ledger", "0026_spans_in_short")]

    operations = [
        GuardsOff(),
        migrations.AlterField(
            model_name="spancounts",
            name="span",
            field=models.CharField(
                choices=[
                    ("week", "Week"),
                    ("month", "Month"),
                    ("quarter", "Quarter"),
                    ("year", "Year"),
                    ("ever", "Ever"),
                ],
                max_length=7,
            ),
        ),
        migrations.RunPython(mark_them, forget_them),
        GuardsOn(),
    ]
