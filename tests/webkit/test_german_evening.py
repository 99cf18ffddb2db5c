"""A short evening of a Stammtisch in German, in the engine of every iPhone."""

from django.conf import settings

from ledger.models import Session
from ledger.models.book import sheet_of
from tests.browser.hands import number, other_game
from tests.reading import missing
from tests.webkit.phone import Phone

FOUR = ("Resi", "Sepp", "Vroni", "Lenz")
# What is tapped in each game, before the pen: words of a game or of a kind of hand, and names.
GAMES = (
    (("Rufspiel",), "Resi", "Sepp"),
    (("Solo",), "Lenz"),
    (("Wenz",), "Vroni"),
    (("Ramsch",), "Sepp"),
    (("Alle passen",),),
    (("Rufspiel",), "Vroni", "Lenz"),
)


def test_stammtisch_plays_ends_and_pays_in_german(phone: Phone) -> None:
    night = other_game("mehrkopf", "bavarian_table", *FOUR)
    phone.owns()
    phone.driver.add_cookie({"name": settings.LANGUAGE_COOKIE_NAME, "value": "de"})
    phone.opens(f"/g/{night.group.code}/{night.number}/")
    assert phone.sees("html").get_attribute("lang") == "de"
    for hand, (words, *names) in enumerate(GAMES, start=1):
        for word in words:
            if word != "Rufspiel":  # chosen already
                phone.taps(phone.choice("#pad label.chip, #pad button.mode", word))
        for name in names:
            phone.taps(phone.button(f"{name}, "))
        phone.taps(phone.sees("#record"))
        phone.hears(f"Spiel {hand}")
        assert sum(totals(phone)) + sheet_of(night).pot_points == 0
    assert totals(phone) == [int(sheet_of(night).totals[player]) for player in sheet_of(night).players]
    before = totals(phone)
    phone.taps(phone.button("Rückgängig"))
    assert totals(phone) != before
    phone.taps(phone.sees("#record"))
    phone.hears(f"Spiel {len(GAMES)}")
    assert totals(phone) == before
    ends_and_lists(phone, night)


def totals(phone: Phone) -> list[int]:
    return [number(total) for total in phone.texts(".head .total")]


def ends_and_lists(phone: Phone, night: Session) -> None:
    phone.taps(phone.button("Abend beenden"))
    phone.taps(phone.choice("button", "Abend beenden"))
    phone.taps(phone.sees(".does > form > button"))
    phone.opens(f"/g/{night.group.code}/{night.number}/report/")
    called = [" ".join(one.split()) for one in phone.texts(".paper-list tbody .who")]
    assert called[:4] == [
        "Rufspiel gewonnen Resi, Sepp",
        "Solo gewonnen Lenz",
        "Wenz gewonnen Vroni",
        "Ramsch Sepp",
    ]
    assert not missing(phone.sees("main").text, "Plus zusammen", "Unterschriften", *FOUR)
