"""The ledger as Django knows it, and the lock it keeps on its book."""

import sys
from collections.abc import Sequence
from functools import partial
from typing import Any

from django.apps import AppConfig
from django.apps import apps as global_apps
from django.apps.registry import Apps
from django.core.checks import CheckMessage, Tags, Warning, register
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.db.models.signals import post_migrate

PROJECTED = (
    "Group", "Session", "Entry", "Hand", "HandResult", "Pot", "NightGame", "NightPlayer", "NightRole",
    "NightPlace", "NightPair",
)  # fmt: skip
LISTED = ("Group", "Posting", "Transaction", "SettlementPayment", "DroppedSettlement", "OpenPayment")


class LedgerConfig(AppConfig):
    name = "ledger"

    def ready(self) -> None:
        """Put the guards on again after every migrate: SQLite drops them with a table it remakes.

        Then project the nights anew that an older version projected, and what is open in each group.
        """
        connection_created.connect(compile_no_query)
        post_migrate.connect(put_guards_on, sender=self)
        post_migrate.connect(renew_projections, sender=self)
        register(guards_are_on, Tags.database)


def compile_no_query(*, connection: BaseDatabaseWrapper, **kwargs: Any) -> None:
    """Switch off PostgreSQL's compiler: it takes a tenth of a second for queries that answer in less."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET jit = off")


def put_guards_on(*, using: str, **kwargs: Any) -> None:
    from ledger.models import guards  # noqa: PLC0415  (models exist only when all apps are ready)

    guards.install(connections[using])


def renew_projections(*, using: str, apps: Apps = global_apps, verbosity: int = 1, **kwargs: Any) -> None:
    """Project nights anew, and list open payments, that an older version projected, or none.

    Only once the tables are as this code knows them. A few milliseconds a night. Stopped, the next `migrate`
    goes on where it was. A book that cannot be folded is named and left as it was, for `audit` to look into.
    """
    from ledger.models import Session  # noqa: PLC0415  (models exist only when all apps are ready)
    from ledger.recording.journal import make_lists  # noqa: PLC0415
    from ledger.recording.projecting import project_again  # noqa: PLC0415

    out = kwargs.get("stdout") or sys.stdout

    def failed(cannot_be: str, row: object, problem: Exception) -> None:
        out.write(f"  {cannot_be.format(row)}: {problem!r:.200}. `manage.py audit` says more.\n")

    project = partial(project_again, Session.objects.all())
    for tables, renew, cannot_be, renewed in (
        (PROJECTED, project, "{} cannot be projected", "Projected {} nights anew."),
        (LISTED, make_lists, "What is open in {} cannot be said", "Listed what is open in {} groups."),
    ):
        if using == DEFAULT_DB_ALIAS and all(_is_as_here(apps, name) for name in tables):
            done = renew(partial(failed, cannot_be))
            if done and verbosity:
                out.write(f"  {renewed.format(done)}\n")


def _is_as_here(apps: Apps, name: str) -> bool:
    try:
        there, here = apps.get_model("ledger", name), global_apps.get_model("ledger", name)
    except LookupError:
        return False
    return {one.column for one in there._meta.local_fields} == {one.column for one in here._meta.local_fields}


def guards_are_on(*, databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """Warn of a book without its lock. No error, as `migrate` checks first and then repairs it."""
    from ledger.models import guards  # noqa: PLC0415

    try:
        gone = [name for alias in databases or () for name in guards.missing(connections[alias])]
    except DatabaseError:  # another check says what is wrong with the database itself
        return []
    if not gone:
        return []
    return [
        Warning(
            f"The database does not guard the book: {', '.join(gone)} is missing.",
            hint="`manage.py migrate` puts the guards back. Then `manage.py audit` says whether all is well.",
            id="ledger.W001",
        )
    ]
