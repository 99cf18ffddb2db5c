"""A group of very many people: its pages are shown a part at a time, and whoever is meant can be named."""

import re
import uuid
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledger.models import Group, Player, SettlementPayment, Transaction
from ledger.recording.journal import carry
from ledger.recording.writing import WriteContext
from ledger.standings.money import balances
from tests.cast import NAMES, a_night, ids
from tests.old_ways import PlanRequest, settle
from tests.scorekeeper.owing import pay_forms

HEAVIEST = 500_000
PAGES = (
    "",
    "players/",
    "standings/",
    "money/",
    "settle/",
    "settle/1/",
    "settle/links/",
    "tonight/",
    "1/seats/",
)


def add(group: Group, more: int) -> None:
    Player.objects.bulk_create(
        Player(group=group, name=f"Player {number}", name_key=f"player {number}")
        for number in range(group.players.count() - len(NAMES), group.players.count() - len(NAMES) + more)
    )


@pytest.fixture
def crowd(group: Group) -> Group:
    add(group, 250)
    return group


def owe(group: Group) -> None:
    people = ids(group)
    cents = {player: place % 97 - 48 or 7 for place, player in enumerate(people)}
    cents[people[0]] -= sum(cents.values())
    carry(group, cents, WriteContext(key=uuid.uuid4(), after=0))


def text(answer: Any) -> str:
    assert answer.status_code in {200, 422}
    found: str = answer.content.decode()
    return found


def page(group: Group, name: str = "") -> str:
    return f"/g/{group.code}/{name}"


def test_pages_of_three_thousand_are_light_and_ask_no_more_of_the_book(group: Group, owner: Client) -> None:
    a_night(group, *NAMES)
    asked = []
    for more in (200, 2794):
        add(group, more)
        owe(group)
        settle(group, PlanRequest(), WriteContext(key=uuid.uuid4(), after=0))
        owe(group)
        for name in PAGES:
            with CaptureQueriesContext(connection) as queries:
                html = text(owner.get(page(group, name)))
            assert len(html.encode()) < HEAVIEST, name
            asked.append(len(queries))
    assert group.players.count() == 3000
    assert asked[: len(PAGES)] == asked[len(PAGES) :]


@pytest.mark.parametrize(
    ("name", "mark"), [("players/", "has not played yet"), ("settle/links/", '<details class="fold"')]
)
def test_people_are_listed_page_by_page(crowd: Group, owner: Client, name: str, mark: str) -> None:
    counts = [text(owner.get(page(crowd, f"{name}?page={number}"))).count(mark) for number in (1, 2, 3)]
    assert counts == [100, 100, 56]
    assert "1 of 3" in text(owner.get(page(crowd, name)))
    assert owner.get(page(crowd, f"{name}?page=4")).status_code == 404


def test_who_cannot_be_renamed_stays_in_sight(crowd: Group, owner: Client) -> None:
    player = crowd.players.get(name="Player 200")
    html = text(owner.post(page(crowd, f"players/{player.pk}/rename/"), {"name": "Ann"}))
    assert [said in html for said in ("There is a Ann already", "3 of 3")] == [True, True]
    added = owner.post(page(crowd, "players/add/"), {"name": "Zoe"})
    assert added["Location"] == page(crowd, "players/?page=3")
    assert "Zoe" in text(owner.get(added["Location"]))


def test_a_usual_group_sees_nothing_of_pages(group: Group, owner: Client) -> None:
    a_night(group)
    owe(group)
    settle(group, PlanRequest(), WriteContext(key=uuid.uuid4(), after=0))
    for name in PAGES:
        assert re.findall(r'>1 of 1<|\?page=|\?people=|id="people"', text(owner.get(page(group, name)))) == []


def test_balances_are_shown_page_by_page_and_add_up(crowd: Group, owner: Client) -> None:
    owe(crowd)
    shown: list[str] = []
    for number in range(1, 8):
        html = text(owner.get(page(crowd, f"money/?people={number}")))
        section = html[html.index('id="balances"') : html.index("draw it another way")]
        shown += re.findall('<bdi class="who">([^<]*)', section)
    assert shown == [one.name for one in balances(crowd).players]
    assert owner.get(page(crowd, "money/?people=8")).status_code == 404
    assert "… and 216 more" in text(owner.get(page(crowd, "money/")))  # the line that carried it over


def test_the_page_of_the_group_says_in_one_line_how_much_is_open(crowd: Group, owner: Client) -> None:
    ann, *others = ids(crowd)
    carry(crowd, {ann: 5 * 30, **dict.fromkeys(others[:30], -5)}, WriteContext(key=uuid.uuid4(), after=0))
    html = text(owner.get(page(crowd)))
    assert (pay_forms(html), html.count("You get €1.50")) == ([], 1)
    whole = text(owner.get(page(crowd, "money/"))).partition('id="owed"')[2].partition("</section>")[0]
    assert (len(pay_forms(whole)), "… and 10 more" in whole) == (20, True)


def sent(**fields: Any) -> dict[str, Any]:
    return {"key": str(uuid.uuid4()), **fields}


