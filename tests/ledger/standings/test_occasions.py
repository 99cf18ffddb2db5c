"""Hands that somebody had to pick, or cracked, or played for a pot, or with doublers: each by its index."""

import random
import uuid
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.counting import ALL, Circumstances, Sums
from ledger.models import PARTS, Group
from ledger.models.book import sheet_of
from ledger.recording import (
    Hand,
    WriteContext,
    change_stake,
    correct_hand,
    end_night,
    merge_players,
    start_session,
    take_back_hand,
    tell_hand,
)
from ledger.standings.behind import hands_behind
from ledger.standings.counted import Asked, counted
from ledger.standings.group_behind import listed, whole_hands
from ledger.standings.group_questions import About, group_questions
from ledger.standings.leafing import HandPlace
from ledger.standings.players import Share
from ledger.standings.questions import Subject, Topic, questions_about
from ledger.standings.roles import played_for_pots
from tests import cast
from tests.ledger import histories
from tests.ledger.histories import every_row, on
from tests.ledger.slowly.questions import answers_of
from tests.ledger.slowly.raw import raw_of
from tests.steady import seeds
from tests.steps import steps

pytestmark = pytest.mark.django_db

RULES = {"crack": "crack", "no_picker": "forced"}
ASKED = (
    Asked(),
    Asked(since=date(2025, 1, 15), until=date(2025, 3, 10)),
    Asked(circumstances=Circumstances(stake=50)),
    Asked(until=date(2025, 3, 31), circumstances=Circumstances(active=5, stake=25)),
)


def an_evening(group: Group, day: date, luck: random.Random, *, hands: int = 8, ends: bool = True) -> None:
    context = WriteContext(key=uuid.uuid4(), after=0, by=cast.owner_of(group), at=on(day))
    session = start_session(group, cast.seated(group, *cast.NAMES[:5]), context)
    for _ in range(hands):
        if luck.random() < 0.4:
            change_stake(session, luck.choice((25, 50)), cast.context(session))
        seating = sheet_of(session).seating
        dealer = seating.seats.index(seating.dealer)
        picker = dealer if luck.random() < 0.4 else luck.choice([seat for seat in range(5) if seat != dealer])
        partner, cracker = luck.sample([seat for seat in range(5) if seat != picker], 2)
        result = luck.choice(("won", "lost"))
        told = {"kind": "picked", "picker": picker, "partners": [partner], "result": result}
        if picker == dealer:
            told["forced"] = True
        if luck.random() < 0.3:
            told |= {"cracks": ["crack"], "cracks_by": [cracker]}
        entry = tell_hand(session, Hand(seats=seating.seats, told=told), cast.context(session)).entry.number
        if luck.random() < 0.1:
            take_back_hand(session, entry, cast.context(session))
        elif luck.random() < 0.2:
            told = {"kind": "picked", "picker": picker, "partners": [partner], "result": "won"}
            correct_hand(session, entry, Hand(seats=seating.seats, told=told), cast.context(session))
    if ends:
        end_night(session, cast.context(session))


