"""Groups move in steps, while others play, with every text that people type, and as a whole or not at all."""

import json
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test

from ledger import limits
from ledger.exchange import group as exchanging
from ledger.exchange.group import read_group, write_group
from ledger.models import Group, Membership, Role, Service, Session, name_key
from ledger.models.group import LONGEST_NAME
from ledger.models.journal import LONGEST_NOTE
from ledger.recording import Refused, WriteContext, end_night, rename_player
from ledger.recording.auditing import audit
from ledger.recording.group import write_handles
from ledger.recording.journal import adjust, pay, put_in_box, undo
from ledger.scoring import HandRefused
from ledger.steps import heard_by
from ledger.words.texts import is_fit
from scorekeeper.text.refusals import sentence
from tests.cast import NAMES as NAMES_AT_THE_TABLE
from tests.cast import a_night, an_ended_night, context, ids, player, tell, thursday_table
from tests.evenings.test_any_story import Told
from tests.group_files import group_export, group_import
from tests.halting import Halting
from tests.ledger.exchange.test_group import elsewhere
from tests.old_ways import PlanRequest, pay_planned, settle
from tests.steady import many, steady

pytestmark = pytest.mark.django_db
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=LONGEST_NOTE).filter(is_fit)
NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=LONGEST_NAME).filter(is_fit)
FIVE = NAMES_AT_THE_TABLE[:5]
KINDLY = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large]


@contextmanager
def undone() -> Iterator[None]:
    """Roll back everything that is done inside."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def a_pen() -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=0)


def moves(group: Group) -> None:
    """Check that the group's file comes in where it was not, as the same book."""
    before = group_export(group)
    with undone():
        assert elsewhere(group) == before
        copy, is_new = group_import(before)
        assert (is_new, group_export(copy), list(audit([copy]))) == (True, before, [])


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every step of reading and of writing a file ends as soon as it can."""
    for name in ("READ_NS", "WRITE_NS"):
        monkeypatch.setattr(exchanging, name, 0)


@settings(max_examples=many(10, soak=500), deadline=None, suppress_health_check=KINDLY)
@given(
    st.lists(NAMES, min_size=5, max_size=5, unique_by=name_key),
    NAMES,
    st.lists(TEXTS, min_size=7, max_size=7),
)
def test_every_text_that_people_type_moves_with_the_group(
    names: list[str], name: str, texts: list[str]
) -> None:
    assume(all(map(name_key, (*names, name))))
    with undone():
        group = thursday_table(names=names, name=name)
        session = a_night(group)
        tell(session, *group.players.order_by("pk").values_list("name", flat=True)[:2])
        end_night(session, context(session))
        ann, ben, *_ = ids(group)
        paid = pay(group, ann, ben, 70, a_pen(), note=texts[0], method=texts[1][:40])
        undo(group, paid.number, a_pen(), reason=texts[2])
        put_in_box(group, (ann,), 500, a_pen(), note=texts[3])
        adjust(group, {ann: 5, ben: -5}, a_pen(), reason=f"x{texts[4]}"[:LONGEST_NOTE])
        settlement = settle(group, PlanRequest(label=texts[5]), a_pen())
        pay_planned(settlement.payments.get(number=1), 1, a_pen(), method=texts[6][:40])
        moves(group)


@pytest.mark.parametrize(
    "text",
    [
        "12\u00a0€",
        "علی\u200cرضا",
        "👨\u200d👩\u200d👧",
        "🇩🇪",
        "❤\ufe0f",
        "Schaf\u00adkopf",
        "e\u0301\u0302",
        "\ue000",
        "\u0378",
    ],
)
def test_what_people_write_in_names_and_notes_does_not_keep_a_group_here(text: str) -> None:
    group = thursday_table(names=("Ann", "Ben", text))
    write_handles(player(group, "Ann"), {Service.VENMO: "@Ann-S", Service.PAYPAL: ""})
    pay(group, player(group, "Ann").pk, player(group, "Ben").pk, 5, a_pen(), note=f"x{text}", method=text)
    moves(group)


def file_of_a_payment() -> str:
    """Return a group's file with a payment of which the note is “old”."""
    group = thursday_table()
    pay(group, player(group, "Ann").pk, player(group, "Ben").pk, 5, a_pen(), note="old")
    return elsewhere(group)


def test_an_old_note_with_a_control_character_does_not_keep_a_group_here() -> None:
    text = file_of_a_payment().replace('"old"', '"o\\u0001l\\nd\\uffff"').replace('"Ann"', '"An\\u0007n"')
    copy, _ = group_import(text)
    assert copy.transactions.get().note == "o\x01l\nd\uffff"
    assert copy.players.order_by("pk")[0].name == "An\x07n"
    assert json.loads(group_export(copy)) == json.loads(text)


@pytest.mark.parametrize("half", ["\\ud800", "\\udfff", "\\udc00\\ud800", "\\ud800\\u0041"])
def test_half_a_character_is_refused(half: str) -> None:
    with pytest.raises(Refused, match=r"no_file\.unfit"):
        group_import(file_of_a_payment().replace('"old"', f'"{half}"'))
    assert Group.every.count() == 1


class MovingStory(Told):
    """Move the group of any story when the story is over; test_any_story checks it after each step."""

    def teardown(self) -> None:
        if hasattr(self, "group"):
            moves(self.group)
        super().teardown()


def test_the_book_of_any_story_moves() -> None:
    run_state_machine_as_test(MovingStory, settings=steady(many(3, soak=100), steps=30))


