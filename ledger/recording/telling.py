"""Hands that a phone showed before they are written: booked as they were shown, or a person is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from django.db import transaction

from ledger.folding import fold, in_order
from ledger.models import Session
from ledger.models.book import numbers_of
from ledger.recording.hands import kept_as_played, rules_in_force, try_hand
from ledger.recording.writing import (
    Book,
    Facts,
    Hand,
    Refused,
    StaleWrite,
    WriteContext,
    Written,
    check_is_played,
    check_may_go_on,
    keys_are_used_once,
    plain_facts,
)
from ledger.scoring import HandRefused
from ledger.sheet import EntryKind, HandRow, Line, ScoreSheet

Reads = Callable[[ScoreSheet], Hand]
"""Reads a hand off a sheet; raises HandRefused for what cannot be."""


class Choice(StrEnum):
    """What a person decided about a hand, once the table had changed since it was told.

    THEN: it counts where it was played, before the change. NOW: it is a hand of the table as it stands.
    """

    THEN = "then"
    NOW = "now"


@dataclass(frozen=True, kw_only=True)
class Shown:
    """The table that a phone showed when a hand was told, and what the hand brought there.

    People are player ids, `rules` is a version of the house rules, `points` are those of whom it showed any.
    """

    seats: frozenset[int]
    dealer: int
    out: frozenset[int]
    rules: int
    stake_cents: int
    points: Mapping[int, Fraction]

    def is_shown_by(self, row: HandRow) -> bool:
        """Whether a hand of a sheet is played at this table and brings what was shown."""
        return (
            (self.seats, self.dealer, self.out) == (frozenset(row.seats), row.dealer, frozenset(row.out))
            and (self.rules, self.stake_cents) == (row.rules.version, row.stake_cents)
            and all(row.points.get(player) == points for player, points in self.points.items())
        )


@dataclass(frozen=True, kw_only=True)
class Told:
    """A hand as it was told on a phone, perhaps some time ago.

    `hand` reads it as it was told, of the table that its teller saw; `hand_now` of another table, where the
    deal that the phone guessed for it says nothing. `shown` is None where the phone does not say what it
    showed. `choice` is what a person decided when the book had come to entry `known` (0: nobody was asked).
    """

    hand: Reads
    hand_now: Reads
    shown: Shown | None = None
    choice: Choice | None = None
    known: int = 0


@dataclass(frozen=True, kw_only=True)
class _Seen:
    """What a teller knew of a book.

    `lines` are the lines up to the last that the teller knew, in the order in which they count; `later` are
    the others in that order; `since` those that the teller did not know, by number, without remarks.
    """

    lines: Sequence[Line]
    later: Sequence[Line]
    since: list[Line]

    def sheet(self, known: ScoreSheet) -> ScoreSheet:
        return fold(self.by_number, known=known) if self.later else known

    @property
    def by_number(self) -> list[Line]:
        return sorted(self.lines, key=lambda line: line.number)


def tell_shown_hand(session: Session, told: Told, context: WriteContext) -> Written:
    """Record a hand as its phone showed it.

    `context.after` is the last entry that its teller had seen, `context.mine` the keys of what the same phone
    told between that and this hand. Where other lines were written meanwhile, the hand is written if it comes
    to what was shown all the same, or as a person decided. Raises StaleWrite with what it brought then and
    what it would bring now where that differs, or where somebody else told a hand; Refused and HandRefused as
    `write` does. Nothing is written then.
    """
    with keys_are_used_once(), transaction.atomic():
        book = Book.held(session)
        check_is_played(book.sheet, EntryKind.HAND)
        own = numbers_of(session, context.mine)
        seen = _seen(book.lines, context.after, own)
        then = seen.sheet(book.sheet)
        if told.choice is Choice.NOW:
            table = _seen(book.lines, told.known, own).sheet(book.sheet)
            facts = _facts_of(told.hand_now, table)
        else:
            table = then
            facts = _facts_of(told.hand, table)
        # Where it counts before younger lines, its deal was written with it.
        said = book.inked({name: facts[name] for name in ("seats", "told")})
        if seen.since and (before := book.written_before(EntryKind.HAND, said, context)) is not None:
            return before
        _check_as_shown(book, seen, then, told, context)
        check_may_go_on(book.sheet, EntryKind.HAND, facts)
        if told.choice is Choice.THEN and seen.later:
            facts = _placed(book, seen, then, facts)
        else:
            facts = {**facts, **rules_in_force(table)}
        return book.as_read(book.add(EntryKind.HAND, book.inked(facts), context))


def _facts_of(hand: Reads, sheet: ScoreSheet) -> Facts:
    return plain_facts(lambda seen: hand(seen).facts(), sheet)


def _seen(lines: Sequence[Line], after: int, own: set[int]) -> _Seen:
    """Return what somebody knew who had read a book up to entry `after` (0: nothing), and wrote `own`."""
    ordered = in_order(lines)
    known = [at for at, line in enumerate(ordered) if line.number <= after or line.number in own]
    place = known[-1] + 1 if after > 0 else len(ordered)
    since = [
        line
        for line in lines
        if line.number > after and line.number not in own and line.kind != EntryKind.REMARKED
    ]
    return _Seen(lines=ordered[:place], later=ordered[place:], since=since)


def _check_as_shown(book: Book, seen: _Seen, then: ScoreSheet, told: Told, context: WriteContext) -> None:
    """Raise StaleWrite unless the hand comes to what was shown, or a person decided who knew all of it."""
    is_ahead = context.after > book.sheet.newest and not told.known  # of a book that a backup put back
    unknown = [line for line in seen.since if line.number > told.known]
    hands = [line for line in unknown if _is_played(book.sheet, line)]
    if told.choice is not None and not (unknown if told.choice is Choice.NOW else hands):
        return
    if told.choice is None and not seen.since and not is_ahead and not (told.shown and context.mine):
        return
    if told.choice is None and told.shown and not hands and not is_ahead and book.sheet.ending is None:
        row = _tried(book.lines, lambda: told.hand(then), book.sheet)
        if isinstance(row, HandRow) and told.shown.is_shown_by(row):
            return
    raise StaleWrite(
        seen.since,
        book.sheet,
        then=_then(book, seen, then, told),
        now=_tried(book.lines, lambda: told.hand_now(book.sheet), book.sheet),
    )


def _is_played(sheet: ScoreSheet, line: Line) -> bool:
    """Whether a line told a hand that still counts."""
    row = sheet.row(line.number) if line.kind == EntryKind.HAND else None
    return row is not None and not row.is_void


def _tried(lines: Sequence[Line], hand: Callable[[], Hand], known: ScoreSheet) -> HandRow | HandRefused:
    """Return what a hand would bring at the end of these lines, or why it cannot be."""
    try:
        return try_hand(list(lines), hand(), known=known)
    except HandRefused as refused:
        return refused


def _then(book: Book, seen: _Seen, then: ScoreSheet, told: Told) -> HandRow | HandRefused:
    """Return what the hand brought where it was played, or why it cannot be put there any more."""
    row = _tried(seen.by_number, lambda: told.hand(then), then)
    if isinstance(row, HandRow) and seen.later:
        try:
            _placed(book, seen, then, _facts_of(told.hand, then))
        except HandRefused as refused:
            return refused
    return row


def _placed(book: Book, seen: _Seen, then: ScoreSheet, facts: Facts) -> Facts:
    """Return the facts of a hand that counts before younger lines, and keeps later hands as they were played.

    `then` is the sheet that its teller saw. Raises HandRefused where the hand would
    not bring what it brought then, or a later hand what it brought: a pot goes from hand to hand.
    """
    number = book.sheet.newest + 1
    facts = {**facts, **rules_in_force(then)}
    row = fold([*seen.by_number, Line(number=number, kind=EntryKind.HAND, facts=facts)], known=then).rows[-1]
    later = {line.number for line in seen.later}
    rows = [one for one in book.sheet.rows if one.entry in later]
    facts |= kept_as_played([row])[str(number)]
    facts |= {"follows": seen.lines[-1].number, "kept": kept_as_played(rows)}
    sheet = fold([*book.lines, Line(number=number, kind=EntryKind.HAND, facts=facts)])
    for one in (row, *rows):
        after = sheet.row(one.entry)
        if after is None or after.points != one.points:
            raise Refused("moves_others")
    return facts
