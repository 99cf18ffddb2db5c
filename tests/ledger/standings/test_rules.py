"""What the house rules were, since when, and who wrote them."""

import uuid

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from ledger.models import HouseRules, Role
from ledger.recording import admit, write_rules
from ledger.standings import rule_versions, rules_in_force
from tests.cast import STRANGERS, player, thursday_table

pytestmark = pytest.mark.django_db


def test_a_version_says_what_is_played_since_when_and_who_wrote_it(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    began = timezone.now()
    group = thursday_table()
    scorer = admit(group, uuid.uuid4(), Role.SCORER, player(group, "Ben"))
    write_rules(group, "sheepshoof", "with_bump", {"bump": True}, uuid.uuid4(), scorer)
    write_rules(group, "any_game", "", {}, uuid.uuid4(), admit(group, uuid.uuid4(), Role.SCORER))
    write_rules(thursday_table(names=STRANGERS, guest=uuid.uuid4()), "any_game", "", {}, uuid.uuid4(), None)
    with django_assert_num_queries(2):
        found, newest = rule_versions(group), rules_in_force(group)
    assert [(one.version, one.game, one.preset, one.options, one.who) for one in found] == [
        (3, "any_game", "as_typed", {}, ""),
        (2, "sheepshoof", "with_bump", {"bump": True}, "Ben"),
        (1, "sheepshead", "", {}, ""),
    ]
    written = HouseRules.objects.filter(group=group).order_by("-version").values_list("written_at", flat=True)
    assert [one.at for one in found] == list(written)
    assert began <= found[2].at <= found[1].at <= timezone.now()
    assert (newest, found[1].says) == (found[0], ("sheepshoof", {"bump": True}))
