"""The people of a group: added by scorers, renamed by the owner, never deleted."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from ledger.models import Group
from tests import cast
from tests.reading import html_of
from tests.scorekeeper.conftest import Phones


def page(group: Group) -> str:
    return reverse("players", args=[group.code])


def adding(group: Group) -> str:
    return reverse("add_player", args=[group.code])


def renaming(group: Group, name: str = "Ann") -> str:
    return reverse("rename_player", args=[group.code, cast.player(group, name).pk])


def names(group: Group) -> list[str]:
    return list(group.players.values_list("name", flat=True))


def text(client: Client, group: Group) -> str:
    return html_of(client.get(page(group)))


def test_everybody_is_listed_with_his_nights(group: Group, phone: Phones) -> None:
    cast.tell(cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith"), "Ann", "Ben")
    html = text(phone("watcher"), group)
    assert html.count("1 night<") == 5
    assert html.count("has not played yet") == 1
    assert "<form" not in html


@pytest.mark.parametrize("who", ["owner", "scorer"])
def test_a_scorer_adds_a_player(group: Group, phone: Phones, who: str) -> None:
    answer = phone(who).post(adding(group), {"name": "  Gus   Jr. "})
    assert (answer.status_code, answer["Location"]) == (303, page(group))
    assert names(group)[-1] == "Gus Jr."


def test_the_owner_renames_a_player(group: Group, phone: Phones) -> None:
    for _ in range(2):
        assert phone("owner").post(renaming(group, names(group)[0]), {"name": "Anna"}).status_code == 303
    assert names(group)[0] == "Anna"


def test_sent_twice_the_second_is_told_that_the_name_is_there(group: Group, phone: Phones) -> None:
    client = phone("scorer")
    client.post(adding(group), {"name": "Gus"})
    answer = client.post(adding(group), {"name": "Gus"})
    assert answer.status_code == 422
    assert "There is a Gus already." in html_of(answer)
    assert names(group).count("Gus") == 1


@pytest.mark.parametrize("name", ["", "   ", "ben", "x" * 41, "x" * 2000, "a\0b\0" * 20])
def test_a_name_that_will_not_do_is_refused_and_kept(group: Group, phone: Phones, name: str) -> None:
    before, client = names(group), phone("owner")
    for address in (adding(group), renaming(group)):
        answer = client.post(address, {"name": name})
        assert answer.status_code == 422
        assert 'id="wrong" role="alert"' in html_of(answer)
    assert names(group) == before


def test_what_was_typed_stays(group: Group, phone: Phones) -> None:
    html = html_of(phone("owner").post(adding(group), {"name": 'ben"'}))
    html = html_of(phone("owner").post(adding(group), {"name": 'BEN"'}))
    assert 'value="BEN&quot;" aria-invalid="true"' in html
    html = html_of(phone("owner").post(renaming(group), {"name": "ben"}))
    assert "<details open>" in html
    assert 'value="ben" aria-invalid="true"' in html


@pytest.mark.parametrize("address", [adding, renaming])
def test_no_name_at_all_is_refused(group: Group, phone: Phones, address: object) -> None:
    assert callable(address)
    answer = phone("owner").post(address(group), {})
    assert answer.status_code == 422
    assert "Type a name first." in html_of(answer)


def test_names_may_be_anything(db: None, phone: Phones) -> None:
    group = cast.thursday_table(names=("<script>alert(1)</script>", 'Ann "A"', "🐑🐑", "W" * 40, "שלום"))
    html = text(phone("owner"), group)
    assert "<script>alert" not in html
    assert "<bdi>שלום</bdi>" in html


def test_queries_do_not_grow_with_people(
    group: Group, phone: Phones, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = phone("owner")
    for name in ("Gus", "Hanna", "Ivo"):
        client.post(adding(group), {"name": name})
        with django_assert_num_queries(4):
            client.get(page(group))
