"""Players merged and told apart again: one person meanwhile, and nothing else than before afterwards."""

import json
import random
import re
import uuid
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from ledger import limits
from ledger.book.seating import Seating, usually_play
from ledger.exchange.group import group_export, group_import
from ledger.models import Group, HandResult, Merge, NightPlayer, NightRole, OpenPayment, Session
from ledger.models.book import ink_of, sheet_of
from ledger.money.payments import owed_by
from ledger.recording import (
    Hand,
    Refused,
    WriteContext,
    amend_night,
    arrange,
    correct_hand,
    end_night,
    join,
    leave,
    merge_players,
    reopen_night,
    start_session,
    strike_night,
    take_back_hand,
    tell_hand,
    undo_change,
    unmerge_players,
)
from ledger.recording.auditing import audit
from ledger.recording.journal import pay, pay_line, share_expense, undo
from ledger.recording.notebook import Copying, copy_notebook
from ledger.scoring import HandRefused
from ledger.standings import people_of, standings_of
from ledger.standings.marks import Copied
from ledger.standings.merging import newest_merge
from ledger.standings.money import balances, open_list
from scorekeeper.text.refusals import sentence
from tests.cast import a_night, context, ids, owner_of, tell, thursday_table
from tests.cast import hand as a_hand
from tests.old_ways import PlanRequest, drop, settle
from tests.steady import SEED, many

pytestmark = pytest.mark.django_db

BEGAN = datetime(2026, 1, 1, 20, tzinfo=UTC)
WRITTEN = re.compile(r'"written_at": "[^"]*"')
KEY = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def pen(group: Group, *, key: uuid.UUID | None = None, after: int | None = None) -> WriteContext:
    """The owner's pen, who knows all that was said of who is who."""
    newest = newest_merge(group) if after is None else after
    return WriteContext(key=key or uuid.uuid4(), after=newest, by=owner_of(group))


def merge(group: Group, name: str, into: str) -> Merge:
    """“Name is into”, and the group as it is then."""
    one, other = ids(group, name, into)
    said = merge_players(group, one, other, pen(group))
    group.refresh_from_db()
    return said


def unmerge(group: Group, said: Merge) -> None:
    """They are two people after all."""
    unmerge_players(group, said.number, pen(group))
    group.refresh_from_db()


def fresh(session: Session) -> Session:
    """The night as a new request has it."""
    return Session.objects.select_related("group").get(pk=session.pk)


def two_names() -> Group:
    """Mike played one night and Michael another, each with Ann and Ben."""
    group = thursday_table(names=("Ann", "Ben", "Mike", "Michael", "Cleo", "Dave"))
    for one in ("Mike", "Michael"):
        session = a_night(group, "Ann", "Ben", one, "Cleo", "Dave")
        tell(session, one, "Ann")
        end_night(session, context(session))
    return group


def cents(group: Group) -> dict[str, int]:
    """Everybody's balance by name."""
    return {one.name: one.cents for one in balances(group).players}


def said_of(group: Group) -> dict[str, Any]:
    """Everything that is stored of a group, players by their places, and keys by when they came."""
    places = {pk: place for place, pk in enumerate(group.players.order_by("pk").values_list("pk", flat=True))}
    numbers = dict(group.sessions.values_list("pk", "number"))
    keys: dict[str, str] = {}
    text = KEY.sub(lambda found: keys.setdefault(found[0], f"key {len(keys)}"), group_export(group))
    text = WRITTEN.sub("", text.split(',\n "merges": [')[0].removesuffix("\n}\n"))
    return {
        "file": text,
        "nights": [
            (
                one.number,
                one.started_at,
                one.ended_at,
                one.hands,
                one.struck,
                [places[pk] for pk in one.people],
            )
            for one in group.sessions.order_by("number")
        ],
        "roles": sorted(
            (numbers[session], places[player], *rest)
            for session, player, *rest in NightRole.objects.filter(group=group).values_list(
                "session", "player", "game", "role", "hands", "won", "parts"
            )
        ),
        "results": sorted(
            (numbers[session], places[player], *rest)
            for session, player, *rest in HandResult.objects.filter(hand__group=group).values_list(
                "hand__session", "player", "hand__entry", "seat", "role", "won", "parts"
            )
        ),
        "open": [
            (places.get(payer or 0), places.get(payee or 0), cents)
            for payer, payee, cents in OpenPayment.objects.filter(group=group)
            .order_by("pk")
            .values_list("payer", "payee", "cents")
        ],
        "audit": list(map(str, audit([group]))),
    }


