"""A key that nobody guesses is fine; one that anybody would try is not, however long it is."""

import secrets
import uuid
from base64 import b64encode
from random import Random

import pytest
from django.conf import settings as configured
from django.core import signing
from django.test import Client
from pytest_django import Settings

from scorekeeper.serving.secret_keys import weakness
from tests.cast import thursday_table


def test_random_keys_are_fine() -> None:
    luck = Random(3)
    for _ in range(300):
        drawn = luck.randbytes(36)
        for key in (
            drawn.hex(),
            drawn[:16].hex(),
            b64encode(drawn).decode(),
            str(uuid.UUID(bytes=drawn[:16])),
        ):
            assert weakness(key) == "", key
    assert weakness(secrets.token_urlsafe(48)) == ""
    assert weakness("correct horse battery staple on a kitchen table") == ""
    assert weakness(configured.SECRET_KEY) == ""


@pytest.mark.parametrize(
    "key",
    [
        "",
        "a" * 31,
        "k3J9vQ2xT7mLw8Zr5NbYc1HdGf6SaPu",
        "a" * 64,
        "abab" * 16,
        "changeme" * 8,
        "django-insecure-k3J9vQ2xT7mLw8Zr5NbYc1HdGf6SaPuEoR4iXtV0qWjMzKlBnCy",
        "change-me-to-your-secret-key-in-production",
        "SECRET_KEY_secret_key_SECRET_KEY_secret_key",
        "qwertyuiopasdfghjklzxcvbnm1234567890",
        "abcdefghijklmnopqrstuvwxyz0123456789",
        "0987654321poiuytrewqlkjhgfdsamnbvcxz",
        "0123456789012345678901234567890123456789",
        "password1234" + "!" * 40,
    ],
)
def test_a_key_that_anybody_would_try_is_refused(key: str) -> None:
    assert weakness(key) != ""


@pytest.mark.django_db
def test_a_phone_that_the_key_before_has_let_in_still_opens_its_group(settings: Settings) -> None:
    guest = uuid.uuid4()
    group = thursday_table(guest=guest)
    old, settings.SECRET_KEY = settings.SECRET_KEY, secrets.token_urlsafe(48)
    salt = "django.contrib.sessions.backends.signed_cookies"
    phone = Client()
    phone.cookies[settings.SESSION_COOKIE_NAME] = signing.dumps(
        {"guest": str(guest)}, key=old, salt=salt, compress=True
    )
    page = f"/g/{group.code}/"
    assert phone.get(page).status_code == 404
    phone.cookies[settings.SESSION_COOKIE_NAME] = cookie = signing.dumps(
        {"guest": str(guest)}, key=old, salt=salt, compress=True
    )
    settings.SECRET_KEY_FALLBACKS = [old]
    assert phone.get(page).status_code == 200
    # The cookie is old, so it was renewed; from here on the new key alone lets this phone in.
    assert phone.cookies[settings.SESSION_COOKIE_NAME].value != cookie
    settings.SECRET_KEY_FALLBACKS = []
    assert phone.get(page).status_code == 200
