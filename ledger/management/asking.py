"""Options that commands share: the group that is meant, and how far the work is.

What only a command prints is English; no page shows it, nothing is decided by it.
"""

import time
import uuid
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser, OutputWrapper
from django.db import DatabaseError
from django.db.models import Q

from ledger.exchange.shape import a_count, a_currency
from ledger.exchange.similar import similar
from ledger.management.fitness import gone, unfit
from ledger.models import Group
from ledger.recording import NewGroup, start_group

NOT_OPEN_YET = "No phone can open it yet: manage.py spare_key --group NAME lets one in."

# Progress is said twice a second.
EVERY_NS = 500_000_000


def take_group(
    parser: CommandParser, what: str = "the group's name, or its code", *, is_needed: bool = True
) -> None:
    """Add the argument `--group NAME`."""
    dashed = "--group=NAME where it begins with “-”"
    parser.add_argument("--group", metavar="NAME", required=is_needed, help=f"{what} ({dashed})")


def groups_called(name: str | None) -> list[Group]:
    """Return the groups of this name (or the one of this code), all if none is asked for.

    Raises CommandError when there is no such group.
    """
    if name is None:
        return list(Group.objects.order_by("pk"))
    found = list(Group.objects.filter(Q(name=name) | Q(code=name)).order_by("pk"))
    if not found:
        known = ", ".join(f"“{one}”" for one in Group.objects.values_list("name", flat=True)[:10])
        raise CommandError(f"There is no group called “{name}”. There are: {known or 'none'}.")
    return found


def group_called(name: str) -> Group:
    """Return the one group of this name or code; raises CommandError when there is none, or several."""
    found = groups_called(name)
    if len(found) > 1:
        codes = " or ".join(f"--group={one.code}" for one in found)
        raise CommandError(f"{len(found)} groups are called “{name}”. Name one by its code: {codes}")
    return found[0]


def group_or_new(name: str, *, currency: str, stake_cents: int) -> tuple[Group, bool]:
    """Return the one group of this name or code, or a new one of this name, and whether it is new.

    Raises CommandError when several are called so, when another one is called nearly so (who mistypes a name
    means no new group), when an old one is given another stake than it has, and when the money will not do.
    Raises Refused when the name will not do.
    """
    here = Group.objects.values_list("name", flat=True)
    if Group.objects.filter(Q(name=name) | Q(code=name)).exists():
        group = group_called(name)
        if currency and (currency, stake_cents) != (group.currency, group.stake_cents):
            raise CommandError(f"“{name}” is here already, and what a point is worth there was said there.")
        return group, False
    if meant := similar([name], here).get(name):
        raise CommandError(f"There is no group called “{name}”. Is “{meant}” meant?")
    if not a_currency(currency):
        raise CommandError(f"There is no currency “{currency}”. Say its three letters, as USD.")
    if not a_count(stake_cents):
        raise CommandError("A point is worth a whole number of cents, above zero: --stake 25.")
    new = NewGroup(name=name, names=(), currency=currency, stake_cents=stake_cents)
    return start_group(new, uuid.uuid4(), uuid.uuid4()), True  # a guest whom nobody is


def progress(stderr: OutputWrapper, what: str) -> Callable[[int, int], None]:
    """Return a callback that writes the progress from time to time and at the end."""
    said = time.monotonic_ns()

    def tell(done: int, of: int) -> None:
        nonlocal said
        if of and (done == of or time.monotonic_ns() - said > EVERY_NS):
            said = time.monotonic_ns()
            stderr.write(f"{done} of {of} {what}")

    return tell


class WritingCommand(BaseCommand):
    """Ends in one sentence, exit status 1, where there is no book of this version or it has moved away."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Asks before it begins, and once more when the database refuses: a book can leave meanwhile."""
        if trouble := unfit():
            raise CommandError(trouble.sentence)
        if away := gone():
            raise CommandError(away)
        try:
            return super().execute(*args, **options)
        except DatabaseError:
            if away := gone():
                raise CommandError(away) from None
            raise
