"""Files that are recognised when they are brought: those of other programs, and those that hold no table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.core.files.uploadedfile import UploadedFile

from ledger.exchange.board_games import is_board_games
from ledger.exchange.expenses import is_shared, may_be_json, read_json
from ledger.exchange.files import NoTable, no_table, own_table, texts_of
from ledger.exchange.workbook import Room
from ledger.recording import Refused

# In bytes: BG Stats and Spliit keep more in their files than is read of them.
MOST = 5_000_000


def writable(text: object) -> str:
    """Return a text out of JSON that a page can show: halves of characters become question marks."""
    return str(text).encode(errors="replace").decode()


def program_text(data: bytes) -> str:
    """Return the text of another program's file, or of the sheet that it is; "" for any other file."""
    return next((text for text in texts_of(data, Room()) if is_a_programs(text)), "")


def is_a_programs(text: str) -> bool:
    said = read_json(text)
    return is_shared(text, said) or is_board_games(said)


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


def check_has_table(data: bytes, name: str) -> None:
    """Raise Refused for a file in which no table can be, and say what it is."""
    if (found := no_table(data)) is None:
        return
    if found.parts:
        raise Refused("no_table", case="json_parts", name=name, parts=found.parts)
    raise _refused(found.kind, name)


def check_is_no_own_table(text: str, name: str) -> None:
    """Raise Refused for a sheet that this program wrote and that is no notebook."""
    if kind := own_table(text):
        raise _refused(kind, name)


def _refused(kind: NoTable, name: str) -> Refused:
    place = tuple(NoTable).index(kind)
    return Refused(
        "no_table",
        case=("picture", "pdf", "zip", "old_excel", "group", "json", "journal", "sheet")[place],
        name=name,
    )
