"""House rules are declared completely, once, and can be read back."""

import re
from typing import Any

import pytest

from ledger.scoring import GAMES, HandRefused, score
from ledger.scoring.option import Option, differing, options, read_rules
from tests.each import check_each
from tests.words import why_not

SOURCES = {
    "sheepshead": r"SH-[0-9]{3}(, SH-[0-9]{3})*(, convention)?|custom of some tables",
    "mehrkopf": r"MK-[0-9]{3}.*",
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
