"""A real evening in the engine of every iPhone: tapped in hand by hand, put right, undone, ended."""

import json
from pathlib import Path

import pytest

from tests import cast
from tests.browser.hands import number
from tests.cast import NAMES
from tests.steady import many
from tests.webkit.phone import Phone

pytestmark = pytest.mark.django_db(transaction=True)

HANDS = many(8, soak=26)
EVENING = json.loads((Path(__file__).parent.parent / "played/data/evening-26-hands.json").read_text())[
    "input"
][:HANDS]
"""On each push until somebody has sat out for a while; tests/browser/test_table.py taps in all of it."""
WON = {2: "won", 4: "won_schneider", 6: "won_all_tricks", 8: "won_schneider"}
LOST = {4: "lost", 8: "lost_schneider", 12: "lost_no_trick"}


def test_a_real_evening_is_tapped_in_and_adds_up_at_every_hand(phone: Phone) -> None:
    night = cast.a_night(cast.thursday_table(currency="USD"), dealer="Ann", skip=["Cleo"])
    phone.owns()
    phone.opens(f"/g/{night.group.code}/{night.number}/")
    for hand in EVENING:
        if hand["hand"] == 6:
            from_now_on_the_dealer_sits_out(phone)
        picker, partner, code = told(hand["roles"], hand["deltas"])
        taps_a_hand(phone, picker, partner, code)
        phone.hears(f"Hand {hand['hand']} ")
        assert totals(phone) == hand["totals"], hand["hand"]
    phone.taps(phone.button("Undo"))
    phone.hears("Taken back onto the pad")
    assert totals(phone) == EVENING[-2]["totals"]
    phone.taps(phone.sees("#record"))
    phone.hears(f"Hand {HANDS} ")
    assert totals(phone) == EVENING[-1]["totals"]


def told(roles: list[str], deltas: list[int]) -> tuple[str, str, str]:
    """Picker, partner (the picker again when alone), and result of a hand of the evening."""
    picker = next(seat for seat, role in enumerate(roles) if role.startswith("picker"))
    partner = roles.index("partner") if "partner" in roles else picker
    worth = deltas[picker] if partner != picker else deltas[picker] // 2
    return NAMES[picker], NAMES[partner], WON[worth] if worth > 0 else LOST[-worth]


def taps_a_hand(phone: Phone, picker: str, partner: str, code: str) -> None:
    phone.taps(phone.button(f"{picker}, "))
    phone.taps(phone.button("Alone" if partner == picker else f"{partner}, "))
    if code != "won":
        phone.taps(phone.sees(f".result:has([name=result][value={code}])"))
    phone.taps(phone.sees("#record"))


def totals(phone: Phone) -> list[int]:
    return [number(total) for total in phone.texts(".head .total")]


def from_now_on_the_dealer_sits_out(phone: Phone) -> None:
    phone.taps(phone.button("Seats"))
    for player, choice in (("Cleo", "Sits out"), ("Ann", "Deals next")):
        phone.taps(phone.choice("#seats summary", player))
        phone.taps(phone.choice("#seats label", choice))
    phone.taps(phone.button("From hand 6 on"))
    phone.sees("#record")
