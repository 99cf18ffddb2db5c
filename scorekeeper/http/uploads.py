"""Files that strangers bring: how big they may be, and what they say as text."""

from __future__ import annotations

from typing import Any

from django.core.files.uploadedfile import UploadedFile

from ledger.recording import Refused


def text_of(file: UploadedFile[Any], *, most: int) -> str:
    """What an uploaded file says: UTF-8, with or without its mark, else as Windows writes in the west.

    Raises Refused for a file that is too large or no text.
    """
    return read_text(bytes_of(file, most=most), file.name or "the file")


def bytes_of(file: UploadedFile[Any], *, most: int) -> bytes:
    """What is in an uploaded file; raises Refused for one that is too large."""
    name = file.name or "the file"
    if (file.size or 0) > most:
        if most < 1_000_000:
            raise Refused("too_large", case="kilobytes", name=name, most=most // 1_000)
        raise Refused("too_large", case="megabytes", name=name, most=most // 1_000_000)
    data: bytes = file.read()
    return data


def read_text(data: bytes, name: str) -> str:
    """Bytes as text; raises Refused for what is none."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _decoded(data, "utf-16", name)
    if b"\0" in data:
        raise Refused("no_text", name=name)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _decoded(data, "cp1252", name)


def _decoded(data: bytes, encoding: str, name: str) -> str:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        raise Refused("no_text", case="utf8", name=name) from None
    if "\0" in text:
        raise Refused("no_text", name=name)
    return text