@pytest.fixture(params=seeds([1, 2]))
def history(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Group:
    """Evenings of four months, the later ones still to be counted; one goes on; Frank turns out to be Ann.

    The second time all are added up, and by weeks as well.
    """
    monkeypatch.setattr("ledger.recording.totals.WORTH_A_WEEK", 1)
    group, luck = cast.thursday_table(options=RULES), random.Random(request.param)
    for week in range(0, 12, 2):
        an_evening(group, date(2025, 1, 3) + timedelta(weeks=week), luck)
    cast.add_up(group)
    an_evening(group, date(2025, 4, 4), luck)
    an_evening(group, date(2025, 4, 11), luck, ends=False)
    ann, frank = cast.ids(group, "Ann", "Frank")
    merge_players(group, ann, frank, WriteContext(key=uuid.uuid4(), after=0, by=cast.owner_of(group)))
    if request.param == 2:
        cast.add_up(Group.objects.get(pk=group.pk))
    return Group.objects.get(pk=group.pk)


def expected(group: Group, asked: Asked, *, player: int | None, topic: Topic) -> list[HandPlace]:
    """The obvious way: every sheet, hand by hand, the latest first."""
    found = []
    for session, row in every_row(group):
        told, of = row.facts["told"], asked.circumstances
        day = session.started_at.date()
        if not (asked.since or date.min) <= day <= (asked.until or date.max):
            continue
        if of.stake not in (None, row.stake_cents) or of.active not in (None, 5):
            continue
        if topic is Topic.FORCED:
            mine = row.seats[told["picker"]] if told.get("forced") else None
        else:
            mine = row.seats[told["cracks_by"][0]] if told.get("cracks_by") else None
        if mine is not None and player in (None, mine):
            found.append(HandPlace(session.number, row.entry))
    return found[::-1]


@pytest.mark.parametrize("topic", [Topic.FORCED, Topic.CRACKS])
@pytest.mark.parametrize("asked", ASKED)
def test_the_hands_are_those_that_are_counted_the_latest_first_page_by_page(
    history: Group, topic: Topic, asked: Asked
) -> None:
    some = partial(hands_behind, many=3)
    counts = counted(history, asked)["sheepshead"]
    subject = Subject(topic)
    for player in cast.ids(history, "Ben", "Cleo", "Dave", "Frank"):
        there = expected(history, asked, player=player, topic=topic)
        question = next((one for one in questions_about(player, counts) if one.subject == subject), None)
        assert (question.share.n if question else 0) == len(there)
        pages = [some(history, "sheepshead", player, subject, asked)]
        while older := pages[-1].older:
            pages.append(some(history, "sheepshead", player, subject, asked, older=older))
        assert [HandPlace(one.night, one.entry) for page in pages for one in page.hands] == there
        assert [page.newer is None for page in pages] == [not number for number in range(len(pages))]
        for before, page in pairwise(pages):
            back = some(history, "sheepshead", player, subject, asked, newer=page.newer)
            assert back.hands == before.hands
        won = [one.won for page in pages for one in page.hands]
        assert question is None or sum(map(bool, won)) == question.share.k


@pytest.mark.parametrize("asked", ASKED)
def test_the_group_lists_what_anybody_had_to_pick(history: Group, asked: Asked) -> None:
    some = partial(whole_hands, many=4)
    whole = counted(history, Asked(since=asked.since, until=asked.until))["sheepshead"]
    counts = counted(history, asked)["sheepshead"]
    (question,) = (
        one for one in group_questions(whole, counts, asked.circumstances) if one.about is About.FORCED
    )
    there = expected(history, asked, player=None, topic=Topic.FORCED)
    assert listed(question) == len(there) > 0
    pages = [some(history, "sheepshead", question, asked)]
    while older := pages[-1].older:
        pages.append(some(history, "sheepshead", question, asked, older=older))
    for before, page in pairwise(pages):
        assert some(history, "sheepshead", question, asked, newer=page.newer).hands == before.hands
    found = [one for page in pages for one in page.hands]
    assert [HandPlace(one.night, one.entry) for one in found] == there
    frank = cast.ids(history, "Frank")[0]
    assert all(sum(part.player == frank for part in one.parts) == 1 for one in found)
    assert all(not sum(part.parts for part in one.parts) for one in found)


ASKED_OF_ALL = (
    Asked(),
    Asked(since=date(2024, 12, 1), until=date(2025, 5, 31)),
    Asked(circumstances=Circumstances(stake=50)),
    Asked(since=date(2025, 1, 1), circumstances=Circumstances(version=3, active=5)),
)

RARE = (Topic.FORCED, Topic.CRACKS, Topic.POT, Topic.DOUBLED)
"""What is found in few hands, each by an index of its own."""


@pytest.mark.parametrize("seed", seeds([1, 2]))
def test_in_a_full_history_every_occasion_is_listed_and_counted(seed: int) -> None:
    """Of two games, on nights that are counted, are still to be, and go on, of players who are one."""
    group = histories.a_full_history(seed)
    seen: Counter[str] = Counter()
    for asked in ASKED_OF_ALL:
        raw, counts = raw_of(group, asked), counted(group, asked)
        for game in raw.games():
            there = raw.of(game, asked.circumstances)
            told: defaultdict[tuple[str, int], list[tuple[HandPlace, bool]]] = defaultdict(list)
            for one in there.dealt():
                for key, who, won in answers_of(one):
                    told[key, who].append((HandPlace(one.night, one.entry), won))
            for player in there.people():
                shares = {one.subject: one.share for one in questions_about(player, counts[game])}
                for topic in RARE:
                    expected = told[topic, player][::-1]
                    assert every_hand(group, game, player, Subject(topic), asked) == expected
                    share = shares.get(Subject(topic), Share(k=0, n=0))
                    assert share == Share(k=sum(won for _, won in expected), n=len(expected))
                    seen[topic] += len(expected)
    assert all(seen[topic] for topic in RARE)


def every_hand(
    group: Group, game: str, player: int, subject: Subject, asked: Asked
) -> list[tuple[HandPlace, bool]]:
    """All hands behind a question, page by page."""
    page = hands_behind(group, game, player, subject, asked, many=4)
    found = [*page.hands]
    while older := page.older:
        page = hands_behind(group, game, player, subject, asked, many=4, older=older)
        found += page.hands
    return [(HandPlace(one.night, one.entry), bool(one.won)) for one in found]


def test_beside_a_night_that_there_is_not_no_page_begins(history: Group) -> None:
    ben = cast.ids(history, "Ben")[0]
    with pytest.raises(LookupError):
        hands_behind(history, "sheepshead", ben, Subject(Topic.CRACKS), Asked(), older=HandPlace(99, 2))


def test_pots_that_a_side_played_for_are_asked_about_and_listed() -> None:
    group = cast.thursday_table(options={"pot": "leaster"})
    night = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    cast.tell(night, "Ann", "Ben")  # nothing lies there
    tell_hand(night, cast.leaster(night, "Cleo"), cast.context(night))
    missed = cast.tell(night, "Dave", "Ann", "lost").entry.number
    won = cast.tell(night, "Ann").entry.number
    cast.tell(night, "Ann", "Ben")  # nothing lies there any more
    counts = counted(group, Asked())["sheepshead"]
    ann, ben, dave = cast.ids(group, "Ann", "Ben", "Dave")
    # Of the four points in the pot the partner pays one more, and the picker three; then eight are won.
    assert played_for_pots(ann, counts)[:3] == (2, 1, (8 - 1) * PARTS)
    assert played_for_pots(dave, counts)[:3] == (1, 0, -3 * PARTS)
    assert played_for_pots(ben, counts) == Sums()
    subject = Subject(Topic.POT)
    assert [one.share for one in questions_about(ann, counts) if one.subject == subject] == [Share(k=1, n=2)]
    hands = hands_behind(group, "sheepshead", ann, subject, Asked()).hands
    assert [(one.entry, one.won) for one in hands] == [(won, True), (missed, False)]
    assert not [one for one in questions_about(ben, counts) if one.subject == subject]


def test_hands_on_which_doublers_lay_are_asked_about_and_listed() -> None:
    group = cast.thursday_table(options={"no_picker": "doubler"})
    night = cast.a_night(group)
    for told in ({"kind": "all_pass"}, {"kind": "picked", "picker": 2, "partners": [3], "result": "won"}):
        seats = sheet_of(night).seating.seats
        tell_hand(night, Hand(seats=seats, told=told), cast.context(night))
    cast.tell(night, "Ann", "Ben")
    counts = counted(group, Asked())["sheepshead"]
    row = sheet_of(night).rows[1]
    assert row.doublers
    playing = [(seat, who) for seat, who in enumerate(row.seats) if who not in row.out]
    assert len(playing) == 5
    for seat, who in playing:
        subject = Subject(Topic.DOUBLED)
        [question] = [one for one in questions_about(who, counts) if one.subject == subject]
        hands = hands_behind(group, "sheepshead", who, subject, Asked()).hands
        assert question.share == Share(k=int(seat in (2, 3)), n=1)
        assert [(one.night, one.entry, one.won) for one in hands] == [(1, row.entry, seat in (2, 3))]


class Rare(NamedTuple):
    """House rules by which there is such a hand, what is told of it, of whom it is so (the seat), and what is
    told before it. Ann, at seat 0, deals first."""

    options: Mapping[str, str]
    told: Mapping[str, object]
    seat: int
    before: Mapping[str, object] | None = None


PICKED = {"kind": "picked", "picker": 0, "partners": [1], "result": "won"}
RARE_HANDS = {
    Topic.FORCED: Rare({"no_picker": "forced"}, PICKED | {"forced": True}, 0),
    Topic.CRACKS: Rare({"crack": "crack"}, PICKED | {"cracks": ["crack"], "cracks_by": [2]}, 2),
    Topic.POT: Rare({"pot": "leaster"}, PICKED, 1, {"kind": "leaster", "winners": [3]}),
    Topic.DOUBLED: Rare({"no_picker": "doubler"}, PICKED, 4, {"kind": "all_pass"}),
}
INDEXES = {
    Topic.FORCED: "results_forced",
    Topic.CRACKS: "results_cracked",
    Topic.POT: "results_for_pot",
    Topic.DOUBLED: "results_with_doublers",
}


def told_once(topic: Topic, others: int) -> tuple[Group, Callable[[], list[int]]]:
    """A group with one such hand and so many others after it, and how the former is found: by its entry."""
    rare = RARE_HANDS[topic]
    group = cast.thursday_table(options=rare.options)
    night = cast.a_night(group, *cast.NAMES[:5], dealer="Ann")
    seats = sheet_of(night).seating.seats
    if rare.before:
        tell_hand(night, Hand(seats=seats, told=rare.before), cast.context(night))
    entry = tell_hand(night, Hand(seats=seats, told=rare.told), cast.context(night)).entry.number
    for _ in range(others):
        cast.tell(night, "Ann", "Ben")

    def found() -> list[int]:
        page = hands_behind(group, "sheepshead", seats[rare.seat], Subject(topic), Asked())
        return [one.entry for one in page.hands]

    assert found() == [entry]
    return group, found


@pytest.mark.parametrize("topic", RARE_HANDS)
def test_rare_hands_are_found_as_fast_among_many_others(topic: Topic) -> None:
    taken = [steps(told_once(topic, others)[1]) for others in (5, 80)]
    assert taken[1] <= taken[0] * 1.1


def plan_of(sql: str) -> str:
    """How the database would answer that."""
    explain = "EXPLAIN QUERY PLAN"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # So few rows are read faster than any index.
            cursor.execute("SET LOCAL enable_seqscan = off")
            explain = "EXPLAIN"
        cursor.execute(f"{explain} {sql}")
        return str(cursor.fetchall())


@pytest.mark.parametrize("topic", RARE_HANDS)
def test_each_kind_of_rare_hands_is_read_by_an_index_of_its_own(topic: Topic) -> None:
    _, found = told_once(topic, 40)
    with CaptureQueriesContext(connection) as asked:
        found()
    assert INDEXES[topic] in plan_of(asked[-1]["sql"])


def test_what_anybody_in_the_group_had_to_pick_is_read_by_an_index_of_its_own() -> None:
    group, _ = told_once(Topic.FORCED, 40)
    counts = counted(group, Asked())["sheepshead"]
    (question,) = (one for one in group_questions(counts, counts, ALL) if one.about is About.FORCED)
    with CaptureQueriesContext(connection) as asked:
        assert len(whole_hands(group, "sheepshead", question, Asked()).hands) == 1
    assert "results_all_forced" in plan_of(asked[0]["sql"])
