"""A group with years behind it, written fast: a night's hands at once, projected and ended by the pen."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from django.db import transaction

from ledger.book.folding import fold
from ledger.book.seating import Seating
from ledger.book.sheet import Line
from ledger.models import Entry, Group, Membership, Role, Session
from ledger.models.book import lines_of
from ledger.recording import NewGroup, WriteContext, end_night, start_group, start_session
from ledger.recording.projecting import project
from ledger.standings.nights import NIGHTS_A_PAGE
from tests.bench.engine import PLAYERS, house_rules, told
from tests.cast import NAMES

GUEST = uuid.UUID(int=77)
# Or fewer, so that a page of the group's nights is full.
HANDS_A_NIGHT = 40

BEGAN = datetime(2011, 1, 6, 19, tzinfo=UTC)


def seed(hands: int) -> Group:
    """A group with so many hands behind it, a night for the floor, and an open one."""
    options = house_rules()
    nights = max(hands // HANDS_A_NIGHT, NIGHTS_A_PAGE)
    new = NewGroup(name=f"{hands} hands", names=NAMES, currency="EUR", stake_cents=25, options=options)
    with transaction.atomic():
        group = start_group(new, GUEST, uuid.uuid4())
        owner = Membership.objects.get(group=group, role=Role.OWNER)
        for night in range(nights):
            _a_night(group, owner, night, hands // nights)
    return group


def begin_night(group: Group, at: datetime | None = None) -> Session:
    seats = tuple(group.players.order_by("pk").values_list("pk", flat=True))
    seating = Seating(seats=seats, dealer=seats[0], plays=PLAYERS - 1)
    owner = Membership.objects.get(group=group, role=Role.OWNER)
    return start_session(group, seating, WriteContext(key=uuid.uuid4(), after=0, by=owner, at=at))


def _a_night(group: Group, owner: Membership, night: int, hands: int) -> None:
    at = BEGAN + timedelta(days=7 * night)
    session = begin_night(group, at)
    newest = play(session, owner, Random(night), hands, at)
    end_night(session, WriteContext(key=uuid.uuid4(), after=newest, by=owner, at=at))


def play(session: Session, owner: Membership, luck: Random, hands: int, at: datetime) -> int:
    """So many hands, or some more to empty the pot, in a night that has none yet; says its newest entry."""
    lines = lines_of(session)
    while len(lines) <= hands or fold(lines).pot_points:
        dealer = (len(lines) - 1) % PLAYERS
        facts = hand_told(luck, dealer) if len(lines) < hands - 2 else a_win(dealer)
        lines.append(
            Line(
                number=len(lines) + 1,
                kind="hand",
                facts={"seats": list(lines[0].facts["seats"]), "told": facts, "rules": 1},
                by=owner.pk,
                at=at + timedelta(minutes=5 * len(lines)),
            )
        )
    Entry.objects.bulk_create(
        Entry(
            session=session,
            number=line.number,
            key=uuid.uuid4(),
            kind=line.kind,
            facts=line.facts,
            by=owner,
            at=line.at or at,
        )
        for line in lines[1:]
    )
    project(session, fold(lines))
    return lines[-1].number


def hand_told(luck: Random, dealer: int) -> dict[str, Any]:
    facts = told(luck, dealer=dealer)
    return {name: fact for name, fact in facts.items() if name not in ("dealer", "sitting_out")}


def a_win(dealer: int) -> dict[str, Any]:
    """The last hands of a night take what lies in the pot."""
    picker, partner = [seat for seat in range(PLAYERS) if seat != dealer][:2]
    return {"kind": "picked", "picker": picker, "partners": [partner], "result": "won"}
