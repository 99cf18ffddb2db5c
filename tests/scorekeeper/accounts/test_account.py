"""The page of an account: its phones, password, passkeys, recovery codes and address, and its removal."""

from __future__ import annotations

import re
import uuid

import pytest
from django.core import mail
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from ledger.models import Group, Membership
from scorekeeper.accounts import letters
from scorekeeper.accounts.codes import make_codes
from scorekeeper.accounts.models import Account, Phone, RecoveryCode
from scorekeeper.accounts.sessions import SEEN, AccountSession, browser_of
from tests.cast import OWNER
from tests.reading import html_of, missing
from tests.scorekeeper.accounts.mail import letters_to, links_in
from tests.scorekeeper.accounts.people import (
    PASSWORD,
    account_of,
    has_cookie,
    is_logged_in,
    later,
    log_in,
    logged_in,
    sign_up,
)

pytestmark = pytest.mark.django_db
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Safari/604.1"
)
ANDROID = "Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36"


def test_phones_are_listed_by_what_they_are() -> None:
    account_of("Ann")
    logged_in("Ann", agent=IPHONE)
    page = html_of(logged_in("Ann", agent=ANDROID).get("/account/"))
    assert not missing(page, "iPhone, Safari", "Android, Chrome")
    assert page.count("<em>this phone</em>") == 1
    assert not any(one.session_key in page for one in Phone.objects.all())


def test_a_phone_that_is_logged_out_by_another_is_out_with_its_next_request(
    owner: Client, group: Group
) -> None:
    sign_up(owner)
    second = logged_in("Ann")
    lost = Phone.objects.earliest("begun_at")
    assert second.post(f"/account/phones/{lost.public}/end/").status_code == 303
    assert owner.get(f"/g/{group.code}/").status_code == 404
    assert not has_cookie(owner)
    assert second.get(f"/g/{group.code}/").status_code == 200


def test_what_is_under_way_brings_an_ended_session_not_back(anns: Client) -> None:
    later()
    Phone.objects.all().delete()
    anns.post("/account/confirm/", {"password": PASSWORD})
    assert Phone.objects.count() == 0


def test_all_others_are_logged_out_at_once() -> None:
    account_of("Ann")
    phones = [logged_in("Ann") for _ in range(3)]
    phones[0].post("/account/phones/end/")
    assert [is_logged_in(phone) for phone in phones] == [True, False, False]


def test_nobody_logs_out_the_phones_of_somebody_else() -> None:
    account_of("Ann")
    account_of("Ben")
    ann, ben = logged_in("Ann"), logged_in("Ben")
    target = Phone.objects.get(account__key="ann")
    ben.post(f"/account/phones/{target.public}/end/")
    ben.post(f"/account/phones/{uuid.uuid4()}/end/")
    Client().post(f"/account/phones/{target.public}/end/")
    assert is_logged_in(ann)


def test_logging_out_leaves_a_fresh_guest(owner: Client, group: Group) -> None:
    sign_up(owner)
    owner.post("/account/log-out/")
    assert not has_cookie(owner)
    assert not owner.cookies["guest"].value
    assert owner.get(f"/g/{group.code}/").status_code == 404
    assert "Log in" in html_of(owner.get("/"))
    assert log_in(owner) == "/"
    assert owner.get(f"/g/{group.code}/").status_code == 200


def test_another_password_logs_every_other_phone_out() -> None:
    account_of("Ann")
    phone, other = logged_in("Ann"), logged_in("Ann")
    assert phone.post("/account/password/", {"password": "seven white herons"}).status_code == 303
    assert is_logged_in(phone)
    assert not is_logged_in(other)
    assert Phone.objects.count() == 1
    assert Client().post("/log-in/", {"name": "Ann", "password": PASSWORD}).status_code == 422
    assert log_in(Client(), password="seven white herons") == "/"


@pytest.mark.parametrize("password", ["", "short", "password123", "1029384756"])
def test_a_weak_password_is_refused(password: str) -> None:
    account_of("Ann")
    assert logged_in("Ann").post("/account/password/", {"password": password}).status_code == 422
    assert log_in(Client()) == "/"


def test_a_phone_that_was_seen_lately_costs_no_write(
    django_assert_num_queries: DjangoAssertNumQueries,
    anns: Client,
) -> None:
    with django_assert_num_queries(4):
        anns.get("/")


