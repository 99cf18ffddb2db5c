from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_accounts")]

    operations = [
        migrations.AddField(
            model_name="account",
            name="second_step",
            field=models.BooleanField(default=False),
        ),
    ]
