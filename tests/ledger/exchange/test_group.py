"""A group is exported as one file and imported elsewhere as the same book, byte for byte."""

import json
import uuid
from dataclasses import replace
from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from ledger.book.seasons import Floor, Season
from ledger.management.commands.export_group import new_file
from ledger.models import Entry, Group, PaymentHandle, Player, Role, Service, guards
from ledger.models.book import sheet_of
from ledger.money.payments import fewest_payments, owed_by
from ledger.money.rounding import THE_BOX
from ledger.recording import (
    NewHand,
    WriteContext,
    add_season,
    admit,
    arrange,
    correct_hand,
    end_night,
    join,
    leave,
    newest_change,
    pay_together,
    remark_on_hand,
    reopen_night,
    undo_change,
    write_rules,
    write_words,
)
from ledger.recording.auditing import audit
from ledger.recording.group import write_handles
from ledger.recording.journal import (
    carry,
    pay,
    put_in_box,
    share_expense,
    spend_from_box,
    undo,
)
from ledger.standings import changes_of, rules_in_force
from ledger.standings.groups import handles_of
from ledger.standings.money import balances, open_list
from ledger.standings.players import seasons_of
from tests.cast import (
    a_night,
    context,
    ids,
    owner_of,
    player,
    points,
    seated,
    standings,
    tell,
    thursday_table,
)
from tests.group_files import group_export, group_import
from tests.old_ways import PlanRequest, end_with_a_plan, mark_paid, pay_planned, plan_of_its_own, settle

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    """Return a group with all that a book can hold, beside another one, so that no id equals a place."""
    thursday_table(name="Friday table", guest=uuid.uuid4())
    group = thursday_table()
    session = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    first = tell(session, "Ann", "Ben").entry.number
    join(session, player(group, "Frank").pk, context(session), after=player(group, "Edith").pk)
    seating = seated(group, "Frank", "Edith", "Dave", "Cleo", "Ben", "Ann", dealer="Cleo", skip=("Dave",))
    arrange(session, seating, context(session))
    left = leave(session, player(group, "Edith").pk, context(session))
    undo_change(session, left.entry.number, context(session))
    write_rules(group, "sheepshead", "", {"bump": False}, uuid.uuid4(), owner_of(group))
    undo_change(session, sheet_of(session).newest, context(session))
    write_words(group, "Shuffle twice.\nאין מעשנים 🃏", uuid.uuid4(), owner_of(group))
    leave(session, player(group, "Edith").pk, context(session))
    edith, frank = ids(group, "Edith", "Frank")
    join(session, edith, context(session), after=frank, goes=frank)
    correct_hand(session, first, hand_before(group), context(session))
    remark_on_hand(session, first, "Dave forgot to bury", context(session))
    end_with_a_plan(session, context(session))
    first_due = plan_of_its_own(session)[0]
    mark_paid(session, first_due.payer, first_due.payee, context(session))
    ann, ben = ids(group, "Ann", "Ben")
    put_in_box(group, (ann,), 1000, ink(group))
    spend_from_box(group, 300, ink(group), note="=pizza", shared_by=(ann, ben))
    undo(group, pay(group, ann, ben, 50, ink(group)).number, ink(group))
    put_in_box(group, (ann, ben), 500, ink(group))
    share_expense(group, ben, 1000, {ann: 2, ben: 1}, ink(group), note="beer")
    settlement = settle(group, PlanRequest(treasurer=ann, label="November"), ink(group))
    pay_planned(settlement.payments.get(number=1), 1, ink(group))
    reopen_night(session, context(session))
    write_handles(player(group, "Cleo"), {Service.VENMO: "@Cleo-C", Service.PAYPAL: "paypal.me/CleoC"})
    return group


def hand_before(group: Group) -> NewHand:
    told = {"kind": "picked", "picker": 0, "partners": [2], "result": "won"}
    return NewHand(seats=ids(group, "Ann", "Ben", "Cleo", "Dave", "Edith"), told=told, dealer=1)


def ink(group: Group) -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=0, by=owner_of(group))


def elsewhere(group: Group) -> str:
    """Return the group's file, and forget the group, as if this were a new machine."""
    text = group_export(group)
    guards.lift(connection)
    tables = (
        "openpayment", "posting", "transaction", "droppedsettlement", "settlementpayment", "settlement",
        "entry", "pot", "handresult", "hand", "nightgame", "nightplayer", "nightrole", "nightplace",
        "nightpair", "session", "houserules", "membership",
        "paymenthandle", "player", "group",
    )  # fmt: skip
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f"DELETE FROM ledger_{table}")
    guards.install(connection)
    Player.objects.create(group=Group.objects.create(name="Other"), name="Other", name_key="other")
    return text


