"""Tables taken along: pages that have some offer them as files, of what the page shows and nothing else."""

import csv
import re
import uuid
from datetime import UTC, datetime
from decimal import Decimal
from io import BytesIO, StringIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.http import FileResponse
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from ledger.exchange.copying import copy
from ledger.exchange.headings import word
from ledger.models import Group, Role, SharedYear
from ledger.recording import (
    WriteContext,
    admit,
    end_night,
    merge_players,
    share_year,
    start_session,
)
from scorekeeper.visitors.links import cut, said_again
from tests import cast
from tests.fuzz.world import thursday
from tests.notebooks import read_notebook
from tests.reading import html_of, texts_of
from tests.scorekeeper.conftest import phone_of

LINK = re.compile(r'href="(\?[^"]*format=zip)" download')
LINK_IN_GERMAN = re.compile(r'href="(\?[^"]*format=zip[^"]*)" download')


def a_night(group: Group, hands: int, *, month: int, picker: str = "Ann", ends: bool = True) -> None:
    at = datetime(2026, month, 5, 20, tzinfo=UTC)
    context = WriteContext(key=uuid.uuid4(), after=0, by=cast.owner_of(group), at=at)
    night = start_session(group, cast.seated(group, *cast.NAMES[:5]), context)
    for number in range(hands):
        cast.tell(night, picker, "Ben", "lost" if number % 3 else "won")
    if ends:
        end_night(night, cast.context(night))


def address(group: Group, page: str, *args: object) -> str:
    return reverse(page, args=[group.code, *args])


def rows(client: Client, where: str, **asked: str) -> list[list[str]]:
    """Return a file as a spreadsheet reads it."""
    answer: Any = client.get(where, asked or None)
    assert isinstance(answer, FileResponse), (where, answer.status_code)
    kind = (answer["Content-Type"], answer["Cache-Control"])
    assert kind == ("text/csv; charset=utf-8", "private, no-store")
    return list(csv.reader(StringIO(b"".join(answer).decode("utf-8-sig"))))


def table(client: Client, where: str, of: str, **asked: str) -> list[list[str]]:
    return rows(client, where, format="csv", of=of, **asked)


def links(client: Client, where: str, **asked: str) -> list[str]:
    html = html_of(client.get(where, asked))
    return [where + found.replace("&amp;", "&") for found in LINK.findall(html)]


def files(client: Client, where: str, **headers: dict[str, str]) -> dict[str, str]:
    answer: Any = client.get(where, **headers)  # type: ignore[arg-type]
    with ZipFile(BytesIO(b"".join(answer))) as packed:
        return {name.removesuffix(".csv"): packed.read(name).decode() for name in packed.namelist()}


def heads(text: str, by: str) -> list[str]:
    return next(csv.reader(StringIO(text.removeprefix("\ufeff")), delimiter=by))


def test_files_are_in_the_language_that_their_address_asks_for_and_else_in_english(
    played: Group, watcher: Client
) -> None:
    for _ in range(4):
        cast.an_ended_night(played)
    german = {"Accept-Language": "de"}
    for where in pages(played):
        for link in re.findall(LINK_IN_GERMAN, html_of(watcher.get(where, headers=german))):
            assert link.endswith("format=zip&amp;language=de")
        first, translated = (
            files(watcher, f"{where}?format=zip"),
            files(watcher, f"{where}?format=zip&language=de"),
        )
        assert files(watcher, f"{where}?format=zip", headers=german) == first
        assert files(watcher, f"{where}?format=zip&language=xx", headers=german) == first
        for key, text in first.items():
            said = heads(translated[key], ";")
            with override("de"):
                assert said == [word(head) for head in heads(text, ",")], (where, key)
            assert len(set(said)) == len(said)
            assert not {*said} & {*map(str.lower, said)} - {"k", "n"}, (where, key)
            assert text.count("\n") == translated[key].count("\n")


