"""Ink cannot be changed or deleted, whoever asks; the one way out is a whole group, arriving or removed."""

import uuid
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, models, transaction
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import Model
from django.utils import timezone

from ledger.apps import guards_are_on
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
    guards,
    guards_sqlite,
)
from ledger.recording import WriteContext, add_player, merge_players, unmerge_players
from ledger.recording.journal import make_list
from tests.cast import a_night, an_ended_night, ids, player, tell, thursday_table
from tests.old_ways import PlanRequest, drop, settle

pytestmark = pytest.mark.django_db
SQLITE = connection.vendor == "sqlite"
only_sqlite = pytest.mark.skipif(not SQLITE, reason="a statement of SQLite")
only_postgres = pytest.mark.skipif(SQLITE, reason="a statement of PostgreSQL")
Cents = tuple[int, ...]


@pytest.fixture
def night() -> Session:
    session = a_night(thursday_table())
    tell(session, "Ben", "Cleo")
    book(session.group, (100, -100))
    return session


def book(group: Group, cents: Cents, *, lines: int | None = None, key: uuid.UUID | None = None) -> uuid.UUID:
    """Write a transaction as somebody would who goes around the pen."""
    key = key or uuid.uuid4()
    for who, amount in zip(ids(group), cents, strict=False):
        Posting.objects.create(transaction_id=key, account=Account.PLAYER, player_id=who, cents=amount)
    Transaction.objects.create(
        key=key,
        group=group,
        number=Transaction.objects.count() + 1,
        kind="payment",
        at=timezone.now(),
        lines=len(cents) if lines is None else lines,
    )
    return key


def everything() -> list[dict[str, Any]]:
    inked: tuple[type[models.Model], ...] = (Entry, HouseRules, Transaction, Posting)
    return [row for model in inked for row in model._default_manager.order_by("pk").values()]


@pytest.fixture
def with_everything(night: Session) -> Session:
    """Return the night with a dropped plan, two players who are one, and the tombstone of another group."""
    make_list(night.group)
    stored = settle(night.group, PlanRequest(label="all"), WriteContext(key=uuid.uuid4(), after=0))
    drop(stored, WriteContext(key=uuid.uuid4(), after=0))
    annie = add_player(night.group, "Annie").pk
    merge_players(night.group, annie, ids(night.group, "Ann")[0], WriteContext(key=uuid.uuid4(), after=0))
    gone = Group.objects.create(name="Gone", leaves_at=timezone.now() - timedelta(days=1))
    Tombstone.objects.create(group=gone.pk, nights=0, at=timezone.now())
    return night


def columns_and_rows(table: str) -> tuple[list[str], list[tuple[object, ...]]]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table}")
        return [one[0] for one in cursor.description], sorted(cursor.fetchall(), key=str)


@pytest.mark.parametrize("table", guards.GUARDED)
def test_no_statement_changes_or_deletes_a_line(with_everything: Session, table: str) -> None:
    stored = (Settlement, SettlementPayment, DroppedSettlement)
    inked = (Entry, HouseRules, Merge, Posting, *stored, Tombstone, Transaction)
    assert set(guards.GUARDED) == {model._meta.db_table for model in inked}
    columns, before = columns_and_rows(table)
    assert before
    for column in columns:
        refused(raw(f'UPDATE {table} SET "{column}" = "{column}"'))
    refused(raw(f"DELETE FROM {table}"))
    assert columns_and_rows(table)[1] == before


def test_orm_changes_nothing_either(night: Session) -> None:
    before = everything()
    entry = Entry.objects.latest("number")
    now = timezone.now()
    twin = Entry(pk=entry.pk, session=night, number=9, key=uuid.uuid4(), kind="left", facts={}, at=now)
    over: dict[str, Any] = {"update_conflicts": True, "update_fields": ["kind"], "unique_fields": ["pk"]}
    deeds: tuple[Callable[[], object], ...] = (
        entry.save,
        entry.delete,
        lambda: Entry.objects.update(facts={}),
        lambda: Entry.objects.all().delete(),
        lambda: Entry.objects.filter(pk=entry.pk)._raw_delete(using="default"),
        lambda: Entry.objects.bulk_update([entry], ["kind"]),
        lambda: Entry.objects.bulk_create([twin], **over),
        lambda: Posting.objects.update(cents=0),
        lambda: Posting.objects.all()._raw_delete(using="default"),
        lambda: Transaction.objects.update(note="never mind"),
        lambda: HouseRules.objects.update(game="skat"),
    )
    for deed in deeds:
        refused(deed)
    assert everything() == before


