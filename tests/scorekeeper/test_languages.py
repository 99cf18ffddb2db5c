"""Every phone reads its own language, whatever the others at its table read."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.test import Client, override_settings
from django.urls import reverse
from pytest_django import Settings

from ledger.models import Group
from scorekeeper.accounts.models import Account
from scorekeeper.pad.state import asks_of
from scorekeeper.text.games import languages_of_names
from tests import cast
from tests.fuzz.forms import Page
from tests.house.test_catalogues import german_faults
from tests.pseudo import write_pseudo
from tests.reading import html_of
from tests.scorekeeper.accounts.people import account_of, logged_in
from tests.scorekeeper.conftest import Phones
from tests.scorekeeper.standings.test_standings import a_night_of_schafkopf
from tests.scorekeeper.table.test_table import posted
from tests.scorekeeper.test_every_door import a_world, doors_of, phone_at
from tests.scorekeeper.test_words import RUFSPIEL, a_night_of, told

GERMAN, ENGLISH = {"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}, {"Accept-Language": "en-GB"}
# Every text of the language that nobody speaks has one of its vowels.
NOBODYS = re.compile("[áéíóúýÁÉÍÓÚÝ]{2}")
# A placeholder that no value took the place of.
LEFT_OPEN = re.compile(r"%\(\w+\)s|\{(?!number\}|count\}|time\}|who\}|why\}|what\}|0\}|1\})[a-z_]+\}")
# A field that shows a number as English writes it.
ENGLISH_NUMBER = re.compile(r'<input[^>]* value="[+−]?\d+\.\d+"[^>]*>')
# What differs from one page to the next: keys of forms, words, which language is on, and room for words.
WORDS = (
    r"aria-label|aria-current|title|content|placeholder|alt|value|hx-headers|lang|data-[\w-]+|href|download"
)
SPOKEN = r'(?:aria-label|title|placeholder|alt)="([^"]*)"'
VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
DIFFERS = re.compile(rf"""\s(?:{WORDS})=("[^"]*"|'[^']*')|\bchart-left-\d|(?<=chip) on\b""")


@pytest.fixture
def _nobodys_german(tmp_path: Path) -> Iterator[None]:
    """Give German the texts of the language that nobody speaks."""
    asks_of.cache_clear()
    with override_settings(LOCALE_PATHS=[write_pseudo(tmp_path, "de")]):
        yield
    asks_of.cache_clear()


def is_page(answer: Any) -> bool:
    return "text/html" in answer.get("Content-Type", "") and answer.status_code not in {302, 303}


def language_of(answer: Any) -> str:
    (found,) = re.findall(r'<html lang="(\w+)"', html_of(answer))
    return str(found)


def bones(html: str) -> list[str]:
    """Return the tags of a page without their words."""
    return [DIFFERS.sub("", tag).replace(" >", ">") for tag in re.findall(r"<[a-z][^>]*>", html)]


def read_aloud(html: str) -> str:
    """Return what a page says, without names and what people wrote."""
    html = re.sub(
        r'<(bdi|q|kbd|textarea|title)\b.*?</\1>|<(\w+)[^>]* lang="en".*?</\2>', " ", html, flags=re.DOTALL
    )
    return f"{texts(html)} {' '.join(re.findall(SPOKEN, html))}"


def texts(html: str) -> str:
    page = re.sub(r"<(script|style|template)\b.*?</\1>", " ", html, flags=re.DOTALL)
    return unescape(re.sub(r"<[^>]*>", " ", page))


@pytest.mark.parametrize(
    ("asked", "answered"),
    [("de-AT,de;q=0.9,en;q=0.5", "de"), ("fr,de;q=0.1", "de"), ("fr", "en"), ("", "en"), ("en,de", "en")],
)
@pytest.mark.django_db
def test_page_is_in_the_first_language_of_the_browser_that_there_is(asked: str, answered: str) -> None:
    answer = Client().get("/", headers={"Accept-Language": asked})
    assert (language_of(answer), answer["Content-Language"]) == (answered, answered)
    assert {"Accept-Language", "Cookie"} <= {*answer["Vary"].split(", ")}


@pytest.mark.django_db
def test_language_is_chosen_on_the_first_page_and_on_that_of_a_group(owner: Client, group: Group) -> None:
    for address in ("/", reverse("about", args=[group.code])):
        page = html_of(owner.get(address, headers=ENGLISH))
        assert re.findall(r'<button [^>]*lang="(\w+)"[^>]*>(\w+)<', page) == [
            ("de", "Deutsch"),
            ("en", "English"),
        ]
        assert page.count('aria-current="true">English') == 1
        answer = owner.post("/language/", {"language": "de", "next": address})
        assert (answer.status_code, answer["Location"]) == (302, address)
        assert language_of(owner.get(address, headers=ENGLISH)) == "de"
        owner.post("/language/", {"language": "en", "next": address})
    assert language_of(owner.get("/", headers=GERMAN)) == "en"