def test_who_paid_is_typed_by_name(crowd: Group, owner: Client) -> None:
    html = text(owner.get(page(crowd, "money/")))
    assert '<datalist id="people">' in html
    assert html.count("<select") == 40  # the sides of what is carried over
    where = page(crowd, "money/pay/book/")
    paid = sent(payer="player 7", payee="The Kitty", cents="5", method="cash")
    assert owner.post(where, paid).status_code == 303
    refused = text(owner.post(where, sent(payer="Nobody", payee="Ann", cents="5")))
    assert ("Who?" in refused, 'value="Nobody"' in refused) == (True, True)
    line = Transaction.objects.get(group=crowd)
    seven = crowd.players.get(name="Player 7")
    assert {one.player_id: one.cents for one in line.postings.all()} == {seven.pk: 500, None: -500}


def test_what_is_carried_over_and_shared_is_of_the_people_on_the_page(crowd: Group, owner: Client) -> None:
    one, two = ids(crowd, "Player 100", "Player 101")
    carried = {f"cents-{one}": "5", f"side-{one}": "owed", f"cents-{two}": "4", f"side-{two}": "owes"}
    carry_over, spend = page(crowd, "money/carry/book/"), page(crowd, "money/spend/book/")
    wrong = text(owner.post(carry_over, sent(**carried)))
    assert ("It does not add up" in wrong, 'value="5"' in wrong) == (True, True)
    carried[f"cents-{two}"] = "5"
    shared = sent(note="Pizza", cents="10", shared_by=[str(one), str(two)], anyway="on")
    for where, said in ((carry_over, sent(**carried)), (spend, shared)):
        assert owner.post(where, said).status_code == 303
    found = {balance.name: balance.cents for balance in balances(crowd).players if balance.cents}
    assert found == {"Player 101": -1000}
    stranger = sent(note="Pizza", cents="10", shared_by=["0"])
    assert "Tick people of this group." in text(owner.post(spend, stranger))


def test_plan_of_before_with_very_many_payments_is_read_page_by_page(crowd: Group, owner: Client) -> None:
    owe(crowd)
    stored = settle(crowd, PlanRequest(), WriteContext(key=uuid.uuid4(), after=0))
    count = SettlementPayment.objects.filter(settlement=stored).count()
    last = text(owner.get(page(crowd, f"settle/1/?page={-(-count // 100)}")))
    assert last.count(" pays <bdi>") == count % 100


def test_the_treasurer_is_typed_by_name(crowd: Group, owner: Client) -> None:
    owe(crowd)
    assert "pays <bdi>Player 9</bdi>" in text(owner.get(page(crowd, "settle/?through=player+9")))
    wrong = text(owner.get(page(crowd, "settle/?through=nobody")))
    assert ("Choose a treasurer." in wrong, 'value="nobody"' in wrong) == (True, True)


def test_tonight_shows_who_plays_most_and_whoever_is_named(crowd: Group, owner: Client) -> None:
    a_night(crowd, *NAMES)
    html, named = text(owner.get(page(crowd, "tonight/"))), crowd.players.get(name="Player 249")
    # Six are seated, and there is the template of a seat.
    assert [html.count(one) for one in ('data-of="', '<li class="seat"', f'value="{named.pk}"')] == [
        100,
        7,
        0,
    ]
    answer = text(owner.post(page(crowd, "tonight/"), sent(newcomer="player 249", step="add")))
    assert f'<li class="seat" data-player="{named.pk}"' in answer
    seats = [*map(str, ids(crowd, "Ann", "Ben")), "+Player 249"]
    started = owner.post(page(crowd, "tonight/"), sent(dealer=str(named.pk), sits=seats))
    assert (started.status_code, crowd.sessions.count(), crowd.players.count()) == (303, 2, 256)


def test_somebody_comes_who_was_not_offered(crowd: Group, owner: Client) -> None:
    night = a_night(crowd, *NAMES)
    assert text(owner.get(page(crowd, "1/seats/"))).count('data-of="') == 100
    sits = list(map(str, ids(crowd, *NAMES)))
    joined = sent(after="1", newcomer="Player 249", sits=sits, dealer=sits[0])
    assert owner.post(page(crowd, "1/seats/"), joined).status_code == 303
    assert night.entries.filter(kind="joined", facts__player=ids(crowd, "Player 249")[0]).exists()
    assert crowd.players.count() == 256


def test_very_many_names_of_a_notebook_are_typed(crowd: Group, owner: Client) -> None:
    rows = "".join(f"2009-1-{day + 1},X{day},1\n2009-1-{day + 1},Y{day},-1\n" for day in range(20))
    notebook = f"date,player,points\n{rows}"
    html = text(owner.post(page(crowd, "notebook/"), {"text": notebook}))
    assert "<select" not in html
    assert 'list="people"' in html
    assert "40 names that this group does not know" in html
    answer = owner.post(page(crowd, "notebook/"), {"text": notebook, "who-0": "ann", "who-1": "new"})
    assert 'value="ann"' in text(answer)
