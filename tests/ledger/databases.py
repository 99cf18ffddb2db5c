"""Databases beside the one under test, of the same kind, gone afterwards."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection

from tests.serving import url_of


@contextmanager
def new_database(folder: Path, name: str) -> Iterator[str]:
    """Yield the address of an empty database: a file in this folder, or one on the same server."""
    if connection.vendor == "sqlite":
        yield f"sqlite:///{folder / name}.sqlite3"
        return
    name = f"{name}_{os.getpid()}"
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        cursor.execute(f"CREATE DATABASE {name}")
    try:
        yield url_of({**connection.settings_dict, "NAME": name})
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")
