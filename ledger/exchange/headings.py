"""Words of the tables that leave this program: in the language in force, and in English when they come back.

English ones are what scripts look for; they never change.
"""

import csv
import re
from collections.abc import Mapping
from functools import cache
from io import StringIO
from itertools import zip_longest
from typing import TypeVar

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, override, pgettext_lazy

from ledger.exchange.columns import AFTER, JOURNAL, MONEY, REMARK, RESULTS, RUNNING, SHEET
from ledger.models.group import NOBODY

Cell = TypeVar("Cell")

WORDS: Mapping[str, str | Promise] = {
    NOBODY: gettext_lazy(NOBODY),
    "(all together)": pgettext_lazy("file", "(all together)"),
    "(the box)": pgettext_lazy("file", "(the box)"),
    ", total": pgettext_lazy("file", ", total"),
    "account": pgettext_lazy("file", "account"),
    "after": pgettext_lazy("file", "after"),
    "after (money)": pgettext_lazy("file", "after (money)"),
    "adjustment": pgettext_lazy("file", "adjustment"),
    "amount": pgettext_lazy("file", "amount"),
    "balance": pgettext_lazy("file", "balance"),
    "carried": pgettext_lazy("file", "carried"),
    "date": pgettext_lazy("file", "date"),
    "date (money)": pgettext_lazy("file", "date (money)"),
    "dealer": pgettext_lazy("file", "dealer"),
    "expense": pgettext_lazy("file", "expense"),
    "from a notebook": pgettext_lazy("file", "from a notebook"),
    "from the notebook": pgettext_lazy("file", "from the notebook"),
    "hand": pgettext_lazy("file", "hand"),
    "hands": pgettext_lazy("file", "hands"),
    "in all": pgettext_lazy("file", "in all"),
    "kind": pgettext_lazy("file", "kind"),
    "kitty": pgettext_lazy("file", "kitty"),
    "method": pgettext_lazy("file", "method"),
    "night": pgettext_lazy("file", "night"),
    "note": pgettext_lazy("file", "note"),
    "number": pgettext_lazy("file", "number"),
    "payment": pgettext_lazy("file", "payment"),
    "played": pgettext_lazy("file", "played"),
    "remark": pgettext_lazy("file", "remark"),
    "takes back": pgettext_lazy("file", "takes back"),
    "waits": pgettext_lazy("file", "waits"),
    # Titles of files.
    "Balances": pgettext_lazy("file", "Balances"),
    "Journal": pgettext_lazy("file", "Journal"),
    "Night {number}": pgettext_lazy("file", "Night {number}"),
    "Results": pgettext_lazy("file", "Results"),
    # Columns of statistics. Translators: k of n hands count; the long run lies between low and high.
    "against": pgettext_lazy("file", "against"),
    "average": pgettext_lazy("file", "average"),
    "badge": pgettext_lazy("file", "badge"),
    "brought": pgettext_lazy("file", "brought"),
    "card_points": pgettext_lazy("file", "card_points"),
    "clear": pgettext_lazy("file", "clear"),
    "compared": pgettext_lazy("file", "compared"),
    "could be luck": pgettext_lazy("file", "could be luck"),
    "entry": pgettext_lazy("file", "entry"),
    "expected": pgettext_lazy("file", "expected"),
    "for fun": pgettext_lazy("file", "for fun"),
    "from": pgettext_lazy("file", "from"),
    "good": pgettext_lazy("file", "good"),
    "good_place": pgettext_lazy("file", "good_place"),
    "high": pgettext_lazy("file", "high"),
    "how": pgettext_lazy("file", "how"),
    "k": pgettext_lazy("file", "k"),
    "league": pgettext_lazy("file", "league"),
    "league_place": pgettext_lazy("file", "league_place"),
    "low": pgettext_lazy("file", "low"),
    "money": pgettext_lazy("file", "money"),
    "more than luck": pgettext_lazy("file", "more than luck"),
    "n": pgettext_lazy("file", "n"),
    "name": pgettext_lazy("file", "name"),
    "nights": pgettext_lazy("file", "nights"),
    "nights_of_totals": pgettext_lazy("file", "nights_of_totals"),
    "no": pgettext_lazy("file", "no"),
    "other": pgettext_lazy("file", "other"),
    "per_hand": pgettext_lazy("file", "per_hand"),
    "per_hand_place": pgettext_lazy("file", "per_hand_place"),
    "per_night": pgettext_lazy("file", "per_night"),
    "per_night_place": pgettext_lazy("file", "per_night_place"),
    "picked": pgettext_lazy("file", "picked"),
    "picked_k": pgettext_lazy("file", "picked_k"),
    "picked_n": pgettext_lazy("file", "picked_n"),
    "place": pgettext_lazy("file", "place"),
    "places": pgettext_lazy("file", "places"),
    "places_place": pgettext_lazy("file", "places_place"),
    "player": pgettext_lazy("file", "player"),
    "players": pgettext_lazy("file", "players"),
    "points": pgettext_lazy("file", "points"),
    "points_a_hand": pgettext_lazy("file", "points_a_hand"),
    "points_a_night": pgettext_lazy("file", "points_a_night"),
    "points_of_totals": pgettext_lazy("file", "points_of_totals"),
    "question": pgettext_lazy("file", "question"),
    "races": pgettext_lazy("file", "races"),
    "record": pgettext_lazy("file", "record"),
    "role": pgettext_lazy("file", "role"),
    "season": pgettext_lazy("file", "season"),
    "seconds": pgettext_lazy("file", "seconds"),
    "signal": pgettext_lazy("file", "signal"),
    "times": pgettext_lazy("file", "times"),
    "to": pgettext_lazy("file", "to"),
    "together": pgettext_lazy("file", "together"),
    "too few": pgettext_lazy("file", "too few"),
    "total": pgettext_lazy("file", "total"),
    "truly_best": pgettext_lazy("file", "truly_best"),
    "unit": pgettext_lazy("file", "unit"),
    "usual": pgettext_lazy("file", "usual"),
    "usually": pgettext_lazy("file", "usually"),
    "value": pgettext_lazy("file", "value"),
    "verdict": pgettext_lazy("file", "verdict"),
    "won": pgettext_lazy("file", "won"),
    "won_alone_k": pgettext_lazy("file", "won_alone_k"),
    "won_alone_n": pgettext_lazy("file", "won_alone_n"),
    "won_leaster_k": pgettext_lazy("file", "won_leaster_k"),
    "won_leaster_n": pgettext_lazy("file", "won_leaster_n"),
    "won_opponent_k": pgettext_lazy("file", "won_opponent_k"),
    "won_opponent_n": pgettext_lazy("file", "won_opponent_n"),
    "won_partner_k": pgettext_lazy("file", "won_partner_k"),
    "won_partner_n": pgettext_lazy("file", "won_partner_n"),
    "won_picking_k": pgettext_lazy("file", "won_picking_k"),
    "won_picking_n": pgettext_lazy("file", "won_picking_n"),
    "won_typed_k": pgettext_lazy("file", "won_typed_k"),
    "won_typed_n": pgettext_lazy("file", "won_typed_n"),
    "year": pgettext_lazy("file", "year"),
    "yes": pgettext_lazy("file", "yes"),
}

