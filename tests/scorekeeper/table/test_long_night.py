"""A night of very many hands: its sheet is shown a page at a time, and everything else stays as it is."""

import gzip
import re
import uuid
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledger.models import Entry, Group, Session
from ledger.models.book import lines_of, sheet_of
from ledger.recording.projecting import project
from scorekeeper.pages.table import report
from scorekeeper.presenters import sheet as drawing
from tests.cast import NAMES, a_night, tell
from tests.reading import missing, present

HANDS = 12


@pytest.fixture
def night(group: Group, monkeypatch: pytest.MonkeyPatch) -> Session:
    monkeypatch.setattr(drawing, "LINES_A_PAGE", 5)
    monkeypatch.setattr(report, "HANDS_A_PAGE", 5)
    night = a_night(group)
    for number in range(HANDS):
        tell(night, NAMES[(number + 1) % 6], NAMES[(number + 3) % 6])
    return night


def table(night: Session) -> str:
    return f"/g/{night.group.code}/{night.number}/"


def text(answer: Any) -> str:
    assert answer.status_code == 200
    found: str = answer.content.decode()
    return found


def hands(html: str) -> list[int]:
    """The entries of the hands on the sheet."""
    return [int(entry) for entry in re.findall(r'<th scope="row">\s*<a href="[^"]*/hands/(\d+)/">', html)]


def foot(html: str) -> str:
    """The totals under the sheet."""
    return html[html.index("<tfoot>") : html.index("</tfoot>")]


def test_the_end_of_the_sheet_is_shown_first_and_all_of_it_page_by_page(
    night: Session, owner: Client
) -> None:
    html = text(owner.get(table(night)))
    assert hands(html) == [9, 10, 11, 12, 13]
    assert f'<a href="{table(night)}?page=2">Earlier hands</a>' in html
    assert "Later hands" not in html
    middle = text(owner.get(f"{table(night)}?page=2"))
    assert hands(middle) == [4, 5, 6, 7, 8]
    assert f'<a href="{table(night)}">Later hands</a>' in middle
    first = text(owner.get(f"{table(night)}?page=3"))
    assert hands(first) == [2, 3]
    assert "Earlier hands" not in first
    assert f'<a href="{table(night)}?page=2">Later hands</a>' in first


@pytest.mark.parametrize("page", ["0", "4", "-1", "x", "", "9" * 30, "٣"])
def test_there_are_no_other_pages(night: Session, owner: Client, page: str) -> None:
    assert owner.get(f"{table(night)}?page={page}").status_code == 404
    assert owner.get(f"{table(night)}report/?page={page}").status_code == 404


def test_totals_pad_and_undo_are_the_same_on_every_page(night: Session, owner: Client) -> None:
    first, last = (
        text(owner.get(f"{table(night)}?told=13")),
        text(owner.get(f"{table(night)}?told=13&page=3")),
    )
    assert foot(first) == foot(last)
    for html in (first, last):
        assert not missing(
            html,
            f"Hand {HANDS + 1}",
            f'action="{table(night)}tell/"',
            f'action="{table(night)}hands/13/take-back/"',
        )
    sent = {"key": str(uuid.uuid4()), "after": str(sheet_of(night).newest)}
    assert owner.post(f"{table(night)}hands/2/take-back/", sent).status_code == 303
    assert "Hand taken back" in text(owner.get(f"{table(night)}?told=2"))


def test_the_report_is_paged_from_the_first_hand(night: Session, owner: Client) -> None:
    html = text(owner.get(f"{table(night)}report/"))
    assert html.count('<th scope="row">') == 5 + 1
    assert not missing(html, "1 of 3", 'href="?page=2#sheet"')
    last = text(owner.get(f"{table(night)}report/?page=3"))
    assert last.count('<th scope="row">') == 2 + 1
    assert foot(html) == foot(last)


def test_a_usual_night_has_one_page_and_says_nothing_of_pages(group: Group, owner: Client) -> None:
    night = a_night(group)
    tell(night, "Ben", "Dave")
    for address in (table(night), f"{table(night)}report/"):
        html = text(owner.get(address))
        assert not present(html, "Earlier hands", "page=")


def long_night(group: Group, hands: int) -> Session:
    """A night of so many hands, written at once."""
    night = a_night(group)
    (first,) = lines_of(night)
    seats = list(first.facts["seats"])
    Entry.objects.bulk_create(
        Entry(
            session=night,
            number=number + 2,
            key=uuid.uuid4(),
            kind="hand",
            facts={
                "seats": seats,
                "told": {
                    "kind": "picked",
                    "picker": (number + 1) % 6,
                    "partners": [(number + 3) % 6],
                    "result": "won",
                },
                "rules": 1,
            },
            at=night.started_at,
        )
        for number in range(hands)
    )
    project(night, sheet_of(night))
    return night


def test_a_page_of_a_long_night_is_as_heavy_as_of_a_shorter_one(group: Group, owner: Client) -> None:
    weights, queries = [], []
    for hands_played in (250, 1500):
        address = table(long_night(group, hands_played))
        for page in (
            address,
            f"{address}report/",
            f"{address}end/",
            f"{address}hands/9/",
            f"/g/{group.code}/wall/",
        ):
            owner.get(page)
            with CaptureQueriesContext(connection) as asked:
                weights.append(len(gzip.compress(owner.get(page).content)))
            queries.append(len(asked))
    for short, long in zip(weights[:5], weights[5:], strict=True):
        assert long < max(1.2 * short, 16_000)
    assert queries[:5] == queries[5:]
    assert max(queries) <= 10
