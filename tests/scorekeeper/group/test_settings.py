"""A group's settings: who may change them, sent twice, sent stale, sent with nonsense, and put back."""

import re
import uuid
from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client

from ledger.models import Group
from ledger.models.book import sheet_of
from ledger.recording import newest_change
from tests.cast import NAMES, a_night, an_ended_night, tell
from tests.reading import html_of, missing

pytestmark = pytest.mark.django_db
NAME: Mapping[str, str] = {"name": "Friday table"}
MONEY: Mapping[str, str] = {"stake": "0.10", "currency": "EUR", "when": "now"}
WRITES: tuple[tuple[str, Mapping[str, str]], ...] = (
    ("name/", NAME),
    ("money/", MONEY),
    ("put-away/", {}),
    ("bring-back/", {}),
    ("watching/", {"is_shown": "1"}),
)


def address(group: Group, what: str = "") -> str:
    return f"/g/{group.code}/settings/{what}"


def fresh(group: Group) -> Group:
    return Group.objects.get(pk=group.pk)


def sent(group: Group, said: Mapping[str, str], **more: Any) -> dict[str, Any]:
    return {"key": str(uuid.uuid4()), "after": str(newest_change(fresh(group)))} | dict(said) | more


def says(group: Group) -> tuple[Any, ...]:
    now = fresh(group)
    return now.name, now.currency, now.stake_cents, now.archived_at, len(now.changes)


def put_back(client: Client, group: Group, words: str) -> None:
    page = html_of(client.get(address(group)))
    for form in re.findall(r"<form[^>]*>.*?</form>", page):
        if words in form and "Put it back" in form:
            action = re.search(r'action="([^"]*)"', form)
            fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
            assert action
            assert client.post(action[1], fields).status_code == 303
            return
    raise AssertionError(page)


@pytest.mark.parametrize(("what", "said"), [*WRITES[:3], WRITES[4]])
def test_a_setting_sent_twice_is_changed_once(
    owner: Client, group: Group, what: str, said: Mapping[str, str]
) -> None:
    twice = sent(group, said)
    assert [owner.post(address(group, what), twice).status_code for _ in range(2)] == [303, 303]
    assert newest_change(fresh(group)) == 1


@pytest.mark.parametrize(("what", "said"), WRITES[:2])
def test_who_is_behind_is_told_and_keeps_what_was_typed(
    owner: Client, group: Group, what: str, said: Mapping[str, str]
) -> None:
    owner.post(address(group, "name/"), sent(group, {"name": "Monday table"}))
    page = html_of(owner.post(address(group, what), sent(group, said, after="0")), 409)
    assert not missing(
        page,
        "This was changed meanwhile. Look at what it says now.",
        f'value="{said.get("name") or said["stake"]}"',
    )
    assert fresh(group).name == "Monday table"
    again = dict(re.findall(r'name="(after)" value="(\d+)"', page))
    assert owner.post(address(group, what), sent(group, said, **again)).status_code == 303


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("name/", {"name": ""}),
        ("name/", {"name": "x" * 41}),
        ("name/", {"name": "a\x00b"}),
        ("name/", {"name": "Friday", "after": "-1"}),
        ("name/", {"name": "Friday", "key": "x"}),
        ("money/", {"stake": "a lot", "currency": "EUR"}),
        ("money/", {"stake": "0.10", "currency": "XXX"}),
        ("money/", {"stake": "0.10", "currency": "EUR", "when": "yesterday"}),
        ("money/", {"stake": "-5", "currency": "EUR"}),
        ("put-away/", {"after": "x"}),
        ("put-away/", {"key": ""}),
    ],
)
def test_nonsense_changes_nothing(owner: Client, group: Group, what: str, said: dict[str, str]) -> None:
    before = says(group)
    assert owner.post(address(group, what), sent(group, said)).status_code == 422
    assert says(group) == before


def test_a_name_is_changed_and_put_back(owner: Client, group: Group) -> None:
    owner.post(address(group, "name/"), sent(group, NAME))
    assert not missing(html_of(owner.get(address(group))), "“Thursday table” became “Friday table”", "Ann")
    put_back(owner, group, "became")
    assert fresh(group).name == "Thursday table"


@pytest.mark.parametrize(
    ("what", "said", "field", "words"),
    [
        ("watching/", {"is_shown": "1"}, "watchers_see_money", "Who only watches sees the money"),
        ("keeping/", {"is_dealer": "1"}, "dealer_keeps_score", "Whoever deals keeps the score"),
    ],
)
def test_a_switch_is_turned_on_and_put_back(
    owner: Client, group: Group, what: str, said: dict[str, str], field: str, words: str
) -> None:
    assert owner.post(address(group, what), sent(group, said)).status_code == 303
    assert getattr(fresh(group), field)
    put_back(owner, group, words)
    assert not getattr(fresh(group), field)


def test_a_stake_counts_tonight_from_the_next_hand_on_and_is_put_back(owner: Client, group: Group) -> None:
    night = a_night(group, *NAMES[:5])
    tell(night, "Ann", "Ben")
    assert "From the next hand on" in html_of(owner.get(address(group)))
    owner.post(address(group, "money/"), sent(group, MONEY))
    tell(night, "Ann", "Ben")
    assert "from here: €0.10 a point" in html_of(owner.get(f"/g/{group.code}/{night.number}/"))
    put_back(owner, group, "€0.25 a point became €0.10 a point")
    tell(night, "Ann", "Ben")
    assert [row.stake_cents for row in sheet_of(night).rows] == [25, 10, 25]
    receipt = html_of(owner.get(f"/g/{group.code}/{night.number}/hands/4/"))
    assert "In money: +€0.20, at €0.10 a point" in receipt
    end = {"key": str(uuid.uuid4()), "after": str(sheet_of(night).newest)}
    owner.post(f"/g/{group.code}/{night.number}/end/now/", end)
    told = html_of(owner.get(f"/g/{group.code}/{night.number}/end/"))
    assert "with hand 1 at €0.25 a point, hand 2 at €0.10 a point and hand 3 at €0.25 a point" in told


