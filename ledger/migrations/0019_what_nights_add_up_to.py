import django.db.models.deletion
from django.db import migrations, models

from ledger.models.guards import GuardsOff, GuardsOn


class Migration(migrations.Migration):
    """What nights add up to by month, by year and for all time, and more about each hand."""

    dependencies = [
        ("ledger", "0018_dealer_keeps_score"),
    ]

    operations = [
        GuardsOff(),
        migrations.AddField(
            model_name="handresult",
            name="cracks",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="handresult",
            name="doublers",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="handresult",
            name="kind",
            field=models.CharField(default="", max_length=20),
        ),
        migrations.AddField(
            model_name="handresult",
            name="row",
            field=models.CharField(default="", max_length=20),
        ),
        migrations.AddField(
            model_name="handresult",
            name="side_points",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="handresult",
            name="stake",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.CreateModel(
            name="NightCounts",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField()),
                ("counts", models.JSONField()),
                (
                    "group",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.group",
                    ),
                ),
                (
                    "session",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="counts",
                        to="ledger.session",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["group", "day"], name="counts_of_nights_by_day")],
            },
        ),
        migrations.CreateModel(
            name="SpanCounts",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "span",
                    models.CharField(
                        choices=[("month", "Month"), ("year", "Year"), ("ever", "Ever")], max_length=5
                    ),
                ),
                ("begins", models.DateField()),
                ("counts", models.JSONField(null=True)),
                (
                    "group",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.group",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("group", "span", "begins"), name="one_sum_of_a_span_of_a_group"
                    )
                ],
            },
        ),
        GuardsOn(),
    ]
