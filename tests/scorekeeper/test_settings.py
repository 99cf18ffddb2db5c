import os
import subprocess
import sys

import pytest

from scorekeeper.variables import VARIABLES
from tests.house.sources import ROOT

SECRET = "more than fifty characters that somebody has made up here"


def start(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run manage.py with the settings an operator would have, and none of ours."""
    blank = {one.name: "" for one in VARIABLES if one.name not in ("SECRET_KEY", "ACCOUNTS")}
    given = {**os.environ, **blank, "DJANGO_SETTINGS_MODULE": "scorekeeper.settings", "SECRET_KEY": SECRET}
    given.pop("DJANGO_ALLOW_ASYNC_UNSAFE", None)  # set while browser tests run, and rightly an error outside
    command, given = [sys.executable, "manage.py", *arguments], given | variables
    return subprocess.run(
        command, cwd=ROOT, env=given, capture_output=True, text=True, timeout=60, check=False
    )


def shown(setting: str, **variables: str) -> str:
    asked = f"from django.conf import settings; print(settings.{setting})"
    return start("shell", "--no-imports", "-c", asked, **variables).stdout.strip()


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("SECRET_KEY", "", "SECRET_KEY is missing"),
        ("SECRET_KEY", "x" * 31, "SECRET_KEY has 31 characters: it needs 32 at least."),
        ("SECRET_KEY", "changeme" * 8, "SECRET_KEY repeats itself, so it can be guessed."),
        ("DEBUG", "maybe", "DEBUG must be 1 or 0, not “maybe”"),
        ("DEMO", "2", "DEMO must be 1 or 0"),
        ("SITE_URL", "http://cards.example.org", "SITE_URL must be an address like https://"),
        ("SITE_URL", "https://example.org/cards?x=1", "SITE_URL must be an address like https://"),
        ("SITE_URL", "https://example.org/a b", "SITE_URL must be an address like https://"),
        ("SITE_URL", "https://example.org/g", "SITE_URL must be an address like https://"),
        ("DATABASE_URL", "mysql://localhost/x", "DATABASE_URL must begin with"),
        ("TIME_ZONE", "Wisconsin", "TIME_ZONE must be a name like"),
        ("LIMITS_TIMES", "0", "LIMITS_TIMES must be a whole number from 1 to 1000, not “0”"),
        ("LOG_FORMAT", "xml", "LOG_FORMAT must be line or json, not “xml”"),
        ("METRICS_PORT", "-1", "METRICS_PORT must be a whole number from 0 to 65535"),
        ("PORT", "80000", "PORT must be a whole number from 1 to 65535, not “80000”"),
    ],
)
def test_a_wrong_value_stops_the_start_with_a_sentence(name: str, value: str, sentence: str) -> None:
    # A machine with a .env has a secret there; here the variable must be set and empty.
    result = start("check", **{name: value})
    assert result.returncode != 0
    assert sentence in result.stderr.splitlines()[-1]


def test_ready_for_the_internet() -> None:
    result = start("check", "--deploy", "--fail-level", "WARNING", SITE_URL="https://example.org")
    assert result.returncode == 0, result.stderr


def test_a_path_of_the_site_is_before_every_file_and_in_every_cookie() -> None:
    asked = "SITE_PATH, settings.SITE_ORIGIN, settings.STATIC_URL, settings.SESSION_COOKIE_PATH"
    names = "settings.SESSION_COOKIE_NAME, settings.CSRF_TRUSTED_ORIGINS"
    language = "LANGUAGE_COOKIE_NAME, settings.LANGUAGE_COOKIE_PATH"
    whole = shown(f"{asked}, {names}", SITE_URL="https://example.org:8443")
    assert whole == " https://example.org:8443 /static/ / __Host-guest ['https://example.org:8443']".strip()
    below = shown(f"{asked}, {names}", SITE_URL="https://example.org/my/cards/")
    assert below == (
        "/my/cards https://example.org /my/cards/static/ /my/cards/ __Secure-guest ['https://example.org']"
    )
    assert shown(language, SITE_URL="https://example.org") == "__Host-language /"
    assert shown(language, SITE_URL="https://example.org/my/cards/") == "__Secure-language /my/cards/"


DATABASE = "DATABASES['default']"
SOCKET = "postgres://scorekeeper@%2Ftmp%2Fsocket/cards"
SEVERAL = "postgresql://cards:word@one:5432,other:5433/cards"
OTHERWISE = "postgresql://cards@one,other/cards?target_session_attrs=any&connect_timeout=9"


@pytest.mark.parametrize(
    ("setting", "variables", "said"),
    [
        (
            "ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT, settings.SESSION_COOKIE_SECURE, settings.DEBUG",
            {"ALLOWED_HOSTS": "cards.lan, table.lan"},
            ["'localhost'", "'cards.lan', 'table.lan'", "False False False"],
        ),
        (
            "ALLOWED_HOSTS, settings.CSRF_TRUSTED_ORIGINS",
            {"SITE_URL": "https://example.org/"},
            ["['example.org'] ['https://example.org']"],
        ),
        (
            f"{DATABASE}, settings.PAGE_THREADS",
            {"PAGE_THREADS": "8"},
            ["'transaction_mode': 'IMMEDIATE'", "synchronous=FULL", "'CONN_MAX_AGE': None", "} 1"],
        ),
        (
            f"{DATABASE}, settings.PAGE_THREADS",
            {"DATABASE_URL": SOCKET, "PAGE_THREADS": "8"},
            ["'HOST': '/tmp/socket'", "} 8"],
        ),
        ("SECRET_KEY_FALLBACKS", {"SECRET_KEY_FALLBACKS": f"short, {SECRET[::-1]}"}, [f"'{SECRET[::-1]}'"]),
        ("TIME_ZONE", {"TZ": "America/Chicago"}, ["America/Chicago"]),
        ("TIME_ZONE", {"TZ": "America/Chicago", "TIME_ZONE": "Europe/Berlin"}, ["Europe/Berlin"]),
        (
            DATABASE,
            {"DATABASE_URL": SEVERAL},
            [
                "'HOST': 'one,other', 'PORT': '5432,5433'",
                "'target_session_attrs': 'read-write'",
                "'connect_timeout': 3",
            ],
        ),
        (
            DATABASE,
            {"DATABASE_URL": OTHERWISE},
            ["'target_session_attrs': 'any'", "'connect_timeout': 9"],
        ),
    ],
    ids=[
        "at home",
        "on the internet",
        "SQLite",
        "socket",
        "keys",
        "TZ",
        "TIME_ZONE",
        "several hosts",
        "otherwise",
    ],
)
def test_settings_follow_the_variables(setting: str, variables: dict[str, str], said: list[str]) -> None:
    text = shown(setting, **variables)
    assert [one for one in (*said, "'*'") if one not in text] == ["'*'"]


def test_a_standby_alone_is_not_asked_to_be_writable() -> None:
    # The start refuses such a standby in words instead.
    assert "target_session_attrs" not in shown(DATABASE, DATABASE_URL="postgresql://cards@one/cards")
