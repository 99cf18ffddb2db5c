"""Check requests that claim a charset: pages are UTF-8 in any case, and such forms are refused in words."""

import io
from collections.abc import Callable
from typing import Any

import pytest

from scorekeeper.serving.wsgi import get_wsgi_application
from tests.serving import CSRF

# Django looks after the connection of this thread when a request begins, if a test before has opened one.
pytestmark = pytest.mark.django_db

FORM = "application/x-www-form-urlencoded"
CLAIMS = ("rot13", "idna", "utf-16", "base64", "undefined", "nonsense", "\xff", "utf-8\0")


@pytest.mark.parametrize(
    "kind",
    [
        *(f"{form}; charset={one}" for form in (FORM, "multipart/form-data; boundary=x") for one in CLAIMS),
        f"{FORM}; charset*=nonsense''x",
        f"{FORM}; charset*=x",
        "; charset*=idna''%ff",
    ],
)
def test_a_page_opens_and_a_form_is_refused_whatever_charset_is_claimed(kind: str) -> None:
    assert answer("GET", kind)[0] == 200
    status, page = answer("POST", kind, b"name=x")
    assert (status, "could not be read" in page or "*" in kind) == (400, True)


@pytest.mark.parametrize("claim", ["utf-8", "UTF8", '"utf-8"'])
def test_a_form_in_utf8_is_read(claim: str) -> None:
    status, page = answer("POST", f"{FORM}; charset={claim}", b"name=What+we+are+called")
    assert (status, "What we are called" in page) == (422, True)


def answer(method: str, kind: str, body: bytes = b"") -> tuple[int, str]:
    """Return the status and the page of "/start/"."""
    told: list[str] = []

    def start(status: str, headers: list[tuple[str, str]], *rest: object) -> Callable[[bytes], object]:
        told.append(status)
        return len

    environ: dict[str, Any] = {
        "REQUEST_METHOD": method,
        "PATH_INFO": "/start/",
        "QUERY_STRING": "a=\x00",
        "SERVER_NAME": "testserver",
        "SERVER_PORT": "80",
        "HTTP_HOST": "testserver",
        "HTTP_COOKIE": f"csrftoken={CSRF}",
        "HTTP_X_CSRFTOKEN": CSRF,
        "CONTENT_TYPE": kind,
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": io.BytesIO(body),
        "wsgi.url_scheme": "http",
    }
    response = get_wsgi_application()(environ, start)
    return int(told[0].split()[0]), b"".join(response).decode()
