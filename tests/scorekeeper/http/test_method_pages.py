"""Addresses of buttons, opened like pages: by Back, by a reload without the script, by another verb."""

import pytest
from django.test import Client

from ledger.models import Group
from tests.cast import a_night

BUTTONS = ("points-first/", "players/add/", "1/tap/", "1/tell/", "1/end/pay/", "1/hands/1/remark/")


@pytest.mark.parametrize("button", BUTTONS)
def test_the_address_of_a_button_is_a_page_that_leads_back(owner: Client, group: Group, button: str) -> None:
    a_night(group)
    answer = owner.get(f"/g/{group.code}/{button}")
    assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")
    page = answer.content.decode()
    assert ("That was only a button" in page, 'href="/"' in page) == (True, True)


@pytest.mark.parametrize("verb", ["put", "patch", "delete"])
def test_other_verbs_get_it_too(owner: Client, group: Group, verb: str) -> None:
    answer = getattr(owner, verb)(f"/g/{group.code}/")
    assert (answer.status_code, "That was only a button" in answer.content.decode()) == (405, True)
    assert answer.headers["Content-Security-Policy"]
