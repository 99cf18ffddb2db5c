"""Files that commands write: private, and under their name only when they are whole."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    """Yield a file that only its owner reads, to be written; it gets its name when that went well.

    Raises OSError where it cannot be written, FileExistsError where that name is taken.
    """
    if path.exists():
        raise FileExistsError(17, "File exists", str(path))
    part = path.with_name(f".{path.name[:80]}.{secrets.token_hex(4)}.part")
    try:
        with open(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        _name(part, path)
    finally:
        part.unlink(missing_ok=True)


def _name(part: Path, path: Path) -> None:
    try:
        os.link(part, path)  # unlike a new name, this never takes the place of another file
    except FileExistsError:
        raise
    except OSError:  # some file systems have no links
        if path.exists():
            raise FileExistsError(17, "File exists", str(path)) from None
        part.rename(path)
