"""A Mittler and a Schneidster on the pad: tapped by who won or counted, and corrected as they were told."""

import pytest

from tests.scorekeeper.pad.test_every_rule import counts
from tests.scorekeeper.pad.test_pad import at_table, drawn, told_row

COUNTED = counts((20, 15, 10, 30, 45), (1, 1, 1, 1, 2))


@pytest.mark.parametrize(("kind", "counted"), [("mittler", "Ann"), ("schneidster", "Dave")])
def test_winner_is_tapped_or_counted_and_put_back_on_the_pad(kind: str, counted: str) -> None:
    rules, mode = {"no_picker": kind}, f"mode={kind}"
    untapped = drawn(rules, mode)
    assert not untapped.is_ready
    modes = untapped.pad.asks.modes
    assert [one.code for one in modes if not one.is_rare] == [kind]
    assert "leaster_renege" in [one.code for one in modes if one.is_rare]
    for told, summary in (
        ("&winners=4", "Dave +4, the others −1"),
        ("&winners=2,4", f"{kind.capitalize()}, nobody pays"),
        (COUNTED, f"{counted} +4, the others −1"),
    ):
        assert drawn(rules, mode + told).summary == summary
        assert told_row(*at_table(rules, mode + told)).facts["told"]["kind"] == kind
