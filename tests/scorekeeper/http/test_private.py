"""Check what may be kept of files and of addresses that are not there; of pages test_every_door.py does."""

from django.test import Client
from pytest_django import Settings

from tests.cast import thursday_table


def test_files_of_the_house_may_be_kept(settings: Settings) -> None:
    settings.WHITENOISE_USE_FINDERS = True
    answer = Client().head("/static/css/house.css")
    assert answer.status_code == 200
    assert "no-store" not in answer.headers.get("Cache-Control", "")


def test_even_what_is_not_there_is_stored_nowhere(client: Client, db: None) -> None:
    thursday_table()
    for address in ("/nowhere/", "/g/nowhere/", "/g/nowhere/money/"):
        answer = client.get(address)
        assert answer.status_code == 404
        assert answer.headers["Cache-Control"] == "private, no-store"
