"""What a migration does to a book that was written before it."""

import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib import import_module
from io import StringIO
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

from ledger.book.sheet import ScoreSheet
from ledger.management import fitness
from ledger.models import (
    NIGHTLY,
    Entry,
    Group,
    Hand,
    HandResult,
    OpenPayment,
    Pot,
    Role,
    Session,
    Settlement,
    guards,
)
from ledger.models.book import sheet_in_ink
from ledger.recording import WriteContext, admit, projecting
from ledger.recording.auditing import audit
from ledger.recording.journal import follow, pay
from ledger.recording.projecting import PROJECTION
from ledger.standings.money import open_list
from tests.cast import a_night, an_ended_night, ids, owner_of, player, tell, thursday_table
from tests.old_ways import PlanRequest, settle

CALLED_BEFORE = {
    "0010_expenses_are_shared": "0014_expenses_are_shared",
    "0011_groups_and_players_as_they_like": "0010_groups_and_players_as_they_like",
    "0013_changes_can_be_undone": "0015_changes_can_be_undone",
    "0014_what_is_open": "0011_what_is_open",
    "0015_words_and_remarks": "0016_words_and_remarks",
}


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


PROJECTED: tuple[type[Model], ...] = (Hand, *NIGHTLY)


def projected() -> list[tuple[object, ...]]:
    found: list[tuple[object, ...]] = []
    for model in PROJECTED:
        columns = [one.attname for one in model._meta.local_fields if not one.primary_key]
        found += sorted(model._default_manager.values_list(*columns), key=str)
    results = HandResult.objects.values_list("hand__session", "hand__entry", "player", "role", "parts")
    return [*found, *sorted(results)]


def as_if_from_before() -> None:
    Pot.objects.all().delete()
    HandResult.objects.all().delete()
    for model in PROJECTED:
        model._default_manager.all().delete()
    Session.objects.update(projection=0)


def migrate() -> str:
    out = StringIO()
    call_command("migrate", stdout=out)
    return out.getvalue()


@pytest.mark.django_db
def test_nights_from_before_there_were_results_are_projected_anew_once() -> None:
    group = thursday_table()
    for _ in range(2):
        an_ended_night(group)
    going = a_night(group)
    tell(going, "Ben", "Cleo")
    wanted = projected()
    as_if_from_before()
    assert "Projected 3 nights anew." in migrate()
    assert projected() == wanted
    assert list(audit([group])) == []
    rows = set(HandResult.objects.values_list("pk", flat=True))
    assert "Projected" not in migrate()
    assert set(HandResult.objects.values_list("pk", flat=True)) == rows
    # Whoever writes in such a night first projects it anew.
    as_if_from_before()
    tell(Session.objects.get(pk=going.pk), "Cleo", "Dave")
    assert HandResult.objects.count() == 12
    assert "Projected 2 nights anew." in migrate()
    assert list(audit([group])) == []


@pytest.mark.django_db
def test_projecting_that_was_stopped_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    group = thursday_table()
    nights = [an_ended_night(group) for _ in range(3)]
    wanted = projected()
    as_if_from_before()
    read = sheet_in_ink

    def stopped(session: Session) -> ScoreSheet:
        if session.pk == nights[1].pk:
            raise KeyboardInterrupt
        return read(session)

    monkeypatch.setattr(projecting, "sheet_in_ink", stopped)
    with pytest.raises(KeyboardInterrupt):
        migrate()
    assert list(Session.objects.order_by("pk").values_list("projection", flat=True)) == [PROJECTION, 0, 0]
    monkeypatch.undo()
    assert "Projected 2 nights anew." in migrate()
    assert projected() == wanted


@pytest.mark.django_db
def test_a_book_that_cannot_be_folded_is_named_and_does_not_keep_the_others() -> None:
    broken, whole = (an_ended_night(thursday_table(name=name)) for name in ("Thursday table", "Friday table"))
    as_if_from_before()
    guards.lift(connection)
    Entry.objects.filter(session=broken, number=2).update(facts={})
    guards.install(connection)
    said = migrate()
    assert "Thursday table: night 1 cannot be projected" in said
    assert "Projected 1 nights anew." in said
    assert set(Hand.objects.values_list("session", flat=True)) == {whole.pk}
    assert Session.objects.get(pk=broken.pk).projection == 0


