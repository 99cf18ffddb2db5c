"""Entries of other programs' files are booked once, in one go, and undone together."""

import uuid
from collections import Counter
from dataclasses import replace
from datetime import date
from functools import partial
from io import BytesIO
from random import Random

import pytest

from ledger.exchange.copying import copy
from ledger.exchange.expenses import Program
from ledger.exchange.group import read_group, write_group
from ledger.exchange.sharing import bringing_of, read_for
from ledger.models import Group, Kind, Role, Transaction
from ledger.recording import Refused, add_player, admit
from ledger.recording.auditing import audit
from ledger.recording.bringing import Bringing, SharedEntry, bring, not_yet_in_the_journal, take_back
from ledger.recording.journal import pay, undo
from ledger.recording.writing import WriteContext
from ledger.standings.brought import PROGRAMS, brought_of
from ledger.standings.money import balances
from ledger.steps import heard_by
from tests.cast import ids, owner_of, thursday_table
from tests.halting import Halting
from tests.notebooks import read_notebook

HEAD = "Date,Description,Category,Cost,Currency,Ann,Ben,Zoe\n"
ROWS = """2024-01-05,Pizza,Dining out,30.00,EUR,20.00,-10.00,-10.00
2024-01-06,Ben paid Ann,Payment,10.00,EUR,-10.00,10.00,0.00
2024-01-06,Beer,Dining out,9.00,EUR,-3.00,6.00,-3.00
2024-01-06,Beer,Dining out,9.00,EUR,-3.00,6.00,-3.00
2024-01-08,Room,Rent,40.00,EUR,6.67,6.66,-13.33
"""


@pytest.fixture
def group(db: None) -> Group:
    return thursday_table(currency="EUR")


def bringing(group: Group, rows: str = ROWS, **called: str) -> Bringing:
    found = read_for(group, HEAD + rows)
    assert found is not None
    return bringing_of(found, called, by=owner_of(group))


def pen() -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=0)


def owed(group: Group) -> dict[str, int]:
    return {one.name: one.cents for one in balances(group).players if one.cents}


def test_entries_become_expenses_payments_and_adjustments(group: Group) -> None:
    found = bring(group, bringing(group))
    assert found is not None
    assert (found.method, found.lines, found.left) == ("Splitwise 1", 5, 5)
    assert (found.first.date(), found.last.date()) == (date(2024, 1, 5), date(2024, 1, 8))
    lines = list(Transaction.objects.filter(group=group).order_by("number"))
    assert [(one.kind, one.amount, one.note, one.number) for one in lines] == [
        (Kind.EXPENSE, 3000, "Pizza", 1),
        (Kind.PAYMENT, None, "Ben paid Ann", 2),
        (Kind.EXPENSE, 900, "Beer", 3),
        (Kind.EXPENSE, 900, "Beer", 4),
        (Kind.ADJUSTMENT, None, "Room", 5),
    ]
    assert owed(group) == {"Ann": 1067, "Ben": 1866, "Zoe": -2933 + 1000 - 1000}
    assert group.players.filter(name="Zoe").exists()
    assert not Group.every.filter(is_arriving=True).exists()
    assert not list(audit([group]))


def test_programs_are_named_alike_where_they_are_read_and_found() -> None:
    assert tuple(Program) == PROGRAMS


def test_the_same_file_brings_nothing_twice(group: Group) -> None:
    bring(group, bringing(group))
    before = owed(group)
    assert bring(group, bringing(group)) is None
    longer = bringing(group, ROWS + "2024-02-01,Beer,Dining out,9.00,EUR,6.00,-6.00,0.00\n")
    known = not_yet_in_the_journal(group, longer)
    assert (len(known.new), known.there, known.undone) == (1, 5, 0)
    assert bring(group, longer) is not None
    assert [(one.method, one.lines) for one in brought_of(group)] == [("Splitwise 2", 1), ("Splitwise 1", 5)]
    assert owed(group) == {**before, "Ann": before["Ann"] + 600, "Ben": before["Ben"] - 600}


