"""What is looked after every hour."""

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
    """Nothing is done at once here."""
    settings.TASKS_AT_ONCE = False


def asked(since: timedelta, **row: object) -> Task:
    task = ask(Kind.IMPORT_GROUP, guest=uuid.uuid4(), files={BROUGHT: b"tea"})
    Task.objects.filter(pk=task.pk).update(asked_at=timezone.now() - since, **row)
    return task


def old(path: Path) -> Path:
    then = time.time() - YESTERDAY.total_seconds()
    os.utime(path, (then, then))
    return path


def test_tasks_of_yesterday_go_with_their_files() -> None:
    gone = [asked(YESTERDAY, state=state) for state in State]
    kept = asked(timedelta(hours=23), state=State.DONE)
    running = asked(YESTERDAY, state=State.RUNNING, seen_at=timezone.now())
    gone.append(asked(YESTERDAY, state=State.RUNNING, seen_at=timezone.now() + timedelta(days=365)))
    chores()
    assert set(Task.objects.values_list("pk", flat=True)) == {kept.pk, running.pk}
    assert not any(folder_of(task.key).exists() for task in gone)
    assert folder_of(kept.key).exists()
    assert folder_of(running.key).exists()


def test_links_that_are_off_and_that_nobody_used_go() -> None:
    group = cast.thursday_table()
    unused, used, on = (cut_key(group) for _ in range(3))
    let_in(link_with(used), uuid.uuid4())  # type: ignore[arg-type]
    over = AccessLink.objects.exclude(pk=link_with(on).pk)  # type: ignore[union-attr]
    over.update(revoked_at=timezone.now())
    chores()
    assert [link_with(one) is not None for one in (unused, used, on)] == [False, True, True]


def test_files_that_no_task_needs_go_after_a_day() -> None:
    task = asked(timedelta(0))
    old(folder_of(task.key))
    lost, fresh, foreign = (Path(given.TASK_DIR) / name for name in (*map(str, two_keys()), "notes"))
    for folder in (lost, fresh, foreign):
        folder.mkdir()
    upload = Path(given.FILE_UPLOAD_TEMP_DIR) / "tmp1.upload.json"
    newer = Path(given.FILE_UPLOAD_TEMP_DIR) / "tmp2.upload.json"
    for path in (upload, newer):
        path.write_bytes(b"x")
    for path in (lost, foreign, upload):
        old(path)
    chores()
    there = [path.exists() for path in (lost, fresh, foreign, upload, newer, folder_of(task.key))]
    assert there == [False, True, True, False, True, True]
    foreign.rmdir()
    newer.unlink()


def two_keys() -> tuple[uuid.UUID, uuid.UUID]:
    return uuid.uuid4(), uuid.uuid4()


def test_groups_that_never_arrived_go_after_a_day() -> None:
    names = ("left", "fresh", "written", "here")
    left, fresh, written, here = (Group.every.create(name=name, is_arriving=name != "here") for name in names)
    yesterday = timezone.now() - YESTERDAY
    Group.every.filter(pk__in=(left.pk, written.pk, here.pk)).update(started_at=yesterday)
    asked(timedelta(0), state=State.RUNNING, seen_at=timezone.now(), answer={"staged": written.pk})
    chores()
    assert set(Group.every.values_list("pk", flat=True)) == {fresh.pk, written.pk, here.pk}


def test_counters_that_ended_go() -> None:
    now = timezone.now()
    for number in range(450):
        Counter.objects.create(what=f"old {number}", count=1, until=now - YESTERDAY)
    Counter.objects.create(what="of a wrong clock", count=1, until=now + timedelta(days=365))
    Counter.objects.create(what="kept", count=1, until=now - timedelta(hours=1))
    Counter.objects.create(what="guest seen", count=1, until=now + timedelta(days=363))
    Counter.objects.create(what="guest seen lately", count=1, until=now + timedelta(days=365))
    Counter.objects.create(what="guest who comes back", count=0, until=now + timedelta(days=2))
    chores()
    assert set(Counter.objects.values_list("what", flat=True)) == {
        "kept",
        "guest seen lately",
        "guest who comes back",
    }


def test_sessions_of_accounts_whose_time_is_up_go() -> None:
    now = timezone.now()
    for number, hours in enumerate((-30, -1, 1)):
        Phone.objects.create(session_key=f"key{number}", expire_date=now + timedelta(hours=hours))
    chores()
    assert Phone.objects.get().session_key == "key2"


def test_a_group_whose_time_has_come_is_removed_by_a_task_that_is_asked_once() -> None:
    group, stays = cast.thursday_table(), cast.thursday_table(name="Stays")
    now = timezone.now()
    Group.every.filter(pk=group.pk).update(leaves_at=now - timedelta(minutes=1))
    Group.every.filter(pk=stays.pk).update(leaves_at=now + timedelta(days=1))
    chores()
    chores()
    task = Task.objects.get()
    assert (task.kind, task.guest, task.facts) == (Kind.REMOVE_GROUP, NOBODY, {"group": group.pk})


def test_a_group_that_is_removed_takes_its_tasks_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    group = Group.every.create(name="Half written", is_arriving=True)
    export = Task.objects.create(kind=Kind.EXPORT_GROUP, guest=NOBODY, group=group, state=State.DONE)
    removal = ask(Kind.REMOVE_GROUP, guest=NOBODY, facts={"group": group.pk})
    run_all()
    removal.refresh_from_db()
    assert removal.state == State.DONE
    assert not Task.objects.filter(pk=export.pk).exists()
    assert not Group.every.filter(pk=group.pk).exists()


def test_they_are_done_by_the_worker_and_then_not_for_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    Counter.objects.create(what="old", count=1, until=timezone.now() - YESTERDAY)
    worker = Worker()
    while worker.advance():
        pass
    assert not Counter.objects.exists()
    Counter.objects.create(what="old", count=1, until=timezone.now() - YESTERDAY)
    while worker.advance():
        pass
    assert Counter.objects.exists()
    monkeypatch.setattr(worker, "chores_at", 0.0)
    while worker.advance():
        pass
    assert not Counter.objects.exists()
