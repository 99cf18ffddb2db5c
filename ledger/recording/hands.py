"""Hands: told, tried before they are told, corrected, taken back, put back again, and remarked on."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from django.db import transaction

from ledger.book.folding import fold, in_order
from ledger.book.sheet import LONGEST_REMARK, THE_NIGHT, EntryKind, HandRow, Line, RulesInForce, ScoreSheet
from ledger.models import Session
from ledger.models.book import numbers_of
from ledger.recording.writing import (
    Book,
    Facts,
    NewHand,
    Refused,
    StaleWrite,
    WriteContext,
    Written,
    check_is_played,
    check_may_go_on,
    clean_text,
    keys_are_used_once,
    plain_facts,
    write,
)
from ledger.scoring import TYPED, HandRefused, game_called


def tell_hand(session: Session, hand: NewHand, context: WriteContext) -> Written:
    """Record a hand of the table as it stands, under the rules in force."""

    def rules(sheet: ScoreSheet) -> dict[str, Any]:
        played = sheet.rules if hand.other is None else RulesInForce(version=sheet.rules.version, game=TYPED)
        return told_under(played)

    return write(session, EntryKind.HAND, hand.facts(), context, adds=rules)


def try_hand(
    lines: list[Line], hand: NewHand, *, of: int | None = None, known: ScoreSheet | None = None
) -> HandRow:
    """Return a hand as it would count, without writing it: a new one, or a correction of hand `of`.

    `known` may be the sheet of these lines. Raises HandRefused.
    """
    sheet = fold(lines, known=known)
    number = sheet.newest + 1
    if of is None:
        facts = hand.facts() | told_under(sheet.rules)
        return fold([*lines, Line(number=number, kind=EntryKind.HAND, facts=facts)], known=sheet).rows[-1]
    facts = {"of": of} | hand.facts() | _told_as(_row(sheet, of))
    return _row(fold([*lines, Line(number=number, kind=EntryKind.CORRECTED, facts=facts)], known=sheet), of)


def kept_as_played(rows: Sequence[HandRow]) -> dict[str, Any]:
    """Return how these hands were played, by the entry that told each: deal, sitting out, and counts.

    A line that has them as `kept` changes nothing about who dealt those hands, who sat out, and what was
    counted before them: doublers, hands that nobody picked, a race. Only a pot is what it is.
    """
    found = {}
    for row in rows:
        if row.scored:
            before = {player: total - row.points.get(player, 0) for player, total in row.totals.items()}
            kept, standings = row.facts.get("counted", {}), row.carried.standings(row.seats, before)
            found[str(row.entry)] = {
                "dealer": row.seats.index(row.dealer),
                "out": [row.seats.index(player) for player in row.out],
                "counted": {
                    **row.carried.counts(),
                    **{name: kept.get(name, value) for name, value in standings.items()},
                },
            }
    return found


def correct_hand(
    session: Session, of: int, hand: NewHand, context: WriteContext, *, keep_later: bool = False
) -> Written:
    """Let a hand say something else, under the rules it was played by; later hands follow by themselves.

    With `keep_later` they keep dealer, sitting out and counts as they were played. Raises Refused and
    HandRefused as `write` does, `later_hand` where a later hand cannot follow.
    """

    def as_it_was(sheet: ScoreSheet) -> dict[str, Any]:
        row = _row(sheet, of)
        return _told_as(row) | _kept(sheet, row, keep_later=keep_later)

    return write(session, EntryKind.CORRECTED, {"of": of} | hand.facts(), context, adds=as_it_was)


def take_back_hand(session: Session, of: int, context: WriteContext, *, keep_later: bool = False) -> Written:
    """Take a hand back: it stays in the book and counts no more.

    `keep_later` and errors as `correct_hand`.
    """

    def check(sheet: ScoreSheet) -> dict[str, Any]:
        row = _row(sheet, of)
        if row.is_void:
            raise Refused("taken_back")
        return _kept(sheet, row, keep_later=keep_later)

    return write(session, EntryKind.VOIDED, {"of": of}, context, adds=check)


def restore_hand(
    session: Session, of: int, context: WriteContext, *, version: int, keep_later: bool = False
) -> Written:
    """Let a hand say again what it said in an earlier version (the number of the entry that said it).

    `keep_later` and errors as `correct_hand`.
    """

    def as_said(sheet: ScoreSheet) -> dict[str, Any]:
        row = _row(sheet, of)
        said = next((one for one in row.versions if one.entry == version), None)
        if said is None or said.kind == EntryKind.VOIDED:
            raise Refused("no_such_version")
        facts = {name: value for name, value in said.facts.items() if name not in ("follows", "kept")}
        facts |= _counted(row) | _kept(sheet, row, keep_later=keep_later)
        return facts | {"of": of, "version": version}

    return write(session, EntryKind.CORRECTED, {"of": of, "version": version}, context, adds=as_said)


def _kept(sheet: ScoreSheet, row: HandRow, *, keep_later: bool) -> dict[str, Any]:
    # The facts of a line about a hand that keep all later hands as they were played, if asked to.
    later = sheet.rows[sheet.rows.index(row) + 1 :]
    return {"kept": kept_as_played(later)} if keep_later else {}


def _counted(row: HandRow) -> dict[str, Any]:
    return {"counted": row.facts["counted"]} if "counted" in row.facts else {}


def remark_on_hand(session: Session, of: int, text: str, context: WriteContext) -> Written:
    """Write a remark on a hand, or THE_NIGHT, in place of the former; "" takes it away.

    Nothing that counts changes, so it may be written after the end of the night as well. Raises Refused for a
    text that cannot be written down or is longer than LONGEST_REMARK, and as `write` does.
    """
    text = clean_text(text, case="remark", fact="text")
    if len(text) > LONGEST_REMARK:
        raise Refused("too_long", fact="text", most=LONGEST_REMARK)

    def is_told(sheet: ScoreSheet) -> dict[str, Any]:
        if of != THE_NIGHT:
            _row(sheet, of)
        return {}

    return write(session, EntryKind.REMARKED, {"of": of, "text": text}, context, adds=is_told)


def told_under(rules: RulesInForce) -> dict[str, Any]:
    edition = game_called(rules.game).edition
    return {"rules": rules.version} | ({"edition": edition} if edition > 1 else {})


def _told_as(row: HandRow) -> dict[str, Any]:
    other = {"other": row.facts["other"]} if "other" in row.facts else {}
    return told_under(row.rules) | other | _counted(row)


def _row(sheet: ScoreSheet, of: int) -> HandRow:
    row = sheet.row(of)
    if row is None:
        raise Refused("no_such_hand")
    return row


# Reads a hand off a sheet; raises HandRefused for what cannot be.
ReadsHand = Callable[[ScoreSheet], NewHand]


class CountsAs(StrEnum):
    """The decision of a person about a hand, once the table had changed since it was told.

    THEN: it counts where it was played, before the change. NOW: it is a hand of the table as it stands.
    """

    THEN = "then"
    NOW = "now"


@dataclass(frozen=True, kw_only=True)
class ShownTable:
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
        """Return whether a hand of a sheet is played at this table and brings what was shown."""
        return (
            (self.seats, self.dealer, self.out) == (frozenset(row.seats), row.dealer, frozenset(row.out))
            and (self.rules, self.stake_cents) == (row.rules.version, row.stake_cents)
            and all(row.points.get(player) == points for player, points in self.points.items())
        )


@dataclass(frozen=True, kw_only=True)
class ToldHand:
    """A hand as it was told on a phone, perhaps some time ago.

    `hand` reads it as it was told, of the table that its teller saw; `hand_now` of another table, where the
    deal that the phone guessed for it says nothing. `shown` is None where the phone does not say what it
    showed. `choice` is what a person decided when the book had come to entry `known` (0: nobody was asked);
    `is_behind` says that it was decided about an earlier hand, so that the same hand told by somebody else is
    still asked about.
    """

    hand: ReadsHand
    hand_now: ReadsHand
    shown: ShownTable | None = None
    choice: CountsAs | None = None
    known: int = 0
    is_behind: bool = False


@dataclass(frozen=True, kw_only=True)
class _KnownPart:
    """The part of a book that a teller knew.

    `lines` are the lines that the teller knew, by number; `follows` is the one of them that counts last, and
    `later` are those that count after it; `since` those that the teller did not know, without remarks.
    """

    lines: list[Line]
    follows: int
    later: Sequence[Line]
    since: list[Line]

    def sheet(self, known: ScoreSheet) -> ScoreSheet:
        return fold(self.lines, known=known) if self.later or self.since else known


def tell_shown_hand(session: Session, told: ToldHand, context: WriteContext) -> Written:
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
        seen = _seen(book.lines, max(context.after, 0), own)
        then = seen.sheet(book.sheet)
        if told.choice is CountsAs.NOW:
            table = _seen(book.lines, told.known, own).sheet(book.sheet)
            facts = _facts_of(told.hand_now, table)
        else:
            table = then
            facts = _facts_of(told.hand, table)
        # The deal is left out: it is written only with hands that count before younger lines.
        said = book.inked({name: facts[name] for name in ("seats", "told")})
        if seen.since and (before := book.written_before(EntryKind.HAND, said, context)) is not None:
            return before
        _check_as_shown(book, seen, then, told, context)
        check_may_go_on(book.sheet, EntryKind.HAND, facts)
        if told.choice is CountsAs.THEN:
            facts = _placed(book, seen, then, told)
        else:
            facts = {**facts, **told_under(table.rules)}
        written = book.as_read(book.add(EntryKind.HAND, book.inked(facts), context))
        row = written.sheet.row(written.entry.number)
        if told.choice is None and told.shown and not (row and told.shown.is_shown_by(row)):
            raise _moved(book, seen, then, told)  # and nothing is written
        return written


def _facts_of(hand: ReadsHand, sheet: ScoreSheet) -> Facts:
    return plain_facts(lambda seen: hand(seen).facts(), sheet)


def _seen(lines: Sequence[Line], after: int, own: set[int]) -> _KnownPart:
    ordered = in_order(lines)
    known: set[int] = set()
    is_known_so_far = True
    for line in ordered:
        is_own = line.number in own and is_known_so_far
        if is_own or line.number <= after or not after or line.kind == EntryKind.REMARKED:
            known.add(line.number)
        else:
            is_known_so_far = False
    place = max(at for at, line in enumerate(ordered) if line.number in known) + 1
    return _KnownPart(
        lines=[line for line in lines if line.number in known],
        follows=ordered[place - 1].number,
        later=ordered[place:],
        since=[line for line in lines if line.number not in (own | known if after else ())],
    )


def _check_as_shown(
    book: Book, seen: _KnownPart, then: ScoreSheet, told: ToldHand, context: WriteContext
) -> None:
    # Raise StaleWrite unless the hand may come to what was shown, or a person decided who knew all of it.
    is_ahead = context.after > book.sheet.newest and not told.known  # of a book that a backup put back
    unknown = [line for line in seen.since if line.number > told.known]
    hands = _asked_about(book, seen, then, told)
    if told.choice is CountsAs.NOW and not unknown:
        return
    if told.choice is CountsAs.THEN and not hands:
        return
    if told.choice is None and not is_ahead and not seen.since:
        return
    if told.choice is None and not is_ahead and told.shown and not hands and book.sheet.ending is None:
        row = _tried(book.lines, lambda: told.hand(then), book.sheet)
        if isinstance(row, HandRow) and told.shown.is_shown_by(row):
            return
    raise _moved(book, seen, then, told)


def _moved(book: Book, seen: _KnownPart, then: ScoreSheet, told: ToldHand) -> StaleWrite:
    try:
        _placed(book, seen, then, told)
    except HandRefused as refused:
        brought: HandRow | HandRefused = refused
    else:
        brought = _tried(seen.lines, lambda: told.hand(then), then)
    return StaleWrite(
        seen.since,
        book.sheet,
        hands=_asked_about(book, seen, then, told),
        then=brought,
        now=_tried(book.lines, lambda: told.hand_now(book.sheet), book.sheet),
    )


def _asked_about(book: Book, seen: _KnownPart, then: ScoreSheet, told: ToldHand) -> list[HandRow]:
    # The hands of others that nobody has compared with this one.
    rows = (book.sheet.row(line.number) for line in seen.since if line.kind == EntryKind.HAND)
    found = [row for row in rows if row is not None and not row.is_void]
    if not found or not told.known:
        return found
    own = _tried(seen.lines, lambda: told.hand(then), then) if told.is_behind else None
    return [
        row for row in found if row.entry > told.known or (isinstance(own, HandRow) and are_twins(own, row))
    ]


def are_twins(one: HandRow, other: HandRow) -> bool:
    """Return whether two hands may be one that was told twice: the same people picked, played along
    or won.
    """
    return people_told(one.facts["told"], one.seats) == people_told(other.facts["told"], other.seats)


def people_told(told: Facts, seats: Sequence[int]) -> tuple[int | None, frozenset[int], frozenset[int]]:
    """Return who picked, who played along and who won without a picker, by the facts of a hand."""
    picker = told.get("picker")
    return (
        None if picker is None else seats[picker],
        frozenset(seats[one] for one in told.get("partners", ())),
        frozenset(seats[one] for one in told.get("winners", ())),
    )


def _tried(lines: Sequence[Line], hand: Callable[[], NewHand], known: ScoreSheet) -> HandRow | HandRefused:
    try:
        return try_hand(list(lines), hand(), known=known)
    except HandRefused as refused:
        return refused


def _placed(book: Book, seen: _KnownPart, then: ScoreSheet, told: ToldHand) -> Facts:
    # The facts of a hand that counts before younger lines, and keeps later hands as they were played.
    #
    # `then` is the sheet that its teller saw. Raises HandRefused where the hand would not bring what was
    # shown, or a later hand what it brought: a pot goes from hand to hand.
    number = book.sheet.newest + 1
    facts = {**_facts_of(told.hand, then), **told_under(then.rules)}
    row = fold([*seen.lines, Line(number=number, kind=EntryKind.HAND, facts=facts)], known=then).rows[-1]
    later = {line.number for line in seen.later}
    rows = [one for one in book.sheet.rows if one.entry in later]
    if seen.later:
        facts |= kept_as_played([row])[str(number)]
        facts |= {"follows": seen.follows, "kept": kept_as_played(rows)}
    sheet = fold([*book.lines, Line(number=number, kind=EntryKind.HAND, facts=facts)], known=book.sheet)
    here = sheet.row(number)
    if here is None or here.points != row.points or not (told.shown is None or told.shown.is_shown_by(here)):
        raise Refused("moved_away")
    if any(sheet.row(one.entry).points != one.points for one in rows):  # type: ignore[union-attr]
        raise Refused("moves_others")
    return facts
