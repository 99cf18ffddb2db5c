import uuid

import django.db.models.deletion
from django.db import migrations, models

from ledger.models.guards import GuardsOff, GuardsOn


class Migration(migrations.Migration):
    """The page of a year can be opened by an address."""

    dependencies = [("ledger", "0020_players_are_merged")]

    operations = [
        GuardsOff(),
        migrations.CreateModel(
            name="SharedYear",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("year", models.PositiveSmallIntegerField()),
                ("nonce", models.UUIDField(default=uuid.uuid4)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("shows_names", models.BooleanField(default=False)),
                ("is_on", models.BooleanField(default=True)),
                ("at", models.DateTimeField()),
                ("changes", models.PositiveIntegerField(default=0)),
                ("last_key", models.UUIDField()),
                (
                    "by",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.membership",
                    ),
                ),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="ledger.group"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.player",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("group", "year"),
                        condition=models.Q(player=None),
                        name="one_address_of_a_year_of_a_group",
                    ),
                    models.UniqueConstraint(
                        fields=("group", "year", "player"), name="one_address_of_a_year_of_a_player"
                    ),
                ],
            },
        ),
        GuardsOn(),
    ]
