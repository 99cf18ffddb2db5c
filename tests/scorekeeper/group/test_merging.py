"""“Mike is Michael”: seen beforehand, said, and undone, by owners alone."""

import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from ledger.models import Group, Membership, Merge
from ledger.recording import WriteContext, end_night, merge_players, rename_player
from ledger.standings import people_of
from tests import cast
from tests.reading import html_of, missing, present
from tests.scorekeeper.conftest import Phones

NAMES = ("Ann", "Ben", "Cleo", "Dave", "Mike", "Michael")


@pytest.fixture
def group(db: None) -> Group:
    """Mike and Michael each played a night with the others; Mike won 25 cents and Michael lost as much."""
    group = cast.thursday_table(names=NAMES)
    for name, partner in (("Mike", "Mike"), ("Michael", "Cleo")):
        session = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", name)
        cast.tell(session, "Ann", partner)
        end_night(session, cast.context(session))
    return group


def page(group: Group, name: str = "Mike", other: str = "") -> str:
    address = reverse("merging", args=[group.code, cast.player(group, name).pk])
    return f"{address}?other={cast.player(group, other).pk}" if other else address


def players(group: Group) -> str:
    return reverse("players", args=[group.code])


def line(group: Group, number: int = 1) -> str:
    return f"{players(group)}?done={number}#who-{number}"


def undoing(group: Group, number: int = 1) -> str:
    return reverse("unmerge", args=[group.code, number])


def said(group: Group, name: str = "Mike", other: str = "Michael", **more: object) -> dict[str, str]:
    fields: dict[str, object] = {"key": uuid.uuid4(), "after": 0, "name": name, "other_name": other}
    fields |= {"other": cast.player(group, other).pk}
    return {field: str(value) for field, value in (fields | more).items()}


def names(group: Group) -> list[str]:
    return [one.name for one in people_of(Group.objects.get(pk=group.pk))]


def merged(group: Group, name: str = "Mike", other: str = "Michael") -> Merge:
    one, into = cast.ids(group, name, other)
    number = Merge.objects.filter(group=group).count()
    pen = WriteContext(key=uuid.uuid4(), after=number, by=cast.owner_of(group))
    found = merge_players(group, one, into, pen)
    group.refresh_from_db()
    return found


def test_merging_names_everybody_else_and_says_what_it_means_before_anything_is_done(
    group: Group, owner: Client
) -> None:
    assert f'href="{page(group)}"' in html_of(owner.get(players(group)))
    text = html_of(owner.get(page(group)))
    assert not missing(
        text,
        "<bdi>Mike</bdi> is the same person as",
        f'<option value="{cast.player(group, "Michael").pk}">Michael</option>',
    )
    assert not present(text, ">Mike</option>", "Yes, ")
    text = html_of(owner.get(page(group, "Mike", "Michael")))
    rows = text.split("<tbody>")[1].split("</table>")[0]
    assert [part.split("</td>")[0] for part in rows.split("<td>")[1::2]] == ["1", "1", "2"]
    assert rows.count("0.25") == 2
    assert not missing(text, "Yes, <bdi>Mike</bdi> is <bdi>Michael</bdi>", page(group, "Michael", "Mike"))
    assert names(group) == list(NAMES)


def test_merged_players_are_one_person_and_the_list_says_who_said_so(group: Group, owner: Client) -> None:
    sent = said(group)
    for _ in range(2):
        answer = owner.post(page(group), sent)
        assert (answer.status_code, answer["Location"]) == (303, line(group))
    assert Merge.objects.count() == 1
    assert names(group) == ["Ann", "Ben", "Cleo", "Dave", "Michael"]
    done = "Done: <bdi>Mike</bdi> and <bdi>Michael</bdi> are one person now."
    text = html_of(owner.get(players(group)))
    assert done not in text
    assert done in html_of(owner.get(line(group)))
    assert done not in html_of(owner.get(f"{players(group)}?done=2"))
    assert not missing(
        text,
        'id="who-1"',
        "<bdi>Mike</bdi> is <bdi>Michael</bdi>",
        "said by <bdi>Ann</bdi> on",
        f'action="{undoing(group)}"',
        "2 nights",
        "5 people",
    )