def test_a_phone_that_comes_back_is_noted_down(anns: Client) -> None:
    store = AccountSession(Phone.objects.get().session_key)
    store[SEEN] -= 3600
    store.save()
    was = Phone.objects.get().seen_at
    anns.get("/")
    assert Phone.objects.get().seen_at > was


@pytest.mark.parametrize(
    "said", ["", "{}", "[]", "null", "x", '{"id": 1}', '{"response": {"clientDataJSON": "!"}}']
)
def test_a_passkey_that_is_none_is_refused_wherever_it_is_shown(said: str, anns: Client) -> None:
    for begin, then in (
        ("/account/passkeys/begin/", "/account/passkeys/add/"),
        ("/account/confirm/passkey/begin/", "/account/confirm/passkey/"),
    ):
        assert anns.post(begin).json()["publicKey"]["challenge"]
        assert anns.post(then, {"credential": said}).status_code == 422
    stranger = Client()
    assert stranger.post("/log-in/passkey/begin/").json()["publicKey"]["userVerification"] == "required"
    assert stranger.post("/log-in/passkey/", {"credential": said}).status_code == 422
    assert stranger.post("/log-in/passkey/", {}).status_code == 422


def test_a_session_begun_for_a_passkey_is_short_and_gets_another_key_at_the_door() -> None:
    account_of("Ann")
    phone = Client()
    phone.post("/log-in/passkey/begin/")
    was = Phone.objects.get()
    assert was.account is None
    assert 0 < (was.expire_date - timezone.now()).total_seconds() <= 900
    log_in(phone)
    row = Phone.objects.get()
    assert (row.session_key, row.public) != (was.session_key, was.public)
    assert row.account is not None
    assert is_logged_in(phone)


def test_removed_accounts_groups_stay_and_this_phone_opens_them(owner: Client, group: Group) -> None:
    account = sign_up(owner)
    make_codes(account)
    other = logged_in("Ann")
    assert "Your group stays" in html_of(owner.get("/account/remove/"))
    assert owner.post("/account/remove/")["Location"] == "/"
    assert Account.objects.count() == Phone.objects.count() == RecoveryCode.objects.count() == 0
    assert owner.get(f"/g/{group.code}/settings/").status_code == 200
    assert not is_logged_in(owner)
    assert not has_cookie(owner)
    assert other.get(f"/g/{group.code}/").status_code == 404
    assert Membership.objects.get(group=group).guest != account.guest
    sign_up(Client())  # the name is free again


def test_what_the_phone_opened_besides_stays_when_the_account_is_removed(owner: Client, group: Group) -> None:
    account_of("Ann")
    owner.post("/log-in/", {"name": "Ann", "password": "three green herons"})
    owner.post("/account/remove/")
    assert owner.get(f"/g/{group.code}/settings/").status_code == 200


CODE = re.compile(r"<li>((?:[0-9a-z]{4}-){3}[0-9a-z]{4})</li>")


def shown(phone: Client) -> list[str]:
    return CODE.findall(html_of(phone.post("/account/codes/")))


def test_recovery_codes_are_in_the_answer_that_made_them_and_nowhere_else(anns: Client) -> None:
    anns.get("/account/codes/")
    assert not RecoveryCode.objects.exists()
    codes = shown(anns)
    assert len(set(codes)) == 8
    kept = " ".join(RecoveryCode.objects.values_list("digest", flat=True))
    assert not any(code in kept or code.replace("-", "") in kept for code in codes)
    pages = [html_of(anns.get(address)) for address in ("/account/codes/", "/account/", "/")]
    assert not any(code in page for code in codes for page in pages)
    assert "8 of the old codes are still good." in pages[0]


def test_what_the_phone_opened_is_named_and_taken_along(owner: Client, group: Group) -> None:
    account = account_of("Ann")
    log_in(owner)
    assert group.name in html_of(owner.get("/account/take-along/"))
    assert [owner.post("/account/take-along/")["Location"] for _ in range(2)] == ["/", "/"]
    assert group.memberships.get().guest == account.guest
    assert group.name in html_of(logged_in("Ann").get("/"))
    owner.post("/account/log-out/")
    assert owner.get(f"/g/{group.code}/").status_code == 404
    assert group.name not in html_of(owner.get("/"))


