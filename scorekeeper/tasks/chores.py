"""The work of every hour: old rows and files are deleted, and groups are removed when their time is up."""

import uuid
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from ledger.models import Group
from ledger.recording import forget_unused_links
from ledger.recording.removing import due_groups, remove_group
from ledger.scoring import HandRefused
from ledger.steps import pause
from scorekeeper.models import Counter, Task, TaskFile
from scorekeeper.tasks.claims import is_at_it
from scorekeeper.tasks.files import make_folder, throw_away
from scorekeeper.visitors.guests import KNOWN

A_DAY = timedelta(days=1)

# The longest that a bucket takes to be full again (scorekeeper/visitors/quotas.py).
LONGEST = A_DAY

AT_ONCE = 200

# The guest of tasks for which no guest asked.
NOBODY = uuid.UUID(int=0)


def chores() -> None:
    """Do all of them; several servers may do so at once."""
    now = timezone.now()
    # Tasks of yesterday with their files, but for those that a server is at.
    while tasks := list(Task.objects.filter(~is_at_it(), asked_at__lt=now - A_DAY)[:AT_ONCE]):
        for task in tasks:
            throw_away(task.key)
            task.delete()
            pause()
    _old_files()
    # A fresh id of a guest is remembered for a year: without that note, a phone that comes back with it opens
    # nothing of what the old id did.
    fresh_id = Q(what__startswith="guest ")
    came = fresh_id & Q(count=1, until__lt=now + KNOWN - A_DAY)
    # Buckets that are full later than any can were written by a clock that was wrong.
    wrong = Q(until__gt=now + LONGEST + A_DAY) & ~fresh_id
    ended = Counter.objects.filter(Q(until__lt=now - A_DAY) | wrong | came)
    while old := list(ended.values_list("pk", flat=True)[:AT_ONCE]):
        Counter.objects.filter(pk__in=old).delete()
        pause()
    if settings.ACCOUNTS:
        from scorekeeper.accounts.sessions import forget_old  # noqa: PLC0415  (only where accounts are on)

        while forget_old(AT_ONCE):
            pause()
    while forget_unused_links(most=AT_ONCE):
        pause()
    _never_arrived()
    _to_leave()


def _old_files() -> None:
    # Delete folders of no task, and uploads that nobody took: a killed server leaves them.
    for path in _found(Path(settings.TASK_DIR)):
        with suppress(ValueError):  # of a name that is no key
            key = uuid.UUID(path.name)
            if not Task.objects.filter(pk=key).exists():
                throw_away(key)
        pause()
    for key in TaskFile.objects.filter(part=0).values_list("key", flat=True).distinct():
        if not Task.objects.filter(pk=key).exists():
            throw_away(key)
        pause()
    for path in _found(Path(settings.FILE_UPLOAD_TEMP_DIR)):
        if path.is_file():
            path.unlink(missing_ok=True)
        pause()


def _found(folder: Path) -> Iterator[Path]:
    # Yield the files of a folder that are older than a day.
    for path in list(folder.iterdir()) if folder.is_dir() else ():
        try:
            since = datetime.fromtimestamp(path.stat().st_mtime, tz=UTC)
        except OSError:
            continue
        if since < timezone.now() - A_DAY:
            yield path


def _never_arrived() -> None:
    # Remove groups of yesterday that are still arriving, but for those that a task still writes.
    going = Task.objects.filter(state__in=(Task.State.WAITING, Task.State.RUNNING))
    staged = {answer.get("staged") for answer in going.values_list("answer", flat=True)}
    left = Group.every.filter(is_arriving=True, started_at__lt=timezone.now() - A_DAY)
    for group in list(left):
        # A group that has arrived meanwhile refuses to be removed.
        with suppress(HandRefused):
            if group.pk not in staged:
                remove_group(group)


def _to_leave() -> None:
    # Ask for the removal of groups whose owner wanted that, thirty days ago.
    asked = set(
        Task.objects.filter(
            kind=Task.Kind.REMOVE_GROUP, state__in=(Task.State.WAITING, Task.State.RUNNING)
        ).values_list("facts__group", flat=True)
    )
    for pk in list(due_groups().values_list("pk", flat=True)):
        if pk not in asked:
            key = uuid.uuid4()
            make_folder(key, {})
            Task.objects.create(key=key, kind=Task.Kind.REMOVE_GROUP, guest=NOBODY, facts={"group": pk})
        pause()