def test_no_page_says_the_name_that_was_not_kept_but_the_list_of_who_is_who(
    group: Group, owner: Client
) -> None:
    mike = cast.player(group, "Mike").pk
    owner.post(page(group), said(group))
    pages = ("", "1/", "standings/", "money/", "money/history/", "settle/", "settle/links/",
             "tonight/", "rules/", f"money/{mike}/", "people/", "1/end/", "1/report/")  # fmt: skip
    for address in pages:
        answer = owner.get(f"/g/{group.code}/{address}")
        if answer.status_code == 404:
            continue
        assert "Mike<" not in html_of(answer), address
    for address in ("1/", "standings/", "money/", f"money/{mike}/"):
        assert "Michael" in html_of(owner.get(f"/g/{group.code}/{address}")), address


def test_who_saw_less_than_was_said_meanwhile_is_told_so(group: Group, owner: Client) -> None:
    sent = said(group)
    merged(group)
    assert "meanwhile. Look at it again." in html_of(owner.post(page(group), sent), 409)
    assert Merge.objects.count() == 1


def test_who_saw_another_name_is_told_so(group: Group, owner: Client) -> None:
    sent = said(group)
    rename_player(cast.player(group, "Michael"), "Mikey")
    assert "another name meanwhile" in html_of(
        owner.post(reverse("merging", args=[group.code, cast.player(group, "Mike").pk]), sent), 409
    )
    assert not Merge.objects.exists()


def test_two_who_sat_at_one_table_are_two_people(group: Group, owner: Client) -> None:
    text = html_of(owner.get(page(group, "Ann", "Ben")))
    assert not missing(
        text,
        "Ann and Ben sat at the same table on 2 nights: they are two people.",
        reverse("table", args=[group.code, 2]),
    )
    assert "Yes, " not in text
    assert "they are two people" in html_of(owner.post(page(group, "Ann"), said(group, "Ann", "Ben")), 422)
    text = html_of(owner.get(page(group, "Mike", "Ann")))
    assert "Mike and Ann sat at the same table once: they are two people." in text
    assert not Merge.objects.exists()


def test_of_many_nights_at_one_table_the_latest_are_named_and_it_is_said_how_many_more(
    group: Group, owner: Client
) -> None:
    for nights, more in ((5, []), (1, ["and 1 more"]), (1, ["and 2 more"])):
        for _ in range(nights):
            session = cast.a_night(group, "Ben", "Cleo", "Mike", "Michael")
            cast.tell(session, "Mike", "Ben")
            end_night(session, cast.context(session))
        text = html_of(owner.get(page(group, "Mike", "Michael")))
        assert text.count('<a class="line"') == 5
        assert re.findall(r"and \d+ more", text) == more


def test_two_who_sit_at_two_tables_just_now_are_told_apart(group: Group, owner: Client) -> None:
    cast.a_night(group, "Ann", "Ben", "Cleo", "Mike")
    cast.a_night(group, "Dave", "Michael", "Cleo", "Ben")
    assert "sit at two tables just now" in html_of(owner.post(page(group), said(group)), 422)
    assert not Merge.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("other", "nobody"),
        ("other", "0"),
        ("key", "x"),
        ("after", "-1"),
        ("after", ""),
        ("name", ""),
        ("other", ""),
    ],
)
def test_nonsense_is_answered_with_a_sentence(group: Group, owner: Client, field: str, value: str) -> None:
    assert 'class="wrong"' in html_of(owner.post(page(group), said(group) | {field: value}), 422)
    assert not Merge.objects.exists()


def test_nobody_is_asked_for_who_does_not_play_here(group: Group, owner: Client) -> None:
    strange = cast.player(cast.thursday_table(names=("Xaver", "Yvo"), guest=uuid.uuid4()), "Xaver").pk
    assert (
        owner.post(page(group), said(group, other_name="Xaver") | {"other": str(strange)}).status_code == 404
    )
    assert owner.get(f"{page(group)}?other={strange}").status_code == 422
    assert owner.get(f"{page(group)}?other=").status_code == 422
    assert owner.get(reverse("merging", args=[group.code, strange])).status_code == 404


def test_undone_merge_makes_two_people_and_the_list_says_since_when(group: Group, owner: Client) -> None:
    merged(group)
    answer = owner.post(undoing(group), {"key": str(uuid.uuid4())})
    assert (answer.status_code, answer["Location"]) == (303, line(group))
    assert "Done: <bdi>Mike</bdi> and <bdi>Michael</bdi> are two people again." in html_of(
        owner.get(line(group))
    )
    assert names(group) == list(NAMES)
    text = html_of(owner.get(players(group)))
    assert "undone by <bdi>Ann</bdi> on" in text
    assert undoing(group) not in text


