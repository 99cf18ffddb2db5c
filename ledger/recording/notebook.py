"""Nights out of an old notebook: only their totals are known, and there are many of them.

Nothing is rewritten when one is put right: other totals, another day, out of the count or back in are one
more line of its book each, and its money follows in the journal. So are the totals of a corrected notebook,
and their undoing.
"""

import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from enum import StrEnum
from fractions import Fraction
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F, Max, Model
from django.utils import timezone

from ledger.book.folding import fold
from ledger.book.sheet import (
    ABOUT_TOTALS,
    LONGEST_FILE,
    CopiedNight,
    EntryKind,
    Line,
    RulesInForce,
    ScoreSheet,
    Struck,
    totals_said,
)
from ledger.models import (
    NIGHTLY,
    PARTS,
    Entry,
    Group,
    Hand,
    HandResult,
    HouseRules,
    Kind,
    Membership,
    Posting,
    Session,
    Transaction,
    name_key,
)
from ledger.models.book import ink_of, sheet_of
from ledger.money.rounding import in_cents
from ledger.recording.contradictions import MOST_CORRECTIONS, cents_today
from ledger.recording.group import clean_name
from ledger.recording.hands import told_under
from ledger.recording.journal import (
    Booking,
    Inked,
    Party,
    check_lines,
    hold,
    inked,
    next_number,
    post_night,
)
from ledger.recording.night import check_nights, ended
from ledger.recording.projecting import evening_of, hand_over, new_rows
from ledger.recording.removing import remove_group
from ledger.recording.staging import (
    check_names,
    hand_over_stage,
    hold_living,
    ids_by_place,
    start_stage,
)
from ledger.recording.writing import Brings, NewHand, Refused, WriteContext, Written, check_room, write
from ledger.scoring import TYPED
from ledger.standings import names_of
from ledger.standings.marks import Copied, Correction, known_nights
from ledger.standings.merging import newest_merge
from ledger.standings.nights import amended_by
from ledger.standings.players import is_nobody
from ledger.steps import pause

# Rows of a night that name its group, and all of them, in the order in which they are written.
ROWS_OF_GROUP: tuple[type[Model], ...] = (Hand, *NIGHTLY)
ROWS: tuple[type[Model], ...] = (Hand, HandResult, *NIGHTLY)

# People in a night at least.
FEWEST = 2


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

    return _write_totals(
        session, EntryKind.AMENDED, totals_of(day, totals), context, brings=_by_totals, adds=is_other
    )


def strike_night(session: Session, context: WriteContext, *, of_many: bool = False) -> Written:
    """Take a night out of the count, and what it brought out of the balances.

    `of_many` when all that came with it goes.

    Raises Refused for one that is out already, and for a night that was played hand by hand.
    """

    def still_counts(sheet: ScoreSheet) -> dict[str, Any]:
        # With an import go nights that came with their hands as well.
        struck = Struck.NO if of_many and sheet.brought and not sheet.copied else _copied(sheet).struck
        if struck == Struck.WITH_ALL or (struck and not of_many):
            raise Refused("struck")
        return {}

    said = {"whole": of_many}
    return _write_totals(session, EntryKind.STRUCK, said, context, brings=_brings_nothing, adds=still_counts)


def restore_night(session: Session, context: WriteContext) -> Written:
    """Put a night back that was taken out, as it was said last. Raises Refused for one that counts."""
    said = totals_said(ink_of(session))

    def is_out(sheet: ScoreSheet) -> dict[str, Any]:
        if not _copied(sheet).struck:
            raise Refused("not_struck")
        return {}

    if not said:
        raise Refused("not_copied")
    return _write_totals(
        session, EntryKind.AMENDED, _same_totals(said[-1]), context, brings=_by_totals, adds=is_out
    )


