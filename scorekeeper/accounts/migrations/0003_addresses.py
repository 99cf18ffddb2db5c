from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_second_step")]

    operations = [
        migrations.AddField(
            model_name="account",
            name="address",
            field=models.EmailField(blank=True, default="", max_length=254),
        ),
        migrations.AddField(
            model_name="account",
            name="address_asked",
            field=models.EmailField(blank=True, default="", max_length=254),
        ),
        migrations.AddField(
            model_name="account",
            name="address_key",
            field=models.CharField(blank=True, db_index=True, default="", max_length=508),
        ),
    ]
