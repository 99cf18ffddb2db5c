"""The made-up club: every page has something to show, twice the same."""

from io import StringIO

import pytest
from django.core.management import call_command

from ledger.models import Entry, Group
from ledger.standings import nights_in_progress, nights_page, people_of
from tests.cast import standings


def demo() -> str:
    out = StringIO()
    call_command("demo", stdout=out)
    return out.getvalue()


@pytest.mark.django_db
def test_a_plausible_season_is_made_up_once() -> None:
    assert "Made up the Thursday table: 14 evenings" in demo()
    entries = Entry.objects.count()
    assert "already" in demo()
    assert Entry.objects.count() == entries
    group = Group.objects.get()
    (tonight,) = nights_in_progress(group)
    season = nights_page(group).nights
    assert (tonight.hands, len(season), len(people_of(group)), len(standings(group).players)) == (
        13,
        14,
        7,
        7,
    )
    for night in season:
        assert night.started_at.weekday() == 3
        assert 17 <= night.hands <= 30
        assert 5 <= len(night.results) <= 7
    kinds = set(Entry.objects.values_list("kind", flat=True))
    assert {"corrected", "voided", "joined", "left", "ended"} <= kinds
    told = Entry.objects.filter(kind="hand").values_list("facts__told__kind", flat=True)
    assert {"picked", "leaster"} == set(told)