def test_two_names_are_one_person_everywhere_and_two_again_when_that_is_undone() -> None:
    group = two_names()
    before, owed = said_of(group), cents(group)
    (standing,) = standings_of(group)
    alone = {one.name: (one.sessions, one.hands, one.points) for one in standing.players}
    said = merge(group, "Mike", "Michael")
    (standing,) = standings_of(group)
    both = {one.name: (one.sessions, one.hands, one.points) for one in standing.players}
    assert "Mike" not in both
    one, other = alone["Mike"], alone["Michael"]
    assert both["Michael"] == (one[0] + other[0], one[1] + other[1], one[2] + other[2])
    others = {name: owed[name] for name in ("Ann", "Ben", "Cleo", "Dave")}
    assert cents(group) == {**others, "Michael": owed["Mike"] + owed["Michael"]}
    assert [one.name for one in people_of(group)] == ["Ann", "Ben", "Michael", "Cleo", "Dave"]
    first = group.sessions.get(number=1)
    assert ids(group, "Michael")[0] in sheet_of(first).totals
    assert ids(group, "Mike")[0] not in sheet_of(first).totals
    assert ids(group, "Mike")[0] in ink_of(first)[0].facts["seats"]
    assert list(audit([group])) == []
    unmerge(group, said)
    assert said_of(group) == before
    assert cents(group) == owed


def test_merges_are_undone_in_any_order() -> None:
    group = thursday_table(names=("Ann", "Ben", "Cleo", "Dave", "Mick", "Mike", "Michael"))
    for one in ("Mick", "Mike", "Michael"):
        session = a_night(group, "Ann", "Ben", "Cleo", "Dave", one)
        tell(session, one, "Ann")
        end_night(session, context(session))
    before = said_of(group)
    first = merge(group, "Mick", "Mike")
    second = merge(group, "Mike", "Michael")
    assert who_is_who(group) == {"Mick": "Michael", "Mike": "Michael"}
    assert next(one.nights for one in people_of(group) if one.name == "Michael") == 3
    unmerge(group, first)
    assert who_is_who(group) == {"Mike": "Michael"}
    assert list(audit([group])) == []
    third = merge(group, "Mick", "Michael")
    unmerge(group, second)
    assert who_is_who(group) == {"Mick": "Michael"}
    assert {one.name: one.nights for one in people_of(group)}["Michael"] == 2
    assert list(audit([group])) == []
    unmerge(group, third)
    assert said_of(group) == before


def test_what_is_told_in_a_night_goes_with_its_night() -> None:
    """Mike sits at the table, is merged, and a hand is told of Michael: it was Mike's table all the time."""
    group = thursday_table(names=("Ann", "Ben", "Cleo", "Dave", "Mike", "Michael"))
    session = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Mike")
    tell(session, "Mike", "Ann")
    said = merge(group, "Mike", "Michael")
    session = fresh(session)
    told = tell(session, "Michael", "Ann")
    assert ids(group, "Michael")[0] in told.sheet.totals
    assert ids(group, "Mike")[0] in ink_of(session)[-1].facts["seats"]
    leave(session, ids(group, "Michael")[0], context(session))
    join(session, ids(group, "Michael")[0], context(session), after=ids(group, "Ann")[0])
    end_night(session, context(session))
    assert list(audit([group])) == []
    unmerge(group, said)
    (standing,) = standings_of(group)
    assert {one.name: one.hands for one in standing.players if one.name.startswith("Mi")} == {"Mike": 2}
    assert cents(group)["Michael"] == 0
    assert list(audit([group])) == []


