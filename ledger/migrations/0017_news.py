import django.db.models.deletion
from django.db import migrations, models

from ledger.models.guards import GuardsOff, GuardsOn


class Migration(migrations.Migration):
    """How often something of a group was written, for phones that watch."""

    dependencies = [("ledger", "0016_who_may_open_it")]

    operations = [
        GuardsOff(),
        migrations.CreateModel(
            name="News",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("part", models.PositiveSmallIntegerField(editable=False)),
                ("number", models.BigIntegerField(editable=False)),
                ("by", models.BigIntegerField(editable=False)),
                (
                    "group",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        editable=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="ledger.group",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "news",
                "constraints": [
                    models.UniqueConstraint(fields=("group", "part"), name="one_part_of_news_of_a_group")
                ],
            },
        ),
        GuardsOn(),
    ]
