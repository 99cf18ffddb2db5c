"""No page of a club goes through more of its book after four times as many nights.

Pages are shorter here, so that two small clubs of a year fill them.
"""

from collections.abc import Mapping
from importlib import import_module

import pytest
from django.test import Client

from scorekeeper.urls import of_a_group
from tests.bench import books, seeding
from tests.bench.million import addresses
from tests.scorekeeper.conftest import phone_of
from tests.steps import steps

pytestmark = pytest.mark.django_db

NIGHTS = (40, 160)
HANDS_A_NIGHT = 10

LIMITS = {
    ("tests.bench.seeding", "DAYS_BETWEEN"): 365,
    ("tests.bench.seeding", "YEARS"): 1,
    ("tests.bench.seeding", "PAID_AFTER"): 4,
    ("ledger.standings.journal", "LINES_A_PAGE"): 10,
    ("ledger.standings.nights", "NIGHTS_A_PAGE"): 5,
    ("ledger.standings.journal", "FAR"): 130,
    ("ledger.standings.journal", "NEAR"): 100,
}


# Not `group` and `players`, which count the nights that are over, nor pages of statistics: they sum the
# rows of all nights once after each change, and `make bench` says how long that takes.
PAGES = frozenset(
    {
        "ending", "money", "plan", "report", "seats", "settings", "settle", "statement",
        "tonight", "wall",
    }
)  # fmt: skip


@pytest.fixture
def clubs(monkeypatch: pytest.MonkeyPatch) -> list[Mapping[str, str]]:
    """Return the pages of a club of few nights and of one with four times as many, by their names."""
    for (module, name), value in LIMITS.items():
        monkeypatch.setattr(import_module(module), name, value)
    return [pages(many) for many in NIGHTS]


def pages(many: int) -> Mapping[str, str]:
    group = seeding.seed_club(many, HANDS_A_NIGHT)
    values = books.values(group)
    found = {
        name: f"/g/{group.code}/{path}"
        for path, name in addresses(of_a_group, values)
        if name.split(maxsplit=1)[0] in PAGES
    }
    return found | {"statement?before": f"{found['statement']}?before=100"}


def cost(phone: Client, address: str) -> int | None:
    """Return how many steps SQLite takes for a page; None where there is none."""
    answers = []
    taken = steps(lambda: answers.append(phone.get(address)))
    return taken if answers[0].status_code == 200 else None


def test_no_page_goes_through_more_of_the_book_after_more_nights(clubs: list[Mapping[str, str]]) -> None:
    phone = phone_of(seeding.GUEST)
    few, many = clubs
    for club_of in clubs:
        phone.get(club_of["seats"])  # whose book is read once
    costs = {name: (cost(phone, few[name]), cost(phone, many[name])) for name in few}
    assert [name for name, (before, after) in costs.items() if (before is None) != (after is None)] == []
    grown = {name: both for name, both in costs.items() if (both[1] or 0) > (both[0] or 0) * 1.3 + 500}
    assert grown == {}
