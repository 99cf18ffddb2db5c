from django.db import migrations, models

from ledger.models.guards import GuardsOff, GuardsOn


class Migration(migrations.Migration):
    """What is asked of many months at once is kept apart, in front of all that they add up to.

    Every month, year and all time are marked: they are added up again right after the migrations, and on the
    way back. So their counts are dropped, to stand behind what is short.
    """

    dependencies = [("ledger", "0025_a_book_can_move")]

    operations = [
        GuardsOff(),
        migrations.RemoveIndex(model_name="spancounts", name="spans_to_be_added_up"),
        migrations.RemoveField(model_name="spancounts", name="counts"),
        migrations.AddField(model_name="spancounts", name="sat", field=models.JSONField(default=list)),
        migrations.AddField(model_name="spancounts", name="gist", field=models.JSONField(default=dict)),
        migrations.AddField(model_name="spancounts", name="counts", field=models.JSONField(null=True)),
        migrations.AddIndex(
            model_name="spancounts",
            index=models.Index(
                condition=models.Q(("counts__isnull", True)), fields=["group"], name="spans_to_be_added_up"
            ),
        ),
        GuardsOn(),
    ]