# Columns of which each value is a word, columns of texts, and words that may stand in any column.
OF_WORDS = frozenset({"how", "kind", "unit", "verdict", "won"})
TEXTS = frozenset({"method", "note", "remark"})
ANYWHERE = frozenset({"(all together)", "(the box)", "from a notebook", "from the notebook"})
# Beginnings of tables of this program, whose readers know the English words alone. Older journals and score
# sheets have a column less.
BEGINNINGS = (
    *(JOURNAL, JOURNAL[:-1], SHEET, SHEET[1:], RESULTS),
    *((AFTER,), (f"{AFTER}{MONEY}",), (f"date{MONEY}",)),
)
DECIMAL = re.compile(r"-?[0-9]{1,40},[0-9]{1,40}")


def word(text: str) -> str:
    """Return a word of a file in the language in force; any other text as it is."""
    return str(WORDS.get(text, text))


def headings(*texts: str) -> tuple[str, ...]:
    return tuple(map(word, texts))


def in_words(heading: str, value: Cell) -> Cell | str:
    """Return the value of a column in the language in force, where it is a word of the file."""
    is_word = isinstance(value, str) and (heading in OF_WORDS or value in ANYWHERE)
    return word(str(value)) if is_word else value


def coded(code: str, label: str) -> str:
    """Return a code for scripts, which read English; people read the label in any other language."""
    return code if get_language() == settings.LANGUAGE_CODE else label


def english(text: str) -> str:
    """Return the English word for one of any language; any other text as it is."""
    return _english().get(text.strip().casefold(), text)


def in_english(text: str) -> str:
    """Return a table of this program in another language with English words; any other text as it is."""
    text = text.removeprefix("\ufeff")
    first = text.partition("\n")[0].rstrip("\r")
    by = max(";,\t", key=first.count)
    try:
        begins = next(csv.reader([first], delimiter=by), [])
    except csv.Error:
        return text
    words = tuple(map(english, begins))
    fixed = next((one for one in BEGINNINGS if words[: len(one)] == one), ())
    if fixed == tuple(begins[: len(fixed)]):
        return text
    if fixed == RESULTS or len(fixed) == 1:  # their rows are read as people write them, in any language
        line = StringIO()
        csv.writer(line, lineterminator="", delimiter=by).writerow([*fixed, *begins[len(fixed) :]])
        return text.replace(first, line.getvalue(), 1)
    try:
        heads, *rows = csv.reader(StringIO(text, newline=""), delimiter=by)
    except csv.Error:
        return text
    # The other columns are players; a score sheet has their totals and a remark as well.
    others = heads[len(fixed) :]
    if "played" in fixed:
        others = [_english_heading(one) for one in others]
    columns, written = [*fixed, *others], StringIO()
    # A row may have more cells than there are headings.
    named = (zip_longest(columns[: len(row)], row, fillvalue="") for row in rows)
    cells = ([_english_cell(*one, by) for one in row] for row in named)
    csv.writer(written, lineterminator="\n").writerows([columns, *cells])
    return written.getvalue()


def _english_heading(heading: str) -> str:
    # "Ann, total" begins with a name.
    name, comma, end = heading.rpartition(", ")
    if comma and english(comma + end) == RUNNING:
        return name + RUNNING
    return REMARK if english(heading) == REMARK else heading


def _english_cell(heading: str, cell: str, by: str) -> str:
    if heading in TEXTS:
        return cell
    if by != "," and DECIMAL.fullmatch(cell):
        return cell.replace(",", ".")
    text = english(cell)
    return text if heading in OF_WORDS or text in ANYWHERE or text == NOBODY else cell


@cache
def _english() -> Mapping[str, str]:
    # The English words by those of all languages; of two words that are alike the first one is meant.
    found: dict[str, str] = {}
    for language, _name in settings.LANGUAGES:
        with override(language):
            found = {word(text).casefold(): text for text in reversed([*WORDS])} | found
    return found
