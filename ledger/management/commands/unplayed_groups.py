"""`manage.py unplayed_groups [--older-than DAYS] [--remove]`: groups that were started and never played."""

from datetime import datetime, timedelta
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.formats import date_format

from ledger.book.sheet import EntryKind
from ledger.management.asking import WritingCommand, progress
from ledger.models import Entry, Group, Transaction
from ledger.recording.removing import ask_to_leave, remove_group

DAYS = 30

# Kinds of lines in the book of a night without a hand; a hand that was taken back is a hand here.
NOTHING_PLAYED = (
    EntryKind.OPENED,
    EntryKind.ARRANGED,
    EntryKind.JOINED,
    EntryKind.LEFT,
    EntryKind.RULES,
    EntryKind.UNDONE,
    EntryKind.STAKE,
    EntryKind.ENDED,
    EntryKind.REOPENED,
)

# An import that takes longer has been given up: the server was stopped meanwhile.
ARRIVES_WITHIN = timedelta(hours=1)


class Command(WritingCommand):
    """A group is left alone as soon as it has a hand, a night from a notebook, or a line of money."""

    help = (
        "Lists groups that were started and never played, and what an import left that was never finished. "
        "With --remove they are taken away for good."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--older-than",
            metavar="DAYS",
            type=int,
            default=DAYS,
            help=f"started so long ago (default: {DAYS})",
        )
        parser.add_argument("--remove", action="store_true", help="take them away for good")
        parser.add_argument("--no-input", action="store_true", help="do not ask before they are taken away")

    def handle(self, *args: Any, **options: Any) -> None:
        days: int = options["older_than"]
        if not 0 <= days <= 36_500:
            raise CommandError("--older-than is a number of days, from 0 to 36500.")
        found = [*unplayed(before=timezone.now() - timedelta(days=days)), *half_arrived()]
        for one in found:
            self.stdout.write(told(one))
        if not found:
            self.stdout.write("There is no such group.")
        elif not options["remove"]:
            self.stdout.write(f"{groups(len(found))}. Nothing was removed; --remove does that.")
        elif options["no_input"] or _agreed(len(found)):
            tell = progress(self.stderr, "groups removed")
            kept = []
            for number, one in enumerate(found, start=1):
                if not remove(one):
                    kept.append(one.name)
                tell(number, len(found))
            self.stdout.write(f"Removed {groups(len(found) - len(kept))}.")
            for name in kept:
                self.stdout.write(f"Kept “{name}”: somebody has played there meanwhile.")
        else:
            self.stdout.write("Nothing was removed.")


def groups(count: int) -> str:
    """Return the number of groups as words: "1 group", "2 groups"."""
    return "1 group" if count == 1 else f"{count} groups"


def told(one: Group) -> str:
    day = date_format(timezone.localtime(one.started_at), "j F Y")
    days = (timezone.now() - one.started_at).days
    ago = "today" if not days else "a day ago" if days == 1 else f"{days} days ago"
    if one.is_arriving:
        return f"{one.code}  an import that was begun on {day} ({ago}) and never finished"
    count = len(one.players.all())
    players = "1 player" if count == 1 else f"{count} players"
    return f"{one.code}  “{one.name}”, {players}, started on {day} ({ago})"


def remove(one: Group) -> bool:
    """Remove it if it still is what it was when it was listed; False if somebody played meanwhile."""
    if (group := Group.every.filter(pk=one.pk).first()) is None:
        return True
    if not group.is_arriving:
        with transaction.atomic():
            if not _never_played().filter(pk=one.pk).exists():
                return False
            ask_to_leave(group, at=timezone.now())
    remove_group(group)
    return True


def _agreed(count: int) -> bool:
    try:
        said = input(f"Remove {groups(count)} for good? There is no way back. Type yes: ")
    except EOFError:
        raise CommandError("Nobody is here to say yes. With --no-input nobody is asked.") from None
    return said.strip().lower() == "yes"


def unplayed(*, before: datetime) -> QuerySet[Group]:
    """Return the groups that were started before a moment and never played, the oldest first."""
    return _in_order(_never_played().filter(started_at__lt=before))


def half_arrived() -> QuerySet[Group]:
    """Return the groups that an import left behind, as it was never finished, the oldest first."""
    begun = timezone.now() - ARRIVES_WITHIN
    return _in_order(Group.every.filter(is_arriving=True, started_at__lt=begun))


def _never_played() -> QuerySet[Group]:
    # Nor had its removal asked for.
    of_it = OuterRef("pk")
    played = Entry.objects.filter(session__group=of_it).exclude(kind__in=NOTHING_PLAYED)
    booked = Transaction.objects.filter(group=of_it)
    return Group.objects.filter(~Exists(played), ~Exists(booked), leaves_at=None)


def _in_order(groups: QuerySet[Group]) -> QuerySet[Group]:
    return groups.prefetch_related("players").order_by("started_at", "pk")
