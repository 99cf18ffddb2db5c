"""Files of groups as text, for tests."""

from io import BytesIO

from ledger.exchange.group import read_group, write_group
from ledger.models import Group


def group_export(group: Group) -> str:
    """Return the group's file as text; the same book gives the same text, to the byte."""
    file = BytesIO()
    write_group(group, file)
    return file.getvalue().decode()


def group_import(text: str) -> tuple[Group, bool]:
    """Return the group of a file and whether it is new here. Raises Refused as `read_group` does."""
    arrival = read_group(BytesIO(text.encode(errors="surrogatepass")))
    return arrival.group, arrival.is_new
