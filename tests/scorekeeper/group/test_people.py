"""Who has access: links shown to be scanned, phones that are changed and removed, and whose they are."""

import re
import uuid
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from ledger.models import AccessLink, Group, Membership, Role, SharedYear
from ledger.recording import TONIGHT, NewLink, WriteContext, admit, make_link
from scorekeeper.presenters import qr
from scorekeeper.visitors.links import cut, said_again
from tests.cast import OWNER, a_night, owner_of, player
from tests.reading import html_of, missing, present
from tests.scorekeeper.conftest import Phones, phone_of


def url(group: Group, rest: str = "") -> str:
    return f"/g/{group.code}/people/{rest}"


def a_link(group: Group, role: Role = Role.SCORER, **more: Any) -> AccessLink:
    by = Membership.objects.get(group=group, guest=OWNER)
    new = NewLink(role=role, **more)
    return make_link(group, new, cut()[0], WriteContext(key=uuid.uuid4(), after=0, by=by))


def came_by(link: AccessLink) -> tuple[Client, Membership]:
    client = Client()
    assert client.post(f"/join/{said_again(link)}/").status_code == 303
    assert client.get(f"/g/{link.group.code}/").status_code == 200
    return client, Membership.objects.latest("pk")


def said(row: AccessLink | Membership | None = None, **more: Any) -> dict[str, Any]:
    if row is not None:
        row.refresh_from_db()
    return {"key": str(uuid.uuid4()), "after": row.changes if row else 0, **more}


Write = tuple[
    str, Mapping[str, Any], Callable[[Group, AccessLink, Membership], AccessLink | Membership | None]
]
WRITES: dict[str, Write] = {
    "make": ("links/", {"role": "scorer", "tonight": "1"}, lambda group, link, mine: None),
    "name": ("links/{link}/name/", {"name": "The kitchen"}, lambda group, link, mine: link),
    "new": ("links/{link}/new/", {}, lambda group, link, mine: link),
    "off": ("links/{link}/off/", {"closes": "1"}, lambda group, link, mine: link),
    "role": ("{mine}/role/", {"role": "owner"}, lambda group, link, mine: mine),
    "remove": ("{mine}/remove/", {"link_too": "1"}, lambda group, link, mine: mine),
    "confirm": ("{mine}/player/yes/", {}, lambda group, link, mine: mine),
    "whose": ("{mine}/player/", {"player": "{ben}"}, lambda group, link, mine: mine),
}
"""What owners write: where to, what it says, and of what."""


def access(group: Group) -> list[Any]:
    return [
        list(group.links.order_by("pk").values()),
        [
            {name: value for name, value in one.items() if name != "last_seen"}
            for one in group.memberships.order_by("pk").values()
        ],
    ]


def write_of(group: Group, name: str) -> tuple[str, dict[str, Any]]:
    link = a_link(group)
    _, mine = came_by(link)
    if name == "confirm":
        Membership.objects.filter(pk=mine.pk).update(player=player(group, "Ben"))
    blanks = {"link": link.pk, "mine": mine.pk, "ben": player(group, "Ben").pk}
    where, says, of = WRITES[name]
    filled = {key: value.format(**blanks) for key, value in says.items()}
    return url(group, where.format(**blanks)), said(of(group, link, mine), **filled)


@pytest.mark.parametrize("name", WRITES)
def test_owners_write_once_however_often_it_is_sent(owner: Client, group: Group, name: str) -> None:
    address, form = write_of(group, name)
    before = access(group)
    assert owner.post(address, form).status_code == 303
    after = access(group)
    assert before != after
    assert owner.post(address, form).status_code == 303
    assert access(group) == after


@pytest.mark.parametrize("name", [name for name in WRITES if name != "make"])
def test_what_was_changed_meanwhile_is_shown_and_not_written_over(
    owner: Client, group: Group, name: str
) -> None:
    address, form = write_of(group, name)
    before = access(group)
    assert "changed meanwhile" in html_of(owner.post(address, form | {"after": form["after"] + 1}), 409)
    assert access(group) == before


@pytest.mark.parametrize("name", ["make", "role", "whose"])
def test_a_role_or_a_player_that_is_none_is_refused(owner: Client, group: Group, name: str) -> None:
    address, form = write_of(group, name)
    before = access(group)
    assert owner.post(address, form | {"role": "king", "player": "x"}).status_code == 422
    assert access(group) == before


def shown(owner: Client, group: Group, **asked: int) -> str:
    return html_of(owner.get(url(group), asked))


