"""A hand that came too late, beside those that were told meanwhile: for a person to decide."""

from __future__ import annotations

from django.http import HttpResponse, QueryDict
from django.utils.translation import gettext as _

from ledger.recording import StaleWrite, try_hand
from ledger.scoring import HandRefused
from ledger.sheet import HandRow
from ledger.standings import tellers_of
from scorekeeper.http import outbox
from scorekeeper.http.outbox import Conflict, HandInWords
from scorekeeper.pad.evening import Evening
from scorekeeper.pad.reading import read_pad
from scorekeeper.pad.state import fresh_pad
from scorekeeper.presenters.changes import meanwhile
from scorekeeper.presenters.sheet import said_points
from scorekeeper.text.refusals import sentence


def not_written(evening: Evening, trouble: StaleWrite | HandRefused, posted: QueryDict) -> HttpResponse:
    """The answer about a hand that waited on its phone and was not written."""
    if isinstance(trouble, StaleWrite):
        return outbox.conflict(side_by_side(evening, trouble, posted))
    return outbox.refused(trouble)


def side_by_side(evening: Evening, moved: StaleWrite, posted: QueryDict) -> Conflict:
    """What was told meanwhile, and the posted hand as its teller saw the table."""
    return Conflict(
        newest=evening.sheet.newest,
        since=meanwhile(moved.since, evening.sheet, evening.names),
        theirs=_theirs(evening, moved),
        mine=_mine(evening, moved, posted),
    )


def _theirs(evening: Evening, moved: StaleWrite) -> list[HandInWords]:
    """The hands that were told meanwhile and still count."""
    unseen = {line.number for line in moved.since}
    rows = [row for row in evening.sheet.rows if row.entry in unseen and not row.is_void]
    tellers = tellers_of(evening.group) if rows else {}
    return [
        HandInWords(
            entry=row.entry,
            title=_called(row),
            who=tellers.get(row.versions[0].by or 0, ""),
            at=row.versions[0].at,
            worths=said_points(row, evening.names),
        )
        for row in rows
    ]


def _mine(evening: Evening, moved: StaleWrite, posted: QueryDict) -> HandInWords:
    known = moved.since[0].number - 1 if moved.since else evening.sheet.newest
    seen = evening.sheet_seen(known)
    try:
        row = try_hand(evening.lines[:known], read_pad(posted, fresh_pad(seen)).hand(), known=seen)
    except HandRefused as refused:
        return HandInWords(entry=0, title="", who="", at=None, worths=(), refused=sentence(refused))
    return HandInWords(entry=0, title=_called(row), who="", at=None, worths=said_points(row, evening.names))


def _called(row: HandRow) -> str:
    return _("Hand {number}").format(number=row.number) if row.number else _("Between two hands")
