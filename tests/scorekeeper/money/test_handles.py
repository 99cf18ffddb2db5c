"""Payment links: the owner writes down where people can be paid, and a plan shows the way there."""

import re
import uuid

import pytest
from django.urls import reverse

from ledger.models import Group, PaymentHandle, Service
from ledger.recording import WriteContext
from ledger.recording.journal import pay
from ledger.standings.groups import handles_of
from scorekeeper.presenters.owed import links
from tests import cast
from tests.reading import html_of
from tests.scorekeeper.conftest import Phones


@pytest.fixture
def group(db: None) -> Group:
    """The Thursday table, in dollars."""
    return cast.thursday_table(currency="USD")


def page(group: Group) -> str:
    return reverse("handles", args=[group.code])


def writing(group: Group, name: str = "Ann") -> str:
    return reverse("write_handles", args=[group.code, cast.player(group, name).pk])


def context() -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=0)


def test_the_list_shows_the_links_of_who_is_paid(group: Group, phone: Phones) -> None:
    said = {"venmo": "@Ann-Smith", "paypal": "https://paypal.me/AnnSmith", "cashapp": "$ann"}
    for _ in range(2):
        assert phone("owner").post(writing(group), said).status_code == 303
    ann, ben = cast.ids(group, "Ann", "Ben")
    pay(group, ann, ben, 1250, context())
    html = html_of(phone("watcher").get(reverse("settle", args=[group.code])))
    urls = re.findall(r'href="(https://[^"]+)" rel="noreferrer', html)
    assert len(urls) == 3
    assert urls[0] == "https://cash.app/$ann/12.50"
    assert urls[1] == "https://paypal.me/AnnSmith/12.50USD"
    assert urls[2].startswith(
        "https://venmo.com/Ann-Smith?txn=pay&amp;amount=12.50&amp;note=Thursday%20table"
    )
    assert "Ann-Smith" in html_of(phone("owner").get(page(group)))


def test_an_empty_one_is_taken_away(group: Group, phone: Phones) -> None:
    owner = phone("owner")
    owner.post(writing(group), {"venmo": "Ann"})
    assert handles_of(group)
    owner.post(writing(group), {"venmo": ""})
    assert not handles_of(group)


def test_links_only_where_the_currency_is_meant() -> None:
    handles = {Service.VENMO: "a", Service.PAYPAL: "a", Service.CASH_APP: "a"}
    assert [one.service for one in links(handles, 100, "EUR", "")] == ["PayPal"]
    assert [one.url for one in links(handles, 100, "JPY", "")] == ["https://paypal.me/a/100JPY"]


@pytest.mark.parametrize(
    "said",
    [
        "javascript:alert(1)",
        "a b",
        "../x",
        "a?b",
        "x" * 10_000,
        "a\0b",
        "ä",
        "https://evil.example/a",
        '"><b>',
    ],
)
@pytest.mark.parametrize("service", ["venmo", "paypal", "cashapp"])
def test_what_is_no_name_there_is_refused_in_place(
    group: Group, phone: Phones, service: str, said: str
) -> None:
    assert f'-{service}_error"' in html_of(phone("owner").post(writing(group), {service: said}), 422)
    assert not PaymentHandle.objects.exclude(handle="").exists()


def test_group_that_plays_for_points_has_no_links(phone: Phones) -> None:
    assert phone("owner").get(page(cast.thursday_table(currency="", name="Points"))).status_code == 404