def shown(html: str, name: str) -> list[list[str]]:
    """Return the cells of a table of the page, as a file writes them."""
    found = re.search(rf'<table class="{name}"[^>]*>(.*?)</table>', html, re.DOTALL)
    assert found
    body = found[1].partition("<tbody>")[2]
    cells = [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row) for row in body.split("</tr>")[:-1]]
    return [[plain(re.sub(r"<[^>]+>", "", cell).strip()) for cell in row] for row in cells]


def plain(text: str) -> str:
    return re.sub("not yet|[+€]", "", text.replace("−", "-"))


@pytest.fixture
def played(group: Group) -> Group:
    """Three nights, of which the last goes on, some money, and a night out of a notebook."""
    a_night(group, 4, month=1)
    a_night(group, 3, month=2, picker="Cleo")
    copy(group, read_notebook("old.csv", "Date,Ann,Gus\n2025-03-27,5,-5\n"))
    a_night(group, 1, month=3, ends=False)
    return group


def pages(group: Group) -> dict[str, list[str]]:
    """Return every page with tables, and the tables that it offers."""
    ann = cast.ids(group, "Ann")[0]
    return {
        address(group, "standings"): ["ranking", "by_night", "player"],
        address(group, "group_statistics"): [
            "player", "question", "pairs_together", "pairs_against", "evenings", "money_chart",
            "money_brought",
        ],
        address(group, "group_question", "who-picking"): ["everybody"],
        address(group, "group_question", "picking-pays"): ["hands"],
        address(group, "question", ann, "picking"): ["hands"],
        address(group, "player", ann): [
            "chart", "role", "company_every", "question", "record", "money_chart", "year", "places_place",
        ],
        address(group, "records"): ["record", "badge"],
        address(group, "year", 2026): ["standing", "record", "chart"],
        address(group, "player_year", ann, 2026): ["record", "chart"],
        address(group, "money"): ["owed", "balance"],
        address(group, "statement", ann): ["statement"],
    }  # fmt: skip


def test_every_page_with_tables_has_each_as_a_file_and_a_page_with_a_filter_offers_them_once(
    played: Group, watcher: Client, stranger: Client
) -> None:
    for _ in range(4):
        cast.an_ended_night(played)  # enough for a badge
    for where, tables in pages(played).items():
        export = [] if "/money/" in where or "/years/" in where else [f"{where}?format=zip"]
        assert links(watcher, where) == export
        assert set(tables) <= files(watcher, f"{where}?format=zip").keys()
        for of in tables:
            one = f"{where}?format=csv&of={of}"
            head, *lines = rows(watcher, one)
            assert len(set(head)) == len(head) > 1
            assert {len(line) for line in lines} == {len(head)}, one
            assert (stranger.get(one).status_code, watcher.post(one).status_code) == (404, 405)
        for asked in ({"format": "csv", "of": "tea"}, {"format": "pdf", "of": tables[0]}):
            assert watcher.get(where, asked).status_code == 404


def test_a_file_of_the_ranking_has_the_numbers_of_the_page(played: Group, watcher: Client) -> None:
    where = address(played, "standings")
    html = html_of(watcher.get(where))
    head, *lines = table(watcher, where, "ranking")
    assert head[:5] == ["place", "player", "points", "money", "nights"]
    assert [(one[1], one[4], float(one[3]), one[2], f"{one[0]}.") for one in lines] == [
        (row[0], row[1], float(row[3]), row[4], row[5])
        for row in (plain(text).split() for text in texts_of(html, "ranking"))
    ]
    (ann,) = (one for one in table(watcher, where, "player") if one[0] == "Ann")
    assert [ann[0], *ann[3:9]] == ["Ann", "8", "4", "5", "1", "5", "8"]
    assert "5 of 8" in html