def summary(group: Group) -> tuple[object, ...]:
    """Return points, standings and balances of everybody, by name."""
    found = balances(group)
    return (
        points(group, sheet_of(group.sessions.get())),
        [(one.name, one.points, one.hands) for one in standings(group)],
        [(one.name, one.cents) for one in found.players],
        found.in_box,
    )


def test_the_same_book_comes_in_elsewhere(group: Group) -> None:
    before, players, text = summary(group), ids(group), elsewhere(group)
    copy, is_new = group_import(text)
    assert (is_new, group_export(copy), summary(copy)) == (True, text, before)
    assert ids(copy) != players
    assert [one.text for one in sheet_of(copy.sessions.get()).remarks.values()] == ["Dave forgot to bury"]
    assert rules_in_force(copy).words == "Shuffle twice.\nאין מעשנים 🃏"
    assert handles_of(copy)[player(copy, "Cleo").pk] == {Service.VENMO: "Cleo-C", Service.PAYPAL: "CleoC"}
    assert list(audit([copy])) == []
    assert group_import(text) == (copy, False)
    assert Group.objects.count() == 2


def test_a_file_from_before_a_field_was_there_is_brought_in(group: Group) -> None:
    before, facts = len(open_list(group)), json.loads(elsewhere(group))
    for name, parts in (("words", facts["rules"]), ("handles", facts["players"])):
        for part in parts:
            part.pop(name, None)
    del facts["open"]
    for newer in ("coin_cents", "rest_goes"):
        facts["group"].pop(newer, None)
    copy, is_new = group_import(json.dumps(facts))
    assert is_new
    assert (rules_in_force(copy).words, PaymentHandle.objects.exists()) == ("", False)
    owed, lines = balances(copy), open_list(copy)
    assert len(lines) <= before
    assert owed_by(lines) == {
        THE_BOX: owed.common - owed.in_box, **{one.player: one.cents for one in owed.players if one.cents}
    }  # fmt: skip
    assert list(audit([copy])) == []


@pytest.mark.parametrize(
    ("label", "said", "until"),
    [
        ("March 2009", {}, "2009-04-01T00:00:00+00:00"),  # as files were before
        ("November", {}, None),
        ("March 2009", {"until": None}, None),
        ("the spring", {"until": "2009-05-01T00:00:00+00:00"}, "2009-05-01T00:00:00+00:00"),
    ],
)
def test_a_settlement_keeps_until_when_it_goes(
    group: Group, label: str, said: dict[str, Any], until: str | None
) -> None:
    facts = json.loads(elsewhere(group))
    del facts["settlements"][0]["until"]
    facts["settlements"][0].update(said, label=label)
    copy, _ = group_import(json.dumps(facts))
    assert json.loads(group_export(copy))["settlements"][0]["until"] == until


def test_export_and_import_commands_round_trip(group: Group, tmp_path: Path) -> None:
    file, out = tmp_path / "group.json", StringIO()
    call_command("export_group", str(file), group="Thursday table", stdout=out)
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("export_group", str(file), group="Thursday table", stdout=out)
    call_command("import_group", str(file), stdout=out)
    assert "is here already" in out.getvalue()
    elsewhere(group)
    call_command("import_group", str(file), stdout=out)
    assert "Brought in Thursday table with 1 nights" in out.getvalue()
    file.write_text("{}")
    for name, words in (("group.json", "Nothing was saved"), ("none.json", "cannot be read")):
        with pytest.raises(CommandError, match=words):
            call_command("import_group", str(tmp_path / name), stdout=out)


def test_no_link_and_no_guest_is_in_the_file(group: Group) -> None:
    text = group_export(group)
    assert [secret for secret in (str(owner_of(group).guest), group.code) if secret in text] == []


