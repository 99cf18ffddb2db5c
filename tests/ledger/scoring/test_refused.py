"""Every way in which a hand can be impossible: what is refused, next to which fact, and what it names."""

import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from ledger.messages import Message
from ledger.scoring import HandRefused, score
from tests.words import why_not

CASES = json.loads((Path(__file__).parent / "data" / "refused.json").read_text())


def plain(value: object) -> object:
    """What a refusal names, as JSON can write it: of what was told its text, its number or its kind."""
    if isinstance(value, Message):
        said = value.params.get("text", value.params.get("number", value.case or value.code))
        return plain(said) if value.code == "value" else value.case
    if isinstance(value, tuple):
        return [plain(one) for one in value]
    return str(value) if isinstance(value, Fraction) else value


def named(params: Mapping[str, object]) -> dict[str, object]:
    return {name: plain(value) for name, value in params.items()}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_what_cannot_be_is_refused_where_it_was_told(case: dict[str, Any]) -> None:
    with pytest.raises(HandRefused) as refused:
        score(case["game"], case["players"], case["rules"], case["hand"])
    found = refused.value
    code, _, kind = case["refused"].partition(".")
    assert (found.code, found.case, found.fact) == (code, kind, case["fact"])
    assert named(found.params) == case["says"]
    assert why_not(found).endswith((".", "?"))
