"""Initials: short, alike for nobody where that can be avoided, and the same tomorrow."""

from re import sub
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.words.initials import MOST_SIGNS, initials, signs
from tests.steady import many, steady

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
        (("P02", "P12", "P2bc"), ("P02", "P12", "Pb")),
        (("P2", "P02"), ("P2", "P02")),
        (("Paul", "P2", "P03", "Pa", "P1"), ("Pu", "P2", "P03", "Pa", "P1")),
        (("Player 1", "Player 12", "Player 123", "Pl"), ("P1", "P12", "123", "Pl")),
        (("Ann 2", "Al 2", "Ann"), ("A2", "Al2", "An")),
        (("Ann", "An"), ("A2", "An")),
        (("Ann", "A", "A2"), ("An", "A", "A2")),
        (("דני 2", "דני 3"), ("ד2", "ד3")),
        (("🃏1", "🃏2", "🃏"), ("🃏1", "🃏2", "🃏")),
        (("P٠٢", "P12"), ("P٠٢", "P12")),
    ],
)
def test_initials_are_made_of_names(names: tuple[str, ...], expected: tuple[str, ...]) -> None:
    assert tuple(initials(dict(enumerate(names)), {}).values()) == expected


def test_initials_of_ones_own_come_first_and_others_give_way() -> None:
    assert initials({1: "Ann", 2: "Ben"}, {2: "aN"}) == {1: "A2", 2: "aN"}
    assert initials({1: "Ann", 2: "Ben", 3: "be"}, {1: "Be"}) == {1: "An", 2: "Bn", 3: "Be"}
    assert initials({1: "Ann", 2: "Ben"}, {1: "X", 2: "x"}) == {1: "X", 2: "Be"}


@pytest.mark.parametrize("shape", ["P{:02}", "P{}", "Player {}", "p{:03}", "{}", "{:02} Ann", "Ann-{}"])
@pytest.mark.parametrize("many", [28, 65, 400])
def test_who_is_called_by_a_number_is_never_shown_by_another_ones(shape: str, many: int) -> None:
    names = {number: shape.format(number) for number in range(1, many + 1)}
    found = initials(names, {})
    assert len(set(found.values())) == many
    for number, one in found.items():
        told = int("".join(filter(str.isdecimal, one)))
        assert told == number or told not in names


def test_a_sign_of_several_characters_is_one() -> None:
    assert signs("e\u0301a") == ["e\u0301", "a"]
    assert signs("👨‍👩‍👧b") == ["👨‍👩‍👧", "b"]
    assert signs("🇩🇪🇫🇷") == ["🇩🇪", "🇫🇷"]


def read(name: str) -> str:
    return normalize("NFKC", name).casefold()


# Names that are short, and made of few letters and numbers.
ALIKE = st.from_regex(r"\A[PA]?[0-9]{1,3}\Z|\A[PAan][AaNn2]{0,2}\Z", fullmatch=True)


@steady(300)
@given(st.lists(NAMES | ALIKE, min_size=1, max_size=30))
def test_nobody_shares_initials_or_has_those_that_are_somebody_elses_name(names: list[str]) -> None:
    found = initials(dict(enumerate(names)), {})
    alike = [read(one) for one in found.values()]
    assert len(set(alike)) == len(names)
    assert all(one.strip() and len(signs(one)) <= MOST_SIGNS for one in found.values())
    for player, name in enumerate(names):
        others = {read(one) for one in names} - {read(name)}
        assert alike[player] not in others


@steady(300)
@given(st.lists(NAMES | ALIKE, min_size=1, max_size=30))
def test_a_newcomer_changes_nobodys_but_those_that_are_the_newcomers_name(names: list[str]) -> None:
    before = initials(dict(enumerate(names[:-1])), {})
    found = initials(dict(enumerate(names)), {})
    if not any(reads_like(one, names[-1]) for one in before.values()):
        assert {player: found[player] for player in before} == before


def reads_like(one: str, other: str) -> bool:
    one, other = (sub(r"\d+", lambda digits: str(int(digits[0])), read(name)) for name in (one, other))
    return one == other


@steady(many(15, soak=200))
@given(st.lists(NAMES | ALIKE, min_size=100, max_size=300))
def test_hundreds_of_players_have_initials_of_their_own(names: list[str]) -> None:
    found = initials(dict(enumerate(names)), {})
    assert len({read(one) for one in found.values()}) == len(names)
    assert all(len(signs(one)) <= MOST_SIGNS + 1 for one in found.values())
