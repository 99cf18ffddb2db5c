"""Nights out of an old notebook: only their totals are known, and there are many of them."""

from __future__ import annotations

import uuid
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime, time
from fractions import Fraction
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from ledger.folding import fold
from ledger.models import (
    Entry,
    Group,
    HouseRules,
    Kind,
    Membership,
    Posting,
    Session,
    Tally,
    Transaction,
    to_parts,
)
from ledger.recording.journal import Booking, Inked, hold, inked, next_number
from ledger.recording.projecting import new_tallies
from ledger.settling import fewest_payments, in_cents
from ledger.sheet import Line, ScoreSheet

EVENING = time(20)
AT_ONCE = 200

Told = Callable[[int, int], object]
Mark = tuple[date, tuple[tuple[int, int], ...]]
"""By what a night is known again: its date, and what everybody won or lost (player, parts)."""


@dataclass(frozen=True, kw_only=True)
class Copied:
    """A night as the notebook has it: its date, and the points of everybody who played, by player id."""

    date: date
    totals: Mapping[int, Fraction]


@dataclass(frozen=True, kw_only=True)
class _Night:
    session: Session
    entry: Entry
    sheet: ScoreSheet


def not_yet_in_the_book(group: Group, nights: Iterable[Copied]) -> list[Copied]:
    """Those that the book has not, oldest first; two alike on one date are two only if the book has fewer."""
    there = _marks(group)
    new = []
    for night in sorted(nights, key=lambda one: one.date):
        mark = _mark(night.date, {player: to_parts(points) for player, points in night.totals.items()})
        if there[mark]:
            there[mark] -= 1
        else:
            new.append(night)
    return new


def copy_notebook(
    group: Group,
    nights: Sequence[Copied],
    *,
    by: Membership | None = None,
    is_settled: bool = False,
    told: Told = lambda done, of: None,
) -> int:
    """Write down the nights that are not in the book yet, all or none; says how many those were.

    They are worth money as tonight's hands are (the group's stake now), unless what was owed for them
    `is_settled`. Raises HandRefused for a night whose totals do not add up to zero.
    """
    with transaction.atomic():
        hold(group)
        new = not_yet_in_the_book(group, nights)
        rules = _rules(group)
        stake = 0 if is_settled else group.stake_cents
        number = (group.sessions.aggregate(highest=Max("number"))["highest"] or 0) + 1
        line = next_number(group)
        for first in range(0, len(new), AT_ONCE):
            part = new[first : first + AT_ONCE]
            made = [_night(group, night, number + place, rules, stake, by)
                    for place, night in enumerate(part, first)]  # fmt: skip
            line += _write(group, made, line)
            told(first + len(part), len(new))
    return len(new)


def _marks(group: Group) -> Counter[Mark]:
    """Every night of the group by what it is known by (two queries)."""
    parts: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for session, player, won in Tally.objects.filter(session__group=group).values_list(
        "session", "player", "parts"
    ):
        parts[session][player] += won
    said = Entry.objects.filter(session__group=group, number=1)
    found: Counter[Mark] = Counter()
    for session, kind, facts, at in said.values_list("session", "kind", "facts", "session__started_at"):
        day = date.fromisoformat(facts["date"]) if kind == "notebook" else timezone.localdate(at)
        found[_mark(day, parts[session])] += 1
    return found


def _mark(day: date, parts: Mapping[int, int]) -> Mark:
    """Whoever ended at zero says nothing: in old books an absent player may stand there with a 0."""
    return day, tuple(sorted((player, won) for player, won in parts.items() if won))


def _rules(group: Group) -> dict[str, Any]:
    rules = HouseRules.objects.filter(group=group).latest("version")
    return {"version": rules.version, "game": rules.game, "options": rules.options}


def _night(
    group: Group, night: Copied, number: int, rules: dict[str, Any], stake: int, by: Membership | None
) -> _Night:
    cents = in_cents(night.totals, stake)
    at = timezone.make_aware(datetime.combine(night.date, EVENING))
    facts = {
        "date": night.date.isoformat(),
        "totals": {str(player): str(points) for player, points in night.totals.items()},
        "stake_cents": stake,
        "rules": rules,
        "cents": {str(player): amount for player, amount in cents.items()},
        "payments": [asdict(one) for one in fewest_payments(cents)],
    }
    writer = by.pk if by else None
    sheet = fold([Line(number=1, kind="notebook", facts=facts, by=writer, at=at)])
    session = Session(group=group, key=uuid.uuid4(), number=number, started_at=at, ended_at=at)
    entry = Entry(number=1, key=uuid.uuid4(), kind="notebook", facts=facts, by_id=writer, at=at)
    return _Night(session=session, entry=entry, sheet=sheet)


def _write(group: Group, nights: list[_Night], line: int) -> int:
    """Session, entry, tallies and result of each; says how many lines the journal got."""
    Session.objects.bulk_create(night.session for night in nights)
    for night in nights:
        night.entry.session = night.session
    Entry.objects.bulk_create(night.entry for night in nights)
    Tally.objects.bulk_create(tally for night in nights for tally in new_tallies(night.session, night.sheet))
    return _write_results(group, [night for night in nights if _is_worth_money(night)], line)


def _is_worth_money(night: _Night) -> bool:
    return night.sheet.ending is not None and any(night.sheet.ending.cents.values())


def _write_results(group: Group, nights: list[_Night], line: int) -> int:
    made = [_result(group, night, line + place) for place, night in enumerate(nights)]
    Posting.objects.bulk_create(posting for one in made for posting in one.postings)
    Transaction.objects.bulk_create(one.header for one in made)
    return len(made)


def _result(group: Group, night: _Night, number: int) -> Inked:
    ending = night.sheet.ending
    booking = Booking(
        kind=Kind.NIGHT,
        cents=dict(ending.cents.items()) if ending else {},
        session=night.session,
        note="from the notebook",
    )
    entry = night.entry
    return inked(group, booking, key=entry.key, number=number, at=entry.at, by=entry.by_id)
