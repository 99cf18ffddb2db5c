"""Initials: short, alike for nobody where that can be avoided, and the same tomorrow."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.initials import MOST_SIGNS, initials, signs
from tests.steady import steady

NAMES = st.text(min_size=1, max_size=40).filter(lambda name: name.strip() != "")


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("Ann", "Ben", "Cleo"), ("An", "Be", "Cl")),
        (("Ann", "Anton", "Andrea"), ("An", "At", "Ad")),
        (("Ann Marie", "Anton Miller"), ("AM", "An")),
        (("Anna-Lena von der Heide", "Al Hart"), ("AH", "Al")),
        (("Äpfel", "Aepfel"), ("Äp", "Ae")),
        (("ann", "Ann Bo"), ("An", "AB")),
        (("🃏", "🃏🃏"), ("🃏", "🃏🃏")),
        (("🇩🇪 Dirk", "D", "d"), ("Di", "D", "D2")),
        (("מרים", "מיכל"), ("מר", "מי")),
        (("<script>", "“Ben”"), ("Sc", "Be")),
        (("ßeta", "!!!"), ("ße", "!!")),
    ],
)
def test_initials_are_made_of_names(names: tuple[str, ...], expected: tuple[str, ...]) -> None:
    assert tuple(initials(dict(enumerate(names)), {}).values()) == expected


def test_initials_of_ones_own_come_first_and_others_give_way() -> None:
    assert initials({1: "Ann", 2: "Ben"}, {2: "aN"}) == {1: "A2", 2: "aN"}


def test_a_sign_of_several_characters_is_one() -> None:
    assert signs("e\u0301a") == ["e\u0301", "a"]
    assert signs("👨‍👩‍👧b") == ["👨‍👩‍👧", "b"]
    assert signs("🇩🇪🇫🇷") == ["🇩🇪", "🇫🇷"]


@steady(300)
@given(st.lists(NAMES, min_size=1, max_size=30))
def test_nobody_shares_initials_and_a_newcomer_changes_nobodys(names: list[str]) -> None:
    found = initials(dict(enumerate(names)), {})
    alike = [one.casefold() for one in found.values()]
    assert len(set(alike)) == len(names)
    assert all(one.strip() and len(signs(one)) <= MOST_SIGNS for one in found.values())
    before = initials(dict(enumerate(names[:-1])), {})
    assert {player: found[player] for player in before} == before
