from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from ledger.models.guards import GuardsOff, GuardsOn

MONTHS = {"month": 1, "quarter": 3, "year": 12}
ADDED = ("decade", "season")
AT_ONCE = 500


def say_when_they_end(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Of every span that there is."""
    spans = apps.get_model("ledger", "SpanCounts").objects.using(editor.connection.alias)
    there: list[Any] = []
    for one in spans.only("pk", "span", "begins").iterator():
        one.ends = _ends(one.span, one.begins)
        there.append(one)
        if len(there) == AT_ONCE:
            spans.bulk_update(there, ["ends"])
            there.clear()
    spans.bulk_update(there, ["ends"])


def _ends(span: str, begins: date) -> date:
    if span == "ever":
        return date.max
    months = 12 * begins.year + begins.month - 1 + MONTHS.get(span, 1)
    if months >= 12 * (date.max.year + 1):
        ends = date.max
    else:
        ends = date(months // 12, 1 + months % 12, 1) - timedelta(days=1)
    return min(begins + timedelta(days=6), ends) if span == "week" else ends


def mark_them(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Every decade in which there were nights, and every season: they are added up right after the migrations."""
    alias, spans = editor.connection.alias, apps.get_model("ledger", "SpanCounts")
    years = spans.objects.using(alias).filter(span="year").order_by("group", "begins")
    decades = _decades(spans, years.values_list("group", "begins").iterator())
    spans.objects.using(alias).bulk_create(decades, batch_size=AT_ONCE)
    groups = apps.get_model("ledger", "Group")._base_manager.using(alias).order_by("pk")
    seasons = _seasons(spans, groups.values_list("pk", "seasons").iterator())
    spans.objects.using(alias).bulk_create(seasons, batch_size=AT_ONCE)


def _decades(model: Any, years: Iterator[tuple[int, date]]) -> Iterator[Any]:
    found = {(group, begins.year - begins.year % 10): None for group, begins in years}
    for group, year in found:
        ends = date(year + 9, 12, 31)
        yield model(group_id=group, span="decade", begins=date(max(year, 1), 1, 1), ends=ends)


def _seasons(model: Any, groups: Iterator[tuple[int, list[dict[str, Any]]]]) -> Iterator[Any]:
    for group, seasons in groups:
        days = {(one["first"], one["last"] or date.max.isoformat()) for one in seasons if one["first"]}
        for first, last in sorted(days):
            begins, ends = date.fromisoformat(first), date.fromisoformat(last)
            yield model(group_id=group, span="season", begins=begins, ends=ends)


def forget_them(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """On the way back: the version before knows none."""
    spans = apps.get_model("ledger", "SpanCounts").objects.using(editor.connection.alias)
    spans.filter(span__in=ADDED).delete()


class Migration(migrations.Migration):
    """Decades and the seasons that groups define are added up, too, and each span says on which day it ends."""

    dependencies = [("ledger", "0027_weeks_and_quarters")]

    operations = [
        GuardsOff(),
        migrations.RemoveConstraint(model_name="spancounts", name="one_sum_of_a_span_of_a_group"),
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
                    ("ever", "Ever"),
                    ("season", "Season"),
                ],
                max_length=7,
            ),
        ),
        migrations.AddField(model_name="spancounts", name="ends", field=models.DateField(null=True)),
        migrations.RunPython(say_when_they_end, migrations.RunPython.noop),
        migrations.AlterField(model_name="spancounts", name="ends", field=models.DateField()),
        migrations.AddConstraint(
            model_name="spancounts",
            constraint=models.UniqueConstraint(
                fields=("group", "span", "begins", "ends"), name="one_sum_of_a_span_of_a_group"
            ),
        ),
        migrations.RunPython(mark_them, forget_them),
        GuardsOn(),
    ]