def test_the_code_on_the_page_is_the_link_and_can_be_shown_again(owner: Client, group: Group) -> None:
    assert owner.post(url(group, "links/"), said(role="watcher")).status_code == 303
    secret = said_again(AccessLink.objects.get())
    assert len(secret) == 22
    page = shown(owner, group)
    assert f"http://testserver/join/{secret}/" in page
    assert re.search(r'<svg[^>]*class="qr"', page)
    assert "style=" not in page
    assert secret not in str(AccessLink.objects.values())
    assert Client().get(f"/join/{secret}/").status_code == 200


def test_with_another_secret_key_a_link_goes_on_working_and_is_not_shown(
    owner: Client, group: Group, settings: Settings
) -> None:
    link = a_link(group, Role.WATCHER)
    secret, was = said_again(link), settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "k" * 50, [was]
    assert said_again(link) == secret
    settings.SECRET_KEY_FALLBACKS = []
    assert said_again(link) == ""
    assert Client().get(f"/join/{secret}/").status_code == 200
    page = html_of(phone_of(OWNER).get(url(group)))
    assert "cannot show it any more" in page
    assert "<svg class" not in page.replace('viewBox="0 0 24 24"', "")


@pytest.mark.parametrize(("who", "sees"), [("owner", 3), ("scorer", 1), ("watcher", 1)])
def test_only_owners_see_links_that_do_more_than_watch(
    phone: Phones, group: Group, who: str, sees: int
) -> None:
    links = [a_link(group, role) for role in Role]
    one = phone(who)
    pages = "".join(html_of(one.get(url(group), {"link": link.pk})) for link in links)
    assert sum(said_again(link) in pages for link in links) == sees
    assert said_again(links[2]) in pages


def test_a_link_for_tonight_ends_in_eighteen_hours_and_leaves_a_watcher(owner: Client, group: Group) -> None:
    night = a_night(group)
    owner.post(url(group, "links/"), said(role="scorer", tonight="1"))
    ends = AccessLink.objects.get().expires_at
    assert ends
    assert abs(ends - timezone.now() - TONIGHT) < timedelta(minutes=1)
    client, mine = came_by(AccessLink.objects.get())
    table, money = f"/g/{group.code}/{night.number}/", f"/g/{group.code}/money/"
    for statuses, has_pad in (([200, 200, 200], True), ([200, 403, 404], False)):
        pages = [client.get(page) for page in (table, f"/g/{group.code}/tonight/", money)]
        assert [one.status_code for one in pages] == statuses
        assert ('id="pad"' in html_of(pages[0])) is has_pad
        Membership.objects.filter(pk=mine.pk).update(role_until=timezone.now())


def test_turning_off_says_how_many_phones_it_closes_and_closes_them(owner: Client, group: Group) -> None:
    link = a_link(group)
    phones = [came_by(link)[0] for _ in range(3)]
    assert "Turn off and close 3 phones" in shown(owner, group)
    assert owner.post(url(group, f"links/{link.pk}/off/"), said(link, closes="1")).status_code == 303
    assert {one.get(f"/g/{group.code}/").status_code for one in phones} == {404}
    assert "Turn off" not in shown(owner, group)


def test_a_phone_is_removed_and_let_back_in(owner: Client, group: Group) -> None:
    client, mine = came_by(a_link(group))
    assert owner.post(url(group, f"{mine.pk}/remove/"), said(mine)).status_code == 303
    assert client.get(f"/g/{group.code}/").status_code == 404
    assert "Let back in" in shown(owner, group)
    back, form = url(group, f"{mine.pk}/back/"), said(mine)
    assert [owner.post(back, form).status_code for _ in range(2)] == [303, 303]
    assert client.get(f"/g/{group.code}/").status_code == 200


def test_the_only_owner_can_neither_leave_nor_be_less(owner: Client, group: Group) -> None:
    mine = owner_of(group)
    for address, form in (
        ("leave/", said(mine)),
        (f"{mine.pk}/remove/", said(mine)),
        (f"{mine.pk}/role/", said(mine, role="watcher")),
    ):
        assert "only owner" in html_of(owner.post(url(group, address), form), 422)
    admit(group, uuid.uuid4(), Role.OWNER)
    assert owner.post(url(group, "leave/"), said(mine)).status_code == 303
    assert owner.get(f"/g/{group.code}/").status_code == 404


@pytest.mark.parametrize(("who", "status"), [("scorer", 303), ("watcher", 303), ("stranger", 404)])
def test_anybody_leaves(phone: Phones, group: Group, who: str, status: int) -> None:
    one, before = phone(who), group.memberships.filter(removed_at=None).count()
    assert one.post(url(group, "leave/"), said()).status_code == status
    assert one.get(f"/g/{group.code}/").status_code == 404
    assert group.memberships.filter(removed_at=None).count() == before - (status == 303)


