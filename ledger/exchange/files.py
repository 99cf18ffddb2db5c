"""Files that people bring: tables, and others that are known by their first bytes."""

from ledger.exchange.board_games import is_board_games
from ledger.exchange.expenses import is_shared, read_json
from ledger.exchange.grid import MOST_COLUMNS, MOST_ROWS
from ledger.exchange.group import FORMAT
from ledger.exchange.headings import in_english
from ledger.exchange.workbook import NoWorkbookError, Room, TooMuchError, is_workbook, read_workbook
from ledger.recording import Refused

# Names of the parts of a JSON file that are told.
MOST_NAMES, LONGEST_NAME = 5, 30


SIGNATURES = (
    (b"\x89PNG", "picture"),
    (b"\xff\xd8\xff", "picture"),
    (b"GIF8", "picture"),
    (b"BM", "picture"),
    (b"II*\0", "picture"),
    (b"MM\0*", "picture"),
    (b"%PDF", "pdf"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old_excel"),
    (b"\x1f\x8b", "zip"),
    (b"7z\xbc\xaf", "zip"),
    (b"Rar!", "zip"),
)

KINDS = ("picture", "pdf", "zip", "old_excel")

# The name of a part that each workbook has; names are not packed.
CONTENTS = b"[Content_Types].xml"


# A file's name and its text.
NamedText = tuple[str, str]


def check_has_table(data: bytes, name: str) -> None:
    """Raise Refused for a file in which no table can be read, and say what it is."""
    if kind := _kind_of(data):
        place = KINDS.index(kind)
        raise Refused("no_table", case=("picture", "pdf", "zip", "old_excel")[place], name=name)
    text = _decoded(data)
    said = read_json(text) if text else None
    if said is None or is_shared(text, said) or is_board_games(said):
        return
    if isinstance(said, dict) and said.get("format") == FORMAT:
        raise Refused("no_table", case="group", name=name)
    first = said[0] if isinstance(said, list) and said else said
    if isinstance(first, dict) and first:
        parts = tuple(str(part)[:LONGEST_NAME] for part in list(first)[:MOST_NAMES])
        raise Refused("no_table", case="json_parts", name=name, parts=parts)
    raise Refused("no_table", case="json", name=name)


def _kind_of(data: bytes) -> str:
    # The kind of a file that its first bytes say; "" of what may be a table.
    if data[4:8] == b"ftyp" or (data.startswith(b"RIFF") and data[8:12] == b"WEBP"):
        return "picture"
    for begins, kind in SIGNATURES:
        # A text can begin with the two letters of a picture of Windows; it cannot have zeros then.
        if data.startswith(begins) and (len(begins) > 2 or b"\0" in data[:64]):
            return kind
    return "zip" if is_workbook(data) and CONTENTS not in data else ""


def read_tables(data: bytes, name: str, room: Room) -> tuple[list[NamedText], list[str]]:
    """Return the tables of a file that may be a notebook, and the titles of sheets that are none.

    A workbook without any notebook is taken by its first sheet, so that it can be said what is missing there.
    Raises Refused for a file that cannot be read, or is too large for the `room`.
    """
    check_has_table(data, name)
    if not is_workbook(data):
        try:
            return [(name, read_text(data))], []
        except UnicodeDecodeError:
            raise Refused("no_text", case="utf8", name=name) from None
        except ValueError:
            raise Refused("no_text", name=name) from None
    try:
        sheets = read_workbook(data, room)
    except TooMuchError as much:
        if much.what == "rows":
            raise Refused("too_large", case="rows", name=name, most=MOST_ROWS) from None
        if much.what == "columns":
            raise Refused("too_large", case="columns", name=name, most=MOST_COLUMNS) from None
        raise Refused("too_large", case="cells" if much.what == "cells" else "unpacked", name=name) from None
    except NoWorkbookError:
        raise Refused("no_workbook", name=name) from None
    notebooks = [sheet for sheet in sheets if sheet.is_notebook] or sheets[:1]
    others = [sheet.title for sheet in sheets if sheet not in notebooks]
    if len(notebooks) == 1:
        return [(name, notebooks[0].text)], others
    return [(f"{name}, {sheet.title}", sheet.text) for sheet in notebooks], others


def program_text(data: bytes) -> str:
    """Return the text of a file of entries or plays, or of the sheet that has them; "" for any other file."""
    return next((text for text in texts_of(data, Room()) if is_a_programs(text)), "")


def is_a_programs(text: str) -> bool:
    """Check for a file of another program, or the journal of this one."""
    said = read_json(text)
    return is_shared(text, said) or is_board_games(said)


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
