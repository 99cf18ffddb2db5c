"""A page that was out of sight asks for news: nothing, or the sheet as it stands with what was on the pad."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from ledger.models import Entry, Group, Session
from ledger.recording import end_night, leave, take_back_hand
from tests.cast import a_night, context, ids, tell
from tests.reading import html_of, missing

HTMX = {"HX-Request": "true"}


@pytest.fixture
def night(group: Group) -> Session:
    return a_night(group, dealer="Frank")


def asks(client: Client, night: Session, *tapped: str, after: int = 1, **more: Any) -> Any:
    """What a page is answered that had read up to `after`, with these players tapped."""
    people = list(map(str, ids(night.group, *tapped))) if tapped else []
    state = {"picker": "".join(people[:1]), "partners": ",".join(people[1:]), "result": "won"}
    sent = {"tap": "fresh", "after": str(after)} | state | more
    return client.post(reverse("tap", args=[night.group.code, 1]), sent, headers=HTMX)


def test_nothing_new_is_an_empty_answer(owner: Client, night: Session) -> None:
    answer = asks(owner, night, "Ann", "Ben")
    assert (answer.status_code, answer.content) == (204, b"")


def test_an_empty_pad_gets_the_new_sheet_without_a_word(owner: Client, night: Session) -> None:
    tell(night, "Ann", "Ben")
    answer = asks(owner, night)
    assert answer.status_code == 200
    assert b"<html" not in answer.content
    assert [row.number for row in answer.context["rows"]] == [1]
    assert "Somebody else was faster" not in html_of(answer)
    assert 'name="after" value="2"' in html_of(answer)


def test_taps_stay_if_the_hand_still_fits_and_what_happened_is_told(owner: Client, night: Session) -> None:
    tell(night, "Ann", "Ben")
    answer = asks(owner, night, "Cleo", "Dave", points="70")
    page = html_of(answer)
    assert answer.status_code == 200
    assert not missing(
        page, "Meanwhile hand 1 was recorded: <bdi>Ann</bdi> +2", "Is that the hand on your pad?"
    )
    pad = answer.context["draw"].pad
    assert (pad.picker, *pad.partners) == ids(night.group, "Cleo", "Dave")
    assert pad.points == "70"
    assert answer.context["draw"].title == "Record hand 2"


def test_taps_on_somebody_who_does_not_play_now_are_given_up(owner: Client, night: Session) -> None:
    tell(night, "Ann", "Ben")  # now Ann deals and sits out
    answer = asks(owner, night, "Ann", "Dave")
    page = html_of(answer)
    assert answer.context["draw"].pad.picker is None
    assert not missing(
        page, "Meanwhile hand 1 was recorded", "Somebody you tapped on this phone is not in this hand"
    )
    assert "Is that the hand on your pad?" not in page


def test_every_other_tap_of_a_phone_that_is_behind_tells_it_too(owner: Client, night: Session) -> None:
    tell(night, "Ann", "Ben")
    answer = asks(owner, night, "Cleo", "Dave", tap="ask")
    assert "Meanwhile hand 1 was recorded" in html_of(answer)


def test_a_book_put_back_to_an_earlier_page_is_told(owner: Client, night: Session) -> None:
    assert "put back to how it was before" in html_of(asks(owner, night, "Cleo", after=9))


def test_an_undone_hand_and_somebody_who_went_are_told(owner: Client, night: Session) -> None:
    tell(night, "Ann", "Ben")
    take_back_hand(night, 2, context(night))
    leave(night, ids(night.group, "Edith")[0], context(night))
    page = html_of(asks(owner, night, "Cleo", "Dave"))
    assert not missing(page, "Meanwhile a hand was recorded and taken back.", "Meanwhile Edith went home.")


def test_a_night_that_was_ended_meanwhile_has_no_pad_any_more(owner: Client, night: Session) -> None:
    tell(night, "Ann", "Ben")
    end_night(night, context(night))
    answer = asks(owner, night, "Cleo", "Dave")
    page = html_of(answer)
    assert not missing(page, "Meanwhile the night was ended", "See the result")
    assert "Is that the hand on your pad?" not in page


def test_a_watcher_asks_for_the_table_and_is_answered_alike(
    watcher: Client, owner: Client, night: Session
) -> None:
    page = reverse("table", args=[night.group.code, 1])
    for phone in (watcher, owner):
        assert phone.get(page, {"after": "1"}, headers=HTMX).status_code == 204
        assert phone.get(page, {"after": "1"}).status_code == 200
    assert f'hx-get="{page}?after=1&amp;page=1"' in html_of(watcher.get(page))
    tell(night, "Ann", "Ben")
    answer = watcher.get(page, {"after": "1"}, headers=HTMX)
    assert answer.status_code == 200
    assert [row.number for row in answer.context["rows"]] == [1]
    assert asks(watcher, night).status_code == 403


@pytest.mark.parametrize("after", ["", "x", "-1", "9" * 30, "\0"])
def test_nonsense_is_answered_with_the_sheet(owner: Client, night: Session, after: str) -> None:
    sent = {"tap": "fresh", "after": after}
    answer = owner.post(reverse("tap", args=[night.group.code, 1]), sent, headers=HTMX)
    assert answer.status_code in (200, 204)
    assert Entry.objects.filter(session=night).count() == 1


def test_no_page_goes_into_the_history_of_htmx(owner: Client, night: Session) -> None:
    page = html_of(owner.get(reverse("table", args=[night.group.code, 1])))
    assert '"historyCacheSize": 0' in page
    assert "hx-push-url" not in page
