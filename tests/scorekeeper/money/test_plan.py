"""Plans that were kept once: they stay readable, and what was paid as they said stays paid."""

import uuid
from datetime import date

import pytest
from django.urls import reverse

from ledger.models import Group, Settlement
from ledger.recording import WriteContext
from ledger.recording.journal import pay
from ledger.standings.money import end_of
from scorekeeper.text import dates
from tests import cast
from tests.old_ways import PlanRequest, pay_planned, settle
from tests.reading import html_of, missing
from tests.scorekeeper.conftest import Phones


def context() -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=0)


@pytest.fixture
def plan(group: Group) -> Settlement:
    """Cleo pays Ann 10, Dave pays Ben 7.50."""
    ann, ben, cleo, dave = cast.ids(group, "Ann", "Ben", "Cleo", "Dave")
    pay(group, ann, cleo, 1000, context())
    pay(group, ben, dave, 750, context())
    return settle(group, PlanRequest(), context())


def page(plan: Settlement) -> str:
    return reverse("plan", args=[plan.group.code, plan.number])


@pytest.mark.parametrize("label", ["", "March 2009"])
def test_plan_of_a_month_is_called_by_it_in_the_words_of_now(
    group: Group, phone: Phones, label: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = cast.ids(group, "Ann", "Ben")
    pay(group, ann, ben, 100, WriteContext(key=uuid.uuid4(), after=0, at=end_of(date(2009, 2, 1))))
    stored = settle(group, PlanRequest(until=end_of(date(2009, 3, 1)), label=label), context())
    monkeypatch.setitem(dates.SHAPES, "month", "\\M\\o\\n\\a\\t n Y")
    assert "Monat 3 2009" in html_of(phone("watcher").get(page(stored)))


def test_plan_of_before_is_read_and_asks_for_nothing(plan: Settlement, phone: Phones) -> None:
    pay_planned(plan.payments.get(number=1), 400, context())
    html = html_of(phone("owner").get(page(plan)))
    assert not missing(html, "<bdi>Cleo</bdi> pays <bdi>Ann</bdi>", "€4.00 paid ✓")
    assert 'method="post"' not in html
    everything = html_of(phone("owner").get(reverse("settle", args=[plan.group.code])))
    assert f'href="{page(plan)}"' in everything
    assert "€13.50 still open" in everything
