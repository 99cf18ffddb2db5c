"""Another book than the settings': a copy, or another database, read as if it were the book."""

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import load_backend


@contextmanager
def read_instead(file: Path) -> Iterator[None]:
    """Let every query of this thread read this SQLite file; nothing can be written into it."""
    name = f"{file.absolute().as_uri()}?mode=ro"
    settings = {**connection.settings_dict, "NAME": name, "OPTIONS": {"uri": True}}
    with opened(settings) as copy, asked_of(copy):
        yield


@contextmanager
def opened(database: Mapping[str, Any]) -> Iterator[BaseDatabaseWrapper]:
    """Open another database beside the book's, by Django's settings of it; closed and forgotten in the
    end."""
    name = f"other_{secrets.token_hex(4)}"
    usual = {DEFAULT_DB_ALIAS: {**connection.settings_dict}, name: {**database}}
    settings = connections.configure_settings(usual)[name]
    other: BaseDatabaseWrapper = load_backend(settings["ENGINE"]).DatabaseWrapper(settings, name)
    connections[name] = other
    try:
        yield other
    finally:
        other.close()
        del connections[name]


@contextmanager
def asked_of(other: BaseDatabaseWrapper) -> Iterator[None]:
    """Let this thread read and write this database."""
    usual = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = other
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = usual
