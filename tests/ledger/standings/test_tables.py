"""Which group a demo is about, who founded a group, and how it sat the last time."""

import uuid
from datetime import UTC, date, datetime
from fractions import Fraction

import pytest

from ledger.models import Group, Session
from ledger.recording import rename_player
from ledger.recording.notebook import Copying, copy_notebook
from ledger.standings.groups import first_player, last_table, oldest_group
from ledger.standings.marks import Copied
from ledger.steps import finish
from tests.cast import STRANGERS, a_night, player, seated, thursday_table

pytestmark = pytest.mark.django_db


def test_the_oldest_group_is_the_one_that_was_first_here() -> None:
    assert oldest_group() is None
    first = thursday_table(name="Zither", guest=uuid.uuid4())
    thursday_table(name="Accordion", guest=uuid.uuid4())
    Group.objects.filter(pk=first.pk).update(started_at=datetime(2031, 1, 1, tzinfo=UTC), code="zzzz")
    assert oldest_group() == first


def test_the_founder_is_who_was_named_first_whatever_the_name() -> None:
    thursday_table(names=STRANGERS, guest=uuid.uuid4())
    group = thursday_table()
    rename_player(player(group, "Ann"), "Zoe")
    assert first_player(group) == player(group, "Zoe")


def test_a_group_sits_as_it_sat_on_the_night_that_began_last() -> None:
    group = thursday_table()
    assert last_table(group) is None
    a_night(thursday_table(names=STRANGERS, guest=uuid.uuid4()))
    assert last_table(group) is None
    later, sooner = a_night(group, "Ben", "Cleo", "Dave", dealer="Cleo"), a_night(group)
    Session.objects.filter(pk=later.pk).update(started_at=datetime(2031, 1, 1, tzinfo=UTC))
    assert last_table(group) == seated(group, "Ben", "Cleo", "Dave", dealer="Cleo")
    Session.objects.filter(pk=sooner.pk).update(started_at=datetime(2031, 1, 1, tzinfo=UTC))
    assert last_table(group) == seated(group)
    old = [Copied(date=date(2032, 1, 1), totals={0: Fraction(1), 1: Fraction(-1)})]
    finish(copy_notebook(group, Copying(names=("Ann", "Ben"), nights=old), began=lambda hidden: None))
    assert last_table(group) == seated(group)
