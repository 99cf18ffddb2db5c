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
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=given | variables, capture_output=True, text=True, timeout=60, check=False
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


def test_a_cookie_of_the_key_before_still_opens_its_groups() -> None:
    sign = "from django.core import signing; print(signing.dumps({'guest': 'Ann'}, salt=%r))"
    read = "from django.core import signing; print(signing.loads(%r, salt=%r)['guest'])"
    salt = "django.contrib.sessions.backends.signed_cookies"
    old, new = SECRET, SECRET[::-1]
    cookie = start("shell", "--no-imports", "-c", sign % salt).stdout.strip()
    opens = ("shell", "--no-imports", "-c", read % (cookie, salt))
    assert start(*opens, SECRET_KEY=new, SECRET_KEY_FALLBACKS=f"short, {old}").stdout == "Ann\n"
    assert "BadSignature" in start(*opens, SECRET_KEY=new).stderr


def test_ready_for_the_internet() -> None:
    result = start("check", "--deploy", "--fail-level", "WARNING", SITE_URL="https://example.org")
    assert result.returncode == 0, result.stderr


def test_a_path_of_the_site_is_before_every_file_and_in_every_cookie() -> None:
    asked = "SITE_PATH, settings.SITE_ORIGIN, settings.STATIC_URL, settings.SESSION_COOKIE_PATH"
    names = "settings.SESSION_COOKIE_NAME, settings.CSRF_TRUSTED_ORIGINS"
    whole = shown(f"{asked}, {names}", SITE_URL="https://example.org:8443")
    assert whole == " https://example.org:8443 /static/ / __Host-guest ['https://example.org:8443']".strip()
    below = shown(f"{asked}, {names}", SITE_URL="https://example.org/my/cards/")
    assert below == (
        "/my/cards https://example.org /my/cards/static/ /my/cards/ __Secure-guest ['https://example.org']"
    )


def test_at_home_it_answers_to_its_own_names_on_plain_http() -> None:
    hosts = shown("ALLOWED_HOSTS", ALLOWED_HOSTS="cards.lan, table.lan")
    assert "'localhost'" in hosts
    assert "'cards.lan', 'table.lan'" in hosts
    assert "'*'" not in hosts
    assert shown("SECURE_SSL_REDIRECT, settings.SESSION_COOKIE_SECURE, settings.DEBUG") == "False False False"


def test_on_the_internet_it_answers_to_one_name_on_https() -> None:
    assert shown("ALLOWED_HOSTS", SITE_URL="https://example.org/") == "['example.org']"
    assert shown("CSRF_TRUSTED_ORIGINS", SITE_URL="https://example.org/") == "['https://example.org']"


def test_sqlite_is_set_for_a_book_of_money() -> None:
    shown_options = shown("DATABASES['default']")
    assert "'transaction_mode': 'IMMEDIATE'" in shown_options
    assert "synchronous=FULL" in shown_options
    assert "'CONN_MAX_AGE': None" in shown_options
    assert shown("PAGE_THREADS", PAGE_THREADS="8") == "1"


def test_it_keeps_the_time_of_the_machine_unless_told_otherwise() -> None:
    assert shown("TIME_ZONE", TZ="America/Chicago") == "America/Chicago"
    assert shown("TIME_ZONE", TZ="America/Chicago", TIME_ZONE="Europe/Berlin") == "Europe/Berlin"


def test_of_several_hosts_the_one_that_may_be_written_is_asked_and_a_lost_one_is_given_up_soon() -> None:
    options = shown("DATABASES['default']", DATABASE_URL="postgresql://cards:word@one:5432,other:5433/cards")
    assert "'HOST': 'one,other', 'PORT': '5432,5433'" in options
    assert "'target_session_attrs': 'read-write'" in options
    assert "'connect_timeout': 3" in options
    said = "postgresql://cards@one,other/cards?target_session_attrs=any&connect_timeout=9"
    options = shown("DATABASES['default']['OPTIONS']", DATABASE_URL=said)
    assert "'target_session_attrs': 'any'" in options
    assert "'connect_timeout': 9" in options
    alone = shown("DATABASES['default']['OPTIONS']", DATABASE_URL="postgresql://cards@one/cards")
    assert "target_session_attrs" not in alone  # a standby alone is refused in words


def test_postgresql_may_have_more_threads() -> None:
    url = "postgres://scorekeeper@%2Ftmp%2Fsocket/cards"
    assert shown("PAGE_THREADS", DATABASE_URL=url, PAGE_THREADS="8") == "8"
    assert shown("DATABASES['default']['HOST']", DATABASE_URL=url) == "/tmp/socket"
