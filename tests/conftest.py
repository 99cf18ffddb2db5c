"""Only what the suite stands on. Players and evenings live beside the tests that use them."""

import gc
import hashlib
import importlib.util
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import connection
from pytest_django import DjangoDbBlocker

ROOT = Path(__file__).parent.parent
NO_BROWSER = "no Chromium was found"
DATABASE_FIXTURES = {"db", "transactional_db", "live_server"}
BROWSER_TESTS = Path(__file__).parent / "browser"
WEBKIT_TESTS = Path(__file__).parent / "webkit"
# Folders, files and tests below tests/ that run in `make test-postgres` too, as far as they use the database:
# what locks, guards, waits, sums, upserts or migrates in its own way there. All else is alike on both.
ALSO_ON_POSTGRES = frozenset(
    {
        # Writes, locks and guards
        "evenings/test_any_story.py",
        "fuzz/test_pages.py",
        "ledger/exchange/test_moving.py",
        "ledger/management",
        "ledger/recording/test_deadlocks.py",
        "ledger/recording/test_merging.py",
        "ledger/recording/test_news.py",
        "ledger/recording/test_notebook.py::test_nobody_sees_a_night_before_all_are_there",
        "ledger/recording/test_notebook.py::test_two_imports_of_one_notebook_write_it_once",
        "ledger/recording/test_open_list.py::test_receipts_of_a_random_book_add_up_to_balances_and_balances_to_zero",
        "ledger/recording/test_projecting.py",
        "ledger/recording/test_removing.py",
        "ledger/recording/test_writing.py",
        "ledger/test_audit.py",
        "ledger/test_backup.py",
        "ledger/test_damaged.py",
        "ledger/test_demo.py",
        "ledger/test_guards.py",
        "ledger/test_migrations.py",
        "reliability/test_away.py",
        "reliability/test_killed.py",
        "reliability/test_live.py",
        "reliability/test_move_book.py",
        "reliability/test_moved_tables.py",
        "reliability/test_restored.py",
        "reliability/test_tasks.py",
        "reliability/test_two_servers.py",
        "scorekeeper/http/test_errors.py",
        "scorekeeper/http/test_machines.py",
        "scorekeeper/live",
        "scorekeeper/table/test_outbox.py",
        "scorekeeper/tasks",
        "scorekeeper/visitors",
        "simulation",
        # Opens every page once, as its owner
        "scorekeeper/test_every_door.py",
        # Compares what the database adds up with a slow count of whole histories
        "ledger/standings/test_company.py",
        "ledger/standings/test_hands_behind.py",
        "ledger/standings/test_money.py",
        "ledger/standings/test_nights.py",
        "ledger/standings/test_open_list.py",
        "ledger/standings/test_played.py",
        "ledger/standings/test_rankings.py",
        "ledger/standings/test_records.py",
        "ledger/standings/test_statement.py",
    }
)


def chromium(*, whole: bool = False) -> str | None:
    """The path of a Chromium, or None where there is none or nothing to drive it with.

    A `whole` one can open windows; only such a one keeps pages in mind that were left.
    """
    if importlib.util.find_spec("playwright") is None:
        return None
    # The same engine without windows needs a fifth less of the processor.
    names = ["chromium", "chromium-browser", "google-chrome"]
    if not whole:
        names.insert(0, "chromium-headless-shell")
    for name in (os.environ.get("CHROMIUM"), *names):
        if name and (path := shutil.which(name)):
            return path
    return None


def migrated_book() -> Path:
    """The file of an empty, migrated SQLite book, named after all that its tables are made from."""
    made_from = [ROOT / "requirements.txt", *ROOT.glob("ledger/models/**/*.py")]
    made_from += [*ROOT.glob("*/models.py"), *ROOT.glob("*/*/models.py"), *ROOT.glob("*/**/migrations/*.py")]
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(made_from))).hexdigest()
    return Path(tempfile.gettempdir()) / f"scorekeeper-migrated-{os.getuid()}-{digest[:16]}.sqlite3"


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_modify_db_settings: None) -> bool:
    """Begin with a copy of the migrated book, as migrating takes six seconds in each process of each run."""
    if connection.vendor != "sqlite" or not migrated_book().exists():
        return False
    shutil.copyfile(migrated_book(), connection.settings_dict["TEST"]["NAME"])
    return True


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    if connection.vendor == "sqlite" and not migrated_book().exists():
        half = migrated_book().with_suffix(f".{os.getpid()}")
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(half)])
        half.replace(migrated_book())


