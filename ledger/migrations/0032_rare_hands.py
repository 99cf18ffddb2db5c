from django.db import migrations, models

from ledger.models.guards import GuardsOff, GuardsOn


class Migration(migrations.Migration):
    """Rows say who cracked, who had to pick and who played for a pot, and these few are found at once."""

    dependencies = [("ledger", "0031_what_is_earlier")]

    operations = [
        GuardsOff(),
        migrations.AddField(
            model_name="handresult",
            name="has_cracked",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="handresult",
            name="is_forced",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="handresult",
            name="is_for_pot",
            field=models.BooleanField(default=False),
        ),
        migrations.AddIndex(
            model_name="handresult",
            index=models.Index(
                condition=models.Q(("has_cracked", True)),
                fields=["player", "game", "at"],
                name="results_cracked",
            ),
        ),
        migrations.AddIndex(
            model_name="handresult",
            index=models.Index(
                condition=models.Q(("is_forced", True)),
                fields=["player", "game", "at"],
                name="results_forced",
            ),
        ),
        migrations.AddIndex(
            model_name="handresult",
            index=models.Index(
                condition=models.Q(("is_forced", True)),
                fields=["group", "game", "at"],
                name="results_all_forced",
            ),
        ),
        migrations.AddIndex(
            model_name="handresult",
            index=models.Index(
                condition=models.Q(("is_for_pot", True)),
                fields=["player", "game", "at"],
                name="results_for_pot",
            ),
        ),
        GuardsOn(),
    ]
