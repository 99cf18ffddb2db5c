"""Pages on paper: dark letters on white, whatever the phone shows, and nothing that one could only tap."""

import re
import uuid
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from playwright.sync_api import Page, expect

from ledger.book.seating import Seating
from ledger.exchange.copying import copy
from ledger.models import Group, Session
from ledger.recording import WriteContext, end_night, start_session
from ledger.standings.money import open_list
from tests import cast
from tests.browser.hands import box, owns
from tests.notebooks import read_notebook

TO_TAP = "button, a.button, .icon, .skip, .as-file, .pager"
COLOUR = "one => getComputedStyle(one).color.match(/[\\d.]+/g).slice(0, 3).map(Number)"
GROUND = "getComputedStyle(document.body).backgroundColor"


PAGES = (
    "standings/",
    "statistics/",
    "statistics/picking-pays/",
    "records/",
    "years/",
    "players/{ann}/statistics/",
    "players/{ann}/statistics/picking/",
    "players/{ann}/years/",
    "money/",
    "settle/",
)
FOLDS = {
    "standings/": "All points added up: who plays more can win more.",
    "records/": "A record is what it is.",
}
HEIGHT = "one => one.getBoundingClientRect().height"


def test_paper_is_white_unfolds_its_notes_and_has_nothing_to_tap(new_phone: Callable[..., Page]) -> None:
    night = cast.an_ended_night(cast.thursday_table())
    cast.began(night, datetime(2026, 1, 5, 20, tzinfo=UTC))
    group, phone = night.group, new_phone(color_scheme="dark")
    owns(phone)
    ann = group.players.get(name="Ann")
    for page in PAGES:
        phone.emulate_media(media="screen")
        answer = phone.goto(f"/g/{group.code}/{page.format(ann=ann.pk)}")
        assert answer
        assert answer.ok, answer.url
        expect(phone.locator(TO_TAP).filter(visible=True)).not_to_have_count(0)
        fold = phone.locator("details.fold").filter(has_text=FOLDS[page]) if page in FOLDS else None
        shut = fold.evaluate(HEIGHT) if fold else 0
        phone.emulate_media(media="print")
        expect(phone.locator(TO_TAP).filter(visible=True)).to_have_count(0)
        assert phone.evaluate(GROUND) == "rgb(255, 255, 255)"
        heading: list[float] = phone.locator("h1").first.evaluate(COLOUR)
        assert max(heading) < 100
        assert fold is None or fold.evaluate(HEIGHT) > shut + 20

    # Paper says which hands are counted; the screen says it once.
    for page in ("standings/", "statistics/picking-pays/"):
        phone.emulate_media(media="screen")
        phone.goto(f"/g/{group.code}/{page}?until=2026-01&table=5")
        said = phone.locator("summary, p", has_text="Counted: until January 2026 · five play")
        expect(said.filter(visible=True)).to_have_count(1)
        expect(phone.locator("p.counted")).to_be_hidden()
        phone.emulate_media(media="print")
        expect(said.filter(visible=True)).to_have_count(1)
        expect(phone.locator(".asked-hands")).to_be_hidden()
        title, line = (box(phone.locator(one)) for one in ("h1", "p.counted"))
        assert title["y"] + title["height"] <= line["y"] < 300


LONG = ("Maximiliane-Theodora", "Bartholomäus", "Cornelius", "Wilhelmine", "Engelbert", "Friederike")
A5 = {"width": 559, "height": 794}


def an_evening(group: Group, names: Sequence[str], *, hands: int) -> Session:
    """Return a night that is over: the second of these people always won with the third."""
    seats = cast.ids(group, *names)
    seating = Seating(seats=seats, dealer=seats[0], plays=5)
    night = start_session(group, seating, WriteContext(key=uuid.uuid4(), after=0))
    for hand in range(hands):
        sits_out = hand % len(seats)
        playing = [name for place, name in enumerate(names) if place != sits_out]
        cast.tell(night, playing[0], playing[1])
    end_night(night, cast.context(night))
    return night


def on_paper(new_phone: Callable[..., Page], address: str) -> Page:
    phone = new_phone(viewport=A5)
    owns(phone)
    answer = phone.goto(address)
    assert answer
    assert answer.ok, answer.url
    phone.emulate_media(media="print")
    return phone


def test_sheet_of_six_on_paper_is_whole_and_has_one_foot(new_phone: Callable[..., Page]) -> None:
    group = cast.thursday_table(names=LONG)
    an_evening(group, LONG, hands=40)
    for page in ("", "report/"):
        phone = on_paper(new_phone, f"/g/{group.code}/1/{page}")
        table = phone.locator("table:has(.foots)")
        rows = table.locator("tbody tr").filter(visible=True)
        expect(rows).to_have_count(40)
        # Every row lies on the paper, none in what would have to be scrolled.
        first, window = rows.first.evaluate(
            "one => [one, one.closest('.scroll, .sheet')].map((it) => it.getBoundingClientRect().top)"
        )
        assert first >= window
        height = table.evaluate("one => one.clientHeight")
        assert phone.evaluate("document.documentElement.scrollHeight") > height
        for cell in table.locator("tr:first-child > :last-child, tfoot .foots").all():
            assert box(cell)["width"] > 12
            assert box(cell)["x"] + box(cell)["width"] <= A5["width"]
        for name in table.locator("thead th").all():
            assert name.is_visible()
            assert name.evaluate("one => one.scrollWidth <= one.clientWidth")
        # A group of the foot is drawn on every sheet of paper, a group of rows once.
        display = "one => getComputedStyle(one).display"
        assert table.locator("tfoot").evaluate(display) == "table-row-group"
        assert table.locator("thead").evaluate(display) == "table-header-group"
        expect(table.locator("tfoot td").filter(visible=True)).to_have_count(7)


def test_paper_lists_every_payment(new_phone: Callable[..., Page]) -> None:
    names = [f"P{number:02}" for number in range(50)]
    group = cast.thursday_table(names=names)
    results = [worth for won in range(1, 26) for worth in (won, -won)]
    table = f"Date,{','.join(names)}\n2026-11-20,{','.join(map(str, results))}\n"
    an_evening(group, names[:6], hands=1)
    copy(group, read_notebook("old.csv", table), by=cast.owner_of(group))
    payments = open_list(group)
    assert len(payments) > 20
    called = dict(group.players.values_list("pk", "name"))
    for page in ("money/", "settle/"):
        said = on_paper(new_phone, f"/g/{group.code}/{page}").locator("main").inner_text()
        for one in payments:
            assert f"{called[one.payer]} pays {called[one.payee]}" in said, page


def test_year_of_fourteen_people_is_on_one_sheet(new_phone: Callable[..., Page]) -> None:
    names = [f"P{number:02}" for number in range(14)]
    group = cast.thursday_table(names=names)
    lines = [",".join(["Date", *names])]
    results = ",".join(str(one) for one in range(-7, 8) if one)
    lines += [f"2025-{month:02}-05,{results}" for month in range(1, 13)]
    copy(group, read_notebook("old.csv", "\n".join(lines)), by=cast.owner_of(group))
    phone = on_paper(new_phone, f"/g/{group.code}/years/2025/")
    assert len(re.findall(rb"/Type\s*/Page\b", phone.pdf(format="A4"))) == 1
    for name in names:
        expect(phone.get_by_role("rowheader", name=name).first).to_be_visible()
    expect(phone.locator("[download]").filter(visible=True)).to_have_count(0)
