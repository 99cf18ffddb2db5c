from django.db import migrations, models

from ledger.models.guards import GuardsOff, GuardsOn

KINDS = (
    "opened",
    "notebook",
    "hand",
    "corrected",
    "voided",
    "arranged",
    "joined",
    "left",
    "rules",
    "stake",
    "undone",
    "ended",
    "reopened",
    "paid",
    "unpaid",
    "amended",
    "struck",
    "remarked",
)


class Migration(migrations.Migration):
    """House rules have room for what a group says in its own words, and books for remarks on hands."""

    dependencies = [("ledger", "0014_what_is_open")]
    replaces = [("ledger", "0016_words_and_remarks")]  # its name before it was released

    operations = [
        GuardsOff(),
        migrations.AddField(
            model_name="houserules",
            name="words",
            field=models.TextField(blank=True, default="", max_length=2000),
        ),
        migrations.AlterField(
            model_name="entry",
            name="kind",
            field=models.CharField(choices=[(kind, kind) for kind in KINDS], max_length=12),
        ),
        migrations.AlterField(
            model_name="group",
            name="rest_goes",
            field=models.CharField(
                choices=[(rest, rest) for rest in ("nearest", "won_most", "lost_most", "kitty", "carried")],
                default="nearest",
                max_length=9,
            ),
        ),
        GuardsOn(),
    ]
