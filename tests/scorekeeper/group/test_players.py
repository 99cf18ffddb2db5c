"""The people of a group: added, renamed, and drawn with initials and a colour."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from ledger.models import Group
from ledger.recording import rename_player
from ledger.standings import faces_of
from tests import cast
from tests.fuzz.world import thursday
from tests.reading import html_of, missing
from tests.scorekeeper.conftest import Phones, phone_of
from tests.scorekeeper.test_every_door import RANK, doors_of, ids_of


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
    ids = ids_of(group) | {"asked": "who-picking"}
    for name in ("Ann", "Ben", "Cleo"):
        rename_player(cast.player(group, name), f"<script>{name}")
    Group.objects.filter(pk=group.pk).update(name="<script>Thursday")
    owner, pages = phone_of(cast.OWNER), {}
    for door in doors_of(*RANK):
        for number in (1, 2):
            answer = owner.get(door.at(ids | {"number": number}))
            if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
                pages[door.name, number] = html_of(answer)
    assert [page for page in pages if re.search("<script>(Ann|Ben|Cleo|Thursday)", pages[page])] == []
    escaped = {name for (name, _), html in pages.items() if re.search("<bdi[^>]*>&lt;script&gt;[ABC]", html)}
    assert escaped >= {
        "group", "nights", "table", "hand", "correct", "seats", "tonight", "ending", "report", "wall",
        "standings", "player", "question", "group_statistics", "year",
        "player_year", "money", "statement", "settle", "players", "looks", "merging", "forgetting", "handles",
    }  # fmt: skip


def looks(group: Group, name: str = "Ann") -> str:
    return reverse("looks", args=[group.code, cast.player(group, name).pk])


def drawn(group: Group, name: str = "Ann") -> tuple[str, str, bool, bool]:
    face = faces_of(group)[cast.player(group, name).pk]
    return face.initials, face.colour, face.chose_initials, face.chose_colour


def test_initials_and_a_colour_are_chosen_and_sent_twice(group: Group, owner: Client) -> None:
    for _ in range(2):
        answer = owner.post(looks(group), {"initials": "AX", "colour": "teal"})
        assert (answer.status_code, answer["Location"]) == (303, reverse("players", args=[group.code]))
    assert drawn(group) == ("AX", "teal", True, True)
    assert '<span class="face teal" aria-hidden="true"><bdi>AX</bdi></span>' in html_of(
        owner.get(reverse("players", args=[group.code]))
    )


def test_a_colour_that_came_by_itself_goes_on_to(group: Group, owner: Client) -> None:
    owner.post(looks(group), {"initials": "AX", "colour": "brick"})
    assert drawn(group) == ("AX", "brick", True, False)


def test_initials_and_colour_are_as_they_were_with_one_tap(group: Group, owner: Client) -> None:
    owner.post(looks(group), {"initials": "AX", "colour": "teal"})
    assert "As they were by themselves" in html_of(owner.get(looks(group)))
    owner.post(looks(group), {})
    assert drawn(group) == ("An", "brick", False, False)
    assert "As they were by themselves" not in html_of(owner.get(looks(group)))


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"initials": "ABCD"}, "Initials have 3 letters at most."),
        ({"initials": "x" * 5_000}, "Ensure this value has at most 1000 characters"),
        ({"initials": "bb"}, "Ben has bb already. Choose others."),
        ({"colour": "mauve"}, "There is no such colour. Tap one of those shown."),
        ({"initials": "\u200d"}, "These initials cannot be seen."),
    ],
)
def test_initials_that_will_not_do_are_refused_with_a_sentence(
    group: Group, owner: Client, said: dict[str, str], sentence: str
) -> None:
    owner.post(looks(group, "Ben"), {"initials": "BB"})
    assert sentence in html_of(owner.post(looks(group), said), 422)
    assert drawn(group) == ("An", "brick", False, False)


def test_initials_stand_in_the_heads_of_long_names(owner: Client, group: Group) -> None:
    for name, longer in (("Ann", "Annemarie-Sophie"), ("Ben", "Benedict")):
        owner.post(reverse("rename_player", args=[group.code, cast.player(group, name).pk]), {"name": longer})
    night = cast.a_night(group, "Annemarie-Sophie", "Benedict", "Cleo", "Dave", "Edith")
    page = html_of(owner.get(f"/g/{group.code}/{night.number}/"))
    heads = re.findall(r'class="head ([^"]*)"', page)
    assert ["is-longer" in one for one in heads] == [True, False, False, False, False]
    assert ["is-long" in one.split() for one in heads] == [False, True, False, False, False]
    assert not missing(page, '<span class="face brick"><bdi>An</bdi></span>', 'aria-label="Annemarie-Sophie')
