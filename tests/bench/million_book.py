"""Makes the book of one side of `tests.bench.million`, in a process of its own; prints what is in it as JSON.

A book that was made before is taken as it is, with a new night that is tonight's.
"""

from __future__ import annotations

import json
import sys
import uuid
from datetime import timedelta
from time import monotonic
from typing import Any

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.db.models import Sum  # noqa: E402
from django.utils import timezone  # noqa: E402

from ledger.book.seasons import Season  # noqa: E402
from ledger.book.seating import Seating  # noqa: E402
from ledger.models import Group, Membership, Role, Session  # noqa: E402
from ledger.models.book import sheet_of  # noqa: E402
from ledger.recording import NewGroup, WriteContext, start_group, start_session  # noqa: E402
from ledger.recording.auditing import newest_nights  # noqa: E402
from ledger.recording.settings import (  # noqa: E402
    add_season,
    newest_change,
)
from ledger.standings.played import played_in  # noqa: E402
from ledger.standings.questions import AGAINST, TOGETHER, answers_about, group_answers  # noqa: E402
from scorekeeper.text.refusals import sentence  # noqa: E402
from tests.bench.club import write_club  # noqa: E402
from tests.bench.engine import PLAYERS, house_rules  # noqa: E402
from tests.bench.seeding import GUEST  # noqa: E402
from tests.cast import NAMES  # noqa: E402

FLOOR = "Floor"
# The newest nights, which are audited.
SAMPLE = 30


def made(hands: int) -> Group:
    return Group.objects.exclude(name=FLOOR).first() or write_club(hands)


def floor() -> Session:
    """The night of the floor, which is no night of the club."""
    group = Group.objects.filter(name=FLOOR).first()
    if group is None:
        new = NewGroup(name=FLOOR, names=NAMES, currency="EUR", stake_cents=25, options=house_rules())
        group = start_group(new, uuid.uuid4(), uuid.uuid4())
    return tonight(group)


def tonight(group: Group) -> Session:
    """The night that goes on: the one there is, or a new one of six players."""
    if (night := group.sessions.filter(ended_at=None).first()) is not None:
        return night
    seats = tuple(group.players.order_by("pk").values_list("pk", flat=True))[:PLAYERS]
    seating = Seating(seats=seats, dealer=seats[0], plays=PLAYERS - 1)
    owner = Membership.objects.get(group=group, role=Role.OWNER)
    context = WriteContext(key=uuid.uuid4(), after=0, by=owner)
    return start_session(group, seating, context)


def a_season(group: Group) -> int:
    """The number of the season there is: the club's first year."""
    if not group.seasons:
        first = timezone.localdate(group.sessions.earliest("started_at").started_at)
        season = Season(name="The first year", first=first, last=first + timedelta(days=364))
        group = add_season(group, season, WriteContext(key=uuid.uuid4(), after=newest_change(group)))
    number: int = group.seasons[0]["season"]
    return number


def said(group: Group, seconds: float) -> dict[str, Any]:
    night = tonight(group)
    player, other = group.players.order_by("pk").values_list("pk", flat=True)[:2]
    played = played_in(group)["sheepshead"]
    return {
        "code": group.code,
        "guest": str(GUEST),
        "night": night.number,
        "newest": night.entries.count(),
        "seats": list(night.people),
        "dealer": night.people.index(sheet_of(night).seating.dealer),
        "player": player,
        "floor": floor().pk,
        "questions": [one.key for one in answers_about(player, played)],
        "group_questions": [
            *(one.key for one in group_answers(played)),
            *(f"{about.key}-{player}-{other}" for about in (TOGETHER, AGAINST)),
        ],
        "year": timezone.localdate().year - 1,
        "season": a_season(group),
        "hands": group.sessions.aggregate(hands=Sum("hands"))["hands"],
        "nights": group.sessions.count(),
        "seconds": seconds,
        "bytes": size(),
        # What is written on the floor is no book of a night.
        "faults": [one for one in map(sentence, newest_nights(SAMPLE)) if not one.startswith(f"{FLOOR}:")],
    }


def size() -> int:
    """Bytes of the whole book on the disk."""
    asks = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
    if connection.vendor == "postgresql":
        asks = "SELECT pg_database_size(current_database())"
    with connection.cursor() as cursor:
        cursor.execute(asks)
        ((found,),) = cursor.fetchall()
    return int(found)


if __name__ == "__main__":
    call_command("migrate", skip_checks=True, verbosity=0)
    if not settings.STATIC_ROOT.exists():
        call_command("collectstatic", interactive=False, verbosity=0)
    begun = monotonic()
    club = made(int(sys.argv[1]))
    print(json.dumps(said(club, monotonic() - begun)))