def test_a_phone_says_whose_it_is_and_an_owner_undoes_it(owner: Client, group: Group) -> None:
    client, mine = came_by(a_link(group))
    ben, form = player(group, "Ben"), said(mine)
    assert client.post(url(group, "me/"), form | {"player": ben.pk}).status_code == 303
    assert "On this phone you are" in html_of(client.get(f"/g/{group.code}/about/"))
    assert f"{ben.name}</bdi>" in shown(owner, group)
    assert client.post(url(group, "me/"), form | {"player": ben.pk}).status_code == 303
    other, others = came_by(a_link(group))
    assert other.post(url(group, "me/"), said(others, player=ben.pk)).status_code == 303
    assert group.memberships.filter(player=ben).count() == 2
    assert owner.post(url(group, f"{mine.pk}/player/"), said(mine)).status_code == 303
    assert group.memberships.get(pk=mine.pk).player is None


def test_when_a_phone_was_last_here_is_said(owner: Client, group: Group) -> None:
    _, mine = came_by(a_link(group, name="The kitchen"))
    for ago, words in ((timedelta(), "just now"), (timedelta(days=21), "3 weeks ago")):
        Membership.objects.filter(pk=mine.pk).update(last_seen=timezone.now() - ago)
        assert words in shown(owner, group).partition("The kitchen, phone 1")[2]


def test_a_second_owner_is_suggested_in_the_first_week_until_there_is_one(
    owner: Client, group: Group
) -> None:
    words, page = "If this phone is lost", f"/g/{group.code}/about/"
    assert words in html_of(owner.get(page))
    link = a_link(group, Role.OWNER)
    assert words not in html_of(owner.get(page))
    link.delete()
    Group.objects.filter(pk=group.pk).update(started_at=timezone.now() - timedelta(days=8))
    assert words not in html_of(owner.get(page))
    Group.objects.filter(pk=group.pk).update(started_at=timezone.now())
    assert words in html_of(owner.get(page))
    assert owner.post(url(group, "one/")).status_code == 303
    assert words not in html_of(owner.get(page))


def test_a_link_to_own_the_group_is_printed(owner: Client, group: Group) -> None:
    link = a_link(group, Role.OWNER)
    page = html_of(owner.get(url(group, f"links/{link.pk}/paper/")))
    assert not missing(page, said_again(link), group.name, str(timezone.localdate().year))


