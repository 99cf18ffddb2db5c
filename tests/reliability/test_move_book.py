"""A book moves to another database as it is, and where it was nothing is written any more."""

import json
import re
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import NoReturn
from unittest.mock import patch

import pytest
from django.core.management import CommandError, call_command
from django.db import InternalError, OperationalError, connection, transaction
from django.test import Client
from django.utils import timezone

from ledger.exchange.tables import as_csv, journal, results
from ledger.management.elsewhere import asked_of, opened
from ledger.management.fitness import gone
from ledger.management.safety import doubts
from ledger.models import AccessLink, Group, Membership, Move, News, Player, Role, Session, guards
from ledger.models.book import sheet_of
from ledger.recording import NewLink, Secret, WriteContext, make_link
from ledger.recording.journal import pay
from ledger.recording.removing import ask_to_leave, remove_group
from scorekeeper.accounts.models import Account
from scorekeeper.management.commands import move_book as moving
from scorekeeper.management.commands.move_book import place_of
from scorekeeper.serving.checks import the_book_can_be_served
from scorekeeper.serving.starting import before_serving
from scorekeeper.settings import database
from tests.cast import OWNER, a_night, an_ended_night, ids, tell, thursday_table
from tests.group_files import group_export
from tests.ledger.databases import new_database
from tests.scorekeeper.conftest import phone_of
from tests.serving import url_of

pytestmark = pytest.mark.django_db(transaction=True)
# The pages take these for a closed book.
TROUBLE = (OperationalError, InternalError)

# The keys of forms and tokens, which are new on each page.
FRESH = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|csrfmiddlewaretoken\S+ value=\"\w+\"")


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[str]:
    """The address of another database of this kind, in which there is nothing."""
    with new_database(tmp_path, "moved") as url:
        yield url


@pytest.fixture
def night() -> Session:
    """A club in the middle of its second evening, with money, links, phones and an account; of a group that
    was removed only the tombstone is left."""
    gone_again = thursday_table(name="Gone again")
    group = thursday_table(name="“Schafkopf” 🃏 100 %")
    an_ended_night(group)
    ann, ben = ids(group, "Ann", "Ben")
    pay(group, ann, ben, 125, pen())
    secret = Secret(nonce=uuid.uuid4(), digest="0" * 64)
    make_link(group, NewLink(role=Role.OWNER), secret, pen())
    Account.objects.create(name="Ann", key="ann", password="scrypt$…")
    last = thursday_table(name="Gone last")
    for one in (gone_again, last):
        removed(one)
    session = a_night(group)
    tell(session, "Ben", "Cleo")
    return session


def removed(group: Group) -> None:
    ask_to_leave(group, at=timezone.now() - timedelta(days=40))
    remove_group(group)


def pen() -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=0)


def moves(url: str = "", *words: str) -> str:
    out = StringIO()
    call_command("move_book", *([url] if url else []), *words, stdout=out, stderr=StringIO())
    return out.getvalue()


@contextmanager
def at(url: str) -> Iterator[None]:
    """Everything is asked of the database at this address."""
    with opened(database(url)) as other, asked_of(other):
        yield


def told() -> Mapping[str, str]:
    """Return what the book says: files, standings, the receipt of every hand, and pages with every number."""
    group = Group.objects.get()
    client = phone_of(Membership.objects.filter(group=group, role=Role.OWNER).earliest("pk").guest)
    found = {
        "file": group_export(group),
        "results": as_csv(results(group)),
        "journal": as_csv(journal(group)),
        "receipts": receipts(group),
    }
    for command in ("standings", "statistics"):
        out = StringIO()
        call_command(command, group=group.name, stdout=out, stderr=StringIO())
        found[command] = out.getvalue()
    numbers = group.sessions.order_by("number").values_list("number", flat=True)
    for session in group.sessions.filter(number__in=[*numbers[:1], *numbers.reverse()[:1]]):
        night = f"/g/{group.code}/{session.number}/"
        hands = session.entries.filter(kind="hand").values_list("number", flat=True)
        for path in (night, f"{night}report/", *(f"{night}hands/{one}/" for one in hands)):
            found[path] = page(client, path)
    with patch("scorekeeper.pages.group.people.ago", lambda wait: "lately"):  # a long book moves for minutes
        for path in ("", "money/", "standings/", "people/", "rules/"):
            found[path] = page(client, f"/g/{group.code}/{path}")
    return found


