"""Paid in coins, the rest carried on to the next night: nothing is settled while a cent is open."""

import pytest
from django.test import Client
from django.urls import reverse

from ledger.exchange.group import group_export
from ledger.models import Group, Session
from ledger.models.book import sheet_of
from ledger.recording import choose_coin, end_night
from ledger.recording.auditing import audit
from ledger.settling import Rest, Rounding
from ledger.standings.open_list import open_list
from tests.cast import a_night, context, tell, thursday_table
from tests.reading import html_of, missing, present
from tests.scorekeeper.conftest import Phones
from tests.scorekeeper.owing import pay_forms

CARRIED = Rounding(coin=20, rest=Rest.CARRIED)


@pytest.fixture
def group(db: None) -> Group:
    """23 cents a point, paid in coins of 20."""
    group = thursday_table(stake_cents=23)
    choose_coin(group, CARRIED)
    return group


@pytest.fixture
def night(group: Group) -> Session:
    """Ann has won 46 cents and Ben 23; Cleo, Dave and Edith have lost 23 each."""
    night = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    tell(night, "Ann", "Ben")
    end_night(night, context(night))
    return night


def address(night: Session, name: str = "ending") -> str:
    return reverse(name, args=[night.group.code, *([night.number] if name in ("ending", "report") else [])])


def page(client: Client, night: Session, name: str = "ending") -> str:
    return html_of(client.get(address(night, name)))


def paid(client: Client, night: Session) -> int:
    """Everything that is paid with a tap is paid; how many lines that was."""
    found = pay_forms(client.get(address(night)).content.decode())
    for where, sent in found:
        assert client.post(where, sent).status_code == 303
    return len(found)


def test_the_night_is_worth_what_it_comes_to_and_is_paid_in_coins(owner: Client, night: Session) -> None:
    ending = sheet_of(night).ending
    assert ending is not None
    assert (ending.rounding, sorted(ending.cents.values())) == (CARRIED, [-23, -23, -23, 23, 46])
    html = page(owner, night)
    assert not missing(
        html,
        "Three payments left · €0.60 now, €0.09 carried on to the next night",
        "Paid in coins of €0.20; what is less stays open till the next night.",
    )
    assert html.count("€0.20 now, and €0.03 stays open till the next night") == 3
    assert "€0.20, and €0.03 stays open" in html[html.index("share-text") :]
    assert list(audit([night.group])) == []


def test_nothing_is_called_settled_while_a_cent_is_open(owner: Client, night: Session) -> None:
    assert paid(owner, night) == 3
    assert [one.cents for one in open_list(night.group)] == [3, 3, 3]
    for name in ("money", "settle"):
        html = page(owner, night, name)
        assert "€0.09 still open, carried on to the next night" in html, name
        assert not present(html, "Everybody is square", "owes anybody anything")
    html = page(owner, night)
    assert html.count("less than a coin: stays open till the next night") == 3
    assert html.count('value="0.03"') == 3, "a part that is no coin can be paid all the same"
    assert paid(owner, night) == 0


def test_the_rest_is_paid_when_there_is_a_coin_of_it(owner: Client, night: Session) -> None:
    paid(owner, night)
    for _ in range(2):
        more = a_night(night.group, "Ann", "Ben", "Cleo", "Dave", "Edith")
        tell(more, "Ann", "Ben")
        end_night(more, context(more))
    assert sorted(one.cents for one in open_list(night.group)) == [49, 49, 49]
    assert "€1.20 now, €0.27 carried on" in page(owner, night, "settle")
    choose_coin(night.group, Rounding())
    assert paid(owner, more) == 3
    assert "Nothing is left to pay of this night." in page(owner, more)


def test_it_is_chosen_on_the_settle_page_and_travels(phone: Phones, night: Session) -> None:
    html = page(phone("owner"), night, "settle")
    assert not missing(
        html,
        '<option value="carried" selected>nobody yet: it stays open till the next night</option>',
        "What is open is paid in coins of €0.20",
    )
    assert '"rest_goes": "carried"' in group_export(night.group)


def test_the_paper_says_of_each_line_what_is_paid_now(owner: Client, night: Session) -> None:
    html = page(owner, night, "report")
    assert html.count("€0.20 now, and €0.03 stays open till the next night") == 3
    paid(owner, night)
    assert page(owner, night, "report").count("less than a coin: stays open till the next night") == 3
