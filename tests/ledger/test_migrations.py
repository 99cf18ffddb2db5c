"""What a migration does to a book that was written before it."""

import uuid
from datetime import UTC, datetime
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection

from ledger.models import Settlement, guards
from ledger.recording import WriteContext
from ledger.recording.journal import pay
from ledger.recording.settlements import PlanRequest, settle
from tests.cast import ids, thursday_table


@pytest.mark.django_db
def test_a_month_that_was_known_by_its_label_goes_until_it_is_over() -> None:
    group = thursday_table()
    ann, ben = ids(group, "Ann", "Ben")
    for label in ("December 2009", "December 9999", "the spring", ""):
        pay(group, ann, ben, 100, WriteContext(key=uuid.uuid4(), after=0))
        settle(group, PlanRequest(label=label), WriteContext(key=uuid.uuid4(), after=0))
    migration = import_module("ledger.migrations.0006_settlements_say_until_when")
    guards.lift(connection)
    migration.read_labels(apps, SimpleNamespace(connection=connection))
    guards.install(connection)
    found = dict(Settlement.objects.values_list("label", "until"))
    over = datetime(2010, 1, 1, tzinfo=UTC)
    assert found == {"December 2009": over, "December 9999": None, "the spring": None, "": None}
