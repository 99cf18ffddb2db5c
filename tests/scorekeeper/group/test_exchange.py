"""Files out and in: tables for spreadsheets, the whole group as one file, a group started from one."""

import json
import re
import uuid
from contextlib import suppress
from typing import Any
from unittest.mock import patch

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile, UploadedFile
from django.test import Client
from django.urls import reverse

from ledger.models import Group, Membership, Role, Session
from ledger.recording import admit
from ledger.recording.importing import Arriving
from ledger.scoring import HandRefused
from scorekeeper.models import Task
from tests import cast
from tests.fuzz.world import erased
from tests.group_files import group_export, group_import
from tests.reading import html_of, missing, present
from tests.scorekeeper.conftest import Phones
from tests.steady import some

TABLES = ("results", "journal", "sheet")
CASES = [(table, kind) for table in TABLES for kind in ("csv", "xlsx")]


@pytest.fixture
def night(group: Group) -> Session:
    return cast.an_ended_night(group)


def page(group: Group) -> str:
    return reverse("exchange", args=[group.code])


def take(client: Client, group: Group, what: str, **more: Any) -> Any:
    said = {"what": what, "key": uuid.uuid4(), "number": 1, **more}
    return client.post(reverse("take", args=[group.code]), said)


def take_all(client: Client, group: Group, **more: Any) -> Any:
    return client.post(reverse("take_all", args=[group.code]), {"key": uuid.uuid4(), **more})


def file_of(client: Client, asked: Any) -> Any:
    assert asked.status_code == 303, asked.content
    assert "Ready" in html_of(client.get(asked["Location"]))
    return client.get(f"{asked['Location']}file/")


def bring(client: Client, data: bytes | str, name: str = "group.json", **more: Any) -> Any:
    content = data.encode() if isinstance(data, str) else data
    said = {"file": SimpleUploadedFile(name, content), "key": uuid.uuid4(), **more}
    return client.post(reverse("from_file"), said)


def outcome(client: Client, brought: Any) -> str:
    assert brought.status_code == 303, brought.content
    found: str = html_of(client.get(brought["Location"]))
    return found


KEY = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def elsewhere(text: str, number: int = 1) -> str:
    """The same file as if the group had lived on another machine: with other keys throughout."""
    facts = json.loads(KEY.sub(lambda key: str(uuid.uuid5(uuid.UUID(int=number), key[0])), text))
    facts["group"]["key"] = f"00000000-0000-4000-8000-{number:012x}"
    return json.dumps(facts)


@pytest.mark.parametrize(("table", "kind"), CASES)
def test_a_watcher_takes_tables_along(night: Session, watcher: Client, table: str, kind: str) -> None:
    answer = file_of(watcher, take(watcher, night.group, f"{table}.{kind}"))
    assert answer.status_code == 200
    assert answer["Content-Disposition"].startswith('attachment; filename="thursday-table-')
    assert answer["Content-Disposition"].endswith(f'.{kind}"')
    assert answer["Cache-Control"] == "private, no-store"
    assert b"".join(answer).startswith(b"PK" if kind == "xlsx" else b"\xef\xbb\xbf")


@pytest.mark.parametrize(
    ("what", "number"),
    [
        *((what, "1") for what in ("results.exe", "", "results", "group.json", "x" * 5000, "a\0.csv")),
        *(("sheet.csv", number) for number in ("", "2", "99999999999", "tea", "-1")),
    ],
)
def test_there_are_no_other_kinds_of_files_and_no_sheets_of_other_nights(
    night: Session, owner: Client, what: str, number: str
) -> None:
    assert take(owner, night.group, what, number=number).status_code in (404, 422)
    assert not Task.objects.exists()


def test_table_is_in_the_language_of_the_page_that_asks_for_it_and_else_in_english(
    night: Session, watcher: Client
) -> None:
    begun = {
        language: b"".join(
            file_of(watcher, take(watcher, night.group, "results.csv", language=language))
        ).decode("utf-8-sig")
        for language in ("", "en", "de")
    }
    assert begun[""] == begun["en"]
    assert begun["en"].startswith("date,night,hands,Ann,")
    assert begun["de"].startswith("Datum;Abend;Spiele;Ann;")
    page = watcher.get(reverse("exchange", args=[night.group.code]), headers={"Accept-Language": "de"})
    assert '<input type="hidden" name="language" value="de">' in html_of(page)
    assert take(watcher, night.group, "results.csv", language="xx").status_code == 422


def test_the_whole_group_is_its_owners(night: Session, owner: Client) -> None:
    answer = file_of(owner, take_all(owner, night.group))
    assert b"".join(answer).decode() == group_export(night.group)
    assert answer["Content-Type"] == "application/json"


def test_a_double_tap_asks_once(night: Session, phone: Phones) -> None:
    owner, key = phone("owner"), uuid.uuid4()
    assert (
        take_all(owner, night.group, key=key)["Location"] == take_all(owner, night.group, key=key)["Location"]
    )
    one, other = (take(owner, night.group, what, key=key) for what in ("results.csv", "results.xlsx"))
    assert one["Location"] != other["Location"]


def test_a_page_without_its_key_asks_for_nothing(night: Session, phone: Phones) -> None:
    for key in ("", "tea"):
        assert "Something got lost on the way." in html_of(
            take_all(phone("owner"), night.group, key=key), 422
        )
    assert not Task.objects.exists()


