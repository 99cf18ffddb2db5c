"""The steps of tasks, taken one by one: nothing here waits for a clock or a thread."""

import json
import shutil
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.utils import timezone
from pytest_django import Settings

from ledger.exchange import group as exchanging
from ledger.models import Group, Player, Session
from ledger.recording import Refused
from ledger.steps import pause
from scorekeeper.models import Task, TaskFile
from scorekeeper.tasks import ask, claims, give_up, kinds, run_all, worker
from scorekeeper.tasks.claims import MOST_BEGUN, UNSEEN, Lost, take
from scorekeeper.tasks.files import BROUGHT, MADE, fetched, folder_of, forget, keep, throw_away
from scorekeeper.tasks.turns import Turns
from scorekeeper.tasks.worker import AT_ONCE, Worker
from tests import cast
from tests.group_files import group_export
from tests.scorekeeper.group.test_exchange import elsewhere

pytestmark = pytest.mark.django_db
State = Task.State
Kind = Task.Kind

Work = Callable[[Task, kinds.Began], dict[str, Any]]


@pytest.fixture(autouse=True)
def later(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.TASKS_AT_ONCE = False
    monkeypatch.setattr(claims, "TELLS_EVERY", 0)
    monkeypatch.setattr(worker, "LOOKS_EVERY", 0)


def does(monkeypatch: pytest.MonkeyPatch, work: Work) -> None:
    monkeypatch.setattr(worker, "carried_out", work)


def three_steps(task: Task, began: kinds.Began) -> dict[str, Any]:
    for done in (1, 2, 3):
        pause(done, 3)
    return {"nights": 3}


def exhaust(work: Worker) -> None:
    while work.advance():
        pass


def stages_then(ending: BaseException) -> Work:
    def work(task: Task, began: kinds.Began) -> dict[str, Any]:
        staged(began)
        pause(1, 3)
        raise ending

    return work


def asked(guest: uuid.UUID | None = None, **more: Any) -> Task:
    return ask(Kind.IMPORT_GROUP, guest=guest or uuid.uuid4(), files={BROUGHT: b"tea"}, **more)


def now(task: Task) -> Task:
    return Task.objects.get(pk=task.pk)


def long_ago(task: Task) -> None:
    """Say that nobody was at the task since long ago, as its server was killed."""
    Task.objects.filter(pk=task.pk).update(seen_at=timezone.now() - 2 * UNSEEN)


def staged(began: kinds.Began) -> Group:
    """Stage a group, as an import that has begun to write it."""
    group = Group.every.create(name="Half written", is_arriving=True)
    Player.objects.create(group=group, name="Ann", name_key="ann")
    began(group)
    return group


def test_it_is_done_step_by_step_and_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    does(monkeypatch, three_steps)
    task, work, seen = asked(), Worker(has_chores=False), []
    while work.advance():
        seen.append((now(task).state, now(task).done, now(task).of))
    assert seen == [
        (State.RUNNING, 0, 0),
        (State.RUNNING, 1, 3),
        (State.RUNNING, 2, 3),
        (State.DONE, 3, 3),
    ]
    assert now(task).answer == {"nights": 3}
    assert now(task).ended_at
    assert not (folder_of(task.key) / BROUGHT).exists()


def test_tasks_of_several_guests_go_on_side_by_side_and_those_of_one_in_a_row(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    order: list[int] = []

    def work(task: Task, began: kinds.Began) -> dict[str, Any]:
        for _ in range(4):
            order.append(task.guest.int)
            pause(1, 2)
        return {}

    does(monkeypatch, work)
    for guest in (1, 1, 2):
        asked(uuid.UUID(int=guest))
    run_all()
    assert order[:7] == [1, 1, 2, 1, 2, 1, 2]
    assert order[7:].count(1) == 4


def test_no_more_than_a_few_go_on_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    does(monkeypatch, three_steps)
    for _ in range(AT_ONCE + 2):
        asked()
    work, running = Worker(has_chores=False), set()
    while work.advance():
        running.add(Task.objects.filter(state=State.RUNNING).count())
    assert max(running) == AT_ONCE
    assert Task.objects.filter(state=State.DONE).count() == AT_ONCE + 2


def test_what_is_refused_says_why_and_may_repeat_whatever_a_file_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = "a\0b \ud800 " + "c" * 10_000
    does(monkeypatch, stages_then(Refused("too_many", case="yours", most=5, name=name)))
    task = asked()
    run_all()
    assert now(task).state == State.REFUSED
    kept = ("a\ufffdb ? " + "c" * 10_000)[:500]
    assert now(task).answer == {
        "refused": {"code": "too_many", "case": "yours", "params": {"most": 5, "name": kept}, "fact": None}
    }
    assert (Group.every.exists(), folder_of(task.key).exists()) == (False, False)


def test_what_fails_is_in_the_log_and_leaves_nothing_behind(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    does(monkeypatch, stages_then(LookupError("our fault")))
    tasks = [asked(), asked()]
    run_all()
    assert [now(task).state for task in tasks] == [State.FAILED] * 2
    assert (now(tasks[0]).answer, Group.every.exists()) == ({}, False)
    assert "our fault" in caplog.text


def test_a_task_whose_server_was_killed_begins_anew_without_what_was_staged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def work(task: Task, began: kinds.Began) -> dict[str, Any]:
        assert not Group.every.exists()
        group = staged(began)
        pause(1, 2)
        return {"code": group.code}

    does(monkeypatch, work)
    task, killed = asked(), Worker(has_chores=False)
    killed.advance()
    half = Group.every.get()
    assert now(task).answer["staged"] == half.pk
    run_all()
    assert now(task).state == State.RUNNING  # it was seen a moment ago: its server may be there still
    long_ago(task)
    run_all()
    assert now(task).state == State.DONE
    assert Group.every.get().pk != half.pk


def test_a_task_that_was_seen_in_the_future_is_taken_up(monkeypatch: pytest.MonkeyPatch) -> None:
    does(monkeypatch, three_steps)
    task = asked()
    Worker(has_chores=False).advance()
    Task.objects.filter(pk=task.pk).update(seen_at=timezone.now() + timedelta(days=365))
    run_all()
    assert now(task).state == State.DONE


@pytest.mark.parametrize("is_started", [False, True])
def test_a_server_that_starts_takes_up_at_once_what_the_one_before_it_left_on_sqlite(
    monkeypatch: pytest.MonkeyPatch, *, is_started: bool
) -> None:
    does(monkeypatch, three_steps)
    monkeypatch.setattr(worker, "chores", lambda: None)
    task, killed = asked(), Worker(has_chores=False)
    killed.advance()
    exhaust(Worker(has_chores=is_started))
    if not is_started or connection.vendor != "sqlite":
        assert now(task).state == State.RUNNING
        return
    assert (now(task).state, now(task).answer) == (State.DONE, {"nights": 3})
    assert killed.advance()
    assert not killed.jobs


NOTEBOOK = "Date,Ann,Ben\n2009-01-02,1,-1\n2009-01-09,2,-2\n"


def notebook_task(kind: Task.Kind, group: Group, **facts: Any) -> Task:
    text = json.dumps([["a.csv", NOTEBOOK]]).encode()
    said = {"called": {}, "zeros": "played", "owed_from": None, **facts}
    return ask(kind, guest=cast.OWNER, group=group, facts=said, files={BROUGHT: text})


def test_a_notebook_that_was_written_when_its_server_was_killed_says_how_many_nights() -> None:
    task = notebook_task(Kind.COPY_NOTEBOOK, cast.thursday_table())
    kinds.carried_out(task, lambda group: None)
    run_all()
    assert now(task).answer == {"nights": 2, "replaced": 0}


def test_money_is_no_points_where_the_stake_went_after_the_look() -> None:
    group = cast.thursday_table(currency="", stake_cents=0)
    text = json.dumps([["a.csv", "Date,Ann,Ben\n2009-01-02,$1.50,-$1.50\n"]]).encode()
    said: dict[str, Any] = {"called": {}, "zeros": "played", "owed_from": None, "unit": "money"}
    task = ask(Kind.COPY_NOTEBOOK, guest=cast.OWNER, group=group, facts=said, files={BROUGHT: text})
    run_all()
    assert (now(task).state, group.sessions.count()) == (State.REFUSED, 0)


def test_an_undone_import_whose_server_was_killed_says_how_many_nights_went() -> None:
    group = cast.thursday_table()
    brought = notebook_task(Kind.COPY_NOTEBOOK, group)
    run_all()
    task = notebook_task(Kind.UNDO_NOTEBOOK, group, **{"import": str(brought.key)})
    turns = Turns(lambda: kinds.carried_out(task, lambda group: None))
    for _ in range(2):
        turns.step()
    assert group.sessions.filter(struck="").count() == 1
    run_all()
    assert now(task).answer == {"nights": 2, "restored": 0}


def a_file() -> bytes:
    return elsewhere(group_export(cast.an_ended_night(cast.thursday_table()).group)).encode()


def test_a_real_import_is_taken_up_by_the_next_server() -> None:
    task = ask(Kind.IMPORT_GROUP, guest=uuid.uuid4(), files={BROUGHT: a_file()})
    half = Group.every.create(name="Half written", is_arriving=True)
    long_ago(task)
    Task.objects.filter(pk=task.pk).update(state=State.RUNNING, answer={"begun": 1, "staged": half.pk})
    run_all()
    assert (now(task).state, now(task).answer["nights"]) == (State.DONE, 1), now(task).answer
    assert not Group.every.filter(is_arriving=True).exists()
    assert Group.objects.get(code=now(task).answer["code"]).memberships.filter(guest=task.guest).exists()


@pytest.mark.parametrize("state", [State.REFUSED, State.FAILED])
def test_a_file_comes_in_although_half_of_it_was_left_by_an_import_that_was_given_up(
    state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exchanging, "READ_NS", -1)  # as many steps as there can be
    guest, files, killed = uuid.uuid4(), {BROUGHT: a_file()}, Worker(has_chores=False)
    first = ask(Kind.IMPORT_GROUP, guest=guest, files=files)
    while not Session.objects.filter(group__is_arriving=True).exists():
        assert killed.advance()
    if state == State.REFUSED:
        give_up(now(first))
    else:  # it killed its server too often
        Task.objects.filter(pk=first.pk).update(state=state)
    second = ask(Kind.IMPORT_GROUP, guest=guest, files=files)
    run_all()
    assert now(second).state == State.DONE, now(second).answer
    assert not Group.every.filter(is_arriving=True).exists()


def test_an_import_that_was_done_when_its_server_was_killed_is_done() -> None:
    task = ask(Kind.IMPORT_GROUP, guest=uuid.uuid4(), files={BROUGHT: a_file()})
    kinds.carried_out(task, lambda group: None)
    run_all()
    assert (now(task).state, Group.objects.count()) == (State.DONE, 2)


def test_a_task_that_kills_every_server_is_begun_three_times_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = []

    def work(task: Task, began: kinds.Began) -> dict[str, Any]:
        begun.append(task.key)
        pause(1, 2)
        return {}

    does(monkeypatch, work)
    task = asked()
    for _ in range(5):
        Worker(has_chores=False).advance()
        long_ago(task)
    assert len(begun) == 3
    assert now(task).state == State.FAILED


def test_two_servers_never_take_the_same_task() -> None:
    asked()
    one, other = Task.objects.get(), Task.objects.get()
    assert claims._claimed(one)
    assert (claims._claimed(other), take()) == (None, None)


def test_a_server_that_was_thought_dead_stops_at_its_next_step(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = []

    def work(task: Task, began: kinds.Began) -> dict[str, Any]:
        for done in (1, 2):
            steps.append(task.answer["begun"])
            pause(done, 2)
        return {"begun": task.answer["begun"]}

    does(monkeypatch, work)
    task, slow, quick = asked(), Worker(has_chores=False), Worker(has_chores=False)
    slow.advance()
    long_ago(task)
    quick.advance()
    exhaust(slow)
    assert folder_of(task.key).exists()  # the other one needs it
    exhaust(quick)
    assert (steps, now(task).answer) == ([1, 2, 2], {"begun": 2})


def test_progress_is_noted_at_a_pause_that_does_not_know_it(monkeypatch: pytest.MonkeyPatch) -> None:
    task = asked()
    claim = take()
    assert claim
    monkeypatch.setattr(claims, "TELLS_EVERY", 60)
    claim.tell(3, 10)
    assert now(task).done == 0
    monkeypatch.setattr(claims, "TELLS_EVERY", 0)
    claim.tell(0, 0)
    assert (now(task).done, now(task).of) == (3, 10)


def test_whoever_lost_a_task_may_not_stage_a_group(monkeypatch: pytest.MonkeyPatch) -> None:
    task = asked()
    claim = take()
    assert claim
    give_up(now(task))
    with pytest.raises(Lost):
        claim.began(Group.every.create(name="Too late", is_arriving=True))


@pytest.mark.parametrize("is_running", [True, False])
def test_what_runs_is_given_up_before_its_next_step_and_what_waits_at_once(
    monkeypatch: pytest.MonkeyPatch, *, is_running: bool
) -> None:
    does(monkeypatch, stages_then(AssertionError("it goes on")))
    task, work = asked(), Worker(has_chores=False)
    if is_running:
        work.advance()
    give_up(now(task))
    exhaust(work)
    assert (now(task).state, now(task).answer["is_stopped"]) == (State.REFUSED, True)
    assert (Group.every.exists(), folder_of(task.key).exists(), take()) == (False, False, None)


def test_what_was_done_at_the_last_moment_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    def work(task: Task, began: kinds.Began) -> dict[str, Any]:
        give_up(now(task))
        return {"nights": 1}

    does(monkeypatch, work)
    task = asked()
    run_all()
    assert (now(task).state, now(task).answer) == (State.DONE, {"nights": 1})


def test_what_the_database_cannot_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    troubles = [OperationalError("disk is full")]

    def work(task: Task, began: kinds.Began) -> dict[str, Any]:
        pause(1, 2)
        if troubles:
            raise troubles.pop()
        return {}

    does(monkeypatch, work)
    task = asked()
    run_all()
    assert now(task).state == State.RUNNING
    assert "disk is full" in caplog.text
    long_ago(task)
    run_all()
    assert now(task).state == State.DONE


def test_a_server_that_stops_gives_back_what_it_did(monkeypatch: pytest.MonkeyPatch) -> None:
    does(monkeypatch, three_steps)
    task, stops = asked(), Worker(has_chores=False)
    for _ in range(MOST_BEGUN + 2):
        stops.advance()
        stops.give_back()
        assert now(task).state == State.WAITING
    run_all()
    assert now(task).state == State.DONE


@pytest.mark.skipif(connection.vendor != "sqlite", reason="about the one disk that SQLite has")
def test_what_lies_on_another_disk_is_left_to_it() -> None:
    task = asked()
    folder_of(task.key).rename(folder_of(uuid.uuid4()))
    assert take() is None
    assert now(task).state == State.WAITING


@pytest.mark.skipif(connection.vendor != "postgresql", reason="about several servers, each with a disk")
def test_what_another_server_was_brought_is_done_here_and_what_it_made_is_found_here() -> None:
    task = asked()
    shutil.rmtree(folder_of(task.key))
    assert take() is not None
    assert fetched(task.key, BROUGHT).read_bytes() == b"tea"
    (folder_of(task.key) / MADE).write_bytes(b"x" * 2_500_000)
    keep(task.key, MADE)
    shutil.rmtree(folder_of(task.key))
    assert fetched(task.key, MADE).read_bytes() == b"x" * 2_500_000
    forget(task.key, BROUGHT)
    assert not fetched(task.key, BROUGHT).exists()
    throw_away(task.key)
    assert (fetched(task.key, MADE).exists(), TaskFile.objects.exists()) == (False, False)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="about a book that has moved to SQLite")
def test_files_that_a_move_has_brought_along_are_found_and_go_with_their_task() -> None:
    task = asked()
    shutil.rmtree(folder_of(task.key))
    for part, data in enumerate((b"t", b"ea")):
        TaskFile.objects.create(key=task.key, name=BROUGHT, part=part, data=data)
    assert take() is not None
    assert fetched(task.key, BROUGHT).read_bytes() == b"tea"
    throw_away(task.key)
    assert (fetched(task.key, BROUGHT).exists(), TaskFile.objects.exists()) == (False, False)


def test_an_export_under_way_is_not_asked_for_twice() -> None:
    group = cast.thursday_table()
    first, again = (ask(Kind.EXPORT_GROUP, guest=cast.OWNER, group=group) for _ in range(2))
    run_all()
    assert first.key == again.key != ask(Kind.EXPORT_GROUP, guest=cast.OWNER, group=group).key
    assert not Task.objects.filter(pk=first.key).exists()  # the new one takes its place
    assert not folder_of(first.key).exists()


def test_a_guest_has_a_few_things_under_way_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    guest = uuid.uuid4()
    for _ in range(5):
        asked(guest)
    with pytest.raises(Refused, match=r"too_many\.yours"):
        asked(guest)
    asked()  # somebody else's
    does(monkeypatch, three_steps)
    run_all()
    asked(guest)


@pytest.mark.parametrize(
    ("limit", "number", "most", "refusal"),
    [("asking.MOST", 2, 2, r"too_many\.everybodys"), ("files.LEAST_FREE", 10**18, 0, "no_room")],
)
def test_nothing_is_taken_beyond_what_server_and_disk_have_room_for(
    monkeypatch: pytest.MonkeyPatch, limit: str, number: int, most: int, refusal: str
) -> None:
    monkeypatch.setattr(f"scorekeeper.tasks.{limit}", number)
    for _ in range(most):
        asked()
    with pytest.raises(Refused, match=refusal):
        asked()
    assert Task.objects.count() == most


@pytest.mark.parametrize("kind", Kind)
def test_what_fills_the_disk_stops_and_leaves_nothing_behind(
    monkeypatch: pytest.MonkeyPatch, kind: Kind
) -> None:
    def work(task: Task, began: kinds.Began) -> dict[str, Any]:
        staged(began)
        for done in (1, 2):
            monkeypatch.setattr("scorekeeper.tasks.files.LEAST_FREE", 10**18)
            pause(done, 2)
        return {"nights": 3}

    does(monkeypatch, work)
    task = ask(kind, guest=uuid.uuid4(), files={BROUGHT: b"tea"})
    run_all()
    needs_no_room = kind in (Kind.AUDIT, Kind.REMOVE_GROUP)
    assert now(task).state == (State.DONE if needs_no_room else State.REFUSED)
    assert needs_no_room or now(task).answer["refused"]["code"] == "no_room"
    assert Group.every.exists() is needs_no_room


def test_a_guest_keeps_his_newest_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    does(monkeypatch, three_steps)
    guest = uuid.uuid4()
    kept = []
    for _ in range(23):
        kept.append(asked(guest).key)
        run_all()
    assert [task.key for task in Task.objects.filter(guest=guest).order_by("asked_at")] == kept[3:]
    assert not folder_of(kept[0]).exists()


def test_what_a_task_brought_is_for_nobody_else_on_this_machine() -> None:
    task = asked()
    assert folder_of(task.key).stat().st_mode & 0o777 == 0o700
    assert (folder_of(task.key) / BROUGHT).stat().st_mode & 0o777 == 0o600
