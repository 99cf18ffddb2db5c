"""A hand that came too late, beside what was written meanwhile: for a person to decide."""

from collections.abc import Mapping, Sequence

from django.http import HttpResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from ledger.book.sheet import EntryKind, HandRow, Line
from ledger.recording import StaleWrite, are_twins, try_hand
from ledger.scoring import HandRefused
from ledger.standings import tellers_of
from scorekeeper.http import outbox
from scorekeeper.http.outbox import Cause, Conflict, Decision, HandInWords
from scorekeeper.pad.evening import Evening
from scorekeeper.pad.reading import read_pad, read_told
from scorekeeper.pad.state import fresh_pad, pad_of
from scorekeeper.presenters.changes import meanwhile
from scorekeeper.presenters.sheet import brought, said_points
from scorekeeper.text.lists import standing_apart
from scorekeeper.text.refusals import sentence

# The kinds of lines that change the table of a hand, the first found of them being the cause.
CAUSES: Mapping[str, Cause] = {
    EntryKind.JOINED: Cause.JOINED,
    EntryKind.LEFT: Cause.LEFT,
    EntryKind.RULES: Cause.RULES,
    EntryKind.STAKE: Cause.STAKE,
    EntryKind.ARRANGED: Cause.SEATS,
    EntryKind.UNDONE: Cause.SEATS,
    EntryKind.CORRECTED: Cause.CORRECTION,
    EntryKind.VOIDED: Cause.CORRECTION,
}


def not_written(
    evening: Evening, trouble: StaleWrite | HandRefused, posted: QueryDict, *, corrects: HandRow | None = None
) -> HttpResponse:
    """Return the answer about a hand that waited on its phone and was not written; see `side_by_side`."""
    if isinstance(trouble, StaleWrite):
        return outbox.conflict(side_by_side(evening, trouble, posted, corrects=corrects))
    return outbox.refused(trouble, evening.sheet.newest)


def side_by_side(
    evening: Evening, moved: StaleWrite, posted: QueryDict, *, corrects: HandRow | None = None
) -> Conflict:
    """Return what was told meanwhile, the posted hand then and now, and what a person can do about it.

    `corrects` is the hand in the place of which it was sent, if a person decided so.
    """
    # What takes the place of another hand is a correction, which only knows what it was to be.
    theirs = moved.hands if moved.then else _theirs(evening, moved, corrects)
    told = moved.then or _as_told(evening, moved, posted)
    told_now = moved.now or _as_now(evening, posted)
    is_same = _is_same(told, told_now)
    then, now = (_in_words(one, evening, is_whole=not is_same) for one in (told, told_now))
    cause = _cause(evening, moved, theirs)
    line = next((line for line in moved.since if CAUSES.get(line.kind) == cause), None)
    is_twin = isinstance(told, HandRow) and any(are_twins(told, row) for row in theirs)
    return Conflict(
        newest=evening.sheet.newest,
        cause=cause,
        question=_question(cause, line, evening.names),
        since=meanwhile(moved.since, evening.sheet, evening.names),
        theirs=_told_by(evening, theirs),
        then=then,
        now=None if is_same else now,
        ways=list(
            _ways(
                cause,
                then=""
                if then.refused or (is_same and cause in SAME_NOW)
                else _before(cause, line, evening.names),
                now=not now.refused,
                next_number=evening.sheet.hands + 1,
                is_twin=is_twin,
                can_replace=bool(theirs) and _can_replace(evening, posted, told, theirs[0]),
            )
        ),
        open_url=reverse("reopen", args=[evening.group.code, evening.session.number]),
    )


# If the hand brings the same now and only hands came between, nobody is asked where it counts.
SAME_NOW = (Cause.HAND, Cause.CORRECTION, Cause.NUMBERS)


def _question(cause: Cause, line: Line | None, names: Mapping[int, str]) -> str:
    who = _who(line, names)
    match cause:
        case Cause.HAND:
            return _("Somebody else recorded a hand meanwhile. Is it this one?")
        case Cause.ENDED:
            return _("The night was ended meanwhile.")
        case Cause.JOINED:
            return _("{name} sat down meanwhile. Was this hand played before that?").format(name=who)
        case Cause.LEFT:
            return _("{name} went home meanwhile. Was this hand played before that?").format(name=who)
        case Cause.RULES:
            return _("The house rules were changed meanwhile. By which was this hand played?")
        case Cause.STAKE:
            return _("The stake was changed meanwhile. For which was this hand played?")
        case Cause.SEATS:
            return _("The seats were changed meanwhile. Was this hand played before that?")
        case Cause.CORRECTION:
            return _("An earlier hand was changed meanwhile, which moves the deal. What counts?")
        case _:
            return _("This hand comes to something else than this phone showed. What counts?")


