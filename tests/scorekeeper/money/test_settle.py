"""All that is open: the text to share, the ways to draw it, and the coin."""

import re
import uuid
from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from ledger.models import Group, PaymentHandle, Service, Session, Settlement
from ledger.models.book import sheet_of
from ledger.money.rounding import Rest, Rounding
from ledger.recording import WriteContext, choose_coin, end_night
from ledger.recording.auditing import audit
from ledger.recording.journal import pay
from ledger.standings.groups import handles_of
from ledger.standings.money import end_of, open_list
from scorekeeper.presenters.owed import links
from scorekeeper.text import dates
from tests import cast
from tests.cast import a_night, tell, thursday_table
from tests.group_files import group_export
from tests.old_ways import PlanRequest, pay_planned, settle
from tests.reading import html_of, missing, present
from tests.scorekeeper.conftest import Phones
from tests.scorekeeper.owing import pay_forms


@pytest.fixture
def night(group: Group) -> Session:
    """Ann and Ben won; the others owe two, one and one... quarters."""
    return cast.an_ended_night(group)


def page(group: Group) -> str:
    return reverse("settle", args=[group.code])


def test_list_is_told_with_its_receipts_and_a_text(night: Session, phone: Phones) -> None:
    html = html_of(phone("watcher").get(page(night.group)))
    assert not missing(
        html,
        "Three payments left · €0.75 still open",
        reverse("statement", args=[night.group.code, cast.player(night.group, "Cleo").pk]),
    )
    shared = re.search(r"<textarea[^>]*>(.*?)</textarea>", html, re.DOTALL)
    assert shared
    assert shared[1].count(" pays ") == 3
    assert 'method="post"' not in html


def test_list_through_a_treasurer_is_drawn_and_paid(night: Session, phone: Phones) -> None:
    dave, cleo = cast.ids(night.group, "Dave", "Cleo")
    client, address = phone("scorer"), f"{page(night.group)}?through={dave}"
    html = html_of(client.get(address))
    assert html.count("pays <bdi>Dave</bdi>") == 2
    sent = {"key": uuid.uuid4(), "line": f"{cleo}-{dave}", "cents": "0.25"}
    pay_at = f"{reverse('settle_pay', args=[night.group.code])}?through={dave}"
    assert f'action="{pay_at}"' in html
    answer = client.post(pay_at, sent)
    assert (answer.status_code, answer["Location"]) == (303, f"{address}#owed")
    assert html_of(client.get(address)).count("pays <bdi>Dave</bdi>") == 1
    assert list(audit([night.group])) == []


def test_list_up_to_a_day_leaves_out_what_came_later(night: Session, phone: Phones) -> None:
    before = night.started_at - timedelta(days=2)
    html = html_of(phone("watcher").get(page(night.group), {"until": f"{before:%Y-%m-%d}"}))
    assert "Nobody owes anybody anything." in html
    html = html_of(phone("watcher").get(page(night.group), {"until": "2199-01-01"}))
    assert "Three payments left" in html


@pytest.mark.parametrize(
    "asked",
    [
        {"through": "x"},
        {"through": str(10**30)},
        {"until": "tea"},
        {"until": "9999-12-31"},
        {"until": "0001-01-01"},
    ],
)
def test_drawing_that_makes_no_sense_is_answered_with_a_sentence(
    night: Session, phone: Phones, asked: dict[str, str]
) -> None:
    html = html_of(phone("scorer").get(page(night.group), asked), 422)
    assert not missing(html, 'class="wrong"', "Three payments left")


def test_treasurer_of_another_group_is_not_found(group: Group, phone: Phones) -> None:
    asked = {"through": str(cast.player(cast.thursday_table(names=cast.STRANGERS, name="Others"), "Gus").pk)}
    assert phone("owner").get(page(group), asked).status_code == 422


def coin(group: Group) -> str:
    return reverse("coin", args=[group.code])


