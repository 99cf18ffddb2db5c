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

# A key that was drawn at random once, and is no secret any more.
DRAWN = "q3Vb7-LxW0d_Tn5RkZ8yPf2hUaE6mJs9GcHo4"


def test_random_keys_are_fine() -> None:
    luck = Random(3)
    keys = ["correct horse battery staple on a kitchen table", configured.SECRET_KEY]
    for _ in range(300):
        drawn = luck.randbytes(36)
        half = drawn[:16]
        keys += [drawn.hex(), half.hex(), b64encode(drawn).decode(), str(uuid.UUID(bytes=half))]
    assert {key: weakness(key) for key in keys if weakness(key)} == {}


@pytest.mark.parametrize(
    "key",
    [
        "",
        "a" * 31,
        DRAWN[:31],
        "a" * 64,
        "abab" * 16,
        "changeme" * 8,
        "django-insecure-" + DRAWN,
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
    page = f"/g/{thursday_table(guest=guest).code}/"
    old, settings.SECRET_KEY = settings.SECRET_KEY, secrets.token_urlsafe(48)
    salt = "django.contrib.sessions.backends.signed_cookies"
    cookie = signing.dumps({"guest": str(guest)}, key=old, salt=salt, compress=True)
    phone = Client()
    for fallbacks, status in (([], 404), ([old], 200)):
        settings.SECRET_KEY_FALLBACKS = fallbacks
        phone.cookies[settings.SESSION_COOKIE_NAME] = cookie
        assert phone.get(page).status_code == status
    # The cookie is old, so it was renewed; from here on the new key alone lets this phone in.
    assert phone.cookies[settings.SESSION_COOKIE_NAME].value != cookie
    settings.SECRET_KEY_FALLBACKS = []
    assert phone.get(page).status_code == 200
