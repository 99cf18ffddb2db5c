"""The ledger as Django knows it, and the lock it keeps on its book."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Tags, Warning, register
from django.db import DatabaseError, connections
from django.db.models.signals import post_migrate


class LedgerConfig(AppConfig):
    name = "ledger"

    def ready(self) -> None:
        """After every migrate the guards are put on again: SQLite drops them with a table it remakes."""
        post_migrate.connect(put_guards_on, sender=self)
        register(guards_are_on, Tags.database)


def put_guards_on(*, using: str, **kwargs: Any) -> None:
    """Lock the book of this database."""
    from ledger.models import guards  # noqa: PLC0415  (models exist only when all apps are ready)

    guards.install(connections[using])


def guards_are_on(*, databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """Warns of a book without its lock. A warning, as `migrate` checks first and then repairs it."""
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
