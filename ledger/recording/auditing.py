"""The auditor folds every book again, adds everything up again, and says what differs. He repairs nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.db import connection
from django.db.models import Count, F, Q, Sum

from ledger.folding import fold
from ledger.models import Entry, Group, Kind, Posting, Session, Tally, Transaction, guards
from ledger.models.book import in_ink
from ledger.recording.projecting import tallies
from ledger.scoring import HandRefused
from ledger.sheet import Line, ScoreSheet
from ledger.standings import names_of
from ledger.standings.money import balances

Told = Callable[[int, int], object]
"""Is told how many nights of how many have been looked at."""


def audit(groups: Iterable[Group], *, told: Told = lambda done, of: None) -> Iterator[str]:
    """A line for every difference, of the guards first and then group by group."""
    for name in guards.missing(connection):
        yield f"the database: the guard {name} is missing"
    chosen = list(groups)
    total = Session.objects.filter(group__in=chosen).count()
    done = 0
    for group in chosen:
        names = names_of(group)
        for session in group.sessions.order_by("number").iterator():
            yield from (f"{session}: {fault}" for fault in _of_session(session, names))
            done += 1
            told(done, total)
        yield from (f"{group}: {fault}" for fault in _of_journal(group))


def _of_session(session: Session, names: dict[int, str]) -> Iterator[str]:
    entries = list(Entry.objects.filter(session=session).order_by("number"))
    if [entry.number for entry in entries] != list(range(1, len(entries) + 1)) or not entries:
        yield f"the entries are not numbered 1 to {len(entries)}"
    lines = in_ink(entries)
    try:
        sheet = fold(lines)
        wanted = tallies(sheet)
    except (HandRefused, LookupError, TypeError, ValueError) as problem:
        yield f"the book cannot be folded: {problem or type(problem).__name__}"
        return
    if left := sum(sheet.totals.values()) + sheet.pot_points:
        yield f"the totals and the pot add up to {left}, not to 0"
    yield from _of_row(session, sheet)
    yield from _of_tallies(session, wanted, names)
    yield from _of_result(session, lines, names)


def _of_row(session: Session, sheet: ScoreSheet) -> Iterator[str]:
    ended_at = sheet.ending.at if sheet.ending else None
    if session.hands != sheet.hands:
        yield f"it says {session.hands} hands, the book says {sheet.hands}"
    if session.ended_at != ended_at:
        yield f"it says it ended {session.ended_at or 'not yet'}, the book says {ended_at or 'not yet'}"


def _of_tallies(session: Session, wanted: dict[Any, Any], names: dict[int, str]) -> Iterator[str]:
    stored = {
        (one.player_id, one.role): (one.hands, one.won, one.parts)
        for one in Tally.objects.filter(session=session)
    }
    for player, role in sorted({*stored, *wanted}):
        if (had := stored.get((player, role))) != (has := wanted.get((player, role))):
            who = f"{names.get(player, 'a stranger')} as {role or 'nobody'}"
            yield f"the tally of {who} is {had or 'missing'}, the book says {has or 'nothing'}"


def _of_result(session: Session, lines: list[Line], names: dict[int, str]) -> Iterator[str]:
    """What the journal has of a night is what its last ending said."""
    endings = [line.facts["cents"] for line in lines if "cents" in line.facts and "payments" in line.facts]
    wanted = {int(player): cents for player, cents in endings[-1].items()} if endings else {}
    posted = dict(
        Posting.objects.filter(transaction__session=session, transaction__kind=Kind.NIGHT)
        .values_list("player")
        .annotate(Sum("cents"))
    )
    for player in sorted({*wanted, *posted}, key=str):
        if (had := posted.get(player, 0)) != (has := wanted.get(player, 0)):
            yield f"the journal has {had} cents for {names.get(player, 'a stranger')}, the book says {has}"


def _of_journal(group: Group) -> Iterator[str]:
    headers = Transaction.objects.filter(group=group).order_by("number")
    numbers = list(headers.values_list("number", flat=True))
    if numbers != list(range(1, len(numbers) + 1)):
        yield f"the journal is not numbered 1 to {len(numbers)}"
    counted = headers.annotate(sum=Sum("postings__cents"), count=Count("postings"))
    for header in counted.exclude(sum=0, count=F("lines")):
        yield (
            f"transaction {header.number} has {header.count} of {header.lines} postings, "
            f"which add up to {header.sum or 0}"
        )
    strangers = Posting.objects.filter(
        ~Q(player__group=group), transaction__group=group, player__isnull=False
    )
    for number in strangers.values_list("transaction__number", flat=True).distinct():
        yield f"transaction {number} has a posting for a player of another group"
    yield from _of_balances(group)


def _of_balances(group: Group) -> Iterator[str]:
    """The balances that pages show, against the postings added up one by one."""
    added: dict[int, int] = {}
    nobodys = 0
    for player, cents in Posting.objects.filter(transaction__group=group).values_list("player", "cents"):
        if player is None:
            nobodys += cents
        else:
            added[player] = added.get(player, 0) + cents
    found = balances(group)
    for one in found.players:
        if one.cents != added.get(one.player, 0):
            yield f"{one.name}'s balance is {one.cents}, its postings say {added.get(one.player, 0)}"
    if left := sum(added.values()) + nobodys:
        yield f"all balances add up to {left}, not to 0"