def test_every_night_is_in_the_file_where_the_page_shows_some_and_the_numbers_are_the_same(
    played: Group, watcher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = address(played, "standings")
    whole = shown(html_of(watcher.get(where)), "figures ")
    head, *lines = table(watcher, where, "by_night")
    assert head == ["after", "night", "Ann", "Ben", "Cleo", "Dave", "Edith", "Gus"]
    assert [one[2:] for one in lines] == [one[1:] for one in whole]
    assert [one[0] for one in lines] == ["2025-03-27", "2026-01-05", "2026-02-05", "2026-03-05"]
    assert lines[0][3] == ""
    monkeypatch.setattr("scorekeeper.components.course.A_PAGE", 2)
    assert len(shown(html_of(watcher.get(where)), "figures ")) == 2
    assert table(watcher, where, "by_night") == [head, *lines]


@pytest.mark.parametrize("page", ["standings", "group_statistics", "records", "player"])
def test_a_file_is_of_what_the_page_counts(played: Group, watcher: Client, page: str) -> None:
    where = address(played, page, *(cast.ids(played, "Ann") if page == "player" else ()))
    asked = {"since": "2026-02", "until": "2026-02"}
    (found,) = links(watcher, where, **asked)
    assert "since=2026-02&until=2026-02&format=zip" in found
    for of in files(watcher, found).keys() - {"badge", "role", "claim", "mark", "question"}:
        assert table(watcher, where, of, **asked) != table(watcher, where, of), of
    assert watcher.get(where, {"format": "csv", "of": "ranking", "since": "tea"}).status_code == 404


def test_the_hands_behind_an_answer_are_a_file_of_its_latest_thousand(
    played: Group, watcher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = address(played, "question", *cast.ids(played, "Ann"), "won-picking")
    of_all = address(played, "group_question", "picking-pays")
    head, *lines = table(watcher, where, "hands")
    assert head == ["date", "night", "entry", "role", "won", "card_points", "points"]
    assert [(line[1], line[3], line[4]) for line in lines] == [
        ("4", "picker", "yes"),
        *(("1", "picker", won) for won in ("yes", "no", "no", "yes")),
    ]
    head, *hands = table(watcher, of_all, "hands")
    assert head == ["date", "night", "entry", "card_points", "player", "role", "won", "points"]
    assert len(hands) == 8 * 5
    mine = [[*one[:3], one[5], one[6], one[3], one[7]] for one in hands if one[4:6] == ["Ann", "picker"]]
    assert mine == lines
    for page in (where, of_all):
        assert "The export has" not in html_of(watcher.get(page))
    monkeypatch.setattr("scorekeeper.pages.standings.question.IN_A_FILE", 2)
    for page in (where, of_all):
        assert "The export has the latest 2." in html_of(watcher.get(page))
        assert len({(one[1], one[2]) for one in table(watcher, page, "hands")[1:]}) == 2


def test_a_file_of_only_some_hands_has_no_money_and_no_nights(played: Group, watcher: Client) -> None:
    where = address(played, "standings")
    assert [*files(watcher, links(watcher, where, table="5")[0])] == ["ranking", "player"]
    assert "money" not in table(watcher, where, "ranking", table="5")[0]
    assert watcher.get(where, {"format": "csv", "of": "by_night", "table": "5"}).status_code == 404


def test_who_sees_no_money_has_none_in_any_file(db: None) -> None:
    group, guest = thursday(), uuid.uuid4()
    admit(group, guest, Role.WATCHER)
    phone, owner = phone_of(guest), phone_of(cast.OWNER)
    where, ann = address(group, "standings"), cast.ids(group, "Ann")[0]
    assert "money" in table(owner, where, "ranking")[0]
    assert table(phone, where, "ranking")[0][:4] == ["place", "player", "points", "nights"]
    for page in (address(group, "money"), address(group, "statement", ann)):
        for of in ("balance", "statement"):
            assert phone.get(page, {"format": "csv", "of": of}).status_code == 404
    packed = [files(phone, f"{page}?format=zip") for page in pages(group) if "money" not in page]
    assert all(packed)
    assert not re.search(r"money|€|EUR|stake", str(packed))
    Group.objects.update(watchers_see_money=True)
    assert "money" in table(phone, where, "ranking")[0]
    assert phone.get(address(group, "money"), {"format": "csv", "of": "balance"}).status_code == 200


def test_money_is_in_the_currency_and_the_statement_ends_with_the_balance(db: None) -> None:
    group, owner = thursday(), phone_of(cast.OWNER)
    where = address(group, "money")
    balances, html = dict(table(owner, where, "balance")[1:]), html_of(owner.get(where))
    assert balances["(the box)"] == "3"
    statements = {}
    for name, pk in zip(cast.NAMES, cast.ids(group), strict=True):
        statement = address(group, "statement", pk)
        statements[name] = head, *lines = table(owner, statement, "statement")
        assert (lines[-1][6] if lines else "0") == balances[name]
        assert not float(balances[name]) or f"€{abs(float(balances[name])):.2f}" in html
        page = shown(html_of(owner.get(statement)), "figures statement") if lines else []
        moved = [[float(one[5]), float(one[6])] for one in reversed(lines)]
        assert moved == [[float(cell) for cell in one[1:]] for one in page]
    assert head == [
        "number", "date", "kind", "night", "other", "amount", "balance", "method", "note", "takes back",
    ]  # fmt: skip
    cash = [one[4:6] for one in statements["Ann"][1:] if one[2] == "payment" and one[7] == "cash"]
    assert cash == [["Ben", "1.5"]]
    head, *payments = table(owner, where, "owed")
    assert head == ["from", "to", "amount"]
    left = {name: Decimal(balance) for name, balance in balances.items()}
    left["(the box)"] *= -1  # what lies in it is the others'
    for payer, payee, amount in payments:
        left[payer] += Decimal(amount)
        left[payee] -= Decimal(amount)
    assert (bool(payments), any(left.values())) == (True, False)


def test_two_who_are_one_have_one_statement_in_the_file(played: Group, owner: Client) -> None:
    def statement(player: int) -> list[list[str]]:
        return table(owner, address(played, "statement", player), "statement")

    gus, edith = cast.ids(played, "Gus", "Edith")
    of_gus, of_edith = statement(gus), statement(edith)
    merge_players(played, gus, edith, WriteContext(key=uuid.uuid4(), after=0, by=cast.owner_of(played)))
    both = statement(edith)
    assert sorted(one[0] for one in both) == sorted({one[0] for one in (*of_gus, *of_edith)})
    assert len(both) == len(of_gus) + len(of_edith) - 1
    assert statement(gus) == both
    assert ["Edith", both[-1][6]] in table(owner, address(played, "money"), "balance")


def test_a_name_is_no_formula(db: None) -> None:
    group = cast.thursday_table(names=["=1+1", "@ben", "Cleo", "Dave", "Edith"])
    night = cast.a_night(group)
    cast.tell(night, "=1+1", "@ben")
    end_night(night, cast.context(night))
    owner = phone_of(cast.OWNER)
    for page, of in (("standings", "ranking"), ("money", "balance")):
        cells = [cell for line in table(owner, address(group, page), of) for cell in line]
        assert ("'=1+1" in cells, "=1+1" in cells) == (True, False), page


def test_a_year_has_its_files_for_members_and_none_for_whoever_has_its_address(
    played: Group, client: Client, watcher: Client
) -> None:
    context = WriteContext(key=uuid.uuid4(), after=0, by=cast.owner_of(played))
    share_year(played, 2026, None, context, secret=cut()[0])
    shared = reverse("shared_year", args=[said_again(SharedYear.objects.get())])
    answer = client.get(shared, {"format": "csv", "of": "standing"})
    assert answer["Content-Type"].startswith("text/html")
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    year = address(played, "year", 2026)
    assert (links(client, shared), links(watcher, year)) == ([], [])
    assert sorted(files(watcher, f"{year}?format=zip")) == ["badge", "chart", "record", "standing"]


def test_the_records_of_the_file_are_those_of_the_page(played: Group, watcher: Client) -> None:
    for _ in range(5):
        cast.an_ended_night(played)
    where = address(played, "records")
    html = html_of(watcher.get(where))
    told = {one[0]: one[1:] for one in table(watcher, where, "record")}
    assert told["best-night"] == ["5", "points", "Ann", "2025-03-27", "3"]
    assert told["most-hands"][:3] == ["4", "hands", ""]
    assert "Best night Ann · 27 Mar 2025 +5" in texts_of(html, "record")
    assert len(table(watcher, where, "badge")) == len(texts_of(html, "badge")) + 1