def test_the_book_is_checked_for_its_owner(night: Session, owner: Client) -> None:
    asked = owner.post(reverse("check_book", args=[night.group.code]), {"key": uuid.uuid4()})
    assert "All is well" in outcome(owner, asked)
    Session.objects.filter(pk=night.pk).update(hands=7)
    asked = owner.post(reverse("check_book", args=[night.group.code]), {"key": uuid.uuid4()})
    assert not missing(outcome(owner, asked), "Something differs", "it says 7 hands, the book says 1")


def test_the_page_offers_what_one_may(night: Session, phone: Phones) -> None:
    watched, owned = (html_of(phone(who).get(page(night.group))) for who in ("watcher", "owner"))
    assert not present(watched, "take-all", "Check the scores")
    assert "take-all" in owned
    assert "journal.xlsx" in watched


def test_points_only_groups_have_no_journal(phone: Phones, db: None) -> None:
    group = cast.thursday_table(currency="")
    assert "journal" not in html_of(phone("owner").get(page(group)))
    assert take(phone("owner"), group, "journal.csv").status_code == 404


def test_a_group_goes_on_elsewhere_and_whoever_brings_it_owns_it(night: Session, phone: Phones) -> None:
    stranger, file, key = phone("stranger"), elsewhere(group_export(night.group)), uuid.uuid4()
    first, again = (bring(stranger, file, key=key) for _ in range(2))
    assert first["Location"] == again["Location"]
    html = outcome(stranger, again)
    group = Group.objects.get(key="00000000-0000-4000-8000-000000000001")
    address = reverse("group", args=[group.code])
    assert not missing(html, "The group is here", f'href="{address}"')
    assert stranger.get(address).status_code == 200
    assert phone("owner").get(address).status_code == 404
    assert group.sessions.count() == 1
    assert "here already, and you can open it" in outcome(stranger, bring(stranger, file))


def test_whoever_was_never_here_becomes_a_guest_by_bringing_a_group(night: Session, client: Client) -> None:
    assert "The group is here" in outcome(client, bring(client, elsewhere(group_export(night.group))))
    assert "Thursday table" in html_of(client.get("/"))


def test_a_group_that_is_here_opens_for_nobody_by_its_file(night: Session, stranger: Client) -> None:
    before = Membership.objects.count()
    html = outcome(stranger, bring(stranger, group_export(night.group)))
    assert not missing(html, "here already", "ask its owner to let you in")
    assert Membership.objects.count() == before
    assert stranger.get(page(night.group)).status_code == 404


@pytest.mark.parametrize(
    "data",
    [
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
def test_what_is_no_group_is_refused_in_words(stranger: Client, group: Group, data: bytes) -> None:
    html = outcome(stranger, bring(stranger, data))
    assert not missing(html, 'class="wrong"', "Choose another file")
    assert "Something went wrong on our side. Nothing was changed." not in html


def test_what_can_be_known_at_once_is_said_beside_the_file(
    phone: Phones, group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    none = phone("stranger").post(reverse("from_file"), {"key": uuid.uuid4()})
    assert (none.status_code, "Choose the file first." in html_of(none)) == (422, True)
    assert "There is nothing in this file." in html_of(bring(phone("stranger"), b""), 422)
    monkeypatch.setattr("scorekeeper.pages.group.exchange.BIGGEST", 1_000_000)
    assert bring(phone("stranger"), b"x" * 1_000_000).status_code == 303
    html = html_of(bring(phone("stranger"), b"x" * 1_000_001), 422)
    assert not missing(html, "This file is too big: 1 MB at most.", 'id="wrong-file"')


@pytest.mark.parametrize(("size", "status"), [(20_000_000, 303), (20_000_001, 422)])
def test_a_groups_file_has_twenty_megabytes_at_most(
    phone: Phones, group: Group, monkeypatch: pytest.MonkeyPatch, size: int, status: int
) -> None:
    monkeypatch.setattr(UploadedFile, "size", property(lambda _: size, lambda *_: None), raising=False)
    answer = bring(phone("stranger"), b"{}")
    assert answer.status_code == status
    assert ("This file is too big: 20 MB at most." in answer.content.decode()) is (status == 422)


def leaves(facts: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inside = facts.items() if isinstance(facts, dict) else enumerate(facts) if isinstance(facts, list) else ()
    return [path, *(leaf for key, one in inside for leaf in leaves(one, (*path, key)))]


@pytest.mark.parametrize(
    "nonsense", some([None, 10**30, "a\0b", "tea", -1, [], {}, True, 1.5, "x" * 10_000], on_push=1)
)
def test_a_file_with_nonsense_anywhere_is_refused_or_has_pages(
    night: Session, owner: Client, nonsense: Any
) -> None:
    whole = elsewhere(group_export(night.group))
    owner.raise_request_exception = False
    crashed = []
    for path in leaves(json.loads(whole))[1:]:
        facts = json.loads(whole)
        inside = facts
        for key in path[:-1]:
            inside = inside[key]
        inside[path[-1]] = nonsense
        # Nothing stays of a file, so that what arrived of a refused one need not be taken out step by step.
        with erased(), suppress(HandRefused), patch.object(Arriving, "abandon", lambda arriving: iter(())):
            group = group_import(json.dumps(facts))[0]
            admit(group, cast.OWNER, Role.OWNER)
            for page in ("", "money/", "settle/", "players/", "standings/", "1/", "1/report/"):
                if owner.get(f"/g/{group.code}/{page}").status_code >= 500:
                    crashed.append((path, page))
    assert crashed == []
