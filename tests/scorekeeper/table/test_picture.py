"""A night as a picture and a text: what they say, to whom, and what drawing one may cost."""

from dataclasses import replace
from datetime import date
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image
from pytest_django import Settings

from ledger.models import Group, Session
from ledger.models.book import sheet_of
from ledger.recording import end_night, rename_player, reopen_night, strike_night
from scorekeeper.pages.table.drawing import MOST_LINES, WIDE, Card, PlayerLine, drawable, drawn
from scorekeeper.pages.table.picture import Called, card_of, names_called
from scorekeeper.presenters.owed import on_paper, owed_in, shared
from scorekeeper.presenters.payments import settled
from scorekeeper.visitors.quotas import Limit
from tests import cast
from tests.reading import html_of, missing
from tests.scorekeeper.conftest import Phones


@pytest.fixture
def night(group: Group) -> Session:
    session = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    cast.tell(session, "Ann", "Ben", "won_schneider")
    end_night(session, cast.context(session))
    return session


def page(night: Session, **asked: str) -> str:
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    return f"{reverse('picture', args=[night.group.code, night.number])}?{query}"


def picture(night: Session, **asked: str) -> str:
    return page(night, **asked).replace("/picture/", "/picture/card.png")


def text(client: Client, address: str) -> str:
    html = html_of(client.get(address))
    return html.partition("<textarea")[2].partition(">")[2].partition("</textarea>")[0]


def test_the_end_of_the_night_leads_to_its_picture(night: Session, watcher: Client) -> None:
    html = html_of(watcher.get(reverse("ending", args=[night.group.code, night.number])))
    assert f'href="{page(night).partition("?")[0]}"' in html
    answer = watcher.get(picture(night))
    assert answer["Content-Type"] == "image/png"
    image = Image.open(BytesIO(answer.content))
    assert image.width == WIDE
    assert image.height < 1000
    assert "style-src" not in answer["Content-Security-Policy"]


def test_names_and_money_are_told_as_they_are_asked_for(night: Session, watcher: Client) -> None:
    whole = text(watcher, page(night))
    assert not missing(whole, "Ann +4 (+€1.00)", " pays ")
    assert "An +4 (+€1.00)" in text(watcher, page(night, called="initials"))
    said = text(watcher, page(night, called="numbers", money="no"))
    assert "Player 1 +4\nPlayer 2 +2\nPlayer 3 −2" in said
    assert [word for word in ("€", " pays ", *cast.NAMES) if word in said] == []
    assert text(watcher, page(night, called="nonsense", money="")) == whole


def card(night: Session, called: Called = Called.NAMES) -> Card:
    sheet, group = sheet_of(night), night.group
    names = names_called(group, sheet, called)
    told = settled(sheet, names, in_money=True, currency=group.currency, rounding=group.rounding)
    owed = owed_in(group, on_paper(group), names, session=night)
    return card_of(night, sheet, told, shared(owed, group.currency))


def another(group: Group, *results: str) -> Session:
    session = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    for result in results:
        cast.tell(session, "Ann", "Ben", result)
    end_night(session, cast.context(session))
    return session


def test_the_picture_is_headed_by_who_won_and_whether_it_was_the_best_night_so_far(night: Session) -> None:
    assert card(night).title == "Ann +4"
    assert card(another(night.group, "won")).title == "Ann +2"
    assert card(another(night.group, "won", "won_schneider")).title == "Ann +6, best night so far"
    assert card(night, Called.NUMBERS).title == "Player 1 +4"


def test_the_picture_has_the_course_and_the_nights_own_payments(night: Session) -> None:
    assert card(night).course == ()
    longer = another(night.group, "won", "won")
    told = card(longer)
    assert [len(totals) for totals in told.course] == [3] * 5
    assert told.course[0][-1] == 0
    assert len(told.payments) == 3
    assert all("Player" in one for one in card(longer, Called.NUMBERS).payments)
    assert len(drawn(told)) != len(drawn(replace(told, payments=())))


