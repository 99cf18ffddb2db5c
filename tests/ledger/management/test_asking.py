"""A command is told which group by its name or its code, also where that begins like an option."""

import secrets
from io import StringIO

import pytest
from django.core.management import CommandError, call_command, get_commands, load_command_class

from ledger.models import Group
from ledger.models.group import new_code
from tests.cast import thursday_table

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
    assert {said[-43:] for said in helps.values()} == {"(--group=NAME where it begins with “-”)"[-43:]}


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