@pytest.mark.parametrize(
    ("opened_at", "name", "printed"),
    [
        ("192.168.1.20:8000", "kitchen.local", "http://kitchen.local:8000/join/"),
        ("localhost:8000", "kitchen.local", "http://kitchen.local:8000/join/"),
        ("192.168.1.20:8000", "", "http://192.168.1.20:8000/join/"),
        ("cards.lan:8000", "kitchen.local", "http://cards.lan:8000/join/"),
    ],
)
def test_paper_names_the_machine_and_not_numbers_that_a_router_changes(
    owner: Client,
    group: Group,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    opened_at: str,
    name: str,
    printed: str,
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    monkeypatch.setattr(qr, "lan_addresses", lambda: ["192.168.1.20"])
    monkeypatch.setattr(qr, "mdns_name", lambda: name)
    link = a_link(group, Role.OWNER)
    page = html_of(owner.get(url(group, f"links/{link.pk}/paper/"), headers={"host": opened_at}))
    assert f"{printed}{said_again(link)}" in page
    shown = html_of(owner.get(url(group, f"?link={link.pk}"), headers={"host": opened_at}))
    assert "kitchen.local" not in shown


def test_name_of_a_link_that_is_too_long_is_refused(owner: Client, group: Group) -> None:
    link = a_link(group)
    named = owner.post(url(group, f"links/{link.pk}/name/"), said(link, name="x" * 41))
    assert "too long" in html_of(named, 422)


TABLE = {"HX-Request": "true"}
"""What an open page says, over which the code is laid."""


def test_an_open_table_is_given_the_code_of_a_link_to_watch_alone(phone: Phones, group: Group) -> None:
    a_link(group, Role.OWNER)
    link = a_link(group, Role.WATCHER)
    for who in ("owner", "scorer", "watcher"):
        shown = html_of(phone(who).get(f"{url(group)}?night=3", headers=TABLE))
        assert not missing(
            shown,
            f"/join/{said_again(link)}/",
            "Who scans this sees every hand, records nothing.",
            f'href="{url(group)}?night=3"',
            'class="qr"',
        )
        assert "<html" not in shown


def test_a_table_without_a_link_to_watch_makes_one_once(phone: Phones, owner: Client, group: Group) -> None:
    shown = html_of(owner.get(url(group), headers=TABLE))
    assert "There is no link to watch yet." in shown
    assert "Make a new code" not in html_of(phone("scorer").get(url(group), headers=TABLE))
    form = said(role="watcher")
    for _ in range(2):
        shown = html_of(owner.post(url(group, "links/"), form, headers=TABLE))
        assert f"/join/{said_again(AccessLink.objects.get())}/" in shown
    assert 'role="alert"' in html_of(owner.post(url(group, "links/"), said(role="king"), headers=TABLE), 422)
    assert AccessLink.objects.count() == 1


def test_a_table_says_of_a_link_whose_key_is_gone_that_a_new_code_is_needed(
    phone: Phones, group: Group, settings: Settings
) -> None:
    a_link(group, Role.WATCHER)
    AccessLink.objects.update(nonce=uuid.uuid4())
    shown = html_of(phone("owner").get(url(group), headers=TABLE))
    assert not missing(shown, "this score keeper cannot show it any more", "Make a new code")


def claims(client: Client, group: Group, name: str, mine: Membership) -> None:
    assert client.post(url(group, "me/"), said(mine, player=player(group, name).pk)).status_code == 303


def test_a_second_claim_tells_both_phones_and_an_owner_who_decides(owner: Client, group: Group) -> None:
    (one, first), (other, second) = came_by(a_link(group)), came_by(a_link(group))
    ann, home = owner_of(group), f"/g/{group.code}/"
    claims(owner, group, "Ann", ann)
    claims(one, group, "Ben", first)
    for phone in (one, owner):
        assert "Another phone also says" not in html_of(phone.get(home)) + shown(phone, group)
        assert "Several phones say" not in shown(phone, group)
    claims(other, group, "Ben", second)
    for phone in (one, other):
        for page in (home, url(group)):
            assert "Another phone also says that it is <bdi>Ben</bdi>" in html_of(phone.get(page))
        assert f"{second.pk}/player/yes/" not in shown(phone, group)
    assert "Two phones say that they are the same player." in html_of(owner.get(home))
    assert shown(owner, group).count("Several phones say") == 2
    assert shown(owner, group).count("not confirmed by an owner") == 2
    assert owner.post(url(group, f"{first.pk}/player/yes/"), said(first)).status_code == 303
    assert shown(owner, group).count("not confirmed by an owner") == 1
    assert owner.post(url(group, f"{second.pk}/player/"), said(second)).status_code == 303
    for phone in (one, other, owner):
        for page in (home, url(group)):
            assert not present(html_of(phone.get(page)), "Another phone also says", "say that they are")


def test_whoever_joins_is_asked_once_who_they_are(group: Group) -> None:
    link = a_link(group)
    client = Client()
    asked = client.post(f"/join/{said_again(link)}/")["Location"]
    assert asked == url(group, "who/")
    mine = Membership.objects.latest("pk")
    page = html_of(client.get(asked))
    assert not missing(page, "Who are you?", *(f"<bdi>{name}</bdi>" for name in ("Ann", "Ben", "Cleo")))
    answer = client.post(url(group, "me/"), said(mine, player=player(group, "Ben").pk, joins="1"))
    assert answer["Location"] == f"/g/{group.code}/"
    assert client.get(asked)["Location"] == f"/g/{group.code}/"
    assert client.post(f"/join/{said_again(link)}/")["Location"] == f"/g/{group.code}/"
    assert "on another phone already" in html_of(Client().post(f"/join/{said_again(link)}/", follow=True))


def test_whoever_only_watches_is_not_asked_again(group: Group) -> None:
    link = a_link(group)
    client = Client()
    client.post(f"/join/{said_again(link)}/")
    mine = Membership.objects.latest("pk")
    night = a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    for _ in range(2):  # as long as there is no answer
        assert client.post(f"/join/{said_again(link)}/")["Location"] == url(group, "who/")
    answer = client.post(url(group, "me/"), said(mine, player="", joins="1"))
    assert answer["Location"] == f"/g/{group.code}/{night.number}/"
    assert client.post(f"/join/{said_again(link)}/")["Location"] == answer["Location"]


def test_owners_see_which_years_others_can_see(owner: Client, watcher: Client, group: Group) -> None:
    ben = player(group, "Ben")
    SharedYear.objects.create(
        group=group, year=2025, player=ben, digest="x", at=timezone.now(), last_key=uuid.uuid4()
    )
    address = f"/g/{group.code}/players/{ben.pk}/years/2025/#share"
    assert address in shown(owner, group)
    assert address not in shown(watcher, group)
    SharedYear.objects.update(is_on=False)
    assert address not in shown(owner, group)