def test_a_merge_undone_twice_is_undone_once(group: Group, owner: Client) -> None:
    merged(group)
    owner.post(undoing(group), {"key": "x"})
    assert Merge.objects.count() == 1
    key = str(uuid.uuid4())
    for sent in (key, key, str(uuid.uuid4())):
        assert owner.post(undoing(group), {"key": sent}).status_code == 303
    assert Merge.objects.count() == 2
    assert owner.post(undoing(group, 7), {"key": str(uuid.uuid4())}).status_code == 404


@pytest.mark.parametrize("role", ["scorer", "watcher"])
def test_who_does_not_own_the_group_reads_it_and_finds_no_way_to_undo_it(
    group: Group, phone: Phones, role: str
) -> None:
    merged(group)
    text = html_of(phone(role).get(players(group)))
    assert "<bdi>Mike</bdi> is <bdi>Michael</bdi>" in text
    assert undoing(group) not in text


def test_a_page_from_before_changes_nobody_else(group: Group, owner: Client) -> None:
    mike = cast.player(group, "Mike").pk
    merged(group)
    renamed = owner.post(reverse("rename_player", args=[group.code, mike]), {"name": "Mick"})
    drawn = owner.post(reverse("looks", args=[group.code, mike]), {"initials": "XX", "colour": ""})
    for answer in (renamed, drawn):
        assert answer.status_code == 422
        assert "This is Michael by now. Nothing was changed." in html_of(answer)
    assert (
        owner.post(
            reverse("forgetting", args=[group.code, mike]), {"name": "Mike", "is_sure": "on"}
        ).status_code
        == 409
    )
    assert (
        owner.post(
            reverse("write_handles", args=[group.code, mike]), {"venmo": "mike-of-thursday"}
        ).status_code
        == 404
    )
    assert names(group) == ["Ann", "Ben", "Cleo", "Dave", "Michael"]
    assert cast.player(group, "Mike").initials == cast.player(group, "Michael").initials == ""


def test_a_name_that_was_not_kept_is_no_name_for_somebody_new(group: Group, owner: Client) -> None:
    merged(group)
    assert "Mike is Michael here. Take Michael, or another name." in html_of(
        owner.post(reverse("add_player", args=[group.code]), {"name": "mike"}), 422
    )


def test_forgotten_a_person_has_no_name_left_at_all(group: Group, owner: Client) -> None:
    merged(group)
    owner.post(reverse("forgetting", args=[group.code, cast.player(group, "Michael").pk]),
               {"name": "Michael", "is_sure": "on"})  # fmt: skip
    text = html_of(owner.get(players(group)))
    assert not re.search("Mike|Michael", text)
    assert "Mi" not in re.sub(r"<[^>]*>", "", text.split("<main")[1])  # what a form sends along may have it
    assert "<bdi>Player 5</bdi> is <bdi>Player 6</bdi>" in text
    owner.post(undoing(group), {"key": str(uuid.uuid4())})
    assert names(group) == ["Ann", "Ben", "Cleo", "Dave", "Player 5", "Player 6"]


def test_whose_phone_it_is_goes_with_the_person_and_comes_back(group: Group, owner: Client) -> None:
    Membership.objects.update(player=cast.player(group, "Mike"))
    said_so = merged(group)
    for address in (f"/g/{group.code}/people/", f"/g/{group.code}/about/"):
        text = html_of(owner.get(address))
        assert "Michael" in text
        assert "Mike" not in text
    assert "said by <bdi>Michael</bdi> on" in html_of(owner.get(players(group)))
    owner.post(undoing(group, said_so.number), {"key": str(uuid.uuid4())})
    assert Membership.objects.get(group=group).player == cast.player(group, "Mike")


def test_a_notebook_may_say_either_name_but_not_both_in_one_night(group: Group, owner: Client) -> None:
    merged(group)
    address = reverse("notebook", args=[group.code])
    text = html_of(owner.post(address, {"text": "date,Mike,Ann\n2020-01-01,5,-5\n"}))
    assert not present(text, 'name="who', "New player")
    text = html_of(owner.post(address, {"text": "date,Mike,Michael,Ann\n2020-01-01,5,-2,-3\n"}))
    assert "would be Michael a second time" in text
