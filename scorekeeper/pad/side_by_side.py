"""A hand that came too late, beside what was written meanwhile: for a person to decide."""

from collections.abc import Callable, Mapping

from django.http import HttpResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from ledger.book.sheet import EntryKind, HandRow
from ledger.recording import StaleWrite, are_twins, try_hand
from ledger.scoring import HandRefused
from ledger.standings import tellers_of
from scorekeeper.http import outbox
from scorekeeper.http.outbox import Cause, Conflict, Decision, HandInWords
from scorekeeper.pad.evening import Evening
from scorekeeper.pad.reading import read_pad, read_told
from scorekeeper.pad.state import fresh_pad, pad_of
from scorekeeper.presenters.changes import meanwhile
from scorekeeper.presenters.sheet import brought, hand_title, said_points
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
    # A hand sent in the place of another is a correction.
    theirs = moved.hands
    if not moved.then:
        # The hands that still count of those told meanwhile, and of the one that was to be corrected.
        unseen = {line.number for line in moved.since} | ({corrects.entry} if corrects else set())
        theirs = [row for row in evening.sheet.rows if row.entry in unseen and not row.is_void]
    told = moved.then or _as_told(evening, moved, posted)
    sheet = evening.sheet
    told_now = moved.now or _tried(
        lambda: try_hand(evening.lines, read_told(posted).hand_now(sheet), known=sheet)
    )
    is_same = _is_same(told, told_now)
    then, now = (_in_words(one, evening, is_whole=not is_same) for one in (told, told_now))
    cause = next((CAUSES[line.kind] for line in moved.since if line.kind in CAUSES), Cause.NUMBERS)
    if evening.sheet.ending is not None:
        cause = Cause.ENDED
    elif theirs:
        cause = Cause.HAND
    line = next((line for line in moved.since if CAUSES.get(line.kind) == cause), None)
    who = standing_apart(evening.names.get(line.facts.get("player", 0), _("somebody")) if line else "")
    tellers = tellers_of(evening.group) if theirs else {}
    is_twin = isinstance(told, HandRow) and any(are_twins(told, row) for row in theirs)
    return Conflict(
        newest=evening.sheet.newest,
        cause=cause,
        question=_(QUESTIONS[cause]).format(name=who),
        since=meanwhile(moved.since, evening.sheet, evening.names),
        theirs=[
            HandInWords(
                entry=row.entry,
                title=hand_title(row),
                who=tellers.get(row.versions[0].by or 0, ""),
                at=row.versions[0].at,
                worths=said_points(row, evening.names),
            )
            for row in theirs
        ],
        then=then,
        now=None if is_same else now,
        ways=list(
            _ways(
                cause,
                then=""
                if then.refused or (is_same and cause in SAME_NOW)
                else _(BEFORE.get(cause, AS_SHOWN)).format(name=who),
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


QUESTIONS = {
    Cause.HAND: gettext_noop("Somebody else recorded a hand meanwhile. Is it this one?"),
    Cause.ENDED: gettext_noop("The night was ended meanwhile."),
    Cause.JOINED: gettext_noop("{name} sat down meanwhile. Was this hand played before that?"),
    Cause.LEFT: gettext_noop("{name} went home meanwhile. Was this hand played before that?"),
    Cause.RULES: gettext_noop("The house rules were changed meanwhile. By which was this hand played?"),
    Cause.STAKE: gettext_noop("The stake was changed meanwhile. For which was this hand played?"),
    Cause.SEATS: gettext_noop("The seats were changed meanwhile. Was this hand played before that?"),
    Cause.CORRECTION: gettext_noop(
        "An earlier hand was changed meanwhile, which moves the deal. What counts?"
    ),
    Cause.NUMBERS: gettext_noop("This hand comes to something else than this phone showed. What counts?"),
}
# The answer that a hand counts where it was played.
BEFORE = {
    Cause.JOINED: gettext_noop("Count it before {name} sat down"),
    Cause.LEFT: gettext_noop("Count it before {name} went home"),
    Cause.RULES: gettext_noop("Count it by the rules from before"),
    Cause.STAKE: gettext_noop("Count it for the stake from before"),
    Cause.SEATS: gettext_noop("Count it before the seats were changed"),
    Cause.HAND: gettext_noop("Another hand, played before that one"),
}
AS_SHOWN = gettext_noop("Count it as it was shown")


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


def _as_told(evening: Evening, moved: StaleWrite, posted: QueryDict) -> HandRow | HandRefused:
    # The points of a hand that takes the place of another, on the sheet that its teller saw.
    known = moved.since[0].number - 1 if moved.since else evening.sheet.newest
    seen = evening.sheet_seen(known)
    return _tried(
        lambda: try_hand(evening.lines[:known], read_pad(posted, fresh_pad(seen)).hand(), known=seen)
    )


def _tried(told: Callable[[], HandRow]) -> HandRow | HandRefused:
    try:
        return told()
    except HandRefused as refused:
        return refused


def _can_replace(evening: Evening, posted: QueryDict, told: HandRow | HandRefused, theirs: HandRow) -> bool:
    # A hand replaces another if it brings there what it was shown to bring: at the same table.
    lines, sheet, entry = evening.lines, evening.sheet, theirs.entry
    row = _tried(lambda: try_hand(lines, read_pad(posted, pad_of(theirs)).hand(), of=entry, known=sheet))
    return isinstance(told, HandRow) and isinstance(row, HandRow) and row.points == told.points


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
    return HandInWords(entry=0, title=hand_title(told), who="", at=None, worths=worths)
