"""The one way out of the book: a whole group, while it arrives or when its owner had it removed."""

import uuid
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError, connection, models, transaction
from django.db.models import Model
from django.utils import timezone

from ledger.models import (
    NIGHTLY,
    AccessLink,
    Account,
    DroppedSettlement,
    Entry,
    Group,
    Hand,
    HandResult,
    HouseRules,
    Membership,
    Merge,
    OpenPayment,
    Player,
    Posting,
    Pot,
    Session,
    Settlement,
    SettlementPayment,
    SharedYear,
    Tombstone,
    Transaction,
)
from ledger.recording import WriteContext, add_player, merge_players, unmerge_players
from tests.cast import an_ended_night, player, thursday_table
from tests.old_ways import PlanRequest, drop, settle

pytestmark = pytest.mark.django_db
SQLITE = connection.vendor == "sqlite"
only_sqlite = pytest.mark.skipif(not SQLITE, reason="a statement of SQLite")

# Children first, and the way from each to its group.
INKED: dict[type[models.Model], str] = {
    DroppedSettlement: "settlement__group",
    SettlementPayment: "settlement__group",
    Posting: "transaction__group",
    Transaction: "group",
    Settlement: "group",
    Entry: "session__group",
    HouseRules: "group",
    Merge: "group",
}


def a_full_group(name: str = "Thursday table") -> Group:
    group = thursday_table(name=name)
    an_ended_night(group)
    for _ in range(2):
        stored = settle(group, PlanRequest(), WriteContext(key=uuid.uuid4(), after=0))
        if stored.number == 1:
            drop(stored, WriteContext(key=uuid.uuid4(), after=0))
    for number in (0, 1):
        other, ann = add_player(group, f"Ann {number}").pk, player(group, "Ann").pk
        said = merge_players(group, other, ann, WriteContext(key=uuid.uuid4(), after=2 * number))
        unmerge_players(group, said.number, WriteContext(key=uuid.uuid4(), after=0))
    assert all(lines(model, group).exists() for model in INKED)
    return group


def lines(model: type[models.Model], group: Group) -> models.QuerySet[Any]:
    return model._default_manager.filter(**{INKED[model]: group.pk})


def arrive(group: Group) -> Group:
    """Make a group one that arrives, while the guards look away."""
    from ledger.models import guards

    guards.lift(connection)
    Group.every.filter(pk=group.pk).update(is_arriving=True)
    guards.install(connection)
    group.refresh_from_db(from_queryset=Group.every.all())
    return group


def have_leave(group: Group, *, late: timedelta = timedelta(seconds=1)) -> None:
    Group.every.filter(pk=group.pk).update(leaves_at=timezone.now() - late)


def bury(group: Group) -> None:
    Tombstone.objects.create(group=group.pk, nights=1, at=timezone.now())


def refused(deed: Callable[[], object]) -> str:

    def to_the_end() -> None:
        with transaction.atomic():
            deed()
            connection.check_constraints()

    with pytest.raises(IntegrityError) as said:
        to_the_end()
    return str(said.value)


def raw(statement: str, *values: str | int) -> Callable[[], object]:

    def run() -> None:
        with connection.cursor() as cursor:
            cursor.execute(statement, values)

    return run


def delete_everything(group: Group) -> None:
    """Delete line by line, children first, as the pen would."""
    OpenPayment.objects.filter(group=group)._raw_delete(using="default")
    for model in INKED:
        lines(model, group)._raw_delete(using="default")
    Pot.objects.filter(fed_by__group=group)._raw_delete(using="default")
    HandResult.objects.filter(hand__group=group)._raw_delete(using="default")
    hands_and_nights: tuple[type[Model], ...] = (Hand, *NIGHTLY)
    for projected in hands_and_nights:
        projected._default_manager.filter(group=group)._raw_delete(using="default")
    for model in (Session, Membership, AccessLink, SharedYear, Player):
        model._default_manager.filter(group=group)._raw_delete(using="default")
    group.delete()
    connection.check_constraints()


