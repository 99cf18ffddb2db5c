"""Two servers on one PostgreSQL, and phones that are sent to either: they are as one."""

from __future__ import annotations

import re
import time
import uuid
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from django.core.management import call_command
from django.db import connection
from pytest_django import Settings

from ledger.models import Role
from ledger.recording import admit
from scorekeeper.models import Task
from scorekeeper.tasks import ask
from scorekeeper.tasks.files import MADE
from tests.cast import OWNER
from tests.reliability.table import OVER, Night, open_night, stands
from tests.reliability.test_move_book import FRESH
from tests.reliability.watching import Stream
from tests.serving import Answer, Server, newest_on, serving

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one server"),
]

STEPS = 25
# Seconds until a phone at one server hears of what was told at the other.
SOON = 2.0
SHEET = re.compile(r"<table.*?</table>", re.DOTALL)


@pytest.fixture
def night(settings: Settings, tmp_path: Path) -> Night:
    settings.TASKS_AT_ONCE = False
    settings.TASK_DIR = tmp_path / "brought"
    return open_night()


@pytest.fixture
def servers(night: Night, tmp_path: Path) -> Iterator[list[Server]]:
    with (
        serving(connection.settings_dict, SERVED_TASKS=str(tmp_path / "one")) as one,
        serving(connection.settings_dict, SERVED_TASKS=str(tmp_path / "other")) as other,
    ):
        yield [one, other]


def test_whichever_is_asked_after_whichever_was_told_the_sheet_is_the_newest(
    night: Night, servers: list[Server]
) -> None:
    luck, phones = Random(7), [night.phone(server) for server in servers]
    keys: list[uuid.UUID] = []
    entries: list[int] = []
    after, dealt = 1, 0
    for _ in range(STEPS):
        phone = luck.choice(phones)
        if len(entries) > 1 and luck.random() < 0.2:
            # Not the newest: then later hands keep their deals.
            entry, key = entries.pop(luck.randrange(len(entries) - 1)), uuid.uuid4()
            address = f"{night.url}hands/{entry}/take-back/"
            said = {"key": key, "after": after}
            assert phone.post(address, said).status == 303
            assert luck.choice(phones).post(address, said).status == 303  # by its key, at the other as well
        else:
            key = uuid.uuid4()
            for teller in (phone, luck.choice(phones)):
                assert night.tell(teller, key, after=after, dealt=dealt).status == 303
            entries.append(after + 1)
            dealt += 1
        keys.append(key)
        after += 1
        pages = [one.get(night.url).body for one in phones]
        assert [newest_on(page) for page in pages] == [after, after]
        assert SHEET.findall(pages[0]) == SHEET.findall(pages[1])
    assert night.tell(phones[0], uuid.uuid4(), after=after - 1).status == 409
    night.check(keys)
    for phone in phones:
        phone.close()


def test_a_night_that_ends_goes_on_and_is_paid_for_at_either_is_nowhere_stale(
    night: Night, servers: list[Server]
) -> None:
    luck, phones = Random(11), [night.phone(server) for server in servers]
    group = night.url.rsplit("/", 2)[0]
    pages = [
        *(night.url + one for one in ("", "end/", "report/")),
        *(f"{group}/{one}" for one in ("", "standings/", "statistics/", "money/", "settle/", "records/")),
    ]
    before: list[str] = []

    def said_at_both() -> list[str]:
        one, other = ([fresh_of(phone.get(page)) for page in pages] for phone in phones)
        assert one == other
        assert one != before
        return one

    def wrote(path: str, **said: object) -> None:
        answer = luck.choice(phones).post(path, {"key": uuid.uuid4(), **said})
        assert answer.status == 303, answer.body

    after, dealt = 1, 0
    for _ in range(3):
        for _ in range(3):
            told = night.tell(luck.choice(phones), uuid.uuid4(), after=after, dealt=dealt)
            assert told.status == 303, told.body
            after, dealt = after + 1, dealt + 1
        wrote(f"{night.url}end/now/", after=after)
        before = said_at_both()
        payer, payee = night.seats[:2]
        wrote(f"{group}/money/pay/book/", payer=payer, payee=payee, cents="1")
        before = said_at_both()
        wrote(f"{night.url}end/reopen/", after=after + 1)
        before = said_at_both()
        after += 2
    for phone in phones:
        phone.close()
    call_command("audit", stdout=StringIO(), stderr=StringIO())


def fresh_of(answer: Answer) -> str:
    """A page without what is made anew for each: the keys of its forms, and what the request is called."""
    assert answer.status in (200, 302), answer.body
    return FRESH.sub("", answer.body)


def test_what_is_told_at_one_server_is_heard_at_the_other(night: Night, servers: list[Server]) -> None:
    guests = [admit(night.session.group, uuid.uuid4(), Role.WATCHER).guest for _ in servers]
    path = f"{night.url}live/?seen=1"
    streams = [Stream(server, guest, path) for server, guest in zip(servers, guests, strict=True)]
    for stream in streams:
        stream.wait_for(b"retry: ")
    for after, server in enumerate((*servers, *servers), 1):
        phone = night.phone(server)
        assert night.tell(phone, uuid.uuid4(), after=after).status == 303
        told = time.monotonic()
        assert max(stream.told(after + 1) - told for stream in streams) < SOON
        phone.close()
    for stream in streams:
        stream.close()


def test_work_in_the_background_is_done_once_and_its_file_is_taken_along_from_either(
    night: Night, servers: list[Server], tmp_path: Path
) -> None:
    asked = [ask(Task.Kind.EXPORT_GROUP, guest=OWNER, group=night.session.group)]
    asked += [
        ask(Task.Kind.EXPORT_GROUP, guest=uuid.uuid4(), group=open_night(f"Table {number}").session.group)
        for number in range(5)
    ]
    tasks = [stands(task, *OVER) for task in asked]
    assert {task.state for task in tasks} == {Task.State.DONE}
    made = [
        task
        for task in tasks
        for disk in ("one", "other")
        if (tmp_path / disk / str(task.key) / MADE).exists()
    ]
    assert len(made) == len(tasks)
    files = [night.phone(server).get(f"/tasks/{tasks[0].key}/file/") for server in servers]
    assert {file.status for file in files} == {200}
    assert files[0].body == files[1].body
    assert night.session.group.name in files[0].body
