"""What was changed around the table is taken back: from the confirmation, or from the page of the seats."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from ledger.models import Entry, Group, HouseRules, Session
from ledger.models.book import sheet_of
from ledger.recording import (
    WriteContext,
    arrange,
    end_night,
    join,
    leave,
    play_for,
    tell_hand,
    write_rules,
)
from tests.cast import a_night, context, ids, leaster, owner_of, seated, tell, thursday_table
from tests.reading import html_of
from tests.scorekeeper.conftest import phone_of

FIVE = ("Ann", "Ben", "Cleo", "Dave", "Edith")
HTMX = {"HX-Request": "true"}


@pytest.fixture
def night(group: Group) -> Session:
    return a_night(group, *FIVE, dealer="Dave")


def frank_comes(night: Session) -> None:
    frank, ben = ids(night.group, "Frank", "Ben")
    join(night, frank, context(night), after=ben)


def ben_goes(night: Session) -> None:
    leave(night, ids(night.group, "Ben")[0], context(night))


def seats_change(night: Session) -> None:
    arrange(night, seated(night.group, *reversed(FIVE)), context(night))


def rules_change(night: Session) -> None:
    write_rules(night.group, "sheepshead", "", {"bump": False}, uuid.uuid4(), owner_of(night.group))


def stake_changes(night: Session) -> None:
    pen = WriteContext(key=uuid.uuid4(), after=0, by=owner_of(night.group))
    play_for(night.group, "EUR", 100, pen, tonight=True)


OWNERS = (rules_change, stake_changes)
Change = Callable[[Session], None]
CHANGES: dict[Change, str] = {
    frank_comes: "Frank sits down",
    ben_goes: "Ben goes home",
    seats_change: "The table was arranged anew",
    rules_change: "From here: Losing costs double",
    stake_changes: "From here: €1.00 a point",
}


def url(night: Session, entry: int = 2) -> str:
    return reverse("undo_change", args=[night.group.code, night.number, entry])


def table(night: Session, told: int | None = None) -> str:
    query = "" if told is None else f"?told={told}"
    return reverse("table", args=[night.group.code, night.number]) + query


def guards(night: Session) -> dict[str, str]:
    return {"key": str(uuid.uuid4()), "after": str(sheet_of(night).newest)}


def kinds(night: Session) -> list[str]:
    return list(Entry.objects.filter(session=night).order_by("number").values_list("kind", flat=True))


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_confirmed_with_an_undo_and_taken_back(
    owner: Client, night: Session, change: Change
) -> None:
    before = sheet_of(night)
    change(night)
    confirmed = owner.get(table(night, 2))
    assert confirmed.context["said"].title.startswith(CHANGES[change][:10])
    assert confirmed.context["may_undo"]
    assert url(night) in html_of(confirmed)
    answer = owner.post(url(night), guards(night), follow=True)
    assert answer.redirect_chain == [(table(night, 3), 303)]
    assert answer.context["said"].title.startswith("Taken back: ")
    assert answer.context["may_undo"] is (change not in OWNERS)
    assert not answer.context["rows"]
    after = sheet_of(night)
    assert (after.seating, dict(after.rules.options)) == (before.seating, dict(before.rules.options))


@pytest.mark.parametrize("change", CHANGES)
def test_the_page_of_the_seats_says_what_was_changed_last(
    owner: Client, scorer: Client, night: Session, change: Change
) -> None:
    seats = reverse("seats", args=[night.group.code, 1])
    assert 'id="last"' not in html_of(owner.get(seats))
    change(night)
    assert 'id="last"' in html_of(owner.get(seats))
    assert f"{seats}#last" in html_of(owner.get(table(night)))
    assert ('id="last"' in html_of(scorer.get(seats))) is (change not in OWNERS)
    tell(night, "Edith", "Cleo")
    assert 'id="last"' not in html_of(owner.get(seats))
    assert f"{seats}#last" not in html_of(owner.get(table(night)))


def test_seats_that_were_taken_back_are_put_back_once_by_who_writes(
    owner: Client, scorer: Client, watcher: Client, night: Session
) -> None:
    frank_comes(night)
    answer = owner.post(url(night), guards(night), headers=HTMX)
    assert (answer.status_code, b"<html" in answer.content) == (200, False)
    assert "Taken back: Frank sits down" in html_of(answer)
    put_back = reverse("redo_change", args=[night.group.code, night.number, 3])
    assert put_back in html_of(owner.get(table(night, 3)))
    assert "Put it back" not in html_of(watcher.get(table(night, 3)))
    sent = guards(night)
    assert scorer.post(put_back, {"key": "x", "after": "y"}).status_code in (400, 409, 422)
    answers = [scorer.post(put_back, sent, follow=True) for _ in range(2)]
    assert [one.redirect_chain for one in answers] == [[(table(night, 4), 303)]] * 2
    assert "Frank sits down" in html_of(answers[0])
    assert kinds(night) == ["opened", "joined", "undone", "joined"]
    assert owner.post(put_back, guards(night), headers=HTMX).status_code == 422
    tell(night, "Edith", "Cleo")
    assert owner.post(put_back, sent | {"key": str(uuid.uuid4())}, headers=HTMX).status_code == 409


def test_sent_twice_is_taken_back_once(owner: Client, night: Session) -> None:
    frank_comes(night)
    sent = guards(night)
    assert [owner.post(url(night), sent).status_code for _ in range(2)] == [303, 303]
    assert kinds(night) == ["opened", "joined", "undone"]
    assert owner.post(url(night), guards(night)).status_code == 422


def test_rules_are_taken_back_only_by_an_owner(owner: Client, scorer: Client, night: Session) -> None:
    rules_change(night)
    sent = guards(night)
    assert scorer.post(url(night), sent).status_code == 403
    assert HouseRules.objects.filter(group=night.group).count() == 2
    assert not scorer.get(table(night, 2)).context["may_undo"]
    assert owner.post(url(night), sent).status_code == 303
    frank_comes(night)
    assert scorer.post(url(night, 4), guards(night)).status_code == 303


def test_a_phone_that_is_behind_is_told_what_happened(owner: Client, scorer: Client, night: Session) -> None:
    frank_comes(night)
    sent = guards(night)
    tell(night, "Edith", "Cleo")
    page = html_of(scorer.post(url(night), sent), 409)
    assert "Meanwhile hand 1 was recorded" in page
    assert "Is that the hand on your pad?" not in page
    assert "cannot be taken back any more: something was recorded or changed since" in html_of(
        owner.post(url(night), guards(night)), 422
    )
    assert "undone" not in kinds(night)


def test_join_undo_join_hand(owner: Client, night: Session) -> None:
    frank_comes(night)
    owner.post(url(night), guards(night))
    frank_comes(night)
    tell(night, "Edith", "Frank")
    answer = owner.get(table(night))
    assert [row.note or row.number for row in answer.context["rows"]] == ["Frank sits down", 1]
    assert len(kinds(night)) == 5


@pytest.mark.parametrize("fields", [{"key": "x"}, {"after": "-1"}, {"after": "9" * 999}, {"key": ""}])
def test_nonsense_takes_nothing_back(owner: Client, night: Session, fields: dict[str, str]) -> None:
    frank_comes(night)
    assert owner.post(url(night), guards(night) | fields).status_code == 422
    for entry in (1, 99, 2**40):
        assert owner.post(url(night, entry), guards(night)).status_code == 422
    assert kinds(night) == ["opened", "joined"]


def test_nothing_is_taken_back_when_the_night_is_over(owner: Client, night: Session) -> None:
    frank_comes(night)
    end_night(night, context(night))
    assert owner.post(url(night), guards(night)).status_code == 422
    assert 'id="last"' not in html_of(owner.get(reverse("seats", args=[night.group.code, 1])))


def test_an_arrival_with_a_share_of_the_pot_is_confirmed_and_taken_back(owner: Client) -> None:
    group = thursday_table(name="Pots", options={"pot": "leaster", "newcomer": "adds"})
    night = a_night(group, *FIVE)
    tell_hand(night, leaster(night, "Ann"), context(night))
    table = sheet_of(night).seating
    sent = guards(night) | {"sits": [*table.seats, *ids(group, "Frank")], "dealer": table.dealer}
    answer: Any = phone_of(uuid.UUID(int=1)).post(reverse("seats", args=[group.code, 1]), sent, follow=True)
    assert answer.context["said"].title == "Frank sits down"
    answer = owner.post(url(night, 3), guards(night), follow=True)
    assert sheet_of(night).seating.seats == ids(group, *FIVE)
    assert [row.number for row in answer.context["rows"]] == [1]
