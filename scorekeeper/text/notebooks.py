"""Names of the parts of a notebook that has no file with a name, and the questions about notebooks."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.exchange.paper import SHEET
from ledger.exchange.preview import Ask
from scorekeeper.text.lists import joined

# The file name of a table that was pasted.
PASTED = "<pasted>"

QUESTIONS = {
    Ask.ORDER: gettext_lazy("The date {cell} in {file} can be two different days."),
    Ask.YEAR: gettext_lazy("{cell} in {file} has no year. Which year was the first of these dates?"),
    Ask.MONTH: gettext_lazy("{cell} in {file} says only the month. Which day stands for it?"),
    Ask.UNIT: gettext_lazy("{cell} in {file}: are these points, or money?"),
    Ask.RUNNING: gettext_lazy("The rows of {file} look like running totals, and not like nights."),
    Ask.HANDS: gettext_lazy("The rows of {file} look like hands, and not like nights."),
    Ask.NOT_A_PLAYER: gettext_lazy("{file} has a column “{cell}”. Is that a player?"),
    Ask.FAR_AHEAD: gettext_lazy("{cell} in {file} is far ahead. Is that day right?"),
    Ask.TOTALS: gettext_lazy("{file} adds up to something else than it says. Is it right as it stands?"),
}


def file_called(file: str) -> str:
    """Return the name of a file, or what was typed or pasted instead of one."""
    if file == SHEET:
        return _("the paper sheet")
    return _("what was pasted") if file == PASTED else file


def files_called(files: Sequence[str]) -> str:
    """Return the names of the first and the last file of an import: "2009.csv and 2011.csv"."""
    return joined([file_called(one) for one in files])


def question_in_words(ask: Ask, *, cell: str, file: str) -> str:
    """Return a question about a file, with an example out of it."""
    return str(QUESTIONS[ask]).format(cell=cell, file=file)
