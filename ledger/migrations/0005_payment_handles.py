import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0004_rules_keep_their_date"),
    ]

    operations = [
        migrations.CreateModel(
            name="PaymentHandle",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "service",
                    models.CharField(
                        choices=[("venmo", "Venmo"), ("paypal", "PayPal"), ("cashapp", "Cash App")],
                        max_length=8,
                    ),
                ),
                ("handle", models.CharField(blank=True, max_length=40)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="handles",
                        to="ledger.player",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("player", "service"), name="one_handle_of_a_player_at_a_service"
                    )
                ],
            },
        ),
    ]
