"""Money is shown to those who only watch if the group says so: on every page, on paper and in files."""

import re
import uuid

import pytest
from django.test import Client
from django.utils import timezone

from ledger.models import Group, Role
from ledger.recording import admit
from scorekeeper.models import Task
from tests import cast
from tests.fuzz.world import erased, thursday
from tests.reading import html_of
from tests.scorekeeper.conftest import phone_of
from tests.scorekeeper.test_every_door import BLANK, of_groups

MONEY = re.compile(r"€|EUR|¢|\bcents?\b|\bkitty\b|\bpizza\b|\bpaid\b|\bowed?s?\b", re.IGNORECASE)
IN_RULES = {"paid", "owe", "owed"}
"""What rules say of points in these words."""
PAGES = ("money/", "settle/", "settle/1/", "money/{player}/")


@pytest.fixture
def group(db: None) -> Group:
    return thursday()


@pytest.fixture
def watcher(group: Group) -> Client:
    guest = uuid.uuid4()
    admit(group, guest, Role.WATCHER)
    return phone_of(guest)


def pages_of(phone: Client, group: Group) -> dict[str, str]:
    """Every page that this phone can open, of every night."""
    player, year = group.players.get(name="Ann").pk, timezone.localdate().year
    found = {}
    for door in of_groups():
        for night in (1, 2) if "number" in door.blanks else (1,):
            for entry in range(2, 12) if "entry" in door.blanks else (2,):
                ids = {"code": group.code, "number": night, "entry": entry, "player": player, "year": year}
                address = "/" + BLANK.sub(
                    lambda blank, ids=ids: str(ids.get(blank[2], 1)),  # type: ignore[misc]
                    door.route.replace("<uuid:key>", str(uuid.UUID(int=5))),
                )
                with erased():
                    answer = phone.get(address)
                    if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
                        found[address] = html_of(answer)
    return found


def test_no_page_says_an_amount_to_who_only_watches(watcher: Client, group: Group) -> None:
    assert not group.watchers_see_money
    pages = pages_of(watcher, group)
    assert len(pages) > 12
    said = {address: MONEY.findall(words_of(page)) for address, page in pages.items()}
    wrong = {address: words for address, words in said.items() if words}
    assert all("/rules/" in address and set(words) <= IN_RULES for address, words in wrong.items()), wrong


def words_of(page: str) -> str:
    """What is read on a page, without its head."""
    return re.sub(r"<[^>]*>", " ", page.partition("<body")[2])


def test_the_same_pages_say_them_if_the_group_says_so(watcher: Client, group: Group) -> None:
    Group.objects.update(watchers_see_money=True)
    said = [address for address, page in pages_of(watcher, group).items() if "€" in words_of(page)]
    assert len(said) > 5
    assert f"/g/{group.code}/money/" in said


def test_pages_of_money_are_not_there(watcher: Client, group: Group) -> None:
    player = group.players.get(name="Ann").pk
    for page in PAGES:
        address = f"/g/{group.code}/{page.format(player=player)}"
        assert watcher.get(address).status_code == 404, page
        assert phone_of(cast.OWNER).get(address).status_code == 200, page
    Group.objects.update(watchers_see_money=True)
    assert watcher.get(f"/g/{group.code}/money/").status_code == 200


def test_files_with_money_are_not_made_and_not_handed_out(watcher: Client, group: Group) -> None:
    take = f"/g/{group.code}/exchange/take/"
    form = {"key": str(uuid.uuid4()), "what": "journal.csv"}
    assert watcher.post(take, form).status_code == 404
    Group.objects.update(watchers_see_money=True)
    with erased():
        answer = watcher.post(take, form)
        assert answer.status_code == 303
        assert watcher.get(answer["Location"]).status_code == 200
        Group.objects.update(watchers_see_money=False)
        assert watcher.get(answer["Location"]).status_code == 404
        assert Task.objects.count() == 1
