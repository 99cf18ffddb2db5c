"""Options are declared completely, take and refuse values, and can be read back."""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from ledger.scoring import GAMES, HandRefused, score
from ledger.scoring.facts import shown
from ledger.scoring.option import (
    Choice,
    Option,
    choice,
    differing,
    number,
    options,
    read_rules,
    several,
    switch,
)
from scorekeeper.text.refusals import sentence
from tests.each import check_each
from tests.words import why_not

WORDS: dict[str, Any] = {"label": "Frogs", "help": "How many.", "source": "X-1", "section": "water"}
NAMES = ("carp", "eel", "pike")
FISH = tuple(Choice(value=name, label=name) for name in NAMES)


SWITCH = Option(
    name="dogs",
    kind="switch",
    default=True,
    choices=(Choice(value=True, label="yes"), Choice(value=False, label="no")),
    **WORDS,
)


CHOICE = Option(name="fish", kind="choice", default="eel", choices=FISH, **WORDS)
SEVERAL = Option(name="pond", kind="several", default=(), choices=FISH, **WORDS)
NUMBER = Option(name="frogs", kind="number", default=3, low=2, high=9, **WORDS)
MAY_BE_OFF = Option(name="newts", kind="number", default=None, low=2, high=9, may_be_off=True, **WORDS)
EXACT = Option(name="stake", kind="number", default=1, low=1, high=9, exact=True, **WORDS)


@pytest.mark.parametrize(
    ("value", "case", "params"),
    [
        ("x" * 30, "text", {"text": "x" * 30}),
        ("x" * 31, "text", {"text": "x" * 30 + "…"}),
        (-7, "number", {"number": Fraction(-7)}),
        (10**12 - 1, "number", {"number": Fraction(10**12 - 1)}),
        (True, "yes", {}),
        (False, "no", {}),
        (None, "nothing", {}),
        ([1], "list", {}),
        (0.5, "broken", {}),
        ({}, "other", {}),
    ],
)
def test_what_was_told_is_shown_in_a_word(value: object, case: str, params: dict[str, object]) -> None:
    found = shown(value)
    assert (found.code, found.case, found.params) == ("value", case, params)


@pytest.mark.parametrize(
    ("option", "value", "kept"),
    [
        (SWITCH, True, True),
        (SWITCH, False, False),
        (CHOICE, "pike", "pike"),
        (SEVERAL, [], ()),
        (SEVERAL, ["pike", "carp"], ("carp", "pike")),
        (SEVERAL, ("eel",), ("eel",)),
        (NUMBER, 2, 2),
        (NUMBER, 9, 9),
        (MAY_BE_OFF, None, None),
        (EXACT, "1/2", Fraction(1, 2)),
        (EXACT, "9", 9),
        (EXACT, "18/2", 9),
        (EXACT, 9, 9),
    ],
)
def test_an_option_keeps_what_it_may_be(option: Option, value: object, kept: object) -> None:
    found = option.read(value)
    assert found == kept
    assert type(found) is type(kept)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *((SWITCH, 1), (SWITCH, 0), (SWITCH, None), (SWITCH, "yes"), (SWITCH, [])),
        *((CHOICE, "shark"), (CHOICE, None), (CHOICE, True), (CHOICE, [])),
        *((NUMBER, 1), (NUMBER, 10), (NUMBER, True), (NUMBER, None), (NUMBER, "3"), (NUMBER, 3.0)),
        *((MAY_BE_OFF, 1), (MAY_BE_OFF, "off")),
        *(
            (EXACT, "0"),
            (EXACT, "-1/2"),
            (EXACT, "19/2"),
            (EXACT, "1/0"),
            (EXACT, "x"),
            (EXACT, 0),
            (EXACT, 10),
        ),
    ],
)
def test_an_option_refuses_what_it_may_not_be_by_its_name_and_label(option: Option, value: object) -> None:
    with pytest.raises(HandRefused) as refused:
        option.read(value)
    found = refused.value
    assert (found.code, found.case, found.fact) == ("bad_option", "", option.name)
    assert found.params == {"label": "Frogs", "value": shown(value)}


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("carp", "“Frogs” is a list of answers, not “carp”."),
        (None, "“Frogs” is a list of answers, not nothing."),
        (["carp", "shark"], "“Frogs” cannot have “shark” among its answers."),
        ([["carp"]], "“Frogs” cannot have a list among its answers."),
        (["carp", "eel", "carp"], "“Frogs” says “carp” twice."),
    ],
)
def test_a_list_is_refused_by_what_is_wrong_with_it(value: object, says: str) -> None:
    with pytest.raises(HandRefused) as refused:
        SEVERAL.read(value)
    assert (refused.value.code, refused.value.fact) == ("bad_option", SEVERAL.name)
    assert sentence(refused.value) == says


