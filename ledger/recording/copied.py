"""A night out of an old notebook put right: other totals, another day, out of the count or back in.

Nothing is rewritten: each is one more line of that night's book, and its money follows in the journal.
"""

import uuid
from collections.abc import Callable, Mapping
from datetime import date
from fractions import Fraction
from typing import Any

from django.db import transaction

from ledger.models import PARTS, Group, Membership, Session
from ledger.models.book import ink_of, sheet_of
from ledger.recording.contradictions import MOST_CORRECTIONS
from ledger.recording.journal import hold, post_night
from ledger.recording.night import ended
from ledger.recording.writing import Brings, Refused, WriteContext, Written, check_room, write
from ledger.settling import in_cents
from ledger.sheet import CopiedNight, EntryKind, ScoreSheet, Struck
from ledger.steps import pause

# People in a night at least.
FEWEST = 2

SAYS_TOTALS = (EntryKind.NOTEBOOK, EntryKind.AMENDED)


def amend_night(
    session: Session, day: date, totals: Mapping[int, Fraction], context: WriteContext
) -> Written:
    """Write other totals, or another day, for a night of which nothing else is known.

    One that was struck counts again.

    Raises Refused for totals that do not add up to zero, for people of other groups, for what the book says
    already, and for a night that was played hand by hand.
    """
    if len(totals) < FEWEST:
        raise Refused("too_few", fact="totals")
    if left := sum(totals.values()):
        raise Refused("unbalanced", fact="totals", left=left)
    if any((points * PARTS).denominator != 1 for points in totals.values()):
        raise Refused("too_fine", fact="totals")
    if session.group.players.filter(pk__in=list(totals)).count() < len(totals):
        raise Refused("no_such_player", fact="totals")

    def is_other(sheet: ScoreSheet) -> dict[str, Any]:
        copied = _copied(sheet)
        if not copied.struck and copied.day == day and sheet.notebook == totals:
            raise Refused("same_night")
        return {}

    return _write(session, EntryKind.AMENDED, totals_of(day, totals), context, is_other, _by_totals)


def strike_night(session: Session, context: WriteContext, *, of_many: bool = False) -> Written:
    """Take a night out of the count, and what it brought out of the balances.

    `of_many` when all that came with it goes.

    Raises Refused for one that is out already, and for a night that was played hand by hand.
    """

    def still_counts(sheet: ScoreSheet) -> dict[str, Any]:
        struck = _copied(sheet).struck
        if struck == Struck.WITH_ALL or (struck and not of_many):
            raise Refused("struck")
        return {}

    said = {"whole": of_many}
    nothing = ended({})
    return _write(session, EntryKind.STRUCK, said, context, still_counts, lambda *_: nothing)


def restore_night(session: Session, context: WriteContext) -> Written:
    """Put a night back that was taken out, as it was said last. Raises Refused for one that counts."""
    said = [line.facts for line in ink_of(session) if line.kind in SAYS_TOTALS]

    def is_out(sheet: ScoreSheet) -> dict[str, Any]:
        if not _copied(sheet).struck:
            raise Refused("not_struck")
        return {}

    if not said:
        raise Refused("not_copied")
    again = {name: said[-1][name] for name in ("date", "totals")}
    return _write(session, EntryKind.AMENDED, again, context, is_out, _by_totals)


def strike_import(group: Group, key: uuid.UUID, by: Membership | None) -> int:
    """Take out of the count all nights that came with an import, and return how many those were.

    Stopped in between it has taken out some, and goes on with the others when it is done again.
    """
    nights = group.sessions.filter(brought=key, is_copied=True).exclude(struck=Struck.WITH_ALL)
    left, done = list(nights.order_by("number").values_list("pk", flat=True)), 0
    for place, pk in enumerate(left):
        pause(place, len(left))
        done += _struck_with_all(group, pk, by)
    pause(len(left), len(left))
    return done


def totals_of(day: date, totals: Mapping[int, Fraction]) -> dict[str, Any]:
    """Return the facts of a night of which only the totals are known."""
    said = {str(player): str(points) for player, points in totals.items()}
    return {"date": day.isoformat(), "totals": said}


def _struck_with_all(group: Group, pk: int, by: Membership | None) -> bool:
    with transaction.atomic():
        hold(group)
        session = Session.objects.select_for_update(no_key=True).get(pk=pk)
        session.group = group
        if session.struck == Struck.WITH_ALL or not session.is_copied:
            return False
        context = WriteContext(key=uuid.uuid4(), after=sheet_of(session).newest, by=by)
        strike_night(session, context, of_many=True)
    return True


def _write(
    session: Session,
    kind: EntryKind,
    said: Mapping[str, Any],
    context: WriteContext,
    adds: Callable[[ScoreSheet], dict[str, Any]],
    brings: Brings,
) -> Written:

    def added(sheet: ScoreSheet) -> dict[str, Any]:
        check_room(sheet.newest, MOST_CORRECTIONS, case="corrections")
        return adds(sheet)

    with transaction.atomic():
        hold(session.group)
        return write(
            session,
            kind,
            said,
            context,
            adds=added,
            brings=brings,
            then=lambda written: post_night(session, written, context),
        )


def _by_totals(sheet: ScoreSheet, facts: Mapping[str, Any]) -> Mapping[str, Any]:
    totals = {int(player): Fraction(points) for player, points in facts["totals"].items()}
    return ended(in_cents(totals, sheet.stake_cents))


def _copied(sheet: ScoreSheet) -> CopiedNight:
    if sheet.copied is None:
        raise Refused("not_copied")
    return sheet.copied
