"""The people of a group: added by scorers, renamed by the owner, never deleted."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from ledger.models import Group
from ledger.recording import rename_player
from tests import cast
from tests.fuzz.world import thursday
from tests.reading import html_of, missing
from tests.scorekeeper.conftest import Phones, phone_of
from tests.scorekeeper.test_every_door import ids_of, of_groups


def page(group: Group) -> str:
    return reverse("players", args=[group.code])


def adding(group: Group) -> str:
    return reverse("add_player", args=[group.code])


def renaming(group: Group, name: str = "Ann") -> str:
    return reverse("rename_player", args=[group.code, cast.player(group, name).pk])


def names(group: Group) -> list[str]:
    return list(group.players.values_list("name", flat=True))


def text(client: Client, group: Group) -> str:
    return html_of(client.get(page(group)))


def test_everybody_is_listed_with_his_nights(group: Group, phone: Phones) -> None:
    cast.tell(cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith"), "Ann", "Ben")
    html = text(phone("watcher"), group)
    assert html.count("1 night<") == 5
    assert html.count("has not played yet") == 1
    assert "<form" not in html


@pytest.mark.parametrize("who", ["owner", "scorer"])
def test_a_scorer_adds_a_player(group: Group, phone: Phones, who: str) -> None:
    answer = phone(who).post(adding(group), {"name": "  Gus   Jr. "})
    assert (answer.status_code, answer["Location"]) == (303, page(group))
    assert names(group)[-1] == "Gus Jr."
    assert "There is a Gus Jr. already." in html_of(phone(who).post(adding(group), {"name": "Gus Jr."}), 422)
    assert names(group).count("Gus Jr.") == 1


def test_the_owner_renames_a_player(group: Group, phone: Phones) -> None:
    for _ in range(2):
        assert phone("owner").post(renaming(group, names(group)[0]), {"name": "Anna"}).status_code == 303
    assert names(group)[0] == "Anna"


@pytest.mark.parametrize("name", ["", "   ", "ben", "x" * 41, "x" * 2000, "a\0b\0" * 20])
def test_a_name_that_will_not_do_is_refused_and_kept(group: Group, phone: Phones, name: str) -> None:
    before, client = names(group), phone("owner")
    for address in (adding(group), renaming(group)):
        assert 'id="wrong" role="alert"' in html_of(client.post(address, {"name": name}), 422)
        assert "Type a name first." in html_of(client.post(address, {}))
    assert names(group) == before


def test_what_was_typed_stays(group: Group, phone: Phones) -> None:
    html = html_of(phone("owner").post(adding(group), {"name": 'ben"'}))
    html = html_of(phone("owner").post(adding(group), {"name": 'BEN"'}))
    assert 'value="BEN&quot;" aria-invalid="true"' in html
    html = html_of(phone("owner").post(renaming(group), {"name": "ben"}))
    assert not missing(html, "<details open>", 'value="ben" aria-invalid="true"')


def test_names_are_escaped_on_every_page(db: None) -> None:
    group = thursday()
    ids = ids_of(group)
    for name in ("Ann", "Ben", "Cleo"):
        rename_player(cast.player(group, name), f"<script>{name}")
    Group.objects.filter(pk=group.pk).update(name="<script>Thursday")
    owner, pages = phone_of(cast.OWNER), set()
    for door in of_groups():
        for number in (1, 2):
            answer = owner.get(door.at(ids | {"number": number}))
            if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
                html = html_of(answer)
                assert not re.search("<script>(Ann|Ben|Cleo|Thursday)", html), door.name
                if re.search("<bdi[^>]*>&lt;script&gt;(Ann|Ben|Cleo)", html):
                    pages.add(door.name)
    assert pages >= {
        "group", "nights", "table", "hand", "correct", "seats", "tonight", "ending", "report", "wall",
        "standings", "records", "player", "question", "group_statistics", "group_question", "year",
        "player_year", "money", "statement", "settle", "players", "looks", "merging", "forgetting", "handles",
    }  # fmt: skip
