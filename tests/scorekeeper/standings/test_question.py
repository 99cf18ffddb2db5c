"""A question about a player: the answer, the hands behind it, and what is asked for."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from ledger.models import Group
from ledger.recording import NewHand, tell_hand
from tests import cast
from tests.reading import html_of, missing
from tests.scorekeeper.conftest import phone_of
from tests.scorekeeper.standings.test_player import a_night, words


def page(group: Group, name: str = "Ann", question: str = "") -> str:
    player = cast.ids(group, name)[0]
    if question:
        return reverse("question", args=[group.code, player, question])
    return reverse("player", args=[group.code, player])


def test_a_mauer_is_asked_for_with_care(group: Group, watcher: Client) -> None:
    a_night(group, 25, picker="Ben")
    session = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    for _ in range(5):
        tell_hand(session, cast.leaster(session, "Cleo"), cast.context(session))
    said = words(watcher, page(group, question="mauer"))
    assert not missing(
        said,
        "Is Ann a Mauer, who passes with good cards?",
        "0%, 0 of 30;",
        "Could be luck",
        "From the same places everybody here would have picked about 5 of 30.",
        "Who seldom picks may have had bad ones, or good sense",
        "Of 30 hands that Ann did not pick, 5 were left by everybody: 17%. Of everybody’s it was 20%.",
    )
    assert "Nobody sees the cards" not in words(watcher, page(group, question="picking"))
    assert "17%, 5 of 30;" in words(watcher, page(group, question="left"))


def test_a_question_has_its_own_page_with_its_hands(group: Group, watcher: Client) -> None:
    a_night(group, 3)
    html = html_of(watcher.get(page(group, question="won-picking")))
    said = words(watcher, page(group, question="won-picking"))
    assert not missing(said, "3 of 3", "Everybody here together: 3 of 3.", "The 3 hands")
    assert html.count("picker · won") == 3
    player = cast.ids(group, "Ann")[0]
    assert not missing(
        html, *(f'href="{reverse("hand", args=[group.code, 1, entry])}?for={player}"' for entry in (2, 3, 4))
    )
    text = re.search(r'<textarea id="share-text"[^>]*>(.*?)</textarea>', html, re.DOTALL)
    assert text
    assert text[1].splitlines()[0] == "Does Ann win more often when picking?"
    assert text[1].splitlines()[-1] == f"http://testserver{page(group, question='won-picking')}"


@pytest.mark.parametrize("question", ["leaster", "tea", "place-9", "contract-solo"])
def test_what_nobody_can_ask_is_not_found(group: Group, watcher: Client, question: str) -> None:
    a_night(group, 1)
    assert watcher.get(page(group, question=question)).status_code == 404


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"since": "tea"}, "“tea” is no month. Write it as 2026-03."),
        ({"until": "2026-13"}, "“2026-13” is no month. Write it as 2026-03."),
        ({"since": "2026-03", "until": "2026-02"}, "This month lies before the other one."),
        ({"table": "many"}, "How many play at a table?"),
        ({"table": "0"}, "How many play at a table?"),
        ({"rules": "9" * 40}, "Write the number of a version of the house rules"),
        ({"stake": "-1"}, "Write what a point is worth in whole cents"),
        ({"game": "tea"}, "There is no such game here."),
        ({"game": "\0"}, "There is no such game here."),
    ],
)
def test_nonsense_in_the_address_is_answered_by_a_sentence(
    group: Group, watcher: Client, asked: dict[str, str], sentence: str
) -> None:
    a_night(group, 1)
    statistics = reverse("group_statistics", args=[group.code])
    others = (reverse("standings", args=[group.code]), reverse("records", args=[group.code]))
    of_all = (statistics, f"{statistics}picking-pays/", f"{statistics}against-1-2/")
    for address in (page(group), page(group, question="picking"), *of_all, *others):
        answer = watcher.get(address, asked)
        assert answer.status_code == 422, address
        assert not missing(html_of(answer), sentence, "Count these")


def test_the_hands_that_are_the_k_of_n_bear_a_mark_that_is_explained(group: Group, watcher: Client) -> None:
    a_night(group, 3)
    a_night(group, 2, result="lost")
    said = words(watcher, page(group, question="won-picking"))
    assert not missing(said, "The 5 hands", "✓ one of the 3")
    assert said.count("✓ picker · won") == 3
    assert "✓ picker · lost" not in said
    assert "✓" not in words(watcher, page(group, question="picking"))
    a_night(group, 1, picker="Ben", result="lost")
    assert "✓" not in words(watcher, page(group, "Ben", "won-picking"))


def test_card_points_of_the_others_are_said_to_be_the_pickers_sides(group: Group, watcher: Client) -> None:
    session = cast.a_night(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    told = {"kind": "picked", "picker": 0, "partners": [1], "side_points": 39}
    seats = cast.ids(group, "Ann", "Ben", "Cleo", "Dave", "Edith")
    tell_hand(session, NewHand(seats=seats, told=told), cast.context(session))
    said = words(watcher, page(group, "Cleo", "opponent"))
    assert "opponent · won · picker’s side 39" in said
    assert "card points" not in said


def test_the_longest_time_there_is_can_be_asked_for(group: Group, watcher: Client) -> None:
    a_night(group, 1)
    for address in (page(group), page(group, question="picking")):
        for since, until in (("0001-01", "9999-12"), ("0001-02", "9999-11")):
            said = words(watcher, address, since=since, until=until)
            assert "1 hand" in said or "The one hand" in said


def test_hands_that_one_had_to_pick_or_doubled_are_listed_with_their_receipts(db: None) -> None:
    group = cast.thursday_table(options={"no_picker": "forced", "crack": "crack"})
    night, owner = cast.a_night(group, *cast.NAMES[:5]), phone_of(cast.OWNER)
    for name in ("Ann", "Ben", "Cleo"):
        seats = cast.seated(group, *cast.NAMES[:5]).seats
        dealer = cast.NAMES.index(name)
        told = {
            "kind": "picked", "picker": dealer, "partners": [dealer + 1], "result": "lost", "forced": True,
            "cracks": ["crack"], "cracks_by": [4],
        }  # fmt: skip
        tell_hand(night, NewHand(seats=seats, told=told), cast.context(night))
    for name, question, hands in (("Ben", "forced", [3]), ("Edith", "cracks", [4, 3, 2])):
        html = html_of(owner.get(page(group, name, question)))
        assert re.findall(r"/1/hands/(\d+)/\?for=", html) == [str(entry) for entry in hands]
    html = html_of(owner.get(reverse("group_question", args=[group.code, "forced"])))
    assert "The 3 hands" in html
    assert re.findall(r"/1/hands/(\d+)/\"", html) == ["4", "3", "2"]
