"""A name is forgotten and a number stands in its place; the seat and the sums stay."""

import uuid

import pytest
from django.core import serializers
from django.test import Client
from django.urls import reverse

from ledger.models import Account, Entry, Group, Membership, Player, Posting, Service, Transaction
from ledger.recording import WriteContext, forget_name, rename_player
from ledger.recording.group import write_handles
from ledger.recording.journal import put_in_box, undo
from ledger.standings import people_of
from ledger.standings.money import balances
from tests import cast
from tests.group_files import group_export
from tests.reading import html_of, missing

NAME = "Edith"


def forgetting(group: Group, name: str = NAME) -> str:
    return reverse("forgetting", args=[group.code, cast.player(group, name).pk])


def said(name: str = NAME, **other: str) -> dict[str, str]:
    return {"name": name, "is_sure": "on"} | other


def names(group: Group) -> list[str]:
    return list(group.players.order_by("pk").values_list("name", flat=True))


def context() -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=0)


def test_the_page_says_what_goes_and_what_stays_before_anything_is_done(group: Group, owner: Client) -> None:
    address = forgetting(group)
    assert f'href="{address}"' in html_of(owner.get(reverse("players", args=[group.code])))
    text = html_of(owner.get(address))
    assert not missing(
        text, "cannot be undone", "Notes and remarks that people typed stay", "the points and the money stay"
    )
    assert NAME in names(group)


def test_a_number_stands_in_the_place_of_the_name_and_the_sums_stay(group: Group, owner: Client) -> None:
    cast.an_ended_night(group)
    edith = cast.player(group, NAME)
    before = [(one.player, one.cents) for one in balances(group).players]
    address = forgetting(group)
    for _ in range(2):
        answer = owner.post(address, said())
        assert (answer.status_code, answer["Location"]) == (303, reverse("players", args=[group.code]))
    assert names(group) == ["Ann", "Ben", "Cleo", "Dave", "Player 5", "Frank"]
    assert sorted((one.player, one.cents) for one in balances(group).players) == sorted(before)
    assert next(one for one in people_of(group) if one.player == edith.pk).nights == 1


def test_nothing_in_the_whole_book_says_the_name_any_more(group: Group, owner: Client) -> None:
    edith = cast.player(group, NAME)
    cast.an_ended_night(group)
    put_in_box(group, (edith.pk,), 500, context())
    undo(group, Transaction.objects.latest("number").number, context())
    write_handles(edith, {Service.VENMO: "edith-of-thursday"})
    Membership.objects.update(player=edith)
    assert NAME in group_export(group)
    owner.post(forgetting(group), said())
    rows = [row for model in (Player, Membership, Entry, Transaction, Posting) for row in model.objects.all()]
    for text in (group_export(group), serializers.serialize("json", rows)):
        assert NAME.casefold() not in text.casefold()
    assert not edith.handles.exists()
    assert not Membership.objects.exclude(player=None).exists()
    for page in ("", "players/", "money/", "1/", "standings/", f"money/{edith.pk}/", "settle/links/"):
        assert NAME not in html_of(owner.get(f"/g/{group.code}/{page}")), page


def test_who_put_money_into_the_kitty_is_drawn_and_not_written(group: Group, owner: Client) -> None:
    edith = cast.player(group, NAME)
    put_in_box(group, (edith.pk,), 500, context())
    line = Transaction.objects.get()
    assert line.note == ""
    assert set(line.postings.values_list("account", "player", "cents")) == {
        (Account.PLAYER, edith.pk, 0),
        (Account.COMMON, None, 500),
        (Account.BOX, None, -500),
    }
    assert "Into the kitty from <bdi>Edith</bdi>" in html_of(owner.get(f"/g/{group.code}/money/"))
    assert "Into the kitty, for all" in html_of(owner.get(f"/g/{group.code}/money/{edith.pk}/"))
    rename_player(edith, "Eddie")
    assert "Into the kitty from <bdi>Eddie</bdi>" in html_of(owner.get(f"/g/{group.code}/money/"))


def test_a_name_that_was_changed_meanwhile_is_not_forgotten(group: Group, owner: Client) -> None:
    address = forgetting(group)
    rename_player(cast.player(group, NAME), "Eddie")
    assert "Somebody gave this player another name meanwhile: <bdi>Eddie</bdi>" in html_of(
        owner.post(address, said()), 409
    )
    assert "Eddie" in names(group)


@pytest.mark.parametrize("other", [{"is_sure": ""}, {"name": ""}, {"name": "x" * 1000}, {"name": "\0"}])
def test_a_name_is_not_forgotten_by_accident(group: Group, owner: Client, other: dict[str, str]) -> None:
    assert 'class="wrong"' in html_of(owner.post(forgetting(group), said(**other)), 422)
    assert NAME in names(group)


def test_a_number_that_somebody_is_called_by_is_not_given_again(group: Group) -> None:
    rename_player(cast.player(group, "Ann"), "player 5")
    assert forget_name(cast.player(group, NAME)).name == "Player 6"
    for name in ("Ben", "Frank"):
        forget_name(cast.player(group, name))
    assert names(group) == ["player 5", "Player 2", "Cleo", "Dave", "Player 6", "Player 7"]
    assert len({name.casefold() for name in names(group)}) == 6


def test_who_is_forgotten_can_be_called_anything_later(group: Group, owner: Client) -> None:
    edith = cast.player(group, NAME)
    owner.post(forgetting(group), said())
    owner.post(reverse("rename_player", args=[group.code, edith.pk]), {"name": "Eddie"})
    assert names(group)[4] == "Eddie"
