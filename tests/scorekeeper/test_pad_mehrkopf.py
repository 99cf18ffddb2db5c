"""What the pad asks of a game of Schafkopf, and of a Ramsch."""

from dataclasses import replace
from typing import Any

import pytest

from ledger.folding import fold
from ledger.scoring import GAMES, HandRefused, score
from scorekeeper.forms.pad import Answer, Pad, Question, fresh_pad
from scorekeeper.forms.rules import asked as sheet_options
from tests.scorekeeper.test_pad import opened


def pad(rules: dict[str, Any], *taps: str, plays: int = 4, **answers: Answer) -> Pad:
    """A pad of four players under these rules, after these taps and answers."""
    found = replace(fresh_pad(fold(opened("mehrkopf", rules, plays, plays))), answers=answers)
    for tap in taps:
        found = found.tapped(tap)
    return found


def asked(pad: Pad) -> dict[str, Question]:
    """The questions that are asked of this hand."""
    return {one.name: one for one in pad.asks.questions if pad.mode in one.modes}


def test_nobody_is_asked_for_a_kontra_in_a_ramsch() -> None:
    rules = {"stoss": "re", "klopfer": True}
    assert {"stoss", "klopfer"} <= set(asked(pad(rules)))
    ramsch = pad(rules, "mode:ramsch", "2", stoss="1", klopfer="1")
    assert set(asked(ramsch)) == {"klopfer"}
    assert "stoss" not in ramsch.hand().told


def runs(pad: Pad) -> list[str]:
    return [value for value, _ in asked(pad)["laufende"].choices]


def test_no_more_laufende_are_offered_than_the_game_can_have() -> None:
    assert runs(pad({}, contract="wenz")) == ["", "1", "2", "3", "4"]
    assert runs(pad({}))[-1] == "8"
    assert runs(pad({}, plays=5))[-1] == "12"
    assert runs(pad({"laufende_trumps": "all"}))[-1] == "14"


def test_laufende_of_another_game_stay_on_the_pad_and_are_refused_in_words() -> None:
    wenz = pad({}, "1", contract="wenz", laufende="9")
    assert runs(wenz)[-1] == "9"
    with pytest.raises(HandRefused, match="Laufende go to 4 here, not 9"):
        score("mehrkopf", 4, {}, wenz.hand().told)


def test_the_sheet_does_not_offer_to_count_tricks_as_the_pad_asks_for_none() -> None:
    assert "count" not in {option.name for option in sheet_options(GAMES["mehrkopf"])}
    assert len(sheet_options(GAMES["mehrkopf"])) > 20
