"""A remark on a hand: written, changed, taken away, found again; and no correction of the hand."""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from ledger.models import Entry, Group, Session
from ledger.models.book import sheet_of
from ledger.recording import end_night, remark_on_hand, take_back_hand
from tests.cast import a_night, context, tell
from tests.reading import html_of, missing


@pytest.fixture
def night(group: Group) -> Session:
    night = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    tell(night, "Ben", "Cleo", "lost")
    return night


def url(night: Session, name: str = "remark", entry: int = 2) -> str:
    return reverse(name, args=[night.group.code, night.number, entry])


def said(night: Session, text: str, **more: Any) -> dict[str, Any]:
    return {"key": str(uuid.uuid4()), "after": str(sheet_of(night).newest), "text": text} | more


def remarks(night: Session) -> dict[int, str]:
    return {entry: one.text for entry, one in sheet_of(night).remarks.items()}


def page(client: Client, night: Session, name: str = "table") -> str:
    return html_of(client.get(reverse(name, args=[night.group.code, night.number])))


def test_a_remark_stands_on_the_hand_the_sheet_and_the_recap(
    owner: Client, watcher: Client, night: Session
) -> None:
    places = [page(watcher, night, name) for name in ("table", "ending", "report")]
    assert "emark" not in "".join([*places, html_of(watcher.get(url(night, "hand")))])
    assert owner.post(url(night), said(night, " Dave forgot\nto <bury> ")).status_code == 303
    assert not sheet_of(night).rows[0].is_changed
    html = html_of(watcher.get(url(night, "hand")))
    assert not missing(html, '<p class="lead" dir="auto">Dave forgot to &lt;bury&gt;</p>', "· <bdi>Ann</bdi>")
    assert "Corrected" not in html
    table = page(watcher, night)
    assert not missing(table, 'class="new remarked"', "remark: <bdi>Dave forgot to &lt;bury&gt;</bdi>")
    for name in ("ending", "report"):
        recap = page(watcher, night, name)
        assert not missing(
            recap,
            f'<a href="{url(night, "hand")}#remark">Hand 1</a>',
            "<bdi>Dave forgot to &lt;bury&gt;</bdi>",
        )


def test_another_phone_is_told_of_a_remark_and_not_of_a_correction(owner: Client, night: Session) -> None:
    stale = said(night, "Ann misdealt")
    owner.post(url(night), said(night, "Dave forgot to bury"))
    html = html_of(owner.post(url(night), stale), 409)
    assert not missing(html, "Meanwhile somebody wrote a remark on hand 1.", 'value="Ann misdealt"')
    assert "corrected" not in html
    assert remarks(night) == {2: "Dave forgot to bury"}
    form = html[html.index('class="stack-in"') : html.index("Save the remark")]
    assert 'name="after" value="3"' in form
    stale = said(night, "Ann misdealt")
    owner.post(url(night), said(night, ""))
    assert "Meanwhile somebody removed the remark on hand 1." in html_of(owner.post(url(night), stale))


def test_a_remark_told_by_a_phone_that_has_not_seen_the_latest_hands_is_written(
    owner: Client, night: Session
) -> None:
    tell(night, "Dave", "Edith")
    fields = said(night, "Dave forgot to bury")
    tell(night, "Ann", "Ben")
    owner.post(url(night, entry=3), said(night, "Edith laughed"))
    for _ in range(2):
        assert owner.post(url(night), fields).status_code == 303
    assert remarks(night) == {2: "Dave forgot to bury", 3: "Edith laughed"}
    assert Entry.objects.filter(session=night).count() == 6


def test_a_remark_is_changed_taken_away_and_each_can_be_undone(owner: Client, night: Session) -> None:
    steps = (
        ("Dave forgot to bury", "Remark saved", ""),
        ("Dave buried nothing", "Remark changed", "Dave forgot to bury"),
        ("", "Remark removed", "Dave buried nothing"),
    )
    for text, title, before in steps:
        html = html_of(owner.post(url(night), said(night, text), follow=True))
        assert f'<p role="status">{title}</p>' in html
        done = html[html.index('class="done"') :]
        assert f'name="text" value="{before}"' in done
    owner.post(url(night), said(night, "Dave buried nothing"))
    assert remarks(night) == {2: "Dave buried nothing"}


