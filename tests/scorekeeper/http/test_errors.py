"""Error pages: each says what is so, and nothing of the inside."""

from typing import Any
from unittest.mock import patch

import pytest
from django.core.exceptions import SuspiciousOperation, TooManyFilesSent
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.template import TemplateDoesNotExist
from django.test import Client, override_settings
from django.urls import re_path, reverse

from ledger.models import Group
from scorekeeper import urls
from scorekeeper.http.errors import bad_request
from tests.scorekeeper.conftest import Phones
from tests.scorekeeper.serving.test_logs import Log, log
from tests.serving import CSRF

__all__ = ["log"]

SECRET = "/srv/secret/path"


def full_disk(request: HttpRequest, anything: str) -> HttpResponse:
    """Raise what a database that cannot write does, under any address."""
    raise OperationalError("disk is full")


urlpatterns = [re_path(r"^full/(?P<anything>(?s:.*))$", full_disk), *urls.urlpatterns]


def outcome(answer: Any) -> tuple[int, str]:
    html: str = answer.content.decode()
    assert SECRET not in html
    assert "Traceback" not in html
    return answer.status_code, html[html.index("<h1>") :]


def failing(error: Exception) -> Any:
    def fails(*_: object, **__: object) -> None:
        raise error

    return patch("scorekeeper.pages.group.home.show", fails)


@pytest.fixture
def browser(db: None) -> Client:
    return Client(raise_request_exception=False)


@pytest.mark.parametrize(
    ("who", "page", "title"),
    [
        ("watcher", "add_player", "Only whoever keeps the score does that"),
        ("watcher", "notebook", "Only an owner of the group does that"),
        ("scorer", "notebook", "Only an owner of the group does that"),
    ],
)
def test_who_may_not_is_told_who_may(group: Group, phone: Phones, who: str, page: str, title: str) -> None:
    status, html = outcome(phone(who).post(reverse(page, args=[group.code])))
    assert (status, f"<h1>{title}</h1>" in html) == (403, True)


def test_an_address_of_nothing_says_no_more_than_one_of_others(group: Group, stranger: Client) -> None:
    nothing, others = (outcome(stranger.get(f"/g/{code}/")) for code in ("nothing", group.code))
    assert nothing == others
    assert nothing[0] == 404


def test_a_wrong_name_is_said_in_words_for_who_runs_it_and_is_not_repeated(browser: Client) -> None:
    status, page = outcome(browser.get("/", HTTP_HOST="evil.example"))
    words = ("Not at this address", "ALLOWED_HOSTS", "evil")
    assert (status, [one in page for one in words]) == (400, [True, True, False])


@override_settings(DATA_UPLOAD_MAX_MEMORY_SIZE=3_000_000, DATA_UPLOAD_MAX_NUMBER_FIELDS=10)
@pytest.mark.parametrize(
    ("said", "most"),
    [(f"text={'x' * 3_000_001}", "3 MB"), ("&".join(f"{n}=" for n in range(11)), "10 answers")],
)
def test_too_much_at_once_says_how_much_is_taken(browser: Client, said: str, most: str) -> None:
    status, page = outcome(browser.post("/start/", said, content_type="application/x-www-form-urlencoded"))
    assert (status, f"one page takes {most} at most" in page) == (413, True)


def test_too_many_files_and_other_oddities_have_a_page() -> None:
    for error, status in ((TooManyFilesSent(SECRET), 413), (SuspiciousOperation(SECRET), 400), (None, 400)):
        assert outcome(bad_request(HttpRequest(), error))[0] == status


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("cookie", "headers", "words"),
    [
        ("", {}, "Your browser blocks cookies"),
        (CSRF, {"origin": "https://evil.example"}, "another address"),
        (CSRF, {"origin": "null"}, "another address"),
        (CSRF, {}, "open too long"),
        (CSRF, {"x-csrftoken": "x" * 32}, "open too long"),
    ],
)
def test_a_form_that_is_not_taken_says_why(cookie: str, headers: dict[str, str], words: str) -> None:
    client = Client(enforce_csrf_checks=True)
    if cookie:
        client.cookies["csrftoken"] = cookie
    status, page = outcome(client.post("/start/", {}, headers=headers))
    assert (status, words in page, "Nothing was saved" in page) == (403, True, True)


def test_a_fault_of_ours_promises_nothing_and_is_in_the_log_once(browser: Client, log: Log) -> None:
    with failing(ValueError(SECRET)):
        status, page = outcome(browser.get("/?\x1b[2J"))
    assert (status, "Try again in a moment" in page) == (500, True)
    assert len([line for line in log.lines() if not line.startswith("    ")]) == 1
    assert f"    ValueError: {SECRET}" in log.lines()
    with patch("scorekeeper.pages.group.start_group.show", side_effect=ValueError(SECRET)):
        status, page = outcome(browser.post("/start/", {}))
    assert (status, "look whether it was saved" in page) == (500, True)


def test_where_no_page_can_be_made_there_are_still_words(browser: Client) -> None:
    gone = patch("scorekeeper.http.errors.render", side_effect=TemplateDoesNotExist(SECRET))
    with failing(ValueError(SECRET)), gone:
        status, page = outcome(browser.get("/"))
    assert (status, "Something went wrong on our side" in page) == (500, True)
    with gone:
        assert outcome(browser.get("/nowhere/"))[0] == 500
    with patch("django.middleware.csrf.CsrfViewMiddleware.process_request", side_effect=KeyError(SECRET)):
        assert outcome(Client(raise_request_exception=False).get("/"))[0] == 500


def test_a_book_that_cannot_be_written_is_logged_with_an_address_that_cannot_forge(
    browser: Client, log: Log
) -> None:
    # No page of ours has such an address, so one is made that takes any.
    with override_settings(ROOT_URLCONF=__name__):
        assert browser.get("/full/a%0a%1b%5b2Jb/").status_code == 503
    assert r"GET /full/a\n\x1b[2Jb/: disk is full" in log.lines()[0]
    assert all(line.isprintable() for line in log.lines())
    assert any("OperationalError: disk is full" in line for line in log.lines())


def test_where_the_database_is_away_a_page_tries_again_and_a_form_is_sent_again_by_a_tap(
    browser: Client,
) -> None:
    away = patch("scorekeeper.http.database_errors.is_away", lambda exception: True)
    with override_settings(ROOT_URLCONF=__name__), away:  # of a page that meets it under any address
        read, sent = browser.get("/full/a/?b=1"), browser.post("/full/a/", {"key": "7", "name": "<Ann>"})
    refresh = '<meta http-equiv="refresh" content="2">'
    for answer, title, parts in (
        (read, "Trying again", ['<a class="button" href="/full/a/?b=1">Try now</a>']),
        (
            sent,
            "Send it again",
            [
                '<input type="hidden" name="key" value="7">',
                '<input type="hidden" name="name" value="&lt;Ann&gt;">',
            ],
        ),
    ):
        status, page = outcome(answer)
        assert (status, answer.headers["Retry-After"]) == (503, "2")
        assert page.startswith(f"<h1>{title}</h1>")
        assert [one for one in parts if one not in page] == []
        assert (refresh in answer.content.decode()) is (answer is read)
