"""What the house rules were, since when, and who wrote them."""

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger.models import HouseRules, Role
from ledger.recording import admit, write_rules
from ledger.standings import rule_versions, rules_in_force
from tests.cast import STRANGERS, owner_of, player, thursday_table

pytestmark = pytest.mark.django_db


def test_a_version_says_what_is_played_since_when_and_who_wrote_it() -> None:
    began = timezone.now()
    group = thursday_table()
    scorer = admit(group, uuid.uuid4(), Role.SCORER, player(group, "Ben"))
    write_rules(group, "sheepshoof", "with_bump", {"bump": True}, uuid.uuid4(), scorer)
    write_rules(thursday_table(names=STRANGERS, guest=uuid.uuid4()), "any_game", "", {}, uuid.uuid4(), None)
    written = HouseRules.objects.get(group=group, version=2)
    newest, first = rule_versions(group)
    assert (newest.version, newest.game, newest.preset, newest.options, newest.written_at, newest.writer) == (
        2, "sheepshoof", "with_bump", {"bump": True}, written.written_at, "Ben",
    )  # fmt: skip
    assert (first.version, first.game, first.preset, first.options, first.writer) == (
        1,
        "sheepshead",
        "",
        {},
        "",
    )
    assert began <= first.written_at <= newest.written_at <= timezone.now()
    assert rules_in_force(group) == newest
    assert newest.says == ("sheepshoof", {"bump": True})


def test_rules_of_a_membership_that_is_nobodys_were_written_by_nobody_known() -> None:
    group = thursday_table()
    write_rules(group, "any_game", "", {}, uuid.uuid4(), admit(group, uuid.uuid4(), Role.SCORER))
    assert rules_in_force(group).writer == ""


def test_who_wrote_them_takes_no_query_of_its_own() -> None:
    group = thursday_table()
    for game in ("any_game", "sheepshoof", "mehrkopf"):
        write_rules(group, game, "", {}, uuid.uuid4(), owner_of(group))
    for question in (rules_in_force, rule_versions):
        with CaptureQueriesContext(connection) as asked:
            question(group)
        assert len(asked) == 1