def test_a_page_from_before_tells_of_the_same_person() -> None:
    """A phone that still shows Mike starts a night with him, and lets him come to another one."""
    group = thursday_table(names=("Ann", "Ben", "Cleo", "Dave", "Mike", "Michael"))
    mike, michael = ids(group, "Mike", "Michael")
    stale = Group.objects.get(pk=group.pk)
    said = merge(group, "Mike", "Michael")
    session = a_night(stale, "Ann", "Ben", "Cleo", "Mike")
    assert michael in ink_of(session)[0].facts["seats"]
    with pytest.raises(HandRefused, match="seated_twice"):
        a_night(Group.objects.get(pk=group.pk), "Ann", "Ben", "Mike", "Michael")
    other = a_night(group, "Ann", "Ben", "Cleo", "Dave")
    join(other, mike, context(other), after=ids(group, "Ann")[0])
    assert ink_of(other)[-1].facts["player"] == michael
    unmerge(group, said)
    assert mike not in sheet_of(fresh(session)).totals


def test_who_came_and_was_gone_again_sat_there_too() -> None:
    group = thursday_table(names=("Ann", "Ben", "Cleo", "Dave", "Mike", "Michael"))
    session = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Mike")
    joined = join(session, ids(group, "Michael")[0], context(session), after=ids(group, "Ann")[0])
    undo_change(session, joined.entry.number, context(session))
    with pytest.raises(Refused, match=r"sat_together\.once"):
        merge(group, "Mike", "Michael")


def test_a_payment_between_two_who_are_one_counts_for_neither_until_they_are_two() -> None:
    group = two_names()
    mike, michael, ann = ids(group, "Mike", "Michael", "Ann")
    pay(group, mike, ann, 500, pen(group))
    plan = settle(group, PlanRequest(), pen(group))
    open_before = open_list(group)
    pay(group, michael, mike, 300, pen(group))
    said = merge(group, "Mike", "Michael")
    assert all(mike not in (one.payer, one.payee) for one in open_list(group))
    assert owed_by(open_list(group)) == {
        one.player: one.cents for one in balances(group).players if one.cents
    }
    with pytest.raises(Refused, match="same_person"):
        pay(group, michael, mike, 300, pen(group))
    line = next(one for one in open_list(group) if michael in (one.payer, one.payee))
    pay_line(group, (line.payer, line.payee), line.cents, pen(group))
    assert list(audit([group])) == []
    unmerge(group, said)
    assert list(audit([group])) == []
    assert plan.lines == len(open_before)


def test_a_notebook_in_which_both_play_one_night_is_refused() -> None:
    group = two_names()
    merge(group, "Mike", "Michael")
    names = ["Mike", "Michael", "Ann"]
    night = Copied(date=date(2020, 1, 1), totals={0: Fraction(1), 1: Fraction(1), 2: Fraction(-2)})
    with pytest.raises(Refused, match="two_names"):
        copy_notebook(group, Copying(names=names, nights=[night]))


@pytest.mark.parametrize("when", ["before", "meanwhile", "after"])
def test_a_notebook_ends_the_same_whenever_two_of_its_names_turn_out_to_be_one_person(when: str) -> None:
    group = thursday_table(names=("Ann", "Mike", "Michael"))
    night = Copied(date=date(2020, 1, 1), totals={0: Fraction(3), 1: Fraction(-3), 2: Fraction(0)})
    copying = Copying(names=["Mike", "Ann", "Gus"], nights=[night], owed_from=date(2019, 1, 1))
    said: list[Merge] = []

    def now(moment: str) -> None:
        if when == moment:
            said.append(merge(Group.objects.get(pk=group.pk), "Mike", "Michael"))

    now("before")
    copy_notebook(group, copying, began=lambda hidden: now("meanwhile"))
    now("after")
    group = Group.objects.get(pk=group.pk)
    mike, michael, ann = ids(group, "Mike", "Michael", "Ann")
    lost = NightPlayer.objects.filter(group=group, parts__lt=0)
    assert [one.player_id for one in lost] == [ann]
    assert {one.player_id for one in NightPlayer.objects.filter(group=group, parts__gt=0)} == {michael}
    assert [one.nights for one in people_of(group) if one.player == michael] == [1]
    assert {one.name: one.points for one in standings_of(group)[0].players if one.points} == {
        "Michael": 3,
        "Ann": -3,
    }
    assert {one.name: one.cents for one in balances(group).players if one.cents} == {
        "Michael": 75,
        "Ann": -75,
    }
    assert list(audit([group])) == []
    unmerge(group, said[0])
    assert {one.player_id for one in NightPlayer.objects.filter(group=group, parts__gt=0)} == {mike}
    assert list(audit([Group.objects.get(pk=group.pk)])) == []


