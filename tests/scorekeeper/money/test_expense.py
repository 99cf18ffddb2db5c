"""Pages of an expense by exact amounts or of several, of a couple, and of a player who is deleted."""

import uuid

from django.urls import reverse

from ledger.models import Group
from ledger.standings.money import balances
from tests import cast
from tests.reading import html_of
from tests.scorekeeper.conftest import Phones


def test_exact_amounts_that_are_off_say_by_how_much_and_others_are_booked(
    group: Group, phone: Phones
) -> None:
    ann, ben, cleo = cast.ids(group, "Ann", "Ben", "Cleo")
    address = reverse("book", args=[group.code, "expense"])
    sent = {"key": uuid.uuid4(), "payer": ann, "cents": "10", "note": "pizza", f"exact-{ben}": "4"}
    assert "These amounts are €0.50 short of all of it." in html_of(
        phone("scorer").post(address, {**sent, f"exact-{cleo}": "5,50"}), 422
    )
    more = phone("scorer").post(address, {**sent, f"exact-{cleo}": "7"})
    assert "These amounts are €1.00 more than all of it." in html_of(more)
    over = phone("scorer").post(address, {**sent, f"exact-{cleo}": "6", f"paid-{ben}": "11"})
    assert "The others paid more than all of it." in html_of(over)
    assert (
        phone("scorer").post(address, {**sent, f"exact-{cleo}": "6", f"paid-{ben}": "3"}).status_code == 303
    )
    found = {one.player: one.cents for one in balances(group).players if one.cents}
    assert found == {ann: 700, ben: -100, cleo: -600}


def test_two_pay_together_and_alone_again_from_a_statement(group: Group, phone: Phones) -> None:
    ann, ben = cast.ids(group, "Ann", "Ben")
    address = reverse("together", args=[group.code, ann])
    assert phone("scorer").post(address, {"other": ann}).status_code == 404
    assert phone("scorer").post(address, {"other": ben}).status_code == 303
    page = reverse("statement", args=[group.code, ben])
    assert "in the list they are one payer" in html_of(phone("watcher").get(page))
    assert phone("scorer").post(address, {}).status_code == 303
    assert "in the list they are one payer" not in html_of(phone("watcher").get(page))


def test_only_a_player_who_never_played_is_deleted(group: Group, phone: Phones) -> None:
    frank, ann = cast.ids(group, "Frank", "Ann")
    address = reverse("delete_player", args=[group.code, frank])
    assert phone("owner").post(address).status_code == 303
    assert not group.players.filter(pk=frank).exists()
    cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    assert "Their hands or money stand in the book" in html_of(
        phone("owner").post(reverse("delete_player", args=[group.code, ann])), 422
    )