def strike_import(group: Group, key: uuid.UUID, by: Membership | None) -> int:
    """Take out of the count all nights that came with an import, give those that it corrected the totals back
    that they had before, and return how many nights that were.

    A night that was corrected since keeps that correction. Stopped in between it has undone some, and goes on
    with the others when it is done again.
    """
    nights = group.sessions.filter(brought=key).exclude(struck=Struck.WITH_ALL)
    left = list(nights.order_by("number").values_list("pk", flat=True))
    amended = [night.session for night in amended_by(group, key)]
    work = [(_given_back, pk) for pk in amended] + [(_struck_with_all, pk) for pk in left]
    done = 0
    for place, (undo, pk) in enumerate(work):
        pause(place, len(work))
        with transaction.atomic():
            hold(group)
            session = _held(group, pk)
            done += undo(session, key, by)
    pause(len(work), len(work))
    return done


def totals_of(day: date, totals: Mapping[int, Fraction]) -> dict[str, Any]:
    """Return the facts of a night of which only the totals are known."""
    said = {str(player): str(points) for player, points in totals.items()}
    return {"date": day.isoformat(), "totals": said}


def _held(group: Group, pk: int) -> Session:
    session = Session.objects.select_for_update(no_key=True).get(pk=pk)
    session.group = group
    return session


def _struck_with_all(session: Session, key: uuid.UUID, by: Membership | None) -> bool:
    if session.struck == Struck.WITH_ALL:
        return False
    context = WriteContext(key=uuid.uuid4(), after=sheet_of(session).newest, by=by)
    strike_night(session, context, of_many=True)
    return True


def _given_back(session: Session, key: uuid.UUID, by: Membership | None) -> bool:
    said = totals_said(ink_of(session))
    corrections = (line for line in said if line.kind == EntryKind.AMENDED)
    brought = ((line, line.facts.get("brought") or {}) for line in corrections)
    undone = next((line for line, facts in brought if facts.get("key") == str(key)), None)
    if undone is None or not session.is_copied:
        return False
    context = WriteContext(key=uuid.uuid4(), after=sheet_of(session).newest, by=by)
    undoes: dict[str, Any] = {"undoes": undone.number}
    if session.struck:  # it stays out
        said_of_it = {"whole": session.struck == Struck.WITH_ALL, **undoes}
        _write_totals(session, EntryKind.STRUCK, said_of_it, context, brings=_brings_nothing)
    else:
        before = [line for line in said if line is not undone][-1]
        facts = {**_same_totals(before), **undoes}
        _write_totals(session, EntryKind.AMENDED, facts, context, brings=_by_totals)
    return True


def _same_totals(line: Line) -> dict[str, Any]:
    return {name: line.facts[name] for name in ("date", "totals")}


def _brings_nothing(_: ScoreSheet, facts: Mapping[str, Any]) -> Mapping[str, Any]:
    return ended({})


def _write_totals(
    session: Session,
    kind: EntryKind,
    said: Mapping[str, Any],
    context: WriteContext,
    *,
    brings: Brings,
    adds: Callable[[ScoreSheet], dict[str, Any]] = lambda sheet: {},
) -> Written:

    def added(sheet: ScoreSheet) -> dict[str, Any]:
        if sheet.copied:
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


# Nights that are written in one step, and hands of them; a night is not parted.
AT_ONCE, HANDS_AT_ONCE = 10, 40


class Corrections(StrEnum):
    """The ways to treat nights that the book has with other totals: write them over, leave them as they are,
    or take them for other nights of the same day.
    """

    REPLACE = "replace"
    KEEP = "keep"
    ADD = "add"


@dataclass(frozen=True, kw_only=True)
class Copying:
    """A notebook to be copied: nights by the places of `names`, who writes them, and what is still owed.

    Nights before `owed_from` were paid long ago, all of them if it is None. `key` is what the import is known
    by.
    """

    names: Sequence[str]
    nights: Sequence[Copied]
    by: Membership | None = None
    owed_from: date | None = date.min
    corrections: Corrections = Corrections.KEEP
    key: uuid.UUID = field(default_factory=uuid.uuid4)
    at: datetime = field(default_factory=timezone.now)


@dataclass(frozen=True, kw_only=True)
class _Seen:
    """A group's book as it was when it was compared: its last night, and the newest lines of any book and of
    who is who."""

    number: int
    entry: int
    merge: int


