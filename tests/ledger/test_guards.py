"""What is written in ink cannot be changed or deleted: the database itself refuses, whoever asks."""

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
from django.utils import timezone

from ledger.apps import guards_are_on
from ledger.models import (
    Account,
    DroppedSettlement,
    Entry,
    Group,
    HouseRules,
    Merge,
    Posting,
    Session,
    Settlement,
    SettlementPayment,
    Tombstone,
    Transaction,
    guards,
    guards_sqlite,
)
from ledger.recording import WriteContext, add_player, merge_players
from ledger.recording.open_list import make_list
from tests.cast import a_night, ids, tell, thursday_table
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
    for player, amount in zip(ids(group), cents, strict=False):
        Posting.objects.create(transaction_id=key, account=Account.PLAYER, player_id=player, cents=amount)
    Transaction.objects.create(
        key=key,
        group=group,
        number=Transaction.objects.count() + 1,
        kind="payment",
        at=timezone.now(),
        lines=len(cents) if lines is None else lines,
    )
    return key


def refused(deed: Callable[[], object]) -> None:

    def to_the_end() -> None:
        with transaction.atomic():
            deed()
            connection.check_constraints()

    with pytest.raises(IntegrityError):
        to_the_end()


def raw(statement: str) -> Callable[[], object]:

    def run() -> None:
        with connection.cursor() as cursor:
            cursor.execute(statement)

    return run


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
        facts = {"transaction_id": uuid.uuid4(), "cents": 0, **posting}
        refused(partial(Posting.objects.create, **facts))
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


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("turn", [1, 2])
def test_a_test_that_commits_finds_an_empty_book_under_guard(turn: int) -> None:
    assert not Entry.objects.exists()
    assert guards.missing(connection) == []
    a_night(thursday_table())
    refused(lambda: Entry.objects.update(kind="left"))
