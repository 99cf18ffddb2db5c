"""What a guest finds on the first page, and what a group says of itself."""

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.models import Role
from ledger.recording import admit, end_night
from ledger.standings import groups_of, names_of, people_of, tellers_of
from tests.cast import NAMES, OWNER, STRANGERS, a_night, context, ids, owner_of, player, tell, thursday_table

pytestmark = pytest.mark.django_db


def test_a_stranger_finds_no_groups() -> None:
    thursday_table()
    assert groups_of(None) == groups_of(uuid.uuid4()) == ()


def test_a_guest_finds_his_groups_with_their_nights() -> None:
    group = thursday_table()
    session = a_night(group)
    end_night(session, context(session))
    (card,) = groups_of(OWNER)
    assert (card.code, card.name, card.players, card.nights) == (group.code, "Thursday table", 6, 1)
    assert card.open_night is None
    a_night(group)
    a_night(group)
    (card,) = groups_of(OWNER)
    assert (card.nights, card.open_night) == (3, 3)


def test_a_guest_who_was_let_in_finds_the_group_too() -> None:
    first, second = thursday_table(), thursday_table(name="Friday table", names=STRANGERS, guest=uuid.uuid4())
    admit(second, OWNER, Role.WATCHER)
    assert [card.name for card in groups_of(OWNER)] == ["Friday table", "Thursday table"]
    assert {card.code for card in groups_of(OWNER)} == {first.code, second.code}


def test_people_are_listed_as_they_came_with_the_nights_they_sat() -> None:
    group = thursday_table()
    tell(a_night(group), "Ben", "Cleo")
    tell(a_night(group, "Ann", "Ben", "Cleo"), "Ben")
    assert [(one.name, one.nights) for one in people_of(group)] == list(
        zip(NAMES, (2, 2, 2, 1, 1, 1), strict=True)
    )


def test_names_and_tellers_are_the_groups_own() -> None:
    group = thursday_table()
    other = thursday_table(name="Friday table", names=STRANGERS, guest=uuid.uuid4())
    admit(group, uuid.uuid4(), Role.SCORER)
    assert names_of(group) == dict(zip(ids(group), NAMES, strict=True))
    assert tellers_of(group) == {owner_of(group).pk: player(group, "Ann").name}
    assert set(names_of(group)).isdisjoint(names_of(other))


def test_asking_costs_the_same_however_many_groups_and_nights() -> None:
    guest = uuid.uuid4()
    counts = []
    for number in range(3):
        group = thursday_table(name=f"Table {number}", guest=guest)
        tell(a_night(group), "Ben", "Cleo")
        with CaptureQueriesContext(connection) as asked:
            groups_of(guest)
            people_of(group)
        counts.append(len(asked))
    assert counts == [2, 2, 2]