def test_what_was_confirmed_is_no_news_after_the_next_hand(owner: Client, night: Session) -> None:
    answer = owner.post(url(night), said(night, "Dave forgot to bury"))
    assert "Remark saved" in html_of(owner.get(answer["Location"]))
    tell(night, "Dave", "Edith")
    assert "Remark saved" not in html_of(owner.get(answer["Location"]))


@pytest.mark.parametrize("remarked", ["2", "1", "99", "x", "-3", "9" * 40])
def test_nothing_else_is_confirmed_as_a_remark(owner: Client, night: Session, remarked: str) -> None:
    assert 'class="done"' not in html_of(owner.get(url(night, "hand"), {"remarked": remarked}), 200)


def test_a_remark_is_written_after_the_end_of_the_night(owner: Client, night: Session) -> None:
    end_night(night, context(night))
    ending = sheet_of(night).ending
    assert "Write a remark" in html_of(owner.get(url(night, "hand")))
    assert owner.post(url(night), said(night, "Dave forgot to bury")).status_code == 303
    assert remarks(night) == {2: "Dave forgot to bury"}
    assert sheet_of(night).ending == ending
    assert "Dave forgot to bury" in page(owner, night, "ending")
    assert owner.post(url(night), said(night, "")).status_code == 303
    assert remarks(night) == {}


def test_a_hand_taken_back_keeps_its_remark(owner: Client, night: Session) -> None:
    tell(night, "Dave", "Edith")
    remark_on_hand(night, 2, "wrong table", context(night))
    take_back_hand(night, 2, context(night))
    assert f'<a href="{url(night, "hand")}">a hand was taken back: <bdi>wrong table</bdi></a>' in page(
        owner, night
    )
    assert "A hand taken back</a> <bdi>wrong table</bdi>" in page(owner, night, "ending")


def test_sent_twice_is_written_once_and_said_again_not_at_all(owner: Client, night: Session) -> None:
    fields = said(night, "Dave forgot to bury")
    places = {owner.post(url(night), fields)["Location"] for _ in range(2)}
    assert places == {url(night, "hand") + "?remarked=3#remark"}
    assert owner.post(url(night), said(night, " Dave forgot to bury")).status_code == 303
    assert Entry.objects.filter(session=night).count() == 3


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"text": "x" * 141}, "140 letters at most."),
        ({"text": "a\x07b"}, "character in it"),
        ({"after": "-1"}, ""),
        ({"key": "x"}, ""),
    ],
)
def test_a_remark_that_will_not_do_is_refused_and_kept(
    owner: Client, night: Session, wrong: dict[str, str], words: str
) -> None:
    html = html_of(owner.post(url(night), said(night, "Dave forgot to bury") | wrong), 422)
    assert words in html
    assert not missing(
        html,
        'class="wrong"',
        '<details class="fold" open>',
        f'value="{wrong.get("text", "Dave forgot to bury")}"',
    )
    assert remarks(night) == {}


def test_remarks_cost_no_query_more(
    owner: Client, night: Session, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    pages = [reverse(name, args=[night.group.code, night.number]) for name in ("table", "ending", "report")]
    counts = {}
    remark_on_hand(night, 2, "the first", context(night))
    for address in [*pages, url(night, "hand")]:
        with django_assert_max_num_queries(20) as few:
            owner.get(address)
        counts[address] = len(few)
    for _ in range(4):
        entry = tell(night, "Ann", "Ben").entry.number
        remark_on_hand(night, entry, "one more", context(night))
    for address, count in counts.items():
        with django_assert_max_num_queries(count):
            owner.get(address)


def test_the_report_has_the_remarks_on_hands_that_count_no_more(
    owner: Client, night: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.pages.table.report.HANDS_A_PAGE", 1)
    for _ in range(2):
        tell(night, "Dave", "Edith")
    for entry, text in ((2, "Ann shuffled"), (3, "Ben showed a card"), (4, "Cleo was lucky")):
        owner.post(url(night, entry=entry), said(night, text))
    take_back_hand(night, 3, context(night))
    first = page(owner, night, "report")
    second = html_of(owner.get(reverse("report", args=[night.group.code, night.number]), {"page": 2}))
    assert '#remark">Hand 1</a> <bdi>Ann shuffled</bdi>' in first
    assert "Ben showed a card" not in first
    assert not missing(
        second,
        '#remark">A hand taken back</a> <bdi>Ben showed a card</bdi>',
        '#remark">Hand 2</a> <bdi>Cleo was lucky</bdi>',
    )
    assert "Ann shuffled" not in second
