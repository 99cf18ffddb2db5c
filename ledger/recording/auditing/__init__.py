"""The audit folds every book again, adds everything up again, and says what differs. It repairs nothing.

Each difference is a message: the page of a task and the command `audit` have the words.

What cannot be read or folded is a line of its report, whatever it is that is wrong with it: an audit that
stops at what it was looking for is of no use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from django.db import DatabaseError

from ledger.messages import Message
from ledger.models import Group, Session
from ledger.recording.auditing.database import of_database, of_pages, of_rows
from ledger.recording.auditing.journal import journal_steps
from ledger.recording.auditing.merging import merging_steps
from ledger.recording.auditing.night import night_steps
from ledger.recording.auditing.open_list import open_list_steps
from ledger.recording.auditing.reading import PORTION, Say, Stops, guarded, reported, why
from ledger.recording.auditing.settlements import settlement_steps
from ledger.standings.groups import names_in_ink
from ledger.steps import Progress, Steps, finish

__all__ = ["audit", "audit_steps", "newest_nights", "of_database", "of_pages", "of_rows"]

OnProgress = Callable[[int, int], object]
"""Is told how many nights of how many have been looked at."""


def audit(groups: Iterable[Group], *, told: OnProgress = lambda done, of: None) -> Iterator[Message]:
    """A line for every difference, of the database itself first and then group by group."""
    yield from of_database()
    found: list[Message] = []
    done = 0
    for progress in audit_steps(groups, found.append):
        yield from found
        found.clear()
        if progress.done > done:
            done = progress.done
            told(done, progress.of)
    yield from found


def audit_steps(groups: Iterable[Group], say: Say) -> Steps[int]:
    """Every book and journal of these groups, a night a step and long ones in portions, while people play.

    `say` hears a line for every difference; returns how many there were. It looks at the groups only:
    `of_database` looks at the database itself, which takes its time.
    """
    chosen, found, done = list(groups), 0, 0

    def heard(line: Message) -> None:
        nonlocal found
        found += 1
        say(line)

    total = _count(chosen, heard)
    for group in chosen:
        names = _names(group, heard)
        for session in _nights(group, heard):
            for _ in night_steps(session, names, _about(session, heard)):
                yield Progress(done=done, of=total)
            done += 1
            yield Progress(done=done, of=total)
        for _ in _money(group, names, _about(group, heard)):
            yield Progress(done=done, of=total)
    return found


def newest_nights(most: int) -> Iterator[Message]:
    """A line for every difference in the nights that were begun last, in whichever group."""
    found: list[Message] = []
    for session in Session.objects.select_related("group").order_by("-pk")[:most]:
        finish(_of_one(session, names_in_ink(session.group), found.append))
        yield from found
        found.clear()


def _of_one(session: Session, names: Mapping[int, str], say: Say) -> Steps[None]:
    for _ in night_steps(session, names, _about(session, say)):
        yield Progress(done=0, of=1)


def _count(groups: Iterable[Group], say: Say) -> int:
    """How many nights there are to look at; 0 when nobody can say."""
    try:
        return Session.objects.filter(group__in=[group.pk for group in groups]).count()
    except DatabaseError as problem:
        say(reported("no_count", why=why(problem)))
        return 0


def _about(what: Group | Session, say: Say) -> Say:
    """Says it of a group or a night."""
    if isinstance(what, Session):
        of, number = what.group.name, what.number
        return lambda line: say(reported("of_night", group=of, night=number, what=line))
    name = what.name
    return lambda line: say(reported("of_group", group=name, what=line))


def _names(group: Group, say: Say) -> Mapping[int, str] | None:
    """Who plays in the group; None when that cannot be read."""
    try:
        return names_in_ink(group)
    except Exception as problem:
        _about(group, say)(reported("players", why=why(problem)))
        return None


def _nights(group: Group, say: Say) -> Iterator[Session]:
    """The group's nights in order, read in portions: a cursor that stays open lets SQLite's log grow."""
    last = -1
    while True:
        try:
            found = list(group.sessions.filter(number__gt=last).order_by("number")[:PORTION])
        except Exception as problem:
            _about(group, say)(reported("nights", why=why(problem)))
            return
        for session in found:
            session.group = group
            yield session
        if len(found) < PORTION:
            return
        last = found[-1].number


def _money(group: Group, names: Mapping[int, str] | None, say: Say) -> Stops[None]:
    yield from guarded(merging_steps(group, names, say), say, "merges")
    yield from guarded(journal_steps(group, names, say), say, "journal")
    yield from guarded(settlement_steps(group, names, say), say, "settlements")
    yield from guarded(open_list_steps(group, names, say), say, "open_list")
