"""What a browser is called in the list of phones."""

import pytest
from django.test import RequestFactory

from scorekeeper.accounts.sessions import browser_of


@pytest.mark.parametrize(
    ("agent", "called"),
    [
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Safari/604.1",
            "iPhone, Safari",
        ),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_1) CriOS/131.0 Safari/604.1", "iPhone, Chrome"),
        ("Mozilla/5.0 (Linux; Android 15; Pixel 8) Chrome/131.0.0.0 Mobile Safari/537.36", "Android, Chrome"),
        (
            "Mozilla/5.0 (Linux; Android 14) SamsungBrowser/27.0 Chrome/125.0 Safari",
            "Android, Samsung Internet",
        ),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/131.0 Safari/537.36 Edg/131.0", "Windows, Edge"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Linux, Firefox"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.1 Safari/605.1.15", "Mac, Safari"),
        ("curl/8.0", ""),
        ("", ""),
    ],
)
def test_it_is_called_by_its_phone_and_its_name(agent: str, called: str) -> None:
    assert browser_of(RequestFactory(headers={"User-Agent": agent}).get("/")) == called
