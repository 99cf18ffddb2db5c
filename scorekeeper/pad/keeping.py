"""Who keeps the score at a table: whose phone the pad is open on, and whose hand somebody else told anew."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from ledger.models import Group
from ledger.sheet import EntryKind, HandRow, Line, ScoreSheet
from ledger.standings import has_phone_that_writes
from scorekeeper.access import GroupAccess
from scorekeeper.presenters.sheet import said_points

TELLS = (EntryKind.HAND, EntryKind.CORRECTED, EntryKind.VOIDED)
# Hands from the end, of which somebody is told that another phone has changed them.
LATELY = 3


@dataclass(frozen=True, kw_only=True)
class ToldAnew:
    """A hand that a phone told and that another one told anew: what it is now, and who says so ("": unknown).

    `version` is what it is to say again (an entry), if the phone that told it wants it back.
    """

    entry: int
    version: int
    title: str
    who: str
    worths: tuple[tuple[str, str], ...]


def told_anew(
    sheet: ScoreSheet,
    lines: Sequence[Line],
    names: Mapping[int, str],
    *,
    mine: int,
    tellers: Mapping[int, str],
) -> ToldAnew | None:
    """The newest hand told by membership `mine` that now says what another phone said.

    Whoever has told anything since has seen it, and is told no more. `tellers` are names by membership id.
    """
    own = max((line.number for line in lines if line.by == mine), default=0)
    for row in reversed(sheet.rows[-LATELY:]):
        if len(row.versions) > 1 and row.versions[-2].by == mine and row.versions[-1].entry > own:
            return _anew(row, names, tellers)
    return None


def _anew(row: HandRow, names: Mapping[int, str], tellers: Mapping[int, str]) -> ToldAnew:
    was, now = row.versions[-2:]
    if row.is_void:
        title = _("A hand you recorded was taken back")
    elif row.number:
        title = _("Hand {number}, which you recorded, was changed").format(number=row.number)
    else:
        title = _("What you recorded was changed")
    return ToldAnew(
        entry=row.entry,
        version=was.entry,
        title=title,
        who=tellers.get(now.by or 0, ""),
        worths=tuple(said_points(row, names)) if row.scored else (),
    )


def last_teller(lines: Sequence[Line]) -> int | None:
    """The membership that told a hand last, None where nobody did or nobody knows who."""
    return next((line.by for line in reversed(lines) if line.kind in TELLS), None)


def had_pen(access: GroupAccess, seen: ScoreSheet, lines: Sequence[Line]) -> bool:
    """Whether this phone kept the score: the dealer's where the group wants that, or what told last."""
    if access.group.dealer_keeps_score:
        return access.membership.player_id == seen.seating.dealer
    return last_teller(lines) == access.membership.pk


def dealer_with_a_phone(group: Group, sheet: ScoreSheet, access: GroupAccess) -> int | None:
    """The dealer on whose phone the pad is open instead of on this one (at most one query).

    None where the group has not asked for that, where nobody knows the dealer's phone, and on that phone.
    """
    dealer = sheet.seating.dealer
    if not group.dealer_keeps_score or sheet.ending or access.membership.player_id == dealer:
        return None
    return dealer if has_phone_that_writes(group, dealer) else None
