"""Hands that a file or a clock has at another time than their night: what is counted is also listed."""

import json
import random
import re
import uuid
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, timedelta
from functools import partial

import pytest

from ledger.counting import Circumstances, Counts
from ledger.exchange.group import group_export, group_import
from ledger.models import A_NIGHT, Group, HandResult, Session
from ledger.recording import (
    WriteContext,
    change_stake,
    correct_hand,
    end_night,
    reopen_night,
    start_session,
    tell_hand,
)
from ledger.recording.auditing import audit
from ledger.recording.projecting import PROJECTION, project_again
from ledger.recording.totals import add_up_in_steps
from ledger.standings.behind import hands_behind
from ledger.standings.counted import Asked, all_counted, counted, going_on
from ledger.standings.group_behind import listed, whole_hands
from ledger.standings.group_questions import group_questions
from ledger.standings.questions import Subject, Topic, questions_about
from ledger.steps import finish
from tests import cast
from tests.ledger import histories
from tests.ledger.histories import on
from tests.steady import seeds

pytestmark = pytest.mark.django_db

MONTHS = (date(2024, 2, 2), date(2024, 5, 3), date(2024, 5, 4), date(2024, 9, 6))
ASKED = (
    Asked(),
    Asked(since=date(2024, 5, 1), until=date(2024, 5, 31)),
    Asked(since=date(2024, 5, 4), until=date(2024, 5, 4)),
    Asked(until=date(2024, 5, 3)),
    Asked(since=date(2024, 9, 1)),
    Asked(circumstances=Circumstances(version=1, stake=10)),
    Asked(since=date(2024, 3, 1), circumstances=Circumstances(active=5, stake=25)),
)
FAR = (timedelta(days=-4000), timedelta(days=-3), timedelta(hours=1), timedelta(days=2), timedelta(days=400))


def pages_of_hands(some: partial) -> Iterator[tuple[int, int]]:  # type: ignore[type-arg]
    page = some()
    yield from ((one.night, one.entry) for one in page.hands)
    while page.older:
        page = some(older=page.older)
        yield from ((one.night, one.entry) for one in page.hands)


def all_listed(group: Group) -> None:
    """Of every question there are as many hands behind it as it counts, each once."""
    for asked in ASKED:
        counts = counted(group, asked).get("sheepshead", Counts())
        here = tuple(going_on(group, asked))
        about = {
            Subject(Topic.PICKING), Subject(Topic.WON_PICKING), Subject(Topic.OPPONENT),
            Subject(Topic.CRACKS), Subject(Topic.PLACE, "2"),
        }  # fmt: skip
        for player in cast.ids(group, "Ann", "Cleo"):
            for one in questions_about(player, counts):
                if one.subject in about:
                    behind = partial(hands_behind, group, "sheepshead", player, one.subject, asked, on=here)
                    found = [*pages_of_hands(partial(behind, many=4))]
                    assert len(found) == len(set(found)) == one.share.n, (asked, player, one.key)
        whole = all_counted(group, asked).get("sheepshead", Counts())
        for question in group_questions(whole, counts, asked.circumstances):
            of_it = partial(whole_hands, group, "sheepshead", question, asked, on=here, many=4)
            found = [*pages_of_hands(of_it)]
            assert len(found) == len(set(found)) == listed(question), (asked, question.key)


def a_night(group: Group, began: datetime, luck: random.Random) -> Session:
    """Four hands, each told at any time, and one told anew."""
    by = WriteContext(key=uuid.uuid4(), after=0, by=cast.owner_of(group), at=began)
    session = start_session(group, cast.seated(group, *cast.NAMES[:5]), by)
    change_stake(session, luck.choice((10, 25)), replace(cast.context(session), at=began))
    for _ in range(4):
        a_hand(session, began, luck)
    return session


def a_hand(session: Session, began: datetime, luck: random.Random) -> None:
    said = replace(cast.context(session), at=began + luck.choice(FAR))
    entry = tell_hand(session, histories.a_hand(session, luck), said).entry.number
    if luck.random() < 0.3:
        said = replace(cast.context(session), at=began + luck.choice(FAR))
        correct_hand(session, entry, histories.a_hand_like(session, entry, luck), said)


def a_history(seed: int) -> Group:
    """Nights of some months, that end at any time; one is opened again days later, and may go on."""
    luck = random.Random(seed)
    group = cast.thursday_table(options={"crack": "crack"})
    nights = [a_night(group, on(day), luck) for day in MONTHS]
    for night in nights:
        end_night(night, replace(cast.context(night), at=night.started_at + luck.choice(FAR)))
    again = luck.choice(nights)
    later = again.started_at + timedelta(days=9)
    reopen_night(again, replace(cast.context(again), at=later))
    tell_hand(again, histories.a_hand(again, luck), replace(cast.context(again), at=later))
    if luck.random() < 0.5:
        end_night(again, replace(cast.context(again), at=later))
    return group


@pytest.mark.parametrize("seed", seeds([1, 2, 3]))
def test_what_is_counted_is_listed_whenever_its_hands_were_told(seed: int) -> None:
    group = a_history(seed)
    all_listed(group)
    finish(add_up_in_steps(group))
    all_listed(group)
    assert list(audit([group])) == []


def test_hands_of_a_file_are_listed_whatever_it_says_of_when_they_were_told() -> None:
    luck = random.Random(7)
    text = group_export(a_history(4))
    names: dict[str, str] = {}
    # Another group, as no group is taken twice.
    text = re.sub(
        r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}",
        lambda found: names.setdefault(found[0], str(uuid.uuid4())),
        text,
    )
    facts = json.loads(text)
    for night in facts["sessions"]:
        for line in night["entries"]:
            if line["kind"] == "hand":
                line["at"] = (datetime.fromisoformat(line["at"]) + luck.choice(FAR)).isoformat()
    group, is_new = group_import(json.dumps(facts))
    assert is_new
    all_listed(group)
    finish(add_up_in_steps(group))
    all_listed(group)
    assert list(audit([group])) == []


def test_what_an_older_version_kept_of_such_hands_is_projected_anew() -> None:
    group = a_history(5)
    cast.an_ended_night(group)
    finish(add_up_in_steps(group))
    kept = dict(HandResult.objects.values_list("pk", "at"))
    ends = Session.objects.get(number=1).started_at + A_NIGHT
    HandResult.objects.filter(session__number=1).update(at=ends + timedelta(days=30))
    HandResult.objects.filter(session__number=2).update(at=on(date(2001, 1, 1)))
    Session.objects.update(projection=PROJECTION - 1)
    finish(project_again(Session.objects.all(), failed=lambda session, problem: pytest.fail(str(problem))))
    assert sorted(HandResult.objects.values_list("at", flat=True)) == sorted(kept.values())
    assert list(audit([group])) == []
