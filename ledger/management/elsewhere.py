"""Another book than the settings': a copy, read as if it were the book."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection


@contextmanager
def read_instead(file: Path) -> Iterator[None]:
    """Inside, every query of this thread asks this SQLite file, and nothing can be written into it."""
    settings = connection.settings_dict
    name = f"{file.absolute().as_uri()}?mode=ro"
    connection.close()
    connection.settings_dict = {**settings, "NAME": name, "OPTIONS": {"uri": True}}
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict = settings