@pytest.mark.django_db
def test_chosen_language_is_a_cookie_of_this_site_alone(settings: Settings) -> None:
    phone = Client()
    phone.post("/language/", {"language": "de", "next": "/"})
    cookie = phone.cookies[settings.LANGUAGE_COOKIE_NAME]
    assert (cookie.value, cookie["path"], cookie["max-age"]) == ("de", "/", settings.SESSION_COOKIE_AGE)
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


@pytest.mark.parametrize("said", [{}, {"language": "xx"}, {"language": "de\r\nSet-Cookie: a=b"}])
@pytest.mark.django_db
def test_nonsense_chooses_no_language_and_leads_nowhere_else(said: dict[str, str]) -> None:
    phone = Client()
    answer = phone.post("/language/", said | {"next": "https://example.org/"}, headers=ENGLISH)
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert language_of(phone.get("/", headers=ENGLISH)) == "en"


@pytest.mark.parametrize("headers", [GERMAN, ENGLISH])
@pytest.mark.django_db
def test_page_of_an_error_is_in_the_language_of_the_phone(headers: dict[str, str]) -> None:
    answers = [
        Client().get("/nothing/here/", headers=headers),
        Client(enforce_csrf_checks=True).post("/start/", headers=headers),
        Client().get("/", headers=headers | {"Host": "elsewhere.example"}),
    ]
    assert [answer.status_code for answer in answers] == [404, 403, 400]
    assert {language_of(answer) for answer in answers} == {headers["Accept-Language"][:2]}


@pytest.mark.django_db
def test_static_files_are_alike_in_every_language(settings: Settings) -> None:
    settings.WHITENOISE_USE_FINDERS = True
    answer = Client().head("/static/css/house.css", headers=GERMAN)
    assert (answer.status_code, "Content-Language" in answer, answer.get("Vary", "")) == (200, False, "")


def test_manifest_and_worker_are_of_the_language_of_the_phone() -> None:
    said = {}
    for language in ("de", "en"):
        phone = Client(headers={"Accept-Language": language})
        assert json.loads(phone.get("/manifest.webmanifest").content)["lang"] == language
        said[language] = phone.get("/sw.js").content.decode().partition("\n")[0]
        assert f'-{language}"' in said[language]
    assert len({re.findall(r'"version": "(\w+)"', house)[0] for house in said.values()}) == 2


@pytest.mark.django_db
def test_open_page_in_another_language_loads_itself_anew(owner: Client, group: Group) -> None:
    address = f"/g/{group.code}/"
    asks = {"HX-Request": "true", "HX-Boosted": "true", "Release": owner.get(address)["Release"]}
    assert "HX-Refresh" not in owner.get(address, headers=asks | ENGLISH)
    assert owner.get(address, headers=asks | GERMAN)["HX-Refresh"] == "true"


@pytest.mark.parametrize(("headers", "shown"), [(GERMAN, "12,50"), (ENGLISH, "12.50")])
@pytest.mark.parametrize("typed", ["12,50", "12.50"])
@pytest.mark.django_db
def test_stake_is_read_alike_and_shown_as_the_language_writes_it(
    owner: Client, group: Group, headers: dict[str, str], typed: str, shown: str
) -> None:
    address = reverse("settings", args=[group.code])
    for said in (typed, shown):
        page = Page(owner.get(address, headers=headers).content.decode(), address)
        form = next(one for one in page.forms if one.action == f"{address}money/")
        fields = dict(form.fields) | {"stake": said, "currency": "EUR", "sure": "1250", "when": "now"}
        assert owner.post(form.action, fields, headers=headers).status_code == 303
        group.refresh_from_db()
        assert group.stake_cents == 1250
        page_now = html_of(owner.get(address, headers=headers))
        assert re.findall(r'name="stake" value="([^"]*)"', page_now)[:1] == [shown]


@pytest.mark.django_db
@pytest.mark.usefixtures("_nobodys_german")
def test_two_phones_in_two_languages_follow_one_night(phone: Phones, group: Group) -> None:
    german, english = phone("owner"), phone("watcher")
    night = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    table = reverse("table", args=[group.code, night.number])
    german.post("/language/", {"language": "de", "next": "/"})
    for hands in (1, 2, 3):
        told = german.post(
            reverse("tell", args=[group.code, night.number]), posted(night), headers={"HX-Request": "true"}
        )
        assert NOBODYS.search(texts(html_of(told, 200)))
        news = [one.get(f"{table}live/?now").content for one in (german, english)]
        assert news[0] == news[1]
        assert int(news[0]) == hands + 1
        renews = {"HX-Request": "true", "HX-Target": "table"}
        pages = [html_of(one.get(table, headers=renews)) for one in (german, english)]
        assert [bool(NOBODYS.search(texts(page))) for page in pages] == [True, False]
        rows = [re.findall(r"<td[^>]*>(?:<a[^>]*>)?([+−]?\d+)", page) for page in pages]
        assert rows[0] == rows[1] != []


