"""Makes the book of one side, in a process of its own; prints the group's code, the nights, the seats."""

from __future__ import annotations

import sys

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402

from tests.bench.seeding import begin_night, seed  # noqa: E402

if __name__ == "__main__":
    call_command("migrate", skip_checks=True, verbosity=0)
    if not settings.STATIC_ROOT.exists():
        call_command("collectstatic", interactive=False, verbosity=0)
    group = seed(int(sys.argv[1]))
    floor, night = begin_night(group), begin_night(group)
    seats = group.players.order_by("pk").values_list("pk", flat=True)
    print(group.code, night.number, floor.pk, *seats)
