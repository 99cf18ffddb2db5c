"""All that is open: the text to share, plans that are kept, and the coin."""

import re
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from ledger.models import Group, Session, Settlement
from ledger.recording import WriteContext
from ledger.recording.journal import pay
from ledger.settling import Rest, Rounding
from tests import cast
from tests.reading import html_of
from tests.scorekeeper.conftest import Phones


@pytest.fixture
def night(group: Group) -> Session:
    """Ann and Ben won; the others owe two, one and one... quarters."""
    return cast.an_ended_night(group)


ASKED = {"what": "all", "how": "fewest"}
"""A plan of all that is open is asked for."""


def page(group: Group) -> str:
    return reverse("settle", args=[group.code])


def store(group: Group) -> str:
    return reverse("store", args=[group.code])


def text(answer: Any) -> str:
    html: str = html_of(answer)
    return html[html.index("<header") :]


def hidden(html: str) -> dict[str, str]:
    form = re.search(r'<form method="post"[^>]*store/">(.*?)</form>', html, re.DOTALL)
    assert form
    return dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[1]))


def test_what_is_open_is_told_with_the_reason_and_a_text(night: Session, phone: Phones) -> None:
    html = text(phone("watcher").get(page(night.group)))
    assert "Three payments left · €0.75 still open" in html
    assert "Ann is owed €0.50 and gets" in html
    shared = re.search(r"<textarea[^>]*>(.*?)</textarea>", html, re.DOTALL)
    assert shared
    assert shared[1].count(" pays ") == 3
    assert 'method="post"' not in html
    assert "Keep a plan" not in html


def test_the_preview_of_a_plan_writes_nothing(night: Session, phone: Phones) -> None:
    html = text(phone("watcher").get(page(night.group), ASKED))
    assert "payments settle it" in html
    assert "There is no plan with fewer payments." in html
    assert 'method="post"' not in html
    assert not Settlement.objects.exists()


def test_what_is_on_the_screen_is_stored_once(night: Session, phone: Phones) -> None:
    client = phone("scorer")
    sent = hidden(text(client.get(page(night.group), ASKED)))
    for _ in range(2):
        answer = client.post(store(night.group), sent)
        assert (answer.status_code, answer["Location"]) == (303, f"{page(night.group)}1/")
    assert Settlement.objects.count() == 1
    assert "Nothing is left to settle." in text(client.get(page(night.group), ASKED))
    html = text(client.get(page(night.group)))
    assert ">plan 1</a>" in html
    assert "Plans that were kept" in html


def test_a_plan_that_is_no_longer_so_is_shown_anew(night: Session, phone: Phones) -> None:
    client = phone("scorer")
    sent = hidden(text(client.get(page(night.group), ASKED)))
    cleo, ann = cast.ids(night.group, "Cleo", "Ann")
    pay(night.group, cleo, ann, 10, WriteContext(key=uuid.uuid4(), after=0))
    answer = client.post(store(night.group), sent)
    assert answer.status_code == 409
    assert "Something was played or paid since" in text(answer)
    assert hidden(text(answer))["seen"] != sent["seen"]
    assert not Settlement.objects.exists()


def test_through_a_treasurer(night: Session, phone: Phones) -> None:
    dave = cast.player(night.group, "Dave").pk
    asked: dict[str, str | int] = {"what": "all", "how": "treasurer", "treasurer": dave}
    html = text(phone("scorer").get(page(night.group), asked))
    assert "Everybody settles with Dave" in html
    assert html[html.index('id="plan"') :].count("pays <bdi>Dave</bdi>") == 2
    phone("scorer").post(store(night.group), hidden(html))
    stored = Settlement.objects.get()
    assert (stored.treasurer_id, stored.session_id, stored.label) == (dave, None, "")
    assert "Plan 1" in text(phone("watcher").get(page(night.group)))


def test_a_month(night: Session, phone: Phones) -> None:
    html = text(
        phone("scorer").get(page(night.group), {"what": "month", "month": f"{night.started_at:%Y-%m}"})
    )
    assert "payments settle it" in html
    phone("scorer").post(store(night.group), hidden(html))
    stored, next_month = Settlement.objects.get(), night.started_at + timedelta(days=31)
    assert stored.label == ""
    assert f"{night.started_at:%B %Y}" in text(phone("watcher").get(page(night.group)))
    assert stored.until is not None
    assert night.started_at < stored.until <= next_month
    assert (stored.until.day, stored.until.hour) == (1, 0)
    again = phone("watcher").get(page(night.group), {"what": "month", "month": f"{night.started_at:%Y-%m}"})
    assert "Nothing is left to settle." in text(again)
    before = phone("watcher").get(page(night.group), {"what": "month", "month": "2004-01"})
    assert "A later plan covers that month already." in text(before)


