"""The files of a task: a folder called like its key, which nobody else on this machine may read.

Where several servers may share a database, on PostgreSQL, they lie in it as well, and a server that has no
such file takes it from there: what was asked of one server is found at each. In a book that has moved from
there to SQLite some may lie as well, and are found in the same way.
"""

import os
import shutil
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

from django.conf import settings
from django.core.files.uploadedfile import TemporaryUploadedFile, UploadedFile
from django.db import connection, transaction

from ledger.recording import Refused
from scorekeeper.models import TaskFile

# Name of the file that a guest uploaded, unchanged.
BROUGHT = "brought"

# Name of the file that an export wrote.
MADE = "made"

# Bytes of the disk that are left to the book, whatever else is brought.
LEAST_FREE = 200_000_000

# Bytes of a file that lie in one row of the database.
PART = 1_000_000

Upload: TypeAlias = "UploadedFile[Any] | bytes"


def folder_of(key: uuid.UUID) -> Path:
    return Path(settings.TASK_DIR) / str(key)


def make_folder(key: uuid.UUID, files: Mapping[str, Upload]) -> None:
    """Make the folder with these files in it, by name. Raises Refused where the disk has no room for them."""
    folder = folder_of(key)
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    check_room(sum(len(file) if isinstance(file, bytes) else file.size or 0 for file in files.values()))
    folder.mkdir(mode=0o700, exist_ok=True)
    for name, file in files.items():
        if isinstance(file, TemporaryUploadedFile):  # copying 50 MB would keep the pages waiting
            shutil.move(file.temporary_file_path(), folder / name)
            (folder / name).chmod(0o600)
            continue
        with open(os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as written:
            written.writelines([file] if isinstance(file, bytes) else file.chunks())


def keep(key: uuid.UUID, name: str) -> None:
    """Let other servers have this file of the task, where there may be any, and there is such a file."""
    path = folder_of(key) / name
    if connection.vendor != "postgresql" or not path.is_file():
        return
    with transaction.atomic(), path.open("rb") as file:
        TaskFile.objects.filter(key=key, name=name).delete()
        for part, data in enumerate(iter(lambda: file.read(PART), b"")):
            TaskFile.objects.create(key=key, name=name, part=part, data=data)


def fetched(key: uuid.UUID, name: str) -> Path:
    """Return the path of this file of the task, taken from another server if need be."""
    path = folder_of(key) / name
    if path.is_file():
        return path
    parts = TaskFile.objects.filter(key=key, name=name).order_by("part")
    if not parts.exists():
        return path
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    arriving = path.with_name(f"{name}.{uuid.uuid4()}")
    with open(os.open(arriving, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as written:
        for data in parts.values_list("data", flat=True).iterator(chunk_size=1):
            written.write(data)
    arriving.rename(path)
    return path


def is_here(key: uuid.UUID) -> bool:
    """Whether this server has the folder of this task, or finds what lies in it."""
    folder = folder_of(key)
    if folder.is_dir():
        return True
    if connection.vendor != "postgresql" and not TaskFile.objects.filter(key=key).exists():
        return False
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return True


def forget(key: uuid.UUID, name: str) -> None:
    (folder_of(key) / name).unlink(missing_ok=True)
    TaskFile.objects.filter(key=key, name=name).delete()


def check_room(size: int = 0) -> None:
    """Raises Refused where the disk has no room for so many bytes more, beside what is left to the book."""
    if shutil.disk_usage(settings.TASK_DIR).free < LEAST_FREE + size:
        raise Refused("no_room")


def throw_away(key: uuid.UUID) -> None:
    shutil.rmtree(folder_of(key), ignore_errors=True)
    TaskFile.objects.filter(key=key).delete()
