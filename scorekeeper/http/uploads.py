"""Files that strangers bring: how big they may be, and what they say as text."""

from __future__ import annotations

from typing import Any

from django.core.files.uploadedfile import UploadedFile

from ledger.recording import Refused


def text_of(file: UploadedFile[Any], *, most: int) -> str:
    """What an uploaded file says: UTF-8, with or without its mark, else as Windows writes in the west.

    Raises Refused for a file that is too large or no text.
    """
    name = file.name or "the file"
    if (file.size or 0) > most:
        limit = f"{most // 1_000_000} MB" if most >= 1_000_000 else f"{most // 1_000} KB"
        raise Refused("too_large", f"“{name}” is too large: {limit} at most.")
    return read_text(file.read(), name)


def read_text(data: bytes, name: str) -> str:
    """Bytes as text; raises Refused for what is none."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _decoded(data, "utf-16", name)
    if b"\0" in data:
        raise Refused("no_text", f"“{name}” is no text. Save it as CSV first.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _decoded(data, "cp1252", name)


def _decoded(data: bytes, encoding: str, name: str) -> str:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        raise Refused("no_text", f"“{name}” is no text that can be read. Save it as UTF-8.") from None
    if "\0" in text:
        raise Refused("no_text", f"“{name}” is no text. Save it as CSV first.")
    return text
