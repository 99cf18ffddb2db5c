"""Changes written since a phone loaded its page, worded alike on every page. Pure."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from ledger.book.sheet import EntryKind, HandRow, Line, ScoreSheet
from scorekeeper.presenters.sheet import said_points
from scorekeeper.text.lists import standing_apart

Changes = list[tuple[str, list[tuple[str, str]]]]

WORDS = {
    "amended": gettext_noop("Meanwhile this night was corrected"),
    "struck": gettext_noop("Meanwhile this night was taken out"),
    "arranged": gettext_noop("Meanwhile the seats were changed"),
    "joined": gettext_noop("Meanwhile {name} sat down"),
    "left": gettext_noop("Meanwhile {name} went home"),
    "ended": gettext_noop("Meanwhile the night was ended"),
    "reopened": gettext_noop("Meanwhile the night was opened again"),
    "rules": gettext_noop("Meanwhile the house rules were changed"),
    "undone": gettext_noop("Meanwhile a change of the table was taken back"),
    "stake": gettext_noop("Meanwhile the stake was changed"),
    "paid": gettext_noop("Meanwhile a payment was marked paid"),
    "unpaid": gettext_noop("Meanwhile a payment was marked unpaid"),
}
SOMETHING = gettext_noop("Meanwhile something was recorded")
# A row of the sheet by what it is now, and whether it is new.
ROWS = {
    ("void", True): gettext_noop("Meanwhile a hand was recorded and taken back"),
    ("void", False): gettext_noop("Meanwhile a hand was taken back"),
    ("hand", True): gettext_noop("Meanwhile hand {number} was recorded"),
    ("hand", False): gettext_noop("Meanwhile hand {number} was corrected"),
    ("pot", True): gettext_noop("Meanwhile a change of the pot was recorded"),
    ("pot", False): gettext_noop("Meanwhile a change of the pot was corrected"),
}


def meanwhile(since: Sequence[Line], sheet: ScoreSheet, names: Mapping[int, str]) -> Changes:
    """Return what the teller has not seen, as (sentence, who got what); a hand once, as it stands now.

    The sentences have no full stop: what a hand brought may follow.

    Never empty: a phone that has seen more than there is, as after a backup was put back, is told that.
    """
    found: Changes = []
    unseen = {line.number for line in since}
    rows: set[int] = set()
    for line in since:
        row = sheet.row(line.facts.get("of", line.number))
        if line.kind == EntryKind.REMARKED:
            found.append((_remark(line, row), []))
        elif row is None:
            found.append((_title(line, names), []))
        elif row.entry not in rows:
            rows.add(row.entry)
            what = "void" if row.is_void else "hand" if row.number else "pot"
            words = _(ROWS[what, row.entry in unseen]).format(number=row.number)
            found.append((words, said_points(row, names) if row.scored else []))
    return found or [(_("Meanwhile this night was put back to how it was before"), [])]


def _title(line: Line, names: Mapping[int, str]) -> str:
    who, goes = (
        standing_apart(names.get(line.facts.get(fact, 0), _("somebody"))) for fact in ("player", "goes")
    )
    if "goes" in line.facts:
        return _("Meanwhile {name} took the chair of {who_went}").format(name=who, who_went=goes)
    return _(WORDS.get(line.kind, SOMETHING)).format(name=who)


def _remark(line: Line, row: HandRow | None) -> str:
    if row is None or not row.number:
        return _("Meanwhile a few words were recorded")
    if not line.facts["text"]:
        return _("Meanwhile somebody removed the remark on hand {number}").format(number=row.number)
    return _("Meanwhile somebody wrote a remark on hand {number}").format(number=row.number)
