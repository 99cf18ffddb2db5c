import django.db.models.deletion
from django.db import migrations, models

from ledger.models.guards import GuardsOff, GuardsOn


class Migration(migrations.Migration):
    """Two players can be one person. Whom each night names is filled in after it, by `ledger.apps`."""

    dependencies = [("ledger", "0019_what_nights_add_up_to")]

    operations = [
        GuardsOff(),
        migrations.AddField(
            model_name="group", name="same_people", field=models.JSONField(default=dict, editable=False)
        ),
        migrations.AddField(
            model_name="session", name="people", field=models.JSONField(default=list, editable=False)
        ),
        migrations.CreateModel(
            name="Merge",
            fields=[
                ("key", models.UUIDField(primary_key=True, serialize=False)),
                ("number", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.membership",
                    ),
                ),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="merges",
                        to="ledger.group",
                    ),
                ),
                (
                    "into",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="ledger.player"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="ledger.player"
                    ),
                ),
                (
                    "undoes",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="undone_by",
                        to="ledger.merge",
                    ),
                ),
            ],
            options={
                "ordering": ("number",),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("group", "number"), name="one_merge_of_a_number_in_a_group"
                    )
                ],
            },
        ),
        GuardsOn(),
    ]