@dataclass(frozen=True, kw_only=True)
class _Staged:
    """Nights on their way: the hidden group they are in, and the names that came with them."""

    hidden: Group
    nights: Sequence[Copied]
    names: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class _Night:
    session: Session
    entries: Sequence[Entry]
    sheet: ScoreSheet


def copy_notebook(
    group: Group, copying: Copying, *, began: Callable[[Group], object] = lambda hidden: None
) -> int:
    """Write down the nights that are not in the book yet, all or none; returns how many those were. Then, one
    by one, the totals of those that it has with other ones, where they are to be replaced: stopped in between
    it has replaced some.

    They are worth money as tonight's hands are (the group's stake now). It is booked as of now, unless it was
    paid long ago. Who is not known by name becomes a player. `began` is told the
    hidden group the nights are staged in, in the transaction that makes it. When somebody plays
    meanwhile, it compares again. Raises Refused for a name that will not do, or for more than a group can
    hold.
    """
    staged: _Staged | None = None
    try:
        while True:
            newest = Entry.objects.aggregate(newest=Max("pk"))["newest"] or 0
            seen = _Seen(number=_last_night(group), entry=newest, merge=newest_merge(group))
            group.refresh_from_db(fields=["same_people"])  # players may have been merged since it was read
            ids = ids_by_place(group, copying.names)
            nights = [
                replace(
                    night,
                    totals=_by_id(night.totals, ids),
                    hands=tuple(_by_id(hand, ids) for hand in night.hands),
                )
                for night in copying.nights
            ]
            check_people(group, nights)
            nobody = next((pk for name, pk in zip(copying.names, ids, strict=True) if is_nobody(name)), None)
            known = known_nights(group, nights, nobody=nobody)
            new, corrected = known.new, known.corrections
            if copying.corrections == Corrections.ADD:
                others = [*(one.night for one in corrected), *known.played]
                new = sorted([*new, *others], key=lambda night: night.date)
            if copying.corrections != Corrections.REPLACE:
                corrected = ()
            if staged and staged.nights != new:
                hidden, staged = staged.hidden, None
                remove_group(hidden)
            # A corrected night may lack "Not accounted for", who is nobody of the group yet.
            if not new and not any(min(one.night.totals, default=0) < 0 for one in corrected):
                break
            if staged is None:
                staged = _begin(group, copying, new, ids, began)
                _stage(group, copying, staged)
            if _handed_over(group, staged, seen):
                break
    except Exception:
        if staged:
            remove_group(staged.hidden)
        raise
    _replace(group, copying, corrected)
    return len(new)


def _by_id(points: Mapping[int, Fraction], ids: Sequence[int]) -> dict[int, Fraction]:
    return {ids[place]: won for place, won in points.items()}


def _replace(group: Group, copying: Copying, corrected: Sequence[Correction]) -> None:
    # Corrected totals, night by night; of one that was corrected here meanwhile that stays.
    ids = ids_by_place(group, copying.names) if corrected else []
    for place, one in enumerate(corrected):
        pause(place, len(corrected))
        totals = {player if player > 0 else ids[-1 - player]: won for player, won in one.night.totals.items()}
        facts = {**totals_of(one.night.date, totals), "brought": _brought_with(copying, one.night)}
        with transaction.atomic():
            hold_living(group)
            session = _held(group, one.session)
            sheet, lines = sheet_of(session), ink_of(session)
            is_as_seen = max(line.number for line in lines if line.kind in ABOUT_TOTALS) == one.line
            if is_as_seen and not session.struck:
                context = WriteContext(key=uuid.uuid4(), after=sheet.newest, by=copying.by)
                _write_totals(session, EntryKind.AMENDED, facts, context, brings=_by_totals)
    if corrected:
        pause(len(corrected), len(corrected))


def check_fits(group: Group, names: Iterable[str], nights: int) -> None:
    """Raise Refused for a name that will not do, and for more than the group can hold."""
    check_names(group, names)
    check_nights(_last_night(group) + nights)
    check_lines(next_number(group) + nights - 1)


