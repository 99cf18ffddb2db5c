"""A new password by a recovery code, each good once; guessed by nobody."""

import pytest
from django.test import Client
from pytest_django import Settings

from ledger.models import Group
from scorekeeper.accounts.codes import codes_left, make_codes
from scorekeeper.accounts.models import Account
from tests.reading import html_of
from tests.scorekeeper.accounts.people import account_of, is_logged_in, log_in, logged_in, sign_up

pytestmark = pytest.mark.django_db
NEW = "seven white herons"


def sent(
    code: str, *, name: str = "Ann", password: str = NEW, phone: Client | None = None
) -> tuple[int, str]:
    said = {"name": name, "code": code, "password": password}
    answer = (phone or Client()).post("/forgotten/", said)
    return answer.status_code, html_of(answer)


def test_a_code_lets_in_again_and_logs_all_others_out() -> None:
    codes = make_codes(account_of("Ann"))
    thief, phone = logged_in("Ann"), Client()
    assert sent(codes[3], phone=phone)[0] == 303
    assert is_logged_in(phone)
    assert not is_logged_in(thief)
    assert log_in(Client(), password=NEW) == "/"
    assert codes_left(Account.objects.get()) == 7


def test_a_code_is_good_once() -> None:
    codes = make_codes(account_of("Ann"))
    assert sent(codes[0])[0] == 303
    status, page = sent(codes[0])
    assert (status, "This code does not belong to this name" in page) == (422, True)
    assert sent(codes[1])[0] == 303


@pytest.mark.parametrize(
    "written", [str.upper, lambda one: one.replace("-", " "), lambda one: one.replace("-", "")]
)
def test_a_code_may_be_typed_as_it_was_read(written: object) -> None:
    code = make_codes(account_of("Ann"))[0]
    assert sent(written(code).replace("0", "O").replace("1", "l"))[0] == 303  # type: ignore[operator]


def test_a_wrong_code_and_a_name_that_nobody_has_are_told_the_same() -> None:
    codes = make_codes(account_of("Ann"))
    account_of("Ben")
    answers = [sent("xxxx-xxxx-xxxx-xxxx"), sent(codes[0], name="Cleo"), sent(codes[0], name="Ben")]
    assert {(status, "does not belong to this name" in page) for status, page in answers} == {(422, True)}
    assert codes_left(Account.objects.get(key="ann")) == 8


def test_a_weak_password_uses_no_code_up() -> None:
    codes = make_codes(account_of("Ann"))
    status, page = sent(codes[0], password="password123")
    assert (status, "too common" in page) == (422, True)
    assert sent(codes[0])[0] == 303


def test_new_codes_are_good_in_the_place_of_the_old_ones() -> None:
    account = account_of("Ann")
    old, new = make_codes(account), make_codes(account)
    assert not set(old) & set(new)
    assert sent(old[0])[0] == 422
    assert sent(new[0])[0] == 303


def test_guesses_are_counted_with_those_of_the_password(settings: Settings) -> None:
    settings.LIMITS_TIMES = 1
    codes = make_codes(account_of("Ann"))
    for number in range(5):
        Client().post("/log-in/", {"name": "Ann", "password": f"wrong {number}"})
    answers = [sent(f"guess {number}")[0] for number in range(6)]
    assert answers == [422] * 5 + [429]
    assert sent(codes[0])[0] == 429


def test_an_owner_without_an_address_is_restored(owner: Client, group: Group) -> None:
    account = sign_up(owner)
    codes = make_codes(account)
    phone = Client()
    sent(codes[0], phone=phone)
    assert phone.get(f"/g/{group.code}/settings/").status_code == 200


@pytest.mark.parametrize("said", [{}, {"name": "Ann", "code": "\0", "password": NEW}, {"code": "é" * 300}])
def test_nonsense_is_told_what_is_missing(said: dict[str, str]) -> None:
    assert Client().post("/forgotten/", said).status_code == 422
