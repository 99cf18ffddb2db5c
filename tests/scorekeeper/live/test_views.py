"""The door of a stream: members come in, and nobody else learns that there is anything."""

import uuid
from collections.abc import Callable

import pytest
from django.test import Client

from ledger.models import Group, Membership, News
from ledger.recording import add_player
from scorekeeper.live.watched import LiveAnswer, Target, Watched, Watcher
from tests.cast import a_night, tell, thursday_table

pytestmark = pytest.mark.django_db

WHERE = ("live/", "1/live/")


@pytest.fixture(autouse=True)
def night(group: Group) -> None:
    tell(a_night(group), "Ben", "Cleo")


@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize("who", ["owner", "scorer", "watcher"])
def test_a_member_is_let_in(phone: Callable[[str], Client], group: Group, who: str, where: str) -> None:
    answer = phone(who).get(f"/g/{group.code}/{where}")
    assert (answer.status_code, answer["Content-Type"]) == (204, "text/event-stream")
    assert (answer["X-Accel-Buffering"], "no-store" in answer["Cache-Control"]) == ("no", True)


def test_a_night_of_another_group_is_not_this_group_s(watcher: Client, group: Group) -> None:
    other = thursday_table(name="Friday table", guest=uuid.uuid4())
    a_night(other)
    a_night(other)
    assert watcher.get(f"/g/{other.code}/1/live/").status_code == 404
    assert watcher.get(f"/g/{group.code}/2/live/").status_code == 404


def test_nothing_is_written_here(owner: Client, group: Group) -> None:
    assert [owner.post(f"/g/{group.code}/{where}").status_code for where in WHERE] == [405, 405]


def test_the_number_is_said_at_once(watcher: Client, group: Group) -> None:
    def now(where: str) -> int:
        answer = watcher.get(f"/g/{group.code}/{where}?now")
        assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain")
        return int(answer.content)

    assert now("1/live/") == 2
    was = now("live/")
    News.objects.update(by=0)  # PostgreSQL counts a transaction once, and a test is one
    add_player(group, "Gus")
    assert now("live/") == was + 1
    assert now("1/live/") == 2


def begins(client: Client, path: str, **headers: str) -> Watcher:
    answer = client.get(path, headers=headers)
    assert isinstance(answer, LiveAnswer)
    return answer.begins


def test_the_stream_that_begins_knows_who_watches_what(owner: Client, group: Group) -> None:
    mine = Membership.objects.get(group=group)
    night = begins(owner, f"/g/{group.code}/1/live/?seen=2")
    assert night.watched == Watched(kind=Target.NIGHT, id=group.sessions.get().pk)
    assert (night.membership, night.guest, night.seen) == (mine.pk, mine.guest, 2)
    assert begins(owner, f"/g/{group.code}/live/").watched == Watched(kind=Target.GROUP, id=group.pk)


@pytest.mark.parametrize("said", ["", "x", "-1", "1.5", "٣", "²", "9" * 19])
def test_what_is_no_number_was_not_seen_and_what_was_heard_last_counts_first(
    owner: Client, group: Group, said: str
) -> None:
    address = f"/g/{group.code}/1/live/?seen="
    assert begins(owner, address + said).seen is None
    assert begins(owner, f"{address}1", **{"Last-Event-ID": "2"}).seen == 2