@pytest.mark.django_db
def test_two_phones_in_two_languages_read_the_words_that_their_group_chose() -> None:
    chosen = {"word_rufspiel": "sauspiel", "word_klopfer": "leger", "klopfer": True}
    phone, night = a_night_of("mehrkopf", 4, chosen)
    entry = told(night, RUFSPIEL | {"klopfer": 1})
    for page, at in (("hand", [entry]), ("table", [])):
        address = reverse(page, args=[night.group.code, night.number, *at])
        german, english = (texts(html_of(phone.get(address, headers=one))) for one in (GERMAN, ENGLISH))
        for said in (german, english):
            assert "Sauspiel" in said
            assert not re.search("Rufspiel (verloren|lost)|Klopfer", said)
        assert ("Sauspiel verloren" in german, "Sauspiel lost" in english) == (page == "hand",) * 2


@pytest.mark.django_db
@pytest.mark.usefixtures("_nobodys_german")
def test_picture_of_a_night_is_another_one_in_another_language(owner: Client, group: Group) -> None:
    address = reverse("picture_file", args=[group.code, cast.an_ended_night(group).number])
    german = owner.get(address, headers=GERMAN)
    kept = {"If-None-Match": german["ETag"]}
    assert owner.get(address, headers=GERMAN | kept).status_code == 304
    english = owner.get(address, headers=ENGLISH | kept)
    assert (english.status_code, english.content != german.content) == (200, True)


@pytest.mark.django_db
@pytest.mark.usefixtures("_nobodys_german")
def test_letter_is_in_the_language_of_whoever_asks_for_it(settings: Settings) -> None:
    settings.LETTERS = True
    account_of("Ann")
    Account.objects.update(address="ann@example.org", address_key="ann@example.org")
    for headers in (GERMAN, ENGLISH):
        Client(headers=headers).post("/forgotten/letter/", {"address": "ann@example.org"})
    assert [bool(NOBODYS.search(str(letter.subject))) for letter in mail.outbox] == [True, False]


@pytest.mark.django_db
@pytest.mark.usefixtures("_nobodys_german")
def test_no_page_brings_anything_of_the_language_before_it() -> None:
    """Each page in German, then in English and in German again: nothing kept on the server is mixed."""
    world = a_world()
    phone, mixed, plain, changed = phone_at(world, "owner"), [], [], []
    for door in doors_of("watcher", "scorer", "owner", "anyone"):
        address = door.at(world.ids)
        answers = [phone.get(address, headers=said) for said in (GERMAN, ENGLISH, GERMAN)]
        if not all(is_page(answer) for answer in answers):
            continue
        first, english, second = (html_of(answer) for answer in answers)
        mixed += [door.name] * bool(NOBODYS.search(texts(english)))
        plain += [door.name] * (not NOBODYS.search(texts(first)) or not NOBODYS.search(texts(second)))
        changed += [door.name] * (bones(first) != bones(english))
    assert (mixed, plain, changed) == ([], [], [])


class Foreign(HTMLParser):
    """Collects names that stand alone in an element and have another language than it is marked with."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[tuple[str, str]] = []
        self.unmarked: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            outside = self.open[-1][1] if self.open else ""
            self.open.append((tag, dict(attrs).get("lang") or outside))

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        tag, language = self.open[-1] if self.open else ("", "")
        own = languages_of_names().get(data.strip())
        if own and own != language and tag not in ("script", "style", "bdi", "title", "textarea"):
            self.unmarked.append(f"<{tag} lang={language}> {data.strip()}")


@pytest.mark.django_db
@pytest.mark.parametrize("headers", [GERMAN, ENGLISH])
def test_names_that_stand_alone_have_their_language_wherever_the_page_has_another(
    headers: dict[str, str],
) -> None:
    world = a_world()
    stube = cast.thursday_table(name="Stube")
    a_night_of_schafkopf(stube)
    phone, unmarked = phone_at(world, "owner"), set()
    for door in doors_of("watcher", "scorer", "owner", "anyone"):
        ann = stube.players.all()[0].pk
        for ids in (world.ids, world.ids | {"code": stube.code, "number": 1, "player": ann}):
            answer = phone.get(door.at(ids), headers=headers)
            if is_page(answer):
                unmarked |= {(door.name, one) for one in Foreign(html_of(answer)).unmarked}
    assert sorted(unmarked) == []


@pytest.mark.django_db
@pytest.mark.parametrize("who", ["owner", "scorer", "watcher", "other", "nobody", "account"])
def test_every_page_in_german_says_so_with_every_word_and_number_in_its_place(
    who: str, settings: Settings
) -> None:
    world = a_world()
    ids: dict[str, object] = {"public": uuid.uuid4(), "passkey": 1}
    roles, wrong, pages = ["watcher", "scorer", "owner", "anyone"], [], 0
    if who == "account":
        settings.LETTERS = True
        account_of("Ann")
        roles, phone = ["account"], logged_in("Ann")
    else:
        phone = phone_at(world, who)
    for door in doors_of(*roles):
        answer = phone.get(door.at(world.ids | ids), headers=GERMAN)
        if not is_page(answer):
            continue
        pages += 1
        html = html_of(answer)
        faults = [
            *LEFT_OPEN.findall(texts(html)),
            *ENGLISH_NUMBER.findall(html),
            *german_faults(read_aloud(html)),
        ]
        if language_of(answer) != "de" or faults:
            wrong.append((door.name, faults))
    assert wrong == []
    assert pages > (5 if who == "account" else 100)