def test_import_is_undone_as_a_whole_and_may_come_again(group: Group) -> None:
    pay(group, ids(group)[2], ids(group)[3], 500, pen())
    before = owed(group)
    bring(group, bringing(group))
    assert take_back(group, 1, owner_of(group)) == 5
    assert owed(group) == before
    assert [(one.lines, one.left) for one in brought_of(group)] == [(5, 0)]
    assert take_back(group, 1, owner_of(group)) == 0
    known = not_yet_in_the_journal(group, bringing(group))
    assert (len(known.new), known.there, known.undone) == (5, 0, 5)
    again = bring(group, bringing(group, Zoe="Edith"))
    assert again is not None
    assert again.number == 2
    known = not_yet_in_the_journal(group, bringing(group))
    assert (len(known.new), known.there, known.undone) == (0, 5, 0)
    assert "Edith" in owed(group)
    assert not list(audit([group]))


def test_line_that_was_undone_by_hand_is_not_undone_twice(group: Group) -> None:
    bring(group, bringing(group))
    undo(group, 2, pen())
    assert take_back(group, 1, None) == 4
    assert owed(group) == {}
    assert take_back(group, 7, None) == 0


def test_payment_that_is_called_like_an_import_is_none_of_its_lines(group: Group) -> None:
    bring(group, bringing(group))
    ann, ben, *_ = ids(group)
    assert pay(group, ann, ben, 100, pen(), method="Splitwise 1").method == "Splitwise"
    assert take_back(group, 1, None) == 5
    assert owed(group) == {"Ann": 100, "Ben": -100}


def test_two_names_of_one_player_owe_nothing_to_each_other(group: Group) -> None:
    bring(group, bringing(group, ROWS.splitlines()[1], Ben="Ann", Zoe="Ann"))
    assert not group.transactions.exists()
    assert not Group.every.filter(is_arriving=True).exists()


def test_nothing_is_booked_where_it_cannot_be(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Refused, match="no_name"):
        bring(group, bringing(group, Zoe="\u200b"))
    monkeypatch.setattr("ledger.limits.MOST_LINES", 4)
    with pytest.raises(Refused, match="full"):
        bring(group, bringing(group))
    points = thursday_table(currency="", guest=uuid.uuid4())
    with pytest.raises(Refused, match="points_only"):
        read_for(points, HEAD + ROWS)
    with pytest.raises(Refused, match="points_only"):
        bring(points, bringing(group))
    assert not Transaction.objects.exists()
    assert not Group.every.filter(is_arriving=True).exists()


def test_name_that_was_taken_meanwhile_stops_it(group: Group) -> None:
    def interrupted(done: int, of: int) -> None:
        if done == 0 and not group.players.filter(name="Zoe").exists():
            add_player(group, "Zoe")

    with heard_by(interrupted), pytest.raises(Refused, match="moved_on"):
        bring(group, bringing(group))
    assert not group.transactions.exists()
    assert not Group.every.filter(is_arriving=True).exists()


@pytest.mark.parametrize("pauses", range(5))
def test_two_phones_that_bring_one_file_at_once_write_it_once(group: Group, pauses: int) -> None:
    file = bringing(group)
    theirs_by = replace(file, by=admit(group, uuid.UUID(int=2), Role.OWNER))
    mine, theirs = (Halting(partial(bring, group, one)) for one in (file, theirs_by))
    for _ in range(pauses):
        mine.step()
    refused = []
    while not (mine.is_over and theirs.is_over):
        for work in (theirs, mine):
            try:
                work.step()
            except Refused as why:
                refused.append((why.code, why.case))
    assert refused == [("moved_on", "brought")] * (pauses < 3)  # else it is here already
    assert [one.lines for one in brought_of(group)] == [5]
    assert owed(group) == {"Ann": 1067, "Ben": 1866, "Zoe": -2933 + 1000 - 1000}
    assert not Group.every.filter(is_arriving=True).exists()
    assert not list(audit([group]))
    assert bring(group, file) is None


@pytest.mark.parametrize("pauses", range(4))
def test_two_phones_that_bring_one_notebook_at_once_write_it_once(group: Group, pauses: int) -> None:
    owners = owner_of(group), admit(group, uuid.UUID(int=2), Role.OWNER)
    preview = read_notebook("old.csv", "Date,Ann,Ben\n2009-05-08,12,-12\n2009-05-15,5,-5\n")
    mine, theirs = (Halting(partial(copy, group, preview, by=by)) for by in owners)
    for _ in range(pauses):
        mine.step()
    new = theirs.finish() + mine.finish()
    assert (new, group.sessions.count()) == (2, 2)


