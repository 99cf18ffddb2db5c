"""Check what may be kept of files and of addresses that are not there; of pages test_every_door.py does."""

import pytest
from django.test import Client
from pytest_django import Settings


@pytest.mark.django_db
def test_files_of_the_house_may_be_kept_and_what_is_not_there_is_stored_nowhere(
    settings: Settings, client: Client
) -> None:
    settings.WHITENOISE_USE_FINDERS = True
    style = Client().head("/static/css/house.css")
    assert (style.status_code, "no-store" in style.headers.get("Cache-Control", "")) == (200, False)
    for address in ("/nowhere/", "/g/nowhere/", "/g/nowhere/money/"):
        answer = client.get(address)
        assert (answer.status_code, answer.headers["Cache-Control"]) == (404, "private, no-store")
