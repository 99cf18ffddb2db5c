"""A group removed by its owner: asked twice, seen by everybody, taken back with one tap, and gone at last."""

import io
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from ledger.models import Group, Membership, Role, Tombstone
from ledger.recording import admit, ask_to_leave
from scorekeeper.visitors.links import cut_key
from tests.cast import OWNER, an_ended_night, thursday_table
from tests.reading import html_of, missing
from tests.scorekeeper.conftest import Phones

BANNER = "This group will be removed on"


def removing(group: Group) -> str:
    return reverse("removal", args=[group.code])


def keeping(group: Group) -> str:
    return reverse("keep_group", args=[group.code])


def page(client: Client, group: Group) -> str:
    return html_of(client.get(f"/g/{group.code}/"))


def said(group: Group, **other: Any) -> dict[str, Any]:
    return {"name": group.name, "is_saved": "on"} | other


def leaves_at(group: Group) -> Any:
    return Group.every.get(pk=group.pk).leaves_at


def time_is_up(group: Group) -> None:
    ask_to_leave(group, at=timezone.now() - timedelta(seconds=1))


def test_the_page_says_what_happens_and_offers_the_file_first(group: Group, owner: Client) -> None:
    assert f'href="{removing(group)}"' in html_of(owner.get(reverse("about", args=[group.code])))
    text = html_of(owner.get(removing(group)))
    assert not missing(
        text,
        "go for good",
        "in 30 days",
        "any owner can keep",
        "Save it first",
        f'action="{reverse("take_all", args=[group.code])}"',
    )
    assert text.index(reverse("exchange", args=[group.code])) < text.index("Type the group’s name")
    assert leaves_at(group) is None


def test_an_owner_has_the_group_removed_in_thirty_days(group: Group, owner: Client) -> None:
    answer = owner.post(removing(group), said(group))
    assert (answer.status_code, answer["Location"]) == (303, f"/g/{group.code}/")
    left = leaves_at(group) - timezone.now()
    assert timedelta(days=29, hours=23) < left <= timedelta(days=30)
    first = leaves_at(group)
    assert owner.post(removing(group), said(group)).status_code == 303
    assert leaves_at(group) == first


@pytest.mark.parametrize("who", ["owner", "scorer", "watcher"])
def test_everybody_sees_the_day_and_all_works_until_then(group: Group, phone: Phones, who: str) -> None:
    client = phone(who)
    assert BANNER not in page(client, group)
    phone("owner").post(removing(group), said(group))
    text = page(client, group)
    assert not missing(text, BANNER, timezone.localtime(leaves_at(group)).strftime("%B %Y"))
    assert ("Keep the group</button>" in text) == (who == "owner")
    assert (f'action="{reverse("take_all", args=[group.code])}"' in text) == (who == "owner")
    an_ended_night(group)
    assert client.get(f"/g/{group.code}/1/").status_code == 200


def test_the_first_page_says_which_group_will_be_removed(group: Group, owner: Client) -> None:
    assert "will be removed on" not in html_of(owner.get("/"))
    owner.post(removing(group), said(group))
    day = date_format(timezone.localtime(leaves_at(group)), "j F Y")
    assert f"will be removed on {day}" in html_of(owner.get("/"))


def test_any_owner_keeps_the_group_with_one_tap(group: Group, owner: Client, scorer: Client) -> None:
    admit(group, Membership.objects.exclude(guest=OWNER).get().guest, Role.OWNER)
    owner.post(removing(group), said(group))
    assert BANNER in html_of(owner.get(removing(group)))
    for _ in range(2):
        answer = scorer.post(keeping(group))
        assert (answer.status_code, answer["Location"]) == (303, f"/g/{group.code}/")
        assert leaves_at(group) is None
    assert BANNER not in page(owner, group)


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        ({"name": ""}, "Type the group’s name."),
        ({"name": "Friday table"}, "This is not the group’s name."),
        ({"name": "x" * 10_000}, "This is not the group’s name."),
        ({"name": "Thursday\0table"}, "Null characters are not allowed."),
        ({"is_saved": ""}, "Save the group’s file first"),
    ],
)
def test_what_is_missing_is_said_where_it_is_and_what_was_typed_stays(
    group: Group, owner: Client, other: dict[str, str], sentence: str
) -> None:
    text = html_of(owner.post(removing(group), said(group, **other)), 422)
    assert sentence in text
    assert ("checked" in text) == ("is_saved" not in other)
    assert ('value="Thursday table"' in text) == ("name" not in other)
    assert leaves_at(group) is None


@pytest.mark.parametrize("typed", ["thursday  TABLE", " Thursday table ", "Ｔhursday table"])
def test_the_name_is_compared_as_names_are(group: Group, owner: Client, typed: str) -> None:
    assert owner.post(removing(group), said(group, name=typed)).status_code == 303


def test_when_its_time_is_up_it_is_gone_at_once(group: Group, owner: Client, client: Client) -> None:
    key = f"/key/{cut_key(group)}/"
    time_is_up(group)
    for address in (f"/g/{group.code}/", removing(group), f"/g/{group.code}/money/"):
        assert owner.get(address).status_code == 404
    for address in (removing(group), keeping(group)):
        assert owner.post(address, said(group)).status_code == 404
    assert client.post(key).status_code == 404
    assert "Thursday table" not in html_of(owner.get("/"))


def test_whose_time_comes_between_the_page_and_the_tap_is_gone(
    group: Group, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.access.is_gone", time_is_up)
    assert owner.post(keeping(group)).status_code == 404


def test_the_command_removes_what_is_due_and_nothing_else(group: Group) -> None:
    goes = thursday_table(name="Friday table")
    later = thursday_table(name="Saturday table")
    an_ended_night(goes)
    ask_to_leave(later, at=timezone.now() + timedelta(days=1))
    for words in ("No group’s time is up.", "1 group removed.", "No group’s time is up."):
        out = io.StringIO()
        call_command("remove_groups", stdout=out, stderr=io.StringIO())
        assert out.getvalue().strip() == words
        if not Tombstone.objects.exists():
            time_is_up(goes)
    assert set(Group.every.all()) == {group, later}
    assert Tombstone.objects.get().group == goes.pk
