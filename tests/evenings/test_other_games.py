"""Evenings of games whose points are typed, as people write them on paper: told on the pad, and ended."""

import json
import re
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from ledger.book.sheet import ScoreSheet
from ledger.models import NightPlayer, Posting, Session
from ledger.models.book import sheet_of
from ledger.recording import NewGroup, end_night, start_group
from ledger.recording.auditing import audit
from tests.cast import OWNER, a_night, context
from tests.group_files import group_import
from tests.ledger.exchange.test_group import elsewhere
from tests.scorekeeper.conftest import phone_of

PAPER: dict[str, dict[str, Any]] = json.loads(
    (Path(__file__).parent / "data" / "other_games.json").read_text()
)


def begun(game: str, *more: str) -> Session:
    """Return a night at a table that plays this game, with more people than on the paper."""
    paper = PAPER[game]
    new = NewGroup(
        name=game,
        names=[*paper["names"], *more],
        currency="EUR" if paper["stake"] else "",
        stake_cents=paper["stake"],
        game="any_game",
        options=paper["rules"],
    )
    night = a_night(start_group(new, OWNER, uuid.uuid4()), plays=len(paper["names"]) + len(more))
    assert sheet_of(night).is_typed
    return night


def table_of_eight() -> Session:
    """Return a night of Wizard with two more than on the paper, one with a long name."""
    return begun("wizard", "Gus", "Maximiliane-Charlotte von Hohenlohe")


def tell(night: Session, phone: Client, **columns: list[int]) -> int:
    """Post the numbers of a hand as the pad does; return the answer's status."""
    sheet = sheet_of(night)
    fields = {
        f"ask-{name}-{player}": number
        for name, numbers in columns.items()
        for player, number in zip(sheet.seating.seats, numbers, strict=False)
    }
    guards = {"key": uuid.uuid4(), "after": sheet.newest, "was_dealer": sheet.seating.dealer}
    answer = phone.post(reverse("tell", args=[night.group.code, night.number]), guards | fields, follow=True)
    return answer.status_code


def written(game: str, night: Session) -> Iterator[ScoreSheet]:
    """Tell the whole evening; yield the sheet after each hand."""
    paper, phone = PAPER[game], phone_of(OWNER)
    for at, points in enumerate(paper["hands"]):
        bids = {"bids": paper["bids"][at]} if "bids" in paper else {}
        assert tell(night, phone, points=points, **bids) == 200
        yield sheet_of(night)


@pytest.mark.parametrize("game", PAPER)
def test_evening_comes_out_as_on_paper_and_arrives_elsewhere_as_it_was(db: None, game: str) -> None:
    paper, night = PAPER[game], begun(game)
    seats = sheet_of(night).seating.seats
    pick = min if paper["rules"].get("low_wins") else max
    for at, sheet in enumerate(written(game, night)):
        assert [sheet.totals[one] for one in seats] == paper["totals"][at]
        assert bool(sheet.reached) == (0 < paper.get("reached_after", 0) <= at + 1)
        assert sum(sheet.worth.values()) == 0
        scored = sheet.rows[-1].scored
        assert scored is not None
        assert scored.won == tuple(one == pick(scored.points) for one in scored.points)
    names = dict(zip(seats, paper["names"], strict=True))
    best = sheet.totals[sheet.ranked[0]]
    assert [names[one] for one in seats if sheet.totals[one] == best] == paper["winners"]
    end_night(night, context(night))
    ended = sheet_of(night).ending
    assert ended is not None
    if paper["stake"]:
        assert [ended.cents[one] for one in seats] == paper["cents"]
        assert sum(Posting.objects.values_list("cents", flat=True)) == 0
    assert sum(NightPlayer.objects.values_list("parts", flat=True)) == 0
    assert not list(audit([night.group]))

    copy, is_new = group_import(elsewhere(night.group))
    assert is_new
    arrived = sheet_of(copy.sessions.get())
    assert sorted(arrived.totals.values()) == sorted(sheet.totals.values())
    assert sorted(arrived.worth.values()) == sorted(sheet.worth.values())
    assert not list(audit([copy]))