def test_a_file_that_is_exported_is_its_owners_and_whole(group: Group, tmp_path: Path) -> None:
    for name in ("group.json", "group.xlsx"):
        call_command("export_group", str(tmp_path / name), group="Thursday table", stdout=StringIO())
        assert (tmp_path / name).stat().st_mode & 0o777 == 0o600
    with pytest.raises(ZeroDivisionError), new_file(tmp_path / "half.json") as file:
        file.write(b"{%d" % (1 // 0))
    (tmp_path / "taken.json").write_text("mine")
    with pytest.raises(FileExistsError), new_file(tmp_path / "taken.json"):
        pass
    with pytest.raises(FileExistsError), new_file(tmp_path / "late.json") as file:
        (tmp_path / "late.json").write_text("mine")
    assert (tmp_path / "late.json").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "group.json", "group.xlsx", "late.json", "taken.json",
    ]  # fmt: skip


def test_who_stops_the_command_leaves_nothing_behind(
    group: Group, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "group.json"
    file.write_text(elsewhere(group))
    monkeypatch.setattr("ledger.recording.importing.Arriving.finish", Mock(side_effect=KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        call_command("import_group", str(file), stdout=StringIO())
    assert (Group.every.count(), Entry.objects.exists()) == (1, False)


def test_who_wrote_which_rules_is_known_elsewhere(group: Group) -> None:
    helper = admit(group, uuid.uuid4(), Role.SCORER)
    for is_doubled, author in ((False, owner_of(group)), (True, helper), (False, None)):
        write_rules(group, "sheepshead", "", {"bump": is_doubled}, uuid.uuid4(), author)
    before = [rules.by and rules.by.role for rules in group.rules.order_by("version")]
    assert before[-3:] == [Role.OWNER, Role.SCORER, None]
    copy, _ = group_import(elsewhere(group))
    assert [rules.by and rules.by.role for rules in copy.rules.order_by("version")] == before
    assert {rules.by.group_id for rules in copy.rules.all() if rules.by} == {copy.pk}


@pytest.mark.parametrize("is_on", [True, False])
def test_seasons_couples_and_settings_go_along_and_no_phone_does(group: Group, *, is_on: bool) -> None:
    assert '"purses"' not in group_export(group)
    winter = Season(name="Winter", first=date(2026, 1, 1), last=date(2026, 3, 31), floor=10)
    summer = replace(winter, name="Summer", last=None, floor=50, floor_of=Floor.HANDS)
    for season in (winter, summer):
        group = add_season(group, season, replace(ink(group), after=newest_change(group)))
    pay_together(player(group, "Cleo"), player(group, "Dave"))
    Group.objects.filter(pk=group.pk).update(dealer_keeps_score=is_on, watchers_see_money=not is_on)
    group.refresh_from_db()
    seasons, changes = seasons_of(group), [(one.number, one.now) for one in changes_of(group)]
    text = elsewhere(group)
    copy, _ = group_import(text)
    assert [one.name for one in seasons] == ["Summer", "Winter"]
    assert (seasons_of(copy), [(one.number, one.now) for one in changes_of(copy)]) == (seasons, changes)
    cleo, dave = ids(copy, "Cleo", "Dave")
    assert copy.purses == {str(cleo): dave}
    assert (copy.dealer_keeps_score, copy.watchers_see_money) == (is_on, not is_on)
    assert json.loads(group_export(copy))["group"] == json.loads(text)["group"]
    assert not copy.memberships.filter(removed_at=None).exists()
    assert list(audit([copy])) == []


@pytest.mark.parametrize("is_older", [False, True])
def test_what_was_paid_at_a_night_that_goes_on_is_brought_in_and_waits(*, is_older: bool) -> None:
    # A file of an older version has the payment in its list of open payments.
    group = thursday_table()
    carry(group, dict(zip(ids(group, "Cleo", "Ben"), (-20, 20), strict=True)), ink(group))
    night = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    tell(night, "Ann", "Ben")
    pay(group, player(group, "Cleo").pk, player(group, "Ann").pk, 45, ink(group), session=night)
    waits = {"Ann": -45, "Ben": 20, "Cleo": 25}
    before = [(one.name, one.cents, one.waits) for one in balances(group).players]
    assert {name: cents for name, _, cents in before if cents} == waits
    facts = json.loads(elsewhere(group))
    if is_older:
        places = {one["name"]: place for place, one in enumerate(facts["players"], start=1)}
        lines = fewest_payments({places[name]: cents for name, cents in waits.items()})
        facts["open"] = [{"payer": one.payer, "payee": one.payee, "cents": one.cents} for one in lines]
    copy, _ = group_import(json.dumps(facts))
    assert [(one.name, one.cents, one.waits) for one in balances(copy).players] == before
    assert list(audit([copy])) == []
    end_night(copy.sessions.get(), context(copy.sessions.get()))
    assert {one.name: one.cents for one in balances(copy).players} == {
        "Ann": 5, "Ben": 45, "Cleo": 0, "Dave": -25, "Edith": -25, "Frank": 0,
    }  # fmt: skip
    assert list(audit([copy])) == []