def test_a_group_on_its_way_in_is_seen_by_nobody_until_it_is_whole(slowly: None) -> None:
    file = elsewhere(an_ended_night(thursday_table()).group)
    key, owner = json.loads(file)["group"]["key"], uuid.uuid4()
    begun: list[Group] = []
    seen, depth = [], len(connection.savepoint_ids)

    def look(done: int, of: int) -> None:
        assert 0 <= done <= of
        assert len(connection.savepoint_ids) == depth
        seen.append(Group.objects.filter(pk__in=[one.pk for one in begun]).exists())
        assert not Group.every.filter(key=key).exists()

    with heard_by(look):
        arrival = read_group(BytesIO(file.encode()), owner=lambda: owner, began=begun.append)
    assert len(seen) > 5
    assert not any(seen)
    assert begun == [arrival.group]
    assert Group.objects.get(key=key) == arrival.group
    assert Membership.objects.get(guest=owner).role == Role.OWNER
    assert Session.objects.filter(group=arrival.group).exists()


def test_the_same_file_twice_at_once_comes_in_once(slowly: None) -> None:
    file = elsewhere(an_ended_night(thursday_table()).group).encode()
    first = Halting(lambda: read_group(BytesIO(file)))
    first.until(Session.objects.filter(group__is_arriving=True).exists)
    with pytest.raises(Refused, match="arriving"):
        read_group(BytesIO(file))
    copy = first.finish().group
    assert group_export(copy).encode() == file
    assert set(Group.every.all()) == {copy, Group.objects.get(name="Other")}


def test_who_comes_second_with_a_group_without_lines_is_told_so(slowly: None) -> None:
    file = elsewhere(thursday_table()).encode()
    second = Halting(lambda: read_group(BytesIO(file)))
    second.step()
    read_group(BytesIO(file))
    with pytest.raises(Refused, match="here"):
        second.finish()
    assert not read_group(BytesIO(file)).is_new
    assert Group.every.count() == 2


def test_a_file_with_lines_of_another_group_is_refused() -> None:
    group = an_ended_night(thursday_table()).group
    facts = json.loads(group_export(group))
    facts["group"]["key"] = str(uuid.uuid4())
    with pytest.raises(Refused, match="here"):
        group_import(json.dumps(facts))
    assert list(Group.every.all()) == [group]


def test_what_is_written_meanwhile_is_not_in_the_file_and_no_step_holds_a_transaction(slowly: None) -> None:
    group = thursday_table()
    session, going = an_ended_night(group), a_night(group, *FIVE)
    before, depth, file = group_export(group), len(connection.savepoint_ids), BytesIO()
    work = Halting(lambda: write_group(group, file))
    work.step()
    tell(going, "Ann", "Ben")
    end_night(going, context(going))
    an_ended_night(group)
    pay(group, player(group, "Ann").pk, player(group, "Ben").pk, 5, a_pen())
    settle(group, PlanRequest(), a_pen())
    rename_player(player(group, "Frank"), "Francis")
    depths = [len(connection.savepoint_ids)]
    while work.step():
        depths.append(len(connection.savepoint_ids))
    assert (len(depths) > 5, {*depths}) == (True, {depth})
    assert file.getvalue().decode().replace("Francis", "Frank") == before
    assert session.entries.count() == 3


def test_long_nights_are_written_and_read_in_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    group = thursday_table()
    for picker in ("Ann", "Ben"):
        session = a_night(group, *FIVE)
        for _ in range(4):
            tell(session, picker, "Cleo")
        end_night(session, context(session))
    a_night(group)
    whole = group_export(group)
    for lines in (1, 2, 3, 7, 1000):
        monkeypatch.setattr(exchanging, "AT_ONCE", lines)
        monkeypatch.setattr(exchanging, "PLANS_AT_ONCE", lines)
        assert group_export(group) == whole
    assert json.dumps(json.loads(whole), ensure_ascii=False, indent=1) + "\n" == whole


@pytest.mark.parametrize(
    ("limit", "edge", "words"),
    [
        ("MOST_PLAYERS", 6, "more than 5 players"),
        ("MOST_MEMBERS", 1, "more than 0 members"),
        ("MOST_VERSIONS", 1, "more than 0 versions of the house rules"),
        ("MOST_NIGHTS", 2, "more than 1 nights"),
        ("MOST_LINES", 2, "more than 1 lines in its journal"),
        ("MOST_ENTRIES", 3, "more than 2 lines in night 1"),
    ],
)
def test_a_file_has_so_much_of_everything_and_no_more(
    monkeypatch: pytest.MonkeyPatch, limit: str, edge: int, words: str
) -> None:
    group = thursday_table()
    for _ in range(2):
        an_ended_night(group)
    text = elsewhere(group)
    monkeypatch.setattr(limits, "ROOM_TO_END", 0)
    monkeypatch.setattr(limits, limit, edge - 1)
    with pytest.raises(Refused) as refused:
        group_import(text)
    assert words in sentence(refused.value)
    assert Group.every.count() == 1
    monkeypatch.setattr(limits, limit, edge)
    assert group_import(text)[1]


@given(st.binary(max_size=200))
@settings(max_examples=50, deadline=None, suppress_health_check=KINDLY)
def test_no_bytes_are_a_group(data: bytes) -> None:
    with pytest.raises(HandRefused):
        read_group(BytesIO(data))
