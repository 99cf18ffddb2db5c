"""Files out and in: tables for spreadsheets, the whole group as one file, a group started from one."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from ledger.exchange.group import group_export
from ledger.models import Group, Membership, Session
from tests import cast
from tests.scorekeeper.conftest import Phones

TABLES = ("results_table", "journal_table", "sheet_table")


@pytest.fixture
def night(group: Group) -> Session:
    """A night that ended."""
    return cast.an_ended_night(group)


def page(group: Group) -> str:
    return reverse("exchange", args=[group.code])


def table(group: Group, name: str, kind: str = "csv") -> str:
    return reverse(name, args=[group.code, *([1] if name == "sheet_table" else []), kind])


def bring(client: Client, data: bytes | str, name: str = "group.json") -> Any:
    content = data.encode() if isinstance(data, str) else data
    return client.post(reverse("from_file"), {"file": SimpleUploadedFile(name, content)})


def elsewhere(text: str) -> str:
    """The same file as if the group had lived on another machine."""
    facts = json.loads(text)
    facts["group"]["key"] = "00000000-0000-4000-8000-000000000001"
    for place, one in enumerate([*facts["sessions"], *[e for s in facts["sessions"] for e in s["entries"]]]):
        one["key"] = f"00000000-0000-4000-8000-1{place:011d}"
    for place, one in enumerate(facts["journal"]):
        one["key"] = f"00000000-0000-4000-8000-2{place:011d}"
    return json.dumps(facts)


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
@pytest.mark.parametrize("name", TABLES)
def test_a_watcher_takes_tables_along(night: Session, phone: Phones, name: str, kind: str) -> None:
    answer = phone("watcher").get(table(night.group, name, kind))
    assert answer.status_code == 200
    assert answer["Content-Disposition"].startswith('attachment; filename="thursday-table-')
    assert answer["Content-Disposition"].endswith(f'.{kind}"')
    start = b"PK" if kind == "xlsx" else b"\xef\xbb\xbf"
    assert answer.content.startswith(start)
    assert phone("stranger").get(table(night.group, name, kind)).status_code == 404
    assert phone("owner").post(table(night.group, name, kind)).status_code == 405


@pytest.mark.parametrize("name", TABLES)
def test_other_kinds_of_files_are_not_there(night: Session, phone: Phones, name: str) -> None:
    assert phone("owner").get(table(night.group, name, "exe")).status_code == 404


def test_the_whole_group_is_its_owners(night: Session, phone: Phones) -> None:
    address = reverse("whole_group", args=[night.group.code])
    answer = phone("owner").get(address)
    assert answer.content.decode() == group_export(night.group)
    assert answer["Content-Type"] == "application/json"
    for who, status in (("scorer", 403), ("watcher", 403), ("stranger", 404)):
        assert phone(who).get(address).status_code == status


def test_the_page_offers_what_one_may(night: Session, phone: Phones) -> None:
    watched, owned = (phone(who).get(page(night.group)).content.decode() for who in ("watcher", "owner"))
    assert "group.json" not in watched
    assert "group.json" in owned
    assert "journal.xlsx" in watched
    assert phone("stranger").get(page(night.group)).status_code == 404


def test_points_only_groups_have_no_journal(phone: Phones, db: None) -> None:
    group = cast.thursday_table(currency="")
    assert "journal" not in phone("owner").get(page(group)).content.decode()
    assert phone("owner").get(table(group, "journal_table")).status_code == 404


def test_a_group_goes_on_elsewhere_and_whoever_brings_it_owns_it(night: Session, phone: Phones) -> None:
    stranger, file = phone("stranger"), elsewhere(group_export(night.group))
    answer = bring(stranger, file)
    assert answer.status_code == 303
    group = Group.objects.get(key="00000000-0000-4000-8000-000000000001")
    assert answer["Location"] == reverse("group", args=[group.code])
    assert stranger.get(answer["Location"]).status_code == 200
    assert phone("owner").get(answer["Location"]).status_code == 404
    assert group.sessions.count() == 1
    again = bring(stranger, file)
    assert again.status_code == 422
    assert "in this book already" in again.content.decode()


def test_a_group_that_is_here_opens_for_nobody_by_its_file(night: Session, phone: Phones) -> None:
    before = Membership.objects.count()
    stranger = phone("stranger")
    before = Membership.objects.count()
    assert bring(stranger, group_export(night.group)).status_code == 422
    assert Membership.objects.count() == before
    assert stranger.get(page(night.group)).status_code == 404


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"tea",
        b"[]",
        b"null",
        b"{}",
        b"[" * 100_000,
        b"\x89PNG\0",
        b"\xff\xfe",
        b'{"format": "scorekeeper group"}',
        b'{"format": "scorekeeper group", "version": 1}',
        b'{"format": "scorekeeper group", "version": 1, "group": 7}',
        b'{"format": "scorekeeper group", "version": 99}',
        b'{"a": "' + b"x" * 10_000 + b'"}',
        b"9" * 10_000,
    ],
)
def test_what_is_no_group_is_refused_in_place(phone: Phones, group: Group, data: bytes) -> None:
    answer = bring(phone("stranger"), data)
    assert answer.status_code == 422
    assert 'id="wrong-file"' in answer.content.decode()


def test_no_file_at_all(phone: Phones, group: Group) -> None:
    answer = phone("stranger").post(reverse("from_file"), {})
    assert answer.status_code == 422
    assert "Choose the file first." in answer.content.decode()
    assert phone("stranger").get(reverse("from_file")).status_code == 200


def test_the_cost_does_not_grow_with_nights(
    group: Group, phone: Phones, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = phone("watcher")
    for nights in (1, 4):
        for _ in range(nights):
            cast.an_ended_night(group)
        with django_assert_num_queries(4):
            client.get(table(group, "results_table"))
        with django_assert_num_queries(3):
            client.get(table(group, "journal_table"))


def leaves(facts: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a file where something stands."""
    inside = facts.items() if isinstance(facts, dict) else enumerate(facts) if isinstance(facts, list) else ()
    return [path, *(leaf for key, one in inside for leaf in leaves(one, (*path, key)))]


