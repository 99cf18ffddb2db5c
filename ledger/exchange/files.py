"""Files that people bring: tables, and others that are known by their first bytes. Pure."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ledger.exchange.board_games import is_board_games
from ledger.exchange.expenses import is_shared, read_json
from ledger.exchange.group import FORMAT
from ledger.exchange.headings import in_english
from ledger.exchange.workbook import NoWorkbookError, Room, TooMuchError, is_workbook, read_workbook

# Names of the parts of a JSON file that are told.
MOST_NAMES, LONGEST_NAME = 5, 30


class NoTable(StrEnum):
    """The kind of a file in which no table can be."""

    PICTURE = "picture"
    PDF = "pdf"
    ZIP = "zip"
    OLD_EXCEL = "old_excel"
    GROUP = "group"
    JSON = "json"
    JOURNAL = "journal"
    SHEET = "sheet"


SIGNATURES = (
    (b"\x89PNG", NoTable.PICTURE),
    (b"\xff\xd8\xff", NoTable.PICTURE),
    (b"GIF8", NoTable.PICTURE),
    (b"BM", NoTable.PICTURE),
    (b"II*\0", NoTable.PICTURE),
    (b"MM\0*", NoTable.PICTURE),
    (b"%PDF", NoTable.PDF),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", NoTable.OLD_EXCEL),
    (b"\x1f\x8b", NoTable.ZIP),
    (b"7z\xbc\xaf", NoTable.ZIP),
    (b"Rar!", NoTable.ZIP),
)

# The first columns of the tables of this program that are no notebook: they hold more than nights.
OWN_TABLES = (
    (("number", "date", "kind", "night", "account"), NoTable.JOURNAL),
    (("hand", "dealer", "played"), NoTable.SHEET),
)

# The name of a part that each workbook has; names are not packed.
CONTENTS = b"[Content_Types].xml"


@dataclass(frozen=True, kw_only=True)
class OtherFile:
    """A file that is no table: its kind, and of JSON the names of its parts."""

    kind: NoTable
    parts: tuple[str, ...] = ()


def no_table(data: bytes) -> OtherFile | None:
    """Return what a file is in which no table can be read; None for a table, or what may be one."""
    if data[4:8] == b"ftyp" or (data.startswith(b"RIFF") and data[8:12] == b"WEBP"):
        return OtherFile(kind=NoTable.PICTURE)
    for begins, kind in SIGNATURES:
        # A text can begin with the two letters of a picture of Windows; it cannot have zeros then.
        if data.startswith(begins) and (len(begins) > 2 or b"\0" in data[:64]):
            return OtherFile(kind=kind)
    if is_workbook(data) and CONTENTS not in data:
        return OtherFile(kind=NoTable.ZIP)
    text = _decoded(data)
    if own := own_table(text):
        return OtherFile(kind=own)
    said = read_json(text) if text else None
    if said is None or is_shared(text, said) or is_board_games(said):
        return None
    if isinstance(said, dict) and said.get("format") == FORMAT:
        return OtherFile(kind=NoTable.GROUP)
    return OtherFile(kind=NoTable.JSON, parts=_parts(said))


def own_table(text: str) -> NoTable | None:
    """Return which table of this program a text is that is no notebook; None for any other text."""
    heading = text.removeprefix("\ufeff").partition("\n")[0].casefold()
    columns = tuple(re.split("[,;\t]", heading))
    return next((kind for own, kind in OWN_TABLES if columns[: len(own)] == own), None)


def texts_of(data: bytes, room: Room) -> list[str]:
    """Return the text of a file, or of each sheet of a workbook; nothing for what has none, or no `room`."""
    if not is_workbook(data):
        return [text] if (text := _decoded(data)) else []
    try:
        return [sheet.text for sheet in read_workbook(data, room)]
    except (NoWorkbookError, TooMuchError):  # said where it is read as a notebook
        return []


def read_text(data: bytes) -> str:
    """Return bytes as text: UTF-8, with or without its mark, else as Windows writes in the west, or UTF-16.

    Tables of this program are in English, whatever the language in which they were written.
    Raises ValueError for zeros, which no text has, and UnicodeDecodeError.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = data.decode("utf-16")
    elif b"\0" in data:
        raise ValueError("zeros")
    else:
        try:
            return in_english(data.decode("utf-8-sig"))
        except UnicodeDecodeError:
            return in_english(data.decode("cp1252"))
    if "\0" in text:
        raise ValueError("zeros")
    return in_english(text)


def _decoded(data: bytes) -> str:
    try:
        return read_text(data)
    except ValueError:
        return ""


def _parts(said: Any) -> tuple[str, ...]:
    first = said[0] if isinstance(said, list) and said else said
    names = first if isinstance(first, dict) else {}
    return tuple(str(name)[:LONGEST_NAME] for name in list(names)[:MOST_NAMES])
