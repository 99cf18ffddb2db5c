"""Check the chores of every hour."""

import os
import time
import uuid
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings as given
from django.utils import timezone
from pytest_django import Settings

from ledger.models import AccessLink, Group
from ledger.recording import let_in
from scorekeeper.accounts.models import Phone
from scorekeeper.models import Counter, Task
from scorekeeper.tasks import ask, run_all
from scorekeeper.tasks.chores import NOBODY, chores
from scorekeeper.tasks.files import BROUGHT, folder_of
from scorekeeper.tasks.worker import Worker
from scorekeeper.visitors.links import cut_key, link_with
from tests import cast

pytestmark = pytest.mark.django_db
State = Task.State
Kind = Task.Kind
YESTERDAY = timedelta(days=1, minutes=1)


@pytest.fixture(autouse=True)
def later(settings: Settings) -> None:
    settings.TASKS_AT_ONCE = False


def asked(since: timedelta, **row: object) -> Task:
    task = ask(Kind.IMPORT_GROUP, guest=uuid.uuid4(), files={BROUGHT: b"tea"})
    Task.objects.filter(pk=task.pk).update(asked_at=timezone.now() - since, **row)
    return task


def old(path: Path) -> None:
    then = time.time() - YESTERDAY.total_seconds()
    os.utime(path, (then, then))


def test_tasks_of_yesterday_go_with_their_files() -> None:
    gone = [asked(YESTERDAY, state=state) for state in State]
    gone.append(asked(YESTERDAY, state=State.RUNNING, seen_at=timezone.now() + timedelta(days=365)))
    kept = [
        asked(timedelta(hours=23), state=State.DONE),
        asked(YESTERDAY, state=State.RUNNING, seen_at=timezone.now()),
    ]
    chores()
    assert set(Task.objects.values_list("pk", flat=True)) == {task.pk for task in kept}
    assert [task for task in (*gone, *kept) if folder_of(task.key).exists()] == kept


def test_links_that_are_off_and_that_nobody_used_go() -> None:
    group = cast.thursday_table()
    unused, used, on = (cut_key(group) for _ in range(3))
    let_in(link_with(used), uuid.uuid4())  # type: ignore[arg-type]
    over = AccessLink.objects.exclude(pk=link_with(on).pk)  # type: ignore[union-attr]
    over.update(revoked_at=timezone.now())
    chores()
    assert [link_with(one) is not None for one in (unused, used, on)] == [False, True, True]


def test_files_that_no_task_needs_go_after_a_day() -> None:
    lost, fresh, foreign = (
        Path(given.TASK_DIR) / name for name in (str(uuid.uuid4()), str(uuid.uuid4()), "notes")
    )
    upload, newer = (Path(given.FILE_UPLOAD_TEMP_DIR) / f"tmp{number}.upload.json" for number in (1, 2))
    task = folder_of(asked(timedelta(0)).key)
    for folder in (lost, fresh, foreign):
        folder.mkdir()
    for path in (upload, newer):
        path.write_bytes(b"x")
    for path in (lost, foreign, upload, task):
        old(path)
    chores()
    paths = (lost, fresh, foreign, upload, newer, task)
    assert [path.exists() for path in paths] == [False, True, True, False, True, True]
    foreign.rmdir()
    newer.unlink()


def test_groups_that_never_arrived_go_after_a_day() -> None:
    names = ("left", "fresh", "written", "here")
    groups = {name: Group.every.create(name=name, is_arriving=name != "here") for name in names}
    Group.every.exclude(name="fresh").update(started_at=timezone.now() - YESTERDAY)
    seen = timezone.now()
    asked(timedelta(0), state=State.RUNNING, seen_at=seen, answer={"staged": groups["written"].pk})
    chores()
    assert set(Group.every.values_list("name", flat=True)) == {"fresh", "written", "here"}


def test_counters_and_sessions_that_ended_go() -> None:
    days = {
        **{f"old {number}": -1.001 for number in range(450)},
        "of a wrong clock": 365,
        "kept": -0.04,
        "guest seen": 363,
        "guest seen lately": 365,
        "guest who comes back": 2,
    }
    now = timezone.now()
    for what, ahead in days.items():
        came = 0 if what == "guest who comes back" else 1
        Counter.objects.create(what=what, count=came, until=now + timedelta(days=ahead))
    for number, hours in enumerate((-30, -1, 1)):
        Phone.objects.create(session_key=f"key{number}", expire_date=now + timedelta(hours=hours))
    chores()
    kept = {"kept", "guest seen lately", "guest who comes back"}
    assert set(Counter.objects.values_list("what", flat=True)) == kept
    assert Phone.objects.get().session_key == "key2"


def test_a_group_whose_time_has_come_is_removed_by_a_task_that_is_asked_once() -> None:
    group, stays = cast.thursday_table(), cast.thursday_table(name="Stays")
    for one, ahead in ((group, timedelta(minutes=-1)), (stays, timedelta(days=1))):
        Group.every.filter(pk=one.pk).update(leaves_at=timezone.now() + ahead)
    for _ in range(2):
        chores()
    task = Task.objects.get()
    assert (task.kind, task.guest, task.facts) == (Kind.REMOVE_GROUP, NOBODY, {"group": group.pk})


def test_a_group_that_is_removed_takes_its_tasks_with_it() -> None:
    group = Group.every.create(name="Half written", is_arriving=True)
    Task.objects.create(kind=Kind.EXPORT_GROUP, guest=NOBODY, group=group, state=State.DONE)
    removal = ask(Kind.REMOVE_GROUP, guest=NOBODY, facts={"group": group.pk})
    run_all()
    assert [(task.pk, task.state) for task in Task.objects.all()] == [(removal.pk, State.DONE)]
    assert not Group.every.filter(pk=group.pk).exists()


def test_they_are_done_by_the_worker_and_then_not_for_an_hour() -> None:
    worker = Worker()
    for is_due in (True, False, True):
        Counter.objects.update_or_create(
            what="old", defaults={"count": 1, "until": timezone.now() - YESTERDAY}
        )
        while worker.advance():
            pass
        assert Counter.objects.exists() is not is_due
        worker.chores_at = 0.0 if not is_due else worker.chores_at