@pytest.mark.parametrize("nonsense", [None, "tea", -1, 10**30, [], {}, "a\0b", 1.5, True, "x" * 10_000])
def test_a_file_with_nonsense_anywhere_is_never_a_crash(night: Session, phone: Phones, nonsense: Any) -> None:
    client, whole = phone("stranger"), elsewhere(group_export(night.group))
    client.raise_request_exception = False
    crashed = []
    for path in leaves(json.loads(whole))[1:]:
        facts = json.loads(whole)
        inside = facts
        for key in path[:-1]:
            inside = inside[key]
        inside[path[-1]] = nonsense
        answer = bring(client, json.dumps(facts))
        if answer.status_code not in (303, 422):
            crashed.append((path, answer.status_code))
        if answer.status_code == 303:
            crashed += [(path, page) for page in pages_of(answer) if client.get(page).status_code >= 500]
            whole = elsewhere_again(whole)
    assert crashed == []


def pages_of(answer: Any) -> list[str]:
    """The pages of a group that was brought in."""
    group = answer["Location"]
    return [
        f"{group}{page}" for page in ("", "money/", "settle/", "players/", "standings/", "1/", "1/report/")
    ]


def elsewhere_again(text: str) -> str:
    """The same file with other keys throughout."""
    facts = json.loads(text)
    number = int(facts["group"]["key"][-12:], 16) + 1
    facts["group"]["key"] = f"00000000-0000-4000-8000-{number:012x}"
    keyed = [*facts["sessions"], *[e for s in facts["sessions"] for e in s["entries"]], *facts["journal"]]
    for place, one in enumerate(keyed):
        one["key"] = f"00000000-{number:04x}-4000-8000-3{place:011d}"
    return json.dumps(facts)
