"""Receipts and refusals of the documents' hands are German, with the numbers that the English ones have."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils.translation import override

from ledger.scoring import GAMES, HandRefused, score
from ledger.scoring.option import read_rules
from scorekeeper.text.receipts import label_words, line_detail, line_text
from scorekeeper.text.refusals import sentence
from tests.each import check_each
from tests.house.sources import ROOT
from tests.house.test_catalogues import german_faults

DATA = ROOT / "tests" / "ledger" / "scoring" / "data"
CASES = [
    case
    for name in ("vectors", "invalid", "refused", "answers")
    for case in json.loads((DATA / f"{name}.json").read_text())
]
PEOPLE = ("Anna", "Bene", "Clara", "Dora", "Emil", "Franz", "Gustl", "Hanna", "Ida", "Jo")
# A value that was sent stands in the sentence as it came.
SENT = re.compile(r"„[^“]*“")


def said(case: dict[str, Any]) -> Iterator[str]:
    """Yield the label of a hand and the lines of its receipt, or why it is refused."""
    game = case["game"]
    try:
        scored = score(game, case["players"], case.get("rules", {}), case["hand"])
    except HandRefused as refused:
        yield sentence(refused)
        return
    rules = read_rules(GAMES[game].rules, case.get("rules", {}))
    yield label_words(game, scored.label, rules)
    for line in scored.reasons:
        names = [PEOPLE[seat] for seat in line.seats]
        yield line_text(game, line, names, rules)
        yield line_detail(game, line, names, rules)


def texts(case: dict[str, Any], language: str) -> list[str]:
    with override(language):
        return [*said(case)]


@pytest.mark.parametrize("game", sorted({str(case["game"]) for case in CASES if case["game"] in GAMES}))
def test_receipts_and_refusals_of_the_documents_hands_are_german(game: str) -> None:
    def check(case: dict[str, Any]) -> None:
        for english, german in zip(texts(case, "en"), texts(case, "de"), strict=True):
            assert not re.search(r"[{}]", SENT.sub("", german)), german
            assert not [*german_faults(SENT.sub("", german))], german
            assert sorted(re.findall(r"\d+", german)) == sorted(re.findall(r"\d+", english)), (
                english,
                german,
            )

    check_each({str(case["id"]): case for case in CASES if case["game"] == game}, check)
