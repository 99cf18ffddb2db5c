"""The bench of a million hands, made tiny: its club is true to the book, its lines say what is too much."""

import pytest
from django.db import connection

from ledger.models import Group, HandResult, NightCounts, SpanCounts, Tally, Transaction, guards
from ledger.recording.auditing import audit
from scorekeeper.urls import of_a_group
from tests.bench import club
from tests.bench.million import MOST_MS, Cost, addresses


@pytest.fixture
def few_evenings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(club, "EVENINGS", 1)
    monkeypatch.setattr(club, "HANDS_A_NIGHT", 8)


@pytest.mark.django_db
@pytest.mark.usefixtures("few_evenings")
def test_the_club_is_what_the_pen_would_have_written() -> None:
    made = club.write_club(100)
    assert [str(line) for line in audit([made])] == []
    assert guards.missing(connection) == []
    nights = made.sessions.count()
    assert nights == 100 // 8 - 1
    assert NightCounts.objects.filter(counts__isnull=False).count() == nights
    assert not SpanCounts.objects.filter(counts__isnull=True).exists()
    assert HandResult.objects.values("session", "entry").distinct().count() > 3 * nights
    assert Tally.objects.values("session").distinct().count() == nights
    assert Transaction.objects.filter(kind="payment").exists()
    assert Group.objects.get(pk=made.pk).open_payments.exists()


def test_every_address_below_a_group_is_filled_in_with_what_its_club_has() -> None:
    said = {
        "player": 7,
        "questions": ["picking", "place-1"],
        "group_questions": ["leasters", "against-7-8"],
        "year": 2025,
        "season": 1,
        "night": 12,
        "code": "abc",
    }
    found = {name: path for path, name in addresses(of_a_group, said)}
    assert found["standings"] == "standings/"
    assert found["player"] == "players/7/statistics/"
    assert found["question place-1"] == "players/7/statistics/place-1/"
    assert found["group_question against-7-8"] == "statistics/against-7-8/"
    assert (found["year"], found["season"]) == ("years/2025/", "settings/seasons/1/")
    assert found["table"] == "12/"
    assert "live_group" not in found
    assert not any("<" in path for path in found.values())


@pytest.mark.parametrize(
    ("few", "many", "queries", "verdict"),
    [
        (100, 149, 15, ""),
        (10, 16, 3, "SLOWER"),
        (100, MOST_MS + 1, 3, "SLOWER, TOO SLOW"),
        (140, MOST_MS + 1, 16, "TOO SLOW, TOO MANY QUERIES"),
    ],
)
def test_a_line_says_what_is_too_much(few: float, many: float, queries: int, verdict: str) -> None:
    cost = Cost(what="standings", few=few, many=many, queries=queries, floor=1)
    assert cost.verdict == verdict
    assert str(cost).endswith(verdict or f"{cost.floor:9.1f}")


def test_a_file_takes_as_long_as_it_is() -> None:
    cost = Cost(what="evenings", few=100, many=10 * MOST_MS, queries=41, floor=1, is_file=True)
    assert cost.verdict == ""
    assert str(cost).endswith("a file")
