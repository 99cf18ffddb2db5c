"""What the pages show of the house rules: at the head of the table, on the sheet, and under it."""

from django.test import Client
from django.urls import reverse

from ledger.models.book import sheet_of
from ledger.recording import Hand, tell_hand
from tests import cast


def test_the_head_of_the_table_counts_the_mauer_marks(owner: Client) -> None:
    group = cast.thursday_table(name="Marks", options={"mauer": 1, "mauer_double": 3})
    night = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    heads = []
    for _ in range(4):
        page = owner.get(reverse("table", args=[group.code, night.number])).content.decode()
        heads.append(page.partition("</header>")[0])
        facts = {"kind": "leaster", "winners": [0], "mauer": 1}
        tell_hand(night, Hand(seats=sheet_of(night).seating.seats, told=facts), cast.pen(night))
    assert "Mauer mark" not in heads[0]
    assert "1 of 3 Mauer marks" in heads[1]
    assert "2 of 3 Mauer marks" in heads[2]
    assert "Mauer mark" not in heads[3]
    assert "1 doubler" in heads[3]