def in_order(page: str, *rows: str) -> bool:
    return sorted(rows, key=page.index) == list(rows)


def test_evening_of_hearts_is_shown_with_fewest_points_first_and_no_role(db: None) -> None:
    night, phone = begun("hearts"), phone_of(OWNER)
    at = [night.group.code, night.number]
    sheet = sheet_of(night)
    fields = dict(zip((f"ask-points-{one}" for one in sheet.seating.seats), (13, 5, 7, "0"), strict=True))
    guards = {"key": uuid.uuid4(), "after": sheet.newest, "was_dealer": sheet.seating.dealer}
    answer = phone.post(reverse("tell", args=at), guards | fields)
    assert answer.status_code == 422
    assert "The points come to 25, and a hand comes to 26." in answer.content.decode()
    assert tell(night, phone, points=[13, 5]) == 422

    *_, sheet = written("hearts", night)
    hand = words_of(phone.get(reverse("hand", args=[*at, sheet.rows[0].entry])))
    assert "typed points" in hand
    assert "another game" not in hand
    page = words_of(phone.get(reverse("standings", args=at[:1])))
    for said in ("Ben 1 night 111", "Cleo 1 night 47", "12.33", "Won"):
        assert said in page
    assert not re.search(r"(?i)average|picker|partner|leaster|alone|opponent|skat", page)
    end_night(night, context(night))
    page = words_of(phone.get(reverse("ending", args=at)))
    assert in_order(page, "Cleo 47 +€2.45", "Dave 61 +€1.05", "Ann 67 +€0.45", "Ben 111 −€3.95")


def test_evening_of_wizard_is_shown_as_typed_and_nothing_of_an_average(db: None) -> None:
    night, phone = begun("wizard"), phone_of(OWNER)
    code, ann = night.group.code, night.group.players.get(name="Ann").pk
    *_, sheet = written("wizard", night)
    hand = phone.get(reverse("hand", args=[code, night.number, sheet.rows[-1].entry]))
    assert "Cleo bid 3" in words_of(hand)
    report = words_of(phone.get(reverse("report", args=[code, night.number])))
    assert "Total 60 90 130 40 50 90" in report
    assert "Foots" not in report
    end_night(night, context(night))
    page = words_of(phone.get(reverse("ending", args=[code, night.number])))
    assert in_order(page, "Cleo 130", "Ben 90", "Fred 90", "Ann 60", "Edith 50", "Dave 40")
    assert "+130" not in page
    told = {
        name: words_of(phone.get(reverse(name, args=args), follow=True))
        for name, *args in (
            ("standings", code),
            ("group_statistics", code),
            ("records", code),
            ("player", code, ann),
            ("years", code),
            ("player_years", code, ann),
            ("group", code),
            ("wall", code),
        )
    }
    for name, page in told.items():
        # Two who are level share the places of a night.
        averaged = "[+⅓⅔]" if name == "standings" else "[+½⅓⅔]"
        assert not re.search(rf"{averaged}|average|Role by role", page), (name, page)
    assert "60 No. 4 of 6 1 night 60.0 a night 5 hands, 0 won" in told["player"]
    assert "1. Cleo 130 1" in told["years"]


def test_head_of_the_table_says_that_the_target_is_reached_and_the_line_below_says_by_whom(db: None) -> None:
    night, phone = begun("spades"), phone_of(OWNER)
    list(written("spades", night))
    drawn = phone.get(reverse("table", args=[night.group.code, night.number])).context["draw"]
    assert drawn.carried == (("500 is reached", True),)
    assert drawn.toward.startswith("Ann, Cleo have come to 500 · to 500: Ann 510")


def words_of(page: Any) -> str:
    """Return a page as it is read: without tags and scripts, one blank between words."""
    text = re.sub(r"(?s)<script.*?</script>|<[^>]+>", " ", page.content.decode())
    return " ".join(text.split())