def test_a_notebook_is_refused_if_two_who_play_one_night_turn_out_to_be_one_while_it_comes_in() -> None:
    group = thursday_table(names=("Ann", "Mike", "Michael"))
    names = ["Mike", "Michael", "Ann"]
    night = Copied(date=date(2020, 1, 1), totals={0: Fraction(1), 1: Fraction(1), 2: Fraction(-2)})
    copying = Copying(names=names, nights=[night])

    def began(hidden: Group) -> None:
        merge(Group.objects.get(pk=group.pk), "Mike", "Michael")

    with pytest.raises(Refused, match="two_names"):
        copy_notebook(group, copying, began=began)
    assert not group.sessions.exists()
    assert not Group.every.filter(is_arriving=True).exists()


def test_a_night_of_a_notebook_is_known_again_by_either_name() -> None:
    group = two_names()
    night = Copied(date=date(2020, 1, 1), totals={0: Fraction(3), 1: Fraction(-3)})

    def copies(name: str) -> int:
        copying = Copying(names=[name, "Ann"], nights=[night])
        return copy_notebook(group, copying)

    assert copies("Mike") == 1
    said = merge(group, "Mike", "Michael")
    assert copies("Michael") == copies("Mike") == 0
    unmerge(group, said)
    assert copies("Michael") == 1


def test_the_audit_names_who_is_who_where_that_is_not_what_was_said() -> None:
    group = two_names()
    mike, michael = ids(group, "Mike", "Michael")
    merge(group, "Mike", "Michael")
    Group.objects.filter(pk=group.pk).update(same_people={})
    group.refresh_from_db()
    found = " ".join(sentence(one) for one in audit([group]))
    assert "Mike is nobody else, by what was said it is Michael" in found
    Group.objects.filter(pk=group.pk).update(same_people={str(mike): michael})
    group.sessions.filter(number=1).update(people=[*group.sessions.get(number=1).people, michael])
    group.refresh_from_db()
    found = " ".join(sentence(one) for one in audit([group]))
    assert "Michael sits twice at the table of night 1" in found
    assert "it says that the players" in found


@pytest.mark.parametrize(
    "change",
    [{"into": 99}, {"player": 6}, {"number": 2}, {"undoes": 1}, {"into": 1}, {"by": 7}, {"at": "noon"}],
)
def test_a_file_that_contradicts_itself_of_who_is_who_is_refused(change: dict[str, Any]) -> None:
    """Ann sat at both tables, so nobody else can be Ann."""
    group = two_names()
    merge(group, "Mike", "Michael")
    said = json.loads(
        KEY.sub(lambda found: str(uuid.uuid5(uuid.NAMESPACE_DNS, found[0])), group_export(group))
    )
    said["merges"][0] |= change
    groups = Group.every.count()
    with pytest.raises(HandRefused) as refused:
        group_import(json.dumps(said))
    assert sentence(refused.value)
    assert Group.every.count() == groups


def test_most_lines_of_who_is_who_leave_room_to_undo_each(monkeypatch: pytest.MonkeyPatch) -> None:
    group = thursday_table()
    monkeypatch.setattr(limits, "MOST_MERGES", 4)
    made = [merge(group, "Ben", "Ann"), merge(group, "Cleo", "Ann")]
    with pytest.raises(Refused, match=r"full\.merges"):
        merge(group, "Dave", "Ann")
    for one in made:
        unmerge(group, one)
    assert who_is_who(group) == {}


def test_hands_are_told_with_one_query_more_at_most_where_somebody_was_merged() -> None:
    group = thursday_table(names=("Ann", "Ben", "Cleo", "Dave", "Mike", "Michael"))
    session = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Mike")
    tell(session, "Ann", "Ben")

    def queries() -> int:
        here = fresh(session)
        one, pen_ = a_hand(here, "Ann", "Ben"), context(here)
        with CaptureQueriesContext(connection) as captured:
            tell_hand(here, one, pen_)
        return len(captured)

    before = queries()
    merge(group, "Mike", "Michael")
    assert queries() == before


