"""Writing one line into a session's book: once, in order, and not over somebody else's."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from ledger import limits
from ledger.book.sheet import EntryKind, HandRow, Line, ScoreSheet
from ledger.book.who import Who
from ledger.models import Entry, Group, Membership, Session
from ledger.models.book import folded, in_ink, ink_of, last_seen, sheet_of, sheet_seen
from ledger.recording.projecting import project
from ledger.scoring import HandRefused
from ledger.words.texts import clean, clean_lines, is_fit


class Refused(HandRefused):
    """Something that cannot be written: a code and its parameters, like HandRefused."""


class StaleWrite(Exception):
    """The teller's phone was behind; nothing was written. `since` is what was written meanwhile.

    Of a hand that was told, `then` is what it brought on the table that its teller saw, and `now` what it
    would bring on the table as it stands; either may be why it cannot be, and None where nobody asked.
    `hands` are those of others that may be the same hand.
    """

    def __init__(
        self,
        since: list[Line],
        sheet: ScoreSheet,
        *,
        hands: Sequence[HandRow] = (),
        then: HandRow | HandRefused | None = None,
        now: HandRow | HandRefused | None = None,
    ) -> None:
        super().__init__("the book has moved on")
        self.since = since
        self.sheet = sheet
        self.hands = hands
        self.then = then
        self.now = now


@dataclass(frozen=True, kw_only=True)
class WriteContext:
    """The writer and the two guards. `by` is None only when no guest tells it (a demo, an import).

    `mine` are the keys of what the same phone told before this and had not sent yet: where only that follows
    `after`, its teller has seen the whole book. `at` is when it was said, None for now; `told` is when its
    phone says that it was, which counts only from the opening of the night until now.
    """

    key: uuid.UUID
    after: int
    by: Membership | None = None
    at: datetime | None = None
    mine: tuple[uuid.UUID, ...] = ()
    told: datetime | None = None

    def behind(self, written: Sequence[Written]) -> WriteContext:
        """Return the context of the next line, where several lines are written as one."""
        if not written:
            return self
        key = uuid.uuid5(self.key, str(len(written)))
        return replace(self, key=key, after=written[-1].entry.number)


@dataclass(frozen=True, kw_only=True)
class NewHand:
    """A hand as told at the table.

    `told` are the facts in the engine's vocabulary, in seats of `seats` (player ids). `dealer`, `out` and
    `doublers` are None unless the teller overrides what the book says for this one hand. `other` says how a
    hand of another game than the table's is counted (options of that game), None for one of its own.
    """

    seats: tuple[int, ...]
    told: Mapping[str, Any]
    dealer: int | None = None
    out: tuple[int, ...] | None = None
    doublers: int | None = None
    other: Mapping[str, Any] | None = None

    def facts(self) -> dict[str, Any]:
        return {
            "seats": list(self.seats),
            "told": dict(self.told),
            "dealer": self.dealer,
            "out": None if self.out is None else list(self.out),
            "doublers": self.doublers,
            **({} if self.other is None else {"other": dict(self.other)}),
        }


@dataclass(frozen=True, kw_only=True)
class Written:
    """The entry that was written (now, or before, when the same key came twice), and the sheet now."""

    entry: Line
    sheet: ScoreSheet
    was_before: bool = False


Facts = Mapping[str, Any]
# Reads what was said off the sheet that its teller saw; may raise HandRefused.
Reads = Callable[[ScoreSheet], Facts]

# Facts that the book adds to what was said, read off the sheet as it stands; may raise Refused.
Adds = Callable[[ScoreSheet], Mapping[str, Any]]

# Cents that a line brings everybody, computed from the sheet and the facts as they were written, before any
# merge: odd cents of equals go by ids, which a merge must not change.
Brings = Callable[[ScoreSheet, Facts], Mapping[str, Any]]

# Writes that belong to a line, all or none; it is told what stands in ink.
Then = Callable[["Written"], object]

OF_TOTALS = (EntryKind.PAID, EntryKind.UNPAID, EntryKind.AMENDED, EntryKind.STRUCK)
# Kinds that may be written into the book of a night that is over.
AFTER_THE_END = (*OF_TOTALS, EntryKind.REOPENED, EntryKind.REMARKED)

# Kinds that may still be written into a book that is full.
ENDS_A_NIGHT = (*OF_TOTALS, EntryKind.REOPENED, EntryKind.ENDED, EntryKind.VOIDED)

# A phone whose clock is ahead by no more is believed, and told that it is now.
CLOCK_SKEW = timedelta(minutes=2)


def open_book(session: Session, facts: Mapping[str, Any], context: WriteContext) -> Written:
    return _write(session, [], EntryKind.OPENED, facts, context)


def write(
    session: Session,
    kind: EntryKind,
    said: Facts | Reads,
    context: WriteContext,
    *,
    adds: Adds = lambda sheet: {},
    brings: Brings = lambda sheet, facts: {},
    then: Then = lambda written: None,
) -> Written:
    """Write one line into the book: what was said, what the book adds, and what belongs to it.

    People are said, and answered, as who they are by now; the ink knows them as this book did before. Who
    says of seats and deals what he sees on the table may leave it to be read off the sheet he saw: the book
    up to `context.after`, and what follows it there of `context.mine`.

    Raises StaleWrite when the teller had not seen what `matters` to it, Refused when the night is over or the
    key was used for something else, and HandRefused when the line says what cannot be. Nothing is written
    then.
    """
    with keys_are_used_once(), transaction.atomic():
        book = Book.held(session)
        sheet = book.sheet
        check_is_played(sheet, kind)
        # Sent twice, it comes to the same: what follows the lines of `mine` begins then with this one.
        seen = last_seen(session, context.after, context.mine if context.after < sheet.newest else ())
        facts = book.inked(plain_facts(said, sheet_seen(book.lines, sheet, seen)))
        if seen != sheet.newest:  # as it is when the same is sent twice
            if (before := book.written_before(kind, facts, context)) is not None:
                return before
            since = [line for line in book.lines if line.number > seen]
            if not since or any(matters(line, kind, facts) for line in since):
                raise StaleWrite(since, sheet)
        check_may_go_on(sheet, kind, facts)
        facts = book.inked({**facts, **adds(sheet)})
        written = book.add(kind, {**facts, **brings(book.in_ink, facts)}, context)
        then(written)
        return book.as_read(written)


@dataclass(frozen=True, kw_only=True)
class Book:
    """A night's book before a line is written: in ink, and as it is read now, which is mostly the same."""

    session: Session
    who: Who
    ink: Sequence[Line]
    lines: Sequence[Line]
    in_ink: ScoreSheet
    sheet: ScoreSheet

    @classmethod
    def held(cls, session: Session) -> Book:
        """Lock a night until the transaction is over, and read its book."""
        # PostgreSQL locks the session's row; SQLite's IMMEDIATE has locked the file. Players may have been
        # merged while it waited, so that is read anew.
        if connection.features.has_select_for_update:
            Session.objects.select_for_update(no_key=True).values_list("pk").get(pk=session.pk)
        groups = Group.every.values_list("same_people", flat=True)
        session.group.same_people = groups.get(pk=session.group_id)
        who, ink = session.group.who, ink_of(session)
        lines = who.read(ink)
        sheet = folded(session, lines)
        in_ink = sheet if lines is ink else folded(session, ink, as_written=True)
        return cls(session=session, who=who, ink=ink, lines=lines, in_ink=in_ink, sheet=sheet)

    def inked(self, facts: Facts) -> Facts:
        """Return facts with everybody by the id that this book knows; raises Refused for one person twice."""
        try:
            return self.who.inked(facts, self.ink)
        except ValueError:
            raise Refused("seated_twice", fact="seats") from None

    def written_before(self, kind: EntryKind, facts: Facts, context: WriteContext) -> Written | None:
        """Return what was written with the same key before; raises Refused where it said something else."""
        entry = Entry.objects.filter(key=context.key).first()
        if entry is None:
            return None
        is_same = entry.session_id == self.session.pk and entry.kind == kind
        if not is_same or any(entry.facts.get(name) != value for name, value in facts.items()):
            raise used()
        (line,) = in_ink([entry])
        return Written(entry=self.who.line(line) if self.who else line, sheet=self.sheet, was_before=True)

    def add(self, kind: EntryKind, facts: Facts, context: WriteContext) -> Written:
        """Write one more line of facts in ink, and project what it changes."""
        as_written = self.lines is not self.ink
        return _write(self.session, self.ink, kind, facts, context, before=self.in_ink, as_written=as_written)

    def as_read(self, written: Written) -> Written:
        """Return what was written, as it is read now."""
        if self.lines is self.ink:  # it names nobody who is somebody else by now
            return written
        line = self.who.line(written.entry)
        return Written(entry=line, sheet=folded(self.session, [*self.lines, line]))


