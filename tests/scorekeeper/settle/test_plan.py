"""A stored plan: payments marked paid, partly paid, undone; it never changes under people's hands."""

import re
import uuid
from datetime import date
from typing import Any

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from ledger.models import Group, Settlement, Transaction
from ledger.recording import WriteContext
from ledger.recording.auditing import audit
from ledger.recording.journal import pay
from ledger.recording.settlements import PlanRequest, settle
from ledger.settling import Transfer
from ledger.standings.money import balances
from ledger.standings.periods import end_of
from scorekeeper.presenters.plan import sentences
from scorekeeper.text import dates
from tests import cast
from tests.reading import html_of
from tests.scorekeeper.conftest import Phones


@pytest.fixture
def plan(group: Group) -> Settlement:
    """Cleo pays Ann 10, Dave pays Ben 7.50."""
    ann, ben, cleo, dave = cast.ids(group, "Ann", "Ben", "Cleo", "Dave")
    pay(group, ann, cleo, 1000, context())
    pay(group, ben, dave, 750, context())
    return settle(group, PlanRequest(), context())


def context() -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=0)


def page(plan: Settlement) -> str:
    return reverse("plan", args=[plan.group.code, plan.number])


def paid(plan: Settlement, number: int = 1) -> str:
    return reverse("pay_part", args=[plan.group.code, plan.number, number])


def undone(plan: Settlement, line: int) -> str:
    return reverse("undo_part", args=[plan.group.code, plan.number, line])


def text(answer: Any) -> str:
    html: str = html_of(answer)
    return html[html.index("<header") :]