PLACES = ("Ann", "Ben", "Cleo", "Dave", "Mike", "Michael", "Mick", "Edith", "Ed")
RESULTS = ("won", "won_schneider", "lost", "lost_schneider", "lost_no_trick")


class World:
    """A group to which things happen; what happens to two of them alike leaves the same of both."""

    def __init__(self, name: str) -> None:
        self.group = thursday_table(
            names=PLACES, name="Two worlds", guest=uuid.uuid5(uuid.NAMESPACE_DNS, name)
        )
        Group.objects.filter(pk=self.group.pk).update(started_at=BEGAN)
        self.group.players.update(added_at=BEGAN)
        self.group.memberships.update(since=BEGAN)
        self.group.refresh_from_db()
        self.places = list(self.group.players.order_by("pk").values_list("pk", flat=True))
        self.turn = 0

    def pen(self, after: int = 0) -> WriteContext:
        self.turn += 1
        at = BEGAN + timedelta(hours=self.turn)
        return WriteContext(key=uuid.uuid4(), after=after, by=owner_of(self.group), at=at)

    def night(self, number: int) -> Session:
        session = self.group.sessions.get(number=number)
        session.group = self.group
        return session

    def on_sheet(self, number: int) -> WriteContext:
        return self.pen(sheet_of(self.night(number)).newest)


