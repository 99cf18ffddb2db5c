"""Files that strangers bring: refused in words, or taken, and then every page of them opens and adds up."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from io import BytesIO
from zipfile import ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from ledger.models import Group
from tests.fuzz import nonsense
from tests.fuzz.cases import AGAIN, say, tries
from tests.fuzz.forms import Page
from tests.fuzz.spoiling import WHOLE, as_upload, spoilt_bytes, spoilt_json, spoilt_table
from tests.fuzz.walking import at
from tests.fuzz.wire import FORM, Browser, Got, Pages, Sent, listening
from tests.fuzz.world import World, check_books, club, erased, every_group, thursday
from tests.group_files import group_export

PAGES = (
    "",
    "1/",
    "2/",
    "1/report/",
    "2/seats/",
    "1/end/",
    "standings/",
    "money/",
    "settle/",
    "rules/",
    "players/",
)
FILES = ("exchange/group.json", "exchange/results.csv", "exchange/journal.xlsx", "2/sheet.csv")
NOTEBOOK = """date,Ann,Ben,Cleo,Dave,Edith
2004-01-02,12,-3,-3,-3,-3
2004-01-09,-8,2,2,2,2
2004-01-16,,5,-5,,0
2004-01-23,1,1,1,1,-4
Total,5,5,-5,0,-5
"""
LONG = """date,player,points
2004-01-02,Ann,4
2004-01-02,Ben,-4
2004-01-09,Cleo,-1
2004-01-09,Ann,1
"""


@pytest.fixture
def pages(db: None) -> Iterator[Pages]:
    with listening() as found:
        yield found


@pytest.fixture
def files() -> list[str]:
    """Whole groups as files; the groups are in this book no more."""
    with erased():
        return [group_export(thursday()), *(group_export(club(kind)) for kind in ("mehrkopf", "points"))]


def bring(browser: Browser, address: str, file: bytes) -> Got:
    form = next(form for form in Page(browser.ask(at(address)).html, address).forms if form.files)
    body, kind = as_upload(form.fields, form.files[0], "club.json", file)
    sent = Sent(method="POST", path=address.encode(), body=body, headers={"CONTENT_TYPE": kind})
    say(sent)
    return followed(browser, browser.ask(sent))


def followed(browser: Browser, got: Got) -> Got:
    return browser.ask(at(got.headers["Location"])) if got.status == 303 else got


def write_down(data: st.DataObject, browser: Browser, address: str, got: Got) -> None:
    """Answer what a preview asks, one way or another, and have it written."""
    forms = [form for form in Page(got.html, address).forms if form.takes_files and form.choices]
    if not forms:
        return
    fields = [one for one in forms[0].fields if not one[0].startswith(("who-", "zeros"))]
    people = sorted({name for name, _ in forms[0].choices if name.startswith("who-")})
    for name in people:
        fields.append(data.draw(st.sampled_from([one for one in forms[0].choices if one[0] == name])))
    asked = [
        *fields,
        ("accepts", "on"),
        ("zeros", "played"),
        ("writes", "on"),
        ("paid", "none"),
        ("order", "day"),
    ]
    sent = [one for one in asked if one in fields or data.draw(st.integers(0, 5))]
    body, kind = nonsense.as_form(sent), FORM
    say(body[:3000])
    browser.ask(Sent(method="POST", path=address.encode(), body=body, headers={"CONTENT_TYPE": kind}))


def look_around(browser: Browser, before: set[int], data: st.DataObject | None = None) -> None:
    """Whatever came in has pages that open, files that go out (of them only one if `data` says which), and
    adds up."""
    check_books()
    for group in Group.objects.exclude(pk__in=before):
        say(f"taken: {group}")
        for page in PAGES:
            assert browser.ask(at(f"/g/{group.code}/{page}")).status in (200, 404, 422), page
        take_along(browser, f"/g/{group.code}/exchange/", data)


def take_along(browser: Browser, address: str, data: st.DataObject | None) -> None:
    """Have the files made that the page offers, or only one of them, and look at each."""
    page = Page(browser.ask(at(address)).html, address)
    ways = [(form, button) for form in page.forms for button in form.buttons]
    chosen = [ways[data.draw(st.integers(0, len(ways) - 1))]] if data else ways
    for form, (name, value, _) in chosen:
        body = nonsense.as_form([*form.fields, *([(name, value)] if name else [])])
        asked = Sent(method="POST", path=form.action.encode(), body=body, headers={"CONTENT_TYPE": FORM})
        got = followed(browser, browser.ask(asked))
        for link in Page(got.html, form.action).links:
            assert browser.ask(at(link)).status == 200, link


def comes_in(pages: Pages, file: bytes, data: st.DataObject | None = None) -> int:
    """Bring in the file of a group, look around in what came, and return how many groups there are more."""
    with erased():
        before = {group.pk for group in every_group()}
        browser = Browser(pages, None)
        bring(browser, "/start/from-file/", file)
        look_around(browser, before, data)
        return len(list(every_group())) - len(before)


def test_a_group_that_is_whole_comes_in(pages: Pages, files: list[str]) -> None:
    assert [comes_in(pages, text.encode()) for text in files] == [1] * len(files)


@pytest.mark.parametrize(("which", "percent"), [(0, 5), (1, 3), (2, 2)])
def test_a_group_with_something_wrong_in_it_is_refused_or_adds_up(
    pages: Pages, files: list[str], which: int, percent: int
) -> None:
    @tries(percent)
    @given(st.data())
    def try_it(data: st.DataObject) -> None:
        say(AGAIN)
        comes_in(pages, spoilt_json(data, files[which]), data)

    try_it()


def test_bytes_that_are_no_group_are_refused_in_words(pages: Pages, files: list[str]) -> None:
    @tries(2)
    @given(st.one_of(st.just(b""), st.sampled_from(WHOLE), st.binary(max_size=200)), st.data())
    def try_it(file: bytes, data: st.DataObject) -> None:
        say(AGAIN)
        comes_in(pages, file or spoilt_bytes(data, files[0].encode()), data)

    try_it()


def workbook() -> bytes:
    made = Workbook()
    for row in csv.reader(NOTEBOOK.splitlines()):
        made.worksheets[0].append([int(cell) if cell.lstrip("-").isdigit() else cell for cell in row])
    file = BytesIO()
    made.save(file)
    return file.getvalue()


def spoilt_parts(data: st.DataObject, book: bytes) -> bytes:
    """A workbook whose archive is whole, and one of whose parts is not."""
    file = BytesIO()
    with ZipFile(BytesIO(book)) as old, ZipFile(file, "w") as new:
        wrong = data.draw(st.sampled_from(old.namelist()))
        for name in old.namelist():
            part = old.read(name)
            new.writestr(name, spoilt_bytes(data, part) if name == wrong else part)
    return file.getvalue()


@pytest.mark.parametrize(
    "spoilt",
    [
        lambda data: spoilt_parts(data, workbook()),
        lambda data: spoilt_bytes(data, workbook()),
        lambda data: spoilt_table(data, NOTEBOOK),
        lambda data: spoilt_table(data, LONG),
    ],
    ids=["parts", "bytes", "wide", "long"],
)
def test_a_notebook_with_something_wrong_in_it_is_refused_or_adds_up(
    pages: Pages, spoilt: Callable[[st.DataObject], bytes]
) -> None:
    world = World()

    @tries(2)
    @given(st.data())
    def try_it(data: st.DataObject) -> None:
        say(AGAIN)
        with erased():
            browser = world.browser(pages, "owner")
            address = f"/g/{world.group.code}/notebook/"
            got = bring(browser, address, spoilt(data))
            write_down(data, browser, address, got)
            check_books()
            assert browser.ask(at(f"/g/{world.group.code}/")).status == 200

    try_it()