@pytest.mark.parametrize(
    ("option", "value", "others"),
    [
        (SWITCH, True, (False,)),
        (CHOICE, "eel", ("carp", "pike")),
        (SEVERAL, (), (("carp",), ("eel",), ("pike",))),
        (SEVERAL, ("eel",), ((), ("carp",), ("pike",))),
        (NUMBER, 3, (2, 4)),
        (NUMBER, 2, (3,)),
        (NUMBER, 9, (3, 2, 8)),
        (NUMBER, 8, (3, 2, 7, 9)),
        (NUMBER, 6, (3, 2, 5, 7)),
        (MAY_BE_OFF, None, (2, 3)),
        (MAY_BE_OFF, 9, (None, 2, 3, 8)),
        (MAY_BE_OFF, 2, (None, 3)),
    ],
)
def test_an_option_could_have_other_values(option: Option, value: object, others: tuple[object, ...]) -> None:
    assert option.others(value) == others


@pytest.mark.parametrize(
    ("limits", "value", "others"),
    [
        ({"default": 0}, 5, (0,)),
        ({"default": 0}, -7, (0,)),
        ({"default": 4, "low": 4, "high": 4}, 4, ()),
        ({"default": 4, "low": 4, "high": 5, "may_be_off": True}, 4, (5, None)),
    ],
)
def test_number_without_limits_begins_at_nothing(
    limits: dict[str, Any], value: int, others: tuple[int | None, ...]
) -> None:
    ants = Option(name="ants", kind="number", **limits, **WORDS)
    assert (ants.read(value), ants.others(value)) == (value, others)


@dataclass(frozen=True, kw_only=True)
class PondRules:
    """One option of each kind with all that can be declared, and something that is no option."""

    dogs: bool = switch(True, on="bark", off="sleep", nicknames=("hounds",), rare=True, **WORDS)
    cats: bool = switch(False, **WORDS)
    fish: str = choice("eel", {"eel": "an eel", "pike": "a pike"}, needs=(("dogs", ()),), **WORDS)
    pond: tuple[str, ...] = several({"carp": "a carp", "eel": "an eel"}, **WORDS)
    lake: tuple[str, ...] = several({"carp": "a carp", "eel": "an eel"}, without=(), **WORDS)
    frogs: int | None = number(None, low=2, high=9, **WORDS)
    stake: int | Fraction = number(1, low=1, high=9, exact=True, **WORDS)  # noqa: RUF009
    tally: int = 0


def test_option_is_what_it_was_declared_to_be() -> None:
    bark, sleep = Choice(value=True, label="bark"), Choice(value=False, label="sleep")
    yes, no = Choice(value=True, label="yes"), Choice(value=False, label="no")
    eel, pike, carp = (
        Choice(value=name, label=f"a{'n' * (name == 'eel')} {name}") for name in ("eel", "pike", "carp")
    )
    more: dict[str, Any] = {"nicknames": ("hounds",), "rare": True}
    assert list(options(PondRules)) == [
        Option(name="dogs", kind="switch", default=True, choices=(bark, sleep), **more, **WORDS),
        Option(name="cats", kind="switch", default=False, choices=(yes, no), **WORDS),
        Option(
            name="fish", kind="choice", default="eel", choices=(eel, pike), needs=(("dogs", ()),), **WORDS
        ),
        Option(name="pond", kind="several", default=(), choices=(carp, eel), **WORDS),
        Option(name="lake", kind="several", default=("carp", "eel"), choices=(carp, eel), **WORDS),
        Option(name="frogs", kind="number", default=None, low=2, high=9, may_be_off=True, **WORDS),
        Option(name="stake", kind="number", default=1, low=1, high=9, exact=True, **WORDS),
    ]
    assert PondRules() == PondRules(
        dogs=True, cats=False, fish="eel", pond=(), lake=("carp", "eel"), frogs=None, stake=1
    )


