"""Initials and colours: an owner chooses them, they can be as they were, they stand where names are cut."""

import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from ledger.models import Group
from ledger.standings import faces_of
from tests import cast
from tests.reading import html_of, missing


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


def test_they_are_as_they_were_with_one_tap(group: Group, owner: Client) -> None:
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
def test_nonsense_is_refused_where_it_was_typed(
    group: Group, owner: Client, said: dict[str, str], sentence: str
) -> None:
    owner.post(looks(group, "Ben"), {"initials": "BB"})
    page = html_of(owner.post(looks(group), said), 422)
    assert sentence in page
    assert drawn(group) == ("An", "brick", False, False)


def test_a_player_of_another_group_is_not_drawn(group: Group, owner: Client) -> None:
    elsewhere = cast.thursday_table(name="Other", names=("Zoe",), guest=uuid.uuid4())
    assert owner.post(looks(elsewhere, "Zoe"), {"initials": "X"}).status_code == 404
    there = reverse("looks", args=[group.code, cast.player(elsewhere, "Zoe").pk])
    assert owner.post(there, {"initials": "X"}).status_code == 404


def test_initials_stand_in_the_heads_of_long_names(owner: Client, group: Group) -> None:
    for name, longer in (("Ann", "Annemarie-Sophie"), ("Ben", "Benedict")):
        rename = reverse("rename_player", args=[group.code, cast.player(group, name).pk])
        owner.post(rename, {"name": longer})
    night = cast.a_night(group, "Annemarie-Sophie", "Benedict", "Cleo", "Dave", "Edith")
    page = html_of(owner.get(f"/g/{group.code}/{night.number}/"))
    heads = re.findall(r'class="head ([^"]*)"', page)
    assert ["is-longer" in one for one in heads] == [True, False, False, False, False]
    assert ["is-long" in one.split() for one in heads] == [False, True, False, False, False]
    assert not missing(page, '<span class="face brick"><bdi>An</bdi></span>', 'aria-label="Annemarie-Sophie')
