"""A real evening in the engine of every iPhone: tapped in hand by hand, put right, undone, ended."""

from tests import cast
from tests.browser.hands import EVENING, number, tapped_in
from tests.steady import many
from tests.webkit.phone import Phone

# On each push until somebody has sat out for a while.
HANDS = EVENING[: many(8, soak=26)]


def test_real_evening_is_tapped_in_and_adds_up_at_every_hand(phone: Phone) -> None:
    night = cast.a_night(cast.thursday_table(currency="USD"), dealer="Ann", skip=["Cleo"])
    phone.owns()
    phone.opens(f"/g/{night.group.code}/{night.number}/")
    for hand in HANDS:
        if hand["hand"] == 6:
            from_now_on_the_dealer_sits_out(phone)
        picker, partner, code = tapped_in(hand)
        for name in (f"{picker}, ", partner if partner == "Alone" else f"{partner}, "):
            phone.taps(phone.button(name))
        if code != "won":
            phone.taps(phone.sees(f".result:has([name=result][value={code}])"))
        phone.taps(phone.sees("#record"))
        phone.hears(f"Hand {hand['hand']} ")
        assert totals(phone) == hand["totals"], hand["hand"]
    phone.taps(phone.button("Undo"))
    phone.hears("Taken back onto the pad")
    assert totals(phone) == HANDS[-2]["totals"]
    phone.taps(phone.sees("#record"))
    phone.hears(f"Hand {len(HANDS)} ")
    assert totals(phone) == HANDS[-1]["totals"]


def totals(phone: Phone) -> list[int]:
    return [number(total) for total in phone.texts(".head .total")]


def from_now_on_the_dealer_sits_out(phone: Phone) -> None:
    phone.taps(phone.button("Seats"))
    for player, choice in (("Cleo", "Sits out"), ("Ann", "Deals next")):
        phone.taps(phone.choice("#seats summary", player))
        phone.taps(phone.choice("#seats label", choice))
    phone.taps(phone.button("From hand 6 on"))
    phone.sees("#record")