@pytest.mark.parametrize("label", ["", "March 2009"])
def test_a_plan_is_called_by_its_month_in_the_words_of_now(
    group: Group, phone: Phones, label: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = cast.ids(group, "Ann", "Ben")
    pay(group, ann, ben, 100, WriteContext(key=uuid.uuid4(), after=0, at=end_of(date(2009, 2, 1))))
    stored = settle(group, PlanRequest(until=end_of(date(2009, 3, 1)), label=label), context())
    monkeypatch.setitem(dates.SHAPES, "month", "\\M\\o\\n\\a\\t n Y")
    assert "Monat 3 2009" in text(phone("watcher").get(page(stored)))


def test_somebody_who_is_even_pays_what_they_get() -> None:
    plan = (Transfer(payer=1, payee=2, cents=50), Transfer(payer=2, payee=3, cents=50))
    names = {1: "Ann", 2: "Ben", 3: "Cleo", 4: "Dave"}
    told = sentences({1: -50, 2: 0, 3: 50, 4: 0}, plan, names, "USD")
    assert told == (
        "Cleo is owed $0.50 and gets $0.50 from Ben.",
        "Ben is even: gets $0.50 from Ann, and pays $0.50 to Cleo.",
        "Dave is even, and neither pays nor gets anything.",
        "Ann owes $0.50 and pays $0.50 to Ben.",
    )


def test_the_plan_is_told_and_shared(plan: Settlement, phone: Phones) -> None:
    html = text(phone("watcher").get(page(plan)))
    assert "Two payments left · €17.50 still open" in html
    assert "<bdi>Cleo</bdi> pays <bdi>Ann</bdi>" in html
    assert "Cleo owes €10.00 and pays €10.00 to Ann." in html
    shared = re.search(r"<textarea[^>]*>(.*?)</textarea>", html, re.DOTALL)
    assert shared
    assert "Dave pays Ben €7.50" in shared[1]
    assert "<form" not in html


def test_a_part_never_reshuffles_the_plan(plan: Settlement, phone: Phones) -> None:
    client, sent = phone("scorer"), {"key": uuid.uuid4(), "cents": "4", "method": "Venmo"}
    for _ in range(2):
        answer = client.post(paid(plan), sent)
        assert (answer.status_code, answer["Location"]) == (303, page(plan))
    html = text(client.get(page(plan)))
    assert "still open" in html
    assert "€4.00 Venmo" in html
    assert html.count("Undo<") == 1
    assert "Two payments left · €13.50 still open" in html
    asked = {"what": "all"}
    assert "Nothing is left to settle." in text(client.get(reverse("settle", args=[plan.group.code]), asked))


def test_a_payment_that_was_undone_is_shown_as_made_no_more(plan: Settlement, phone: Phones) -> None:
    client = phone("scorer")
    before = text(client.get(page(plan)))
    client.post(paid(plan), {"key": uuid.uuid4(), "cents": "10.00", "method": "in chips"})
    assert "in chips" in text(client.get(page(plan)))
    assert text(client.get(page(plan))).count("Undo<") == 1
    line = Transaction.objects.latest("number").number
    client.post(undone(plan, line), {"key": uuid.uuid4()})
    after = text(client.get(page(plan)))
    assert "in chips" not in after
    assert "Undo<" not in after
    assert after.count("<form") == before.count("<form")


def test_all_paid_and_everybody_is_square(plan: Settlement, phone: Phones) -> None:
    client = phone("scorer")
    for number, payment in enumerate(plan.payments.all(), 1):
        client.post(paid(plan, number), {"key": uuid.uuid4(), "cents": f"{payment.cents / 100:.2f}"})
    assert "All of this plan is paid" in text(client.get(page(plan)))
    assert not any(one.cents for one in balances(plan.group).players)
    line = Transaction.objects.order_by("-number").values_list("number", flat=True)[0]
    told = {"key": uuid.uuid4()}
    for _ in range(2):
        assert client.post(undone(plan, line), told).status_code == 303
    assert "All of this plan is paid" not in text(client.get(page(plan)))
    assert client.post(undone(plan, line), {"key": uuid.uuid4()}).status_code == 422


@pytest.mark.parametrize("amount", ["", "0", "-1", "tea", "10.01", "9" * 10_000, "1.234", "a\0b"])
def test_an_amount_that_will_not_do_is_refused_in_place(plan: Settlement, phone: Phones, amount: str) -> None:
    before = Transaction.objects.count()
    answer = phone("scorer").post(paid(plan), {"key": uuid.uuid4(), "cents": amount, "method": "<b>"})
    assert answer.status_code == 422
    assert 'id="wrong-1" role="alert"' in text(answer)
    assert 'value="&lt;b&gt;"' in text(answer)
    assert Transaction.objects.count() == before


def test_only_who_may(plan: Settlement, phone: Phones) -> None:
    for address in (paid(plan), undone(plan, 1)):
        sent = {"key": uuid.uuid4(), "cents": "1"}
        assert phone("watcher").post(address, sent).status_code == 403
        assert phone("stranger").post(address, sent).status_code == 404
        assert phone("owner").get(address).status_code == 405
    assert phone("stranger").get(page(plan)).status_code == 404


def test_what_is_not_there(plan: Settlement, phone: Phones) -> None:
    client, sent = phone("owner"), {"key": uuid.uuid4(), "cents": "1"}
    for number in (9, 10**30):
        assert client.post(paid(plan, number), sent).status_code == 404
        assert client.post(undone(plan, number), sent).status_code == 404
        assert client.get(reverse("plan", args=[plan.group.code, number])).status_code == 404
    assert client.post(undone(plan, 1), sent).status_code == 404  # no payment of the plan
    assert client.post(paid(plan), {"cents": "1"}).status_code == 422
    assert client.post(paid(plan), {"key": "tea", "cents": "1"}).status_code == 422


def test_another_groups_plan_is_not_found(plan: Settlement, phone: Phones) -> None:
    other = cast.thursday_table(names=cast.STRANGERS, name="Others")
    address = reverse("pay_part", args=[other.code, plan.number, 1])
    assert phone("owner").post(address, {"key": uuid.uuid4(), "cents": "1"}).status_code == 404


def test_the_cost_does_not_grow_with_parts(
    plan: Settlement, phone: Phones, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = phone("scorer")
    for parts in (1, 5):
        for _ in range(parts):
            client.post(paid(plan), {"key": uuid.uuid4(), "cents": "1"})
        with django_assert_num_queries(6):
            client.get(page(plan))


def dropped(plan: Settlement) -> str:
    return reverse("drop_plan", args=[plan.group.code, plan.number])


def test_a_plan_that_is_dropped_goes_back_to_all_that_is_open(plan: Settlement, phone: Phones) -> None:
    client, everything = phone("scorer"), reverse("settle", args=[plan.group.code])
    client.post(paid(plan), {"key": uuid.uuid4(), "cents": "4"})
    assert "plan 1</a>" in text(client.get(everything))
    sent = {"key": uuid.uuid4()}
    for _ in range(2):
        answer = client.post(dropped(plan), sent)
        assert (answer.status_code, answer["Location"]) == (303, f"{everything}#owed")
    html = text(client.get(everything))
    assert "Two payments left · €13.50 still open" in html
    assert "plan 1</a>" not in html
    html = text(client.get(page(plan)))
    assert "This plan was dropped" in html
    assert "Drop it" not in html
    assert client.post(dropped(plan), {"key": uuid.uuid4()}).status_code == 422
    late = client.post(paid(plan), {"key": uuid.uuid4(), "cents": "1"})
    assert late.status_code == 422
    assert "That plan was dropped." in text(late)
    line = Transaction.objects.latest("number").number
    assert client.post(undone(plan, line), {"key": uuid.uuid4()}).status_code == 303
    assert "€17.50 still open" in text(client.get(everything))
    assert list(audit([plan.group])) == []


def test_only_who_may_drops_a_plan(plan: Settlement, phone: Phones) -> None:
    sent = {"key": uuid.uuid4()}
    assert phone("watcher").post(dropped(plan), sent).status_code == 403
    assert phone("stranger").post(dropped(plan), sent).status_code == 404
    assert phone("owner").get(dropped(plan)).status_code == 405
    assert phone("owner").post(dropped(plan), {"key": "tea"}).status_code == 422
    missing = reverse("drop_plan", args=[plan.group.code, 9])
    assert phone("owner").post(missing, sent).status_code == 404
    assert "Drop this plan" not in text(phone("watcher").get(page(plan)))
