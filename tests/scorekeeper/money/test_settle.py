"""All that is open: the text to share, the ways to draw it, and the coin."""

import re
import uuid
from datetime import timedelta

import pytest
from django.urls import reverse

from ledger.models import Group, Session
from ledger.recording.auditing import audit
from ledger.settling import Rest, Rounding
from tests import cast
from tests.reading import html_of, missing
from tests.scorekeeper.conftest import Phones


@pytest.fixture
def night(group: Group) -> Session:
    """Ann and Ben won; the others owe two, one and one... quarters."""
    return cast.an_ended_night(group)


def page(group: Group) -> str:
    return reverse("settle", args=[group.code])


def test_list_is_told_with_its_receipts_and_a_text(night: Session, phone: Phones) -> None:
    html = html_of(phone("watcher").get(page(night.group)))
    assert "Three payments left · €0.75 still open" in html
    cleo = cast.player(night.group, "Cleo").pk
    assert reverse("statement", args=[night.group.code, cleo]) in html
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
    other = cast.thursday_table(names=cast.STRANGERS, name="Others")
    asked = {"through": str(cast.player(other, "Gus").pk)}
    assert phone("owner").get(page(group), asked).status_code == 422


def test_group_that_plays_for_points_has_no_list(phone: Phones) -> None:
    assert phone("owner").get(page(cast.thursday_table(currency="", name="Points"))).status_code == 404


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
