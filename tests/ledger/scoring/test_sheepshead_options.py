"""Every house rule is declared completely, once, and can be read back."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ledger.scoring import HandRefused, score
from ledger.scoring.option import Option, differing, options, read_rules
from ledger.scoring.sheepshead import SHEEPSHEAD
from ledger.scoring.sheepshead.rules import CUSTOM, SheepsheadRules
from tests.each import check_each
from tests.words import why_not

OPTIONS = options(SheepsheadRules)
WON = {"kind": "picked", "picker": 0, "partners": [1], "side_points": 61, "side_tricks": "some"}


def check_words_and_source(option: Option) -> None:
    assert option.label[0].isupper()
    assert not option.label.endswith(".")
    assert option.help.endswith(".")
    assert option.source == CUSTOM or re.fullmatch(
        r"SH-[0-9]{3}(, SH-[0-9]{3})*(, convention)?", option.source
    )
    assert option.section
    assert option.read(option.default) == option.default
    assert "'" not in option.help + option.label


def test_an_option_has_its_words_and_its_source() -> None:
    check_each({option.name: option for option in OPTIONS}, check_words_and_source)


def check_refusals(option: Option) -> None:
    strange: Any
    for strange in ("nonsense", [], {}, 7.5, -1, [[]], {"a": 1}):
        if option.kind == "several" and strange == []:
            continue
        with pytest.raises(HandRefused) as refused:
            option.read(strange)
        assert refused.value.code == "bad_option"
        assert option.label in why_not(refused.value)


def test_an_option_refuses_what_it_is_not() -> None:
    check_each({option.name: option for option in OPTIONS}, check_refusals)


def test_every_option_of_the_documents_vectors_is_known() -> None:
    found = json.loads((Path(__file__).parent / "data" / "vectors.json").read_text())
    named = {name for case in found if case["game"] == "sheepshead" for name in case["rules"]}
    assert named <= {option.name for option in OPTIONS}


@pytest.mark.parametrize("preset", SHEEPSHEAD.presets, ids=[preset.key for preset in SHEEPSHEAD.presets])
def test_a_preset_can_be_played_and_says_only_what_differs(preset: Any) -> None:
    rules = read_rules(SheepsheadRules, preset.values)
    named = {name: value for name, value in preset.values.items() if value != "called_ace"}
    assert differing(rules) == named
    assert preset.help.endswith(".")


def test_the_way_to_a_partner_changes_no_amount() -> None:
    partner = next(option for option in OPTIONS if option.name == "partner")
    amounts = {score("sheepshead", 5, {"partner": choice.value}, WON).points for choice in partner.choices}
    assert len(amounts) == 1