def test_a_stake_may_wait_for_the_next_night(owner: Client, group: Group) -> None:
    night = a_night(group, *NAMES[:5])
    owner.post(address(group, "money/"), sent(group, MONEY, when="next"))
    assert (fresh(group).stake_cents, sheet_of(night).stake_cents) == (10, 25)


def test_the_page_says_what_the_stake_means_in_this_game(owner: Client, group: Group) -> None:
    assert "losing alone with schneider costs €4.00" in html_of(owner.get(address(group)))
    typed = html_of(owner.post(address(group, "money/means/"), {"stake": "0.05", "currency": "EUR"}))
    assert "losing alone with schneider costs €0.80" in typed
    assert owner.post(address(group, "money/means/"), {"stake": "\0", "currency": "?"}).status_code == 200


def test_an_implausible_stake_is_asked_about(owner: Client, group: Group) -> None:
    said = sent(group, MONEY, stake="5")
    assert "Did you mean €0.05?" in html_of(owner.post(address(group, "money/"), said), 422)
    assert fresh(group).stake_cents == 25
    assert owner.post(address(group, "money/"), said | {"sure": "500"}).status_code == 303
    assert fresh(group).stake_cents == 500


def test_the_currency_stays_where_money_was_booked_and_the_page_says_so(owner: Client, group: Group) -> None:
    an_ended_night(group)
    page = html_of(owner.get(address(group)))
    assert "The currency stays EUR: money was recorded in it." in page
    assert re.findall(r'<option value="(\w*)"', page) == ["EUR", ""]
    assert owner.post(address(group, "money/"), sent(group, MONEY, currency="USD")).status_code == 422


def test_points_only_shows_no_money_anywhere(owner: Client, group: Group) -> None:
    night = a_night(group, *NAMES[:5])
    owner.post(address(group, "money/"), sent(group, {"currency": "", "stake": "0.25"}))
    tell(night, "Ann", "Ben")
    number = night.number
    for page in ("", "standings/", f"{number}/", f"{number}/end/", f"{number}/report/", f"{number}/hands/3/"):
        assert "€" not in html_of(owner.get(f"/g/{group.code}/{page}"), 200), page
    assert owner.get(f"/g/{group.code}/money/").status_code == 404


def test_points_only_after_money_keeps_the_money_page(owner: Client, group: Group) -> None:
    an_ended_night(group)
    owner.post(address(group, "money/"), sent(group, {"currency": "", "stake": ""}))
    assert (fresh(group).currency, fresh(group).stake_cents) == ("EUR", 0)
    assert owner.get(f"/g/{group.code}/money/").status_code == 200
    assert "points only" in html_of(owner.get(f"/g/{group.code}/"))
    page = html_of(owner.get(address(group)))
    assert re.findall(r'<option value="(\w*)" selected>', page) == [""]
    assert "Points only: no money is shown or counted." in page
    night = an_ended_night(fresh(group))
    assert "€" not in html_of(owner.get(f"/g/{group.code}/{night.number}/end/"))


def test_a_group_is_put_away_and_only_read(scorer: Client, owner: Client, group: Group) -> None:
    night = a_night(group, *NAMES[:5])
    tell(night, "Ann", "Ben")
    assert owner.post(address(group, "put-away/"), sent(group, {})).headers["Location"] == f"/g/{group.code}/"
    for page in (
        "",
        "standings/",
        "players/",
        "rules/",
        "money/",
        f"{night.number}/",
        f"{night.number}/end/",
    ):
        for who in (owner, scorer):
            assert who.get(f"/g/{group.code}/{page}").status_code == 200, page
    newest = sheet_of(night).newest
    for who in (owner, scorer):
        assert "This group is put away" in html_of(
            who.post(
                f"/g/{group.code}/{night.number}/end/now/", {"key": str(uuid.uuid4()), "after": str(newest)}
            ),
            403,
        )
        assert who.get(f"/g/{group.code}/tonight/").status_code == 403
    assert owner.post(address(group, "name/"), sent(group, NAME)).status_code == 403
    assert sheet_of(night).newest == newest
    assert "ask an owner of the group to bring it back" in html_of(scorer.get(f"/g/{group.code}/"))
    assert "Start tonight" not in html_of(owner.get(f"/g/{group.code}/"))


def test_a_group_that_is_put_away_stands_apart_and_comes_back_with_one_tap(
    scorer: Client, owner: Client, group: Group
) -> None:
    owner.post(address(group, "put-away/"), sent(group, {}))
    first = html_of(owner.get("/"))
    assert not missing(first, "Put away", "All of them are put away.")
    assert "Bring back" not in html_of(scorer.get("/"))
    form = re.search(r'<form method="post" action="(/g/[^"]*bring-back/)">(.*?)</form>', first)
    assert form
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[2]))
    for _ in range(2):
        assert owner.post(form[1], fields).headers["Location"] == f"/g/{group.code}/"
    assert fresh(group).archived_at is None
    assert "put away" not in html_of(owner.get("/"))


def test_a_group_that_is_put_away_can_still_be_saved_and_removed(owner: Client, group: Group) -> None:
    owner.post(address(group, "put-away/"), sent(group, {}))
    assert owner.post(f"/g/{group.code}/exchange/take-all/", {"key": str(uuid.uuid4())}).status_code == 303
    assert owner.get(f"/g/{group.code}/remove/").status_code == 200
    assert owner.get(address(group)).status_code == 200
