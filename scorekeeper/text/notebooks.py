"""Names of the parts of a notebook that came without a file name."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from ledger.exchange.notebook import SHEET
from scorekeeper.text.lists import joined

# The file name of a table that was pasted.
PASTED = "<pasted>"


def file_called(file: str) -> str:
    """Return the name of a file, or what was typed or pasted instead of one."""
    if file == SHEET:
        return _("the paper sheet")
    return _("what was pasted") if file == PASTED else file


def files_called(files: Sequence[str]) -> str:
    """Return the names of the first and the last file of an import: "2009.csv and 2011.csv"."""
    return joined([file_called(one) for one in files])
