from datetime import timedelta

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import Exists, F, OuterRef, Q

from ledger.models.guards import GuardsOff, GuardsOn

A_NIGHT = timedelta(days=1)


def project_anew(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Nights with a hand that is told elsewhere, as few are: all others stay as they were projected."""
    alias = editor.connection.alias
    sessions = apps.get_model("ledger", "Session").objects.using(alias)
    hands = apps.get_model("ledger", "HandResult").objects.using(alias).filter(session=OuterRef("pk"))
    elsewhere = Q(at__lt=OuterRef("started_at")) | Q(at__gt=OuterRef("ends"))
    nights = sessions.annotate(ends=F("started_at") + A_NIGHT).filter(Exists(hands.filter(elsewhere)))
    sessions.filter(pk__in=nights.order_by().values("pk")).update(projection=0)


class Migration(migrations.Migration):
    """Hands are told while their night goes on, or a day after it began: what is not is projected anew."""

    dependencies = [("ledger", "0029_hands_with_doublers")]

    operations = [GuardsOff(), migrations.RunPython(project_anew, migrations.RunPython.noop), GuardsOn()]