@only_sqlite
@pytest.mark.parametrize("table", sorted(guards.WITH_GUARDS))
def test_a_guard_knows_every_key_that_django_finds_in_the_sql_of_its_table(table: str) -> None:
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, table).values()
        keys = {tuple(one["columns"]) for one in found if one["unique"] or one["primary_key"]}
        assert guards_sqlite.unique(cursor, table) == sorted(keys)
        assert keys


@only_sqlite
def test_insert_or_replace_pushes_nothing_out(night: Session) -> None:
    before = everything()
    columns = "session_id, number, key, kind, facts, at"
    taken = "SELECT session_id, number, '0', kind, facts, at FROM ledger_entry"
    refused(raw(f"INSERT OR REPLACE INTO ledger_entry ({columns}) {taken}"))
    refused(
        raw(f"INSERT OR REPLACE INTO ledger_entry ({columns}, id) {taken.replace('at FROM', 'at, id FROM')}")
    )
    refused(raw("UPDATE OR REPLACE ledger_entry SET number = 1"))
    refused(raw("REPLACE INTO ledger_posting SELECT * FROM ledger_posting"))
    assert everything() == before


@only_postgres
@pytest.mark.parametrize("table", guards.GUARDED)
def test_truncate_empties_nothing(night: Session, table: str) -> None:
    before = everything()
    connection.check_constraints()
    refused(raw(f"TRUNCATE {table} CASCADE"))
    refused(raw("TRUNCATE ledger_group CASCADE"))
    assert everything() == before


@pytest.mark.parametrize(
    ("cents", "lines"), [((100, -99), 2), ((), 0), ((), 2), ((100, -100), 3), ((100, -100), 1), ((100,), 1)]
)
def test_only_a_balanced_transaction_is_sealed(night: Session, cents: Cents, lines: int) -> None:
    refused(lambda: book(night.group, cents, lines=lines))


def test_sealed_transaction_takes_no_line_more_and_no_posting_stays_without_one(night: Session) -> None:
    key, ann = book(night.group, (5, -5)), ids(night.group)[0]
    refused(lambda: book(night.group, (5, -5), key=key))
    postings: tuple[dict[str, Any], ...] = (
        {"transaction_id": key, "account": Account.BOX},
        {"account": Account.BOX},
        # A posting belongs to a player or to a box.
        {"account": Account.PLAYER},
        {"account": "moon"},
        {"account": Account.BOX, "player_id": ann},
    )
    for posting in postings:
        refused(partial(Posting.objects.create, **{"transaction_id": uuid.uuid4(), "cents": 0, **posting}))
    columns = "transaction_id, account, cents"
    for cents in ("1.5", "'abc'", "NULL") if SQLITE else ():
        refused(raw(f"INSERT INTO ledger_posting ({columns}) VALUES ('{uuid.uuid4().hex}', 'box', {cents})"))


def test_operator_is_told_when_a_guard_is_gone_and_migrate_puts_it_back() -> None:
    assert guards_are_on(databases=["default"]) == []
    editor = cast(BaseDatabaseSchemaEditor, SimpleNamespace(connection=connection))
    guards.GuardsOff().code(StateApps([], {}), editor)
    assert [warning.id for warning in guards_are_on(databases=["default"])] == ["ledger.W001"]
    every = 9 * 3 + 4 + 2 * 3 + 1 + 13 * 3 if SQLITE else 9 * 2 + 4 + 2 + 1 + 13
    assert len(guards.missing(connection)) == every
    guards.GuardsOn().code(StateApps([], {}), editor)
    assert guards.missing(connection) == []
    guards.lift(connection)
    call_command("migrate", verbosity=0)
    assert guards.missing(connection) == []


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
    delete_everything(arrive(a_full_group()))
    assert not Group.every.exists()
    assert not Tombstone.objects.exists()


def fixed(model: type[models.Model]) -> tuple[str, ...]:
    from ledger.models.guarded import INK

    return next(ink.fixed for ink in INK if ink.table == model._meta.db_table)


def test_what_is_staged_is_handed_over_to_its_group_and_then_is_in_ink() -> None:
    staged, group = arrive(a_full_group()), thursday_table(name="Friday table")
    HouseRules.objects.filter(group=staged).update(group=group, version=models.F("version") + 1)
    Session.objects.filter(group=staged).update(group=group)
    Settlement.objects.filter(group=staged).update(group=group)
    Merge.objects.filter(group=staged).update(group=group)
    Transaction.objects.filter(group=staged).update(group=group, number=models.F("number") + 7)
    for model in INKED:
        refused(delete(model, group))
        refused(change(model))
    assert "stays where it is" in refused(lambda: Session.objects.filter(group=group).update(group=staged))


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
