"""Files that leave the house: as a download, under a name that any phone can keep."""

from __future__ import annotations

import re
import unicodedata

from django.http import HttpResponse

TYPES = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def download(content: str | bytes, *words: str, kind: str) -> HttpResponse:
    """A file called after these words. A CSV says that it is UTF-8, or old spreadsheets guess."""
    data = content.encode() if isinstance(content, str) else content
    mark = b"\xef\xbb\xbf" if kind == "csv" else b""
    response = HttpResponse(mark + data, content_type=TYPES[kind])
    response["Content-Disposition"] = f'attachment; filename="{named(*words)}.{kind}"'
    response["Cache-Control"] = "no-store"
    return response


def named(*words: str) -> str:
    """Plain letters, digits and dashes: "thursday-table-journal"."""
    plain = unicodedata.normalize("NFKD", " ".join(words)).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "book"