def test_the_owner_chooses_a_coin(group: Group, phone: Phones) -> None:
    sent = {"key": uuid.uuid4(), "coin": "25", "rest": "kitty"}
    for _ in range(2):
        answer = phone("owner").post(coin(group), sent)
        assert (answer.status_code, answer["Location"]) == (303, f"{page(group)}#coin")
    group.refresh_from_db()
    assert group.rounding == Rounding(coin=25, rest=Rest.KITTY)
    assert "When a night ends, everybody’s money is rounded to €0.25." in html_of(
        phone("watcher").get(page(group))
    )


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"coin": "7"},
        {"coin": "-5"},
        {"coin": "tea"},
        {"coin": "9" * 5000},
        {"rest": "nobody"},
        {"key": "x"},
    ],
)
def test_a_coin_there_is_not_is_refused_in_place(group: Group, phone: Phones, said: dict[str, str]) -> None:
    sent = {"key": uuid.uuid4(), "coin": "25", "rest": "kitty", **said} if said else {}
    assert 'class="wrong"' in html_of(phone("owner").post(coin(group), sent), 422)
    group.refresh_from_db()
    assert not group.rounding.is_on


@pytest.fixture
def dollars(db: None) -> Group:
    """The Thursday table, in dollars."""
    return cast.thursday_table(currency="USD")


def links_page(group: Group) -> str:
    return reverse("handles", args=[group.code])


def writing(group: Group, name: str = "Ann") -> str:
    return reverse("write_handles", args=[group.code, cast.player(group, name).pk])


def context() -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=0)


def test_the_list_shows_the_links_of_who_is_paid(dollars: Group, phone: Phones) -> None:
    said = {"venmo": "@Ann-Smith", "paypal": "https://paypal.me/AnnSmith", "cashapp": "$ann"}
    for _ in range(2):
        assert phone("owner").post(writing(dollars), said).status_code == 303
    ann, ben = cast.ids(dollars, "Ann", "Ben")
    pay(dollars, ann, ben, 1250, context())
    html = html_of(phone("owner").get(reverse("settle", args=[dollars.code])))
    urls = re.findall(r'href="(https://[^"]+)" rel="noreferrer', html)
    assert len(urls) == 3
    assert urls[0] == "https://cash.app/$ann/12.50"
    assert urls[1] == "https://paypal.me/AnnSmith/12.50USD"
    assert urls[2].startswith(
        "https://venmo.com/Ann-Smith?txn=pay&amp;amount=12.50&amp;note=Thursday%20table"
    )
    assert "Ann-Smith" in html_of(phone("owner").get(links_page(dollars)))


def test_an_empty_link_is_taken_away(dollars: Group, owner: Client) -> None:
    owner.post(writing(dollars), {"venmo": "Ann"})
    assert handles_of(dollars)
    owner.post(writing(dollars), {"venmo": ""})
    assert not handles_of(dollars)


def test_links_only_where_the_currency_is_meant() -> None:
    handles = {Service.VENMO: "a", Service.PAYPAL: "a", Service.CASH_APP: "a"}
    assert [service for service, _ in links(handles, 100, "EUR", "")] == ["PayPal"]
    assert [url for _, url in links(handles, 100, "JPY", "")] == ["https://paypal.me/a/100JPY"]


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
    dollars: Group, phone: Phones, service: str, said: str
) -> None:
    assert f'-{service}_error"' in html_of(phone("owner").post(writing(dollars), {service: said}), 422)
    assert not PaymentHandle.objects.exclude(handle="").exists()


@pytest.fixture
def plan(group: Group) -> Settlement:
    """Cleo pays Ann 10, Dave pays Ben 7.50."""
    ann, ben, cleo, dave = cast.ids(group, "Ann", "Ben", "Cleo", "Dave")
    pay(group, ann, cleo, 1000, context())
    pay(group, ben, dave, 750, context())
    return settle(group, PlanRequest(), context())


def plan_page(plan: Settlement) -> str:
    return reverse("plan", args=[plan.group.code, plan.number])