def change(model: type[models.Model]) -> Callable[[], object]:
    """Return a statement that writes a column anew that stays what it is even while its group arrives."""
    return raw(f"UPDATE {model._meta.db_table} SET {fixed(model)[0]} = {fixed(model)[0]}")


def delete(model: type[models.Model], group: Group) -> Callable[[], object]:
    return partial(lines(model, group)._raw_delete, using="default")


def test_nothing_of_a_group_that_stays_is_deleted_even_when_another_one_goes() -> None:
    stays, goes = a_full_group(), a_full_group("Friday table")
    have_leave(goes)
    for model in INKED:  # an owner's wish alone deletes nothing before the tombstone stands
        refused(delete(model, goes))
    bury(goes)
    for model in INKED:
        assert "but with its whole group, which has a tombstone" in refused(delete(model, stays))
        assert "never changed, but while its group is arriving" in refused(change(model))


def test_group_with_a_tombstone_goes_line_by_line_and_its_id_is_never_given_again() -> None:
    stays, goes = a_full_group(), a_full_group("Friday table")
    before = [list(lines(model, stays).order_by("pk").values()) for model in INKED]
    have_leave(goes)
    bury(goes)
    delete_everything(goes)
    assert list(Group.every.all()) == [stays]
    assert [list(lines(model, stays).order_by("pk").values()) for model in INKED] == before
    gone = Tombstone.objects.get().group
    assert "there is, or was" in refused(lambda: Group.every.create(pk=gone, name="Lazarus"))
    assert thursday_table().pk > gone


def test_a_group_that_is_still_arriving_goes_without_a_tombstone() -> None:
    group = arrive(a_full_group())
    delete_everything(group)
    assert not Group.every.exists()
    assert not Tombstone.objects.exists()


def fixed(model: type[models.Model]) -> tuple[str, ...]:
    from ledger.models.guarded import INK

    return next(ink.fixed for ink in INK if ink.table == model._meta.db_table)


def test_what_is_staged_is_handed_over_to_its_group_and_then_is_in_ink() -> None:
    staged, group = arrive(a_full_group()), thursday_table(name="Friday table")
    HouseRules.objects.filter(group=staged).update(group=group, version=models.F("version") + 1)
    for model in (Session, Settlement, Merge):
        model._default_manager.filter(group=staged).update(group=group)
    Transaction.objects.filter(group=staged).update(group=group, number=models.F("number") + 7)
    for model in INKED:
        refused(delete(model, group))
        refused(change(model))
    said = refused(lambda: Session.objects.filter(group=group).update(group=staged))
    assert "stays where it is" in said


@pytest.mark.parametrize("model", INKED)
def test_even_a_staged_line_keeps_what_it_hangs_on_and_what_was_sealed(model: type[models.Model]) -> None:
    real, staged = a_full_group(), arrive(a_full_group("Friday table"))
    line, target = lines(model, staged)[0], lines(model, real)[0]
    for column in fixed(model):
        name = next(field.attname for field in model._meta.concrete_fields if field.column == column)
        value = getattr(target, name)
        other = value + 1 if isinstance(value, int) and value == getattr(line, name) else value
        refused(lambda: lines(model, staged).filter(pk=line.pk).update(**{name: other}))  # noqa: B023


def test_no_row_moves_to_a_group_that_arrives_or_is_made_anew_as_one() -> None:
    group = a_full_group()
    session = group.sessions.get()
    staged: Group = Group.every.create(name="staged", is_arriving=True)
    sessions, groups = Session.objects.filter(pk=session.pk), Group.every.filter(pk=group.pk)
    anew = Session(pk=session.pk, group=staged, number=1, started_at=timezone.now())
    deeds: dict[Callable[[], object], str] = {
        partial(sessions.update, group=staged): "stays where it is",
        partial(sessions.update, id=session.pk + 1000): "",
        partial(Group.every.filter(pk=staged.pk).update, id=staged.pk + 1000): "",
        partial(sessions._raw_delete, using="default"): "lines hang on this row",
        partial(Session.objects.bulk_create, [anew]): "",
        partial(groups._raw_delete, using="default"): "",
        partial(Group.every.bulk_create, [Group(pk=group.pk, name="anew", is_arriving=True)]): "",
        partial(groups.update, is_arriving=True): "no group arrives twice",
    }
    for deed, says in deeds.items():
        assert says in refused(deed)
    group.is_arriving = True
    refused(group.save)
    arrive(group)
    groups.update(is_arriving=False, name="here")
    refused(partial(groups.update, is_arriving=True))


