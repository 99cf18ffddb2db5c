"""The files of a task: a folder called like its key, which nobody else on this machine may read."""

from __future__ import annotations

import os
import shutil
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

from django.conf import settings
from django.core.files.uploadedfile import TemporaryUploadedFile, UploadedFile

from ledger.recording import Refused

BROUGHT = "brought"
"""What a guest brought, as it came."""

MADE = "made"
"""What an export wrote."""

LEAST_FREE = 200_000_000
"""Bytes of the disk that are left to the book, whatever else is brought."""

Brought: TypeAlias = "UploadedFile[Any] | bytes"


def folder_of(key: uuid.UUID) -> Path:
    """Where this task's files are, or would be."""
    return Path(settings.TASK_DIR) / str(key)


def make_folder(key: uuid.UUID, files: Mapping[str, Brought]) -> None:
    """The folder with these files in it, by name. Raises Refused where the disk has no room for them."""
    folder = folder_of(key)
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    check_room(sum(len(file) if isinstance(file, bytes) else file.size or 0 for file in files.values()))
    folder.mkdir(mode=0o700, exist_ok=True)
    for name, file in files.items():
        _take_in(file, folder / name)


def check_room(size: int = 0) -> None:
    """Raises Refused where the disk has no room for so many bytes more, beside what is left to the book."""
    if shutil.disk_usage(settings.TASK_DIR).free < LEAST_FREE + size:
        raise Refused("no_room")


def throw_away(key: uuid.UUID) -> None:
    """Its folder with all that is in it; no matter if there is none."""
    shutil.rmtree(folder_of(key), ignore_errors=True)


def _take_in(file: Brought, place: Path) -> None:
    """Move what already lies on the disk, as copying 50 MB would keep the pages waiting."""
    if isinstance(file, TemporaryUploadedFile):
        shutil.move(file.temporary_file_path(), place)
        place.chmod(0o600)
        return
    with open(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as written:
        for chunk in [file] if isinstance(file, bytes) else file.chunks():
            written.write(chunk)