@pytest.mark.django_db(transaction=True)
def test_book_that_goes_there_and_back_is_projected_and_its_phones_and_placeholders_are_known(
    back: None,
) -> None:
    # The checks share a journey, as thirty migrations there and back take longer than most tests together.
    an_ended_night(group := thursday_table())
    friday = thursday_table(name="Friday", names=("Ann", "Ben", "not Accounted for", "Dave", "Edith"))
    ben, ann = player(group, "Ben"), owner_of(group)
    watcher = admit(group, uuid.uuid4(), Role.WATCHER)
    wanted = projected()
    call_command("migrate", "ledger", "0007", verbosity=0)
    call_command("migrate", "ledger", "0034", verbosity=0)
    with connection.cursor() as cursor:
        both = [ben.pk, ann.pk, watcher.pk]
        cursor.execute("UPDATE ledger_membership SET player_id = %s WHERE id IN (%s, %s)", both)
    call_command("migrate", verbosity=0)
    assert projected() == wanted
    watcher.refresh_from_db()
    ann.refresh_from_db()
    assert (watcher.player, watcher.is_player_confirmed) == (ben, False)
    assert (ann.player, ann.is_player_confirmed) == (ben, True)
    marked = friday.players.filter(is_placeholder=True).values_list("name", flat=True)
    assert list(marked) == ["not Accounted for"]
    assert list(audit([group, friday])) == []


@pytest.fixture
def back() -> Iterator[None]:
    yield
    call_command("migrate", verbosity=0)


@pytest.mark.django_db
def test_what_was_paid_at_a_night_that_goes_on_waits_after_migrating() -> None:
    group, other = thursday_table(), thursday_table(name="Others", guest=uuid.uuid4())
    for each in (group, other):
        an_ended_night(each)
    before = list(OpenPayment.objects.filter(group=other).values())
    wanted = open_list(group)
    frank, edith = ids(group, "Frank", "Edith")
    pay(group, edith, frank, 40, WriteContext(key=uuid.uuid4(), after=0), session=a_night(group))
    follow(group, {edith: 40, frank: -40})  # as an older version had it
    migration = import_module("ledger.migrations.0035_paid_while_a_night_goes_on")
    migration.mark_them(apps, SimpleNamespace(connection=connection))
    assert [*Group.objects.filter(open_list=0)] == [group]
    call_command("migrate", verbosity=0)
    assert open_list(group) == tuple(each for each in wanted if each.payer != edith)
    assert list(OpenPayment.objects.filter(group=other).values()) == before
    assert list(audit([group, other])) == []


@pytest.mark.parametrize("app", ["ledger", "scorekeeper"])
def test_migrations_are_numbered_in_the_order_in_which_they_run(app: str) -> None:
    graph = MigrationLoader(None).graph
    (last,) = graph.leaf_nodes(app)
    chain = [name for label, name in graph.forwards_plan(last) if label == app]
    assert [int(name[:4]) for name in chain] == list(range(1, len(chain) + 1))


@pytest.mark.django_db
def test_a_book_made_between_two_versions_knows_its_migrations_by_their_new_names() -> None:
    # From one that was released to the next their numbers did not follow the order in which they ran.
    for new, old in CALLED_BEFORE.items():
        assert MigrationRecorder.Migration.objects.filter(app="ledger", name=new).update(name=old) == 1
    assert fitness.is_of_this_version()
    assert fitness.unfit() is None
    loader = MigrationLoader(connection)
    loader.check_consistent_history(connection)
    assert MigrationExecutor(connection).migration_plan(loader.graph.leaf_nodes()) == []
    migrate()
    assert fitness.is_of_this_version()
    assert {("ledger", name) for name in CALLED_BEFORE} <= set(
        MigrationRecorder(connection).applied_migrations()
    )
