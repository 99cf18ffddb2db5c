import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from ledger.models.guards import GuardsOff, GuardsOn


def name_the_games(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Each tally in the first game of its group; after the migration each night is projected anew.

    So a night whose book cannot be folded, and keeps its tallies as they are, has them in some game.
    """
    HouseRules, Tally = apps.get_model("ledger", "HouseRules"), apps.get_model("ledger", "Tally")
    alias = editor.connection.alias
    rules = HouseRules.objects.using(alias).order_by("-version")
    for group, game in dict(rules.values_list("group", "game")).items():
        Tally.objects.using(alias).filter(session__group=group).update(game=game)


class Migration(migrations.Migration):
    """Hand results are filled in after it, by `ledger.apps`: that takes its time, and may be stopped."""

    dependencies = [("ledger", "0007_groups_come_and_go")]

    operations = [
        GuardsOff(),
        migrations.CreateModel(
            name="HandResult",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("entry", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                ("game", models.CharField(max_length=40)),
                ("version", models.PositiveIntegerField()),
                ("seat", models.PositiveSmallIntegerField()),
                ("seats", models.PositiveSmallIntegerField()),
                ("active", models.PositiveSmallIntegerField()),
                ("dealer", models.PositiveSmallIntegerField()),
                ("is_dealt", models.BooleanField()),
                ("role", models.CharField(max_length=12)),
                ("won", models.BooleanField(null=True)),
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
                        related_name="results",
                        to="ledger.player",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="results",
                        to="ledger.session",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["group", "game", "at"], name="results_of_a_group"),
                    models.Index(fields=["player", "game", "at"], name="results_of_a_player"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session", "entry", "player"), name="one_result_of_a_hand"
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="session",
            name="projection",
            field=models.PositiveSmallIntegerField(default=0, editable=False),
        ),
        migrations.RemoveConstraint(model_name="tally", name="one_tally_of_a_role_in_a_session"),
        migrations.AddField(
            model_name="tally", name="game", field=models.CharField(default="", max_length=40)
        ),
        migrations.AddConstraint(
            model_name="tally",
            constraint=models.UniqueConstraint(
                fields=("player", "session", "game", "role"), name="one_tally_of_a_game_and_role_in_a_session"
            ),
        ),
        migrations.RunPython(name_the_games, migrations.RunPython.noop),
        GuardsOn(),
    ]