def receipts(group: Group) -> str:
    """A line for every hand: what it came to and why, and how everybody stood after it."""
    lines = []
    for session in group.sessions.order_by("number").iterator():
        for row in sheet_of(session).rows:
            reasons = row.scored.reasons if row.scored else ()
            said = [reasons, dict(row.points), dict(row.totals), row.carried]
            lines.append(f"{session.number}/{row.number}: {said}")
    return "\n".join(lines)


def page(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code in (200, 302), path
    return FRESH.sub("", answer.content.decode())


def dumped() -> Mapping[str, moving.TableSum]:
    with opened(connection.settings_dict) as other:
        return moving.sums(other)


def test_it_is_the_same_book_there_and_back_again(night: Session, elsewhere: str, tmp_path: Path) -> None:
    before, rows, last = told(), dumped(), Group.objects.get().pk + 1
    assert "every row is the same on both sides" in moves(elsewhere)
    assert dumped() == rows
    back = f"sqlite:///{tmp_path / 'back.sqlite3'}"
    with at(elsewhere):
        assert told() == before
        assert guards.missing(connection) == []
        call_command("audit", stdout=StringIO(), stderr=StringIO())
        assert list(before_serving()) == list(doubts())
        assert thursday_table(name="The next").pk == last + 1  # no id is given twice
        removed(Group.objects.get(name="The next"))
        tell(night, "Dave", "Edith")
        assert told() != before
        before = told()
        moves(back)
    assert (tmp_path / "back.sqlite3").stat().st_mode & 0o777 == 0o600
    with at(back):
        assert told() == before
        assert thursday_table(name="The next").pk == last + 2
        assert News.objects.filter(group=night.group).count() == 1


def test_a_book_that_has_moved_is_not_served_and_takes_nothing_until_it_is_taken_back(
    night: Session, elsewhere: str
) -> None:
    moves(elsewhere)
    place = Move.objects.get().place
    with pytest.raises(CommandError, match=re.escape(f"This book has moved to {place}")):
        list(before_serving())
    found = [one.id for one in the_book_can_be_served(databases=["default"])]
    # A throwaway PostgreSQL is doubted, too, as it forgets what it is told when its power goes.
    assert [one for one in found if one != "scorekeeper.W003"] == ["scorekeeper.W004"]
    for change in (
        lambda: tell(night, "Dave", "Edith"),
        lambda: Player.objects.create(group=night.group, name="Gus", name_key="gus"),
        lambda: Session.objects.update(hands=7),
        lambda: Account.objects.all().delete(),
    ):
        with pytest.raises(TROUBLE, match="this book has moved to"), transaction.atomic():
            change()
    seats = night.entries.get(number=1).facts["seats"]
    said = {"key": uuid.uuid4(), "after": 2, "picker": seats[0], "partners": seats[2], "result": "won"}
    answer = phone_of(OWNER).post(f"/g/{night.group.code}/{night.number}/tell/", said)
    assert answer.status_code == 503
    assert "has moved" not in answer.content.decode()  # people are told no addresses
    call_command("migrate", verbosity=0)
    assert guards.missing(connection) == []
    with pytest.raises(TROUBLE), transaction.atomic():
        tell(night, "Dave", "Edith")
    call_command("audit", stdout=StringIO(), stderr=StringIO())  # it can be looked into
    with pytest.raises(CommandError, match=f"This book was sent to {re.escape(place)}"):
        moves(f"{elsewhere}x")
    assert "goes on here" in moves("", "--take-back")
    assert gone() == ""
    assert guards.missing(connection) == []
    tell(night, "Dave", "Edith")
    with pytest.raises(CommandError, match="was not sent anywhere"):
        moves("", "--take-back")
    before = told()
    with pytest.raises(CommandError, match="holds a book already"):
        moves(elsewhere)
    assert (gone(), told()) == ("", before)
    with at(elsewhere):
        assert night.entries.count() == 2


def test_no_password_is_told() -> None:
    with opened(database("postgres://cards:secret@db.example.org:5433/cards")) as other:
        assert place_of(other) == "postgres://cards@db.example.org:5433/cards"


def test_where_something_else_is_nothing_is_made(night: Session, elsewhere: str) -> None:
    with at(elsewhere), connection.cursor() as cursor:
        cursor.execute("CREATE TABLE recipes (name text)")
    with pytest.raises(CommandError, match="no place for a book: it has a table recipes"):
        moves(elsewhere)
    with at(elsewhere):
        assert connection.introspection.table_names() == ["recipes"]
    assert gone() == ""


@pytest.mark.parametrize(
    ("url", "refused"),
    [
        ("mysql://somewhere/cards", "URL must begin with sqlite:// or postgres://"),
        ("postgres://cards:secret@127.0.0.1:1/cards", "postgres://cards@127.0.0.1:1/cards cannot be read"),
    ],
)
def test_a_place_that_is_none_is_refused_in_a_sentence(night: Session, url: str, refused: str) -> None:
    with pytest.raises(CommandError, match=refused) as found:
        moves(url)
    assert "secret" not in str(found.value)
    assert gone() == ""


def test_a_book_does_not_move_to_where_it_is(night: Session) -> None:
    with pytest.raises(CommandError, match="is there already"):
        moves(url_of(connection.settings_dict))


def test_a_book_with_faults_stays_where_it_is(night: Session, elsewhere: str) -> None:
    Session.objects.filter(pk=night.pk).update(hands=7)
    with pytest.raises(CommandError, match=r"stays where it is: .*it says 7 hands, the book says 1"):
        moves(elsewhere)
    assert gone() == ""
    tell(night, "Dave", "Edith")


@pytest.mark.parametrize("step", ["_write", "sums"])
def test_cut_off_in_the_middle_nobody_plays_at_either_end_until_it_is_called_again(
    night: Session, elsewhere: str, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    before = told()
    with monkeypatch.context() as patched:
        patched.setattr(moving, step, interrupted)
        with pytest.raises(KeyboardInterrupt):
            moves(elsewhere)
    assert gone().startswith("This book is on its way to")
    with pytest.raises(TROUBLE), transaction.atomic():
        tell(night, "Dave", "Edith")
    with at(elsewhere), pytest.raises(CommandError, match="only just arriving"):
        list(before_serving())
    assert "every row is the same on both sides" in moves(elsewhere)
    Move.objects.update(ended_at=None)  # cut off at its very end
    with at(elsewhere):
        assert told() == before
        tell(night, "Dave", "Edith")  # and somebody plays on there
    assert "an earlier call" in moves(elsewhere)
    assert gone().startswith("This book has moved to")


def test_where_no_tables_may_be_made_it_is_said_and_the_book_can_stay(
    night: Session, elsewhere: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(*_: object) -> NoReturn:
        raise OperationalError("permission denied for schema public")

    monkeypatch.setattr(moving, "make_tables", refuses)
    with pytest.raises(CommandError, match="can be called again: permission denied"):
        moves(elsewhere)
    assert gone().startswith("This book is on its way to")
    moves("", "--take-back")
    tell(night, "Dave", "Edith")


def interrupted(*_: object) -> NoReturn:
    raise KeyboardInterrupt


def test_what_is_lost_on_the_way_is_seen(
    night: Session, elsewhere: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = moving._write
    with monkeypatch.context() as patched:
        patched.setattr(moving, "_write", lambda table, *said: table is Account or written(table, *said))
        with pytest.raises(CommandError, match="accounts_account has 1 rows here and 0 there"):
            moves(elsewhere)
    with pytest.raises(CommandError, match="still on its way: accounts_account"):
        moves(elsewhere)


def test_what_is_switched_off_is_not_left_behind(night: Session, elsewhere: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE switched_off (name text)")
        try:
            cursor.execute("INSERT INTO switched_off VALUES ('Ann')")
            with pytest.raises(CommandError, match="The table switched_off would be left behind"):
                moves(elsewhere)
        finally:
            cursor.execute("DROP TABLE switched_off")


def test_rows_add_up_alike_in_any_order_and_differ_where_anything_does() -> None:
    assert moving.digest([1, {"a": 1, "b": 2}]) == moving.digest([1, json.loads('{"b": 2, "a": 1}')])
    assert moving.digest([1, "x"]) != moving.digest([1, "y"])


def test_every_table_comes_after_those_that_it_refers_to_but_where_two_refer_to_each_other() -> None:
    tables = moving.carried()
    assert len(tables) == len({*tables})
    assert Account in tables
    early = [one for place, one in enumerate(tables) if moving.needs(one) - {*tables[: place + 1]}]
    assert early == [Membership]
    assert moving.needs(AccessLink) >= {Membership}
    assert moving.needs(Membership) >= {AccessLink}