@only_sqlite
def test_or_replace_pushes_nothing_out_and_leads_nothing_away() -> None:
    real, staged = a_full_group(), arrive(a_full_group("Friday table"))
    night = Session.objects.get(group=real)
    entry, columns = (
        night.entries.all()[0],
        "id, key, code, name, currency, stake_cents, points_first, started_at",
    )
    deeds = (
        raw("UPDATE OR REPLACE ledger_entry SET key = %s WHERE session_id <> %s", entry.key.hex, night.pk),
        raw("UPDATE OR REPLACE ledger_transaction SET group_id = %s WHERE group_id = %s", real.pk, staged.pk),
        raw("UPDATE OR REPLACE ledger_session SET rowid = %s WHERE group_id = %s", night.pk, staged.pk),
        raw(
            "INSERT OR REPLACE INTO ledger_session (id, key, number, started_at, hands, group_id)"
            " SELECT id, key, 9, started_at, hands, %s FROM ledger_session WHERE id = %s",
            staged.pk,
            night.pk,
        ),
        raw(
            f"INSERT OR REPLACE INTO ledger_group ({columns}, is_arriving)"
            f" SELECT {columns}, 1 FROM ledger_group WHERE id = %s",
            real.pk,
        ),
    )
    before = [list(lines(model, real).order_by("pk").values()) for model in INKED]
    for deed in deeds:
        assert "ink:" in refused(deed)
    assert [list(lines(model, real).order_by("pk").values()) for model in INKED] == before


def test_there_is_no_tombstone_for_a_group_that_stays_arrives_or_whose_time_is_not_up() -> None:
    group = thursday_table()
    staged: Group = Group.every.create(name="staged", is_arriving=True)
    assert "when its time is up" in refused(lambda: bury(group))
    have_leave(group, late=-timedelta(seconds=30))
    refused(lambda: bury(group))
    refused(lambda: Tombstone.objects.create(group=group.pk + 1000, nights=0, at=timezone.now()))
    have_leave(staged)
    refused(lambda: bury(staged))
    have_leave(group)
    bury(group)


@pytest.mark.parametrize("microsecond", [0, 1, 123456, 999999])
def test_the_time_is_compared_however_django_writes_it(microsecond: int) -> None:
    group = thursday_table()
    for hours in (1, 24, 24 * 400):
        due = (timezone.now() + timedelta(hours=hours)).replace(microsecond=microsecond)
        Group.every.filter(pk=group.pk).update(leaves_at=due)
        refused(lambda: bury(group))
    due = (timezone.now() - timedelta(seconds=2)).replace(microsecond=microsecond)
    Group.every.filter(pk=group.pk).update(leaves_at=due)
    bury(group)


def test_a_tombstone_is_neither_changed_nor_deleted() -> None:
    group = thursday_table()
    have_leave(group)
    bury(group)
    refused(lambda: Tombstone.objects.update(nights=0))
    refused(lambda: Tombstone.objects.all().delete())
    refused(lambda: bury(group))
    if SQLITE:
        refused(raw("REPLACE INTO ledger_tombstone SELECT * FROM ledger_tombstone"))
    assert Tombstone.objects.count() == 1


def test_postings_whose_transaction_is_not_yet_written_are_nobodys() -> None:
    group = thursday_table()

    def write_and_take_back() -> None:
        key = uuid.uuid4()
        Posting.objects.create(transaction_id=key, account=Account.BOX, cents=5)
        Posting.objects.filter(transaction_id=key)._raw_delete(using="default")

    refused(write_and_take_back)
    have_leave(group)
    bury(group)
    refused(write_and_take_back)
