"""The page of a task: how far it is, what came of it, and for whom it is there at all."""

import uuid
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as given
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from ledger.models import Group, Membership
from scorekeeper.models import Task, TaskFile
from scorekeeper.tasks import ask, run_all, tasks_of
from scorekeeper.tasks.files import BROUGHT, MADE, folder_of
from tests import cast
from tests.reading import html_of, missing, present
from tests.scorekeeper.conftest import Phones, phone_of

State = Task.State
Kind = Task.Kind


@pytest.fixture(autouse=True)
def later(settings: Settings) -> None:
    settings.TASKS_AT_ONCE = False


@pytest.fixture
def export(group: Group) -> Task:
    return ask(Kind.EXPORT_GROUP, guest=cast.OWNER, group=group)


def stands(task: Task, **values: Any) -> Task:
    Task.objects.filter(pk=task.pk).update(**values)
    task.refresh_from_db()
    return task


def page(task: Task) -> str:
    return reverse("task", args=[task.key])


def text(answer: Any) -> str:
    assert answer.status_code == 200, answer.content
    found: str = html_of(answer)
    return found[found.find("<header") :]


def test_what_was_made_of_a_group_whose_time_is_up_is_nobodys(
    export: Task, group: Group, owner: Client
) -> None:
    run_all()
    made = owner.get(f"{page(export)}file/")
    assert b"Thursday table" in made.getvalue()
    assert made.status_code == 200
    Group.objects.filter(pk=group.pk).update(leaves_at=timezone.now())
    assert owner.get(f"{page(export)}file/").status_code == 404
    assert owner.get(page(export)).status_code == 404


