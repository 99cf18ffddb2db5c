"""What is looked after every hour: what is old is taken away, and groups leave when their time has come."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from ledger.models import Group
from ledger.recording import forget_unused_links
from ledger.recording.removing import due_groups, remove_group
from ledger.scoring import HandRefused
from ledger.steps import Progress, Steps
from scorekeeper.models import Counter, Task, TaskFile
from scorekeeper.tasks.claims import is_at_it
from scorekeeper.tasks.files import make_folder, throw_away
from scorekeeper.visitors.guests import KNOWN

A_DAY = timedelta(days=1)
LONGEST = A_DAY
"""The longest that a bucket takes to be full again (scorekeeper/visitors/quotas.py)."""
AT_ONCE = 200
NOBODY = uuid.UUID(int=0)
"""Who asks for what no guest asked for."""

STEP = Progress(done=0, of=0)


def chores() -> Steps[None]:
    """All of them, in short steps; each can be done by several servers at once."""
    yield from _old_tasks()
    yield from _old_files()
    yield from _old_counters()
    yield from _old_sessions()
    yield from _unused_links()
    yield from _never_arrived()
    yield from _to_leave()


def _old_tasks() -> Steps[None]:
    """Tasks of yesterday with their files, but for one that is still being done."""
    yesterday = timezone.now() - A_DAY
    while old := list(Task.objects.filter(~is_at_it(), asked_at__lt=yesterday)[:AT_ONCE]):
        for task in old:
            throw_away(task.key)
            task.delete()
            yield STEP


def _old_files() -> Steps[None]:
    """Folders of no task, and uploads that nobody took: left by a server that was killed."""
    for path in _found(Path(settings.TASK_DIR)):
        key = _key(path.name)
        if key is not None and not Task.objects.filter(pk=key).exists():
            throw_away(key)
        yield STEP
    for key in TaskFile.objects.filter(part=0).values_list("key", flat=True).distinct():
        if not Task.objects.filter(pk=key).exists():
            throw_away(key)
        yield STEP
    for path in _found(Path(settings.FILE_UPLOAD_TEMP_DIR)):
        if path.is_file():
            path.unlink(missing_ok=True)
        yield STEP


def _found(folder: Path) -> Iterator[Path]:
    """What lies there since yesterday."""
    for path in list(folder.iterdir()) if folder.is_dir() else ():
        try:
            since = datetime.fromtimestamp(path.stat().st_mtime, tz=UTC)
        except OSError:
            continue
        if since < timezone.now() - A_DAY:
            yield path


def _key(name: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(name)
    except ValueError:
        return None


def _old_counters() -> Steps[None]:
    """Delete buckets that are full again, and those of a wrong clock; and fresh ids that came long ago."""
    now = timezone.now()
    # That a guest was given a fresh id is remembered for a year: without it, a phone that comes back with the
    # fresh id opens nothing of what the old one did.
    fresh_id = Q(what__startswith="guest ")
    over = Q(until__gt=now + LONGEST + A_DAY) & ~fresh_id
    came = fresh_id & Q(count=1, until__lt=now + KNOWN - A_DAY)
    ended = Counter.objects.filter(Q(until__lt=now - A_DAY) | over | came)
    while old := list(ended.values_list("pk", flat=True)[:AT_ONCE]):
        Counter.objects.filter(pk__in=old).delete()
        yield STEP


def _old_sessions() -> Steps[None]:
    """Sessions of accounts whose time is up, and of those who never came to log in."""
    if not settings.ACCOUNTS:
        return
    from scorekeeper.accounts.sessions import forget_old  # noqa: PLC0415  (only where they are switched on)

    while forget_old(AT_ONCE):
        yield STEP


def _unused_links() -> Steps[None]:
    """Links that are off, or over, and by which nobody came."""
    while forget_unused_links(most=AT_ONCE):
        yield STEP


def _never_arrived() -> Steps[None]:
    """Groups of yesterday that are still arriving, but for those that a task still writes."""
    going = Task.objects.filter(state__in=(Task.State.WAITING, Task.State.RUNNING))
    staged = {answer.get("staged") for answer in going.values_list("answer", flat=True)}
    left = Group.every.filter(is_arriving=True, started_at__lt=timezone.now() - A_DAY)
    yield from _removed(one for one in list(left) if one.pk not in staged)


def _removed(groups: Iterable[Group]) -> Steps[None]:
    for group in groups:
        try:
            yield from remove_group(group)
        except HandRefused:
            continue  # it has arrived meanwhile


def _to_leave() -> Steps[None]:
    """Ask for the removal of groups whose owner wanted that, thirty days ago."""
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
        yield STEP