def check_people(group: Group, nights: Iterable[Copied]) -> None:
    """Raise Refused for a night in which two names are of one person by now."""
    who = group.who
    for night in nights if who else ():
        people = Counter(map(who.of, night.totals))
        if twice := [person for person, times in people.items() if times > 1]:
            raise Refused("two_names", day=night.date, name=names_of(group)[twice[0]])


def _is_as_seen(group: Group, staged: _Staged, seen: _Seen) -> bool:
    # Whether no night, no line and none of the new names has come to the group meanwhile, and nobody is
    # somebody else since.
    return not (
        _last_night(group) != seen.number
        or Entry.objects.filter(pk__gt=seen.entry, session__group=group).exists()
        or group.players.filter(name_key__in=map(name_key, staged.names)).exists()
        or newest_merge(group) != seen.merge
    )


def _last_night(group: Group) -> int:
    return group.sessions.aggregate(highest=Max("number"))["highest"] or 0


def _brought_with(copying: Copying, night: Copied) -> dict[str, str]:
    return {"key": str(copying.key), "at": copying.at.isoformat(), "file": night.file[:LONGEST_FILE]}


def _begin(
    group: Group,
    copying: Copying,
    new: Sequence[Copied],
    ids: Sequence[int],
    began: Callable[[Group], object],
) -> _Staged:
    # The hidden group, with the players whom the group does not know yet, in the order of their names.
    names = [clean_name(name, fact="names") for name, pk in zip(copying.names, ids, strict=True) if pk < 0]
    check_fits(group, names, len(new))
    return _Staged(hidden=start_stage(group, names, began), nights=new, names=names)


def _stage(group: Group, copying: Copying, staged: _Staged) -> None:
    # The nights into the hidden group, numbered 1, 2, 3, …, some at a time.
    places = {name_key(name): -1 - place for place, name in enumerate(copying.names)}
    newcomers = {places[key]: pk for pk, key in staged.hidden.players.values_list("pk", "name_key")}
    night = _Maker(group, copying, newcomers)
    line, first = 1, 0
    for part in _in_steps(staged.nights):
        pause(first, len(staged.nights))
        made = [night.made(one, staged.hidden, first + place) for place, one in enumerate(part, 1)]
        results = list(_results(staged.hidden, made, line, copying.at))
        rows = [row for one in made for row in new_rows(one.session, one.sheet)]
        with transaction.atomic():
            _write(made, rows, results)
        line, first = line + len(results), first + len(part)
    pause(len(staged.nights), len(staged.nights))


def _in_steps(nights: Iterable[Copied]) -> Iterator[list[Copied]]:
    part: list[Copied] = []
    for night in nights:
        hands = sum(len(one.hands) for one in (*part, night))
        if part and (len(part) == AT_ONCE or hands > HANDS_AT_ONCE):
            yield part
            part = []
        part.append(night)
    if part:
        yield part


def _handed_over(group: Group, staged: _Staged, seen: _Seen) -> bool:
    # The last step: everything staged becomes the group's, if its book is still as it was `seen`.
    try:
        with transaction.atomic():
            hold_living(group)
            if not _is_as_seen(group, staged, seen):
                return False
            check_fits(group, staged.names, len(staged.nights))
            hidden = staged.hidden
            # The hidden group knows of no merge.
            nights = (
                list(Session.objects.filter(group=hidden).values_list("pk", "people")) if group.who else []
            )
            for player, person in group.who.now.items():
                hand_over([pk for pk, named in nights if player in named], player, person)
            Session.objects.filter(group=hidden).update(group=group, number=F("number") + seen.number)
            for model in ROWS_OF_GROUP:
                model._default_manager.filter(group=hidden).update(group=group)
            hand_over_stage(hidden, group)
    except IntegrityError:  # somebody took one of the new names in this moment
        if _is_as_seen(group, staged, seen):
            raise
        return False
    return True


