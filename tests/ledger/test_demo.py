"""The made-up club: every page has something to show, twice the same."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from ledger.models import Entry, Group, Kind, Transaction
from ledger.models.book import sheet_of
from ledger.standings import nights_in_progress, nights_page, people_of
from ledger.standings.groups import DEMO_KEYS
from ledger.standings.money import balances
from tests.cast import standings


def demo() -> str:
    out = StringIO()
    call_command("demo", stdout=out)
    return out.getvalue()


def kinds_and_told(group: Group, fact: str) -> tuple[set[str], set[Any]]:
    entries = Entry.objects.filter(session__group=group)
    told = entries.filter(kind="hand").values_list(f"facts__told__{fact}", flat=True)
    return set(entries.values_list("kind", flat=True)), set(told)


@pytest.mark.django_db
def test_a_plausible_season_is_made_up_once() -> None:
    said = demo()
    assert "Made up the Thursday table: 14 evenings" in said
    assert "Made up the Stammtisch beim Hirschwirt: 14 evenings" in said
    entries = Entry.objects.count()
    assert "already" in demo()
    assert Entry.objects.count() == entries
    for language, people, weekday in (("en", 7, 3), ("de", 6, 4)):
        group = Group.objects.get(key=DEMO_KEYS[language])
        (tonight,) = nights_in_progress(group)
        season = nights_page(group).nights
        players = standings(group)
        assert (tonight.hands, len(season), len(people_of(group)), len(players)) == (13, 14, people, people)
        for night in season:
            assert night.started_at.weekday() == weekday
            assert 17 <= night.hands <= 30
            assert 4 <= len(night.results) <= 7
        kinds, _told = kinds_and_told(group, "kind")
        assert {"corrected", "voided", "joined", "left", "ended"} <= kinds
    assert kinds_and_told(Group.objects.get(key=DEMO_KEYS["en"]), "kind")[1] == {"picked", "leaster"}


@pytest.mark.django_db
def test_german_demo_plays_every_kind_of_game_and_is_paid() -> None:
    demo()
    group = Group.objects.get(key=DEMO_KEYS["de"])
    _kinds, contracts = kinds_and_told(group, "contract")
    assert contracts == {"rufspiel", "solo", "wenz", "geier", "farbwenz", "hochzeit", "ramsch", None}
    assert all(True in kinds_and_told(group, fact)[1] for fact in ("tout", "sie"))
    assert kinds_and_told(group, "durchmarsch")[1] - {None}
    assert sum(bool(sheet_of(night).note) for night in group.sessions.all()) == 6
    money = balances(group).players
    assert len(money) == 6
    assert sum(one.cents for one in money) == 0
    kinds = set(Transaction.objects.filter(group=group).values_list("kind", flat=True))
    assert {Kind.EXPENSE, Kind.PAYMENT} <= kinds
