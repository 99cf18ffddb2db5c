"""Two owners change the house rules at once: neither undoes what the other did."""

import html
import re
import uuid
from typing import Any

from django.test import Client
from django.urls import reverse

from ledger.models import Group, HouseRules
from ledger.recording import write_rules


def sent_by(client: Client, group: Group, text: str = "", **changed: str) -> dict[str, Any]:
    page = text or client.get(reverse("rules", args=[group.code])).content.decode()
    fields: dict[str, Any] = {}
    for tag in re.findall(r"<input[^>]*>", page[page.index('id="sheet"') :]):
        said = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if said.get("type") not in ("radio", "checkbox") or re.search(r"\schecked", tag):
            fields.setdefault(said["name"], []).append(html.unescape(said.get("value", "")))
    return fields | {f"rule-{name}": [value] for name, value in changed.items()}


def options(group: Group) -> dict[str, Any]:
    return dict(HouseRules.objects.filter(group=group).latest("version").options)


def test_the_second_phone_does_not_undo_what_the_first_changed(group: Group, owner: Client) -> None:
    address = reverse("rules", args=[group.code])
    first, second = sent_by(owner, group, crack="crack"), sent_by(owner, group, bump="False")
    assert owner.post(address, first).status_code == 303
    refused = owner.post(address, second)
    assert (refused.status_code, options(group)) == (409, {"crack": "crack"})
    once_more = sent_by(owner, group, refused.content.decode())
    assert once_more["rule-crack"] == ["crack"]
    assert owner.post(address, once_more).status_code == 303
    assert options(group) == {"crack": "crack", "bump": False}


def test_a_preset_that_is_filled_in_late_shows_what_it_changes(group: Group, owner: Client) -> None:
    late = sent_by(owner, group, crack="crack") | {"fill": ["1"]}
    write_rules(group, "sheepshead", "", {"bump": False}, uuid.uuid4(), None)
    answer = owner.post(reverse("rules_preview", args=[group.code]), late).content.decode()
    filled = sent_by(owner, group, answer)
    assert (filled["rule-crack"], filled["rule-bump"]) == (["crack"], ["False"])


def test_another_game_that_was_chosen_meanwhile_stays(group: Group, owner: Client) -> None:
    late = sent_by(owner, group, crack="crack")
    write_rules(group, "mehrkopf", "", {}, uuid.uuid4(), None)
    answer = owner.post(reverse("rules", args=[group.code]), late)
    assert sent_by(owner, group, answer.content.decode())["game"] == ["mehrkopf"]