class _Maker:
    """Makes nights, under the rules and the stake of the group."""

    def __init__(self, group: Group, copying: Copying, newcomers: Mapping[int, int]) -> None:
        rules = HouseRules.objects.filter(group=group).latest("version")
        self.rules = {"version": rules.version, "game": rules.game, "options": rules.options}
        self.stake, self.owed_from = group.stake_cents, copying.owed_from
        self.copying = copying
        self.by = copying.by.pk if copying.by else None
        self.newcomers = newcomers

    def made(self, night: Copied, hidden: Group, number: int) -> _Night:
        """Return the night's session, its lines, and what they add up to."""
        at = evening_of(night.date)
        said = [(EntryKind.NOTEBOOK, self._facts(night))]
        said += [(EntryKind.HAND, self._hand_facts(night, hand)) for hand in night.hands]
        lines = [
            Line(number=place, kind=kind, facts=facts, by=self.by, at=at)
            for place, (kind, facts) in enumerate(said, 1)
        ]
        sheet = fold(lines)
        if night.hands:
            facts = ended(cents_today(sheet))
            lines.append(Line(number=len(lines) + 1, kind=EntryKind.ENDED, facts=facts, by=self.by, at=at))
            sheet = fold(lines, known=sheet)
        session = Session(group=hidden, key=uuid.uuid4(), number=number, started_at=at)
        entries = [
            Entry(
                number=line.number, key=uuid.uuid4(), kind=line.kind, facts=line.facts, by_id=self.by, at=at
            )
            for line in lines
        ]
        return _Night(session=session, entries=entries, sheet=sheet)

    def _known(self, points: Mapping[int, Fraction]) -> dict[int, Fraction]:
        return {self.newcomers.get(player, player): won for player, won in points.items()}

    def _facts(self, night: Copied) -> dict[str, Any]:
        totals = self._known(night.totals)
        seats = list(totals)
        # A deal has to begin with somebody; nobody knows with whom.
        table = {"seats": seats, "dealer": seats[0], "plays": len(seats)} if night.hands else {}
        was_paid = self.owed_from is None or night.date < self.owed_from
        return {
            **totals_of(night.date, totals),
            **({"was_paid": True} if was_paid and self.stake else {}),
            "stake_cents": self.stake,
            "rules": self._rules(night),
            "brought": _brought_with(self.copying, night),
            **table,
            **ended(in_cents(totals, self.stake)),
        }

    def _rules(self, night: Copied) -> dict[str, Any]:
        # Hands of which only the points are known are typed points that add up to zero, whatever was played.
        return {**self.rules, "game": TYPED, "options": {}} if night.hands else self.rules

    def _hand_facts(self, night: Copied, points: Mapping[int, Fraction]) -> dict[str, Any]:
        seats, won = tuple(self._known(night.totals)), self._known(points)
        hand = NewHand(
            seats=seats,
            told={"kind": "points", "points": [int(won.get(player, 0)) for player in seats]},
            out=tuple(place for place, player in enumerate(seats) if player not in won),
        )
        return {**hand.facts(), **told_under(RulesInForce(**self._rules(night)))}


def _write(nights: Sequence[_Night], rows: Sequence[Model], results: Sequence[Inked]) -> None:
    # Write sessions, entries, the rows for queries, and the results.
    Session.objects.bulk_create(night.session for night in nights)
    for night in nights:
        for entry in night.entries:
            entry.session = night.session
    Entry.objects.bulk_create(entry for night in nights for entry in night.entries)
    for model in ROWS:
        model._default_manager.bulk_create(row for row in rows if isinstance(row, model))
    Posting.objects.bulk_create(posting for one in results for posting in one.postings)
    Transaction.objects.bulk_create(one.header for one in results)


def _results(hidden: Group, nights: Iterable[_Night], line: int, at: datetime) -> Iterator[Inked]:
    # Lines of the journal for the nights, from number `line` on.
    for night in nights:
        ending, entry = night.sheet.ending, night.entries[0]
        if ending is None or not any(ending.booked.values()):
            continue
        cents: dict[Party, int] = dict(ending.booked.items())
        booking = Booking(kind=Kind.NIGHT, cents=cents, session=night.session)
        yield inked(hidden, booking, key=entry.key, number=line, at=at, by=entry.by_id)
        line += 1
