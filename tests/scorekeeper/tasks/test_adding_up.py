"""What nights come to is added up in the background, soon after they are over."""

import pytest

from ledger.models import Group, NightCounts, Session, SpanCounts
from ledger.recording import end_night, totals
from ledger.recording.totals import groups_to_add_up
from ledger.standings.counted import CALENDAR
from scorekeeper.tasks import worker
from scorekeeper.tasks.worker import Worker
from tests import cast

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def looks_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "LOOKS_EVERY", 0)


def ended_night() -> Session:
    night = cast.a_night(cast.thursday_table())
    cast.tell(night, "Ben", "Cleo")
    end_night(night, cast.context(night))
    return night


def work(one: Worker) -> None:
    while one.advance():
        pass


def test_a_night_is_counted_when_it_ends_and_added_up_after_it() -> None:
    night = ended_night()
    assert NightCounts.objects.get(session=night).counts
    assert not SpanCounts.objects.filter(counts__isnull=False).exists()
    one = Worker()
    work(one)
    assert SpanCounts.objects.filter(counts__isnull=False).count() == len(CALENDAR) - 1
    assert not groups_to_add_up().exists()
    ended_night()
    work(one)
    assert not groups_to_add_up().exists()


def test_a_group_that_cannot_be_added_up_waits_for_the_next_chores_and_holds_up_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broken, whole = (ended_night().group for _ in range(2))
    add_up, tried = totals.add_up_in_steps, []

    def breaks(group: Group) -> object:
        tried.append(group)
        if group == broken:
            raise ValueError("a book of tea")
        return add_up(group)

    monkeypatch.setattr(totals, "add_up_in_steps", breaks)
    one = Worker()
    work(one)
    assert list(groups_to_add_up()) == [broken]
    assert tried == [broken, whole]
    monkeypatch.setattr(one, "chores_at", 0.0)
    work(one)
    assert tried == [broken, whole, broken]