def test_who_may_not_see_money_gets_none_whatever_is_asked_for(night: Session, phone: Phones) -> None:
    watcher, owner = phone("watcher"), phone("owner")
    Group.objects.filter(pk=night.group.pk).update(watchers_see_money=False)
    assert "€" not in html_of(watcher.get(page(night, money="yes")))
    assert watcher.get(picture(night, money="yes"))["ETag"] == owner.get(picture(night, money="no"))["ETag"]
    assert owner.get(picture(night))["ETag"] != owner.get(picture(night, money="no"))["ETag"]


def test_a_night_that_goes_on_has_no_picture(night: Session, watcher: Client) -> None:
    reopen_night(night, cast.context(night))
    for address in (page(night), picture(night)):
        assert watcher.get(address).status_code == 404


def test_of_a_night_known_by_totals_those_who_won_or_lost_are_told(group: Group, watcher: Client) -> None:
    cast.bring_notebook(group, ("Ann", "Gus", "Zoe"), {date(2006, 3, 2): {0: 40, 1: -40, 2: 0}})
    session = group.sessions.get()
    said = text(watcher, page(session, money="no"))
    assert "Ann +40\nGus −40" in said
    assert "Zoe" not in said
    assert said.splitlines()[0].endswith(", 2 March 2006")
    assert watcher.get(picture(session)).status_code == 200
    assert page(session).partition("?")[0] in html_of(watcher.get(reverse("copied", args=[group.code, 1])))
    strike_night(session, cast.context(session))
    assert watcher.get(picture(session)).status_code == 404


def test_who_has_the_picture_is_told_so_until_somebody_has_another_name(
    night: Session, watcher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = watcher.get(picture(night))
    monkeypatch.setattr("scorekeeper.pages.table.picture.drawn", lambda card: pytest.fail("it was drawn"))
    again = watcher.get(picture(night), headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert "no-store" in first["Cache-Control"]
    monkeypatch.undo()
    rename_player(cast.player(night.group, "Ann"), "Anna")
    assert watcher.get(picture(night), headers={"if-none-match": first["ETag"]}).status_code == 200


def test_who_asks_for_too_many_pictures_has_to_wait(
    night: Session, watcher: Client, settings: Settings
) -> None:
    settings.LIMITS_TIMES = 1
    most = Limit.PICTURES.quotas[0].most
    assert [watcher.get(picture(night)).status_code for _ in range(most + 1)] == [200] * most + [429]


def a_card(*names: str, title: str = "Thursday table") -> Card:
    lines = tuple(
        PlayerLine(name=name, instead=f"Player {place}", points="+4", money="", side="plus", share=50)
        for place, name in enumerate(names, start=1)
    )
    return Card(title=title, said="5 March 2026", lines=lines, more="", foot="Score keeper")


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("Dave 🃏", "Dave"),
        ("🃏👨‍👩‍👧", ""),
        ("Łukasz Žižka", "Łukasz Žižka"),
        ("Ёлка", "Ёлка"),
        ("e\u0301", "é"),
        ("  two   words ", "two words"),
        ("\u202eevil\n", "evil"),
        ("日本", ""),
    ],
)
def test_what_the_font_has_not_is_left_out(name: str, left: str) -> None:
    assert drawable(name) == left


def test_a_name_of_which_nothing_is_left_is_a_place() -> None:
    assert drawn(a_card("🃏")) == drawn(a_card("Player 1"))


def test_a_name_from_right_to_left_is_a_place_where_it_cannot_be_set_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("PIL.features.check", lambda feature: True)
    assert drawable("שרה") == "שרה"
    monkeypatch.setattr("PIL.features.check", lambda feature: False)
    assert drawable("שרה") == ""
    assert drawable("Ann") == "Ann"


def test_the_longest_names_and_titles_stay_inside(night: Session) -> None:
    image = Image.open(BytesIO(drawn(a_card("W" * 40, "W" * 40, title="M" * 80))))
    assert not sum(image.crop((WIDE - 62, 0, WIDE - 30, image.height)).convert("L").histogram()[:200])


def test_a_picture_has_only_so_many_lines(group: Group, watcher: Client) -> None:
    totals = {number: 1 if number % 2 else -1 for number in range(MOST_LINES + 4)}
    cast.bring_notebook(group, [f"P{number}" for number in totals], {date(2006, 3, 2): totals})
    assert Image.open(BytesIO(watcher.get(picture(group.sessions.get())).content)).height < 4000