@pytest.mark.parametrize(
    "asked",
    [
        {"what": "tea"},
        {"how": "tea"},
        {"what": "month"},
        {"what": "month", "month": "2026-13"},
        {"what": "month", "month": "9999-12"},
        {"what": "month", "month": "0001-01"},
        {"what": "month", "month": "x" * 10_000},
        {"what": "night"},
        {"how": "treasurer"},
        {"how": "treasurer", "treasurer": "x"},
        {"how": "treasurer", "treasurer": str(10**30)},
    ],
)
def test_nonsense_is_answered_with_a_sentence(night: Session, phone: Phones, asked: dict[str, str]) -> None:
    answer = phone("scorer").get(page(night.group), asked)
    assert answer.status_code == 422
    assert 'class="wrong"' in text(answer)
    sent = {"key": uuid.uuid4(), "seen": "", "what": "all", "how": "fewest", **asked}
    assert phone("scorer").post(store(night.group), sent).status_code == 422
    assert not Settlement.objects.exists()


@pytest.mark.parametrize("seen", ["", "tea", "1-2", "1-2-3-4", "9" * 5000, "1" * 200_000, "a\0b"])
def test_a_damaged_plan_is_not_stored(night: Session, phone: Phones, seen: str) -> None:
    sent = {"key": uuid.uuid4(), "seen": seen, "what": "all", "how": "fewest"}
    assert phone("scorer").post(store(night.group), sent).status_code == 422


def test_another_groups_treasurer_is_not_found(group: Group, phone: Phones) -> None:
    other = cast.thursday_table(names=cast.STRANGERS, name="Others")
    gus = cast.player(other, "Gus").pk
    asked = {"how": "treasurer", "treasurer": str(gus)}
    assert phone("owner").get(page(group), asked).status_code == 422


def test_only_who_may(night: Session, phone: Phones) -> None:
    sent = hidden(text(phone("scorer").get(page(night.group), ASKED)))
    assert phone("watcher").post(store(night.group), sent).status_code == 403
    assert phone("stranger").post(store(night.group), sent).status_code == 404
    assert phone("stranger").get(page(night.group)).status_code == 404
    assert phone("owner").get(store(night.group)).status_code == 405
    points = cast.thursday_table(currency="", name="Points")
    assert phone("owner").get(page(points)).status_code == 404
    assert phone("owner").post(store(points), sent).status_code == 404


def test_more_than_fourteen_people_are_told_so(phone: Phones, db: None) -> None:
    names = tuple(f"Player {one}" for one in range(16))
    group = cast.thursday_table(names=names)
    ids = cast.ids(group)
    for place, payer in enumerate(ids[:15], 1):
        pay(group, payer, ids[15], place**2, WriteContext(key=uuid.uuid4(), after=0))
    assert "With more than 14 people" in text(phone("owner").get(page(group), ASKED))


def test_the_cost_does_not_grow_with_nights(
    group: Group, phone: Phones, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = phone("scorer")
    for nights in (1, 4):
        for _ in range(nights):
            cast.an_ended_night(group)
            client.post(store(group), hidden(text(client.get(page(group), ASKED))))
        cast.an_ended_night(group)
        with django_assert_num_queries(9):
            client.get(page(group))


def coin(group: Group) -> str:
    return reverse("coin", args=[group.code])


def test_the_owner_chooses_a_coin(group: Group, phone: Phones) -> None:
    sent = {"key": uuid.uuid4(), "coin": "25", "rest": "kitty"}
    for _ in range(2):
        answer = phone("owner").post(coin(group), sent)
        assert (answer.status_code, answer["Location"]) == (303, f"{page(group)}#coin")
    group.refresh_from_db()
    assert group.rounding == Rounding(coin=25, rest=Rest.KITTY)
    assert "When a night ends, everybody’s money is rounded to €0.25." in text(
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
    answer = phone("owner").post(coin(group), sent)
    assert answer.status_code == 422
    assert 'class="wrong"' in text(answer)
    group.refresh_from_db()
    assert not group.rounding.is_on


@pytest.mark.parametrize(("who", "status"), [("scorer", 403), ("watcher", 403), ("stranger", 404)])
def test_nobody_else_chooses_a_coin(group: Group, phone: Phones, who: str, status: int) -> None:
    sent = {"key": uuid.uuid4(), "coin": "25", "rest": "kitty"}
    assert phone(who).post(coin(group), sent).status_code == status
    assert phone("owner").get(coin(group)).status_code == 405