def matters(unseen: Line, kind: EntryKind, facts: Facts) -> bool:
    """Check whether an unseen line keeps its teller from writing this one.

    A remark changes nothing that anybody else tells; and it names its hand, so that only another remark on
    the same hand would be written over.
    """
    if kind != EntryKind.REMARKED:
        return unseen.kind != EntryKind.REMARKED
    return unseen.kind == EntryKind.REMARKED and bool(unseen.facts["of"] == facts["of"])


def check_room(many: int, most: int, *, case: str, fact: str | None = None) -> None:
    """Raise Refused ("full") when there would be more than `most` of something; `case` says of what."""
    if many > most:
        raise Refused("full", fact=fact, case=case, most=most)


@contextmanager
def keys_are_used_once() -> Iterator[None]:
    """Raise Refused where the database finds a key in two books, or twice in the same moment."""
    try:
        yield
    except IntegrityError:
        raise used() from None


def held(group: int) -> Group:
    """Return the group of this id as it stands, locked until all is written."""
    return Group.objects.select_for_update(no_key=True).get(pk=group)


def going_on(
    group: Group, context: WriteContext, *, but: Session | None = None
) -> Iterator[tuple[Session, ScoreSheet, WriteContext]]:
    """Yield the nights of a group that go on, locked, with the sheet and the context of a line in its book.

    The keys of those lines follow from that of `context`.
    """
    nights = group.sessions.select_for_update(no_key=True).filter(ended_at=None).order_by("pk")
    for session in nights.exclude(pk=but.pk) if but else nights:
        session.group = group
        sheet = sheet_of(session)
        key = uuid.uuid5(context.key, str(session.pk))
        yield session, sheet, WriteContext(key=key, after=sheet.newest, by=context.by)


