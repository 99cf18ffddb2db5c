"""Check house rules over counted points: a bury without a trick, the blind of a leaster."""

import re
import uuid
from typing import Any

import pytest

from ledger.book.folding import fold
from ledger.models.book import sheet_of
from ledger.recording import NewGroup, start_group
from ledger.scoring import GAMES
from ledger.scoring.option import options
from scorekeeper.pad.state import fresh_pad, pad_of
from tests import cast
from tests.scorekeeper.conftest import phone_of
from tests.scorekeeper.pad.test_every_rule import CASES, SHEEPSHEAD, WON, case, counts, played
from tests.scorekeeper.pad.test_pad import opened
from tests.words import detail


@pytest.mark.parametrize(
    ("rule", "worths", "words"),
    [
        ("picker_trick", [-4, -2, 2, 2, 2], "the 20 points buried are the other side’s; 41 is less than 61"),
        ("side_trick", [2, 1, -1, -1, -1], "the 20 points buried count; 61 is 61 or more"),
        ("always", [2, 1, -1, -1, -1], "the 20 points buried count; 61 is 61 or more"),
    ],
)
def test_the_receipt_says_whose_a_bury_without_a_trick_is(rule: str, worths: list[int], words: str) -> None:
    lines, _, _ = played("sheepshead", "bury_credit", rule, SHEEPSHEAD["bury_credit"])
    row = fold(lines).rows[-1]
    assert row.scored is not None
    assert [int(points) for points in row.scored.points] == worths
    assert detail("sheepshead", row.scored.reasons[0]).startswith(words)
    assert row.scored.reasons[0].rule == "bury_credit"


def test_a_bury_is_asked_for_only_where_a_partner_can_have_the_tricks_and_needs_their_points() -> None:
    for plays, rules, is_asked in ((5, {}, True), (5, {"partner": "nobody"}, False), (3, {}, False)):
        pad = fresh_pad(fold(opened("sheepshead", rules, plays, plays)))
        assert ("bury" in {question.name for question in pad.asks.questions}) == is_asked
    how = case("picker_trick", "always", WON + "&ask-bury=20")
    assert played("sheepshead", "bury_credit", "always", how)[2] == "Say the points in the tricks as well."


@pytest.mark.parametrize(
    ("rule", "words"),
    [("last_trick", "The last trick:"), ("named", "The trick named:"), ("nobody", "Blind, set aside")],
)
def test_the_blind_of_a_leaster_is_asked_for_in_the_words_of_the_rule(rule: str, words: str) -> None:
    pad = fresh_pad(fold(opened("sheepshead", {"leaster_blind": rule}, 5, 5)))
    labels = [question.label for question in pad.asks.questions if question.name.startswith("blind")]
    assert (labels[-1], len(labels)) == (words, 1 if rule == "nobody" else 2)


LEASTER = "mode=leaster" + counts((10, 20, 30, 40, 20), (1, 1, 1, 2, 1))
TIED = "mode=leaster" + counts((20, 20, 30, 30, 20), (1, 1, 1, 2, 1))
TOLD_TWICE = "Say who won, or everybody’s points; not both."
MOSTER = {"no_picker": "moster"}


@pytest.mark.parametrize(
    ("game", "plays", "rules", "said", "refused"),
    [
        ("sheepshead", 5, {}, LEASTER, ""),
        ("sheepshead", 5, {}, LEASTER + "&winners=1", TOLD_TWICE),
        ("sheepshead", 5, {}, TIED, ""),
        ("sheepshead", 5, {"leaster_tie": "decided"}, TIED, "A tie for the fewest: say who wins it."),
        ("sheepshead", 5, {"leaster_tie": "decided"}, TIED + "&winners=2", ""),
        ("sheepshead", 5, {}, LEASTER + "&ask-blind=3", "The blind goes to whom this table gives it."),
        ("sheepshead", 5, {}, LEASTER + "&ask-blind=x", "“x” is not a number."),
        ("sheepshead", 5, {}, "mode=leaster&winners=1&ask-points-2=", ""),
        ("sheepshead", 5, MOSTER, LEASTER.replace("leaster", "moster"), ""),
        (
            "sheepshead",
            5,
            MOSTER,
            LEASTER.replace("leaster", "moster") + "&winners=4",
            "Say who lost, or everybody’s numbers; not both.",
        ),
        ("sheepshead", 2, {}, "x=" + counts((60, 60), (8, 8)), ""),
        (
            "sheepshead",
            2,
            {},
            "picker=1&alone=1" + counts((60, 60), (8, 8)),
            "Say who won and how, or the points and tricks, not both.",
        ),
        ("sheepshoof", 3, {}, "mode=fewster&winners=2" + counts((6, 10, 20), (2, 2, 2)), TOLD_TWICE),
        ("sheepshoof", 3, {}, "mode=fewster&ask-blind=6" + counts((0, 10, 20), (2, 2, 2)), ""),
    ],
)
def test_what_is_counted_is_not_tapped_as_well(
    game: str, plays: int, rules: dict[str, Any], said: str, refused: str
) -> None:
    option = next(iter(CASES[game]))
    default = next(one.default for one in options(GAMES[game].rules) if one.name == option)
    lines, pads, why = played(game, option, default, case(None, None, said, plays=plays, **rules))
    assert why == refused
    if not refused:
        assert pad_of(fold(lines).rows[-1]).hand().told == pads[-1].hand().told


def test_a_game_counted_in_tricks_is_told_read_and_corrected(db: None) -> None:
    new = NewGroup(
        name="Stammtisch",
        names=cast.NAMES[:4],
        currency="EUR",
        stake_cents=5,
        game="mehrkopf",
        options={"count": "tricks"},
    )
    night = cast.a_night(group := start_group(new, cast.OWNER, uuid.uuid4()))
    table, client = f"/g/{group.code}/{night.number}/", phone_of(cast.OWNER)
    typed = dict(zip([f"ask-tricks-{one}" for one in cast.ids(group)], "3320", strict=True))
    said = {"key": str(uuid.uuid4()), "after": str(sheet_of(night).newest)}
    too_few = client.post(f"{table}tell/", said | typed | {next(iter(typed)): "0"})
    assert "All Stiche together are 8, not 5" in too_few.content.decode()
    assert client.post(f"{table}tell/", said | typed).status_code == 303
    assert [int(total) for total in sheet_of(night).totals.values()] == [1, 1, 0, -2]
    assert "Stiche above or below the average" in client.get(f"{table}hands/2/").content.decode()
    correcting = " ".join(client.get(f"{table}hands/2/correct/").content.decode().split())
    assert dict(re.findall(r'name="(ask-tricks-\d+)" value="(\d)"', correcting)) == typed
    assert client.get(f"/g/{group.code}/rules/").status_code == 200