class Story:
    """What happens to a group whose players are merged and told apart, and to its twin whose are not."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.merged, self.plain = World(f"merged {seed}"), World(f"plain {seed}")
        self.in_force: list[Merge] = []
        self.told: dict[str, int] = {}

    @property
    def people(self) -> list[int]:
        """The places of everybody there is, as a page lists them."""
        who, places = self.merged.group.who, self.merged.places
        return [place for place, pk in enumerate(places) if who.of(pk) == pk]

    def in_ink(self, number: int, place: int) -> int:
        """As whom the book of a night knows somebody."""
        places, who = self.merged.places, self.merged.group.who
        named = self.merged.night(number).people
        return next((places.index(pk) for pk in named if who.of(pk) == places[place]), place)

    def both(self, deed: Callable[[World, Callable[[int], int]], object], number: int = 0) -> bool:
        """Do it in both worlds, by the ids that people have there; whether it was done, in both or none."""
        said = []
        for world in (self.merged, self.plain):
            ids = dict(enumerate(world.places))
            if world is self.plain and number:
                ids = {place: ids[self.in_ink(number, place)] for place in self.people}
            try:
                with transaction.atomic():
                    deed(world, ids.__getitem__)
                said.append("")
            except HandRefused as refused:
                said.append(f"{refused.code}.{refused.case}")
        assert said[0] == said[1]
        self.told[said[0] or deed.__qualname__] = self.told.get(said[0] or deed.__qualname__, 0) + 1
        return not said[0]

    def go_on(self) -> None:
        open_nights = list(self.merged.group.sessions.filter(ended_at=None).values_list("number", flat=True))
        played = list(self.merged.group.sessions.filter(is_copied=False).values_list("number", flat=True))
        copied = list(self.merged.group.sessions.filter(is_copied=True).values_list("number", flat=True))
        deeds: list[tuple[Callable[[int], None], list[int]]] = [
            (self.starts, [0]), *[(self.tells, open_nights)] * 4, (self.ends, open_nights),
            (self.corrects, open_nights), (self.takes_back, open_nights), (self.comes, open_nights),
            (self.goes, open_nights), (self.arranges, open_nights),
            (self.opens_again, played), (self.copies, [0]), (self.amends, copied), (self.strikes, copied),
            (self.pays, [0]), (self.pays_a_line, [0]), (self.shares, [0]), (self.undoes, [0]),
            (self.keeps, [0]), (self.drops, [0]), *[(self.merges, [0])] * 2, (self.tells_apart, [0]),
        ]  # fmt: skip
        deed, numbers = self.draw.choice([one for one in deeds if one[1]])
        deed(self.draw.choice(numbers))

    def starts(self, _: int) -> None:
        seats = self.draw.sample(self.people, min(len(self.people), self.draw.choice((4, 5, 5, 6))))

        def start(world: World, who: Callable[[int], int]) -> None:
            people = tuple(map(who, seats))
            seating = Seating(seats=people, dealer=people[0], plays=usually_play(len(people)))
            start_session(world.group, seating, world.pen())

        self.both(start)

    def hand(self, world: World, number: int, picker: int, partner: int, result: str) -> Hand:
        seats = sheet_of(world.night(number)).seating.seats
        partners = [] if partner % len(seats) == picker % len(seats) else [partner % len(seats)]
        told = {"kind": "picked", "picker": picker % len(seats), "partners": partners, "result": result}
        return Hand(seats=seats, told=told)

    def tells(self, number: int) -> None:
        picker, partner = self.draw.randrange(60), self.draw.randrange(60)
        result = self.draw.choice(RESULTS)
        self.both(
            lambda world, _: tell_hand(
                world.night(number), self.hand(world, number, picker, partner, result), world.on_sheet(number)
            )
        )

    def _a_hand(self, number: int) -> int:
        rows = sheet_of(self.merged.night(number)).rows
        return self.draw.choice(rows).entry if rows else 1

    def corrects(self, number: int) -> None:
        of, picker = self._a_hand(number), self.draw.randrange(60)

        def correct(world: World, _: Callable[[int], int]) -> None:
            row = sheet_of(world.night(number)).row(of)
            seats = row.seats if row else (1, 2)
            told = {"kind": "picked", "picker": picker % len(seats), "partners": [], "result": "won"}
            correct_hand(world.night(number), of, Hand(seats=seats, told=told), world.on_sheet(number))

        self.both(correct)

    def takes_back(self, number: int) -> None:
        of = self._a_hand(number)
        self.both(lambda world, _: take_back_hand(world.night(number), of, world.on_sheet(number)))

    def comes(self, number: int) -> None:
        one, after = self.draw.choice(self.people), self.draw.choice(self.people)
        self.both(
            lambda world, who: join(world.night(number), who(one), world.on_sheet(number), after=who(after)),
            number,
        )

    def goes(self, number: int) -> None:
        one = self.draw.choice(self.people)
        self.both(lambda world, who: leave(world.night(number), who(one), world.on_sheet(number)), number)

    def arranges(self, number: int) -> None:
        turn = self.draw.randrange(6)

        def anew(world: World, _: Callable[[int], int]) -> None:
            seats = sheet_of(world.night(number)).seating.seats
            seats = (*seats[turn % len(seats) :], *seats[: turn % len(seats)])
            seating = Seating(seats=seats, dealer=seats[0], plays=usually_play(len(seats)))
            arrange(world.night(number), seating, world.on_sheet(number))

        self.both(anew)

    def ends(self, number: int) -> None:
        self.both(lambda world, _: end_night(world.night(number), world.on_sheet(number)))

    def opens_again(self, number: int) -> None:
        self.both(lambda world, _: reopen_night(world.night(number), world.on_sheet(number)))

    def copies(self, _: int) -> None:
        one, other, third = self.draw.sample(self.people, 3)
        day, points = date(2020, 1, 1 + self.draw.randrange(28)), self.draw.randrange(1, 30)
        third_of_a_point = Fraction(points, 3)

        def copied(world: World, _: Callable[[int], int]) -> None:
            pen = world.pen()
            totals = {0: Fraction(points), 1: -third_of_a_point, 2: third_of_a_point - points}
            names = [PLACES[one], PLACES[other], PLACES[third]]
            nights = [Copied(date=day, totals=totals, file="old.csv")]
            copying = Copying(names=names, nights=nights, by=pen.by, key=pen.key, at=pen.at or BEGAN)
            copy_notebook(world.group, copying)

        self.both(copied)

    def amends(self, number: int) -> None:
        one, other = self.draw.sample(self.people, 2)
        day, points = date(2020, 2, 1 + self.draw.randrange(28)), self.draw.randrange(1, 30)
        self.both(
            lambda world, who: amend_night(
                world.night(number),
                day,
                {who(one): Fraction(points, 3), who(other): Fraction(-points, 3)},
                world.on_sheet(number),
            ),
            number,
        )

    def strikes(self, number: int) -> None:
        self.both(lambda world, _: strike_night(world.night(number), world.on_sheet(number)))

    def pays(self, _: int) -> None:
        one, other = self.draw.sample(self.people, 2)
        amount = self.draw.randrange(1, 500)
        self.both(lambda world, who: pay(world.group, who(one), who(other), amount, world.pen()))

    def pays_a_line(self, _: int) -> None:
        """In the group of merged people by its own list; in the other the same payment."""
        lines = open_list(self.merged.group)
        if not lines:
            return
        line = self.draw.choice(lines)
        amount = self.draw.randrange(1, line.cents + 1)
        world = self.merged
        pay_line(world.group, (line.payer, line.payee), amount, world.pen())
        places, other = world.places, self.plain
        payer, payee = (other.places[places.index(one)] for one in (line.payer, line.payee))
        pay(other.group, payer, payee, amount, other.pen())

    def shares(self, _: int) -> None:
        people = self.draw.sample(self.people, min(len(self.people), 3))
        amount = self.draw.randrange(1, 900)
        self.both(
            lambda world, who: share_expense(
                world.group,
                who(people[0]),
                amount,
                dict.fromkeys(map(who, people), 1),
                world.pen(),
                note="beer",
            )
        )

    def undoes(self, _: int) -> None:
        number = self.draw.randrange(1, 1 + max(1, self.merged.group.transactions.count()))
        self.both(lambda world, _: undo(world.group, number, world.pen()))

    def keeps(self, _: int) -> None:
        """A plan of before changes nothing in the list, whoever is in it."""
        world, other = self.merged, self.plain
        pen, twins = world.pen(), other.pen()
        settle(world.group, PlanRequest(), pen)
        settle(other.group, PlanRequest(), twins)

    def drops(self, _: int) -> None:
        number = self.draw.randrange(1, 2 + self.merged.group.settlements.count())
        for world in (self.merged, self.plain):
            pen = world.pen()
            if found := world.group.settlements.filter(number=number, dropped=None).first():
                drop(found, pen)

    def merges(self, _: int) -> None:
        one, other = self.draw.sample(self.people, 2)
        world = self.merged
        with suppress(Refused):
            made = merge_players(world.group, world.places[one], world.places[other], pen(world.group))
            self.in_force.append(made)
        world.group.refresh_from_db()

    def tells_apart(self, _: int) -> None:
        """Any of what was said, not the latest only."""
        if self.in_force:
            made = self.in_force.pop(self.draw.randrange(len(self.in_force)))
            unmerge_players(self.merged.group, made.number, pen(self.merged.group))
            self.merged.group.refresh_from_db()

    def is_right(self) -> None:
        """The books and all that is copied out of them agree, and the list is the balances of the people."""
        group = self.merged.group
        assert list(map(sentence, audit([group]))) == []
        lines, found = open_list(group), balances(group)
        owed = {one.player: one.cents for one in found.players if one.cents}
        assert owed_by(lines) == owed
        assert {one.payer for one in lines}.isdisjoint(one.payee for one in lines)
        assert all(one.payer != one.payee for one in lines)
        assert len({(one.payer, one.payee) for one in lines}) == len(lines)


@pytest.mark.parametrize("seed", range(SEED, SEED + many(2, soak=40)))
def test_whatever_was_merged_and_told_apart_in_between_nothing_else_is_left_of_it(seed: int) -> None:
    story = Story(seed)
    for turn in range(70):
        story.go_on()
        if turn % 15 == 14:
            story.is_right()
    there = brought_again(story.merged.group)
    assert said_of(there) == said_of(story.merged.group)
    assert who_is_who(there) == who_is_who(story.merged.group)
    while story.in_force:
        story.tells_apart(0)
    story.is_right()
    assert said_of(story.merged.group) == said_of(story.plain.group)


def brought_again(group: Group) -> Group:
    """The group's file, brought in as that of another group."""
    others: dict[str, str] = {}
    text = KEY.sub(lambda found: others.setdefault(found[0], str(uuid.uuid4())), group_export(group))
    there, is_new = group_import(text)
    assert is_new
    return there


def who_is_who(group: Group) -> dict[str, str]:
    """Who is whom by now, by the names they had."""
    names = dict(group.players.values_list("pk", "name"))
    return {names[player]: names[person] for player, person in group.who.now.items()}
