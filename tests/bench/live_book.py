"""Makes the book of `tests.bench.live`, in a process of its own: nights that go on, each with phones that may
watch it, and the file of a group that somebody will bring in. Prints the tables as JSON."""

from __future__ import annotations

import json
import sys
import uuid
from pathlib import Path
from random import Random
from typing import Any

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from ledger.models import Group, Membership, Role  # noqa: E402
from ledger.recording import NewGroup, start_group  # noqa: E402
from tests.bench.engine import PLAYERS, house_rules  # noqa: E402
from tests.bench.seeding import begin_night, play, seed  # noqa: E402
from tests.cast import NAMES  # noqa: E402
from tests.group_files import group_export  # noqa: E402
from tests.reliability.large import told_again  # noqa: E402

# Hands that every night has already: half an evening.
BEFORE = 20

# Hands of the group whose nights are repeated in the file.
NIGHTS, HANDS = 20, 400


def a_table(number: int, phones: int) -> dict[str, Any]:
    """A group with an open night, the guest who keeps its score, and those who watch."""
    owner, watching = uuid.uuid4(), [uuid.uuid4() for _ in range(phones)]
    with transaction.atomic():
        new = NewGroup(
            name=f"Table {number}", names=NAMES, currency="EUR", stake_cents=25, options=house_rules()
        )
        group = start_group(new, owner, uuid.uuid4())
        night = begin_night(group)
        newest = play(night, group.memberships.get(), Random(number), BEFORE, timezone.now())
        Membership.objects.bulk_create(
            Membership(group=group, guest=one, role=Role.WATCHER) for one in watching
        )
    return {
        "night": f"/g/{group.code}/{night.number}/",
        "owner": str(owner),
        "watching": [str(one) for one in watching],
        "seats": list(group.players.order_by("pk").values_list("pk", flat=True)),
        "newest": newest,
        "dealer": (newest - 1) % PLAYERS,
    }


if __name__ == "__main__":
    call_command("migrate", skip_checks=True, verbosity=0)
    if Group.every.exists():
        raise SystemExit("There are groups in this database. The bench wants one of its own.")
    tables, phones, nights = map(int, sys.argv[1:4])
    Path(sys.argv[4]).write_bytes(told_again(group_export(seed(HANDS)), nights // NIGHTS) if nights else b"")
    print(json.dumps([a_table(number, phones) for number in range(tables)]))
