import django.db.models.deletion
from django.db import migrations, models

from ledger.models.guards import GuardsOff, GuardsOn


class Migration(migrations.Migration):
    """What was played in ordinary tables: hands, results, pots, and nights by role, place and pair.

    They are projected from the books right after the migrations.
    """

    dependencies = [("ledger", "0036_owners_confirm_players")]

    operations = [
        GuardsOff(),
        migrations.DeleteModel("Tally"),
        migrations.DeleteModel("HandResult"),
        migrations.DeleteModel("NightCounts"),
        migrations.DeleteModel("SpanCounts"),
        migrations.CreateModel(
            name="Hand",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("entry", models.PositiveIntegerField()),
                ("position", models.PositiveIntegerField()),
                ("number", models.PositiveIntegerField()),
                ("day", models.DateField()),
                ("at", models.DateTimeField(null=True)),
                ("game", models.CharField(max_length=40)),
                ("version", models.PositiveIntegerField()),
                ("active", models.PositiveSmallIntegerField()),
                ("stake", models.PositiveIntegerField()),
                ("is_dealt", models.BooleanField()),
                ("kind", models.CharField(max_length=20)),
                ("row", models.CharField(max_length=20)),
                ("side_points", models.PositiveSmallIntegerField(null=True)),
                ("doublers", models.PositiveSmallIntegerField()),
                ("cracks", models.PositiveSmallIntegerField()),
                (
                    "dealer",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.player",
                    ),
                ),
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
                    "picker",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.player",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="played",
                        to="ledger.session",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="HandResult",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("place", models.PositiveSmallIntegerField()),
                ("role", models.CharField(max_length=12)),
                ("won", models.BooleanField(null=True)),
                ("parts", models.BigIntegerField()),
                ("has_cracked", models.BooleanField()),
                ("is_forced", models.BooleanField()),
                ("is_for_pot", models.BooleanField()),
                ("pot_parts", models.BigIntegerField()),
                (
                    "hand",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="results",
                        to="ledger.hand",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="results",
                        to="ledger.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="NightGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField()),
                ("game", models.CharField(max_length=40)),
                ("version", models.PositiveIntegerField(null=True)),
                ("active", models.PositiveSmallIntegerField(null=True)),
                ("stake", models.PositiveIntegerField(null=True)),
                ("is_copied", models.BooleanField()),
                ("hands", models.PositiveIntegerField()),
                ("seconds", models.PositiveIntegerField()),
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
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.session",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="NightPair",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField()),
                ("game", models.CharField(max_length=40)),
                ("version", models.PositiveIntegerField()),
                ("active", models.PositiveSmallIntegerField()),
                ("stake", models.PositiveIntegerField()),
                ("hands", models.PositiveIntegerField()),
                ("picked", models.PositiveIntegerField()),
                ("picked_won", models.PositiveIntegerField()),
                ("picked_parts", models.BigIntegerField()),
                ("won", models.PositiveIntegerField()),
                ("parts", models.BigIntegerField()),
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
                    "other",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.player",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.player",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.session",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="NightPlace",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField()),
                ("game", models.CharField(max_length=40)),
                ("version", models.PositiveIntegerField()),
                ("active", models.PositiveSmallIntegerField()),
                ("stake", models.PositiveIntegerField()),
                ("hands", models.PositiveIntegerField()),
                ("case", models.BigIntegerField()),
                ("place", models.PositiveSmallIntegerField()),
                ("role", models.CharField(max_length=12)),
                ("is_forced", models.BooleanField()),
                ("parts", models.BigIntegerField()),
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
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.player",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.session",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="NightPlayer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField()),
                ("game", models.CharField(max_length=40)),
                ("is_there", models.BooleanField()),
                ("hands", models.PositiveIntegerField()),
                ("parts", models.BigIntegerField()),
                ("lowest", models.BigIntegerField()),
                ("best", models.BigIntegerField(null=True)),
                ("best_entry", models.PositiveIntegerField(null=True)),
                ("worst", models.BigIntegerField(null=True)),
                ("worst_entry", models.PositiveIntegerField(null=True)),
                ("won_row", models.PositiveIntegerField()),
                ("won_row_entry", models.PositiveIntegerField(null=True)),
                ("lost_row", models.PositiveIntegerField()),
                ("lost_row_entry", models.PositiveIntegerField(null=True)),
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
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="nights", to="ledger.player"
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.session",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="NightRole",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField()),
                ("game", models.CharField(max_length=40)),
                ("version", models.PositiveIntegerField()),
                ("active", models.PositiveSmallIntegerField()),
                ("stake", models.PositiveIntegerField()),
                ("hands", models.PositiveIntegerField()),
                ("case", models.BigIntegerField()),
                ("is_dealt", models.BooleanField()),
                ("role", models.CharField(max_length=12)),
                ("won", models.BooleanField()),
                ("kind", models.CharField(max_length=20)),
                ("row", models.CharField(max_length=20)),
                ("doublers", models.PositiveSmallIntegerField()),
                ("cracks", models.PositiveSmallIntegerField()),
                ("has_cracked", models.BooleanField()),
                ("is_forced", models.BooleanField()),
                ("is_for_pot", models.BooleanField()),
                ("parts", models.BigIntegerField()),
                ("squares", models.BigIntegerField()),
                ("pot_parts", models.BigIntegerField()),
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
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.player",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.session",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Pot",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("parts", models.BigIntegerField()),
                (
                    "fed_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="fed", to="ledger.hand"
                    ),
                ),
                (
                    "taken_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="taken",
                        to="ledger.hand",
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="hand",
            index=models.Index(
                fields=["group", "game", "day", "session", "position"], name="hands_of_a_group"
            ),
        ),
        migrations.AddIndex(
            model_name="hand",
            index=models.Index(
                fields=["group", "game", "picker", "side_points"], name="card_points_of_a_group"
            ),
        ),
        migrations.AddConstraint(
            model_name="hand",
            constraint=models.UniqueConstraint(fields=("session", "entry"), name="one_row_of_a_hand"),
        ),
        migrations.AddConstraint(
            model_name="handresult",
            constraint=models.UniqueConstraint(fields=("hand", "player"), name="one_result_of_a_hand"),
        ),
        migrations.AddIndex(
            model_name="nightgame",
            index=models.Index(fields=["group", "game", "day"], name="nights_of_a_group"),
        ),
        migrations.AddConstraint(
            model_name="nightgame",
            constraint=models.UniqueConstraint(fields=("session", "game"), name="one_row_of_a_night"),
        ),
        migrations.AddIndex(
            model_name="nightpair",
            index=models.Index(
                fields=[
                    "group",
                    "game",
                    "player",
                    "other",
                    "hands",
                    "won",
                    "parts",
                    "picked",
                    "picked_won",
                    "picked_parts",
                ],
                name="pairs_of_a_group",
            ),
        ),
        migrations.AddIndex(
            model_name="nightpair",
            index=models.Index(fields=["group", "day"], name="pairs_by_day"),
        ),
        migrations.AddConstraint(
            model_name="nightpair",
            constraint=models.UniqueConstraint(
                fields=("session", "player", "other", "game", "version", "active", "stake"),
                name="one_row_of_a_pair_in_a_night",
            ),
        ),
        migrations.AddIndex(
            model_name="nightplace",
            index=models.Index(
                fields=["group", "game", "player", "case", "hands", "parts"], name="places_of_a_group"
            ),
        ),
        migrations.AddIndex(
            model_name="nightplace",
            index=models.Index(fields=["group", "day"], name="places_by_day"),
        ),
        migrations.AddConstraint(
            model_name="nightplace",
            constraint=models.UniqueConstraint(
                fields=("session", "player", "case"),
                name="one_row_of_a_place_in_a_night",
            ),
        ),
        migrations.AddIndex(
            model_name="nightplayer",
            index=models.Index(fields=["group", "game", "day"], name="nights_of_players"),
        ),
        migrations.AddConstraint(
            model_name="nightplayer",
            constraint=models.UniqueConstraint(
                fields=("session", "player", "game"), name="one_night_of_a_player"
            ),
        ),
        migrations.AddIndex(
            model_name="nightrole",
            index=models.Index(
                fields=["group", "game", "player", "case", "hands", "parts", "squares", "pot_parts"],
                name="roles_of_a_group",
            ),
        ),
        migrations.AddIndex(
            model_name="nightrole",
            index=models.Index(fields=["group", "day"], name="roles_by_day"),
        ),
        migrations.AddConstraint(
            model_name="nightrole",
            constraint=models.UniqueConstraint(
                fields=("session", "player", "case"),
                name="one_row_of_a_role_in_a_night",
            ),
        ),
        GuardsOn(),
    ]