def test_what_is_left_on_the_phone_is_there_again_after_logging_out(owner: Client, group: Group) -> None:
    account_of("Ann")
    log_in(owner)
    assert group.name not in html_of(owner.get("/"))
    assert owner.get(f"/g/{group.code}/").status_code == 404
    assert "not in your account" in html_of(owner.get("/"))
    owner.post("/account/log-out/")
    assert group.memberships.get().guest == OWNER
    assert owner.get(f"/g/{group.code}/settings/").status_code == 200


def test_where_there_is_nothing_to_take_along_nothing_is_asked() -> None:
    account_of("Ann")
    assert logged_in("Ann").get("/account/take-along/")["Location"] == "/"


@pytest.mark.parametrize(
    ("agent", "called"),
    [
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Safari/604.1",
            "iPhone, Safari",
        ),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_1) CriOS/131.0 Safari/604.1", "iPhone, Chrome"),
        ("Mozilla/5.0 (Linux; Android 15; Pixel 8) Chrome/131.0.0.0 Mobile Safari/537.36", "Android, Chrome"),
        (
            "Mozilla/5.0 (Linux; Android 14) SamsungBrowser/27.0 Chrome/125.0 Safari",
            "Android, Samsung Internet",
        ),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/131.0 Safari/537.36 Edg/131.0", "Windows, Edge"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Linux, Firefox"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.1 Safari/605.1.15", "Mac, Safari"),
        ("curl/8.0", ""),
        ("", ""),
    ],
)
def test_a_browser_is_called_by_its_phone_and_its_name(agent: str, called: str) -> None:
    assert browser_of(RequestFactory(headers={"User-Agent": agent}).get("/")) == called


HERS, NEWER = "ann@example.org", "ann@example.net"


@pytest.fixture(autouse=True)
def posts(settings: Settings) -> None:
    settings.LETTERS = True


@pytest.fixture
def anns(db: None) -> Client:
    account_of("Ann")
    return logged_in("Ann")


def asks(phone: Client, address: str = HERS) -> str:
    answer = phone.post("/account/address/", {"address": address})
    assert answer.status_code == 303, html_of(answer)
    (link,) = links_in(letters_to(address)[-1])
    return link


def given(phone: Client, address: str = HERS) -> None:
    assert Client().post(asks(phone, address)).status_code == 200


def held() -> tuple[str, str]:
    account = Account.objects.get(key="ann")
    return account.address, account.address_key


def test_an_address_counts_when_it_is_confirmed(anns: Client) -> None:
    link = asks(anns, "Ann@Example.org")
    assert held() == ("", "")
    assert "A letter is on its way" in html_of(anns.get("/account/address/"))
    assert "Yes, both are mine" in html_of(Client().get(link))
    assert held() == ("", "")
    assert "is the address of the account" in html_of(Client().post(link))
    assert held() == ("Ann@Example.org", "ann@example.org")
    page = html_of(anns.get("/account/address/"))
    assert ("Letters go to" in page, "A letter is on its way" in page) == (True, False)


def test_six_previews_of_the_letter_confirm_nothing(anns: Client) -> None:
    link = asks(anns)
    answers = [Client().get(link) for _ in range(6)] + [Client().head(link)]
    assert {one.status_code for one in answers} == {200}
    assert held() == ("", "")
    assert answers[0]["Referrer-Policy"] == "strict-origin"


def test_an_address_tapped_twice_is_confirmed_once(anns: Client) -> None:
    link = asks(anns)
    assert [Client().post(link).status_code for _ in range(2)] == [200, 200]
    assert held()[0] == HERS
    assert len(mail.outbox) == 1


def test_until_the_new_address_is_confirmed_the_old_one_stays_and_is_told_afterwards(anns: Client) -> None:
    given(anns)
    link = asks(anns, NEWER)
    assert held()[0] == HERS
    assert len(letters_to(HERS)) == 1
    Client().post(link)
    assert held()[0] == NEWER
    assert "was changed just now" in letters_to(HERS)[-1]


@pytest.mark.parametrize("happens", ["asks for another", "goes without", "another password", "too late"])
def test_a_link_is_good_for_nothing_after(anns: Client, settings: Settings, happens: str) -> None:
    link = asks(anns)
    if happens == "asks for another":
        asks(anns, NEWER)
    elif happens == "goes without":
        anns.post("/account/address/remove/")
    elif happens == "another password":
        anns.post("/account/password/", {"password": "seven white herons"})
    else:
        settings.PASSWORD_RESET_TIMEOUT = -1
    for answer in (Client().get(link), Client().post(link)):
        assert (answer.status_code, "good for nothing any more" in html_of(answer)) == (404, True)
    assert held() == ("", "")