def test_rules_are_read_by_name_and_keep_what_is_not_named() -> None:
    read = read_rules(PondRules, {"fish": "pike", "pond": ["eel"], "stake": "1/2"})
    assert read == PondRules(fish="pike", pond=("eel",), stake=Fraction(1, 2))
    assert read_rules(PondRules, {}) == PondRules()
    found = [differing(rules) for rules in (read, PondRules(dogs=False, tally=3), PondRules())]
    assert found == [{"fish": "pike", "pond": ["eel"], "stake": "1/2"}, {"dogs": False}, {}]


@pytest.mark.parametrize(
    ("values", "code", "fact", "value"),
    [
        (["fish"], "bad_rules", "rules", None),
        (None, "bad_rules", "rules", None),
        ({"tally": 3}, "unknown_option", "tally", "tally"),
        ({"fish": "pike", "x" * 60: 1}, "unknown_option", "x" * 40, "x" * 60),
        ({7: 1}, "unknown_option", "7", 7),
        ({"fish": "shark"}, "bad_option", "fish", "shark"),
    ],
)
def test_rules_that_cannot_be_are_refused(values: Any, code: str, fact: str, value: object) -> None:
    with pytest.raises(HandRefused) as refused:
        read_rules(PondRules, values)
    assert (refused.value.code, refused.value.fact) == (code, fact)
    assert refused.value.params.get("value") == (None if value is None else shown(value))


def test_a_text_is_kept_on_one_line_and_as_long_as_it_may_be() -> None:
    name = Option(name="boat", kind="text", default="", longest=5, **WORDS)
    assert name.read("") == ""
    assert name.read(" a\tb\u202e ") == "a b"
    assert name.read("🐑" * 5) == "🐑" * 5
    for unfit in ("six on", "a\x00", "\ud800", 5, None, ["boat"]):
        with pytest.raises(HandRefused) as refused:
            name.read(unfit)
        assert (refused.value.code, refused.value.fact) == ("bad_option", "boat")
    assert all(name.read(other) == other for other in name.others(""))


SOURCES = {
    "sheepshead": r"SH-[0-9]{3}(, SH-[0-9]{3})*(, convention)?|custom of some tables",
    "mehrkopf": r"MK-[0-9]{3}.*|convention",
    "sheepshoof": r"HF-[0-9]{3}.*",
    "southern_indiana": r"SI-[0-9]{3}.*",
}


STRANGE: tuple[Any, ...] = ("nonsense" * 9, ["nonsense"], [[]], {}, {"a": 1}, 7.5, -1)


@pytest.mark.parametrize("game", SOURCES)
def test_option_has_its_words_and_source_and_refuses_strange_values(game: str) -> None:
    def check(option: Option) -> None:
        assert option.label[0].isupper()
        assert not option.label.endswith(".")
        assert option.help.endswith(".")
        assert re.fullmatch(SOURCES[game], option.source)
        assert option.section
        assert option.read(option.default) == option.default
        assert "'" not in option.help + option.label
        for strange in STRANGE:
            with pytest.raises(HandRefused) as refused:
                option.read(strange)
            assert refused.value.code == "bad_option"
            assert option.label in why_not(refused.value)

    check_each({option.name: option for option in options(GAMES[game].rules)}, check)


@pytest.mark.parametrize("game", SOURCES)
def test_preset_says_only_what_differs(game: str) -> None:
    for preset in GAMES[game].presets:
        named = {name: value for name, value in preset.values.items() if value != "called_ace"}
        assert differing(read_rules(GAMES[game].rules, preset.values)) == named, preset.key
        assert preset.help.endswith(".")


def test_way_to_a_partner_changes_no_amount() -> None:
    told = {"kind": "picked", "picker": 0, "partners": [1], "side_points": 61, "side_tricks": "some"}
    partner = next(option for option in options(GAMES["sheepshead"].rules) if option.name == "partner")
    amounts = {score("sheepshead", 5, {"partner": choice.value}, told).points for choice in partner.choices}
    assert len(amounts) == 1
