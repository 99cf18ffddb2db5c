"""A phone's key that cannot be read is left as it is, kept by whoever goes on, and opens its groups again."""

import time
from http.cookies import Morsel

import pytest
from django.test import Client
from pytest_django import Settings

from ledger.models import Group
from tests.cast import OWNER, thursday_table
from tests.scorekeeper.conftest import phone_of
from tests.scorekeeper.group.test_start_group import told
from tests.serving import CSRF

OTHER = "another secret of more than fifty characters, which was in use before"
A_YEAR = 365 * 24 * 60 * 60


def cookie(client: Client, name: str = "guest") -> str:
    """Return the value of the phone’s cookie of this name; "" for none, or one that was taken away."""
    held: Morsel[str] | None = client.cookies.get(name)
    return held.value if held is not None and held["max-age"] != 0 else ""


def brings(value: str, name: str = "guest") -> Client:
    client = Client()
    client.cookies[name] = value
    return client


@pytest.fixture
def unreadable(group: Group, settings: Settings) -> Client:
    secret, settings.SECRET_KEY = settings.SECRET_KEY, OTHER
    client = phone_of(OWNER)
    settings.SECRET_KEY = secret
    return client


@pytest.mark.parametrize("damage", ["", "x", "x" * 4000, 'ä;"', "{}", "a:b:c"])
def test_a_cookie_that_cannot_be_read_is_never_touched_by_reading(
    group: Group, unreadable: Client, damage: str
) -> None:
    client = brings(damage) if damage else unreadable
    for page, status in (
        ("/", 200),
        (f"/g/{group.code}/", 404),
        ("/nowhere/", 404),
        ("/start/from-file/", 200),
    ):
        answer = client.get(page)
        assert (answer.status_code, {*answer.cookies} - {"csrftoken"}) == (status, set())


def test_who_has_a_key_that_cannot_be_read_is_told_so_and_nobody_else(
    group: Group, unreadable: Client, owner: Client
) -> None:
    words = {
        "/": "key to your groups, but it cannot be read",
        f"/g/{group.code}/": "Your key cannot be read just now",
    }
    for page, said in words.items():
        seen = [said in phone.get(page).content.decode() for phone in (unreadable, owner, Client())]
        assert seen == [True, False, False]
    never = [
        "this phone may not open it" in phone.get(page).content.decode() for phone in (unreadable, Client())
    ]
    assert never == [False, True]


def test_a_clock_that_is_absurd_costs_nobody_his_key(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    client, real = phone_of(OWNER), time.time()
    for years, page, status in (
        (5, f"/g/{group.code}/", 404),
        (5, "/start/", 409),
        (0, f"/g/{group.code}/", 200),
    ):
        monkeypatch.setattr("django.core.signing.time.time", lambda: real + years * A_YEAR)  # noqa: B023
        assert client.get(page).status_code == status


def test_with_the_old_secret_put_back_the_old_groups_open_and_the_new_key_is_kept(
    group: Group, unreadable: Client, settings: Settings
) -> None:
    unreadable.post("/go-on/")
    new = cookie(unreadable)
    assert cookie(unreadable, "guest-kept")
    settings.SECRET_KEY = OTHER
    for _ in range(2):
        assert unreadable.get(f"/g/{group.code}/").status_code == 200
    assert (cookie(unreadable, "guest-kept") == new, cookie(unreadable) == new) == (True, False)


def test_with_the_old_secret_beside_the_new_one_the_phone_has_the_groups_of_both(
    group: Group, unreadable: Client, settings: Settings
) -> None:
    unreadable.post("/go-on/")
    unreadable.post("/start/", told(name="The new one"))
    settings.SECRET_KEY_FALLBACKS = [OTHER]
    page = unreadable.get("/").content.decode()
    assert ("The new one" in page, "Thursday table" in page) == (True, True)
    assert cookie(unreadable, "guest-kept") == ""
    settings.SECRET_KEY_FALLBACKS = []
    assert unreadable.get(f"/g/{group.code}/").status_code == 200


def test_three_keys_are_kept(group: Group, settings: Settings) -> None:
    client = phone_of(OWNER)
    first, held = settings.SECRET_KEY, []
    for turn in range(3):
        held.append(cookie(client))
        settings.SECRET_KEY = f"{turn} {OTHER}"
        client.post("/go-on/")
    assert [cookie(client, f"guest-kept{n}") for n in ("", "-2", "-3")] == held
    settings.SECRET_KEY_FALLBACKS = [first]
    assert client.get(f"/g/{group.code}/").status_code == 200


@pytest.fixture
def https(settings: Settings) -> Settings:
    settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME = "__Host-guest", "__Host-csrftoken"
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    return settings


def test_on_https_the_cookies_belong_to_this_host_alone(db: None, https: Settings) -> None:
    held = Client().get("/start/", secure=True).cookies
    assert {name: (one["path"], one["domain"], one["secure"]) for name, one in held.items()} == {
        "__Host-guest": ("/", "", True),
        "__Host-csrftoken": ("/", "", True),
    }


def test_a_phone_with_the_old_name_keeps_its_groups_under_the_new_one(group: Group, https: Settings) -> None:
    https.SESSION_COOKIE_NAME = "guest"
    client, page = phone_of(OWNER), f"/g/{group.code}/"
    https.SESSION_COOKIE_NAME = "__Host-guest"
    for _ in range(2):
        assert client.get(page, secure=True).status_code == 200
        assert (bool(cookie(client, "__Host-guest")), cookie(client, "guest")) == (True, "")


def test_an_old_name_says_nothing_beside_the_new_one(group: Group, https: Settings) -> None:
    thursday_table(name="Planted", guest=OWNER)
    https.SESSION_COOKIE_NAME = "guest"
    planted = cookie(phone_of(OWNER))
    https.SESSION_COOKIE_NAME = "__Host-guest"
    client = Client()
    client.get("/start/", secure=True)
    client.cookies["guest"] = planted
    assert "Planted" not in client.get("/", secure=True).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("value", ["\xff", "a\x00b", "a\x1b[2J", "\xe2\x80\xae"])
def test_what_never_was_a_cookie_of_ours_is_not_handed_back(value: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.defaults |= {"HTTP_COOKIE": f"guest={value}; csrftoken={CSRF}", "HTTP_X_CSRFTOKEN": CSRF}
    answer = client.post("/go-on/", {"next": "/start/"})
    assert (answer.status_code, {*answer.cookies} - {"csrftoken"}) == (303, {"guest"})
    assert str(answer.cookies["guest"]).isascii()
