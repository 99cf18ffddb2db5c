"""The made-up club: every page has something to show, twice the same."""

from io import StringIO

import pytest
from django.core.management import call_command

from ledger.models import Entry, Group, Session
from ledger.standings import nights_in_progress, nights_page, people_of
from tests.cast import standings


def demo() -> str:
    out = StringIO()
    call_command("demo", stdout=out)
    return out.getvalue()


@pytest.mark.django_db
def test_a_season_is_made_up_once() -> None:
    assert "Made up the Thursday table: 14 evenings" in demo()
    entries = Entry.objects.count()
    assert "already" in demo()
    assert Entry.objects.count() == entries
    group = Group.objects.get()
    _is_a_plausible_season(group)
    (tonight,) = nights_in_progress(group)
    assert tonight.hands == 13


def _is_a_plausible_season(group: Group) -> None:
    season = nights_page(group).nights
    assert len(season) == 14
    assert len(people_of(group)) == 7
    assert len(standings(group).players) == 7
    assert all(17 <= night.hands <= 30 and 5 <= len(night.results) <= 7 for night in season)
    assert all(night.started_at.weekday() == 3 for night in season)
    kinds = set(Entry.objects.values_list("kind", flat=True))
    assert {"corrected", "voided", "joined", "left", "ended"} <= kinds
    told = Entry.objects.filter(kind="hand").values_list("facts__told__kind", flat=True)
    assert {"picked", "leaster"} == set(told)
    assert Session.objects.filter(ended_at=None).count() == 1
