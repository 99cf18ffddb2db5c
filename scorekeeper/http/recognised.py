"""Files that are uploaded: those with entries or plays are recognised."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.core.files.uploadedfile import UploadedFile

from ledger.exchange.expenses import is_shared, may_be_json
from ledger.exchange.files import texts_of
from ledger.exchange.workbook import Room
from ledger.recording import Refused

# In bytes: BG Stats and Spliit keep more in their files than is read of them.
MOST = 5_000_000


def writable(text: object) -> str:
    """Return a text out of JSON that a page can show: halves of characters become question marks."""
    return str(text).encode(errors="replace").decode()


def brings_a_programs(files: Iterable[UploadedFile[Any]]) -> bool:
    """Check whether one of the uploaded files is another program's; all of them can be read again.

    No notebook is JSON, so that it need not be read here.
    """
    room = Room()
    for file in files:
        texts = texts_of(file.read(), room) if (file.size or 0) <= MOST else []
        file.seek(0)
        if any(may_be_json(text) or is_shared(text, None) for text in texts):
            return True
    return False


def bytes_of(file: UploadedFile[Any], *, most: int) -> bytes:
    """Return the bytes of an uploaded file; raise Refused for one that is too large."""
    name = file.name or "the file"
    if (file.size or 0) > most:
        if most < 1_000_000:
            raise Refused("too_large", case="kilobytes", name=name, most=most // 1_000)
        raise Refused("too_large", case="megabytes", name=name, most=most // 1_000_000)
    data: bytes = file.read()
    return data
