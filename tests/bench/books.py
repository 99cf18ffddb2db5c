"""Make the book of a bench in a process of its own, and print as JSON what the bench has to know of it."""

from __future__ import annotations

import json
import sys
import uuid
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.db.models import Sum  # noqa: E402
from django.utils import timezone  # noqa: E402

from ledger.book.seasons import Season  # noqa: E402
from ledger.models import Group, Membership, Role, Session  # noqa: E402
from ledger.models.book import sheet_of  # noqa: E402
from ledger.recording import WriteContext  # noqa: E402
from ledger.recording.auditing import newest_nights  # noqa: E402
from ledger.recording.settings import add_season, newest_change  # noqa: E402
from ledger.standings.played import played_in  # noqa: E402
from ledger.standings.questions import AGAINST, TOGETHER, answers_about, group_answers  # noqa: E402
from scorekeeper.text.refusals import sentence  # noqa: E402
from tests.bench.seeding import GUEST, HANDS_A_NIGHT, begin_night, play, seed, seed_club, start  # noqa: E402
from tests.cast import NAMES  # noqa: E402
from tests.group_files import group_export  # noqa: E402
from tests.reliability.large import told_again  # noqa: E402

FLOOR = "Floor"
# The newest nights of the club, which are audited.
SAMPLE = 30
# Hands that every table has already: half an evening.
BEFORE = 20
# Nights and hands of the group that is repeated in the file that somebody brings.
NIGHTS, HANDS = 20, 400


def tonight(group: Group) -> Session:
    """Return the night that goes on: the one there is, or a new one."""
    return group.sessions.filter(ended_at=None).first() or begin_night(group)


def table(night: Session) -> dict[str, Any]:
    """Return a night that goes on as `tests.bench.sides.Table` has it."""
    sheet = sheet_of(night)
    return {
        "night": f"/g/{night.group.code}/{night.number}/",
        "seats": sheet.seating.seats,
        "newest": sheet.newest,
        "dealer": sheet.seating.seats.index(sheet.seating.dealer),
    }


def described(group: Group) -> dict[str, Any]:
    """Return who plays tonight, and the address of the floor: of a night in no group of the bench."""
    floor = Group.objects.filter(name=FLOOR).first() or start(FLOOR, NAMES, uuid.uuid4())
    return {
        "code": group.code,
        "guest": str(GUEST),
        "floor": f"/floor/{tonight(floor).pk}/",
        "table": table(tonight(group)),
    }


def plain(hands: str) -> dict[str, Any]:
    return described(seed(int(hands)))


def club(hands: str) -> dict[str, Any]:
    """Make a club, or take the one that was made before, with a night that is tonight's."""
    begun = monotonic()
    group = Group.objects.exclude(name=FLOOR).first() or seed_club(int(hands) // HANDS_A_NIGHT)
    # What is written on the floor is no book of a night.
    faults = [one for one in map(sentence, newest_nights(SAMPLE)) if not one.startswith(f"{FLOOR}:")]
    return described(group) | {
        "values": values(group),
        "hands": group.sessions.aggregate(hands=Sum("hands"))["hands"],
        "nights": group.sessions.count(),
        "seconds": monotonic() - begun,
        "bytes": size(),
        "faults": faults,
    }


def values(group: Group) -> dict[str, list[Any]]:
    """Return what the parameters of addresses below the group's can be, by their names."""
    player, other = group.players.order_by("pk").values_list("pk", flat=True)[:2]
    played = played_in(group)["sheepshead"]
    pairs = [f"{about.key}-{player}-{other}" for about in (TOGETHER, AGAINST)]
    return {
        "player": [player],
        "question": [one.key for one in answers_about(player, played)],
        "number": [tonight(group).number],
        "entry": [2],
        "settlement": [1],
        "what": ["payment", "expense", "kitty", "carried", "adjustment"],
        "asked": [*(one.key for one in group_answers(played)), *pairs],
        "year": [timezone.localdate().year - 1],
        "season": [a_season(group)],
    }


def a_season(group: Group) -> int:
    """Return the number of the season there is: the club's first year."""
    if not group.seasons:
        first = timezone.localdate(group.sessions.earliest("started_at").started_at)
        season = Season(name="The first year", first=first, last=first + timedelta(days=364))
        group = add_season(group, season, WriteContext(key=uuid.uuid4(), after=newest_change(group)))
    number: int = group.seasons[0]["season"]
    return number


def size() -> int:
    """Return the bytes of the whole book on the disk."""
    asks = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
    if connection.vendor == "postgresql":
        asks = "SELECT pg_database_size(current_database())"
    with connection.cursor() as cursor:
        cursor.execute(asks)
        ((found,),) = cursor.fetchall()
    return int(found)


def tables(many: str, phones: str, nights: str, file: str) -> list[dict[str, Any]]:
    """Make tables with phones that may watch them, and the file of a group that somebody will bring in."""
    if Group.every.exists():
        raise SystemExit("There are groups in this database. The bench wants one of its own.")
    text = told_again(group_export(seed(HANDS)), int(nights) // NIGHTS) if int(nights) else b""
    Path(file).write_bytes(text)
    return [watched(number, int(phones)) for number in range(int(many))]


@transaction.atomic
def watched(number: int, phones: int) -> dict[str, Any]:
    owner, watching = uuid.uuid4(), [uuid.uuid4() for _ in range(phones)]
    group = start(f"Table {number}", NAMES, owner)
    night = begin_night(group)
    play(night, group.memberships.get(), Random(number), BEFORE, timezone.now())
    Membership.objects.bulk_create(Membership(group=group, guest=one, role=Role.WATCHER) for one in watching)
    return table(night) | {"owner": str(owner), "watching": list(map(str, watching))}


BOOKS: dict[str, Callable[..., Any]] = {"plain": plain, "club": club, "tables": tables}

if __name__ == "__main__":
    call_command("migrate", skip_checks=True, verbosity=0)
    if not settings.STATIC_ROOT.exists():
        call_command("collectstatic", interactive=False, verbosity=0)
    print(json.dumps(BOOKS[sys.argv[1]](*sys.argv[2:])))
