"""Logging in: what is wrong is never said more closely, and guessing is limited."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from ledger.models import Group, Role
from ledger.recording import admit
from scorekeeper.accounts.models import Account, Phone
from tests.reading import html_of
from tests.scorekeeper.accounts.people import (
    PASSWORD,
    account_of,
    has_cookie,
    is_logged_in,
    log_in,
    logged_in,
    sign_up,
)
from tests.scorekeeper.conftest import Phones

pytestmark = pytest.mark.django_db
HOME = "203.0.113.7"


def tried(name: str, password: str, *, address: str = HOME, said_by: str = "") -> tuple[int, str]:
    """What a stranger is answered; `said_by` is the header of a proxy that nobody put there."""
    headers = {"X-Forwarded-For": said_by, "X-Real-IP": said_by} if said_by else {}
    answer = Client(REMOTE_ADDR=address, headers=headers).post(
        "/log-in/", {"name": name, "password": password}
    )
    return answer.status_code, html_of(answer)


def test_the_same_groups_are_on_a_second_phone(owner: Client, group: Group) -> None:
    sign_up(owner)
    second = Client()
    assert log_in(second) == "/"
    assert group.name in html_of(second.get("/"))
    assert second.get(f"/g/{group.code}/settings/").status_code == 200
    assert owner.get(f"/g/{group.code}/settings/").status_code == 200


@pytest.mark.parametrize("name", ["Ann", "ann", " aNN "])
def test_a_name_is_compared_as_names_are_everywhere(name: str) -> None:
    account_of("Ann")
    assert log_in(Client(), name) == "/"


def test_a_wrong_password_and_a_name_that_nobody_has_are_told_the_same() -> None:
    account_of("Ann")
    answers = {tried("Ann", "wrong herons"), tried("Bob", "wrong herons"), tried("Ann", PASSWORD.upper())}
    ((status, _),) = {(status, page.replace("Bob", "Ann").partition("csrf")[0]) for status, page in answers}
    assert status == 422
    assert "This name and this password do not belong together." in tried("Bob", "wrong herons")[1]
    assert Phone.objects.count() == 0


def test_a_password_is_looked_at_even_where_there_is_no_such_name(monkeypatch: pytest.MonkeyPatch) -> None:
    hashed: list[str] = []
    original = Account.set_password

    def noted(self: Account, raw: str | None) -> None:
        hashed.append(str(raw))
        original(self, raw)

    monkeypatch.setattr(Account, "set_password", noted)
    assert tried("Bob", "wrong herons")[0] == 422
    assert hashed == ["wrong herons"]


def test_an_account_that_was_put_to_sleep_is_told_the_same() -> None:
    account_of("Ann")
    Account.objects.update(is_active=False)
    status, page = tried("Ann", PASSWORD)
    assert (status, "do not belong together" in page) == (422, True)


@pytest.mark.parametrize("said", [{}, {"name": "Ann"}, {"password": "x"}, {"name": "\0", "password": "\0"}])
def test_what_is_missing_is_asked_for(said: dict[str, str]) -> None:
    assert "wrong" in html_of(Client().post("/log-in/", said), 422)


def test_ten_guesses_at_a_name_from_one_address_are_enough(settings: Settings) -> None:
    settings.LIMITS_TIMES = 1
    account_of("Ann")
    answers = [tried("Ann", f"wrong herons {number}") for number in range(11)]
    assert [status for status, _ in answers] == [422] * 10 + [429]
    assert "A lot of passwords were tried for this name here." in answers[-1][1]
    assert tried("Ann", PASSWORD)[0] == 429
    assert tried("Ann", PASSWORD, address="203.0.113.8")[0] == 303


def test_a_name_written_with_accents_spaces_or_capitals_is_counted_as_one(settings: Settings) -> None:
    settings.LIMITS_TIMES = 1
    account_of("Ann")
    names = ["Ann", "ANN", "ann ", " aNn", "Ａｎｎ", "An\u00adn", "Ann", "ANn", "aNN", "anN", "Ann"]
    assert [tried(name, "wrong herons")[0] for name in names] == [422] * 10 + [429]


def test_sixty_guesses_at_a_name_from_anywhere_are_enough_and_lock_nobody_else_out(
    settings: Settings,
) -> None:
    settings.LIMITS_TIMES = 1
    account_of("Ann")
    account_of("Ben")
    known = logged_in("Ann")
    answers = [tried("Ann", "wrong herons", address=f"203.0.{number}.7") for number in range(61)]
    assert [status for status, _ in answers] == [422] * 59 + [
        429
    ] * 2  # the one that is logged in was the first
    assert tried("Ben", PASSWORD, address="203.0.113.7")[0] == 303
    assert is_logged_in(known)


def test_sixty_guesses_from_one_address_are_enough_whatever_the_names(settings: Settings) -> None:
    settings.LIMITS_TIMES = 1
    answers = [tried(f"P{number}", "wrong herons") for number in range(61)]
    assert [status for status, _ in answers] == [422] * 60 + [429]
    assert "Somebody on this network tried a lot of passwords." in answers[-1][1]
    assert tried("P99", "wrong herons", address="203.0.113.8")[0] == 422


def test_a_header_that_claims_another_address_is_no_way_around_it(settings: Settings) -> None:
    """The server has read the proxy's header before (`serve`, with SITE_URL)."""
    settings.LIMITS_TIMES = 1
    account_of("Ann")
    answers = [tried("Ann", "wrong herons", said_by=f"198.51.100.{number}")[0] for number in range(11)]
    assert answers == [422] * 10 + [429]


def test_a_refused_try_does_not_draw_the_password_again(settings: Settings) -> None:
    settings.LIMITS_TIMES = 1
    for _ in range(11):
        page = tried("Ann", "secret herons")[1]
    assert "secret herons" not in page
    assert 'value="Ann"' in page


def test_a_phone_that_opens_groups_by_itself_is_asked_what_becomes_of_them(owner: Client) -> None:
    account_of("Ann")
    assert log_in(owner) == "/account/take-along/"


@pytest.mark.parametrize(
    ("wanted", "leads_to"),
    [
        ("/account/codes/", "/account/codes/"),
        ("https://example.org/", "/"),
        ("//example.org/", "/"),
        ("/\\example.org", "/"),
        ("javascript:alert(1)", "/"),
    ],
)
def test_it_leads_back_to_a_page_of_ours_only(wanted: str, leads_to: str) -> None:
    account_of("Ann")
    said = {"name": "Ann", "password": PASSWORD, "next": wanted}
    assert Client().post("/log-in/", said)["Location"] == leads_to


def test_the_session_has_another_key_after_logging_in_and_no_cookie_says_it() -> None:
    account_of("Ann")
    phone = logged_in("Ann")
    row = Phone.objects.get()
    assert phone.cookies["account"].value.startswith(f"{row.session_key}:")
    phone.cookies["account"] = row.session_key  # as it stands in a copy of the book
    assert not is_logged_in(phone)


def test_a_stranger_has_no_cookie_and_costs_no_query(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    phone = Client()
    with django_assert_num_queries(0):
        phone.get("/log-in/")
    assert not has_cookie(phone)


def test_a_membership_that_both_have_keeps_the_higher_role(phone: Phones, group: Group) -> None:
    account = account_of("Ann")
    admit(group, account.guest, Role.WATCHER)
    scorer = phone("scorer")
    log_in(scorer)
    scorer.post("/account/take-along/")
    assert group.memberships.get(guest=account.guest).role == Role.SCORER
