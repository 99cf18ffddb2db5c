"""A group is removed as a whole, and no other, in short steps that can be stopped and resumed."""

import uuid
from datetime import timedelta
from functools import partial

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger.models import Group, Move, Posting, Role, Service, Tombstone, Transaction, guards
from ledger.recording import (
    NewLink,
    Refused,
    Secret,
    WriteContext,
    admit,
    ask_to_leave,
    due_groups,
    end_night,
    let_in,
    make_link,
    merge_players,
    remove_group,
    removing,
    share_year,
    tell_hand,
    unmerge_players,
)
from ledger.recording.group import write_handles
from ledger.recording.journal import pay, undo
from ledger.steps import heard_by
from scorekeeper.tasks.turns import Turns
from tests.cast import a_night, an_ended_night, ids, leaster, player, tell, thursday_table
from tests.cast import context as context_of
from tests.old_ways import PlanRequest, drop, settle

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def short_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(removing, "ROWS", 4)
    monkeypatch.setattr(removing, "FAMILIES", 2)


def context() -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=0)


def a_full_group(name: str = "Thursday table", *, nights: int = 2) -> Group:
    """Return a group with rows in every table."""
    group = thursday_table(name=name, options={"pot": "leaster"})
    for _ in range(nights - 1):
        an_ended_night(group)
    night = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    tell_hand(night, leaster(night, "Cleo"), context_of(night))
    tell(night, "Ann", "Ben")
    end_night(night, context_of(night))
    ann, ben, frank = ids(group, "Ann", "Ben", "Frank")
    undo(group, pay(group, ann, ben, 100, context()).number, context())
    drop(settle(group, PlanRequest(), context()), context())
    settle(group, PlanRequest(), context())
    unmerge_players(group, merge_players(group, frank, ann, context()).number, context())
    write_handles(player(group, "Ann"), {Service.VENMO: "ann"})
    admit(group, uuid.uuid4(), Role.WATCHER, player(group, "Ben"))
    first, second = (Secret(nonce=uuid.uuid4(), digest=uuid.uuid4().hex) for _ in range(2))
    let_in(make_link(group, NewLink(role=Role.SCORER), first, context()), uuid.uuid4())
    share_year(group, 2026, ann, context(), secret=second, shows_names=True)
    return group


def whole_book() -> dict[str, int]:
    """Return how many rows every table of the ledger has, but for the one of moves."""
    models = apps.get_app_config("ledger").get_models()
    return {model.__name__: model._base_manager.count() for model in models if model is not Move}


def time_is_up(group: Group) -> Group:
    """Its owner asked for its removal, some time ago."""
    return ask_to_leave(group, at=timezone.now() - timedelta(seconds=1))


def arriving(group: Group) -> Group:
    """Mark the group as one that is being imported."""
    guards.lift(connection)
    Group.every.filter(pk=group.pk).update(is_arriving=True)
    guards.install(connection)
    group.refresh_from_db()
    return group


def test_everything_of_a_group_goes_and_nothing_of_another_one() -> None:
    a_full_group()
    before = whole_book()
    assert all(count for name, count in before.items() if name != "Tombstone"), before
    goes = time_is_up(a_full_group("Friday table", nights=3))
    remove_group(goes)
    assert whole_book() == before | {"Tombstone": 1}
    stone = Tombstone.objects.get()
    assert (stone.group, stone.nights) == (goes.pk, 3)


@pytest.mark.parametrize("is_arriving", [True, False])
def test_removal_that_was_killed_anywhere_goes_on(is_arriving: bool) -> None:
    goes, runs = a_full_group(), 0
    goes = arriving(goes) if is_arriving else time_is_up(goes)
    while Group.every.filter(pk=goes.pk).exists():
        turns = Turns(partial(remove_group, goes))
        for _ in range(5):
            turns.step()
        turns.close()
        runs += 1
        connection.check_constraints()
    assert runs > 10
    assert whole_book() == dict.fromkeys(whole_book(), 0) | {"Tombstone": int(not is_arriving)}
    remove_group(goes)  # once more than needed


def test_no_step_is_longer_for_a_longer_book_or_holds_a_transaction() -> None:
    depth, depths, most = len(connection.savepoint_ids), set[int](), 0
    goes = time_is_up(a_full_group(nights=6))

    def remove() -> None:
        with heard_by(lambda done, of: depths.add(len(connection.savepoint_ids))):
            remove_group(goes)

    turns = Turns(remove)
    while not turns.is_over:
        with CaptureQueriesContext(connection) as captured:
            turns.step()
        most = max(most, len(captured))
    assert 0 < most < 70
    assert depths == {depth}


def test_an_import_that_is_whole_is_not_removed_by_who_thought_it_was_not() -> None:
    group = arriving(a_full_group())
    turns = Turns(partial(remove_group, group))
    turns.step()
    Group.every.filter(pk=group.pk).update(is_arriving=False)
    before = whole_book()
    with pytest.raises(Refused):
        list(iter(turns.step, False))
    assert whole_book() == before


def test_what_was_written_in_the_last_moment_goes_too() -> None:
    group = time_is_up(a_full_group())
    turns = Turns(partial(remove_group, group))
    while Transaction.objects.filter(group=group).exists():
        turns.step()
    pay(group, player(group, "Ann").pk, player(group, "Ben").pk, 5, context())
    list(iter(turns.step, False))
    assert (Group.every.exists(), Posting.objects.exists()) == (False, False)


def test_an_owner_may_change_his_mind_until_the_time_is_up() -> None:
    group, later = an_ended_night(thursday_table()).group, timezone.now() + timedelta(days=30)
    asked = [ask_to_leave(group, at=at).leaves_at for at in (later, later + timedelta(days=1), None)]
    assert asked == [later, later, None]
    before = whole_book()
    for at in (None, later):
        ask_to_leave(group, at=at)
        with pytest.raises(Refused, match="group_stays"):
            remove_group(group)
    assert whole_book() == before
    ask_to_leave(group, at=None)
    time_is_up(group)
    assert list(due_groups()) == [group]
    with pytest.raises(Refused, match="group_gone"):
        ask_to_leave(group, at=None)
    remove_group(group)
    with pytest.raises(Refused, match="group_gone"):
        ask_to_leave(group, at=None)
    assert not due_groups().exists()
