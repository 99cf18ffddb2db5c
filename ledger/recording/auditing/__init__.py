"""The audit projects every book again, adds everything up again, and says what differs. It repairs nothing.

Each difference is a message: the page of a task and the command `audit` have the words. A book that cannot be
read or folded is a line of the report as well, and the rest is looked at all the same.
"""

from collections.abc import Iterable, Iterator

from django.db import DatabaseError

from ledger.models import Group, Session
from ledger.recording.auditing.database import of_database, of_pages, of_rows
from ledger.recording.auditing.group import of_journal, of_merges, of_open_list, of_settlements
from ledger.recording.auditing.night import of_night
from ledger.recording.auditing.reading import PORTION, guarded, reported, why
from ledger.recording.contradictions import Names
from ledger.standings.groups import names_in_ink
from ledger.steps import pause
from ledger.words.messages import Message

__all__ = ["audit", "newest_nights", "of_database", "of_groups", "of_pages", "of_rows"]


def audit(groups: Iterable[Group]) -> Iterator[Message]:
    """Yield every difference, of the database itself first and then group by group."""
    yield from of_database()
    yield from of_groups(groups)


def of_groups(groups: Iterable[Group]) -> Iterator[Message]:
    """Yield every difference in the books and journals of these groups, with pauses in nights done of all."""
    chosen, of, done = list(groups), 0, 0
    try:
        of = Session.objects.filter(group__in=[group.pk for group in chosen]).count()
    except DatabaseError as problem:
        yield reported("no_count", why=why(problem))
    for group in chosen:
        names: Names = None
        try:
            names = names_in_ink(group)
        except Exception as problem:
            yield _about(group, reported("players", why=why(problem)))
        for session in _nights(group):
            if isinstance(session, Message):
                yield session
                continue
            for line in of_night(session, names):
                yield _of_night(session, line)
            done += 1
            pause(done, of)
        for lines in (
            guarded(of_merges(group, names), "merges"),
            guarded(of_journal(group, names), "journal"),
            guarded(of_settlements(group, names), "settlements"),
            guarded(of_open_list(group, names), "open_list"),
        ):
            yield from (_about(group, line) for line in lines)
            pause()


def newest_nights(most: int) -> Iterator[Message]:
    """Yield every difference in the nights that were begun last, in whichever group."""
    for session in Session.objects.select_related("group").order_by("-pk")[:most]:
        for line in of_night(session, names_in_ink(session.group)):
            yield _of_night(session, line)


def _about(group: Group, line: Message) -> Message:
    return reported("of_group", group=group.name, what=line)


def _of_night(session: Session, line: Message) -> Message:
    return reported("of_night", group=session.group.name, night=session.number, what=line)


def _nights(group: Group) -> Iterator[Session | Message]:
    # In portions, as a cursor that stays open lets SQLite's log grow.
    last = -1
    while True:
        try:
            found = list(group.sessions.filter(number__gt=last).order_by("number")[:PORTION])
        except Exception as problem:
            yield _about(group, reported("nights", why=why(problem)))
            return
        for session in found:
            session.group = group
            yield session
        if len(found) < PORTION:
            return
        last = found[-1].number
