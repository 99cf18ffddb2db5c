"""Money is shown to those who only watch if the group says so: on every page, on paper and in files."""

import re
import uuid
from itertools import product

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
from tests.scorekeeper.test_every_door import RANK, doors_of

MONEY = re.compile(r"€|EUR|¢|\bcents?\b|\bkitty\b|\bpizza\b|\bpaid\b|\bowed?s?\b", re.IGNORECASE)
# Rules speak of points in these words.
IN_RULES = {"paid", "owe", "owed"}
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
    """Return the words on every page that this phone can open, of every night."""
    usual: dict[str, object] = {"code": group.code, "player": group.players.get(name="Ann").pk}
    usual |= {"year": timezone.localdate().year, "key": uuid.UUID(int=5)}
    found = {}
    for door in doors_of(*RANK):
        for night, entry in product((1, 2), range(2, 12)):
            address = door.at(dict.fromkeys(door.blanks, 1) | usual | {"number": night, "entry": entry})
            if address not in found:
                with erased():
                    answer = phone.get(address)
                is_page = answer.status_code == 200 and answer["Content-Type"].startswith("text/html")
                page = html_of(answer) if is_page else ""
                found[address] = re.sub(r"<[^>]*>", " ", page.partition("<body")[2])
    return {address: words for address, words in found.items() if words}


def test_no_page_says_an_amount_to_who_only_watches_unless_the_group_says_so(
    watcher: Client, group: Group
) -> None:
    assert not group.watchers_see_money
    pages = pages_of(watcher, group)
    assert len(pages) > 12
    wrong = {address: said for address, words in pages.items() if (said := MONEY.findall(words))}
    assert all("/rules/" in address and set(words) <= IN_RULES for address, words in wrong.items()), wrong
    Group.objects.update(watchers_see_money=True)
    told = [address for address, words in pages_of(watcher, group).items() if "€" in words]
    assert len(told) > 5
    assert f"/g/{group.code}/money/" in told


def test_pages_of_money_are_not_there(watcher: Client, group: Group) -> None:
    player = group.players.get(name="Ann").pk
    for page in PAGES:
        address = f"/g/{group.code}/{page.format(player=player)}"
        seen = [phone.get(address).status_code for phone in (watcher, phone_of(cast.OWNER))]
        assert seen == [404, 200], page
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
