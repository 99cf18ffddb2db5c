"""Sums are asked of the database once, until something of the group is written."""

import uuid

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from ledger.models import Group
from ledger.standings import standings_of
from tests.cast import STRANGERS, a_night, standings, tell, thursday_table


@pytest.fixture
def group(transactional_db: None) -> Group:
    cache.clear()
    group = thursday_table()
    tell(a_night(group), "Ben", "Cleo")
    return group


def queries(group: Group) -> int:
    with CaptureQueriesContext(connection) as asked:
        standings_of(group)
    return len(asked)


def test_a_second_look_asks_only_whether_something_was_written(group: Group) -> None:
    other = thursday_table(name="Friday table", names=STRANGERS, guest=uuid.uuid4())
    assert queries(group) > 5
    assert queries(group) == 2  # the number of the group's news, and the names of its players
    tell(a_night(other), "Hanna", "Ivo")
    assert queries(group) == 2


def test_sums_of_a_game_without_typed_points_read_only_columns_of_the_index(group: Group) -> None:
    with CaptureQueriesContext(connection) as asked:
        standings_of(group)
    sums = [one["sql"] for one in asked if "pot_parts" in one["sql"]]
    assert sums
    assert not any('"uneven"' in sql for sql in sums)


def test_what_a_transaction_took_back_is_not_kept(group: Group) -> None:
    before = standings(group)
    with transaction.atomic():
        tell(group.sessions.get(), "Cleo", "Dave")
        taken_back = standings(group)
        transaction.set_rollback(True)
    assert standings(group) == before != taken_back
    # The number of news is the one that was taken back once more.
    tell(group.sessions.get(), "Dave", "Edith")
    assert standings(group) not in (before, taken_back)
