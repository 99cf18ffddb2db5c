"""A whole group as one JSON file: its people, rules, books, journal and settlements; and back again.

In the file people are known by their places in it (1, 2, 3, …), so that it says the same wherever it was
written. Guests and their links stay at home: a membership comes with its role and its player, and opens
nothing elsewhere.
"""

from __future__ import annotations

from io import BytesIO

from ledger.exchange.incoming import BIGGEST, read_group
from ledger.exchange.outgoing import FORMAT, VERSION, write_group
from ledger.models import Group
from ledger.recording.importing import Arrival
from ledger.steps import finish
from ledger.who import renamed

__all__ = [
    "BIGGEST",
    "FORMAT",
    "VERSION",
    "Arrival",
    "group_export",
    "group_import",
    "read_group",
    "renamed",
    "write_group",
]


def group_export(group: Group) -> str:
    """The group as text, at once; the same book gives the same text, to the byte."""
    file = BytesIO()
    finish(write_group(group, file))
    return file.getvalue().decode()


def group_import(text: str) -> tuple[Group, bool]:
    """The group of a file, brought in at once, and whether it is new here. Raises Refused as `read_group`."""
    arrival = finish(read_group(BytesIO(text.encode(errors="surrogatepass"))))
    return arrival.group, arrival.is_new