def test_entries_that_were_undone_too_often_are_counted(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.recording.bringing.MOST_TIMES", 2)
    for number in (1, 2):
        bring(group, bringing(group))
        take_back(group, number, None)
    more = bringing(group, f"{ROWS}2024-02-01,Tea,Dining out,3.00,EUR,2.00,-1.00,-1.00\n")
    known = not_yet_in_the_journal(group, more)
    assert (len(known.new), known.there, known.left_out) == (1, 0, 5)


def test_five_thousand_entries_come_in_steps(group: Group) -> None:
    entry = SharedEntry(mark="", day=date(2024, 1, 5), note="x", paid={0: 300}, shares={1: 100, 2: 200})
    entries = [replace(entry, mark=str(place)) for place in range(5_000)]
    many = Bringing(program="Spliit", names=("Ann", "Ben", "Zoe"), entries=entries)
    steps: list[int] = []
    with heard_by(lambda done, of: steps.append(done)):
        assert bring(group, many) is not None
    assert len(steps) > 40
    assert owed(group) == {"Ann": 1_500_000, "Ben": -500_000, "Zoe": -1_000_000}


def test_currencies_are_compared_with_the_groups(group: Group) -> None:
    for said in ("EUR", "€", "XXX", "", "kr"):
        assert read_for(group, HEAD + ROWS.replace("EUR", said)) is not None
    for said in ("USD", "$", "usd"):
        with pytest.raises(Refused, match="currencies"):
            read_for(group, HEAD + ROWS.replace("EUR", said))
    with pytest.raises(Refused, match="currencies"):
        read_for(group, HEAD + ROWS.replace("9.00,EUR", "9.00,USD"))
    dollars = thursday_table(currency="CAD", guest=uuid.uuid4())
    assert read_for(dollars, HEAD + ROWS.replace("EUR", "$")) is not None


@pytest.mark.parametrize("seed", range(4))
def test_balances_after_an_import_are_the_sums_of_the_file(group: Group, seed: int) -> None:
    chance, rows, sums = Random(seed), "", Counter[str]()
    for _ in range(30):
        ann, ben = chance.randint(-5_000, 5_000), chance.randint(-5_000, 5_000)
        net = {"Ann": ann, "Ben": ben, "Zoe": -ann - ben}
        cost = sum(cents for cents in net.values() if cents > 0)
        cells = ",".join(f"{cents / 100:.2f}" for cents in net.values())
        rows += f"2024-01-05,x,Food,{cost / 100:.2f},EUR,{cells}\n"
        sums.update(net)
    bring(group, bringing(group, rows))
    assert owed(group) == {name: cents for name, cents in sums.items() if cents}
    assert not list(audit([group]))
    take_back(group, 1, None)
    assert owed(group) == {}


def test_undoing_is_said_to_be_by_somebody(group: Group) -> None:
    bring(group, bringing(group))
    take_back(group, 1, owner_of(group))
    assert set(Transaction.objects.values_list("by", flat=True)) == {owner_of(group).pk}
    with pytest.raises(Refused, match="undone"):
        undo(group, 1, pen())


def test_import_is_found_again_in_a_group_that_moved(group: Group) -> None:
    bring(group, bringing(group))
    undo(group, 2, pen())
    before, file = owed(group), BytesIO()
    write_group(group, file)
    key = group.key
    Group.every.filter(pk=group.pk).update(key=uuid.uuid4())
    text = file.getvalue().decode()
    for line in group.transactions.all():
        text = text.replace(str(line.key), str(uuid.uuid5(line.key, "elsewhere")))
    arrival = read_group(BytesIO(text.encode()), owner=lambda: uuid.UUID(int=5))
    assert (arrival.group.key, owed(arrival.group)) == (key, before)
    assert [(one.method, one.lines, one.left) for one in brought_of(arrival.group)] == [("Splitwise 1", 5, 4)]
