"""Recovery codes are shown once, kept as digests, and made by nobody but the account's owner."""

import re

import pytest
from django.test import Client

from scorekeeper.accounts.models import RecoveryCode
from tests.reading import html_of
from tests.scorekeeper.accounts.people import account_of, later, logged_in

pytestmark = pytest.mark.django_db
CODE = re.compile(r"<li>((?:[0-9a-z]{4}-){3}[0-9a-z]{4})</li>")


def shown(phone: Client) -> list[str]:
    return CODE.findall(html_of(phone.post("/account/codes/")))


def test_they_are_in_the_answer_that_made_them_and_nowhere_else() -> None:
    account_of("Ann")
    phone = logged_in("Ann")
    phone.get("/account/codes/")
    assert not RecoveryCode.objects.exists()
    codes = shown(phone)
    assert len(set(codes)) == 8
    kept = " ".join(RecoveryCode.objects.values_list("digest", flat=True))
    assert not any(code in kept or code.replace("-", "") in kept for code in codes)
    pages = [html_of(phone.get(address)) for address in ("/account/codes/", "/account/", "/")]
    assert not any(code in page for code in codes for page in pages)
    assert "8 of the old codes are still good." in pages[0]


def test_whoever_has_the_phone_in_hand_later_is_asked_who_they_are() -> None:
    account_of("Ann")
    phone = logged_in("Ann")
    later()
    for answer in (phone.get("/account/codes/"), phone.post("/account/codes/")):
        assert answer.status_code == 303
        assert answer["Location"].startswith("/account/confirm/?next=")
    assert not RecoveryCode.objects.exists()
