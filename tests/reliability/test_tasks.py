"""Work in the background of a real server: it is killed in the middle of it, and others play on meanwhile."""

import time
import uuid
from pathlib import Path
from statistics import median

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from ledger.models import Group
from scorekeeper.models import Task
from scorekeeper.tasks.claims import UNSEEN
from tests.reliability.large import a_large_file
from tests.reliability.table import OVER, Night, bring, open_night, stands
from tests.serving import Phone, serving

pytestmark = pytest.mark.django_db(transaction=True)
# Bytes of the file that somebody brings: it takes some seconds.
SIZE = 1_000_000
MOST_BESIDE = 200


@pytest.fixture
def night(settings: Settings, tmp_path: Path) -> Night:
    """An open night at a server whose tasks are not done by the test itself."""
    settings.TASKS_AT_ONCE = False
    settings.TASK_DIR = tmp_path
    return open_night()


def tell(night: Night, phone: Phone, after: int) -> float:
    """One more hand; how long it took (milliseconds)."""
    answer = night.tell(phone, uuid.uuid4(), after=after)
    assert answer.status == 303, answer.body
    return answer.ms


def test_hands_are_recorded_while_a_large_group_comes_in(night: Night, tmp_path: Path) -> None:
    large = a_large_file(SIZE)
    with serving(connection.settings_dict, SERVED_TASKS=str(tmp_path)) as server:
        phone = night.phone(server)
        after = night.newest(phone)
        alone = [tell(night, phone, after + number) for number in range(40)]
        task = stands(bring(large), Task.State.RUNNING)
        phone.close()  # the server has, as nothing was said for so long; a browser begins anew by itself
        beside: list[float] = []
        while task.state == Task.State.RUNNING and len(beside) < MOST_BESIDE:
            beside.append(tell(night, phone, after + 40 + len(beside)))
            time.sleep(0.02)
            task.refresh_from_db()
        phone.close()
        assert len(beside) > 5
        assert median(beside) <= 4 * median(alone) + 100, (median(alone), median(beside), max(beside))
        assert stands(task, *OVER).state == Task.State.DONE


def test_an_import_goes_on_after_its_server_was_killed(night: Night, tmp_path: Path) -> None:
    with serving(connection.settings_dict, SERVED_TASKS=str(tmp_path)) as server:
        task = stands(bring(a_large_file(SIZE)), Task.State.RUNNING)
        server.kill()
        half = Group.every.get(is_arriving=True)
        assert not Group.objects.filter(pk=half.pk).exists()
        if connection.vendor == "postgresql":  # where another server may be at it still, for a minute
            Task.objects.filter(pk=task.pk).update(seen_at=timezone.now() - 2 * UNSEEN)
        server.start()
        task = stands(task, *OVER)
        assert task.state == Task.State.DONE, task.answer
        assert not Group.every.filter(is_arriving=True).exists()
        assert not Group.every.filter(pk=half.pk).exists()
        assert Group.objects.get(code=task.answer["code"]).memberships.filter(guest=task.guest).exists()


def test_a_server_that_is_asked_to_stop_gives_its_work_to_the_next(night: Night, tmp_path: Path) -> None:
    with serving(connection.settings_dict, SERVED_TASKS=str(tmp_path)) as server:
        task = stands(bring(a_large_file(SIZE)), Task.State.RUNNING)
        server.stop()
        task.refresh_from_db()
        assert task.state == Task.State.WAITING
