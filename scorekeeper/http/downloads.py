"""Files that leave the house: as a download, under a name that any phone can keep."""

import re
import unicodedata
from typing import BinaryIO

from django.http import FileResponse, HttpRequest

TYPES = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "zip": "application/zip",
}

# The mark by which a CSV says that it is UTF-8; old spreadsheets guess without it.
MARK = b"\xef\xbb\xbf"


def download(request: HttpRequest, file: BinaryIO, name: str, *, kind: str) -> FileResponse:
    """Return a file as it lies on the disk, under this name; it is closed when it was sent."""
    # The middleware would pack it in the page thread for as long as the phone takes to fetch it.
    request.META.pop("HTTP_ACCEPT_ENCODING", None)
    response = FileResponse(file, as_attachment=True, filename=name, content_type=TYPES[kind])
    response["Cache-Control"] = "private, no-store"
    return response


def named(*words: str) -> str:
    """Return the words in plain letters, digits and dashes: "thursday-table-journal"."""
    plain = unicodedata.normalize("NFKD", " ".join(words)).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "book"