def used() -> Refused:
    """Return the refusal of a key that came twice and did not say the same."""
    return Refused("key_used")


def check_is_played(sheet: ScoreSheet, kind: EntryKind) -> None:
    """Raise Refused ("only_totals") where something else than totals is told of a night from a notebook.

    Asked before anything is read off its table, which may have no seats.
    """
    if sheet.copied and sheet.ending and kind not in OF_TOTALS:
        raise Refused("only_totals")


def check_may_go_on(sheet: ScoreSheet, kind: EntryKind, facts: Facts) -> None:
    """Raise Refused unless the line may be written into a night that is over, or a book that is full."""
    if sheet.ending is not None and kind not in AFTER_THE_END:
        raise Refused("night_over")
    ends = kind in ENDS_A_NIGHT or (kind == EntryKind.HAND and facts["told"].get("kind") == "pot_divide")
    room = limits.MOST_ENTRIES + (limits.ROOM_TO_END if ends else 0)
    if sheet.newest + 1 > room:
        raise Refused("full", case="entries", most=limits.MOST_ENTRIES)


def plain_facts(said: Facts | Reads, seen: ScoreSheet) -> Facts:
    """Return the facts as they will be read again."""
    facts: Facts = json.loads(json.dumps(said(seen) if callable(said) else said))
    return facts


def _write(
    session: Session,
    lines: Sequence[Line],
    kind: EntryKind,
    facts: Mapping[str, Any],
    context: WriteContext,
    *,
    before: ScoreSheet | None = None,
    as_written: bool = False,
) -> Written:
    by = context.by.pk if context.by else None
    number = lines[-1].number + 1 if lines else 1
    now = timezone.now()
    at = context.at or now
    # The phone's own time counts if it can be so.
    if not context.at and context.told and context.told <= now + CLOCK_SKEW:
        opened = (lines[0].at if lines else None) or context.told
        at = min(context.told, now) if opened <= context.told else now
    line = Line(number=number, kind=kind, facts=facts, by=by, at=at)
    sheet = folded(session, [*lines, line], as_written=as_written)
    Entry.objects.create(
        session=session, number=number, key=context.key, kind=kind, facts=facts, by_id=by, at=at
    )
    project(session, sheet, before=before)
    return Written(entry=line, sheet=sheet)


def clean_text(text: str, *, case: str, fact: str) -> str:
    """Return a text as it is written down; `case` says what it is (“note”), `fact` where it stands on a form.

    Raises Refused ("unfit") for one with a character that cannot be written down.
    """
    if not is_fit(text):
        raise Refused("unfit", fact=fact, case=case)
    return clean(text)


def clean_lines_of(text: str, *, case: str, fact: str, most: int) -> str:
    """Return a text of several lines as it is written down.

    Raises Refused ("unfit") as `clean_text` does, and ("too_long") for more than `most` letters.
    """
    clean_text(text, case=case, fact=fact)
    lines = clean_lines(text)
    if len(lines) > most:
        raise Refused("too_long", fact=fact, most=most)
    return lines
