"""Commands name a group, and where the book has moved away, those that write end in one sentence."""

import secrets
import uuid
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command, get_commands, load_command_class
from django.db import connection
from django.utils import timezone

from ledger.management import asking
from ledger.management.asking import WritingCommand
from ledger.management.fitness import Unfit, UnfitReason
from ledger.models import Group, Move, guards
from ledger.models.group import new_code
from tests.cast import an_ended_night, thursday_table

NAME = "Thursday table"
TAKE_A_GROUP = {"audit", "export_group", "import_notebook", "spare_key", "standings", "statistics"}


def test_every_command_that_takes_a_group_says_how_to_name_one_that_begins_like_an_option() -> None:
    helps = {
        name: str(action.help)
        for name, app in get_commands().items()
        if app in ("ledger", "scorekeeper")
        for action in load_command_class(app, name).create_parser("manage.py", name)._actions
        if "--group" in action.option_strings
    }
    assert helps.keys() == TAKE_A_GROUP
    assert [
        said for said in helps.values() if not said.endswith("(--group=NAME where it begins with “-”)")
    ] == []


def test_a_new_code_does_not_begin_like_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-Zk0-aaaaaaa", "--k0-aaaaaaa", "Zk0-aaaaaaa-"])
    monkeypatch.setattr(secrets, "token_urlsafe", lambda count: next(drawn))
    assert new_code() == "Zk0-aaaaaaa-"


@pytest.mark.django_db
def test_old_group_whose_code_begins_like_an_option_is_named_with_an_equals_sign() -> None:
    old, other = thursday_table(name=NAME), thursday_table(name=NAME)
    Group.objects.filter(pk=old.pk).update(code="-Zk0-aaaaaaa")
    codes = f"--group=-Zk0-aaaaaaa or --group={other.code}"
    with pytest.raises(CommandError) as refused:
        told("--group", NAME)
    assert str(refused.value) == f"2 groups are called “{NAME}”. Name one by its code: {codes}"
    assert told("--group=-Zk0-aaaaaaa").startswith("player,")


def told(*words: str) -> str:
    out = StringIO()
    call_command("standings", *words, stdout=out)
    return out.getvalue()


pytestmark = pytest.mark.django_db(transaction=True)
GROUP = ("--group", NAME)


WRITE = {
    "demo": (),
    "import_group": ("group.json",),
    "import_notebook": (*GROUP, "notebook.csv"),
    "remove_groups": (),
    "spare_key": GROUP,
    "unplayed_groups": ("--remove", "--no-input"),
}


READ = {
    "audit": (),
    "backup": ("{folder}/book.copy",),
    "export_group": (*GROUP, "{folder}/group.json"),
    "standings": GROUP,
    "statistics": GROUP,
}


# Their own tests: tests/reliability/test_move_book.py.
ASK_BY_THEMSELVES = {"move_book", "serve"}
WITHOUT_A_BOOK = {"makemessages", "rules_docs", "score"}


@pytest.fixture
def group() -> Group:
    """Return a group with a night, beside one that nobody ever played in."""
    made = thursday_table(name=NAME)
    an_ended_night(made)
    thursday_table(name="Never played")
    return made


def leaves() -> None:
    now = timezone.now()
    Move.objects.create(key=uuid.uuid4(), is_away=True, place="/elsewhere", begun_at=now, ended_at=now)
    guards.install(connection)


def says(name: str, *words: str) -> str:
    out = StringIO()
    call_command(name, *words, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_every_command_is_known_to_write_or_not() -> None:
    ours = {name: app for name, app in get_commands().items() if app in ("ledger", "scorekeeper")}
    assert ours.keys() == {*WRITE, *READ, *ASK_BY_THEMSELVES, *WITHOUT_A_BOOK}
    made = {name: load_command_class(app, name) for name, app in ours.items()}
    assert {name for name, one in made.items() if isinstance(one, WritingCommand)} == WRITE.keys()


@pytest.mark.parametrize("name", WRITE)
def test_what_writes_says_where_the_book_has_gone_or_that_there_is_none(
    name: str, group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    leaves()
    with pytest.raises(CommandError, match=r"^This book has moved to /elsewhere, on "):
        says(name, *WRITE[name])
    older = Unfit(reason=UnfitReason.OLDER, sentence="The book is of an older version.")
    monkeypatch.setattr(asking, "unfit", lambda: older)
    with pytest.raises(CommandError, match=r"^The book is of an older version\.$"):
        says(name, *WRITE[name])


@pytest.mark.parametrize("name", READ)
def test_what_reads_goes_on_and_so_writes_nothing(name: str, group: Group, tmp_path: Path) -> None:
    leaves()
    assert says(name, *(word.format(folder=tmp_path) for word in READ[name]))


def test_at_a_prompt_it_is_one_line_without_a_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    leaves()
    with pytest.raises(SystemExit) as ended:
        load_command_class("ledger", "demo").run_from_argv(["manage.py", "demo"])
    said = capsys.readouterr()
    assert (ended.value.code, said.out, said.err.count("\n")) == (1, "", 1)
    assert said.err.startswith("CommandError: This book has moved to /elsewhere, on ")


def test_a_book_that_leaves_while_a_command_writes_ends_it_in_the_same_words(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    def agreed(count: int) -> bool:
        leaves()
        return True

    monkeypatch.setattr("ledger.management.commands.unplayed_groups._agreed", agreed)
    with pytest.raises(CommandError, match=r"^This book has moved to /elsewhere, on "):
        says("unplayed_groups", "--older-than", "0", "--remove")
    assert Group.objects.count() == 2
