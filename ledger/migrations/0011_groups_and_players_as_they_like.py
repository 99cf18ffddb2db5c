from django.db import migrations, models

from ledger.models.guards import GuardsOff, GuardsOn


class Migration(migrations.Migration):
    """A group can be put away and knows what was changed of it; players have initials and a colour."""

    dependencies = [("ledger", "0010_expenses_are_shared")]

    replaces = [("ledger", "0010_groups_and_players_as_they_like")]  # its name before it was released

    operations = [
        GuardsOff(),
        migrations.AddField(
            model_name="group",
            name="archived_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="group",
            name="changes",
            field=models.JSONField(default=list, editable=False),
        ),
        migrations.AddField(
            model_name="player",
            name="initials",
            field=models.CharField(blank=True, max_length=12),
        ),
        migrations.AddField(
            model_name="player",
            name="colour",
            field=models.CharField(
                blank=True,
                choices=[
                    ("brick", "Brick"),
                    ("amber", "Amber"),
                    ("olive", "Olive"),
                    ("green", "Green"),
                    ("teal", "Teal"),
                    ("blue", "Blue"),
                    ("violet", "Violet"),
                    ("rose", "Rose"),
                ],
                max_length=8,
            ),
        ),
        migrations.AlterField(
            model_name="entry",
            name="kind",
            field=models.CharField(
                choices=[
                    ("opened", "opened"),
                    ("notebook", "notebook"),
                    ("hand", "hand"),
                    ("corrected", "corrected"),
                    ("voided", "voided"),
                    ("arranged", "arranged"),
                    ("joined", "joined"),
                    ("left", "left"),
                    ("rules", "rules"),
                    ("stake", "stake"),
                    ("ended", "ended"),
                    ("reopened", "reopened"),
                    ("paid", "paid"),
                    ("unpaid", "unpaid"),
                ],
                max_length=12,
            ),
        ),
        GuardsOn(),
    ]
