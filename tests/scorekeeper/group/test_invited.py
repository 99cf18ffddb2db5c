"""A link into a group: opened as often as one likes it changes nothing; its button lets a phone in."""

import re
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from ledger.models import AccessLink, Group, Role
from ledger.recording import NewLink, WriteContext, make_link, revoke_link
from scorekeeper.visitors.links import cut
from tests.cast import a_night, owner_of
from tests.reading import html_of, missing
from tests.scorekeeper.conftest import Phones
from tests.steady import many

PREVIEWS = (
    "WhatsApp/2.23.20.0",
    "TelegramBot (like TwitterBot)",
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
    "Mozilla/5.0 (Macintosh) AppleWebKit/601.2.4 (KHTML, like Gecko) facebookexternalhit/1.1 Twitterbot/1.0",
)
"""What chats say of themselves that open a link before people do."""

GUESSES = many(500, soak=20_000)
ADDRESSES = 100


def a_link(group: Group, role: Role = Role.SCORER, **more: Any) -> str:
    secret, said = cut()
    make_link(
        group,
        NewLink(role=role, **more),
        secret,
        WriteContext(key=uuid.uuid4(), after=0, by=owner_of(group)),
    )
    return f"/join/{said}/"


def rows() -> dict[str, list[dict[str, Any]]]:
    return {
        model.__name__: list(model._base_manager.order_by("pk").values())
        for model in apps.get_models()
        if model._meta.managed
    }


def key_in(page: str) -> str:
    found = re.search(r'name="key" value="([^"]+)"', page)
    assert found
    return found[1]


def test_who_looks_sees_the_group_and_what_the_link_lets_do_and_changes_nothing(
    client: Client, group: Group
) -> None:
    address, before = a_link(group), rows()
    answer = client.get(address)
    assert not missing(html_of(answer), group.name, "record hands")
    assert "Ann" not in html_of(answer)
    assert rows() == before
    assert set(answer.cookies) <= {"csrftoken"}
    assert client.get(f"/g/{group.code}/").status_code == 404


@pytest.mark.parametrize("agent", PREVIEWS)
def test_a_chat_that_opens_the_link_before_people_do_changes_no_row(group: Group, agent: str) -> None:
    address = a_link(group, once=True)
    before = rows()
    for _ in range(2):
        answer = Client(headers={"User-Agent": agent}).get(address)
        assert answer.status_code == 200
        assert set(answer.cookies) <= {"csrftoken"}
        assert Client(headers={"User-Agent": agent}).head(address).status_code == 200
    assert rows() == before
    assert Client().post(address).status_code == 303


def test_the_page_tells_nobody_its_address(client: Client, group: Group) -> None:
    for address in (a_link(group), "/join/qwertyuiop/"):
        answer = client.get(address)
        assert answer["Referrer-Policy"] == "strict-origin"
        assert "noindex" in answer["X-Robots-Tag"]
        assert 'content="noindex' in html_of(answer)
        assert not re.search(r'(?:src|href|action)="(?:https?:)?//', html_of(answer))
        assert address.strip("/").split("/")[1] not in html_of(answer)


@pytest.mark.parametrize(("role", "table"), [("watcher", 403), ("scorer", 422), ("owner", 422)])
def test_button_of_a_link_lets_a_phone_in_as_the_link_says(
    client: Client, group: Group, role: str, table: int
) -> None:
    address, night = a_link(group, Role(role)), a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    client.post(address)
    assert client.get(f"/g/{group.code}/").status_code == 200
    assert client.post(f"/g/{group.code}/{night.number}/tell/").status_code == table
    assert client.get(f"/g/{group.code}/settings/").status_code == (200 if role == "owner" else 403)


def test_a_button_tapped_twice_is_one_phone_in_whatever_order_the_answers_come(group: Group) -> None:
    address = a_link(group)
    said = {"key": key_in(html_of(Client().get(address)))}
    first, second = Client(), Client()  # one phone, twice before any answer has come
    assert first.post(address, said)["Location"] == second.post(address, said)["Location"]
    for one in (first, second):
        assert one.get(f"/g/{group.code}/").status_code == 200
    assert group.memberships.count() == 2
    late = Client()  # and once more, on its way while the first answer was used
    assert late.post(address, said).status_code == 303
    assert "guest" not in late.cookies
    assert first.get(f"/g/{group.code}/").status_code == 200
    assert group.memberships.count() == 2


def test_what_lets_nobody_in_is_one_and_the_same_page(client: Client, group: Group) -> None:
    off, over, spent = a_link(group), a_link(group), a_link(group, once=True)
    first, second, _ = AccessLink.objects.order_by("pk")
    revoke_link(first, WriteContext(key=uuid.uuid4(), after=0))
    AccessLink.objects.filter(pk=second.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    Client().post(spent)
    addresses = (off, over, spent, "/join/unknown/")
    (page,) = {html_of(ask(address), 404) for address in addresses for ask in (client.get, client.post)}
    assert group.name not in page


@pytest.mark.parametrize("nonsense", ["x", "%00", "%F0%9F%83%8F", "<script>", "a" * 3000])
def test_nonsense_is_no_link(client: Client, group: Group, nonsense: str) -> None:
    assert client.get(f"/join/{nonsense}/").status_code == 404
    assert client.post(f"/join/{nonsense}/", {"key": "nonsense"}).status_code == 404


def test_guesses_from_a_hundred_addresses_find_nothing_and_lock_nobody_else_out(
    phone: Phones, group: Group, settings: Settings
) -> None:
    settings.LIMITS_TIMES = 1
    right, member = a_link(group), phone("scorer")
    statuses, stranger = set(), Client()
    for number in range(GUESSES):
        here = f"198.51.100.{number % ADDRESSES}"
        stranger.cookies.clear()
        statuses.add(stranger.get(f"/join/{cut()[1]}/", REMOTE_ADDR=here).status_code)
    assert statuses <= {404, 429}
    assert group.memberships.count() == 2
    from_there, from_elsewhere = Client(REMOTE_ADDR="198.51.100.1"), Client(REMOTE_ADDR="203.0.113.9")
    assert from_elsewhere.get(right).status_code == 200
    assert from_elsewhere.post(right).status_code == 303
    assert from_there.post(right).status_code == 303
    assert member.get(f"/g/{group.code}/", REMOTE_ADDR="198.51.100.1").status_code == 200


def test_who_guesses_on_is_told_to_wait(group: Group, settings: Settings) -> None:
    settings.LIMITS_TIMES = 1
    guesses = [
        Client(REMOTE_ADDR="198.51.100.1").get(f"/join/guess-{one}/").status_code for one in range(101)
    ]
    assert guesses == [404] * 100 + [429]
