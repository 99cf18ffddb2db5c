"""Players are merged and told apart again: one person meanwhile, and everything as before afterwards."""

import json
import random
import re
import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from django.db import transaction

from ledger import limits
from ledger.book.seating import Seating, usually_play
from ledger.models import Group, HandResult, Merge, NightPlayer, NightRole, OpenPayment, Session
from ledger.models.book import ink_of, sheet_of
from ledger.money.payments import owed_by
from ledger.recording import (
    NewHand,
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
from tests.group_files import group_export, group_import
from tests.old_ways import PlanRequest, drop, settle
from tests.steady import SEED, many

pytestmark = pytest.mark.django_db

BEGAN = datetime(2026, 1, 1, 20, tzinfo=UTC)
WRITTEN = re.compile(r'"written_at": "[^"]*"')
KEY = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def pen(group: Group) -> WriteContext:
    """Return the context of the owner, who knows every merge so far."""
    return WriteContext(key=uuid.uuid4(), after=newest_merge(group), by=owner_of(group))


def merge(group: Group, name: str, into: str) -> Merge:
    """Merge the player of a name into another one, and refresh the group."""
    player, person = ids(group, name, into)
    said = merge_players(group, player, person, pen(group))
    group.refresh_from_db()
    return said


def unmerge(group: Group, said: Merge) -> None:
    unmerge_players(group, said.number, pen(group))
    group.refresh_from_db()


NAMES = ("Ann", "Ben", "Cleo", "Dave", "Mike", "Michael")


def a_group(*played: str, names: Sequence[str] = NAMES) -> Group:
    """Return a group in which each of `played` won a night of one hand with Ann, Ben, Cleo and Dave."""
    group = thursday_table(names=names)
    for name in played:
        session = a_night(group, "Ann", "Ben", "Cleo", "Dave", name)
        tell(session, name, "Ann")
        end_night(session, context(session))
    return group


def two_names() -> Group:
    return a_group("Mike", "Michael")


def is_clean(group: Group) -> bool:
    return list(audit([Group.objects.get(pk=group.pk)])) == []


def sums_of(group: Group) -> dict[str, tuple[int, int, int, int]]:
    """Return nights, hands, points and cents of everybody, by name."""
    (players,) = standings_of(group).values()
    owed = cents(group)
    return {one.name: (one.sessions, one.hands, int(one.points), owed[one.name]) for one in players}


def cents(group: Group) -> dict[str, int]:
    """Return balances by name."""
    return {one.name: one.cents for one in balances(group).players}


def said_of(group: Group) -> dict[str, Any]:
    """Return everything that is stored of a group, players by their places, keys by their order."""
    places = {pk: place for place, pk in enumerate(group.players.order_by("pk").values_list("pk", flat=True))}
    numbers = dict(group.sessions.values_list("pk", "number"))
    keys: dict[str, str] = {}
    text = KEY.sub(lambda found: keys.setdefault(found[0], f"key {len(keys)}"), group_export(group))
    nights = group.sessions.order_by("number").values_list(
        "people", "number", "started_at", "ended_at", "hands", "struck"
    )
    roles = NightRole.objects.filter(group=group).values_list(
        "session", "player", "game", "role", "hands", "won", "parts"
    )
    results = HandResult.objects.filter(hand__group=group).values_list(
        "hand__session", "player", "hand__entry", "seat", "role", "won", "parts"
    )
    lines = OpenPayment.objects.filter(group=group).order_by("pk").values_list("payer", "payee", "cents")
    return {
        "file": WRITTEN.sub("", text.split(',\n "merges": [')[0].removesuffix("\n}\n")),
        "nights": [([places[pk] for pk in people], *rest) for people, *rest in nights],
        "roles": sorted((numbers[night], places[player], *rest) for night, player, *rest in roles),
        "results": sorted((numbers[night], places[player], *rest) for night, player, *rest in results),
        "open": [(places.get(payer or 0), places.get(payee or 0), cents) for payer, payee, cents in lines],
        "audit": list(map(str, audit([group]))),
    }


def test_two_names_are_one_person_everywhere_and_two_again_when_that_is_undone() -> None:
    group = two_names()
    before, apart = said_of(group), sums_of(group)
    said = merge(group, "Mike", "Michael")
    added_up = tuple(map(sum, zip(apart["Mike"], apart["Michael"], strict=True)))
    others = {name: sums for name, sums in apart.items() if name != "Mike"}
    assert sums_of(group) == others | {"Michael": added_up}
    assert [one.name for one in people_of(group)] == ["Ann", "Ben", "Cleo", "Dave", "Michael"]
    first, (mike, michael) = group.sessions.get(number=1), ids(group, "Mike", "Michael")
    totals = sheet_of(first).totals
    assert (michael in totals, mike in totals, mike in ink_of(first)[0].facts["seats"]) == (True, False, True)
    assert is_clean(group)
    unmerge(group, said)
    assert (said_of(group), sums_of(group)) == (before, apart)


def test_merges_are_undone_in_any_order() -> None:
    group = a_group(
        "Mick", "Mike", "Michael", names=("Ann", "Ben", "Cleo", "Dave", "Mick", "Mike", "Michael")
    )
    before = said_of(group)
    first, second = merge(group, "Mick", "Mike"), merge(group, "Mike", "Michael")
    assert who_is_who(group) == {"Mick": "Michael", "Mike": "Michael"}
    with pytest.raises(Refused, match="merges_moved_on"):
        merge(group, "Mick", "Ann")
    assert nights_of(group, "Michael") == 3
    unmerge(group, first)
    assert (who_is_who(group), is_clean(group)) == ({"Mike": "Michael"}, True)
    third = merge(group, "Mick", "Michael")
    unmerge(group, second)
    assert (who_is_who(group), is_clean(group)) == ({"Mick": "Michael"}, True)
    assert nights_of(group, "Michael") == 2
    unmerge(group, third)
    assert said_of(group) == before


def nights_of(group: Group, name: str) -> int:
    return {one.name: one.nights for one in people_of(group)}[name]


def test_a_hand_told_of_the_merged_player_belongs_to_whoever_sat_at_that_table() -> None:
    group = a_group()
    session = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Mike")
    tell(session, "Mike", "Ann")
    said = merge(group, "Mike", "Michael")
    ann, mike, michael = ids(group, "Ann", "Mike", "Michael")
    session = Session.objects.select_related("group").get(pk=session.pk)
    assert michael in tell(session, "Michael", "Ann").sheet.totals
    assert mike in ink_of(session)[-1].facts["seats"]
    leave(session, michael, context(session))
    join(session, michael, context(session), after=ann)
    end_night(session, context(session))
    assert is_clean(group)
    unmerge(group, said)
    (players,) = standings_of(group).values()
    assert {one.name: one.hands for one in players if one.name.startswith("Mi")} == {"Mike": 2}
    assert cents(group)["Michael"] == 0
    assert is_clean(group)


def test_a_page_from_before_the_merge_starts_and_joins_nights_as_the_same_person() -> None:
    group = a_group()
    mike, michael, ann = ids(group, "Mike", "Michael", "Ann")
    stale = Group.objects.get(pk=group.pk)
    said = merge(group, "Mike", "Michael")
    session = a_night(stale, "Ann", "Ben", "Cleo", "Mike")
    assert michael in ink_of(session)[0].facts["seats"]
    with pytest.raises(HandRefused, match="seated_twice"):
        a_night(Group.objects.get(pk=group.pk), "Ann", "Ben", "Mike", "Michael")
    other = a_night(group, "Ann", "Ben", "Cleo", "Dave")
    join(other, mike, context(other), after=ann)
    assert ink_of(other)[-1].facts["player"] == michael
    unmerge(group, said)
    assert mike not in sheet_of(Session.objects.get(pk=session.pk)).totals


def test_who_came_and_was_gone_again_sat_there_too() -> None:
    group = a_group()
    session = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Mike")
    michael, ann = ids(group, "Michael", "Ann")
    joined = join(session, michael, context(session), after=ann)
    undo_change(session, joined.entry.number, context(session))
    with pytest.raises(Refused, match=r"sat_together\.once"):
        merge(group, "Mike", "Michael")


def test_a_payment_between_two_who_are_one_counts_for_neither_until_they_are_two() -> None:
    group = two_names()
    mike, michael, ann = ids(group, "Mike", "Michael", "Ann")
    pay(group, mike, ann, 500, pen(group))
    settle(group, PlanRequest(), pen(group))
    pay(group, michael, mike, 300, pen(group))
    said = merge(group, "Mike", "Michael")
    lines = open_list(group)
    assert mike not in {who for line in lines for who in (line.payer, line.payee)}
    assert owed_by(lines) == {one.player: one.cents for one in balances(group).players if one.cents}
    with pytest.raises(Refused, match="same_person"):
        pay(group, michael, mike, 300, pen(group))
    line = next(one for one in lines if michael in (one.payer, one.payee))
    pay_line(group, (line.payer, line.payee), line.cents, pen(group))
    assert is_clean(group)
    unmerge(group, said)
    assert is_clean(group)


def copies(
    group: Group,
    totals: Mapping[str, int],
    began: Callable[[Group], object] = lambda hidden: None,
    **more: Any,
) -> int:
    """Copy a night of 2020 with these totals by name; return how many nights were written."""
    points = {place: Fraction(won) for place, won in enumerate(totals.values())}
    copying = Copying(names=[*totals], nights=[Copied(date=date(2020, 1, 1), totals=points)], **more)
    return copy_notebook(group, copying, began=began)


@pytest.mark.parametrize("when", ["before", "meanwhile"])
def test_a_notebook_in_which_both_play_one_night_is_refused(when: str) -> None:
    group = a_group()
    now = partial(merge, Group.objects.get(pk=group.pk), "Mike", "Michael")
    if when == "before":
        now()
    with pytest.raises(Refused, match="two_names"):
        copies(group, {"Mike": 1, "Michael": 1, "Ann": -2}, lambda hidden: now())
    assert (group.sessions.exists(), Group.every.filter(is_arriving=True).exists()) == (False, False)


@pytest.mark.parametrize("when", ["before", "meanwhile", "after"])
def test_a_notebook_ends_the_same_whenever_two_of_its_names_turn_out_to_be_one_person(when: str) -> None:
    group = a_group()
    said: list[Merge] = []

    def now(moment: str) -> None:
        if when == moment:
            said.append(merge(Group.objects.get(pk=group.pk), "Mike", "Michael"))

    now("before")
    brought = {"Mike": 3, "Ann": -3, "Gus": 0}
    copies(group, brought, lambda hidden: now("meanwhile"), owed_from=date(2019, 1, 1))
    now("after")
    group = Group.objects.get(pk=group.pk)
    found = NightPlayer.objects.filter(group=group).exclude(parts=0).values_list("player__name", "parts")
    assert dict(found) == {"Michael": 3 * 2520, "Ann": -3 * 2520}
    assert {name: sums for name, sums in sums_of(group).items() if any(sums[2:])} == {
        "Michael": (1, 0, 3, 75), "Ann": (1, 0, -3, -75),
    }  # fmt: skip
    assert (nights_of(group, "Michael"), is_clean(group)) == (1, True)
    unmerge(group, said[0])
    assert dict(found.all()) == {"Mike": 3 * 2520, "Ann": -3 * 2520}
    assert is_clean(group)


def test_a_night_of_a_notebook_is_known_again_by_either_name() -> None:
    group = a_group()
    assert copies(group, {"Mike": 3, "Ann": -3}) == 1
    said = merge(group, "Mike", "Michael")
    assert [copies(group, {name: 3, "Ann": -3}) for name in ("Michael", "Mike")] == [0, 0]
    unmerge(group, said)
    assert copies(group, {"Michael": 3, "Ann": -3}) == 1


def test_the_audit_names_who_is_who_where_that_is_not_what_was_said() -> None:
    group = two_names()
    mike, michael = ids(group, "Mike", "Michael")
    merge(group, "Mike", "Michael")

    def found(**same_people: int) -> str:
        Group.objects.filter(pk=group.pk).update(same_people=same_people)
        group.refresh_from_db()
        return " ".join(sentence(one) for one in audit([group]))

    assert "Mike is nobody else, by what was said it is Michael" in found()
    group.sessions.filter(number=1).update(people=[*group.sessions.get(number=1).people, michael])
    twice = found(**{str(mike): michael})
    assert "Michael sits twice at the table of night 1" in twice
    assert "it says that the players" in twice


def test_a_file_that_contradicts_itself_of_who_is_who_is_refused() -> None:
    group = two_names()
    merge(group, "Mike", "Michael")
    text = KEY.sub(lambda found: str(uuid.uuid5(uuid.NAMESPACE_DNS, found[0])), group_export(group))
    # Ann (1) sat at both tables, so nobody else can be Ann.
    for change in (
        {"into": 99}, {"player": 4}, {"number": 2}, {"undoes": 1}, {"into": 1}, {"by": 7}, {"at": "noon"},
    ):  # fmt: skip
        facts = json.loads(text)
        facts["merges"][0] |= change
        with pytest.raises(HandRefused) as refused:
            group_import(json.dumps(facts))
        assert sentence(refused.value)
        assert Group.every.count() == 1


def test_most_lines_of_who_is_who_leave_room_to_undo_each(monkeypatch: pytest.MonkeyPatch) -> None:
    group = thursday_table()
    monkeypatch.setattr(limits, "MOST_MERGES", 4)
    made = [merge(group, "Ben", "Ann"), merge(group, "Cleo", "Ann")]
    with pytest.raises(Refused, match=r"full\.merges"):
        merge(group, "Dave", "Ann")
    for said in made:
        unmerge(group, said)
    assert who_is_who(group) == {}


PLACES = ("Ann", "Ben", "Cleo", "Dave", "Mike", "Michael", "Mick", "Edith", "Ed")
RESULTS = ("won", "won_schneider", "lost", "lost_schneider", "lost_no_trick")


class World:
    """Hold a group and its clock: the same deeds leave the same rows in two of them."""

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

    def hand(self, number: int, picker: int, partner: int, result: str, of: int = 0) -> NewHand:
        """Return a hand of the table, or of the seats of hand `of`; places are counted round the seats."""
        sheet = sheet_of(self.night(number))
        row = sheet.row(of)
        seats = row.seats if row else sheet.seating.seats
        first, second = picker % len(seats), partner % len(seats)
        partners = [] if first == second else [second]
        told = {"kind": "picked", "picker": first, "partners": partners, "result": result}
        return NewHand(seats=seats, told=told)


class Story:
    """Do the same to a group whose players are merged and told apart, and to its twin without merges."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.merged, self.plain = World(f"merged {seed}"), World(f"plain {seed}")
        self.in_force: list[Merge] = []

    @property
    def people(self) -> list[int]:
        """Return the places of the people that a page lists."""
        who, places = self.merged.group.who, self.merged.places
        return [place for place, pk in enumerate(places) if who.of(pk) == pk]

    def in_ink(self, number: int, place: int) -> int:
        """Return the place of the player as whom the book of a night knows a person."""
        places, who = self.merged.places, self.merged.group.who
        named = self.merged.night(number).people
        return next((places.index(pk) for pk in named if who.of(pk) == places[place]), place)

    def both(self, deed: Callable[[World, Callable[[int], int]], object], number: int = 0) -> None:
        """Do a deed in both worlds, by the ids that people have there: done or refused in both alike."""
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

    def go_on(self) -> None:
        nights = self.merged.group.sessions.values_list("number", flat=True)
        open_nights, played, copied = (
            [*nights.filter(**kind)]
            for kind in ({"ended_at": None}, {"is_copied": False}, {"is_copied": True})
        )
        deeds: list[tuple[Callable[[int], None], list[int]]] = [
            (self.starts, [0]), *[(self.tells, open_nights)] * 4, (self.corrects, open_nights),
            (self.takes_back, open_nights), (self.comes, open_nights), (self.goes, open_nights),
            (self.arranges, open_nights), (partial(self.writes, end_night), open_nights),
            (partial(self.writes, reopen_night), played), (partial(self.writes, strike_night), copied),
            (self.copies, [0]), (self.amends, copied), (self.pays, [0]), (self.pays_a_line, [0]),
            (self.shares, [0]), (self.undoes, [0]), (self.keeps, [0]), (self.drops, [0]),
            *[(self.merges, [0])] * 2, (self.tells_apart, [0]),
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

    def tells(self, number: int) -> None:
        told = (self.draw.randrange(60), self.draw.randrange(60), self.draw.choice(RESULTS))
        self.both(
            lambda world, _: tell_hand(world.night(number), world.hand(number, *told), world.on_sheet(number))
        )

    def _a_hand(self, number: int) -> int:
        rows = sheet_of(self.merged.night(number)).rows
        return self.draw.choice(rows).entry if rows else 1

    def corrects(self, number: int) -> None:
        of, picker = self._a_hand(number), self.draw.randrange(60)
        self.both(
            lambda world, _: correct_hand(
                world.night(number), of, world.hand(number, picker, picker, "won", of), world.on_sheet(number)
            )
        )

    def writes(self, write: Callable[..., object], number: int, *said: Any) -> None:
        self.both(lambda world, _: write(world.night(number), *said, world.on_sheet(number)))

    def takes_back(self, number: int) -> None:
        self.writes(take_back_hand, number, self._a_hand(number))

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

    def copies(self, _: int) -> None:
        names = [PLACES[place] for place in self.draw.sample(self.people, 3)]
        day, points = date(2020, 1, 1 + self.draw.randrange(28)), self.draw.randrange(1, 30)
        third = Fraction(points, 3)
        nights = [
            Copied(date=day, totals={0: Fraction(points), 1: -third, 2: third - points}, file="old.csv")
        ]

        def copied(world: World, _: Callable[[int], int]) -> None:
            pen = world.pen()
            copying = Copying(names=names, nights=nights, by=pen.by, key=pen.key, at=pen.at or BEGAN)
            copy_notebook(world.group, copying)

        self.both(copied)

    def amends(self, number: int) -> None:
        one, other = self.draw.sample(self.people, 2)
        day, points = date(2020, 2, 1 + self.draw.randrange(28)), Fraction(self.draw.randrange(1, 30), 3)
        self.both(
            lambda world, who: amend_night(
                world.night(number), day, {who(one): points, who(other): -points}, world.on_sheet(number)
            ),
            number,
        )

    def pays(self, _: int) -> None:
        one, other = self.draw.sample(self.people, 2)
        amount = self.draw.randrange(1, 500)
        self.both(lambda world, who: pay(world.group, who(one), who(other), amount, world.pen()))

    def pays_a_line(self, _: int) -> None:
        """Pay a line of the merged group's list, and book the same payment in the other group."""
        if not (lines := open_list(self.merged.group)):
            return
        line = self.draw.choice(lines)
        amount = self.draw.randrange(1, line.cents + 1)
        pay_line(self.merged.group, (line.payer, line.payee), amount, self.merged.pen())
        payer, payee = (self.plain.places[self.merged.places.index(one)] for one in (line.payer, line.payee))
        pay(self.plain.group, payer, payee, amount, self.plain.pen())

    def shares(self, _: int) -> None:
        people = self.draw.sample(self.people, min(len(self.people), 3))
        amount = self.draw.randrange(1, 900)

        def share(world: World, who: Callable[[int], int]) -> None:
            shares = dict.fromkeys(map(who, people), 1)
            share_expense(world.group, who(people[0]), amount, shares, world.pen(), note="beer")

        self.both(share)

    def undoes(self, _: int) -> None:
        number = self.draw.randrange(1, 1 + max(1, self.merged.group.transactions.count()))
        self.both(lambda world, _: undo(world.group, number, world.pen()))

    def keeps(self, _: int) -> None:
        """Keep a plan as older versions did, which changes nothing in the list."""
        for world in (self.merged, self.plain):
            settle(world.group, PlanRequest(), world.pen())

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
        """Take back any merge in force, not only the latest."""
        if self.in_force:
            unmerge(self.merged.group, self.in_force.pop(self.draw.randrange(len(self.in_force))))

    def is_right(self) -> None:
        """Check that the audit finds nothing, and that the list equals the balances."""
        group = self.merged.group
        assert list(map(sentence, audit([group]))) == []
        lines = open_list(group)
        assert owed_by(lines) == {one.player: one.cents for one in balances(group).players if one.cents}
        assert {one.payer for one in lines}.isdisjoint(one.payee for one in lines)
        assert len({(one.payer, one.payee) for one in lines}) == len(lines)


@pytest.mark.parametrize("seed", range(SEED, SEED + many(2, soak=40)))
def test_whatever_was_merged_and_told_apart_in_between_nothing_else_is_left_of_it(seed: int) -> None:
    story = Story(seed)
    for turn in range(70):
        story.go_on()
        if turn % 15 == 14:
            story.is_right()
    others: dict[str, str] = {}
    here = story.merged.group
    text = KEY.sub(lambda found: others.setdefault(found[0], str(uuid.uuid4())), group_export(here))
    there, is_new = group_import(text)
    assert is_new
    assert (said_of(there), who_is_who(there)) == (said_of(here), who_is_who(here))
    while story.in_force:
        story.tells_apart(0)
    story.is_right()
    assert said_of(story.merged.group) == said_of(story.plain.group)


def who_is_who(group: Group) -> dict[str, str]:
    """Return the person of each merged player, by name."""
    names = dict(group.players.values_list("pk", "name"))
    return {names[player]: names[person] for player, person in group.who.now.items()}