@pytest.mark.parametrize("label", ["", "March 2009"])
def test_plan_of_a_month_is_called_by_it_in_the_words_of_now(
    group: Group, phone: Phones, label: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = cast.ids(group, "Ann", "Ben")
    pay(group, ann, ben, 100, WriteContext(key=uuid.uuid4(), after=0, at=end_of(date(2009, 2, 1))))
    stored = settle(group, PlanRequest(until=end_of(date(2009, 3, 1)), label=label), context())
    monkeypatch.setitem(dates.SHAPES, "month", "\\M\\o\\n\\a\\t n Y")
    assert "Monat 3 2009" in html_of(phone("watcher").get(plan_page(stored)))


def test_plan_of_before_is_read_and_asks_for_nothing(plan: Settlement, phone: Phones) -> None:
    pay_planned(plan.payments.get(number=1), 400, context())
    html = html_of(phone("owner").get(plan_page(plan)))
    assert not missing(html, "<bdi>Cleo</bdi> pays <bdi>Ann</bdi>", "€4.00 paid ✓")
    assert 'method="post"' not in html
    everything = html_of(phone("owner").get(reverse("settle", args=[plan.group.code])))
    assert f'href="{plan_page(plan)}"' in everything
    assert "€13.50 still open" in everything


CARRIED = Rounding(coin=20, rest=Rest.CARRIED)


@pytest.fixture
def coins(db: None) -> Group:
    """23 cents a point, paid in coins of 20."""
    group = thursday_table(stake_cents=23)
    choose_coin(group, CARRIED)
    return group


@pytest.fixture
def coin_night(coins: Group) -> Session:
    """Ann has won 46 cents and Ben 23; Cleo, Dave and Edith have lost 23 each."""
    night = a_night(coins, "Ann", "Ben", "Cleo", "Dave", "Edith")
    tell(night, "Ann", "Ben")
    end_night(night, cast.context(night))
    return night


def address(night: Session, name: str = "ending") -> str:
    return reverse(name, args=[night.group.code, *([night.number] if name in ("ending", "report") else [])])


def coin_page(client: Client, night: Session, name: str = "ending") -> str:
    return html_of(client.get(address(night, name)))


def paid(client: Client, night: Session) -> int:
    found = pay_forms(client.get(address(night)).content.decode())
    for where, sent in found:
        assert client.post(where, sent).status_code == 303
    return len(found)


def test_the_night_is_worth_what_it_comes_to_and_is_paid_in_the_coin_chosen(
    owner: Client, coin_night: Session, phone: Phones
) -> None:
    ending = sheet_of(coin_night).ending
    assert ending is not None
    assert (ending.rounding, sorted(ending.cents.values())) == (CARRIED, [-23, -23, -23, 23, 46])
    html = coin_page(owner, coin_night)
    assert not missing(
        html,
        "Three payments left · €0.60 now, €0.09 carried on to the next night",
        "Paid in coins of €0.20; what is less stays open till the next night.",
    )
    assert html.count("€0.20 now, and €0.03 stays open till the next night") == 3
    assert "€0.20, and €0.03 stays open" in html[html.index("share-text") :]
    assert list(audit([coin_night.group])) == []
    html = coin_page(phone("owner"), coin_night, "settle")
    assert not missing(
        html,
        '<option value="carried" selected>nobody yet: it stays open till the next night</option>',
        "What is open is paid in coins of €0.20",
    )
    assert '"rest_goes": "carried"' in group_export(coin_night.group)


def test_nothing_is_called_settled_while_a_cent_is_open(owner: Client, coin_night: Session) -> None:
    assert paid(owner, coin_night) == 3
    assert [one.cents for one in open_list(coin_night.group)] == [3, 3, 3]
    for name in ("money", "settle"):
        html = coin_page(owner, coin_night, name)
        assert "€0.09 still open, carried on to the next night" in html, name
        assert not present(html, "Everybody is square", "owes anybody anything")
    html = coin_page(owner, coin_night)
    assert html.count("less than a coin: stays open till the next night") == 3
    assert html.count('value="0.03"') == 3, "a part that is no coin can be paid all the same"
    assert paid(owner, coin_night) == 0


def test_the_rest_is_paid_when_there_is_a_coin_of_it(owner: Client, coin_night: Session) -> None:
    paid(owner, coin_night)
    for _ in range(2):
        more = a_night(coin_night.group, "Ann", "Ben", "Cleo", "Dave", "Edith")
        tell(more, "Ann", "Ben")
        end_night(more, cast.context(more))
    assert sorted(one.cents for one in open_list(coin_night.group)) == [49, 49, 49]
    assert "€1.20 now, €0.27 carried on" in coin_page(owner, coin_night, "settle")
    choose_coin(coin_night.group, Rounding())
    assert paid(owner, more) == 3
    assert "Nothing is left to pay of this night." in coin_page(owner, more)


def test_the_paper_says_of_each_line_what_is_paid_now(owner: Client, coin_night: Session) -> None:
    html = coin_page(owner, coin_night, "report")
    assert html.count("€0.20 now, and €0.03 stays open till the next night") == 3
    paid(owner, coin_night)
    assert (
        coin_page(owner, coin_night, "report").count("less than a coin: stays open till the next night") == 3
    )
