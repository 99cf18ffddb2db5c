"""What is stored of every hand and player, against what the book says of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ledger.folding import fold_in_steps
from ledger.messages import Message
from ledger.models import Entry, HandResult, Session
from ledger.recording.auditing.reading import Say, Stops, learn_who, one_moment, reported
from ledger.recording.contradictions import Names, called
from ledger.recording.projecting import Result, all_results
from ledger.sheet import HandRow, Line, ScoreSheet

HANDS = 40
"""So many hands are compared between two stops."""

AT_ONCE = 100
"""So many lines are folded between two stops."""

TOLD = ("role", "won", "parts")
"""What is said of a result that is missing, or one too many."""

Stored = Mapping[tuple[int, int], tuple[int, Result]]
"""The group of each result and what it says, by (number of the hand's entry, player id)."""


def result_steps(
    session: Session, lines: Sequence[Line], sheet: ScoreSheet, names: Names, say: Say
) -> Stops[None]:
    """Says which results are missing, too many or different. `sheet` is the sheet of `lines`.

    Results are read some hands at a time, each time with what was written in the book since: a correction
    made meanwhile has changed both.
    """
    done, last, is_last = 0, -1, False
    while not is_last:
        rows = sheet.rows[done : done + HANDS]
        is_last = done + HANDS >= len(sheet.rows)
        with one_moment():
            new = _new_lines(session, lines)
            learn_who(session.group)
            stored = _stored(session, last, None if is_last else rows[-1].entry)
        if new:
            lines = [*lines, *new]
            sheet = yield from _gone_on(lines, sheet)
            rows = sheet.rows[done:] if is_last else sheet.rows[done : done + HANDS]
        for fault in _faults(session, rows, stored, names):
            say(fault)
        done += len(rows)
        last = rows[-1].entry if rows else last
        yield


def _new_lines(session: Session, lines: Sequence[Line]) -> list[Line]:
    found = Entry.objects.filter(session=session.pk, number__gt=lines[-1].number).order_by("number")
    said = found.values_list("number", "kind", "facts", "by", "at")
    return [Line(number=number, kind=kind, facts=facts, by=by, at=at) for number, kind, facts, by, at in said]


def _stored(session: Session, after: int, until: int | None) -> Stored:
    found = HandResult.objects.filter(session=session.pk, entry__gt=after).order_by()
    if until is not None:
        found = found.filter(entry__lte=until)
    rows = found.values_list("entry", "player", "group", *Result._fields)
    return {(entry, player): (group, Result(*said)) for entry, player, group, *said in rows}


def _gone_on(lines: Sequence[Line], sheet: ScoreSheet) -> Stops[ScoreSheet]:
    """The sheet after lines that were written meanwhile."""
    steps = fold_in_steps(lines, known=sheet)
    while True:
        try:
            progress = next(steps)
        except StopIteration as end:
            after: ScoreSheet = end.value
            return after
        if progress.done % AT_ONCE == 0:
            yield


def _faults(session: Session, rows: Sequence[HandRow], stored: Stored, names: Names) -> Iterator[Message]:
    """A message for each result that is not what the book says."""
    wanted = all_results(rows, session.started_at, session.group.who)
    for which in sorted({*stored, *wanted}):
        group, had = stored.get(which, (session.group_id, None))
        has = wanted.get(which)
        if had == has and group == session.group_id:
            continue
        entry, player = which
        said = {"entry": entry, "who": called(player, names)}
        if had is None or has is None:
            missing = reported("missing") if had is None else _shown(had, TOLD)
            nothing = reported("nothing") if has is None else _shown(has, TOLD)
            yield reported("result", **said, had=missing, has=nothing)
        elif had == has:
            yield reported("result_elsewhere", **said)
        else:
            differing = [name for name in Result._fields if getattr(had, name) != getattr(has, name)]
            yield reported("result", **said, had=_shown(had, differing), has=_shown(has, differing))


def _shown(result: Result, names: Sequence[str]) -> str:
    """Some columns of a row, as the table has them."""
    return " ".join(f"{name}={getattr(result, name)}" for name in names)
