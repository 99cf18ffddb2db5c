"""A page that was drawn before an update: it is loaded anew as a whole, and what was sent from it is done."""

from typing import Any

import pytest
from django.test import Client

from ledger.models import Group, Session
from ledger.models.book import sheet_of
from scorekeeper.http.htmx import release
from tests import cast
from tests.scorekeeper.table.test_table import posted, url

OLD = {"HX-Request": "true", "Release": "the-one-before"}


@pytest.fixture
def night(group: Group) -> Session:
    return cast.a_night(group)


def fresh(client: Client, night: Session, headers: dict[str, str]) -> Any:
    untouched = posted(night) | {"tap": "fresh", "picker": "", "partners": ""}
    cast.tell(night, "Dave", "Edith")
    return client.post(url(night, "tap"), untouched, headers=headers)


def test_an_open_table_of_another_release_loads_itself_anew(owner: Client, night: Session) -> None:
    for headers in ({"HX-Request": "true"}, OLD | {"Release": release()}):
        assert "HX-Refresh" not in fresh(owner, night, headers)
    answer = fresh(owner, night, OLD)
    assert (answer.status_code, answer["HX-Refresh"], answer.content) == (204, "true", b"")


def test_a_hand_told_on_it_is_recorded_once_and_confirmed_on_the_new_page(
    owner: Client, night: Session
) -> None:
    said = posted(night)
    for _ in range(2):
        assert owner.post(url(night), said, headers=OLD)["HX-Redirect"] == f"{url(night, 'table')}?told=2"
    assert sheet_of(night).hands == 1


def test_what_is_on_its_pad_or_was_refused_stays_there(owner: Client, night: Session) -> None:
    asked = posted(night)
    cast.tell(night, "Dave", "Edith")
    answer = owner.post(url(night, "tap"), asked | {"tap": "fresh"}, headers=OLD)
    html = answer.content.decode()
    assert answer.status_code == 200
    assert ("Meanwhile hand 1 was recorded" in html, "<html" in html) == (True, False)
    assert owner.post(url(night), asked, headers=OLD).status_code == 409
    assert sheet_of(night).hands == 1


@pytest.mark.parametrize("path", ["", "wall/", "money/"])
@pytest.mark.usefixtures("night")
def test_a_page_that_renews_itself_does_so_as_well(owner: Client, group: Group, path: str) -> None:
    address = f"/g/{group.code}/{path}"
    page, renews = owner.get(address), OLD | {"HX-Boosted": "true"}
    assert page["Release"] == release()
    assert f'"Release":"{release()}"' in page.content.decode()
    assert owner.get(address, headers=renews)["HX-Refresh"] == "true"
    assert "HX-Refresh" not in owner.get(address, headers=renews | {"Release": release()})