@pytest.fixture
def _django_db_helper(_django_db_helper: None) -> Iterator[None]:
    """Lift the guards before the flush of what a test committed, the only time that the book may be emptied.

    They come back by themselves, as Django migrates nothing after a flush and says so.
    """
    yield
    if not connection.in_atomic_block:
        from ledger.models import guards

        guards.lift(connection)


@pytest.fixture(autouse=True)
def _nobody_was_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin each test with full buckets and a clock of limits that stands still.

    Else a slow machine gives back what a test has just used up.
    """
    from scorekeeper.visitors import counting

    counting.forget()
    at = counting.now()
    monkeypatch.setattr(counting, "now", lambda: at)
    # A test that was rolled back leaves no news behind, and another one would find what was kept for its own.
    cache.clear()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--times", type=int, default=1, help="run each test so many times")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if (times := metafunc.config.getoption("times")) > 1:
        metafunc.fixturenames.append("time_of_many")
        metafunc.parametrize("time_of_many", range(times))


def pytest_configure(config: pytest.Config) -> None:
    # Ten thousand tests stay in memory, and by default they are looked through for rubbish all the time.
    gc.set_threshold(20_000, 20, 20)
    if os.environ.get("REQUIRE_BROWSER") == "1" and chromium() is None:
        raise pytest.UsageError(
            f"REQUIRE_BROWSER=1, but {NO_BROWSER}: apt install chromium, or set CHROMIUM."
        )


def pytest_collection_finish() -> None:
    # What was collected stays to the end: it need not be looked through at all.
    gc.collect()
    gc.freeze()


def pytest_unconfigure() -> None:
    # Django removes the test database, but not the log beside it when a thread still held it open.
    for file in Path(tempfile.gettempdir()).glob(f"scorekeeper-test-{os.getpid()}.sqlite3*"):
        file.unlink(missing_ok=True)
    shutil.rmtree(Path(tempfile.gettempdir()) / f"scorekeeper-test-{os.getpid()}-tasks", ignore_errors=True)


def runs_on_postgres(item: pytest.Item) -> bool:
    """Return whether a test belongs to what `make test-postgres` runs."""
    path = item.path.relative_to(Path(__file__).parent)
    places = {path.as_posix(), *(folder.as_posix() for folder in path.parents)}
    places.add(f"{path.as_posix()}::{getattr(item, 'originalname', item.name)}")
    listed = not ALSO_ON_POSTGRES.isdisjoint(places)
    return listed and touches_the_database(item) and item.get_closest_marker("one_database") is None


def touches_the_database(item: pytest.Item) -> bool:
    """Whether a test, or a fixture of it, uses the database; the others are alike on every database."""
    fixtures = getattr(item, "fixturenames", ())
    return item.get_closest_marker("django_db") is not None or not DATABASE_FIXTURES.isdisjoint(fixtures)


@pytest.hookimpl(tryfirst=True)  # before -m chooses by marker
def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    skip = None if chromium() else pytest.mark.skip(reason=NO_BROWSER)
    for item in items:
        if touches_the_database(item):
            item.add_marker("database")
        if runs_on_postgres(item):
            item.add_marker("postgres")
        if item.path.is_relative_to(WEBKIT_TESTS):
            item.add_marker("browser")
        if item.path.is_relative_to(BROWSER_TESTS):
            item.add_marker("browser")
            if skip:
                item.add_marker(skip)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = sum(NO_BROWSER in str(report.longrepr) for report in terminalreporter.getreports("skipped"))
    if skipped:
        terminalreporter.section("BROWSER TESTS DID NOT RUN", sep="!", red=True, bold=True)
        terminalreporter.line(
            f"{skipped} tests were skipped because {NO_BROWSER}. Install one (Debian: apt install chromium),"
            " or name one with CHROMIUM=/path/to/it."
        )