def _who(line: Line | None, names: Mapping[int, str]) -> str:
    return standing_apart(names.get(line.facts.get("player", 0), _("somebody"))) if line else ""


def _before(cause: Cause, line: Line | None, names: Mapping[int, str]) -> str:
    # The words of the answer that a hand counts where it was played.
    who = _who(line, names)
    match cause:
        case Cause.JOINED:
            return _("Count it before {name} sat down").format(name=who)
        case Cause.LEFT:
            return _("Count it before {name} went home").format(name=who)
        case Cause.RULES:
            return _("Count it by the rules from before")
        case Cause.STAKE:
            return _("Count it for the stake from before")
        case Cause.SEATS:
            return _("Count it before the seats were changed")
        case Cause.HAND:
            return _("Another hand, played before that one")
        case _:
            return _("Count it as it was shown")


def _ways(
    cause: Cause, *, then: str, now: bool, next_number: int, is_twin: bool, can_replace: bool
) -> list[tuple[Decision, str]]:
    if cause == Cause.ENDED:
        return [(Decision.OPEN, _("Open it again and add this hand")), (Decision.OUT, _("Leave it out"))]
    other = _("Another hand: record it as {number}").format(number=next_number)
    as_now = other if cause == Cause.HAND else _("Count it as it is now")
    counted = [*([(Decision.THEN, then)] if then else []), *([(Decision.NOW, as_now)] if now else [])]
    if cause != Cause.HAND:
        return [*counted, (Decision.OUT, _("Leave it out"))]
    mine = [(Decision.MINE, _("The same hand, but mine is right"))] if can_replace else []
    same = [(Decision.THEIRS, _("The same hand: drop mine")), *mine]
    others = counted[::-1]  # played before the other hand, it would have been told before it
    return [*same, *others] if is_twin else [*others, *same]


def _cause(evening: Evening, moved: StaleWrite, theirs: Sequence[HandRow]) -> Cause:
    if evening.sheet.ending is not None:
        return Cause.ENDED
    if theirs:
        return Cause.HAND
    return next((CAUSES[line.kind] for line in moved.since if line.kind in CAUSES), Cause.NUMBERS)


def _theirs(evening: Evening, moved: StaleWrite, corrects: HandRow | None) -> list[HandRow]:
    # The hands that still count of those told meanwhile, and of the one that was to be corrected.
    unseen = {line.number for line in moved.since} | ({corrects.entry} if corrects else set())
    return [row for row in evening.sheet.rows if row.entry in unseen and not row.is_void]


def _told_by(evening: Evening, rows: Sequence[HandRow]) -> list[HandInWords]:
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


def _as_told(evening: Evening, moved: StaleWrite, posted: QueryDict) -> HandRow | HandRefused:
    # The points of a hand that takes the place of another, on the sheet that its teller saw.
    known = moved.since[0].number - 1 if moved.since else evening.sheet.newest
    seen = evening.sheet_seen(known)
    try:
        return try_hand(evening.lines[:known], read_pad(posted, fresh_pad(seen)).hand(), known=seen)
    except HandRefused as refused:
        return refused


def _can_replace(evening: Evening, posted: QueryDict, told: HandRow | HandRefused, theirs: HandRow) -> bool:
    # A hand replaces another if it brings there what it was shown to bring: at the same table.
    try:
        hand = read_pad(posted, pad_of(theirs)).hand()
        row = try_hand(evening.lines, hand, of=theirs.entry, known=evening.sheet)
    except HandRefused:
        return False
    return isinstance(told, HandRow) and row.points == told.points


def _as_now(evening: Evening, posted: QueryDict) -> HandRow | HandRefused:
    try:
        return try_hand(evening.lines, read_told(posted).hand_now(evening.sheet), known=evening.sheet)
    except HandRefused as refused:
        return refused


def _is_same(one: HandRow | HandRefused, other: HandRow | HandRefused) -> bool:
    if isinstance(one, HandRow) and isinstance(other, HandRow):
        return (one.points, one.out, one.stake_cents) == (other.points, other.out, other.stake_cents)
    return (
        isinstance(one, HandRefused) and isinstance(other, HandRefused) and sentence(one) == sentence(other)
    )


def _in_words(told: HandRow | HandRefused, evening: Evening, *, is_whole: bool) -> HandInWords:
    # A hand as people read it; `is_whole` names everybody, and says who sat out.
    if isinstance(told, HandRefused):
        return HandInWords(entry=0, title="", who="", at=None, worths=(), refused=sentence(told))
    worths = said_points(told, evening.names)
    if is_whole:
        worths = [
            (evening.names[one], _("sits out") if one in told.out else brought(told, one)[0])
            for one in told.seats
        ]
    return HandInWords(entry=0, title=_called(told), who="", at=None, worths=worths)


def _called(row: HandRow) -> str:
    return _("Hand {number}").format(number=row.number) if row.number else _("Between two hands")