def test_a_task_that_waits_says_so_and_looks_again_by_itself(
    export: Task, owner: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(3):
        html = html_of(owner.get(page(export)))
    assert not missing(
        html,
        "<h1>The whole group as a file</h1>",
        "<h2>Waiting</h2>",
        f'hx-get="{page(export)}" hx-trigger="every 1s"',
        '<noscript><meta http-equiv="refresh" content="3"></noscript>',
        ">Look again</a>",
        ">Stop it</button>",
    )


@pytest.mark.parametrize(
    ("kind", "done", "of", "bar", "words"),
    [
        (Kind.COPY_NOTEBOOK, 312, 930, 'max="100" value="33"', "312 of 930 nights"),
        (Kind.AUDIT, 2000, 2000, 'max="100" value="99"', "2,000 of 2,000 nights"),
        (Kind.IMPORT_GROUP, 0, 17_000_000, 'max="100" value="0"', "0% done"),
        (Kind.EXPORT_GROUP, 5, 10, 'max="100" value="50"', "50% done"),
        (Kind.EXPORT_GROUP, 0, 0, 'max="100" aria-label', "It has just begun."),
    ],
)
def test_a_task_that_runs_says_how_far_it_is(
    export: Task, owner: Client, kind: Task.Kind, done: int, of: int, bar: str, words: str
) -> None:
    stands(export, kind=kind, state=State.RUNNING, done=done, of=of)
    assert not missing(text(owner.get(page(export))), "<h2>Under way</h2>", bar, words)


def test_a_task_that_is_done_asks_no_more_and_leads_on(export: Task, owner: Client) -> None:
    piece = html_of(owner.get(page(export), headers={"HX-Request": "true"}))
    assert "every 1s" in piece
    assert "task-said" not in piece
    run_all()
    html = text(owner.get(page(export)))
    assert not missing(html, "<h2>Ready</h2>", f'href="{page(export)}file/" download')
    assert not present(html, "every 1s", "refresh")
    piece = html_of(owner.get(page(export), headers={"HX-Request": "true"}))
    assert "<header" not in piece
    assert '<p id="task-said" hx-swap-oob="innerHTML">Ready.' in piece


def test_what_was_refused_says_why_and_leads_back(owner: Client, group: Group) -> None:
    task = ask(Kind.IMPORT_GROUP, guest=cast.OWNER, files={BROUGHT: b"tea"})
    run_all()
    html = text(owner.get(page(task)))
    assert not missing(
        html, '<p class="wrong">This is no ', f'href="{reverse("from_file")}">Choose another file</a>'
    )


@pytest.mark.parametrize(
    ("state", "answer", "words"),
    [
        (State.REFUSED, {"says": "This file is damaged."}, '<p class="wrong">This file is damaged.'),
        (State.REFUSED, {"refused": {"code": "of_a_later_version", "fact": None}}, "Nothing was changed."),
        (State.REFUSED, {"refused": {"params": {}}}, "This did not work"),
        (State.FAILED, {}, "Something went wrong on our side. Nothing was changed."),
    ],
)
def test_what_was_not_done_says_why_or_at_least_that(
    export: Task, owner: Client, state: Task.State, answer: dict[str, object], words: str
) -> None:
    html = text(owner.get(page(stands(export, state=state, answer=answer))))
    assert words in html
    assert "Traceback" not in html


def test_a_task_is_not_there_for_another_owner(export: Task, watcher: Client) -> None:
    run_all()
    Membership.objects.filter(role="watcher").update(role="owner")
    for answer in (
        watcher.get(page(export)),
        watcher.get(f"{page(export)}file/"),
        watcher.post(f"{page(export)}stop/"),
    ):
        assert answer.status_code == 404
    assert "as a file" not in html_of(watcher.get("/"))


def test_who_may_not_open_the_group_any_more_gets_no_file(export: Task, owner: Client, group: Group) -> None:
    run_all()
    file = f"{page(export)}file/"
    mine = Membership.objects.filter(group=group, guest=cast.OWNER)
    mine.update(role="watcher")
    assert owner.get(file).status_code == 404
    assert owner.get(page(export)).status_code == 404
    mine.update(role="owner")
    assert b"".join(owner.get(file))
    mine.delete()
    assert owner.get(file).status_code == 404


def test_a_watcher_has_his_table_though_not_the_group(group: Group) -> None:
    watcher = uuid.uuid4()
    Membership.objects.create(group=group, guest=watcher, role="watcher")
    task = ask(Kind.EXPORT_TABLE, guest=watcher, group=group, facts={"table": "results", "kind": "csv"})
    run_all()
    answer = phone_of(watcher).get(f"{page(task)}file/")
    assert b"".join(answer).startswith(b"\xef\xbb\xbfdate,night,hands,Ann")
    assert answer["Content-Disposition"] == 'attachment; filename="thursday-table-results.csv"'
    assert answer["Content-Type"] == "text/csv; charset=utf-8"


def test_a_file_is_not_there_before_it_is_ready_nor_when_it_is_gone(export: Task, owner: Client) -> None:
    file = f"{page(export)}file/"
    (folder_of(export.key) / MADE).write_bytes(b"half")
    for state in (State.WAITING, State.RUNNING, State.REFUSED, State.FAILED):
        stands(export, state=state)
        assert owner.get(file).status_code == 404
    stands(export, state=State.WAITING)
    run_all()
    assert b"".join(owner.get(file)).startswith(b'{\n "format"')
    (folder_of(export.key) / MADE).unlink()
    TaskFile.objects.all().delete()
    assert owner.get(file).status_code == 404


def test_a_file_goes_out_as_it_lies_on_the_disk(export: Task, owner: Client) -> None:
    run_all()
    answer = owner.get(f"{page(export)}file/", headers={"Accept-Encoding": "gzip"})
    assert answer.headers.get("Content-Encoding") is None
    assert len(b"".join(answer)) == int(answer["Content-Length"])


def test_a_task_is_stopped_from_its_page(export: Task, owner: Client) -> None:
    answer = owner.post(f"{page(export)}stop/")
    assert (answer.status_code, answer["Location"]) == (303, page(export))
    assert "You stopped it. Nothing was changed." in text(owner.get(page(export)))
    owner.post(f"{page(export)}stop/")  # once more
    run_all()
    export.refresh_from_db()
    assert export.state == State.REFUSED
    assert tasks_of(cast.OWNER) == ()


def test_what_is_over_cannot_be_stopped(export: Task, owner: Client) -> None:
    run_all()
    owner.post(f"{page(export)}stop/")
    assert "<h2>Ready</h2>" in text(owner.get(page(export)))
    assert owner.get(f"{page(export)}stop/").status_code == 405
    assert owner.post(page(export)).status_code == 405


def test_a_task_is_found_again_on_the_first_page_and_among_the_files(export: Task, phone: Phones) -> None:
    owner, files = phone("owner"), reverse("exchange", args=[(export.group or Group()).code])
    for address in ("/", files):
        assert not missing(text(owner.get(address)), f'href="{page(export)}"', "waiting")
        assert page(export) not in text(phone("watcher").get(address))
    stands(export, state=State.RUNNING, done=1, of=3)
    assert "33%" in text(owner.get("/"))
    stands(export, state=State.WAITING)
    run_all()
    assert "ready" in text(owner.get("/"))
    stands(export, asked_at=timezone.now() - timedelta(days=1))
    assert page(export) not in text(owner.get("/"))


@pytest.mark.parametrize(("differences", "words"), [(0, "all is well"), (2, "something differs")])
def test_the_first_page_says_what_came_of_a_check(
    owner: Client, group: Group, differences: int, words: str
) -> None:
    task = ask(Kind.AUDIT, guest=cast.OWNER, group=group)
    stands(task, state=State.DONE, answer={"differences": differences, "lines": []})
    assert words in text(owner.get("/"))


def test_what_is_under_way_stands_before_whatever_was_asked_for_since(
    export: Task, owner: Client, group: Group
) -> None:
    stands(export, state=State.RUNNING)
    for _ in range(6):
        Task.objects.create(kind=Kind.AUDIT, guest=cast.OWNER, group=group, state=State.FAILED)
    html = text(owner.get("/"))
    assert page(export) in html
    assert html.index(page(export)) < html.index("not done")


def test_what_another_group_asked_for_is_not_among_the_files(export: Task, owner: Client) -> None:
    other = cast.thursday_table(name="Other")
    assert page(export) not in text(owner.get(reverse("exchange", args=[other.code])))
    assert page(export) in text(owner.get("/"))


def test_what_was_brought_in_is_in_the_book_and_not_in_the_list(owner: Client, group: Group) -> None:
    task = ask(Kind.IMPORT_GROUP, guest=cast.OWNER, files={BROUGHT: b"tea"})
    assert "A group from a file" in text(owner.get("/"))
    stands(task, state=State.DONE, answer={"code": group.code, "nights": 1})
    assert "A group from a file" not in text(owner.get("/"))
    html = text(owner.get(page(task)))
    assert not missing(
        html,
        "With 1 night, every hand and every balance.",
        f'href="{reverse("group", args=[group.code])}">Open the group</a>',
    )


def test_a_name_is_text_on_its_page(owner: Client) -> None:
    task = ask(Kind.AUDIT, guest=cast.OWNER, group=cast.thursday_table(name="<script>alert(1)"))
    stands(task, state=State.DONE, answer={"differences": 102, "lines": ["<b>it differs</b>"]})
    html = text(owner.get(page(task)))
    assert not missing(html, "<li>&lt;b&gt;it differs", "… and 101 more.")
    assert "<script>alert" not in html


def test_what_a_check_found_is_said_in_the_words_of_now(owner: Client, group: Group) -> None:
    task = ask(Kind.AUDIT, guest=cast.OWNER, group=group)
    differs = {"code": "audit", "case": "hands", "params": {"had": 7, "has": 1}}
    about = {"group": "Thursday", "night": 2, "what": {"said": differs}}
    line = {"code": "audit", "case": "of_night", "params": about}
    stands(task, state=State.DONE, answer={"differences": 1, "lines": [line]})
    assert "<li>Thursday: night 2: it says 7 hands, the book says 1" in text(owner.get(page(task)))


def test_an_upload_is_moved_and_not_copied(
    settings: Settings, client: Client, monkeypatch: pytest.MonkeyPatch, db: None
) -> None:
    from django.core.files.uploadedfile import SimpleUploadedFile

    settings.FILE_UPLOAD_MAX_MEMORY_SIZE = 10
    moved: list[Path] = []
    monkeypatch.setattr("scorekeeper.tasks.files.shutil.move", lambda here, there: moved.append(Path(here)))
    monkeypatch.setattr(Path, "chmod", lambda path, mode: None)
    file = SimpleUploadedFile("group.json", b"x" * 1000)
    assert client.post(reverse("from_file"), {"file": file, "key": uuid.uuid4()}).status_code == 303
    assert [path.parent for path in moved] == [Path(given.FILE_UPLOAD_TEMP_DIR)]
    assert Path(given.FILE_UPLOAD_TEMP_DIR).stat().st_dev == Path(given.TASK_DIR).stat().st_dev
