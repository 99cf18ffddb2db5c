"""Work in the background of a real server: it is killed in the middle of it, and others play on meanwhile."""

from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from ledger.models import Group
from scorekeeper.models import Task
from scorekeeper.tasks.claims import UNSEEN
from tests.reliability.large import a_large_file
from tests.reliability.table import OVER, Night, bring, open_night, stands
from tests.serving import serving

pytestmark = pytest.mark.django_db(transaction=True)
# Bytes of the file that somebody brings: it takes some seconds.
SIZE = 400_000


@pytest.fixture
def night(settings: Settings, tmp_path: Path) -> Night:
    """An open night at a server whose tasks are not done by the test itself."""
    settings.TASKS_AT_ONCE = False
    settings.TASK_DIR = tmp_path
    return open_night()


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
