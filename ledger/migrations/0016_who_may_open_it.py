import uuid

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

from ledger.models.guards import GuardsOff, GuardsOn

ROLES = [("owner", "Owner"), ("scorer", "Scorer"), ("watcher", "Watcher")]


class Migration(migrations.Migration):
    """Links let phones in; of each phone is known by which it came, when it was seen, and that it left."""

    dependencies = [("ledger", "0015_words_and_remarks")]

    operations = [
        GuardsOff(),
        migrations.AddField(
            model_name="group",
            name="one_owner_is_fine",
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.AddField(
            model_name="group", name="watchers_see_money", field=models.BooleanField(default=False)
        ),
        migrations.AddField(
            model_name="membership", name="changes", field=models.PositiveIntegerField(default=0)
        ),
        migrations.AddField(model_name="membership", name="guest_was", field=models.UUIDField(null=True)),
        migrations.AddField(model_name="membership", name="last_key", field=models.UUIDField(null=True)),
        # Nobody knows when those who were let in before were last here.
        migrations.AddField(model_name="membership", name="last_seen", field=models.DateTimeField(null=True)),
        migrations.AlterField(
            model_name="membership",
            name="last_seen",
            field=models.DateTimeField(default=django.utils.timezone.now, null=True),
        ),
        migrations.AddField(
            model_name="membership", name="removed_at", field=models.DateTimeField(null=True)
        ),
        migrations.AddField(
            model_name="membership", name="role_until", field=models.DateTimeField(null=True)
        ),
        migrations.CreateModel(
            name="AccessLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.UUIDField(unique=True)),
                ("role", models.CharField(choices=ROLES, max_length=8)),
                ("name", models.CharField(blank=True, max_length=40)),
                ("nonce", models.UUIDField(default=uuid.uuid4)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("once", models.BooleanField(default=False)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("expires_at", models.DateTimeField(null=True)),
                ("revoked_at", models.DateTimeField(null=True)),
                ("came", models.PositiveIntegerField(default=0)),
                ("changes", models.PositiveIntegerField(default=0)),
                ("last_key", models.UUIDField(null=True)),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="links", to="ledger.group"
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.membership",
                    ),
                ),
            ],
            options={"ordering": ("id",)},
        ),
        migrations.AddField(
            model_name="membership",
            name="link",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="members",
                to="ledger.accesslink",
            ),
        ),
        GuardsOn(),
    ]
