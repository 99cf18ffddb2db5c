"""A command is told which group by its name or its code, also where that begins like an option."""

import secrets
from io import StringIO

import pytest
from django.core.management import CommandError, call_command, get_commands, load_command_class
from django.core.management.base import CommandParser

from ledger.models import Group
from ledger.models.group import new_code
from tests.cast import thursday_table

NAME = "Thursday table"
TAKE_A_GROUP = {"audit", "export_group", "import_notebook", "spare_key", "standings", "statistics"}


def parsers() -> dict[str, CommandParser]:
    """Of our own commands, by their names."""
    ours = {name: app for name, app in get_commands().items() if app in ("ledger", "scorekeeper")}
    return {
        name: load_command_class(app, name).create_parser("manage.py", name) for name, app in ours.items()
    }


def test_every_command_that_takes_a_group_says_how_to_name_one_that_begins_like_an_option() -> None:
    helps = {
        name: action.help
        for name, parser in parsers().items()
        for action in parser._actions
        if "--group" in action.option_strings
    }
    assert helps.keys() == TAKE_A_GROUP
    for said in helps.values():
        assert said
        assert said.endswith("(--group=NAME where it begins with “-”)")


def test_a_new_code_does_not_begin_like_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-Zk0-aaaaaaa", "--k0-aaaaaaa", "Zk0-aaaaaaa-"])
    monkeypatch.setattr(secrets, "token_urlsafe", lambda count: next(drawn))
    assert new_code() == "Zk0-aaaaaaa-"


@pytest.mark.django_db
def test_an_old_group_whose_code_begins_so_is_named_with_an_equals_sign() -> None:
    old, other = thursday_table(name=NAME), thursday_table(name=NAME)
    Group.objects.filter(pk=old.pk).update(code="-Zk0-aaaaaaa")
    with pytest.raises(CommandError) as refused:
        told("--group", NAME)
    said = str(refused.value)
    assert said == (
        f"2 groups are called “{NAME}”. Name one by its code: --group=-Zk0-aaaaaaa or --group={other.code}"
    )
    assert told("--group=-Zk0-aaaaaaa").startswith("player,")


def told(*words: str) -> str:
    out = StringIO()
    call_command("standings", *words, stdout=out)
    return out.getvalue()
