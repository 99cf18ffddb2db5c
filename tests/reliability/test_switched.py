"""Accounts switched on and off on a book that there is: each in a process of its own."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.sources import ROOT

LOOK = """
import sys
from django.test import Client
from django.conf import settings
settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
settings.ALLOWED_HOSTS = ["*"]
phone = Client()
"""
# Each command takes a process of its own some seconds, so that these are called in one.
CHECK = """
from django.core.management import call_command
call_command("check", databases=["default"])
"""
DEPLOY = """
from django.core.management import call_command
call_command("check", deploy=True)
call_command("makemigrations", check_changes=True, dry_run=True)
"""
NOTHING = """
assert not [name for name in sys.modules if name.split(".")[0] in ("allauth", "fido2")]
assert not [name for name in sys.modules if name.startswith("scorekeeper.accounts")]
page = phone.get("/").content.decode()
assert "Log in" not in page and "account" not in page.replace("and nobody signs up", ""), page
assert phone.get("/log-in/").status_code == phone.get("/account/").status_code == 404
"""
SIGNS_UP = """
import uuid
said = {"key": str(uuid.uuid4()), "name": "Ann", "password": "three green herons"}
assert phone.post("/sign-up/", said).status_code == 303
assert phone.get("/account/").status_code == 200
"""
LOGS_IN = """
answer = phone.post("/log-in/", {"name": "Ann", "password": "three green herons"})
assert (answer.status_code, answer["Location"]) == (303, "/"), answer.content
assert "GROUP" in phone.get("/").content.decode()
"""
HAS_A_GROUP = """
import uuid
from scorekeeper.accounts.models import Account
from ledger.recording import NewGroup, start_group
account = Account.objects.get()
start_group(NewGroup(name="GROUP", names=["A", "B", "C", "D"], currency="", stake_cents=0, options={}),
            account.guest, uuid.uuid4())
"""


class Book:
    """A book in a folder, and a server's program over it, with accounts or without."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def manage(self, *command: str, accounts: bool, **more: str) -> str:
        env = os.environ | {
            "DATA_DIR": str(self.folder),
            "DATABASE_URL": f"sqlite:///{self.folder / 'book.sqlite3'}",
            "SECRET_KEY": "only for tests, where nothing is hidden from anybody at all",
            "ACCOUNTS": "1" if accounts else "0",
            "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
            "SITE_URL": "",
            "ALLOWED_HOSTS": "",
            "DEBUG": "",
            "EMAIL_URL": "",
            "EMAIL_FROM": "",
        }
        done = subprocess.run(
            [sys.executable, str(ROOT / "manage.py"), *command],
            env=env | more,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr

    def runs(self, code: str, *, accounts: bool, **more: str) -> str:
        return self.manage("shell", "--no-imports", "-c", code, accounts=accounts, **more)

    def tables(self) -> set[str]:
        with sqlite3.connect(self.folder / "book.sqlite3") as connection:
            return {
                name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            }


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return Book(tmp_path)


OF_ACCOUNTS = ("accounts_", "account_", "auth_", "mfa_", "django_content_type")


def test_accounts_are_switched_on_and_off_and_on_again_and_nobody_loses_anything(book: Book) -> None:
    book.manage("migrate", "-v", "0", accounts=False)
    assert not [name for name in book.tables() if name.startswith(OF_ACCOUNTS)]
    book.runs(LOOK + NOTHING, accounts=False)

    book.manage("migrate", "-v", "0", accounts=True)
    assert {"accounts_account", "accounts_phone", "mfa_authenticator"} <= book.tables()
    book.runs(LOOK + SIGNS_UP + HAS_A_GROUP, accounts=True)

    book.manage("migrate", "-v", "0", accounts=False)
    assert "W002" not in book.runs(CHECK + LOOK + NOTHING, accounts=False)
    assert "W002" not in book.runs(CHECK + LOOK + LOGS_IN, accounts=True)


def test_a_book_without_their_tables_is_told_of_before_it_is_served(book: Book) -> None:
    book.manage("migrate", "-v", "0", accounts=False)
    said = book.manage("check", "--database", "default", accounts=True)
    assert "must still be made" in said
    assert "scorekeeper.W002" in said


MAIL = "smtp+tls://cards%40example.org:pass%2Fword@mail.example.org"


@pytest.mark.parametrize(("accounts", "more"), [(True, {}), (False, {}), (True, {"EMAIL_URL": MAIL})])
def test_server_on_the_internet_passes_all_checks_and_misses_no_migration(
    book: Book, accounts: bool, more: dict[str, str]
) -> None:
    online = {"SITE_URL": "https://cards.example.org"} | more
    said = book.runs(DEPLOY, accounts=accounts, **online)
    assert "no issues" in said
    assert "No changes detected" in said


TELLS = """
from django.conf import settings as s
print("|".join(map(str, (s.LETTERS, s.EMAIL_HOST, s.EMAIL_PORT, s.EMAIL_HOST_USER, s.EMAIL_HOST_PASSWORD,
                         s.EMAIL_USE_TLS, s.DEFAULT_FROM_EMAIL))))
"""
FROM = "cards@example.org"


@pytest.mark.parametrize(
    ("said", "means"),
    [
        ({}, "False|localhost|25|||False|webmaster@localhost"),
        ({"EMAIL_URL": MAIL}, f"True|mail.example.org|587|{FROM}|pass/word|True|{FROM}"),
        (
            {"EMAIL_URL": "smtp://localhost", "EMAIL_FROM": FROM},
            f"True|localhost|25|None|None|False|{FROM}",
        ),
        ({"EMAIL_URL": "mail.example.org"}, "EMAIL_URL must look like smtp+tls://"),
        ({"EMAIL_URL": "consolemail://"}, "EMAIL_URL must look like smtp+tls://"),
        ({"EMAIL_URL": "smtp://localhost"}, "EMAIL_FROM must say from which address e-mail comes"),
    ],
)
def test_mail_server_is_named_in_one_line_or_stops_the_start(
    book: Book, said: dict[str, str], means: str
) -> None:
    if "must" in means:
        with pytest.raises(AssertionError, match=re.escape(means)):
            book.manage("check", accounts=True, **said)
    else:
        assert means in book.runs(TELLS, accounts=True, **said)