@pytest.mark.parametrize("said", ["x", "1-", "-1", "9" * 30 + "-x", "1-abc-def", "²-x", "0-0-0", "1%00-x"])
def test_a_link_that_somebody_made_up_confirms_nothing(anns: Client, said: str) -> None:
    asks(anns)
    assert (
        Client().get(f"/address/{said}/").status_code == Client().post(f"/address/{said}/").status_code == 404
    )


def test_a_link_for_one_thing_is_none_for_another(anns: Client) -> None:
    assert Client().get(asks(anns).replace("/address/", "/forgotten/")).status_code == 404


@pytest.mark.one_database
def test_links_that_do_not_work_are_tried_so_often_only(settings: Settings) -> None:
    settings.LIMITS_TIMES = 1
    answers = [Client().get(f"/address/1-guess-{number}/").status_code for number in range(1001)]
    assert answers[:100] == [404] * 100
    assert answers[-1] == 429


def test_two_accounts_may_have_one_address_and_nobody_is_told(anns: Client) -> None:
    account_of("Ben")
    ben = logged_in("Ben")
    given(anns)
    before = html_of(ben.get("/account/address/")).count(HERS)
    assert Client().post(asks(ben)).status_code == 200
    assert before == 0
    assert Account.objects.filter(address_key=HERS).count() == 2


@pytest.mark.parametrize(
    "address",
    ["", "ann", "ann@", "ann@example.org\nBcc: x@example.org", "a" * 250 + "@example.org", "\0@b.de"],
)
def test_what_is_no_address_is_refused_and_nothing_is_sent(anns: Client, address: str) -> None:
    assert anns.post("/account/address/", {"address": address}).status_code == 422
    assert mail.outbox == []


def test_five_letters_an_hour_go_to_an_address(anns: Client, settings: Settings) -> None:
    settings.LIMITS_TIMES = 1
    answers = [anns.post("/account/address/", {"address": HERS}).status_code for _ in range(6)]
    assert answers == [303] * 5 + [429]
    assert len(mail.outbox) == 5
    assert anns.post("/account/address/", {"address": NEWER}).status_code == 303


@pytest.mark.parametrize(
    "page", ["remove/", "codes/", "address/", "address/remove/", "passkeys/twice/", "passkeys/once/"]
)
def test_what_changes_an_account_asks_later_for_the_password(anns: Client, page: str) -> None:
    given(anns)
    later()
    answer = anns.post(f"/account/{page}", {"address": NEWER})
    assert (answer.status_code, answer["Location"].partition("?")[0]) == (303, "/account/confirm/")
    assert (held()[0], RecoveryCode.objects.exists()) == (HERS, False)


def test_an_address_is_taken_away_and_told(anns: Client) -> None:
    given(anns)
    assert anns.post("/account/address/remove/").status_code == 303
    assert held() == ("", "")
    assert "was changed just now" in letters_to(HERS)[-1]


def test_without_a_mail_server_nothing_of_it_is_shown(anns: Client, settings: Settings) -> None:
    settings.LETTERS = False
    assert "E-mail" not in html_of(anns.get("/account/"))
    assert anns.get("/account/address/").status_code == 404
    assert anns.post("/account/address/", {"address": HERS}).status_code == 404


def test_an_address_from_before_can_be_removed_when_there_is_no_mail_server_any_more(
    anns: Client, settings: Settings
) -> None:
    given(anns)
    settings.LETTERS = False
    assert "Remove the address" in html_of(anns.get("/account/"))
    assert anns.post("/account/address/remove/").status_code == 303
    assert held() == ("", "")


def test_a_letter_waits_for_nobody(anns: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.TASKS_AT_ONCE = False
    waits: list[object] = []
    monkeypatch.setattr(letters.POST, "put", waits.append)
    assert anns.post("/account/address/", {"address": HERS}).status_code == 303
    assert (len(waits), mail.outbox) == (1, [])


def test_a_mail_server_that_is_gone_stops_no_page_and_stands_in_the_log(
    anns: Client, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    assert anns.post("/account/address/", {"address": HERS}).status_code == 303
    assert "An e-mail could not be sent: ConnectionRefusedError" in caplog.text
    assert HERS not in caplog.text
